// SPDX-License-Identifier: MIT
//
// Two passes, as the standard has it: what an expression is (its width and whether it has a sign)
// is found from the inside out, and what it means in its context from the outside in. The tree
// lives in an array, operands before operators; nesting is limited, so recursion is, too.
#include "format/verilog/verilog_parser.h"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "base/nearest_name.h"

namespace cairn {
namespace {

constexpr unsigned kDeepest = 200;
constexpr std::uint32_t kWidest = 4096;
constexpr std::size_t kMostParts = 5000;  // chains of operators are as deep as they are long

enum class Kind {
  Constant,
  Signal,  // a bit-vector
  Memory,  // an array with an index: operand 0
  Bit,     // of a signal: operand 0 is the index
  Part,    // high, low
  Unary,
  Binary,
  Conditional,
  Concat,
  Cast,  // $signed, $unsigned, N'(...)
};

struct Node {
  Kind kind = Kind::Constant;
  std::string sign;  // the operator
  std::vector<std::uint32_t> operands;
  Term signal;
  BitVector value{1, 0};
  std::uint32_t high = 0, low = 0;
  std::uint32_t width = 1;
  bool is_signed = false;
  bool is_unsized = false;  // its width comes from a number without one
};

class Parser {
 public:
  Parser(std::string_view text, const WordModel& model, const Position& begin)
      : text_(text), terms_(*model.system.terms), begin_(begin) {
    const auto add = [&](std::string_view name, Term term) {
      if (!name.empty()) signals_.emplace(name, term);
    };
    for (const Term input : model.system.inputs) add(terms_.name(input), input);
    for (const WordState& state : model.system.states) add(terms_.name(state.term), state.term);
    for (const NamedTerm& output : model.outputs) add(output.name, output.term);
    for (const NamedTerm& wire : model.wires) add(wire.name, wire.term);
  }

  Term run() {
    const std::uint32_t root = conditional(0);
    skip();
    if (at_ < text_.size()) fail(fmt::format("expected an operator, got '{}'", rest()));
    return truth(root);
  }

 private:
  // --- the text ---

  [[noreturn]] void fail(std::string_view message) const { fail_at(at_, message); }
  [[noreturn]] void fail_at(std::size_t at, std::string_view message) const {
    throw InputError({begin_.file, begin_.line, begin_.column + at}, message);
  }
  std::string rest() const { return printable(text_.substr(at_), 20); }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool sees(std::string_view sign) {
    skip();
    return text_.substr(at_).starts_with(sign);
  }
  bool take(std::string_view sign) {
    if (!sees(sign)) return false;
    at_ += sign.size();
    return true;
  }
  void expect(std::string_view sign) {
    if (!take(sign))
      fail(at_ == text_.size() ? fmt::format("expected '{}', got the end", sign)
                               : fmt::format("expected '{}', got '{}'", sign, rest()));
  }

  // --- what an expression is ---

