// SPDX-License-Identifier: MIT
#include "run/program/passes.h"

#include <algorithm>

#include "base/option_table.h"

namespace cairn {

std::vector<std::string> known_program_passes() {
  std::vector<std::string> names = Minimize::pass_names();
  names.emplace_back("blocks");
  names.emplace_back("infeasible");
  names.emplace_back("lemmas");
  return names;
}

bool ProgramPassOptions::has(const std::string& pass) const {
  return std::find(without.begin(), without.end(), pass) == without.end();
}

/// A switch for each pass.
const OptionGroup& ProgramPassOptions::options() {
  static const OptionGroup table = [] {
    OptionGroup group{"automaton", "Passes on programs", {}};
    for (const std::string& pass : known_program_passes()) {
      OptionRow row;
      row.name = pass;
      row.help = "The pass '" + pass + "'";
      row.get = [pass](const void* config) -> OptionValue {
        return static_cast<const ProgramPassOptions*>(config)->has(pass);
      };
      row.set = [pass](void* config, const OptionValue& value) {
        std::vector<std::string>& without = static_cast<ProgramPassOptions*>(config)->without;
        std::erase(without, pass);
        if (!std::get<bool>(value)) without.push_back(pass);
      };
      group.rows.push_back(std::move(row));
    }
    return group;
  }();
  return table;
}

Chain<Cfa> program_passes(const ProgramPassOptions& options, const Context& context) {
  Chain<Cfa> passes(context);
  MinimizeConfig minimize = options.minimize;
  for (const std::string& name : options.without)
    if (name != "blocks" && name != "infeasible" && name != "lemmas")
      minimize.without.push_back(name);
  passes.add(std::make_unique<Minimize>(minimize, context));
  if (options.has("blocks")) passes.add(std::make_unique<LargeBlocks>(options.blocks));
  if (options.has("infeasible"))
    passes.add(std::make_unique<Infeasible>(options.infeasible, context));
  if (options.has("lemmas") && options.lemmas.seconds > 0)
    passes.add(std::make_unique<Lemmas>(options.lemmas, context));
  return passes;
}

}  // namespace cairn
