// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "smt/smt_config.h"

namespace cairn {
const OptionGroup& SmtConfig::options() {
  static const OptionGroup table =
      OptionTable<SmtConfig>("smt", "SMT solvers of the engines on programs")
          // cvc5 is a program that is looked for and run: no worker does that for strangers.
          .add_word("smt-solver", &SmtConfig::solver, {"auto", "cairn", "arrays", "z3"}, {"cvc5"},
                    "Who answers: Cairn's own solver on bits, the one for large arrays, Z3, cvc5 "
                    "(a program that must be "
                    "installed), or whom the engine prefers")
          .add_seconds("smt-timeout", &SmtConfig::timeout, "Give up a query after this; 0: never")
          .add_count("smt-cache", &SmtConfig::cache, "Answers to remember; 0: none", 50)
          .add_text("smt-dump", &SmtConfig::dump, "FOLDER",
                    "Write every query as an SMT-LIB script into this folder");
  return table;
}

}  // namespace cairn
