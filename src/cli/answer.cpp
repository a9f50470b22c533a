// SPDX-License-Identifier: MIT
#include "cli/answer.h"

namespace cairn {

RunFacts facts_of(const AnswerOptions& options, std::chrono::steady_clock::time_point begin) {
  RunFacts facts;
  facts.version = CAIRN_VERSION;
  facts.command = options.command;
  facts.files = options.files;
  facts.property = options.property.name;
  facts.engine = options.engine;
  facts.plan = options.plan;
  facts.options = options.changed;
  facts.seed = options.seed;
  facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return facts;
}

}  // namespace cairn
