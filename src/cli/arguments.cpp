// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "cli/values.h"

namespace cairn {
namespace {

/// A nonnegative number and the letters after it.
std::optional<std::pair<double, std::string_view>> split_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || (copy[0] != '.' && (copy[0] < '0' || copy[0] > '9'))) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (!std::isfinite(number)) return std::nullopt;
  return std::pair(number, text.substr(static_cast<std::size_t>(end - copy.c_str())));
}

}  // namespace

std::optional<double> parse_seconds(std::string_view text) {
  const auto parts = split_number(text);
  if (!parts) return std::nullopt;
  const auto& [number, unit] = *parts;
  if (unit.empty() || unit == "s") return number;
  if (unit == "m" || unit == "min") return number * 60;
  if (unit == "h") return number * 3600;
  return std::nullopt;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const auto parts = split_number(text);
  if (!parts) return std::nullopt;
  const auto& [number, unit] = *parts;
  double factor = 0;
  if (unit == "K" || unit == "k" || unit == "KB") factor = 1024.0;
  if (unit.empty() || unit == "M" || unit == "MB") factor = 1024.0 * 1024;
  if (unit == "G" || unit == "GB") factor = 1024.0 * 1024 * 1024;
  const double bytes = number * factor;
  if (factor == 0 || bytes > static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

void add_session_options(CLI::App& command, SessionOptions& options) {
  command
      .add_option_function<std::string>(
          "--timeout",
          [&options](const std::string& text) {
            options.limits.seconds = parse_seconds(text);
            if (!options.limits.seconds)
              throw CLI::ValidationError(
                  "--timeout",
                  "expected seconds such as 60, 90s, 5m or 2h, got '" + printable(text) + "'");
          },
          "Give up after this much wall-clock time: 60, 90s, 5m, 2h")
      ->type_name("TIME");
  command
      .add_option_function<std::string>(
          "--memory",
          [&options](const std::string& text) {
            options.limits.bytes = parse_bytes(text);
            if (!options.limits.bytes)
              throw CLI::ValidationError(
                  "--memory",
                  "expected megabytes such as 500, 500M or 4G, got '" + printable(text) + "'");
          },
          "Give up when this much memory is used: megabytes, or 500M, 4G")
      ->type_name("SIZE");
  command
      .add_option(
          "--seed", options.seed,
          "Seed for everything random; one engine (not auto) with the same seed runs the same")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--progress-fd", options.progress_descriptor,
                  "For programs that start this one: write how the run goes there, a JSON object a "
                  "line")
      ->transform(whole_number(1, 1 << 20))
      ->type_name("N")
      ->group("");
  auto* verbose = command.add_flag_function(
      "-v,--verbose",
      [&options](std::int64_t count) {
        options.level = count > 1 ? LogLevel::Trace : LogLevel::Verbose;
      },
      "Say more on standard error; twice (-vv): every step of IC3");
  command
      .add_flag_callback(
          "-q,--quiet", [&options] { options.level = LogLevel::Quiet; },
          "Say nothing on standard error but errors")
      ->excludes(verbose);
}

namespace {

/// "the model has 3 bad states, 0 to 2".
std::string available(std::size_t count, const char* one, const char* many) {
  if (count == 0) return fmt::format("the model has no {}", many);
  if (count == 1) return fmt::format("the model has one {}, 0", one);
  return fmt::format("the model has {} {}, 0 to {}", count, many, count - 1);
}

/// The position that a number or a name means; nothing for what is no number.
std::optional<std::uint32_t> find_number(std::string_view text, std::size_t count,
                                         const std::string& what, const std::string& file) {
  const bool is_number =
      !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) return std::nullopt;
  const unsigned long long number = text.size() > 10 ? ~0ull : std::stoull(std::string(text));
  if (number >= count)
    throw InputError({file}, fmt::format("property {} does not exist: {}", text, what));
  return static_cast<std::uint32_t>(number);
}

Property find_property(const std::vector<std::string>& bad, const std::vector<std::string>& justice,
                       const std::string& text, const std::string& file) {
  using Kind = Property::Kind;
  for (const auto& [kind, names] : {std::pair(Kind::Bad, &bad), {Kind::Justice, &justice}})
    for (std::uint32_t i = 0; i < names->size(); ++i)
      if (!text.empty() && (*names)[i] == text) return {kind, i};
  const bool is_bad = text.starts_with('b') || (!text.starts_with('j') && !bad.empty());
  const bool is_justice = text.starts_with('j') || (!is_bad && !justice.empty());
  const std::vector<std::string>& names = is_justice ? justice : bad;
  const std::string there = is_justice
                                ? available(names.size(), "justice property", "justice properties")
                                : available(names.size(), "bad state", "bad states");
  const bool has_letter = text.starts_with('b') || text.starts_with('j');
  const std::string_view digits = std::string_view(text).substr(has_letter ? 1 : 0);
  const auto position = find_number(digits, names.size(), there, file);
  if (!position)
    throw InputError({file}, fmt::format("no property is named '{}'; {}", printable(text), there));
  return {is_justice ? Kind::Justice : Kind::Bad, *position};
}

std::vector<std::string> first_names(const Names& names, std::size_t count) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < count; ++i) list.emplace_back(names.get(i));
  return list;
}

}  // namespace

