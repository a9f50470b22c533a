// SPDX-License-Identifier: MIT
#include "run/program/vacuity.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/allowance.h"
#include "certify/check_cfa.h"
#include "engine/random/random_runs.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

// Of processor time, for runs on random inputs and for what follows from the proof that was found.
constexpr double kRunSeconds = 0.05, kProofSeconds = 0.5;

/// Which of some statements a run comes to.
class Coverage : public RunObserver {
 public:
  explicit Coverage(std::set<const Statement*> open) : open_(std::move(open)) {}
  void executed(const RunEvent& event) override { meet(event.statement); }
  bool wants_values() const override { return false; }
  void meet(const Statement* statement) { open_.erase(statement); }
  bool is_open(const Statement* statement) const { return open_.contains(statement); }
  bool complete() const { return open_.empty(); }

 private:
  std::set<const Statement*> open_;
};

/// Runs until everything was met, or the time is over. An assertion's place is met also by a run
/// that fails there; with a proof at hand no run does.
void run_at_random(const Program& program, double seconds, const Context& context,
                   Coverage& coverage, ProgramVacuity& vacuity) {
  constexpr std::uint64_t kFirstSteps = 50'000;
  constexpr std::size_t kMostEnds = 3;
  const Allowance allowance(seconds, context.budget);
  Interpreter interpreter(program);
  bool all_blocked = true;
  for (std::uint64_t run = 0; !coverage.complete() && !allowance.exhausted(); ++run) {
    const auto inputs = random_inputs(context.seed * 1'000'003 + run);
    const std::uint64_t limit = kFirstSteps << std::min<std::uint64_t>(run / 2, 5);
    const RunResult result = interpreter.run(*inputs, limit, &coverage);
    coverage.meet(result.statement);
    if (result.outcome != RunResult::Outcome::Blocked) {
      all_blocked = false;
      continue;
    }
    const SiteId site = result.statement->site;
    auto& ends = vacuity.ends;
    if (site != kNoSite && ends.size() < kMostEnds &&
        std::find(ends.begin(), ends.end(), site) == ends.end())
      ends.push_back(site);
  }
  if (!all_blocked) vacuity.ends.clear();
}

/// The automaton from cut points of the invariant to these places, and no further: whoever gets to
/// one of them fails. What leads to other cut points is left out, for that was checked.
Cfa up_to(const Cfa& cfa, const CfaInvariant& invariant, const std::vector<LocationId>& places) {
  const auto is_cut = [&](LocationId location) {
    return location == cfa.initial || invariant.at.contains(location);
  };
  Cfa result = cfa;
  if (invariant.unrolling) {
    // It is unrolled once more, and all its loops are to be there.
    for (const LocationId place : places)
      result.edges.push_back({place, cfa.error, skip_command()});
    return result;
  }
  result.edges.clear();
  const auto in = cfa.edges_in();
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<LocationId> open;
  const auto meet = [&](LocationId location) {
    if (seen[location.index]) return;
    seen[location.index] = true;
    if (!is_cut(location)) open.push_back(location);
  };
  for (const LocationId place : places) {
    meet(place);
    result.edges.push_back({place, cfa.error, skip_command()});
  }
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    for (const std::uint32_t edge : in[location.index]) {
      result.edges.push_back(cfa.edges[edge]);
      meet(cfa.edges[edge].source);
    }
  }
  return result;
}

/// Does the proof show that no run gets to these places? The formulas hold whenever control is at
/// their locations, also if it took k steps to see that.
bool shown_unreachable(const Cfa& cfa, const CfaInvariant& invariant,
                       const std::vector<LocationId>& places, const Context& context) {
  if (places.empty()) return true;
  CfaInvariant formulas = invariant;
  formulas.k = 1;
  CfaCheckOptions options;
  options.z3_seconds = 0.2;
  options.box_work = 1'000'000;
  const Judgement judgement =
      check_cfa_invariant(up_to(cfa, invariant, places), formulas, options, context);
  return judgement.outcome() == Outcome::Holds;
}

std::optional<bool> search(const Program& program, const Assertion& assertion,
                           const ProgramCheckOptions& check, double seconds,
                           const Context& context) {
  Budget share(&context.budget);
  share.renew(seconds);
  Progress progress;
  const Program probe = with_probe(program, assertion);
  const ProgramOutcome outcome =
      run_program_check(probe, check, {context.log, share, progress, context.seed});
  if (std::holds_alternative<Unknown>(outcome.answer)) return std::nullopt;
  return std::holds_alternative<Unsafe<Cfa>>(outcome.answer);
}

}  // namespace

ProgramVacuity find_vacuity(const Program& program, const std::vector<Assertion>& assertions,
                            const ProgramOutcome& safe, double search_seconds,
                            const ProgramCheckOptions& check, const Context& context) {
  ProgramVacuity vacuity;
  vacuity.reached.resize(assertions.size());
  std::set<const Statement*> decided_at;
  for (const Assertion& assertion : assertions)
    decided_at.insert(assertion.decided_at.begin(), assertion.decided_at.end());
  if (decided_at.empty()) return vacuity;
  Coverage coverage(decided_at);
  run_at_random(program, kRunSeconds, context, coverage, vacuity);

  Budget share(&context.budget);
  share.renew(kProofSeconds);
  Progress progress;
  const Context limited{context.log, share, progress, context.seed};
  const auto* proof = std::get_if<Safe<Cfa>>(&safe.answer);
  std::optional<std::map<const Statement*, std::vector<LocationId>>> locations;
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    const auto& places = assertions[i].decided_at;
    if (places.empty()) continue;
    if (!std::all_of(places.begin(), places.end(),
                     [&](const Statement* s) { return coverage.is_open(s); })) {
      vacuity.reached[i] = true;
      continue;
    }
    if (!locations) locations = locations_of(program, decided_at);
    std::vector<LocationId> before;
    for (const Statement* statement : places)
      if (const auto found = locations->find(statement); found != locations->end())
        before.insert(before.end(), found->second.begin(), found->second.end());
    if (before.empty() || (proof != nullptr && safe.cfa && !share.exhausted_by_now() &&
                           shown_unreachable(*safe.cfa, proof->invariant, before, limited)))
      vacuity.reached[i] = false;
    else if (search_seconds > 0 && !context.budget.exhausted())
      vacuity.reached[i] = search(program, assertions[i], check, search_seconds, context);
  }
  return vacuity;
}

}  // namespace cairn
