// SPDX-License-Identifier: MIT
#include "support/random_btor2.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <vector>

namespace cairn::test {
namespace {

/// Of bits, or of an array if it has indices.
struct Shape {
  std::uint32_t width = 1;
  std::uint32_t index = 0;

  friend auto operator<=>(const Shape&, const Shape&) = default;
};

struct Item {
  std::uint64_t id;
  bool reads_input;
};

class Generator {
 public:
  Generator(Rng& rng, const RandomBtor2& options) : rng_(rng), options_(options) {}

  std::string generate();

 private:
  struct Argument {
    std::int64_t id;
    bool reads_input;
  };

  std::uint64_t line(const std::string& rest);
  std::uint64_t sort(Shape shape);
  Shape any_shape();
  std::uint32_t any_width() {
    return 1 + static_cast<std::uint32_t>(rng_.below(options_.max_width));
  }
  bool is_known(Shape shape) { return !items_[shape].empty(); }
  Item constant(std::uint32_t width);
  Argument pick(Shape shape);
  void add(Shape shape, const std::string& tag, const std::vector<Argument>& arguments,
           const std::string& numbers = "");
  void add_state(Shape shape);
  void operation();
  void binary();
  void parts();
  void array_operation();
  std::string symbol(const char* prefix);

  Rng& rng_;
  const RandomBtor2& options_;
  std::uint64_t next_ = 1;
  std::string text_;
  std::map<Shape, std::uint64_t> sorts_;
  std::map<Shape, std::vector<Item>> items_;
  std::vector<std::pair<std::uint64_t, Shape>> states_;
  std::vector<Shape> arrays_;
  bool initial_ = true;  // no inputs
};

std::uint64_t Generator::line(const std::string& rest) {
  text_ += fmt::format("{} {}\n", next_, rest);
  if (rng_.chance(5)) text_ += "; a comment\n";
  const std::uint64_t id = next_;
  next_ += rng_.chance(90) ? 1 : 1 + rng_.below(5);
  return id;
}

std::uint64_t Generator::sort(Shape shape) {
  if (const auto known = sorts_.find(shape); known != sorts_.end()) return known->second;
  std::uint64_t id = 0;
  if (shape.index == 0) {
    id = line(fmt::format("sort bitvec {}", shape.width));
  } else {
    const std::uint64_t index = sort({shape.index, 0}), element = sort({shape.width, 0});
    id = line(fmt::format("sort array {} {}", index, element));
    arrays_.push_back(shape);
  }
  return sorts_[shape] = id;
}

Shape Generator::any_shape() {
  if (options_.arrays && rng_.chance(25))
    return {any_width(), 1 + static_cast<std::uint32_t>(rng_.below(3))};
  return {rng_.chance(30) ? 1 : any_width(), 0};
}

Item Generator::constant(std::uint32_t width) {
  const std::uint64_t of = sort({width, 0});
  std::string digits;
  for (std::uint32_t i = 0; i < width; ++i) digits += rng_.chance(50) ? '1' : '0';
  std::string rest;
  switch (rng_.below(6)) {
    case 0:
      rest = fmt::format("one {}", of);
      break;
    case 1:
      rest = fmt::format("ones {}", of);
      break;
    case 2:
      rest = fmt::format("zero {}", of);
      break;
    case 3:
      rest = fmt::format("constd {} {}", of,
                         width == 1 ? 0 : static_cast<std::int64_t>(rng_.below(3)) - 1);
      break;
    case 4:
      rest = fmt::format("consth {} {}", of, width < 4 ? 1 : rng_.below(10));
      break;
    default:
      rest = fmt::format("const {} {}", of, digits);
  }
  const Item item{line(rest), false};
  items_[{width, 0}].push_back(item);
  return item;
}

Generator::Argument Generator::pick(Shape shape) {
  std::vector<Item>& known = items_[shape];
  Item item{};
  if (shape.index == 0 && (known.empty() || rng_.chance(10)))
    item = constant(shape.width);
  else
    item = known[rng_.chance(60)
                     ? known.size() - 1 - rng_.below(std::min<std::size_t>(known.size(), 4))
                     : rng_.below(known.size())];
  const bool negated = shape.index == 0 && rng_.chance(20);
  return {negated ? -static_cast<std::int64_t>(item.id) : static_cast<std::int64_t>(item.id),
          item.reads_input};
}

std::string Generator::symbol(const char* prefix) {
  return rng_.chance(50) ? "" : fmt::format(" {}{}", prefix, next_);
}

void Generator::add(Shape shape, const std::string& tag, const std::vector<Argument>& arguments,
                    const std::string& numbers) {
  std::string rest = fmt::format("{} {}", tag, sort(shape));
  bool reads_input = false;
  for (const Argument& argument : arguments) {
    rest += fmt::format(" {}", argument.id);
    reads_input |= argument.reads_input;
  }
  items_[shape].push_back({line(rest + numbers), reads_input});
}

void Generator::binary() {
  static constexpr std::array kSame = {"and",  "nand", "nor",  "or",   "xor", "xnor", "rol",
                                       "ror",  "sll",  "sra",  "srl",  "add", "mul",  "sub",
                                       "udiv", "sdiv", "smod", "urem", "srem"};
  static constexpr std::array kTests = {"eq",   "neq", "ugt",  "ugte", "ult",
                                        "ulte", "sgt", "sgte", "slt",  "slte"};
  static constexpr std::array kOverflow = {"saddo", "uaddo", "sdivo", "udivo",
                                           "smulo", "umulo", "ssubo", "usubo"};
  const Shape shape{any_width(), 0};
  const Argument a = pick(shape), b = pick(shape);
  const std::uint64_t kind = rng_.below(options_.overflow ? 11 : 10);
  if (kind < 6)
    add(shape, kSame[rng_.below(kSame.size())], {a, b});
  else if (kind < 10)
    add({1, 0}, kTests[rng_.below(kTests.size())], {a, b});
  else
    add({1, 0}, kOverflow[rng_.below(kOverflow.size())], {a, b});
}

void Generator::parts() {
  const std::uint32_t width = any_width(), other = any_width();
  const Argument a = pick({width, 0});
  switch (rng_.below(4)) {
    case 0:
      return add({width + other, 0}, "concat", {a, pick({other, 0})});
    case 1: {
      const auto high = static_cast<std::uint32_t>(rng_.below(width));
      const auto low = static_cast<std::uint32_t>(rng_.below(high + 1));
      return add({high - low + 1, 0}, "slice", {a}, fmt::format(" {} {}", high, low));
    }
    default: {
      const std::uint32_t more = static_cast<std::uint32_t>(rng_.below(4));
      return add({width + more, 0}, rng_.chance(50) ? "uext" : "sext", {a},
                 fmt::format(" {}", more));
    }
  }
}

void Generator::array_operation() {
  std::vector<Shape> shapes;
  for (const Shape shape : arrays_)
    if (is_known(shape)) shapes.push_back(shape);
  if (shapes.empty()) return binary();
  const Shape shape = shapes[rng_.below(shapes.size())];
  switch (rng_.below(6)) {
    case 0:
    case 1:
      return add(shape, "write", {pick(shape), pick({shape.index, 0}), pick({shape.width, 0})});
    case 2:
    case 3:
      return add({shape.width, 0}, "read", {pick(shape), pick({shape.index, 0})});
    case 4:
      return add(shape, "ite", {pick({1, 0}), pick(shape), pick(shape)});
    default:
      return add({1, 0}, rng_.chance(50) ? "eq" : "neq", {pick(shape), pick(shape)});
  }
}

void Generator::operation() {
  static constexpr std::array kUnary = {"not", "inc", "dec", "neg"};
  static constexpr std::array kReductions = {"redand", "redor", "redxor"};
  if (options_.arrays && rng_.chance(25)) return array_operation();
  const Shape shape{any_width(), 0};
  switch (rng_.below(10)) {
    case 0:
      return add(shape, kUnary[rng_.below(kUnary.size())], {pick(shape)});
    case 1:
      return add({1, 0}, kReductions[rng_.below(kReductions.size())], {pick(shape)});
    case 2:
      return add(shape, "ite", {pick({1, 0}), pick(shape), pick(shape)});
    case 3:
      return add({1, 0}, rng_.chance(50) ? "iff" : "implies", {pick({1, 0}), pick({1, 0})});
    case 4:
    case 5:
      return parts();
    default:
      return binary();
  }
}

void Generator::add_state(Shape shape) {
  const std::uint64_t of = sort(shape);
  std::int64_t init = 0;
  if (!options_.partial || rng_.chance(70)) {
    // A constant array, a copy, or any value over earlier states.
    if (shape.index != 0)
      init = is_known(shape) && rng_.chance(50)
                 ? pick(shape).id
                 : static_cast<std::int64_t>(constant(shape.width).id);
    else
      init = pick(shape).id;
  }
  const std::uint64_t id = line(fmt::format("state {}{}", of, symbol("s")));
  items_[shape].push_back({id, false});
  states_.emplace_back(id, shape);
  if (init != 0) line(fmt::format("init {} {} {}", of, id, init));
}

std::string Generator::generate() {
  for (std::uint32_t i = 0; i < options_.states; ++i) {
    add_state(any_shape());
    if (rng_.chance(30)) operation();
  }
  for (std::uint32_t i = 0; i < options_.inputs; ++i) {
    const Shape shape = any_shape();
    const std::uint64_t of = sort(shape);
    items_[shape].push_back({line(fmt::format("input {}{}", of, symbol("i"))), true});
  }
  for (std::uint32_t i = 0; i < options_.operations; ++i) operation();
  for (const auto& [id, shape] : states_)
    if (!options_.partial || rng_.chance(85))
      line(fmt::format("next {} {} {}", sort(shape), id, pick(shape).id));
  if (options_.constraints && rng_.chance(30)) {
    const Argument a = pick({1, 0}), b = pick({1, 0}), c = pick({1, 0});
    add({1, 0}, "or", {a, b});
    add({1, 0}, "or", {pick({1, 0}), c});
    line(fmt::format("constraint {}", items_[{1, 0}].back().id));
  }
  for (std::uint32_t i = 0; i < options_.bad; ++i) {
    const Argument a = pick({1, 0}), b = pick({1, 0});
    add({1, 0}, "and", {a, b});
    line(fmt::format("bad {}{}", items_[{1, 0}].back().id, symbol("b")));
  }
  return text_;
}

}  // namespace

std::string random_btor2(Rng& rng, const RandomBtor2& options) {
  return Generator(rng, options).generate();
}

}  // namespace cairn::test
