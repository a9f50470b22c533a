// SPDX-License-Identifier: MIT
//
// `cairn check`, and the same for the competitions: `cairn hwmcc` and `cairn svcomp`.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/command/sby.h"
#include "cli/commands.h"
#include "cli/display/worker_display.h"
#include "cli/exit_code.h"
#include "cli/program_options.h"
#include "cli/redis_options.h"
#include "cli/search_options.h"
#include "cli/st_options.h"
#include "cli/subject.h"
#include "cli/values.h"
#include "cli/verilog_options.h"
#include "cli/workers_options.h"
#include "input/c/checks.h"
#include "remote/job_plans.h"
#include "remote/remote_error.h"

namespace cairn {
namespace {

struct CheckArguments {
  SubjectOptions subject;
  SessionOptions session;
  WorkersArguments workers;
  RedisArguments redis;
  bool detach = false;         ///< submit and leave
  std::vector<JobPlan> plans;  ///< of workers elsewhere
  std::vector<std::string> formulas, ctl_formulas;
  std::string formula_file;
  Language language = Language::Circuit;

  bool submits() const { return !redis.address.empty(); }
  std::vector<std::string>& files() { return subject.input.files; }
};

/// Each property has evidence of its own, in folders.
bool has_folders(const CheckArguments& arguments) {
  if (!arguments.subject.ltl.empty())
    return !arguments.subject.property || arguments.subject.property == "all";
  return arguments.subject.property == "all"
             ? !is_program(arguments.language)
             : (arguments.language == Language::Verilog || arguments.language == Language::Smv) &&
                   !arguments.subject.property;
}

/// Before anything takes time: what is to be written can be, and nothing is written over.
void require_outputs(const CheckArguments& arguments) {
  const SubjectOptions& subject = arguments.subject;
  const AnswerOptions& answer = subject.answer;
  const std::string& record = subject.configuration.engines.configs.ic3.record;
  const std::string& log = subject.configuration.engines.configs.ic3.journal;
  const auto reports = {&answer.json,  &answer.page, &answer.junit,
                        &answer.sarif, &record,      &subject.checkpoint.keep,
                        &log};
  const auto others = {&answer.vcd,     &answer.gtkw,       &answer.testbench, &answer.lemmas,
                       &answer.harness, &answer.sv_witness, &answer.graphml};
  for (const std::string* path : reports) require_writable(*path);
  for (const std::string* path : others)
    if (!has_folders(arguments)) require_writable(*path);
  if (has_folders(arguments)) {  // in which files of several kinds have different names
    for (const std::string& file : answer.files) require_distinct(file, reports);
    return;
  }
  // Witness and certificate may share a name: only one of them is ever written.
  for (const auto* evidence : {&answer.witness, &answer.certificate}) {
    require_writable(*evidence);
    for (const std::string& file : answer.files)
      require_distinct(
          file, {evidence, &answer.json, &answer.page, &subject.checkpoint.keep, &answer.junit,
                 &answer.sarif, &answer.vcd, &answer.gtkw, &answer.testbench, &answer.lemmas,
                 &answer.harness, &answer.sv_witness, &answer.graphml, &record, &log});
  }
}

ClusterOptions cluster_options(const CheckArguments& arguments, const Log& log) {
  return {redis_address(arguments.redis, log), arguments.plans, arguments.session.limits, {}};
}

/// Without waiting for the answer.
int submit(const CheckArguments& arguments) {
  Session session(arguments.session, [](Session& running) {
    put(stderr, fmt::format("cairn: error: the job was not submitted: {}\n",
                            unknown_so_far(running).explanation));
    return static_cast<int>(kExitInputError);
  });
  const auto subject = make_subject(arguments.language, arguments.subject);
  std::string job;
  try {
    subject->read(session);
    job = submit_to_cluster(subject->task(), cluster_options(arguments, session.log()),
                            session.log());
  } catch (...) {
    session.claim_answer();
    throw;
  }
  session.claim_answer();
  put(stdout, job + "\n");
  return kExitDone;
}

/// Engines add to the log, one after the other; what an earlier run wrote goes.
void begin_log_of_ic3(const CheckArguments& arguments) {
  const std::string& log = arguments.subject.configuration.engines.configs.ic3.journal;
  if (!log.empty()) write_file_atomically(log, "");
}

int check_whatever(CheckArguments& arguments) {
  require_outputs(arguments);
  begin_log_of_ic3(arguments);
  if (arguments.detach) return submit(arguments);
  WorkerDisplay display;
  Session* running = nullptr;  // whose live line the workers are shown with
  const auto show = [&](const PortfolioReport& report) { display.show(report, *running); };
  arguments.subject.workers.on_status = show;
  const auto subject = make_subject(arguments.language, arguments.subject);
  return run_subject(
      *subject, arguments.session, [&] { return display.last(); },
      [&](Session& session) {
        running = &session;
        subject->read(session);
        if (arguments.submits()) {
          ClusterOptions options = cluster_options(arguments, session.log());
          options.on_status = show;
          subject->accept(check_on_cluster(subject->task(), options, session.context()));
        } else {
          subject->decide(session);
        }
        subject->look_closer(session);
      });
}

/// With --json, an input error is a report, too; `what` is as main() will say it.
void report_error(const CheckArguments& arguments, const std::string& what,
                  const std::string& file) {
  AnswerOptions answer = arguments.subject.answer;
  answer.files = arguments.subject.input.files;
  answer.command = command_line();
  const std::string report = error_report(what, facts_of(answer, std::chrono::steady_clock::now()));
  const std::string page = answer.page.empty() ? std::string() : report_page(report);
  if (answer.json == "-") put(stdout, report);
  annotate(answer, report);
  // The error is older, and nothing is written over.
  for (std::string* path : {&answer.json, &answer.page, &answer.junit, &answer.sarif}) try {
      if (file == *path) *path = "";
      for (const std::string& input : answer.files) require_distinct(input, {path});
      require_distinct(arguments.workers.file, {path});
    } catch (const InputError&) {
      *path = "";
    }
  write_report(answer, report);
  if (is_file(answer.page)) write_file_atomically(answer.page, page);
}

int check(CheckArguments& arguments) {
  try {
    return check_whatever(arguments);
  } catch (const InputError& error) {
    report_error(arguments, error.what(), error.position().file);
    throw;
  } catch (const RemoteError& error) {
    report_error(arguments, error.what(), "");
    throw;
  }
}

/// After the command line was read: what workers do, if there are to be several. On a cluster, by
/// default, the schedule for many, whoever may come.
void prepare_workers(const CLI::App& command, CheckArguments& arguments) {
  constexpr std::uint32_t kUsualPlans = 16;
  SubjectOptions& subject = arguments.subject;
  const bool of_programs = is_program(arguments.language);
  WorkersArguments wanted = arguments.workers;
  std::string engine = subject.configuration.engine;
  const bool is_given = command.get_option("--engine")->count() > 0 || !subject.answer.plan.empty();
  if (arguments.submits()) {
    if (!is_given) engine = kPortfolio;
    if (!is_given && command.get_option("--workers")->count() == 0) wanted.workers = kUsualPlans;
  }
  std::vector<WrittenPlan> written = choose_plans(wanted, engine, is_given, of_programs);
  if (written.empty() && arguments.submits()) written = written_schedule(1, of_programs, engine);
  std::vector<WorkerPlan> plans =
      worker_plans(written, subject.configuration, arguments.session.seed, of_programs);
  subject.answer.engine = engine;
  if (arguments.submits()) {
    for (std::size_t i = 0; i < plans.size(); ++i) try {
        arguments.plans.push_back(job_plan(plans[i]));
      } catch (const InputError& error) {
        throw InputError(written[i].at, error.message());
      }
    return;
  }
  subject.workers.plans = std::move(plans);
  subject.workers.slots = wanted.workers;
  subject.workers.share = subject.configuration.share;
  subject.workers.bytes = arguments.session.limits.bytes;
}

void validate(const CheckArguments& arguments) {
  const SubjectOptions& subject = arguments.subject;
  if (const std::string problem = subject.configuration.validate(); !problem.empty())
    throw CLI::ValidationError(problem);
  const AnswerOptions& answer = subject.answer;
  if (subject.configuration.engines.configs.ic3.record == "-")
    throw CLI::ValidationError("--ic3-record", "expected a file, got '-'");
  const std::string& log = subject.configuration.engines.configs.ic3.journal;
  if (log == "-") throw CLI::ValidationError("--log-ic3", "expected a file, got '-'");
  const std::vector<std::string>& checks = subject.input.c.checks;
  if (arguments.language == Language::C)
    for (const std::string& check : checks)
      if (check != "all" && !is_c_check(check))
        throw CLI::ValidationError("--check",
                                   fmt::format("{} is for Structured Text, and not for C", check));
  if (std::ranges::find(checks, "unwinding") != checks.end() && !subject.input.c.unwind)
    throw CLI::ValidationError("--check", "unwinding needs the iterations of a loop: --unwind N");
  if (arguments.detach && !arguments.submits())
    throw CLI::ValidationError("--detach", "has no meaning without --redis");
  if (arguments.submits() && subject.core)
    throw CLI::ValidationError("--core", "has no meaning with --redis");
  if (answer.page == "-") throw CLI::ValidationError("--report", "expected a file, got '-'");
  if (answer.vcd == "-") throw CLI::ValidationError("--vcd", "expected a file, got '-'");
  for (const auto& [path, option] : {std::pair(&answer.gtkw, "--gtkw"),
                                     {&answer.junit, "--junit"},
                                     {&answer.sarif, "--sarif"},
                                     {&answer.testbench, "--testbench"},
                                     {&answer.lemmas, "--lemmas"}})
    if (*path == "-") throw CLI::ValidationError(option, "expected a file, got '-'");
  if (subject.checkpoint.is_wanted() && (arguments.submits() || arguments.workers.workers > 1))
    throw CLI::ValidationError("--checkpoint", "is for one process, without workers");
  if (subject.checkpoint.is_wanted() && has_folders(arguments))
    throw CLI::ValidationError("--checkpoint", "is for one verdict: name a property (--property)");
  if (arguments.submits() && !subject.invariants.empty())
    throw CLI::ValidationError("--invariant", "has no meaning with --redis");
  if (!answer.gtkw.empty() && answer.vcd.empty())
    throw CLI::ValidationError("--gtkw", "needs the waveform that it shows: --vcd FILE");
  if (answer.json == "-" && answer.json_lines)
    throw CLI::ValidationError("--json-lines", "standard output can carry one form of JSON");
  if ((answer.json == "-" || answer.json_lines) &&
      (answer.witness == "-" || answer.certificate == "-"))
    throw CLI::ValidationError("--json",
                               "standard output can carry the JSON or the evidence, not both");
}

/// Files of one kind belong together: programs, or a design in Verilog.
int kind_of(Language language) {
  return is_program(language) ? 1 : language == Language::Verilog ? 2 : 0;
}

/// Options that mean nothing for what the files are.
void validate_language(const CheckArguments& arguments) {
  const auto refuse = [](bool is_given, const char* option, const char* kind) {
    if (is_given) throw CLI::ValidationError(option, fmt::format("has no meaning for {}", kind));
  };
  const SubjectOptions& subject = arguments.subject;
  const AnswerOptions& answer = subject.answer;
  const auto refuse_of_designs = [&](const char* kind) {
    refuse(!answer.gtkw.empty(), "--gtkw", kind);
    refuse(!answer.lemmas.empty(), "--lemmas", kind);
    refuse(!subject.invariants.empty(), "--invariant", kind);
  };
  const bool has_ltl = !arguments.formulas.empty() || !arguments.formula_file.empty();
  const bool has_ctl = !arguments.ctl_formulas.empty();
  refuse(has_ltl && arguments.language == Language::Smv, "--ltl", "SMV, whose files have LTLSPEC");
  refuse(has_ctl && arguments.language == Language::Smv, "--ctl", "SMV, whose files have CTLSPEC");
  if (is_program(arguments.language)) {
    refuse(has_ltl, "--ltl", "programs");
    refuse(has_ctl, "--ctl", "programs");
    refuse(subject.shortest, "--shortest", "programs");
    const bool is_st = arguments.language == Language::StructuredText;
    if (!is_st) {
      refuse(!answer.vcd.empty(), "--vcd", "programs");
      refuse(!answer.testbench.empty(), "--testbench", "programs");
    }
    refuse(is_st && !answer.harness.empty(), "--harness", "Structured Text");
    refuse(is_st && !answer.sv_witness.empty(), "--svcomp-witness", "Structured Text");
    refuse(is_st && !answer.graphml.empty(), "--graphml", "Structured Text");
    refuse_of_designs("programs");
    refuse(answer.format == AnswerFormat::Hwmcc || answer.format == AnswerFormat::Aiger, "--answer",
           "programs");
    refuse(subject.core, "--core", "programs");
    refuse(subject.checkpoint.is_wanted(), "--checkpoint", "programs");
    return;
  }
  const EngineEntry* engine = find_engine(subject.configuration.engine);
  const bool on_words = is_on_words(arguments.language);
  const bool verilog = arguments.language == Language::Verilog;
  if (engine != nullptr && engine->rung() == Rung::Automaton)
    throw CLI::ValidationError("--engine", fmt::format("{} is an engine for programs, and {} is {}",
                                                       engine->name, subject.input.files.front(),
                                                       verilog    ? "Verilog"
                                                       : on_words ? "BTOR2"
                                                                  : "a circuit"));
  if (engine != nullptr && engine->rung() == Rung::Words && !on_words)
    throw CLI::ValidationError(
        "--engine", fmt::format("{} is an engine on words, and {} is a circuit", engine->name,
                                subject.input.files.front()));
  if (on_words) {
    refuse(answer.format == AnswerFormat::Aiger, "--answer", "BTOR2");
    refuse(subject.core, "--core", "BTOR2");
  } else {
    refuse_of_designs("AIGER");
    refuse(!answer.testbench.empty(), "--testbench", "AIGER");
  }
  refuse(!answer.harness.empty(), "--harness", "circuits");
  refuse(!answer.sv_witness.empty(), "--svcomp-witness", "circuits");
  refuse(!answer.graphml.empty(), "--graphml", "circuits");
  if (subject.input.files.size() > 1 && !verilog)
    throw CLI::ValidationError("FILE", "expected one circuit, got several files");
}

/// Names the options that were given and have no effect on this kind of input.
void warn_of_idle_options(const CLI::App& command, CheckArguments& arguments) {
  SubjectOptions& subject = arguments.subject;
  std::set<std::string> for_programs;
  const OptionSet options = subject.configuration.options();
  for (const OptionSet::Bound& bound : options.groups())
    if (bound.inputs == OptionSet::For::Programs ||
        (bound.inputs == OptionSet::For::Words && !is_on_words(arguments.language)))
      for_programs.insert(bound.group->name);
  std::string of_c, of_programs, of_verilog, of_st;
  const bool verilog = arguments.language == Language::Verilog;
  const bool is_st = arguments.language == Language::StructuredText;
  const auto add_given = [verilog, is_st](const CLI::App& group, std::string& names) {
    for (const CLI::Option* option : group.get_options())
      if (option->count() > 0 && option->get_name() != "--language" &&
          !(is_st && (option->get_name() == "--entry" || option->get_name() == "--check")) &&
          !(verilog && (option->get_name() == "-D" || option->get_name() == "-I")))
        names += (names.empty() ? "" : ", ") + option->get_name();
  };
  const auto groups =
      command.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); });
  for (const CLI::App* group : groups) {
    if (group->get_group() == kCGroup && arguments.language != Language::C) add_given(*group, of_c);
    if (group->get_group() == kVerilogGroup && arguments.language != Language::Verilog)
      add_given(*group, of_verilog);
    if (group->get_group() == kStGroup && !is_st) add_given(*group, of_st);
    if (for_programs.contains(group->get_group()) && !is_program(arguments.language))
      add_given(*group, of_programs);
  }
  const Log log(arguments.session.level);
  const std::string file = printable(subject.input.files.front());
  const char* const kind = is_st                                     ? "Structured Text"
                           : is_program(arguments.language)          ? "a program in IVL"
                           : arguments.language == Language::Verilog ? "Verilog"
                           : arguments.language == Language::Smv     ? "SMV"
                           : arguments.language == Language::Words   ? "a model on words"
                                                                     : "a circuit";
  for (const auto& [names, whose] : {std::pair(of_c, "C programs"),
                                     {of_programs, "programs"},
                                     {of_verilog, "Verilog"},
                                     {of_st, "Structured Text"}})
    if (!names.empty())
      log.warning("no effect: {} (for {}, and {} is {})", names, whose, file, kind);
}

