// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "run/report.h"

namespace cairn {
namespace {

/// Options that end a search on purpose.
constexpr const char* kBounds[] = {
    "bmc-last",        "kind-last",  "itp-last",        "bmc-smt-last",     "bmc-words-last",
    "kind-words-last", "lasso-last", "k-liveness-last", "ic3cfa-max-level", "unroll-iterations"};

bool was_given(const RunFacts& facts, const std::string& word) {
  return std::any_of(facts.command.begin(), facts.command.end(), [&](const std::string& given) {
    return given == word || given.starts_with(word + "=");
  });
}

bool can_only_refute(const std::string& engine) {
  return engine == "bmc" || engine == "bmc-words" || engine == "bmc-smt" || engine == "lasso";
}

void add_bound_hints(const RunFacts& facts, std::vector<std::string>& hints) {
  for (const char* name : kBounds) {
    const auto found = std::find_if(facts.options.begin(), facts.options.end(),
                                    [&](const auto& option) { return option.first == name; });
    if (found == facts.options.end()) continue;
    const auto* last = std::get_if<std::uint64_t>(&found->second);
    if (last != nullptr)
      hints.emplace_back(fmt::format(
          "--{} {} looks farther; without --{} the search has no such end", name, 2 * *last, name));
  }
}

void add_more_of_everything(const RunFacts& facts, std::vector<std::string>& hints) {
  const unsigned cores = std::thread::hardware_concurrency();
  if (cores > 1 && !was_given(facts, "--workers") && !was_given(facts, "--redis") &&
      facts.engine == "auto")
    hints.emplace_back(fmt::format("--workers {} runs several engines at the same time", cores));
}

}  // namespace

std::vector<std::string> hints_for(const Unknown& unknown, const RunFacts& facts, bool is_program) {
  using Reason = Unknown::Reason;
  std::vector<std::string> hints;
  const bool is_one_engine = facts.engine != "auto" && facts.engine != "portfolio";
  if (unknown.reason == Reason::Bound) add_bound_hints(facts, hints);
  if (is_one_engine && unknown.reason != Reason::Interrupt) {
    if (can_only_refute(facts.engine))
      hints.emplace_back(fmt::format(
          "{} finds violations, and proves next to nothing: without --engine, engines that prove "
          "take part",
          facts.engine));
    else
      hints.emplace_back("without --engine, several engines share the time");
  }
  if (unknown.reason == Reason::Time) {
    add_more_of_everything(facts, hints);
    if (!is_one_engine && unknown.bound >= 0 && !is_program)
      hints.emplace_back(fmt::format(
          "nothing is violated within {} steps; --engine bmc spends all of the time on longer runs",
          unknown.bound));
    hints.emplace_back(is_program
                           ? "a longer --timeout; or check a function by itself (--entry), an "
                             "assertion by itself (--property FILE:LINE), or smaller arrays"
                           : "a longer --timeout; or one property by itself (--property)");
  }
  if (unknown.reason == Reason::Memory) {
    hints.emplace_back("a larger --memory");
    if (!is_program)
      hints.emplace_back("--engine ic3 keeps one step of the circuit, and needs least memory");
  }
  return hints;
}

}  // namespace cairn
