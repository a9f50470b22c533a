// SPDX-License-Identifier: MIT
#include "cli/command/sby.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <new>

#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/own_invariants.h"
#include "cli/word_answer.h"
#include "format/verilog/testbench.h"
#include "input/sby/sby_model.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/words/check.h"
#include "run/words/verilog_replay.h"
#include "transform/lower_word.h"

namespace cairn {
namespace {

/// As SymbiYosys numbers them.
int code_of(std::string_view status) {
  if (status == "PASS") return 1;  // and something else was expected
  if (status == "FAIL") return 2;
  if (status == "UNKNOWN") return 4;
  if (status == "TIMEOUT") return 8;
  return 16;
}

std::string_view status_of(const Unknown& unknown) {
  return unknown.reason == Unknown::Reason::Time ? "TIMEOUT" : "UNKNOWN";
}

class TaskRun {
 public:
  TaskRun(const SbyArguments& arguments, std::string name)
      : arguments_(arguments), name_(std::move(name)) {
    std::string shown = arguments.file.substr(0, arguments.file.size() - 4);
    shown = shown.substr(shown.rfind('/') + 1);
    label_ = printable(name_.empty() ? shown : fmt::format("{}_{}", shown, name_), 200);
  }

  /// The exit code.
  int run(const Source& source) {
    try {
      task_ = read_sby_task(source, name_, python_process());
    } catch (const InputError& error) {
      say(error.what());
      return done("ERROR");
    }
    for (const std::string& note : task_.notes) say("note: " + note);
    SessionOptions limits = arguments_.session;
    if (task_.timeout)
      limits.limits.seconds =
          std::min<double>(*task_.timeout, limits.limits.seconds.value_or(*task_.timeout));
    Session session(limits, [this](Session& running) {
      const Unknown unknown = unknown_so_far(running);
      say(fmt::format("summary: {}", unknown.explanation));
      return done(status_of(unknown));
    });
    std::string status;
    try {
      try {
        status = decide(session);
      } catch (const std::bad_alloc&) {
        say("summary: out of memory");
        status = "UNKNOWN";
      }
    } catch (const InputError& error) {
      session.claim_answer();
      say(error.what());
      return done("ERROR");
    } catch (...) {
      session.claim_answer();
      throw;
    }
    session.claim_answer();
    for (const std::string& line : summary_) say("summary: " + line);
    return done(status);
  }

 private:
  void say(std::string_view text) const {
    const std::time_t now = std::time(nullptr);
    put(stdout, fmt::format("SBY {:%H:%M:%S} [{}] {}\n", fmt::localtime(now), label_, text));
    std::fflush(stdout);
  }

  int done(std::string_view status) const {
    const bool is_expected =
        std::find(task_.expect.begin(), task_.expect.end(), status) != task_.expect.end();
    const int code = is_expected ? 0 : code_of(status);
    say(fmt::format("DONE ({}, rc={})", status, code));
    return code;
  }

  std::string decide(Session& session) {
    if (task_.mode == SbyTask::Mode::Live) {
      summary_.emplace_back("mode live: liveness of Verilog designs is not decided yet");
      return "UNKNOWN";
    }
    session.progress().phase = "yosys";
    SbyDesign design = elaborate(
        task_, arguments_.file, {std::nullopt, [&session] { return session.budget().exhausted(); }},
        arguments_.subject.answer.replay ? Netlist::Yes : Netlist::No);
    if (!design.btor2) {
      if (design.yosys.was_stopped) return std::string(status_of(unknown_so_far(session)));
      say(fmt::format("yosys: {}", printable(design.yosys.message, 400)));
      return "ERROR";
    }
    if (design.clocks.size() > 1 && !task_.multiclock)
      summary_.push_back(fmt::format("warning: {} clocks are taken for one (multiclock is off)",
                                     design.clocks.size()));
    design_ = std::move(design);
    model_ = read_sby_model(design_, task_, session.log());
    if (model_.system.bad.empty()) return decide_nothing();
    if (!arguments_.subject.invariants.empty())
      lemmas_ = take_invariants(arguments_.subject.invariants, model_, session);
    return task_.mode == SbyTask::Mode::Cover ? cover(session) : check(session);
  }

  std::string decide_nothing() {
    summary_.push_back(fmt::format("warning: the design has no {} statement",
                                   task_.mode == SbyTask::Mode::Cover ? "cover" : "assert"));
    return arguments_.subject.strict ? "UNKNOWN" : "PASS";
  }

