// SPDX-License-Identifier: MIT
#include "run/program/assertions.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

class Judging {
 public:
  Judging(const Program& program, const std::vector<std::size_t>& wanted,
          const DecideProgram& decide, const Context& context)
      : program_(program), decide_(decide), context_(context), open_(wanted) {
    result_.assertions = assertions_of(program);
    result_.wanted = wanted;
    result_.verdicts.resize(result_.assertions.size());
  }

  AssertionVerdicts run(const AssertionTurns& turns);

 private:
  bool stopped() const { return context_.budget.exhausted_by_now(); }
  ProgramOutcome decide(const Program& program, double seconds);
  /// Judges the assertions together; answers whether that may be tried again with more time.
  bool attempt(const std::vector<std::size_t>& kept, double seconds);
  void keep_run(std::size_t assertion, AssertionVerdicts::Part part);
  std::size_t failing(ProgramOutcome& outcome) const;

  const Program& program_;
  const DecideProgram& decide_;
  const Context& context_;
  std::vector<std::size_t> open_;
  AssertionVerdicts result_;
};

ProgramOutcome Judging::decide(const Program& program, double seconds) {
  if (seconds <= 0) return decide_(program, context_);
  Budget share(&context_.budget);
  share.renew(seconds);
  return decide_(program, {context_.log, share, context_.progress, context_.seed});
}

/// The assertion of the whole program that the run fails, as the interpreter sees it there.
std::size_t Judging::failing(ProgramOutcome& outcome) const {
  CAIRN_CHECK(outcome.failure.has_value());
  InputSequence inputs(outcome.failure->inputs);
  const RunResult result = interpret(program_, inputs, outcome.failure->steps + 1);
  CAIRN_CHECK(result.outcome == RunResult::Outcome::Failed);
  outcome.failure->assertion = result.statement;
  for (std::size_t i = 0; i < result_.assertions.size(); ++i) {
    const auto& statements = result_.assertions[i].statements;
    if (std::find(statements.begin(), statements.end(), result.statement) != statements.end())
      return i;
  }
  internal_error(__FILE__, __LINE__, "a run fails no assertion of the program");
}

void Judging::keep_run(std::size_t assertion, AssertionVerdicts::Part part) {
  AssertionVerdict& verdict = result_.verdicts[assertion];
  verdict.answer = Unsafe<Cfa>{};
  verdict.reached = true;
  verdict.part = result_.parts.size();
  result_.parts.push_back(std::move(part));
  std::erase(open_, assertion);
}

bool Judging::attempt(const std::vector<std::size_t>& kept, double seconds) {
  AssertionVerdicts::Part part;
  part.kept = kept;
  part.program = std::make_unique<const Program>(with_assertions(program_, kept));
  context_.progress.bound = -1;
  part.outcome = decide(*part.program, seconds);
  if (std::holds_alternative<Unsafe<Cfa>>(part.outcome.answer)) {
    const std::size_t assertion = failing(part.outcome);
    CAIRN_CHECK(std::binary_search(kept.begin(), kept.end(), assertion));
    keep_run(assertion, std::move(part));
    return true;
  }
  if (const auto* unknown = std::get_if<Unknown>(&part.outcome.answer)) {
    for (const std::size_t assertion : kept) result_.verdicts[assertion].answer = *unknown;
    return unknown->reason == Unknown::Reason::Time;
  }
  for (const std::size_t assertion : kept) {
    result_.verdicts[assertion].answer = Safe<Cfa>{};
    result_.verdicts[assertion].part = result_.parts.size();
    std::erase(open_, assertion);
  }
  result_.parts.push_back(std::move(part));
  return false;
}

