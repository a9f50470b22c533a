// SPDX-License-Identifier: MIT
//
// One run for a word-level model: simplify it on words, lower it to bits (unless the engine works
// on words), run an engine, carry the evidence back, write it as BTOR2, and judge what was written
// against the model as it was read. No answer leaves this function unchecked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/exchange.h"
#include "run/configuration.h"
#include "run/words/judge.h"
#include "run/workers/portfolio.h"

namespace cairn {

class WordLadder;

/// As in CheckOptions, about the system on bits.
using WordConnect = std::function<std::unique_ptr<LemmaExchange>(const BitSystem& simplified)>;

struct WordCheckOptions : Configuration {
  PortfolioOptions portfolio;  ///< of the engine kPortfolio
  WordConnect connect;         ///< may be empty
};

/// The engine of the configuration, on whichever rung it stands; the answer is about the system
/// that the ladder begins with, and not checked. `more_passes`: on bits, beyond those of the
/// ladder.
Message<WordSystem> run_on_words(WordLadder& ladder, const Configuration& configuration,
                                 const std::vector<std::string>& more_passes,
                                 const WordConnect& connect, const Context& context);

/// Arrays that have bits, and so many that a look at the terms comes first: what reads a few
/// elements is decided at once there.
bool has_large_arrays(const WordSystem& system);

/// Decides a justice property, by position, on the circuit that `lower_model` makes of the model
/// (docs/decisions/0019-liveness-of-words.md). A proof is a certificate of that circuit; a lasso is
/// one of the model, and replayed on it.
WordOutcome run_word_justice(const WordTask& task, std::uint32_t justice,
                             const WordCheckOptions& options, const Context& context);

/// Requires that the model has properties and that options name known things. Evidence that does
/// not pass its check is kept in a file and is an internal error.
WordOutcome run_word_check(const WordTask& task, const WordCheckOptions& options,
                           const Context& context);

}  // namespace cairn
