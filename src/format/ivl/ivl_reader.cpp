// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_reader.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "format/ivl/ivl_declarations.h"
#include "format/ivl/ivl_expression.h"
#include "format/ivl/ivl_lexer.h"
#include "logic/word/term_print.h"

namespace cairn {

namespace {

using Kind = Statement::Kind;
using Level = IvlDeclarations::Level;
using TokenKind = IvlToken::Kind;

constexpr unsigned kMaxNesting = 1000;
/// A part of an assignment: a value, or all fields of a record.
struct Item {
  IvlToken start;
  const IvlRecord* record = nullptr;
  std::vector<Term> terms;
};

/// A target of an assignment, with the index if it is an element.
struct Target {
  Item item;
  Term index = kNoTerm;
};

class Reader {
 public:
  explicit Reader(const Source& source) : lexer_(source), declarations_(lexer_, *program_.terms) {}

  Program read() {
    while (lexer_.token().kind != TokenKind::End) read_declaration();
    resolve_calls();
    check_main();
    check_program(program_);
    return std::move(program_);
  }

 private:
  struct CallSite {
    IvlToken at;
    std::size_t caller;
    std::string callee;
    std::vector<Sort> arguments, results;
  };

  Terms& terms() { return *program_.terms; }
  const IvlToken& token() const { return lexer_.token(); }
  void expect(std::string_view symbol) { expressions_.expect(symbol); }
  bool accept(std::string_view symbol) { return expressions_.accept(symbol); }

  std::string read_name(std::string_view what) { return declarations_.read_name(what); }
  std::string read_string(std::string_view what) { return declarations_.read_string(what); }
  std::string read_optional_string() {
    return token().kind == TokenKind::String ? read_string("a string") : std::string();
  }

  // Declarations.

  void read_declaration() {
    if (token().is("record")) return declarations_.read_record();
    if (accept("var")) {
      declarations_.read_variables(program_.globals, Level::Global, "");
      return expect(";");
    }
    if (accept("main")) {
      program_.main = read_name("a procedure");
      return expect(";");
    }
    const SiteId site = read_site();
    if (!token().is("procedure")) lexer_.fail_expected("record, var, main or procedure");
    read_procedure(site);
  }

  void read_procedure(SiteId site) {
    const IvlToken at = token();
    lexer_.advance();
    const IvlToken name = token();
    Procedure procedure;
    procedure.name = read_name("a name");
    procedure.site = site != kUnsaid ? site : own_site(at, procedure.name, false);
    const std::size_t index = program_.procedures.size();
    if (!procedure_names_.emplace(procedure.name, index).second)
      lexer_.fail(name, fmt::format("the procedure '{}' is declared already",
                                    printable(procedure.name, 60)));
    procedure_tokens_.push_back(name);
    declarations_.forget_locals();
    labels_.clear();
    gotos_.clear();
    function_ = procedure.name;
    expect("(");
    if (!accept(")")) {
      declarations_.read_variables(procedure.parameters, Level::Local, function_);
      expect(")");
    }
    if (accept("returns")) {
      expect("(");
      declarations_.read_variables(procedure.results, Level::Local, function_);
      expect(")");
    }
    expect("{");
    while (accept("var")) {
      declarations_.read_variables(procedure.locals, Level::Local, function_);
      expect(";");
    }
    procedure.body = read_statements();
    for (const IvlToken& label : gotos_)
      if (!labels_.contains(label.text))
        lexer_.fail(label,
                    fmt::format("the procedure has no label '{}'", printable(label.text, 60)));
    program_.procedures.push_back(std::move(procedure));
  }

  // Sites.

  static constexpr SiteId kUnsaid = kNoSite - 1;

  /// '@ "f.c":12:5 in main "x = 1;" loop', "@ 12:5", "@" (as before), "@ none"; kUnsaid if there is
  /// no "@".
  SiteId read_site() {
    if (!accept("@")) return kUnsaid;
    if (accept("none")) return kNoSite;
    if (token().kind != TokenKind::String && token().kind != TokenKind::Number) return last_site_;
    if (token().kind == TokenKind::String) {
      last_file_ = read_string("a file");
      last_function_.clear();
      expect(":");
    }
    SourceSite site;
    site.at.file = last_file_;
    site.at.line = expressions_.read_count("a line", 0, 0xFFFFFFFFu);
    expect(":");
    site.at.column = expressions_.read_count("a column", 0, 0xFFFFFFFFu);
    if (accept("in")) last_function_ = read_name("a function");
    site.function = last_function_;
    site.text = read_optional_string();
    site.loop_head = accept("loop");
    last_site_ = intern(std::move(site));
    return last_site_;
  }

