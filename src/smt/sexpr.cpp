// SPDX-License-Identifier: MIT
#include "smt/sexpr.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace cairn {
namespace {

std::optional<std::uint32_t> number(const SExpr& text) {
  std::uint32_t value = 0;
  const char* end = text.atom.data() + text.atom.size();
  const auto [rest, error] = std::from_chars(text.atom.data(), end, value);
  if (text.atom.empty() || error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

bool has_only(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// #b, #x or (_ bvN w).
std::optional<BitVector> parse_bits(const SExpr& text) {
  const std::string_view atom = text.atom;
  if (atom.starts_with("#b") && has_only(atom.substr(2), "01"))
    return BitVector::parse(static_cast<std::uint32_t>(atom.size() - 2), atom.substr(2), 2);
  if (atom.starts_with("#x") && has_only(atom.substr(2), "0123456789abcdefABCDEF"))
    return BitVector::parse(static_cast<std::uint32_t>(4 * (atom.size() - 2)), atom.substr(2), 16);
  if (!text.begins_with("_") || text.list.size() != 3) return std::nullopt;
  const std::string_view digits = text.list[1].atom;
  const auto width = number(text.list[2]);
  if (!digits.starts_with("bv") || !has_only(digits.substr(2), "0123456789") || !width ||
      *width == 0)
    return std::nullopt;
  return BitVector::parse(*width, digits.substr(2), 10);
}

std::optional<Value> parse_float(const SExpr& text, const Sort& sort) {
  const std::uint32_t fraction = sort.element.size - 1u;
  BitVector bits(sort.width(), 0);
  if (text.begins_with("fp") && text.list.size() == 4) {
    const auto sign = parse_bits(text.list[1]), exponent = parse_bits(text.list[2]),
               rest = parse_bits(text.list[3]);
    if (!sign || !exponent || !rest) return std::nullopt;
    bits = sign->concat(*exponent).concat(*rest);
    if (bits.width() != sort.width()) return std::nullopt;
    return Value::of_float(sort, bits);
  }
  if (!text.begins_with("_") || text.list.size() != 4) return std::nullopt;
  const std::string& kind = text.list[1].atom;
  if (kind == "NaN") return Value::of_float(sort, BitVector::ones(sort.width()));
  if (kind != "+oo" && kind != "-oo" && kind != "+zero" && kind != "-zero") return std::nullopt;
  bits.set_bit(sort.width() - 1, kind[0] == '-');
  if (kind.substr(1) == "oo")
    for (std::uint32_t i = 0; i < sort.element.exponent; ++i) bits.set_bit(fraction + i, true);
  return Value::of_float(sort, bits);
}

std::optional<mpq_class> parse_number(const SExpr& text) {
  if (text.begins_with("-") && text.list.size() == 2) {
    const auto value = parse_number(text.list[1]);
    return value ? std::optional<mpq_class>(-*value) : std::nullopt;
  }
  if (text.begins_with("/") && text.list.size() == 3) {
    const auto a = parse_number(text.list[1]), b = parse_number(text.list[2]);
    if (!a || !b || *b == 0) return std::nullopt;
    return mpq_class(*a / *b);
  }
  std::string digits = text.atom;
  const std::size_t point = digits.find('.');
  mpz_class scale = 1;
  if (point != std::string::npos) {
    for (std::size_t i = point + 1; i < digits.size(); ++i) scale *= 10;
    digits.erase(point, 1);
  }
  if (!has_only(digits, "0123456789")) return std::nullopt;
  mpq_class value(mpz_class(digits), scale);
  value.canonicalize();
  return value;
}

/// Stores over a constant.
std::optional<Value> parse_array(const SExpr& text, const Sort& sort) {
  std::map<Value, Value> entries;
  const SExpr* rest = &text;
  for (; rest->begins_with("store") && rest->list.size() == 4; rest = &rest->list[1]) {
    const auto index = parse_value(rest->list[2], sort.index_sort());
    const auto element = parse_value(rest->list[3], sort.element_sort());
    if (!index || !element) return std::nullopt;
    entries.emplace(*index, *element);  // the outermost store wins
  }
  if (rest->list.size() != 2 || !rest->list[0].begins_with("as")) return std::nullopt;
  const auto otherwise = parse_value(rest->list[1], sort.element_sort());
  if (!otherwise) return std::nullopt;
  return Value::of_array(sort, *otherwise, std::move(entries));
}

using Find = std::function<std::optional<Term>(const std::string&)>;

/// Terms of interpolants. Recursive; what solvers find by search is small.
class TermParser {
 public:
  TermParser(Terms& terms, const Find& find) : terms_(terms), find_(find) {}

  std::optional<Term> parse(const SExpr& text);

 private:
  std::optional<Term> parse_leaf(const SExpr& text);
  std::optional<Term> parse_let(const SExpr& text);
  std::optional<Term> parse_indexed(const SExpr& head, const std::vector<Term>& operands);
  std::optional<Term> build(const std::string& name, std::vector<Term> operands);
  bool fits(const std::vector<Term>& operands, bool (Sort::*is)() const) const {
    return std::all_of(operands.begin(), operands.end(), [&](Term term) {
      return (terms_.sort(term).*is)() && terms_.sort(term) == terms_.sort(operands[0]);
    });
  }

  Terms& terms_;
  const Find& find_;
  std::map<std::string, Term> bound_;
};

std::optional<Term> TermParser::parse_leaf(const SExpr& text) {
  if (text.is_atom("true") || text.is_atom("false")) return terms_.boolean(text.is_atom("true"));
  if (const auto found = bound_.find(text.atom); found != bound_.end()) return found->second;
  if (const auto bits = parse_bits(text)) return terms_.constant(Value(*bits));
  if (has_only(text.atom, "0123456789")) return terms_.constant(Value(mpz_class(text.atom)));
  return text.atom.empty() ? std::nullopt : find_(text.atom);
}

std::optional<Term> TermParser::parse_let(const SExpr& text) {
  if (text.list.size() != 3) return std::nullopt;
  std::map<std::string, Term> inner = bound_;
  for (const SExpr& binding : text.list[1].list) {
    if (binding.list.size() != 2) return std::nullopt;
    const auto term = parse(binding.list[1]);
    if (!term) return std::nullopt;
    inner[binding.list[0].atom] = *term;
  }
  std::swap(inner, bound_);
  const auto result = parse(text.list[2]);
  std::swap(inner, bound_);
  return result;
}

std::optional<Term> TermParser::parse_indexed(const SExpr& head,
                                              const std::vector<Term>& operands) {
  if (!head.begins_with("_") || head.list.size() < 3 || operands.size() != 1) return std::nullopt;
  const Sort& sort = terms_.sort(operands[0]);
  const auto first = number(head.list[2]);
  if (!sort.is_bit_vector() || !first) return std::nullopt;
  const std::string& name = head.list[1].atom;
  if (name == "extract" && head.list.size() == 4) {
    const auto low = number(head.list[3]);
    if (!low || *low > *first || *first >= sort.width()) return std::nullopt;
    return terms_.extract(operands[0], *first, *low);
  }
  if (*first > 0xFFFF) return std::nullopt;
  if (name == "zero_extend") return terms_.zero_extend(operands[0], sort.width() + *first);
  if (name == "sign_extend") return terms_.sign_extend(operands[0], sort.width() + *first);
  return std::nullopt;
}

std::optional<Term> TermParser::build(const std::string& name, std::vector<Term> operands) {
  static const std::map<std::string, Op> kBitVectorOps{
      {"bvnot", Op::BvNot},   {"bvneg", Op::BvNeg},   {"bvand", Op::BvAnd},
      {"bvor", Op::BvOr},     {"bvxor", Op::BvXor},   {"bvadd", Op::BvAdd},
      {"bvmul", Op::BvMul},   {"bvudiv", Op::BvUdiv}, {"bvurem", Op::BvUrem},
      {"bvsdiv", Op::BvSdiv}, {"bvsrem", Op::BvSrem}, {"bvshl", Op::BvShl},
      {"bvlshr", Op::BvLshr}, {"bvashr", Op::BvAshr}, {"bvult", Op::BvUlt},
      {"bvule", Op::BvUle},   {"bvslt", Op::BvSlt},   {"bvsle", Op::BvSle}};
  static const std::map<std::string, Op> kSwapped{
      {"bvugt", Op::BvUlt}, {"bvuge", Op::BvUle}, {"bvsgt", Op::BvSlt}, {"bvsge", Op::BvSle}};
  static const std::map<std::string, Op> kNumberOps{
      {"+", Op::Add}, {"*", Op::Mul}, {"<=", Op::Le}, {"<", Op::Lt}};
  const auto fold = [&](Op op) {
    Term result = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i)
      result = terms_.make(op, {result, operands[i]});
    return result;
  };
  const bool booleans = fits(operands, &Sort::is_bool),
             words = fits(operands, &Sort::is_bit_vector);
  const bool numbers = fits(operands, &Sort::is_int) || fits(operands, &Sort::is_real);
  const std::size_t count = operands.size();
  if (name == "not" && booleans && count == 1) return terms_.not_(operands[0]);
  if (name == "and" && booleans) return terms_.and_all(operands);
  if (name == "or" && booleans) return terms_.or_all(operands);
  if (name == "=>" && booleans && count == 2) return terms_.implies(operands[0], operands[1]);
  if (name == "xor" && booleans) return fold(Op::Xor);
  if (name == "ite" && count == 3 && terms_.sort(operands[0]).is_bool() &&
      terms_.sort(operands[1]) == terms_.sort(operands[2]))
    return terms_.ite(operands[0], operands[1], operands[2]);
  if (count == 2 && terms_.sort(operands[0]) == terms_.sort(operands[1])) {
    if (name == "=") return terms_.equal(operands[0], operands[1]);
    if (name == "distinct") return terms_.distinct(operands[0], operands[1]);
  }
  if (name == "concat" && count >= 2 &&
      std::all_of(operands.begin(), operands.end(),
                  [&](Term term) { return terms_.sort(term).is_bit_vector(); }))
    return fold(Op::Concat);
  if (words) {
    if (name == "bvsub" && count == 2) return terms_.bv_sub(operands[0], operands[1]);
    if (const auto op = kBitVectorOps.find(name); op != kBitVectorOps.end()) {
      const bool is_unary = op->second == Op::BvNot || op->second == Op::BvNeg;
      if (is_unary != (count == 1)) return std::nullopt;
      return is_unary ? terms_.make(op->second, {operands[0]}) : fold(op->second);
    }
    if (const auto op = kSwapped.find(name); op != kSwapped.end() && count == 2)
      return terms_.make(op->second, {operands[1], operands[0]});
  }
  if (numbers) {
    if (name == "-" && count == 1) return terms_.make(Op::Neg, {operands[0]});
    if (name == "-" && count == 2)
      return terms_.make(Op::Add, {operands[0], terms_.make(Op::Neg, {operands[1]})});
    if ((name == ">=" || name == ">") && count == 2)
      return terms_.make(name == ">" ? Op::Lt : Op::Le, {operands[1], operands[0]});
    if (const auto op = kNumberOps.find(name); op != kNumberOps.end() && count >= 2)
      return fold(op->second);
  }
  return std::nullopt;
}

std::optional<Term> TermParser::parse(const SExpr& text) {
  if (text.list.empty() || text.begins_with("_")) return parse_leaf(text);
  if (text.begins_with("let")) return parse_let(text);
  std::vector<Term> operands;
  for (std::size_t i = 1; i < text.list.size(); ++i) {
    const auto operand = parse(text.list[i]);
    if (!operand) return std::nullopt;
    operands.push_back(*operand);
  }
  if (operands.empty()) return std::nullopt;
  const SExpr& head = text.list[0];
  return head.atom.empty() ? parse_indexed(head, operands) : build(head.atom, std::move(operands));
}

}  // namespace

std::optional<std::string> SExprReader::token(std::size_t& at) const {
  while (at < buffer_.size() && std::isspace(static_cast<unsigned char>(buffer_[at])) != 0) ++at;
  if (at == buffer_.size()) return std::nullopt;
  const std::size_t begin = at;
  const char first = buffer_[at];
  if (first == '(' || first == ')') return std::string(1, buffer_[at++]);
  if (first == '"' || first == '|') {
    const std::size_t end = buffer_.find(first, begin + 1);
    if (end == std::string::npos) return std::nullopt;
    at = end + 1;
    return buffer_.substr(begin, at - begin);
  }
  while (at < buffer_.size() && std::isspace(static_cast<unsigned char>(buffer_[at])) == 0 &&
         buffer_[at] != '(' && buffer_[at] != ')')
    ++at;
  if (at == buffer_.size()) return std::nullopt;
  return buffer_.substr(begin, at - begin);
}

std::optional<SExpr> SExprReader::next() {
  std::vector<SExpr> open;
  std::size_t at = 0;
  while (auto text = token(at)) {
    SExpr done;
    if (*text == "(") {
      open.emplace_back();
      continue;
    }
    if (*text == ")") {
      if (open.empty()) continue;  // nothing that a solver would send
      done = std::move(open.back());
      open.pop_back();
    } else {
      done.atom = std::move(*text);
    }
    if (open.empty()) {
      buffer_.erase(0, at);
      return done;
    }
    open.back().list.push_back(std::move(done));
  }
  return std::nullopt;
}

std::optional<Value> parse_value(const SExpr& text, const Sort& sort) {
  if (sort.is_array()) return parse_array(text, sort);
  switch (sort.element.kind) {
    case SortKind::Bool:
      if (!text.is_atom("true") && !text.is_atom("false")) return std::nullopt;
      return Value(text.is_atom("true"));
    case SortKind::BitVector: {
      const auto bits = parse_bits(text);
      if (!bits || bits->width() != sort.width()) return std::nullopt;
      return Value(*bits);
    }
    case SortKind::Float:
      return parse_float(text, sort);
    default: {
      const auto value = parse_number(text);
      if (!value) return std::nullopt;
      if (sort.is_real()) return Value(*value);
      return value->get_den() == 1 ? std::optional(Value(mpz_class(value->get_num())))
                                   : std::nullopt;
    }
  }
}

std::optional<Term> parse_term(Terms& terms, const SExpr& text, const Find& find) {
  return TermParser(terms, find).parse(text);
}

}  // namespace cairn