AssertionVerdicts Judging::run(const AssertionTurns& turns) {
  for (double seconds = turns.first_seconds; !open_.empty() && !stopped(); seconds *= 2) {
    // As long as runs fail one assertion after the other.
    bool again = true;
    for (std::size_t before = open_.size() + 1; !open_.empty() && open_.size() < before;) {
      before = open_.size();
      again = attempt(std::vector<std::size_t>(open_), seconds);
      if (stopped()) break;
    }
    if (open_.size() > 1 && !stopped()) {
      again = false;
      for (const std::size_t assertion : std::vector<std::size_t>(open_)) {
        if (stopped()) break;
        if (attempt({assertion}, seconds / 2)) again = true;
      }
    }
    if (!again || turns.first_seconds <= 0) break;
  }
  // A run that was stopped before it came to them.
  for (const std::size_t assertion : open_)
    if (auto& unknown = std::get<Unknown>(result_.verdicts[assertion].answer);
        unknown.explanation.empty())
      unknown = unknown_for(context_.budget.reason(), -1);
  return std::move(result_);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// FILE, LINE and, if it is there, COLUMN.
struct Place {
  std::string_view file;
  std::uint64_t line = 0;
  std::optional<std::uint64_t> column;
};

std::optional<std::uint64_t> number(std::string_view text) {
  if (!is_number(text) || text.size() > 9) return std::nullopt;
  return std::stoull(std::string(text));
}

std::optional<Place> parse_place(std::string_view text) {
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0) return std::nullopt;
  const auto end = number(text.substr(last + 1));
  if (!end) return std::nullopt;
  const std::size_t middle = text.rfind(':', last - 1);
  if (middle != std::string_view::npos && middle > 0)
    if (const auto line = number(text.substr(middle + 1, last - middle - 1)))
      return Place{text.substr(0, middle), *line, end};
  return Place{text.substr(0, last), *end, std::nullopt};
}

bool is_in(const std::string& path, std::string_view file) {
  return path == file || (path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

}  // namespace

AssertionVerdicts check_assertions(const Program& program, const std::vector<std::size_t>& wanted,
                                   const DecideProgram& decide, const AssertionTurns& turns,
                                   const Context& context) {
  return Judging(program, wanted, decide, context).run(turns);
}

ProgramOutcome overall(const AssertionVerdicts& verdicts) {
  const AssertionVerdict* unknown = nullptr;
  const AssertionVerdict* safe = nullptr;
  for (const std::size_t i : verdicts.wanted) {
    const AssertionVerdict& verdict = verdicts.verdicts[i];
    if (std::holds_alternative<Unsafe<Cfa>>(verdict.answer))
      return verdicts.parts[*verdict.part].outcome;
    const auto* open = std::get_if<Unknown>(&verdict.answer);
    if (open != nullptr && unknown == nullptr) unknown = &verdict;
    if (open == nullptr) safe = &verdict;
  }
  if (unknown == nullptr && safe != nullptr) return verdicts.parts[*safe->part].outcome;
  ProgramOutcome outcome;
  if (unknown != nullptr) outcome.answer = unknown->answer;
  return outcome;
}

bool names_assertions(std::string_view text) {
  return text == "all" || is_number(text) || parse_place(text).has_value();
}

/// A requirement's claim is its name, or "NAME: TEXT".
static bool has_name(const Assertion& assertion, std::string_view name) {
  const std::string_view claim = assertion.claim;
  return claim.starts_with(name) && (claim.size() == name.size() || claim[name.size()] == ':');
}

std::vector<std::size_t> find_assertions(const Program& program,
                                         const std::vector<Assertion>& assertions,
                                         const std::string& text, const std::string& file) {
  std::vector<std::size_t> found(assertions.size());
  std::iota(found.begin(), found.end(), std::size_t{0});
  if (text == "all") return found;
  const std::size_t count = assertions.size();
  const std::string available =
      count == 0   ? "the program has no assertions"
      : count == 1 ? "the program has one assertion, 0"
                   : fmt::format("the program has {} assertions, 0 to {}", count, count - 1);
  if (is_number(text)) {
    const auto position = number(text);
    if (!position || *position >= count)
      throw InputError({file}, fmt::format("assertion {} does not exist: {}", text, available));
    return {static_cast<std::size_t>(*position)};
  }
  const auto place = parse_place(text);
  std::erase_if(found, [&](std::size_t i) {
    if (!place) return !has_name(assertions[i], text);
    if (assertions[i].site == kNoSite) return true;
    const Position& at = program.sites[assertions[i].site].at;
    return !is_in(at.file, place->file) || at.line != place->line ||
           (place->column && at.column != *place->column);
  });
  if (found.empty())
    throw InputError({file}, fmt::format("there is no assertion {}; {}; --property all shows "
                                         "their places",
                                         place ? fmt::format("at {}", printable(text))
                                               : fmt::format("'{}'", printable(text, 60)),
                                         available));
  return found;
}

std::string shown_claim(const Assertion& assertion) {
  std::string_view claim = assertion.claim;
  if (claim.empty()) return "assertion";
  if (claim.ends_with(" is not reached")) claim.remove_suffix(15);
  return printable(claim, 120);
}

}  // namespace cairn
