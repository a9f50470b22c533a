// SPDX-License-Identifier: MIT
#include "support/bounded_runs.h"

#include <vector>

#include "model/interpret.h"

namespace cairn::support {
namespace {

/// The inputs of a run are digits of a number that counts up, the last one first.
class CountingInputs : public InputSource {
 public:
  explicit CountingInputs(std::uint64_t most_values) : most_values_(most_values) {}

  Value next(const InputRequest& request) override {
    if (used_ == digits_.size()) digits_.push_back(first_digit(request));
    return value_of(request.sort, digits_[used_++]);
  }

  /// To the next sequence; false if this was the last.
  bool count_up() {
    digits_.resize(used_);
    used_ = 0;
    while (!digits_.empty() && digits_.back().value + 1 == digits_.back().base) digits_.pop_back();
    if (digits_.empty()) return false;
    ++digits_.back().value;
    return true;
  }

  bool left_values_out() const { return left_values_out_; }

 private:
  struct Digit {
    std::uint64_t value, base;
    bool is_sample;  // the sort has more values
  };

  Digit first_digit(const InputRequest& request) {
    if (request.kind == InputKind::Choice) return {0, request.ways, false};
    const Sort sort = request.sort;
    if (sort.is_bool()) return {0, 2, false};
    if (sort.is_bit_vector() && sort.width() < 63 && 1ull << sort.width() <= most_values_)
      return {0, 1ull << sort.width(), false};
    left_values_out_ = true;
    return {0, sort.is_bit_vector() ? 4u : 1u, true};
  }

  static Value value_of(Sort sort, const Digit& digit) {
    if (sort.is_bool()) return Value(digit.value == 1);
    if (!sort.is_bit_vector()) return Value::zero(sort);
    const bool is_largest = digit.is_sample && digit.value + 1 == digit.base;
    return Value(is_largest ? BitVector::ones(sort.width()) : BitVector(sort.width(), digit.value));
  }

  const std::uint64_t most_values_;
  std::vector<Digit> digits_;
  std::size_t used_ = 0;
  bool left_values_out_ = false;
};

}  // namespace

BoundedRuns run_all(const Program& program, const BoundedRunsOptions& options) {
  Interpreter interpreter(program);
  CountingInputs inputs(options.most_values);
  BoundedRuns result;
  bool cut_short = false, more = true;
  while (more && result.runs < options.most_runs) {
    const RunResult run = interpreter.run(inputs, options.most_steps);
    ++result.runs;
    result.fails = result.fails || run.outcome == RunResult::Outcome::Failed;
    result.reaches_limit = result.reaches_limit || run.outcome == RunResult::Outcome::Limit;
    cut_short = cut_short || run.outcome == RunResult::Outcome::Steps;
    more = inputs.count_up();
  }
  result.all = !more && !cut_short && !inputs.left_values_out();
  return result;
}

}  // namespace cairn::support
