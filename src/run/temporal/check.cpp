// SPDX-License-Identifier: MIT
#include "run/temporal/check.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "run/circuit/properties.h"

namespace cairn {
namespace {

class SpecificationSearch {
 public:
  SpecificationSearch(const TemporalTask& task, PropertyTable& table,
                      const OnSpecification& on_decided)
      : task_(task), table_(table), on_decided_(on_decided), inner_(rows_of_circuit()) {}

  PropertiesOutcome run(const CheckOptions& options, const Context& context) {
    for (const PropertyRow& row : table_.rows())
      if (may_use_ctl(task_, specification(row)) && !has_decision(specification(row)))
        ctl_.push_back(
            std::make_unique<CtlDecision>(task_, row.index, options.engines.configs, context));
    take_rounds(options, context);
    note_vacuity();
    for (PropertyRow& row : table_.rows()) leave_open(row, context);
    for (const auto& decision : ctl_) decision->end(outcome_.statistics);
    return std::move(outcome_);
  }

 private:
  /// Searches for CTL, and the one for all that the circuit's bad states and justice sets decide,
  /// take turns that get longer; who is alone has all the time.
  void take_rounds(const CheckOptions& options, const Context& context) {
    constexpr double kFirstSeconds = 2, kGrowth = 4;
    bool circuit_goes_on = !inner_.rows().empty();
    for (double seconds = kFirstSeconds;; seconds *= kGrowth) {
      const std::vector<CtlDecision*> open = open_decisions(seconds == kFirstSeconds);
      const std::size_t parts = open.size() + (circuit_goes_on ? 1 : 0);
      if (parts == 0 || is_all_decided() || context.budget.exhausted_by_now()) return;
      for (CtlDecision* const decision : open)
        if (const auto verdict =
                decision->decide(parts > 1 ? std::optional(seconds) : std::nullopt))
          take_ctl(*decision, *verdict);
      if (!circuit_goes_on || is_all_decided()) continue;
      const bool is_alone = open_decisions(false).empty();
      Budget share(&context.budget);
      Progress progress;
      const Context limited{context.log, share, progress, context.seed};
      share.renew(seconds * static_cast<double>(inner_.rows().size()));
      search_circuit(options, is_alone ? context : limited);
      circuit_goes_on = !is_alone && share.exhausted_by_now() && has_open_rows();
    }
  }

  /// In the first round, if files are wanted that only a circuit's evidence has, those alone that
  /// nothing else decides.
  std::vector<CtlDecision*> open_decisions(bool is_first_round) const {
    std::vector<CtlDecision*> open;
    for (const auto& decision : ctl_) {
      const bool is_put_off =
          is_first_round && on_decided_.prefers_circuit &&
          !needs_ctl(task_, task_.temporal.specifications[decision->specification()]);
      if (decision->may_go_on() && !is_put_off && has_open_rows(*decision))
        open.push_back(decision.get());
    }
    return open;
  }
  bool has_open_rows(const CtlDecision& decision) const {
    return std::ranges::any_of(table_.rows(), [&](const PropertyRow& row) {
      return !row.is_decided() && is_about(decision, specification(row));
    });
  }
  bool is_all_decided() const {
    return std::ranges::all_of(table_.rows(), &PropertyRow::is_decided);
  }

  void search_circuit(const CheckOptions& options, const Context& context) {
    PropertiesOutcome found = check_properties(
        task_.circuit, options, inner_,
        [&](const std::vector<PropertyRow>& rows, const CheckOutcome& outcome) {
          take(rows, outcome);
        },
        context);
    outcome_.statistics.add(found.statistics, "");
    if (found.impossible_step) outcome_.impossible_step = found.impossible_step;
  }
  bool has_open_rows() const {
    return std::ranges::any_of(inner_.rows(), [](const auto& row) { return !row.is_decided(); });
  }

  /// Equal formulas are decided once.
  bool has_decision(const TemporalSpecification& about) const {
    return std::ranges::any_of(ctl_,
                               [&](const auto& decision) { return is_about(*decision, about); });
  }
  bool is_about(const CtlDecision& decision, const TemporalSpecification& about) const {
    return may_use_ctl(task_, about) &&
           task_.temporal.specifications[decision.specification()].ctl == about.ctl;
  }

