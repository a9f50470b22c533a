// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/choice.h"
#include "cli/compiler_options.h"
#include "cli/exit_code.h"
#include "cli/worker_display.h"
#include "format/ivl_printer.h"
#include "format/ivl_reader.h"
#include "input/c/checks.h"

namespace cairn {
namespace {

/// Of processor time, for each place that `--check unreachable` asks about.
constexpr double kUnreachableSeconds = 5;

/// Of standard input: circuits start with "aag" or "aig", IVL with a declaration, and C has braces.
Language language_of_text(std::string_view text) {
  if (text.starts_with("aag ") || text.starts_with("aig ")) return Language::Circuit;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("//")) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  for (const char* word : {"procedure ", "var ", "@ "})
    if (text.starts_with(word)) return Language::Ivl;
  const bool is_text = text.find('\0') == std::string_view::npos;
  return is_text && text.find('{') != std::string_view::npos ? Language::C : Language::Circuit;
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

/// Whether --property names assertions of the program, and not a file or a property.
bool is_about_assertions(const std::string& text) {
  return names_assertions(text) && !exists(text);
}

std::string room_options(const CReadOptions& options) {
  std::string text =
      fmt::format("--heap-objects {} --heap-bytes {}", options.heap_objects, options.heap_bytes);
  if (options.recursion) text += fmt::format(" --recursion {}", *options.recursion);
  return text;
}

/// What --property says: what counts as an error goes to the reader of C.
PropertyFile find_property(const std::string& text, CReadOptions& options) {
  if (text.empty() || is_about_assertions(text)) return {};
  const PropertyFile property = exists(text) || text.ends_with(".prp")
                                    ? read_property_file(read_source(text))
                                    : property_by_name(text);
  for (const std::string& check : property.checks) {
    if (!is_c_check(check))
      throw InputError({text}, fmt::format("the property {} is not supported: no check of Cairn "
                                           "finds what violates it ('{}' is missing)",
                                           property.name, check));
    options.checks.push_back(check);
  }
  options.entry = property.entry;
  // Whoever names a function means that, and neither labels nor assertions.
  options.error_label.clear();
  options.error_functions.clear();
  if (!property.function.empty()) options.error_functions = {property.function};
  // Tasks of different years call either; whoever asks for one of the two means both.
  if (property.function == "reach_error" || property.function == "__VERIFIER_error")
    options.error_functions = {"reach_error", "__VERIFIER_error"};
  return property;
}

Unknown unknown_so_far(Session& session) {
  return unknown_for(session.budget().reason(), session.progress().bound);
}

ClusterProgram task_of(const ProgramArguments& arguments, const Program& program) {
  return {program, print_ivl(program), arguments.input.files.front(), arguments.check.check};
}

/// Without waiting for the answer.
int submit(const ProgramArguments& arguments) {
  const Log log(arguments.session.level);
  const Program program = read_program(arguments.input, log);
  const std::string job =
      submit_to_cluster(task_of(arguments, program), arguments.cluster, arguments.session, log);
  put(stdout, job + "\n");
  return kExitDone;
}

/// Reads and checks; bad_alloc becomes Unknown with what is known.
ProgramOutcome read_and_check(const ProgramArguments& arguments, WorkerDisplay& display,
                              Session& session, Program& program, std::vector<Source>& sources,
                              ProgramAnswerGiver& giver,
                              std::optional<AssertionVerdicts>& verdicts) {
  ProgramInput input = arguments.input;
  ProgramCheckOptions check = arguments.check;
  // Runs that need more room than there is at first get it.
  const auto more_room = [&](const std::string& limit) {
    return input.fixed_room ? std::nullopt : with_more_room(input.c, limit);
  };
  const bool whole = !is_about_assertions(arguments.property);
  if (whole)
    check.gives_up_at = [&](const std::string& limit) { return more_room(limit).has_value(); };
  try {
    const bool has_workers = !arguments.workers.plans.empty();
    const DecideProgram decide = [&](const Program& part, const Context& context) {
      if (!has_workers) return run_program_check(part, check, context);
      session.progress().phase = "workers";
      return run_program_portfolio(part, arguments.workers, context);
    };
    const Log quiet;
    const auto read = [&](const Log& log) {
      session.progress().phase = "reading";
      program = read_program(input, log, &sources);
      giver.set_program(&program, &sources);
    };
    if (std::ranges::find(input.files, "-") != input.files.end()) peek_standard_input();
    read(session.log());
    if (arguments.cluster.submits())
      return check_on_cluster(task_of(arguments, program), arguments.cluster, arguments.session,
                              display, session);
    while (whole) {
      ProgramOutcome outcome = decide(program, session.context());
      const auto* unknown = std::get_if<Unknown>(&outcome.answer);
      const auto larger = unknown == nullptr ? std::nullopt : more_room(unknown->explanation);
      if (!larger || session.budget().exhausted()) return outcome;
      session.log().detail("read again, with more room: {}", unknown->explanation);
      input.c = *larger;
      giver.set_room(room_options(input.c));
      read(quiet);  // the warnings are the same
    }
    const std::vector<Assertion> assertions = assertions_of(program);
    const auto wanted =
        find_assertions(program, assertions, arguments.property, arguments.input.files.front());
    if (wanted.empty()) return decide(program, session.context());
    AssertionTurns turns;
    // The time of workers is not ours, and one assertion has all the time there is.
    if (has_workers || wanted.size() == 1) turns.first_seconds = 0;
    verdicts = check_assertions(program, wanted, decide, turns, session.context());
    return overall(*verdicts);
  } catch (const std::bad_alloc&) {
    session.budget().request_stop(StopReason::Memory);
    ProgramOutcome outcome;
    outcome.answer = unknown_so_far(session);
    return outcome;
  }
}

/// What a certificate says: why the program is safe or, assertion by assertion, what of it is.
std::vector<ProgramProof> proofs_of(const ProgramOutcome& outcome,
                                    const AssertionVerdicts* verdicts) {
  std::vector<ProgramProof> proofs;
  if (verdicts == nullptr) {
    if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer))
      proofs.push_back({std::nullopt, outcome.cfa.get(), safe->invariant});
    return proofs;
  }
  for (const AssertionVerdicts::Part& part : verdicts->parts)
    if (const auto* safe = std::get_if<Safe<Cfa>>(&part.outcome.answer))
      proofs.push_back({JudgedAssertions(part.kept), part.outcome.cfa.get(), safe->invariant});
  return proofs;
}

