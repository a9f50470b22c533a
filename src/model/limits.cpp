// SPDX-License-Identifier: MIT
#include "model/limits.h"

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {
namespace {

using Kind = Statement::Kind;
using Node = std::uint32_t;

/// Where control may go behind a limit.
enum class Beyond { Next, Callee, Anywhere };

/// Notes of limits that are about values and memory: control goes on with the next statement.
/// Pointers to functions may be among the values, but each call through a pointer has a limit of
/// its own.
bool is_about_values(std::string_view note) {
  static constexpr std::array<std::string_view, 26> kStarts{"heap objects: more than",
                                                            "more heap objects of one call",
                                                            "heap object of more than",
                                                            "one of many heap objects",
                                                            "heap object that is larger",
                                                            "large heap object",
                                                            "array of more than",
                                                            "array that is larger",
                                                            "object of more than",
                                                            "copy of a large object",
                                                            "free() where",
                                                            "realloc of",
                                                            "read of text",
                                                            "text of unknown length",
                                                            "comparison of two string literals",
                                                            "comparison of a pointer to freed",
                                                            "the value or the order of addresses",
                                                            "index outside of an array",
                                                            "access behind the part of an object",
                                                            "the loop",
                                                            "an array is indexed outside",
                                                            "a division by zero",
                                                            "a shift by a negative number",
                                                            "a position outside of its string",
                                                            "FIND of an empty string",
                                                            kDependsOnUnknown};
  for (const std::string_view start : kStarts)
    if (note.starts_with(start)) return true;
  return false;
}

/// The name between the first quotes.
std::string_view quoted(std::string_view note) {
  const std::size_t begin = note.find('\'');
  if (begin == std::string_view::npos) return {};
  return note.substr(begin + 1, note.find('\'', begin + 1) - begin - 1);
}

/// Functions of the C library without a model that return, and call nothing of the program.
bool returns(std::string_view function) {
  static constexpr std::array<std::string_view, 34> kFunctions{
      "printf",   "fprintf",   "sprintf",   "snprintf", "dprintf",  "vprintf",    "vfprintf",
      "vsprintf", "vsnprintf", "vasprintf", "asprintf", "swprintf", "vswprintf",  "wprintf",
      "fwprintf", "scanf",     "fscanf",    "sscanf",   "vscanf",   "vsscanf",    "vfscanf",
      "getline",  "getdelim",  "strtod",    "strtof",   "strtold",  "atof",       "nexttoward",
      "remquo",   "setlocale", "wcscpy",    "remquof",  "remquol",  "nexttowardf"};
  for (const std::string_view each : kFunctions)
    if (function == each) return true;
  return false;
}

Beyond beyond(std::string_view note) {
  if (is_about_values(note)) return Beyond::Next;
  if (note.starts_with("call of '") && returns(quoted(note))) return Beyond::Next;
  return note.starts_with("recursion: ") ? Beyond::Callee : Beyond::Anywhere;
}

bool is_limit(const Statement& s) {
  return s.kind == Kind::Assert && s.assert_kind == AssertKind::Limit;
}

/// The statements of all procedures as a graph, and searches backwards in it.
class Graph {
 public:
  explicit Graph(const Program& program) : program_(program) {
    for (const Procedure& procedure : program.procedures) {
      labels_.clear();
      gotos_.clear();
      Ends& ends = ends_[procedure.name];
      ends.exit = exit_ = make(nullptr);
      ends.entry = lay(procedure.body, exit_);
      for (const auto& [from, label] : gotos_) join(from, labels_.at(label));
      if (procedure.site != kNoSite)
        by_function_[program.sites[procedure.site].function].push_back(&ends);
    }
    for (const Call& call : calls_) {
      Ends& ends = ends_.at(call.procedure);
      callers_[ends.entry].push_back(call.at);
      if (call.back != kNone) exits_[call.back].push_back(ends.exit);
    }
    for (const Node limit : recursive_) lead_into_callee(limit);
  }

  std::set<const Statement*> limits_before(const std::set<const Statement*>& asserts) {
    std::vector<Node> work;
    for (Node node = 0; node < statements_.size(); ++node)
      if (asserts.contains(statements_[node])) work.push_back(node);
    work.insert(work.end(), anywhere_.begin(), anywhere_.end());
    std::vector<bool> found(statements_.size());
    search(work, found, Into::Callers);
    // What returns into these: the calls that lead there are over, and not looked at.
    for (Node node = 0; node < found.size(); ++node)
      if (found[node]) work.push_back(node);
    search(work, found, Into::Callees);
    std::set<const Statement*> result;
    for (Node node = 0; node < found.size(); ++node)
      if (found[node] && statements_[node] != nullptr && is_limit(*statements_[node]))
        result.insert(statements_[node]);
    return result;
  }

 private:
  static constexpr Node kNone = 0xFFFFFFFFu;
  enum class Into { Callers, Callees };
  struct Ends {
    Node entry = kNone, exit = kNone;
  };
  struct Call {
    Node at;
    std::string procedure;
    Node back;
  };

  Node make(const Statement* statement) {
    statements_.push_back(statement);
    before_.emplace_back();
    return static_cast<Node>(statements_.size() - 1);
  }
  void join(Node from, Node to) { before_[to].push_back(from); }

  /// The first node of a block that goes on at `next`.
  Node lay(const Block& block, Node next) {
    for (std::size_t i = block.size(); i-- > 0;) next = lay(block[i], next);
    return next;
  }

  Node lay(const Statement& s, Node next) {
    const Node node = make(&s);
    switch (s.kind) {
      case Kind::If:
      case Kind::Choice:
        for (const Block& branch : s.blocks) join(node, lay(branch, next));
        if (s.kind == Kind::If && s.blocks.size() < 2) break;
        return node;
      case Kind::While:
        join(node, lay(s.blocks[0], node));
        break;
      case Kind::Label:
        labels_[s.names[0]] = node;
        break;
      case Kind::Goto:
        for (const std::string& label : s.names) gotos_.emplace_back(node, label);
        return node;
      case Kind::Return:
        join(node, exit_);
        return node;
      case Kind::Call:
        calls_.push_back({node, s.names[0], next});
        break;
      case Kind::Assume:
        if (program_.terms->is_false(s.values[0])) return node;
        break;
      case Kind::Assert:
        if (!is_limit(s) && program_.terms->is_false(s.values[0])) return node;
        if (is_limit(s) && beyond(s.note) == Beyond::Anywhere) anywhere_.push_back(node);
        if (is_limit(s) && beyond(s.note) == Beyond::Callee) recursive_.push_back(node);
        break;
      case Kind::Assign:
      case Kind::Havoc:
        break;
    }
    join(node, next);
    return node;
  }

  void lead_into_callee(Node limit) {
    const std::string name(quoted(statements_[limit]->note));
    std::vector<Ends*> callees;
    if (const auto found = by_function_.find(name); found != by_function_.end())
      callees = found->second;
    if (const auto found = ends_.find(name); found != ends_.end())
      callees.push_back(&found->second);
    for (const Ends* callee : callees) callers_[callee->entry].push_back(limit);
    if (callees.empty()) anywhere_.push_back(limit);
  }

  /// Adds what leads to the nodes; empties them.
  void search(std::vector<Node>& work, std::vector<bool>& found, Into into) const {
    for (const Node node : work) found[node] = true;
    const auto add = [&](const std::vector<Node>& nodes) {
      for (const Node node : nodes) {
        if (found[node]) continue;
        found[node] = true;
        work.push_back(node);
      }
    };
    const auto& others = into == Into::Callers ? callers_ : exits_;
    while (!work.empty()) {
      const Node node = work.back();
      work.pop_back();
      add(before_[node]);
      if (const auto other = others.find(node); other != others.end()) add(other->second);
    }
  }

  const Program& program_;
  std::vector<const Statement*> statements_;  ///< by node; null: the end of a procedure
  std::vector<std::vector<Node>> before_;     ///< in the same procedure; calls are steps
  std::vector<Call> calls_;
  std::map<std::string, Ends, std::less<>> ends_;                       ///< by procedure
  std::map<std::string, std::vector<Ends*>, std::less<>> by_function_;  ///< of the source
  std::map<Node, std::vector<Node>> callers_;                           ///< by entry
  std::map<Node, std::vector<Node>> exits_;                             ///< of what returns there
  std::vector<Node> anywhere_, recursive_;
  // Of the procedure that is laid out.
  Node exit_ = kNone;
  std::map<std::string, Node> labels_;
  std::vector<std::pair<Node, std::string>> gotos_;
};

}  // namespace

std::set<const Statement*> limits_before(const Program& program,
                                         const std::set<const Statement*>& asserts) {
  return Graph(program).limits_before(asserts);
}

const Statement* property_of(const Statement& limit, const Statement* next) {
  const bool is_pair = is_limit(limit) && limit.note.starts_with(kDependsOnUnknown) &&
                       next != nullptr && next->kind == Kind::Assert &&
                       next->assert_kind == AssertKind::Property && next->site == limit.site;
  return is_pair ? next : nullptr;
}

}  // namespace cairn
