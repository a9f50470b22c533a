// SPDX-License-Identifier: MIT
//
// malloc and its kind.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

std::optional<std::uint64_t> Frontend::constant_of(const Expr* expression) {
  Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, *context_)) return result.Val.getInt().getZExtValue();
  // A local that is assigned to once, as code from a simplifying tool has them.
  const auto* reference = dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  if (reference == nullptr) return std::nullopt;
  const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
  if (variable == nullptr || !variable->hasLocalStorage() || isa<clang::ParmVarDecl>(variable) ||
      taken_.contains(key_of(variable)))
    return std::nullopt;
  const auto found = assigned_.find(key_of(variable));
  if (found == assigned_.end() || found->second.first != 1) return std::nullopt;
  if (!found->second.second->EvaluateAsInt(result, *context_)) return std::nullopt;
  return result.Val.getInt().getZExtValue();
}

/// The type T of a sizeof(T) in a size, or nothing.
QualType type_in_size(const Expr* size) {
  size = size->IgnoreParenCasts();
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(size))
    return trait->getKind() == clang::UETT_SizeOf ? trait->getTypeOfArgument() : QualType();
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(size);
      binary != nullptr && binary->getOpcode() == clang::BO_Mul) {
    const QualType left = type_in_size(binary->getLHS());
    return left.isNull() ? type_in_size(binary->getRHS()) : left;
  }
  return QualType();
}

/// What a call of malloc allocates elements of, by sizeof in its arguments or by what the result is
/// cast to; nothing if that says nothing.
QualType Frontend::heap_element(const clang::CallExpr* expression) {
  QualType element;
  for (const Expr* argument : expression->arguments())
    if (element.isNull() && argument->getType()->isIntegerType()) element = type_in_size(argument);
  if (element.isNull()) element = heap_hint_;
  if (element.isNull() || element->isIncompleteType() || element->isFunctionType() ||
      element->isVariablyModifiedType() || size_of(element) == 0)
    return QualType();
  return element;
}

/// Memory of `size` bits: elements if they fill it, else bytes.
std::vector<CLeaf> Frontend::memory_of(QualType element, CBits size) {
  if (!element.isNull() && size % size_of(element) == 0) {
    const CBits stride = size_of(element);
    std::vector<CLeaf> leaves = leaves_of(element);
    if (size != stride) repeat_leaves(leaves, size / stride, stride);
    return leaves;
  }
  CObject bytes;
  bytes.size = size;
  melt_leaves(bytes, 0, size);
  return bytes.leaves;
}

/// Whether a call in the function in translation may execute more than once in a run.
bool Frontend::is_repeated(const clang::CallExpr* expression) {
  const std::string function = key_of(function_->definition);
  const Survey& here = surveys_[function];
  if (here.jumps_back || executes_often(function)) return true;
  std::string callee = key_of(expression->getDirectCallee());
  if (callee.starts_with("__builtin_")) callee.erase(0, 10);  // as the survey has it
  return std::ranges::any_of(
      here.calls, [&](const Survey::Call& each) { return each.repeated && each.callee == callee; });
}

/// The argument with the size, or with the first of two factors.
unsigned size_argument(CLibrary kind) {
  switch (kind) {
    case CLibrary::AllocateAligned:
    case CLibrary::Reallocate:
    case CLibrary::ReallocateCells:
      return 1;
    case CLibrary::AllocateAt:
      return 2;
    default:
      return 0;
  }
}

bool has_two_factors(CLibrary kind) {
  return kind == CLibrary::AllocateCells || kind == CLibrary::ReallocateCells;
}

/// The bytes that a call of malloc asks for, and whether that is a constant.
Frontend::Wanted Frontend::wanted_bytes(const clang::CallExpr* expression, CLibrary kind) {
  const std::uint32_t width = unit_.pointer_bits;
  const unsigned at = size_argument(kind);
  Wanted wanted;
  wanted.constant = constant_of(expression->getArg(at));
  if (has_two_factors(kind)) {
    const auto cells = constant_of(expression->getArg(at + 1));
    wanted.constant =
        wanted.constant && cells && *wanted.constant < (1u << 31) && *cells < (1u << 31)
            ? std::optional(*wanted.constant * *cells)
            : std::nullopt;
  }
  wanted.arguments = evaluate_arguments(expression);
  for (Term& argument : wanted.arguments)
    if (argument.valid() && at != 0) argument = snapshot(argument);
  const std::vector<Term>& arguments = wanted.arguments;
  if (wanted.constant) return wanted;
  const auto most = [&](std::uint32_t bits) {
    return terms_.bv(bits, options_.heap_bytes == 0 ? most_bytes(width) : options_.heap_bytes);
  };
  wanted.bytes = terms_.resize_unsigned(arguments[at], width);
  wanted.fits = terms_.make(Op::BvUle, {wanted.bytes, most(width)});
  if (has_two_factors(kind)) {
    const Term product =
        terms_.make(Op::BvMul, {terms_.zero_extend(wanted.bytes, 2 * width),
                                terms_.resize_unsigned(arguments[at + 1], 2 * width)});
    wanted.fits = terms_.make(Op::BvUle, {product, most(2 * width)});
    wanted.bytes = terms_.extract(product, width - 1, 0);
  }
  return wanted;
}

