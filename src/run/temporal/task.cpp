// SPDX-License-Identifier: MIT
#include "run/temporal/task.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "format/aiger/aiger_writer.h"
#include "logic/temporal/evaluate.h"
#include "model/simulate.h"
#include "transform/lower_word.h"

namespace cairn {
namespace {

/// All that is wanted as a literal is a bad state of the system that is lowered.
class TemporalLowering {
 public:
  explicit TemporalLowering(const WordModel& model) : model_(model), system_(model.system) {}

  std::size_t want(Term term) {
    system_.bad.push_back(term);
    return system_.bad.size() - 1;
  }
  std::size_t want_bits(Term term) {
    Terms& terms = *system_.terms;
    const std::size_t begin = system_.bad.size();
    if (terms.sort(term).is_bool()) return want(term);
    const std::uint32_t width = terms.sort(term).width();
    for (std::uint32_t i = 0; i < width; ++i)
      want(terms.equal(terms.extract(term, i, i), terms.bv(1, 1)));
    return begin;
  }
  std::size_t want_boolean(Term term) {
    Terms& terms = *system_.terms;
    return want(terms.sort(term).is_bool() ? term : terms.equal(term, terms.bv(1, 1)));
  }

  BitSystem lower(const std::string& file) {
    if (const auto problem = cannot_blast(system_)) throw InputError({file}, *problem);
    BitSystem circuit = LowerWord().apply(system_);
    wanted_ = circuit.bad;
    circuit.bad.resize(model_.system.bad.size());
    circuit.names.bad = {};
    return circuit;
  }
  Lit literal(std::size_t position) const { return wanted_[position]; }

 private:
  const WordModel& model_;
  WordSystem system_;
  std::vector<Lit> wanted_;
};

}  // namespace

TemporalTask temporal_task(const WordModel& model, TemporalModel temporal,
                           const std::string& file) {
  TemporalTask task;
  task.file = file;
  task.temporal = std::move(temporal);
  const Terms& terms = *model.system.terms;
  TemporalLowering lowering(model);
  std::vector<std::vector<std::size_t>> justice;
  std::vector<std::size_t> fairness, atoms, variables;
  for (const auto& set : model.justice) {
    justice.emplace_back();
    for (const Term term : set) justice.back().push_back(lowering.want_boolean(term));
  }
  for (const Term term : model.fairness) fairness.push_back(lowering.want_boolean(term));
  for (const Term atom : task.temporal.atoms) atoms.push_back(lowering.want_boolean(atom));
  for (const ShownVariable& variable : task.temporal.variables)
    variables.push_back(lowering.want_bits(variable.term));
  BitSystem circuit = lowering.lower(file);
  for (const auto& set : justice) {
    circuit.justice.emplace_back();
    for (const std::size_t position : set)
      circuit.justice.back().push_back(lowering.literal(position));
  }
  if (!fairness.empty() || !task.temporal.is_total) {
    task.any_run = static_cast<std::uint32_t>(circuit.justice.size());
    circuit.justice.push_back({kTrue});
  }
  for (const std::size_t position : fairness)
    circuit.fairness.push_back(lowering.literal(position));
  for (std::size_t i = 0; i < task.temporal.specifications.size(); ++i) {
    const TemporalSpecification& about = task.temporal.specifications[i];
    const std::string name = fmt::format("SPEC{}", i);
    if (about.bad) circuit.names.bad.set(*about.bad, name);
    if (about.justice) circuit.names.justice.set(*about.justice, name);
  }
  const auto add_output = [&](std::size_t position, const std::string& name) {
    circuit.names.outputs.set(circuit.outputs.size(), name);
    circuit.outputs.push_back(lowering.literal(position));
  };
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    task.atom_outputs.push_back(circuit.outputs.size());
    add_output(atoms[i], fmt::format("atom{}", i));
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ShownVariable& variable = task.temporal.variables[i];
    const Sort& sort = terms.sort(variable.term);
    const std::uint32_t width = sort.is_bool() ? 1 : sort.width();
    task.variable_outputs.push_back(circuit.outputs.size());
    task.variable_widths.push_back(width);
    for (std::uint32_t b = 0; b < width; ++b)
      add_output(variables[i] + b,
                 width == 1 ? variable.name : fmt::format("{}.{}", variable.name, b));
  }
  task.has_one_initial_state = std::ranges::all_of(
      circuit.latches, [](const Latch& latch) { return latch.has_constant_reset(); });
  task.circuit = read_aiger({file, write_aiger(circuit, AigerFormat::Ascii)});
  return task;
}

