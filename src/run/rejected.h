// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "certify/judgement.h"

namespace cairn {

/// Evidence of ours that failed its check: it stays behind in a file for the bug report. Returns
/// the sentence that says so.
std::string describe_rejected(const Judgement& judgement, const std::string& evidence,
                              const char* suffix);

}  // namespace cairn
