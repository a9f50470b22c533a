// SPDX-License-Identifier: MIT
#include "input/verilog/hierarchy.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"

namespace cairn::verilog {
namespace {

using nlohmann::json;

/// Whether a module of the elaborated design is the source's, with whatever parameters.
bool is_made_of(const std::string& name, const json& module, const std::string& source) {
  if (name == source) return true;
  const std::string hdl_name = module.at("attributes").value("hdlname", "");
  if (!hdl_name.empty()) return hdl_name == source || hdl_name == "\\" + source;
  if (!name.starts_with("$paramod")) return false;
  return name.ends_with("\\" + source) || name.find("\\" + source + "\\") != std::string::npos;
}

std::optional<std::string> type_of(const json& modules, const json& module,
                                   const std::string& path);

/// Of a signal below an instance. A net of the path's name in the module itself is what Yosys made
/// of the name that nothing declares.
std::optional<std::string> type_below(const json& modules, const json& module,
                                      const std::string& path) {
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
    const auto cell = module.at("cells").find(path.substr(0, dot));
    if (cell == module.at("cells").end()) continue;
    const auto below = modules.find(cell->at("type").get<std::string>());
    if (below == modules.end()) continue;
    if (auto type = type_of(modules, *below, path.substr(dot + 1))) return type;
  }
  return std::nullopt;
}

/// Of the signal at the end of a path: "(* hierconn, init = 4'b0001 *) wire signed [3:0]". Yosys
/// forgets the initial value of the one that it connects.
std::optional<std::string> type_of(const json& modules, const json& module,
                                   const std::string& path) {
  if (auto type = type_below(modules, module, path)) return type;
  const auto net = module.at("netnames").find(path);
  if (net == module.at("netnames").end()) return std::nullopt;
  const auto width = static_cast<std::int64_t>(net->at("bits").size());
  const std::int64_t low = net->value("offset", std::int64_t{0});
  const std::int64_t high = low + width - 1;
  const bool upwards = net->value("upto", 0) != 0;
  const std::string init = net->at("attributes").value("init", "");
  return fmt::format("(* hierconn{} *) wire{} [{}:{}]",
                     init.empty() ? "" : fmt::format(", init = {}'b{}", init.size(), init),
                     net->value("signed", 0) != 0 ? " signed" : "", upwards ? low : high,
                     upwards ? high : low);
}

std::string declaration_of(const HierarchicalName& name, const json& modules) {
  std::optional<std::string> type;
  for (const auto& [its_name, module] : modules.items()) {
    if (!is_made_of(its_name, module, name.module)) continue;
    const std::optional<std::string> here = type_below(modules, module, name.path);
    if (!here || (type && *type != *here)) return "";
    type = here;
  }
  if (!type) return "";
  return fmt::format("{} \\{} ; ", *type, name.path);
}

}  // namespace

std::vector<std::string> declarations_of(const std::vector<HierarchicalName>& names,
                                         const std::string& text, const std::string& file) {
  try {
    const json design = json::parse(text);
    std::vector<std::string> declarations;
    for (const HierarchicalName& name : names)
      declarations.push_back(declaration_of(name, design.at("modules")));
    return declarations;
  } catch (const json::exception& problem) {
    throw InputError({file, 0, 0}, fmt::format("Yosys's netlist is not as expected: {}",
                                               printable(problem.what())));
  }
}

}  // namespace cairn::verilog
