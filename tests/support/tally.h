// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>

#include "model/answer.h"
#include "model/cfa.h"

namespace cairn::support {

/// Answers by engine, for the last line of a differential test.
class Tally {
 public:
  void add(const std::string& engine, const Answer<Cfa>& answer) {
    ++answers_;
    if (std::holds_alternative<Safe<Cfa>>(answer))
      ++safe_;
    else if (std::holds_alternative<Unsafe<Cfa>>(answer))
      ++unsafe_;
    else
      ++undecided_[engine];
  }

  /// "90 answers: 50 safe, 30 unsafe, 10 undecided (bmc-smt 8, kind 2)".
  std::string summary() const {
    std::uint64_t undecided = 0;
    std::string by_engine;
    for (const auto& [engine, count] : undecided_) {
      undecided += count;
      by_engine += fmt::format("{}{} {}", by_engine.empty() ? "" : ", ", engine, count);
    }
    return fmt::format("{} answers: {} safe, {} unsafe, {} undecided{}", answers_, safe_, unsafe_,
                       undecided, by_engine.empty() ? "" : " (" + by_engine + ")");
  }

 private:
  std::uint64_t answers_ = 0, safe_ = 0, unsafe_ = 0;
  std::map<std::string, std::uint64_t> undecided_;
};

}  // namespace cairn::support
