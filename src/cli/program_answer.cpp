// SPDX-License-Identifier: MIT
#include "cli/program_answer.h"

#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "format/c/program_harness.h"
#include "format/c/program_waypoints.h"
#include "format/st/scan_run.h"
#include "format/st/st_expression.h"
#include "format/vcd/wave_table.h"
#include "run/program/influence.h"
#include "run/program/report.h"
#include "run/waveform_json.h"

namespace cairn {
namespace {

/// More steps than a person reads.
constexpr std::size_t kStepsOnTerminal = 60;
constexpr std::size_t kFactsOnTerminal = 16;  ///< of a loop

std::string now_in_iso8601() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

SvTask sv_task(const AnswerOptions& options, const std::vector<Source>* sources) {
  SvTask task;
  if (sources != nullptr)
    for (const Source& source : *sources) task.files.emplace_back(source.name, source.bytes);
  task.specification = options.property.line;
  task.lp64 = options.lp64;
  task.producer_version = CAIRN_VERSION;
  task.creation_time = now_in_iso8601();
  return task;
}

/// Invariants are made readable for at most that long, in processor time.
constexpr double kSecondsForInvariants = 1.0;

/// The same for which inputs of a run matter.
constexpr double kSecondsForInfluence = 0.5;

/// A context for work of that kind.
class BoundedWork {
 public:
  BoundedWork() { share_.renew(kSecondsForInvariants); }
  Context context() { return {log_, share_, progress_, 0}; }

 private:
  const Log log_{LogLevel::Quiet};
  const Budget whole_;
  Budget share_{&whole_};
  Progress progress_;
};

constexpr std::size_t kScansOnTerminal = 10;

/// Names of all that the source can see, and of what its timers keep.
st::StNames names_of(const Program& program, const st::ScanModel& scan) {
  st::StNames names;
  for (const ProgramVariable& variable : program.globals) {
    if (variable.source_name.empty()) continue;
    st::ShownType type;
    type.kind =
        variable.show == Show::Bool ? st::ShownType::Kind::Bool : st::ShownType::Kind::Unsigned;
    names[variable.term] = {variable.source_name, type};
  }
  for (const st::ScanVariable& variable : scan.variables)
    names[variable.term] = {variable.name, variable.type};
  return names;
}

std::string place(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const SourceSite& at = program.sites[site];
  return fmt::format("{}:{}:{}: ", printable(at.at.file), at.at.line, at.at.column);
}

/// The competition wants to know which part of valid-memsafety a run violates.
std::string_view violated_part(const ProgramOutcome& outcome, const PropertyFile& property) {
  if (property.name != "valid-memsafety" || !outcome.failure ||
      outcome.failure->assertion == nullptr)
    return property.name;
  const std::string_view claim = outcome.failure->assertion->note;
  if (claim.starts_with("a pointer leads to")) return "valid-memtrack";
  if (claim.starts_with("memory is freed once") || claim.starts_with("the argument is null"))
    return "valid-free";
  return "valid-deref";
}

std::string result_line(const ProgramOutcome& outcome, const PropertyFile& property) {
  if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) return "RESULT: TRUE\n";
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer))
    return fmt::format("RESULT: FALSE({})\n", violated_part(outcome, property));
  const auto& unknown = std::get<Unknown>(outcome.answer);
  return fmt::format("RESULT: UNKNOWN({})\n", reason_word(unknown.reason));
}

}  // namespace

const ProgramTrace& ProgramAnswerGiver::trace(const ProgramOutcome& outcome) {
  if (!trace_) trace_ = trace_of(*program_.load(), *outcome.failure);
  return *trace_;
}

std::vector<LoopInvariant> ProgramAnswerGiver::loops_of(const ProgramOutcome& outcome) const {
  BoundedWork work;
  FactWriter writer;
  if (scan_ != nullptr)
    writer = [names = names_of(*program_.load(), *scan_)](const Terms& terms, Term fact) {
      return st::st_expression(terms, fact, names);
    };
  return loop_invariants(*outcome.cfa, std::get<Safe<Cfa>>(outcome.answer).invariant,
                         work.context(), writer);
}

const std::vector<LoopInvariant>& ProgramAnswerGiver::invariants(const ProgramOutcome& outcome) {
  if (!invariants_) invariants_ = loops_of(outcome);
  return *invariants_;
}

st::ScanRun ProgramAnswerGiver::scans_of(const ProgramFailure& failure) const {
  BoundedWork work;
  const Program& program = *program_.load();
  return scan_run(program, failure, *scan_,
                  free_inputs(program, failure, kSecondsForInfluence, work.context()));
}

