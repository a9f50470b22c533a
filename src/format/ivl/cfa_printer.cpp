// SPDX-License-Identifier: MIT
#include "format/ivl/cfa_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <vector>

#include "format/ivl/layered_layout.h"
#include "logic/word/term_print.h"

namespace cairn {
namespace {

using Out = std::back_insert_iterator<std::string>;

/// What an edge's label may have in a drawing.
constexpr std::size_t kMaxColumns = 60, kMaxLines = 12;

struct Line {
  SiteId site = kNoSite;
  std::string text;
};

/// "file.c:12"; empty without a site.
std::string place(const Cfa& cfa, SiteId site) {
  if (site >= cfa.sites->size()) return {};
  const Position& at = (*cfa.sites)[site].at;
  const std::size_t slash = at.file.rfind('/');
  return fmt::format("{}:{}", slash == std::string::npos ? at.file : at.file.substr(slash + 1),
                     at.line);
}

void add_lines(const Terms& terms, const Command& command, unsigned depth,
               std::vector<Line>& lines) {
  const std::string indent(2 * depth, ' ');
  switch (command.kind) {
    case Command::Kind::Assume:
      lines.push_back({command.site, indent + "assume " + to_ivl(terms, command.values[0])});
      return;
    case Command::Kind::Assign:
      for (std::size_t i = 0; i < command.targets.size(); ++i)
        lines.push_back({command.site, fmt::format("{}{}{} := {}", indent, i > 0 ? "& " : "",
                                                   ivl_name(terms.name(command.targets[i])),
                                                   to_ivl(terms, command.values[i]))});
      return;
    case Command::Kind::Sequence:
      for (const CommandRef& part : command.parts) add_lines(terms, *part, depth, lines);
      return;
    case Command::Kind::Choice:
      lines.push_back({kNoSite, indent + (command.parts.empty() ? "block" : "choice")});
      for (std::size_t i = 0; i < command.parts.size(); ++i) {
        if (i > 0) lines.push_back({kNoSite, indent + "or"});
        add_lines(terms, *command.parts[i], depth + 1, lines);
      }
      return;
  }
}

std::vector<Line> lines_of(const Cfa& cfa, const Command& command) {
  std::vector<Line> lines;
  add_lines(*cfa.terms, command, 0, lines);
  if (lines.empty()) lines.push_back({kNoSite, "skip"});
  return lines;
}

/// At most `columns` bytes, without half a character of UTF-8.
std::string cut(std::string text, std::size_t columns) {
  if (text.size() <= columns) return text;
  std::size_t end = columns - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

/// For drawings: names without quotes and without "main::", numbers without their widths.
std::string simplified(std::string_view text) {
  constexpr std::string_view kMain = "main::";
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts_word = i == 0 || !is_word(text[i - 1]);
    if (text[i] == '`') {
      ++i;
    } else if (starts_word && text.substr(i).starts_with(kMain)) {
      i += kMain.size();
    } else if (starts_word && std::isdigit(static_cast<unsigned char>(text[i]))) {
      while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])))
        result += text[i++];
      if (!text.substr(i).starts_with("bv")) continue;
      i += 2;
      while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) ++i;
    } else {
      result += text[i++];
    }
  }
  return result;
}

/// An edge's label in a drawing: the line of the source before the first of its commands.
std::vector<std::string> label(const Cfa& cfa, const Command& command) {
  std::vector<Line> lines = lines_of(cfa, command);
  const std::size_t left_out = lines.size() > kMaxLines ? lines.size() - kMaxLines + 1 : 0;
  if (left_out > 0) lines.resize(kMaxLines - 1);
  std::vector<std::string> numbers;
  std::size_t width = 0;
  SiteId last = kNoSite;
  for (const Line& line : lines) {
    const bool is_new = line.site < cfa.sites->size() && line.site != last;
    numbers.push_back(is_new ? fmt::format("{}", (*cfa.sites)[line.site].at.line) : "");
    width = std::max(width, numbers.back().size());
    if (line.site != kNoSite) last = line.site;
  }
  std::vector<std::string> result;
  for (std::size_t i = 0; i < lines.size(); ++i)
    result.push_back(
        cut(width == 0 ? simplified(lines[i].text)
                       : fmt::format("{:>{}}  {}", numbers[i], width, simplified(lines[i].text)),
            kMaxColumns));
  if (left_out > 0) result.push_back(fmt::format("... {} more", left_out));
  return result;
}

