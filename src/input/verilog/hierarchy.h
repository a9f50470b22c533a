// SPDX-License-Identifier: MIT
//
// Hierarchical names: a signal of an instance below. Yosys takes such a name for a signal of its
// own; declared with the attribute "hierconn" it becomes the other one when modules are flattened.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace cairn::verilog {

struct HierarchicalName {
  std::string module;  ///< in which it is
  std::string path;    ///< "u.fifo.count"
  friend auto operator<=>(const HierarchicalName&, const HierarchicalName&) = default;
};

/// The declaration that gives the name its meaning; empty if there is no such signal, or if it
/// has other sizes in some instances of the module. `json`: the design before it is flattened, as
/// Yosys writes it. Throws InputError about `file` if it is not what is expected.
std::vector<std::string> declarations_of(const std::vector<HierarchicalName>& names,
                                         const std::string& json, const std::string& file);

/// Whether all of them became the other signal, by the flat design as Yosys writes it.
inline bool are_connected(const std::string& json) {
  return json.find("\"hierconn\"") == std::string::npos;
}

}  // namespace cairn::verilog