void require_outputs(const ProgramArguments& arguments) {
  const ProgramAnswerOptions& answer = arguments.answer;
  const std::string& record = arguments.check.engines.configs.ic3.record;
  const auto outputs = {&answer.witness, &answer.json,        &answer.harness, &answer.sv_witness,
                        &answer.graphml, &answer.certificate, &record};
  for (const std::string* path : outputs) require_writable(*path);
  for (const std::string& file : arguments.input.files) require_distinct(file, outputs);
}

}  // namespace

Language language_of(const std::string& path) {
  if (path == "-") {
    // Whoever waits for standard input waits as for a circuit: with limits, and signals heard.
    static const Language found = [] {
      constexpr int kPatience = 300;  // ms
      pollfd input{STDIN_FILENO, POLLIN, 0};
      return ::poll(&input, 1, kPatience) > 0 ? language_of_text(peek_standard_input())
                                              : Language::Circuit;
    }();
    return found;
  }
  if (path.ends_with(".ivl")) return Language::Ivl;
  return path.ends_with(".c") || path.ends_with(".i") ? Language::C : Language::Circuit;
}

void complete_files(std::vector<std::string>& files, const std::string& compile_commands) {
  if (!files.empty()) return;
  if (compile_commands.empty()) throw CLI::RequiredError("FILE");
  files = files_of_build(compile_commands);
}

Program read_program(const ProgramInput& input, const Log& log, std::vector<Source>* sources) {
  ProgramInput read = input;
  if (!input.compile_commands.empty()) apply_compile_commands(input.compile_commands, read);
  std::vector<Source> files;
  bool ivl = false;
  for (const std::string& path : input.files) {
    ivl = ivl || input.language.value_or(language_of(path)) == Language::Ivl;
    if (ivl && input.files.size() > 1) throw InputError({path}, "a program in IVL is one file");
    files.push_back(read_source(path));
  }
  Program program = ivl ? read_ivl(files.front()) : read_c(files, read.c, log);
  if (sources != nullptr) *sources = std::move(files);
  return program;
}

