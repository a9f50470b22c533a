// SPDX-License-Identifier: MIT
#include "cli/project/project_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "format/source.h"

namespace cairn {
namespace {

class Reader {
 public:
  Reader(const std::string& path, const std::function<std::string(const std::string&)>& problem)
      : path_(path), problem_(problem) {}

  Project read(const std::string& text) {
    toml::table root;
    try {
      root = toml::parse(text, path_);
    } catch (const toml::parse_error& error) {
      throw InputError(place(error.source()), std::string(error.description()));
    }
    Project project;
    project.folder = std::filesystem::absolute(path_).parent_path().string();
    const toml::table* tasks = nullptr;
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      if (name != "defaults" && name != "tasks")
        fail(node, fmt::format("expected [defaults] or [tasks.NAME], got '{}'", printable(name)));
      if (!node.is_table()) fail(node, fmt::format("expected a table, [{}]", name));
      if (name == "tasks") tasks = node.as_table();
    }
    if (tasks == nullptr || tasks->empty())
      throw InputError({path_, 1, 1}, "there is no task: expected [tasks.NAME]");
    const toml::table* defaults = root["defaults"].as_table();
    for (const auto& [key, node] : *tasks) {
      if (!node.is_table()) fail(node, "expected a table, [tasks.NAME]");
      project.tasks.push_back(task(std::string(key.str()), *node.as_table(), defaults));
    }
    return project;
  }

 private:
  ProjectTask task(const std::string& name, const toml::table& table, const toml::table* defaults) {
    ProjectTask task;
    task.name = name;
    if (defaults != nullptr)
      for (const auto& [key, node] : *defaults) {
        if (key.str() == "files" || key.str() == "expect")
          fail(node, fmt::format("'{}' belongs to a task", key.str()));
        if (!table.contains(key.str())) add(task, std::string(key.str()), node);
      }
    for (const auto& [key, node] : table) add(task, std::string(key.str()), node);
    if (task.files.empty()) fail(table, fmt::format("the task has no 'files'"));
    return task;
  }

  void add(ProjectTask& task, const std::string& key, const toml::node& node) {
    if (key == "files") {
      task.files = texts(node);
      return;
    }
    if (key == "expect") {
      task.expect = text(node);
      constexpr std::array<std::string_view, 3> verdicts{"safe", "unsafe", "unknown"};
      if (std::ranges::find(verdicts, *task.expect) == verdicts.end())
        fail(node,
             fmt::format("expected safe, unsafe or unknown, got '{}'", printable(*task.expect)));
      return;
    }
    if (node.is_boolean()) {
      // Switches are written --x and --no-x.
      const std::string name = *node.value<bool>() ? key : "no-" + key;
      require_option(name, node);
      task.options.emplace_back(name, std::nullopt);
      return;
    }
    require_option(key, node);
    for (std::string& value : node.is_array() ? texts(node) : std::vector{text(node)})
      task.options.emplace_back(key, std::move(value));
  }

  void require_option(const std::string& name, const toml::node& node) {
    if (const std::string wrong = problem_(name); !wrong.empty()) fail(node, wrong);
  }

  std::vector<std::string> texts(const toml::node& node) {
    if (!node.is_array()) return {text(node)};
    std::vector<std::string> all;
    for (const toml::node& one : *node.as_array()) all.push_back(text(one));
    return all;
  }

  std::string text(const toml::node& node) {
    if (const auto value = node.value_exact<std::string>()) return *value;
    if (const auto value = node.value_exact<std::int64_t>()) return std::to_string(*value);
    if (const auto value = node.value_exact<double>()) return fmt::format("{}", *value);
    fail(node, "expected a text or a number");
  }

  Position place(const toml::source_region& region) const {
    return {path_, region.begin.line, region.begin.column};
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw InputError(place(node.source()), what);
  }

  const std::string& path_;
  const std::function<std::string(const std::string&)>& problem_;
};

}  // namespace

Project read_project(const std::string& path,
                     const std::function<std::string(const std::string& option)>& problem) {
  return Reader(path, problem).read(read_source(path).bytes);
}

}  // namespace cairn