  void take_ctl(CtlDecision& decision, const CtlVerdict& verdict) {
    decision.end(outcome_.statistics);
    for (const PropertyRow& row : table_.rows())
      if (!row.is_decided() && is_about(decision, specification(row))) take_ctl(row, verdict);
    drop_unneeded();
  }
  /// Justice sets that no open specification needs are not searched for any more.
  void drop_unneeded() {
    for (PropertyRow& inner : inner_.rows()) {
      const bool is_needed = inner.is_decided() || !inner.justice ||
                             inner.justice == task_.any_run ||
                             std::ranges::any_of(table_.rows(), [&](const PropertyRow& row) {
                               return !row.is_decided() && decides(inner, specification(row));
                             });
      if (is_needed) continue;
      inner.verdict = "safe";  // nobody asks
      inner_.set(inner);
    }
  }
  void take_ctl(PropertyRow row, const CtlVerdict& verdict) {
    // What some run shows keeps its words, whoever decides it.
    const bool is_cover =
        row.is_cover() && !verdict.is_vacuous && !needs_ctl(task_, specification(row));
    if (!is_cover) row.about.kind = WordProperty::Kind::Assert;
    row.verdict =
        verdict.holds ? (is_cover ? "reached" : "safe") : (is_cover ? "unreachable" : "unsafe");
    row.is_vacuous = verdict.is_vacuous;
    row.is_by_bounds = true;
    row.lemmas = verdict.regions;
    row.steps = verdict.trace.steps;
    row.decided_by = "iictl";
    row.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    table_.set(row);
    if (on_decided_.by_bounds) on_decided_.by_bounds(row, verdict);
  }

  /// Those that some specification needs, and first whether there is a fair run at all.
  std::vector<PropertyRow> rows_of_circuit() const {
    std::vector<std::uint32_t> bad;
    std::vector<bool> is_wanted(task_.circuit.system.justice.size(), false);
    for (const PropertyRow& row : table_.rows()) {
      const TemporalSpecification& about = specification(row);
      if (needs_ctl(task_, about)) continue;
      if (about.bad) bad.push_back(*about.bad);
      if (about.justice) is_wanted[*about.justice] = true;
      if (task_.any_run) is_wanted[*task_.any_run] = true;
    }
    std::ranges::sort(bad);
    bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
    std::vector<PropertyRow> rows = cairn::rows_of(task_.circuit.system, bad);
    std::vector<PropertyRow> justice = justice_rows_of(task_.circuit.system);
    std::ranges::reverse(justice);  // that of `any_run` is the last one
    for (PropertyRow& row : justice)
      if (is_wanted[*row.justice]) rows.push_back(std::move(row));
    return rows;
  }
  const TemporalSpecification& specification(const PropertyRow& row) const {
    return task_.temporal.specifications[row.index];
  }

  void take(const std::vector<PropertyRow>& found, const CheckOutcome& outcome) {
    std::vector<PropertyRow> decided;
    for (const PropertyRow& inner : found) {
      if (inner.justice && inner.justice == task_.any_run) {
        has_run_ = inner.has_trace();
        if (!has_run_) continue;
        const auto waiting = std::move(waiting_);
        waiting_.clear();
        for (const auto& [row, evidence] : waiting) take({row}, evidence);
        continue;
      }
      if (!inner.has_trace() && task_.any_run && !has_run_) waiting_.emplace_back(inner, outcome);
      for (const PropertyRow& row : table_.rows())
        if (const auto verdict = verdict_of(row, inner)) {
          PropertyRow made = row;
          made.verdict = *verdict;
          made.steps = inner.steps;
          made.lemmas = inner.lemmas;
          made.decided_by = inner.decided_by;
          made.seconds = inner.seconds;
          table_.set(made);
          decided.push_back(std::move(made));
          drop_others(specification(row), inner);
        }
    }
    if (decided.empty() || !on_decided_.by_circuit) return;
    std::vector<std::uint32_t> together;
    for (const PropertyRow& row : decided) together.push_back(row.index);
    for (PropertyRow& row : decided)
      if (!row.has_trace()) row.judged = together;
    on_decided_.by_circuit(decided, outcome);
  }