int check_program_files(ProgramArguments& arguments) {
  require_outputs(arguments);
  if (arguments.cluster.submits() && is_about_assertions(arguments.property))
    throw InputError({arguments.property}, "workers of a cluster judge all assertions together");
  arguments.answer.property = find_property(arguments.property, arguments.input.c);
  if (is_about_assertions(arguments.property)) arguments.answer.property.name = arguments.property;
  if (arguments.cluster.detach) return submit(arguments);
  arguments.answer.files = arguments.input.files;
  arguments.answer.lp64 = arguments.input.c.data_model == CReadOptions::DataModel::LP64;

  // In this order: the session's thread uses the giver, and the giver the program.
  Program program;
  std::vector<Source> sources;
  std::optional<AssertionVerdicts> verdicts;
  std::optional<ProgramFindings> findings;
  ProgramAnswerGiver giver(arguments.answer, arguments.check.engine, arguments.session.seed);
  WorkerDisplay display;
  const auto answer_instead = [&](Session& running) {
    ProgramOutcome so_far;
    so_far.answer = unknown_so_far(running);
    so_far.portfolio = display.last();
    return giver.give(so_far, running.log());
  };
  Session session(arguments.session, answer_instead);
  arguments.workers.on_status = [&](const PortfolioReport& report) {
    display.show(report, session);
  };

  std::optional<ProgramOutcome> outcome;
  try {
    outcome = read_and_check(arguments, display, session, program, sources, giver, verdicts);
    if (arguments.answer.format == ProgramAnswerOptions::Format::Words) {
      FindingsOptions options;
      options.strict = arguments.strict;
      const std::vector<std::string>& checks = arguments.input.c.checks;
      options.checks = !checks.empty();
      if (std::ranges::find(checks, "unreachable") != checks.end())
        options.vacuity.search_seconds = kUnreachableSeconds;
      findings = make_findings(program, verdicts ? &*verdicts : nullptr, options, arguments.check,
                               session.context(), *outcome);
    }
  } catch (...) {
    session.claim_answer();
    throw;
  }
  session.claim_answer();
  giver.set_findings(findings ? &*findings : nullptr);
  const std::vector<ProgramProof> proofs = proofs_of(*outcome, verdicts ? &*verdicts : nullptr);
  giver.set_proofs(&proofs);
  return giver.give(*outcome, session.log());
}

void add_program_input_options(CLI::App& command, ProgramInput& input) {
  CLI::App& group = *command.add_option_group("c", "C programs");
  static const std::map<std::string, Language> languages{
      {"aiger", Language::Circuit}, {"c", Language::C}, {"ivl", Language::Ivl}};
  group
      .add_option_function<std::string>(
          "--language", [&input](const std::string& word) { input.language = languages.at(word); },
          "What the files are, whatever their names")
      ->check(CLI::IsMember(languages).description(""))
      ->type_name("aiger|c|ivl");
  add_compiler_options(group, input);
  group
      .add_option("-p,--compile-commands", input.compile_commands,
                  "Compile as this compile_commands.json says (or the one in this folder); without "
                  "FILE, all its C files")
      ->type_name("FILE");
  std::string checks = "all";
  for (const CCheck& check : c_checks()) checks += fmt::format(", {}", check.name);
  group
      .add_option("--check", input.c.checks,
                  "What must not happen besides the errors of the program, of " + checks)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  group
      .add_option_function<std::uint32_t>(
          "--unwind", [&input](std::uint32_t rounds) { input.c.unwind = rounds; },
          "Loops that go on after this many rounds make the answer unknown; with --check unwinding "
          "they are violations")
      ->type_name("ROUNDS");
  group
      .add_option_function<std::uint32_t>(
          "--recursion",
          [&input](std::uint32_t depth) {
            input.c.recursion = depth;
            input.fixed_room = true;
          },
          "Calls of a recursive function in each other that are followed; more make the answer "
          "unknown")
      ->type_name("DEPTH");
  group
      .add_option("--heap-objects", input.c.heap_objects,
                  "Objects for each call of malloc that may execute more than once; 0: as many as "
                  "there are addresses for. Without this, --heap-bytes and --recursion more are "
                  "tried where a run needs more")
      ->each([&input](const std::string&) { input.fixed_room = true; })
      ->capture_default_str()
      ->type_name("N");
  group
      .add_option("--heap-bytes", input.c.heap_bytes,
                  "Room of an object or array whose size is not constant; 0: as much as there are "
                  "addresses for")
      ->each([&input](const std::string&) { input.fixed_room = true; })
      ->capture_default_str()
      ->type_name("BYTES");
  group.add_flag_callback(
      "--no-points-to", [&input] { input.c.points_to = false; },
      "Assume that every pointer may point to every object whose address is taken");
  static const std::map<std::string, CReadOptions::Externals> externals{
      {"unknown", CReadOptions::Externals::Unknown}, {"pure", CReadOptions::Externals::Pure}};
  add_choice(
      group, "--externals", input.c.externals, externals,
      "What a function without a body may do: change all memory that it can reach, unless it "
      "is known or computes a number from numbers; or, pure, nothing but return a value");
  group.add_option("--entry", input.c.entry, "The function that runs")->capture_default_str();
  group
      .add_option("--entry-array", input.c.entry_array,
                  "Elements of each object that a pointer among its arguments points to")
      ->check(CLI::Range(1u, 4096u).description(""))
      ->capture_default_str()
      ->type_name("N");
  group.add_flag("--entry-null", input.c.entry_null, "Pointers among its arguments may be null");
  group.add_flag("--malloc-may-fail", input.c.malloc_may_fail,
                 "malloc, calloc and the like may return null");
}

