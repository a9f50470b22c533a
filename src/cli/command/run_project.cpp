// SPDX-License-Identifier: MIT
//
// `cairn run`: the tasks of a project file, several at the same time, each in a process of its own
// (cairn/cairn.h). Answers are kept under a hash of what they depend on.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "base/output.h"
#include "cairn/cairn.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/help.h"
#include "cli/project/project_file.h"
#include "cli/project/result_store.h"
#include "cli/project/task_key.h"
#include "cli/values.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

struct RunArguments {
  std::string file = "cairn.toml";
  std::vector<std::string> names;
  std::uint32_t jobs = 1;
  bool fresh = false;
  bool json = false;
};

constexpr const char* kThisProgram = "/proc/self/exe";

/// Set by signals: what runs is stopped, what is done is kept.
volatile std::sig_atomic_t is_interrupted = 0;
void interrupt(int) {
  is_interrupted = 1;
}

/// Names of options of `check`, for what is written in the project file.
class CheckOptions {
 public:
  explicit CheckOptions(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands({}))
      if (command->get_name() == "check") add(*command);
  }

  std::string problem(const std::string& name) const {
    if (std::ranges::find(names_, name) != names_.end()) {
      try {
        api::Task({"x"}).set(name);
        return "";
      } catch (const api::Error& error) {
        return error.what();
      }
    }
    return fmt::format("there is no option '{}' of 'cairn check'{}", printable(name),
                       did_you_mean(nearest(name, names_)));
  }

 private:
  void add(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names_.push_back(name);
      for (const std::string& name : option->get_snames()) names_.push_back(name);
    }
    for (const CLI::App* group :
         app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
      add(*group);
  }

  std::vector<std::string> names_;
};

/// What came of a task.
struct Row {
  std::string verdict = "-";  ///< safe, unsafe, unknown, error; "-": not run
  std::string note;           ///< why, or of what
  double seconds = 0;
  bool is_kept = false;  ///< from an earlier call
  std::size_t decided = 0, properties = 0;

  Json json() const {
    return {{"verdict", verdict},
            {"note", note},
            {"seconds", seconds},
            {"decided", decided},
            {"properties", properties}};
  }
  static Row of(const Json& json) {
    Row row;
    row.verdict = json.value("verdict", "-");
    row.note = json.value("note", "");
    row.seconds = json.value("seconds", 0.0);
    row.decided = json.value("decided", std::size_t{0});
    row.properties = json.value("properties", std::size_t{0});
    return row;
  }
};

/// Another call with the same limits would find the same: a limit on time might not.
bool is_final(const Json& report) {
  const std::string verdict = report.value("verdict", "");
  const std::string reason = report.value("reason", "");
  return verdict == "safe" || verdict == "unsafe" || reason == "bound" || reason == "vacuous";
}

Row row_of(const api::Answer& answer, const Json& report) {
  Row row;
  row.verdict = api::word(answer.verdict());
  row.note = answer.explanation();
  row.seconds = report.value("seconds", 0.0);
  row.properties = answer.properties().size();
  for (const api::Property& property : answer.properties()) {
    if (property.verdict != "unknown") ++row.decided;
    if (row.note.empty() && (property.verdict == "unsafe" || property.verdict == "unreachable"))
      row.note = property.claim + " is " + property.verdict;
  }
  if (const auto failure = report.find("failure"); row.note.empty() && failure != report.end())
    row.note = failure->value("what", failure->value("name", ""));
  // That a proof says nothing is worth a note.
  if (const auto warnings = report.find("warnings");
      row.note.empty() && warnings != report.end() && !warnings->empty())
    row.note = warnings->front().get<std::string>();
  if (const auto all = report.find("assertions"); row.note.empty() && all != report.end())
    for (const Json& one : *all)
      if (row.note.empty() && one.value("vacuous", false))
        row.note = one.value("claim", "a proof") + " says nothing";
  return row;
}

