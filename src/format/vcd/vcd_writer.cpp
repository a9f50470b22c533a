// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "format/vcd/vcd_file.h"
#include "model/needed_values.h"
#include "model/simulate.h"

namespace cairn {
namespace {

class BitVcd {
 public:
  /// `needed`: the trace with Undef for what plays no part; may be null.
  BitVcd(const BitSystem& system, const BitTrace& trace, const BitTrace* needed, WaveSink& file)
      : system_(system),
        trace_(trace),
        needed_(needed),
        simulator_(system),
        distances_(distances_to(system, shown_property())),
        file_(file) {}

  void run() {
    collect();
    for (std::size_t step = 0; step < trace_.inputs.size(); ++step) write_step(step);
  }

 private:
  struct Signal {
    std::size_t number = 0;
    std::vector<Lit> bits;  // most significant first
    /// Of inputs and latches: positions of the bits, in the same order.
    std::vector<std::uint32_t> positions;
    bool is_input = false;
  };

  std::vector<Lit> shown_property() const;
  void collect();
  void add_signal(std::string_view kind, std::string_view type, std::string_view name,
                  std::string_view range, const std::vector<Lit>& lits,
                  const std::vector<std::uint32_t>& positions);
  bool is_free(const Signal& signal, std::size_t step) const;
  void add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
                const Names& names);
  void write_step(std::size_t step);

  const BitSystem& system_;
  const BitTrace& trace_;
  const BitTrace* const needed_;
  TernarySimulator simulator_;
  const std::vector<std::uint32_t> distances_;  // by variable
  WaveSink& file_;
  std::optional<std::size_t> loop_;  // the signal that marks a lasso's loop
  std::vector<Signal> signals_;
};

/// What the trace is about; if it does not say, all that there is.
std::vector<Lit> BitVcd::shown_property() const {
  std::vector<Lit> lits;
  for (const std::uint32_t position : trace_.bad) lits.push_back(system_.bad[position]);
  for (const std::uint32_t position : trace_.justice)
    for (const Lit lit : system_.justice[position]) lits.push_back(lit);
  return lits.empty() ? system_.bad : lits;
}

void BitVcd::add_signal(std::string_view kind, std::string_view type, std::string_view name,
                        std::string_view range, const std::vector<Lit>& lits,
                        const std::vector<std::uint32_t>& positions) {
  const std::size_t number = file_.add(type, name, lits.size(), range);
  file_.describe(number, kind);
  std::uint32_t distance = kFarAway;
  for (const Lit lit : lits) distance = std::min(distance, distances_[lit.var().index]);
  if (distance != kFarAway) file_.set_distance(number, distance);
  signals_.push_back({number, lits, positions, kind == "input"});
}

void BitVcd::collect() {
  if (trace_.loop_start >= 0) loop_ = file_.add("wire", kLoopSignal, 1, "");
  std::vector<Lit> inputs;
  for (const Var input : system_.inputs) inputs.push_back(Lit(input));
  std::vector<Lit> latches;
  for (const Latch& latch : system_.latches) latches.push_back(Lit(latch.var));
  add_kind("input", "wire", inputs, system_.names.inputs);
  add_kind("latch", "reg", latches, system_.names.latches);
  add_kind("output", "wire", system_.outputs, system_.names.outputs);
  add_kind("bad", "wire", system_.bad, system_.names.bad);
  add_kind("constraint", "wire", system_.constraints, system_.names.constraints);
  if (!loop_) return;
  add_kind("fairness", "wire", system_.fairness, system_.names.fairness);
  for (const std::uint32_t position : trace_.justice) {
    const std::vector<Lit>& set = system_.justice[position];
    for (std::size_t i = 0; i < set.size(); ++i)
      add_signal("justice", "wire", fmt::format("justice_{}_{}", position, i), "", {set[i]}, {});
  }
}

// A base is a bus if its indices are distinct and leave no gap; its vector stands where the first
// of its bits would.
void BitVcd::add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
                      const Names& names) {
  struct Bus {
    std::map<std::uint32_t, std::uint32_t> bits;  // positions by index
    bool ambiguous = false;
    bool written = false;

    bool complete() const {
      return !ambiguous && bits.size() > 1 &&
             bits.rbegin()->first - bits.begin()->first == bits.size() - 1;
    }
  };
  std::unordered_map<std::string_view, Bus> buses;
  for (std::size_t i = 0; i < lits.size(); ++i)
    if (const auto indexed = split_index(names.get(i))) {
      Bus& bus = buses[indexed->base];
      if (!bus.bits.emplace(indexed->index, static_cast<std::uint32_t>(i)).second)
        bus.ambiguous = true;
    }
  for (std::size_t i = 0; i < lits.size(); ++i) {
    const std::string_view name = names.get(i);
    const auto indexed = split_index(name);
    Bus* bus = indexed ? &buses[indexed->base] : nullptr;
    if (bus == nullptr || !bus->complete()) {
      const std::string shown = name.empty() ? fmt::format("{}_{}", kind, i) : std::string(name);
      add_signal(kind, type, shown, "", {lits[i]}, {static_cast<std::uint32_t>(i)});
    } else if (!std::exchange(bus->written, true)) {
      std::vector<Lit> bits;
      std::vector<std::uint32_t> positions;
      for (auto bit = bus->bits.rbegin(); bit != bus->bits.rend(); ++bit) {
        positions.push_back(bit->second);
        bits.push_back(lits[bit->second]);
      }
      add_signal(kind, type, indexed->base,
                 fmt::format("[{}:{}]", bus->bits.rbegin()->first, bus->bits.begin()->first), bits,
                 positions);
    }
  }
}

