// SPDX-License-Identifier: MIT
//
// `cairn completion SHELL`: a script that completes commands, options and their values in bash, zsh
// or fish, made of the options that the program has.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/output.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/values.h"

namespace cairn {
namespace {

std::vector<std::string> names_of(const std::vector<ShownCommand>& commands) {
  std::vector<std::string> names;
  for (const ShownCommand& command : commands) names.push_back(command.name);
  return names;
}

template <class Visit>
void each_option(const ShownCommand& command, const Visit& visit) {
  for (const ShownGroup& group : command.groups)
    for (const ShownOption& option : group.options)
      if (!option.is_argument) visit(option);
}

/// In single quotes, as POSIX shells take it.
std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? "'\\''" : std::string(1, letter);
  return result + "'";
}

/// The first sentence, or what a line has room for.
std::string brief(const std::string& help) {
  constexpr std::size_t kMost = 90;
  std::string text = help.substr(0, help.find_first_of(";\n"));
  if (text.size() <= kMost) return text;
  return text.substr(0, text.rfind(' ', kMost)) + " ...";
}

std::string bash_script(const std::vector<ShownCommand>& commands) {
  std::string values, options;
  for (const ShownCommand& command : commands) {
    std::vector<std::string> names;
    each_option(command, [&](const ShownOption& option) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.words.empty()) return;
      for (const std::string& name : option.names)
        values += fmt::format("    {}:{}) words={} ;;\n", command.name, name,
                              shell_quoted(fmt::format("{}", fmt::join(option.words, " "))));
    });
    options += fmt::format("    {}) words={} ;;\n", command.name,
                           shell_quoted(fmt::format("{}", fmt::join(names, " "))));
  }
  return fmt::format(R"(# bash completion of cairn, made by 'cairn completion bash'
_cairn() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=check words=
  local commands={}
  COMPREPLY=()
  [[ " $commands " == *" ${{COMP_WORDS[1]}} "* ]] && command=${{COMP_WORDS[1]}}
  case "$command:$before" in
{}  esac
  if [[ -z $words && $word == -* ]]; then
    case "$command" in
{}    esac
  elif [[ -z $words && $COMP_CWORD -eq 1 ]]; then
    words=$commands
  fi
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o bashdefault -o default -F _cairn cairn
)",
                     shell_quoted(fmt::format("{}", fmt::join(names_of(commands), " "))), values,
                     options);
}

/// What stands between brackets and colons in _arguments.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char letter : text)
    result += std::string("[]:\\").find(letter) == std::string::npos ? std::string(1, letter)
                                                                     : std::string("\\") + letter;
  return result;
}

std::string zsh_script(const std::vector<ShownCommand>& commands) {
  std::string cases, list;
  for (const ShownCommand& command : commands) {
    list += fmt::format("    {}\n",
                        shell_quoted(command.name + ":" + zsh_text(brief(command.description))));
    cases += fmt::format("    {}) _arguments -s \\\n", command.name);
    each_option(command, [&](const ShownOption& option) {
      const std::string action = !option.words.empty()
                                     ? fmt::format("({})", fmt::join(option.words, " "))
                                 : option.is_file() ? "_files"
                                                    : " ";
      for (const std::string& name : option.names) {
        std::string entry = fmt::format("{}[{}]", name, zsh_text(brief(option.help)));
        if (!option.value.empty())
          entry += fmt::format(":{}:{}", zsh_text(option.words.empty() ? option.value : "value"),
                               action);
        cases += fmt::format("      {} \\\n", shell_quoted(entry));
      }
    });
    cases += "      '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef cairn
# zsh completion of cairn, made by 'cairn completion zsh'
_cairn() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _files
    return
  fi
  local command=$words[2]
  (( ${{commands[(I)$command:*]}} )) || command=check
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _cairn ]]; then _cairn "$@"; else compdef _cairn cairn; fi
)",
                     list, cases);
}

std::string fish_script(const std::vector<ShownCommand>& commands) {
  const auto fish = [](const std::string& text) {
    std::string result = "'";
    for (const char letter : text)
      result +=
          letter == '\'' || letter == '\\' ? std::string("\\") + letter : std::string(1, letter);
    return result + "'";
  };
  std::string text = "# fish completion of cairn, made by 'cairn completion fish'\n";
  for (const ShownCommand& command : commands)
    text += fmt::format("complete -c cairn -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish(brief(command.description)));
  for (const ShownCommand& command : commands)
    each_option(command, [&](const ShownOption& option) {
      text += fmt::format("complete -c cairn -n '__fish_seen_subcommand_from {}'", command.name);
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.words.empty())
        text += fmt::format(" -x -a {}", fish(fmt::format("{}", fmt::join(option.words, " "))));
      else if (!option.value.empty())
        text += option.is_file() ? " -r -F" : " -x";
      text += fmt::format(" -d {}\n", fish(brief(option.help)));
    });
  return text;
}

}  // namespace

void add_completion_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("completion", "Print a script that completes command lines");
  set_examples(*command,
               {{"cairn completion bash > ~/.local/share/bash-completion/completions/cairn", ""},
                {"cairn completion fish | source", ""}});
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}))
      ->type_name("");
  command->callback([&app, shell, &chosen] {
    chosen = [&app, shell]() -> int {
      const std::vector<ShownCommand> commands = command_tree(app);
      put(stdout, *shell == "bash"  ? bash_script(commands)
                  : *shell == "zsh" ? zsh_script(commands)
                                    : fish_script(commands));
      return kExitDone;
    };
  });
}

}  // namespace cairn
