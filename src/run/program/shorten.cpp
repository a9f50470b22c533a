// SPDX-License-Identifier: MIT
#include "run/program/shorten.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/allowance.h"

namespace cairn {
namespace {

/// Values from outside: those before the loop, then those of each round.
using LoopRounds = std::vector<std::vector<InputValue>>;

/// RoundNotes what is asked for, by rounds of the loop.
class RoundNotes : public InputSource, public RunObserver {
 public:
  RoundNotes(std::vector<InputValue> inputs, SiteId loop) : own_(std::move(inputs)), loop_(loop) {}

  Value next(const InputRequest& request) override {
    Value value = own_.next(request);
    rounds_.back().push_back({request.kind, request.site, std::string(request.note), value});
    return value;
  }
  void executed(const RunEvent& event) override {
    if (event.statement != nullptr && event.statement->kind == Statement::Kind::While &&
        event.statement->site == loop_)
      rounds_.emplace_back();
  }
  bool wants_values() const override { return false; }
  const LoopRounds& rounds() const { return rounds_; }

 private:
  InputSequence own_;
  SiteId loop_;
  LoopRounds rounds_{1};
};

std::vector<InputValue> inputs_of_rounds(const LoopRounds& rounds) {
  std::vector<InputValue> all;
  for (const auto& round : rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

class Shortening {
 public:
  Shortening(const Program& program, SiteId loop) : interpreter_(program), loop_(loop) {}

  /// What the run takes, round by round, if it fails in that place.
  std::optional<LoopRounds> run(const LoopRounds& rounds, const Statement* place,
                                std::uint64_t steps) {
    RoundNotes notes(inputs_of_rounds(rounds), loop_);
    result_ = interpreter_.run(notes, steps, &notes);
    const bool fails = result_.outcome == RunResult::Outcome::Failed &&
                       (place == nullptr || result_.statement == place);
    if (!fails) return std::nullopt;
    return notes.rounds();
  }
  const RunResult& result() const { return result_; }

 private:
  Interpreter interpreter_;
  SiteId loop_;
  RunResult result_;
};

}  // namespace

ProgramFailure shortened(const Program& program, const ProgramFailure& failure, SiteId loop,
                         double seconds, const Context& context) {
  const Allowance allowance(seconds, context.budget);
  Shortening shortening(program, loop);
  std::optional<LoopRounds> rounds = shortening.run({failure.inputs}, nullptr, failure.steps + 1);
  if (!rounds) return failure;
  const Statement* const place = shortening.result().statement;
  std::uint64_t steps = shortening.result().steps;
  bool is_shorter = false;
  for (std::size_t size = rounds->size() / 2; size > 0;) {
    bool found = false;
    for (std::size_t begin = 1; begin + size <= rounds->size() && !allowance.exhausted();) {
      LoopRounds fewer = *rounds;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                  fewer.begin() + static_cast<std::ptrdiff_t>(begin + size));
      std::optional<LoopRounds> rest = shortening.run(fewer, place, steps);
      if (rest && rest->size() < rounds->size()) {
        rounds = std::move(rest);
        steps = shortening.result().steps;
        found = is_shorter = true;
      } else {
        begin += size;
      }
    }
    if (allowance.exhausted()) break;
    if (!found || size > rounds->size()) size = std::min(size / 2, rounds->size() / 2);
  }
  if (!is_shorter) return failure;
  return {failure.assertion, inputs_of_rounds(*rounds), steps};
}

}  // namespace cairn
