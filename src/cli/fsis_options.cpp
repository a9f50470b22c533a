// SPDX-License-Identifier: MIT
#include "cli/fsis_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {

void add_fsis_options(CLI::App& command, FsisConfig& config) {
  using Implicate = FsisConfig::Implicate;
  using Mic = FsisConfig::Mic;
  static const std::map<std::string, Implicate> implicates{{"linear", Implicate::Linear},
                                                           {"binary", Implicate::Binary}};
  static const std::map<std::string, Mic> mics{
      {"once", Mic::Once}, {"repeat", Mic::Repeat}, {"drop", Mic::Drop}};

  CLI::App& group = *command.add_option_group("fsis", "Finite-state inductive strengthening");
  add_switch(group, "--fsis-down", config.down,
             "Look below a clause that is not inductive for one that is");
  add_choice(group, "--fsis-implicate", config.implicate, implicates,
             "How the literals that a clause needs are searched for");
  add_choice(group, "--fsis-mic", config.mic, mics,
             "Make inductive clauses smaller once, until a search drops nothing more, or until no "
             "literal can be left out");
}

}  // namespace cairn
