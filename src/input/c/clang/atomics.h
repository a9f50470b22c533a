// SPDX-License-Identifier: MIT
//
// Atomic operations, __atomic_*, __c11_atomic_* (<stdatomic.h>) and __sync_*: programs have one
// thread, so that they are the plain operations.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// What add, sub, and, or, xor, nand, min and max make of two numbers.
std::optional<Term> combined(Terms& terms, std::string_view operation, Term a, Term b,
                             bool is_signed) {
  if (operation == "add") return terms.make(Op::BvAdd, {a, b});
  if (operation == "sub") return terms.bv_sub(a, b);
  if (operation == "and") return terms.make(Op::BvAnd, {a, b});
  if (operation == "or") return terms.make(Op::BvOr, {a, b});
  if (operation == "xor") return terms.make(Op::BvXor, {a, b});
  if (operation == "nand") return terms.make(Op::BvNot, {terms.make(Op::BvAnd, {a, b})});
  const Term less = terms.make(is_signed ? Op::BvSlt : Op::BvUlt, {a, b});
  if (operation == "min") return terms.ite(less, a, b);
  if (operation == "max") return terms.ite(less, b, a);
  return std::nullopt;
}

Term Frontend::atomic(const clang::AtomicExpr* expression) {
  const QualType returned = expression->getType();
  const CScalar result = scalar(returned);
  const auto refuse = [&](const char* why) {
    limit(fmt::format("atomic operation: {}", why));
    return c_zero(terms_, result.sort);
  };
  // Operation by its name: "__atomic_fetch_add", "__c11_atomic_load".
  const std::map<clang::AtomicExpr::AtomicOp, std::string_view> names = {
#define CAIRN_ATOMIC(op) {clang::AtomicExpr::AO__##op, #op}
      CAIRN_ATOMIC(c11_atomic_init),
      CAIRN_ATOMIC(c11_atomic_load),
      CAIRN_ATOMIC(c11_atomic_store),
      CAIRN_ATOMIC(c11_atomic_exchange),
      CAIRN_ATOMIC(c11_atomic_compare_exchange_strong),
      CAIRN_ATOMIC(c11_atomic_compare_exchange_weak),
      CAIRN_ATOMIC(c11_atomic_fetch_add),
      CAIRN_ATOMIC(c11_atomic_fetch_sub),
      CAIRN_ATOMIC(c11_atomic_fetch_and),
      CAIRN_ATOMIC(c11_atomic_fetch_or),
      CAIRN_ATOMIC(c11_atomic_fetch_xor),
      CAIRN_ATOMIC(c11_atomic_fetch_max),
      CAIRN_ATOMIC(c11_atomic_fetch_min),
      CAIRN_ATOMIC(atomic_load),
      CAIRN_ATOMIC(atomic_load_n),
      CAIRN_ATOMIC(atomic_store),
      CAIRN_ATOMIC(atomic_store_n),
      CAIRN_ATOMIC(atomic_exchange),
      CAIRN_ATOMIC(atomic_exchange_n),
      CAIRN_ATOMIC(atomic_compare_exchange),
      CAIRN_ATOMIC(atomic_compare_exchange_n),
      CAIRN_ATOMIC(atomic_fetch_add),
      CAIRN_ATOMIC(atomic_fetch_sub),
      CAIRN_ATOMIC(atomic_fetch_and),
      CAIRN_ATOMIC(atomic_fetch_or),
      CAIRN_ATOMIC(atomic_fetch_xor),
      CAIRN_ATOMIC(atomic_fetch_nand),
      CAIRN_ATOMIC(atomic_add_fetch),
      CAIRN_ATOMIC(atomic_sub_fetch),
      CAIRN_ATOMIC(atomic_and_fetch),
      CAIRN_ATOMIC(atomic_or_fetch),
      CAIRN_ATOMIC(atomic_xor_fetch),
      CAIRN_ATOMIC(atomic_nand_fetch),
      CAIRN_ATOMIC(atomic_fetch_max),
      CAIRN_ATOMIC(atomic_fetch_min),
      CAIRN_ATOMIC(atomic_max_fetch),
      CAIRN_ATOMIC(atomic_min_fetch)
#undef CAIRN_ATOMIC
  };
  const auto found = names.find(expression->getOp());
  if (found == names.end()) return refuse("one that is not modelled");
  std::string_view name = found->second;
  name.remove_prefix(name.find("atomic_") + 7);
  const QualType type = expression->getPtr()->getType()->getPointeeType();
  if (!is_scalar(type)) return refuse("of a type that is no scalar");
  const CScalar value = scalar(type);
  LValue target;
  target.type = value;
  target.place.pointer = snapshot(rvalue(expression->getPtr()));
  const auto behind = [&](const Expr* pointer) {
    LValue place;
    place.type = value;
    place.place.pointer = snapshot(rvalue(pointer));
    return place;
  };
  const auto operand = [&](const Expr* given) {
    return snapshot(convert(rvalue(given), scalar(given->getType()), value));
  };
  if (name == "init" || name == "store" || name == "store_n") {
    const bool indirect = expression->getOp() == clang::AtomicExpr::AO__atomic_store;
    write(target, indirect ? read(behind(expression->getVal1())) : operand(expression->getVal1()));
    return c_zero(terms_, result.sort);
  }
  if (name == "load" || name == "load_n") {
    if (expression->getOp() != clang::AtomicExpr::AO__atomic_load) return read(target);
    const LValue to = behind(expression->getVal1());
    write(to, read(target));
    return c_zero(terms_, result.sort);
  }
  if (name == "exchange" || name == "exchange_n") {
    const bool indirect = expression->getOp() == clang::AtomicExpr::AO__atomic_exchange;
    if (!indirect) {
      const Term next = operand(expression->getVal1());
      const Term old = snapshot(read(target));
      write(target, next);
      return old;
    }
    const LValue from = behind(expression->getVal1());
    const LValue to = behind(expression->getVal2());
    const Term next = snapshot(read(from));
    const Term old = snapshot(read(target));
    write(target, next);
    write(to, old);
    return c_zero(terms_, result.sort);
  }
  if (name.starts_with("compare_exchange")) {
    const LValue expected = behind(expression->getVal1());
    const bool indirect = expression->getOp() == clang::AtomicExpr::AO__atomic_compare_exchange;
    const Term desired =
        indirect ? snapshot(read(behind(expression->getVal2()))) : operand(expression->getVal2());
    if (value.kind == CScalar::Kind::Float) return refuse("compare and exchange of a float");
    const Term old = snapshot(read(target));
    const Term same = snapshot(terms_.equal(old, read(expected)));
    Block then = collect_block([&] { write(target, desired); });
    Block otherwise = collect_block([&] { write(expected, old); });
    branch(same, std::move(then), std::move(otherwise));
    return c_number(terms_, same, result);
  }
  const bool after = name.ends_with("_fetch");
  std::string_view operation = after ? name.substr(0, name.size() - 6) : name.substr(6);
  if (value.kind != CScalar::Kind::Integer) return refuse("arithmetic on what is no integer");
  const Term with = operand(expression->getVal1());
  const Term old = snapshot(read(target));
  const auto next = combined(terms_, operation, old, with, value.is_signed);
  if (!next) return refuse("one that is not modelled");
  const Term stored = snapshot(*next);
  write(target, stored);
  return after ? stored : old;
}

