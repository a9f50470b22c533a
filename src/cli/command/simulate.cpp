// SPDX-License-Identifier: MIT
#include "cli/command/simulate.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/values.h"
#include "cli/verilog_options.h"
#include "format/aiger/aiger_witness.h"
#include "format/vcd/vcd_writer.h"
#include "input/language.h"
#include "input/reader.h"
#include "model/simulate.h"

namespace cairn {
namespace {

/// A random run, one of 64 at a time: the first that shows a bad state, else the first.
struct RandomRun {
  BitTrace trace;
  std::uint64_t runs = 0;
  bool found = false;
};

/// One run of a round, with the words that all 64 were fed.
BitTrace take_run(const BitSystem& system, const std::vector<std::uint64_t>& initial,
                  const std::vector<std::vector<std::uint64_t>>& inputs, unsigned run) {
  const auto bit = [run](std::uint64_t word) { return to_lbool((word >> run & 1) != 0); };
  BitTrace trace;
  for (std::size_t i = 0; i < system.latches.size(); ++i) trace.initial.push_back(bit(initial[i]));
  for (const auto& step : inputs) {
    auto& values = trace.inputs.emplace_back();
    for (const std::uint64_t word : step) values.push_back(bit(word));
  }
  return trace;
}

std::vector<std::uint64_t> random_words(Rng& rng, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t& word : words) word = rng.next();
  return words;
}

RandomRun random_run(const BitSystem& system, const SimulateArguments& arguments,
                     const Budget& budget) {
  Rng rng(arguments.session.seed);
  ParallelSimulator simulator(system);
  RandomRun result;
  for (std::uint32_t round = 0; round < arguments.rounds && !budget.exhausted(); ++round) {
    std::vector<std::uint64_t> initial;
    std::vector<std::vector<std::uint64_t>> inputs;
    result.runs += 64;
    for (std::uint32_t step = 0; step <= arguments.steps && !budget.exhausted(); ++step) {
      inputs.push_back(random_words(rng, system.inputs.size()));
      if (step == 0) {
        simulator.start(inputs.back(), random_words(rng, system.latches.size()));
        for (const Latch& latch : system.latches)
          initial.push_back(simulator.value(Lit(latch.var)));
      } else {
        simulator.step(inputs.back());
      }
      std::uint64_t bad = 0;
      for (const Lit lit : system.bad) bad |= simulator.value(lit);
      bad &= simulator.constrained();
      if (bad == 0) continue;
      result.trace =
          take_run(system, initial, inputs, static_cast<unsigned>(std::countr_zero(bad)));
      result.found = true;
      return result;
    }
    if (inputs.empty()) break;  // stopped before the first step
    // Nothing bad: show a run that obeyed the constraints throughout, if there is one.
    const unsigned run = simulator.constrained() == 0
                             ? 0
                             : static_cast<unsigned>(std::countr_zero(simulator.constrained()));
    if (round == 0 || simulator.constrained() != 0)
      result.trace = take_run(system, initial, inputs, run);
  }
  return result;
}

std::string bits(const TernarySimulator& run, const std::vector<Lit>& lits) {
  std::string text;
  for (const Lit lit : lits) text += "01x"[static_cast<int>(run.value(lit))];
  return text.empty() ? "-" : text;
}

/// A line a step: inputs, latches, then outputs, bad states, constraints where there are any.
void print_run(const BitSystem& system, const BitTrace& trace) {
  std::vector<Lit> inputs, latches;
  for (const Var input : system.inputs) inputs.push_back(Lit(input));
  for (const Latch& latch : system.latches) latches.push_back(Lit(latch.var));
  put(stdout, fmt::format("step inputs latches{}{}{}\n", system.outputs.empty() ? "" : " outputs",
                          system.bad.empty() ? "" : " bad",
                          system.constraints.empty() ? "" : " constraints"));
  TernarySimulator run(system);
  for (std::size_t step = 0; step < trace.length(); ++step) {
    if (step == 0)
      run.start(trace.inputs[0], trace.initial);
    else
      run.step(trace.inputs[step]);
    std::string line = fmt::format("{} {} {}", step, bits(run, inputs), bits(run, latches));
    for (const auto* lits : {&system.outputs, &system.bad, &system.constraints})
      if (!lits->empty()) line += " " + bits(run, *lits);
    put(stdout, fmt::format("{}\n", line));
  }
}

void tell_random(const BitSystem& system, const RandomRun& run, const Replay& judged,
                 const Log& log) {
  if (run.found)
    log.info("bad state {} is true in step {}: one of {} random runs shows it",
             describe_bad(system, judged.bad_fired.front()), judged.bad_step, run.runs);
  else if (judged.violated_step >= 0)
    log.info("{} random runs showed no bad state; constraints are violated from step {} on",
             run.runs, judged.violated_step);
  else
    log.info("{} random runs showed no bad state", run.runs);
}

void tell_replay(const BitSystem& system, const Replay& judged, const Log& log) {
  if (!judged.accepted) {
    log.info("the witness is not valid: {}", judged.reason);
    return;
  }
  for (const std::uint32_t bad : judged.bad_fired)
    log.info("bad state {} is true (first bad step: {})", describe_bad(system, bad),
             judged.bad_step);
  if (judged.loop_start >= 0) log.info("the run loops back to step {}", judged.loop_start);
}

int simulate_circuit(const SimulateArguments& arguments, Session& session) {
  BitSystem system = read_model(arguments.model, session.log()).system;
  adopt_outputs_as_bad(system);

  Replay judged;
  bool rejected = false;
  if (arguments.witness.empty()) {
    const RandomRun run = random_run(system, arguments, session.budget());
    judged = replay(system, run.trace);
    session.claim_answer();
    tell_random(system, run, judged, session.log());
  } else {
    const AigerWitness witness = read_aiger_witness(read_source(arguments.witness), system);
    if (witness.status != AigerWitness::Status::Unsafe)
      throw InputError({arguments.witness}, "this witness holds no run: expected status 1");
    judged = replay(system, witness.trace);
    rejected = !judged.accepted;
    session.claim_answer();
    tell_replay(system, judged, session.log());
  }
  BitTrace trace = judged.concrete;
  if (!arguments.vcd.empty()) write_file_atomically(arguments.vcd, write_vcd(system, trace));
  if (!arguments.write_witness.empty() && !judged.bad_fired.empty()) {
    trace.bad = {judged.bad_fired.front()};
    write_file_atomically(arguments.write_witness,
                          write_aiger_witness({AigerWitness::Status::Unsafe, trace}));
  }
  if (arguments.print) print_run(system, trace);
  return rejected ? kExitRejected : kExitDone;
}

int simulate(const SimulateArguments& arguments) {
  require_distinct(arguments.model, {&arguments.vcd, &arguments.gtkw, &arguments.write_witness});
  require_writable(arguments.vcd);
  require_writable(arguments.gtkw);
  require_writable(arguments.write_witness);
  Session session(arguments.session, [](Session&) { return static_cast<int>(kExitUnknown); });
  session.progress().phase = "simulate";
  const bool on_words = is_on_words(language_of(arguments.model));
  if (!on_words && !arguments.gtkw.empty())
    throw InputError({arguments.model}, "--gtkw has no meaning for AIGER");
  return on_words ? simulate_words(arguments, session) : simulate_circuit(arguments, session);
}

}  // namespace

