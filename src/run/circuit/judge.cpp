// SPDX-License-Identifier: MIT
#include "run/circuit/judge.h"

#include <fmt/format.h>

#include "certify/certificate.h"
#include "certify/check_certificate.h"
#include "certify/check_trace.h"
#include "format/aiger/aiger_witness.h"
#include "format/aiger/aiger_writer.h"
#include "model/lasso.h"
#include "model/simulate.h"
#include "run/rejected.h"

namespace cairn {
namespace {

/// Steps of a lasso, at most, after latches that the property does not depend on were looked at.
constexpr std::size_t kMostSteps = 100'000;

void judge(Safe<BitSystem> safe, const JudgedModel& about, const BadSelection& judged_for,
           const Context& context, Judged<CheckOutcome>& judged) {
  const AigerModel& model = about.model;
  const CertificateInfo info{about.name, judged_for, file_literals(model)};
  BitSystem certificate = make_certificate(model.system, safe.invariant, info);
  const auto resolve = [&model](std::uint32_t literal) { return model.resolve(literal); };
  const Mapping mapping =
      read_mapping({model.system, resolve, about.name, 0}, reencoded(certificate, "certificate"));
  CertificateOptions check;
  check.bad = judged_for;
  check.justice = about.justice;
  const Judgement judgement = check_certificate(model.system, certificate, mapping, check, context);
  if (judgement.outcome() == Outcome::Fails)
    judged.fault =
        describe_rejected(judgement, write_aiger(certificate, AigerFormat::Ascii), "aag");
  if (judgement.outcome() == Outcome::Undecided)
    judged.outcome.answer = undecided(judgement, context);
  if (judgement.outcome() != Outcome::Holds) return;
  judged.outcome.answer = std::move(safe);
  judged.outcome.certificate = std::move(certificate);
}

void judge(Unsafe<BitSystem> unsafe, const JudgedModel& about, Judged<CheckOutcome>& judged) {
  // The replay fills in what the engine left open and says which bad state it is.
  Replay replayed = replay(about.model.system, unsafe.trace);
  BitTrace& trace = replayed.concrete;
  if (!replayed.bad_fired.empty())
    trace.bad = {about.property.value_or(replayed.bad_fired.front())};
  std::optional<Property> property;
  if (about.property) property = Property{Property::Kind::Bad, *about.property};
  const Judgement judgement = check_trace(about.model.system, trace, property);
  if (judgement.outcome() != Outcome::Holds) {
    if (unsafe.trace.bad.empty()) unsafe.trace.bad = {about.property.value_or(0)};
    const std::string text = write_aiger_witness({AigerWitness::Status::Unsafe, unsafe.trace});
    judged.fault = describe_rejected(judgement, text, "aiw");
    return;
  }
  judged.outcome.answer = Unsafe<BitSystem>{std::move(trace)};
}

/// The engine's lasso is one of the latches that the property depends on.
void judge_lasso(Unsafe<BitSystem> unsafe, const JudgedModel& about, const Context& context,
                 Judged<CheckOutcome>& judged) {
  const BitSystem& system = about.model.system;
  BitTrace trace = unsafe.trace;
  trace.justice = {*about.justice};
  if (trace.loop_start >= 0 && !close_loop(system, trace, kMostSteps)) {
    const std::string why = fmt::format(
        "there is a lasso for the latches that the property depends on, but all latches together "
        "do not come back to a state in {} steps",
        kMostSteps);
    judged.outcome.answer = Unknown{Unknown::Reason::Unsupported, why, context.progress.bound};
    return;
  }
  const Property property{Property::Kind::Justice, *about.justice};
  const Judgement judgement = check_trace(system, trace, property);
  if (judgement.outcome() != Outcome::Holds) {
    const std::string text = write_aiger_witness({AigerWitness::Status::Unsafe, trace});
    judged.fault = describe_rejected(judgement, text, "aiw");
    return;
  }
  const Replay replayed = replay(system, trace);
  const std::int64_t loop_start = replayed.loop_start;
  trace = replayed.concrete;
  trace.loop_start = loop_start;
  judged.outcome.answer = Unsafe<BitSystem>{std::move(trace)};
}

}  // namespace

Judged<CheckOutcome> judge_answer(Answer<BitSystem> answer, const JudgedModel& about,
                                  const Context& context) {
  Judged<CheckOutcome> judged;
  judged.claim = claim_of(answer);
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
    judge(std::move(*safe), about, about.property, context, judged);
  else if (auto* lasso = std::get_if<Unsafe<BitSystem>>(&answer); lasso && about.justice)
    judge_lasso(std::move(*lasso), about, context, judged);
  else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
    judge(std::move(*unsafe), about, judged);
  else
    judged.outcome.answer = std::move(answer);
  return judged;
}

Judged<CheckOutcome> judge_proof(Safe<BitSystem> safe, const JudgedModel& about,
                                 const BadSelection& judged_for, const Context& context) {
  Judged<CheckOutcome> judged;
  judged.claim = "safe";
  judge(std::move(safe), about, judged_for, context, judged);
  return judged;
}

}  // namespace cairn
