// SPDX-License-Identifier: MIT
#include "certify/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "certify/check_certificate.h"
#include "certify/check_lrat.h"
#include "certify/check_trace.h"
#include "certify/mapping.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_witness.h"
#include "format/blif/blif_reader.h"
#include "sat/dimacs.h"

namespace cairn {
namespace {

using Kind = EvidenceVerdict::Kind;
using Form = EvidenceVerdict::Form;

Form detect_form(const Source& evidence) {
  const std::string_view bytes = evidence.bytes;
  if (bytes.starts_with("aag ") || bytes.starts_with("aig ")) return Form::Certificate;
  const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  if (start < bytes.size() &&
      std::string_view("012cu").find(bytes[start]) != std::string_view::npos)
    return Form::Witness;
  throw InputError(
      {evidence.name},
      "expected evidence: an AIGER witness (it begins with 0, 1 or 2) or a certificate "
      "(it begins with 'aag' or 'aig')");
}

// Comments end an ASCII file, so their lines are its last ones. In a binary file, gates may contain
// bytes that look like line ends.
std::uint64_t first_comment_line(const Source& source, const AigerModel& read) {
  if (read.binary || read.system.comments.empty()) return 0;
  auto lines =
      static_cast<std::uint64_t>(std::count(source.bytes.begin(), source.bytes.end(), '\n'));
  if (!source.bytes.ends_with('\n')) ++lines;
  const std::string& text = read.system.comments.text();
  const auto comments = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return lines > comments ? lines - comments + 1 : 0;
}

CircuitFile circuit_file(const Source& source, const AigerModel& read) {
  return {read.system, [&read](std::uint32_t literal) { return read.resolve(literal); },
          source.name, first_comment_line(source, read)};
}

void require_property(const Source& source, const BitSystem& model, const Property& property) {
  const bool is_bad = property.kind == Property::Kind::Bad;
  const std::size_t count = is_bad ? model.bad.size() : model.justice.size();
  if (property.position < count) return;
  throw InputError({source.name}, fmt::format("no property {}{}: the model has {} {}",
                                              is_bad ? 'b' : 'j', property.position, count,
                                              is_bad ? "bad states" : "justice properties"));
}

std::string safe_scope(const BitSystem& model, const EvidenceOptions& options, bool about_justice) {
  if (options.property && options.property->kind == Property::Kind::Justice)
    return fmt::format("justice property j{} holds", options.property->position);
  if (options.property)
    return fmt::format("bad state b{} is not reachable", options.property->position);
  if (about_justice && model.bad.empty())
    return fmt::format("no run meets all literals of a justice property for ever ({} in the model)",
                       model.justice.size());
  std::string scope = fmt::format("no bad state is reachable ({} in the model)", model.bad.size());
  if (about_justice)
    scope += fmt::format("; its justice properties hold ({})", model.justice.size());
  else if (!model.justice.empty())
    scope += fmt::format("; its {} justice properties were not judged", model.justice.size());
  return scope;
}

EvidenceVerdict judge_certificate(const Source& model_source, const AigerModel& model,
                                  const Source& source, const EvidenceOptions& options,
                                  const Context& context) {
  EvidenceVerdict verdict;
  verdict.form = Form::Certificate;
  CertificateOptions certificate_options;
  certificate_options.dump_prefix = options.dump_prefix;
  certificate_options.model_name = model_source.name;
  certificate_options.certificate_name = source.name;
  const bool is_justice = options.property && options.property->kind == Property::Kind::Justice;
  if (is_justice)
    certificate_options.justice = options.property->position;
  else if (options.property)
    certificate_options.bad = options.property->position;

  AigerModel certificate = read_aiger(source);
  adopt_outputs_as_bad(certificate.system);
  // Of one bad state, whatever else the certificate proves.
  if (options.property && !is_justice) certificate.system.justice.clear();
  if (!options.property && model.system.bad.empty() && model.system.justice.size() == 1)
    certificate_options.justice = 0;
  const Mapping mapping =
      read_mapping(circuit_file(model_source, model), circuit_file(source, certificate));
  verdict.judgement =
      check_certificate(model.system, certificate.system, mapping, certificate_options, context);
  switch (verdict.judgement.outcome()) {
    case Outcome::Holds:
      verdict.kind = Kind::Safe;
      verdict.scope = safe_scope(model.system, options, !certificate.system.justice.empty());
      break;
    case Outcome::Fails:
      verdict.kind = Kind::Refuted;
      verdict.reason = verdict.judgement.explanation;
      break;
    case Outcome::Undecided:
      verdict.reason = verdict.judgement.explanation;
      break;
  }
  return verdict;
}

EvidenceVerdict judge_witness(const AigerModel& model, const Source& source,
                              const EvidenceOptions& options) {
  EvidenceVerdict verdict;
  verdict.form = Form::Witness;
  const AigerWitness witness = read_aiger_witness(source, model.system);
  if (witness.status == AigerWitness::Status::Safe) {
    verdict.reason =
        "a witness with status 0 claims that the model is safe but proves nothing; a proof is a "
        "certificate, an AIGER circuit";
    return verdict;
  }
  if (witness.status == AigerWitness::Status::Unknown) {
    verdict.reason = "a witness with status 2 claims nothing and proves nothing";
    return verdict;
  }
  verdict.judgement = check_trace(model.system, witness.trace, options.property);
  if (verdict.judgement.outcome() == Outcome::Holds) {
    verdict.kind = Kind::Unsafe;
    verdict.scope = verdict.judgement.details.empty() ? "" : verdict.judgement.details.front();
  } else {
    verdict.kind = Kind::Refuted;
    verdict.reason = verdict.judgement.explanation;
  }
  return verdict;
}

EvidenceVerdict judge_proof(const Source& formula, const Source& proof, const Context& context) {
  EvidenceVerdict verdict;
  verdict.form = Form::Proof;
  verdict.judgement = check_lrat(formula, proof, context);
  verdict.reason = verdict.judgement.explanation;
  if (verdict.judgement.outcome() == Outcome::Holds) {
    verdict.kind = Kind::Unsatisfiable;
    verdict.scope = "the formula is unsatisfiable";
  } else if (verdict.judgement.outcome() == Outcome::Fails) {
    verdict.kind = Kind::Refuted;
  }
  return verdict;
}

}  // namespace

EvidenceVerdict check_evidence(const Source& model, const Source& evidence,
                               const EvidenceOptions& options, const Context& context) {
  if (sat::looks_like_dimacs(model.bytes)) return judge_proof(model, evidence, context);
  const Form form = detect_form(evidence);
  AigerModel read = is_blif(model.bytes) ? read_blif(model) : read_aiger(model);
  adopt_outputs_as_bad(read.system);
  if (read.system.bad.empty() && read.system.justice.empty())
    throw InputError(
        {model.name},
        "nothing to judge: expected at least one bad state, output or justice property");
  if (options.property) require_property(model, read.system, *options.property);
  if (form == Form::Certificate) return judge_certificate(model, read, evidence, options, context);
  return judge_witness(read, evidence, options);
}

}  // namespace cairn
