// SPDX-License-Identifier: MIT
//
// Random programs in Structured Text, run scan by scan on random inputs: what the front end made of
// their text, under the interpreter, must give every variable the value that an evaluator of the
// tree gives it (support/st_program.h).
//
//   st_differential [--count N] [--first SEED] [--scans N] [--plain] [--print]
//   st_differential --write FOLDER ...
//
// --plain keeps to what compilers to C do alike; --write puts the programs (N.st), their inputs and
// expected values (N.json) into a folder, for a comparison with another implementation.
#include <fmt/format.h>

#include <bit>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "input/st/st_reader.h"
#include "model/interpret.h"
#include "support/arguments.h"
#include "support/quiet_context.h"
#include "support/random_st.h"

namespace cairn {
namespace {

struct Options {
  std::uint64_t first = 0, count = 100, scans = 12;
  bool plain = false, print = false;
  std::string write;
};

struct Scan {
  std::vector<std::uint64_t> inputs;  ///< of the leaves that are inputs
  std::vector<std::uint64_t> values;  ///< of all leaves at the end
};

struct Case {
  support::StProgram program;
  std::string text;
  std::vector<support::StLeaf> leaves;
  std::vector<Scan> scans;  ///< up to where the standard says what happens
};

constexpr std::uint64_t kCycle = 50;  // milliseconds

std::uint64_t random_input(support::StElem elem, std::uint64_t before, Rng& rng) {
  using support::StElem;
  if (rng.chance(30)) return before;
  if (elem == StElem::Bool) return rng.below(2);
  if (elem == StElem::Time) return rng.below(3000);
  if (support::is_float(elem)) {
    const double value = (static_cast<double>(rng.below(800)) - 400) / 8;
    return elem == StElem::Real ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                : std::bit_cast<std::uint64_t>(value);
  }
  const unsigned width = support::width_of(elem);
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return rng.chance(30) ? rng.next() & mask : (rng.below(12) - (rng.chance(20) ? 6 : 0)) & mask;
}

Case make_case(std::uint64_t seed, const Options& options) {
  support::RandomStOptions shape;
  shape.plain = options.plain;
  if (!options.write.empty()) shape.prefix = fmt::format("P{}_", seed);
  Case made;
  made.program = support::random_st(seed, shape);
  made.text = to_text(made.program, {seed, options.plain});
  made.leaves = leaves_of(made.program);
  support::StEvaluator evaluator(made.program, !options.write.empty());
  Rng rng(seed ^ 0x57);
  for (std::uint64_t k = 0; k < options.scans; ++k) {
    Scan scan;
    for (const support::StLeaf& leaf : made.leaves)
      if (leaf.input) {
        scan.inputs.push_back(random_input(leaf.type->elem, evaluator.get(leaf.slot), rng));
        evaluator.set(leaf.slot, scan.inputs.back());
      }
    try {
      evaluator.scan((k + 1) * kCycle);
    } catch (const support::StEvaluator::Undefined&) {
      break;
    }
    for (const support::StLeaf& leaf : made.leaves) scan.values.push_back(evaluator.get(leaf.slot));
    made.scans.push_back(std::move(scan));
  }
  return made;
}

void write_case(const Case& made, std::uint64_t seed, const std::string& folder) {
  nlohmann::json trace;
  trace["main"] = made.program.main().name;
  trace["cycle_ms"] = kCycle;
  for (const support::StLeaf& leaf : made.leaves) {
    const bool is_enum = leaf.type->kind == support::StType::Kind::Enum;
    trace["leaves"].push_back({{"name", leaf.name},
                               {"type", is_enum ? "ENUM" : name_of(leaf.type->elem)},
                               {"input", leaf.input},
                               {"hidden", leaf.hidden}});
  }
  trace["scans"] = nlohmann::json::array();
  for (const Scan& scan : made.scans)
    trace["scans"].push_back({{"inputs", scan.inputs}, {"values", scan.values}});
  std::ofstream(fmt::format("{}/{}.st", folder, seed)) << made.text;
  std::ofstream(fmt::format("{}/{}.json", folder, seed)) << trace.dump();
}

/// A leaf as the compiled program has it: a variable, or an element of one.
struct Found {
  const st::ScanVariable* variable = nullptr;
  std::uint64_t index = 0;
};

/// "v7[2,1].f0" is an element of "v7.f0": those come in the order of their indices.
std::vector<Found> find_leaves(const Case& made, const st::ScanModel& model) {
  std::map<std::string, const st::ScanVariable*> known;
  for (const st::ScanVariable& variable : model.variables) known[variable.name] = &variable;
  std::map<std::string, std::uint64_t> next;
  std::vector<Found> found;
  for (const support::StLeaf& leaf : made.leaves) {
    std::string name;
    bool inside = false;
    for (const char c : leaf.name) {
      inside = inside || c == '[';
      if (!inside) name += c;
      inside = inside && c != ']';
    }
    Found one;
    if (const auto at = known.find(name); at != known.end()) one.variable = at->second;
    one.index = next[name]++;
    found.push_back(one);
  }
  return found;
}

std::uint64_t number_of(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool();
  return to_unsigned_integer(value.bits()).get_ui();
}

Value value_of(std::uint64_t number, const Sort& sort) {
  if (sort.is_bool()) return Value(number != 0);
  const BitVector bits =
      to_bit_vector(sort.is_float() ? (sort.width() == 0 ? 64 : sort.width()) : sort.width(),
                    mpz_class(static_cast<unsigned long>(number)));
  return sort.is_float() ? Value::of_float(sort, bits) : Value(bits);
}

/// Gives the inputs of the scans, and looks at the variables at the end of each.
class ScanRun : public InputSource, public RunObserver {
 public:
  ScanRun(const Case& made, const Program& program, const st::ScanModel& model)
      : made_(made), model_(model), interpreter_(program), found_(find_leaves(made, model)) {
    std::size_t input = 0;
    for (const support::StLeaf& leaf : made.leaves)
      if (leaf.input) inputs_[leaf.name] = input++;
  }

