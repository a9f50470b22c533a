// SPDX-License-Identifier: MIT
#include "run/program/limit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace cairn {
namespace {

struct Remedy {
  std::string_view start;  ///< of the note
  std::string_view text;
};
// The first that fits counts.
constexpr std::array<Remedy, 27> kRemedies{{
    {"heap objects: more than",
     "--heap-objects N allows more, 0 as many as there are addresses for"},
    {"more heap objects of one call", "--heap-objects N with a number"},
    {"heap object of more than", "--heap-bytes N allows more"},
    {"one of many heap objects", "--heap-objects N with a number"},
    {"heap object that is larger", "--heap-bytes N with a number, or -m64"},
    {"large heap object", "a smaller constant in the program"},
    {"array of more than", "--heap-bytes N allows more"},
    {"array that is larger", "--heap-bytes N with a number, or -m64"},
    {"object of more than", "a smaller constant in the program"},
    {"copy of a large object", "a smaller array, or a loop that copies"},
    {"call through a pointer", "call the function by its name"},
    {"call of '", "give the function a body, or declare it under another name"},
    {"cleanup function '", "give the function a body"},
    {"recursion: call of", "--recursion N, or a loop instead"},
    {"the loop", "--unwind N allows more"},
    {"inline assembly", "say in C what it does"},
    {"complex number", "two floats instead"},
    {"free() where", "--heap-objects N with a number"},
    {"computed goto with --unwind", "leave --unwind out"},
    {"read of text", "write the text by assignments"},
    {"comparison of a pointer to freed", "--check use-after-free"},
    {"the value or the order of addresses", "compare pointers into one object alone"},
    {"an array is indexed", "--check bounds makes a violation of it"},
    {"a division by zero",
     "--check division makes a violation of it, --division-by-zero zero gives it a value"},
    {"a shift by a negative", "make sure that no run gets there"},
    {"a position outside of its string", "make sure that no run gets there"},
    {"FIND of an empty", "make sure that no run gets there"},
}};

/// Bits of an array's elements, all together; more than any circuit has if there is no number.
std::uint64_t array_bits(const Sort& sort) {
  constexpr std::uint32_t kMost = 40;
  const std::uint64_t element = std::max<std::uint64_t>(sort.element.bits(), 1);
  return element << std::min(sort.index.kind == SortKind::BitVector ? sort.index.size : kMost,
                             kMost);
}

/// The first statement in the order of the text.
SiteId first_mention(const Terms& terms, const Block& block, Term variable) {
  for (const Statement& statement : block) {
    std::vector<Term> mentioned = terms.variables_of(statement.values);
    mentioned.insert(mentioned.end(), statement.targets.begin(), statement.targets.end());
    if (statement.site != kNoSite &&
        std::find(mentioned.begin(), mentioned.end(), variable) != mentioned.end())
      return statement.site;
    for (const Block& inner : statement.blocks)
      if (const SiteId site = first_mention(terms, inner, variable); site != kNoSite) return site;
  }
  return kNoSite;
}

}  // namespace

std::string_view limit_remedy(std::string_view note) {
  for (const Remedy& remedy : kRemedies)
    if (note.starts_with(remedy.start)) return remedy.text;
  // Some say it themselves.
  if (note.find("--") != std::string_view::npos) return "see there";
  return "say it in other words, or make sure that no run gets there; docs/c-programs.md has the "
         "list";
}

std::string limit_text(const Program& program, const Statement& limit) {
  return limit_text(program, limit.note, limit.site);
}

std::string limit_text(const Program& program, std::string_view note, SiteId site) {
  std::string text(note);
  if (site != kNoSite) {
    const SourceSite& place = program.sites[site];
    text += fmt::format(" ({}:{})", place.at.file, place.at.line);
    if (!place.text.empty()) text += fmt::format(" in '{}'", printable(place.text, 80));
  }
  const std::string_view remedy = limit_remedy(note);
  if (remedy != "see there") text += fmt::format("; try: {}", remedy);
  return text;
}

std::string no_circuit_text(const Program& program, std::string_view reason) {
  const ProgramVariable* largest = nullptr;
  const auto look_at = [&](const std::vector<ProgramVariable>& variables) {
    for (const ProgramVariable& variable : variables) {
      const Sort& sort = program.terms->sort(variable.term);
      if (sort.is_array() &&
          (largest == nullptr || array_bits(sort) > array_bits(program.terms->sort(largest->term))))
        largest = &variable;
    }
  };
  look_at(program.globals);
  for (const Procedure& procedure : program.procedures) look_at(procedure.locals);
  // Half of what a circuit may have: together with what else there is, it is the reason.
  constexpr std::uint64_t kLarge = 1u << 17;
  if (largest == nullptr || array_bits(program.terms->sort(largest->term)) < kLarge)
    return fmt::format("there is no circuit: {}", reason);
  const std::string name =
      largest->source_name.empty() ? program.terms->name(largest->term) : largest->source_name;
  SiteId site = kNoSite;
  for (const Procedure& procedure : program.procedures)
    if (site == kNoSite) site = first_mention(*program.terms, procedure.body, largest->term);
  const std::string place = site == kNoSite ? ""
                                            : fmt::format(" ({}:{})", program.sites[site].at.file,
                                                          program.sites[site].at.line);
  return fmt::format(
      "the array '{}'{} is too large for a circuit; try: --engine bmc-smt, unroll or ic3cfa, which "
      "need none, or a smaller constant in the program",
      printable(name), place);
}

}  // namespace cairn
