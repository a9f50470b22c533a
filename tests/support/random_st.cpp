// SPDX-License-Identifier: MIT
#include "support/random_st.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/rng.h"

namespace cairn::support {
namespace {

using Section = StVariable::Section;

StTypeRef elementary(StElem elem) {
  static const std::vector<StTypeRef> types = [] {
    std::vector<StTypeRef> made;
    for (int i = 0; i <= static_cast<int>(StElem::Time); ++i) {
      StType type;
      type.elem = static_cast<StElem>(i);
      made.push_back(std::make_shared<StType>(type));
    }
    return made;
  }();
  return types[static_cast<std::size_t>(elem)];
}

/// A part of the type is an enumeration: MatIEC takes no initial value of such a structure.
bool has_enum(const StType& type) {
  if (type.kind == StType::Kind::Array) return !type.element->scalar() || has_enum(*type.element);
  if (type.kind == StType::Kind::Enum) return true;
  return std::any_of(type.fields.begin(), type.fields.end(), [](const StField& field) {
    return field.type->kind == StType::Kind::Enum || has_enum(*field.type);
  });
}

bool same(const StType& a, const StType& b) {
  return a.kind == b.kind && a.elem == b.elem && a.name == b.name && a.block == b.block;
}

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomStOptions& options) : rng_(seed), options_(options) {}

  StProgram make() {
    library();
    declared_types();
    for (std::uint64_t n = rng_.below(3); n > 0; --n) function();
    for (std::uint64_t n = rng_.below(3); n > 0; --n) function_block();
    main_block();
    return std::move(program_);
  }

 private:
  // --- types

  StElem any_elem() {
    for (;;) {
      const auto elem = static_cast<StElem>(rng_.below(16));
      if (elem == StElem::Bool || rng_.chance(elem == StElem::Int ? 100 : 60)) {
        if (elem == StElem::Real && options_.plain) continue;
        return elem;
      }
    }
  }
  StTypeRef any_scalar() {
    if (!enums_.empty() && rng_.chance(10)) return enums_[rng_.below(enums_.size())];
    return rng_.chance(25) ? elementary(StElem::Bool) : elementary(any_elem());
  }

  void declared_types() {
    if (rng_.chance(50)) {
      StType type;
      type.kind = StType::Kind::Enum;
      type.elem = StElem::Dint;
      type.name = options_.prefix + "COLOR";
      type.literals = {"RED", "GREEN", "BLUE", "BLACK"};
      type.literals.resize(2 + rng_.below(3));
      enums_.push_back(std::make_shared<StType>(type));
      program_.types.push_back(enums_.back());
    }
    for (std::uint64_t n = rng_.below(3); n > 0; --n) {
      StType type;
      type.kind = StType::Kind::Struct;
      type.name = options_.prefix + fmt::format("REC{}", n);
      for (std::uint64_t f = 0, count = 1 + rng_.below(3); f < count; ++f) {
        StTypeRef part = any_scalar();
        if (!structs_.empty() && rng_.chance(20)) part = structs_.back();
        type.fields.push_back({fmt::format("f{}", f), part});
      }
      structs_.push_back(std::make_shared<StType>(type));
      program_.types.push_back(structs_.back());
    }
  }

  StTypeRef array() {
    StType type;
    type.kind = StType::Kind::Array;
    type.element = any_scalar();
    // MatIEC calls arrays of structs and of enumerations by names that are hard to guess.
    if (!options_.plain && !structs_.empty() && rng_.chance(20)) type.element = structs_.back();
    for (std::uint64_t d = 0, dims = 1 + rng_.below(2); d < dims; ++d) {
      type.low.push_back(static_cast<std::int64_t>(rng_.below(3)) - (options_.plain ? 0 : 1));
      type.high.push_back(type.low.back() + 1 + static_cast<std::int64_t>(rng_.below(3)));
    }
    return std::make_shared<StType>(type);
  }

  // --- the standard's blocks

  void standard_block(const std::string& name,
                      const std::vector<std::tuple<const char*, StElem, Section>>& parts) {
    auto block = std::make_unique<StBlock>();
    block->name = block->standard = name;
    for (const auto& [part, elem, section] : parts)
      block->variables.push_back({part, elementary(elem), section, {}});
    program_.library.push_back(std::move(block));
  }

