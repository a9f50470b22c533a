// SPDX-License-Identifier: MIT
#include "input/smv/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace cairn::smv {
namespace {

constexpr std::uint32_t kMostEvaluations = 3000;  // nested, through definitions and variables
constexpr std::uint32_t kMostBitsOfRange = 40;

}  // namespace

Evaluator::Evaluator(const Design& design, WordSystem& system)
    : design_(design),
      system_(system),
      terms_(*system.terms),
      values_(terms_),
      path_(terms_.true_term()) {
  make_slots();
}

Term Evaluator::add_input(const std::string& name, std::uint32_t width) {
  const Term input = terms_.variable(name, Sort::bit_vector(width));
  system_.inputs.push_back(input);
  return input;
}

void Evaluator::make_slots() {
  if (design_.processes().size() > 1)
    process_ = add_input("_process_selector_", position_width(design_.processes().size()));
  for (const DesignVariable& variable : design_.variables()) {
    Slot slot;
    const std::uint32_t width = values_.stored_width(variable.sorting);
    if (variable.kind == Variable::Kind::Input) {
      slot.bits = add_input(variable.name, width);
    } else if (variable.now.empty()) {
      slot.bits = terms_.variable(variable.name, Sort::bit_vector(width));
      slot.state = system_.states.size();
      system_.states.push_back({slot.bits, kNoTerm, kNoTerm});
    }
    slots_.push_back(std::move(slot));
  }
}

void Evaluator::violate(Term condition, Place place, std::string message) {
  const Term reached = terms_.and_(path_, condition);
  if (!terms_.is_false(reached)) violations_.push_back({reached, place, std::move(message)});
}

template <class Act>
auto Evaluator::under(Term condition, Act&& act) {
  const Term before = path_;
  path_ = terms_.and_(path_, condition);
  auto result = act();
  path_ = before;
  return result;
}

// -- Variables.

SmvValue Evaluator::variable(std::size_t index, Time time) {
  const DesignVariable& about = design_.variables()[index];
  {
    Slot& slot = slots_[index];
    std::optional<SmvValue>& known = time == Time::Now ? slot.now : slot.next;
    if (known) return *known;
    const auto bit = static_cast<std::uint8_t>(time == Time::Now ? 1 : 2);
    if ((slot.mark & bit) != 0)
      design_.fail(about.place,
                   fmt::format("'{}' depends on itself in the same step", printable(about.name)));
    slot.mark |= bit;
  }
  SmvValue value;
  const Term before = path_;
  path_ = terms_.true_term();
  if (!about.now.empty())
    value = function_value(index, time);
  else if (time == Time::Now)
    value = values_.read(about.sorting, slots_[index].bits);
  else
    value = values_.read(about.sorting, next_bits(index));
  path_ = before;
  Slot& slot = slots_[index];
  slot.mark &= static_cast<std::uint8_t>(time == Time::Now ? ~1 : ~2);
  (time == Time::Now ? slot.now : slot.next) = value;
  return value;
}

/// Of a variable that is assigned in all steps. What is open is a state of its own, so that the
/// variable is a function of the state.
SmvValue Evaluator::function_value(std::size_t index, Time time) {
  const DesignVariable& about = design_.variables()[index];
  Choices choices;
  choices.bit = [this, index, time, &about](std::size_t i) {
    Slot& slot = slots_[index];
    while (slot.choice_bits.size() <= i) {
      const std::string name = fmt::format("{}.choice{}", about.name, slot.choice_bits.size());
      const Term state = terms_.variable(name, Sort::bit_vector(1));
      const Term next = add_input(name + ".next", 1);
      system_.states.push_back({state, kNoTerm, next});
      slot.choice_bits.push_back(state);
      slot.choice_inputs.push_back(next);
    }
    const Term bit = time == Time::Now ? slot.choice_bits[i] : slot.choice_inputs[i];
    return terms_.equal(bit, terms_.bv(1, 1));
  };
  const Scoped& source = about.now.front();
  const SmvValue found = value(*source.expression, *source.scope, time, &choices);
  return values_.read(about.sorting, stored(about, found, source.place));
}

