// SPDX-License-Identifier: MIT
#include "certify/word_evidence.h"

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "certify/check_words.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_witness.h"

namespace cairn {
namespace {

std::string name_of(const WordModel& model, std::uint32_t bad) {
  const std::string& name = model.bad_names[bad];
  return name.empty() ? fmt::format("b{}", bad) : fmt::format("b{} '{}'", bad, printable(name, 80));
}

using Kind = EvidenceVerdict::Kind;
using Form = EvidenceVerdict::Form;

bool looks_like_witness(std::string_view text) {
  while (text.starts_with(';') || text.starts_with('\n')) {
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return text.starts_with("sat") || text.starts_with("unsat") || text.starts_with("unknown");
}

/// A witness claims properties of either kind: each of them that is asked about has to be met.
EvidenceVerdict judge_witness(const WordModel& model, const Source& evidence,
                              const std::optional<Property>& property) {
  using PropertyKind = Property::Kind;
  EvidenceVerdict verdict;
  verdict.form = Form::Witness;
  const Btor2Witness witness = read_btor2_witness(evidence, model);
  const auto is_wanted = [&](PropertyKind kind, std::uint32_t position) {
    return !property || (property->kind == kind && property->position == position);
  };
  const auto holds = [&] {
    return verdict.judgement.checks.empty() || verdict.judgement.outcome() == Outcome::Holds;
  };
  for (const std::uint32_t bad : witness.bad) {
    if (!is_wanted(PropertyKind::Bad, bad) || !holds()) continue;
    verdict.judgement = check_word_trace(model, witness.trace, bad);
    const std::size_t steps = witness.trace.length() - 1;
    verdict.scope = fmt::format("bad state {} is true after {} {}", name_of(model, bad), steps,
                                steps == 1 ? "step" : "steps");
  }
  for (const std::uint32_t justice : witness.justice) {
    if (!is_wanted(PropertyKind::Justice, justice) || !holds()) continue;
    std::int64_t loop_start = -1;
    verdict.judgement = check_word_lasso(model, witness.trace, justice, &loop_start);
    verdict.scope =
        fmt::format("justice property j{} recurs in the loop from step {}", justice, loop_start);
  }
  if (verdict.judgement.checks.empty()) {
    verdict.kind = Kind::Refuted;
    verdict.reason = "the witness does not claim this property";
    return verdict;
  }
  verdict.kind = verdict.judgement.outcome() == Outcome::Holds ? Kind::Unsafe : Kind::Refuted;
  verdict.reason = verdict.judgement.explanation;
  return verdict;
}

EvidenceVerdict judge_certificate(const WordModel& model, const Source& evidence,
                                  std::optional<std::uint32_t> property, const Context& context) {
  EvidenceVerdict verdict;
  verdict.form = Form::Certificate;
  const Btor2Model certificate = read_btor2(evidence, model.system.terms);
  const WordMapping mapping = read_word_mapping(evidence, certificate, model);
  verdict.judgement = check_word_certificate(model, certificate, mapping, property, context);
  switch (verdict.judgement.outcome()) {
    case Outcome::Holds:
      verdict.kind = Kind::Safe;
      verdict.scope =
          property
              ? fmt::format("bad state {} is not reachable", name_of(model, *property))
              : fmt::format("no bad state is reachable ({} in the model)", model.system.bad.size());
      break;
    case Outcome::Fails:
      verdict.kind = Kind::Refuted;
      break;
    case Outcome::Undecided:
      break;
  }
  verdict.reason = verdict.judgement.explanation;
  return verdict;
}

}  // namespace

EvidenceVerdict check_word_evidence(const WordModel& model, const Source& evidence,
                                    const EvidenceOptions& options, const Context& context) {
  if (looks_like_witness(evidence.bytes)) return judge_witness(model, evidence, options.property);
  std::optional<std::uint32_t> property;
  if (options.property) property = options.property->position;
  return judge_certificate(model, evidence, property, context);
}

}  // namespace cairn
