// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/ic3/core.h"
#include "engine/shared/engine.h"
#include "logic/bit/aig.h"
#include "sat/interpolate.h"
#include "sat/sweep.h"

namespace cairn {

struct OptionGroup;

struct ItpSeqConfig {
  sat::InterpolationSystem system = sat::InterpolationSystem::McMillan;
  bool lemmas = true;              ///< the query at a bound has the lemmas of each frame, too
  bool simplify = true;            ///< sweep each interpolant
  double simplify_seconds = 0.05;  ///< of processor time, for each
  static const OptionGroup& options();
};

/// What a run did beyond what the core counts.
struct ItpSeqStats {
  std::uint64_t queries = 0;        ///< unrolled ones
  std::uint64_t saved = 0;          ///< bounds that the lemmas cleared without one
  std::uint64_t conflicts = 0;      ///< in them
  std::uint64_t proof_clauses = 0;  ///< that interpolants were made from
  std::uint64_t interpolants = 0;   ///< that are not constant
  std::uint64_t gates = 0;          ///< of these, simplified
  std::uint64_t states = 0;         ///< of a frame that its interpolant excludes
  double solve_seconds = 0, interpolate_seconds = 0, simplify_seconds = 0, strengthen_seconds = 0;

  template <class Counter, class Seconds>
  void visit(Counter&& counter, Seconds&& seconds) const {
    counter("itpseq.queries", queries);
    counter("itpseq.queries.saved", saved);
    counter("itpseq.conflicts", conflicts);
    counter("itpseq.proof_clauses", proof_clauses);
    counter("itpseq.interpolants", interpolants);
    counter("itpseq.gates", gates);
    counter("itpseq.states", states);
    seconds("itpseq.solve", solve_seconds);
    seconds("itpseq.interpolate", interpolate_seconds);
    seconds("itpseq.simplify", simplify_seconds);
    seconds("itpseq.strengthen", strengthen_seconds);
  }
};

class UnrolledFrames;

/// Interpolation sequences and induction, in the spirit of Avy [VG14]. The frames, their lemmas,
/// generalization and pushing are those of IC3 (ic3/core.h); what is to be excluded from a frame
/// comes from one refutation of all steps instead of one predecessor after the other. itpseq.cpp
/// says how.
class ItpSeq : public Engine<BitSystem> {
 public:
  ItpSeq(const BitSystem& system, const ItpSeqConfig& config, const ic3::Ic3Config& ic3,
         const Context& context);
  ~ItpSeq() override;
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;
  const ic3::Ic3Stats& stats() const { return core_.stats(); }
  const ItpSeqStats& sequence_stats() const { return stats_; }

 private:
  /// What the main loop is at.
  enum class Phase { Strengthen, Push };

  Answer<BitSystem> decide();
  std::optional<Answer<BitSystem>> push();
  std::optional<Answer<BitSystem>> clear_frame();
  sat::Result frame_is_bad();
  sat::Result ask_unrolled();
  void interpolate();
  sat::SweptLiteral simplified(Lit interpolant);
  bool strengthen();
  bool strengthen(ic3::Level level);
  std::optional<Cube> exclude(const Cube& cube, ic3::Level level);

  const ItpSeqConfig config_;
  const Context context_;
  ic3::Ic3Core core_;
  ItpSeqStats stats_;
  Phase phase_ = Phase::Strengthen;
  std::unique_ptr<UnrolledFrames> query_;  // of the top frame, until it is answered
  Aig graph_;                              // of the interpolants; its leaves are the latches
  std::vector<Lit> sequence_;              // by level; empty: there is none
  ic3::Level level_ = 1;                   // that is strengthened next
};

}  // namespace cairn
