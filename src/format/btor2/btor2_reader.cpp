// SPDX-License-Identifier: MIT
//
// Reads a line at a time and makes its terms at once: what a line refers to stands before it. The
// file is not trusted: ids are looked up among those of the lines so far (they increase, so the
// lines are sorted), and no number of the file decides how much is allocated. Beyond the format,
// tabs separate fields, too, lines may end in "\r\n", and the last line needs no end.
#include "format/btor2/btor2_reader.h"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/nearest_name.h"
#include "format/btor2/btor2_lines.h"
#include "format/btor2/btor2_operators.h"

namespace cairn {
namespace {

using Tag = Btor2Tag;

/// What terms can hold (logic/word/sort.h).
constexpr std::uint32_t kMaxWidth = 65535;
constexpr std::uint64_t kMaxId = (std::uint64_t{1} << 62) - 1;
/// Terms can tell ten times as many sorts apart.
constexpr std::size_t kMaxArraySorts = 1'000'000;
/// Constants may take this many bits, and for each byte of the file that many: a line of a few
/// bytes can make one of 8 kB.
constexpr std::uint64_t kFreeConstantBits = std::uint64_t{8} * 64 << 20;
constexpr std::uint64_t kConstantBitsPerByte = 8 * 16;

/// A line of the file.
struct Node {
  std::uint64_t id = 0;
  std::uint64_t line = 0;
  Tag tag = Tag::Sort;
  bool reads_input = false;
  Sort sort;  ///< of the value, or the one that the line defines
  Btor2Value value;
  std::uint32_t position = 0;  ///< of a state, in the system
};

/// An operand: the value of an earlier line or its bitwise negation.
struct Argument {
  Node* node = nullptr;
  bool negated = false;
  Btor2Value negation;
  std::size_t at = 0;  ///< where the file has it

