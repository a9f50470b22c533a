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

/// Something that has to happen in some run, or else what was proved says nothing: a term, and the
/// properties (by their positions in the model) that are empty if it never does.
struct VacuityWitness {
  Term term;
  std::vector<std::uint32_t> properties;
  std::string otherwise;  ///< "its antecedent never happens"
};

}  // namespace cairn

namespace cairn::verilog {

struct DesignOptions {
  bool synchronous = true;  ///< each step is a tick of the clock
  std::string reset;        ///< NAME or NAME=VALUE; may be empty
  bool covers = true;       ///< cover statements are properties, too
  std::string top;
};

struct DesignModel {
  WordModel model;
  std::vector<UnsupportedStatement> unsupported;
  std::vector<VacuityWitness> witnesses;
};

/// The name of the state that is true in the first step, if there is a reset or its like.
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