  std::uint32_t add(Node node) {
    if (node.width > kWidest) fail(fmt::format("a width above {}", kWidest));
    if (nodes_.size() >= kMostParts)
      fail(fmt::format("an expression of more than {} parts", kMostParts));
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  /// condition ? a : b, and -> below it.
  std::uint32_t conditional(unsigned depth) {
    if (depth > kDeepest) fail(fmt::format("more than {} levels of nesting", kDeepest));
    const std::uint32_t condition = binary(0, depth);
    if (take("->")) return make_binary("->", condition, conditional(depth + 1));
    if (!take("?")) return condition;
    const std::uint32_t then = conditional(depth + 1);
    expect(":");
    const std::uint32_t otherwise = conditional(depth + 1);
    Node node{Kind::Conditional, "?", {condition, then, otherwise}, {}, BitVector(1, 0)};
    node.width = std::max(nodes_[then].width, nodes_[otherwise].width);
    node.is_signed = nodes_[then].is_signed && nodes_[otherwise].is_signed;
    node.is_unsized = nodes_[then].is_unsized || nodes_[otherwise].is_unsized;
    return add(std::move(node));
  }

  /// By rising strength; longer signs before those that they begin with.
  static constexpr unsigned kLevels = 10;
  std::string_view sign_at(unsigned level) {
    static const std::array<std::vector<std::string_view>, kLevels> kSigns = {{
        {"||"},
        {"&&"},
        {"|"},
        {"^~", "~^", "^"},
        {"&"},
        {"===", "!==", "==", "!="},
        {"<=", ">=", "<", ">"},
        {"<<<", ">>>", "<<", ">>"},
        {"+", "-"},
        {"*", "/", "%"},
    }};
    skip();
    const std::string_view here = text_.substr(at_);
    for (const std::string_view sign : kSigns[level]) {
      if (!here.starts_with(sign)) continue;
      const std::string_view after = here.substr(sign.size());
      // Not the beginning of a longer one.
      if ((sign == "|" && after.starts_with('|')) || (sign == "&" && after.starts_with('&')))
        continue;
      if ((sign == "<" || sign == ">") && (after.starts_with('<') || after.starts_with('>')))
        continue;
      if (sign == "-" && after.starts_with('>')) continue;
      if (sign == "*" && after.starts_with('*')) fail("** is not supported");
      return sign;
    }
    return {};
  }

  std::uint32_t binary(unsigned level, unsigned depth) {
    if (level == kLevels) return unary(depth);
    std::uint32_t left = binary(level + 1, depth);
    for (std::string_view sign = sign_at(level); !sign.empty(); sign = sign_at(level)) {
      at_ += sign.size();
      left = make_binary(sign, left, binary(level + 1, depth));
    }
    return left;
  }

  static bool is_logical(std::string_view sign) {
    return sign == "&&" || sign == "||" || sign == "->";
  }
  static bool is_comparison(std::string_view sign) {
    return sign == "==" || sign == "!=" || sign == "===" || sign == "!==" || sign == "<" ||
           sign == "<=" || sign == ">" || sign == ">=";
  }
  static bool is_shift(std::string_view sign) {
    return sign == "<<" || sign == ">>" || sign == "<<<" || sign == ">>>";
  }

  std::uint32_t make_binary(std::string_view sign, std::uint32_t a, std::uint32_t b) {
    Node node{Kind::Binary, std::string(sign), {a, b}, {}, BitVector(1, 0)};
    if (is_shift(sign)) {
      node.is_unsized = nodes_[a].is_unsized;
      node.width = nodes_[a].width;
      node.is_signed = nodes_[a].is_signed;
    } else if (!is_logical(sign) && !is_comparison(sign)) {
      node.width = std::max(nodes_[a].width, nodes_[b].width);
      node.is_signed = nodes_[a].is_signed && nodes_[b].is_signed;
      node.is_unsized = nodes_[a].is_unsized || nodes_[b].is_unsized;
    }
    if (sign == "/" || sign == "%") {
      const Node& divisor = nodes_[b];
      if (divisor.kind != Kind::Constant || divisor.value.is_zero())
        fail("division by anything but a constant other than zero: it may be x in Verilog");
    }
    return add(std::move(node));
  }

  std::uint32_t unary(unsigned depth) {
    if (depth > kDeepest) fail(fmt::format("more than {} levels of nesting", kDeepest));
    for (const std::string_view sign :
         {"~&", "~|", "~^", "^~", "!", "~", "&", "|", "^", "+", "-"}) {
      if (!take(sign)) continue;
      const std::uint32_t inner = unary(depth + 1);
      Node node{Kind::Unary, std::string(sign), {inner}, {}, BitVector(1, 0)};
      if (sign == "~" || sign == "+" || sign == "-") {
        node.width = nodes_[inner].width;
        node.is_signed = nodes_[inner].is_signed;
        node.is_unsized = nodes_[inner].is_unsized;
      }
      return add(std::move(node));
    }
    return primary(depth + 1);
  }

  std::uint32_t primary(unsigned depth) {
    skip();
    if (at_ == text_.size()) fail("expected an operand, got the end");
    const char c = text_[at_];
    if (take("(")) {
      const std::uint32_t inner = conditional(depth);
      expect(")");
      return inner;
    }
    if (take("{")) return braces(depth);
    const bool is_signed = sees("$signed");
    if (take("$signed") || take("$unsigned")) {
      expect("(");
      const std::uint32_t inner = conditional(depth);
      expect(")");
      Node node{Kind::Cast, "", {inner}, {}, BitVector(1, 0)};
      node.width = nodes_[inner].width;
      node.is_signed = is_signed;
      node.is_unsized = nodes_[inner].is_unsized;
      return add(std::move(node));
    }
    if (c == '\'' || (c >= '0' && c <= '9')) return number(depth);
    return signal(depth);
  }

  std::uint32_t braces(unsigned depth) {
    const std::uint32_t first = conditional(depth);
    Node node{Kind::Concat, "", {first}, {}, BitVector(1, 0)};
    if (take("{")) {
      const std::uint32_t count = constant(first, "how often");
      if (count == 0) fail("a replication of 0 times");
      const std::uint32_t inner = braces(depth + 1);
      expect("}");
      if (std::uint64_t{count} * nodes_[inner].width > kWidest)
        fail(fmt::format("a width above {}", kWidest));
      node.operands.assign(count, inner);
      node.width = count * nodes_[inner].width;
      return add(std::move(node));
    }
    node.width = nodes_[first].width;
    require_size(first);
    while (take(",")) {
      const std::uint32_t next = conditional(depth);
      require_size(next);
      node.operands.push_back(next);
      node.width = std::min(node.width + nodes_[next].width, kWidest + 1);
    }
    expect("}");
    return add(std::move(node));
  }

  void require_size(std::uint32_t node) const {
    if (nodes_[node].is_unsized) fail("in braces, a number needs a size: write 8'd3");
  }

  std::uint32_t constant(std::uint32_t node, std::string_view what) const {
    const Node& found = nodes_[node];
    if (found.kind != Kind::Constant || found.value.width() > 64 || found.value.low() > kWidest)
      fail(fmt::format("expected a small constant as {}", what));
    return static_cast<std::uint32_t>(found.value.low());
  }

  std::string digits(std::string_view allowed) {
    std::string result;
    for (; at_ < text_.size(); ++at_) {
      const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
      if (c == '_') continue;
      if (allowed.find(c) == std::string_view::npos) break;
      result += c;
    }
    return result;
  }

  std::uint32_t number(unsigned depth) {
    Node node;
    const std::size_t begin = at_;
    const std::string size = digits("0123456789");
    skip();
    if (!take("'")) {
      // Without a size: 32 bits, with a sign.
      if (size.size() > 10) fail_at(begin, "a number without a size that takes more than 32 bits");
      const mpz_class value(size);
      if (value > 0x7FFFFFFF)
        fail_at(begin, "a number without a size that takes more than 31 bits");
      node.width = 32;
      node.is_signed = node.is_unsized = true;
      node.value = BitVector(32, value.get_ui());
      return add(std::move(node));
    }
    if (size.size() > 5 || (!size.empty() && std::stoul(size) > kWidest))
      fail_at(begin, fmt::format("a width above {}", kWidest));
    node.width = size.empty() ? 32 : static_cast<std::uint32_t>(std::stoul(size));
    if (node.width == 0) fail_at(begin, "a width of 0");
    node.is_unsized = size.empty();
    if (!size.empty() && sees("(")) return size_cast(node.width, depth);
    if (at_ < text_.size() && (text_[at_] == 's' || text_[at_] == 'S')) {
      node.is_signed = true;
      ++at_;
    }
    const char base = at_ < text_.size()
                          ? static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])))
                          : ' ';
    const int radix = base == 'b' ? 2 : base == 'o' ? 8 : base == 'd' ? 10 : base == 'h' ? 16 : 0;
    if (radix == 0) fail("expected a base, one of b, o, d, h");
    ++at_;
    skip();
    const std::string value = digits(std::string_view("0123456789abcdef").substr(0, radix));
    if (value.empty() ||
        (at_ < text_.size() &&
         (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '?')))
      fail("expected digits of that base (x and z have no meaning here)");
    if (value.size() > 5000) fail_at(begin, "a number of more than 5000 digits");
    const mpz_class parsed(value, radix);
    mpz_class limit = 1;
    limit <<= node.width;
    if (parsed >= limit)
      fail_at(begin, fmt::format("a number that {} bits cannot hold", node.width));
    node.value = BitVector::parse(node.width, parsed.get_str(2), 2);
    return add(std::move(node));
  }

  std::uint32_t size_cast(std::uint32_t width, unsigned depth) {
    expect("(");
    const std::uint32_t inner = conditional(depth);
    expect(")");
    Node node{Kind::Cast, "", {inner}, {}, BitVector(1, 0)};
    node.width = width;
    node.is_signed = nodes_[inner].is_signed;
    return add(std::move(node));
  }

  /// A level of a name; escaped ones end at a blank.
  std::string level() {
    if (at_ < text_.size() && text_[at_] == '\\') {
      const std::size_t begin = ++at_;
      while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
      std::string name(text_.substr(begin, at_ - begin));
      skip();
      return name;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == '$'))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// The longest name that the model has: "gen[3].x" has an index inside, "mem[3]" may be a name.
  std::uint32_t signal(unsigned depth) {
    const std::size_t begin = at_;
    std::string name, longest;
    std::size_t end = at_;
    Term found = kNoTerm;
    for (;;) {
      const std::string part = level();
      if (part.empty()) break;
      name += part;
      const auto look = [&] {
        if (const auto place = signals_.find(name); place != signals_.end()) {
          found = place->second;
          end = at_;
        }
      };
      look();
      if (longest.empty()) longest = name;
      const std::size_t bracket = at_;
      if (at_ < text_.size() && text_[at_] == '[') {
        const std::size_t close = text_.find(']', at_);
        if (close == std::string_view::npos) break;
        name += text_.substr(bracket, close + 1 - bracket);
        at_ = close + 1;
        look();
      }
      if (at_ >= text_.size() || text_[at_] != '.') break;
      name += '.';
      ++at_;
    }
    at_ = begin;
    if (!found.valid()) {
      if (longest.empty()) fail(fmt::format("expected an operand, got '{}'", rest()));
      std::vector<std::string_view> known;
      for (const auto& [known_name, term] : signals_) known.push_back(known_name);
      std::sort(known.begin(), known.end());
      const std::string_view near = nearest_name(name, known);
      fail(fmt::format(
          "the model has no signal '{}'{}", printable(name, 80),
          near.empty() ? "" : fmt::format("; did you mean '{}'?", printable(near, 80))));
    }
    at_ = end;
    return selected(found, depth);
  }

  std::uint32_t selected(Term signal, unsigned depth) {
    const Sort& sort = terms_.sort(signal);
    Node node;
    node.signal = signal;
    if (sort.is_array()) {
      expect("[");
      const std::uint32_t index = conditional(depth);
      expect("]");
      node.kind = Kind::Memory;
      node.operands = {index};
      node.width = sort.element_sort().width();
      const std::uint32_t index_width = sort.index_sort().width();
      const Node& given = nodes_[index];
      const bool fits =
          given.kind == Kind::Constant
              ? given.value.width() <= index_width ||
                    given.value.extract(given.value.width() - 1, index_width).is_zero()
              : given.width <= index_width;
      if (!fits)
        fail(
            fmt::format("an index of {} bits into a memory with one of {}: it may be beyond the "
                        "last word",
                        given.width, index_width));
      return add(std::move(node));
    }
    node.kind = Kind::Signal;
    node.width = sort.is_bool() ? 1 : sort.width();
    if (!take("[")) return add(std::move(node));
    const std::uint32_t width = node.width;
    const std::uint32_t first = conditional(depth);
    if (take(":")) {
      node.kind = Kind::Part;
      node.high = constant(first, "the upper bit");
      node.low = constant(conditional(depth), "the lower bit");
      if (node.high < node.low || node.high >= width)
        fail(fmt::format("bits {} to {} of a signal of {}", node.high, node.low, width));
      node.width = node.high - node.low + 1;
    } else if (nodes_[first].kind == Kind::Constant) {
      node.kind = Kind::Part;
      node.high = node.low = constant(first, "the bit");
      if (node.high >= width) fail(fmt::format("bit {} of a signal of {}", node.high, width));
      node.width = 1;
    } else {
      const std::uint32_t index_width = nodes_[first].width;
      if (index_width >= 32 || (std::uint64_t{1} << index_width) > width)
        fail("an index that may be beyond the last bit, which is x in Verilog");
      node.kind = Kind::Bit;
      node.operands = {first};
      node.width = 1;
    }
    expect("]");
    return add(std::move(node));
  }

  // --- what it means ---

  Term bits_of(Term term) {
    return terms_.sort(term).is_bool() ? terms_.ite(term, terms_.bv(1, 1), terms_.bv(1, 0)) : term;
  }
  Term bit(Term boolean) { return bits_of(boolean); }
  Term is_true(Term bits) { return terms_.distinct(bits, terms_.bv(terms_.sort(bits).width(), 0)); }
  Term truth(std::uint32_t node) { return is_true(meaning(node, nodes_[node].width)); }
  Term resized(Term bits, std::uint32_t width, bool has_sign) {
    return has_sign ? terms_.resize_signed(bits, width) : terms_.resize_unsigned(bits, width);
  }

  /// By itself, in `width` bits (at least its own).
  Term meaning(std::uint32_t node, std::uint32_t width) {
    return in_context(node, width, nodes_[node].is_signed);
  }

  /// In `width` bits; an expression that is unsigned extends all its parts with zeros.
  Term in_context(std::uint32_t number, std::uint32_t width, bool has_sign) {
    const Node& node = nodes_[number];
    switch (node.kind) {
      case Kind::Constant:
        return resized(terms_.constant(Value(node.value)), width, has_sign);
      case Kind::Signal:
        return resized(bits_of(node.signal), width, has_sign);
      case Kind::Part:
        return resized(terms_.extract(bits_of(node.signal), node.high, node.low), width, has_sign);
      case Kind::Bit: {
        const Term bits = bits_of(node.signal);
        const Term index = meaning(node.operands[0], nodes_[node.operands[0]].width);
        const Term amount = terms_.resize_unsigned(index, terms_.sort(bits).width());
        return resized(terms_.extract(terms_.make(Op::BvLshr, {bits, amount}), 0, 0), width,
                       has_sign);
      }
      case Kind::Memory: {
        const Term index =
            terms_.resize_unsigned(meaning(node.operands[0], nodes_[node.operands[0]].width),
                                   terms_.sort(node.signal).index_sort().width());
        return resized(terms_.select(node.signal, index), width, has_sign);
      }
      case Kind::Cast: {
        const Node& inner = nodes_[node.operands[0]];
        // Cut or extended by the sign of what is inside, then in this context by its own.
        const Term own =
            resized(meaning(node.operands[0], inner.width), node.width, inner.is_signed);
        return resized(own, width, has_sign);
      }
      case Kind::Concat: {
        Term all = kNoTerm;
        for (const std::uint32_t part : node.operands) {
          const Term bits = meaning(part, nodes_[part].width);
          all = all.valid() ? terms_.concat(all, bits) : bits;
        }
        return resized(all, width, has_sign);
      }
      case Kind::Conditional:
        return terms_.ite(truth(node.operands[0]), in_context(node.operands[1], width, has_sign),
                          in_context(node.operands[2], width, has_sign));
      case Kind::Unary:
        return unary_meaning(node, width, has_sign);
      case Kind::Binary:
        break;
    }
    return binary_meaning(node, width, has_sign);
  }

  Term unary_meaning(const Node& node, std::uint32_t width, bool has_sign) {
    const std::uint32_t inner = node.operands[0];
    if (node.sign == "+") return in_context(inner, width, has_sign);
    if (node.sign == "-") return terms_.make(Op::BvNeg, {in_context(inner, width, has_sign)});
    if (node.sign == "~") return terms_.make(Op::BvNot, {in_context(inner, width, has_sign)});
    const Term own = meaning(inner, nodes_[inner].width);
    const std::uint32_t own_width = nodes_[inner].width;
    Term result;
    if (node.sign == "!" || node.sign == "~|") {
      result = terms_.not_(is_true(own));
    } else if (node.sign == "|") {
      result = is_true(own);
    } else if (node.sign == "&" || node.sign == "~&") {
      result = terms_.equal(own, terms_.constant(Value(BitVector::ones(own_width))));
      if (node.sign == "~&") result = terms_.not_(result);
    } else {
      result = terms_.false_term();
      for (std::uint32_t i = 0; i < own_width; ++i)
        result = terms_.xor_(result, is_true(terms_.extract(own, i, i)));
      if (node.sign != "^") result = terms_.not_(result);
    }
    return resized(bit(result), width, has_sign);
  }

  Term binary_meaning(const Node& node, std::uint32_t width, bool has_sign) {
    const std::string& sign = node.sign;
    const std::uint32_t a = node.operands[0], b = node.operands[1];
    if (is_logical(sign)) {
      const Term left = truth(a), right = truth(b);
      return resized(bit(sign == "&&"   ? terms_.and_(left, right)
                         : sign == "||" ? terms_.or_(left, right)
                                        : terms_.implies(left, right)),
                     width, has_sign);
    }
    if (is_comparison(sign)) {
      const std::uint32_t common = std::max(nodes_[a].width, nodes_[b].width);
      const bool signs = nodes_[a].is_signed && nodes_[b].is_signed;
      return resized(
          bit(comparison(sign, in_context(a, common, signs), in_context(b, common, signs), signs)),
          width, has_sign);
    }
    const Term left = in_context(a, width, has_sign);
    if (is_shift(sign)) return shifted(sign, left, b, width, has_sign);
    const Term right = in_context(b, width, has_sign);
    if (sign == "+") return terms_.make(Op::BvAdd, {left, right});
    if (sign == "-") return terms_.bv_sub(left, right);
    if (sign == "*") return terms_.make(Op::BvMul, {left, right});
    if (sign == "/") return terms_.make(has_sign ? Op::BvSdiv : Op::BvUdiv, {left, right});
    if (sign == "%") return terms_.make(has_sign ? Op::BvSrem : Op::BvUrem, {left, right});
    if (sign == "&") return terms_.make(Op::BvAnd, {left, right});
    if (sign == "|") return terms_.make(Op::BvOr, {left, right});
    const Term different = terms_.make(Op::BvXor, {left, right});
    return sign == "^" ? different : terms_.make(Op::BvNot, {different});
  }

  Term comparison(const std::string& sign, Term a, Term b, bool signs) {
    if (sign == "==" || sign == "===") return terms_.equal(a, b);
    if (sign == "!=" || sign == "!==") return terms_.distinct(a, b);
    const Op less = signs ? Op::BvSlt : Op::BvUlt, at_most = signs ? Op::BvSle : Op::BvUle;
    if (sign == "<") return terms_.make(less, {a, b});
    if (sign == "<=") return terms_.make(at_most, {a, b});
    if (sign == ">") return terms_.make(less, {b, a});
    return terms_.make(at_most, {b, a});
  }

  /// The amount is unsigned and has a width of its own.
  Term shifted(const std::string& sign, Term left, std::uint32_t b, std::uint32_t width,
               bool has_sign) {
    const Term own = meaning(b, nodes_[b].width);
    const std::uint32_t common = std::max(width, nodes_[b].width);
    const bool is_arithmetic = sign == ">>>" && has_sign;
    const Term wide = resized(left, common, is_arithmetic);
    const Term amount = terms_.resize_unsigned(own, common);
    const Op op = sign == "<<" || sign == "<<<" ? Op::BvShl
                  : is_arithmetic               ? Op::BvAshr
                                                : Op::BvLshr;
    return terms_.resize_unsigned(terms_.make(op, {wide, amount}), width);
  }

  std::string_view text_;
  Terms& terms_;
  const Position& begin_;
  std::unordered_map<std::string, Term> signals_;
  std::vector<Node> nodes_;
  std::size_t at_ = 0;
};

}  // namespace

Term parse_verilog_expression(std::string_view text, const WordModel& model,
                              const Position& begin) {
  return Parser(text, model, begin).run();
}

std::vector<NamedInvariant> read_verilog_invariants(std::string_view text, const std::string& name,
                                                    const WordModel& model) {
  std::vector<NamedInvariant> result;
  std::uint64_t number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
    line = line.substr(0, line.find("//"));
    line = line.substr(0, line.find_last_not_of(" \t\r;") + 1);
    if (line.size() <= begin || line[begin] == '#') continue;
    const std::string_view expression = line.substr(begin);
    result.push_back({parse_verilog_expression(expression, model, {name, number, begin + 1}),
                      std::string(expression), number});
  }
  return result;
}

}  // namespace cairn
