// SPDX-License-Identifier: MIT
//
// Names, members, elements and bits: what an expression that stands for a variable leads to.
#include <fmt/format.h>

#include "base/error.h"
#include "input/st/addresses.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {

using ExprKind = Expr::Kind;

std::vector<std::string> Compiler::visible_names() const {
  std::vector<std::string> names;
  if (scope_ != nullptr && scope_->block != nullptr)
    for (const Field& field : scope_->block->fields) names.push_back(field.name);
  for (const Field& field : names_.globals()->fields) names.push_back(field.name);
  return names;
}

std::optional<Access> Compiler::find_name(const std::string& upper, const Spot& at) {
  if (scope_ != nullptr && scope_->block != nullptr) {
    const int index = scope_->block->field(upper);
    if (index >= 0) {
      const Field& field = scope_->block->fields[static_cast<std::size_t>(index)];
      const auto bound = scope_->bindings.find(index);
      if (bound != scope_->bindings.end()) return bound->second;
      if (field.section != Section::Kind::External) {
        const auto& parts = scope_->self.node->parts;
        if (static_cast<std::size_t>(index) >= parts.size())
          fail(at, fmt::format("'{}' is used before its declaration", field.name));
        Access found;
        found.type = field.type;
        found.name = field.name;
        if (!field.address.empty() && !read_address(field.address).is_open &&
            !scope_->self.index.valid())
          found.place = {at_address(field, field.type), kNoTerm};
        else
          found.place = part(scope_->self, static_cast<std::size_t>(index));
        if (found.place.node == nullptr)
          fail(at, fmt::format("'{}' is bound to a variable only while its block is called",
                               printable(field.name, 60)));
        found.is_writable = !field.constant;
        return found;
      }
      if (names_.globals()->field(upper) < 0)
        names_.fail_unknown(field.at, "global variable", field.name, [&] {
          std::vector<std::string> known;
          for (const Field& one : names_.globals()->fields) known.push_back(one.name);
          return known;
        }());
    }
  }
  const int global = names_.globals()->field(upper);
  if (global < 0 || !globals_) return std::nullopt;
  if (static_cast<std::size_t>(global) >= globals_->parts.size()) return std::nullopt;
  const Field& field = names_.globals()->fields[static_cast<std::size_t>(global)];
  Access found;
  found.type = field.type;
  found.name = field.name;
  found.is_writable = !field.constant;
  if (!field.address.empty() && !read_address(field.address).is_open)
    found.place = {at_address(field, field.type), kNoTerm};
  else
    found.place = {globals_->parts[static_cast<std::size_t>(global)].get(), kNoTerm};
  return found;
}

/// Whether the expression names a variable (and not a function, or an enumeration's value).
bool Compiler::is_access(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Name:
      return find_name(upper_case(expr.text), expr.at).has_value();
    case ExprKind::Member:
    case ExprKind::Bit:
    case ExprKind::Index:
      return is_access(*expr.operands[0]);
    case ExprKind::Direct:
      return true;
    default:
      return false;
  }
}

Access Compiler::access(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Name: {
      if (auto found = find_name(upper_case(expr.text), expr.at)) return *found;
      names_.fail_unknown(expr.at, "variable", expr.text, visible_names());
    }
    case ExprKind::Member:
      return access_member(expr);
    case ExprKind::Index:
      return access_index(expr);
    case ExprKind::Bit:
      return access_bits(expr);
    case ExprKind::Direct:
      return access_direct(expr);
    case ExprKind::Deref:
      names_.refuse(expr.at, "references and pointers (edition 3)");
    default:
      fail(expr.at, "expected a variable");
  }
}

Access Compiler::access_field(const Access& object, std::string_view upper, const Expr& expr) {
  const Type& type = *object.type;
  const int index = type.field(upper);
  if (index < 0) {
    std::vector<std::string> known;
    for (const Field& field : type.fields) known.push_back(field.name);
    names_.fail_unknown(expr.at, fmt::format("member of {}", type.name), expr.text, known);
  }
  const Field& field = type.fields[static_cast<std::size_t>(index)];
  Access found;
  found.type = field.type;
  found.name = fmt::format("{}.{}", object.name, field.name);
  found.place = part(object.place, static_cast<std::size_t>(index));
  if (found.place.node == nullptr)
    fail(expr.at, fmt::format("'{}' cannot be read from outside of {}", printable(field.name, 60),
                              type.name));
  found.is_writable = object.is_writable && !field.constant;
  // From outside, a block's inputs alone can be set.
  if (type.kind == Type::Kind::Block && field.section != Section::Kind::Input)
    found.is_writable = false;
  return found;
}

Access Compiler::access_member(const Expr& expr) {
  const Access object = access(*expr.operands[0]);
  if (object.is_part || object.type->is_scalar() || object.type->kind == Type::Kind::Array)
    fail(expr.at, fmt::format("'{}' has the type {}, which has no members",
                              printable(object.name, 60), object.type->name));
  return access_field(object, upper_case(expr.text), expr);
}

