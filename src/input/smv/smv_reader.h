// SPDX-License-Identifier: MIT
//
// The front end for SMV (docs/smv.md): modules are instantiated, expressions become terms, and
// specifications become monitors (logic/temporal/monitor.h) beside the model. What the run decides
// and the checker judges is the result, as BTOR2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "format/source.h"
#include "input/smv/value.h"
#include "model/temporal_model.h"
#include "model/word_model.h"

namespace cairn {

struct SmvModel {
  WordModel model;
  Source btor2;  ///< the model as text, named as the file
  TemporalModel temporal;
  std::vector<std::string> warnings;
};

/// Throws InputError. `context` limits the queries that show that cases are complete and values
/// within their ranges.
SmvModel read_smv(const Source& source, const Context& context);

}  // namespace cairn
