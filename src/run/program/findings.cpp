// SPDX-License-Identifier: MIT
#include "run/program/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "format/c/c_harness_input.h"

namespace cairn {
namespace {

std::string place(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const Position& at = program.sites[site].at;
  // Nobody has seen the models of the C library.
  const std::string& function = program.sites[site].function;
  if (at.file == kLibraryFile && !function.starts_with("__cairn_"))
    return fmt::format("{}() of the C library: ", function);
  return fmt::format("{}:{}:{}: ", printable(at.file), at.line, at.column);
}

class Findings {
 public:
  Findings(const Program& program, const FindingsOptions& options, const ProgramCheckOptions& check,
           const Context& context)
      : program_(program), options_(options), check_(check), context_(context) {
    if (options_.strict && options_.search_seconds <= 0) options_.search_seconds = kStrictSeconds;
  }

  ProgramFindings of_each(const AssertionVerdicts& verdicts);
  ProgramFindings of_whole(const ProgramOutcome& outcome);

 private:
  static constexpr double kStrictSeconds = 2;  ///< to find out whether an assertion is reached

  /// `parts` are these assertions as the part's program has them, in the same order as `rows`.
  void look_for_emptiness(const Program& part, const std::vector<Assertion>& assertions,
                          const ProgramOutcome& outcome,
                          const std::vector<ProgramFindings::Row*>& rows);
  void add_warnings();

  const Program& program_;
  FindingsOptions options_;
  const ProgramCheckOptions& check_;
  const Context& context_;
  ProgramFindings result_;
};

void Findings::look_for_emptiness(const Program& part, const std::vector<Assertion>& assertions,
                                  const ProgramOutcome& outcome,
                                  const std::vector<ProgramFindings::Row*>& rows) {
  ProgramVacuity vacuity =
      find_vacuity(part, assertions, outcome, options_.search_seconds, check_, context_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]->reached = vacuity.reached[i];
    if (options_.strict && !vacuity.reached[i] && !assertions[i].decided_at.empty())
      result_.warnings.push_back(fmt::format("{}it is not known whether a run gets to {}",
                                             place(program_, rows[i]->site), rows[i]->claim));
  }
  result_.ends = std::move(vacuity.ends);
}

/// Whether a claim is one of the program, or code that is to be reached.
bool is_own(const std::string& claim) {
  return claim.starts_with("assertion") || claim.starts_with("code '") || claim.ends_with("()") ||
         claim.starts_with("label ");
}

/// What is true of assertions that were proved.
void Findings::add_warnings() {
  std::vector<std::string> never;
  std::size_t safe = 0;
  for (const ProgramFindings::Row& row : result_.rows) {
    if (row.verdict != "safe") continue;
    ++safe;
    // Checks that a program does not ask for itself are often for nothing.
    if (options_.checks && !is_own(row.claim)) {
      --safe;
      continue;
    }
    if (row.reached == false)
      never.push_back(fmt::format("{}no run gets to {}", place(program_, row.site), row.claim));
  }
  if (never.empty()) return;
  result_.never_reached = safe == never.size() && safe == result_.rows.size();
  if (result_.never_reached) {
    std::string text =
        safe == 1 ? never.front() : fmt::format("no run gets to any of the {} assertions", safe);
    for (std::size_t i = 0; i < result_.ends.size(); ++i)
      text += fmt::format(
          "{}{}{}", i == 0 ? "; all runs that were tried ended in an assumption: " : ", ",
          place(program_, result_.ends[i]), printable(program_.sites[result_.ends[i]].text, 60));
    result_.warnings.insert(result_.warnings.begin(), std::move(text));
  } else {
    result_.ends.clear();
    result_.warnings.insert(result_.warnings.begin(), never.begin(), never.end());
  }
  result_.empty = result_.warnings.front();
}

ProgramFindings Findings::of_each(const AssertionVerdicts& verdicts) {
  result_.each = true;
  for (const std::size_t i : verdicts.wanted) {
    const AssertionVerdict& verdict = verdicts.verdicts[i];
    ProgramFindings::Row row;
    row.index = i;
    row.site = verdicts.assertions[i].site;
    row.claim = shown_claim(verdicts.assertions[i]);
    row.verdict = verdict_word(verdict.answer);
    row.reached = verdict.reached;
    if (const auto* unknown = std::get_if<Unknown>(&verdict.answer))
      row.reason = unknown->explanation;
    if (verdict.part) {
      const AssertionVerdicts::Part& part = verdicts.parts[*verdict.part];
      if (const auto* safe = std::get_if<Safe<Cfa>>(&part.outcome.answer)) {
        row.locations = safe->invariant.at.size();
        row.unrolling = safe->invariant.unrolling.has_value();
        row.judged = part.kept;
      } else if (part.outcome.failure) {
        row.steps = part.outcome.failure->steps;
      }
    }
    result_.rows.push_back(std::move(row));
  }
  for (const AssertionVerdicts::Part& part : verdicts.parts) {
    if (!std::holds_alternative<Safe<Cfa>>(part.outcome.answer)) continue;
    std::vector<ProgramFindings::Row*> rows;
    for (const std::size_t i : part.kept)
      for (ProgramFindings::Row& row : result_.rows)
        if (row.index == i) rows.push_back(&row);
    const std::vector<Assertion> assertions = assertions_of(*part.program);
    CAIRN_CHECK(assertions.size() == rows.size());
    look_for_emptiness(*part.program, assertions, part.outcome, rows);
  }
  add_warnings();
  return std::move(result_);
}

ProgramFindings Findings::of_whole(const ProgramOutcome& outcome) {
  const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer);
  if (safe == nullptr) return std::move(result_);
  const std::vector<Assertion> assertions = assertions_of(program_);
  if (assertions.empty() && !options_.checks) {
    result_.no_assertion = true;
    result_.empty = "the program has no assertion that can be executed: nothing was checked";
    result_.warnings.push_back(result_.empty);
    return std::move(result_);
  }
  std::vector<ProgramFindings::Row*> rows;
  result_.rows.resize(assertions.size());
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    ProgramFindings::Row& row = result_.rows[i];
    row.index = i;
    row.site = assertions[i].site;
    row.claim = shown_claim(assertions[i]);
    row.verdict = "safe";
    row.locations = safe->invariant.at.size();
    row.unrolling = safe->invariant.unrolling.has_value();
    for (std::size_t j = 0; j < assertions.size(); ++j) row.judged.push_back(j);
    rows.push_back(&row);
  }
  look_for_emptiness(program_, assertions, outcome, rows);
  add_warnings();
  return std::move(result_);
}

