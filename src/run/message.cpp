// SPDX-License-Identifier: MIT
#include "run/message.h"

#include <bit>

namespace cairn {

void write(ByteWriter& to, const Unknown& unknown) {
  to.byte(static_cast<std::uint8_t>(unknown.reason));
  to.large(static_cast<std::uint64_t>(unknown.bound));
  to.text(unknown.explanation);
}

Unknown read_unknown(ByteReader& from) {
  const std::uint8_t reason = from.byte();
  from.require(reason <= static_cast<std::uint8_t>(Unknown::Reason::Unsupported));
  const auto bound = static_cast<std::int64_t>(from.large());
  from.require(bound >= -1);
  std::string explanation = from.text();
  return {static_cast<Unknown::Reason>(reason), std::move(explanation), bound};
}

void write(ByteWriter& to, const Statistics& statistics) {
  to.count(statistics.counters.size());
  for (const auto& [name, value] : statistics.counters) {
    to.text(name);
    to.large(value);
  }
  to.count(statistics.seconds.size());
  for (const auto& [name, value] : statistics.seconds) {
    to.text(name);
    to.large(std::bit_cast<std::uint64_t>(value));
  }
}

Statistics read_statistics(ByteReader& from) {
  Statistics statistics;
  const std::size_t counters = from.count(12);
  for (std::size_t i = 0; i < counters && !from.failed(); ++i) {
    std::string name = from.text();
    statistics.counters.emplace_back(std::move(name), from.large());
  }
  const std::size_t times = from.count(12);
  for (std::size_t i = 0; i < times && !from.failed(); ++i) {
    std::string name = from.text();
    statistics.seconds.emplace_back(std::move(name), std::bit_cast<double>(from.large()));
  }
  return statistics;
}

}  // namespace cairn
