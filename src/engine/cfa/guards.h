// SPDX-License-Identifier: MIT
//
// Path conditions where paths meet. Private to engine/.
#pragma once

#include <utility>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// Two guards as a part that both have and what each has beside it.
struct CommonGuard {
  Term common, first, second;
};
CommonGuard split_common(Terms& terms, Term first, Term second);

}  // namespace cairn
