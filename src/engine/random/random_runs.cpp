// SPDX-License-Identifier: MIT
#include "engine/random/random_runs.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "base/allowance.h"
#include "base/rng.h"

namespace cairn {
namespace {

/// Values of one temper a run: mostly small ones, mostly any, all zero, the same again and again.
class RandomInputs : public InputSource {
 public:
  explicit RandomInputs(std::uint64_t seed) : rng_(seed), temper_(static_cast<Temper>(seed % 5)) {}

  Value next(const InputRequest& request) override {
    Value value = request.kind == InputKind::Choice
                      ? Value(BitVector(request.sort.width(), rng_.below(request.ways)))
                      : value_of(request.sort);
    values_.push_back({request.kind, request.site, std::string(request.note), value});
    return value;
  }
  std::vector<InputValue> take() { return std::move(values_); }
  /// Values that mattered to where the run went, as far as kinds tell: that of a variable without
  /// one is mostly never read.
  std::uint64_t asked() const {
    const auto matters = [](const InputValue& value) {
      return value.kind != InputKind::Uninitialised;
    };
    return static_cast<std::uint64_t>(std::count_if(values_.begin(), values_.end(), matters));
  }
  /// Runs on floats go the same way for most of them, and another way for a few.
  bool any_float() const {
    return std::any_of(values_.begin(), values_.end(),
                       [](const InputValue& value) { return value.value.sort().is_float(); });
  }

 private:
  enum class Temper { Zero, Small, Any, Mixed, Stubborn };

  BitVector bits(std::uint32_t width) {
    BitVector value(width, 0);
    for (std::uint32_t i = 0; i < width; ++i) value.set_bit(i, rng_.chance(50));
    return value;
  }

  BitVector word(std::uint32_t width) {
    switch (temper_) {
      case Temper::Zero:
        return BitVector(width, 0);
      case Temper::Small:
        return BitVector(width, rng_.below(4));
      case Temper::Any:
        return bits(width);
      case Temper::Stubborn:
        if (!rng_.chance(10)) return BitVector(width, seldom_changing_);
        return BitVector(width, seldom_changing_ = rng_.below(3));
      case Temper::Mixed:
        break;
    }
    switch (rng_.below(6)) {
      case 0:
        return BitVector::ones(width);
      case 1:
        return BitVector::min_signed(width);
      case 2:
        return ~BitVector::min_signed(width);
      case 3:
        return bits(width);
      case 4:
        return BitVector(width, rng_.below(300));
      default:
        return BitVector(width, rng_.below(4));
    }
  }

  Value scalar(const Sort& sort) {
    if (sort.is_bool()) return Value(temper_ != Temper::Zero && rng_.chance(50));
    if (sort.is_float()) return Value::of_float(sort, word(sort.width()));
    if (sort.is_bit_vector()) return Value(word(sort.width()));
    if (sort.is_int()) return Value(mpz_class(static_cast<long>(rng_.below(16))));
    return Value::zero(sort);
  }

  Value value_of(const Sort& sort) {
    if (!sort.is_array()) return scalar(sort);
    return Value::constant_array(sort, scalar(sort.element_sort()));
  }

  Rng rng_;
  const Temper temper_;
  std::uint64_t seldom_changing_ = 1;
  std::vector<InputValue> values_;
};

/// Whether more runs are likely to show more. Runs that end at the same statement after as many
/// steps are taken for the same; where all of them end, and nothing new came up for as long as
/// before (and for each temper a few times), nothing will.
class Novelty {
 public:
  void note(const RunResult& result, const RandomInputs& inputs) {
    ++runs_;
    // Floats without a value are what programs about floats have for inputs.
    floats_ = floats_ || inputs.any_float();
    asked_ = asked_ || floats_ || inputs.asked() > 0;
    // Without inputs a run that ends is all there is, however many were cut short before.
    const bool cut_short = result.outcome == RunResult::Outcome::Steps;
    cut_short_ = cut_short || (cut_short_ && asked_);
    if (seen_.emplace(result.outcome, result.statement, result.steps).second) last_new_ = runs_;
  }
  bool exhausted() const {
    constexpr std::uint64_t kTempers = 5, kLeast = 20 * kTempers, kLeastFloats = 200 * kLeast;
    if (cut_short_) return false;
    return runs_ - last_new_ >=
           (asked_ ? std::max(floats_ ? kLeastFloats : kLeast, last_new_) : kTempers);
  }

 private:
  std::set<std::tuple<RunResult::Outcome, const Statement*, std::uint64_t>> seen_;
  std::uint64_t runs_ = 0;
  std::uint64_t last_new_ = 0;  // the run that was the last to be new
  bool asked_ = false;
  bool floats_ = false;
  bool cut_short_ = false;  // by the limit of steps
};

}  // namespace

std::unique_ptr<InputSource> random_inputs(std::uint64_t seed) {
  return std::make_unique<RandomInputs>(seed);
}

RandomRuns find_failing_run(const Program& program, const RandomRunsConfig& config,
                            const Context& context, Statistics& statistics) {
  const Allowance allowance(config.seconds, context.budget);
  Interpreter interpreter(program);
  std::uint64_t runs = 0, steps = 0, patience = config.first_steps;
  Novelty novelty;
  RandomRuns found;
  while (!found.failing && !novelty.exhausted() && !allowance.exhausted()) {
    RandomInputs inputs(context.seed * 1'000'003 + runs);
    const std::uint64_t limit = std::min(config.most_steps, patience * (1 + runs / 10));
    const RunResult result = interpreter.run(inputs, limit);
    ++runs;
    steps += result.steps;
    const std::uint64_t asked = inputs.asked();
    novelty.note(result, inputs);
    if (result.outcome == RunResult::Outcome::Failed) found.failing = inputs.take();
    if (result.outcome != RunResult::Outcome::Steps) {
      found.longest = std::max(found.longest, result.steps);
    } else if (1000 * asked < result.steps && patience < config.most_steps) {
      patience *= 4;  // other inputs would not make it shorter
    }
  }
  statistics.count("random.runs", runs);
  statistics.count("random.steps", steps);
  return found;
}

}  // namespace cairn
