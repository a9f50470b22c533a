// SPDX-License-Identifier: MIT
//
// Variables: a scalar is a variable of IVL, and so is each scalar member of a structure or an
// instance. What is inside arrays is one array of IVL for each scalar member, with the indices of
// all dimensions in one.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "input/st/addresses.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {
namespace {

/// Variables of one program; more is a mistake, or no model that could be searched.
constexpr std::uint64_t kMostVariables = std::uint64_t{1} << 20;

Show show_of(const Type& type) {
  if (type.is_bool()) return Show::Bool;
  if (type.is_real()) return Show::Float;
  return type.is_signed() ? Show::Signed : Show::Unsigned;
}

Sort index_sort(std::uint64_t count) {
  return Sort::bit_vector(width_of(count - 1));
}

/// Elements of an array's initial value, one for each; null where it says nothing.
void spread(const Expr& list, std::size_t first, std::uint64_t most, std::vector<const Expr*>& into,
            const Declarations& names, Declarations& constants, const Type* within) {
  for (std::size_t i = first; i < list.operands.size(); ++i) {
    const Expr& one = *list.operands[i];
    if (one.kind != Expr::Kind::Repeat) {
      into.push_back(&one);
    } else {
      const std::int64_t times = constants.number(*one.operands[0], within, "a repetition");
      if (times < 0) names.fail(one.at, "a repetition is a positive number");
      for (std::int64_t t = 0; t < times && into.size() <= most; ++t) {
        if (one.operands.size() == 1) into.push_back(nullptr);
        spread(one, 1, most, into, names, constants, within);
      }
    }
    if (into.size() > most)
      names.fail(one.at, fmt::format("more initial values than the {} elements", most));
  }
}

}  // namespace

std::unique_ptr<Storage> Compiler::allocate(const Type* type, const std::string& name,
                                            std::uint64_t count, bool in_array,
                                            const Field* field) {
  const bool is_root = std::exchange(allocates_root_, false);
  auto node = std::make_unique<Storage>();
  node->type = type;
  node->name = name;
  node->count = count;
  node->in_array = in_array;
  if (type->is_scalar()) {
    allocate_scalar(*node, field);
  } else if (type->kind == Type::Kind::Array) {
    const std::uint64_t all = count * type->elements();
    if (all > kMostVariables)
      fail(field == nullptr ? Spot{} : field->at,
           fmt::format("'{}' has more than {} elements", printable(name, 60), kMostVariables));
    node->parts.push_back(allocate(type->element, name, all, true, nullptr));
  } else {
    Scope inside;
    inside.block = type;
    inside.pou = type->pou;
    inside.self = {node.get(), in_array ? terms().bv(32, 0) : kNoTerm};
    Scope* const outer = std::exchange(scope_, &inside);
    for (const Field& part : type->fields) {
      const bool has_address = !part.address.empty() && !read_address(part.address).is_open;
      const bool elsewhere = part.section == Section::Kind::External ||
                             (has_address && !in_array) ||
                             (part.section == Section::Kind::InOut && !is_root);
      const std::string path = name.empty() ? part.name : name + "." + part.name;
      node->parts.push_back(elsewhere ? nullptr
                                      : allocate(part.type, path, count, in_array, &part));
    }
    scope_ = outer;
    for (std::size_t i = 0; i < type->fields.size(); ++i) {
      const Field& part = type->fields[i];
      if (part.edge == 0) continue;
      if (in_array) names_.refuse(part.at, "arrays of blocks whose inputs see edges");
      if (!part.type->is_bool() || part.section != Section::Kind::Input)
        fail(part.at, "R_EDGE and F_EDGE are for inputs of type BOOL");
      const auto hidden = [&](const char* what) {
        const std::string path = fmt::format("{}.{}.{}", name, part.name, what);
        zeroed_.push_back(out_.variable(path, Sort::boolean(), "", Show::Hidden));
        return zeroed_.back();
      };
      node->edges.emplace(i, std::pair(hidden("#given"), hidden("#before")));
    }
    if (type->timer != Timer::None) allocate_timer(*node);
  }
  return node;
}

