// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "smt/layered_solver.h"

namespace cairn {

/// A layer that writes every query, with its answer as status, as an SMT-LIB script into a
/// folder: NAME-000001.smt2 and so on.
class DumpingSolver : public LayeredSolver {
 public:
  /// Makes the folder if it isn't there. Throws InputError if that, or later a file, can't be
  /// written.
  DumpingSolver(std::unique_ptr<SmtSolver> inner, Terms& terms, std::filesystem::path folder);

  SmtResult check(std::span<const Term> assumptions) override;

 private:
  Terms& terms_;
  const std::filesystem::path folder_;
  std::uint64_t queries_ = 0;
};

}  // namespace cairn
