// SPDX-License-Identifier: MIT
#include "run/program/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "engine/random/random_runs.h"
#include "run/phase_clock.h"
#include "run/program/judge.h"
#include "run/program/limit_text.h"
#include "run/time_slices.h"
#include "transform/chain.h"
#include "transform/lower_cfa.h"
#include "transform/lower_word.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

/// One way from the program to a restored answer.
class Attempt {
 public:
  Attempt(const Program& program, LimitsAs limits, const ProgramCheckOptions& options,
          const Context& context, ProgramOutcome& outcome, PhaseClock& clock)
      : options_(options),
        context_(context),
        outcome_(outcome),
        clock_(clock),
        program_passes_(program_passes(options.program_passes, context)),
        bit_passes_(context),
        lower_cfa_(options.engines.configs.lower) {
    clock_.enter("build", "building the automaton");
    BuildCfaConfig config;
    config.limits = limits;
    outcome_.cfa = std::make_shared<const Cfa>(build_cfa(program, config));
    count("cfa.built", *outcome_.cfa);
  }

  /// In the vocabulary of outcome.cfa.
  Answer<Cfa> run();
  /// False if the engine needs one, and there is none.
  bool has_circuit() const { return has_circuit_; }

 private:
  void count(const std::string& prefix, const Cfa& cfa);
  Cfa minimize();
  Answer<Cfa> run_engine(const std::string& name, const Cfa& cfa);
  Answer<Cfa> run_as_built(const std::string& engine);
  Answer<Cfa> run_on_automaton(const Cfa& cfa);
  Answer<Cfa> run_on_circuit(Cfa cfa);
  Answer<BitSystem> run_engines(const BitSystem& system);
  Unknown stopped() const { return unknown_for(context_.budget.reason(), context_.progress.bound); }

  const ProgramCheckOptions& options_;
  const Context& context_;
  ProgramOutcome& outcome_;
  PhaseClock& clock_;
  Chain<Cfa> program_passes_;
  Chain<BitSystem> bit_passes_;
  LowerCfa lower_cfa_;
  LowerWord lower_word_;
  bool has_circuit_ = true;
};

void Attempt::count(const std::string& prefix, const Cfa& cfa) {
  outcome_.statistics.count(prefix + ".locations", cfa.locations.size());
  outcome_.statistics.count(prefix + ".edges", cfa.edges.size());
  outcome_.statistics.count(prefix + ".variables", cfa.variables.size());
  outcome_.statistics.count(prefix + ".inputs", cfa.inputs.size());
}

Cfa Attempt::minimize() {
  clock_.enter("minimize", "minimizing");
  Cfa cfa = program_passes_.apply(*outcome_.cfa);
  const auto visit = [&](std::string_view name, std::uint64_t value) {
    outcome_.statistics.count(name, value);
  };
  program_passes_.visit_counters(visit);
  count("cfa", cfa);
  return cfa;
}

Answer<BitSystem> Attempt::run_engines(const BitSystem& system) {
  clock_.enter(options_.engine, "engine");
  std::vector<StrategyOptions> strategies = strategies_of(options_, system);
  // An invariant over k steps may be too hard to check on the automaton, and then all is over.
  if (options_.engines.strategies == usual_schedule() && strategies.size() > 1)
    std::erase_if(strategies, [](const StrategyOptions& one) { return one.engine == "kind"; });
  auto found = run_strategies(system, strategies, options_.engines, context_);
  outcome_.statistics.add(found.statistics, "");
  outcome_.decided_by = std::move(found.decided_by);
  return std::move(found.answer);
}

Answer<Cfa> Attempt::run() {
  if (context_.budget.exhausted()) return stopped();
  const EngineEntry* engine = find_engine(options_.engine);
  if (engine != nullptr && engine->as_built) return run_as_built(options_.engine);
  Cfa cfa = minimize();
  if (context_.budget.exhausted()) return stopped();
  return is_program_engine(options_.engine) ? run_on_automaton(cfa)
                                            : run_on_circuit(std::move(cfa));
}

/// The engine is gone when this returns.
Answer<Cfa> Attempt::run_engine(const std::string& name, const Cfa& cfa) {
  clock_.enter(name, "engine");
  const auto engine = make_engine(name, cfa, options_.engines.configs, context_);
  Answer<Cfa> answer = engine->run();
  engine->add_statistics(outcome_.statistics);
  outcome_.decided_by = options_.engine;
  return answer;
}