std::optional<Frontend::Result> Frontend::sync_builtin(const clang::CallExpr* expression,
                                                       std::string_view name) {
  if (name == "__sync_synchronize" || name == "__atomic_thread_fence" ||
      name == "__atomic_signal_fence" || name == "__c11_atomic_thread_fence" ||
      name == "__c11_atomic_signal_fence") {
    evaluate_arguments(expression);
    return Result{};
  }
  if (name == "__atomic_test_and_set" || name == "__atomic_clear") {
    const std::vector<Term> arguments = evaluate_arguments(expression);
    CPlace place;
    place.pointer = snapshot(arguments[0]);
    const Sort byte = Sort::bit_vector(8);
    if (name == "__atomic_clear") {
      store(place, byte, 8, terms_.bv(8, 0));
      return Result{};
    }
    const Term old = snapshot(load(place, byte, 8));
    store(place, byte, 8, terms_.bv(8, 1));
    return Result{
        c_number(terms_, terms_.distinct(old, terms_.bv(8, 0)), result_scalar(expression)), {}};
  }
  if (!name.starts_with("__sync_") || expression->getNumArgs() < 1) return std::nullopt;
  name.remove_prefix(7);
  // Clang says for how many bytes: "fetch_and_add_4".
  if (const std::size_t last = name.find_last_of('_');
      last != std::string_view::npos && last + 1 < name.size() &&
      std::isdigit(static_cast<unsigned char>(name[last + 1])) != 0)
    name = name.substr(0, last);
  const QualType type = expression->getArg(0)->getType()->getPointeeType();
  if (type.isNull() || !is_scalar(type)) return std::nullopt;
  const CScalar value = scalar(type);
  LValue target;
  target.type = value;
  std::vector<Term> operands;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const Expr* argument = expression->getArg(i);
    const Term term = rvalue(argument);
    if (i == 0)
      target.place.pointer = snapshot(term);
    else
      operands.push_back(snapshot(convert(term, scalar(argument->getType()), value)));
  }
  if (name == "lock_release") {
    write(target, c_zero(terms_, value.sort));
    return Result{};
  }
  if (operands.empty()) return std::nullopt;
  const Term old = snapshot(read(target));
  if (name == "lock_test_and_set" || name == "swap") {
    write(target, operands[0]);
    return Result{old, {}};
  }
  if (name == "bool_compare_and_swap" || name == "val_compare_and_swap") {
    if (operands.size() < 2 || value.kind == CScalar::Kind::Float) return std::nullopt;
    const Term same = terms_.equal(old, operands[0]);
    write(target, terms_.ite(same, operands[1], old));
    if (name == "val_compare_and_swap") return Result{old, {}};
    return Result{c_number(terms_, same, result_scalar(expression)), {}};
  }
  const bool after = name.ends_with("_and_fetch");
  if (!after && !name.starts_with("fetch_and_")) return std::nullopt;
  const auto next =
      value.kind == CScalar::Kind::Integer
          ? combined(terms_, after ? name.substr(0, name.size() - 10) : name.substr(10), old,
                     operands[0], value.is_signed)
          : std::nullopt;
  if (!next) return std::nullopt;
  const Term stored = snapshot(*next);
  write(target, stored);
  return Result{after ? stored : old, {}};
}

}  // namespace
}  // namespace cairn