Property find_property(const BitSystem& system, const std::string& text, const std::string& file) {
  return find_property(first_names(system.names.bad, system.bad.size()),
                       first_names(system.names.justice, system.justice.size()), text, file);
}

Property find_property(const WordModel& model, const std::string& text, const std::string& file) {
  std::vector<std::string> justice(model.justice.size());
  for (std::size_t i = 0; i < model.justice_properties.size(); ++i)
    justice[i] = model.justice_properties[i].name;
  return find_property(model.bad_names, justice, text, file);
}

std::uint32_t find_property(const std::vector<std::string>& names, const std::string& text,
                            const std::string& file) {
  return find_property(names, {}, text, file).position;
}

std::vector<std::uint32_t> find_properties(const std::vector<std::string>& names,
                                           const std::string& text, const std::string& file) {
  if (text != "all") return {find_property(names, text, file)};
  std::vector<std::uint32_t> all(names.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

void require_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    throw InputError({path, 0, 0}, "cannot write: is a directory");
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return;
  AtomicFile probe(path);  // as it will be written, and gone at once
}

void require_distinct(const std::string& model, std::initializer_list<const std::string*> outputs) {
  struct stat of_model {};
  const bool model_is_file = ::stat(model.c_str(), &of_model) == 0 && S_ISREG(of_model.st_mode);
  for (auto one = outputs.begin(); one != outputs.end(); ++one) {
    if ((*one)->empty() || **one == "-") continue;
    struct stat status {};
    const bool exists = ::stat((*one)->c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) continue;  // /dev/null takes any number of outputs
    if (model_is_file && exists && status.st_dev == of_model.st_dev &&
        status.st_ino == of_model.st_ino)
      throw InputError({**one, 0, 0}, "is the model, which would be overwritten");
    for (auto other = outputs.begin(); other != one; ++other)
      if (**other == **one) throw InputError({**one, 0, 0}, "is named for two different outputs");
  }
}

std::string describe_bad(std::string_view name, std::size_t position) {
  return name.empty() ? fmt::format("b{}", position)
                      : fmt::format("b{} '{}'", position, printable(name));
}

std::string describe_bad(const BitSystem& system, std::size_t position) {
  return describe_bad(system.names.bad.get(position), position);
}

std::string describe_justice(const BitSystem& system, std::size_t position) {
  const std::string_view name = system.names.justice.get(position);
  return name.empty() ? fmt::format("j{}", position)
                      : fmt::format("j{} '{}'", position, printable(name));
}

std::string describe_bad(const WordModel& model, std::size_t position) {
  return describe_bad(model.bad_names[position], position);
}

}  // namespace cairn
