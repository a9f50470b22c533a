// SPDX-License-Identifier: MIT
#include "logic/word/term_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cairn {

namespace {

using Extra = CallSpelling::Extra;

constexpr CallSpelling kCalls[] = {
    {"concat", Op::Concat, 2},
    {"zext", Op::ZeroExtend, 1, Extra::Width},
    {"sext", Op::SignExtend, 1, Extra::Width},
    {"constarray", Op::ConstArray, 1, Extra::Sort},
    {"ffrombits", Op::FpFromBits, 1, Extra::Sort},
    {"ftobits", Op::FpToBits, 1},
    {"fabs", Op::FpAbs, 1},
    {"fneg", Op::FpNeg, 1},
    {"fadd", Op::FpAdd, 2, Extra::None, true},
    {"fsub", Op::FpSub, 2, Extra::None, true},
    {"fmul", Op::FpMul, 2, Extra::None, true},
    {"fdiv", Op::FpDiv, 2, Extra::None, true},
    {"ffma", Op::FpFma, 3, Extra::None, true},
    {"fsqrt", Op::FpSqrt, 1, Extra::None, true},
    {"frem", Op::FpRem, 2},
    {"frint", Op::FpRoundToIntegral, 1, Extra::None, true},
    {"fmin", Op::FpMin, 2},
    {"fmax", Op::FpMax, 2},
    {"fisnan", Op::FpIsNan, 1},
    {"fisinf", Op::FpIsInfinite, 1},
    {"fiszero", Op::FpIsZero, 1},
    {"fisnormal", Op::FpIsNormal, 1},
    {"fissubnormal", Op::FpIsSubnormal, 1},
    {"fisneg", Op::FpIsNegative, 1},
    {"fconv", Op::FpToFp, 1, Extra::Sort, true},
    {"sbvtof", Op::SbvToFp, 1, Extra::Sort, true},
    {"ubvtof", Op::UbvToFp, 1, Extra::Sort, true},
    {"ftosbv", Op::FpToSbv, 1, Extra::Width, true},
    {"ftoubv", Op::FpToUbv, 1, Extra::Width, true},
    {"toreal", Op::ToReal, 1},
    {"toint", Op::ToInt, 1},
};

constexpr std::string_view kModes[] = {"rne", "rna", "rtp", "rtn", "rtz"};

/// An infix operator, for operands of one kind; `shape` says how it is made of others.
struct InfixSpelling {
  enum class On : std::uint8_t { Any, Bool, BitVector, Float, Int, Real };
  enum class Shape : std::uint8_t { Plain, Swapped, Negated, Difference };