  /// Bounds of bmc and cover: the task's depth counts steps, and the first is one of them.
  WordCheckOptions bounded() const {
    WordCheckOptions options;
    static_cast<Configuration&>(options) = arguments_.subject.configuration;
    options.engine = "bmc-words";
    auto& bmc = options.engines.configs.bmc_words;
    bmc.last = std::max(task_.depth, 1u) - 1;
    bmc.first = std::min(bmc.first, bmc.last);
    return options;
  }
  WordCheckOptions unbounded() const {
    WordCheckOptions options;
    static_cast<Configuration&>(options) = arguments_.subject.configuration;
    options.portfolio = arguments_.subject.workers;
    if (!options.portfolio.plans.empty()) options.engine = kPortfolio;
    return options;
  }

  bool is_within_depth(const WordOutcome& outcome) const {
    return std::get<Unsafe<WordSystem>>(outcome.answer).trace.length() <= task_.depth;
  }
  /// No counterexample has at most as many steps as the task asks for.
  bool is_cleared(const WordOutcome& outcome) const {
    if (std::holds_alternative<Safe<WordSystem>>(outcome.answer)) return true;
    const auto* unknown = std::get_if<Unknown>(&outcome.answer);
    return unknown != nullptr && unknown->bound + 1 >= static_cast<std::int64_t>(task_.depth);
  }

  std::string check(Session& session) {
    const bool is_bounded = task_.mode == SbyTask::Mode::Bmc;
    WordOutcome outcome = run_word_check({*design_.btor2, model_, std::nullopt, lemmas_},
                                         is_bounded ? bounded() : unbounded(), session.context());
    if (std::holds_alternative<Unsafe<WordSystem>>(outcome.answer)) {
      write_files(outcome, "");
      if (arguments_.subject.answer.replay) replay(outcome, session);
      if (is_bounded && !is_within_depth(outcome)) {
        summary_.push_back(describe(outcome) + ", which is beyond the depth");
        return "UNKNOWN";
      }
      summary_.push_back(describe(outcome));
      return "FAIL";
    }
    if (is_bounded && is_cleared(outcome)) {
      summary_.push_back(fmt::format("no assertion fails in the first {} steps", task_.depth));
      return pass(session);
    }
    if (std::holds_alternative<Safe<WordSystem>>(outcome.answer)) return prove(outcome, session);
    return give_up(std::get<Unknown>(outcome.answer));
  }

  std::string prove(const WordOutcome& outcome, Session& session) {
    write_files(outcome, "");
    summary_.push_back(fmt::format("proved; the certificate ({} {}) was checked", outcome.lemmas,
                                   outcome.lemmas == 1 ? "lemma" : "lemmas"));
    return pass(session);
  }

  /// Unless assumptions contradict each other: then nothing was shown.
  std::string pass(Session& session) {
    const WordSystem& system = model_.system;
    if (system.constraints.empty() || cannot_blast(system)) return "PASS";
    const auto impossible = first_impossible_step(LowerWord().apply(system), session.context());
    if (!impossible) return "PASS";
    const bool is_early = *impossible < task_.depth;
    summary_.push_back(
        fmt::format("{}{}", is_early ? "" : "warning: ", describe_impossible_step(*impossible)));
    return is_early ? "ERROR" : arguments_.subject.strict ? "UNKNOWN" : "PASS";
  }

  std::string give_up(const Unknown& unknown) {
    summary_.push_back(unknown.bound < 0
                           ? unknown.explanation
                           : fmt::format("{}; no assertion fails in the first {} steps",
                                         unknown.explanation, unknown.bound + 1));
    return std::string(status_of(unknown));
  }

  /// Each statement by itself: all have to be reached.
  std::string cover(Session& session) {
    std::string status = "PASS";
    for (std::uint32_t i = 0; i < model_.system.bad.size(); ++i) {
      WordOutcome outcome =
          run_word_check({*design_.btor2, model_, i, lemmas_}, bounded(), session.context());
      if (std::holds_alternative<Unsafe<WordSystem>>(outcome.answer) && is_within_depth(outcome)) {
        write_files(outcome, model_.system.bad.size() > 1 ? fmt::format("_{}", i) : "");
        summary_.push_back(describe(outcome));
      } else if (is_cleared(outcome)) {
        summary_.push_back(fmt::format("unreached {}", describe_property(i)));
        status = "FAIL";
      } else if (const auto* unknown = std::get_if<Unknown>(&outcome.answer)) {
        const std::string found = give_up(*unknown);
        return status == "FAIL" ? status : found;
      } else {
        return "UNKNOWN";
      }
    }
    return status;
  }