Access Compiler::access_index(const Expr& expr) {
  Access object = access(*expr.operands[0]);
  const Type& type = *object.type;
  if (object.is_part || type.kind != Type::Kind::Array)
    fail(expr.at, fmt::format("'{}' has the type {}, which has no elements",
                              printable(object.name, 60), type.name));
  // "a[i][j]" of an array with two dimensions is spelt so by some.
  if (expr.operands.size() - 1 != type.bounds.size())
    fail(expr.at, fmt::format("'{}' has {} dimension{}, and not {}", printable(object.name, 60),
                              type.bounds.size(), type.bounds.size() == 1 ? "" : "s",
                              expr.operands.size() - 1));
  Term linear;
  for (std::size_t i = 0; i < type.bounds.size(); ++i) {
    const Type::Bound& bound = type.bounds[i];
    const Expr& written = *expr.operands[i + 1];
    const Operand index = settle(lower(written));
    if (!index.type->is_integer() && !index.type->is_bits())
      fail(written.at, fmt::format("an index is an integer, and not {}", index.type->name));
    const bool is_signed = index.type->is_signed();
    const Term wide =
        is_signed ? terms().sign_extend(index.term, 65) : terms().zero_extend(index.term, 65);
    const Term low =
        terms().constant(Value(to_bit_vector(65, mpz_class(std::to_string(bound.low)))));
    const Term high =
        terms().constant(Value(to_bit_vector(65, mpz_class(std::to_string(bound.high)))));
    const Term inside =
        terms().and_(terms().make(Op::BvSle, {low, wide}), terms().make(Op::BvSle, {wide, high}));
    if (terms().is_false(inside))
      fail(written.at, fmt::format("the index is outside of {}..{}", bound.low, bound.high));
    mark(written.at);
    const std::string claim =
        fmt::format("the index of {} is in {}..{}", object.name, bound.low, bound.high);
    if (!in_annotation_ && checks("bounds") && !terms().is_true(inside)) {
      out_.assert_(inside, claim);
      out_.assume(inside);
    } else {
      limit(inside, "an array is indexed outside of its bounds");
    }
    const Term offset = terms().extract(terms().bv_sub(wide, low), 31, 0);
    linear = linear.valid()
                 ? terms().make(
                       Op::BvAdd,
                       {terms().make(Op::BvMul, {linear, terms().bv(32, bound.count())}), offset})
                 : offset;
  }
  if (object.place.index.valid())
    linear = terms().make(
        Op::BvAdd,
        {terms().make(Op::BvMul, {object.place.index, terms().bv(32, type.elements())}), linear});
  object.place = {object.place.node->parts[0].get(), linear};
  object.type = type.element;
  object.name += "[]";
  return object;
}

Access Compiler::access_bits(const Expr& expr) {
  Access object = access(*expr.operands[0]);
  const std::uint32_t size = expr.size == 'X'   ? 1
                             : expr.size == 'B' ? 8
                             : expr.size == 'W' ? 16
                                                : 32;
  const bool is_word = !object.is_part && (object.type->is_bits() || object.type->is_integer());
  if (!is_word)
    fail(expr.at, fmt::format("'{}' has the type {}, which has no bits", printable(object.name, 60),
                              object.type->name));
  if ((expr.index + 1) * size > object.type->bits())
    fail(expr.at,
         fmt::format("{} has the bits 0 to {}", object.type->name, object.type->bits() - 1));
  object.is_part = true;
  object.low = expr.index * size;
  object.high = object.low + size - 1;
  object.type = basic_type(expr.size == 'X'   ? Basic::Bool
                           : expr.size == 'B' ? Basic::Byte
                           : expr.size == 'W' ? Basic::Word
                                              : Basic::DWord);
  return object;
}

Access Compiler::access_direct(const Expr& expr) {
  const Address address = read_address(expr.text);
  if (!address.is_valid || address.is_open)
    fail(expr.at, fmt::format("'{}' is no address of an input, an output or memory",
                              printable(expr.text, 40)));
  const auto known = addresses_.find(address.name);
  Access found;
  found.name = address.name;
  found.is_writable = true;
  if (known != addresses_.end()) {
    found.type = known->second.second;
    found.place = {known->second.first, kNoTerm};
    return found;
  }
  Field field;
  field.at = expr.at;
  field.address = expr.text;
  found.type = basic_type(address.size == 'X'   ? Basic::Bool
                          : address.size == 'B' ? Basic::Byte
                          : address.size == 'W' ? Basic::Word
                          : address.size == 'D' ? Basic::DWord
                                                : Basic::LWord);
  found.place = {at_address(field, found.type), kNoTerm};
  return found;
}

Term Compiler::value_of(const Access& access) {
  const Term word = read(access.place);
  if (!access.is_part) return word;
  const Term bits = terms().extract(word, access.high, access.low);
  return access.type->is_bool() ? terms().equal(bits, terms().bv(1, 1)) : bits;
}

void Compiler::store(const Access& access, Term value) {
  if (!access.is_part) return write(access.place, value);
  const Term word = read(access.place);
  const std::uint32_t width = terms().sort(word).width();
  if (access.type->is_bool()) value = terms().ite(value, terms().bv(1, 1), terms().bv(1, 0));
  if (access.low > 0) value = terms().concat(value, terms().extract(word, access.low - 1, 0));
  if (access.high + 1 < width)
    value = terms().concat(terms().extract(word, width - 1, access.high + 1), value);
  write(access.place, value);
}

}  // namespace cairn::st
