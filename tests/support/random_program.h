// SPDX-License-Identifier: MIT
//
// Random programs in IVL, the same for the same seed: procedures that call later ones, loops,
// choices, gotos between all levels of nesting, asserts of both kinds. Many runs are short and many
// don't end; runs need a limit of steps.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn::support {

struct RandomProgramOptions {
  unsigned max_globals = 3;
  unsigned max_locals = 3;      ///< of each procedure; as many parameters and results
  unsigned max_procedures = 3;  ///< beside main
  unsigned max_statements = 8;  ///< of a procedure's body, and half of it in each block inside
  unsigned max_depth = 3;       ///< of blocks
  unsigned term_depth = 3;
  std::uint32_t width = 8;  ///< of most bit-vectors
  bool wide = false;        ///< some bit-vectors have more than 64 bits
  bool arrays = true;
  bool floats = false;
  bool numbers = false;  ///< integers and reals
  bool gotos = true;
  bool limits = true;
};

Program random_program(std::uint64_t seed, const RandomProgramOptions& options = {});

/// A term of the sort over the variables.
Term random_term(Terms& terms, Rng& rng, const std::vector<Term>& variables, Sort sort,
                 unsigned depth);
Value random_value(Rng& rng, Sort sort);

/// Random values, and a record of them.
class RandomInputs : public InputSource {
 public:
  explicit RandomInputs(std::uint64_t seed) : rng_(seed) {}
  Value next(const InputRequest& request) override;

  std::vector<InputValue> record;

 private:
  Rng rng_;
};

}  // namespace cairn::support
