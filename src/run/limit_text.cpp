// SPDX-License-Identifier: MIT
#include "run/limit_text.h"

#include <fmt/format.h>

#include <array>

namespace cairn {
namespace {

struct Remedy {
  std::string_view start;  ///< of the note
  std::string_view text;
};
// The first that fits counts.
constexpr std::array<Remedy, 22> kRemedies{{
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
}};

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

}  // namespace cairn
