// SPDX-License-Identifier: MIT
//
// What options take, for the reader of the command line. Messages are those of option tables
// (base/option_table.h): what was expected, and what was given.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cairn {

/// For check(): one of these words. The message suggests the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// The keys of a map, as one_of() takes them.
template <class Map>
std::vector<std::string> words_of(const Map& map) {
  std::vector<std::string> words;
  for (const auto& [word, value] : map) words.push_back(word);
  return words;
}

/// For transform(): a number as parse_count() reads it; leaves decimal digits.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);

}  // namespace cairn