  Btor2Value& value() { return negated ? negation : node->value; }
  const Sort& sort() const { return node->sort; }
};

std::string bits_text(std::uint32_t width) {
  return fmt::format("{} bit{}", width, width == 1 ? "" : "s");
}

std::string sort_text(const Sort& sort) {
  if (!sort.is_array()) return bits_text(sort.width());
  return fmt::format("an array of {} indexed by {}", bits_text(sort.element.bits()),
                     bits_text(sort.index.bits()));
}

/// One bit is a Boolean, except in arrays.
Sort word_sort(std::uint32_t width) {
  return width == 1 ? Sort::boolean() : Sort::bit_vector(width);
}

bool has_digits_only(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

class Btor2Reader {
 public:
  Btor2Reader(const Source& source, std::shared_ptr<Terms> terms)
      : lines_(source),
        max_constant_bits_(kFreeConstantBits + kConstantBitsPerByte * source.bytes.size()),
        terms_(terms ? std::move(terms) : std::make_shared<Terms>()),
        operators_(*terms_) {
    model_.system.terms = terms_;
  }

  Btor2Model read();

 private:
  WordSystem& system() { return model_.system; }

  void read_line();
  std::uint64_t read_new_id();
  Tag read_tag();
  void read_sort_line();
  void read_constant();
  void read_leaf();
  void read_unary();
  void read_slice();
  void read_extension();
  void read_binary();
  void read_read();
  void read_ite();
  void read_write();
  void read_initial();
  void read_next();
  void read_property();
  void read_justice();
  void read_symbol();

  std::optional<std::uint64_t> parse_id(std::string_view field) const;
  std::uint32_t read_number(const char* what);
  Node* find(std::uint64_t id);
  Sort read_sort(const char* what);
  Argument read_argument(const char* what);
  Argument read_word(const char* what);
  Argument read_state();
  Term one_bit(Argument& argument);
  BitVector parse_constant(std::string_view digits, std::uint32_t width);
  BitVector parse_decimal(std::string_view digits, std::uint32_t width);
  void expect_sort(const Sort& result);
  void expect_same(const Argument& a, const Argument& b);
  void set_value(Btor2Value value, std::initializer_list<const Argument*> arguments);
  std::string_view name() const { return btor2_name(node_.tag); }
  [[noreturn]] void fail(std::string_view message) const { lines_.fail(message); }
  [[noreturn]] void fail_at(const Argument& argument, std::string_view message) const {
    lines_.fail_at(argument.at, message);
  }

  Btor2Lines lines_;
  const std::uint64_t max_constant_bits_;
  std::shared_ptr<Terms> terms_;
  Btor2Operators operators_;
  Btor2Model model_;
  std::vector<Node> nodes_;  // by id
  Node node_;                // of the line that is read
  std::size_t sort_at_ = 0;  // where its sort is
  std::string symbol_;       // of the line that is read
  std::size_t array_sorts_ = 0;
  // Symbols that are numbers: perhaps an argument too many.
  std::uint64_t surplus_ = 0, surplus_line_ = 0;
  std::string surplus_text_;
};

Btor2Model Btor2Reader::read() {
  while (lines_.next()) {
    read_line();
    nodes_.push_back(node_);
    if (terms_->constant_bits() > max_constant_bits_)
      fail(fmt::format("constants take more than {} MB, the limit for a file of this size",
                       max_constant_bits_ >> 23));
  }
  if (nodes_.empty()) fail("no lines, expected BTOR2, such as '1 sort bitvec 8'");
  if (lines_.saw_carriage_return())
    model_.warnings.emplace_back("lines end in carriage return and newline, expected newline");
  if (surplus_ > 0)
    model_.warnings.push_back(fmt::format(
        "line {}: '{}' after the arguments is taken as a symbol{}", surplus_line_,
        printable(surplus_text_, 40),
        surplus_ == 1 ? "" : fmt::format(", and so are numbers of {} more lines", surplus_ - 1)));
  return std::move(model_);
}

void Btor2Reader::read_line() {
  node_ = {};
  symbol_.clear();
  node_.id = read_new_id();
  node_.line = lines_.number();
  node_.tag = read_tag();
  switch (node_.tag) {
    case Tag::Sort:
      return read_sort_line();
    case Tag::Init:
      return read_initial();
    case Tag::Next:
      return read_next();
    case Tag::Bad:
    case Tag::Constraint:
    case Tag::Fair:
    case Tag::Output:
      return read_property();
    case Tag::Justice:
      return read_justice();
    case Tag::Input:
    case Tag::State:
      return read_leaf();
    case Tag::Slice:
      return read_slice();
    case Tag::Uext:
    case Tag::Sext:
      return read_extension();
    case Tag::Read:
      return read_read();
    case Tag::Ite:
      return read_ite();
    case Tag::Write:
      return read_write();
    default:
      break;
  }
  if (node_.tag <= Tag::Zero) return read_constant();
  if (node_.tag <= Tag::Redxor) return read_unary();
  read_binary();
}

std::optional<std::uint64_t> Btor2Reader::parse_id(std::string_view field) const {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), id);
  if (end != field.data() + field.size() || error == std::errc::invalid_argument)
    return std::nullopt;
  if (error == std::errc::result_out_of_range || id > kMaxId)
    fail(fmt::format("id {} exceeds the limit {}", printable(field, 40), kMaxId));
  return id;
}

std::uint64_t Btor2Reader::read_new_id() {
  const auto id = parse_id(lines_.field());
  if (!id) fail(fmt::format("expected an id, got {}", lines_.found()));
  if (*id == 0) fail("id 0, expected ids from 1");
  if (nodes_.empty() || *id > nodes_.back().id) return *id;
  if (const Node* earlier = find(*id))
    fail(fmt::format("id {} already defined (line {})", *id, earlier->line));
  fail(fmt::format("id {} after id {}, expected ids in increasing order", *id, nodes_.back().id));
}

Tag Btor2Reader::read_tag() {
  const std::string_view field = lines_.field();
  if (field.empty()) fail("expected an operator after the id, got end of line");
  const auto tag = btor2_tag(field);
  if (!tag) {
    const std::string_view near = nearest_name(field, btor2_names());
    fail(fmt::format("unknown operator {}{}", lines_.found(),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  return *tag;
}

std::uint32_t Btor2Reader::read_number(const char* what) {
  const std::string_view field = lines_.field();
  if (!has_digits_only(field, "0123456789"))
    fail(fmt::format("{}: expected {}, got {}", name(), what, lines_.found()));
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error == std::errc::result_out_of_range)
    fail(fmt::format("{}: {} {} exceeds the limit {}", name(), what, printable(field, 40),
                     UINT32_MAX));
  return number;
}

// Ids increase, so that an id's line is at most as far down as the id says; in most files there are
// no gaps and it is there.
Node* Btor2Reader::find(std::uint64_t id) {
  if (id - 1 < nodes_.size() && nodes_[id - 1].id == id) return &nodes_[id - 1];
  const auto place =
      std::lower_bound(nodes_.begin(), nodes_.end(), id,
                       [](const Node& node, std::uint64_t other) { return node.id < other; });
  return place != nodes_.end() && place->id == id ? &*place : nullptr;
}

Sort Btor2Reader::read_sort(const char* what) {
  const std::string_view field = lines_.field();
  const auto id = parse_id(field);
  if (!id) {
    if (field.starts_with('-') && parse_id(field.substr(1)))
      fail(fmt::format("{}: sort {} is negated", name(), lines_.found()));
    fail(fmt::format("{}: expected {}, got {}", name(), what, lines_.found()));
  }
  const Node* node = find(*id);
  if (node == nullptr) fail(fmt::format("{}: sort {} is not defined", name(), *id));
  if (node->tag != Tag::Sort)
    fail(fmt::format("{}: expected {}, but {} is '{}' (line {})", name(), what, *id,
                     btor2_name(node->tag), node->line));
  return node->sort;
}

Argument Btor2Reader::read_argument(const char* what) {
  std::string_view field = lines_.field();
  Argument result;
  result.at = lines_.at();
  result.negated = field.starts_with('-');
  const auto id = parse_id(field.substr(result.negated ? 1 : 0));
  if (!id) fail(fmt::format("{}: expected {}, got {}", name(), what, lines_.found()));
  result.node = find(*id);
  if (result.node == nullptr) {
    if (*id == node_.id) fail(fmt::format("{}: {} refers to itself", name(), *id));
    fail(fmt::format("{}: {} is not defined {}", name(), *id,
                     *id > node_.id ? "yet, expected an earlier line" : "by any earlier line"));
  }
  const Tag tag = result.node->tag;
  if (tag < Tag::Input)
    fail(fmt::format("{}: expected {}, but {} is '{}' (line {}), which has no value", name(), what,
                     *id, btor2_name(tag), result.node->line));
  if (result.negated) {
    if (result.sort().is_array()) fail(fmt::format("{}: array {} is negated", name(), *id));
    result.negation = operators_.negate(result.node->value);
  }
  return result;
}

Argument Btor2Reader::read_word(const char* what) {
  Argument result = read_argument(what);
  if (result.sort().is_array())
    fail(fmt::format("{}: expected bits as {}, got {}", name(), what, sort_text(result.sort())));
  return result;
}

Argument Btor2Reader::read_state() {
  Argument result = read_argument("a state");
  if (result.negated) fail(fmt::format("{}: state {} is negated", name(), lines_.found()));
  if (result.node->tag != Tag::State)
    fail(fmt::format("{}: expected a state, but {} is '{}' (line {})", name(), result.node->id,
                     btor2_name(result.node->tag), result.node->line));
  return result;
}

Term Btor2Reader::one_bit(Argument& argument) {
  if (argument.sort().is_bool()) return argument.value().term;
  fail_at(argument, fmt::format("{}: expected 1 bit, got {}", name(), sort_text(argument.sort())));
}

void Btor2Reader::expect_sort(const Sort& result) {
  if (result == node_.sort) return;
  lines_.fail_at(sort_at_, fmt::format("{}: the result is {}, but its sort {}", name(),
                                       sort_text(result), sort_text(node_.sort)));
}

void Btor2Reader::expect_same(const Argument& a, const Argument& b) {
  if (a.sort() == b.sort()) return;
  fail_at(b, a.sort().is_array() || b.sort().is_array()
                 ? fmt::format("{}: operands are {} and {}", name(), sort_text(a.sort()),
                               sort_text(b.sort()))
                 : fmt::format("{}: operands are {} and {} bits", name(), a.sort().width(),
                               b.sort().width()));
}

void Btor2Reader::set_value(Btor2Value value, std::initializer_list<const Argument*> arguments) {
  node_.value = value;
  for (const Argument* argument : arguments) node_.reads_input |= argument->node->reads_input;
  read_symbol();
}

void Btor2Reader::read_symbol() {
  symbol_ = lines_.symbol();
  if (symbol_.empty()) return;
  const std::string_view digits = symbol_;
  if (has_digits_only(digits.substr(digits.front() == '-' ? 1 : 0), "0123456789") &&
      surplus_++ == 0) {
    surplus_line_ = lines_.number();
    surplus_text_ = symbol_;
  }
  if (!lines_.field().empty())
    fail(fmt::format("expected end of line after symbol '{}', got {}", printable(symbol_, 40),
                     lines_.found()));
}

void Btor2Reader::read_sort_line() {
  const std::string_view kind = lines_.field();
  if (kind == "bitvec") {
    const std::uint32_t width = read_number("the width");
    if (width == 0) fail("sort: width 0, expected at least 1");
    if (width > kMaxWidth)
      fail(fmt::format("sort: width {} exceeds the limit {}", width, kMaxWidth));
    node_.sort = word_sort(width);
  } else if (kind == "array") {
    if (++array_sorts_ > kMaxArraySorts)
      fail(fmt::format("sort: more than {} sorts of arrays", kMaxArraySorts));
    std::array<Sort, 2> parts;
    for (const bool element : {false, true}) {
      const Sort part = read_sort(element ? "the sort of elements" : "the sort of indices");
      if (part.is_array())
        fail(
            fmt::format("sort: arrays {} arrays are not supported", element ? "of" : "indexed by"));
      parts[element] = Sort::bit_vector(part.width());
    }
    node_.sort = Sort::array_of(parts[0], parts[1]);
  } else {
    fail(fmt::format("sort: expected 'bitvec' or 'array', got {}", lines_.found()));
  }
  read_symbol();
}

BitVector Btor2Reader::parse_decimal(std::string_view digits, std::uint32_t width) {
  const std::string_view text = digits;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (!has_digits_only(digits, "0123456789"))
    fail(fmt::format("constd: expected a decimal number, got {}", lines_.found()));
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  // Ten digits take more than 33 bits.
  bool fits = digits.size() <= 10 * (std::size_t{width} / 33 + 1);
  mpz_class number;
  if (fits) {
    number = mpz_class(std::string(digits), 10);
    const mpz_class limit = mpz_class(1) << (negative ? width - 1 : width);
    fits = negative ? number <= limit : number < limit;
  }
  if (!fits) fail(fmt::format("constd: {} does not fit {}", printable(text, 40), bits_text(width)));
  return to_bit_vector(width, negative ? mpz_class(-number) : number);
}

BitVector Btor2Reader::parse_constant(std::string_view digits, std::uint32_t width) {
  if (node_.tag == Tag::Constd) return parse_decimal(digits, width);
  if (node_.tag == Tag::Const) {
    if (!has_digits_only(digits, "01"))
      fail(fmt::format("const: expected digits 0 and 1, got {}", lines_.found()));
    if (digits.size() != width)
      fail(fmt::format("const: {} digits, but its sort is {}", digits.size(), bits_text(width)));
    return BitVector::parse(width, digits, 2);
  }
  if (!has_digits_only(digits, "0123456789abcdefABCDEF"))
    fail(fmt::format("consth: expected hexadecimal digits, got {}", lines_.found()));
  const std::string_view text = digits;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  const bool fits = digits.size() <= (std::size_t{width} + 3) / 4 &&
                    BitVector::parse(width + 4, digits, 16).extract(width + 3, width).is_zero();
  if (!fits) fail(fmt::format("consth: {} does not fit {}", printable(text, 40), bits_text(width)));
  return BitVector::parse(width, digits, 16);
}

void Btor2Reader::read_constant() {
  node_.sort = read_sort("a sort");
  if (node_.sort.is_array())
    fail(fmt::format("{}: expected a sort of bits, got {}", name(), sort_text(node_.sort)));
  const std::uint32_t width = node_.sort.width();
  const auto value = [&] {
    switch (node_.tag) {
      case Tag::One:
        return BitVector(width, 1);
      case Tag::Ones:
        return BitVector::ones(width);
      case Tag::Zero:
        return BitVector(width, 0);
      default:
        return parse_constant(lines_.field(), width);
    }
  }();
  set_value(operators_.from_word(terms_->constant(Value(value))), {});
}

void Btor2Reader::read_leaf() {
  node_.sort = read_sort("a sort");
  read_symbol();
  const bool is_input = node_.tag == Tag::Input;
  if (symbol_.empty()) symbol_ = fmt::format("{}{}", name(), node_.id);
  const Term term = terms_->variable(symbol_, node_.sort);
  node_.value = {term};
  node_.reads_input = is_input;
  if (is_input) {
    system().inputs.push_back(term);
    model_.input_ids.push_back(node_.id);
  } else {
    node_.position = static_cast<std::uint32_t>(system().states.size());
    system().states.push_back({term, kNoTerm, kNoTerm});
    model_.state_ids.push_back(node_.id);
  }
}

void Btor2Reader::read_unary() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument a = read_word("an operand");
  expect_sort(node_.tag >= Tag::Redand ? Sort::boolean() : a.sort());
  set_value(operators_.unary(node_.tag, a.value()), {&a});
}

void Btor2Reader::read_slice() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument a = read_word("an operand");
  const std::uint32_t high = read_number("the upper bit");
  if (high >= a.sort().width())
    fail(fmt::format("slice: bit {} of an operand of {}", high, bits_text(a.sort().width())));
  const std::uint32_t low = read_number("the lower bit");
  if (low > high) fail(fmt::format("slice: lower bit {} above upper bit {}", low, high));
  expect_sort(word_sort(high - low + 1));
  set_value(operators_.slice(a.value(), high, low), {&a});
}

void Btor2Reader::read_extension() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument a = read_word("an operand");
  const std::uint32_t more = read_number("the number of bits to add");
  const std::uint64_t width = std::uint64_t{a.sort().width()} + more;
  if (width > kMaxWidth)
    fail(fmt::format("{}: width {} exceeds the limit {}", name(), width, kMaxWidth));
  expect_sort(word_sort(static_cast<std::uint32_t>(width)));
  set_value(operators_.extend(node_.tag, a.value(), static_cast<std::uint32_t>(width)), {&a});
}

