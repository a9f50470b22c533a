// SPDX-License-Identifier: MIT
#include "input/program_reader.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

#include "base/error.h"
#include "format/c/compile_commands.h"
#include "format/ivl/ivl_reader.h"
#include "input/st/requirements.h"

namespace cairn {
namespace {

using DataModel = CReadOptions::DataModel;

std::string path_of_database(const std::string& path) {
  struct stat status {};
  const bool folder = ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return folder ? path + "/compile_commands.json" : path;
}

std::string real_path(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), std::free);
  return real == nullptr ? normal_path("", path) : std::string(real.get());
}

bool is_c_file(const std::string& path) {
  return path.ends_with(".c") || path.ends_with(".i");
}

}  // namespace

std::vector<std::string> files_of_build(const std::string& compile_commands) {
  std::vector<std::string> files;
  const std::string path = path_of_database(compile_commands);
  for (const CompileCommand& command : read_compile_commands(read_source(path)))
    if (is_c_file(command.file) && std::ranges::find(files, command.file) == files.end())
      files.push_back(command.file);
  if (files.empty()) throw InputError({path, 0, 0}, "has no C files");
  return files;
}

void apply_compile_commands(const std::string& compile_commands, ProgramInput& input) {
  const std::string path = path_of_database(compile_commands);
  const std::vector<CompileCommand> commands = read_compile_commands(read_source(path));
  std::map<std::string, const CompileCommand*> by_file;
  for (const CompileCommand& command : commands) by_file.emplace(real_path(command.file), &command);
  std::map<bool, std::string> narrow;  // a file that is compiled with -m32, and one that is not
  for (const std::string& file : input.files) {
    const auto found = by_file.find(real_path(file));
    if (found == by_file.end())
      throw InputError({file, 0, 0}, fmt::format("is not among the files of {}", path));
    input.c.arguments_of[file] = found->second->arguments;
    narrow.emplace(found->second->model == CompileCommand::Model::M32, file);
  }
  if (input.has_data_model) return;
  if (narrow.size() > 1)
    throw InputError({narrow.at(true), 0, 0},
                     fmt::format("is compiled with -m32 and {} is not", narrow.at(false)));
  if (narrow.contains(true)) input.c.data_model = DataModel::ILP32;
}

Program read_program(const ProgramInput& input, const Log& log, std::vector<Source>* sources,
                     st::ScanModel* scan) {
  ProgramInput read = input;
  if (!input.compile_commands.empty()) apply_compile_commands(input.compile_commands, read);
  std::vector<Source> files;
  bool ivl = false;
  bool structured_text = false;
  for (const std::string& path : input.files) {
    // What can be read only once must not be looked at in vain.
    if (!ivl) {
      const Language language = input.language ? *input.language : language_of(path);
      ivl = language == Language::Ivl;
      if (files.empty())
        structured_text = language == Language::StructuredText;
      else if (structured_text != (language == Language::StructuredText))
        throw InputError({path}, "Structured Text and another language do not go together");
    }
    if (ivl && input.files.size() > 1) throw InputError({path}, "a program in IVL is one file");
    files.push_back(read_source(path));
  }
  if (!read.st.requirements_file.empty()) {
    if (!structured_text)
      throw InputError({read.st.requirements_file}, "requirements are about Structured Text");
    for (st::Requirement& one : st::read_requirements(read_source(read.st.requirements_file)))
      read.st.requirements.push_back(std::move(one));
  }
  Program program = ivl               ? read_ivl(files.front())
                    : structured_text ? st::read_st(files, read.st, log, scan)
                                      : read_c(files, read.c, log);
  if (sources != nullptr) *sources = std::move(files);
  return program;
}

}  // namespace cairn
