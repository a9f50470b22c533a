// SPDX-License-Identifier: MIT
//
// Value change dump, IEEE 1364 section 18 ("VCD files"), as GTKWave reads it. One time unit is one
// step; all signals live in one scope. Names are the user's bytes: what could end a declaration
// early or confuse a viewer is escaped, and every name is made distinct. Bits that form a bus
// (data[0] to data[7] of one kind) become one vector.
#include "format/aiger/vcd_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/simulate.h"

namespace cairn {
namespace {

constexpr std::size_t kLongestName = 500;  // of the user's bytes; viewers choke on much more

struct Signal {
  std::string_view type;  // VCD's own word
  std::string name;
  std::string range;      // " [7:0]" for a vector
  std::vector<Lit> bits;  // most significant first
  std::string id;
  std::string shown;  // the value that was written last
};

/// A name that ends like "data[3]".
struct Indexed {
  std::string_view base;
  std::uint32_t index = 0;
};

std::optional<Indexed> split_index(std::string_view name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || open == 0 || name.back() != ']') return std::nullopt;
  const std::string_view digits = name.substr(open + 1, name.size() - open - 2);
  if (digits.empty() || digits.size() > 6 || (digits.size() > 1 && digits[0] == '0'))
    return std::nullopt;
  std::uint32_t index = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    index = 10 * index + static_cast<std::uint32_t>(c - '0');
  }
  return Indexed{name.substr(0, open), index};
}

// Graphic ASCII stays, but for: the backslash (escaped identifiers), a first '$' (keywords such as
// $end), dots that would make an empty level of hierarchy, and a last ']' that closes no index,
// which viewers would take for the range of a vector.
std::string legal_name(std::string_view name) {
  const bool cut = name.size() > kLongestName;
  if (cut) name = name.substr(0, kLongestName);
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const bool last = i + 1 == name.size();
    bool legal = byte > 0x20 && byte < 0x7F && byte != '\\';
    if (byte == '$' && i == 0) legal = false;
    if (byte == '.' && (i == 0 || last || name[i - 1] == '.')) legal = false;
    if (byte == ']' && last && !split_index(name)) legal = false;
    if (legal)
      result += name[i];
    else
      result += fmt::format("_x{:02x}_", byte);
  }
  return cut ? result + "_etc" : result;
}

class DistinctNames {
 public:
  std::string make(const std::string& wanted) {
    unsigned& uses = uses_[wanted];
    if (uses++ == 0) return wanted;
    for (;; ++uses) {
      std::string candidate = fmt::format("{}_{}", wanted, uses);
      if (uses_.emplace(candidate, 1).second) return candidate;
    }
  }

 private:
  std::unordered_map<std::string, unsigned> uses_;
};

/// Short names for the body of the file: numbers in base 94, written in '!' to '~'.
std::string identifier(std::size_t number) {
  std::string id;
  do {
    id += static_cast<char>('!' + number % 94);
    number /= 94;
  } while (number != 0);
  return id;
}

class VcdWriter {
 public:
  VcdWriter(const BitSystem& system, const BitTrace& trace)
      : system_(system), trace_(trace), simulator_(system) {}

  std::string run() {
    collect();
    write_header();
    for (std::size_t step = 0; step < trace_.inputs.size(); ++step) write_step(step);
    // Without a later time the last step would have no width.
    text_ += fmt::format("#{}\n", trace_.inputs.size());
    return std::move(text_);
  }

 private:
  void collect();
  void add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
                const Names& names);
  void add_signal(std::string_view type, const std::string& name, std::string range,
                  std::vector<Lit> bits);
  void write_header();
  void write_step(std::size_t step);

  const BitSystem& system_;
  const BitTrace& trace_;
  TernarySimulator simulator_;
  DistinctNames names_;
  std::vector<Signal> signals_;
  std::string text_;
};

void VcdWriter::collect() {
  std::vector<Lit> inputs;
  for (const Var input : system_.inputs) inputs.push_back(Lit(input));
  std::vector<Lit> latches;
  for (const Latch& latch : system_.latches) latches.push_back(Lit(latch.var));
  add_kind("input", "wire", inputs, system_.names.inputs);
  add_kind("latch", "reg", latches, system_.names.latches);
  add_kind("output", "wire", system_.outputs, system_.names.outputs);
  add_kind("bad", "wire", system_.bad, system_.names.bad);
  add_kind("constraint", "wire", system_.constraints, system_.names.constraints);
}

// A base is a bus if its indices are distinct and leave no gap; its vector stands where the first
// of its bits would.
void VcdWriter::add_kind(std::string_view kind, std::string_view type, const std::vector<Lit>& lits,
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
      add_signal(type, name.empty() ? fmt::format("{}_{}", kind, i) : legal_name(name), "",
                 {lits[i]});
    } else if (!std::exchange(bus->written, true)) {
      std::vector<Lit> bits;
      for (auto bit = bus->bits.rbegin(); bit != bus->bits.rend(); ++bit)
        bits.push_back(bit->second);
      add_signal(type, legal_name(indexed->base),
                 fmt::format(" [{}:{}]", bus->bits.rbegin()->first, bus->bits.begin()->first),
                 std::move(bits));
    }
  }
}

void VcdWriter::add_signal(std::string_view type, const std::string& name, std::string range,
                           std::vector<Lit> bits) {
  Signal signal{type, names_.make(name), std::move(range), std::move(bits), "", ""};
  signal.id = identifier(signals_.size());
  signals_.push_back(std::move(signal));
}

void VcdWriter::write_header() {
  text_ += "$version Cairn $end\n$timescale 1 ns $end\n$scope module top $end\n";
  for (const Signal& signal : signals_)
    text_ += fmt::format("$var {} {} {} {}{} $end\n", signal.type, signal.bits.size(), signal.id,
                         signal.name, signal.range);
  text_ += "$upscope $end\n$enddefinitions $end\n";
}

void VcdWriter::write_step(std::size_t step) {
  if (step == 0)
    simulator_.start(trace_.inputs[0], trace_.initial);
  else
    simulator_.step(trace_.inputs[step]);
  fmt::format_to(std::back_inserter(text_), "#{}\n{}", step, step == 0 ? "$dumpvars\n" : "");
  std::string value;
  for (Signal& signal : signals_) {
    value.clear();
    for (const Lit bit : signal.bits) {
      const Lbool known = simulator_.value(bit);
      value += known == Lbool::Undef ? 'x' : known == Lbool::True ? '1' : '0';
    }
    if (value == signal.shown) continue;
    if (signal.range.empty())
      text_ += value + signal.id + '\n';
    else
      fmt::format_to(std::back_inserter(text_), "b{} {}\n", value, signal.id);
    signal.shown = value;
  }
  if (step == 0) text_ += "$end\n";
}

}  // namespace

std::string write_vcd(const BitSystem& system, const BitTrace& trace) {
  return VcdWriter(system, trace).run();
}

}  // namespace cairn
