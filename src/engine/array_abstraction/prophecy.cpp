// SPDX-License-Identifier: MIT
#include "engine/array_abstraction/prophecy.h"

#include <fmt/format.h>

#include <utility>

#include "engine/array_abstraction/exact_unrolling.h"
#include "model/word_simulate.h"

namespace cairn::word {

using Kind = ArrayReduction::Kind;

Prophecy::Prophecy(const WordSystem& system, const ProphecyConfig& config, Make make,
                   const Context& context)
    : config_(config),
      make_(std::move(make)),
      context_(context),
      reduction_(system, config.expand),
      exact_(std::make_unique<ExactUnrolling>(reduction_, context)) {}

Prophecy::~Prophecy() = default;

Answer<WordSystem> Prophecy::run() {
  while (true) {
    if (context_.budget.exhausted_by_now())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    if (pending_) {
      if (auto answer = examine_pending()) return *std::move(answer);
      continue;
    }
    if (!engine_) {
      reduced_ = reduction_.make();
      Context context = context_;
      context.exchange = nullptr;  // lemmas of other workers are about other latches, or none
      engine_ = make_(reduced_, context);
    }
    Answer<WordSystem> answer = engine_->run();
    if (auto* safe = std::get_if<Safe<WordSystem>>(&answer))
      return Safe<WordSystem>{reduction_.concrete(std::move(safe->invariant))};
    if (std::holds_alternative<Unknown>(answer)) return answer;
    const WordTrace& trace = std::get<Unsafe<WordSystem>>(answer).trace;
    pending_ = static_cast<std::uint32_t>(up_to_bad(reduced_, trace, {}).length() - 1);
    end_engine();
  }
}

void Prophecy::end_engine() {
  engine_->add_statistics(done_);
  engine_.reset();
}

std::optional<Answer<WordSystem>> Prophecy::examine_pending() {
  context_.progress.phase = "prophecy";
  const std::uint32_t step = *pending_;
  switch (exact_->ask(step)) {
    case ExactUnrolling::Verdict::Reachable:
      return Unsafe<WordSystem>{exact_->counterexample(step)};
    case ExactUnrolling::Verdict::Undecided:
      if (context_.budget.exhausted_by_now())
        return unknown_for(context_.budget.reason(), context_.progress.bound);
      return give_up(exact_->reason());
    case ExactUnrolling::Verdict::Refuted:
      break;
  }
  pending_.reset();
  return refine(step);
}

std::optional<Answer<WordSystem>> Prophecy::refine(std::uint32_t step) {
  ++refinements_;
  context_.log.detail("prophecy: no counterexample of {} steps; {} more indices", step,
                      exact_->needs().size());
  if (exact_->needs().empty()) return give_up("what a counterexample gets wrong is at no index");
  for (const IndexNeed& need : exact_->needs()) {
    if (reduction_.is_followed(need.array, need.index, need.depth)) continue;
    if (reduction_.kind(need.index) == Kind::Prophecy && need.depth > config_.depth)
      return give_up(fmt::format("an index has to be remembered for {} steps, more than {}",
                                 need.depth, config_.depth));
    if (reduction_.followed().size() >= config_.indices)
      return give_up(fmt::format("more than {} indices matter", config_.indices));
    reduction_.follow(need.array, need.index, need.depth);
  }
  return std::nullopt;
}

Unknown Prophecy::give_up(std::string why) const {
  return {Unknown::Reason::Unsupported, std::move(why), context_.progress.bound};
}

void Prophecy::add_statistics(Statistics& statistics) const {
  statistics.count("prophecy.reads", reduction_.reads().size());
  statistics.count("prophecy.equalities", reduction_.equalities().size());
  statistics.count("prophecy.refinements", refinements_);
  statistics.count("prophecy.queries", exact_->queries());
  statistics.count("prophecy.indices.constant", reduction_.count(Kind::Constant));
  statistics.count("prophecy.indices.frozen", reduction_.count(Kind::Frozen));
  statistics.count("prophecy.indices.prophecy", reduction_.count(Kind::Prophecy));
  statistics.count("prophecy.history", reduction_.longest_history());
  Statistics inner = done_;
  if (engine_) engine_->add_statistics(inner);
  statistics.add(inner, "prophecy.");
}

}  // namespace cairn::word
