// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <new>
#include <optional>

#include "base/error.h"
#include "base/output.h"
#include "cli/answer.h"
#include "cli/arguments.h"
#include "cli/cluster.h"
#include "cli/commands.h"
#include "cli/engine_options.h"
#include "cli/exit_code.h"
#include "cli/job_plans.h"
#include "cli/plans.h"
#include "cli/portfolio_options.h"
#include "cli/program.h"
#include "cli/program_engine_options.h"
#include "cli/worker_display.h"
#include "input/reader.h"
#include "run/constraint_vacuity.h"

namespace cairn {
namespace {

struct CheckArguments {
  AnswerOptions answer;
  SessionOptions session;
  CheckOptions check;
  std::optional<std::string> property;
  bool strict = false;  ///< an empty `safe` is no answer
  std::vector<std::string> files;
  PortfolioArguments portfolio;
  ClusterArguments cluster;
  ProgramArguments program;  ///< what only programs have; the rest is copied when the file is one
  bool is_program = false;   ///< the files are one
};

Unknown unknown_so_far(Session& session) {
  return unknown_for(session.budget().reason(), session.progress().bound);
}

/// A proof about a circuit that has no runs, or short ones only, is said to be one; it is no answer
/// if such proofs are not wanted.
void look_for_emptiness(const BitSystem& system, bool strict, Session& session,
                        CheckOutcome& outcome) {
  if (!std::holds_alternative<Safe<BitSystem>>(outcome.answer)) return;
  outcome.impossible_step = first_impossible_step(system, {}, session.context());
  if (!outcome.impossible_step || !strict) return;
  outcome.answer =
      Unknown{Unknown::Reason::Unsupported, describe_impossible_step(*outcome.impossible_step), -1};
  outcome.certificate.reset();
  outcome.decided_by.clear();
}

/// Reads and checks; bad_alloc becomes Unknown with what is known.
CheckOutcome read_and_check(CheckArguments& arguments, WorkerDisplay& display, Session& session,
                            AigerModel& model, AnswerGiver& giver) {
  try {
    session.progress().phase = "reading";
    const Source source = read_source(arguments.answer.model);
    model = read_model_with_properties(source, session.log());
    giver.set_model(&model.system);
    if (arguments.property)
      arguments.check.property = find_property(model.system, *arguments.property, source.name);
    CheckOutcome outcome;
    if (arguments.cluster.submits())
      outcome = check_on_cluster({model, source, source.name, arguments.check.property},
                                 arguments.cluster, arguments.session, display, session);
    else
      outcome = run_check(model, arguments.check, session.context());
    if (arguments.answer.format != AnswerFormat::Hwmcc)
      look_for_emptiness(model.system, arguments.strict, session, outcome);
    return outcome;
  } catch (const std::bad_alloc&) {
    session.budget().request_stop(StopReason::Memory);
    CheckOutcome outcome;
    outcome.answer = unknown_so_far(session);
    return outcome;
  }
}

int check(CheckArguments& arguments) {
  for (const auto* path :
       {&arguments.answer.witness, &arguments.answer.certificate, &arguments.answer.json,
        &arguments.answer.vcd, &arguments.check.engines.configs.ic3.record})
    require_writable(*path);
  // Witness and certificate may share a name: only one of them is ever written.
  for (const auto* evidence : {&arguments.answer.witness, &arguments.answer.certificate})
    require_distinct(arguments.answer.model,
                     {evidence, &arguments.answer.json, &arguments.answer.vcd,
                      &arguments.check.engines.configs.ic3.record});
  arguments.check.model_name = arguments.answer.model;

  // In this order: the session's thread uses the giver, and the giver the model.
  AigerModel model;
  AnswerGiver giver(arguments.answer, arguments.check.engine, arguments.session.seed);
  std::int64_t told = -1;
  const auto tell_bound = [&](Session& running) {
    const std::int64_t bound = running.progress().bound;
    if (bound > told) giver.bound_cleared(told = bound);
  };
  WorkerDisplay display;
  const auto answer_instead = [&](Session& running) {
    CheckOutcome so_far;
    so_far.answer = unknown_so_far(running);
    so_far.portfolio = display.last();
    tell_bound(running);
    return giver.give(so_far, running.log());
  };
  Session session(arguments.session, answer_instead, tell_bound);

  arguments.check.portfolio.on_status = [&](const PortfolioReport& report) {
    display.show(report, session);
  };

  std::optional<CheckOutcome> outcome;
  try {
    outcome = read_and_check(arguments, display, session, model, giver);
  } catch (...) {
    session.claim_answer();
    throw;
  }
  session.claim_answer();
  tell_bound(session);
  return giver.give(*outcome, session.log());
}

/// Without waiting for the answer.
int submit(const CheckArguments& arguments) {
  const Log log(arguments.session.level);
  const Source source = read_source(arguments.answer.model);
  const AigerModel model = read_model_with_properties(source, log);
  std::optional<std::uint32_t> property;
  if (arguments.property) property = find_property(model.system, *arguments.property, source.name);
  const std::string job = submit_to_cluster({model, source, source.name, property},
                                            arguments.cluster, arguments.session, log);
  put(stdout, job + "\n");
  return kExitDone;
}

/// After the command line was read: what the workers of a circuit do, if there are to be several.
void prepare_workers(const CLI::App& command, CheckArguments& arguments) {
  PortfolioOptions& portfolio = arguments.check.portfolio;
  const auto written =
      choose_plans(command, arguments.portfolio, arguments.check.engine, EnginesFor::Circuits);
  portfolio.plans = worker_plans(written, arguments.check, arguments.session.seed);
  portfolio.slots = arguments.portfolio.workers;
  portfolio.share = arguments.portfolio.share;
  portfolio.bytes = arguments.session.limits.bytes;
}

/// The same for a program.
void prepare_program_workers(const CLI::App& command, CheckArguments& arguments) {
  const auto written =
      choose_plans(command, arguments.portfolio, arguments.check.engine, EnginesFor::Programs);
  ProgramPortfolioOptions& workers = arguments.program.workers;
  workers.slots = arguments.portfolio.workers;
  workers.bytes = arguments.session.limits.bytes;
  for (const WrittenPlan& plan : written) {
    PlanSettings settings;
    settings.check = arguments.check;
    settings.check.engine = "auto";
    settings.program = arguments.program.check;
    settings.program.bit_passes = arguments.check.passes;
    settings.seed = arguments.session.seed + earlier_equals(written, workers.plans.size());
    settings = read_plan(plan, std::move(settings), EnginesFor::Programs);
    workers.plans.push_back({plan.plan.name, plan.plan.words, std::move(settings.program),
                             settings.seed, settings.weight});
  }
}

/// What is submitted: by default the list for many workers, whoever may come.
void prepare_cluster(const CLI::App& command, CheckArguments& arguments) {
  constexpr std::uint32_t kUsualPlans = 16;
  PortfolioArguments wanted = arguments.portfolio;
  std::string engine = arguments.check.engine;
  const bool is_given = command.get_option("--engine")->count() > 0;
  if (!is_given) engine = kPortfolio;
  if (!is_given && command.get_option("--workers")->count() == 0) wanted.workers = kUsualPlans;
  const auto models = arguments.is_program ? EnginesFor::Programs : EnginesFor::Circuits;
  std::vector<WrittenPlan> written = choose_plans(command, wanted, engine, models);
  if (written.empty()) written.push_back({{engine, "--engine " + engine}, {kOwnPlans}});
  PlanSettings given;
  given.check = arguments.check;
  given.program = arguments.program.check;
  given.seed = arguments.session.seed;
  arguments.cluster.plans = job_plans(command, written, given, models);
  arguments.check.engine = engine;
}

/// The options that programs share with circuits.
int check_as_program(CheckArguments& arguments) {
  ProgramArguments& program = arguments.program;
  program.input.files = arguments.files;
  program.property = arguments.property.value_or("");
  program.strict = arguments.strict;
  program.session = arguments.session;
  program.cluster = arguments.cluster;
  program.check.engine = arguments.check.engine;
  program.check.engines = arguments.check.engines;
  program.check.bit_passes = arguments.check.passes;
  program.answer.plan = arguments.answer.plan;
  program.answer.witness = arguments.answer.witness;
  program.answer.certificate = arguments.answer.certificate;
  program.answer.json = arguments.answer.json;
  program.answer.exit_zero = arguments.answer.exit_zero;
  return check_program_files(program);
}

void add_core_option(CLI::App& command, bool& core) {
  command.add_flag("--core", core,
                   "If there is no verdict: tell which latches the cleared bound depends on (with "
                   "--bmc-last; takes another question)");
}

void validate(const CheckArguments& arguments) {
  if (const std::string fault = turn_problem(arguments.check.engines.turn); !fault.empty())
    throw CLI::ValidationError("--turn", fault);
  const auto [engine, problem] = arguments.check.engines.configs.validate();
  if (!problem.empty()) throw CLI::ValidationError(engine, problem);
  const auto [on_automata, fault] = arguments.program.check.program_engines.validate();
  if (!fault.empty()) throw CLI::ValidationError(on_automata, fault);
  const AnswerOptions& answer = arguments.answer;
  if (arguments.check.engines.configs.ic3.record == "-")
    throw CLI::ValidationError("--ic3-record", "expected a file, got '-'");
  if (arguments.cluster.detach && !arguments.cluster.submits())
    throw CLI::ValidationError("--detach", "has no meaning without --redis");
  if (arguments.cluster.submits() && arguments.check.core)
    throw CLI::ValidationError("--core", "has no meaning with --redis");
  if (answer.vcd == "-") throw CLI::ValidationError("--vcd", "expected a file, got '-'");
  if (answer.json == "-" && (answer.witness == "-" || answer.certificate == "-"))
    throw CLI::ValidationError("--json",
                               "standard output can carry the JSON or the evidence, not both");
}

/// Options that mean nothing for what the files are.
void validate_kind(const CheckArguments& arguments) {
  const auto refuse = [](bool is_given, const char* option, const char* kind) {
    if (is_given) throw CLI::ValidationError(option, fmt::format("has no meaning for {}", kind));
  };
  const bool program = arguments.is_program;
  if (!arguments.program.input.language)
    for (const std::string& file : arguments.files)
      if (is_program(language_of(file)) != program)
        throw CLI::ValidationError("FILE", "expected programs or a circuit, not both");
  const AnswerOptions& circuit = arguments.answer;
  const ProgramAnswerOptions& evidence = arguments.program.answer;
  if (program) {
    refuse(!circuit.vcd.empty(), "--vcd", "programs");
    refuse(circuit.format != AnswerFormat::Words, "--answer", "programs");
    refuse(arguments.check.core, "--core", "programs");
  } else {
    if (is_program_engine(arguments.check.engine))
      throw CLI::ValidationError("--engine",
                                 fmt::format("{} is an engine for programs, and {} is a circuit",
                                             arguments.check.engine, arguments.files.front()));
    refuse(!evidence.harness.empty(), "--harness", "circuits");
    refuse(!evidence.sv_witness.empty(), "--svcomp-witness", "circuits");
    refuse(!evidence.graphml.empty(), "--graphml", "circuits");
    if (arguments.files.size() > 1)
      throw CLI::ValidationError("FILE", "expected one circuit, got several files");
  }
}

}  // namespace

void add_check_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("check",
                                     "Decide whether a bad state of a circuit, or an error of a "
                                     "program, is reachable");
  auto arguments = std::make_shared<CheckArguments>();
  command->footer(
      "The answer goes to standard output, messages to standard error. Examples:\n"
      "  cairn check design.aig --timeout 5m --witness bug.aiw --vcd bug.vcd\n"
      "  cairn check design.aag --certificate proof.aag --json -\n"
      "  cairn check design.aag --engine bmc --bmc-last 100\n"
      "  cairn check prog.c -Iinclude -DNDEBUG -m32 --check all --harness bug.c\n"
      "  cairn check -p build src/queue.c --entry enqueue\n"
      "  cairn check prog.c --property unreach-call.prp --svcomp-witness witness.yml");
  command
      ->add_option("FILE", arguments->files,
                   "AIGER file, gzipped or not; or a program: C files (.c, .i), or one in IVL "
                   "(.ivl); - is standard input, whatever is there")
      ->type_name("");
  add_plan_option(*command, arguments->answer.plan);
  add_engine_option(*command, arguments->check.engine, EnginesFor::Programs, Workers::Yes);
  add_portfolio_options(*command, arguments->portfolio);
  add_cluster_options(*command, arguments->cluster);
  add_turn_options(*command, arguments->check.engines);
  add_core_option(*command, arguments->check.core);
  command->add_option("--property", arguments->property,
                      "Circuits: check this bad state only, by number or name (default: all). "
                      "Programs: a property file of SV-COMP, or a property by name (unreach-call, "
                      "no-overflow, ...); or assertions, each "
                      "of which gets a verdict: all, one by its number, or FILE:LINE[:COLUMN]");
  command->add_flag("--strict", arguments->strict,
                    "A proof that says nothing is no answer but unknown: no assertion, one that no "
                    "run gets to, constraints that nothing satisfies");
  add_passes_option(*command, arguments->check.passes,
                    "Simplifications to run first, in order, or 'none'");
  command
      ->add_option("--witness", arguments->answer.witness,
                   "Write the counterexample (AIGER; of a program, its run as text); - after the "
                   "answer")
      ->type_name("FILE");
  command
      ->add_option("--certificate", arguments->answer.certificate,
                   "Write the proof: as a witness circuit, binary if the name ends in .aig; of a "
                   "program, formulas as text")
      ->type_name("FILE");
  command->add_option("--vcd", arguments->answer.vcd, "Write the counterexample as a waveform")
      ->type_name("FILE");
  command
      ->add_option("--json", arguments->answer.json,
                   "Write the run as JSON; - instead of the answer")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--answer",
          [arguments](const std::string& name) {
            arguments->answer.format = name == "hwmcc"   ? AnswerFormat::Hwmcc
                                       : name == "aiger" ? AnswerFormat::Aiger
                                                         : AnswerFormat::Words;
          },
          "What standard output carries: words (safe, unsafe, unknown), hwmcc (unsat, sat), aiger "
          "(0, 1, 2, with witness and bounds)")
      ->check(CLI::IsMember({"words", "hwmcc", "aiger"}).description(""))
      ->type_name("words|hwmcc|aiger");
  command->add_flag("--exit-zero", arguments->answer.exit_zero,
                    "End with 0 whatever the verdict, for callers that take others for failures");
  add_session_options(*command, arguments->session);
  add_engine_options(*command, arguments->check.engines.configs);
  add_pass_options(*command, arguments->check.engines.passes);
  add_program_input_options(*command, arguments->program.input);
  add_program_pass_options(*command, arguments->program.check.passes);
  add_lowering_options(*command, arguments->program.check);
  add_program_engine_options(*command, arguments->program.check.program_engines);
  add_program_evidence_options(*command, arguments->program.answer);
  command->callback([command, arguments, &chosen] {
    validate(*arguments);
    complete_files(arguments->files, arguments->program.input.compile_commands);
    arguments->is_program = is_program(
        arguments->program.input.language.value_or(language_of(arguments->files.front())));
    validate_kind(*arguments);
    std::erase(arguments->check.passes, "none");
    if (arguments->cluster.submits())
      prepare_cluster(*command, *arguments);
    else if (arguments->is_program)
      prepare_program_workers(*command, *arguments);
    else
      prepare_workers(*command, *arguments);
    arguments->answer.model = arguments->files.front();
    chosen = [arguments] {
      if (arguments->is_program) return check_as_program(*arguments);
      return arguments->cluster.detach ? submit(*arguments) : check(*arguments);
    };
  });
}

