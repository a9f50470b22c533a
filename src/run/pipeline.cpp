// SPDX-License-Identifier: MIT
#include "run/pipeline.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "certify/certificate.h"
#include "certify/check_certificate.h"
#include "certify/check_trace.h"
#include "engine/bmc_core.h"
#include "format/aiger_witness.h"
#include "format/aiger_writer.h"
#include "model/simulate.h"
#include "run/phase_clock.h"
#include "transform/bit/one_property.h"
#include "transform/chain.h"

namespace cairn {
namespace {

/// The engines are gone when this returns: the check of what they found needs the memory.
Answer<BitSystem> run_engines(const BitSystem& system, const CheckOptions& options,
                              const Context& context, CheckOutcome& outcome) {
  Turns turns(system, lanes_of(options.engine, options.engines, system), options.engines, context);
  Answer<BitSystem> answer = turns.run();
  turns.add_figures(outcome.figures);
  outcome.decided_by = turns.decided_by();
  return answer;
}

/// Evidence of ours that failed its check: the files stay behind for the bug report.
[[noreturn]] void refuse(const Judgement& judgement, const std::string& evidence,
                         const char* suffix) {
  const std::string path = fmt::format("cairn-rejected-{}.{}", ::getpid(), suffix);
  std::string kept = "kept in " + path;
  try {
    write_file_atomically(path, evidence);
  } catch (const InputError& error) {
    kept = fmt::format("and could not be kept: {}", error.message());
  }
  internal_error(
      __FILE__, __LINE__,
      fmt::format("evidence failed its check ({}); it is {}", judgement.explanation, kept));
}

Unknown undecided(const Context& context) {
  Unknown unknown = unknown_for(context.budget.reason(), context.progress.bound);
  unknown.explanation += " while the evidence was checked";
  return unknown;
}

Answer<BitSystem> checked(Safe<BitSystem> safe, const AigerModel& model,
                          const CheckOptions& options, const Context& context,
                          CheckOutcome& outcome) {
  const CertificateInfo info{options.model_name, options.property, file_literals(model)};
  BitSystem certificate = make_certificate(model.system, safe.invariant, info);
  const auto resolve = [&model](std::uint32_t literal) { return model.resolve(literal); };
  const Mapping mapping = read_mapping({model.system, resolve, options.model_name, 0},
                                       reencoded(certificate, "certificate"));
  CertificateOptions check;
  check.bad = options.property;
  const Judgement judgement = check_certificate(model.system, certificate, mapping, check, context);
  if (judgement.outcome() == Outcome::Fails)
    refuse(judgement, write_aiger(certificate, AigerFormat::Ascii), "aag");
  if (judgement.outcome() == Outcome::Undecided) return undecided(context);
  outcome.certificate = std::move(certificate);
  return safe;
}

Answer<BitSystem> checked(Unsafe<BitSystem> unsafe, const AigerModel& model,
                          const CheckOptions& options) {
  // The replay fills in what the engine left open and says which bad state it is.
  Replay replayed = replay(model.system, unsafe.trace);
  BitTrace& trace = replayed.concrete;
  if (!replayed.bad_fired.empty())
    trace.bad = {options.property.value_or(replayed.bad_fired.front())};
  TraceOptions check;
  if (options.property) check.property = Property{Property::Kind::Bad, *options.property};
  const Judgement judgement = check_trace(model.system, trace, check);
  if (judgement.outcome() != Outcome::Holds) {
    if (unsafe.trace.bad.empty()) unsafe.trace.bad = {options.property.value_or(0)};
    refuse(judgement, write_aiger_witness({AigerWitness::Status::Unsafe, unsafe.trace}), "aiw");
  }
  return Unsafe<BitSystem>{std::move(trace)};
}

/// In the vocabulary of the model: passes would hide which of its latches they merged.
std::optional<LatchCore> find_core(const BitSystem& system, const CheckOptions& options,
                                   const Unknown& unknown, const Context& context) {
  if (unknown.bound < 0) return std::nullopt;
  std::vector<Lit> bad = system.bad;
  if (options.property) bad = {system.bad[*options.property]};
  const auto bound = static_cast<std::uint32_t>(unknown.bound);
  auto latches = latches_that_matter(system, bad, bound, context.budget);
  if (!latches) {
    context.log.warning("no time was left to find the latches that matter");
    return std::nullopt;
  }
  return LatchCore{bound, std::move(*latches)};
}

}  // namespace

CheckOutcome run_check(const AigerModel& model, const CheckOptions& options,
                       const Context& context) {
  CheckOutcome outcome;
  if (model.system.bad.empty()) {
    outcome.answer =
        Unknown{Unknown::Reason::Unsupported,
                "only justice (liveness) properties, which no engine can check yet", -1};
    return outcome;
  }
  PhaseClock clock(outcome.figures, context.progress);
  clock.enter("simplify", "simplify");
  Chain<BitSystem> chain(context);
  if (options.property) chain.add(std::make_unique<OneProperty>(*options.property));
  for (const std::string& name : options.passes)
    chain.add(make_pass(name, options.engines.passes, context));
  const BitSystem simplified = chain.apply(model.system);
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { outcome.figures.count(name, value); });

  clock.enter(options.engine, "engine");
  Answer<BitSystem> answer = run_engines(simplified, options, context, outcome);

  clock.enter("check", "check");
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    safe->invariant = chain.restore_invariant(std::move(safe->invariant));
    answer = checked(std::move(*safe), model, options, context, outcome);
  } else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    unsafe->trace = chain.restore_trace(std::move(unsafe->trace));
    answer = checked(std::move(*unsafe), model, options);
  }
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    outcome.decided_by.clear();
    if (options.core) {
      clock.enter("core", "core");
      outcome.core = find_core(model.system, options, *unknown, context);
    }
  }
  outcome.answer = std::move(answer);
  clock.end();
  return outcome;
}

}  // namespace cairn
