// SPDX-License-Identifier: MIT
#include "smt/dumping_solver.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "smt/smtlib.h"

namespace cairn {

DumpingSolver::DumpingSolver(std::unique_ptr<SmtSolver> inner, Terms& terms,
                             std::filesystem::path folder)
    : LayeredSolver(std::move(inner)), terms_(terms), folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  // If it could not be made, neither can the first file in it, which says so.
}

SmtResult DumpingSolver::check(std::span<const Term> assumptions) {
  const SmtResult result = inner().check(assumptions);
  constexpr std::string_view kStatus[] = {"sat", "unsat", "unknown"};
  const auto file = folder_ / fmt::format("{}-{:06}.smt2", name(), ++queries_);
  write_file_atomically(file.string(), smtlib_query(terms_, in_force(), assumptions,
                                                    kStatus[static_cast<int>(result)]));
  return result;
}

}  // namespace cairn