  std::string describe_property(std::uint32_t bad) const {
    const std::string name = printable(model_.bad_names[bad], 200);
    std::string text =
        fmt::format("{} statement{}{}", task_.mode == SbyTask::Mode::Cover ? "cover" : "assert",
                    name.empty() ? "" : " ", name);
    if (bad < model_.properties.size() && !model_.properties[bad].file.empty())
      text += fmt::format(" at {}:{}", printable(model_.properties[bad].file, 200),
                          model_.properties[bad].line);
    return text;
  }
  std::string describe(const WordOutcome& outcome) const {
    const auto& trace = std::get<Unsafe<WordSystem>>(outcome.answer).trace;
    return fmt::format("{} {} in step {}; the trace was replayed",
                       task_.mode == SbyTask::Mode::Cover ? "reached" : "failed",
                       describe_property(outcome.bad), trace.length() - 1);
  }

  /// By a simulator, on the sources.
  void replay(const WordOutcome& outcome, Session& session) {
    TestbenchOptions options;
    options.falling = design_.falling;
    if (design_.clocks.size() == 1) options.clock = design_.clocks.front();
    const Testbench testbench =
        write_testbench(model_, std::get<Unsafe<WordSystem>>(outcome.answer).trace, options);
    if (testbench.text.empty()) {
      summary_.push_back("replay: not run: " + testbench.problem);
      return;
    }
    // Sources alone are not the design if the script defines macros or sets parameters.
    const bool is_set = std::any_of(task_.script.begin(), task_.script.end(), [](const auto& line) {
      return line.find("-D") != std::string::npos || line.find("define") != std::string::npos ||
             line.find("chparam") != std::string::npos;
    });
    const VerilogReplay run =
        replay_in_simulator(testbench.text, is_set ? std::vector<Source>() : design_.sources,
                            design_.netlist, session.context());
    switch (run.status) {
      case VerilogReplay::Status::NotRun:
        summary_.push_back("replay: not run: " + printable(run.reason, 200));
        return;
      case VerilogReplay::Status::Agrees:
        summary_.push_back(fmt::format("replay ({}): every value agrees", run.how));
        return;
      case VerilogReplay::Status::Differs:
        break;
    }
    constexpr std::size_t kMostShown = 10;
    summary_.push_back(
        fmt::format("replay ({}): {} values differ", run.how, run.differences.size()));
    for (std::size_t i = 0; i < std::min(kMostShown, run.differences.size()); ++i)
      summary_.push_back("replay: " + printable(run.differences[i], 200));
  }

  void write_files(const WordOutcome& outcome, const std::string& suffix) {
    AnswerOptions options = arguments_.subject.answer;
    for (std::string* path : {&options.witness, &options.vcd, &options.gtkw, &options.testbench})
      if (is_file(*path) && !suffix.empty()) {
        const std::size_t dot = path->rfind('.');
        const bool has_ending =
            dot != std::string::npos && path->find('/', dot) == std::string::npos;
        path->insert(has_ending ? dot : path->size(), suffix);
      }
    for (const AnswerFile& file : word_answer_files(model_, outcome, options)) {
      if (!is_file(file.path)) continue;
      write_file_atomically(file.path, file.text());
      summary_.push_back(fmt::format("{}: {}", file.kind, printable(file.path)));
    }
  }

  const SbyArguments& arguments_;
  const std::string name_;
  std::string label_;
  SbyTask task_;
  SbyDesign design_;
  WordModel model_;
  std::vector<Term> lemmas_;  // of the user, and proved
  std::vector<std::string> summary_;
};

/// In a process of its own, so that its limits and its end are its own, too.
int run_apart(const SbyArguments& arguments, const Source& source, const std::string& name) {
  std::fflush(stdout);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(16);
    const int code = TaskRun(arguments, name).run(source);
    std::fflush(stdout);
    ::_exit(code);
  }
  int status = 0;
  if (child < 0) throw InputError({arguments.file, 0}, "no process could be started");
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  put(stdout, fmt::format("SBY [{}] DONE (ERROR, rc=16)\n", printable(name, 200)));
  return 16;
}

}  // namespace

int check_sby(const SbyArguments& arguments) {
  const Source source = read_source(arguments.file);
  std::vector<std::string> tasks = arguments.tasks;
  if (tasks.empty()) tasks = list_sby_tasks(source, python_process()).defaults;
  if (tasks.empty()) tasks = {""};
  const AnswerOptions& answer = arguments.subject.answer;
  const bool writes = !answer.witness.empty() || !answer.certificate.empty() ||
                      !answer.vcd.empty() || !answer.testbench.empty() || !answer.lemmas.empty();
  if (tasks.size() > 1 && writes)
    throw InputError(
        {arguments.file, 0},
        fmt::format("files of the answer are those of one task, and there are {}: name "
                    "one behind the file",
                    tasks.size()));
  int code = 0;
  for (const std::string& task : tasks) code |= run_apart(arguments, source, task);
  return code;
}

}  // namespace cairn
