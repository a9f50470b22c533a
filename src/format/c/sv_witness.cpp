// SPDX-License-Identifier: MIT
#include "format/c/sv_witness.h"

#include <fmt/format.h>

#include <string_view>

#include "base/sha256.h"

namespace cairn {
namespace {

/// A double-quoted YAML scalar.
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + '"';
}

/// A UUID of version 4 that is a function of what the witness says.
std::string uuid_of(std::string_view content) {
  std::string hash = sha256(content);
  hash[12] = '4';
  hash[16] = "89ab"[hash[16] & 3];
  return fmt::format("{}-{}-{}-{}-{}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
                     hash.substr(16, 4), hash.substr(20, 12));
}

std::string metadata(const SvTask& task, std::string_view content) {
  std::string text = fmt::format(
      "  metadata:\n"
      "    format_version: \"2.0\"\n"
      "    uuid: {}\n"
      "    creation_time: {}\n"
      "    producer:\n"
      "      name: \"Cairn\"\n"
      "      version: {}\n"
      "    task:\n"
      "      input_files:\n",
      in_quotes(uuid_of(content)), in_quotes(task.creation_time), in_quotes(task.producer_version));
  for (const auto& [name, bytes] : task.files) text += fmt::format("      - {}\n", in_quotes(name));
  text += "      input_file_hashes:\n";
  for (const auto& [name, bytes] : task.files)
    text += fmt::format("        {}: {}\n", in_quotes(name), in_quotes(sha256(bytes)));
  text += fmt::format(
      "      specification: {}\n"
      "      data_model: {}\n"
      "      language: C\n",
      in_quotes(task.specification), task.lp64 ? "LP64" : "ILP32");
  return text;
}

std::string location(const SvPlace& place, std::string_view indent) {
  std::string text = fmt::format("{0}location:\n{0}  file_name: {1}\n{0}  line: {2}\n", indent,
                                 in_quotes(place.file), place.line);
  text += fmt::format("{}  column: {}\n", indent, place.column);
  if (!place.function.empty())
    text += fmt::format("{}  function: {}\n", indent, in_quotes(place.function));
  return text;
}

std::string waypoint_text(const SvWaypoint& waypoint) {
  std::string type, constraint;
  switch (waypoint.kind) {
    case SvWaypoint::Kind::Assumption:
      type = "assumption";
      constraint = fmt::format("          value: {}\n          format: c_expression\n",
                               in_quotes(waypoint.value));
      break;
    case SvWaypoint::Kind::Branching:
      type = "branching";
      constraint = fmt::format("          value: {}\n", in_quotes(waypoint.value));
      break;
    case SvWaypoint::Kind::FunctionReturn:
      type = "function_return";
      constraint = fmt::format("          value: {}\n          format: acsl_expression\n",
                               in_quotes("\\result == " + waypoint.value));
      break;
    case SvWaypoint::Kind::Target:
      type = "target";
      break;
  }
  std::string text = fmt::format(
      "  - segment:\n"
      "    - waypoint:\n"
      "        type: {}\n"
      "        action: follow\n",
      type);
  if (!constraint.empty()) text += "        constraint:\n" + constraint;
  return text + location(waypoint.at, "        ");
}

/// For text and attributes of XML.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') result += c;
    }
  }
  return result;
}

std::string data(std::string_view key, std::string_view value, std::string_view indent) {
  return fmt::format("{}<data key=\"{}\">{}</data>\n", indent, key, escaped(value));
}

constexpr std::string_view kGraphmlHeader =
    R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
  <key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
  <key attr.name="witness-type" attr.type="string" for="graph" id="witness-type"/>
  <key attr.name="sourcecodelang" attr.type="string" for="graph" id="sourcecodelang"/>
  <key attr.name="producer" attr.type="string" for="graph" id="producer"/>
  <key attr.name="specification" attr.type="string" for="graph" id="specification"/>
  <key attr.name="programfile" attr.type="string" for="graph" id="programfile"/>
  <key attr.name="programhash" attr.type="string" for="graph" id="programhash"/>
  <key attr.name="architecture" attr.type="string" for="graph" id="architecture"/>
  <key attr.name="creationtime" attr.type="string" for="graph" id="creationtime"/>
  <key attr.name="startline" attr.type="int" for="edge" id="startline"/>
  <key attr.name="endline" attr.type="int" for="edge" id="endline"/>
  <key attr.name="assumption" attr.type="string" for="edge" id="assumption"/>
  <key attr.name="assumption.scope" attr.type="string" for="edge" id="assumption.scope"/>
  <key attr.name="assumption.resultfunction" attr.type="string" for="edge" id="assumption.resultfunction"/>
  <key attr.name="control" attr.type="string" for="edge" id="control"/>
)";