const st::ScanRun& ProgramAnswerGiver::scans(const ProgramOutcome& outcome) {
  if (!scans_) scans_ = scans_of(*outcome.failure);
  return *scans_;
}

void ProgramAnswerGiver::add_waveform(const st::ScanRun& run, nlohmann::ordered_json& to) const {
  WaveTable table;
  draw_scans(run, *scan_, table);
  to["waveform"] = waveform_json(table, run.loop ? static_cast<std::int64_t>(*run.loop) : -1);
  to["waveform"]["unit"] = "scan";
}

void ProgramAnswerGiver::add_evidence(std::size_t index, nlohmann::ordered_json& row) const {
  if (verdicts_ == nullptr || !verdicts_->verdicts[index].part) return;
  const AssertionVerdict& verdict = verdicts_->verdicts[index];
  const ProgramOutcome& outcome = verdicts_->parts[*verdict.part].outcome;
  const Program& program = *program_.load();
  if (std::holds_alternative<Unsafe<Cfa>>(verdict.answer) && outcome.failure) {
    add_run(row, program, trace_of(program, *outcome.failure), true);
    if (scan_ != nullptr) add_waveform(scans_of(*outcome.failure), row);
  } else if (std::holds_alternative<Safe<Cfa>>(verdict.answer) &&
             std::holds_alternative<Safe<Cfa>>(outcome.answer)) {
    add_invariants(row, program, loops_of(outcome));
  }
}

std::string ProgramAnswerGiver::json(const ProgramOutcome& outcome, const RunFacts& facts) {
  ProgramFacts about;
  about.program = program_.load();
  if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) about.invariants = invariants(outcome);
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) about.trace = &trace(outcome);
  about.findings = findings_;
  about.sources = sources_;
  about.add_to_row = [this](std::size_t index, nlohmann::ordered_json& row) {
    add_evidence(index, row);
  };
  if (scan_ != nullptr && outcome.failure)
    about.add_to_report = [this, &outcome](nlohmann::ordered_json& report) {
      add_waveform(scans(outcome), report);
    };
  return report_json(outcome, about, facts);
}

std::vector<AnswerFile> ProgramAnswerGiver::files(const ProgramOutcome& outcome) {
  std::vector<AnswerFile> files;
  const auto add = [&](const char* kind, const std::string& path, bool can_be_printed, auto text) {
    files.push_back({kind, path, text, can_be_printed});
  };
  const Program* const program = program_.load();
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    add("witness", options_.witness, true, [this, &outcome, program] {
      if (scan_ != nullptr) {
        return scan_table(scans(outcome), *scan_, scans(outcome).scans.size());
      }
      return trace_text(*program, trace(outcome), trace(outcome).steps.size());
    });
    if (scan_ != nullptr) {
      add("vcd", options_.vcd, false,
          [this, &outcome] { return scan_vcd(scans(outcome), *scan_); });
      add("testbench", options_.testbench, false,
          [this, &outcome] { return scan_test(scans(outcome), *scan_); });
    }
    add("harness", options_.harness, false, [this, &outcome, program] {
      return write_c_harness(
          harness_of(*program, trace(outcome), *sources_, options_.files.front(), options_.lp64));
    });
    add("sv_witness", options_.sv_witness, false, [this, &outcome, program] {
      return write_violation_witness(sv_task(options_, sources_),
                                     waypoints(*program, trace(outcome), *sources_));
    });
    add("graphml", options_.graphml, false, [this, &outcome, program] {
      return write_violation_graphml(sv_task(options_, sources_),
                                     waypoints(*program, trace(outcome), *sources_));
    });
  }
  if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer))
    add("sv_witness", options_.sv_witness, false, [this, &outcome, program, safe] {
      BoundedWork work;
      const auto loops =
          witness_invariants(*outcome.cfa, safe->invariant, *sources_, work.context());
      return write_invariant_witness(sv_task(options_, sources_), sv_invariants(*program, loops));
    });
  if (proofs_ != nullptr && !proofs_->empty())
    add("certificate", options_.certificate, true, [this] { return certificate(); });
  return files;
}

void ProgramAnswerGiver::tell_unsafe(const ProgramOutcome& outcome, const Log& log) {
  const Program& program = *program_.load();
  const ProgramTrace& run = trace(outcome);
  log.info("unsafe: {}{}; the run was replayed", place(program, run.failed_at),
           printable(what_happened(run.assertion->note)));
  if (scan_ != nullptr) return tell_run(scan_table(scans(outcome), *scan_, kScansOnTerminal), log);
  tell_run(trace_text(program, run, kStepsOnTerminal), log);
}