constexpr std::uint64_t kNoMemory = 12;  // ENOMEM

/// With --malloc-may-fail: null (of posix_memalign: ENOMEM) and nothing allocated, or memory. That
/// on the stack is always there.
Frontend::Result Frontend::may_fail(const clang::CallExpr* expression, CLibrary kind,
                                    const std::string& name) {
  const std::uint32_t width = kind == CLibrary::AllocateAt ? 32 : unit_.pointer_bits;
  if (!options_.malloc_may_fail || name.find("alloca") != std::string::npos)
    return allocate(expression, kind);
  const Term result = temporary(Sort::bit_vector(width));
  const Term fails = havoc(Sort::boolean(), name + " fails");
  Block none = collect_block([&] {
    const std::vector<Term> arguments = evaluate_arguments(expression);
    // realloc(p, 0) frees, as in the GNU library.
    const bool again = kind == CLibrary::Reallocate || kind == CLibrary::ReallocateCells;
    for (std::size_t i = 1; again && i < arguments.size(); ++i)
      if (arguments[i].valid())
        assume(terms_.distinct(arguments[i], c_zero(terms_, terms_.sort(arguments[i]))));
    assign(result, terms_.bv(width, kind == CLibrary::AllocateAt ? kNoMemory : 0));
  });
  Block memory = collect_block([&] { assign(result, allocate(expression, kind).value); });
  branch(fails, std::move(none), std::move(memory));
  return {result, {}};
}

Frontend::Result Frontend::allocate(const clang::CallExpr* expression, CLibrary kind) {
  const Sort pointer = Sort::bit_vector(unit_.pointer_bits);
  const Sort result = is_scalar(expression->getType()) ? result_scalar(expression).sort : pointer;
  const auto refuse = [&](const std::string& why) { return Result{limit(why, result), {}}; };
  const unsigned needed = size_argument(kind) + (has_two_factors(kind) ? 2u : 1u);
  if (expression->getNumArgs() < needed) return refuse("allocation");
  Allocation made;
  made.kind = kind;
  made.wanted = wanted_bytes(expression, kind);
  made.element = heap_element(expression);
  if (kind == CLibrary::AllocateAligned || kind == CLibrary::AllocateAt) {
    const auto alignment = constant_of(expression->getArg(size_argument(kind) - 1));
    if (!alignment || !std::has_single_bit(*alignment) || *alignment > 65536)
      return refuse("alignment that is not a constant");
    made.align = std::max<std::uint32_t>(16, static_cast<std::uint32_t>(*alignment));
  }
  made.site = fmt::format("{}.heap{}", function_name_, unit_.program.sites[site_].at.line);
  const FunctionDecl* callee = expression->getDirectCallee();
  made.on_stack =
      callee != nullptr && callee->getNameAsString().find("alloca") != std::string::npos;
  const CBits stride = made.element.isNull() ? 8 : size_of(made.element);
  const bool many = is_repeated(expression);
  if (made.align > 16 && many && options_.heap_objects == 0)
    return refuse("many aligned objects of one call");
  if (made.wanted.constant) {
    // No machine has that much.
    if (*made.wanted.constant > most_bytes(unit_.pointer_bits) && made.on_stack)
      return refuse("large object on the stack");
    if (*made.wanted.constant > most_bytes(unit_.pointer_bits) && uses_errno_) {
      CPlace place;
      place.pointer = call_helper("__errno_location", {});
      store(place, Sort::bit_vector(32), 32, terms_.bv(32, kNoMemory));
    }
    if (*made.wanted.constant > most_bytes(unit_.pointer_bits))
      return {terms_.bv(result.width(), kind == CLibrary::AllocateAt ? kNoMemory : 0), {}};
    if (*made.wanted.constant > std::uint64_t{kLargestObject} / 8)
      return refuse("large heap object");
    made.size = static_cast<CBits>(*made.wanted.constant) * 8;
  } else if (options_.heap_bytes != 0) {
    limit_unless(made.wanted.fits,
                 fmt::format("heap object of more than {} bytes", options_.heap_bytes));
    made.size = (CBits{options_.heap_bytes} * 8 + stride - 1) / stride * stride;
  } else {
    // There is no memory for more; the run ends.
    assume(made.wanted.fits);
    made.size = static_cast<CBits>(most_bytes(unit_.pointer_bits)) * 8;
    made.size -= made.size % stride;
  }
  const Term fresh = many && options_.heap_objects == 0
                         ? allocate_slot(made)
                         : allocate_object(made, many ? options_.heap_objects : 1);
  if (kind == CLibrary::Reallocate || kind == CLibrary::ReallocateCells)
    return {reallocated(made, fresh), {}};
  if (kind != CLibrary::AllocateAt) return {fresh, {}};
  CPlace to;
  to.pointer = made.wanted.arguments[0];
  store(to, pointer, unit_.pointer_bits, fresh);
  return {c_zero(terms_, result), {}};
}

