// SPDX-License-Identifier: MIT
#include "cli/program_answer.h"

#include <fmt/format.h>

#include <cstdio>
#include <ctime>

#include "base/atomic_file.h"
#include "base/output.h"
#include "cli/exit_code.h"
#include "format/c_harness.h"
#include "format/sv_witness.h"
#include "run/program_invariant.h"
#include "run/program_report.h"
#include "run/program_trace.h"
#include "run/report.h"

namespace cairn {
namespace {

/// More steps than a person reads.
constexpr std::size_t kStepsOnTerminal = 60;

int exit_code(const Answer<Cfa>& answer) {
  if (std::holds_alternative<Safe<Cfa>>(answer)) return kExitSafe;
  return std::holds_alternative<Unsafe<Cfa>>(answer) ? kExitUnsafe : kExitUnknown;
}

std::string now_in_iso8601() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

SvTask sv_task(const ProgramAnswerOptions& options, const std::vector<Source>* sources) {
  SvTask task;
  if (sources != nullptr)
    for (const Source& source : *sources) task.files.emplace_back(source.name, source.bytes);
  task.specification = options.property.line;
  task.lp64 = options.lp64;
  task.producer_version = CAIRN_VERSION;
  task.creation_time = now_in_iso8601();
  return task;
}

SvPlace sv_place(const Program& program, SiteId site) {
  if (site == kNoSite) return {};
  const SourceSite& at = program.sites[site];
  return {at.at.file, at.at.line, at.at.column, at.function};
}

/// A C constant for a returned value.
std::string constant(const InputValue& input) {
  const Show show = show_of(input);
  if (!input.value.sort().is_bit_vector()) return shown_value(input.value, show);
  return show == Show::Signed ? input.value.bits().to_signed_decimal()
                              : input.value.bits().to_decimal();
}

/// What every nondeterministic function returned, then the error.
std::vector<SvWaypoint> waypoints(const Program& program, const ProgramTrace& trace) {
  std::vector<SvWaypoint> points;
  for (const InputValue& input : trace.inputs)
    if (input.kind == InputKind::Nondet && input.note.starts_with("__VERIFIER_nondet"))
      points.push_back(
          {SvWaypoint::Kind::FunctionReturn, sv_place(program, input.site), constant(input)});
  points.push_back({SvWaypoint::Kind::Target, sv_place(program, trace.assertion->site), ""});
  return points;
}

std::vector<SvInvariant> sv_invariants(const Program& program, const ProgramOutcome& outcome) {
  std::vector<SvInvariant> result;
  const auto& safe = std::get<Safe<Cfa>>(outcome.answer);
  for (const LoopInvariant& loop : witness_invariants(*outcome.cfa, safe.invariant)) {
    std::string value;
    for (const std::string& fact : loop.facts)
      value += fmt::format("{}({})", value.empty() ? "" : " && ", fact);
    if (value.empty()) continue;
    result.push_back({SvInvariant::Kind::Loop, sv_place(program, loop.site), std::move(value)});
  }
  return result;
}

std::string place(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const SourceSite& at = program.sites[site];
  return fmt::format("{}:{}:{}: ", printable(at.at.file), at.at.line, at.at.column);
}

std::string result_line(const ProgramOutcome& outcome, const PropertyFile& property) {
  if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) return "RESULT: TRUE\n";
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer))
    return fmt::format("RESULT: FALSE({})\n", property.name);
  const auto& unknown = std::get<Unknown>(outcome.answer);
  return fmt::format("RESULT: UNKNOWN({})\n", reason_word(unknown.reason));
}

bool is_file(const std::string& path) {
  return !path.empty() && path != "-";
}

}  // namespace

