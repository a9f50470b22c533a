// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/context.h"
#include "engine/shared/engine.h"
#include "run/configuration.h"
#include "run/message.h"
#include "run/words/ladder.h"

namespace cairn {

/// Engines on words that work by turns; one that stopped goes on where it was.
class WordSlices {
 public:
  struct Share {
    std::string engine;
    double seconds;  ///< of its first slice; later ones are longer
  };
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();

  /// All must outlive this.
  WordSlices(WordLadder& ladder, const Configuration& configuration,
             const std::vector<Share>& shares, const Context& context);

  /// So many rounds, or until none of the engines can go on. The answer is about the system that
  /// the ladder begins with.
  Message<WordSystem> run(std::uint32_t rounds);

 private:
  struct Running {
    Running(const Share& share, const Context& context)
        : name(share.engine), seconds(share.seconds), budget(&context.budget) {}

    const std::string name;
    double seconds;
    Budget budget;
    std::unique_ptr<Engine<WordSystem>> engine;
  };

  Answer<WordSystem> take_slice(Running& running);
  WordInvariant without_k(WordInvariant invariant, const Context& context) const;

  WordLadder& ladder_;
  const Configuration& configuration_;
  const Context& context_;
  std::vector<std::unique_ptr<Running>> all_;
};

}  // namespace cairn