  void library() {
    using enum StElem;
    constexpr auto in = Section::Input, out = Section::Output, own = Section::Local;
    for (const char* timer : {"TON", "TOF", "TP"})
      standard_block(timer, {{"IN", Bool, in},
                             {"PT", Time, in},
                             {"Q", Bool, out},
                             {"ET", Time, out},
                             {"_running", Int, own},
                             {"_start", Time, own},
                             {"_IN", Bool, own}});
    standard_block("R_TRIG", {{"CLK", Bool, in}, {"Q", Bool, out}, {"_M", Bool, own}});
    standard_block("F_TRIG", {{"CLK", Bool, in}, {"Q", Bool, out}, {"_M", Bool, own}});
    standard_block("SR", {{"S1", Bool, in}, {"R", Bool, in}, {"Q1", Bool, out}});
    standard_block("RS", {{"S", Bool, in}, {"R1", Bool, in}, {"Q1", Bool, out}});
    standard_block("CTU", {{"CU", Bool, in},
                           {"R", Bool, in},
                           {"PV", Int, in},
                           {"Q", Bool, out},
                           {"CV", Int, out},
                           {"_M", Bool, own}});
    standard_block("CTD", {{"CD", Bool, in},
                           {"LD", Bool, in},
                           {"PV", Int, in},
                           {"Q", Bool, out},
                           {"CV", Int, out},
                           {"_M", Bool, own}});
    standard_block("CTUD", {{"CU", Bool, in},
                            {"CD", Bool, in},
                            {"R", Bool, in},
                            {"LD", Bool, in},
                            {"PV", Int, in},
                            {"QU", Bool, out},
                            {"QD", Bool, out},
                            {"CV", Int, out},
                            {"_MU", Bool, own},
                            {"_MD", Bool, own}});
  }

  StTypeRef type_of_block(const StBlock& block) {
    StType type;
    type.kind = StType::Kind::Block;
    type.name = block.name;
    type.block = &block;
    return std::make_shared<StType>(type);
  }

  // --- variables and places

  StVariable variable(const std::string& name, StTypeRef type, Section section) {
    StVariable made{name, std::move(type), section, {}};
    const bool takes_value = made.type->kind != StType::Kind::Block && section != Section::InOut &&
                             section != Section::Loop && section != Section::Temp;
    if (takes_value && rng_.chance(35) && !(options_.plain && has_enum(*made.type)))
      initial(*made.type, made.initial);
    return made;
  }

  void initial(const StType& type, std::vector<std::uint64_t>& values) {
    if (type.scalar()) {
      values.push_back(constant(type));
    } else if (type.kind == StType::Kind::Struct) {
      for (const StField& field : type.fields) initial(*field.type, values);
    } else {
      for (std::size_t i = slots_of(type) / slots_of(*type.element); i > 0; --i) {
        if (type.element->scalar() && !values.empty() && rng_.chance(40))
          values.push_back(values.back());
        else
          initial(*type.element, values);
      }
    }
  }

  std::uint64_t constant(const StType& type) {
    if (type.kind == StType::Kind::Enum) return rng_.below(type.literals.size());
    const StElem elem = type.elem;
    if (elem == StElem::Bool) return rng_.below(2);
    if (elem == StElem::Time) return 10 * rng_.below(200);
    if (is_float(elem)) {
      const double value = (static_cast<double>(rng_.below(400)) - 200) / 4;
      return elem == StElem::Real ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                  : std::bit_cast<std::uint64_t>(value);
    }
    const unsigned width = width_of(elem);
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    switch (rng_.below(8)) {
      case 0:
        return rng_.next() & mask;
      case 1:
        return mask >> (is_signed(elem) ? 1 : 0);
      case 2:
        return is_signed(elem) ? ~rng_.below(20) & mask : rng_.below(20);
      default:
        return rng_.below(20);
    }
  }

  /// Ways from a variable to a scalar of the type.
  void find_places(const StType& type, const StType& wanted, StPlace& at, bool write,
                   std::vector<StPlace>& found) {
    if (type.scalar()) {
      if (same(type, wanted)) found.push_back(at);
      return;
    }
    if (type.kind == StType::Kind::Array) {
      at.path.emplace_back();
      find_places(*type.element, wanted, at, write, found);
      at.path.pop_back();
      return;
    }
    const std::size_t parts =
        type.kind == StType::Kind::Struct ? type.fields.size() : type.block->variables.size();
    for (std::size_t f = 0; f < parts; ++f) {
      const bool block = type.kind == StType::Kind::Block;
      if (block && (write || type.block->variables[f].section != Section::Output)) continue;
      at.path.push_back({f, {}});
      find_places(block ? *type.block->variables[f].type : *type.fields[f].type, wanted, at, write,
                  found);
      at.path.pop_back();
    }
  }

