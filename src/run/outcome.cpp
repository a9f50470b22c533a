// SPDX-License-Identifier: MIT
#include "run/outcome.h"

namespace cairn {

Unknown undecided(const Judgement& judgement, const Context& context) {
  Unknown unknown = unknown_for(context.budget.reason(), context.progress.bound);
  unknown.explanation = context.budget.exhausted()
                            ? unknown.explanation + " while the evidence was checked"
                            : judgement.explanation;
  return unknown;
}

}  // namespace cairn
