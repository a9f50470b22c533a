// SPDX-License-Identifier: MIT
#include "engine/ic3/words.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace cairn::ic3 {

WordsOfLatches::WordsOfLatches(const BitSystem& system, const Transition& transition) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::size_t i = 0; i < system.latches.size(); ++i) {
    const std::string_view name = system.names.latches.get(i);
    const std::size_t open = name.rfind('[');
    if (open == std::string_view::npos || open == 0 || name.back() != ']') continue;
    const std::size_t variable = transition.latch(static_cast<std::uint32_t>(i)).index;
    if (word_of_.size() <= variable) word_of_.resize(variable + 1, kNone);
    const auto next = static_cast<std::uint32_t>(numbers.size()) + 1;
    word_of_[variable] = numbers.try_emplace(name.substr(0, open), next).first->second;
  }
}

std::vector<std::vector<Lit>> WordsOfLatches::words_in(const std::vector<Lit>& order) const {
  std::vector<std::vector<Lit>> words;
  std::unordered_map<std::uint32_t, std::size_t> positions;
  for (const Lit lit : order) {
    const std::size_t variable = lit.var().index;
    const std::uint32_t word = variable < word_of_.size() ? word_of_[variable] : kNone;
    if (word == kNone) continue;
    const auto [place, is_new] = positions.try_emplace(word, words.size());
    if (is_new) words.emplace_back();
    words[place->second].push_back(lit);
  }
  std::erase_if(words, [](const std::vector<Lit>& word) { return word.size() < 2; });
  return words;
}

}  // namespace cairn::ic3
