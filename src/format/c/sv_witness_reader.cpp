// SPDX-License-Identifier: MIT
//
// GraphML is read by a scanner for the few elements that matter; a violation is the first path from
// the entry to a violation node, breadth first.
#include "format/c/sv_witness_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "format/c/yaml_reader.h"

namespace cairn {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> number(std::string_view text) {
  if (text.empty() || text.size() > 9 ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::stoull(std::string(text));
}

/// "v" of "\result == v", with or without parentheses around it all.
std::optional<std::string> result_value(std::string_view text) {
  text = trimmed(text);
  while (text.size() > 2 && text.front() == '(' && text.back() == ')')
    text = trimmed(text.substr(1, text.size() - 2));
  if (!text.starts_with("\\result")) return std::nullopt;
  text = trimmed(text.substr(7));
  if (!text.starts_with("==")) return std::nullopt;
  text = trimmed(text.substr(2));
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

class YamlWitness {
 public:
  explicit YamlWitness(const Source& source) : name_(source.name), root_(read_yaml(source)) {}

  SvWitness read() {
    if (root_.kind != YamlNode::Kind::Sequence || root_.items.empty())
      fail(root_, "expected a list of entries");
    bool known = false;
    for (const YamlNode& entry : root_.items) {
      const std::string type = text(entry, "entry_type");
      if (type != "invariant_set" && type != "violation_sequence") continue;
      if (known) fail(entry, "more than one set of invariants or violation");
      known = true;
      const YamlNode& content = field(entry, "content");
      if (content.kind != YamlNode::Kind::Sequence && !content.scalar.empty())
        fail(content, "expected a list");
      witness_.kind =
          type == "invariant_set" ? SvWitness::Kind::Correctness : SvWitness::Kind::Violation;
      for (const YamlNode& part : content.items)
        witness_.kind == SvWitness::Kind::Correctness ? invariant(part) : segment(part);
    }
    if (!known) fail(root_, "expected an entry of the type invariant_set or violation_sequence");
    return std::move(witness_);
  }

 private:
  [[noreturn]] void fail(const YamlNode& at, const std::string& message) const {
    throw InputError({name_, at.line, 1}, message);
  }
  const YamlNode& field(const YamlNode& node, const char* key) const {
    const YamlNode* found = node.find(key);
    if (found == nullptr) fail(node, fmt::format("expected '{}'", key));
    return *found;
  }
  std::string text(const YamlNode& node, const char* key) const {
    const YamlNode& found = field(node, key);
    if (found.kind != YamlNode::Kind::Scalar) fail(found, fmt::format("'{}' has no value", key));
    return found.scalar;
  }

  SvPlace place(const YamlNode& node) const {
    const YamlNode& location = field(node, "location");
    SvPlace place;
    place.file = text(location, "file_name");
    const auto line = number(text(location, "line"));
    if (!line) fail(location, "'line' is no number");
    place.line = *line;
    place.column = 0;
    if (location.find("column") != nullptr) {
      const auto column = number(text(location, "column"));
      if (!column) fail(location, "'column' is no number");
      place.column = *column;
    }
    if (location.find("function") != nullptr) place.function = text(location, "function");
    return place;
  }

  void invariant(const YamlNode& part) {
    const YamlNode& node = field(part, "invariant");
    SvInvariant invariant;
    const std::string type = text(node, "type");
    if (type != "loop_invariant" && type != "location_invariant")
      fail(node, fmt::format("'{}' is no kind of invariant", printable(type)));
    invariant.kind =
        type == "loop_invariant" ? SvInvariant::Kind::Loop : SvInvariant::Kind::Location;
    invariant.at = place(node);
    if (text(node, "format") != "c_expression") fail(node, "only c_expression is supported");
    invariant.value = text(node, "value");
    witness_.invariants.push_back(std::move(invariant));
  }

  void segment(const YamlNode& part) {
    const YamlNode& waypoints = field(part, "segment");
    if (waypoints.kind != YamlNode::Kind::Sequence) fail(waypoints, "expected a list of waypoints");
    for (const YamlNode& entry : waypoints.items) {
      const YamlNode& node = field(entry, "waypoint");
      if (text(node, "action") != "follow") continue;
      const std::string type = text(node, "type");
      SvWaypoint point;
      point.at = place(node);
      const auto constraint = [&] { return text(field(node, "constraint"), "value"); };
      if (type == "target") {
        point.kind = SvWaypoint::Kind::Target;
      } else if (type == "assumption") {
        point.kind = SvWaypoint::Kind::Assumption;
        point.value = constraint();
      } else if (type == "branching") {
        point.kind = SvWaypoint::Kind::Branching;
        point.value = constraint();
        if (point.value != "true" && point.value != "false") continue;
      } else if (type == "function_return") {
        point.kind = SvWaypoint::Kind::FunctionReturn;
        const auto value = result_value(constraint());
        if (!value) continue;
        point.value = *value;
      } else {
        continue;
      }
      witness_.waypoints.push_back(std::move(point));
    }
  }

  const std::string name_;
  const YamlNode root_;
  SvWitness witness_;
};

/// One tag: its name, whether it closes, is closed at once, and its attributes.
struct Tag {
  std::string name;
  bool closes = false;
  bool empty = false;
  std::map<std::string, std::string, std::less<>> attributes;
};

class GraphmlWitness {
 public:
  explicit GraphmlWitness(const Source& source) : name_(source.name), text_(source.bytes) {}

  SvWitness read() {
    scan();
    SvWitness witness;
    witness.places = SvWitness::Places::Lines;
    const auto type = graph_.find("witness-type");
    if (type == graph_.end()) throw InputError({name_}, "expected a graph with 'witness-type'");
    if (type->second == "correctness_witness")
      read_invariants(witness);
    else if (type->second == "violation_witness")
      read_path(witness);
    else
      throw InputError({name_}, fmt::format("'{}' is no type of witness", printable(type->second)));
    return witness;
  }

 private:
  using Data = std::map<std::string, std::string, std::less<>>;
  struct Edge {
    std::string source, target;
    Data data;
  };

  [[noreturn]] void fail(const char* message) const {
    const auto line =
        std::count(text_.begin(),
                   text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
    throw InputError({name_, static_cast<std::uint64_t>(line) + 1, 1}, message);
  }

  static std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      constexpr std::pair<std::string_view, char> kEntities[] = {
          {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
      bool known = false;
      for (const auto& [entity, c] : kEntities)
        if (!known && text.substr(i).starts_with(entity)) {
          result += c;
          i += entity.size() - 1;
          known = true;
        }
      if (!known) result += text[i];
    }
    return result;
  }

  /// The tag at the cursor, which is at '<'; the cursor is then behind it. Nothing for comments and
  /// the like.
  std::optional<Tag> tag() {
    if (text_.substr(at_).starts_with("<!--")) {
      const std::size_t end = text_.find("-->", at_);
      if (end == std::string_view::npos) fail("a comment does not end");
      at_ = end + 3;
      return std::nullopt;
    }
    const std::size_t end = text_.find('>', at_);
    if (end == std::string_view::npos) fail("a tag does not end");
    std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (inner.starts_with("?") || inner.starts_with("!")) return std::nullopt;
    Tag tag;
    if (inner.ends_with("/")) {
      tag.empty = true;
      inner.remove_suffix(1);
    }
    if (inner.starts_with("/")) {
      tag.closes = true;
      inner.remove_prefix(1);
    }
    const std::size_t name = std::min(inner.find_first_of(" \t\r\n"), inner.size());
    tag.name = std::string(inner.substr(0, name));
    inner = trimmed(inner.substr(name));
    while (!inner.empty()) {
      const std::size_t equals = inner.find('=');
      if (equals == std::string_view::npos || equals + 1 >= inner.size()) fail("a tag is damaged");
      const std::string_view key = trimmed(inner.substr(0, equals));
      inner = trimmed(inner.substr(equals + 1));
      if (inner.empty()) fail("a tag is damaged");
      const std::size_t close = inner.find(inner[0], 1);
      if ((inner[0] != '"' && inner[0] != '\'') || close == std::string_view::npos)
        fail("a tag is damaged");
      tag.attributes.emplace(key, unescaped(inner.substr(1, close - 1)));
      inner = trimmed(inner.substr(close + 1));
    }
    return tag;
  }

  /// Keys may have ids that differ from what they stand for.
  std::string key_of(const Tag& tag) const {
    const auto id = tag.attributes.find("key");
    if (id == tag.attributes.end()) return "";
    const auto known = keys_.find(id->second);
    return known == keys_.end() ? id->second : known->second;
  }

  void scan() {
    Data* open = &graph_;  // that data belong to
    while ((at_ = text_.find('<', at_)) != std::string_view::npos) {
      const auto read = tag();
      if (!read) continue;
      const auto attribute = [&](const char* name) {
        const auto found = read->attributes.find(name);
        return found == read->attributes.end() ? std::string() : found->second;
      };
      if (read->closes) {
        if (read->name == "node" || read->name == "edge") open = &graph_;
      } else if (read->name == "key") {
        if (!attribute("id").empty()) keys_.emplace(attribute("id"), attribute("attr.name"));
      } else if (read->name == "node") {
        open = &nodes_[attribute("id")];
        if (read->empty) open = &graph_;
      } else if (read->name == "edge") {
        edges_.push_back({attribute("source"), attribute("target"), {}});
        open = read->empty ? &graph_ : &edges_.back().data;
      } else if (read->name == "data" && !read->empty) {
        const std::size_t end = text_.find('<', at_);
        if (end == std::string_view::npos) fail("data do not end");
        open->insert_or_assign(key_of(*read), unescaped(text_.substr(at_, end - at_)));
      }
    }
    if (nodes_.empty()) throw InputError({name_}, "the witness has no nodes");
  }

  static std::string get(const Data& data, const char* key) {
    const auto found = data.find(key);
    return found == data.end() ? std::string() : std::string(trimmed(found->second));
  }

  static std::string without_semicolon(std::string text) {
    while (!text.empty() && (text.back() == ';' || text.back() == ' ')) text.pop_back();
    return text;
  }

  void read_invariants(SvWitness& witness) const {
    for (const auto& [id, data] : nodes_) {
      SvInvariant invariant;
      invariant.value = get(data, "invariant");
      if (invariant.value.empty() || invariant.value == "true" || invariant.value == "1") continue;
      invariant.at.function = get(data, "invariant.scope");
      for (const Edge& edge : edges_)
        if (edge.target == id)
          if (const auto line = number(get(edge.data, "startline"))) invariant.at.line = *line;
      invariant.at.column = 0;
      witness.invariants.push_back(std::move(invariant));
    }
  }

  void read_path(SvWitness& witness) const {
    witness.kind = SvWitness::Kind::Violation;
    std::map<std::string, const Edge*> reached;
    std::deque<std::string> open;
    for (const auto& [id, data] : nodes_)
      if (get(data, "isEntryNode") == "true") {
        reached.emplace(id, nullptr);
        open.push_back(id);
      }
    std::string last;
    while (!open.empty() && last.empty()) {
      const std::string id = open.front();
      open.pop_front();
      const auto data = nodes_.find(id);
      if (data != nodes_.end() && get(data->second, "isViolationNode") == "true") last = id;
      for (const Edge& edge : edges_)
        if (edge.source == id && reached.emplace(edge.target, &edge).second)
          open.push_back(edge.target);
    }
    if (last.empty()) throw InputError({name_}, "no path leads from the entry to a violation");
    std::vector<const Edge*> path;
    for (const Edge* edge = reached.at(last); edge != nullptr; edge = reached.at(edge->source))
      path.push_back(edge);
    std::reverse(path.begin(), path.end());
    for (const Edge* edge : path) add_waypoints(edge->data, witness);
  }

  static void add_waypoints(const Data& data, SvWitness& witness) {
    const auto line = number(get(data, "startline"));
    if (!line) return;
    SvWaypoint point;
    point.at.line = *line;
    point.at.column = 0;
    point.at.file = get(data, "originFileName");
    if (point.at.file.empty()) point.at.file = get(data, "originfile");
    point.at.function = get(data, "assumption.scope");
    const std::string control = get(data, "control");
    if (control == "condition-true" || control == "condition-false") {
      point.kind = SvWaypoint::Kind::Branching;
      point.value = control.substr(10);
      witness.waypoints.push_back(point);
    }
    const std::string assumption = without_semicolon(get(data, "assumption"));
    if (assumption.empty() || assumption.find(';') != std::string::npos) return;
    if (const auto value = result_value(assumption)) {
      point.kind = SvWaypoint::Kind::FunctionReturn;
      point.value = *value;
      point.callee = get(data, "assumption.resultfunction");
    } else {
      point.kind = SvWaypoint::Kind::Assumption;
      point.value = assumption;
    }
    witness.waypoints.push_back(std::move(point));
  }

  const std::string name_;
  const std::string_view text_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> keys_;  // by id
  Data graph_;
  std::map<std::string, Data> nodes_;
  std::deque<Edge> edges_;
};

bool is_graphml(std::string_view bytes) {
  const std::string_view start = trimmed(bytes.substr(0, 4096));
  return start.starts_with("<") && bytes.find("<graphml") != std::string_view::npos;
}

}  // namespace

bool looks_like_sv_witness(std::string_view bytes) {
  return is_graphml(bytes) || bytes.substr(0, 65536).find("entry_type:") != std::string_view::npos;
}

SvWitness read_sv_witness(const Source& source) {
  return is_graphml(source.bytes) ? GraphmlWitness(source).read() : YamlWitness(source).read();
}

}  // namespace cairn