/// What is left to do when the command line was read.
void prepare(const CLI::App& command, CheckArguments& arguments) {
  validate(arguments);
  SubjectOptions& subject = arguments.subject;
  for (const std::string& formula : arguments.formulas)
    subject.ltl.push_back({"", formula, "--ltl", 1});
  for (const std::string& formula : arguments.ctl_formulas)
    subject.ltl.push_back({"", formula, "--ctl", 1, true});
  if (!arguments.formula_file.empty())
    for (LtlFormula& formula : read_ltl_file(arguments.formula_file))
      subject.ltl.push_back(std::move(formula));
  // Old lemmas wait until an obligation wants them: most of them no proof needs any more, and all
  // at once they mislead (bench/checkpoint_gain).
  auto& import = subject.configuration.engines.configs.ic3.import_lemmas;
  if (!subject.checkpoint.resume.empty() && import == ic3::Ic3Config::Import::Usual)
    import = ic3::Ic3Config::Import::Wanted;
  std::erase(subject.configuration.passes, "none");
  std::erase(subject.configuration.word_passes, "none");
  prepare_workers(command, arguments);
  if (!subject.configuration.engines.configs.ic3.journal.empty() &&
      (arguments.submits() || !subject.workers.plans.empty()))
    throw CLI::ValidationError("--log-ic3", "has no meaning with several workers");
  subject.answer.files = subject.input.files;
  subject.answer.command = command_line();
  subject.answer.changed = subject.configuration.changed();
  subject.answer.seed = arguments.session.seed;
  subject.answer.property.name = subject.property.value_or("");
  if (subject.answer.details || !subject.answer.page.empty()) {
    arguments.session.record = std::make_shared<ProgressRecord>();
    subject.answer.progress = arguments.session.record;
  }
}

