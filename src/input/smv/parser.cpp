// SPDX-License-Identifier: MIT
//
// Recursive descent with precedences as in NuSMV's grammar. LTL's U, S, V, T bind tighter than '&'
// and looser than G, F, X, which in turn are looser than comparisons: "G x = 1 U y" is
// "(G (x = 1)) U y". R, W and M, which NuSMV lacks, stand beside U; they are operators only where
// one is expected, and names elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "input/smv/syntax.h"

namespace cairn::smv {

bool is_ctl(Op op) {
  return op >= Op::AX;
}
bool is_temporal(Op op) {
  return op >= Op::Globally;
}

namespace {

constexpr std::uint32_t kMostDepth = 1500;
constexpr std::uint32_t kMostNesting = 1000;

const std::set<std::string_view>& sections() {
  static const std::set<std::string_view> kSections = {
      "MODULE",     "DEFINE",  "MDEFINE",  "CONSTANTS", "VAR",        "IVAR",    "FROZENVAR",
      "INIT",       "TRANS",   "INVAR",    "SPEC",      "CTLSPEC",    "LTLSPEC", "PSLSPEC",
      "INVARSPEC",  "COMPUTE", "FAIRNESS", "JUSTICE",   "COMPASSION", "ISA",     "ASSIGN",
      "CONSTRAINT", "PRED",    "MIRROR",   "ITYPE",     "PARSYNTH"};
  return kSections;
}

const std::set<std::string_view>& reserved_words() {
  static const std::set<std::string_view> kWords = {
      "process", "array", "of",  "boolean", "integer", "real", "word", "signed", "unsigned",
      "case",    "esac",  "mod", "union",   "in",      "xor",  "xnor", "TRUE",   "FALSE",
      "EX",      "AX",    "EF",  "AF",      "EG",      "AG",   "E",    "F",      "O",
      "G",       "H",     "X",   "Y",       "Z",       "A",    "U",    "S",      "V",
      "T",       "BU",    "EBF", "ABF",     "EBG",     "ABG",  "next", "init"};
  return kWords;
}

/// What the language has and Cairn has not: a specification with it is left out.
struct Unsupported : InputError {
  using InputError::InputError;
};

struct Level {
  std::string_view text;
  Op op;
};

class SmvParser {
 public:
  SmvParser(std::string_view text, const std::string& file)
      : text_(text), file_(file), tokens_(lex(text, file)) {}

  SyntaxTree file() {
    SyntaxTree tree;
    if (!at("MODULE")) fail("expected 'MODULE'");
    while (peek().kind != TokenKind::End) {
      if (!at("MODULE")) fail("expected 'MODULE' or a section such as VAR or ASSIGN");
      tree.modules.push_back(module());
    }
    return tree;
  }