  std::string_view text;
  int precedence;
  On on;
  Op op;
  Shape shape = Shape::Plain;
};
using On = InfixSpelling::On;
using Shape = InfixSpelling::Shape;

constexpr int kTernary = 0, kEquality = 6, kComparison = 7, kSum = 9, kPrefix = 11, kPostfix = 12;

constexpr InfixSpelling kInfix[] = {
    {"||", 1, On::Bool, Op::Or},
    {"&&", 2, On::Bool, Op::And},
    {"|", 3, On::BitVector, Op::BvOr},
    {"^", 4, On::BitVector, Op::BvXor},
    {"&", 5, On::BitVector, Op::BvAnd},
    {"==", kEquality, On::Any, Op::Equal},
    {"!=", kEquality, On::Bool, Op::Xor},
    {"!=", kEquality, On::Any, Op::Equal, Shape::Negated},
    {"==f", kEquality, On::Float, Op::FpEq},
    {"!=f", kEquality, On::Float, Op::FpEq, Shape::Negated},
    {"<u", kComparison, On::BitVector, Op::BvUlt},
    {"<=u", kComparison, On::BitVector, Op::BvUle},
    {">u", kComparison, On::BitVector, Op::BvUlt, Shape::Swapped},
    {">=u", kComparison, On::BitVector, Op::BvUle, Shape::Swapped},
    {"<s", kComparison, On::BitVector, Op::BvSlt},
    {"<=s", kComparison, On::BitVector, Op::BvSle},
    {">s", kComparison, On::BitVector, Op::BvSlt, Shape::Swapped},
    {">=s", kComparison, On::BitVector, Op::BvSle, Shape::Swapped},
    {"<f", kComparison, On::Float, Op::FpLt},
    {"<=f", kComparison, On::Float, Op::FpLe},
    {">f", kComparison, On::Float, Op::FpLt, Shape::Swapped},
    {">=f", kComparison, On::Float, Op::FpLe, Shape::Swapped},
    {"<", kComparison, On::Int, Op::Lt},
    {"<=", kComparison, On::Int, Op::Le},
    {">", kComparison, On::Int, Op::Lt, Shape::Swapped},
    {">=", kComparison, On::Int, Op::Le, Shape::Swapped},
    {"<", kComparison, On::Real, Op::Lt},
    {"<=", kComparison, On::Real, Op::Le},
    {">", kComparison, On::Real, Op::Lt, Shape::Swapped},
    {">=", kComparison, On::Real, Op::Le, Shape::Swapped},
    {"<<", 8, On::BitVector, Op::BvShl},
    {">>u", 8, On::BitVector, Op::BvLshr},
    {">>s", 8, On::BitVector, Op::BvAshr},
    {"+", kSum, On::BitVector, Op::BvAdd},
    {"-", kSum, On::BitVector, Op::BvAdd, Shape::Difference},
    {"+f", kSum, On::Float, Op::FpAdd},
    {"-f", kSum, On::Float, Op::FpSub},
    {"+", kSum, On::Int, Op::Add},
    {"-", kSum, On::Int, Op::Add, Shape::Difference},
    {"+", kSum, On::Real, Op::Add},
    {"-", kSum, On::Real, Op::Add, Shape::Difference},
    {"*", 10, On::BitVector, Op::BvMul},
    {"/u", 10, On::BitVector, Op::BvUdiv},
    {"/s", 10, On::BitVector, Op::BvSdiv},
    {"%u", 10, On::BitVector, Op::BvUrem},
    {"%s", 10, On::BitVector, Op::BvSrem},
    {"*f", 10, On::Float, Op::FpMul},
    {"/f", 10, On::Float, Op::FpDiv},
    {"*", 10, On::Int, Op::Mul},
    {"/", 10, On::Int, Op::IntDiv},
    {"%", 10, On::Int, Op::IntMod},
    {"*", 10, On::Real, Op::Mul},
    {"/", 10, On::Real, Op::RealDiv},
};

constexpr std::string_view kKeywords[] = {
    "array", "assert", "assume",    "bool",    "call",   "choice", "const",  "double",
    "else",  "false",  "float",     "for",     "global", "goto",   "havoc",  "if",
    "in",    "int",    "label",     "let",     "limit",  "local",  "loop",   "main",
    "or",    "proc",   "procedure", "program", "real",   "record", "return", "returns",
    "site",  "skip",   "source",    "then",    "true",   "type",   "var",    "while"};

bool applies(On on, const Sort& sort) {
  switch (on) {
    case On::Any:
      return true;
    case On::Bool:
      return sort.is_bool();
    case On::BitVector:
      return sort.is_bit_vector();
    case On::Float:
      return sort.is_float();
    case On::Int:
      return sort.is_int();
    case On::Real:
      return sort.is_real();
  }
  return false;
}

Op negation_of(const Sort& sort) {
  return sort.is_bit_vector() ? Op::BvNeg : Op::Neg;
}

const InfixSpelling* find_infix(Op op, Shape shape = Shape::Plain) {
  const auto found = std::find_if(std::begin(kInfix), std::end(kInfix), [&](const auto& row) {
    return row.op == op && row.shape == shape;
  });
  return found == std::end(kInfix) ? nullptr : found;
}

/// What is still to be written: a text, or a term that binds at least as tightly as `precedence`.
struct Piece {
  std::string text;
  Term term = kNoTerm;
  int precedence = kTernary;
};

/// Writes without recursion: a term becomes the pieces of its text, which go on a stack.
class IvlWriter {
 public:
  IvlWriter(const Terms& terms, const std::unordered_map<Term, std::string>& names)
      : terms_(terms), names_(names) {}

