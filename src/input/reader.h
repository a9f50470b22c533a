// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/log.h"
#include "format/aiger/aiger_reader.h"
#include "format/source.h"

namespace cairn {

/// Reads the model in `path` ("-": standard input), gzip or not, by its content. Warnings of the
/// reader go to the log. Throws InputError, also for formats that Cairn knows by sight only.
AigerModel read_model(const std::string& path, const Log& log);

/// The same for a source that was read already.
AigerModel read_model(const Source& source, const Log& log);

/// As a checker sees a model: outputs of old files are its bad states. Throws InputError if there
/// is no property at all.
AigerModel read_model_with_properties(const std::string& path, const Log& log);
AigerModel read_model_with_properties(const Source& source, const Log& log);

}  // namespace cairn