/// What the variable is stored as; that it cannot have the value is a violation.
Term Evaluator::stored(const DesignVariable& about, const SmvValue& found, Place place) {
  const auto stored = values_.store(about.sorting, found);
  if (!stored)
    design_.fail(place, fmt::format("'{}' cannot be {}", printable(about.name), kind_text(found)));
  if (terms_.is_true(stored->misfit))
    design_.fail(place, fmt::format("'{}' has no such value", printable(about.name)));
  violate(stored->misfit, place,
          fmt::format("'{}' may be assigned a value that it cannot have", printable(about.name)));
  return stored->bits;
}

Term Evaluator::running(std::size_t process) {
  if (!process_.valid()) return terms_.true_term();
  // Numbers that stand for no process stand for the last one.
  const std::size_t count = design_.processes().size();
  const std::uint32_t width = position_width(count);
  if (process + 1 < count) return terms_.equal(process_, terms_.bv(width, process));
  return terms_.not_(terms_.make(cairn::Op::BvUlt, {process_, terms_.bv(width, process)}));
}

Term Evaluator::next_bits(std::size_t index) {
  if (slots_[index].next_bits.valid()) return slots_[index].next_bits;
  const DesignVariable& about = design_.variables()[index];
  Term bits;
  if (about.kind == Variable::Kind::Input)
    design_.fail(about.place, fmt::format("the input '{}' has no next value that can be read",
                                          printable(about.name)));
  if (about.kind == Variable::Kind::Frozen) {
    bits = slots_[index].bits;
  } else if (about.next.empty()) {
    bits = add_input(about.name + ".next", values_.stored_width(about.sorting));
  } else {
    bits = slots_[index].bits;
    std::vector<Term> made;
    Choices choices;
    choices.bit = [&](std::size_t i) {
      while (made.size() <= i)
        made.push_back(add_input(fmt::format("{}.next{}", about.name, made.size()), 1));
      return terms_.equal(made[i], terms_.bv(1, 1));
    };
    // Processes run one at a time, and keep what is theirs while another one does.
    for (const Scoped& source : about.next) {
      choices.at = 0;
      const Term runs = running(source.scope->process);
      const Term assigned = under(runs, [&] {
        const SmvValue found = value(*source.expression, *source.scope, Time::Now, &choices);
        return stored(about, found, source.place);
      });
      bits = terms_.ite(runs, assigned, bits);
    }
  }
  slots_[index].next_bits = bits;
  return bits;
}

void Evaluator::define_next() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const DesignVariable& about = design_.variables()[i];
    if (about.kind == Variable::Kind::Input) continue;
    variable(i, Time::Now);
    if (!about.now.empty()) continue;
    variable(i, Time::Next);
    system_.states[slots_[i].state].next = slots_[i].next_bits;
  }
}

void Evaluator::set_initial(std::size_t variable, Term bits) {
  system_.states[slots_[variable].state].init = bits;
}

// -- Expressions.

template <class T>
T Evaluator::need(std::optional<T> found, const Expression& e, const SmvValue& a,
                  const SmvValue& b) const {
  if (!found)
    fail(e, fmt::format("the operands do not fit: {} and {}", kind_text(a), kind_text(b)));
  return *found;
}

Term Evaluator::as_boolean(const SmvValue& value, const Expression& e) const {
  if (const auto truth = values_.as_boolean(value)) return *truth;
  fail(e, fmt::format("expected a boolean, got {}", kind_text(value)));
}

Term Evaluator::boolean(const Expression& e, const Instance& scope, Time time, Choices* choices) {
  return as_boolean(value(e, scope, time, choices), e);
}

std::int64_t Evaluator::constant(const Expression& e, const Instance& scope) {
  const auto number = values_.constant(value(e, scope, Time::Now));
  if (!number) fail(e, "expected a constant number");
  return *number;
}