std::string title(const Cfa& cfa, LocationId location) {
  if (location == cfa.error) return fmt::format("{} error", location.index);
  if (location == cfa.initial) return fmt::format("{} start", location.index);
  const std::string at = place(cfa, cfa.locations[location.index].site);
  return at.empty() ? fmt::format("{}", location.index) : fmt::format("{}  {}", location.index, at);
}

/// In a drawing: the line alone if there is but one file.
std::string short_title(const Cfa& cfa, LocationId location) {
  const SiteId site = cfa.locations[location.index].site;
  if (location == cfa.error || location == cfa.initial || site >= cfa.sites->size())
    return title(cfa, location);
  const bool one_file = std::all_of(
      cfa.sites->begin(), cfa.sites->end(),
      [&](const SourceSite& other) { return other.at.file == cfa.sites->front().at.file; });
  if (!one_file) return cut(title(cfa, location), kMaxColumns);
  return fmt::format("{}  line {}", location.index, (*cfa.sites)[site].at.line);
}

std::string dot_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20)
      result += ' ';
    else
      result += c;
  }
  return result;
}

constexpr double kCharWidth = 6.7, kLineHeight = 14, kPadding = 8;

LayoutNode box_of(const std::vector<std::string>& lines) {
  std::size_t columns = 0;
  for (const std::string& line : lines) columns = std::max(columns, line.size());
  return {kCharWidth * static_cast<double>(columns) + 2 * kPadding,
          kLineHeight * static_cast<double>(lines.size()) + kPadding};
}

void draw_text(const std::vector<std::string>& lines, const LayoutNode& box,
               const LayoutPoint& center, Out out) {
  double y = center.y - box.height / 2 + kPadding / 2 + kLineHeight - 3;
  for (const std::string& line : lines) {
    fmt::format_to(out, "<text x=\"{:.1f}\" y=\"{:.1f}\" xml:space=\"preserve\">{}</text>\n",
                   center.x - box.width / 2 + kPadding, y, xml_text(line));
    y += kLineHeight;
  }
}

void draw_location(const Cfa& cfa, LocationId location, const LayoutNode& box,
                   const LayoutPoint& center, Out out) {
  const char* kind = location == cfa.error                     ? "error"
                     : location == cfa.initial                 ? "start"
                     : cfa.locations[location.index].loop_head ? "head"
                                                               : "location";
  fmt::format_to(out,
                 "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                 "rx=\"10\"/>\n",
                 kind, center.x - box.width / 2, center.y - box.height / 2, box.width, box.height);
}

void draw_line(const std::vector<LayoutPoint>& points, std::string_view arrow, Out out) {
  fmt::format_to(out, "<polyline{} points=\"", arrow);
  for (const LayoutPoint& point : points) fmt::format_to(out, "{:.1f},{:.1f} ", point.x, point.y);
  fmt::format_to(out, "\"/>\n");
}

}  // namespace