void Btor2Reader::read_binary() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  const Tag tag = node_.tag;
  const bool any_sort = tag == Tag::Eq || tag == Tag::Neq;
  Argument a = any_sort ? read_argument("the first operand") : read_word("the first operand");
  Argument b = any_sort ? read_argument("the second operand") : read_word("the second operand");
  if (tag == Tag::Concat) {
    const std::uint32_t width = a.sort().width() + b.sort().width();
    if (width > kMaxWidth)
      fail(fmt::format("concat: width {} exceeds the limit {}", width, kMaxWidth));
    expect_sort(Sort::bit_vector(width));
  } else {
    if (tag == Tag::Iff || tag == Tag::Implies) {
      one_bit(a);
      one_bit(b);
    }
    expect_same(a, b);
    expect_sort(tag < Tag::And ? Sort::boolean() : a.sort());
  }
  if ((tag == Tag::Smulo || tag == Tag::Umulo) && a.sort().width() > kMaxWidth / 2)
    fail(fmt::format("{}: operands of {} bits exceed the limit {} for this operator", name(),
                     a.sort().width(), kMaxWidth / 2));
  set_value(operators_.binary(tag, a.value(), b.value()), {&a, &b});
}

void Btor2Reader::read_read() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument array = read_argument("an array");
  if (!array.sort().is_array())
    fail(fmt::format("read: expected an array, got {}", sort_text(array.sort())));
  Argument index = read_word("an index");
  if (index.sort().width() != array.sort().index.bits())
    fail(fmt::format("read: the index has {}, but that of the array {}",
                     bits_text(index.sort().width()), bits_text(array.sort().index.bits())));
  expect_sort(word_sort(array.sort().element.bits()));
  set_value(operators_.binary(Tag::Read, array.value(), index.value()), {&array, &index});
}

