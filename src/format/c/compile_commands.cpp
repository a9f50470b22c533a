// SPDX-License-Identifier: MIT
//
// The format is Clang's "JSON Compilation Database": a list of objects with "directory", "file" and
// either "arguments", a list of words, or "command", as a shell reads it.
#include "format/c/compile_commands.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/error.h"

namespace cairn {
namespace {

using nlohmann::json;

/// Words of a command line, as a POSIX shell splits them; nothing is expanded.
std::optional<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes =
        c == '\\' && quote != '\'' && i + 1 < text.size() &&
        (quote == 0 || std::string_view("\"\\$`").find(text[i + 1]) != std::string_view::npos);
    if (escapes) {
      word += text[++i];
      inside = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      inside = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != 0) return std::nullopt;
  if (inside) words.push_back(std::move(word));
  return words;
}

/// Options that take a value, attached or as the next word.
struct Valued {
  std::string_view name;
  bool path;
  bool kept;
};
// Longer names first where one starts another.
constexpr std::array<Valued, 17> kValued{{{"-isystem", true, true},
                                          {"-iquote", true, true},
                                          {"-idirafter", true, true},
                                          {"-isysroot", true, true},
                                          {"-include", true, true},
                                          {"-imacros", true, true},
                                          {"-I", true, true},
                                          {"-D", false, true},
                                          {"-U", false, true},
                                          {"-MF", false, false},
                                          {"-MT", false, false},
                                          {"-MQ", false, false},
                                          {"-arch", false, false},
                                          {"-Xclang", false, false},
                                          {"-x", false, false},
                                          {"-L", false, false},
                                          {"-o", false, false}}};

bool is_kept_flag(std::string_view word) {
  return word.starts_with("-std=") || word == "-ansi" || word == "-funsigned-char" ||
         word == "-fsigned-char" || word == "-fshort-enums" || word == "-nostdinc" ||
         word == "-fms-extensions" || word == "-fgnu89-inline";
}

void take_words(const std::vector<std::string>& words, const std::string& folder,
                CompileCommand& command) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-m32") command.model = CompileCommand::Model::M32;
    if (word == "-m64") command.model = CompileCommand::Model::M64;
    if (is_kept_flag(word)) command.arguments.push_back(word);
    for (const Valued& option : kValued) {
      if (!word.starts_with(option.name)) continue;
      const bool attached = word.size() > option.name.size();
      if (!attached && i + 1 >= words.size()) break;
      std::string value = attached ? word.substr(option.name.size()) : words[++i];
      if (!option.kept) break;
      if (option.path) value = normal_path(folder, value);
      if (option.name.size() == 2) {
        command.arguments.push_back(std::string(option.name) + value);
      } else {
        command.arguments.emplace_back(option.name);
        command.arguments.push_back(std::move(value));
      }
      break;
    }
  }
}

[[noreturn]] void refuse(const Source& source, std::size_t number, std::string_view what) {
  throw InputError({source.name}, fmt::format("entry {}: {}", number, what));
}

CompileCommand read_entry(const Source& source, std::size_t number, const json& entry) {
  const auto text = [&](const char* key) -> std::optional<std::string> {
    const auto found = entry.find(key);
    if (found == entry.end()) return std::nullopt;
    if (!found->is_string()) refuse(source, number, fmt::format("\"{}\" is no string", key));
    return found->get<std::string>();
  };
  if (!entry.is_object()) refuse(source, number, "expected an object");
  const std::string folder = normal_path("", text("directory").value_or("."));
  const auto file = text("file");
  if (!file) refuse(source, number, "has no \"file\"");
  CompileCommand command;
  command.file = normal_path(folder, *file);
  std::vector<std::string> words;
  if (const auto list = entry.find("arguments"); list != entry.end()) {
    if (!list->is_array()) refuse(source, number, "\"arguments\" is no list");
    for (const json& word : *list) {
      if (!word.is_string())
        refuse(source, number, "\"arguments\" has something else than strings");
      words.push_back(word.get<std::string>());
    }
  } else if (const auto line = text("command")) {
    const auto split = shell_words(*line);
    if (!split) refuse(source, number, "\"command\" has a quote that is not closed");
    words = *split;
  } else {
    refuse(source, number, "has neither \"arguments\" nor \"command\"");
  }
  take_words(words, folder, command);
  return command;
}

}  // namespace

std::string normal_path(const std::string& folder, const std::string& path) {
  std::error_code failed;
  std::filesystem::path result(path);
  if (result.is_relative()) result = std::filesystem::path(folder) / result;
  if (result.is_relative()) result = std::filesystem::current_path(failed) / result;
  return result.lexically_normal().string();
}

std::vector<CompileCommand> read_compile_commands(const Source& source) {
  const json list = json::parse(source.bytes, nullptr, false);
  if (list.is_discarded() || !list.is_array())
    throw InputError({source.name}, "expected a compilation database: a list in JSON");
  std::vector<CompileCommand> commands;
  for (std::size_t i = 0; i < list.size(); ++i)
    commands.push_back(read_entry(source, i + 1, list[i]));
  return commands;
}

}  // namespace cairn