namespace {

void add_seconds(CLI::App& group, const std::string& name, double& seconds,
                 const std::string& description) {
  group.add_option(name, seconds, description)
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(group, name, seconds);
}

/// --no-PASS, which as a setting is true or absent.
void add_omission(CLI::App& group, const std::string& pass, std::vector<std::string>& without) {
  const std::string option = "--no-" + pass;
  const auto leave_out = [&without, pass] { without.push_back(pass); };
  group.add_flag_callback(option, leave_out, "Leave the pass '" + pass + "' out");
  SettingRow row;
  row.get = [&without, pass]() -> SettingValue {
    return std::find(without.begin(), without.end(), pass) != without.end();
  };
  row.set = [leave_out](const SettingValue& given) -> std::string {
    const bool* on = std::get_if<bool>(&given);
    if (on == nullptr) return "expected true or false";
    if (*on) leave_out();
    return "";
  };
  add_setting(group, option, std::move(row));
}

}  // namespace

void add_program_pass_options(CLI::App& command, ProgramPassOptions& options) {
  CLI::App& group = *command.add_option_group("automaton", "Passes on programs");
  for (const std::string& name : known_program_passes()) add_omission(group, name, options.without);
  group
      .add_option("--block-size", options.blocks.max_nodes,
                  "The largest formula of an edge that large blocks make; 0: no limit")
      ->capture_default_str()
      ->type_name("NODES");
  add_number_setting(group, "--block-size", options.blocks.max_nodes);
  group
      .add_option("--infeasible-work", options.infeasible.work,
                  "How much splitting of intervals may cost, in evaluations of terms")
      ->capture_default_str()
      ->type_name("N");
  add_number_setting(group, "--infeasible-work", options.infeasible.work);
  add_seconds(group, "--lemma-seconds", options.lemmas.seconds,
              "How long to look for lemmas about numbers, at most, in processor time");
  add_switch(group, "--lemma-equations", options.lemmas.equations,
             "Lemmas that are linear equations modulo 2^w");
  add_switch(group, "--lemma-bounds", options.lemmas.bounds,
             "Lemmas that are bounds, orders, and what the program compares");
  add_switch(group, "--lemma-clauses", options.lemmas.clauses,
             "Lemmas that are clauses of two such, if nothing simpler excludes the error");
}

void add_lowering_options(CLI::App& command, ProgramCheckOptions& options) {
  CLI::App& group = *command.add_option_group("running", "How programs are checked");
  static const std::map<std::string, LowerCfaConfig::Counter> counters{
      {"binary", LowerCfaConfig::Counter::Binary}, {"one-hot", LowerCfaConfig::Counter::OneHot}};
  add_choice(group, "--pc", options.lower.counter, counters,
             "The program counter in the circuit: a number, or a bit for each location");
  add_seconds(group, "--random", options.random.seconds,
              "With the engine 'auto': run the program on random inputs first, for this much "
              "processor time");
  add_seconds(group, "--quick-unroll", options.unroll_seconds,
              "With the engine 'auto': try complete unrolling first, for this much processor time");
  add_seconds(group, "--quick-automaton", options.automaton_seconds,
              "With the engine 'auto': try IC3 on the automaton (ic3cfa) next, for this much "
              "processor time");
  add_seconds(group, "--quick", options.quick_seconds,
              "With the engine 'auto': try without lemmas about numbers first, for this much "
              "processor time");
  add_seconds(group, "--circuit-turn", options.circuit_seconds,
              "With the engine 'auto': the first long turn of the engines on circuits, in "
              "processor time; then IC3 on the automaton gets another as long");
}

void add_program_evidence_options(CLI::App& command, ProgramAnswerOptions& answer) {
  CLI::App& group = *command.add_option_group("evidence", "Evidence about programs");
  group
      .add_option("--harness", answer.harness,
                  "Write a C file that, compiled with the program, runs into the error")
      ->type_name("FILE");
  group
      .add_option("--svcomp-witness", answer.sv_witness,
                  "Write SV-COMP's witness of either verdict, YAML 2.0")
      ->type_name("FILE");
  group
      .add_option("--graphml", answer.graphml,
                  "Write SV-COMP's witness of a violation, GraphML 1.0")
      ->type_name("FILE");
}

}  // namespace cairn