/// The answer needs no way back.
Answer<Cfa> Attempt::run_as_built(const std::string& engine) {
  return run_engine(engine, *outcome_.cfa);
}

Answer<Cfa> Attempt::run_on_automaton(const Cfa& cfa) {
  Answer<Cfa> answer = run_engine(options_.engine, cfa);
  clock_.enter("restore", "carrying the evidence back");
  // All runs of the small automaton end. How often those of the large one go around its loops, no
  // pass can tell, but unrolling can.
  const auto* safe = std::get_if<Safe<Cfa>>(&answer);
  if (safe != nullptr && safe->invariant.unrolling) return run_as_built("unroll");
  return program_passes_.restore(std::move(answer));
}

Answer<Cfa> Attempt::run_on_circuit(Cfa cfa) {
  clock_.enter("lower", "lowering");
  WordSystem words = lower_cfa_.apply(std::move(cfa));
  if (auto reason = cannot_blast(words)) {
    has_circuit_ = false;
    return Unknown{Unknown::Reason::Unsupported, std::move(*reason), -1};
  }
  BitSystem system = lower_word_.apply(std::move(words));
  const auto visit = [&](std::string_view name, std::uint64_t value) {
    outcome_.statistics.count(name, value);
  };
  lower_cfa_.visit_counters(visit);
  lower_word_.visit_counters(visit);
  if (context_.budget.exhausted()) return stopped();

  clock_.enter("simplify", "simplify");
  for (const std::string& name : options_.passes)
    bit_passes_.add(make_pass(name, options_.engines.passes, context_));
  system = bit_passes_.apply(std::move(system));
  bit_passes_.visit_counters(visit);
  Answer<BitSystem> answer = run_engines(system);

  clock_.enter("restore", "carrying the evidence back");
  Answer<Cfa> restored = program_passes_.restore(
      lower_cfa_.restore(lower_word_.restore(bit_passes_.restore(std::move(answer)))));
  if (auto* unknown = std::get_if<Unknown>(&restored))
    unknown->bound = std::max<std::int64_t>(unknown->bound, context_.progress.bound);
  return restored;
}

[[noreturn]] void refuse(const std::string& what) {
  internal_error(__FILE__, __LINE__, fmt::format("evidence failed its check ({})", what));
}

/// An answer that is Safe is now known to be.
Answer<Cfa> checked(Safe<Cfa> safe, const ProgramCheckOptions& options, const Context& context,
                    ProgramOutcome& outcome) {
  std::string fault;
  Answer<Cfa> answer = judge_proof(std::move(safe), *outcome.cfa, options.check, context, fault);
  if (!fault.empty()) refuse(fault);
  return answer;
}

/// What the program does with these inputs.
RunResult replay(const Program& program, std::vector<InputValue> values, std::uint64_t limit,
                 ProgramOutcome& outcome) {
  ProgramFailure failure;
  failure.inputs = std::move(values);
  InputSequence inputs(failure.inputs);
  const RunResult result = interpret(program, inputs, limit);
  failure.assertion = result.statement;
  failure.steps = result.steps;
  outcome.failure = std::move(failure);
  return result;
}

/// An attempt that is not allowed to take long.
struct Try {
  ProgramCheckOptions options;
  double seconds;  ///< of processor time
};

/// Where runs are long, and end, unrolling has the time to follow one.
double seconds_to_unroll(const ProgramCheckOptions& options, std::uint64_t longest) {
  constexpr double kSecondsAStep = 2e-5;  // several times what unroll takes on loops over arrays
  return std::max(options.quick.unroll, kSecondsAStep * static_cast<double>(longest));
}