SmvValue Evaluator::value(const Expression& e, const Instance& scope, Time time, Choices* choices) {
  if (++depth_ > kMostEvaluations) fail(e, "the expressions are nested too deeply");
  SmvValue result;
  switch (e.op) {
    case Op::True:
      result = values_.boolean(terms_.true_term());
      break;
    case Op::False:
      result = values_.boolean(terms_.false_term());
      break;
    case Op::Number: {
      std::int64_t number = 0;
      const auto parsed = std::from_chars(e.text.data(), e.text.data() + e.text.size(), number);
      if (parsed.ec != std::errc() || number > (1LL << 40)) fail(e, "the number is too large");
      result = values_.number(number);
      break;
    }
    case Op::Word:
      result = word_constant(e);
      break;
    case Op::Name:
    case Op::Self:
    case Op::Member:
      result = named(e, scope, time, choices);
      break;
    case Op::Index:
      result = indexed(e, scope, time, choices);
      break;
    case Op::Next:
      if (time == Time::Next) fail(e, "next() stands within next()");
      result = value(*e.operands[0], scope, Time::Next, choices);
      break;
    case Op::Case:
      result = case_value(e, scope, time, choices);
      break;
    case Op::IfThenElse: {
      const Term condition = boolean(*e.operands[0], scope, time, choices);
      const std::size_t begin = choices != nullptr ? choices->at : 0;
      const SmvValue a =
          under(condition, [&] { return value(*e.operands[1], scope, time, choices); });
      const std::size_t end = choices != nullptr ? choices->at : 0;
      if (choices != nullptr) choices->at = begin;
      const SmvValue b = under(terms_.not_(condition),
                               [&] { return value(*e.operands[2], scope, time, choices); });
      if (choices != nullptr) choices->at = std::max(choices->at, end);
      result = need(values_.ite(condition, a, b), e, a, b);
      break;
    }
    case Op::Set:
    case Op::Union:
      result = chosen(e.operands, e, scope, time, choices);
      break;
    case Op::Range:
      result = range_value(e, scope, time, choices);
      break;
    case Op::Call:
      result = call(e, scope, time, choices);
      break;
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Xnor:
    case Op::Implies:
    case Op::Iff:
      result = logical(e, scope, time, choices);
      break;
    default:
      if (is_temporal(e.op)) fail(e, "a temporal operator within an expression of states");
      result = operation(e, scope, time, choices);
  }
  --depth_;
  return result;
}

SmvValue Evaluator::logical(const Expression& e, const Instance& scope, Time time,
                            Choices* choices) {
  std::vector<SmvValue> operands;
  for (const ExpressionPtr& operand : e.operands)
    operands.push_back(value(*operand, scope, time, choices));
  if (operands.front().kind == SmvValue::Kind::Word) {
    Term result = operands[0].term;
    if (e.op == Op::Not)
      return values_.word(terms_.make(cairn::Op::BvNot, {result}), operands[0].is_signed);
    const bool negated = e.op == Op::Xnor || e.op == Op::Iff;
    const cairn::Op op = e.op == Op::And                         ? cairn::Op::BvAnd
                         : e.op == Op::Or || e.op == Op::Implies ? cairn::Op::BvOr
                                                                 : cairn::Op::BvXor;
    if (e.op == Op::Implies) result = terms_.make(cairn::Op::BvNot, {result});
    for (std::size_t i = 1; i < operands.size(); ++i) {
      if (operands[i].kind != SmvValue::Kind::Word ||
          terms_.sort(operands[i].term) != terms_.sort(result))
        fail(e, fmt::format("the operands do not fit: {} and {}", kind_text(operands[0]),
                            kind_text(operands[i])));
      result = terms_.make(op, {result, operands[i].term});
    }
    return values_.word(negated ? terms_.make(cairn::Op::BvNot, {result}) : result,
                        operands[0].is_signed);
  }
  std::vector<Term> bits;
  for (std::size_t i = 0; i < operands.size(); ++i)
    bits.push_back(as_boolean(operands[i], *e.operands[i]));
  switch (e.op) {
    case Op::Not:
      return values_.boolean(terms_.not_(bits[0]));
    case Op::And:
      return values_.boolean(terms_.and_all(bits));
    case Op::Or:
      return values_.boolean(terms_.or_all(bits));
    case Op::Xor:
      return values_.boolean(terms_.xor_(bits[0], bits[1]));
    case Op::Implies:
      return values_.boolean(terms_.implies(bits[0], bits[1]));
    default:
      return values_.boolean(terms_.not_(terms_.xor_(bits[0], bits[1])));
  }
}

