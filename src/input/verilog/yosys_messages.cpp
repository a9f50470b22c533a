// SPDX-License-Identifier: MIT
#include "input/verilog/yosys_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "input/verilog/statement.h"

namespace cairn::verilog {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

std::string line_with(std::string_view output, std::string_view mark) {
  for (const std::string_view line : lines_of(output))
    if (line.find(mark) != std::string_view::npos) return std::string(line);
  return "";
}

std::string last_words(std::string_view output) {
  while (!output.empty() && (output.back() == '\n' || output.back() == ' '))
    output.remove_suffix(1);
  if (output.empty()) return "";
  const std::size_t begin = output.rfind('\n');
  return ": " + printable(begin == std::string_view::npos ? output : output.substr(begin + 1));
}

}  // namespace

YosysProblem YosysMessages::problem(const YosysRun& run) const {
  const auto of_design = [&](const std::string& message) {
    return YosysProblem{InputError({file_, 0, 0}, message), {}, false};
  };
  const std::string error = line_with(run.output, "ERROR: ");
  if (error.empty()) return of_design(fmt::format("Yosys {}{}", run.how, last_words(run.output)));
  const std::size_t mark = error.find("ERROR: ");
  std::string message = error.substr(mark + 7);
  if (message.starts_with("Found ") && message.find("'check -assert'") != std::string::npos)
    message = line_with(run.output, "Warning: ").substr(9);
  for (const auto& [number, value] : design_.assumed_values)
    if (message.find(fmt::format("{}{}p'", kMark, number)) != std::string::npos)
      return {InputError(design_.statements[number].at,
                         fmt::format("a bound of this property depends on a parameter that has "
                                     "other values than {} in some instances: not supported",
                                     value)),
              number, false};
  if (message.starts_with("No top module"))
    return of_design("nothing to check: the top module is empty");
  const bool is_loop =
      message.starts_with("Found topological loop") || message.starts_with("found logic loop");
  if (is_loop) message = "the design has a combinational loop: " + message;
  const Place at = place(error.substr(0, mark));
  return {InputError(at.at, "Yosys: " + printable(plain(message), 400)), at.statement, is_loop};
}

std::vector<ImplicitName> YosysMessages::implicit_names(const YosysRun& run) const {
  std::vector<ImplicitName> names;
  for (const std::string_view line : lines_of(run.output)) {
    const std::size_t open = line.find('`'), close = line.find('\'', open);
    const bool is_implicit =
        line.find("is implicitly declared") != std::string_view::npos ||
        line.find("Failed to detect width of signal access") != std::string_view::npos;
    if (!is_implicit || close == std::string_view::npos) continue;
    const Place at = place(line);
    names.push_back(
        {plain(line.substr(open + 1, close - open - 1)), at.at, at.statement, at.file, at.line});
  }
  return names;
}

std::string YosysMessages::plain(std::string_view text) const {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool word_before =
        i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    if (const auto found = word_before ? std::nullopt : named(text.substr(i))) {
      result += found->shown;
      i += found->length;
    } else {
      if (text[i] != '\\' && text[i] != '\n') result += text[i];
      ++i;
    }
  }
  return result;
}

/// "F3:" or "cairn$7" at the beginning.
std::optional<YosysMessages::Named> YosysMessages::named(std::string_view text) const {
  const bool is_file = text.starts_with('F');
  if (!is_file && !text.starts_with(kMark)) return std::nullopt;
  Named result;
  result.length = is_file ? 1 : std::string_view(kMark).size();
  std::uint32_t number = 0;
  const std::size_t begin = result.length;
  for (; result.length < text.size() && result.length < begin + 8 && text[result.length] >= '0' &&
         text[result.length] <= '9';
       ++result.length)
    number = number * 10 + static_cast<std::uint32_t>(text[result.length] - '0');
  const bool colon = text.substr(result.length).starts_with(':');
  if (result.length == begin || (is_file && !colon)) return std::nullopt;
  if (is_file) {
    if (number >= stream_.files.size()) return std::nullopt;
    result.file = number;
    result.shown = stream_.files[number];
    return result;
  }
  if (number >= design_.statements.size()) return std::nullopt;
  const Statement& statement = design_.statements[number];
  result.statement = number;
  result.shown = colon ? statement.at.file
                 : statement.label.empty()
                     ? fmt::format("(statement of line {})", statement.at.line)
                     : statement.label;
  return result;
}

/// "F3:12: " or nothing.
YosysMessages::Place YosysMessages::place(std::string_view prefix) const {
  Place result{{file_, 0, 0}, {}, 0, 0};
  const auto found = named(prefix);
  if (!found || found->length + 1 >= prefix.size()) return result;
  for (std::size_t i = found->length + 1;
       i < prefix.size() && prefix[i] >= '0' && prefix[i] <= '9' && i < found->length + 9; ++i)
    result.line = result.line * 10 + static_cast<std::uint32_t>(prefix[i] - '0');
  result.statement = found->statement;
  result.file = found->file.value_or(0);
  result.at = {found->shown, result.line, 1};
  return result;
}

}  // namespace cairn::verilog
