// SPDX-License-Identifier: MIT
//
// A monitor as Verilog: registers for its tokens beside the design, and an immediate assertion
// that none of them fails.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "input/verilog/monitor.h"
#include "input/verilog/sva.h"

namespace cairn::verilog {

struct MonitorText {
  std::uint32_t number = 0;  ///< of the statement
  std::uint64_t line = 0;
  bool repeated = false;  ///< in a loop of a generate block: labels would clash
  std::string clock;      ///< the event, "posedge clk"
  std::string disable;    ///< an expression, or empty
  bool once = false;      ///< one attempt only, at the first tick
  bool assumed = false;   ///< its liveness is a fairness constraint
  /// Of an assertion: "fails" where what it waits for has happened.
  std::optional<Monitor> antecedent;
  /// The value of a constant, for $past(x, n).
  std::function<std::optional<std::int64_t>(const Tokens&)> constant;
  /// Reports an error at a token; does not return.
  std::function<void(const Token&, const std::string&)> fail;
};

std::string text_of_monitor(const Monitor& monitor, const Specification& specification,
                            const MonitorText& options);

/// Registers that keep the past value of an expression are called MARK NUMBER q K, those that say
/// that there was no past yet MARK NUMBER f K.
struct PastRegister {
  std::string value, flag;
};

}  // namespace cairn::verilog