void Btor2Reader::read_ite() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument condition = read_word("the condition");
  one_bit(condition);
  Argument then = read_argument("the second operand");
  Argument otherwise = read_argument("the third operand");
  expect_same(then, otherwise);
  expect_sort(then.sort());
  set_value(operators_.ite(condition.value(), then.value(), otherwise.value()),
            {&condition, &then, &otherwise});
}

void Btor2Reader::read_write() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  Argument array = read_argument("an array");
  if (!array.sort().is_array())
    fail(fmt::format("write: expected an array, got {}", sort_text(array.sort())));
  Argument index = read_word("an index");
  if (index.sort().width() != array.sort().index.bits())
    fail(fmt::format("write: the index has {}, but that of the array {}",
                     bits_text(index.sort().width()), bits_text(array.sort().index.bits())));
  Argument element = read_word("an element");
  if (element.sort().width() != array.sort().element.bits())
    fail(fmt::format("write: the element has {}, but those of the array {}",
                     bits_text(element.sort().width()), bits_text(array.sort().element.bits())));
  expect_sort(array.sort());
  set_value(operators_.write(array.value(), index.value(), element.value()),
            {&array, &index, &element});
}

void Btor2Reader::read_initial() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  const Argument state = read_state();
  expect_sort(state.sort());
  const std::uint64_t id = state.node->id;
  WordState& target = system().states[state.node->position];
  if (target.init.valid()) fail(fmt::format("init: state {} has an initial value already", id));
  Argument value = read_argument("the initial value");
  if (value.node->id >= id)
    fail(fmt::format("init: state {} is initialised with {}, which is not defined before it", id,
                     value.node->id));
  if (value.node->reads_input)
    fail(
        fmt::format("init: the initial value of state {} depends on an input, expected states and "
                    "constants",
                    id));
  if (value.sort() == state.sort()) {
    target.init = value.value().term;
  } else if (state.sort().is_array() && !value.sort().is_array() &&
             value.sort().width() == state.sort().element.bits()) {
    target.init = terms_->constant_array(state.sort(), operators_.word(value.value()));
  } else {
    fail(fmt::format("init: state {} is {}, but its initial value {}", id, sort_text(state.sort()),
                     sort_text(value.sort())));
  }
  read_symbol();
}

