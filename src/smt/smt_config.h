// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "smt/smt_solver.h"

namespace cairn {

struct OptionGroup;

/// Who answers the queries of an engine on terms, as the user may set it.
struct SmtConfig {
  std::string solver = "auto";  ///< a name of smt_solver.h; auto: the one that the engine prefers
  double timeout = 0;           ///< seconds for each query; 0: none
  std::uint32_t cache = 0;      ///< answers that are remembered
  std::string dump;             ///< a folder for queries as SMT-LIB scripts; empty: none

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

/// `preferred` is whom the engine likes best. `stats` must outlive the solver; so must `terms` and
/// what `context` refers to.
std::unique_ptr<SmtSolver> make_smt_solver(const SmtConfig& config, std::string_view preferred,
                                           Terms& terms, const Context& context, SmtStats& stats);

}  // namespace cairn
