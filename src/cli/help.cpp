// SPDX-License-Identifier: MIT
#include "cli/help.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>
#include <string_view>

#include "base/nearest_name.h"
#include "cli/command_tree.h"
#include "cli/commands.h"

namespace cairn {
namespace {

/// Where descriptions begin, and how wide lines are at most.
constexpr std::size_t kColumn = 28, kNarrowest = 60, kWidest = 100;

std::size_t width_of_terminal() {
  winsize size{};
  std::size_t width = 80;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) width = size.ws_col;
  return std::clamp(width, kNarrowest, kWidest);
}

/// Breaks lines at spaces; what follows a break stands under the descriptions.
std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.starts_with(" ") ? kColumn : 0;
    while (line.size() > width) {
      std::size_t at = line.rfind(' ', width);
      if (at == std::string::npos || at <= indent + 1) at = line.find(' ', width);
      if (at == std::string::npos) break;
      result += line.substr(0, at) + "\n";
      line = std::string(indent, ' ') + line.substr(at + 1);
    }
    result += line + "\n";
  }
  return result;
}

/// What people use most, of each command that has more options than a screen has lines.
const std::map<std::string, std::vector<std::pair<std::string, std::string>>>& most_used() {
  static const std::map<std::string, std::vector<std::pair<std::string, std::string>>> options{
      {"check",
       {{"--property NAME", "A bad state of a circuit, or a property or assertion of a program"},
        {"--check LIST", "C: all, bounds, overflow, null, use-after-free, leak, ..."},
        {"--entry FUNCTION", "C: the function that runs, instead of main"},
        {"--witness FILE", "Write the counterexample"},
        {"--certificate FILE", "Write the proof"},
        {"--json FILE", "Write the run as JSON; - for standard output"},
        {"--timeout TIME", "Give up after 60, 90s, 5m, 2h"},
        {"--memory SIZE", "Give up at 500M, 4G"},
        {"--engine NAME", "One engine ('cairn engines') instead of the schedule"},
        {"--workers N", "So many processes at the same time"}}}};
  return options;
}

std::map<const CLI::App*, std::string>& examples() {
  static std::map<const CLI::App*, std::string> texts;
  return texts;
}

std::size_t count_options(const CLI::App& group) {
  return group
      .get_options([&group](const CLI::Option* option) {
        return option != group.get_help_ptr() && option != group.get_help_all_ptr() &&
               !option->get_group().empty();
      })
      .size();
}

class ScreenFormatter : public CLI::Formatter {
 public:
  ScreenFormatter() { column_width(kColumn); }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text;
    const auto used = most_used().find(app->get_name());
    if (mode == CLI::AppFormatMode::Normal && used != most_used().end()) {
      text = brief(*app, used->second);
    } else {
      text = CLI::Formatter::make_help(app, std::move(name), mode);
      if (const auto shown = examples().find(app); shown != examples().end())
        text += "\nExamples:\n" + shown->second;
    }
    return wrapped(text, width_of_terminal());
  }

  /// Of a group of options: one line, but for those who want all.
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    const auto groups = groups_of(*app);
    if (mode != CLI::AppFormatMode::Normal || groups.empty())
      return CLI::Formatter::make_subcommands(app, mode);
    return "\nMore options (--help-all shows them, --help-all GROUP those of one group):\n" +
           list_of(groups);
  }

 private:
  static std::vector<const CLI::App*> groups_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); });
  }

  static std::string list_of(const std::vector<const CLI::App*>& groups) {
    std::string text;
    for (const CLI::App* group : groups)
      text += fmt::format("  {:<{}}{} ({})\n", group->get_group(), kColumn - 2,
                          group->get_description(), count_options(*group));
    return text;
  }

  static std::string brief(const CLI::App& app,
                           const std::vector<std::pair<std::string, std::string>>& used) {
    std::string text = fmt::format("{}\nUsage: cairn {} FILE... [OPTIONS]\n\nExamples:\n{}\n",
                                   app.get_description(), app.get_name(), examples()[&app]);
    text += "Options that people use most:\n";
    for (const auto& [option, help] : used)
      text += fmt::format("  {:<{}}{}\n", option, kColumn - 2, help);
    std::string names;
    for (const CLI::App* group : groups_of(app))
      names += (names.empty() ? "" : ", ") + group->get_group();
    return text + "\nAll options, by component ('cairn " + app.get_name() +
           " --help-all', or '--help-all GROUP'):\n" + names +
           "\n\nThe answer goes to standard output, messages to standard error. Exit codes: 20\n"
           "safe, 10 unsafe, 0 unknown, 1 input error, 2 usage, 3 internal error.\n";
  }
};

