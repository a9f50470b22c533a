// SPDX-License-Identifier: MIT
//
// From SystemVerilog with properties to SystemVerilog that Yosys reads: concurrent assertions
// become monitors, named properties and clocking blocks disappear, `bind` is done, and every
// statement of verification becomes an assertion that is found again by number.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "input/verilog/statement.h"
#include "input/verilog/token.h"

namespace cairn::verilog {

struct RewriteOptions {
  std::string top;                            ///< may be empty
  std::map<std::string, std::string> values;  ///< of parameters of the top module
  std::string clock;                          ///< for properties without one; may be empty
  /// What an earlier elaboration found: statements that Yosys does not take, and why.
  std::map<std::uint32_t, InputError> refused;
  /// By module: declarations of signals of other modules that it mentions.
  std::map<std::string, std::string> declarations;
};

struct Rewritten {
  std::string text;  ///< file number 3 is called F3 in it
  std::vector<Statement> statements;
  std::vector<std::string> modules;  ///< in the order of the files
  std::vector<std::string> tops;     ///< those that nothing mentions
  std::vector<std::string> homes;    ///< the module of each statement
  /// Where a module stands in the files.
  struct Home {
    std::string module;
    std::uint32_t file = 0, first_line = 0, last_line = 0;
  };
  std::vector<Home> places;
  /// Statement 7 is about a module's parameter with this value ("cairn$7p" is mentioned where it
  /// has another).
  std::map<std::uint32_t, std::string> assumed_values;
};

/// Throws InputError.
Rewritten rewrite(const TokenStream& stream, const RewriteOptions& options);

}  // namespace cairn::verilog