void Btor2Reader::read_next() {
  node_.sort = read_sort("a sort");
  sort_at_ = lines_.at();
  const Argument state = read_state();
  expect_sort(state.sort());
  WordState& target = system().states[state.node->position];
  if (target.next.valid())
    fail(fmt::format("next: state {} has a next value already", state.node->id));
  Argument value = read_argument("the next value");
  if (value.sort() != state.sort())
    fail(fmt::format("next: state {} is {}, but its next value {}", state.node->id,
                     sort_text(state.sort()), sort_text(value.sort())));
  target.next = value.value().term;
  read_symbol();
}

void Btor2Reader::read_property() {
  Argument value = read_argument("a value");
  if (node_.tag != Tag::Output) one_bit(value);
  const Term term = value.value().term;
  read_symbol();
  switch (node_.tag) {
    case Tag::Bad:
      system().bad.push_back(term);
      model_.bad_names.push_back(symbol_);
      model_.bad_ids.push_back(node_.id);
      return;
    case Tag::Constraint:
      system().constraints.push_back(term);
      model_.constraint_names.push_back(symbol_);
      return;
    case Tag::Fair:
      model_.fairness.push_back(term);
      return;
    default:
      model_.outputs.push_back({term, symbol_});
  }
}

void Btor2Reader::read_justice() {
  const std::uint32_t count = read_number("the number of conditions");
  if (count == 0) fail("justice: 0 conditions, expected at least 1");
  std::vector<Term> conditions;
  while (conditions.size() < count) {
    if (lines_.at_end())
      fail(fmt::format("justice: {} conditions, but only {} follow", count, conditions.size()));
    Argument argument = read_argument("a condition");
    conditions.push_back(one_bit(argument));
  }
  model_.justice.push_back(std::move(conditions));
  read_symbol();
}

}  // namespace

Btor2Model read_btor2(const Source& source, std::shared_ptr<Terms> terms) {
  return Btor2Reader(source, std::move(terms)).read();
}

}  // namespace cairn
