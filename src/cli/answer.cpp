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

std::string describe_steps(std::int64_t count) {
  return count == 1 ? "1 step" : fmt::format("{} steps", count);
}

void tell_unknown(const Unknown& unknown, bool is_vacuous, const Log& log) {
  if (is_vacuous)
    log.info("unknown: {}", unknown.explanation);
  else if (unknown.bound < 0)
    log.info("unknown: {}; no bound was cleared", unknown.explanation);
  else
    log.info("unknown: {}; no counterexample has at most {}", unknown.explanation,
             describe_steps(unknown.bound));
}

}  // namespace cairn
