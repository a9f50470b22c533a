// SPDX-License-Identifier: MIT
//
// Justice properties are decided one by one, bad states together: how they share the time.
#pragma once

#include <functional>
#include <vector>

#include "base/context.h"
#include "run/properties/table.h"

namespace cairn {

/// Rows without a verdict so far.
std::vector<PropertyRow> open_rows(const PropertyTable& table, bool of_justice);

/// What there is to decide; functions may be empty.
struct PropertyRounds {
  std::function<bool()> has_bad;                      ///< some bad state is open
  std::function<void(const Context&)> search_bad;     ///< for those
  std::function<std::vector<PropertyRow>()> justice;  ///< those that are open
  std::function<void(const PropertyRow&, const Context&)> decide;
};

/// Each gets some processor time, in rounds that get longer; who is alone has all the time that is
/// left. Ends when nothing is open, or nobody has used up its time.
void take_rounds(const PropertyRounds& rounds, const Context& context);

}  // namespace cairn