/// What comes before the last attempt, which has all the time that is left. Most programs are easy,
/// and each way has its own easy ones: unrolling those whose loops are bounded by constants; IC3 on
/// the automaton those whose lemmas are about locations; circuits without lemmas, which take a
/// second or two, others. What is hard for circuits in a turn of some length may not be so for the
/// automaton.
/// `longest` is the number of steps of a run.
std::vector<Try> tries_before_the_last(const ProgramCheckOptions& options, std::uint64_t longest) {
  std::vector<Try> tries;
  if (options.engine != "auto") return tries;
  Try automaton{options, options.quick.automaton};
  automaton.options.engine = "ic3cfa";
  if (options.quick.unroll > 0) {
    // Who has a simple invariant is to have that as its proof: it says more than bounds of loops.
    constexpr double kMoment = 0.5;
    if (automaton.seconds > kMoment) {
      tries.push_back(automaton);
      tries.back().seconds = kMoment;
    }
    Try& unroll = tries.emplace_back(Try{options, seconds_to_unroll(options, longest)});
    unroll.options.engine = "unroll";
    std::uint32_t& iterations = unroll.options.engines.configs.unroll.iterations;
    if (iterations == 0) iterations = QuickConfig::kUnrolledIterations;
  }
  if (automaton.seconds > 0) tries.push_back(automaton);
  if (options.quick.plain > 0 && options.program_passes.lemmas.seconds > 0 &&
      options.program_passes.has("lemmas")) {
    tries.push_back({options, options.quick.plain});
    tries.back().options.program_passes.without.emplace_back("lemmas");
  }
  if (options.quick.circuit > 0 && automaton.seconds > 0) {
    tries.push_back({options, options.quick.circuit});
    automaton.seconds = options.quick.circuit;
    tries.push_back(automaton);
  }
  return tries;
}

Answer<Cfa> run_try(const Program& program, LimitsAs limits, const Try& quick,
                    const Context& context, ProgramOutcome& outcome, PhaseClock& clock,
                    bool& is_checked) {
  Budget share(&context.budget);
  share.renew(quick.seconds);
  const Context limited{context.log, share, context.progress, context.seed};
  const auto before = outcome.statistics.counters;
  Answer<Cfa> answer = Attempt(program, limits, quick.options, limited, outcome, clock).run();
  // What an unrolling proves may be too hard to check; then another proof is looked for.
  if (auto* safe = std::get_if<Safe<Cfa>>(&answer); safe != nullptr && safe->invariant.unrolling) {
    clock.enter("check", "checking the evidence");
    share.renew(quick.seconds);
    answer = checked(std::move(*safe), quick.options, limited, outcome);
    is_checked = std::holds_alternative<Safe<Cfa>>(answer);
  }
  if (std::holds_alternative<Unknown>(answer)) {
    outcome.statistics.counters = before;  // the next attempt has statistics of its own
    outcome.statistics.count("quick.tries", 1);
  }
  return answer;
}

/// Engines on terms by turns, each turn longer than the one before, for programs that have no
/// circuit. Those engines begin anew each time.
Answer<Cfa> run_on_terms(const Program& program, LimitsAs limits,
                         const ProgramCheckOptions& options, const Context& context,
                         ProgramOutcome& outcome, PhaseClock& clock, bool& is_checked) {
  std::int64_t bound = -1;
  bool cut_short = true;
  for (double seconds = 5; cut_short; seconds *= 2) {
    cut_short = false;
    for (const char* engine : {"bmc-smt", "ic3cfa"}) {
      Try turn{options, seconds};
      turn.options.engine = engine;
      context.progress.bound = -1;
      Answer<Cfa> answer = run_try(program, limits, turn, context, outcome, clock, is_checked);
      auto* unknown = std::get_if<Unknown>(&answer);
      if (unknown == nullptr) return answer;
      bound = std::max(bound, unknown->bound);
      unknown->bound = bound;
      if (context.budget.exhausted()) return answer;
      cut_short = cut_short || unknown->reason == Unknown::Reason::Time;
    }
  }
  return Unknown{Unknown::Reason::Unsupported, {}, bound};
}

/// Where a run of the automaton ended that is no counterexample.
struct Limit {
  SiteId site = kNoSite;
  std::string note;
};

/// Nothing if there is no such limit. One is the automaton's own: calls that it does not have.
Limit limit_of(const Cfa& cfa, const CfaTrace& trace, const RunResult& result) {
  if (result.outcome == RunResult::Outcome::Limit)
    return {result.statement->site, result.statement->note};
  const LocationId last = cfa.edges[trace.steps.back().edge].source;
  const CfaLocation& end = cfa.locations[last.index];
  return end.note == kTooManyCalls ? Limit{end.site, end.note} : Limit{};
}

std::string place(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const Position& at = program.sites[site].at;
  return fmt::format(" ({}:{})", at.file, at.line);
}

}  // namespace

