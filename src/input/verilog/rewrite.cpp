// SPDX-License-Identifier: MIT
#include "input/verilog/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "input/verilog/constant.h"
#include "input/verilog/expression.h"
#include "input/verilog/local_variables.h"
#include "input/verilog/monitor.h"
#include "input/verilog/monitor_text.h"
#include "input/verilog/sva_parser.h"

namespace cairn::verilog {
namespace {

constexpr std::size_t kDeepest = 2'000;

bool is_statement_word(const Token& token) {
  return token.is("assert") || token.is("assume") || token.is("cover") || token.is("restrict");
}
/// Text that keeps the lines of the files.
class Emitter {
 public:
  void token(const Token& token) {
    if (token.kind == Token::Kind::Directive || token.kind == Token::Kind::Pragma) {
      text_ += fmt::format("\n{}\n", token.text);
      known_ = false;
      return;
    }
    move_to(fmt::format("F{}", token.file), token.line);
    if (token.spaced) text_ += ' ';
    text_ += token.text;
    if (token.text[0] == '\\') text_ += ' ';
  }
  /// On one line, as a file of its own.
  void insert(const std::string& file, std::uint32_t line, const std::string& text) {
    move_to(file, line);
    text_ += ' ' + text;
    known_ = false;
  }
  std::string take() { return std::move(text_) + '\n'; }

 private:
  void move_to(const std::string& file, std::uint32_t line) {
    if (known_ && file == file_ && line >= line_ && line < line_ + 20) {
      text_.append(line - line_, '\n');
    } else {
      text_ += fmt::format("\n`line {} \"{}\"\n", line, file);
    }
    known_ = true;
    file_ = file;
    line_ = line;
  }

  std::string text_, file_;
  std::uint32_t line_ = 0;
  bool known_ = false;
};

/// What is known about a module before its text is rewritten.
struct ModuleFacts {
  std::string name;
  std::map<std::string, Declaration> declarations;
  std::map<std::string, std::pair<Tokens, bool>> parameters;  ///< value, whether it is local
  std::map<std::string, Tokens> clocking;                     ///< events of clocking blocks
  std::optional<Tokens> default_clock, default_disable;
  std::set<std::string> clocks;  ///< events of its always blocks
  std::set<std::string> ports;
  /// Conditions on a port under which registers have their initial values, or assertions say
  /// nothing; with the place of the first.
  std::map<std::string, Token> resets;
};

/// Whether a port sounds like a reset.
bool sounds_like_reset(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find("rst") != std::string::npos || name.find("reset") != std::string::npos;
}

class Rewriter {
 public:
  Rewriter(const TokenStream& stream, const RewriteOptions& options)
      : stream_(stream), tokens_(stream.tokens), options_(options) {}

  Rewritten run() {
    find_modules();
    global_.name = "";
    collect(0, tokens_.size() - 1, global_, true);
    for (std::size_t i = 0; i + 1 < tokens_.size();) i = item_outside(i);
    result_.text = out_.take();
    for (const auto& [target, bound] : binds_)
      if (!bound.done)
        fail(tokens_[bound.at],
             fmt::format("there is no module '{}' to bind to", printable(target)));
    return std::move(result_);
  }

 private:
  struct Bind {
    std::vector<Tokens> instances;
    std::size_t at = 0;
    bool done = false;
  };

  [[noreturn]] void fail(const Token& at, std::string_view message) const {
    Token place = at;
    if (place.kind == Token::Kind::End && tokens_.size() > 1) place = tokens_[tokens_.size() - 2];
    if (stream_.files.empty()) throw InputError({"", 0, 0}, message);
    throw InputError(stream_.position(place), message);
  }
  const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool at_end(std::size_t i) const { return i + 1 >= tokens_.size(); }

  // Skipping.