std::string edge_data(const SvWaypoint& waypoint) {
  constexpr std::string_view kIndent = "      ";
  std::string text = data("startline", std::to_string(waypoint.at.line), kIndent);
  text += data("endline", std::to_string(waypoint.at.line), kIndent);
  if (waypoint.kind == SvWaypoint::Kind::Assumption) {
    text += data("assumption", waypoint.value + ";", kIndent);
    if (!waypoint.at.function.empty())
      text += data("assumption.scope", waypoint.at.function, kIndent);
  } else if (waypoint.kind == SvWaypoint::Kind::FunctionReturn) {
    text += data("assumption", "\\result == " + waypoint.value + ";", kIndent);
    if (!waypoint.at.function.empty())
      text += data("assumption.scope", waypoint.at.function, kIndent);
    text += data("assumption.resultfunction", waypoint.callee, kIndent);
  } else if (waypoint.kind == SvWaypoint::Kind::Branching) {
    text += data("control", "condition-" + waypoint.value, kIndent);
  }
  return text;
}

}  // namespace

std::string write_invariant_witness(const SvTask& task,
                                    const std::vector<SvInvariant>& invariants) {
  std::string content;
  for (const SvInvariant& invariant : invariants)
    content +=
        fmt::format(
            "  - invariant:\n"
            "      type: {}\n",
            invariant.kind == SvInvariant::Kind::Loop ? "loop_invariant" : "location_invariant") +
        location(invariant.at, "      ") +
        fmt::format("      value: {}\n      format: c_expression\n", in_quotes(invariant.value));
  return "- entry_type: invariant_set\n" + metadata(task, content) +
         (content.empty() ? "  content: []\n" : "  content:\n" + content);
}

std::string write_violation_witness(const SvTask& task, const std::vector<SvWaypoint>& waypoints) {
  std::string content;
  for (const SvWaypoint& waypoint : waypoints) content += waypoint_text(waypoint);
  return "- entry_type: violation_sequence\n" + metadata(task, content) + "  content:\n" + content;
}

std::string write_violation_graphml(const SvTask& task, const std::vector<SvWaypoint>& waypoints) {
  // Without it an edge is about the program's file.
  const bool several = task.files.size() > 1;
  std::string text(kGraphmlHeader);
  if (several)
    text +=
        "  <key attr.name=\"originFileName\" attr.type=\"string\" for=\"edge\" "
        "id=\"originfile\"/>\n";
  text += "  <graph edgedefault=\"directed\">\n";
  text += data("witness-type", "violation_witness", "    ");
  text += data("sourcecodelang", "C", "    ");
  text += data("producer", "Cairn " + task.producer_version, "    ");
  text += data("specification", task.specification, "    ");
  if (!task.files.empty()) {
    text += data("programfile", task.files.front().first, "    ");
    text += data("programhash", sha256(task.files.front().second), "    ");
  }
  text += data("architecture", task.lp64 ? "64bit" : "32bit", "    ");
  text += data("creationtime", task.creation_time, "    ");
  text += "    <node id=\"n0\"><data key=\"entry\">true</data></node>\n";
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    const bool last = i + 1 == waypoints.size();
    text += fmt::format("    <node id=\"n{}\">{}</node>\n", i + 1,
                        last ? "<data key=\"violation\">true</data>" : "");
    text += fmt::format("    <edge source=\"n{}\" target=\"n{}\">\n", i, i + 1);
    if (several) text += data("originfile", waypoints[i].at.file, "      ");
    text += edge_data(waypoints[i]) + "    </edge>\n";
  }
  return text + "  </graph>\n</graphml>\n";
}

}  // namespace cairn