SmvValue Evaluator::case_value(const Expression& e, const Instance& scope, Time time,
                               Choices* choices) {
  struct Branch {
    Term condition;
    SmvValue value;
  };
  std::vector<Branch> branches;
  Term open = terms_.true_term();
  const std::size_t begin = choices != nullptr ? choices->at : 0;
  std::size_t end = begin;
  for (std::size_t i = 0; i + 1 < e.operands.size() && !terms_.is_false(open); i += 2) {
    const Term condition =
        under(open, [&] { return boolean(*e.operands[i], scope, time, nullptr); });
    const Term here = terms_.and_(open, condition);
    open = terms_.and_(open, terms_.not_(condition));
    if (terms_.is_false(here)) continue;
    if (choices != nullptr) choices->at = begin;
    const SmvValue found =
        under(here, [&] { return value(*e.operands[i + 1], scope, time, choices); });
    if (choices != nullptr) end = std::max(end, choices->at);
    branches.push_back({condition, found});
  }
  if (choices != nullptr) choices->at = end;
  if (branches.empty()) fail(e, "no branch of the case can hold");
  violate(open, e.place, "the branches of the case do not cover all states (add 'TRUE : ...')");
  SmvValue result = branches.back().value;
  for (std::size_t i = branches.size() - 1; i > 0; --i)
    result = need(values_.ite(branches[i - 1].condition, branches[i - 1].value, result), e,
                  branches[i - 1].value, result);
  return result;
}

SmvValue Evaluator::chosen(const std::vector<ExpressionPtr>& options, const Expression& e,
                           const Instance& scope, Time time, Choices* choices) {
  std::vector<SmvValue> found;
  if (choices == nullptr && options.size() > 1)
    fail(e, "a set of several values cannot stand here");
  std::size_t bits = 0;
  while (options.size() > (std::size_t{1} << bits)) ++bits;
  const std::size_t mine = choices != nullptr ? choices->at : 0;
  if (choices != nullptr) choices->at += bits;
  for (const ExpressionPtr& option : options) found.push_back(value(*option, scope, time, choices));
  // A tree over the bits; what is left over when the number is no power of two is the last value.
  for (std::size_t b = 0; b < bits; ++b) {
    std::vector<SmvValue> halved;
    const Term bit = choices->bit(mine + b);
    for (std::size_t i = 0; i < found.size(); i += 2)
      halved.push_back(i + 1 < found.size() ? need(values_.ite(bit, found[i + 1], found[i]), e,
                                                   found[i], found[i + 1])
                                            : found[i]);
    found = std::move(halved);
  }
  return found.front();
}

SmvValue Evaluator::range_value(const Expression& e, const Instance& scope, Time time,
                                Choices* choices) {
  if (time == Time::Next && choices == nullptr) fail(e, "a range cannot stand here");
  const std::int64_t low = constant(*e.operands[0], scope), high = constant(*e.operands[1], scope);
  if (high < low) fail(e, "the range is empty");
  if (low == high) return values_.number(low);
  if (choices == nullptr) fail(e, "a range of several values cannot stand here");
  Sorting range;
  range.kind = Sorting::Kind::Range;
  range.low = low;
  range.high = high;
  const std::uint32_t width = values_.stored_width(range);
  if (width > kMostBitsOfRange) fail(e, "the range is too large here");
  const Term one = terms_.bv(1, 1), zero = terms_.bv(1, 0);
  Term bits = kNoTerm;
  for (std::uint32_t i = 0; i < width; ++i) {
    const Term bit = terms_.ite(choices->bit(choices->at++), one, zero);
    bits = bits.valid() ? terms_.concat(bit, bits) : bit;
  }
  return values_.read(range, bits);
}

