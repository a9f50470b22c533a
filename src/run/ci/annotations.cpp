// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "run/ci/findings.h"

namespace cairn {
namespace {

/// `is_value`: of a property of the command, in which more has a meaning.
std::string command_text(const std::string& text, bool is_value) {
  std::string result;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_special = letter == '%' || byte < 0x20 || byte == 0x7f ||
                            (is_value && (letter == ':' || letter == ','));
    result += is_special ? fmt::format("%{:02X}", byte) : std::string(1, letter);
  }
  return result;
}

}  // namespace

std::string annotation_lines(const nlohmann::ordered_json& report) {
  std::string text;
  for (const CiFinding& finding : findings_of(report)) {
    if (finding.kind == CiFinding::Kind::Holds) continue;
    std::string properties;
    if (!finding.at.file.empty()) properties += "file=" + command_text(finding.at.file, true) + ",";
    if (finding.at.line > 0) properties += fmt::format("line={},", finding.at.line);
    if (finding.at.column > 0) properties += fmt::format("col={},", finding.at.column);
    text += fmt::format("::{} {}title={}::{}\n",
                        finding.kind == CiFinding::Kind::Open ? "warning" : "error", properties,
                        command_text("Cairn", true), command_text(finding.message, false));
  }
  return text;
}

}  // namespace cairn
