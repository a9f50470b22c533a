// SPDX-License-Identifier: MIT
#include "format/c/program_waypoints.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "format/c/c_float.h"
#include "format/c/c_scope.h"

namespace cairn {
namespace {

/// A C constant for a returned value; none for infinities and NaN.
std::optional<std::string> constant(const InputValue& input) {
  const Show show = show_of(input);
  if (input.value.sort().is_float()) {
    auto text = c_float_expression(input.value);
    return text && text->find('/') == std::string::npos ? text : std::nullopt;
  }
  if (!input.value.sort().is_bit_vector()) return std::nullopt;
  return show == Show::Signed ? input.value.bits().to_signed_decimal()
                              : input.value.bits().to_decimal();
}

}  // namespace

SvPlace sv_place(const Program& program, SiteId site) {
  if (site == kNoSite) return {};
  const SourceSite& at = program.sites[site];
  return {at.at.file, at.at.line, at.at.column, at.function};
}

std::vector<SvWaypoint> waypoints(const Program& program, const ProgramTrace& trace,
                                  const std::vector<Source>& sources) {
  std::vector<SvWaypoint> points;
  for (const TraceStep& step : trace.steps) {
    std::map<std::string, std::size_t> calls;  // of a function in this statement
    for (const std::size_t i : step.nondet) {
      const InputValue& input = trace.inputs[i];
      const std::size_t which = calls[input.note]++;
      const auto value = constant(input);
      if (!value || input.site == kNoSite) continue;
      SvPlace at = sv_place(program, input.site);
      const auto source = std::find_if(sources.begin(), sources.end(),
                                       [&](const Source& one) { return one.name == at.file; });
      if (source == sources.end()) continue;
      const auto end = end_of_call(source->bytes, at.line, at.column, input.note, which);
      if (!end) continue;
      std::tie(at.line, at.column) = *end;
      points.push_back({SvWaypoint::Kind::FunctionReturn, at, *value, input.note});
    }
  }
  points.push_back({SvWaypoint::Kind::Target, sv_place(program, trace.failed_at), "", ""});
  return points;
}

}  // namespace cairn
