// SPDX-License-Identifier: MIT
//
// Lemmas of IC3 that outlive a run. A checkpoint has them by names of latches, so that they mean
// something to the same circuit after passes that renumber it, and after a small edit of the
// design. Nothing of it is believed: whoever resumes imports them as it does those of another
// worker, each by a query of its own (engine/ic3/exchange.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "model/bit_system.h"
#include "model/exchange.h"

namespace cairn {

struct Checkpoint {
  struct Lemma {
    std::uint32_t level = 0;          ///< as in SharedLemma: a hint
    std::vector<std::uint32_t> cube;  ///< twice the position of a name, plus one if it is set
  };
  std::string model;               ///< hash of the model's bytes
  std::vector<std::string> names;  ///< of latches
  std::vector<Lemma> lemmas;       ///< latest last
};

/// Throws InputError if there is no such file, or it is none that Cairn wrote.
Checkpoint read_checkpoint(const std::string& path);
std::string write_checkpoint(const Checkpoint& checkpoint);

/// What a run takes from a checkpoint and keeps for the next.
struct CheckpointOptions {
  std::string resume;  ///< file, or empty
  std::string keep;    ///< likewise
  std::string model;   ///< hash of the model's bytes

  bool is_wanted() const { return !resume.empty() || !keep.empty(); }
};

/// The exchange between this run and the files, of the circuit that the engine works on. Says what
/// it found; throws InputError.
std::unique_ptr<LemmaExchange> open_checkpoint(const CheckpointOptions& options,
                                               const BitSystem& system, const Log& log);

/// Latches without a name get one from their place, so that passes carry it along.
void name_all_latches(BitSystem& system);

}  // namespace cairn
