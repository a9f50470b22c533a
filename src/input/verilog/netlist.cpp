// SPDX-License-Identifier: MIT
#include "input/verilog/netlist.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "base/error.h"
#include "input/verilog/statement.h"

namespace cairn::verilog {
namespace {

using nlohmann::json;

/// A net's bit: its number; constants are negative.
using Bit = std::int64_t;
Bit bit_of(const json& bit) {
  return bit.is_number() ? bit.get<Bit>() : -1 - static_cast<Bit>(bit.get<std::string>().at(0));
}

/// The number behind the last mark of a source attribute; none: -1.
std::int64_t statement_of(const std::string& source) {
  const std::string_view mark = kMark;
  const std::size_t found = source.rfind(mark);
  if (found == std::string::npos) return -1;
  std::int64_t number = 0;
  std::size_t i = found + mark.size();
  const std::size_t begin = i;
  for (; i < source.size() && source[i] >= '0' && source[i] <= '9' && number < 1'000'000'000; ++i)
    number = number * 10 + (source[i] - '0');
  return i > begin ? number : -1;
}

class Reader {
 public:
  explicit Reader(const json& module) : module_(module) {}

  Netlist read() {
    name_nets();
    for (const auto& [name, cell] : module_.at("cells").items()) drivers(cell);
    for (const auto& [name, port] : module_.at("ports").items())
      if (port.at("direction") == "input")
        for (const json& bit : port.at("bits")) sources_.insert(bit_of(bit));
    for (const auto& [name, cell] : module_.at("cells").items()) look_at(name, cell);
    name_copies();
    for (const auto& [bit, edge] : clocks_) {
      const auto named = names_.find(bit);
      result_.clocks.push_back(fmt::format("{} {}", edge ? "posedge" : "negedge",
                                           named == names_.end() ? "?" : named->second));
      if (!sources_.contains(bit) || data_.contains(bit)) result_.one_clock = false;
    }
    if (clocks_.size() > 1) result_.one_clock = false;
    return std::move(result_);
  }

 private:
  static bool is_true(const json& cell, const char* parameter) {
    const json& parameters = cell.at("parameters");
    const auto found = parameters.find(parameter);
    if (found == parameters.end()) return false;
    if (found->is_number()) return found->get<std::int64_t>() != 0;
    return found->is_string() && found->get<std::string>().find('1') != std::string::npos;
  }

  void name_nets() {
    for (const auto& [name, net] : module_.at("netnames").items()) {
      const bool check = name.find("$formal$") != std::string::npos && name.ends_with("_CHECK");
      const bool hidden = name.starts_with('$');
      for (const json& bit : net.at("bits")) {
        if (check) check_nets_.insert(bit_of(bit));
        if (const auto copy = copy_named(name)) copies_[bit_of(bit)].insert(*copy);
        const auto known = names_.find(bit_of(bit));
        if (!hidden && (known == names_.end() || name.size() < known->second.size()))
          names_[bit_of(bit)] = name;
      }
    }
  }

  void drivers(const json& cell) {
    const std::string type = cell.at("type");
    for (const auto& [port, bits] : cell.at("connections").items()) {
      if (cell.at("port_directions").value(port, "input") != "output") continue;
      for (const json& bit : bits) {
        if (type == "$anyseq" || type == "$anyconst") sources_.insert(bit_of(bit));
        if (type == "$dff" || type == "$ff") registers_.insert(bit_of(bit));
      }
    }
    if (type != "$dff" && type != "$ff") return;
    const json& from = cell.at("connections").at("D");
    const json& to = cell.at("connections").at("Q");
    for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
      inputs_[bit_of(to[i])] = bit_of(from[i]);
      outputs_[bit_of(from[i])].insert(bit_of(to[i]));
    }
  }

  /// "u.each[1].cairn$7x" is what copy "u.each[1].cairn$7" of an assertion says, "...cairn$7wx"
  /// what its part "when" says.
  static std::optional<std::string> copy_named(const std::string& name) {
    const std::size_t mark = name.rfind(kMark);
    if (name.starts_with('$') || mark == std::string::npos) return std::nullopt;
    std::size_t end = mark + std::string_view(kMark).size();
    while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    const std::string rest = name.substr(end), copy = name.substr(0, end);
    if (rest == "x") return copy;
    if (rest == "wx") return copy + "when";
    if (rest == "lx") return copy + "live";
    return std::nullopt;
  }

  /// The copy whose value a check has. A clocked one has it in a register, beside that of the
  /// copy's own variable.
  std::optional<std::string> copy_of(Bit value) const {
    std::set<std::string> found;
    const auto add = [&](Bit bit) {
      if (const auto named = copies_.find(bit); named != copies_.end())
        found.insert(named->second.begin(), named->second.end());
    };
    for (const Bit bit : {value, inputs_.contains(value) ? inputs_.at(value) : value}) {
      if (bit < 0) continue;
      add(bit);
      if (const auto registers = outputs_.find(bit); registers != outputs_.end())
        for (const Bit each : registers->second) add(each);
    }
    if (found.size() != 1) return std::nullopt;
    return *found.begin();
  }

  /// Names that are found for one check alone.
  void name_copies() {
    std::map<std::string, std::size_t> times;
    for (std::size_t i = 0; i < result_.checks.size(); ++i)
      if (const auto copy = copy_of(values_[i])) {
        result_.checks[i].wanted = *copy;
        ++times[*copy];
      }
    for (Netlist::Check& check : result_.checks)
      if (!check.wanted.empty() && (times[check.wanted] > 1 || check.wanted == check.name))
        check.wanted.clear();
  }

  void look_at(const std::string& name, const json& cell) {
    const std::string type = cell.at("type");
    const json& connections = cell.at("connections");
    std::set<std::string> clock_ports;
    const auto clock = [&](const char* port, bool positive) {
      clock_ports.insert(port);
      for (const json& bit : connections.at(port)) clocks_.insert({bit_of(bit), positive});
    };
    if (connections.contains("CLK") && type != "$mem_v2")
      clock("CLK", is_true(cell, "CLK_POLARITY"));
    if (type == "$mem_v2") memory(cell, clock_ports);
    if (type == "$check" && is_true(cell, "TRG_ENABLE") && !connections.at("TRG").empty())
      clock("TRG", is_true(cell, "TRG_POLARITY"));
    if (type == "$allconst" || type == "$allseq" || type == "$live" || type == "$fair")
      result_.unsupported.push_back(type);
    if (type == "$assert" || type == "$check") check(name, type, cell);
    for (const auto& [port, bits] : connections.items())
      if (cell.at("port_directions").value(port, "input") == "input" && !clock_ports.contains(port))
        for (const json& bit : bits) data_.insert(bit_of(bit));
  }

  /// Ports of a memory with clocks; one bit for each port.
  void memory(const json& cell, std::set<std::string>& clock_ports) {
    for (const std::string side : {"RD", "WR"}) {
      const auto bits_of = [&](const std::string& parameter) {
        const json& value = cell.at("parameters").at(parameter);
        return value.is_string() ? value.get<std::string>() : std::string();
      };
      clock_ports.insert(side + "_CLK");
      const std::string enable = bits_of(side + "_CLK_ENABLE"),
                        polarity = bits_of(side + "_CLK_POLARITY");
      const json& bits = cell.at("connections").at(side + "_CLK");
      for (std::size_t i = 0; i < bits.size() && i < enable.size(); ++i)
        if (enable[enable.size() - 1 - i] == '1')
          clocks_.insert(
              {bit_of(bits[i]), i < polarity.size() && polarity[polarity.size() - 1 - i] == '1'});
    }
  }

  void check(const std::string& name, const std::string& type, const json& cell) {
    const std::int64_t number = statement_of(cell.at("attributes").value("src", ""));
    if (number < 0) return;
    const Bit value = bit_of(cell.at("connections").at("A").at(0));
    const bool sampled =
        type == "$check" ? is_true(cell, "TRG_ENABLE") && !cell.at("connections").at("TRG").empty()
                         : check_nets_.contains(value) && registers_.contains(value);
    result_.checks.push_back({name, static_cast<std::uint32_t>(number), sampled, ""});
    values_.push_back(value);
  }

  const json& module_;
  std::map<Bit, std::string> names_;
  std::set<Bit> check_nets_, registers_, sources_, data_;
  std::set<std::pair<Bit, bool>> clocks_;
  std::map<Bit, Bit> inputs_;             // of registers, by their outputs
  std::map<Bit, std::set<Bit>> outputs_;  // the other way
  std::map<Bit, std::set<std::string>> copies_;
  std::vector<Bit> values_;  // by check
  Netlist result_;
};

}  // namespace

Netlist read_netlist(const std::string& text, const std::string& top, const std::string& file) {
  try {
    const json design = json::parse(text);
    return Reader(design.at("modules").at(top)).read();
  } catch (const json::exception& problem) {
    throw InputError({file, 0, 0}, fmt::format("Yosys's netlist is not as expected: {}",
                                               printable(problem.what())));
  }
}

}  // namespace cairn::verilog