void Compiler::allocate_scalar(Storage& node, const Field* field) {
  if (field != nullptr && field->constant && field->init) {
    node.constant = lower_as(*field->init, node.type);
    if (!terms().is_value(node.constant)) fail(field->init->at, "expected a constant value");
    return;
  }
  Sort sort = node.type->sort();
  if (node.in_array) sort = Sort::array_of(index_sort(node.count), sort);
  node.variable = out_.variable(node.name, sort, node.name, show_of(*node.type));
}

Place Compiler::part(const Place& place, std::size_t field) const {
  return {place.node->parts[field].get(), place.index};
}

Term Compiler::element_index(const Storage& leaf, Term index) {
  const std::uint32_t width = terms().sort(leaf.variable).index_sort().width();
  return terms().resize_unsigned(index, width);
}

Term Compiler::read(const Place& place) {
  const Storage& leaf = *place.node;
  if (leaf.constant.valid()) return leaf.constant;
  const auto known = known_.find(&leaf);
  if (known != known_.end()) return known->second;
  if (!leaf.in_array) return leaf.variable;
  return terms().select(leaf.variable, element_index(leaf, place.index));
}

void Compiler::write(const Place& place, Term value) {
  const Storage& leaf = *place.node;
  if (!leaf.in_array) return out_.assign(leaf.variable, value);
  out_.assign(leaf.variable, terms().store(leaf.variable, element_index(leaf, place.index), value));
}

void Compiler::leaves(const Storage& node, std::vector<const Storage*>& into) const {
  if (node.type->is_scalar()) return into.push_back(&node);
  for (const auto& part : node.parts)
    if (part) leaves(*part, into);
}

/// Values of a structure or an array, member by member.
void Compiler::copy(const Place& to, const Place& from, const Spot& at) {
  constexpr std::uint64_t kMostCopied = 4096;
  if (to.node->type->is_scalar()) return write(to, read(from));
  if (to.node->type->kind != Type::Kind::Array) {
    for (std::size_t i = 0; i < to.node->parts.size(); ++i)
      if (to.node->parts[i] && from.node->parts[i]) copy(part(to, i), part(from, i), at);
    return;
  }
  const Storage& target = *to.node->parts[0];
  const Storage& source = *from.node->parts[0];
  const bool whole = target.type->is_scalar() && !to.index.valid() && !from.index.valid() &&
                     source.variable.valid();
  if (whole) return out_.assign(target.variable, source.variable);
  const std::uint64_t count = to.node->type->elements();
  if (count > kMostCopied) names_.refuse(at, "copies of more than 4096 elements of structures");
  const auto element = [&](const Place& place, std::uint64_t i) {
    const Term offset = terms().bv(32, i);
    const Term index =
        place.index.valid()
            ? terms().make(Op::BvAdd,
                           {terms().make(Op::BvMul, {place.index, terms().bv(32, count)}), offset})
            : offset;
    return Place{place.node->parts[0].get(), index};
  };
  for (std::uint64_t i = 0; i < count; ++i) copy(element(to, i), element(from, i), at);
}

Value Compiler::initial_scalar(const Type* type, const Expr* init, const Type* within) {
  (void)within;
  if (init == nullptr) init = type->init.get();
  if (init != nullptr) {
    const Term value = lower_as(*init, type);
    if (!terms().is_value(value)) fail(init->at, "an initial value is a constant");
    return terms().value(value);
  }
  if (type->kind == Type::Kind::Enum)
    return Value(BitVector(type->width, type->values.front().value));
  if (type->range) return Value(to_bit_vector(type->bits(), type->range->first));
  return Value::zero(type->sort());
}