  /// `top` is written out even if it has a name.
  std::string write(Term top) {
    std::string result;
    stack_ = {{"", top, kTernary}};
    while (!stack_.empty()) {
      const Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (!piece.term.valid()) {
        result += piece.text;
        continue;
      }
      const auto named = names_.find(piece.term);
      if (named != names_.end() && piece.term != top) {
        result += named->second;
        continue;
      }
      pieces_.clear();
      const int precedence = expand(piece.term);
      const bool parentheses = precedence < piece.precedence;
      if (parentheses) result += '(';
      if (parentheses) text(")");
      std::move(pieces_.rbegin(), pieces_.rend(), std::back_inserter(stack_));
    }
    return result;
  }

 private:
  void text(std::string piece) { pieces_.push_back({std::move(piece), kNoTerm, 0}); }
  void term(Term piece, int precedence = kTernary) { pieces_.push_back({"", piece, precedence}); }

  int infix(const InfixSpelling& row, Term a, Term b) {
    term(a, row.precedence);
    text(fmt::format(" {} ", row.text));
    term(b, row.precedence + 1);
    return row.precedence;
  }

  /// The pieces of a term's text; gives how tightly it binds.
  int expand(Term t) {
    const auto operands = terms_.operands(t);
    switch (terms_.op(t)) {
      case Op::Variable:
        text(ivl_name(terms_.name(t)));
        return kPostfix;
      case Op::Value:
        text(literal(t));
        return text_starts_with_minus() ? kPrefix : kPostfix;
      case Op::Ite:
        term(operands[0], kTernary + 1);
        text(" ? ");
        term(operands[1], kTernary + 1);
        text(" : ");
        term(operands[2], kTernary);
        return kTernary;
      case Op::Not:
        return negation(operands[0]);
      case Op::BvNot:
        text("~");
        term(operands[0], kPrefix);
        return kPrefix;
      case Op::BvNeg:
      case Op::Neg:
        text("-");  // "- -x" would read as well, but looks odd
        term(operands[0], kPostfix);
        return kPrefix;
      case Op::And:
      case Op::Or:
        return junction(t);
      case Op::BvAdd:
      case Op::Add:
        return sum(operands[0], operands[1]);
      case Op::Extract:
        term(operands[0], kPostfix);
        text(fmt::format("{{{}:{}}}", terms_.parameter(t, 0), terms_.parameter(t, 1)));
        return kPostfix;
      case Op::Select:
      case Op::Store:
        term(operands[0], kPostfix);
        text("[");
        term(operands[1]);
        if (operands.size() == 3) {
          text(" := ");
          term(operands[2]);
        }
        text("]");
        return kPostfix;
      case Op::Concat:
      case Op::ZeroExtend:
      case Op::SignExtend:
        return shift_or_other(t);
      default:
        return other(t);
    }
  }

  /// A shift by a constant, which the pool keeps as its parts (term_rewrite.h).
  int shift_or_other(Term t) {
    const auto operands = terms_.operands(t);
    const Term part = operands[0];
    if (terms_.op(part) != Op::Extract || names_.count(part) != 0) return other(t);
    const Term shifted = terms_.operands(part)[0];
    const std::uint32_t width = terms_.sort(t).width();
    if (terms_.sort(shifted).width() != width) return other(t);
    const std::uint32_t high = terms_.parameter(part, 0), low = terms_.parameter(part, 1);
    if (terms_.op(t) == Op::Concat) {
      const bool zeros = terms_.is_value(operands[1]) && terms_.value(operands[1]).bits().is_zero();
      if (low != 0 || !zeros) return other(t);
      return shift(*find_infix(Op::BvShl), shifted, width - 1 - high);
    }
    if (high != width - 1) return other(t);
    const Op op = terms_.op(t) == Op::ZeroExtend ? Op::BvLshr : Op::BvAshr;
    return shift(*find_infix(op), shifted, low);
  }

  int shift(const InfixSpelling& row, Term a, std::uint32_t by) {
    term(a, row.precedence);
    text(fmt::format(" {} {}bv{}", row.text, by, terms_.sort(a).width()));
    return row.precedence;
  }

  bool text_starts_with_minus() const { return pieces_.back().text.front() == '-'; }

  std::string literal(Term t) const {
    const Value& value = terms_.value(t);
    return value.sort().is_array() ? to_string(value.sort()) + value.to_string()
                                   : value.to_string();
  }