TemporalRun TemporalTask::run_of(const BitTrace& trace) const {
  const BitSystem& system = circuit.system;
  const Replay replayed = replay(system, trace);
  CAIRN_CHECK(replayed.accepted);
  TemporalRun run;
  if (replayed.loop_start >= 0) run.loop_start = static_cast<std::size_t>(replayed.loop_start);
  const auto words = [](const std::vector<Lbool>& values) {
    std::vector<std::uint64_t> found;
    for (const Lbool value : values) found.push_back(value == Lbool::True ? 1 : 0);
    return found;
  };
  ParallelSimulator simulator(system);
  for (std::size_t step = 0; step < replayed.concrete.inputs.size(); ++step) {
    const auto inputs = words(replayed.concrete.inputs[step]);
    if (step == 0)
      simulator.start(inputs, words(replayed.concrete.initial));
    else
      simulator.step(inputs);
    std::vector<bool> values;
    for (const Lit output : system.outputs) values.push_back((simulator.value(output) & 1) != 0);
    run.outputs.push_back(std::move(values));
  }
  return run;
}

std::string temporal_trace(const TemporalTask& task, std::size_t specification,
                           const BitTrace& trace) {
  const TemporalModel& model = task.temporal;
  const TemporalSpecification& about = model.specifications[specification];
  const TemporalRun shown = task.run_of(trace);
  const auto& steps = shown.outputs;
  const std::optional<std::size_t>& loop_start = shown.loop_start;
  std::string text = fmt::format("-- specification {} is {}\n", printable(about.text, 500),
                                 about.is_negated ? "true" : "false");
  if (about.formula) {
    const temporal::Run run{steps.size(), loop_start, [&](std::uint32_t atom, std::size_t step) {
                              return static_cast<bool>(steps[step][task.atom_outputs[atom]]);
                            }};
    const temporal::Evaluation evaluation(model.formulas, *about.formula, run);
    const temporal::Truth truth = evaluation.at(*about.formula, 0);
    if (truth == temporal::Truth::True || (loop_start && truth != temporal::Truth::False))
      internal_error(__FILE__, __LINE__, "the run does not violate the formula by its meaning");
    for (const std::string& line : evaluation.reasons(model.atom_texts))
      text += fmt::format("-- {}\n", line);
  }
  std::vector<std::string> before(model.variables.size());
  for (std::size_t step = 0; step < steps.size(); ++step) {
    if (loop_start == step) text += "-- Loop starts here\n";
    text += fmt::format("-> State {} <-\n", step + 1);
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      const ShownVariable& variable = model.variables[v];
      BitVector bits(task.variable_widths[v], 0);
      for (std::uint32_t b = 0; b < task.variable_widths[v]; ++b)
        bits.set_bit(b, steps[step][task.variable_outputs[v] + b]);
      std::string value = variable.text(bits);
      if (value == before[v]) continue;
      text += fmt::format("  {}{} = {}\n", variable.is_input ? "input " : "",
                          printable(variable.name), value);
      before[v] = std::move(value);
    }
  }
  if (loop_start) text += fmt::format("-- and again from state {} on\n", *loop_start + 1);
  return text;
}

}  // namespace cairn
