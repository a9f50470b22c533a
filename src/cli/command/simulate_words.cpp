// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "base/rng.h"
#include "cli/arguments.h"
#include "cli/command/simulate.h"
#include "cli/exit_code.h"
#include "format/btor2/btor2_witness.h"
#include "format/vcd/vcd_writer.h"
#include "input/word_reader.h"
#include "model/word_simulate.h"

namespace cairn {
namespace {

constexpr std::uint32_t kRunsOfARound = 64;  // as of circuits

/// Designs compare with zero and with the largest number more often than with others.
BitVector random_bits(std::uint32_t width, Rng& rng) {
  const std::uint64_t kind = rng.below(8);
  if (kind == 0) return BitVector(width, 0);
  if (kind == 1) return BitVector::ones(width);
  if (kind == 2) return BitVector(width, rng.below(4));
  std::vector<std::uint64_t> words((width + 63) / 64);
  for (std::uint64_t& word : words) word = rng.next();
  return BitVector::from_words(width, words);
}

Value random_scalar(const Sort& sort, Rng& rng) {
  if (sort.is_bool()) return Value(rng.chance(50));
  return Value(random_bits(sort.width(), rng));
}

/// Arrays have one value everywhere: the elements that a design has not written are seldom what
/// matters, and the trace stays readable.
Value random_value(const Sort& sort, Rng& rng) {
  if (!sort.is_array()) return random_scalar(sort, rng);
  return Value::constant_array(sort, random_scalar(sort.element_sort(), rng));
}

struct RandomWordRun {
  WordTrace trace;
  std::uint64_t runs = 0;
  bool found = false;  // a bad state, in the last step
};

/// Ends with the first bad state. `obeyed`: the constraints, throughout.
WordTrace one_run(const WordSystem& system, WordSimulator& simulator, std::uint32_t steps, Rng& rng,
                  const Budget& budget, bool& found, bool& obeyed) {
  const Terms& terms = *system.terms;
  const auto value_for = [&](Term term) { return random_value(terms.sort(term), rng); };
  WordTrace trace;
  found = false;
  obeyed = true;
  for (const WordState& state : system.states)
    if (!state.init.valid()) trace.initial.emplace(state.term, value_for(state.term));
  for (std::uint32_t step = 0; step <= steps && !found && !budget.exhausted(); ++step) {
    Assignment& inputs = trace.inputs.emplace_back();
    for (const Term input : system.inputs) inputs.emplace(input, value_for(input));
    if (step > 0)
      for (const WordState& state : system.states)
        if (!state.next.valid()) inputs.emplace(state.term, value_for(state.term));
    if (step == 0)
      simulator.begin(trace.initial, inputs);
    else
      simulator.advance(inputs);
    for (const Term constraint : system.constraints) obeyed &= simulator.is_true(constraint);
    for (const Term bad : system.bad) found |= obeyed && simulator.is_true(bad);
  }
  return trace;
}

RandomWordRun random_run(const WordSystem& system, const SimulateArguments& arguments,
                         const Budget& budget) {
  Rng rng(arguments.session.seed);
  WordSimulator simulator(system);
  RandomWordRun result;
  bool shown_obeys = false;
  const std::uint64_t runs = std::uint64_t{arguments.rounds} * kRunsOfARound;
  while (result.runs < runs && !result.found && (result.runs == 0 || !budget.exhausted())) {
    bool obeyed = true;
    WordTrace trace =
        one_run(system, simulator, arguments.steps, rng, budget, result.found, obeyed);
    // Nothing bad: the first run that obeyed the constraints throughout, if there is one.
    if (result.runs == 0 || result.found || (obeyed && !shown_obeys)) {
      result.trace = std::move(trace);
      shown_obeys = obeyed;
    }
    ++result.runs;
  }
  return result;
}

std::string shown(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool() ? "1" : "0";
  if (!value.sort().is_array()) {
    const BitVector& bits = value.bits();
    return bits.width() == 1 ? bits.to_binary() : fmt::format("0x{}", bits.to_hex());
  }
  constexpr std::size_t kMost = 8;
  std::string text;
  std::size_t count = 0;
  for (const auto& [index, element] : value.array().entries) {
    if (++count > kMost) {
      text += "..., ";
      break;
    }
    text += fmt::format("{}: {}, ", shown(index), shown(element));
  }
  return fmt::format("[{}else {}]", text, shown(value.array().otherwise));
}

/// What changed in each step.
void print_run(const WordModel& model, const WordTrace& trace) {
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  WordSimulator simulator(system, terms_of_outputs(model));
  std::vector<std::string> last;  // by line
  for (std::size_t step = 0; step < trace.length(); ++step) {
    if (step == 0)
      simulator.begin(trace.initial, trace.inputs[0]);
    else
      simulator.advance(trace.inputs[step]);
    put(stdout, fmt::format("step {}\n", step));
    std::size_t line = 0;
    const auto print = [&](std::string_view kind, Term term, std::string_view name) {
      std::string value = shown(simulator.value(term));
      if (line == last.size()) last.emplace_back();
      std::string& before = last[line++];
      if (value == before) return;
      put(stdout, fmt::format("  {:<10} {} = {}\n", kind, printable(name), value));
      before = std::move(value);
    };
    for (const Term input : system.inputs) print("input", input, terms.name(input));
    for (const WordState& state : system.states) print("state", state.term, terms.name(state.term));
    for (std::size_t i = 0; i < model.outputs.size(); ++i)
      print("output", model.outputs[i].term,
            model.outputs[i].name.empty() ? std::to_string(i) : model.outputs[i].name);
    for (std::size_t i = 0; i < system.bad.size(); ++i)
      if (simulator.is_true(system.bad[i]))
        put(stdout, fmt::format("  bad state {} is true\n", describe_bad(model, i)));
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
      if (!simulator.is_true(system.constraints[i]))
        put(stdout, fmt::format("  constraint {} is violated\n", i));
  }
}

}  // namespace

int simulate_words(const SimulateArguments& arguments, Session& session) {
  const WordModel model = read_word_model(arguments.model, language_of(arguments.model),
                                          arguments.input, session.log());
  const Log& log = session.log();
  WordTrace trace;
  std::vector<std::uint32_t> claimed;
  std::string random;
  if (arguments.witness.empty()) {
    RandomWordRun run = random_run(model.system, arguments, session.budget());
    trace = std::move(run.trace);
    random = run.found ? fmt::format("one of {} random runs shows it", run.runs)
                       : fmt::format("{} random runs showed no bad state", run.runs);
  } else {
    Btor2Witness witness = read_btor2_witness(read_source(arguments.witness), model);
    if (witness.bad.empty())
      throw InputError({arguments.witness},
                       "a witness of a justice property, which is not judged yet");
    trace = std::move(witness.trace);
    claimed = witness.bad;
  }
  const WordReplay judged = replay(model.system, trace);
  session.claim_answer();
  std::string wrong;
  for (const std::uint32_t bad : claimed)
    if (std::find(judged.bad.begin(), judged.bad.end(), bad) == judged.bad.end())
      wrong = fmt::format("bad state {} is not true in its last step", describe_bad(model, bad));
  if (!claimed.empty() && judged.violated_step)
    wrong = fmt::format("constraint {} is violated in step {}", *judged.violated,
                        *judged.violated_step);
  if (!wrong.empty()) {
    log.info("the witness is not valid: {}", wrong);
  } else if (!judged.bad.empty() && !judged.violated_step) {
    log.info("bad state {} is true in step {}{}{}", describe_bad(model, judged.bad.front()),
             trace.length() - 1, random.empty() ? "" : ": ", random);
  } else if (judged.violated_step) {
    log.info("{}{}constraint {} is violated in step {}", random, random.empty() ? "" : "; ",
             *judged.violated, *judged.violated_step);
  } else if (!random.empty()) {
    log.info("{}", random);
  }
  if (!arguments.vcd.empty()) {
    WaveformOptions options{std::nullopt, "", arguments.vcd};
    if (!judged.bad.empty()) options.bad = judged.bad.front();
    const Waveform waveform = write_waveform(model, trace, options);
    write_file_atomically(arguments.vcd, waveform.vcd);
    if (!arguments.gtkw.empty()) write_file_atomically(arguments.gtkw, waveform.gtkw);
  }
  if (!arguments.write_witness.empty() && !judged.bad.empty() && !judged.violated_step)
    write_file_atomically(arguments.write_witness,
                          write_btor2_witness(model, {judged.bad, {}, trace}));
  if (arguments.print) print_run(model, trace);
  return wrong.empty() ? kExitDone : kExitRejected;
}

}  // namespace cairn
