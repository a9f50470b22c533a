// SPDX-License-Identifier: MIT
//
// The verdict of each property of a model: what people see as a table, and machines as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/answer.h"
#include "model/bit_system.h"
#include "model/word_model.h"

namespace cairn {

struct PropertyRow {
  /// Among the bad states of the model, and then its justice properties.
  std::uint32_t index = 0;
  std::optional<std::uint32_t> justice = {};  ///< of a justice property: its position among these
  WordProperty about;
  /// Of an assertion, what the bad state is: safe, unsafe, unknown. Of a cover, whether it is
  /// found: reached, unreachable, unknown.
  std::string verdict = "unknown";
  Unknown unknown;                    ///< with unknown
  bool is_by_bounds = false;          ///< of CTL: its evidence are bounds of subformulas
  std::uint64_t steps = 0;            ///< with a trace: after the first
  std::size_t lemmas = 0;             ///< with a proof; of bounds, their regions
  std::vector<std::uint32_t> judged;  ///< with a proof: the properties that it is about
  std::string decided_by;             ///< the strategy
  double seconds = 0;                 ///< since the run began
  bool is_vacuous = false;            ///< with a proof, or in its place: it says nothing
  std::string vacuity;                ///< why, if it is not that all runs end early
  bool is_supported = true;           ///< else the model does not have it
  /// Files with its evidence, by what they are.
  std::vector<std::pair<std::string, std::string>> written;

  bool is_cover() const { return about.kind == WordProperty::Kind::Cover; }
  bool is_decided() const { return verdict != "unknown"; }
  bool has_trace() const { return verdict == "unsafe" || verdict == "reached"; }
  /// Not what whoever wrote the property wants.
  bool is_failure() const { return verdict == "unsafe" || verdict == "unreachable"; }
};

/// Rows for these bad states.
std::vector<PropertyRow> rows_of(const BitSystem& model, const std::vector<std::uint32_t>& wanted);
std::vector<PropertyRow> rows_of(const WordModel& model, const std::vector<std::uint32_t>& wanted);

/// The justice properties of a model, in order.
std::vector<PropertyRow> justice_rows_of(const BitSystem& model);
std::vector<PropertyRow> justice_rows_of(const WordModel& model);
/// "b3", "j0".
std::string label_of(const PropertyRow& row);

/// Rows as they are decided. Whoever ends the run early reads them from another thread.
class PropertyTable {
 public:
  explicit PropertyTable(std::vector<PropertyRow> rows) : rows_(std::move(rows)) {}

  std::vector<PropertyRow> rows() const;
  /// Requires that there is a row with its index.
  void set(const PropertyRow& row);
  PropertyRow row(std::uint32_t index) const;
  /// Of those that the model has.
  std::vector<std::uint32_t> indices() const;
  /// Why a run of the model may be none of the design; proofs hold for both. Empty: it is one.
  void doubt_runs(std::string why) { doubt_ = std::move(why); }
  const std::string& doubt() const { return doubt_; }

 private:
  mutable std::mutex mutex_;
  std::vector<PropertyRow> rows_;
  std::string doubt_;
};

/// unsafe if some assertion is violated or some cover unreachable, safe if none is and all are
/// decided, else unknown.
std::string_view overall_verdict(const std::vector<PropertyRow>& rows);

/// "assertion 'name'", "cover b3".
std::string shown_claim(const PropertyRow& row);
/// The same with its place: "design.sv:12: assertion 'name'".
std::string shown_property(const PropertyRow& row);
/// "design.sv:12: assertion 'a': safe; the certificate (3 lemmas) was checked".
std::string row_text(const PropertyRow& row);
/// "design.sv:12: assertion 'a' says nothing: ..." of each proof that says nothing; those that do
/// so for one reason together.
std::vector<std::string> vacuity_warnings(const std::vector<PropertyRow>& rows);
/// The same as JSON, as docs/json.md has it.
nlohmann::ordered_json row_json(const PropertyRow& row);

}  // namespace cairn