void add_simulate_command(CLI::App& app, Action& chosen) {
  auto* command =
      app.add_subcommand("simulate", "Run a circuit or BTOR2 model, at random or along a witness");
  auto arguments = std::make_shared<SimulateArguments>();
  command->footer(
      "Random runs go 64 at a time; the one that shows a bad state is the one that is shown.\n"
      "A witness is judged by the rules of its format; one that is not valid: exit code 4.");
  command
      ->add_option("FILE", arguments->model,
                   "AIGER or BTOR2 file, gzipped or not, or a Verilog file")
      ->required();
  add_verilog_and_macro_options(*command, arguments->input.verilog);
  command
      ->add_option("--witness", arguments->witness, "Replay this witness instead of random inputs")
      ->type_name("FILE");
  command->add_option("--steps", arguments->steps, "Steps after the first of a random run")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole_number(0, 100'000'000));
  command->add_option("--rounds", arguments->rounds, "Rounds of 64 random runs")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole_number(1, 1'000'000'000));
  command->add_option("--vcd", arguments->vcd, "Write the run as a waveform for GTKWave")
      ->type_name("FILE");
  command
      ->add_option("--gtkw", arguments->gtkw,
                   "With --vcd, of BTOR2: write what GTKWave shows of the waveform")
      ->type_name("FILE");
  command
      ->add_option("--write-witness", arguments->write_witness,
                   "Write the run as a witness if a bad state was true")
      ->type_name("FILE");
  command->add_flag("!--no-print", arguments->print, "Don't print the run");
  add_session_options(*command, arguments->session);
  command->callback([arguments, &chosen] {
    if (arguments->vcd == "-" || arguments->write_witness == "-")
      throw CLI::ValidationError("simulate",
                                 "expected a file for --vcd or --write-witness, got '-'");
    if (arguments->gtkw == "-" || (!arguments->gtkw.empty() && arguments->vcd.empty()))
      throw CLI::ValidationError("--gtkw", "expected a file, and --vcd with another");
    chosen = [arguments] { return simulate(*arguments); };
  });
}

}  // namespace cairn
