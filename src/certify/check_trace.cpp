// SPDX-License-Identifier: MIT
#include "certify/check_trace.h"

#include <fmt/format.h>

#include <chrono>

#include "base/error.h"
#include "model/simulate.h"

namespace cairn {
namespace {

BitTrace with_claims(const BitSystem& model, BitTrace trace,
                     const std::optional<Property>& property) {
  if (!property) return trace;
  const auto [kind, position] = *property;
  const bool is_bad = kind == Property::Kind::Bad;
  CAIRN_CHECK(position < (is_bad ? model.bad.size() : model.justice.size()));
  trace.bad.clear();
  trace.justice.clear();
  (is_bad ? trace.bad : trace.justice).push_back(position);
  return trace;
}

std::string property_text(char kind, std::uint32_t position, std::string_view name) {
  if (name.empty()) return fmt::format("{}{}", kind, position);
  return fmt::format("{}{} '{}'", kind, position, printable(name, 80));
}

std::vector<std::string> describe(const BitSystem& model, const BitTrace& trace,
                                  const Replay& replayed) {
  std::vector<std::string> lines;
  const auto& shown = trace.bad.empty() && trace.justice.empty() ? replayed.bad_fired : trace.bad;
  for (const std::uint32_t position : shown)
    lines.push_back(fmt::format("bad state {} is true after {} {}",
                                property_text('b', position, model.names.bad.get(position)),
                                replayed.bad_step, replayed.bad_step == 1 ? "step" : "steps"));
  for (const std::uint32_t position : trace.justice)
    lines.push_back(fmt::format("justice property {} recurs in the loop from step {}",
                                property_text('j', position, model.names.justice.get(position)),
                                replayed.loop_start));
  return lines;
}

}  // namespace

Judgement check_trace(const BitSystem& model, const BitTrace& trace,
                      const std::optional<Property>& property) {
  const auto start = std::chrono::steady_clock::now();
  const BitTrace claimed = with_claims(model, trace, property);
  const Replay replayed = replay(model, claimed);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  Judgement judgement;
  judgement.checks.push_back(
      {"Replay", replayed.accepted ? Outcome::Holds : Outcome::Fails, elapsed.count()});
  if (replayed.accepted)
    judgement.details = describe(model, claimed, replayed);
  else
    judgement.explanation = fmt::format("Replay: {}", replayed.reason);
  return judgement;
}

}  // namespace cairn