void ProgramAnswerGiver::tell_run(const std::string& text, const Log& log) const {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    log.info("{}", text.substr(begin, end - begin));
    begin = end + 1;
  }
}

void ProgramAnswerGiver::tell_safe(const ProgramOutcome& outcome, const Log& log) {
  const auto& safe = std::get<Safe<Cfa>>(outcome.answer);
  if (safe.invariant.unrolling) {
    log.info("safe: loops are bounded, and no run fails; the complete unrolling was checked");
    for (const LoopBound& bound : loop_bounds(*outcome.cfa, *safe.invariant.unrolling))
      log.info("  {}loop head: reached at most {} time{} for each entry",
               place(*program_.load(), bound.site), bound.rounds, bound.rounds == 1 ? "" : "s");
    return;
  }
  if (scan_ != nullptr)
    log.info("safe: the facts at the end of each scan were checked");
  else
    log.info("safe: the invariant (formulas at {} location{}) was checked",
             safe.invariant.at.size(), safe.invariant.at.size() == 1 ? "" : "s");
  if (log.level() == LogLevel::Quiet) return;
  const Program& program = *program_.load();
  for (const LoopInvariant& loop : invariants(outcome)) {
    const std::string at = place(program, loop.site);
    if (!loop.reachable)
      log.info("  {}invariant: no run gets here", at);
    else if (loop.facts.empty() && loop.left_out.empty())
      log.info("  {}invariant: nothing has to hold here", at);
    for (std::size_t i = 0; i < loop.facts.size() && i < kFactsOnTerminal; ++i)
      log.info("  {}invariant: {}", at, loop.facts[i]);
    if (loop.facts.size() > kFactsOnTerminal)
      log.info("  {}invariant: and {} more; --json has all of them", at,
               loop.facts.size() - kFactsOnTerminal);
    if (!loop.left_out.empty()) log.info("  {}invariant: not shown: {}", at, left_out_text(loop));
  }
}

/// Of what was proved.
std::string ProgramAnswerGiver::certificate() const {
  std::string text = write_program_certificate(*proofs_);
  // Whoever judges it has to read the program in the same way.
  if (!room_.empty())
    text.insert(text.find('\n') + 1, fmt::format("// the program was read with {}\n", room_));
  return text;
}

/// A line for each assertion, if that was asked for.
std::string ProgramAnswerGiver::rows() const {
  std::string text;
  if (findings_ == nullptr || !findings_->each) return text;
  for (const ProgramFindings::Row& row : findings_->rows)
    text += fmt::format("{}  {}\n", row.index, row_text(*program_.load(), row));
  return text;
}

std::string ProgramAnswerGiver::lines(const ProgramOutcome&) {
  if (findings_ == nullptr || !findings_->each) return {};
  return row_lines(*program_.load(), *findings_);
}

void ProgramAnswerGiver::tell_findings(const ProgramOutcome& outcome, const Log& log) const {
  if (findings_ == nullptr) return;
  const bool said = std::holds_alternative<Unknown>(outcome.answer) && !findings_->empty.empty() &&
                    std::get<Unknown>(outcome.answer).explanation == findings_->empty;
  for (const std::string& warning : findings_->warnings)
    if (!said || warning != findings_->empty) log.warning("{}", warning);
}

void ProgramAnswerGiver::tell_people(const ProgramOutcome& outcome, const Log& log) {
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    tell_unsafe(outcome, log);
  } else if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) {
    tell_safe(outcome, log);
  } else {
    const auto& unknown = std::get<Unknown>(outcome.answer);
    if (findings_ != nullptr && findings_->empty == unknown.explanation)
      log.info("unknown: {}", unknown.explanation);
    else
      log.info("unknown: {}; {}", unknown.explanation,
               unknown.bound < 0
                   ? std::string("no bound was cleared")
                   : fmt::format("no counterexample has at most {} steps of the automaton",
                                 unknown.bound));
    if (findings_ == nullptr || findings_->empty != unknown.explanation)
      tell_hints(unknown, options_, true, log);
  }
  tell_findings(outcome, log);
}

std::string ProgramAnswerGiver::first_lines(const ProgramOutcome& outcome) {
  if (options_.format != AnswerFormat::Words) return {};
  const bool vacuous = std::holds_alternative<Safe<Cfa>>(outcome.answer) && findings_ != nullptr &&
                       findings_->is_vacuous();
  return fmt::format("{}{}\n{}", verdict_word(outcome.answer), vacuous ? " (vacuous)" : "", rows());
}

std::string ProgramAnswerGiver::last_line(const ProgramOutcome& outcome) {
  if (options_.format != AnswerFormat::Svcomp) return {};
  return result_line(outcome, options_.property);
}

}  // namespace cairn