ProgramOutcome run_program_check(const Program& program, const ProgramCheckOptions& options,
                                 const Context& context) {
  ProgramOutcome outcome;
  PhaseClock clock(outcome.statistics, context.progress);
  bool is_checked = false;
  std::uint64_t longest = 0;
  const auto attempt = [&](LimitsAs limits) {
    Answer<Cfa> answer = Unknown{};
    for (const Try& quick : tries_before_the_last(options, longest)) {
      context.progress.bound = -1;
      answer = run_try(program, limits, quick, context, outcome, clock, is_checked);
      if (!std::holds_alternative<Unknown>(answer)) break;
    }
    if (std::holds_alternative<Unknown>(answer)) {
      context.progress.bound = -1;
      Attempt last(program, limits, options, context, outcome, clock);
      answer = last.run();
      const std::string reason = last.has_circuit() ? "" : std::get<Unknown>(answer).explanation;
      if (!last.has_circuit() && options.engine == "auto")
        answer = run_on_terms(program, limits, options, context, outcome, clock, is_checked);
      auto* unknown = std::get_if<Unknown>(&answer);
      const bool is_large = options.engine == "auto" && has_large_arrays(*outcome.cfa);
      if (unknown != nullptr && (!last.has_circuit() || is_large)) {
        const std::string text = no_circuit_text(program, reason);
        const bool is_over = context.budget.exhausted();  // and that comes first
        unknown->explanation = is_over ? unknown->explanation + "; " + text : text;
      }
    }
    clock.enter("check", "checking the evidence");
    return answer;
  };
  Limit limit_reached;
  // Returns true if the run fails a property; else limit_reached says where it ended.
  const auto is_real = [&](const CfaTrace& trace) {
    const std::string fault = judge(*outcome.cfa, trace);
    if (!fault.empty()) refuse(fault);
    // The automaton took a step for each statement but labels and the like.
    const std::uint64_t limit = 1'000'000 + 100 * trace.steps.size();
    const RunResult result = replay(program, inputs_of(*outcome.cfa, trace), limit, outcome);
    if (result.outcome == RunResult::Outcome::Failed) return true;
    limit_reached = limit_of(*outcome.cfa, trace, result);
    if (limit_reached.site == kNoSite && limit_reached.note.empty())
      refuse("the interpreter does not come to the failing assert");
    return false;
  };

  if (options.engine == "auto" && options.quick.random > 0) {
    clock.enter("random", "random runs");
    RandomRunsConfig config;
    config.seconds = options.quick.random;
    RandomRuns runs = find_failing_run(program, config, context, outcome.statistics);
    longest = runs.longest;
    if (runs.failing) {
      const RunResult result =
          replay(program, std::move(*runs.failing), config.most_steps, outcome);
      if (result.outcome != RunResult::Outcome::Failed) refuse("a random run fails only once");
      outcome.answer = Unsafe<Cfa>{};
      outcome.decided_by = "random";
      clock.end();
      return outcome;
    }
  }
  outcome.answer = attempt(LimitsAs::Errors);
  const auto* unsafe = std::get_if<Unsafe<Cfa>>(&outcome.answer);
  if (unsafe != nullptr && !is_real(unsafe->trace)) {
    const Limit limit = limit_reached;
    outcome.statistics.count("limits.reached", 1);
    context.log.detail("limit reached: {}{}", limit.note, place(program, limit.site));
    context.progress.bound = -1;
    const bool again = options.gives_up_at && options.gives_up_at(limit.note);
    outcome.answer = again ? Answer<Cfa>(Unknown{}) : attempt(LimitsAs::Blocks);
    unsafe = std::get_if<Unsafe<Cfa>>(&outcome.answer);
    if (unsafe == nullptr) {
      outcome.limit = limit.site;
      outcome.failure.reset();
      outcome.answer = Unknown{Unknown::Reason::Unsupported,
                               limit_text(program, limit.note, limit.site), context.progress.bound};
    } else if (!is_real(unsafe->trace)) {
      refuse("a limit failed in an automaton without limits");
    }
  } else if (auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer); safe && !is_checked) {
    outcome.answer = checked(std::move(*safe), options, context, outcome);
  }
  if (std::holds_alternative<Unknown>(outcome.answer)) outcome.decided_by.clear();
  clock.end();
  return outcome;
}

}  // namespace cairn