  int negation(Term a) {
    const auto operands = terms_.operands(a);
    switch (terms_.op(a)) {
      case Op::Equal:
      case Op::FpEq:
        if (names_.count(a) != 0) break;
        return infix(*find_infix(terms_.op(a), Shape::Negated), operands[0], operands[1]);
      case Op::BvUlt:
      case Op::BvSlt:
      case Op::Lt: {
        if (names_.count(a) != 0) break;
        const Op op = terms_.op(a) == Op::BvUlt   ? Op::BvUle
                      : terms_.op(a) == Op::BvSlt ? Op::BvSle
                                                  : Op::Le;
        return infix(*find_infix(op), operands[1], operands[0]);
      }
      default:
        break;
    }
    text("!");
    term(a, kPrefix);
    return kPrefix;
  }

  int junction(Term t) {
    const InfixSpelling& row = *find_infix(terms_.op(t));
    const auto operands = terms_.operands(t);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) text(fmt::format(" {} ", row.text));
      term(operands[i], row.precedence + 1);
    }
    return row.precedence;
  }

  /// a + b; as a difference where one is a negation or a negative constant.
  int sum(Term a, Term b) {
    const Sort& sort = terms_.sort(a);
    const Op negative = negation_of(sort);
    const Op plus = sort.is_bit_vector() ? Op::BvAdd : Op::Add;
    if (terms_.op(a) == negative && terms_.op(b) != negative && !terms_.is_value(b))
      std::swap(a, b);
    if (terms_.op(b) == negative && names_.count(b) == 0)
      return infix(*find_infix(plus, Shape::Difference), a, terms_.operands(b)[0]);
    if (terms_.is_value(b)) {
      const std::string magnitude = negative_magnitude(terms_.value(b));
      if (!magnitude.empty()) {
        term(a, kSum);
        text(" - " + magnitude);
        return kSum;
      }
    }
    return infix(*find_infix(plus), a, b);
  }

  /// Of a constant that is better subtracted; empty for others.
  static std::string negative_magnitude(const Value& value) {
    if (value.sort().is_int())
      return value.as_int() < 0 ? mpz_class(-value.as_int()).get_str() : "";
    if (value.sort().is_real())
      return value.as_real() < 0 ? Value(mpq_class(-value.as_real())).to_string() : "";
    const BitVector& bits = value.bits();
    const bool negative =
        bits.width() > 1 && bits.sign() && !(bits == BitVector::min_signed(bits.width()));
    return negative ? Value(-bits).to_string() : "";
  }

  int other(Term t) {
    const auto operands = terms_.operands(t);
    const Op op = terms_.op(t);
    const InfixSpelling* row = find_infix(op);
    const bool other_mode =
        parameter_count(op) == 1 && terms_.rounding(t) != RoundingMode::NearestEven;
    if (row != nullptr && !other_mode) return infix(*row, operands[0], operands[1]);
    const auto call = std::find_if(std::begin(kCalls), std::end(kCalls),
                                   [&](const CallSpelling& spelling) { return spelling.op == op; });
    text(std::string(call->name) + "(");
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) text(", ");
      term(operands[i]);
    }
    if (call->extra == Extra::Width) text(fmt::format(", {}", terms_.sort(t).width()));
    if (call->extra == Extra::Sort) text(", " + to_string(terms_.sort(t)));
    if (call->rounds) text(fmt::format(", {}", to_string(terms_.rounding(t))));
    text(")");
    return kPostfix;
  }

  const Terms& terms_;
  const std::unordered_map<Term, std::string>& names_;
  std::vector<Piece> stack_;
  std::vector<Piece> pieces_;
};

/// Terms below the roots, operands first.
std::vector<Term> reachable(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> stack(roots.begin(), roots.end()), found;
  std::unordered_set<Term> seen;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term).second) continue;
    found.push_back(term);
    const auto operands = terms.operands(term);
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Operators in the text of a term without names, up to `limit`.
std::uint64_t tree_size(const Terms& terms, Term term, std::uint64_t limit) {
  std::vector<Term> stack{term};
  std::uint64_t size = 0;
  while (!stack.empty() && size < limit) {
    const auto operands = terms.operands(stack.back());
    stack.pop_back();
    ++size;
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return size;
}

}  // namespace

std::span<const CallSpelling> call_spellings() {
  return kCalls;
}

