// SPDX-License-Identifier: MIT
#include "transform/word/splitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "transform/word/slicer.h"

namespace cairn {
namespace {

std::string part_name(const Terms& terms, Term variable, std::uint32_t high, std::uint32_t low) {
  if (high == low) return fmt::format("{}[{}]", terms.name(variable), high);
  return fmt::format("{}[{}:{}]", terms.name(variable), high, low);
}

}  // namespace

void Splitter::split(Term variable, const std::vector<Part>& parts, TermTable& images,
                     WayBack& back) {
  std::vector<KeptPart>& kept = kept_[variable];
  Term image = kNoTerm;
  for (const Part& part : parts) {
    Term bits = terms_.bv(part.high - part.low + 1, 0);
    if (part.kind == Part::Kind::Constant) bits = terms_.constant(Value(part.value));
    if (part.kind == Part::Kind::Kept) {
      const bool single = part.high == part.low;
      const Term slice = terms_.extract(variable, part.high, part.low);
      const Term one = terms_.bv(1, 1), zero = terms_.bv(1, 0);
      bits = terms_.variable(part_name(terms_, variable, part.high, part.low),
                             single ? Sort::boolean() : terms_.sort(bits));
      kept.push_back({bits, part.high, part.low});
      back.add_variable(bits, single ? terms_.equal(slice, one) : slice);
      if (single) bits = terms_.ite(bits, one, zero);
    }
    image = image.valid() ? terms_.concat(image, bits) : bits;
  }
  // The lowest first, as the bits of words become latches: the order in which IC3 looks at them,
  // and it matters.
  std::reverse(kept.begin(), kept.end());
  images.set(variable, image);
  back.set_image(variable, image);
}

WordSystem Splitter::rebuild(const WordSystem& system, TermTable& images) const {
  WordSystem result;
  result.terms = system.terms;
  // A limit for systems of many words that fall apart into bits.
  Slicer slicer(terms_, 16 * std::size_t{images.size()}, images.size());
  for (const Term input : system.inputs) {
    const auto parts = kept_.find(input);
    if (images(input) == input)
      result.inputs.push_back(input);
    else if (parts != kept_.end())
      for (const KeptPart& part : parts->second) result.inputs.push_back(part.variable);
  }
  for (const WordState& state : system.states) {
    const auto parts = kept_.find(state.term);
    const bool stays = images(state.term) == state.term;
    if (!stays && parts == kept_.end()) continue;
    const Term init = state.init.valid() ? images(state.init) : kNoTerm;
    const Term next = state.next.valid() ? images(state.next) : kNoTerm;
    if (stays) {
      result.states.push_back({state.term, init, next});
      continue;
    }
    const auto bits = [&](Term term, const KeptPart& part) {
      if (!term.valid()) return kNoTerm;
      const Term slice = slicer(term, part.high, part.low);
      return part.high == part.low ? slicer.is_one(slice) : slice;
    };
    for (const KeptPart& part : parts->second)
      result.states.push_back({part.variable, bits(init, part), bits(next, part)});
  }
  for (const Term bad : system.bad) result.bad.push_back(images(bad));
  for (const Term constraint : system.constraints) result.constraints.push_back(images(constraint));
  return result;
}

}  // namespace cairn