/// A task file of SymbiYosys, and names of tasks behind it.
void prepare_sby(const CLI::App& command, CheckArguments& arguments, SbyArguments& sby) {
  const auto refuse = [](bool is_given, const char* option) {
    if (is_given) throw CLI::ValidationError(option, "has no meaning for task files (.sby)");
  };
  SubjectOptions& subject = arguments.subject;
  refuse(arguments.submits(), "--redis");
  refuse(!subject.answer.json.empty(), "--json");
  refuse(!subject.answer.junit.empty(), "--junit");
  refuse(subject.checkpoint.is_wanted(), "--checkpoint");
  refuse(!subject.answer.sarif.empty(), "--sarif");
  refuse(subject.answer.annotations, "--annotations");
  refuse(!subject.answer.page.empty(), "--report");
  refuse(subject.property.has_value(), "--property");
  refuse(subject.answer.format != AnswerFormat::Words, "--answer");
  refuse(subject.answer.witness == "-" || subject.answer.certificate == "-", "-");
  std::vector<std::string>& files = arguments.files();
  sby.file = files.front();
  sby.tasks.assign(files.begin() + 1, files.end());
  files.resize(1);
  arguments.language = Language::Words;
  validate_language(arguments);
  prepare(command, arguments);
  require_outputs(arguments);
  sby.subject = subject;
  sby.session = arguments.session;
}