void add_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const CLI::App* group :
       app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
    add_names(*group, names);
}

/// The options of one component.
std::string help_of(const CLI::App& command, const CLI::App& group) {
  const ScreenFormatter formatter;
  std::string text =
      fmt::format("{}, of 'cairn {}'\n", group.get_description(), command.get_name());
  return wrapped(text + formatter.make_groups(&group, CLI::AppFormatMode::Sub),
                 width_of_terminal());
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return std::string(nearest_name(word, views));
}

std::string did_you_mean(const std::string& name) {
  return name.empty() ? "" : fmt::format("; did you mean {}?", name);
}

void set_examples(CLI::App& command,
                  const std::vector<std::pair<std::string, std::string>>& shown) {
  std::string text;
  for (const auto& [call, words] : shown)
    text += fmt::format("  {:<58}{}{}\n", call, words.empty() ? "" : "# ", words);
  examples()[&command] = text;
}

std::string examples_of(const CLI::App& command) {
  const auto shown = examples().find(&command);
  return shown == examples().end() ? "" : shown->second;
}

void set_up_help(CLI::App& app) {
  app.formatter(std::make_shared<ScreenFormatter>());
  app.set_help_all_flag("--help-all",
                        "Show the options of every component, or of one: --help-all GROUP");
}

void spell_help(std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] != "help") return;
  arguments.erase(arguments.begin());
  arguments.push_back("--help");
}

std::string message_of(const CLI::ParseError& error) {
  const std::string what = error.what();
  const auto ends_of = [&](std::string_view begin, std::string_view end) {
    return what.starts_with(begin) && what.ends_with(end);
  };
  if (error.get_name() == "ArgumentMismatch") {
    // "--witness: 1 required FILE missing"
    constexpr std::string_view kRequired = ": 1 required ", kMissing = " missing";
    const std::size_t at = what.find(kRequired);
    if (at != std::string::npos && ends_of("", kMissing)) {
      const std::size_t begin = at + kRequired.size();
      const std::string name = what.substr(0, at);
      return fmt::format("{}: expected a value: {} {}", name, name,
                         what.substr(begin, what.size() - kMissing.size() - begin));
    }
  }
  constexpr std::string_view kExtra = "The following argument was not expected: ";
  if (ends_of(kExtra, "")) {
    const std::string extra = what.substr(kExtra.size());
    return (extra.starts_with("-") ? "there is no option " : "unexpected argument ") + extra;
  }
  return what;
}

std::optional<std::string> component_help(const CLI::App& app,
                                          const std::vector<std::string>& arguments) {
  const CLI::App& command = command_of(app, arguments);
  const auto groups =
      command.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); });
  if (&command == &app || groups.empty()) return std::nullopt;
  std::string wanted;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with("--help-all="))
      wanted = arguments[i].substr(arguments[i].find('=') + 1);
    else if (arguments[i] == "--help-all" && i + 1 < arguments.size() &&
             !arguments[i + 1].starts_with("-"))
      wanted = arguments[i + 1];
  }
  if (wanted.empty()) return std::nullopt;
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* group : groups) {
    if (group->get_group() == wanted) return help_of(command, *group);
    names.push_back(group->get_group());
    list += (list.empty() ? "" : ", ") + names.back();
  }
  throw CLI::ValidationError("--help-all",
                             fmt::format("expected one of {}, got '{}'{}", list, wanted,
                                         did_you_mean(nearest(wanted, names))));
}

const CLI::App& command_of(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (const CLI::App* command : app.get_subcommands({}))
    if (!arguments.empty() && command->get_name() == arguments[0]) return *command;
  return app;
}

std::string suggestion(const CLI::App& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  add_names(command, names);
  for (const std::string& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    if (!word.starts_with("--") || std::find(names.begin(), names.end(), word) != names.end())
      continue;
    return did_you_mean(nearest(word, names));
  }
  return "";
}

std::string command_suggestion(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  const std::string name = nearest(word, names);
  return did_you_mean(name.empty() ? "" : "'" + name + "'");
}

}  // namespace cairn
