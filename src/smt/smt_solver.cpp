// SPDX-License-Identifier: MIT
#include "smt/smt_solver.h"

#include "base/error.h"
#include "smt/bitblast_solver.h"
#include "smt/cached_solver.h"
#include "smt/child_process.h"
#include "smt/counting_solver.h"
#include "smt/cvc5_solver.h"
#include "smt/dumping_solver.h"
#include "smt/lazy_array_solver.h"
#include "smt/z3_solver.h"

namespace cairn {
namespace {

std::unique_ptr<SmtSolver> make_plain(std::string_view name, Terms& terms, const Context& context) {
  if (name == "cairn") return std::make_unique<BitBlastSolver>(terms, context);
  if (name == "arrays") return std::make_unique<LazyArraySolver>(terms, context);
  if (name == "z3") return make_z3_solver(terms, context);
  CAIRN_CHECK(name == "cvc5");
  return std::make_unique<Cvc5Solver>(terms, context);
}

}  // namespace

std::vector<std::string> known_smt_solvers() {
  std::vector<std::string> names{"cairn", "arrays"};
  if (has_z3()) names.emplace_back("z3");
  if (is_in_path("cvc5")) names.emplace_back("cvc5");
  return names;
}

std::unique_ptr<SmtSolver> make_smt_solver(std::string_view name, Terms& terms,
                                           const Context& context, const SmtOptions& options) {
  std::unique_ptr<SmtSolver> solver = make_plain(name, terms, context);
  if (!options.dump_folder.empty())
    solver = std::make_unique<DumpingSolver>(std::move(solver), terms, options.dump_folder);
  if (options.cache_entries > 0)
    solver = std::make_unique<CachedSolver>(std::move(solver), terms, context,
                                            options.cache_entries, options.stats);
  if (options.stats != nullptr)
    solver = std::make_unique<CountingSolver>(std::move(solver), *options.stats);
  return solver;
}

}  // namespace cairn
