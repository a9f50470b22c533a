// SPDX-License-Identifier: MIT
//
// How the answer is given when each property of a circuit or word-level model has a verdict of its
// own: each as soon as it is decided, with its files, and all of them at the end.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/answer.h"
#include "cli/session.h"
#include "run/properties/run.h"

namespace cairn {

/// A file of a property's evidence: `folder`/b3`suffix`.
struct EvidenceFile {
  std::string kind;           ///< as reports name it
  const std::string& folder;  ///< of one property that was asked for, the file
  std::string suffix;
  std::function<std::string()> text;
};

class PropertiesAnswer {
 public:
  using AddModel = std::function<void(nlohmann::ordered_json&)>;

  /// What a page shows of the evidence.
  using AddDetails = std::function<void(nlohmann::ordered_json&)>;

  explicit PropertiesAnswer(AnswerOptions options) : options_(std::move(options)) {}

  /// Once it is known which properties are wanted. Makes the folders for their evidence. Throws
  /// InputError.
  void begin(std::vector<PropertyRow> rows, AddModel add_model, Session& session);
  /// Whether each property has its own verdict.
  bool is_begun() const { return is_begun_; }
  PropertyTable& table() { return *table_; }

  /// Rows that the same evidence decides: writes the files, and tells of them.
  void decided(std::vector<PropertyRow> rows, const std::vector<EvidenceFile>& files,
               const AddDetails& details, Session& session);
  /// The proofs of these say nothing, and why. `strict`: then they are none.
  void say_empty(const std::vector<std::uint32_t>& properties, const std::string& why, bool strict);
  /// What is known besides the table. `strict`: a proof of what has no runs is none.
  void finish(PropertiesOutcome outcome, bool strict);

  /// Gives the answer; the exit code. What is not decided has `unknown`, unless it has its own.
  int give(const Log& log, const std::optional<Unknown>& unknown = {});

 private:
  void show_open(Session& session) const;
  void print(const std::vector<PropertyRow>& rows, const std::string& report) const;
  void tell_people(const std::vector<PropertyRow>& rows, const Log& log) const;

  const AnswerOptions options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<PropertyTable> table_;
  std::atomic<bool> is_begun_{false};  // asked for by other threads
  AddModel add_model_;
  PropertiesOutcome outcome_;
  /// By the index of the property. Those of the same evidence are kept once.
  std::map<std::uint32_t, std::shared_ptr<const nlohmann::ordered_json>> details_;
  std::mutex mutex_;  // of standard output, until the answer is given
  bool is_given_ = false;
  bool is_one_ = false;  // of many properties one was asked for
};

}  // namespace cairn
