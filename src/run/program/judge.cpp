// SPDX-License-Identifier: MIT
#include "run/program/judge.h"

#include <new>
#include <utility>

#include "run/program/codec.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

/// Longer runs than engines find, and no more than the interpreter does in a minute or so.
constexpr std::uint64_t kMostSteps = 1'000'000'000;

/// Values in order, each of the kind and sort that is asked for. They get their place and note from
/// the program.
class GivenInputs : public InputSource {
 public:
  explicit GivenInputs(std::vector<GivenInput> values) : values_(std::move(values)) {}

  Value next(const InputRequest& request) override {
    fits_ = fits_ && used_ < values_.size() && values_[used_].kind == request.kind &&
            values_[used_].value.sort() == request.sort;
    if (!fits_) return Value::zero(request.sort);
    Value value = std::move(values_[used_++].value);
    named_.push_back({request.kind, request.site, std::string(request.note), value});
    return value;
  }
  bool fit() const { return fits_ && used_ == values_.size(); }
  std::vector<InputValue> take() { return std::move(named_); }

 private:
  std::vector<GivenInput> values_;
  std::vector<InputValue> named_;
  std::size_t used_ = 0;
  bool fits_ = true;
};

std::string judge_run(ProgramMessage message, const Program& program, ProgramOutcome& outcome) {
  if (message.steps > kMostSteps) return "the run is too long";
  GivenInputs inputs(std::move(message.inputs));
  const RunResult result = interpret(program, inputs, message.steps);
  if (result.outcome != RunResult::Outcome::Failed)
    return "the interpreter does not come to a failing assert";
  if (!inputs.fit()) return "the values are not those that the program asks for";
  outcome.failure = ProgramFailure{result.statement, inputs.take(), result.steps};
  outcome.answer = Unsafe<Cfa>{};
  return "";
}

}  // namespace

Answer<Cfa> judge_proof(Safe<Cfa> safe, const Cfa& cfa, const CfaCheckOptions& options,
                        const Context& context, std::string& fault) {
  const Judgement judgement = check_cfa_invariant(cfa, safe.invariant, options, context);
  for (const std::string& detail : judgement.details) context.log.detail("{}", detail);
  if (judgement.outcome() == Outcome::Holds) return safe;
  if (judgement.outcome() == Outcome::Undecided) return undecided(judgement, context);
  fault = judgement.explanation;
  return Unknown{};
}

const Cfa& ProgramJudge::automaton() {
  if (!cfa_) cfa_ = std::make_shared<const Cfa>(build_cfa(program_));
  return *cfa_;
}

JudgedProgram ProgramJudge::judge(std::string_view bytes, const Context& context) {
  try {
    return judge_message(bytes, context);
  } catch (const std::bad_alloc&) {
    JudgedProgram judged;
    judged.fault = "there is not enough memory to check it";
    return judged;
  }
}

JudgedProgram ProgramJudge::judge_message(std::string_view bytes, const Context& context) {
  JudgedProgram judged;
  ProgramOutcome& outcome = judged.outcome;
  auto message = decode_program_message(bytes, [this]() -> const Cfa& { return automaton(); });
  if (!message) {
    judged.fault = "it is damaged, or from another version of Cairn, or about another program";
    return judged;
  }
  judged.claim = claim_of(message->answer);
  outcome.statistics = std::move(message->statistics);
  outcome.decided_by = message->decided_by;
  if (std::holds_alternative<Unsafe<Cfa>>(message->answer)) {
    judged.fault = judge_run(std::move(*message), program_, outcome);
  } else if (auto* safe = std::get_if<Safe<Cfa>>(&message->answer)) {
    outcome.cfa = cfa_;
    outcome.answer = judge_proof(std::move(*safe), *cfa_, options_, context, judged.fault);
  } else {
    outcome.answer = std::move(message->answer);
  }
  return judged;
}

}  // namespace cairn
