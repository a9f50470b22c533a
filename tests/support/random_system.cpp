// SPDX-License-Identifier: MIT
#include "support/random_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/rng.h"
#include "support/tiny_systems.h"

namespace cairn::support {
namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomSystemOptions& options)
      : rng_(seed), options_(options) {}

  BitSystem run() {
    add_leaves();
    add_gates();
    add_next_states();
    add_resets();
    add_bads();
    add_constraints();
    if (rng_.chance(30)) system_.outputs.push_back(any());
    if (rng_.chance(30)) add_names();
    system_.check_invariants();
    return std::move(system_);
  }

 private:
  void add_leaves();
  void add_gates();
  void add_next_states();
  void add_resets();
  void add_bads();
  void add_constraints();
  void add_names();

  void drive_block(std::span<const Lit> block);
  Lit random_reset(const std::vector<Lit>& readable);
  Lit random_bad();

  /// From `least` to `most`, both included.
  unsigned between(unsigned least, unsigned most) {
    return least + static_cast<unsigned>(rng_.below(most - least + 1));
  }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[rng_.below(from.size())];
  }
  Lit flipped(Lit lit) { return lit ^ rng_.chance(50); }
  /// Any signal, negated or not.
  Lit any() { return pool_.empty() ? flipped(kFalse) : flipped(pick(pool_)); }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng_.below(i)]);
  }

  Rng rng_;
  const RandomSystemOptions& options_;
  BitSystem system_;
  std::vector<Lit> pool_;
  std::vector<std::vector<Lit>> blocks_;  // latches that move together
};

// Inputs and latches in any order, so that a position is not a variable.
void Generator::add_leaves() {
  const bool no_latches = options_.max_latches == 0 || rng_.chance(options_.no_latches);
  const bool no_inputs = options_.max_inputs == 0 || rng_.chance(options_.no_inputs);
  enum class Kind { Input, Latch };
  std::vector<Kind> kinds;
  if (!no_inputs) kinds.insert(kinds.end(), between(1, options_.max_inputs), Kind::Input);
  // The larger of two draws: a few latches give no depth.
  const unsigned latches =
      no_latches ? 0 : std::max(between(1, options_.max_latches), between(1, options_.max_latches));
  kinds.insert(kinds.end(), latches, Kind::Latch);
  shuffle(kinds);
  for (const Kind kind : kinds)
    pool_.push_back(kind == Kind::Input ? system_.add_input() : system_.add_latch());
}

// As a reader would leave them in half of the systems: constants, equal operands and copies occur.
void Generator::add_gates() {
  const bool verbatim = rng_.chance(50);
  const unsigned gates = between(0, options_.max_gates);
  for (unsigned i = 0; i < gates; ++i) {
    const Lit left = any();
    const Lit right = verbatim && rng_.chance(3) ? flipped(kFalse) : any();
    pool_.push_back(verbatim ? system_.aig.append_and(left, right)
                             : system_.aig.and_gate(left, right));
  }
}

void Generator::add_next_states() {
  std::vector<Lit> latches;
  for (const Latch& latch : system_.latches) latches.push_back(Lit(latch.var));
  shuffle(latches);
  std::span<const Lit> rest = latches;
  while (!rest.empty()) {
    const bool alone = rest.size() < 2 || rng_.chance(25);
    const std::size_t size = alone ? 1 : between(2, static_cast<unsigned>(rest.size()));
    drive_block(rest.first(size));
    blocks_.emplace_back(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
    rest = rest.subspan(size);
  }
}

void Generator::drive_block(std::span<const Lit> block) {
  Aig& aig = system_.aig;
  std::vector<Lit> next(block.size());
  if (block.size() == 1) {
    next[0] = rng_.chance(40) ? aig.xor_gate(any(), any()) : any();
  } else if (rng_.chance(60)) {
    const std::vector<Lit> bits(block.begin(), block.end());
    next = incremented(aig, bits);
    const std::uint64_t half = std::uint64_t{1} << (bits.size() - 1);
    const Lit wraps = equals_number(aig, bits, half + rng_.below(half));
    if (rng_.chance(60))
      for (Lit& bit : next) bit = aig.and_gate(~wraps, bit);
  } else {
    // A shift register from a random signal, or a ring that flips what comes around.
    next[0] = rng_.chance(50) ? any() : aig.xor_gate(block.back(), any());
    for (std::size_t i = 1; i < block.size(); ++i) next[i] = block[i - 1];
  }
  const Lit enable = rng_.chance(50) ? kTrue : aig.or_gate(any(), any());
  const Lit clear = rng_.chance(80) ? kFalse : aig.and_gate(any(), any());
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Lit kept = aig.if_then_else(enable, next[i], block[i]);
    system_.set_next(block[i], aig.and_gate(~clear, kept));
  }
}

