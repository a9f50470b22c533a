// SPDX-License-Identifier: MIT
#include "cli/answer.h"

#include <nlohmann/json.hpp>

#include "run/ci/findings.h"

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
  if (options.progress) facts.progress = options.progress->samples();
  if (is_file(options.page)) facts.written.emplace_back("report", options.page);
  facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return facts;
}

void write_report(const AnswerOptions& options, const std::string& report) {
  if (is_file(options.json)) write_file_atomically(options.json, report);
  if (options.junit.empty() && options.sarif.empty()) return;
  const auto parsed = nlohmann::ordered_json::parse(report);
  if (!options.junit.empty()) write_file_atomically(options.junit, junit_xml(parsed));
  if (!options.sarif.empty()) write_file_atomically(options.sarif, sarif_json(parsed));
}

void annotate(const AnswerOptions& options, const std::string& report) {
  if (options.annotations) put(stderr, annotation_lines(nlohmann::ordered_json::parse(report)));
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

void tell_hints(const Unknown& unknown, const AnswerOptions& options, bool is_program,
                const Log& log) {
  const RunFacts facts = facts_of(options, std::chrono::steady_clock::now());
  for (const std::string& hint : hints_for(unknown, facts, is_program)) log.info("  try: {}", hint);
}

}  // namespace cairn
