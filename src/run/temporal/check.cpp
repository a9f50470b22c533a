// SPDX-License-Identifier: MIT
#include "run/temporal/check.h"

#include <algorithm>
#include <numeric>

#include "run/circuit/properties.h"

namespace cairn {
namespace {

class SpecificationSearch {
 public:
  SpecificationSearch(const TemporalTask& task, PropertyTable& table,
                      const OnDecided<CheckOutcome>& on_decided)
      : task_(task), table_(table), on_decided_(on_decided), inner_(rows_of_circuit()) {}

  PropertiesOutcome run(const CheckOptions& options, const Context& context) {
    PropertiesOutcome outcome;
    if (!inner_.rows().empty())
      outcome = check_properties(
          task_.circuit, options, inner_,
          [&](const std::vector<PropertyRow>& rows, const CheckOutcome& found) {
            take(rows, found);
          },
          context);
    for (PropertyRow& row : table_.rows()) leave_open(row, context);
    return outcome;
  }

 private:
  /// Those that some specification which is not refused needs.
  std::vector<PropertyRow> rows_of_circuit() const {
    std::vector<std::uint32_t> bad;
    for (const PropertyRow& row : table_.rows()) {
      const TemporalSpecification& about = specification(row);
      if (about.bad) bad.push_back(*about.bad);
    }
    std::ranges::sort(bad);
    return cairn::rows_of(task_.circuit.system, bad);
  }
  const TemporalSpecification& specification(const PropertyRow& row) const {
    return task_.temporal.specifications[row.index];
  }

  void take(const std::vector<PropertyRow>& found, const CheckOutcome& outcome) {
    std::vector<PropertyRow> decided;
    for (const PropertyRow& inner : found)
      for (PropertyRow& row : table_.rows()) {
        const TemporalSpecification& about = specification(row);
        if (row.is_decided() || !about.bad || *about.bad != inner.index) continue;
        if (inner.has_trace() && !about.bad_is_exact) continue;
        row.verdict = inner.verdict;
        row.steps = inner.steps;
        row.lemmas = inner.lemmas;
        row.decided_by = inner.decided_by;
        row.seconds = inner.seconds;
        decided.push_back(row);
        table_.set(row);
      }
    for (PropertyRow& row : decided)
      for (const PropertyRow& other : decided) row.judged.push_back(other.index);
    if (!decided.empty() && on_decided_) on_decided_(decided, outcome);
  }

  void leave_open(PropertyRow& row, const Context& context) {
    if (row.is_decided()) return;
    const TemporalSpecification& about = specification(row);
    if (!about.refused.empty()) {
      row.unknown = {Unknown::Reason::Unsupported, about.refused, -1};
    } else {
      row.unknown = unknown_for(context.budget.reason(), -1);
      for (const PropertyRow& inner : inner_.rows())
        if (!inner.is_decided() && !inner.unknown.explanation.empty()) row.unknown = inner.unknown;
    }
    table_.set(row);
  }

  const TemporalTask& task_;
  PropertyTable& table_;
  const OnDecided<CheckOutcome>& on_decided_;
  PropertyTable inner_;
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
    rows.push_back(std::move(row));
  }
  return rows;
}

PropertiesOutcome check_specifications(const TemporalTask& task, const CheckOptions& options,
                                       PropertyTable& table,
                                       const OnDecided<CheckOutcome>& on_decided,
                                       const Context& context) {
  return SpecificationSearch(task, table, on_decided).run(options, context);
}

}  // namespace cairn
