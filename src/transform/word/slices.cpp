// SPDX-License-Identifier: MIT
#include "transform/word/slices.h"

#include "transform/word/read_bits.h"
#include "transform/word/splitter.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

using Part = Splitter::Part;

/// Runs of bits that are read together, and of bits that are not read, from the highest on.
std::vector<Part> parts_of(const ReadBits& bits, Term variable, std::uint32_t width) {
  std::vector<Part> parts;
  for (std::uint32_t end = width; end > 0;) {
    const bool is_read = bits.is_read(variable, end - 1);
    std::uint32_t low = end - 1;
    while (low > 0 && bits.is_read(variable, low - 1) == is_read &&
           (!is_read || bits.is_joined(variable, low - 1)))
      --low;
    parts.push_back({end - 1, low, is_read ? Part::Kind::Kept : Part::Kind::Unread});
    end = low;
  }
  return parts;
}

}  // namespace

WordSystem Slices::apply(WordSystem system) {
  Terms& terms = *system.terms;
  const ReadBits bits(system);
  TermTable images(terms);
  Splitter splitter(terms);
  const auto consider = [&](Term variable) {
    if (!terms.sort(variable).is_bit_vector()) return;
    const auto parts = parts_of(bits, variable, terms.sort(variable).width());
    if (parts.size() == 1) return;
    splitter.split(variable, parts, images, back_);
    ++words_;
    for (const Part& part : parts) {
      if (part.kind == Part::Kind::Kept)
        ++slices_;
      else
        unread_bits_ += part.high - part.low + 1;
    }
  };
  for (const Term input : system.inputs) consider(input);
  for (const WordState& state : system.states) consider(state.term);
  if (splitter.empty()) return system;
  // What nobody reads goes altogether: its next-state term may come to differ in what it is made
  // of.
  const auto drop_unread = [&](Term variable) {
    if (!images.has(variable) && !bits.is_read(variable))
      images.set(variable, terms.constant(Value::zero(terms.sort(variable))));
  };
  for (const Term input : system.inputs) drop_unread(input);
  for (const WordState& state : system.states) drop_unread(state.term);
  WordSystem result = splitter.rebuild(system, images);
  back_.finish(system, result);
  return result;
}

void Slices::visit_counters(const CounterVisitor& visit) const {
  visit("slices.words", words_);
  visit("slices.slices", slices_);
  visit("slices.unread_bits", unread_bits_);
}

}  // namespace cairn
