// SPDX-License-Identifier: MIT
#include "run/words/properties.h"

#include <algorithm>

#include "base/error.h"
#include "certify/check_words.h"
#include "format/btor2/btor2_certificate.h"
#include "run/circuit/passes.h"
#include "run/phase_clock.h"
#include "run/properties/rounds.h"
#include "run/properties/search.h"
#include "run/time_slices.h"
#include "run/words/check.h"
#include "run/words/ladder.h"
#include "transform/chain.h"

namespace cairn {
namespace {

/// The others can never be true, so that passes forget what only they depend on.
WordSystem with_properties(WordSystem system, const std::vector<std::uint32_t>& wanted) {
  std::vector<Term> bad(system.bad.size(), system.terms->false_term());
  for (const std::uint32_t position : wanted) bad[position] = system.bad[position];
  system.bad = std::move(bad);
  return system;
}

/// Checks what is found about the model.
class WordEvidence {
 public:
  WordEvidence(const WordTask& task, PropertyRecorder<WordOutcome>& recorder,
               const Context& context)
      : task_(task), recorder_(recorder), context_(context) {}

  bool take_proof(const std::vector<std::uint32_t>& properties, const Safe<WordSystem>& safe,
                  const std::string& found_by) {
    if (!has_certificate_form(*task_.model.system.terms, safe.invariant)) return false;
    const auto judged = judge_proof(safe, task_, properties, context_);
    if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
    if (std::holds_alternative<Unknown>(judged.outcome.answer)) return false;
    recorder_.proved(properties, judged.outcome.lemmas, found_by, judged.outcome);
    return true;
  }
  void take_trace(const std::vector<std::uint32_t>& properties, const WordTrace& trace,
                  const std::string& found_by) {
    for (const std::uint32_t property : properties) {
      const auto judged =
          judge_answer(Unsafe<WordSystem>{trace}, {task_.source, task_.model, property}, context_);
      if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
      const auto& unsafe = std::get<Unsafe<WordSystem>>(judged.outcome.answer);
      recorder_.failed(property, unsafe.trace.length() - 1, found_by, judged.outcome);
    }
  }

 private:
  const WordTask& task_;
  PropertyRecorder<WordOutcome>& recorder_;
  const Context& context_;
};

/// From bits up to the model.
class LoweredPropertyJudge : public PropertyJudge {
 public:
  LoweredPropertyJudge(const WordLadder& ladder, const Chain<BitSystem>& chain,
                       WordEvidence& evidence)
      : ladder_(ladder), chain_(chain), evidence_(evidence) {}

  bool take_proof(const std::vector<std::uint32_t>& properties, BitInvariant invariant,
                  const std::string& found_by) override {
    const Answer<WordSystem> answer =
        ladder_.restore(chain_.restore(Safe<BitSystem>{std::move(invariant)}));
    const auto* safe = std::get_if<Safe<WordSystem>>(&answer);
    return safe != nullptr && evidence_.take_proof(properties, *safe, found_by);
  }
  void take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                  const std::string& found_by) override {
    const Answer<WordSystem> answer = ladder_.restore(chain_.restore(Unsafe<BitSystem>{trace}));
    evidence_.take_trace(properties, std::get<Unsafe<WordSystem>>(answer).trace, found_by);
  }

 private:
  const WordLadder& ladder_;
  const Chain<BitSystem>& chain_;
  WordEvidence& evidence_;
};

/// Engines on words, or whatever run_on_words takes: all open properties together, then each by
/// itself, for longer and longer.
class WordSearch {
 public:
  WordSearch(const WordTask& task, const WordCheckOptions& options, WordEvidence& evidence,
             std::vector<std::uint32_t>& open, const Context& context)
      : task_(task), options_(options), evidence_(evidence), open_(open), context_(context) {}

  /// Rounds that begin with so much processor time for all together, and each.
  void run(double seconds, std::uint32_t rounds);
  const Unknown& last_unknown() const { return unknown_; }

 private:
  bool is_over() const { return open_.empty() || context_.budget.exhausted_by_now(); }
  /// Whether there is more to find for who has more time.
  enum class Found { Verdict, Nothing, NothingEver };
  Found attempt(const std::vector<std::uint32_t>& properties, double seconds);