void add_svcomp_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "svcomp",
      "The software competition's call: the last line is RESULT: TRUE, FALSE(unreach-call) or "
      "UNKNOWN(reason)");
  auto arguments = std::make_shared<CheckArguments>();
  arguments->program.answer.format = ProgramAnswerOptions::Format::Result;
  arguments->program.input.c.externals = CReadOptions::Externals::Pure;
  arguments->answer.exit_zero = true;
  // What the competition's tasks have, if they don't say.
  arguments->program.input.c.data_model = CReadOptions::DataModel::ILP32;
  command->add_option("FILE", arguments->files, "C files")->type_name("");
  command
      ->add_option("--property", arguments->property,
                   "The property file, or a property by name, such as unreach-call")
      ->type_name("FILE");
  add_engine_option(*command, arguments->check.engine, EnginesFor::Programs, Workers::Yes);
  add_portfolio_options(*command, arguments->portfolio);
  add_turn_options(*command, arguments->check.engines);
  add_session_options(*command, arguments->session);
  add_program_input_options(*command, arguments->program.input);
  add_program_pass_options(*command, arguments->program.check.passes);
  add_lowering_options(*command, arguments->program.check);
  add_program_evidence_options(*command, arguments->program.answer);
  command->callback([command, arguments, &chosen] {
    validate(*arguments);
    complete_files(arguments->files, arguments->program.input.compile_commands);
    if (!arguments->program.input.language && !arguments->files.front().ends_with(".ivl"))
      arguments->program.input.language = Language::C;
    prepare_program_workers(*command, *arguments);
    chosen = [arguments] { return check_as_program(*arguments); };
  });
}

void add_hwmcc_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "hwmcc", "The competition's call: prints sat or unsat and writes the matching certificate");
  auto arguments = std::make_shared<CheckArguments>();
  arguments->answer.format = AnswerFormat::Hwmcc;
  arguments->session.level = LogLevel::Quiet;
  command->add_option("BENCH", arguments->answer.model, "AIGER file")->required();
  command->add_option("CERT.SAT", arguments->answer.witness, "Where a counterexample goes")
      ->required();
  command
      ->add_option("CERT.UNSAT", arguments->answer.certificate,
                   "Where a witness circuit goes; binary if the name ends in .aig")
      ->required();
  add_plan_option(*command, arguments->answer.plan);
  add_engine_option(*command, arguments->check.engine, EnginesFor::Circuits, Workers::Yes);
  add_portfolio_options(*command, arguments->portfolio);
  add_turn_options(*command, arguments->check.engines);
  add_session_options(*command, arguments->session);
  add_engine_options(*command, arguments->check.engines.configs);
  command->callback([command, arguments, &chosen] {
    validate(*arguments);
    prepare_workers(*command, *arguments);
    chosen = [arguments] { return check(*arguments); };
  });
}

}  // namespace cairn