// Reset functions read inputs and latches that come earlier in a random order, hence no cycles.
void Generator::add_resets() {
  std::vector<Lit> readable;
  for (const Var input : system_.inputs) readable.push_back(Lit(input));
  std::vector<std::size_t> order(system_.latches.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  shuffle(order);
  // In half of the systems a constant for every latch: a counter with one free bit is hardly deep.
  const bool only_constants = rng_.chance(50);
  for (const std::size_t i : order) {
    Latch& latch = system_.latches[i];
    const std::uint64_t die = rng_.below(100);
    if (only_constants) {
      latch.reset = die < options_.reset_one ? kTrue : kFalse;
      continue;
    }
    if (die < options_.uninitialised)
      latch.reset = Lit(latch.var);
    else if (die < options_.uninitialised + options_.reset_one)
      latch.reset = kTrue;
    else if (die < options_.uninitialised + options_.reset_one + options_.reset_function)
      latch.reset = random_reset(readable);
    readable.push_back(Lit(latch.var));
  }
}

Lit Generator::random_reset(const std::vector<Lit>& readable) {
  if (readable.empty()) return flipped(kFalse);
  Lit result = flipped(pick(readable));
  while (rng_.chance(50)) {
    const Lit other = flipped(pick(readable));
    result =
        rng_.chance(50) ? system_.aig.and_gate(result, other) : system_.aig.xor_gate(result, other);
  }
  return result;
}

void Generator::add_bads() {
  const unsigned count = between(1, std::max(1u, options_.max_bads));
  for (unsigned i = 0; i < count; ++i)
    system_.bad.push_back(rng_.chance(options_.constant_bad) ? flipped(kFalse) : random_bad());
}

// Mostly that a block has a certain value, which takes long to reach or never happens.
Lit Generator::random_bad() {
  Aig& aig = system_.aig;
  if (blocks_.empty()) return aig.and_gate(any(), any());
  std::vector<Lit> literals;
  const unsigned blocks = rng_.chance(50) ? 1 : 2;
  for (unsigned i = 0; i < blocks; ++i) {
    const std::vector<Lit>& one = pick(blocks_);
    const std::vector<Lit>& other = pick(blocks_);
    const std::vector<Lit>& block = one.size() > other.size() ? one : other;
    const bool all_ones = rng_.chance(30);
    for (const Lit latch : block) literals.push_back(all_ones ? latch : flipped(latch));
  }
  if (rng_.chance(40)) literals.push_back(any());
  if (rng_.chance(10)) literals.resize(1);
  return aig.and_all(literals);
}

// Weak ones for the most part: a strong constraint leaves hardly a run.
void Generator::add_constraints() {
  if (rng_.chance(options_.contradictory)) {
    const Lit lit = any();
    system_.constraints = {lit, ~lit};
    return;
  }
  if (!rng_.chance(options_.constrained)) return;
  const unsigned count = between(1, 2);
  for (unsigned i = 0; i < count; ++i) {
    Lit constraint = any();
    if (rng_.chance(90)) constraint = system_.aig.or_gate(constraint, any());
    if (rng_.chance(60)) constraint = system_.aig.or_gate(constraint, any());
    system_.constraints.push_back(constraint);
  }
}

void Generator::add_names() {
  for (std::size_t i = 0; i < system_.inputs.size(); ++i)
    if (rng_.chance(80)) system_.names.inputs.set(i, fmt::format("in{}", i));
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    if (rng_.chance(80)) system_.names.latches.set(i, fmt::format("top.state[{}]", i));
  for (std::size_t i = 0; i < system_.bad.size(); ++i)
    if (rng_.chance(80)) system_.names.bad.set(i, fmt::format("property {}", i));
}

}  // namespace

BitSystem random_system(std::uint64_t seed, const RandomSystemOptions& options) {
  return Generator(seed, options).run();
}

}  // namespace cairn::support