void add_redis_group(CLI::App& command, CheckArguments& arguments) {
  CLI::App& group = *command.add_option_group("cluster", "Workers on other machines");
  add_redis_options(group, arguments.redis,
                    "Submit the task to the workers ('cairn worker') of this Redis and wait for "
                    "the answer, which is checked here");
  group.add_flag(
      "--detach", arguments.detach,
      "With --redis: submit, print the job's name, and do not wait ('cairn jobs attach')");
}

void add_answer_options(CLI::App& command, AnswerOptions& answer) {
  command
      .add_option(
          "--witness", answer.witness,
          "Write the counterexample (AIGER or BTOR2; of a program, its run as text); - after "
          "the answer")
      ->type_name("FILE");
  command
      .add_option(
          "--certificate", answer.certificate,
          "Write the proof: as a witness circuit, binary if the name ends in .aig; of BTOR2 "
          "as BTOR2, of a program as formulas")
      ->type_name("FILE");
  command.add_option("--json", answer.json, "Write the run as JSON; - instead of the answer")
      ->type_name("FILE");
  command.add_flag("--json-details", answer.details,
                   "With --json: waveforms, lemmas, sources and the course of the run, too: what "
                   "'cairn report' shows");
  command
      .add_option("--report", answer.page,
                  "Write a page (HTML) that shows the answer, its evidence and the run; it needs "
                  "no network")
      ->type_name("FILE");
  command.add_flag("--json-lines", answer.json_lines,
                   "Print JSON alone: an object a line for each property as it is decided, then "
                   "the run as --json has it, on one line");
  CLI::App& group = *command.add_option_group("output", "Other forms of the answer");
  group
      .add_option("--junit", answer.junit,
                  "Write the verdict of each property as JUnit XML, for what shows test results")
      ->type_name("FILE");
  group
      .add_option(
          "--sarif", answer.sarif,
          "Write the verdict of each property as SARIF 2.1.0, the run to a failure included")
      ->type_name("FILE");
  group.add_flag("--annotations", answer.annotations,
                 "Say what fails and what is unknown on standard error as GitHub's workflows show "
                 "it beside the source");
  group.add_option("--vcd", answer.vcd, "Write the counterexample as a waveform")
      ->type_name("FILE");
  group
      .add_option(
          "--gtkw", answer.gtkw,
          "With --vcd, of BTOR2: write what GTKWave shows of the waveform, the signals that "
          "the bad state depends on")
      ->type_name("FILE");
  group
      .add_option("--testbench", answer.testbench,
                  "Of designs (Verilog, BTOR2 by Yosys, .sby): write the counterexample as a test "
                  "bench in Verilog")
      ->type_name("FILE");
  group.add_flag("--replay", answer.replay,
                 "Of Verilog and task files (.sby): run the counterexample by Icarus Verilog, and "
                 "compare");
  group
      .add_option("--lemmas", answer.lemmas,
                  "Of designs (Verilog, BTOR2 by Yosys, .sby): write the lemmas of the proof as "
                  "assertions in Verilog")
      ->type_name("FILE");
  group
      .add_option_function<std::string>(
          "--answer",
          [&answer](const std::string& name) {
            answer.format = name == "hwmcc"   ? AnswerFormat::Hwmcc
                            : name == "aiger" ? AnswerFormat::Aiger
                                              : AnswerFormat::Words;
          },
          "What standard output carries: words (safe, unsafe, unknown), hwmcc (unsat, sat), aiger "
          "(0, 1, 2, with witness and bounds)")
      ->check(one_of({"words", "hwmcc", "aiger"}))
      ->type_name("words|hwmcc|aiger");
  group.add_flag("--exit-zero", answer.exit_zero,
                 "End with 0 whatever the verdict, for callers that take others for failures");
}

}  // namespace