/// Values of inputs, and of latches at first, come from outside.
bool BitVcd::is_free(const Signal& signal, std::size_t step) const {
  if (needed_ == nullptr || signal.positions.empty()) return false;
  if (!signal.is_input && step > 0) return false;
  for (std::size_t i = 0; i < signal.bits.size(); ++i) {
    const std::uint32_t position = signal.positions[i];
    if (signal.is_input) {
      if (needed_->inputs[step][position] != Lbool::Undef) return false;
    } else if (const Var var = signal.bits[i].var();
               position >= system_.latches.size() || system_.latches[position].var != var ||
               !system_.latches[position].is_uninitialised() ||
               needed_->initial[position] != Lbool::Undef) {
      return false;
    }
  }
  return true;
}

void BitVcd::write_step(std::size_t step) {
  if (step == 0)
    simulator_.start(trace_.inputs[0], trace_.initial);
  else
    simulator_.step(trace_.inputs[step]);
  file_.begin_step();
  if (loop_) file_.set(*loop_, static_cast<std::int64_t>(step) >= trace_.loop_start ? "1" : "0");
  std::string value;
  for (const Signal& signal : signals_) {
    value.clear();
    for (const Lit bit : signal.bits) {
      const Lbool known = simulator_.value(bit);
      value += known == Lbool::Undef ? 'x' : known == Lbool::True ? '1' : '0';
    }
    file_.set(signal.number, value);
    if (is_free(signal, step)) file_.set_free(signal.number);
  }
}

}  // namespace

std::string write_vcd(const BitSystem& system, const BitTrace& trace) {
  VcdFile file;
  BitVcd(system, trace, nullptr, file).run();
  return file.end();
}

WaveTable wave_table(const BitSystem& system, const BitTrace& trace) {
  WaveTable table;
  // What the trace leaves open has the values of the replay.
  const Replay run = replay(system, trace);
  const BitTrace& concrete = run.accepted ? run.concrete : trace;
  const BitTrace needed = needed_values(system, concrete);
  BitVcd(system, concrete, run.accepted ? &needed : nullptr, table).run();
  return table;
}

}  // namespace cairn