/// What realloc does with the object that it has made: the old object's elements move to it, and
/// a size of zero is no object, as in the GNU library.
Term Frontend::reallocated(const Allocation& made, Term fresh) {
  const std::uint32_t width = unit_.pointer_bits;
  const Sort pointer = Sort::bit_vector(width);
  const auto constant = [&](std::uint64_t value) { return terms_.bv(width, value); };
  fresh = snapshot(fresh);
  const Term old = made.wanted.arguments[0];
  const Term bytes = made.wanted.constant ? constant(*made.wanted.constant) : made.wanted.bytes;
  const Term next = new_variable(procedure_->locals, "moved", pointer, "", Show::Hidden);
  const CBits stride = made.element.isNull() ? 8 : size_of(made.element);
  CPlace to;
  to.pointer = fresh;
  CPlace from;
  from.pointer = old;
  for (CPlace* place : {&to, &from}) place->indices.push_back({next, stride});
  const std::vector<CLeaf> leaves = memory_of(made.element, stride);
  Block move = collect_block([&] {
    const Term room = temporary(pointer);
    unit_.integers.insert(room.id);
    pseudo(kRoom, 0, {room}, {old}, "");
    const Term least = terms_.ite(terms_.make(Op::BvUlt, {room, bytes}), room, bytes);
    const Term size = constant(static_cast<std::uint64_t>(stride / 8));
    limit_unless(terms_.equal(terms_.make(Op::BvUrem, {least, size}), constant(0)),
                 "realloc of a part of an element");
    const Term count = snapshot(terms_.make(Op::BvUdiv, {least, size}));
    assign(next, constant(0));
    const std::string again = unique(labels_, "move");
    label(again);
    Block one = collect_block([&] {
      copy_leaves(to, from, leaves);
      assign(next, terms_.make(Op::BvAdd, {next, constant(1)}));
      go_to(again);
    });
    branch(terms_.make(Op::BvUlt, {next, count}), std::move(one), {});
    pseudo(kFree, 0, {}, {old}, "realloc");
  });
  branch(terms_.distinct(old, constant(0)), std::move(move), {});
  const Term freed =
      terms_.and_(terms_.distinct(old, constant(0)), terms_.equal(bytes, constant(0)));
  return snapshot(terms_.ite(freed, constant(0), fresh));
}

/// Memory that has no value yet.
void Frontend::unset(CObjectId object) {
  if (checks("uninitialised")) pseudo(kUnset, object, {}, {}, "");
}

/// Notes that an object is allocated, where the condition holds.
void Frontend::begin_object(CObjectId object, Term condition) {
  if (checks("leak") || checks("lost-memory")) pseudo(kBorn, object, {}, {condition}, "");
}

/// One of `count` objects, each of which is allocated once.
Term Frontend::allocate_object(const Allocation& made, unsigned count) {
  const Sort pointer = Sort::bit_vector(unit_.pointer_bits);
  const bool sized = !made.wanted.constant;
  std::vector<CObjectId> objects;
  for (unsigned i = 0; i < count; ++i) {
    CObject object;
    object.kind = made.on_stack ? CObject::Kind::Local : CObject::Kind::Heap;
    if (made.on_stack) object.procedure = function_->procedure;
    object.ends_with_function = made.on_stack;
    object.name = count == 1 ? made.site : fmt::format("{}[{}]", made.site, i);
    object.size = made.size;
    object.align = made.align;
    object.leaves = memory_of(made.element, made.size);
    if (sized)
      object.room =
          new_variable(unit_.program.globals, made.site + ".size", pointer, "", Show::Hidden);
    if (sized && options_.heap_bytes == 0) {
      object.capacity = capacity_of(object.name);
      limit_unless(terms_.make(Op::BvUle, {made.wanted.bytes, object.capacity}),
                   "heap object that is larger than its share of all addresses");
    }
    objects.push_back(add_object(std::move(object)));
    if (made.kind == CLibrary::AllocateZero || made.kind == CLibrary::AllocateCells)
      at_start([&] { pseudo(kZero, objects.back(), {}, {}, ""); });
    else
      at_start([&] { unset(objects.back()); });
  }
  if (count == 1) {
    if (sized) assign(unit_.objects[objects[0]].room, made.wanted.bytes);
    if (!made.on_stack) begin_object(objects[0], terms_.true_term());
    return unit_.objects[objects[0]].address;
  }
  const Term counter = counter_of(made.site, 32);
  limit_unless(terms_.make(Op::BvUlt, {counter, terms_.bv(32, count)}),
               fmt::format("heap objects: more than {} of one call", count));
  Term chosen = unit_.objects[objects.back()].address;
  for (unsigned i = count; i-- > 0;) {
    const Term here_now = terms_.equal(counter, terms_.bv(32, i));
    const CObject& object = unit_.objects[objects[i]];
    if (i + 1 < count) chosen = terms_.ite(here_now, object.address, chosen);
    if (sized) assign(object.room, terms_.ite(here_now, made.wanted.bytes, object.room));
    if (!made.on_stack) begin_object(objects[i], here_now);
  }
  const Term result = temporary(pointer);
  assign(result, chosen);
  assign(counter, terms_.make(Op::BvAdd, {counter, terms_.bv(32, 1)}));
  return result;
}