  std::optional<StPlace> place(const StType& wanted, bool write) {
    std::vector<StPlace> found;
    for (std::size_t i = 0; i < block_->variables.size(); ++i) {
      const StVariable& v = block_->variables[i];
      if (write && (v.section == Section::Input || v.section == Section::Loop)) continue;
      // Counters of WHILE and REPEAT are read nowhere else.
      if (v.section == Section::Loop && std::find(loops_.begin(), loops_.end(), i) == loops_.end())
        continue;
      StPlace at{i, {}};
      find_places(*v.type, wanted, at, write, found);
    }
    if (found.empty()) return std::nullopt;
    StPlace chosen = found[rng_.below(found.size())];
    fill_indices(chosen);
    return chosen;
  }

  void fill_indices(StPlace& place) {
    const StType* type = block_->variables[place.variable].type.get();
    for (StSelector& selector : place.path) {
      if (type->kind != StType::Kind::Array) {
        type = type->kind == StType::Kind::Struct
                   ? type->fields[selector.field].type.get()
                   : type->block->variables[selector.field].type.get();
        continue;
      }
      for (std::size_t d = 0; d < type->low.size(); ++d)
        selector.index.push_back(index_expr(type->low[d], type->high[d]));
      type = type->element.get();
    }
  }

  StExpr index_expr(std::int64_t low, std::int64_t high) {
    if (rng_.chance(50) || in_index_)
      return number(StElem::Int, low + static_cast<std::int64_t>(
                                           rng_.below(static_cast<std::uint64_t>(high - low + 1))));
    in_index_ = true;
    StExpr limited = clamped(expr(elementary(StElem::Int), 1), low, high);
    in_index_ = false;
    return limited;
  }

  // --- expressions

