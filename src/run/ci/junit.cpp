// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "run/ci/findings.h"

namespace cairn {
namespace {

/// Whether XML 1.0 has a place for the character that begins there; `length`: of its UTF-8.
bool is_xml_character(const std::string& text, std::size_t at, std::size_t& length) {
  const auto first = static_cast<unsigned char>(text[at]);
  length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > text.size()) return length = 1, false;
  if (first < 0x20) return first == '\t' || first == '\n' || first == '\r';
  // U+FFFE and U+FFFF; the report has no surrogates.
  return text.compare(at, 3, "\xef\xbf\xbe") != 0 && text.compare(at, 3, "\xef\xbf\xbf") != 0;
}

std::string xml_text(const std::string& text) {
  std::string result;
  for (std::size_t i = 0, length = 1; i < text.size(); i += length) {
    if (!is_xml_character(text, i, length)) {
      result += "\xef\xbf\xbd";
      continue;
    }
    const char letter = text[i];
    if (letter == '&')
      result += "&amp;";
    else if (letter == '<')
      result += "&lt;";
    else if (letter == '>')
      result += "&gt;";
    else if (letter == '"')
      result += "&quot;";
    else if (letter == '\n' || letter == '\t' || letter == '\r')
      result += fmt::format("&#{};", static_cast<int>(letter));
    else
      result += text.substr(i, length);
  }
  return result;
}

std::string test_case(const CiFinding& finding, const std::string& suite) {
  std::string text = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                 xml_text(suite), xml_text(finding.name), finding.seconds);
  if (!finding.at.file.empty()) text += fmt::format(" file=\"{}\"", xml_text(finding.at.file));
  if (finding.at.line > 0) text += fmt::format(" line=\"{}\"", finding.at.line);
  if (finding.kind == CiFinding::Kind::Holds) return text + "/>\n";
  const bool fails = finding.kind == CiFinding::Kind::Fails;
  const char* const type = fails                                   ? "unsafe"
                           : finding.kind == CiFinding::Kind::Open ? "unknown"
                                                                   : "input";
  std::string body;
  for (const CiPlace& place : finding.path)
    body += fmt::format("{}:{}: {}\n", place.file, place.line, place.text);
  const char* const element = fails ? "failure" : "error";
  return text + fmt::format(">\n      <{} type=\"{}\" message=\"{}\">{}</{}>\n    </testcase>\n",
                            element, type, xml_text(finding.message), xml_text(body), element);
}

}  // namespace

std::string junit_xml(const nlohmann::ordered_json& report) {
  const std::vector<CiFinding> findings = findings_of(report);
  const auto count = [&](auto is) { return std::ranges::count_if(findings, is); };
  const auto failures =
      count([](const CiFinding& one) { return one.kind == CiFinding::Kind::Fails; });
  const auto errors = count([](const CiFinding& one) {
    return one.kind == CiFinding::Kind::Open || one.kind == CiFinding::Kind::Broken;
  });
  std::string suite = "cairn";
  if (const auto& files = report.at("files"); !files.empty()) suite = files[0].get<std::string>();
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" time="{:.3f}")", findings.size(),
                  failures, errors, report.value("seconds", 0.0));
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n  <testsuite name=\"{}\" {}>\n",
      counts, xml_text(suite), counts);
  for (const CiFinding& finding : findings) text += test_case(finding, suite);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace cairn
