// SPDX-License-Identifier: MIT
//
// What runs over many properties have in common, whatever the model is.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "run/properties/table.h"

namespace cairn {

/// Rows that were decided by the same evidence, which `outcome` has, checked.
template <class Outcome>
using OnDecided = std::function<void(const std::vector<PropertyRow>&, const Outcome&)>;

/// What is known when such a run ends, besides the table.
struct PropertiesOutcome {
  std::optional<std::uint32_t> impossible_step;  ///< no run has this step
  Statistics statistics;
};

/// Puts verdicts into a table, and tells of them.
template <class Outcome>
class PropertyRecorder {
 public:
  PropertyRecorder(PropertyTable& table, const OnDecided<Outcome>& on_decided)
      : table_(table), on_decided_(on_decided) {}

  void proved(const std::vector<std::uint32_t>& properties, std::size_t lemmas,
              const std::string& found_by, const Outcome& outcome) {
    std::vector<PropertyRow> rows;
    for (const std::uint32_t property : properties) {
      PropertyRow row = begin(property, found_by);
      row.verdict = row.is_cover() ? "unreachable" : "safe";
      row.lemmas = lemmas;
      row.judged = properties;
      rows.push_back(std::move(row));
    }
    tell(rows, outcome);
  }
  void failed(std::uint32_t property, std::uint64_t steps, const std::string& found_by,
              const Outcome& outcome) {
    PropertyRow row = begin(property, found_by);
    if (!table_.doubt().empty()) {
      row.unknown = {Unknown::Reason::Unsupported,
                     "a run " + std::string(row.is_cover() ? "comes to it" : "violates it") +
                         " in step " + std::to_string(steps) + ", but " + table_.doubt(),
                     -1};
      return table_.set(row);
    }
    row.verdict = row.is_cover() ? "reached" : "unsafe";
    row.steps = steps;
    tell({row}, outcome);
  }
  /// All that are not decided have this instead.
  void leave_open(const Unknown& unknown) {
    for (PropertyRow& row : table_.rows()) {
      if (row.is_decided() || !row.unknown.explanation.empty()) continue;
      row.unknown = unknown;
      table_.set(row);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  PropertyRow begin(std::uint32_t property, const std::string& found_by) const {
    PropertyRow row = table_.row(property);
    row.decided_by = found_by;
    row.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return row;
  }
  void tell(const std::vector<PropertyRow>& rows, const Outcome& outcome) {
    for (const PropertyRow& row : rows) table_.set(row);
    if (on_decided_) on_decided_(rows, outcome);
  }

  PropertyTable& table_;
  const OnDecided<Outcome>& on_decided_;
  const Clock::time_point begin_ = Clock::now();
};

}  // namespace cairn
