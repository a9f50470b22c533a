// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "engine/itp.h"
#include "engine/itpseq.h"

namespace cairn {

/// --itp-...: every field of the configuration.
void add_itpseq_options(CLI::App& command, ItpSeqConfig& config);
void add_itp_options(CLI::App& command, ItpConfig& config);

}  // namespace cairn
