// SPDX-License-Identifier: MIT
#include "support/tiny_systems.h"

#include <fmt/format.h>

namespace cairn::support {
namespace {

std::vector<Lit> add_register(BitSystem& system, const char* name, unsigned bits) {
  std::vector<Lit> result;
  for (unsigned i = 0; i < bits; ++i)
    result.push_back(system.add_latch(fmt::format("{}[{}]", name, i)));
  return result;
}

BitSystem counter(BitSystem system, Lit enable, unsigned bits, std::uint32_t modulus,
                  std::uint32_t bad_value) {
  const std::vector<Lit> count = add_register(system, "count", bits);
  Aig& aig = system.aig;
  const std::vector<Lit> plus_one = incremented(aig, count);
  const Lit wraps = equals_number(aig, count, modulus - 1);
  for (unsigned i = 0; i < bits; ++i)
    system.set_next(count[i],
                    aig.if_then_else(enable, aig.and_gate(~wraps, plus_one[i]), count[i]));
  system.bad.push_back(equals_number(aig, count, bad_value));
  system.names.bad.set(0, "count_is_bad");
  return system;
}

}  // namespace

Lit equals_number(Aig& aig, const std::vector<Lit>& bits, std::uint64_t value) {
  if (bits.size() < 64 && (value >> bits.size()) != 0) return kFalse;
  std::vector<Lit> literals;
  for (std::size_t i = 0; i < bits.size(); ++i) literals.push_back(bits[i] ^ !((value >> i) & 1));
  return aig.and_all(literals);
}

std::vector<Lit> incremented(Aig& aig, const std::vector<Lit>& bits) {
  std::vector<Lit> sum;
  Lit carry = kTrue;
  for (const Lit bit : bits) {
    sum.push_back(aig.xor_gate(bit, carry));
    carry = aig.and_gate(bit, carry);
  }
  return sum;
}

BitSystem mod_counter(unsigned bits, std::uint32_t modulus, std::uint32_t bad_value) {
  return counter(BitSystem(), kTrue, bits, modulus, bad_value);
}

BitSystem enabled_counter(unsigned bits, std::uint32_t modulus, std::uint32_t bad_value) {
  BitSystem system;
  const Lit enable = system.add_input("enable");
  return counter(std::move(system), enable, bits, modulus, bad_value);
}

BitSystem shift_register(unsigned length) {
  BitSystem system;
  Lit previous = system.add_input("in");
  const std::vector<Lit> cells = add_register(system, "cell", length);
  for (const Lit cell : cells) {
    system.set_next(cell, previous);
    previous = cell;
  }
  system.bad.push_back(system.aig.and_all(cells));
  return system;
}

BitSystem constrained_shift_register(unsigned length) {
  BitSystem system = shift_register(length);
  const Lit input(system.inputs[0]);
  system.constraints.push_back(system.aig.implies(Lit(system.latches[0].var), ~input));
  return system;
}

BitSystem constrained_counter(unsigned bits, std::uint32_t forbidden, std::uint32_t bad_value) {
  BitSystem system = mod_counter(bits, std::uint32_t{1} << bits, bad_value);
  std::vector<Lit> count;
  for (const Latch& latch : system.latches) count.push_back(Lit(latch.var));
  system.constraints.push_back(~equals_number(system.aig, count, forbidden));
  system.names.constraints.set(0, "not_forbidden");
  return system;
}

BitSystem uninitialised_latch() {
  BitSystem system;
  const Lit free = system.add_uninitialised_latch("free");
  const Lit copy = system.add_latch("copy");
  system.set_next(copy, free);
  system.bad = {copy, system.aig.and_gate(copy, ~free)};
  return system;
}

BitSystem reset_functions() {
  BitSystem system;
  const Lit input = system.add_input("in");
  const Lit a = system.add_latch("a");
  const Lit b = system.add_latch("b", input);
  const Lit c = system.add_uninitialised_latch("c");
  system.latches[0].reset = ~b;
  system.bad = {system.aig.and_gate(a, b), system.aig.and_gate(b, ~input),
                system.aig.and_gate(a, c)};
  return system;
}

BitSystem combinational() {
  BitSystem system;
  const Lit a = system.add_input("a");
  const Lit b = system.add_input("b");
  const Lit both = system.aig.append_and(a, b);
  system.bad = {both, system.aig.append_and(both, ~a)};
  return system;
}

BitSystem no_inputs() {
  BitSystem system;
  const Lit first = system.add_latch("first");
  const Lit second = system.add_latch("second", kTrue);
  system.set_next(first, second);
  system.set_next(second, first);
  system.bad = {system.aig.equal(first, second), first};
  return system;
}

BitSystem constant_bad(bool value) {
  BitSystem system;
  const Lit input = system.add_input("in");
  const Lit latch = system.add_latch("latch");
  system.set_next(latch, input);
  system.bad.push_back(value ? kTrue : kFalse);
  return system;
}

BitSystem contradictory_constraints() {
  BitSystem system;
  const Lit x = system.add_input("x");
  const Lit latch = system.add_latch("latch");
  system.set_next(latch, ~latch);
  system.constraints = {x, ~x};
  system.bad.push_back(kTrue);
  return system;
}

BitSystem empty_system() {
  return BitSystem();
}

}  // namespace cairn::support