  /// Empty, or what differs.
  std::string run() {
    const RunResult result = interpreter_.run(*this, 10'000'000, this);
    if (fault_.empty() && ended_ != made_.scans.size())
      fault_ = fmt::format("ended after {} scans of {}{}", ended_, made_.scans.size(),
                           result.statement == nullptr ? "" : ": " + result.statement->note);
    return fault_;
  }
  std::uint64_t compared() const { return compared_; }

 private:
  Value next(const InputRequest& request) override {
    const auto input = inputs_.find(std::string(request.note));
    if (input == inputs_.end() || begun_ == 0 || begun_ > made_.scans.size())
      return Value::zero(request.sort);
    return value_of(made_.scans[begun_ - 1].inputs[input->second], request.sort);
  }

  void executed(const RunEvent& event) override {
    if (event.statement == nullptr || event.statement->kind != Statement::Kind::While ||
        event.statement->site != model_.scan)
      return;
    if (begun_ > ended_) look(made_.scans[ended_++]);
    if (event.branch == 0 && ended_ < made_.scans.size()) ++begun_;
  }
  bool wants_values() const override { return false; }

  void look(const Scan& scan) {
    for (std::size_t i = 0; i < made_.leaves.size() && fault_.empty(); ++i) {
      const support::StLeaf& leaf = made_.leaves[i];
      if (leaf.hidden) continue;
      if (found_[i].variable == nullptr) {
        fault_ = leaf.name + " is not there";
        return;
      }
      const Term term = found_[i].variable->term;
      Value value = interpreter_.value(term);
      if (value.sort().is_array())
        value = value.select(value_of(found_[i].index, value.sort().index_sort()));
      ++compared_;
      if (number_of(value) != scan.values[i])
        fault_ = fmt::format("scan {}: {} is {}, and not {}", ended_, leaf.name, number_of(value),
                             scan.values[i]);
    }
  }

  const Case& made_;
  const st::ScanModel& model_;
  Interpreter interpreter_;
  std::vector<Found> found_;
  std::map<std::string, std::size_t> inputs_;
  std::size_t begun_ = 0, ended_ = 0;
  std::uint64_t compared_ = 0;
  std::string fault_;
};

/// Empty, or what is wrong.
std::string fault_of(const Case& made, std::uint64_t& compared) {
  st::ReadOptions options;
  options.entry = made.program.main().name;
  options.cycles = made.scans.size();
  options.cycle_time = st::ReadOptions::CycleTime{kCycle, kCycle};
  support::QuietContext context;
  st::ScanModel model;
  try {
    const Program program = read_st({{"random.st", made.text}}, options, context.log, &model);
    ScanRun run(made, program, model);
    std::string fault = run.run();
    compared += run.compared();
    return fault;
  } catch (const InputError& error) {
    return error.what();
  }
}

int run(const Options& options) {
  std::uint64_t scans = 0, full = 0, compared = 0, faults = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const Case made = make_case(seed, options);
    if (options.print) fmt::print("{}", made.text);
    if (!options.write.empty()) write_case(made, seed, options.write);
    scans += made.scans.size();
    full += made.scans.size() == options.scans;
    if (made.scans.empty() || !options.write.empty()) continue;
    if (const std::string fault = fault_of(made, compared); !fault.empty()) {
      ++faults;
      fmt::print("seed {}: {}\n", seed, fault);
    }
  }
  fmt::print("{} programs, {} scans, {} run to the end; {} values compared, {} programs differ\n",
             options.count, scans, full, compared, faults);
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::Options options;
  cairn::support::Arguments arguments(argc, argv);
  arguments.number("--count", options.count)
      .number("--first", options.first)
      .number("--scans", options.scans)
      .flag("--plain", options.plain)
      .flag("--print", options.print)
      .text("--write", options.write);
  if (!arguments.understood()) {
    fmt::print(stderr,
               "usage: st_differential [--count N] [--first SEED] [--scans N] [--plain] [--print] "
               "[--write FOLDER]\n");
    return 2;
  }
  return cairn::run(options);
}
