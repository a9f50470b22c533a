// SPDX-License-Identifier: MIT
#include "input/st/literals.h"

#include <limits>

namespace cairn::st {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kMostNanoseconds = std::numeric_limits<std::int64_t>::max();

/// A decimal number of units, in nanoseconds; what is smaller than one makes it none.
std::optional<std::uint64_t> scaled(std::string_view whole, std::string_view fraction,
                                    std::uint64_t unit) {
  const auto count = read_digits(whole, 10);
  if (!count || (*count != 0 && unit > kMostNanoseconds / *count)) return std::nullopt;
  std::uint64_t result = *count * unit;
  for (const char c : fraction) {
    if (c == '_') continue;
    if (c < '0' || c > '9') return std::nullopt;
    if (unit % 10 != 0 && c != '0') return std::nullopt;
    unit /= 10;
    const std::uint64_t part = unit * static_cast<std::uint64_t>(c - '0');
    if (part > kMostNanoseconds - result) return std::nullopt;
    result += part;
  }
  return result;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct Unit_ {
  std::string_view name;
  std::uint64_t nanoseconds;
};
/// The longer names first.
constexpr Unit_ kUnits[] = {{"ms", 1'000'000},      {"us", 1'000},         {"ns", 1},
                            {"d", 86400 * kSecond}, {"h", 3600 * kSecond}, {"m", 60 * kSecond},
                            {"s", kSecond}};

const Unit_* unit_at(std::string_view text) {
  for (const Unit_& unit : kUnits) {
    if (text.size() < unit.name.size()) continue;
    bool same = true;
    for (std::size_t i = 0; i < unit.name.size(); ++i)
      same = same && lower(text[i]) == unit.name[i];
    if (same) return &unit;
  }
  return nullptr;
}

std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && ((text[count] >= '0' && text[count] <= '9') || text[count] == '_'))
    ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

/// Days since 1970-01-01 in the Gregorian calendar, after Hinnant's days_from_civil; none for dates
/// that do not exist, or before.
std::optional<std::uint64_t> days_of(std::uint64_t year, std::uint64_t month, std::uint64_t day) {
  constexpr unsigned kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1970 || year > 9999 || month < 1 || month > 12) return std::nullopt;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const unsigned length = kDays[month - 1] + (month == 2 && leap ? 1 : 0);
  if (day < 1 || day > length) return std::nullopt;
  const std::uint64_t y = month <= 2 ? year - 1 : year;
  const std::uint64_t era = y / 400;
  const std::uint64_t of_era = y - era * 400;
  const std::uint64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

std::optional<std::uint64_t> date_of(std::string_view& text) {
  const auto year = read_digits(take_digits(text), 10);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = read_digits(take_digits(text), 10);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = read_digits(take_digits(text), 10);
  return day ? days_of(*year, *month, *day) : std::nullopt;
}

std::optional<std::uint64_t> time_of(std::string_view& text) {
  const auto hours = read_digits(take_digits(text), 10);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = read_digits(take_digits(text), 10);
  if (!minutes || *minutes > 59) return std::nullopt;
  std::uint64_t nanoseconds = (*hours * 3600 + *minutes * 60) * kSecond;
  if (!take(text, ':')) return nanoseconds;
  const std::string_view whole = take_digits(text);
  const std::string_view fraction = take(text, '.') ? take_digits(text) : std::string_view();
  const auto seconds = scaled(whole, fraction, kSecond);
  if (!seconds || *seconds >= 60 * kSecond) return std::nullopt;
  return nanoseconds + *seconds;
}

Literal literal_of(Literal::Kind kind, std::uint64_t value) {
  Literal result;
  result.kind = kind;
  result.integer = value;
  return result;
}

}  // namespace

std::optional<std::uint64_t> read_digits(std::string_view text, unsigned base) {
  std::uint64_t result = 0;
  bool any = false;
  for (const char c : text) {
    if (c == '_') continue;
    const char low = lower(c);
    const unsigned digit = low >= '0' && low <= '9'   ? static_cast<unsigned>(low - '0')
                           : low >= 'a' && low <= 'f' ? static_cast<unsigned>(low - 'a') + 10
                                                      : base;
    if (digit >= base) return std::nullopt;
    if (result > (std::numeric_limits<std::uint64_t>::max() - digit) / base) return std::nullopt;
    result = result * base + digit;
    any = true;
  }
  return any ? std::optional(result) : std::nullopt;
}

std::optional<Literal> read_duration(std::string_view text, std::string* fault) {
  const auto refuse = [&](const char* why) -> std::optional<Literal> {
    if (fault != nullptr) *fault = why;
    return std::nullopt;
  };
  Literal result = literal_of(Literal::Kind::Duration, 0);
  result.negative = take(text, '-');
  if (!result.negative) take(text, '+');
  if (text.empty()) return refuse("a duration is missing after #");
  while (!text.empty()) {
    const std::string_view whole = take_digits(text);
    const std::string_view fraction = take(text, '.') ? take_digits(text) : std::string_view();
    const Unit_* unit = unit_at(text);
    if (whole.empty() || unit == nullptr)
      return refuse("a duration is numbers with units (d, h, m, s, ms, us, ns)");
    text.remove_prefix(unit->name.size());
    const auto part = scaled(whole, fraction, unit->nanoseconds);
    if (!part || *part > kMostNanoseconds - result.integer)
      return refuse("the duration has no value in whole nanoseconds of 64 bits");
    result.integer += *part;
    take(text, '_');
  }
  return result;
}

std::optional<Literal> read_date(std::string_view text) {
  const auto days = date_of(text);
  if (!days || !text.empty()) return std::nullopt;
  return literal_of(Literal::Kind::Date, *days);
}

std::optional<Literal> read_time_of_day(std::string_view text) {
  const auto time = time_of(text);
  if (!time || !text.empty()) return std::nullopt;
  return literal_of(Literal::Kind::TimeOfDay, *time);
}

std::optional<Literal> read_date_time(std::string_view text) {
  const auto days = date_of(text);
  if (!days || !take(text, '-')) return std::nullopt;
  const auto time = time_of(text);
  if (!time || !text.empty()) return std::nullopt;
  if (*days > kMostNanoseconds / (86400 * kSecond) - 1) return std::nullopt;
  return literal_of(Literal::Kind::DateTime, *days * 86400 * kSecond + *time);
}

}  // namespace cairn::st
