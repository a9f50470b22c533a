// SPDX-License-Identifier: MIT
#include "cli/version.h"

#include <fmt/format.h>

#include "base/run_program.h"
#include "sat/backend/version.h"
#include "smt/version.h"

namespace cairn {

std::string version_text() {
  std::string text = "cairn " CAIRN_VERSION "\noptional parts: " CAIRN_PARTS "\n";
  text += "solvers: CaDiCaL " + cadical_version();
  if (const std::string z3 = z3_version(); !z3.empty()) text += ", Z3 " + z3;
  if (const std::string minisat = CAIRN_MINISAT_VERSION; !minisat.empty())
    text += ", MiniSat " + minisat;
  if (const std::string clang = CAIRN_CLANG_VERSION; !clang.empty())
    text += "\nfront end of C: Clang " + clang;
  // Their versions would take a call of each.
  text += "\nprograms:";
  const char* separator = " ";
  for (const char* name : {"cvc5", "yosys", "iverilog"}) {
    const std::string path = find_program(name);
    text += fmt::format("{}{} {}", separator, name, path.empty() ? "not found" : path);
    separator = ", ";
  }
  return text;
}

}  // namespace cairn
