// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "base/rng.h"
#include "model/cfa.h"
#include "transform/cfa/lemmas/templates.h"

namespace cairn {

/// Runs of an automaton on random inputs, small and interesting numbers first.
class Sampler {
 public:
  /// Effects are those of the automaton's edges, by position; all must outlive the sampler.
  Sampler(const Cfa& cfa, const std::vector<Effect>& effects, const Templates& templates,
          std::uint64_t seed);

  /// One run of at most so many steps, as long as `has_time` says; says where it comes by, and in
  /// which state.
  void run(std::size_t steps, const std::function<bool()>& has_time,
           const std::function<void(LocationId, const Assignment&)>& visit);

 private:
  /// Leaves the location, with new inputs; false if it finds none that lead on.
  bool step(LocationId& location, Assignment& state, const std::function<bool()>& has_time);
  Value random_value(const Sort& sort);
  Value random_scalar(const Sort& sort);

  const Cfa& cfa_;
  const std::vector<Effect>& effects_;
  const Templates& templates_;
  const std::vector<std::vector<std::uint32_t>> out_;
  std::vector<std::vector<Term>> inputs_;  // that the edges out of a location read
  Rng rng_;
};

}  // namespace cairn