void add_check_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("check",
                                     "Decide whether a bad state of a circuit, or an error of a "
                                     "program, is reachable");
  auto arguments = std::make_shared<CheckArguments>();
  SubjectOptions& subject = arguments->subject;
  set_examples(*command,
               {{"cairn check design.aig --timeout 5m --witness bug.aiw", "a circuit"},
                {"cairn check design.aag --certificate proof.aag --json -", "with its proof"},
                {"cairn check fifo.sby prove", "a task of SymbiYosys"},
                {"cairn check prog.c -Iinclude -DNDEBUG --check all", "a C program"},
                {"cairn check pump.st --cycle-time 50ms", "a PLC's program in Structured Text"},
                {"cairn check fifo.sv --top fifo --reset rst_n=0", "a design in Verilog"},
                {"cairn check -p build src/queue.c --entry enqueue", "one function of it"}});
  command
      ->add_option("FILE", subject.input.files,
                   "AIGER or BTOR2 file, gzipped or not; or a program: C files (.c, .i), files of "
                   "Structured Text (.st, .scl), or one in IVL (.ivl); or a design: Verilog files "
                   "(.sv, .v); - is standard input, whatever is there; "
                   "or "
                   "a task file of SymbiYosys (.sby), with names of tasks behind it")
      ->type_name("");
  command
      ->add_option("--property", subject.property,
                   "Circuits: check this bad state only, by number or name (default: whether any "
                   "can be reached); all: a verdict for each. "
                   "Programs: a property file of SV-COMP, or a property by name (unreach-call, "
                   "no-overflow, ...); or assertions, each of which gets a verdict: all, one by "
                   "its number, or FILE:LINE[:COLUMN]")
      ->type_name("NAME");
  add_answer_options(*command, subject.answer);
  add_session_options(*command, arguments->session);
  command
      ->add_option("--invariant", subject.invariants,
                   "Of BTOR2: a file of invariants, a Verilog expression in each line; those that "
                   "hold and are inductive together help the proof")
      ->type_name("FILE");
  command
      ->add_option("--ltl", arguments->formulas,
                   "Of AIGER, BTOR2 and Verilog: decide this formula of LTL over the model's names "
                   "in the place of the model's properties; may be given several times")
      ->type_name("FORMULA")
      ->type_size(1)
      ->allow_extra_args(false);
  command->add_option("--ctl", arguments->ctl_formulas, "The same for a formula of CTL: AG EF idle")
      ->type_name("FORMULA")
      ->type_size(1)
      ->allow_extra_args(false);
  command
      ->add_option("--ltl-file", arguments->formula_file,
                   "The same: a formula a line, NAME := FORMULA or FORMULA")
      ->type_name("FILE");
  command
      ->add_option("--checkpoint", subject.checkpoint.keep,
                   "Of AIGER, BTOR2 and Verilog: keep the lemmas of IC3 there, every few seconds")
      ->type_name("FILE");
  command
      ->add_option(
          "--resume", subject.checkpoint.resume,
          "Begin with the lemmas of a checkpoint, also of a design that was changed since; "
          "each is checked before it is used")
      ->type_name("FILE");
  command->add_flag("--strict", subject.strict,
                    "Answer unknown instead of a vacuous safe: no assertion, none reachable, "
                    "contradictory constraints");
  command->add_flag("--shortest", subject.shortest,
                    "Of circuits and BTOR2: after a counterexample, look for a shorter one, until "
                    "there is none");
  command->add_flag("--core", subject.core,
                    "If there is no verdict: tell which latches the cleared bound depends on (with "
                    "--bmc-last; takes another query)");
  add_program_input_options(*command, subject.input);
  add_st_options(*command, subject.input.st);
  add_verilog_options(*command, subject.input.verilog);
  add_program_evidence_options(*command, subject.answer);
  add_workers_options(*command, arguments->workers);
  add_redis_group(*command, *arguments);
  add_search_options(*command, subject.configuration, subject.answer.plan, true);
  command->callback([command, arguments, &chosen] {
    ProgramInput& input = arguments->subject.input;
    complete_files(input.files, input.compile_commands);
    try {
      if (is_sby_file(input.files.front())) {
        auto sby = std::make_shared<SbyArguments>();
        prepare_sby(*command, *arguments, *sby);
        chosen = [sby] { return check_sby(*sby); };
        return;
      }
      if (input.language) {
        arguments->language = *input.language;
      } else {
        arguments->language = language_of(input.files.front());
        for (const std::string& file : input.files)
          if (input.files.size() > 1 && kind_of(language_of(file)) != kind_of(arguments->language))
            throw CLI::ValidationError(
                "FILE", "expected programs, Verilog or a circuit, not several of these");
      }
      if (arguments->language == Language::StructuredText) {
        complete_st(input);
        // Each requirement has a verdict of its own.
        if (!arguments->subject.property) arguments->subject.property = "all";
      }
      if (arguments->subject.answer.replay && arguments->language != Language::Verilog)
        throw CLI::ValidationError(
            "--replay", "needs the sources of the design: expected Verilog or a task file (.sby)");
      validate_language(*arguments);
      warn_of_idle_options(*command, *arguments);
      prepare(*command, *arguments);
    } catch (const InputError& error) {
      report_error(*arguments, error.what(), error.position().file);
      throw;
    }
    chosen = [arguments] { return check(*arguments); };
  });
}