Term Evaluator::contains(const Expression& set, const Instance& scope, Time time,
                         const SmvValue& element) {
  const auto part = [&](const ExpressionPtr& e) { return contains(*e, scope, time, element); };
  switch (set.op) {
    case Op::Set:
    case Op::Union: {
      std::vector<Term> parts;
      for (const ExpressionPtr& option : set.operands) parts.push_back(part(option));
      return terms_.or_all(parts);
    }
    case Op::Range: {
      const SmvValue low = value(*set.operands[0], scope, time);
      const SmvValue high = value(*set.operands[1], scope, time);
      const Term below = need(values_.less(element, low), set, element, low);
      const Term above = need(values_.less(high, element), set, element, high);
      return terms_.not_(terms_.or_(below, above));
    }
    case Op::IfThenElse: {
      const Term condition = boolean(*set.operands[0], scope, time);
      return terms_.ite(condition, part(set.operands[1]), part(set.operands[2]));
    }
    case Op::Case: {
      Term open = terms_.true_term(), result = terms_.false_term();
      for (std::size_t i = 0; i + 1 < set.operands.size(); i += 2) {
        const Term condition = boolean(*set.operands[i], scope, time);
        const Term here = terms_.and_(open, condition);
        if (!terms_.is_false(here))
          result = terms_.or_(
              result, under(here, [&] { return terms_.and_(here, part(set.operands[i + 1])); }));
        open = terms_.and_(open, terms_.not_(condition));
      }
      violate(open, set.place, "the branches of the case do not cover all states");
      return result;
    }
    case Op::Name:
    case Op::Member: {
      const Target target = design_.resolve(set, scope);
      if (target.kind == Target::Kind::Definition) {
        const Scoped& source = design_.definitions()[target.index];
        if (++depth_ > kMostEvaluations) fail(set, "the definition leads to itself");
        const Term found = contains(*source.expression, *source.scope, time, element);
        --depth_;
        return found;
      }
      break;
    }
    default:
      break;
  }
  const SmvValue found = value(set, scope, time);
  return need(values_.equal(element, found), set, element, found);
}

SmvValue Evaluator::named(const Expression& e, const Instance& scope, Time time, Choices* choices) {
  const Target target = design_.resolve(e, scope);
  switch (target.kind) {
    case Target::Kind::Variable:
      return variable(target.index, time);
    case Target::Kind::Definition:
      return definition(target.index, time, choices);
    case Target::Kind::Symbol:
      return values_.symbol(target.name);
    case Target::Kind::Expression:
      return value(*target.argument.expression, *target.argument.scope, time, choices);
    case Target::Kind::Running:
      if (time == Time::Next) fail(e, "'running' has no next value that can be read");
      return values_.boolean(running(target.index));
    case Target::Kind::Array:
      fail(e, "a whole array cannot stand here");
    case Target::Kind::Instance:
      fail(e, "an instance of a module is no value");
    default:
      break;
  }
  design_.fail_unknown(e, scope);
}

SmvValue Evaluator::definition(std::size_t index, Time time, Choices* choices) {
  const Scoped& source = design_.definitions()[index];
  {
    Memo& memo = memos_[{index, time}];
    if ((memo.mark & 1) != 0) design_.fail(source.place, "the definition leads to itself");
    if (memo.value) {
      for (const Violation& violation : memo.violations)
        violate(violation.condition, violation.place, violation.message);
      return *memo.value;
    }
    memo.mark = 1;
  }
  const Term before = path_;
  path_ = terms_.true_term();
  std::vector<Violation> outer;
  outer.swap(violations_);
  const std::size_t begin = choices != nullptr ? choices->at : 0;
  const SmvValue found = value(*source.expression, *source.scope, time, choices);
  outer.swap(violations_);
  path_ = before;
  for (const Violation& violation : outer)
    violate(violation.condition, violation.place, violation.message);
  Memo& memo = memos_[{index, time}];
  memo.mark = 0;
  // A set makes a choice of its own at each use.
  if (choices == nullptr || choices->at == begin) {
    memo.value = found;
    memo.violations = std::move(outer);
  }
  return found;
}

