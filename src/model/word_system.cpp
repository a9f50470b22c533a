// SPDX-License-Identifier: MIT
#include "model/word_system.h"

#include <fmt/format.h>

namespace cairn {
namespace {

std::uint64_t bits_of(const Sort& sort) {
  if (!sort.is_array()) return sort.width();
  return sort.index.bits() >= 48 ? 0 : std::uint64_t{sort.element.bits()} << sort.index.bits();
}

}  // namespace

std::string describe_size(const WordSystem& system) {
  std::uint64_t inputs = 0, states = 0, arrays = 0;
  for (const Term input : system.inputs) inputs += bits_of(system.terms->sort(input));
  for (const WordState& state : system.states) {
    const Sort& sort = system.terms->sort(state.term);
    states += bits_of(sort);
    arrays += sort.is_array();
  }
  std::string text = fmt::format("{} inputs of {} bits, {} states of {} bits", system.inputs.size(),
                                 inputs, system.states.size(), states);
  if (arrays > 0) text += fmt::format(", {} of them arrays", arrays);
  return text;
}

std::vector<Term> roots_of(const WordSystem& system) {
  std::vector<Term> roots = system.inputs;
  for (const WordState& state : system.states) {
    roots.push_back(state.term);
    if (state.init.valid()) roots.push_back(state.init);
    if (state.next.valid()) roots.push_back(state.next);
  }
  roots.insert(roots.end(), system.bad.begin(), system.bad.end());
  roots.insert(roots.end(), system.constraints.begin(), system.constraints.end());
  return roots;
}

}  // namespace cairn