  /// After the bracket that closes the one at `i`.
  std::size_t after_group(std::size_t i) const {
    int depth = 0;
    for (std::size_t j = i; !at_end(j); ++j) {
      if (at(j).opens()) ++depth;
      if (at(j).closes() && --depth == 0) return j + 1;
    }
    fail(at(i), fmt::format("'{}' is not closed", at(i).text));
  }
  Tokens between(std::size_t begin, std::size_t end) const {
    return {tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
            tokens_.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  std::size_t find(std::size_t i, std::string_view word) const {
    std::size_t j = i;
    while (!at_end(j) && !at(j).is(word)) ++j;
    if (at_end(j)) fail(at(i), fmt::format("expected '{}' behind this", word));
    return j;
  }
  std::size_t after_name(std::size_t i) const {  // ": name" behind an end
    return at(i).is(":") && at(i + 1).is_identifier() ? i + 2 : i;
  }

  /// After a procedural statement.
  std::size_t after_statement(std::size_t i, std::size_t depth = 0) const {
    if (depth > kDeepest) fail(at(i), "statements are nested too deeply");
    while (at(i).is("(*")) i = after_group(i);
    if (at(i).is_identifier() && at(i + 1).is(":") && !at(i).is("default") && !at(i).is("begin") &&
        !at(i).is("fork"))
      i += 2;
    while (at(i).is("@") || at(i).is("#")) {
      ++i;
      i = at(i).is("(") || at(i).is("(*") ? after_group(i) : i + 1;
    }
    for (const auto& [open, close] : {std::pair("begin", "end"),
                                      {"fork", "join"},
                                      {"case", "endcase"},
                                      {"casez", "endcase"},
                                      {"casex", "endcase"},
                                      {"randcase", "endcase"}})
      if (at(i).is(open)) return after_block(i, close);
    if (at(i).is("unique") || at(i).is("unique0") || at(i).is("priority"))
      return after_statement(i + 1, depth + 1);
    if (at(i).is("if")) {
      std::size_t end = after_statement(after_group(i + 1), depth + 1);
      if (at(end).is("else")) end = after_statement(end + 1, depth + 1);
      return end;
    }
    if (at(i).is("for") || at(i).is("while") || at(i).is("repeat") || at(i).is("foreach") ||
        at(i).is("wait"))
      return after_statement(after_group(i + 1), depth + 1);
    if (at(i).is("forever")) return after_statement(i + 1, depth + 1);
    if (is_statement_word(at(i))) return after_action(after_check(i), depth);
    for (;; ++i) {
      if (at_end(i)) fail(at(i), "expected ';'");
      if (at(i).is(";")) return i + 1;
      if (at(i).is("(") || at(i).is("{")) i = after_group(i) - 1;
    }
  }
  std::size_t after_block(std::size_t i, std::string_view close) const {
    const std::string open = at(i).text;
    int depth = 0;
    for (std::size_t j = i; !at_end(j); ++j) {
      const Token& token = at(j);
      const bool opens = close == "endcase" ? token.text.starts_with("case") || token.is("randcase")
                                            : token.is(open);
      const bool closes = token.is(close) || (close == "join" && token.text.starts_with("join_"));
      if (token.is_identifier() && opens) ++depth;
      if (token.is_identifier() && closes && --depth == 0) return after_name(j + 1);
    }
    fail(at(i), fmt::format("'{}' without '{}'", open, close));
  }
  /// After "assert property (...)".
  std::size_t after_check(std::size_t i) const {
    ++i;
    if (at(i).is("#")) i += 2;
    if (at(i).is("final") || at(i).is("property") || at(i).is("sequence")) ++i;
    if (!at(i).is("(")) fail(at(i), "expected '(' in an assertion");
    return after_group(i);
  }
  std::size_t after_action(std::size_t i, std::size_t depth = 0) const {
    if (at(i).is(";")) return at(i + 1).is("else") ? i + 1 : i + 1;
    if (!at(i).is("else")) i = after_statement(i, depth + 1);
    if (at(i).is("else")) i = after_statement(i + 1, depth + 1);
    return i;
  }

  // What the modules are.

  void find_modules() {
    std::set<std::string> mentioned;
    for (std::size_t i = 0; !at_end(i); ++i) {
      const bool starts = at(i).is("module") || at(i).is("macromodule");
      if (starts) {
        std::size_t name = i + 1;
        if (at(name).is("automatic") || at(name).is("static")) ++name;
        if (!at(name).is_identifier()) fail(at(name), "expected the name of a module");
        result_.modules.push_back(at(name).text);
        i = name;
      } else if (at(i).is("endmodule")) {
        i = after_name(i + 1) - 1;
      } else if (at(i).is("bind")) {
        i += 1;  // the target is no instance
      } else if (at(i).is_identifier()) {
        mentioned.insert(at(i).text);
      }
    }
    for (const std::string& name : result_.modules)
      if (!mentioned.contains(name)) result_.tops.push_back(name);
  }

  /// Declarations between two places; `outside`: of modules, which are skipped.
  void collect(std::size_t begin, std::size_t end, ModuleFacts& facts, bool outside) {
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = at(i);
      if (outside && (token.is("module") || token.is("macromodule") || token.is("checker"))) {
        while (i < end && !at(i).is("endmodule") && !at(i).is("endchecker")) ++i;
      } else if (outside && token.is("bind")) {
        const std::size_t stop = find(i, ";");
        Bind& bind = binds_[at(i + 1).text];
        if (!at(i + 2).is_identifier())
          fail(at(i + 2), "only 'bind MODULE CHECKER NAME (...)' is supported");
        bind.at = i;
        bind.instances.push_back(between(i + 2, stop + 1));
        i = stop;
      } else if ((token.is("property") || token.is("sequence")) &&
                 (i == 0 || !is_statement_word(at(i - 1)))) {
        const std::size_t stop = find(i, token.is("property") ? "endproperty" : "endsequence");
        facts.declarations.insert(parse_declaration(between(i + 1, stop), token, scope(facts)));
        i = stop;
      } else if (token.is("parameter") || token.is("localparam")) {
        parameter(i, facts);
      } else if (token.is("clocking") && !at(i - 1).is("default")) {
        clocking(i, facts);
      } else if (token.is("default") && at(i + 1).is("clocking")) {
        facts.default_clock = clocking(i + 1, facts);
      } else if (token.is("default") && at(i + 1).is("disable") && at(i + 2).is("iff")) {
        const std::size_t stop = find(i, ";");
        Tokens condition = between(i + 3, stop);
        facts.default_disable = condition;
        if (at(i + 3).is("(")) reset(i + 3, facts, true);
        i = stop;
      } else if (token.is("disable") && at(i + 1).is("iff") && at(i + 2).is("(")) {
        reset(i + 2, facts, true);
      } else if (token.is("always") || token.is("always_ff")) {
        clock_of_block(i, facts);
        reset_of_block(i, facts);
      }
    }
  }

  void parameter(std::size_t i, ModuleFacts& facts) const {
    const bool local = at(i).is("localparam");
    for (++i; !at_end(i) && !at(i).is(";") && !at(i).is(")"); ++i) {
      if (at(i).is("parameter") || at(i).is("localparam")) return;
      if (at(i).opens()) i = after_group(i) - 1;
      if (!at(i).is_identifier() || !at(i + 1).is("=")) continue;
      std::size_t end = i + 2;
      while (!at_end(end) && !at(end).is(",") && !at(end).is(";") && !at(end).is(")"))
        end = at(end).opens() ? after_group(end) : end + 1;
      facts.parameters[at(i).text] = {between(i + 2, end), local};
      i = end - 1;
    }
  }

  /// The event of a clocking block whose keyword is at `i`, or of the one that it names.
  Tokens clocking(std::size_t i, ModuleFacts& facts) const {
    std::string name;
    if (at(++i).is_identifier()) name = at(i++).text;
    if (at(i).is(";")) {
      const auto known = facts.clocking.find(name);
      if (known == facts.clocking.end())
        fail(at(i - 1),
             fmt::format("there is no clocking block '{}' before this", printable(name)));
      return known->second;
    }
    if (!at(i).is("@")) fail(at(i), "expected '@' in a clocking block");
    ++i;
    const std::size_t end = at(i).is("(") ? after_group(i) : i + 1;
    const Tokens event = at(i).is("(") ? between(i + 1, end - 1) : between(i, end);
    find(i, "endclocking");  // its signals are left out: whoever names one ("cb.x") is refused
    if (!name.empty()) facts.clocking[name] = event;
    return event;
  }

  /// The clock of an always block: of several edges, the one that its first `if` does not test.
  void clock_of_block(std::size_t i, ModuleFacts& facts) const {
    if (!at(i + 1).is("@") || !at(i + 2).is("(")) return;
    const std::size_t end = after_group(i + 2);
    std::vector<std::pair<std::string, std::string>> edges;
    for (std::size_t j = i + 3; j + 1 < end; ++j)
      if (at(j).is("posedge") || at(j).is("negedge")) {
        Tokens signal;
        for (++j; j + 1 < end && !at(j).is("or") && !at(j).is(","); ++j) signal.push_back(at(j));
        edges.emplace_back(at(j - signal.size() - 1).text, text_of(signal));
      }
    if (edges.empty()) return;
    std::set<std::string> tested;
    std::size_t body = end;
    if (at(body).is("begin")) body = after_name(body + 1);
    if (edges.size() > 1 && at(body).is("if"))
      for (std::size_t j = body + 1; j < after_group(body + 1); ++j) tested.insert(at(j).text);
    for (const auto& [edge, signal] : edges)
      if (!tested.contains(signal)) facts.clocks.insert(edge + ' ' + signal);
  }

  /// The condition in the parentheses at `i`, if it is about one port (which need not sound like a
  /// reset if it is used like one).
  void reset(std::size_t i, ModuleFacts& facts, bool is_used_like_one) const {
    const Tokens condition = between(i + 1, after_group(i) - 1);
    const Token* port = nullptr;
    for (const Token& token : condition) {
      const bool plain = token.is_identifier() || token.kind == Token::Kind::Number ||
                         token.is("!") || token.is("~") || token.is("==") || token.is("(") ||
                         token.is(")");
      if (!plain || (token.is_identifier() && port != nullptr)) return;
      if (token.is_identifier()) port = &token;
    }
    if (port == nullptr || !facts.ports.contains(port->text)) return;
    if (is_used_like_one || sounds_like_reset(port->text))
      facts.resets.emplace(text_of(condition), *port);
  }

  /// The condition of the first `if` of a clocked block: with several edges it is that of an
  /// asynchronous reset.
  void reset_of_block(std::size_t i, ModuleFacts& facts) const {
    if (!at(i + 1).is("@") || !at(i + 2).is("(")) return;
    const std::size_t end = after_group(i + 2);
    std::size_t edges = 0;
    for (std::size_t j = i + 3; j < end; ++j)
      if (at(j).is("posedge") || at(j).is("negedge")) ++edges;
    std::size_t body = end;
    if (at(body).is("begin")) body = after_name(body + 1);
    if (edges == 0 || !at(body).is("if") || !at(body + 1).is("(")) return;
    if (gives_constants(after_group(body + 1), facts)) reset(body + 1, facts, edges > 1);
  }

  /// Whether the statement at `i` is what a reset does, with an `else` behind it: nothing but
  /// constants are assigned. What is guarded by "not in reset" is not that.
  bool gives_constants(std::size_t i, const ModuleFacts& facts) const {
    const std::size_t end = after_statement(i);
    if (!at(end).is("else")) return false;
    bool is_value = false;
    for (std::size_t j = i; j < end; ++j) {
      const Token& token = at(j);
      if (is_statement_word(token)) return false;
      if (token.is("=") || token.is("<=")) is_value = true;
      if (token.is(";")) is_value = false;
      if (is_value && token.is_identifier() && !is_constant_name(token, facts)) return false;
    }
    return true;
  }
  /// Parameters, and names in capitals, as enumerations and macros have them.
  static bool is_constant_name(const Token& token, const ModuleFacts& facts) {
    if (token.is("default") || facts.parameters.contains(token.text)) return true;
    return std::ranges::none_of(token.text, [](char c) { return 'a' <= c && c <= 'z'; });
  }

  std::optional<std::int64_t> constant(const Tokens& tokens, const ModuleFacts& facts,
                                       int depth = 0) {
    if (depth > 20) return std::nullopt;
    return constant_value(tokens, [&](const std::string& name) -> std::optional<std::int64_t> {
      const bool in_top = !facts.name.empty() && facts.name == options_.top;
      const auto given = in_top ? options_.values.find(name) : options_.values.end();
      const auto found = facts.parameters.find(name);
      if (found == facts.parameters.end()) {
        if (&facts == &global_) return std::nullopt;
        return constant(tokens_named(name), global_, depth + 1);
      }
      std::optional<std::int64_t> value;
      if (given != options_.values.end()) {
        Token token;
        token.kind = Token::Kind::Number;
        token.text = given->second;
        value = constant({token}, facts, depth + 1);
      } else {
        value = constant(found->second.first, facts, depth + 1);
      }
      if (value && !found->second.second) used_[name] = *value;
      return value;
    });
  }
  static Tokens tokens_named(const std::string& name) {
    Token token;
    token.kind = Token::Kind::Identifier;
    token.text = name;
    return {token};
  }

  SvaScope scope(const ModuleFacts& facts) {
    SvaScope result;
    result.stream = &stream_;
    result.declarations = facts.declarations;
    result.declarations.insert(global_.declarations.begin(), global_.declarations.end());
    result.constant = [this, &facts](const Tokens& tokens) { return constant(tokens, facts); };
    return result;
  }

  // Rewriting.

  std::size_t copy(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out_.token(at(i));
    return end;
  }

  std::size_t item_outside(std::size_t i) {
    const Token& token = at(i);
    if (token.is("module") || token.is("macromodule") || token.is("checker")) return module(i);
    if (token.is("bind")) return find(i, ";") + 1;
    if (token.is("property") || token.is("sequence"))
      return after_name(find(i, token.is("property") ? "endproperty" : "endsequence") + 1);
    out_.token(token);
    return i + 1;
  }

  std::size_t module(std::size_t i) {
    const bool checker = at(i).is("checker");
    const std::string_view close = checker ? "endchecker" : "endmodule";
    std::size_t name = i + 1;
    if (at(name).is("automatic") || at(name).is("static")) ++name;
    const std::size_t end = find(i, close);
    ModuleFacts facts;
    facts.name = at(name).text;
    module_ = facts.name;
    const std::size_t header_end = std::min(find(name, ";"), end);
    for (std::size_t j = name + 1; j < header_end; ++j)
      if (at(j).is_identifier()) facts.ports.insert(at(j).text);
    collect(i, end, facts, false);
    result_.places.push_back({facts.name, at(i).file, at(i).line, at(end).line});
    Token keyword = at(i);
    keyword.text = "module";
    out_.token(keyword);
    out_.token(at(name));
    const std::size_t body = std::min(find(name, ";") + 1, end);
    for (std::size_t j = name + 1; j < body;) j = item(j, facts, end);
    if (const auto declared = options_.declarations.find(facts.name);
        declared != options_.declarations.end())
      out_.insert(fmt::format("{}declarations", kMark), at(body).line, declared->second);
    for (std::size_t j = body; j < end;) j = item(j, facts, end);
    if (const auto bound = binds_.find(facts.name); bound != binds_.end()) {
      for (const Tokens& instance : bound->second.instances)
        for (const Token& token : instance) out_.token(token);
      bound->second.done = true;
    }
    for (const auto& [condition, where] : facts.resets) insert_reset(condition, where);
    keyword = at(end);
    keyword.text = "endmodule";
    out_.token(keyword);
    return after_name(end + 1);
  }

  /// A label of a check at `i`: it, or nothing.
  bool has_label(std::size_t i) const {
    return at(i).is_identifier() && at(i + 1).is(":") && is_statement_word(at(i + 2));
  }

  std::size_t item(std::size_t i, ModuleFacts& facts, std::size_t end) {
    const Token& token = at(i);
    if (!token.is_identifier()) {
      out_.token(token);
      return i + 1;
    }
    if (token.is("property") || token.is("sequence"))
      return after_name(find(i, token.is("property") ? "endproperty" : "endsequence") + 1);
    const bool global_clocking = token.is("global") && at(i + 1).is("clocking");
    if (token.is("clocking") || global_clocking ||
        (token.is("default") && at(i + 1).is("clocking"))) {
      std::size_t j = token.is("clocking") ? i + 1 : i + 2;
      if (at(j).is_identifier()) ++j;
      return at(j).is(";") ? j + 1 : after_name(find(i, "endclocking") + 1);
    }
    if (token.is("default") && at(i + 1).is("disable")) return find(i, ";") + 1;
    if (token.is("function") || token.is("task")) {
      const std::size_t stop = find(i, token.is("function") ? "endfunction" : "endtask");
      return copy(i, std::min(stop + 1, end));
    }
    if (token.is("initial") || token.is("always") || token.is("always_ff") ||
        token.is("always_comb") || token.is("always_latch") || token.is("final"))
      return block(i, facts);
    const bool labelled = has_label(i);
    if (labelled || is_statement_word(token)) {
      const std::size_t word = labelled ? i + 2 : i;
      const std::string label = labelled ? token.text : "";
      if (at(word + 1).is("property") || at(word + 1).is("sequence"))
        return concurrent(i, word, label, facts, {}, false);
      return immediate(word, label, i < loops_end_);
    }
    if (token.is("for")) loops_end_ = std::max(loops_end_, after_statement(i));
    out_.token(token);
    return i + 1;
  }

  /// An always or initial block. One that is nothing but a concurrent assertion gives it its
  /// clock, or its only attempt.
  std::size_t block(std::size_t i, ModuleFacts& facts) {
    std::size_t body = i + 1;
    Tokens event;
    if (at(body).is("@") && at(body + 1).is("(")) {
      const std::size_t end = after_group(body + 1);
      event = between(body + 2, end - 1);
      body = end;
    }
    const std::size_t word = has_label(body) ? body + 2 : body;
    if (is_statement_word(at(word)) &&
        (at(word + 1).is("property") || at(word + 1).is("sequence")) &&
        (at(i).is("initial") || !event.empty()))
      return concurrent(i, word, word != body ? at(body).text : "", facts, event,
                        at(i).is("initial"));
    const std::size_t end = after_statement(i + 1);
    if (at(i + 1).is("@") && at(i + 2).is_identifier()) {
      out_.token(at(i));
      Token bracket = at(i + 1);
      out_.token(bracket);
      bracket.text = "(";
      out_.token(bracket);
      out_.token(at(i + 2));
      bracket = at(i + 2);
      bracket.kind = Token::Kind::Symbol;
      bracket.text = ")";
      out_.token(bracket);
      i += 3;
    }
    return procedural(i, end);
  }

  std::size_t procedural(std::size_t begin, std::size_t end) {
    std::size_t loops_end = loops_end_;
    std::vector<std::string> blocks;  // names of those that are open, empty ones included
    bool is_conditional = false;
    for (std::size_t i = begin; i < end;) {
      const Token& token = at(i);
      if (token.is("for") || token.is("while") || token.is("repeat") || token.is("foreach"))
        loops_end = std::max(loops_end, after_statement(i));
      if (token.is("begin"))
        blocks.push_back(at(i + 1).is(":") && at(i + 2).is_identifier() ? at(i + 2).text + '.'
                                                                        : "");
      if (token.is("end") && !blocks.empty()) blocks.pop_back();
      if (token.is("if") || token.is("case") || token.is("casez") || token.is("casex"))
        is_conditional = true;
      const bool labelled = has_label(i);
      if (!labelled && !is_statement_word(token)) {
        out_.token(token);
        ++i;
        continue;
      }
      const std::size_t word = labelled ? i + 2 : i;
      if (at(word + 1).is("property") || at(word + 1).is("sequence")) {
        const std::size_t open = word + 2;
        const Tokens inside = between(open + 1, after_group(open) - 1);
        const bool plain = !has_temporal_operator(inside) && !inside.empty() &&
                           !inside[0].is("@") && !inside[0].is("disable") &&
                           !global_.declarations.contains(inside[0].text);
        bool assigns = false;
        for (std::size_t j = begin; j < end; ++j) assigns = assigns || at(j).is("=");
        if (!plain || assigns) {
          const std::uint32_t number = add(at(word), labelled ? token.text : "");
          refuse(number, at(word),
                 plain ? "a concurrent assertion in a block with blocking assignments is not "
                         "supported: put it outside of the block"
                       : "a concurrent assertion among other statements is not supported: put it "
                         "outside of the block");
          out_.insert(fmt::format("{}{}", kMark, number), at(word).line,
                      placeholder(number, i < loops_end));
          i = after_action(after_check(word));
          continue;
        }
      }
      std::string path;
      for (const std::string& block : blocks) path += block;
      i = immediate(word, labelled ? token.text : "", i < loops_end, path, is_conditional);
    }
    return end;
  }

  void insert_reset(const std::string& condition, const Token& where) {
    const std::uint32_t number = add(where, condition);
    result_.statements[number].kind = Statement::Kind::Reset;
    const std::string mark = fmt::format("{}{}", kMark, number);
    if (!is_refused(number))
      out_.insert(mark, where.line, fmt::format("always @* {} : assert ({});", mark, condition));
  }

  std::uint32_t add(const Token& word, const std::string& label) {
    Statement statement;
    statement.kind = word.is("assert")  ? Statement::Kind::Assert
                     : word.is("cover") ? Statement::Kind::Cover
                                        : Statement::Kind::Assume;
    statement.label = label;
    statement.at = stream_.position(word);
    const auto number = static_cast<std::uint32_t>(result_.statements.size());
    if (const auto refused = options_.refused.find(number); refused != options_.refused.end())
      statement.refusal = refused->second;
    result_.statements.push_back(std::move(statement));
    result_.homes.push_back(module_);
    return number;
  }

  std::size_t immediate(std::size_t word, const std::string& label, bool in_loop,
                        const std::string& path = "", bool is_conditional = false) {
    const std::size_t close = after_check(word);
    std::size_t open = word;
    while (!at(open).is("(")) ++open;
    const std::uint32_t number = add(at(word), label);
    result_.statements[number].path = path;
    const std::string mark = fmt::format("{}{}", kMark, number);
    const std::string expression = text_of(without_implications(between(open + 1, close - 1)));
    const std::string name = in_loop ? "" : mark + " : ";
    std::string text =
        is_refused(number)
            ? placeholder(number, in_loop)
            : fmt::format("{}assert ({}({})); ", name, at(word).is("cover") ? "!" : "", expression);
    // Whether it is ever asked.
    if (is_conditional && at(word).is("assert") && !is_refused(number))
      text = fmt::format("begin {}\n`line {} \"{}when\"\n{}assert (1'b0); end ", text,
                         at(word).line, mark, in_loop ? "" : mark + "when : ");
    out_.insert(mark, at(word).line, text);
    return after_action(close);
  }

  // Statements that are not supported. An assertion of something true stands in their place, so
  // that it is known how often they are in the design, and in which instances.

  void refuse(std::uint32_t number, const Token& where, std::string_view message) {
    result_.statements[number].refusal = InputError(stream_.position(where), message);
  }
  bool is_refused(std::uint32_t number) const {
    return result_.statements[number].refusal.has_value();
  }
  static std::string placeholder(std::uint32_t number, bool in_loop) {
    return fmt::format("{}assert (1'b1); ", in_loop ? "" : fmt::format("{}{} : ", kMark, number));
  }

  std::size_t concurrent(std::size_t begin, std::size_t word, const std::string& label,
                         ModuleFacts& facts, const Tokens& event, bool once) {
    const std::size_t close = after_check(word);
    const std::uint32_t number = add(at(word), label);
    result_.statements[number].is_concurrent = true;
    std::string text;
    if (!is_refused(number)) try {
        text = monitor(begin, word, number, facts, event, once);
      } catch (const InputError& problem) {
        result_.statements[number].refusal = problem;
      }
    if (is_refused(number)) text = "always @* " + placeholder(number, begin < loops_end_);
    // One item where the grammar allows one only.
    const Token& before = at(begin - 1);
    if (before.is(")") || before.is("else") || before.is(":")) text = "begin " + text + " end";
    out_.insert(fmt::format("{}{}", kMark, number), at(word).line, text + " ");
    return after_action(close);
  }

  /// Of a concurrent assertion, as text.
  std::string monitor(std::size_t begin, std::size_t word, std::uint32_t number, ModuleFacts& facts,
                      const Tokens& event, bool once) {
    const Token& keyword = at(word);
    const std::size_t open = word + 2;
    const std::size_t close = after_check(word);
    used_.clear();
    SvaScope names = scope(facts);
    names.mark = fmt::format("{}{}", kMark, number);
    Specification specification = parse_specification(between(open + 1, close - 1), keyword, names);
    if (!event.empty()) {
      if (specification.clock && text_of(*specification.clock) != text_of(event))
        fail(keyword, "the clock of the property is not that of its block");
      specification.clock = event;
    }
    MonitorText options;
    options.number = number;
    options.line = keyword.line;
    options.repeated = begin < loops_end_;
    options.once = once;
    options.clock = clock_of(specification, keyword, facts);
    if (!specification.disable) specification.disable = facts.default_disable;
    if (specification.disable)
      options.disable = text_of(without_implications(*specification.disable));
    options.constant = [&](const Tokens& tokens) { return constant(tokens, facts); };
    options.fail = [this](const Token& where, const std::string& message) { fail(where, message); };
    const Statement::Kind kind = result_.statements[number].kind;
    options.assumed = kind == Statement::Kind::Assume;
    const Goal goal = kind == Statement::Kind::Cover ? Goal::Cover : Goal::Hold;
    if (const auto problem = problem_of_locals(specification, goal)) fail(keyword, *problem);
    if (options.assumed && !specification.locals.empty())
      fail(keyword, "local variables of assumptions are not supported");
    std::string text;
    try {
      const Monitor monitor = monitor_of(*specification.property, goal);
      if (monitor.has_liveness() && kind == Statement::Kind::Cover)
        fail(keyword, "this 'cover' needs liveness, which is not supported for covers");
      if (kind == Statement::Kind::Assert) options.antecedent = antecedent(specification);
      text = text_of_monitor(monitor, specification, options);
    } catch (const TooLarge& problem) {
      fail(keyword, fmt::format("the property is not supported: {}", problem.what()));
    }
    for (const auto& [name, value] : used_) {
      // Where a parameter has another value, a module that does not exist is instantiated.
      text += fmt::format(" if (({0}) != {1}) begin {2}{3}p {2}{3}i(); end", name, value, kMark,
                          number);
      result_.assumed_values[number] = fmt::format("{} = {}", name, value);
    }
    return text;
  }

  /// What finds runs in which an assertion demands something; nothing if there is no condition.
  static std::optional<Monitor> antecedent(Specification& specification) {
    const auto truth = static_cast<std::uint32_t>(specification.expressions.size());
    Specification condition = specification;
    condition.property = antecedent_of(*specification.property, truth);
    if (condition.property == nullptr) return std::nullopt;
    Token one;
    one.kind = Token::Kind::Number;
    one.text = "1'b1";
    condition.expressions.push_back({one});
    if (problem_of_locals(condition, Goal::Cover)) return std::nullopt;
    try {
      Monitor monitor = monitor_of(*condition.property, Goal::Cover);
      if (monitor.has_liveness()) return std::nullopt;
      specification.expressions = std::move(condition.expressions);
      return monitor;
    } catch (const TooLarge&) {
      return std::nullopt;
    }
  }

  std::string clock_of(const Specification& specification, const Token& at_word,
                       const ModuleFacts& facts) const {
    std::optional<Tokens> clock = specification.clock;
    if (clock && clock->size() == 1)
      if (const auto known = facts.clocking.find((*clock)[0].text); known != facts.clocking.end())
        clock = known->second;
    if (!clock && facts.default_clock) clock = facts.default_clock;
    if (clock) {
      const bool edge = !clock->empty() && ((*clock)[0].is("posedge") || (*clock)[0].is("negedge"));
      const bool global = clock->size() == 1 && (*clock)[0].is("$global_clock");
      const bool several = std::ranges::any_of(*clock, [](const Token& token) {
        return token.is("or") || token.is(",") || token.is("iff");
      });
      if ((!edge && !global) || several)
        fail(clock->empty() ? at_word : (*clock)[0],
             fmt::format("the clock '{}' is not supported: expected one edge, posedge or negedge",
                         printable(text_of(*clock))));
      return text_of(*clock);
    }
    if (!options_.clock.empty()) return "posedge " + options_.clock;
    if (facts.clocks.size() == 1) return *facts.clocks.begin();
    if (facts.clocks.size() > 1 && specification.property->op != SvaOp::Boolean) {
      std::string all;
      for (const std::string& each : facts.clocks) all += (all.empty() ? "" : ", ") + each;
      fail(at_word, fmt::format("the property has no clock, and the module several ({}): say "
                                "@(...) or --clock",
                                printable(all)));
    }
    return "$global_clock";
  }

  const TokenStream& stream_;
  const Tokens& tokens_;
  const RewriteOptions& options_;
  ModuleFacts global_;
  std::map<std::string, Bind> binds_;
  std::map<std::string, std::int64_t> used_;  ///< values of parameters that bounds depend on
  std::size_t loops_end_ = 0;                 ///< of loops of generate blocks
  std::string module_;                        ///< the one that is rewritten
  Emitter out_;
  Rewritten result_;
};

}  // namespace

Rewritten rewrite(const TokenStream& stream, const RewriteOptions& options) {
  return Rewriter(stream, options).run();
}

}  // namespace cairn::verilog