  SiteId intern(SourceSite site) {
    const auto [found, added] = site_numbers_.try_emplace(
        {site.at.file, site.at.line, site.at.column, site.function, site.text, site.loop_head},
        static_cast<SiteId>(program_.sites.size()));
    if (added) program_.sites.push_back(std::move(site));
    return found->second;
  }

  SiteId own_site(const IvlToken& at, const std::string& function, bool loop) {
    const std::string_view line = lexer_.line_from(at);
    return intern({lexer_.position(at), function, printable(line, 60), loop});
  }

  // Statements.

  Block read_block() {
    expect("{");
    return read_statements();
  }

  /// Up to the '}' that ends the block, and that too.
  Block read_statements() {
    if (++nesting_ > kMaxNesting)
      lexer_.fail(token(), fmt::format("blocks are nested deeper than {}", kMaxNesting));
    Block block;
    while (!accept("}")) {
      if (token().kind == TokenKind::End) lexer_.fail_expected("a statement or '}'");
      read_statement(block);
    }
    --nesting_;
    return block;
  }

  void read_statement(Block& block) {
    const SiteId site = read_site();
    const IvlToken at = token();
    Statement s;
    s.site = site != kUnsaid ? site : own_site(at, function_, at.is("while"));
    if (accept("havoc")) {
      s.kind = Kind::Havoc;
      for (const Target& target : read_targets()) add_target(s, target);
      s.note = read_optional_string();
    } else if (accept("assume")) {
      s.kind = Kind::Assume;
      s.values = {read_condition()};
    } else if (token().is("assert") || token().is("limit")) {
      s.kind = Kind::Assert;
      s.assert_kind = token().is("limit") ? AssertKind::Limit : AssertKind::Property;
      lexer_.advance();
      s.values = {read_condition()};
      s.note = read_optional_string();
    } else if (token().is("if") || token().is("while") || token().is("choice")) {
      read_structure(s);
      block.push_back(std::move(s));
      return;
    } else if (accept("goto")) {
      read_goto(s);
    } else if (accept("return")) {
      s.kind = Kind::Return;
    } else if (accept("call")) {
      read_call(s, at);
    } else if ((token().is_name() || token().is("main")) && lexer_.next().is(":")) {
      read_label(s);
      block.push_back(std::move(s));
      return;
    } else if (token().is_name()) {
      read_assignment(s);
    } else {
      lexer_.fail_expected("a statement");
    }
    expect(";");
    block.push_back(std::move(s));
  }

  Term read_condition() { return expressions_.read(Sort::boolean(), "the condition"); }

  void read_structure(Statement& s) {
    if (accept("choice")) {
      s.kind = Kind::Choice;
      do s.blocks.push_back(read_block());
      while (accept("or"));
      return;
    }
    s.kind = token().is("if") ? Kind::If : Kind::While;
    lexer_.advance();
    s.values = {read_condition()};
    s.blocks.push_back(read_block());
    if (s.kind == Kind::While) return;
    s.blocks.emplace_back();
    if (!accept("else")) return;
    if (token().is("{")) {
      s.blocks[1] = read_block();
      return;
    }
    if (!token().is("if") && !token().is("@")) lexer_.fail_expected("'{' or if");
    if (++nesting_ > kMaxNesting)
      lexer_.fail(token(), fmt::format("blocks are nested deeper than {}", kMaxNesting));
    read_statement(s.blocks[1]);
    if (s.blocks[1][0].kind != Kind::If) lexer_.fail_expected("if after else");
    --nesting_;
  }

  void read_label(Statement& s) {
    s.kind = Kind::Label;
    const IvlToken at = token();
    s.names = {read_name("a label")};
    if (!labels_.insert(s.names[0]).second)
      lexer_.fail(at, fmt::format("the label '{}' is declared already", printable(s.names[0], 60)));
    expect(":");
  }

