// SPDX-License-Identifier: MIT
#include "run/program/judge_certificate.h"

#include <fmt/format.h>

#include <deque>
#include <set>

#include "base/error.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

using Kind = EvidenceVerdict::Kind;

class Judge {
 public:
  Judge(const Program& program, const Source& certificate)
      : program_(program), certificate_(certificate), count_(assertions_of(program).size()) {}

  EvidenceVerdict run(const JudgedAssertions& wanted, const CfaCheckOptions& options,
                      const Context& context);

 private:
  const Cfa* automaton(const JudgedAssertions& about) {
    if (!about) return &cfas_.emplace_back(build_cfa(program_));
    for (const std::size_t assertion : *about)
      if (assertion >= count_)
        throw InputError(
            {certificate_.name},
            fmt::format("assertion {} does not exist: the program has {}", assertion, count_));
    return &cfas_.emplace_back(build_cfa(with_assertions(program_, *about)));
  }

  const Program& program_;
  const Source& certificate_;
  const std::size_t count_;
  std::deque<Cfa> cfas_;
};

EvidenceVerdict Judge::run(const JudgedAssertions& wanted, const CfaCheckOptions& options,
                           const Context& context) {
  EvidenceVerdict verdict;
  verdict.form = EvidenceVerdict::Form::Certificate;
  const auto proofs = read_program_certificate(
      certificate_, [this](const JudgedAssertions& about) { return automaton(about); });
  std::set<std::size_t> judged, needed;
  for (const ProgramProof& proof : proofs) {
    const Judgement judgement = check_cfa_invariant(*proof.cfa, proof.invariant, options, context);
    auto& all = verdict.judgement;
    all.checks.insert(all.checks.end(), judgement.checks.begin(), judgement.checks.end());
    all.details = judgement.details;
    verdict.reason = judgement.explanation;
    if (judgement.outcome() != Outcome::Holds) {
      verdict.kind = judgement.outcome() == Outcome::Fails ? Kind::Refuted : Kind::Undecided;
      return verdict;
    }
    if (proof.about)
      judged.insert(proof.about->begin(), proof.about->end());
    else
      for (std::size_t i = 0; i < count_; ++i) judged.insert(i);
  }
  if (wanted)
    needed.insert(wanted->begin(), wanted->end());
  else
    for (std::size_t i = 0; i < count_; ++i) needed.insert(i);
  for (const std::size_t assertion : needed)
    if (!judged.contains(assertion)) {
      verdict.reason = fmt::format(
          "the certificate holds, but is about {} of {} assertions and not about assertion {}; "
          "--property names one",
          judged.size(), count_, assertion);
      return verdict;
    }
  verdict.kind = Kind::Safe;
  verdict.scope = wanted ? fmt::format("no run fails the assertion{} {}",
                                       needed.size() == 1 ? "" : "s", fmt::join(needed, ", "))
                         : fmt::format("no run fails an assertion ({} in the program)", count_);
  return verdict;
}

}  // namespace

EvidenceVerdict judge_program_certificate(const Program& program, const Source& certificate,
                                          const JudgedAssertions& wanted,
                                          const CfaCheckOptions& options, const Context& context) {
  return Judge(program, certificate).run(wanted, options, context);
}

}  // namespace cairn
