// SPDX-License-Identifier: MIT
//
// From what Yosys makes of a design to the model of the user's properties.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "input/verilog/netlist.h"
#include "input/verilog/rewrite.h"
#include "model/word_model.h"

namespace cairn {

/// A statement of verification that the model does not have.
struct UnsupportedStatement {
  WordProperty about;
  InputError reason;
  bool is_assumption = false;  ///< so that the model has more runs than the design
};

}  // namespace cairn

namespace cairn::verilog {

struct DesignOptions {
  bool synchronous = true;  ///< each step is a tick of the clock
  std::string reset;        ///< NAME or NAME=VALUE; may be empty
  bool covers = true;       ///< cover statements are properties, too
};

struct DesignModel {
  WordModel model;
  std::vector<UnsupportedStatement> unsupported;
};

/// The name of the state that is true in the first step, if there is a reset.
inline constexpr const char* kFirstStep = "first_step";

/// `model`: as Yosys wrote it. Throws InputError about `file`.
DesignModel model_of_design(WordModel model, const Rewritten& design, const Netlist& netlist,
                            const std::string& file, const DesignOptions& options);

/// "NAME=VALUE" in two; `otherwise` if there is no value.
std::pair<std::string, std::string> split_at_equals(const std::string& text,
                                                    const std::string& otherwise);
/// For messages.
std::string list_of(const std::vector<std::string>& names);

}  // namespace cairn::verilog