class ProjectRun {
 public:
  ProjectRun(const RunArguments& arguments, const Project& project)
      : arguments_(arguments),
        project_(project),
        store_(project.folder + "/.cairn"),
        rows_(project.tasks.size()) {
    api::use_program(std::filesystem::read_symlink(kThisProgram).string());
  }

  int run() {
    // Names of files are those of the project file's folder.
    std::filesystem::current_path(project_.folder);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, interrupt);
    std::stop_source stop;
    {
      std::jthread watcher([&stop](const std::stop_token& over) {
        while (!over.stop_requested() && is_interrupted == 0)
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (is_interrupted != 0) stop.request_stop();
      });
      std::vector<std::jthread> workers;
      for (std::uint32_t i = 0; i < std::min<std::size_t>(arguments_.jobs, rows_.size()); ++i)
        workers.emplace_back([&] { work(stop.get_token()); });
    }
    return tell();
  }

 private:
  bool is_wanted(const ProjectTask& task) const {
    return arguments_.names.empty() ||
           std::ranges::find(arguments_.names, task.name) != arguments_.names.end();
  }

  void work(const std::stop_token& stop) {
    for (std::size_t i; (i = next_++) < rows_.size();) {
      if (stop.stop_requested()) return;
      if (!is_wanted(project_.tasks[i])) continue;
      rows_[i] = decide(project_.tasks[i], stop);
      if (!arguments_.json) show(i);
    }
  }

  /// Of what has another form, nothing is used.
  std::optional<Row> kept_row(const std::string& key) const {
    const auto kept = store_.find(key);
    if (!kept) return std::nullopt;
    try {
      Row row = Row::of(*kept);
      row.is_kept = true;
      return row;
    } catch (const Json::exception&) {
      return std::nullopt;
    }
  }

  /// An answer is one also if it cannot be kept.
  void keep(const std::string& key, const Row& row) {
    try {
      store_.keep(key, row.json());
    } catch (const InputError& error) {
      const std::lock_guard lock(output_);
      put(stderr, fmt::format("cairn: warning: the answer is not kept: {}\n", error.message()));
    }
  }

  Row decide(const ProjectTask& task, const std::stop_token& stop) {
    const auto key = task_key(task, kThisProgram);
    if (key && !arguments_.fresh)
      if (auto row = kept_row(*key)) return *row;
    try {
      api::Task work(task.files);
      for (const auto& [name, value] : task.options)
        value ? work.set(name, *value) : work.set(name);
      const api::Answer answer = work.check({}, stop);
      const Json report = Json::parse(answer.json());
      const Row row = row_of(answer, report);
      // Files that changed meanwhile: nobody knows which the answer is about.
      if (key && is_final(report) && task_key(task, kThisProgram) == key) keep(*key, row);
      return row;
    } catch (const api::Error& error) {
      Row row;
      row.verdict = "error";
      row.note = error.what();
      return row;
    } catch (const InputError& error) {
      Row row;
      row.verdict = "error";
      row.note = error.what();
      return row;
    }
  }

  void show(std::size_t i) {
    const Row& row = rows_[i];
    std::string line = fmt::format("{}: {}", printable(project_.tasks[i].name), row.verdict);
    if (row.is_kept) line += " (kept)";
    if (!row.note.empty()) line += "; " + printable(row.note, 200);
    const std::lock_guard lock(output_);
    put(stderr, "cairn: " + line + "\n");
  }

  /// "safe, was unknown".
  static std::string change(const std::string& verdict, const Json& last, const std::string& name) {
    const auto before = last.find(name);
    if (before == last.end() || !before->is_object()) return "new";
    const auto verdict_before = before->find("verdict");
    if (verdict_before == before->end() || !verdict_before->is_string()) return "new";
    const auto was = verdict_before->get<std::string>();
    return was == verdict ? "" : "was " + was;
  }

  bool is_expected(const ProjectTask& task, const Row& row) const {
    return task.expect && row.verdict == *task.expect;
  }

  /// The verdict of all together.
  int code_of_all() const {
    bool is_unsafe = false, is_open = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ProjectTask& task = project_.tasks[i];
      if (!is_wanted(task) || is_expected(task, rows_[i])) continue;
      if (rows_[i].verdict == "error") return kExitInputError;
      is_unsafe |= rows_[i].verdict == "unsafe" || (task.expect && rows_[i].verdict == "safe");
      is_open |= rows_[i].verdict != "safe";
    }
    return is_unsafe ? kExitUnsafe : is_open ? kExitUnknown : kExitSafe;
  }

  int tell() {
    const Json last = store_.last();
    Json verdicts = last, list = Json::array();
    std::size_t width = 4;
    for (const ProjectTask& task : project_.tasks) width = std::max(width, task.name.size());
    std::string table = fmt::format("{:<{}}  {:<8} {:<12} {:>9}  {:<10}  {}\n", "task", width,
                                    "verdict", "change", "seconds", "properties", "expected");
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ProjectTask& task = project_.tasks[i];
      const Row& row = rows_[i];
      if (!is_wanted(task)) continue;
      const std::string changed = change(row.verdict, last, task.name);
      if (row.verdict != "-") verdicts[task.name] = row.json();
      const std::string time = row.is_kept ? "kept" : fmt::format("{:.1f}", row.seconds);
      const std::string properties =
          row.properties == 0 ? "" : fmt::format("{} of {}", row.decided, row.properties);
      const std::string expected = !task.expect             ? ""
                                   : is_expected(task, row) ? "yes"
                                                            : "NO: " + *task.expect;
      table += fmt::format("{:<{}}  {:<8} {:<12} {:>9}  {:<10}  {}", printable(task.name), width,
                           row.verdict, changed, time, properties, expected);
      table.erase(table.find_last_not_of(' ') + 1);
      table += "\n";
      Json entry = {{"task", task.name}, {"kept", row.is_kept}, {"change", changed}};
      entry.update(row.json());
      if (task.expect) entry["expect"] = *task.expect;
      list.push_back(std::move(entry));
    }
    put(stdout,
        arguments_.json ? list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : table);
    store_.set_last(verdicts);
    return code_of_all();
  }

  const RunArguments& arguments_;
  const Project& project_;
  ResultStore store_;
  std::vector<Row> rows_;
  std::atomic<std::size_t> next_{0};
  std::mutex output_;
};