void Compiler::initial_values(const Storage& node, const Expr* init, const Type* within,
                              std::uint64_t offset,
                              std::map<const Storage*, std::vector<Value>>& into) {
  const Type& type = *node.type;
  if (type.is_scalar()) {
    if (!node.variable.valid()) return;
    auto& values = into[&node];
    if (values.empty()) values.assign(node.count, Value::zero(type.sort()));
    values[offset] = initial_scalar(&type, init, within);
    return;
  }
  if (init == nullptr) init = type.init.get();
  if (type.kind == Type::Kind::Array) {
    std::vector<const Expr*> elements;
    if (init != nullptr) {
      if (init->kind != Expr::Kind::ArrayInit)
        fail(init->at, fmt::format("expected values of {} in brackets", type.name));
      spread(*init, 0, type.elements(), elements, names_, names_, within);
    }
    elements.resize(type.elements(), nullptr);
    for (std::uint64_t i = 0; i < elements.size(); ++i)
      initial_values(*node.parts[0], elements[i], within, offset * elements.size() + i, into);
    return;
  }
  std::vector<const Expr*> members(type.fields.size(), nullptr);
  if (init != nullptr) {
    if (init->kind != Expr::Kind::StructInit)
      fail(init->at, fmt::format("expected values of {}, (member := value, ...)", type.name));
    for (const Argument& argument : init->arguments) {
      const int field = type.field(upper_case(argument.name));
      if (field < 0) {
        std::vector<std::string> known;
        for (const Field& one : type.fields) known.push_back(one.name);
        names_.fail_unknown(argument.at, fmt::format("member of {}", type.name), argument.name,
                            known);
      }
      members[static_cast<std::size_t>(field)] = argument.value.get();
    }
  }
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    if (!node.parts[i]) continue;
    if (members[i] != nullptr) {
      initial_values(*node.parts[i], members[i], within, offset, into);
      continue;
    }
    // The member's own value is said where its type is declared: names mean what they mean there.
    Scope inside;
    inside.block = &type;
    inside.pou = type.pou;
    inside.self = {&node, node.in_array ? terms().bv(32, 0) : kNoTerm};
    Scope* const outer = type.kind == Type::Kind::Block ? std::exchange(scope_, &inside) : scope_;
    initial_values(*node.parts[i], type.fields[i].init.get(), &type, offset, into);
    scope_ = outer;
  }
}

/// Gives all variables of a storage their initial values, at once.
void Compiler::assign_initial(const Storage& root, const Expr* init, const Type* within) {
  std::map<const Storage*, std::vector<Value>> found;
  initial_values(root, init, within, 0, found);
  std::vector<const Storage*> order;
  leaves(root, order);
  std::vector<Term> targets, values;
  for (const Storage* leaf : order) {
    const auto known = found.find(leaf);
    if (known == found.end()) continue;
    targets.push_back(leaf->variable);
    if (!leaf->in_array) {
      values.push_back(terms().constant(known->second.front()));
      continue;
    }
    const Sort sort = terms().sort(leaf->variable);
    std::map<Value, Value> entries;
    for (std::uint64_t i = 0; i < known->second.size(); ++i)
      entries.emplace(Value(BitVector(sort.index_sort().width(), i)), known->second[i]);
    values.push_back(terms().constant(
        Value::of_array(sort, Value::zero(sort.element_sort()), std::move(entries))));
  }
  out_.assign_all(std::move(targets), std::move(values));
}

/// The same for a place that may be inside arrays: variables that are fresh in each call.
void Compiler::initialise(const Place& place, const Type* within, const Expr* init) {
  if (!place.index.valid()) return assign_initial(*place.node, init, within);
  std::map<const Storage*, std::vector<Value>> found;
  initial_values(*place.node, init, within, 0, found);
  for (const auto& [leaf, values] : found) {
    const std::uint64_t inner = leaf->count / place.node->count;
    for (std::uint64_t i = 0; i < inner; ++i) {
      const Term base = terms().make(Op::BvMul, {place.index, terms().bv(32, inner)});
      write({leaf, terms().make(Op::BvAdd, {base, terms().bv(32, i)})},
            terms().constant(values[i]));
    }
  }
}

const Storage* Compiler::at_address(const Field& field, const Type* type) {
  const Address address = read_address(field.address);
  if (!address.is_valid)
    fail(field.at, fmt::format("'{}' is no address of an input, an output or memory",
                               printable(field.address, 40)));
  for (const auto& [name, known] : addresses_) {
    if (name == address.name) {
      if (!same_type(known.second, type))
        names_.refuse(field.at, fmt::format("two types for the address {}", address.name));
      return known.first;
    }
    if (may_overlap(address, read_address(name)))
      names_.refuse(field.at,
                    fmt::format("addresses that share bits, {} and {}", address.name, name));
  }
  auto node = allocate(type, address.name, 1, false, nullptr);
  const Storage* result = node.get();
  addresses_.emplace(address.name, std::pair(result, type));
  if (field.init) address_init_.emplace(address.name, field.init.get());
  direct_.emplace(address.name, std::move(node));
  return result;
}

}  // namespace cairn::st
