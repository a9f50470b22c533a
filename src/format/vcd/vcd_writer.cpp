// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_writer.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "format/vcd/vcd_file.h"
#include "model/simulate.h"

namespace cairn {
namespace {

class BitVcd {
 public:
  BitVcd(const BitSystem& system, const BitTrace& trace)
      : system_(system), trace_(trace), simulator_(system) {}

  std::string run() {
    collect();
    for (std::size_t step = 0; step < trace_.inputs.size(); ++step) write_step(step);
    return file_.end();
  }

 private:
  struct Signal {
    std::size_t number = 0;
    std::vector<Lit> bits;  // most significant first
  };

  void collect();
  void add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
                const Names& names);
  void write_step(std::size_t step);

  const BitSystem& system_;
  const BitTrace& trace_;
  TernarySimulator simulator_;
  VcdFile file_;
  std::optional<std::size_t> loop_;  // the signal that marks a lasso's loop
  std::vector<Signal> signals_;
};

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
      signals_.push_back(
          {file_.add("wire", fmt::format("justice_{}_{}", position, i), 1, ""), {set[i]}});
  }
}

// A base is a bus if its indices are distinct and leave no gap; its vector stands where the first
// of its bits would.
void BitVcd::add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
                      const Names& names) {
  struct Bus {
    std::map<std::uint32_t, Lit> bits;
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
      if (!bus.bits.emplace(indexed->index, lits[i]).second) bus.ambiguous = true;
    }
  for (std::size_t i = 0; i < lits.size(); ++i) {
    const std::string_view name = names.get(i);
    const auto indexed = split_index(name);
    Bus* bus = indexed ? &buses[indexed->base] : nullptr;
    if (bus == nullptr || !bus->complete()) {
      const std::string shown = name.empty() ? fmt::format("{}_{}", kind, i) : std::string(name);
      signals_.push_back({file_.add(type, shown, 1, ""), {lits[i]}});
    } else if (!std::exchange(bus->written, true)) {
      std::vector<Lit> bits;
      for (auto bit = bus->bits.rbegin(); bit != bus->bits.rend(); ++bit)
        bits.push_back(bit->second);
      const std::size_t number =
          file_.add(type, indexed->base, bits.size(),
                    fmt::format("[{}:{}]", bus->bits.rbegin()->first, bus->bits.begin()->first));
      signals_.push_back({number, std::move(bits)});
    }
  }
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
  }
}

}  // namespace

std::string write_vcd(const BitSystem& system, const BitTrace& trace) {
  return BitVcd(system, trace).run();
}

}  // namespace cairn