SmvValue Evaluator::indexed(const Expression& e, const Instance& scope, Time time,
                            Choices* choices) {
  if (design_.resolve(e, scope).kind != Target::Kind::Nothing)
    return named(e, scope, time, choices);
  const Target base = design_.resolve(*e.operands[0], scope);
  if (base.kind == Target::Kind::Array) {
    const auto [low, high] = design_.bounds(base.name);
    const SmvValue index = value(*e.operands[1], scope, time, choices);
    std::optional<SmvValue> result;
    Term outside = terms_.true_term();
    for (std::int64_t k = low; k <= high; ++k) {
      const SmvValue number = values_.number(k);
      const Term here = need(values_.equal(index, number), e, index, number);
      if (terms_.is_false(here)) continue;
      outside = terms_.and_(outside, terms_.not_(here));
      auto name = std::make_shared<Expression>();
      name->op = Op::Index;
      name->place = e.place;
      auto position = std::make_shared<Expression>();
      position->op = k < 0 ? Op::Negate : Op::Number;
      position->text = std::to_string(k < 0 ? -k : k);
      if (k < 0) {
        auto digits = std::make_shared<Expression>(*position);
        digits->op = Op::Number;
        position->operands = {digits};
      }
      name->operands = {e.operands[0], position};
      const SmvValue element = value(*name, scope, time, choices);
      result = result ? need(values_.ite(here, element, *result), e, element, *result) : element;
    }
    if (!result) fail(e, "the index is out of bounds");
    violate(outside, e.place, "the index may be out of bounds");
    return *result;
  }
  const SmvValue word = value(*e.operands[0], scope, time, choices);
  if (word.kind != SmvValue::Kind::Word) fail(e, "expected an array or a word before '['");
  const std::int64_t bit = constant(*e.operands[1], scope);
  if (bit < 0 || bit >= terms_.sort(word.term).width()) fail(e, "there is no such bit");
  const auto position = static_cast<std::uint32_t>(bit);
  return values_.word(terms_.extract(word.term, position, position), false);
}

SmvValue Evaluator::word_constant(const Expression& e) const {
  // 0 [u|s] b|o|d|h [width] _ digits
  std::string_view text = std::string_view(e.text).substr(1);
  bool is_signed = false;
  if (text.starts_with('u') || text.starts_with('s')) {
    is_signed = text.starts_with('s');
    text.remove_prefix(1);
  }
  const char base = text.empty() ? '\0' : text.front();
  const unsigned radix = base == 'b' || base == 'B'   ? 2
                         : base == 'o' || base == 'O' ? 8
                         : base == 'd' || base == 'D' ? 10
                         : base == 'h' || base == 'H' ? 16
                                                      : 0;
  const std::size_t line = text.find('_');
  if (radix == 0 || line == std::string_view::npos)
    fail(e, "expected a word such as 0ud8_255 or 0b4_1010");
  std::string digits;
  for (const char c : text.substr(line + 1))
    if (c != '_') digits += c;
  std::uint32_t width = 0;
  const std::string_view given = text.substr(1, line - 1);
  if (given.empty() && radix != 10)
    width = static_cast<std::uint32_t>(digits.size()) * (radix == 2 ? 1 : radix == 8 ? 3 : 4);
  else if (std::from_chars(given.data(), given.data() + given.size(), width).ec != std::errc())
    width = 0;
  if (width == 0 || width > 65536 || digits.empty() || digits.size() > 65536)
    fail(e, "a word has 1 to 65536 bits");
  std::string plain = digits;
  if (radix == 8) {
    plain.clear();
    for (const char c : digits) {
      if (c < '0' || c > '7') fail(e, "a digit does not fit the base");
      for (int b = 2; b >= 0; --b) plain += ((c - '0') >> b & 1) != 0 ? '1' : '0';
    }
  }
  for (const char c : plain) {
    const bool fits = radix == 16   ? std::isxdigit(static_cast<unsigned char>(c)) != 0
                      : radix == 10 ? c >= '0' && c <= '9'
                                    : c == '0' || c == '1';
    if (!fits) fail(e, "a digit does not fit the base");
  }
  const BitVector bits = BitVector::parse(width, plain, radix == 8 ? 2 : radix);
  return values_.word(terms_.constant(Value(bits)), is_signed);
}

SmvValue Evaluator::shift(const Expression& e, const SmvValue& a, const SmvValue& b) {
  if (a.kind != SmvValue::Kind::Word) fail(e, "expected a word to shift");
  const std::uint32_t width = terms_.sort(a.term).width();
  Term amount = b.term;
  if (b.kind == SmvValue::Kind::Number) {
    const auto number = values_.as_number(b);
    if (number->low < 0) fail(e, "the amount of a shift may be negative");
    amount = terms_.resize_signed(b.term, std::max(width + 1, signed_width(b.low, b.high)));
  } else if (b.kind == SmvValue::Kind::Word) {
    amount = terms_.resize_unsigned(b.term, std::max(width + 1, terms_.sort(b.term).width()));
  } else {
    fail(e, "expected a number or a word as the amount of a shift");
  }
  // At least as wide as both, then cut.
  const std::uint32_t wide = terms_.sort(amount).width();
  const Term left =
      a.is_signed ? terms_.resize_signed(a.term, wide) : terms_.resize_unsigned(a.term, wide);
  const cairn::Op op = e.op == Op::ShiftLeft ? cairn::Op::BvShl
                       : a.is_signed         ? cairn::Op::BvAshr
                                             : cairn::Op::BvLshr;
  return values_.word(terms_.resize_unsigned(terms_.make(op, {left, amount}), width), a.is_signed);
}

