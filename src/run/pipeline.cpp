// SPDX-License-Identifier: MIT
#include "run/pipeline.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "certify/certificate.h"
#include "certify/check_certificate.h"
#include "certify/check_trace.h"
#include "engine/ic3/ic3.h"
#include "format/aiger_witness.h"
#include "format/aiger_writer.h"
#include "model/simulate.h"
#include "transform/bit/cone.h"
#include "transform/bit/constants.h"
#include "transform/bit/correspondence.h"
#include "transform/bit/hashing.h"
#include "transform/bit/one_property.h"
#include "transform/bit/resets.h"
#include "transform/bit/sweep.h"
#include "transform/chain.h"

namespace cairn {
namespace {

/// Seconds by phase: enter() ends one phase and begins the next, end() ends the last.
class PhaseClock {
 public:
  PhaseClock(CheckOutcome& outcome, Progress& progress) : outcome_(outcome), progress_(progress) {}

  void enter(const char* phase) {
    end();
    phase_ = phase;
    begin_ = Clock::now();
    progress_.phase = phase;
  }
  void end() {
    if (phase_ == nullptr) return;
    outcome_.seconds.emplace_back(phase_,
                                  std::chrono::duration<double>(Clock::now() - begin_).count());
    phase_ = nullptr;
  }

 private:
  using Clock = std::chrono::steady_clock;

  CheckOutcome& outcome_;
  Progress& progress_;
  const char* phase_ = nullptr;
  Clock::time_point begin_;
};

std::unique_ptr<Pass<BitSystem>> make_pass(const std::string& name, const CheckOptions& options,
                                           const Context& context) {
  if (name == "cone") return std::make_unique<Cone>();
  if (name == "hashing") return std::make_unique<Hashing>();
  if (name == "constants") return std::make_unique<Constants>();
  if (name == "resets") return std::make_unique<Resets>(context);
  if (name == "sweep") return std::make_unique<Sweep>(options.sweep, context);
  CorrespondenceConfig correspondence = options.correspondence;
  if (name == "correspondence") return std::make_unique<Correspondence>(correspondence, context);
  if (name == "latch-correspondence") {
    correspondence.scope = CorrespondenceConfig::Scope::Latches;
    return std::make_unique<Correspondence>(correspondence, context);
  }
  if (name == "lawful-correspondence") {
    correspondence.lawful = CorrespondenceConfig::Lawful::Now;
    return std::make_unique<Correspondence>(correspondence, context);
  }
  CAIRN_CHECK(!"a pass that is not known");
  return nullptr;
}

/// A pass may be applied more than once: its figures add up.
void count(std::vector<std::pair<std::string, std::uint64_t>>& counters, std::string_view name,
           std::uint64_t value) {
  for (auto& [known, sum] : counters)
    if (known == name) {
      sum += value;
      return;
    }
  counters.emplace_back(name, value);
}

Answer<BitSystem> run_engine(const BitSystem& system, const CheckOptions& options,
                             const Context& context, CheckOutcome& outcome) {
  const auto count = [&](const std::string& name, std::uint64_t value) {
    outcome.counters.emplace_back(name, value);
  };
  if (options.engine == "ic3") {
    Ic3 engine(system, options.ic3, context);
    Answer<BitSystem> answer = engine.run();
    engine.stats().visit(count, [&](const char* name, double seconds) {
      outcome.seconds.emplace_back(name, seconds);
    });
    engine.solver_stats().visit([&](const char* name, std::uint64_t value) {
      count(std::string("ic3.solver.") + name, value);
    });
    return answer;
  }
  CAIRN_CHECK(options.engine == "bmc");
  Bmc engine(system, options.bmc, context);
  Answer<BitSystem> answer = engine.run();
  engine.stats().visit(count);
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

}  // namespace

std::vector<std::string> known_passes() {
  return {"cone",           "hashing",
          "constants",      "resets",
          "sweep",          "latch-correspondence",
          "correspondence", "lawful-correspondence"};
}
std::vector<std::string> known_engines() {
  return {"bmc", "ic3"};
}

CheckOutcome run_check(const AigerModel& model, const CheckOptions& options,
                       const Context& context) {
  CheckOutcome outcome;
  if (model.system.bad.empty()) {
    outcome.answer =
        Unknown{Unknown::Reason::Unsupported,
                "only justice (liveness) properties, which no engine can check yet", -1};
    return outcome;
  }
  PhaseClock clock(outcome, context.progress);
  clock.enter("simplify");
  Chain<BitSystem> chain(context);
  if (options.property) chain.add(std::make_unique<OneProperty>(*options.property));
  for (const std::string& name : options.passes) chain.add(make_pass(name, options, context));
  // IC3 knows constant and uninitialised resets only.
  if (options.engine == "ic3") chain.add(make_pass("resets", options, context));
  const BitSystem simplified = chain.apply(model.system);
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { count(outcome.counters, name, value); });

  clock.enter(options.engine == "bmc" ? "bmc" : "ic3");
  Answer<BitSystem> answer = run_engine(simplified, options, context, outcome);

  clock.enter("check");
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    safe->invariant = chain.restore_invariant(std::move(safe->invariant));
    answer = checked(std::move(*safe), model, options, context, outcome);
  } else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    unsafe->trace = chain.restore_trace(std::move(unsafe->trace));
    answer = checked(std::move(*unsafe), model, options);
  }
  outcome.answer = std::move(answer);
  clock.end();
  return outcome;
}

}  // namespace cairn