  const WordTask& task_;
  const WordCheckOptions& options_;
  WordEvidence& evidence_;
  std::vector<std::uint32_t>& open_;
  const Context& context_;
  Unknown unknown_;
};

void WordSearch::run(double seconds, std::uint32_t rounds) {
  for (; rounds > 0 && !is_over(); --rounds, seconds *= 2) {
    bool again = false;
    while (open_.size() > 1 && !is_over()) {
      const Found found = attempt(std::vector(open_), seconds);
      again = again || found == Found::Nothing;
      if (found != Found::Verdict) break;
    }
    for (const std::uint32_t property : std::vector(open_)) {
      if (is_over()) return;
      const double share = std::max(0.5, seconds / static_cast<double>(open_.size()));
      again = attempt({property}, share) == Found::Nothing || again;
    }
    if (!again) return;
  }
}

WordSearch::Found WordSearch::attempt(const std::vector<std::uint32_t>& properties,
                                      double seconds) {
  Budget share(&context_.budget);
  share.renew(seconds);
  Progress progress;
  const Context limited{context_.log, share, progress, context_.seed};
  const WordSystem system = with_properties(task_.model.system, properties);
  WordLadder ladder(system, std::nullopt, options_, limited, task_.lemmas);
  const Message<WordSystem> found = run_on_words(ladder, options_, {}, {}, limited);
  if (const auto* unknown = std::get_if<Unknown>(&found.answer)) {
    unknown_ = *unknown;
    return unknown->reason == Unknown::Reason::Time ? Found::Nothing : Found::NothingEver;
  }
  if (const auto* safe = std::get_if<Safe<WordSystem>>(&found.answer)) {
    if (!evidence_.take_proof(properties, *safe, found.decided_by)) return Found::NothingEver;
    for (const std::uint32_t property : properties) std::erase(open_, property);
    return Found::Verdict;
  }
  const WordTrace& trace = std::get<Unsafe<WordSystem>>(found.answer).trace;
  std::vector<std::uint32_t> reached, failing;
  check_word_trace(task_.model, trace, std::nullopt, &reached);
  for (const std::uint32_t property : reached)
    if (std::find(properties.begin(), properties.end(), property) != properties.end())
      failing.push_back(property);
  CAIRN_CHECK(!failing.empty());
  evidence_.take_trace(failing, trace, found.decided_by);
  for (const std::uint32_t property : failing) std::erase(open_, property);
  return Found::Verdict;
}

bool is_on_words(const std::string& engine) {
  const EngineEntry* entry = find_engine(engine);
  return entry != nullptr && entry->rung() == Rung::Words;
}

/// All bad states that are open; the reason why some of them stay so.
Unknown search_bad_states(const WordTask& task, const WordCheckOptions& options,
                          PropertyTable& table, WordEvidence& evidence, PropertiesOutcome& outcome,
                          const Context& context) {
  constexpr double kFirstSeconds = 4;
  if (const std::string problem = problem_with_engine(options.engine, false); !problem.empty())
    return Unknown{Unknown::Reason::Unsupported, problem, -1};
  std::vector<std::uint32_t> open;
  for (const PropertyRow& row : open_rows(table, false)) open.push_back(row.index);
  if (open.empty()) return {};
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  WordLadder ladder(with_properties(task.model.system, open), std::nullopt, options, context,
                    task.lemmas);
  const bool only_words = ladder.no_bits() || is_on_words(options.engine);
  Unknown unknown;
  if (only_words || (options.engine == "auto" && has_large_arrays(ladder.words()))) {
    clock.enter("words", "words");
    WordSearch search(task, options, evidence, open, context);
    search.run(kFirstSeconds, only_words ? 1000 : 1);
    unknown = search.last_unknown();
  }
  if (!only_words && !open.empty() && !context.budget.exhausted_by_now()) {
    clock.enter("simplify bits", "simplify");
    Chain<BitSystem> chain(context);
    chain.add(make_pass("resets", options.engines.passes, context));
    const BitSystem system = chain.apply(ladder.bits());
    if (!context.budget.exhausted_by_now()) {
      clock.enter("search", "search");
      LoweredPropertyJudge judge(ladder, chain, evidence);
      PropertySearchResult found = search_properties(system, open, options, judge, context);
      outcome.impossible_step = found.impossible_step;
      outcome.statistics.add(found.statistics, "");
      unknown = open_reason(found, context);
    }
  }
  clock.end();
  ladder.add_statistics(outcome.statistics);
  if (context.budget.exhausted_by_now())
    unknown = unknown_for(context.budget.reason(), unknown.bound);
  return unknown;
}

/// Justice properties, and bad states beside them, in rounds.
Unknown take_word_rounds(const WordTask& task, const WordCheckOptions& options,
                         PropertyTable& table, PropertyRecorder<WordOutcome>& recorder,
                         WordEvidence& evidence, PropertiesOutcome& outcome,
                         const Context& context) {
  Unknown unknown;
  PropertyRounds rounds;
  rounds.has_bad = [&] { return !open_rows(table, false).empty(); };
  rounds.search_bad = [&](const Context& part) {
    unknown = search_bad_states(task, options, table, evidence, outcome, part);
  };
  rounds.justice = [&] { return open_rows(table, true); };
  rounds.decide = [&](const PropertyRow& row, const Context& part) {
    const WordOutcome found = run_word_justice(task, *row.justice, options, part);
    if (std::holds_alternative<Safe<WordSystem>>(found.answer))
      recorder.proved({row.index}, found.lemmas, found.decided_by, found);
    else if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&found.answer))
      recorder.failed(row.index, unsafe->trace.length() - 1, found.decided_by, found);
    else
      unknown = std::get<Unknown>(found.answer);
  };
  take_rounds(rounds, context);
  return unknown;
}

}  // namespace

PropertiesOutcome check_properties(const WordTask& task, const WordCheckOptions& options,
                                   PropertyTable& table, const OnDecided<WordOutcome>& on_decided,
                                   const Context& context) {
  PropertiesOutcome outcome;
  PropertyRecorder<WordOutcome> recorder(table, on_decided);
  WordEvidence evidence(task, recorder, context);
  Unknown unknown =
      open_rows(table, true).empty()
          ? search_bad_states(task, options, table, evidence, outcome, context)
          : take_word_rounds(task, options, table, recorder, evidence, outcome, context);
  if (context.budget.exhausted_by_now())
    unknown = unknown_for(context.budget.reason(), unknown.bound);
  recorder.leave_open(unknown);
  return outcome;
}

}  // namespace cairn