SmvValue Evaluator::operation(const Expression& e, const Instance& scope, Time time,
                              Choices* choices) {
  if (e.op == Op::In || ((e.op == Op::Equal || e.op == Op::NotEqual) &&
                         (e.operands[1]->op == Op::Set || e.operands[1]->op == Op::Union))) {
    const SmvValue element = value(*e.operands[0], scope, time);
    const Term found = contains(*e.operands[1], scope, time, element);
    return values_.boolean(e.op == Op::NotEqual ? terms_.not_(found) : found);
  }
  const SmvValue a = value(*e.operands[0], scope, time, choices);
  if (e.op == Op::Negate) return need(values_.negate(a), e, a, a);
  if (e.op == Op::BitRange) {
    if (a.kind != SmvValue::Kind::Word) fail(e, "expected a word before '['");
    const std::int64_t high = constant(*e.operands[1], scope),
                       low = constant(*e.operands[2], scope);
    if (low < 0 || high < low || high >= terms_.sort(a.term).width())
      fail(e, "there are no such bits");
    return values_.word(
        terms_.extract(a.term, static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(low)),
        false);
  }
  const SmvValue b = value(*e.operands[1], scope, time, choices);
  const auto not_of = [&](Term t) { return values_.boolean(terms_.not_(t)); };
  const auto equal = [&] { return need(values_.equal(a, b), e, a, b); };
  switch (e.op) {
    case Op::Equal:
      return values_.boolean(equal());
    case Op::NotEqual:
      return not_of(equal());
    case Op::Less:
      return values_.boolean(need(values_.less(a, b), e, a, b));
    case Op::Greater:
      return values_.boolean(need(values_.less(b, a), e, a, b));
    case Op::LessEqual:
      return not_of(need(values_.less(b, a), e, a, b));
    case Op::GreaterEqual:
      return not_of(need(values_.less(a, b), e, a, b));
    case Op::Add:
      return need(values_.add(a, b), e, a, b);
    case Op::Subtract: {
      const SmvValue minus = need(values_.negate(b), e, a, b);
      return need(values_.add(a, minus), e, a, b);
    }
    case Op::Multiply:
      return need(values_.multiply(a, b), e, a, b);
    case Op::Divide:
    case Op::Modulo: {
      const SmvValue zero =
          b.kind == SmvValue::Kind::Word
              ? values_.word(terms_.bv(terms_.sort(b.term).width(), 0), b.is_signed)
              : values_.number(0);
      violate(need(values_.equal(b, zero), e, b, zero), e.place, "the divisor may be zero");
      return need(values_.divide(a, b, e.op == Op::Modulo), e, a, b);
    }
    case Op::ShiftLeft:
    case Op::ShiftRight:
      return shift(e, a, b);
    case Op::Concat:
      if (a.kind != SmvValue::Kind::Word || b.kind != SmvValue::Kind::Word)
        fail(e, "'::' stands between words");
      return values_.word(terms_.concat(a.term, b.term), false);
    default:
      fail(e, "an unexpected operator");
  }
}