  /// What a verdict about the circuit says about a specification, if anything.
  std::optional<std::string> verdict_of(const PropertyRow& row, const PropertyRow& inner) const {
    const TemporalSpecification& about = specification(row);
    const bool of_bad = !inner.justice && about.bad == inner.index;
    const bool of_justice = inner.justice && about.justice == inner.justice;
    if (row.is_decided() || (!of_bad && !of_justice)) return std::nullopt;
    if (of_bad && inner.has_trace() && !about.bad_is_exact) return std::nullopt;
    if (!about.is_negated) return inner.has_trace() ? "unsafe" : "safe";
    // Some run has to violate the formula from every initial state.
    if (inner.has_trace())
      return task_.has_one_initial_state ? std::optional("reached") : std::nullopt;
    // That none does says nothing if there is none at all.
    return !task_.any_run || has_run_ ? std::optional("unreachable") : std::nullopt;
  }

  /// What else would decide the specification is not asked any more.
  void drop_others(const TemporalSpecification& about, const PropertyRow& inner) {
    for (PropertyRow& other : inner_.rows()) {
      const bool is_other =
          other.justice ? about.justice == other.justice : about.bad == std::optional(other.index);
      if (!is_other || other.index == inner.index || other.is_decided()) continue;
      other.verdict = inner.verdict;
      inner_.set(other);
    }
  }

  void leave_open(PropertyRow& row, const Context& context) {
    if (row.is_decided()) return;
    const TemporalSpecification& about = specification(row);
    if (!about.refused.empty()) {
      row.unknown = {Unknown::Reason::Unsupported, about.refused, -1};
    } else {
      row.unknown = unknown_for(context.budget.reason(), -1);
      if (about.is_negated && !task_.has_one_initial_state)
        row.unknown = {Unknown::Reason::Unsupported,
                       "it holds in some initial state, and there may be several", -1};
      for (const auto& decision : ctl_)
        if (is_about(*decision, about) && !decision->unknown().explanation.empty())
          row.unknown = decision->unknown();
      for (const PropertyRow& inner : inner_.rows())
        if (!inner.is_decided() && decides(inner, about) && !inner.unknown.explanation.empty())
          row.unknown = inner.unknown;
    }
    table_.set(row);
  }

  static bool decides(const PropertyRow& inner, const TemporalSpecification& about) {
    return inner.justice ? about.justice == inner.justice : about.bad == std::optional(inner.index);
  }
  /// A specification about fair runs holds for nothing if there are none.
  void note_vacuity() {
    if (!task_.any_run || has_run_ || inner_.rows().empty()) return;
    const PropertyRow any =
        inner_.row(static_cast<std::uint32_t>(task_.circuit.system.bad.size() + *task_.any_run));
    if (!any.is_decided()) return;
    for (PropertyRow& row : table_.rows()) {
      const TemporalSpecification& about = specification(row);
      if (about.kind == TemporalSpecification::Kind::Invariant || row.has_trace()) continue;
      if (row.is_by_bounds) continue;
      if (!about.refused.empty()) continue;
      row.verdict = "safe";
      row.about.kind = WordProperty::Kind::Assert;
      row.is_vacuous = true;
      table_.set(row);
    }
  }

  using Clock = std::chrono::steady_clock;

  const TemporalTask& task_;
  PropertyTable& table_;
  const OnSpecification& on_decided_;
  PropertyTable inner_;
  std::vector<std::unique_ptr<CtlDecision>> ctl_;
  PropertiesOutcome outcome_;
  const Clock::time_point begin_ = Clock::now();
  bool has_run_ = false;  // a fair one, that never ends
  // Proofs that say something only if there is one.
  std::vector<std::pair<PropertyRow, CheckOutcome>> waiting_;
};

}  // namespace

std::vector<PropertyRow> rows_of(const TemporalTask& task) {
  std::vector<PropertyRow> rows;
  for (const TemporalSpecification& specification : task.temporal.specifications) {
    PropertyRow row;
    row.index = static_cast<std::uint32_t>(rows.size());
    row.about.name = specification.name.empty() ? specification.text : specification.name;
    row.about.file = task.file;
    row.about.line = specification.line;
    if (specification.is_negated) row.about.kind = WordProperty::Kind::Cover;
    rows.push_back(std::move(row));
  }
  return rows;
}

PropertiesOutcome check_specifications(const TemporalTask& task, const CheckOptions& options,
                                       PropertyTable& table, const OnSpecification& on_decided,
                                       const Context& context) {
  return SpecificationSearch(task, table, on_decided).run(options, context);
}

}  // namespace cairn
