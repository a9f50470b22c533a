// SPDX-License-Identifier: MIT
#include "cli/compiler_options.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "cli/choice.h"
#include "format/compile_commands.h"

namespace cairn {
namespace {

using DataModel = CReadOptions::DataModel;

/// What an option of ours is for Clang.
struct Passed {
  const char* name;     ///< for the reader of the command line
  const char* spelled;  ///< for Clang
  bool attached;        ///< its value follows without a space
  const char* type;
  const char* description;
};
constexpr std::array<Passed, 7> kPassed{{
    {"-D", "-D", true, "NAME[=VALUE]", "Define a macro"},
    {"-U", "-U", true, "NAME", "Undefine a macro"},
    {"-I", "-I", true, "FOLDER", "Where to look for headers"},
    {"--isystem", "-isystem", false, "FOLDER",
     "Where to look for the system's headers; also -isystem"},
    {"--include", "-include", false, "FILE", "Read this file first; also -include"},
    {"--std", "-std=", true, "VERSION",
     "The language's version, such as c99 or gnu17 (default: gnu11); also -std="},
    {"-W", "-W", true, "NAME", "Warnings of the compiler, such as all or no-unused-value"},
}};

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

void add_compiler_options(CLI::App& group, ProgramInput& input) {
  static const std::map<std::string, DataModel> models{{"ILP32", DataModel::ILP32},
                                                       {"LP64", DataModel::LP64}};
  add_choice(group, "--data-model", input.c.data_model, models,
             "How wide long and pointers are: 32 bits, or 64");
  const CLI::Option* const model = group.get_option("--data-model");
  const CLI::Option* const narrow = group.add_flag_callback(
      "--m32", [] {}, "The data model ILP32; also -m32");
  const CLI::Option* const wide = group.add_flag_callback(
      "--m64", [] {}, "The data model LP64; also -m64");
  std::map<const CLI::Option*, Passed> passed;
  for (const Passed& each : kPassed) {
    const CLI::Option* const option =
        group
            .add_option_function<std::vector<std::string>>(
                each.name, [](const std::vector<std::string>&) {}, each.description)
            ->type_name(each.type)
            ->type_size(1)
            ->allow_extra_args(false);
    passed.emplace(option, each);
  }
  const CLI::Option* const silent = group.add_flag_callback(
      "-w", [] {}, "No warnings of the compiler");
  // What comes later overrides what came before, so that the order of all of them counts.
  group.parse_complete_callback([&group, &input, model, narrow, wide, silent, passed] {
    std::map<const CLI::Option*, std::size_t> next;
    for (const CLI::Option* option : group.parse_order()) {
      const std::size_t which = next[option]++;
      if (option == narrow) input.c.data_model = DataModel::ILP32;
      if (option == wide) input.c.data_model = DataModel::LP64;
      if (option == model && which < option->results().size())
        input.c.data_model = models.at(option->results()[which]);
      if (option == silent) input.c.compiler_arguments.emplace_back("-w");
      const auto found = passed.find(option);
      if (found == passed.end() || which >= option->results().size()) continue;
      const std::string& value = option->results()[which];
      if (found->second.attached) {
        input.c.compiler_arguments.push_back(found->second.spelled + value);
      } else {
        input.c.compiler_arguments.emplace_back(found->second.spelled);
        input.c.compiler_arguments.push_back(value);
      }
    }
    input.has_data_model = model->count() + narrow->count() + wide->count() > 0;
  });
}

void spell_compiler_options(std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 6> kCommands{"check", "svcomp", "compile",
                                                      "cfa",   "horn",   "certify"};
  constexpr std::array<std::string_view, 4> kWhole{"-include", "-isystem", "-m32", "-m64"};
  if (arguments.empty() || std::ranges::find(kCommands, arguments[0]) == kCommands.end()) return;
  for (std::string& argument : arguments)
    if (argument.starts_with("-std=") || std::ranges::find(kWhole, argument) != kWhole.end())
      argument.insert(0, "-");
}

std::vector<std::string> files_of_build(const std::string& compile_commands) {
  std::vector<std::string> files;
  const std::string path = path_of_database(compile_commands);
  for (const CompileCommand& command : read_compile_commands(read_source(path)))
    if (is_c_file(command.file) && std::ranges::find(files, command.file) == files.end())
      files.push_back(command.file);
  if (files.empty()) throw InputError({path}, "has no C files");
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
      throw InputError({file}, fmt::format("is not among the files of {}", path));
    input.c.arguments_of[file] = found->second->arguments;
    narrow.emplace(found->second->model == CompileCommand::Model::M32, file);
  }
  if (input.has_data_model) return;
  if (narrow.size() > 1)
    throw InputError({narrow.at(true)},
                     fmt::format("is compiled with -m32 and {} is not", narrow.at(false)));
  if (narrow.contains(true)) input.c.data_model = DataModel::ILP32;
}

}  // namespace cairn