std::string ProgramAnswerGiver::json(const ProgramOutcome& outcome) const {
  ProgramFacts facts;
  facts.files = options_.files;
  facts.engine = engine_;
  facts.property = options_.property.name;
  facts.program = program_.load();
  facts.seed = seed_;
  facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const bool safe = std::holds_alternative<Safe<Cfa>>(outcome.answer);
  const bool unsafe = std::holds_alternative<Unsafe<Cfa>>(outcome.answer);
  const auto written = [&](const char* kind, const std::string& path, bool is_written) {
    if (is_written && is_file(path)) facts.written.emplace_back(kind, path);
  };
  written("witness", options_.witness, unsafe);
  written("harness", options_.harness, unsafe);
  written("sv_witness", options_.sv_witness, safe || unsafe);
  written("graphml", options_.graphml, unsafe);
  return report_json(outcome, facts);
}

void ProgramAnswerGiver::write_violation(const ProgramOutcome& outcome) const {
  const Program& program = *program_.load();
  const ProgramTrace trace = trace_of(program, *outcome.failure);
  if (is_file(options_.witness))
    write_file_atomically(options_.witness, trace_text(program, trace, trace.steps.size()));
  if (is_file(options_.harness))
    write_file_atomically(options_.harness, write_c_harness(trace.inputs, options_.files.front()));
  const SvTask task = sv_task(options_, sources_);
  if (is_file(options_.sv_witness))
    write_file_atomically(options_.sv_witness,
                          write_violation_witness(task, waypoints(program, trace)));
  if (is_file(options_.graphml))
    write_file_atomically(options_.graphml,
                          write_violation_graphml(task, waypoints(program, trace)));
}

void ProgramAnswerGiver::write_files(const ProgramOutcome& outcome) const {
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) write_violation(outcome);
  if (std::holds_alternative<Safe<Cfa>>(outcome.answer) && is_file(options_.sv_witness))
    write_file_atomically(options_.sv_witness,
                          write_invariant_witness(sv_task(options_, sources_),
                                                  sv_invariants(*program_.load(), outcome)));
  if (is_file(options_.json)) write_file_atomically(options_.json, json(outcome));
}

void ProgramAnswerGiver::tell_people(const ProgramOutcome& outcome, const Log& log) const {
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    const Program& program = *program_.load();
    const ProgramTrace trace = trace_of(program, *outcome.failure);
    log.info("unsafe: {}{}; the run was replayed", place(program, trace.assertion->site),
             printable(trace.assertion->note));
    const std::string text = trace_text(program, trace, kStepsOnTerminal);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      log.info("{}", text.substr(begin, end - begin));
      begin = end + 1;
    }
  } else if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer)) {
    log.info("safe: the invariant (formulas at {} locations) was checked",
             safe->invariant.at.size());
    const Program& program = *program_.load();
    for (const LoopInvariant& loop : loop_invariants(*outcome.cfa, safe->invariant)) {
      if (!loop.reachable) continue;
      for (const std::string& fact : loop.facts)
        log.info("  {}invariant: {}", place(program, loop.site), fact);
      if (loop.left_out > 0)
        log.info("  {}invariant: {} more that have no C form", place(program, loop.site),
                 loop.left_out);
    }
  } else {
    const auto& unknown = std::get<Unknown>(outcome.answer);
    log.info("unknown: {}; {}", unknown.explanation,
             unknown.bound < 0 ? std::string("no bound was cleared")
                               : fmt::format("no counterexample has at most {} steps of the "
                                             "automaton",
                                             unknown.bound));
  }
}

int ProgramAnswerGiver::give(const ProgramOutcome& outcome, const Log& log) const {
  write_files(outcome);
  if (options_.json == "-")
    put(stdout, json(outcome));
  else if (options_.format == ProgramAnswerOptions::Format::Words)
    put(stdout, fmt::format("{}\n", verdict_word(outcome.answer)));
  if (options_.witness == "-" && std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    const ProgramTrace trace = trace_of(*program_.load(), *outcome.failure);
    put(stdout, trace_text(*program_.load(), trace, trace.steps.size()));
  }
  std::fflush(stdout);
  tell_people(outcome, log);
  if (options_.format == ProgramAnswerOptions::Format::Result) {
    std::fflush(stderr);
    put(stdout, result_line(outcome, options_.property));
    std::fflush(stdout);
  }
  return options_.exit_zero ? kExitDone : exit_code(outcome.answer);
}

}  // namespace cairn