  ExpressionPtr formula() {
    const ExpressionPtr found = expression();
    if (peek().kind != TokenKind::End) fail("expected an operator or the end of the formula");
    return found;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool at(std::string_view text) const { return peek().is(text); }
  Token take() {
    Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool accept(std::string_view text) {
    if (!at(text)) return false;
    take();
    return true;
  }
  Token expect(std::string_view text) {
    if (!at(text)) fail(fmt::format("expected '{}'", text));
    return take();
  }
  [[noreturn]] void fail(const std::string& message) const { fail_at(peek(), message); }
  [[noreturn]] void fail_at(const Token& token, const std::string& message) const {
    const std::string got =
        token.kind == TokenKind::End ? "the end" : fmt::format("'{}'", printable(token.text, 40));
    throw InputError({file_, token.place.line, token.place.column},
                     fmt::format("{}, got {}", message, got));
  }
  [[noreturn]] void refuse(const Token& token, const std::string& what) const {
    throw Unsupported({file_, token.place.line, token.place.column}, what + " is not supported");
  }

  // -- Expressions.

  ExpressionPtr make(Op op, Place place, std::vector<ExpressionPtr> operands,
                     std::string text = "") const {
    auto made = std::make_shared<Expression>();
    made->op = op;
    made->place = place;
    made->text = std::move(text);
    made->has_temporal = is_temporal(op);
    made->has_next = op == Op::Next;
    for (const ExpressionPtr& operand : operands) {
      made->depth = std::max(made->depth, operand->depth + 1);
      made->has_temporal = made->has_temporal || operand->has_temporal;
      made->has_next = made->has_next || operand->has_next;
    }
    made->operands = std::move(operands);
    if (made->depth > kMostDepth)
      throw InputError({file_, place.line, place.column},
                       fmt::format("the expression is nested deeper than {}", kMostDepth));
    return made;
  }
  /// Chains of the same operator become one node.
  ExpressionPtr make_chain(Op op, Place place, std::vector<ExpressionPtr> operands) const {
    return operands.size() == 1 ? operands.front() : make(op, place, std::move(operands));
  }

  struct Nesting {
    explicit Nesting(SmvParser& of) : parser(of) {
      if (++parser.nesting_ > kMostNesting)
        parser.fail(fmt::format("the text is nested deeper than {}", kMostNesting));
    }
    ~Nesting() { --parser.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    SmvParser& parser;
  };

  ExpressionPtr expression() {
    const Nesting nesting(*this);
    // "->" associates to the right: collected, then folded from the end.
    std::vector<ExpressionPtr> parts{equivalence()};
    std::vector<Place> places;
    while (at("->")) {
      places.push_back(take().place);
      parts.push_back(equivalence());
    }
    ExpressionPtr result = parts.back();
    for (std::size_t i = places.size(); i > 0; --i)
      result = make(Op::Implies, places[i - 1], {parts[i - 1], result});
    return result;
  }
  ExpressionPtr equivalence() {
    ExpressionPtr left = conditional();
    while (at("<->")) {
      const Place place = take().place;
      left = make(Op::Iff, place, {left, conditional()});
    }
    return left;
  }
  ExpressionPtr conditional() {
    const ExpressionPtr condition = disjunction();
    if (!at("?")) return condition;
    const Place place = take().place;
    const ExpressionPtr then = expression();
    expect(":");
    const Nesting nesting(*this);
    return make(Op::IfThenElse, place, {condition, then, conditional()});
  }
  ExpressionPtr disjunction() {
    std::vector<ExpressionPtr> parts{conjunction()};
    Place place = peek().place;
    for (;;) {
      if (at("|") || at("||")) {
        place = take().place;
        parts.push_back(conjunction());
      } else if (at("xor") || at("xnor")) {
        const Op op = at("xor") ? Op::Xor : Op::Xnor;
        const Place here = take().place;
        const ExpressionPtr left = make_chain(Op::Or, place, std::move(parts));
        parts = {make(op, here, {left, conjunction()})};
      } else {
        return make_chain(Op::Or, place, std::move(parts));
      }
    }
  }
  ExpressionPtr conjunction() {
    std::vector<ExpressionPtr> parts{binary_temporal()};
    const Place place = peek().place;
    while (at("&") || at("&&")) {
      take();
      parts.push_back(binary_temporal());
    }
    return make_chain(Op::And, place, std::move(parts));
  }
  ExpressionPtr binary_temporal() {
    static constexpr std::array<Level, 7> kOperators = {{{"U", Op::Until},
                                                         {"V", Op::Release},
                                                         {"R", Op::Release},
                                                         {"W", Op::WeakUntil},
                                                         {"M", Op::StrongRelease},
                                                         {"S", Op::Since},
                                                         {"T", Op::Triggered}}};
    ExpressionPtr left = comparison();
    for (;;) {
      const auto* found =
          std::ranges::find_if(kOperators, [&](const Level& level) { return at(level.text); });
      if (found != kOperators.end()) {
        const Place place = take().place;
        left = make(found->op, place, {left, comparison()});
      } else if (is_psl_ && (at("until") || at("until!"))) {
        const Op op = at("until") ? Op::WeakUntil : Op::Until;
        const Place place = take().place;
        left = make(op, place, {left, comparison()});
      } else {
        return left;
      }
    }
  }
  template <std::size_t N>
  const Level* find_level(const std::array<Level, N>& levels) const {
    for (const Level& level : levels)
      if (at(level.text)) return &level;
    return nullptr;
  }
  template <std::size_t N>
  ExpressionPtr left_chain(const std::array<Level, N>& levels,
                           ExpressionPtr (SmvParser::*operand)()) {
    ExpressionPtr left = (this->*operand)();
    while (const Level* level = find_level(levels)) {
      const Place place = take().place;
      left = make(level->op, place, {left, (this->*operand)()});
    }
    return left;
  }
  ExpressionPtr comparison() {
    static constexpr std::array<Level, 7> kLevels = {{{"=", Op::Equal},
                                                      {"==", Op::Equal},
                                                      {"!=", Op::NotEqual},
                                                      {"<=", Op::LessEqual},
                                                      {">=", Op::GreaterEqual},
                                                      {"<", Op::Less},
                                                      {">", Op::Greater}}};
    return left_chain(kLevels, &SmvParser::membership);
  }
  ExpressionPtr membership() {
    static constexpr std::array<Level, 1> kLevels = {{{"in", Op::In}}};
    return left_chain(kLevels, &SmvParser::set_union);
  }
  ExpressionPtr set_union() {
    static constexpr std::array<Level, 1> kLevels = {{{"union", Op::Union}}};
    return left_chain(kLevels, &SmvParser::range);
  }
  ExpressionPtr range() {
    const ExpressionPtr low = shift();
    if (!at("..")) return low;
    const Place place = take().place;
    return make(Op::Range, place, {low, shift()});
  }
  ExpressionPtr shift() {
    static constexpr std::array<Level, 2> kLevels = {
        {{"<<", Op::ShiftLeft}, {">>", Op::ShiftRight}}};
    return left_chain(kLevels, &SmvParser::sum);
  }
  ExpressionPtr sum() {
    static constexpr std::array<Level, 2> kLevels = {{{"+", Op::Add}, {"-", Op::Subtract}}};
    return left_chain(kLevels, &SmvParser::product);
  }
  ExpressionPtr product() {
    static constexpr std::array<Level, 3> kLevels = {
        {{"*", Op::Multiply}, {"/", Op::Divide}, {"mod", Op::Modulo}}};
    return left_chain(kLevels, &SmvParser::concatenation);
  }
  ExpressionPtr concatenation() {
    static constexpr std::array<Level, 1> kLevels = {{{"::", Op::Concat}}};
    return left_chain(kLevels, &SmvParser::unary);
  }
  ExpressionPtr unary() {
    const Nesting nesting(*this);
    if (at("!")) {
      const Place place = take().place;
      return make(Op::Not, place, {unary()});
    }
    if (at("-")) {
      const Place place = take().place;
      return make(Op::Negate, place, {unary()});
    }
    return prefix_temporal();
  }
  ExpressionPtr prefix_temporal() {
    static constexpr std::array<Level, 14> kPrefixes = {{{"G", Op::Globally},
                                                         {"F", Op::Finally},
                                                         {"X", Op::NextStep},
                                                         {"Y", Op::Yesterday},
                                                         {"Z", Op::WeakYesterday},
                                                         {"O", Op::Once},
                                                         {"H", Op::Historically},
                                                         {"AX", Op::AX},
                                                         {"EX", Op::EX},
                                                         {"AF", Op::AF},
                                                         {"EF", Op::EF},
                                                         {"AG", Op::AG},
                                                         {"EG", Op::EG},
                                                         {"eventually!", Op::Finally}}};
    const Level* found = find_level(kPrefixes);
    if (found != nullptr) {
      const Token token = take();
      if (at("[")) refuse(token, fmt::format("'{}' with bounds", token.text));
      return make(found->op, token.place, {comparison()});
    }
    if (at("A") || at("E")) return quantified_until();
    for (const char* bounded : {"EBF", "ABF", "EBG", "ABG"})
      if (at(bounded)) refuse(peek(), fmt::format("'{}'", bounded));
    if (is_psl_) {
      if (at("always")) {
        const Place place = take().place;
        return make(Op::Globally, place, {expression()});
      }
      if (at("never")) {
        const Place place = take().place;
        return make(Op::Globally, place, {make(Op::Not, place, {expression()})});
      }
      if (at("forall")) return for_all();
    }
    return postfix(primary());
  }
  ExpressionPtr quantified_until() {
    const Token quantifier = take();
    expect("[");
    // Operands are formulas without a U of their own, unless in parentheses.
    const ExpressionPtr left = plain_expression();
    if (at("BU")) refuse(peek(), "'BU'");
    expect("U");
    const ExpressionPtr right = plain_expression();
    expect("]");
    return make(quantifier.is("A") ? Op::AU : Op::EU, quantifier.place, {left, right});
  }
  ExpressionPtr plain_expression() {
    const Nesting nesting(*this);
    const ExpressionPtr left = plain_disjunction();
    if (at("->") || at("<->")) {
      const Op op = at("->") ? Op::Implies : Op::Iff;
      const Place place = take().place;
      return make(op, place, {left, plain_expression()});
    }
    return left;
  }
  ExpressionPtr plain_disjunction() {
    std::vector<ExpressionPtr> parts{plain_conjunction()};
    const Place place = peek().place;
    while (at("|") || at("||")) {
      take();
      parts.push_back(plain_conjunction());
    }
    return make_chain(Op::Or, place, std::move(parts));
  }
  ExpressionPtr plain_conjunction() {
    std::vector<ExpressionPtr> parts{comparison()};
    const Place place = peek().place;
    while (at("&") || at("&&")) {
      take();
      parts.push_back(comparison());
    }
    return make_chain(Op::And, place, std::move(parts));
  }

  ExpressionPtr for_all() {
    const Place place = take().place;
    const std::string name(name_token("a name").text);
    expect("in");
    expect("{");
    std::vector<ExpressionPtr> values{sum()};
    while (accept(",")) values.push_back(sum());
    if (at(":")) refuse(peek(), "a range of 'forall'");
    expect("}");
    expect(":");
    const ExpressionPtr body = expression();
    std::vector<ExpressionPtr> parts;
    for (const ExpressionPtr& value : values) parts.push_back(replaced(body, name, value));
    return make_chain(Op::And, place, std::move(parts));
  }
  ExpressionPtr replaced(const ExpressionPtr& in, const std::string& name,
                         const ExpressionPtr& value) const {
    if (in->op == Op::Name) return in->text == name ? value : in;
    std::vector<ExpressionPtr> operands;
    for (const ExpressionPtr& operand : in->operands)
      operands.push_back(replaced(operand, name, value));
    return make(in->op, in->place, std::move(operands), in->text);
  }

  ExpressionPtr primary() {
    const Token token = peek();
    if (token.kind == TokenKind::Number)
      return make(Op::Number, token.place, {}, std::string(take().text));
    if (token.kind == TokenKind::Word)
      return make(Op::Word, token.place, {}, std::string(take().text));
    if (accept("(")) {
      const ExpressionPtr inner = expression();
      expect(")");
      return inner;
    }
    if (accept("{")) {
      if (is_psl_ && (at("}") || at("["))) refuse(token, "a sequence of PSL");
      std::vector<ExpressionPtr> values{expression()};
      while (accept(",")) values.push_back(expression());
      if (is_psl_ && !at("}")) refuse(token, "a sequence of PSL");
      expect("}");
      return make(Op::Set, token.place, std::move(values));
    }
    if (accept("case")) return case_expression(token.place);
    if (token.kind == TokenKind::Name) return named_primary(token);
    fail("expected an expression");
  }
  ExpressionPtr case_expression(Place place) {
    std::vector<ExpressionPtr> parts;
    while (!at("esac")) {
      parts.push_back(expression());
      expect(":");
      parts.push_back(expression());
      expect(";");
    }
    take();
    if (parts.empty())
      throw InputError({file_, place.line, place.column}, "the case has no branch");
    return make(Op::Case, place, std::move(parts));
  }
  ExpressionPtr named_primary(const Token& token) {
    if (accept("TRUE")) return make(Op::True, token.place, {});
    if (accept("FALSE")) return make(Op::False, token.place, {});
    if (accept("self")) return make(Op::Self, token.place, {});
    if (at("next") && peek(1).is("(")) {
      take();
      take();
      const ExpressionPtr inner = expression();
      expect(")");
      return make(is_psl_ ? Op::NextStep : Op::Next, token.place, {inner});
    }
    static const std::set<std::string_view> kFunctions = {
        "bool",    "toint",   "word1",      "signed", "unsigned", "extend", "resize",
        "uwconst", "swconst", "count",      "abs",    "max",      "min",    "sizeof",
        "READ",    "WRITE",   "CONSTARRAY", "typeof", "floor"};
    if (kFunctions.contains(token.text) && peek(1).is("(")) {
      take();
      take();
      std::vector<ExpressionPtr> arguments{expression()};
      while (accept(",")) arguments.push_back(expression());
      expect(")");
      return make(Op::Call, token.place, std::move(arguments), std::string(token.text));
    }
    if (reserved_words().contains(token.text) || sections().contains(token.text))
      fail("expected an expression");
    return make(Op::Name, token.place, {}, std::string(take().text));
  }
  ExpressionPtr postfix(ExpressionPtr base) {
    for (;;) {
      if (at(".") && (peek(1).kind == TokenKind::Name || peek(1).kind == TokenKind::Number)) {
        const Place place = take().place;
        base = make(Op::Member, place, {base}, std::string(take().text));
      } else if (at("[")) {
        const Place place = take().place;
        const ExpressionPtr index = shift();
        if (accept(":"))
          base = make(Op::BitRange, place, {base, index, shift()});
        else
          base = make(Op::Index, place, {base, index});
        expect("]");
      } else {
        return base;
      }
    }
  }

  // -- Declarations.

  Token name_token(const char* what) {
    if (peek().kind != TokenKind::Name || reserved_words().contains(peek().text) ||
        sections().contains(peek().text))
      fail(fmt::format("expected {}", what));
    return take();
  }
  /// A name with parts and indices, of a variable or what is assigned.
  ExpressionPtr path() {
    const Token token = name_token("a name");
    const ExpressionPtr base = token.is("self")
                                   ? make(Op::Self, token.place, {})
                                   : make(Op::Name, token.place, {}, std::string(token.text));
    return postfix(base);
  }
  bool at_section() const {
    return peek().kind == TokenKind::End || sections().contains(peek().text);
  }

  Module module() {
    expect("MODULE");
    Module made;
    const Token name = name_token("the name of a module");
    made.name = name.text;
    made.place = name.place;
    if (accept("(")) {
      while (!at(")")) {
        made.parameters.emplace_back(name_token("a parameter").text);
        if (!accept(",")) break;
      }
      expect(")");
    }
    while (peek().kind != TokenKind::End && !at("MODULE")) section(made);
    return made;
  }

  void section(Module& made) {
    const Token word = take();
    if (word.is("VAR")) return variables(made, Variable::Kind::State);
    if (word.is("IVAR")) return variables(made, Variable::Kind::Input);
    if (word.is("FROZENVAR")) return variables(made, Variable::Kind::Frozen);
    if (word.is("DEFINE")) return definitions(made);
    if (word.is("ASSIGN")) return assignments(made);
    if (word.is("CONSTANTS")) return constants(made);
    if (word.is("INIT")) return constraint(made.init);
    if (word.is("INVAR")) return constraint(made.invar);
    if (word.is("TRANS")) return constraint(made.trans);
    if (word.is("FAIRNESS") || word.is("JUSTICE")) return constraint(made.justice);
    if (word.is("COMPASSION")) return compassion(made);
    if (word.is("ISA")) {
      const Token name = name_token("the name of a module");
      made.parents.emplace_back(name.text, name.place);
      accept(";");
      return;
    }
    if (word.is("INVARSPEC")) return specification(made, Specification::Kind::Invariant, word);
    if (word.is("LTLSPEC")) return specification(made, Specification::Kind::Ltl, word);
    if (word.is("SPEC") || word.is("CTLSPEC"))
      return specification(made, Specification::Kind::Ctl, word);
    if (word.is("PSLSPEC")) return specification(made, Specification::Kind::Psl, word);
    if (word.is("COMPUTE")) return refused_specification(made, word);
    if (sections().contains(word.text))
      throw InputError({file_, word.place.line, word.place.column},
                       fmt::format("'{}' is not supported", word.text));
    fail_at(word, "expected a section such as VAR, ASSIGN or LTLSPEC");
  }

  void variables(Module& made, Variable::Kind kind) {
    while (!at_section()) {
      Variable variable;
      variable.kind = kind;
      variable.name = path();
      expect(":");
      variable.type = type();
      end_of_item();
      made.variables.push_back(std::move(variable));
    }
  }
  void end_of_item() {
    if (!accept(";") && !at_section()) fail("expected ';'");
  }

  Type type() {
    const Nesting nesting(*this);
    Type made;
    made.place = peek().place;
    if (accept("boolean")) return made;
    if (at("integer") || at("real"))
      throw InputError(
          {file_, made.place.line, made.place.column},
          fmt::format("the type '{}' has no bounds and is not supported", take().text));
    if (at("word") || ((at("unsigned") || at("signed")) && peek(1).is("word"))) {
      made.kind = at("signed") ? Type::Kind::SignedWord : Type::Kind::UnsignedWord;
      if (!at("word")) take();
      take();
      expect("[");
      made.parts.push_back(sum());
      expect("]");
      return made;
    }
    if (accept("array")) {
      if (at("word"))
        throw InputError({file_, made.place.line, made.place.column},
                         "an array with words as indices is not supported");
      made.kind = Type::Kind::Array;
      made.parts.push_back(sum());
      expect("..");
      made.parts.push_back(sum());
      expect("of");
      made.element = std::make_shared<Type>(type());
      return made;
    }
    if (accept("{")) {
      made.kind = Type::Kind::Enumeration;
      made.parts.push_back(sum());
      while (accept(",")) made.parts.push_back(sum());
      expect("}");
      return made;
    }
    made.is_process = accept("process");
    const bool is_name = peek().kind == TokenKind::Name && !peek(1).is("..") &&
                         !reserved_words().contains(peek().text);
    if (made.is_process || is_name) return instance(std::move(made));
    made.kind = Type::Kind::Range;
    made.parts.push_back(sum());
    expect("..");
    made.parts.push_back(sum());
    return made;
  }
  Type instance(Type made) {
    made.kind = Type::Kind::Module;
    made.place = peek().place;
    made.module = name_token("the name of a module").text;
    if (accept("(")) {
      while (!at(")")) {
        made.parts.push_back(expression());
        if (!accept(",")) break;
      }
      expect(")");
    }
    return made;
  }

  void definitions(Module& made) {
    while (!at_section()) {
      Definition definition;
      definition.name = path();
      expect(":=");
      definition.value = expression();
      end_of_item();
      made.definitions.push_back(std::move(definition));
    }
  }
  void assignments(Module& made) {
    while (!at_section()) {
      Assignment assignment;
      const bool is_step = (at("init") || at("next")) && peek(1).is("(");
      if (is_step) {
        assignment.kind = take().is("init") ? Assignment::Kind::Init : Assignment::Kind::Next;
        take();
      }
      assignment.target = path();
      if (is_step) expect(")");
      expect(":=");
      assignment.value = expression();
      end_of_item();
      made.assignments.push_back(std::move(assignment));
    }
  }
  void constants(Module& made) {
    while (!at_section()) {
      if (peek().kind == TokenKind::Number)
        take();
      else
        made.constants.emplace_back(name_token("a constant").text);
      if (!accept(",")) break;
    }
    end_of_item();
  }
  void constraint(std::vector<ExpressionPtr>& into) {
    into.push_back(expression());
    accept(";");
  }
  void compassion(Module& made) {
    expect("(");
    const ExpressionPtr often = expression();
    expect(",");
    const ExpressionPtr then = expression();
    expect(")");
    accept(";");
    made.compassion.emplace_back(often, then);
  }

  /// The text from one token to another, on one line.
  std::string text_between(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin && tokens_[i].after_space) text += ' ';
      text += tokens_[i].text;
    }
    return text;
  }
  void specification(Module& made, Specification::Kind kind, const Token& word) {
    Specification specification;
    specification.kind = kind;
    specification.place = word.place;
    if (accept("NAME")) {
      const std::size_t begin = at_;
      path();
      specification.name = text_between(begin, at_);
      expect(":=");
    }
    const std::size_t begin = at_;
    is_psl_ = kind == Specification::Kind::Psl;
    try {
      specification.formula = expression();
      if (is_psl_ && (at("@") || at("["))) refuse(peek(), "this part of PSL");
    } catch (const Unsupported& unsupported) {
      nesting_ = 0;
      specification.refused = unsupported.message();
      while (!at_section() && !at(";")) take();
    }
    is_psl_ = false;
    specification.text = text_between(begin, at_);
    accept(";");
    made.specifications.push_back(std::move(specification));
  }
  void refused_specification(Module& made, const Token& word) {
    Specification specification;
    specification.place = word.place;
    specification.refused = fmt::format("'{}' is not supported", word.text);
    const std::size_t begin = at_;
    while (!at_section() && !at(";")) take();
    specification.text = fmt::format("{} {}", word.text, text_between(begin, at_));
    accept(";");
    made.specifications.push_back(std::move(specification));
  }

  const std::string_view text_;
  const std::string& file_;
  const std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::uint32_t nesting_ = 0;
  bool is_psl_ = false;
};

}  // namespace

SyntaxTree parse(std::string_view text, const std::string& file) {
  return SmvParser(text, file).file();
}

ExpressionPtr parse_formula(std::string_view text, const std::string& file) {
  return SmvParser(text, file).formula();
}

}  // namespace cairn::smv