  void read_goto(Statement& s) {
    s.kind = Kind::Goto;
    do {
      gotos_.push_back(token());
      s.names.push_back(read_name("a label"));
    } while (accept(","));
  }

  void add_target(Statement& s, const Target& target) {
    if (target.index.valid())
      lexer_.fail(target.item.start, "an element can't stand here; a whole variable can");
    for (const Term term : target.item.terms) add_target(s, target.item.start, term);
  }

  void add_target(Statement& s, const IvlToken& at, Term term) {
    for (const Term other : s.targets)
      if (other == term)
        lexer_.fail(at, fmt::format("'{}' is assigned twice", printable(terms().name(term), 60)));
    s.targets.push_back(term);
  }

  std::vector<Target> read_targets() {
    std::vector<Target> targets;
    do targets.push_back(read_target());
    while (accept(","));
    return targets;
  }

  /// x, x.f, a[i], r, rs[i], rs[i].f.
  Target read_target() {
    Target target;
    target.item.start = token();
    std::string name = read_name("a variable");
    const IvlBinding* found = declarations_.binding(name);
    if (!found)
      lexer_.fail(target.item.start,
                  fmt::format("no variable '{}' is declared", printable(name, 60)));
    IvlToken index_at;
    if (accept("[")) {
      index_at = token();
      target.index = expressions_.read();
      expect("]");
      if (token().kind == TokenKind::Word && token().text.starts_with('.')) {
        const IvlToken field = token();
        name += field.text;
        found = declarations_.binding(name);
        if (!found) lexer_.fail(field, fmt::format("no field '{}'", printable(field.text, 60)));
        lexer_.advance();
      }
    }
    target.item.record = found->type.record;
    target.item.terms = found->terms;
    if (target.index.valid()) {
      for (const Term term : target.item.terms) {
        if (!terms().sort(term).is_array())
          lexer_.fail(target.item.start, fmt::format("'{}' is no array", printable(name, 60)));
        expressions_.require_sort(index_at, target.index, terms().sort(term).index_sort(),
                                  "the index");
      }
    }
    return target;
  }

  /// A value; or a record, or an element of an array of records, with all fields.
  Item read_item() {
    Item item;
    item.start = token();
    const IvlBinding* const found =
        token().is_name() ? declarations_.binding(token().text) : nullptr;
    if (!found || !found->type.record) {
      item.terms = {expressions_.read()};
      return item;
    }
    item.record = found->type.record;
    item.terms = found->terms;
    if (!found->type.array) {
      lexer_.advance();
      return item;
    }
    // rs[i] alone is a record; what follows the bracket decides.
    const IvlLexer::Mark mark = lexer_.mark();
    lexer_.advance();
    expect("[");
    const Term index = expressions_.read(found->type.sort, "the index");
    expect("]");
    if (token().kind == TokenKind::Word && token().text.starts_with('.')) {
      lexer_.go_back(mark);
      return {item.start, nullptr, {expressions_.read()}};
    }
    for (Term& term : item.terms) term = terms().select(term, index);
    return item;
  }

  void read_assignment(Statement& s) {
    const std::vector<Target> targets = read_targets();
    expect(":=");
    const IvlToken at = token();
    if (accept("call")) {
      for (const Target& target : targets) add_target(s, target);
      return read_call(s, at);
    }
    s.kind = Kind::Assign;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (i > 0) expect(",");
      const Target& target = targets[i];
      const Item item = read_item();
      if (item.record != target.item.record && (item.record || target.item.record))
        lexer_.fail(item.start, "the value and what it is assigned to differ in their type");
      for (std::size_t j = 0; j < item.terms.size(); ++j) {
        const Term variable = target.item.terms[j];
        const Sort sort = terms().sort(variable);
        const bool element = target.index.valid();
        expressions_.require_sort(item.start, item.terms[j], element ? sort.element_sort() : sort,
                                  "the value");
        add_target(s, target.item.start, variable);
        s.values.push_back(element ? terms().store(variable, target.index, item.terms[j])
                                   : item.terms[j]);
      }
    }
  }

