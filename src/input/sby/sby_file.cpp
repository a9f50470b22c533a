// SPDX-License-Identifier: MIT
#include "input/sby/sby_file.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/error.h"
#include "base/nearest_name.h"

namespace cairn {
namespace {

constexpr std::size_t kMostLines = 1'000'000;  // with those of Python

struct Line {
  std::string text;
  std::uint64_t number = 0;
};

std::string_view trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\f\v"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r\f\v") + 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\f\v"));
    words.emplace_back(word);
    text.remove_prefix(word.size());
  }
  return words;
}

bool is_pattern(std::string_view name) {
  return name.find_first_of("(?*.[]|)") != std::string_view::npos;
}

/// The lines that are left for one task, Python included.
class Selection {
 public:
  Selection(const Source& source, std::optional<std::string> task, const PythonBlocks& python)
      : source_(source), task_(std::move(task)), python_(python) {}

  void run() {
    std::string_view text = source_.bytes;
    if (text.find('\0') != std::string_view::npos) fail("a byte 0, expected text");
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      ++number_;
      take(std::string(line.substr(0, line.find_last_not_of('\r') + 1)), 0);
    }
    if (code_) fail("--pycode-begin-- without --pycode-end--");
    if (task_ && !task_->empty() && !matched_)
      fail(fmt::format("there is no task '{}'{}", printable(*task_, 80), suggestion()));
  }

  std::vector<Line> lines;
  SbyTasks tasks;
  bool has_defaults = false;

 private:
  [[noreturn]] void fail(std::string_view message) const {
    throw InputError({source_.name, std::max<std::uint64_t>(number_, 1), 1}, message);
  }
  std::string suggestion() const {
    const std::vector<std::string_view> names(tasks.all.begin(), tasks.all.end());
    const std::string_view near = nearest_name(*task_, names);
    return near.empty() ? "" : fmt::format("; did you mean '{}'?", printable(near, 80));
  }

  void take(std::string line, unsigned depth) {
    if (code_) {
      if (line != "--pycode-end--") {
        *code_ += line + "\n";
        return;
      }
      run_python(depth);
      return;
    }
    if (line == "--pycode-begin--") {
      code_.emplace();
      return;
    }
    if (in_tasks_ && line.starts_with('[')) in_tasks_ = false;
    if (in_block_ && trim(line) == "--") {
      in_block_ = skips_ = false;
      return;
    }
    if (in_tasks_) {
      read_tasks(line);
      return;
    }
    if (!is_wanted(line)) return;
    if (line == "[tasks]") {
      in_tasks_ = true;
      return;
    }
    if (lines.size() >= kMostLines) fail(fmt::format("more than {} lines", kMostLines));
    // Python may put out several lines at once, of which the first alone has a tag.
    for (std::string_view rest = line;;) {
      const std::string_view part = rest.substr(0, rest.find('\n'));
      lines.push_back({std::string(part), number_});
      if (part.size() == rest.size()) return;
      rest.remove_prefix(part.size() + 1);
    }
  }

  void run_python(unsigned depth) {
    const std::string code = std::move(*code_);
    code_.reset();
    if (depth >= 16) fail("blocks of Python that put out blocks of Python, 16 deep");
    std::vector<std::string> output;
    try {
      output = python_(code, task_ && !task_->empty() ? task_ : std::nullopt,
                       {active_.begin(), active_.end()});
    } catch (const std::string& problem) {
      fail(problem);
    }
    for (std::string& line : output) take(std::move(line), depth + 1);
  }

  /// Takes the tag away; whether the line is for this task.
  bool is_wanted(std::string& line) {
    const std::size_t colon = line.find(':');
    std::string_view tag =
        colon == std::string::npos ? "" : std::string_view(line).substr(0, colon);
    const bool negated = tag.starts_with('~');
    if (negated) tag.remove_prefix(1);
    const std::string name(tag);
    bool wanted = true;
    if (tags_.contains(name)) {
      const bool matches = active_.contains(name) != negated;
      line.erase(0, colon + 1);
      line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.empty()) {
        in_block_ = true;
        skips_ = !matches;
        return false;
      }
      wanted = matches;
    } else if (!tags_.empty() && !line.empty()) {
      const std::vector<std::string> words = words_of(line);
      if (!words.empty() && words[0][0] == line[0] && words[0].ends_with(':'))
        fail(fmt::format("'{}' is no task or tag", printable(words[0], 80)));
    }
    return wanted && !skips_;
  }

  /// Of the whole name; patterns are regular expressions.
  bool matches(const std::string& pattern, const std::string& name) const {
    if (!is_pattern(pattern)) return pattern == name;
    regex_t compiled;
    if (pattern.size() > 1000 ||
        ::regcomp(&compiled, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0)
      fail(fmt::format("'{}' is no pattern of names", printable(pattern, 80)));
    const bool found = ::regexec(&compiled, name.c_str(), 0, nullptr, 0) == 0;
    ::regfree(&compiled);
    return found;
  }

  void read_tasks(const std::string& line) {
    if (line.starts_with('#')) return;
    std::vector<std::string> names, tags;
    const auto colons = std::count(line.begin(), line.end(), ':');
    if (colons > 1) fail("[tasks]: expected 'NAME: TAG ...', got a second colon");
    if (colons == 1) {
      names = words_of(std::string_view(line).substr(0, line.find(':')));
      tags = words_of(std::string_view(line).substr(line.find(':') + 1));
    } else {
      tags = words_of(line);
      if (tags.empty()) return;
      names = {tags.front()};
      tags.erase(tags.begin());
    }
    const bool is_default = std::ranges::find(tags, "default") != tags.end();
    std::erase(tags, "default");
    for (const std::string& tag : tags)
      if (!is_pattern(tag)) tags_.insert(tag);
    for (const std::string& name : names) {
      if (!is_pattern(name)) {
        add_new(tasks.all, name);
        if (is_default) {
          has_defaults = true;
          add_new(tasks.defaults, name);
        }
        tags_.insert(name);
      }
      if (!task_ || !matches(name, *task_)) continue;
      matched_ = true;
      active_.insert(name);
      for (const std::string& tag : tags)
        if (!is_pattern(tag))
          active_.insert(tag);
        else
          for (const std::string& known : tags_)
            if (matches(tag, known)) active_.insert(known);
    }
  }

  static void add_new(std::vector<std::string>& list, const std::string& name) {
    if (std::ranges::find(list, name) == list.end()) list.push_back(name);
  }

  const Source& source_;
  const std::optional<std::string> task_;
  const PythonBlocks& python_;
  std::uint64_t number_ = 0;
  std::optional<std::string> code_;  // of the block that is being read
  bool in_tasks_ = false, in_block_ = false, skips_ = false, matched_ = false;
  std::set<std::string> tags_, active_;
};

