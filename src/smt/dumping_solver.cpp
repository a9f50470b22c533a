// SPDX-License-Identifier: MIT
#include "smt/dumping_solver.h"

#include <fmt/format.h>

#include <fstream>

#include "smt/smtlib.h"

namespace cairn {

DumpingSolver::DumpingSolver(std::unique_ptr<SmtSolver> inner, Terms& terms,
                             std::filesystem::path folder)
    : LayeredSolver(std::move(inner)), terms_(terms), folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (!std::filesystem::is_directory(folder_))
    throw InputError({folder_.string(), 1, 1}, "can't make this folder for SMT-LIB scripts");
}

SmtResult DumpingSolver::check(std::span<const Term> assumptions) {
  const SmtResult result = inner().check(assumptions);
  constexpr std::string_view kStatus[] = {"sat", "unsat", "unknown"};
  const auto file = folder_ / fmt::format("{}-{:06}.smt2", name(), ++questions_);
  std::ofstream out(file);
  out << smtlib_question(terms_, in_force(), assumptions, kStatus[static_cast<int>(result)]);
  out.close();
  if (!out) throw InputError({file.string(), 1, 1}, "can't write this SMT-LIB script");
  return result;
}

}  // namespace cairn
