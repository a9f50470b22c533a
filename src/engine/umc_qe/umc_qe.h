// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "engine/ic3/config.h"
#include "engine/ic3/frame_solver.h"
#include "engine/ic3/lift.h"
#include "engine/ic3/literal_order.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/transition.h"
#include "engine/shared/engine.h"
#include "engine/umc_qe/config.h"
#include "model/bit_system.h"

namespace cairn::umc {

/// What a run did.
struct UmcQeStats {
  std::uint64_t cubes = 0;     ///< of states that lead to a bad one
  std::uint64_t literals = 0;  ///< their literals
  std::uint64_t images = 0;    ///< cubes whose pre-image is enumerated
  std::uint64_t depth = 0;     ///< steps to a bad state, at most
  std::uint64_t queries = 0;   ///< queries to the solver, those of enlargement not included

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("umc-qe.cubes", cubes);
    visitor("umc-qe.literals", literals);
    visitor("umc-qe.images", images);
    visitor("umc-qe.depth", depth);
    visitor("umc-qe.queries", queries);
  }
};

/// Unbounded model checking by quantifier elimination [MS08, section 7; McM02]: the states that
/// lead to a bad one, as cubes, layer by layer. umc_qe.cpp says how.
///
/// Requires a system without reset functions (pass `resets`).
class UmcQe : public Engine<BitSystem> {
 public:
  UmcQe(const BitSystem& system, const UmcQeConfig& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;
  const UmcQeStats& stats() const { return stats_; }

 private:
  /// States all of which step into another cube, or are bad, with these inputs.
  struct BadCube {
    Cube cube;
    std::vector<Lit> inputs;
    std::int64_t successor;  ///< position in cubes_; kBad: none, the step is bad
    std::uint32_t depth;
  };
  static constexpr std::int64_t kBad = -1;

  std::vector<Lit> targets() const;
  void add(ic3::Lifter::Result found);
  void close();
  Answer<BitSystem> safe() const;
  Answer<BitSystem> unsafe() const;

  const BitSystem& system_;
  const Context context_;
  const ic3::Ic3Config ic3_config_;
  UmcQeStats stats_;
  ic3::Ic3Stats ic3_stats_;
  ic3::Transition transition_;
  ic3::LiteralOrder order_;
  ic3::FrameSolver solver_;  // one step from outside the cubes
  ic3::Lifter lifter_;
  std::vector<BadCube> cubes_;  // a queue: those before next_ have no pre-image outside
  std::int64_t next_ = kBad;    // whose pre-image is being enumerated
  bool is_initial_ = false;     // the last cube has an initial state
};

}  // namespace cairn::umc