SmvValue Evaluator::call(const Expression& e, const Instance& scope, Time time, Choices* choices) {
  const std::string& name = e.text;
  const auto expect = [&](std::size_t count) {
    if (e.operands.size() != count)
      fail(e, fmt::format("{}() has {} operands, got {}", name, count, e.operands.size()));
  };
  const auto argument = [&](std::size_t i) { return value(*e.operands[i], scope, time, choices); };
  const auto word_argument = [&] {
    SmvValue found = argument(0);
    if (found.kind != SmvValue::Kind::Word) fail(e, fmt::format("{}() needs a word", name));
    return found;
  };
  const Term one = terms_.bv(1, 1), zero = terms_.bv(1, 0);
  if (name == "bool") {
    expect(1);
    const SmvValue a = argument(0);
    if (a.kind == SmvValue::Kind::Word && terms_.sort(a.term).width() == 1)
      return values_.boolean(terms_.equal(a.term, one));
    const SmvValue nothing = values_.number(0);
    return values_.boolean(terms_.not_(need(values_.equal(a, nothing), e, a, nothing)));
  }
  if (name == "word1") {
    expect(1);
    return values_.word(terms_.ite(boolean(*e.operands[0], scope, time, choices), one, zero),
                        false);
  }
  if (name == "toint") {
    expect(1);
    const SmvValue a = argument(0);
    if (a.kind == SmvValue::Kind::Number) return a;
    if (a.kind == SmvValue::Kind::Boolean)
      return *values_.ite(a.term, values_.number(1), values_.number(0));
    if (a.kind != SmvValue::Kind::Word || terms_.sort(a.term).width() > 31)
      fail(e, "toint() needs a boolean or a word of at most 31 bits");
    const std::uint32_t width = terms_.sort(a.term).width();
    const std::int64_t half = 1LL << (width - 1);
    Sorting range;
    range.kind = Sorting::Kind::Range;
    range.low = a.is_signed ? -half : 0;
    range.high = a.is_signed ? half - 1 : 2 * half - 1;
    const Term offset = terms_.bv(width, a.is_signed ? static_cast<std::uint64_t>(half) : 0);
    return values_.read(range, terms_.make(cairn::Op::BvAdd, {a.term, offset}));
  }
  if (name == "signed" || name == "unsigned") {
    expect(1);
    return values_.word(word_argument().term, name == "signed");
  }
  if (name == "extend" || name == "resize") {
    expect(2);
    const SmvValue a = word_argument();
    const std::int64_t by = constant(*e.operands[1], scope);
    const std::int64_t width = name == "extend" ? terms_.sort(a.term).width() + by : by;
    if (by < 0 || width < 1 || width > 65536) fail(e, "a word has 1 to 65536 bits");
    const auto to = static_cast<std::uint32_t>(width);
    const std::uint32_t from = terms_.sort(a.term).width();
    if (a.is_signed && to < from)  // the sign stays
      return values_.word(to == 1 ? terms_.extract(a.term, from - 1, from - 1)
                                  : terms_.concat(terms_.extract(a.term, from - 1, from - 1),
                                                  terms_.extract(a.term, to - 2, 0)),
                          true);
    return values_.word(
        a.is_signed ? terms_.resize_signed(a.term, to) : terms_.resize_unsigned(a.term, to),
        a.is_signed);
  }
  if (name == "uwconst" || name == "swconst") {
    expect(2);
    const std::int64_t number = constant(*e.operands[0], scope);
    const std::int64_t width = constant(*e.operands[1], scope);
    if (width < 1 || width > 65536) fail(e, "a word has 1 to 65536 bits");
    return values_.word(
        terms_.resize_signed(values_.number(number).term, static_cast<std::uint32_t>(width)),
        name == "swconst");
  }
  if (name == "count") {
    SmvValue sum = values_.number(0);
    for (const ExpressionPtr& operand : e.operands)
      sum = *values_.add(sum, *values_.ite(boolean(*operand, scope, time, choices),
                                           values_.number(1), values_.number(0)));
    return sum;
  }
  if (name == "abs") {
    expect(1);
    const SmvValue a = argument(0), nothing = values_.number(0);
    const SmvValue minus = need(values_.negate(a), e, a, a);
    SmvValue result =
        need(values_.ite(need(values_.less(a, nothing), e, a, nothing), minus, a), e, a, a);
    if (result.kind == SmvValue::Kind::Number) {
      result.low = a.low >= 0 ? a.low : a.high < 0 ? -a.high : 0;
      result.high = std::max(std::abs(a.low), std::abs(a.high));
    }
    return result;
  }
  if (name == "max" || name == "min") {
    expect(2);
    const SmvValue a = argument(0), b = argument(1);
    const Term less = need(values_.less(a, b), e, a, b);
    return need(name == "min" ? values_.ite(less, a, b) : values_.ite(less, b, a), e, a, b);
  }
  fail(e, fmt::format("{}() is not supported", name));
}

}  // namespace cairn::smv