  void read_call(Statement& s, const IvlToken& at) {
    s.kind = Kind::Call;
    CallSite call{at, program_.procedures.size(), {}, {}, {}};
    call.at = token();
    call.callee = read_name("a procedure");
    s.names = {call.callee};
    expect("(");
    while (!accept(")")) {
      if (!s.values.empty()) expect(",");
      for (const Term term : read_item().terms) s.values.push_back(term);
    }
    for (const Term value : s.values) call.arguments.push_back(terms().sort(value));
    for (const Term target : s.targets) call.results.push_back(terms().sort(target));
    calls_.push_back(std::move(call));
  }

  // At the end.

  static std::string text_of(const std::vector<Sort>& sorts) {
    std::string text;
    for (const Sort& sort : sorts)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(sort));
    return fmt::format("({})", text);
  }

  std::vector<Sort> sorts_of(const std::vector<ProgramVariable>& variables) {
    std::vector<Sort> sorts;
    for (const ProgramVariable& variable : variables) sorts.push_back(terms().sort(variable.term));
    return sorts;
  }

  void resolve_calls() {
    std::vector<std::vector<const CallSite*>> calls_of(program_.procedures.size());
    for (const CallSite& call : calls_) {
      const auto found = procedure_names_.find(call.callee);
      if (found == procedure_names_.end())
        lexer_.fail(call.at,
                    fmt::format("no procedure '{}' is declared", printable(call.callee, 60)));
      const Procedure& callee = program_.procedures[found->second];
      const std::vector<Sort> parameters = sorts_of(callee.parameters);
      const std::vector<Sort> results = sorts_of(callee.results);
      if (parameters != call.arguments)
        lexer_.fail(call.at,
                    fmt::format("the procedure takes {}, not {}", printable(text_of(parameters)),
                                printable(text_of(call.arguments))));
      if (results != call.results)
        lexer_.fail(call.at,
                    fmt::format("the procedure returns {}, not {}", printable(text_of(results)),
                                printable(text_of(call.results))));
      calls_of[call.caller].push_back(&call);
    }
    check_not_recursive(calls_of);
  }

  /// Depth-first, with a stack of its own: chains of procedures may be long.
  void check_not_recursive(const std::vector<std::vector<const CallSite*>>& calls_of) const {
    enum : char { New, Open, Closed };
    std::vector<char> state(calls_of.size(), New);
    for (std::size_t root = 0; root < calls_of.size(); ++root) {
      if (state[root] != New) continue;
      std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
      state[root] = Open;
      while (!path.empty()) {
        auto& [procedure, position] = path.back();
        if (position == calls_of[procedure].size()) {
          state[procedure] = Closed;
          path.pop_back();
          continue;
        }
        const CallSite& call = *calls_of[procedure][position++];
        const std::size_t callee = procedure_names_.find(call.callee)->second;
        if (state[callee] == Open)
          lexer_.fail(call.at,
                      fmt::format("the call of '{}' is recursive", printable(call.callee, 60)));
        if (state[callee] == New) {
          state[callee] = Open;
          path.emplace_back(callee, 0);
        }
      }
    }
  }

  void check_main() const {
    const auto main = procedure_names_.find(program_.main);
    if (main == procedure_names_.end())
      lexer_.fail(token(), fmt::format("no procedure '{}' is declared, where the run starts",
                                       printable(program_.main, 60)));
    if (!program_.procedures[main->second].parameters.empty())
      lexer_.fail(procedure_tokens_[main->second],
                  "the procedure where the run starts has no parameters");
  }

  Program program_;
  IvlLexer lexer_;
  IvlDeclarations declarations_;
  IvlExpressions& expressions_ = declarations_.expressions();
  std::map<std::string, std::size_t, std::less<>> procedure_names_;
  std::vector<IvlToken> procedure_tokens_;
  std::vector<CallSite> calls_;
  unsigned nesting_ = 0;
  // Of the procedure that is read.
  std::string function_;
  std::set<std::string, std::less<>> labels_;
  std::vector<IvlToken> gotos_;
  // Sites. What an annotation leaves out is as in the one before it.
  std::string last_file_, last_function_;
  SiteId last_site_ = kNoSite;
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t, std::string, std::string, bool>,
           SiteId>
      site_numbers_;
};

}  // namespace

Program read_ivl(const Source& source) {
  return Reader(source).read();
}

}  // namespace cairn
