// SPDX-License-Identifier: MIT
#include "format/c/argument_note.h"

#include <fmt/format.h>

#include <charconv>

namespace cairn {
namespace {

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string argument_text(const ArgumentNote& note) {
  std::string text = fmt::format("argument {} ({})", note.parameter, note.name);
  if (note.inside != 0) text += fmt::format(", object {} bit {}", note.inside, note.bit);
  if (note.kind == ArgumentNote::Kind::Pointer)
    text += fmt::format(", pointer to object {} of {} bytes", note.object, note.bytes);
  if (note.kind == ArgumentNote::Kind::Record)
    text += fmt::format(", object {} of {} bytes as {}", note.object, note.bytes, note.type);
  return text;
}

std::optional<ArgumentNote> argument_note(std::string_view text) {
  ArgumentNote note;
  if (!take(text, "argument ") || !take_number(text, note.parameter) || !take(text, " ("))
    return std::nullopt;
  const std::size_t end = text.find(')');
  if (end == std::string_view::npos) return std::nullopt;
  note.name = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (take(text, ", object ")) {
    std::uint32_t number = 0;
    if (!take_number(text, number)) return std::nullopt;
    if (take(text, " of ")) {
      note.kind = ArgumentNote::Kind::Record;
      note.object = number;
      if (!take_number(text, note.bytes) || !take(text, " bytes as ")) return std::nullopt;
      note.type = text;
      return note;
    }
    note.kind = ArgumentNote::Kind::Part;
    note.inside = number;
    if (!take(text, " bit ") || !take_number(text, note.bit)) return std::nullopt;
  }
  if (take(text, ", pointer to object ")) {
    note.kind = ArgumentNote::Kind::Pointer;
    if (!take_number(text, note.object) || !take(text, " of ") || !take_number(text, note.bytes) ||
        !take(text, " bytes"))
      return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return note;
}

}  // namespace cairn