std::string print_cfa_text(const Cfa& cfa) {
  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(out, "// {} locations, {} edges, {} variables, {} inputs\n", cfa.locations.size(),
                 cfa.edges.size(), cfa.variables.size(), cfa.inputs.size());
  for (const ProgramVariable& variable : cfa.variables)
    fmt::format_to(out, "var {}: {}\n", ivl_name(cfa.terms->name(variable.term)),
                   to_string(cfa.terms->sort(variable.term)));
  for (const CfaInput& input : cfa.inputs) {
    static constexpr const char* kKinds[] = {"nondet", "uninitialised", "choice"};
    fmt::format_to(out, "input {}: {} // {}", ivl_name(cfa.terms->name(input.term)),
                   to_string(cfa.terms->sort(input.term)), kKinds[static_cast<int>(input.kind)]);
    for (const std::string& more : {printable(input.note), place(cfa, input.site)})
      if (!more.empty()) fmt::format_to(out, " {}", more);
    text += '\n';
  }
  const auto edges = cfa.edges_out();
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) {
    const CfaLocation& location = cfa.locations[i];
    fmt::format_to(out, "\nlocation {}{}{}{}\n", title(cfa, {i}),
                   location.loop_head ? ", loop" : "", location.note.empty() ? "" : ", ",
                   printable(location.note));
    for (const std::uint32_t edge : edges[i]) {
      fmt::format_to(out, "  to {}:\n", cfa.edges[edge].target.index);
      for (const Line& line : lines_of(cfa, *cfa.edges[edge].command)) {
        const std::string at = place(cfa, line.site);
        fmt::format_to(out, "    {}{}{}\n", line.text, at.empty() ? "" : "  // ", at);
      }
    }
  }
  return text;
}

std::string print_cfa_dot(const Cfa& cfa) {
  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(out,
                 "digraph cfa {{\n  node [shape=box, style=rounded, fontname=monospace];\n"
                 "  edge [fontname=monospace];\n");
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) {
    const char* extra = LocationId{i} == cfa.error     ? ", color=red, fontcolor=red"
                        : LocationId{i} == cfa.initial ? ", penwidth=2"
                        : cfa.locations[i].loop_head   ? ", color=blue"
                                                       : "";
    fmt::format_to(out, "  l{} [label=\"{}\"{}];\n", i, dot_text(short_title(cfa, {i})), extra);
  }
  for (const CfaEdge& edge : cfa.edges) {
    fmt::format_to(out, "  l{} -> l{} [label=\"", edge.source.index, edge.target.index);
    for (const std::string& line : label(cfa, *edge.command))
      fmt::format_to(out, "{}\\l", dot_text(line));
    fmt::format_to(out, "\"];\n");
  }
  fmt::format_to(out, "}}\n");
  return text;
}

std::string print_cfa_svg(const Cfa& cfa) {
  // A label is a box of its own in the middle of its edge, so that nothing is drawn over it.
  std::vector<std::vector<std::string>> texts;
  std::vector<LayoutEdge> lines;
  const std::uint32_t locations = static_cast<std::uint32_t>(cfa.locations.size());
  for (std::uint32_t i = 0; i < locations; ++i) texts.push_back({short_title(cfa, {i})});
  for (const CfaEdge& edge : cfa.edges) {
    const std::uint32_t box = static_cast<std::uint32_t>(texts.size());
    lines.push_back({edge.source.index, box});
    lines.push_back({box, edge.target.index});
    texts.push_back(label(cfa, *edge.command));
  }
  std::vector<LayoutNode> boxes;
  for (const auto& each : texts) boxes.push_back(box_of(each));
  const Layout layout = layered_layout(boxes, lines, cfa.initial.index);

  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n"
      "<style>text{{font:11px monospace}}rect{{fill:#fff;stroke:#444}}"
      ".start{{stroke-width:2}}.error{{stroke:#c00;fill:#fee}}.head{{stroke:#06c;fill:#eef5ff}}"
      "polyline{{fill:none;stroke:#888}}</style>\n"
      "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#888\"/></marker>"
      "</defs>\n"
      "<rect width=\"100%\" height=\"100%\" style=\"stroke:none\"/>\n",
      layout.width, layout.height);
  for (std::size_t i = 0; i < lines.size(); ++i)
    draw_line(layout.edges[i], i % 2 == 1 ? " marker-end=\"url(#arrow)\"" : "", out);
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    if (i < locations) draw_location(cfa, {i}, boxes[i], layout.nodes[i], out);
    draw_text(texts[i], boxes[i], layout.nodes[i], out);
  }
  fmt::format_to(out, "</svg>\n");
  return text;
}

}  // namespace cairn
