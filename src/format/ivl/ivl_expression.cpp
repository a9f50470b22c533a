// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <utility>

#include "logic/word/term_print.h"

namespace cairn {

namespace {

using Kind = IvlToken::Kind;

constexpr std::uint32_t kMaxWidth = 65535;
// Beyond these, exact arithmetic on constants would take more memory than a text may ask for.
constexpr std::uint32_t kMaxExponent = 19;
constexpr std::uint32_t kMaxSignificand = 237;
constexpr std::size_t kMaxNumberBits = 1'000'000;

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::uint32_t> parse_u32(std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

mpz_class parse_integer(std::string_view digits, int base = 10) {
  return mpz_class(std::string(digits), base);
}

/// The float mantissa * 2^exponent; none if the format does not have it.
std::optional<Value> exact_float(const Sort& sort, const mpz_class& mantissa,
                                 std::int64_t exponent) {
  if (mantissa == 0) return Value::zero(sort);
  const std::int64_t precision = sort.element.size;
  const std::int64_t bias = (std::int64_t{1} << (sort.element.exponent - 1)) - 1;
  const auto length = static_cast<std::int64_t>(mpz_sizeinbase(mantissa.get_mpz_t(), 2));
  const std::int64_t top = exponent + length - 1;
  if (top > bias || top < 2 - bias - precision) return std::nullopt;
  // The significand in units of the last place; subnormals share the least exponent's.
  const std::int64_t unit = std::max(top, 1 - bias) - (precision - 1);
  mpz_class significand = mantissa;
  if (exponent >= unit) {
    significand <<= static_cast<mp_bitcnt_t>(exponent - unit);
  } else {
    const auto shift = static_cast<mp_bitcnt_t>(unit - exponent);
    if (mpz_scan1(significand.get_mpz_t(), 0) < shift) return std::nullopt;
    significand >>= shift;
  }
  mpz_class bits = significand;
  const mpz_class hidden = mpz_class(1) << static_cast<mp_bitcnt_t>(precision - 1);
  if (significand >= hidden) bits += (mpz_class(static_cast<long>(top + bias)) - 1) * hidden;
  return Value::of_float(sort, to_bit_vector(sort.width(), bits));
}

}  // namespace

/// Counts how deep the expression is; an input must not exhaust the stack.
class IvlExpressions::Nesting {
 public:
  explicit Nesting(IvlExpressions& reader) : reader_(reader) {
    if (++reader_.nesting_ > kMaxNesting) {
      reader_.nesting_ = 0;
      reader_.lexer_.fail(reader_.lexer_.token(),
                          fmt::format("the expression is nested deeper than {}", kMaxNesting));
    }
  }
  ~Nesting() { --reader_.nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  IvlExpressions& reader_;
};

void IvlExpressions::expect(std::string_view symbol) {
  if (!accept(symbol)) lexer_.fail_expected(fmt::format("'{}'", symbol));
}

bool IvlExpressions::accept(std::string_view symbol) {
  if (!lexer_.token().is(symbol)) return false;
  lexer_.advance();
  return true;
}

std::uint32_t IvlExpressions::read_count(std::string_view what, std::uint32_t least,
                                         std::uint32_t most) {
  const IvlToken token = lexer_.token();
  if (token.kind != Kind::Number || !all_digits(token.text)) lexer_.fail_expected(what);
  const std::optional<std::uint32_t> value = parse_u32(token.text);
  if (!value || *value < least || *value > most)
    lexer_.fail(
        token, fmt::format("{} is {} to {}, not {}", what, least, most, printable(token.text, 40)));
  lexer_.advance();
  return *value;
}

void IvlExpressions::require_sort(const IvlToken& start, Term term, const Sort& sort,
                                  std::string_view what) const {
  if (terms_.sort(term) != sort)
    lexer_.fail(start, fmt::format("{} is of sort {}, not {}", what, to_string(sort),
                                   to_string(terms_.sort(term))));
}

/// Numbers that grow with every operator must not fill the memory.
Term IvlExpressions::limited(const IvlToken& at, Term term) const {
  if (!terms_.is_value(term)) return term;
  const Value& value = terms_.value(term);
  std::size_t bits = 0;
  if (value.sort().is_int()) bits = mpz_sizeinbase(value.as_int().get_mpz_t(), 2);
  if (value.sort().is_real())
    bits = mpz_sizeinbase(value.as_real().get_num_mpz_t(), 2) +
           mpz_sizeinbase(value.as_real().get_den_mpz_t(), 2);
  if (bits > kMaxNumberBits) lexer_.fail(at, "the number is too large");
  return term;
}

// Sorts.

bool IvlExpressions::at_sort() const {
  const IvlToken& token = lexer_.token();
  if (token.kind != Kind::Word) return false;
  const std::string_view text = token.text;
  return text == "bool" || text == "int" || text == "real" || text == "float" || text == "double" ||
         (text.starts_with("bv") && all_digits(text.substr(2)));
}

Sort IvlExpressions::read_float_format() {
  expect("<");
  const std::uint32_t exponent = read_count("the exponent's width", 2, kMaxExponent);
  expect(",");
  const std::uint32_t significand = read_count("the significand's width", 2, kMaxSignificand);
  expect(">");
  return Sort::floating(exponent, significand);
}

Sort IvlExpressions::read_scalar_sort() {
  if (!at_sort()) lexer_.fail_expected("a sort");
  const IvlToken token = lexer_.token();
  lexer_.advance();
  if (token.text == "bool") return Sort::boolean();
  if (token.text == "int") return Sort::integer();
  if (token.text == "real") return Sort::real();
  if (token.text == "double") return Sort::float64();
  if (token.text == "float") return lexer_.token().is("<") ? read_float_format() : Sort::float32();
  const std::optional<std::uint32_t> width = parse_u32(token.text.substr(2));
  if (!width || *width < 1 || *width > kMaxWidth)
    lexer_.fail(token, fmt::format("a bit-vector has 1 to {} bits", kMaxWidth));
  return Sort::bit_vector(*width);
}

Sort IvlExpressions::read_index_sort() {
  expect("[");
  Sort index;
  if (lexer_.token().kind == Kind::Number) {
    const std::uint32_t size = read_count("the size of an array", 1, 0xFFFFFFFFu);
    index = Sort::bit_vector(
        static_cast<std::uint32_t>(std::max<int>(1, static_cast<int>(std::bit_width(size - 1)))));
  } else {
    index = read_scalar_sort();
  }
  expect("]");
  return index;
}

Sort IvlExpressions::read_sort() {
  const Sort element = read_scalar_sort();
  if (!lexer_.token().is("[")) return element;
  return Sort::array_of(read_index_sort(), element);
}

// Expressions.

Term IvlExpressions::read(const Sort& sort, std::string_view what) {
  const IvlToken start = lexer_.token();
  const Term term = read();
  require_sort(start, term, sort, what);
  return term;
}

Term IvlExpressions::read() {
  const Nesting nesting(*this);
  return lexer_.token().is("let") ? read_let() : read_choice();
}

Term IvlExpressions::read_let() {
  std::map<std::string, Term, std::less<>> outer = lets_;
  do {
    lexer_.advance();  // let, or a comma
    const std::string name(lexer_.token().text);
    if (lexer_.token().kind != Kind::Dollar) lexer_.fail_expected("a name such as $1");
    lexer_.advance();
    expect("=");
    const Term value = read_choice();
    lets_[name] = value;
  } while (lexer_.token().is(","));
  expect("in");
  const Term result = read();
  lets_ = std::move(outer);
  return result;
}

Term IvlExpressions::read_choice() {
  // c ? a : d ? b : e is a list; it is built from its end.
  struct Way {
    IvlToken start;
    Term condition, value;
  };
  std::vector<Way> ways;
  Term last;
  for (;;) {
    const IvlToken start = lexer_.token();
    const Term term = read_infix(1);
    if (!lexer_.token().is("?")) {
      last = term;
      break;
    }
    require_sort(start, term, Sort::boolean(), "the condition");
    lexer_.advance();
    const Term value = read_infix(1);
    expect(":");
    ways.push_back({start, term, value});
  }
  for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
    if (terms_.sort(way->value) != terms_.sort(last))
      lexer_.fail(way->start,
                  fmt::format("the choice is between {} and {}", to_string(terms_.sort(way->value)),
                              to_string(terms_.sort(last))));
    last = terms_.ite(way->condition, way->value, last);
  }
  return last;
}

Term IvlExpressions::read_infix(int precedence) {
  const IvlToken start = lexer_.token();
  Term left = read_prefix();
  for (;;) {
    const IvlToken symbol = lexer_.token();
    if (symbol.kind != Kind::Symbol) return left;
    const std::optional<int> binds = infix_precedence(symbol.text);
    if (!binds || *binds < precedence) return left;
    if (symbol.text == "&&" || symbol.text == "||") {
      require_sort(start, left, Sort::boolean(), fmt::format("an operand of {}", symbol.text));
      left = read_chain(symbol.text, *binds, left);
      continue;
    }
    lexer_.advance();
    const Term right = read_infix(*binds + 1);
    const Sort sorts[] = {terms_.sort(left), terms_.sort(right)};
    const std::optional<Term> made = make_infix(terms_, symbol.text, left, right);
    if (!made)
      lexer_.fail(symbol, fmt::format("{} does not go with {} and {}", symbol.text,
                                      to_string(sorts[0]), to_string(sorts[1])));
    left = limited(symbol, *made);
  }
}

/// a && b && c is one conjunction.
Term IvlExpressions::read_chain(std::string_view symbol, int precedence, Term first) {
  std::vector<Term> operands{first};
  while (accept(symbol)) {
    const IvlToken start = lexer_.token();
    operands.push_back(read_infix(precedence + 1));
    require_sort(start, operands.back(), Sort::boolean(), fmt::format("an operand of {}", symbol));
  }
  return symbol == "&&" ? terms_.and_all(operands) : terms_.or_all(operands);
}

Term IvlExpressions::read_prefix() {
  const Nesting nesting(*this);
  const IvlToken symbol = lexer_.token();
  // "-f" is an operator of floats, and the negation of a variable that has this name.
  const bool negated_f = symbol.is("-f");
  if (!negated_f && !symbol.is("!") && !symbol.is("~") && !symbol.is("-")) {
    const Term primary = read_primary();
    return read_postfix(symbol, primary);
  }
  lexer_.advance();
  Term operand;
  if (negated_f) {
    operand = scope_.find("f");
    if (!operand.valid()) lexer_.fail(symbol, "expected an expression, got '-f'");
    operand = read_postfix(symbol, operand);
  } else if (symbol.is("-") && lexer_.token().kind == Kind::Number) {
    const IvlToken start = lexer_.token();
    operand = read_number();
    if (terms_.sort(operand).is_float()) return terms_.make(Op::FpNeg, {operand});
    operand = read_postfix(start, operand);
  } else {
    operand = read_prefix();
  }
  const std::string_view text = negated_f ? "-" : symbol.text;
  const std::optional<Term> made = make_prefix(terms_, text, operand);
  if (!made)
    lexer_.fail(symbol,
                fmt::format("{} does not go with {}", text, to_string(terms_.sort(operand))));
  return *made;
}

Term IvlExpressions::read_postfix(const IvlToken& start, Term term) {
  for (;;) {
    const Sort sort = terms_.sort(term);
    if (lexer_.token().is("[")) {
      if (!sort.is_array())
        lexer_.fail(start, fmt::format("an array is expected before '[', not {}", to_string(sort)));
      lexer_.advance();
      const Term index = read(sort.index_sort(), "the index");
      if (accept(":=")) {
        const Term element = read(sort.element_sort(), "the element");
        term = terms_.store(term, index, element);
      } else {
        term = terms_.select(term, index);
      }
      expect("]");
    } else if (lexer_.token().is("{") && lexer_.next().kind == Kind::Number) {
      if (!sort.is_bit_vector())
        lexer_.fail(start, fmt::format("bits are taken of a bit-vector, not {}", to_string(sort)));
      lexer_.advance();
      const std::uint32_t high = read_count("the first bit", 0, sort.width() - 1);
      expect(":");
      const std::uint32_t low = read_count("the last bit", 0, high);
      expect("}");
      term = terms_.extract(term, high, low);
    } else {
      return term;
    }
  }
}

Term IvlExpressions::read_primary() {
  const IvlToken token = lexer_.token();
  if (accept("(")) {
    const Term inner = read();
    expect(")");
    return inner;
  }
  if (token.is("true") || token.is("false")) {
    lexer_.advance();
    return terms_.boolean(token.text == "true");
  }
  if (token.kind == Kind::Number) return read_number();
  if (token.kind == Kind::Dollar) {
    const auto found = lets_.find(token.text);
    if (found == lets_.end()) lexer_.fail(token, fmt::format("{} is not defined", token.text));
    lexer_.advance();
    return found->second;
  }
  if (at_sort()) return read_array_literal();
  if (token.is_name()) return read_name();
  lexer_.fail_expected("an expression");
}

Term IvlExpressions::read_name() {
  const IvlToken name = lexer_.token();
  lexer_.advance();
  if (name.kind == Kind::Word && lexer_.token().is("(")) return read_call(name);
  if (scope_.is_record_array(name.text)) return read_record_element(name);
  const Term variable = scope_.find(name.text);
  if (!variable.valid())
    lexer_.fail(name, fmt::format("no variable '{}' is declared", printable(name.text, 60)));
  return variable;
}

Term IvlExpressions::read_record_element(const IvlToken& name) {
  expect("[");
  const IvlToken start = lexer_.token();
  const Term index = read();
  expect("]");
  const IvlToken field = lexer_.token();
  if (field.kind != Kind::Word || !field.text.starts_with('.')) lexer_.fail_expected("a field");
  const Term array = scope_.find(std::string(name.text) + std::string(field.text));
  if (!array.valid())
    lexer_.fail(field, fmt::format("'{}' has no field '{}'", printable(name.text, 60),
                                   printable(field.text.substr(1), 60)));
  lexer_.advance();
  require_sort(start, index, terms_.sort(array).index_sort(), "the index");
  return terms_.select(array, index);
}

Term IvlExpressions::read_call(const IvlToken& name) {
  const CallSpelling* const call = find_call(name.text);
  if (!call) lexer_.fail(name, fmt::format("no function '{}' is known", printable(name.text, 60)));
  expect("(");
  std::vector<Term> operands;
  std::vector<Sort> sorts;
  for (unsigned i = 0; i < call->terms; ++i) {
    if (i > 0) expect(",");
    operands.push_back(read());
    sorts.push_back(terms_.sort(operands.back()));
  }
  Sort sort;
  std::vector<std::uint32_t> parameters;
  if (call->extra != CallSpelling::Extra::None) expect(",");
  if (call->extra == CallSpelling::Extra::Sort) sort = read_sort();
  if (call->extra == CallSpelling::Extra::Width) {
    const std::uint32_t width = read_count("the width", 1, kMaxWidth);
    sort = Sort::bit_vector(width);
    if (!call->rounds) parameters.push_back(width);
  }
  if (call->rounds) {
    expect(",");
    const std::optional<RoundingMode> mode = parse_rounding(lexer_.token().text);
    if (!mode) lexer_.fail_expected("rne, rna, rtp, rtn or rtz");
    parameters.push_back(static_cast<std::uint32_t>(*mode));
    lexer_.advance();
  }
  expect(")");
  if (!result_sort(call->op, sorts, parameters, sort)) {
    std::string given;
    for (const Sort& one : sorts)
      given += fmt::format("{}{}", given.empty() ? "" : ", ", to_string(one));
    lexer_.fail(name, fmt::format("{} does not go with {}", call->name, given));
  }
  return limited(name, terms_.make(call->op, operands, parameters, sort));
}

// Literals.

/// bv32[bv8][1bv8: 5bv32, else 0bv32].
Term IvlExpressions::read_array_literal() {
  const IvlToken start = lexer_.token();
  const Sort sort = read_sort();
  if (!sort.is_array()) lexer_.fail(start, "expected an expression, got a sort");
  const auto read_value = [&](const Sort& of, std::string_view what) {
    const IvlToken at = lexer_.token();
    const Term term = read(of, what);
    if (!terms_.is_value(term)) lexer_.fail(at, fmt::format("{} is not a constant", what));
    return terms_.value(term);
  };
  expect("[");
  std::vector<std::pair<Value, Value>> entries;
  while (!lexer_.token().is("else")) {
    Value index = read_value(sort.index_sort(), "the index");
    expect(":");
    entries.emplace_back(std::move(index), read_value(sort.element_sort(), "the element"));
    expect(",");
  }
  lexer_.advance();
  Value value = Value::constant_array(sort, read_value(sort.element_sort(), "the element"));
  expect("]");
  for (const auto& [index, element] : entries) value = std::move(value).store(index, element);
  return terms_.constant(value);
}

Term IvlExpressions::read_number() {
  const IvlToken token = lexer_.token();
  const std::string_view text = token.text;
  if (text.find_first_of("xni") != std::string_view::npos) return read_float(token);
  lexer_.advance();
  // Reading decimal digits is quadratic in their number.
  if (text.size() > 50'000) lexer_.fail(token, "the number is too large");
  if (const std::size_t at = text.find("bv"); at != std::string_view::npos) {
    const std::optional<std::uint32_t> width = parse_u32(text.substr(at + 2));
    if (!width || *width < 1 || *width > kMaxWidth)
      lexer_.fail(token, fmt::format("a bit-vector has 1 to {} bits", kMaxWidth));
    const mpz_class value = parse_integer(text.substr(0, at));
    if (value != 0 && mpz_sizeinbase(value.get_mpz_t(), 2) > *width)
      lexer_.fail(
          token, fmt::format("{} does not fit {} bits", printable(text.substr(0, at), 40), *width));
    return terms_.constant(Value(to_bit_vector(*width, value)));
  }
  if (const std::size_t at = text.find('r'); at != std::string_view::npos) {
    if (at + 1 == text.size() || parse_integer(text.substr(at + 1)) == 0)
      lexer_.fail(token, "a real is a numerator, r and a denominator that is not 0");
    mpq_class value(parse_integer(text.substr(0, at)), parse_integer(text.substr(at + 1)));
    value.canonicalize();
    return terms_.constant(Value(value));
  }
  return terms_.constant(Value(parse_integer(text)));
}

/// 0x1.8p+1f32, 0inff64, 0nanf<5,11>.
Term IvlExpressions::read_float(const IvlToken& token) {
  const std::string_view text = token.text;
  const std::size_t power = text.find('p');
  const std::size_t suffix =
      power == std::string_view::npos ? text.find_last_of('f') : text.find('f', power);
  const std::string_view format = text.substr(suffix + 1);
  Sort sort = Sort::float32();
  if (format == "64") {
    sort = Sort::float64();
  } else if (format.starts_with('<') && format.ends_with('>')) {
    const std::size_t comma = format.find(',');
    const auto exponent = parse_u32(format.substr(1, std::min(comma, format.size()) - 1));
    const auto significand = comma == std::string_view::npos
                                 ? std::nullopt
                                 : parse_u32(format.substr(comma + 1, format.size() - comma - 2));
    // Values, not optionals: GCC 12 cannot see that the tests come in order.
    const std::uint32_t e = exponent.value_or(0), s = significand.value_or(0);
    if (e < 2 || e > kMaxExponent || s < 2 || s > kMaxSignificand)
      lexer_.fail(token, fmt::format("a float's format is f<2 to {},2 to {}>", kMaxExponent,
                                     kMaxSignificand));
    sort = Sort::floating(e, s);
  } else if (format != "32") {
    lexer_.fail(token, "a float ends in f32, f64 or f<exponent,significand>");
  }
  lexer_.advance();
  const std::uint32_t fraction = sort.element.size - 1u;
  BitVector infinity(sort.width(), 0);
  for (std::uint32_t i = 0; i < sort.element.exponent; ++i) infinity.set_bit(fraction + i, true);
  if (text.starts_with("0inf")) return terms_.constant(Value::of_float(sort, infinity));
  if (text.starts_with("0nan")) {
    infinity.set_bit(fraction - 1, true);
    return terms_.constant(Value::of_float(sort, infinity));
  }
  if (power == std::string_view::npos || text.size() > 1000)
    lexer_.fail(token, "a float is 0x1.8p+1f32, 0inff32 or 0nanf32");
  std::string digits(text.substr(2, power - 2));
  const std::size_t point = digits.find('.');
  std::int64_t exponent = 0;
  if (point != std::string::npos) {
    exponent -= 4 * static_cast<std::int64_t>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const std::optional<std::uint32_t> shown = parse_u32(text.substr(power + 2, suffix - power - 2));
  if (digits.empty() || !shown) lexer_.fail(token, "a float is 0x1.8p+1f32, 0inff32 or 0nanf32");
  exponent += text[power + 1] == '-' ? -std::int64_t{*shown} : std::int64_t{*shown};
  const std::optional<Value> value = exact_float(sort, parse_integer(digits, 16), exponent);
  if (!value) lexer_.fail(token, fmt::format("{} has no such number", to_string(sort)));
  return terms_.constant(*value);
}

}  // namespace cairn