int run_project(const CLI::App& app, const RunArguments& arguments) {
  const CheckOptions options(app);
  const Project project =
      read_project(arguments.file, [&](const std::string& name) { return options.problem(name); });
  std::vector<std::string> known;
  for (const ProjectTask& task : project.tasks) known.push_back(task.name);
  for (const std::string& name : arguments.names)
    if (std::ranges::find(known, name) == known.end())
      throw InputError({arguments.file}, fmt::format("there is no task '{}'{}", printable(name),
                                                     did_you_mean(nearest(name, known))));
  return ProjectRun(arguments, project).run();
}

}  // namespace

void add_run_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "run", "Decide the tasks of a project file, cairn.toml; what did not change is not repeated");
  set_examples(*command, {{"cairn run", "all tasks of ./cairn.toml"},
                          {"cairn run fifo --fresh", "one of them, whatever is kept"}});
  auto arguments = std::make_shared<RunArguments>();
  command->add_option("TASK", arguments->names, "Only these")->type_name("");
  command->add_option("--file", arguments->file, "The project file")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--jobs", arguments->jobs, "So many tasks at the same time")
      ->transform(whole_number(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--fresh", arguments->fresh, "Decide also what did not change");
  command->add_flag("--json", arguments->json, "The table as JSON");
  command->callback([&app, arguments, &chosen] {
    chosen = [&app, arguments] { return run_project(app, *arguments); };
  });
}

}  // namespace cairn