const CallSpelling* find_call(std::string_view name) {
  const auto found = std::find_if(std::begin(kCalls), std::end(kCalls),
                                  [&](const CallSpelling& call) { return call.name == name; });
  return found == std::end(kCalls) ? nullptr : found;
}

std::string_view to_string(RoundingMode mode) {
  return kModes[static_cast<std::size_t>(mode)];
}

std::optional<RoundingMode> parse_rounding(std::string_view text) {
  const auto found = std::find(std::begin(kModes), std::end(kModes), text);
  if (found == std::end(kModes)) return std::nullopt;
  return static_cast<RoundingMode>(found - std::begin(kModes));
}

std::optional<int> infix_precedence(std::string_view text) {
  for (const InfixSpelling& row : kInfix)
    if (row.text == text) return row.precedence;
  return std::nullopt;
}

std::optional<Term> make_infix(Terms& terms, std::string_view text, Term a, Term b) {
  const Sort sort = terms.sort(a);
  if (sort != terms.sort(b)) return std::nullopt;
  for (const InfixSpelling& row : kInfix) {
    if (row.text != text || !applies(row.on, sort)) continue;
    if (row.shape == Shape::Swapped) std::swap(a, b);
    if (row.shape == Shape::Difference) b = terms.make(negation_of(sort), {b});
    const Term operands[] = {a, b};
    const Term result = parameter_count(row.op) == 1
                            ? terms.rounded(row.op, RoundingMode::NearestEven, operands)
                            : terms.make(row.op, operands);
    return row.shape == Shape::Negated ? terms.not_(result) : result;
  }
  return std::nullopt;
}

std::optional<Term> make_prefix(Terms& terms, std::string_view text, Term a) {
  const Sort sort = terms.sort(a);
  if (text == "!" && sort.is_bool()) return terms.not_(a);
  if (text == "~" && sort.is_bit_vector()) return terms.make(Op::BvNot, {a});
  if (text == "-" && (sort.is_bit_vector() || sort.is_int() || sort.is_real()))
    return terms.make(negation_of(sort), {a});
  return std::nullopt;
}

bool is_ivl_keyword(std::string_view word) {
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

std::string ivl_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '@' ||
           c == '#';
  };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '$'; };
  const bool plain = !name.empty() && letter(name.front()) &&
                     std::all_of(name.begin(), name.end(), inner) && !is_ivl_keyword(name);
  if (plain) return std::string(name);
  std::string quoted(name);
  std::replace(quoted.begin(), quoted.end(), '`', '\'');
  return "`" + quoted + "`";
}

std::vector<Term> subterms_to_name(const Terms& terms, std::span<const Term> roots, Naming naming) {
  const std::vector<Term> parts = reachable(terms, roots);
  std::unordered_map<Term, std::uint32_t> uses, depth;
  for (const Term part : parts)
    for (const Term operand : terms.operands(part)) ++uses[operand];
  std::vector<Term> named;
  for (const Term part : parts) {
    if (terms.operands(part).empty()) continue;
    std::uint32_t deepest = 0;
    for (const Term operand : terms.operands(part)) {
      const auto found = depth.find(operand);
      if (found != depth.end()) deepest = std::max(deepest, found->second);
    }
    const bool shared = naming == Naming::Shared && uses[part] > 1;
    if (shared || deepest + 1 >= kMaxDepth)
      named.push_back(part);
    else
      depth[part] = deepest + 1;
  }
  return named;
}

std::string to_ivl(const Terms& terms, Term term) {
  // A text of this many operators is easier to read without names.
  constexpr std::uint64_t kSmall = 300;
  const Naming naming = tree_size(terms, term, kSmall) < kSmall ? Naming::DeepOnly : Naming::Shared;
  std::unordered_map<Term, std::string> names;
  IvlWriter writer(terms, names);
  std::string text;
  for (const Term part : subterms_to_name(terms, std::span(&term, 1), naming)) {
    if (part == term) continue;
    const std::string name = fmt::format("${}", names.size() + 1);
    text += fmt::format("{}{} = {}", names.empty() ? "let " : ", ", name, writer.write(part));
    names.emplace(part, name);
  }
  if (!names.empty()) text += " in ";
  return text + writer.write(term);
}

}  // namespace cairn
