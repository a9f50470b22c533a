// SPDX-License-Identifier: MIT
#include "run/properties/rounds.h"

#include <utility>

namespace cairn {

std::vector<PropertyRow> open_rows(const PropertyTable& table, bool of_justice) {
  std::vector<PropertyRow> open;
  for (PropertyRow& row : table.rows())
    if (row.is_supported && !row.is_decided() && row.justice.has_value() == of_justice)
      open.push_back(std::move(row));
  return open;
}

void take_rounds(const PropertyRounds& rounds, const Context& context) {
  constexpr double kFirstSeconds = 2, kGrowth = 4;
  for (double seconds = kFirstSeconds; !context.budget.exhausted_by_now(); seconds *= kGrowth) {
    const bool has_bad = rounds.has_bad && rounds.has_bad();
    const std::vector<PropertyRow> rows =
        rounds.justice ? rounds.justice() : std::vector<PropertyRow>();
    if (rows.empty() && !has_bad) return;
    const bool is_last = rows.size() + (has_bad ? 1 : 0) == 1;
    Budget share(&context.budget);
    Progress progress;
    const Context limited{context.log, share, progress, context.seed};
    const Context& part = is_last ? context : limited;
    bool again = false;
    const auto take = [&](auto&& work) {
      if (context.budget.exhausted_by_now()) return;
      share.renew(seconds);
      work();
      again = again || (!is_last && share.exhausted_by_now());
    };
    if (has_bad) take([&] { rounds.search_bad(part); });
    for (const PropertyRow& row : rows) take([&] { rounds.decide(row, part); });
    if (!again) return;
  }
}

}  // namespace cairn
