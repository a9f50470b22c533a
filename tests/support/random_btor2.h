// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/rng.h"

namespace cairn::test {

struct RandomBtor2 {
  std::uint32_t inputs = 3;
  std::uint32_t states = 4;
  std::uint32_t operations = 40;
  std::uint32_t bad = 3;
  std::uint32_t max_width = 9;
  bool arrays = true;
  bool constraints = true;
  bool overflow = true;  ///< operators such as saddo, which some tools don't have
  bool partial = true;   ///< states without init or without next
};

/// A model as text, in which every operator may occur, operands may be negated, and initial values
/// may depend on states.
std::string random_btor2(Rng& rng, const RandomBtor2& options = {});

}  // namespace cairn::test