/// The sections of what is left.
class TaskReader {
 public:
  explicit TaskReader(const Source& source) : source_(source) { task_.expect = {"PASS"}; }

  SbyTask read(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      line_ = line.number;
      read_line(line.text);
    }
    line_ = 0;
    if (!has_mode_) fail("[options]: no mode, expected one of bmc, prove, cover, live");
    if (task_.script.empty()) fail("no [script]");
    for (const auto& [mode, engines] : engines_)
      if (mode.empty() || mode == mode_name_)
        task_.engines.insert(task_.engines.end(), engines.begin(), engines.end());
    for (const std::vector<std::string>& engine : task_.engines)
      if (engine[0] != "cairn")
        task_.notes.push_back(
            fmt::format("[engines]: '{}' is not run: Cairn decides the task",
                        printable(fmt::format("{}", fmt::join(engine, " ")), 80)));
    return std::move(task_);
  }

 private:
  enum class Section { None, Options, Engines, Script, Files, File, Ignored };

  [[noreturn]] void fail(std::string_view message) const {
    throw InputError({source_.name, line_, 1}, message);
  }

  void read_line(const std::string& raw) {
    std::string_view line = raw;
    const bool has_comments = section_ == Section::Options || section_ == Section::Engines ||
                              section_ == Section::Files || section_ == Section::Ignored;
    if (has_comments)
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
          line = line.substr(0, i);
          break;
        }
    line = line.substr(0, line.find_last_not_of(" \t\r\f\v") + 1);
    if ((has_comments || section_ == Section::None) && (line.empty() || line[0] == '#')) return;
    const std::string_view bare = trim(line);
    if (bare.starts_with('[') && bare.ends_with(']')) {
      begin_section(words_of(bare.substr(1, bare.size() - 2)));
      return;
    }
    switch (section_) {
      case Section::None:
        fail(fmt::format("expected a section, such as [options], got '{}'", printable(line, 40)));
      case Section::Options:
        return read_option(bare);
      case Section::Engines:
        engines_.back().second.push_back(words_of(line));
        return;
      case Section::Script:
        task_.script.emplace_back(line);
        return;
      case Section::Files:
        return read_file(words_of(line));
      case Section::File:
        task_.texts.back().second += raw + "\n";
        return;
      case Section::Ignored:
        return;
    }
  }

  void begin_section(const std::vector<std::string>& words) {
    if (words.empty()) fail("a section without a name");
    const std::string& name = words[0];
    const auto expect_words = [&](std::size_t least, std::size_t most) {
      if (words.size() < least || words.size() > most)
        fail(fmt::format("[{}]: expected {} after it, got {}", printable(name, 40),
                         most == 1 ? "nothing" : "one word", words.size() - 1));
    };
    const auto once = [&] {
      if (!seen_.insert(name).second) fail(fmt::format("[{}] a second time", name));
    };
    if (name == "options") {
      expect_words(1, 1);
      once();
      section_ = Section::Options;
    } else if (name == "engines") {
      expect_words(1, 2);
      section_ = Section::Engines;
      engines_.push_back({words.size() > 1 ? words[1] : "", {}});
    } else if (name == "script") {
      expect_words(1, 1);
      once();
      section_ = Section::Script;
    } else if (name == "files") {
      expect_words(1, 1);
      section_ = Section::Files;
    } else if (name == "file") {
      expect_words(2, 2);
      section_ = Section::File;
      require_inside(words[1]);
      for (const auto& [path, text] : task_.texts)
        if (path == words[1]) fail(fmt::format("[file {}] a second time", printable(path, 80)));
      task_.texts.emplace_back(words[1], "");
    } else if (name == "autotune" || name == "cancelledby") {
      section_ = Section::Ignored;
      task_.notes.push_back(fmt::format("[{}] has no effect", name));
    } else {
      fail(fmt::format("[{}] is not supported; known are options, engines, script, files, file",
                       printable(name, 40)));
    }
  }

  void require_inside(const std::string& path) const {
    bool leaves = path.empty() || path.starts_with('/');
    for (std::string_view rest = path; !rest.empty();) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      leaves |= part == "..";
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    if (leaves)
      fail(fmt::format("'{}': expected a path below the directory of the sources",
                       printable(path, 80)));
  }

  void read_file(const std::vector<std::string>& words) {
    if (words.size() > 2) fail("[files]: expected one path, or where it goes and the path");
    const std::string& from = words.back();
    const std::string to = words.size() == 2 ? words[0] : from.substr(from.rfind('/') + 1);
    require_inside(to);
    task_.files.emplace_back(to, from);
  }

  std::uint32_t number(const std::string& name, const std::string& text) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      fail(fmt::format("{}: expected a number, got '{}'", name, printable(text, 40)));
    return value;
  }
  bool is_on(const std::string& name, const std::string& text) const {
    if (text != "on" && text != "off")
      fail(fmt::format("{}: expected on or off, got '{}'", name, printable(text, 40)));
    return text == "on";
  }

  void read_option(std::string_view line) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 2) fail(fmt::format("[options]: '{}' has no value", printable(line, 40)));
    const std::string& name = words[0];
    const std::string& value = words[1];
    if (words.size() > 2) fail(fmt::format("{}: expected one value", printable(name, 40)));
    static const std::set<std::string> kIdle{"wait",          "vcd",        "vcd_sim",   "fst",
                                             "cycle_width",   "aigsmt",     "tbtop",     "append",
                                             "append_assume", "make_model", "witrename", "aigfolds",
                                             "aigvmap",       "aigsyms",    "presat"};
    if (name == "mode") {
      read_mode(value);
    } else if (name == "expect") {
      read_expected(value);
    } else if (name == "depth") {
      task_.depth = number(name, value);
    } else if (name == "timeout") {
      if (value != "none") task_.timeout = number(name, value);
    } else if (name == "multiclock") {
      task_.multiclock = is_on(name, value);
    } else if (name == "cover_assert") {
      if (is_on(name, value)) fail("cover_assert on is not supported: have a task for assertions");
    } else if (name == "assume_early") {
      task_.assume_early = is_on(name, value);
    } else if (name == "skip") {
      if (number(name, value) != 0) fail("skip: steps that are not looked at are not supported");
    } else if (name == "skip_prep") {
      if (is_on(name, value)) fail("skip_prep on is not supported");
    } else if (name == "smtc") {
      fail("smtc: constraints in that format are not supported");
    } else if (kIdle.contains(name)) {
      task_.notes.push_back(fmt::format("{} has no effect", name));
    } else {
      fail(fmt::format("there is no option '{}'", printable(name, 40)));
    }
  }

  void read_mode(const std::string& value) {
    static const std::vector<std::pair<std::string, SbyTask::Mode>> kModes{
        {"bmc", SbyTask::Mode::Bmc},
        {"prove", SbyTask::Mode::Prove},
        {"cover", SbyTask::Mode::Cover},
        {"live", SbyTask::Mode::Live}};
    for (const auto& [name, mode] : kModes)
      if (name == value) {
        task_.mode = mode;
        has_mode_ = true;
        mode_name_ = value;
        return;
      }
    fail(fmt::format("mode: expected one of bmc, prove, cover, live, got '{}'",
                     printable(value, 40)));
  }

  void read_expected(std::string value) {
    task_.expect.clear();
    for (char& c : value) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    for (std::string_view rest = value;;) {
      const std::string word(rest.substr(0, rest.find(',')));
      static const std::set<std::string> kKnown{"PASS",  "FAIL",    "UNKNOWN",
                                                "ERROR", "TIMEOUT", "CANCELLED"};
      if (!kKnown.contains(word))
        fail(fmt::format("expect: '{}', expected pass, fail, unknown, error or timeout",
                         printable(word, 40)));
      task_.expect.push_back(word);
      if (word.size() == rest.size()) return;
      rest.remove_prefix(word.size() + 1);
    }
  }

  const Source& source_;
  SbyTask task_;
  std::uint64_t line_ = 0;
  Section section_ = Section::None;
  std::set<std::string> seen_;
  bool has_mode_ = false;
  std::string mode_name_;
  std::vector<std::pair<std::string, std::vector<std::vector<std::string>>>> engines_;  // by mode
};

}  // namespace

SbyTasks list_sby_tasks(const Source& source, const PythonBlocks& python) {
  Selection selection(source, std::nullopt, python);
  selection.run();
  if (!selection.has_defaults) selection.tasks.defaults = selection.tasks.all;
  return std::move(selection.tasks);
}

SbyTask read_sby_task(const Source& source, const std::string& name, const PythonBlocks& python) {
  Selection selection(source, name, python);
  selection.run();
  SbyTask task = TaskReader(source).read(selection.lines);
  task.name = name;
  return task;
}

}  // namespace cairn
