// SPDX-License-Identifier: MIT
#include "cli/st_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>

#include "cli/values.h"

namespace cairn {
namespace {

/// "100ms", "2s", "1m"; in milliseconds.
std::optional<std::uint64_t> milliseconds(const std::string& text) {
  constexpr std::uint64_t kMost = 24ull * 3600 * 1000;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 9) return std::nullopt;
  const std::uint64_t number = std::stoull(text.substr(0, digits));
  const std::string unit = text.substr(digits);
  const std::uint64_t factor = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60'000 : 0;
  if (factor == 0 || number * factor > kMost) return std::nullopt;
  return number * factor;
}

/// "100ms", "10ms..200ms", "arbitrary".
std::optional<st::ReadOptions::CycleTime> cycle_time(const std::string& text) {
  if (text == "arbitrary") return st::ReadOptions::CycleTime{1, 3600 * 1000};
  const std::size_t dots = text.find("..");
  const auto least = milliseconds(text.substr(0, dots));
  const auto most = dots == std::string::npos ? least : milliseconds(text.substr(dots + 2));
  if (!least || !most || *least == 0 || *most < *least) return std::nullopt;
  return st::ReadOptions::CycleTime{*least, *most};
}

}  // namespace

void add_st_options(CLI::App& command, st::ReadOptions& options) {
  CLI::App& group = *command.add_option_group(kStGroup, "Structured Text (also --entry, --check)");
  group
      .add_option_function<std::uint64_t>(
          "--cycles", [&options](std::uint64_t cycles) { options.cycles = cycles; },
          "Scans of the PLC (default: for ever)")
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("N");
  group
      .add_option_function<std::string>(
          "--cycle-time",
          [&options](const std::string& text) { options.cycle_time = *cycle_time(text); },
          "Time between two scans: 100ms; a range, 10ms..200ms; or arbitrary, 1ms..1h (default: "
          "that of the tasks, or 100ms)")
      ->check([](const std::string& text) {
        return cycle_time(text) ? std::string()
                                : fmt::format(
                                      "expected a time such as 100ms, a range such as "
                                      "10ms..200ms, or arbitrary, got '{}'",
                                      text);
      })
      ->type_name("TIME");
  group
      .add_option("--requirements", options.requirements_file,
                  "Requirements in the patterns of PLCverif (YAML); docs/plc.md")
      ->type_name("FILE");
  group
      .add_option("--environment", options.environment,
                  "A program that runs before each scan: its outputs are inputs of the same name, "
                  "its inputs see the outputs")
      ->type_name("NAME");
  group.add_flag("--arbitrary-retain", options.arbitrary_retain,
                 "Retained variables begin with any value");
  group.add_flag("--any-reals", options.any_reals,
                 "Inputs that are REAL or LREAL may be infinite and NaN");
  static const std::map<std::string, st::ReadOptions::Arithmetic> arithmetic{
      {"wrap", st::ReadOptions::Arithmetic::Wrap}, {"wide", st::ReadOptions::Arithmetic::Wide}};
  group
      .add_option_function<std::string>(
          "--arithmetic",
          [&options](const std::string& word) { options.arithmetic = arithmetic.at(word); },
          "Integers wrap after each operation at the type of its operands; or, wide, are computed "
          "in 32 bits and cut when they are assigned")
      ->check(one_of(words_of(arithmetic)))
      ->type_name("wrap|wide")
      ->default_str("wrap");
  static const std::map<std::string, st::ReadOptions::DivisionByZero> division{
      {"stop", st::ReadOptions::DivisionByZero::Stop},
      {"zero", st::ReadOptions::DivisionByZero::Zero}};
  group
      .add_option_function<std::string>(
          "--division-by-zero",
          [&options](const std::string& word) { options.division_by_zero = division.at(word); },
          "Of integers: the PLC stops, which is not modelled beyond; or the result is zero")
      ->check(one_of(words_of(division)))
      ->type_name("stop|zero")
      ->default_str("stop");
  group
      .add_option("--loop-limit", options.loop_limit,
                  "Iterations of a WHILE or REPEAT in one scan; more are a violation")
      ->transform(whole_number(1, 1'000'000'000))
      ->capture_default_str()
      ->type_name("N");
  group
      .add_option("--unroll-for", options.unroll,
                  "Iterations of a FOR with constant bounds that are written out")
      ->transform(whole_number(0, 2048))
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace cairn
