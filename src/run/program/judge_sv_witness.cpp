// SPDX-License-Identifier: MIT
#include "run/program/judge_sv_witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "format/c/c_witness_code.h"
#include "format/c/program_trace.h"

namespace cairn {
namespace {

using Kind = EvidenceVerdict::Kind;

/// The line alone: columns are those of the text that was checked.
std::string place(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const Position& at = program.sites[site].at;
  return fmt::format("{}:{}: ", printable(at.file), at.line);
}

class Judge {
 public:
  Judge(const std::vector<Source>& program, const CReadOptions& options, const SvWitness& witness,
        const ProgramCheckOptions& check, const Context& context)
      : sources_(program), options_(options), witness_(witness), check_(check), context_(context) {
    read_c(program, options, context.log);  // throws if it is at fault itself
    verdict_.form = EvidenceVerdict::Form::Witness;
  }

  EvidenceVerdict judge_invariants();
  EvidenceVerdict judge_violation();

 private:
  /// Nothing if the inserted text is no C there.
  std::optional<Program> parsed(const std::vector<Source>& files) const {
    const Log quiet(LogLevel::Quiet);
    try {
      return read_c(files, options_, quiet);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }
  /// The positions of those, of `count`, that can be in the program together; `made` makes it.
  template <class Made>
  std::vector<std::size_t> fitting(std::size_t count, const Made& made) const;
  EvidenceVerdict undecided(const ProgramOutcome& outcome);

  const std::vector<Source>& sources_;
  const CReadOptions& options_;
  const SvWitness& witness_;
  const ProgramCheckOptions& check_;
  const Context& context_;
  EvidenceVerdict verdict_;
};

template <class Made>
std::vector<std::size_t> Judge::fitting(std::size_t count, const Made& made) const {
  constexpr std::size_t kMostTried = 50;
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  if (parsed(made(all).files)) return all;
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < std::min(count, kMostTried); ++i) {
    result.push_back(i);
    if (!parsed(made(result).files)) result.pop_back();
  }
  return result;
}

template <class T>
std::vector<T> chosen(const std::vector<T>& from, const std::vector<std::size_t>& which) {
  std::vector<T> result;
  for (const std::size_t i : which) result.push_back(from[i]);
  return result;
}

EvidenceVerdict Judge::undecided(const ProgramOutcome& outcome) {
  verdict_.kind = Kind::Undecided;
  verdict_.reason = std::get<Unknown>(outcome.answer).explanation;
  return std::move(verdict_);
}

EvidenceVerdict Judge::judge_invariants() {
  const auto made = [&](const std::vector<std::size_t>& which) {
    return with_invariants(sources_, chosen(witness_.invariants, which), witness_.places);
  };
  std::vector<std::size_t> used = fitting(witness_.invariants.size(), made);
  for (;;) {
    const WitnessFiles code = made(used);
    const auto program = parsed(code.files);
    CAIRN_CHECK(program.has_value());
    const ProgramOutcome outcome = run_program_check(*program, check_, context_);
    if (std::holds_alternative<Unknown>(outcome.answer)) return undecided(outcome);
    if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) {
      verdict_.kind = Kind::Safe;
      verdict_.scope =
          fmt::format("no run fails an assertion, and {} of {} invariants of the witness hold",
                      code.placed.size(), witness_.invariants.size());
      if (code.placed.size() < witness_.invariants.size())
        verdict_.scope += " (the others have no place in the program)";
      return std::move(verdict_);
    }
    const Statement& failed = *outcome.failure->assertion;
    const std::string mark = fmt::format("assertion '{}", kWitnessMark);
    const bool is_candidate = failed.note.starts_with(mark);
    if (is_candidate && witness_.places == SvWitness::Places::Lines) {
      // Notes are shortened: whatever begins like that goes.
      std::string text = failed.note.substr(mark.size());
      text = text.substr(0, std::min(text.find("..."), text.size() - 1));
      const std::size_t before = used.size();
      std::erase_if(used,
                    [&](std::size_t i) { return witness_.invariants[i].value.starts_with(text); });
      if (used.size() == before) used.clear();
      continue;
    }
    verdict_.kind = Kind::Refuted;
    verdict_.reason =
        is_candidate
            ? fmt::format(
                  "{}the invariant '{}' does not hold", place(*program, failed.site),
                  printable(failed.note.substr(mark.size(), failed.note.size() - mark.size() - 1)))
            : fmt::format("the program is unsafe: {}{}", place(*program, failed.site),
                          printable(what_happened(failed.note)));
    return std::move(verdict_);
  }
}

/// Asserts fail only where all waypoints were passed.
void require_waypoints(Block& block, Terms& terms, Term passed) {
  for (Statement& s : block) {
    if (s.kind == Statement::Kind::Assert && s.assert_kind == AssertKind::Property)
      s.values[0] = terms.or_(s.values[0], terms.not_(passed));
    for (Block& inner : s.blocks) require_waypoints(inner, terms, passed);
  }
}

EvidenceVerdict Judge::judge_violation() {
  std::vector<SvWaypoint> points;
  for (const SvWaypoint& point : witness_.waypoints)
    if (point.kind != SvWaypoint::Kind::Target) points.push_back(point);
  const auto made = [&](const std::vector<std::size_t>& which) {
    return with_waypoints(sources_, chosen(points, which), witness_.places);
  };
  const WitnessFiles code = made(fitting(points.size(), made));
  auto program = parsed(code.files);
  CAIRN_CHECK(program.has_value());
  const std::size_t count = code.placed.size();
  if (count > 0) {
    const auto counter = std::find_if(
        program->globals.begin(), program->globals.end(),
        [](const ProgramVariable& global) { return global.source_name == kWaypointCounter; });
    if (counter == program->globals.end()) {
      verdict_.reason = "no run comes to a waypoint of the witness";
      return std::move(verdict_);
    }
    Terms& terms = *program->terms;
    const Term passed =
        terms.equal(counter->term, terms.bv(terms.sort(counter->term).width(), count));
    for (Procedure& procedure : program->procedures)
      require_waypoints(procedure.body, terms, passed);
  }
  const ProgramOutcome outcome = run_program_check(*program, check_, context_);
  if (std::holds_alternative<Unknown>(outcome.answer)) return undecided(outcome);
  const std::string waypoints =
      fmt::format("{} of {} waypoints of the witness", count, points.size());
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    const Statement& failed = *outcome.failure->assertion;
    verdict_.kind = Kind::Unsafe;
    verdict_.scope =
        fmt::format("a run that passes {} fails: {}{}; it was replayed", waypoints,
                    place(*program, failed.site), printable(what_happened(failed.note)));
    return std::move(verdict_);
  }
  verdict_.reason = fmt::format("no run that passes {} fails an assertion", waypoints);
  // Lines do not say exactly where an assumption is meant to hold.
  verdict_.kind =
      witness_.places == SvWitness::Places::Columns || count == 0 ? Kind::Refuted : Kind::Undecided;
  return std::move(verdict_);
}

}  // namespace

EvidenceVerdict judge_sv_witness(const std::vector<Source>& program, const CReadOptions& options,
                                 const SvWitness& witness, const ProgramCheckOptions& check,
                                 const Context& context) {
  Judge judge(program, options, witness, check, context);
  return witness.kind == SvWitness::Kind::Correctness ? judge.judge_invariants()
                                                      : judge.judge_violation();
}

}  // namespace cairn
