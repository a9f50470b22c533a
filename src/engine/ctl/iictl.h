// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/ctl/config.h"
#include "engine/ctl/space.h"
#include "engine/shared/engine.h"
#include "model/ctl.h"

namespace cairn::ctl {

/// Makes an engine for safety. The system outlives it; what else the engine needs is copied.
using MakeSafetyEngine =
    std::function<std::unique_ptr<Engine<BitSystem>>(const BitSystem&, const Context&)>;

/// IICTL [HBS12]: each subformula has a lower and an upper bound for the states in which it is
/// true. A state between the bounds that matters is decided, and what was found about it is
/// generalized and refines a bound. iictl.cpp has the details.
class Iictl : public Engine<CtlSystem> {
 public:
  Iictl(const CtlSystem& about, const IictlConfig& config, const MakeSafetyEngine& make,
        const Context& context);
  Answer<CtlSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  using Id = std::uint32_t;
  using Formulas = temporal::CtlFormulas;

  /// A run of the space.
  struct Path {
    std::vector<State> states;  ///< one more than inputs
    std::vector<Inputs> inputs;
  };
  /// Steps that a fair run takes for ever: the last state is that at `loop_start`.
  struct Loop {
    Path path;
    std::size_t loop_start = 0;
  };
  /// Steps that a region is about.
  struct Moves {
    std::vector<Lit> within;  ///< what is true in each of them, in literals of a step
    std::vector<Lit> final_;  ///< what must not be true in the region
  };

  // iictl.cpp
  std::optional<Unknown> cannot() const;
  bool stopped();
  void update_bounds();
  Lit lower(Id id) const { return lower_[id]; }
  Lit upper(Id id) const { return upper_[id]; }
  Lit lower_fair() const { return about_.is_free() ? kTrue : lower_[about_.fair.id]; }
  Lit upper_fair() const { return about_.is_free() ? kTrue : upper_[about_.fair.id]; }
  bool is_fair(const State& state);
  bool decide(Id id, const State& state);
  bool decide_next(Id id, const State& state);
  bool decide_until(Id id, const State& state);
  bool decide_path(Id id, const Path& path);
  Answer<CtlSystem> decide_initial();
  Answer<CtlSystem> finish(bool holds, const State& state, bool is_vacuous);
  CtlProof proof(bool holds, const State& state, bool is_vacuous);

  // regions.cpp
  Lit lifted(const State& state, const Inputs& inputs, Lit goal);
  std::vector<Lit> shrunk(std::vector<Lit> cube, const std::vector<Lit>& others);
  std::optional<Lit> excluded_cube(const State& state, std::vector<Lit> others);
  std::optional<Lit> closed_region(const BitInvariant& invariant, Lit bad, const Moves& moves);
  void add_step(Id id, const State& state, const Inputs& inputs, Lit goal);
  void exclude(Id id, Lit region, std::uint32_t literal = 0);

  // paths.cpp
  BitSystem beginning_at(const State& state, const std::vector<Lit>& constraints,
                         std::optional<Lit> bad, const std::vector<Lit>& fairness = {},
                         std::optional<Lit> ends = {}) const;
  enum class Search { Found, None, Stopped };
  Search search(const BitSystem& system, Path& path, BitInvariant& invariant);
  Path path_of(const State& from, const BitTrace& trace, std::size_t steps);

  // globally.cpp
  struct Round {
    std::size_t position;  ///< of the state where it begins
    std::uint32_t wait;    ///< the literal that ends it
  };
  std::size_t fairness_count() const;
  Lit fairness_literal(std::uint32_t i) const;
  std::vector<Lit> moves_within(Id id);
  void decide_globally(Id id, const State& state);
  void all_can_go_on();
  bool attach(Id id, const State& state);
  std::optional<Loop> short_loop(Id id, const State& state);
  std::optional<Loop> find_loop(Id id, const State& state);
  bool extend(Id id, Path& path, const Round& round);
  std::optional<Loop> closed_loop(const Path& path);
  void keep_loop(Id id, const Loop& loop);
  bool keep_as_one(Id id, const Loop& loop);
  std::vector<bool> met_in(const State& state, const Inputs& inputs);
  void add_group(Id id, std::vector<CtlProof::Step> group);

  const CtlSystem& about_;
  const IictlConfig config_;
  const MakeSafetyEngine make_;
  const Context context_;
  Progress progress_;  // of other engines, whose bounds are about other systems
  mutable Space space_;
  std::vector<Lit> lower_, upper_;     // by formula
  std::vector<Lit> found_, excluded_;  // by formula: all regions of steps; all excluded ones
  std::vector<CtlProof::Node> nodes_;  // regions in the space's graph, inputs by its positions
  bool tried_all_ = false;             // all_can_go_on()
  std::optional<Unknown> problem_;
  bool has_fair_initial_ = false;
  bool is_stopped_ = false;
  std::uint64_t paths_ = 0, decisions_ = 0;
};

}  // namespace cairn::ctl