  static StExpr literal(StTypeRef type, std::uint64_t value) {
    StExpr e;
    e.type = std::move(type);
    e.value = value;
    return e;
  }
  static StExpr number(StElem elem, std::int64_t value) {
    const unsigned width = width_of(elem);
    const auto bits = static_cast<std::uint64_t>(value);
    return literal(elementary(elem), width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1));
  }
  static StExpr call(const std::string& name, StTypeRef type, std::vector<StExpr> args) {
    StExpr e;
    e.kind = StExpr::Kind::Call;
    e.op = name;
    e.type = std::move(type);
    e.args = std::move(args);
    return e;
  }
  static StExpr binary(const std::string& op, StTypeRef type, StExpr left, StExpr right) {
    StExpr e = call(op, std::move(type), {});
    e.kind = StExpr::Kind::Binary;
    e.args.push_back(std::move(left));
    e.args.push_back(std::move(right));
    return e;
  }
  StExpr clamped(StExpr value, std::int64_t low, std::int64_t high) {
    const StTypeRef type = value.type;
    return call("LIMIT", type,
                {number(type->elem, low), std::move(value), number(type->elem, high)});
  }

  StExpr leaf(const StTypeRef& type) {
    if (rng_.chance(75))
      if (auto at = place(*type, false)) {
        StExpr e;
        e.kind = StExpr::Kind::Read;
        e.type = type;
        e.place = std::move(*at);
        return e;
      }
    return literal(type, constant(*type));
  }

  StExpr expr(const StTypeRef& type, unsigned depth) {
    if (depth == 0 || rng_.chance(20)) return leaf(type);
    if (type->kind == StType::Kind::Enum) return leaf(type);
    if (rng_.chance(8))
      if (auto user = user_call(type, depth)) return *user;
    if (rng_.chance(8))
      return call("SEL", type, {boolean(depth - 1), expr(type, depth - 1), expr(type, depth - 1)});
    const StElem elem = type->elem;
    if (elem == StElem::Bool) return boolean(depth);
    if (elem == StElem::Time) return time(depth);
    if (is_float(elem)) return floating(type, depth);
    if (rng_.chance(15)) return conversion(type, depth);
    return is_bits(elem) ? bit_string(type, depth) : integer(type, depth);
  }

  std::optional<StExpr> user_call(const StTypeRef& type, unsigned depth) {
    std::vector<const StBlock*> fitting;
    for (const auto& block : program_.blocks)
      if (block->result && same(*block->result, *type)) fitting.push_back(block.get());
    if (fitting.empty()) return std::nullopt;
    StExpr e = call("", type, {});
    e.kind = StExpr::Kind::UserCall;
    e.callee = fitting[rng_.below(fitting.size())];
    e.formal = rng_.chance(60);
    for (const StVariable& parameter : e.callee->variables)
      if (parameter.section == Section::Input) e.args.push_back(expr(parameter.type, depth - 1));
    return e;
  }

  StExpr boolean(unsigned depth) {
    const StTypeRef type = elementary(StElem::Bool);
    if (depth == 0) return leaf(type);
    switch (rng_.below(6)) {
      case 0: {
        StExpr e = call("NOT", type, {boolean(depth - 1)});
        e.kind = StExpr::Kind::Unary;
        return e;
      }
      case 1:
      case 2: {
        static constexpr const char* kOps[] = {"AND", "OR", "XOR", "&"};
        const char* op = kOps[rng_.below(4)];
        return binary(op, type, boolean(depth - 1), boolean(depth - 1));
      }
      case 3:
        return leaf(type);
      default: {
        StTypeRef of = any_scalar();
        static constexpr const char* kOps[] = {"=", "<>", "<", "<=", ">", ">="};
        // Enumerations have no order.
        const char* op = kOps[rng_.below(of->kind == StType::Kind::Enum ? 2 : 6)];
        return binary(op, type, expr(of, depth - 1), expr(of, depth - 1));
      }
    }
  }

  StExpr time(unsigned depth) {
    const StTypeRef type = elementary(StElem::Time);
    if (rng_.chance(40)) return leaf(type);
    return rng_.chance(50)
               ? binary("+", type, leaf(type), leaf(type))
               : call(rng_.chance(50) ? "MIN" : "MAX", type, {expr(type, depth - 1), leaf(type)});
  }

  StExpr floating(const StTypeRef& type, unsigned depth) {
    switch (rng_.below(9)) {
      case 0:
        return call("ABS", type, {expr(type, depth - 1)});
      case 1:
        return binary("/", type, expr(type, depth - 1), float_literal(type, 2.5));
      case 2:
        return binary("*", type, expr(type, depth - 1), expr(type, depth - 1));
      case 3:
        return call(rng_.chance(50) ? "MIN" : "MAX", type,
                    {expr(type, depth - 1), expr(type, depth - 1)});
      case 4: {
        const StElem from = rng_.chance(50) ? StElem::Int : StElem::Udint;
        return convert(expr(elementary(from), depth - 1), type);
      }
      case 5: {
        StExpr e = call("-", type, {expr(type, depth - 1)});
        e.kind = StExpr::Kind::Unary;
        return e;
      }
      default:
        return binary(rng_.chance(50) ? "+" : "-", type, expr(type, depth - 1),
                      expr(type, depth - 1));
    }
  }
  static StExpr float_literal(const StTypeRef& type, double value) {
    return literal(type, type->elem == StElem::Real
                             ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                             : std::bit_cast<std::uint64_t>(value));
  }

  StExpr convert(StExpr from, const StTypeRef& to) {
    const std::string name = fmt::format("{}_TO_{}", name_of(from.type->elem), name_of(to->elem));
    return call(name, to, {std::move(from)});
  }
  StExpr conversion(const StTypeRef& type, unsigned depth) {
    for (;;) {
      const StElem from = any_elem();
      if (from == type->elem || from == StElem::Time) continue;
      StExpr inner = expr(elementary(from), depth - 1);
      // What does not fit is left open by the standard.
      if (is_float(from)) {
        if (width_of(type->elem) < 32) continue;
        const StTypeRef of = inner.type;
        inner =
            call("LIMIT", of, {float_literal(of, 0), std::move(inner), float_literal(of, 30000)});
      }
      return convert(std::move(inner), type);
    }
  }

  /// An operator, or the function of the same meaning: in the plain form operators on narrow types
  /// stand at the top of an assignment only.
  StExpr arithmetic(const char* op, const char* function, const StTypeRef& type, StExpr left,
                    StExpr right, bool top) {
    const bool narrow = width_of(type->elem) < 32;
    // MatIEC refuses constants that overflow.
    if (options_.plain && left.kind == StExpr::Kind::Literal && right.kind == StExpr::Kind::Literal)
      return left;
    if ((options_.plain && narrow && !top) || rng_.chance(5))
      return call(function, type, {std::move(left), std::move(right)});
    return binary(op, type, std::move(left), std::move(right));
  }

  StExpr integer(const StTypeRef& type, unsigned depth, bool top = false) {
    const StElem elem = type->elem;
    const auto sub = [&] { return expr(type, depth - 1); };
    switch (rng_.below(12)) {
      case 0:
      case 1:
        return arithmetic("+", "ADD", type, sub(), sub(), top);
      case 2:
      case 3:
        return arithmetic("-", "SUB", type, sub(), sub(), top);
      case 4:
        return arithmetic("*", "MUL", type, sub(), sub(), top);
      case 5:
        return binary("/", type, sub(), divisor(type, depth));
      case 6:
        return binary("MOD", type, sub(), divisor(type, depth));
      case 7:
        if (!is_signed(elem)) return call("MAX", type, {sub(), sub()});
        return call("ABS", type, {sub()});
      case 8:
        return call("MIN", type, {sub(), sub()});
      case 9:
        return clamped(sub(), 2, 90);
      case 10: {
        const std::int64_t last = 1 + static_cast<std::int64_t>(rng_.below(2));
        std::vector<StExpr> args = {clamped(expr(elementary(StElem::Int), depth - 1), 0, last)};
        for (std::int64_t i = 0; i <= last; ++i) args.push_back(sub());
        return call("MUX", type, std::move(args));
      }
      default: {
        if (!is_signed(elem) || (options_.plain && width_of(elem) < 32 && !top)) return leaf(type);
        StExpr operand = sub();
        if (options_.plain && operand.kind == StExpr::Kind::Literal) return operand;
        StExpr e = call("-", type, {std::move(operand)});
        e.kind = StExpr::Kind::Unary;
        return e;
      }
    }
  }
  StExpr divisor(const StTypeRef& type, unsigned depth) {
    if (rng_.chance(60)) return number(type->elem, 1 + static_cast<std::int64_t>(rng_.below(12)));
    return call("MAX", type, {number(type->elem, 1), expr(type, depth - 1)});
  }

  StExpr bit_string(const StTypeRef& type, unsigned depth, bool top = false) {
    const auto sub = [&] { return expr(type, depth - 1); };
    switch (rng_.below(6)) {
      case 0: {
        if (options_.plain && width_of(type->elem) < 32 && !top) return leaf(type);
        StExpr e = call("NOT", type, {sub()});
        e.kind = StExpr::Kind::Unary;
        return e;
      }
      case 1:
      case 2: {
        static constexpr const char* kOps[] = {"SHL", "SHR", "ROL", "ROR"};
        const unsigned width = width_of(type->elem);
        const unsigned most = options_.plain ? width - 1 : width + 3;
        StExpr count = rng_.chance(70)
                           ? number(StElem::Int, 1 + static_cast<std::int64_t>(rng_.below(most)))
                           : clamped(expr(elementary(StElem::Int), depth - 1), 1, most);
        return call(kOps[rng_.below(4)], type, {sub(), std::move(count)});
      }
      default: {
        static constexpr const char* kOps[] = {"AND", "OR", "XOR"};
        return binary(kOps[rng_.below(3)], type, sub(), sub());
      }
    }
  }

  /// The value of an assignment.
  StExpr top_expr(const StTypeRef& type) {
    if (type->kind == StType::Kind::Elementary && rng_.chance(60)) {
      if (is_integer(type->elem)) return integer(type, options_.depth, true);
      if (is_bits(type->elem)) return bit_string(type, options_.depth, true);
    }
    return expr(type, options_.depth);
  }

  // --- statements

  std::vector<StStatement> body(unsigned count, unsigned nesting) {
    std::vector<StStatement> made;
    for (unsigned i = 0; i < count; ++i) statement(made, nesting);
    return made;
  }
  std::vector<StStatement> inner(unsigned nesting) {
    return body(1 + static_cast<unsigned>(rng_.below(3)), nesting + 1);
  }

  void statement(std::vector<StStatement>& into, unsigned nesting) {
    const std::uint64_t kind = rng_.below(nesting < 3 ? 20 : 12);
    if (kind < 9) return assign(into);
    if (kind < 12) return instance_call(into);
    if (kind < 15) return branch(into, nesting);
    if (kind < 17) return choose(into, nesting);
    if (kind < 18) return count(into, nesting);
    if (kind < 19) return loop(into, nesting);
    leave(into);
  }

  void assign(std::vector<StStatement>& into) {
    for (int attempt = 0; attempt < 10; ++attempt) {
      const StTypeRef type = any_scalar();
      auto at = place(*type, true);
      if (!at) continue;
      StStatement s;
      s.place = std::move(*at);
      s.exprs.push_back(top_expr(type));
      into.push_back(std::move(s));
      return;
    }
  }

  void branch(std::vector<StStatement>& into, unsigned nesting) {
    StStatement s;
    s.kind = StStatement::Kind::If;
    for (std::uint64_t n = 1 + rng_.below(2); n > 0; --n) {
      s.exprs.push_back(boolean(2));
      s.blocks.push_back(inner(nesting));
    }
    if (rng_.chance(50)) s.blocks.push_back(inner(nesting));
    into.push_back(std::move(s));
  }

  void choose(std::vector<StStatement>& into, unsigned nesting) {
    StStatement s;
    s.kind = StStatement::Kind::Case;
    const bool on_enum = !enums_.empty() && rng_.chance(30);
    const StTypeRef type =
        on_enum ? enums_[0] : elementary(rng_.chance(70) ? StElem::Int : StElem::Usint);
    auto at = place(*type, false);
    if (!at) return assign(into);
    StExpr selector;
    selector.kind = StExpr::Kind::Read;
    selector.type = type;
    selector.place = std::move(*at);
    s.exprs.push_back(std::move(selector));
    std::int64_t next = on_enum || !is_signed(type->elem) ? 0 : -3;
    const auto last = on_enum ? static_cast<std::int64_t>(type->literals.size()) - 1 : 100;
    for (std::uint64_t n = 1 + rng_.below(3); n > 0 && next <= last; --n) {
      std::vector<StStatement::Label> labels;
      for (std::uint64_t l = 1 + rng_.below(2); l > 0 && next <= last; --l) {
        StStatement::Label label{next, next};
        if (!on_enum && rng_.chance(30)) label.high += 1 + static_cast<std::int64_t>(rng_.below(9));
        next = label.high + 1 + static_cast<std::int64_t>(on_enum ? 0 : rng_.below(3));
        labels.push_back(label);
      }
      s.labels.push_back(std::move(labels));
      s.blocks.push_back(inner(nesting));
    }
    if (rng_.chance(50)) s.blocks.push_back(inner(nesting));
    into.push_back(std::move(s));
  }

  /// A variable that counts a loop and is written by nothing else.
  std::size_t loop_variable() {
    for (std::size_t i = 0; i < block_->variables.size(); ++i)
      if (block_->variables[i].section == Section::Loop &&
          std::find(loops_.begin(), loops_.end(), i) == loops_.end())
        return i;
    return block_->variables.size();
  }

  void count(std::vector<StStatement>& into, unsigned nesting) {
    const std::size_t counter = loop_variable();
    if (counter == block_->variables.size()) return assign(into);
    const StTypeRef type = elementary(StElem::Int);
    StStatement s;
    s.kind = StStatement::Kind::For;
    s.place.variable = counter;
    const std::int64_t from = static_cast<std::int64_t>(rng_.below(5)) - 1;
    const std::int64_t span = static_cast<std::int64_t>(rng_.below(5)) - 1;
    const bool down = rng_.chance(30);
    s.exprs.push_back(number(StElem::Int, from));
    // The standard forbids to change what the bounds are made of, and MatIEC evaluates them again.
    s.exprs.push_back(rng_.chance(60) || options_.plain
                          ? number(StElem::Int, down ? from - span : from + span)
                          : clamped(leaf(type), -2, 4));
    if (down || rng_.chance(30)) {
      const std::int64_t step = 1 + static_cast<std::int64_t>(rng_.below(2));
      s.exprs.push_back(number(StElem::Int, down ? -step : step));
    }
    loops_.push_back(counter);
    s.blocks.push_back(inner(nesting));
    if (rng_.chance(20)) add_exit(s.blocks[0]);
    loops_.pop_back();
    into.push_back(std::move(s));
  }

  void loop(std::vector<StStatement>& into, unsigned nesting) {
    const std::size_t counter = loop_variable();
    if (counter == block_->variables.size()) return assign(into);
    const StTypeRef type = elementary(StElem::Int);
    const StPlace at{counter, {}};
    StExpr read;
    read.kind = StExpr::Kind::Read;
    read.type = type;
    read.place = at;
    StStatement start;
    start.place = at;
    start.exprs.push_back(number(StElem::Int, 0));
    into.push_back(start);

    StStatement s, step;
    step.place = at;
    step.exprs.push_back(binary("+", type, read, number(StElem::Int, 1)));
    const std::int64_t turns = 1 + static_cast<std::int64_t>(rng_.below(4));
    const StTypeRef boole = elementary(StElem::Bool);
    loops_.push_back(counter);
    std::vector<StStatement> block = inner(nesting);
    if (rng_.chance(20)) add_exit(block);
    block.insert(block.begin(), step);
    if (rng_.chance(50)) {
      s.kind = StStatement::Kind::While;
      s.exprs.push_back(
          binary("AND", boole, binary("<", boole, read, number(StElem::Int, turns)), boolean(1)));
    } else {
      s.kind = StStatement::Kind::Repeat;
      s.exprs.push_back(
          binary("OR", boole, binary(">=", boole, read, number(StElem::Int, turns)), boolean(1)));
    }
    s.blocks.push_back(std::move(block));
    loops_.pop_back();
    into.push_back(std::move(s));
  }

  void add_exit(std::vector<StStatement>& block) {
    StStatement exit, guard;
    exit.kind = StStatement::Kind::Exit;
    guard.kind = StStatement::Kind::If;
    guard.exprs.push_back(boolean(1));
    guard.blocks.push_back({exit});
    block.push_back(std::move(guard));
  }

  void leave(std::vector<StStatement>& into) {
    if (!rng_.chance(15)) return assign(into);
    StStatement s, guard;
    s.kind = StStatement::Kind::Return;
    guard.kind = StStatement::Kind::If;
    guard.exprs.push_back(boolean(2));
    guard.blocks.push_back({s});
    into.push_back(std::move(guard));
  }

  void instance_call(std::vector<StStatement>& into) {
    std::vector<std::size_t> instances;
    for (std::size_t i = 0; i < block_->variables.size(); ++i)
      if (block_->variables[i].type->kind == StType::Kind::Block) instances.push_back(i);
    if (instances.empty()) return assign(into);
    StStatement s;
    s.kind = StStatement::Kind::Call;
    s.place.variable = instances[rng_.below(instances.size())];
    const StBlock& block = *block_->variables[s.place.variable].type->block;
    has_target_ = false;
    for (std::size_t f = 0; f < block.variables.size(); ++f)
      if (auto argument = actual(block, f, s.place.variable))
        s.arguments.push_back(std::move(*argument));
    into.push_back(std::move(s));
  }

  std::optional<StStatement::Argument> actual(const StBlock& block, std::size_t f,
                                              std::size_t instance) {
    const StVariable& formal = block.variables[f];
    const bool always = !block.standard.empty();
    StStatement::Argument argument;
    argument.formal = f;
    if (formal.section == Section::Input) {
      if (!always && rng_.chance(20)) return std::nullopt;
      argument.value = expr(formal.type, 2);
      // A time that changes while it runs is left open by the standard: one for each instance.
      if (always && formal.type->elem == StElem::Time)
        argument.value = literal(formal.type, 50 + 50 * (7 * instance % 8));
      return argument;
    }
    if (formal.section == Section::InOut) {
      auto at = whole_variable(*formal.type);
      if (!at) at = place(*formal.type, true);  // there is one: main has a variable of each
      argument.value.kind = StExpr::Kind::Read;
      argument.value.type = formal.type;
      argument.value.place = std::move(*at);
      return argument;
    }
    // Nor is the order of two results that go to one variable.
    if (formal.section != Section::Output || has_target_ || !rng_.chance(25)) return std::nullopt;
    for (const StVariable& other : block.variables)
      if (other.section == Section::InOut && same(*other.type, *formal.type)) return std::nullopt;
    auto target = whole_variable(*formal.type);
    if (!target) return std::nullopt;
    argument.output = has_target_ = true;
    argument.target = std::move(*target);
    return argument;
  }

  std::optional<StPlace> whole_variable(const StType& type) {
    for (std::size_t i = 0; i < block_->variables.size(); ++i) {
      const StVariable& v = block_->variables[i];
      if (v.section != Section::Input && v.section != Section::Loop && same(*v.type, type))
        return StPlace{i, {}};
    }
    return std::nullopt;
  }

  // --- blocks

  void add_variable(StBlock& block, StTypeRef type, Section section) {
    const std::string name = fmt::format("{}{}",
                                         section == Section::Input    ? "in"
                                         : section == Section::Output ? "out"
                                         : section == Section::InOut  ? "io"
                                         : section == Section::Temp   ? "tmp"
                                         : section == Section::Loop   ? "loop"
                                                                      : "v",
                                         block.variables.size());
    block.variables.push_back(variable(name, std::move(type), section));
  }

  void finish(std::unique_ptr<StBlock> block, unsigned statements) {
    block_ = block.get();
    loops_.clear();
    block->body = body(statements, 0);
    if (block->result) {
      StStatement s;
      s.place.variable = block->variables.size() - 1;
      s.exprs.push_back(top_expr(block->result));
      block->body.insert(block->body.begin(), std::move(s));
    }
    program_.blocks.push_back(std::move(block));
  }

  void function() {
    auto block = std::make_unique<StBlock>();
    block->name = options_.prefix + fmt::format("FUN{}", program_.blocks.size());
    block->result = elementary(any_elem());
    for (std::uint64_t n = 1 + rng_.below(3); n > 0; --n)
      add_variable(*block, elementary(any_elem()), Section::Input);
    for (std::uint64_t n = rng_.below(3); n > 0; --n)
      add_variable(*block, any_scalar(), Section::Local);
    add_variable(*block, elementary(StElem::Int), Section::Loop);
    block->variables.push_back({block->name, block->result, Section::Local, {}});
    finish(std::move(block), 1 + static_cast<unsigned>(rng_.below(3)));
  }

  void instances(StBlock& block) {
    for (std::uint64_t n = rng_.below(4); n > 0; --n)
      add_variable(block, type_of_block(*program_.library[rng_.below(program_.library.size())]),
                   Section::Local);
    for (const auto& other : program_.blocks)
      if (!other->result && rng_.chance(70))
        add_variable(block, type_of_block(*other), Section::Local);
  }

  void locals(StBlock& block, std::uint64_t count) {
    for (; count > 0; --count) {
      StTypeRef type = any_scalar();
      if (rng_.chance(15)) type = array();
      if (!structs_.empty() && rng_.chance(15)) type = structs_[rng_.below(structs_.size())];
      add_variable(block, std::move(type), Section::Local);
    }
  }

  void function_block() {
    auto block = std::make_unique<StBlock>();
    block->name = options_.prefix + fmt::format("BLK{}", program_.blocks.size());
    for (std::uint64_t n = 1 + rng_.below(3); n > 0; --n)
      add_variable(*block, any_scalar(), Section::Input);
    for (std::uint64_t n = 1 + rng_.below(2); n > 0; --n)
      add_variable(*block, any_scalar(), Section::Output);
    if (rng_.chance(40)) add_variable(*block, elementary(StElem::Int), Section::InOut);
    add_variable(*block, elementary(StElem::Int), Section::Local);  // for an in-out
    locals(*block, rng_.below(3));
    instances(*block);
    if (rng_.chance(30)) add_variable(*block, elementary(any_elem()), Section::Temp);
    add_variable(*block, elementary(StElem::Int), Section::Loop);
    finish(std::move(block), 2 + static_cast<unsigned>(rng_.below(4)));
  }

  void main_block() {
    auto block = std::make_unique<StBlock>();
    block->name = options_.prefix + "MAIN";
    for (std::uint64_t n = 2 + rng_.below(4); n > 0; --n)
      add_variable(*block, elementary(any_elem()), Section::Input);
    add_variable(*block, elementary(StElem::Bool), Section::Input);
    for (std::uint64_t n = 1 + rng_.below(3); n > 0; --n)
      add_variable(*block, any_scalar(), Section::Output);
    add_variable(*block, elementary(StElem::Int), Section::Local);  // for an in-out
    locals(*block, 2 + rng_.below(5));
    instances(*block);
    if (rng_.chance(30)) add_variable(*block, elementary(any_elem()), Section::Temp);
    add_variable(*block, elementary(StElem::Int), Section::Loop);
    add_variable(*block, elementary(StElem::Int), Section::Loop);
    finish(std::move(block), 2 + static_cast<unsigned>(rng_.below(options_.statements)));
  }

  Rng rng_;
  const RandomStOptions options_;
  StProgram program_;
  std::vector<StTypeRef> enums_, structs_;
  StBlock* block_ = nullptr;
  std::vector<std::size_t> loops_;  ///< variables of the loops that we are in
  bool in_index_ = false;
  bool has_target_ = false;  ///< the call has a result that goes to a variable
};

}  // namespace

StProgram random_st(std::uint64_t seed, const RandomStOptions& options) {
  return Generator(seed, options).make();
}

}  // namespace cairn::support