void add_svcomp_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "svcomp",
      "The software competition's call: the last line is RESULT: TRUE, FALSE(unreach-call) or "
      "UNKNOWN(reason)");
  auto arguments = std::make_shared<CheckArguments>();
  SubjectOptions& subject = arguments->subject;
  subject.answer.format = AnswerFormat::Svcomp;
  subject.input.c.externals = CReadOptions::Externals::Pure;
  subject.answer.exit_zero = true;
  // What the competition's tasks have, if they don't say.
  subject.input.c.data_model = CReadOptions::DataModel::ILP32;
  command->add_option("FILE", subject.input.files, "C files")->type_name("");
  command
      ->add_option("--property", subject.property,
                   "The property file, or a property by name, such as unreach-call")
      ->type_name("FILE");
  add_session_options(*command, arguments->session);
  add_program_input_options(*command, subject.input);
  add_program_evidence_options(*command, subject.answer);
  add_workers_options(*command, arguments->workers);
  add_search_options(*command, subject.configuration, subject.answer.plan, true);
  command->callback([command, arguments, &chosen] {
    ProgramInput& input = arguments->subject.input;
    complete_files(input.files, input.compile_commands);
    if (!input.language && !input.files.front().ends_with(".ivl")) input.language = Language::C;
    arguments->language = input.language.value_or(Language::Ivl);
    warn_of_idle_options(*command, *arguments);
    prepare(*command, *arguments);
    chosen = [arguments] { return check(*arguments); };
  });
}