/// One object of as many as there are addresses for: all are one object with a slot for each.
Term Frontend::allocate_slot(const Allocation& made) {
  constexpr CBits kGapBits = 16 * 8;
  const std::uint32_t width = unit_.pointer_bits;
  const Sort pointer = Sort::bit_vector(width);
  const bool sized = !made.wanted.constant;
  const auto most = static_cast<CBits>(most_bytes(width)) * 8;
  CBits size = made.size;
  // Half of the bits of an address choose the slot if nothing is known of sizes.
  if (sized && options_.heap_bytes == 0) size = (CBits{8} << (width / 2)) - kGapBits;
  if (!made.element.isNull() && sized) size -= size % size_of(made.element);
  const auto slot = static_cast<CBits>(std::bit_ceil(static_cast<std::uint64_t>(size + kGapBits)));
  if (sized && options_.heap_bytes == 0)
    limit_unless(terms_.make(Op::BvUle, {made.wanted.bytes,
                                         terms_.bv(width, static_cast<std::uint64_t>(size / 8))}),
                 fmt::format("one of many heap objects has more than {} bytes", size / 8));
  CObject object;
  object.kind = CObject::Kind::Heap;
  object.name = made.site;
  object.align = 16;
  object.slot = slot;
  object.size = most / slot * slot;
  object.leaves = memory_of(made.element, size);
  repeat_leaves(object.leaves, most / slot, slot);
  object.capacity = capacity_of(object.name);
  const Term counter = counter_of(made.site, width);
  const Term bytes = terms_.bv(width, static_cast<std::uint64_t>(slot / 8));
  limit_unless(terms_.make(Op::BvUlt, {counter, terms_.make(Op::BvUdiv, {object.capacity, bytes})}),
               "more heap objects of one call than there are addresses for");
  if (sized) {
    const auto shift =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(slot / 8)));
    object.room =
        new_variable(unit_.program.globals, made.site + ".size",
                     Sort::array_of(Sort::bit_vector(width - shift), pointer), "", Show::Hidden);
    assign(object.room, terms_.store(object.room, terms_.extract(counter, width - shift - 1, 0),
                                     made.wanted.bytes));
  }
  const CObjectId id = add_object(std::move(object));
  if (made.kind == CLibrary::AllocateZero || made.kind == CLibrary::AllocateCells)
    at_start([&] { pseudo(kZero, id, {}, {}, ""); });
  else
    at_start([&] { unset(id); });
  if (checks("leak") || checks("lost-memory"))
    limit("the checks 'leak' and 'lost-memory' where --heap-objects is 0");
  const Term result = temporary(pointer);
  assign(result, terms_.make(Op::BvAdd, {unit_.objects[id].address, scaled(counter, slot / 8)}));
  assign(counter, terms_.make(Op::BvAdd, {counter, terms_.bv(width, 1)}));
  return result;
}

/// A variable that memory.h replaces by the bytes that the object has addresses for.
Term Frontend::capacity_of(const std::string& name) {
  return terms_.variable(unique_variable("&capacity of " + name),
                         Sort::bit_vector(unit_.pointer_bits));
}

/// A variable that is zero when the program starts.
Term Frontend::counter_of(const std::string& site, std::uint32_t width) {
  const Term counter = new_variable(unit_.program.globals, site + ".count", Sort::bit_vector(width),
                                    "", Show::Hidden);
  at_start([&] { assign(counter, terms_.bv(width, 0)); });
  return counter;
}

}  // namespace
}  // namespace cairn
