// SPDX-License-Identifier: MIT
#include "cli/report/page.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/sha256.h"

namespace cairn {

// From the files beside this one (cmake/embed.cmake): the style, then scripts.
extern const std::array<std::pair<std::string_view, std::string_view>, 7> kReportFiles;

namespace {

unsigned digit_value(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
}

/// As a content security policy names a script or style.
std::string policy_hash(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hash = sha256(text);  // 32 bytes
  std::string base64;
  for (std::size_t i = 0; i < 64; i += 6) {
    unsigned bits = 0;  // of three bytes
    for (std::size_t j = i; j < i + 6; ++j) bits = 16 * bits + (j < 64 ? digit_value(hash[j]) : 0);
    const std::size_t count = i + 6 <= 64 ? 4 : 3;
    for (std::size_t j = 0; j < count; ++j) base64 += kDigits[bits >> (18 - 6 * j) & 63];
  }
  return fmt::format("'sha256-{}='", base64);
}

/// JSON that ends no element and begins none, and that is valid JavaScript too.
std::string inside_script(std::string_view json) {
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '<')
      text += "\\u003c";
    else if (c == '>')
      text += "\\u003e";
    else if (c == '&')
      text += "\\u0026";
    else if (json.substr(i, 3) == "\xE2\x80\xA8" || json.substr(i, 3) == "\xE2\x80\xA9")
      text += json[(i += 2)] == '\xA8' ? "\\u2028" : "\\u2029";
    else
      text += c;
  }
  return text;
}

std::string page_of(std::string_view kind, std::string_view json) {
  const std::string_view style = kReportFiles[0].second;
  std::string script;
  for (std::size_t i = 1; i < kReportFiles.size(); ++i) script += kReportFiles[i].second;
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; "
      "style-src {}; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>Cairn</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<noscript>This page shows a run of Cairn and needs its script.</noscript>\n"
      "<script type=\"application/json\" id=\"data\" data-kind=\"{}\">{}</script>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      policy_hash(script), policy_hash(style), style, kind, inside_script(json), script);
}

}  // namespace

std::string report_page(std::string_view json) {
  return page_of("run", json);
}

std::string ic3_page(std::string_view events) {
  return page_of("ic3", events);
}

}  // namespace cairn
