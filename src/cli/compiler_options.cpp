// SPDX-License-Identifier: MIT
#include "cli/compiler_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>

#include "cli/values.h"

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

}  // namespace

void add_compiler_options(CLI::App& group, ProgramInput& input) {
  static const std::map<std::string, DataModel> models{{"ILP32", DataModel::ILP32},
                                                       {"LP64", DataModel::LP64}};
  const CLI::Option* const model =
      group
          .add_option_function<std::string>(
              "--data-model",
              [&input](const std::string& word) { input.c.data_model = models.at(word); },
              "How wide long and pointers are: 32 bits, or 64")
          ->check(one_of(words_of(models)))
          ->type_name("ILP32|LP64")
          ->default_str(input.c.data_model == DataModel::LP64 ? "LP64" : "ILP32");
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

}  // namespace cairn