void add_hwmcc_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "hwmcc", "The competition's call: prints sat or unsat and writes the matching certificate");
  auto arguments = std::make_shared<CheckArguments>();
  SubjectOptions& subject = arguments->subject;
  subject.answer.format = AnswerFormat::Hwmcc;
  arguments->session.level = LogLevel::Quiet;
  subject.input.files.resize(1);
  command->add_option("BENCH", subject.input.files.front(), "AIGER or BTOR2 file")->required();
  command->add_option("CERT.SAT", subject.answer.witness, "Where a counterexample goes")
      ->required();
  command->add_option("CERT.UNSAT", subject.answer.certificate,
                      "Where a proof goes: a witness circuit, binary if the name ends in .aig; of "
                      "BTOR2, a BTOR2 model");
  add_session_options(*command, arguments->session);
  add_workers_options(*command, arguments->workers);
  add_search_options(*command, subject.configuration, subject.answer.plan, false);
  command->callback([command, arguments, &chosen] {
    arguments->language = language_of(arguments->subject.input.files.front());
    if (is_program(arguments->language)) arguments->language = Language::Circuit;  // says why not
    validate_language(*arguments);
    prepare(*command, *arguments);
    chosen = [arguments] { return check(*arguments); };
  });
}

}  // namespace cairn