Unknown vacuous(std::string why) {
  return {Unknown::Reason::Unsupported, std::move(why), -1};
}

}  // namespace

ProgramFindings make_findings(const Program& program, const AssertionVerdicts* verdicts,
                              const FindingsOptions& options, const ProgramCheckOptions& check,
                              const Context& context, ProgramOutcome& outcome) {
  Findings about(program, options, check, context);
  ProgramFindings findings =
      verdicts != nullptr ? about.of_each(*verdicts) : about.of_whole(outcome);
  if (!options.strict) return findings;
  for (ProgramFindings::Row& row : findings.rows)
    if (row.verdict == "safe" && row.reached == false) {
      row.verdict = "unknown";
      row.reason = "no run gets to it";
    }
  if (!findings.empty.empty() && std::holds_alternative<Safe<Cfa>>(outcome.answer))
    outcome.answer = vacuous(findings.empty);
  return findings;
}

std::string row_text(const Program& program, const ProgramFindings::Row& row) {
  std::string text = fmt::format("{}{}: {}", place(program, row.site), row.claim, row.verdict);
  if (row.verdict == "safe") {
    if (row.reached == false) text += " (never reached)";
    text += row.unrolling ? "; the complete unrolling was checked"
                          : fmt::format("; the invariant (formulas at {} location{}) was checked",
                                        row.locations, row.locations == 1 ? "" : "s");
  } else if (row.verdict == "unsafe") {
    text += fmt::format("; the run ({} step{}) was replayed", row.steps, row.steps == 1 ? "" : "s");
  } else if (!row.reason.empty()) {
    text += fmt::format("; {}", printable(row.reason));
  }
  return text;
}

}  // namespace cairn
