// SPDX-License-Identifier: MIT
#include "cli/own_invariants.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "format/source.h"
#include "format/verilog/verilog_parser.h"
#include "run/words/lemmas.h"

namespace cairn {
namespace {

constexpr std::size_t kMostShown = 20;  // variables of a state

std::string shown(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool() ? "1" : "0";
  if (value.sort().is_array()) return "...";
  return fmt::format("0x{}", value.bits().to_hex());
}

std::string describe(const Assignment& values, const Terms& terms) {
  std::vector<Term> variables;
  for (const auto& [variable, value] : values) variables.push_back(variable);
  std::sort(variables.begin(), variables.end());
  std::string text;
  for (std::size_t i = 0; i < variables.size() && i <= kMostShown; ++i)
    text += i == kMostShown ? ", ..."
                            : fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                                          printable(terms.name(variables[i]), 80),
                                          shown(values.at(variables[i])));
  return text.empty() ? "any state" : text;
}

}  // namespace

std::vector<Term> take_invariants(const std::string& path, const WordModel& model,
                                  Session& session) {
  const Source source = read_source(path);
  const std::vector<NamedInvariant> proposed =
      read_verilog_invariants(source.bytes, source.name, model);
  std::vector<Term> terms, kept;
  for (const NamedInvariant& each : proposed) terms.push_back(each.term);
  session.progress().phase = "invariants";
  const auto found = check_invariants(model.system, terms, session.context());
  const Terms& pool = *model.system.terms;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string what = fmt::format("{}:{}: '{}'", printable(path, 80), proposed[i].line,
                                         printable(proposed[i].text, 80));
    switch (found[i].status) {
      case ProposedInvariant::Status::Holds:
        kept.push_back(found[i].term);
        session.log().info("{} is an invariant, and used", what);
        break;
      case ProposedInvariant::Status::FailsInitially: {
        Assignment state = found[i].before;
        state.insert(found[i].after.begin(), found[i].after.end());
        session.log().warning("{} is not used: false in a first state, {}", what,
                              describe(state, pool));
        break;
      }
      case ProposedInvariant::Status::NotInductive:
        session.log().warning("{} is not used: not inductive; a step leads from {} to {}", what,
                              describe(found[i].before, pool), describe(found[i].after, pool));
        break;
      case ProposedInvariant::Status::Undecided:
        session.log().warning("{} is not used: no solver could decide it", what);
        break;
    }
  }
  return kept;
}

}  // namespace cairn
