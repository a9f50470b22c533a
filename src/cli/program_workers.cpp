// SPDX-License-Identifier: MIT
#include "cli/program_workers.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/error.h"
#include "run/shared_array.h"
#include "run/worker_race.h"

namespace cairn {
namespace {

/// What workers and the process that started them share.
struct Desk {
  std::atomic<std::uint32_t> winner{0};  ///< its position plus one, once there is one
  std::atomic<std::int64_t> bound{-1};
};

/// What is written to standard output goes to a file in memory instead.
class CapturedOutput {
 public:
  CapturedOutput() : file_(::memfd_create("answer", MFD_CLOEXEC)) {
    CAIRN_CHECK(file_ >= 0 && ::dup2(file_, STDOUT_FILENO) >= 0);
  }
  std::string take() {
    std::fflush(stdout);
    std::string text(static_cast<std::size_t>(std::max<off_t>(::lseek(file_, 0, SEEK_END), 0)), 0);
    CAIRN_CHECK(::pread(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
    return text;
  }

 private:
  const int file_;
};

class ProgramRace {
 public:
  ProgramRace(const Program& program, const std::vector<Source>& sources,
              const ProgramWorkers& workers, const ProgramAnswerOptions& answer,
              const std::optional<std::uint64_t>& bytes, Session& session)
      : program_(program),
        sources_(sources),
        workers_(workers),
        answer_(answer),
        bytes_(bytes),
        session_(session),
        desk_(1) {}

  std::optional<GivenAnswer> run(Unknown& unknown);

 private:
  std::string work(std::size_t worker);
  WorkerRace::Verdict judge(std::size_t worker, const WorkerProcess& process);

  const Program& program_;
  const std::vector<Source>& sources_;
  const ProgramWorkers& workers_;
  const ProgramAnswerOptions& answer_;
  const std::optional<std::uint64_t>& bytes_;
  Session& session_;
  SharedArray<Desk> desk_;
  std::optional<GivenAnswer> given_;
  std::string last_words_;
};

std::optional<GivenAnswer> ProgramRace::run(Unknown& unknown) {
  std::vector<WorkerRace::Runner> runners;
  for (std::size_t i = 0; i < workers_.plans.size(); ++i)
    runners.push_back({workers_.plans[i].weight, [this, i] { return work(i); }});
  WorkerRace race(std::move(runners), workers_.slots, session_.budget());
  WorkerRace::Callbacks callbacks;
  callbacks.judge = [this](std::size_t worker, const WorkerProcess& process) {
    return judge(worker, process);
  };
  callbacks.not_started = [this](std::size_t worker, const std::string& why) {
    session_.log().warning("worker {} is lost: {}", workers_.plans[worker].name, why);
  };
  callbacks.tick = [this] { session_.progress().clear(desk_[0].bound); };
  session_.progress().phase = "workers";
  if (const auto winner = race.run(callbacks))
    session_.log().info("decided by worker {} of {}", workers_.plans[*winner].name,
                        workers_.plans.size());
  unknown = unknown_for(session_.budget().reason(), session_.progress().bound);
  if (!session_.budget().exhausted())
    unknown = {Unknown::Reason::Unsupported,
               last_words_.empty() ? "every worker was lost"
                                   : "every worker gave up; the last one: " + last_words_,
               session_.progress().bound};
  return std::move(given_);
}

/// In the worker's process. The first byte of what is sent says what it is: an exit code and the
/// text for standard output, or why there is none.
std::string ProgramRace::work(std::size_t worker) {
  const ProgramPlan& plan = workers_.plans[worker];
  Budget budget;
  Progress progress;
  const Log quiet(LogLevel::Quiet);
  Limits limits;
  if (bytes_) {
    const std::uint64_t common = std::min(resident_bytes(), *bytes_);
    limits.bytes = common + (*bytes_ - common) / workers_.plans.size();
  }
  Watchdog::Callbacks callbacks;
  callbacks.tick = [&] {
    // Bounds of an automaton and of a circuit count different steps: only one kind is told.
    if (worker == 0) desk_[0].bound = progress.bound.load();
  };
  callbacks.overrun = [] { std::_Exit(0); };
  const Watchdog watchdog(budget, limits, std::move(callbacks));
  const Context context{quiet, budget, progress, plan.seed};
  ProgramOutcome outcome;
  try {
    outcome = run_program_check(program_, plan.check, context);
  } catch (const std::bad_alloc&) {
    outcome.answer = unknown_for(StopReason::Memory, progress.bound);
  }
  lift_memory_limit();
  if (const auto* unknown = std::get_if<Unknown>(&outcome.answer))
    return "u" + unknown->explanation;
  std::uint32_t nobody = 0;
  if (!desk_[0].winner.compare_exchange_strong(nobody, static_cast<std::uint32_t>(worker) + 1))
    return "utoo late";
  CapturedOutput captured;
  ProgramAnswerOptions options = answer_;
  options.plan = plan.name;
  ProgramAnswerGiver giver(options, "portfolio", plan.seed);
  giver.set_program(&program_, &sources_);
  const Log log(session_.log().level());
  const auto code = static_cast<char>(giver.give(outcome, log));
  return std::string("a") + code + captured.take();
}

WorkerRace::Verdict ProgramRace::judge(std::size_t worker, const WorkerProcess& process) {
  const std::string& name = workers_.plans[worker].name;
  const std::string& message = process.received();
  if (!process.fault().empty() || message.empty()) {
    session_.log().warning("worker {} is lost: {}", name,
                           process.fault().empty() ? "ended without an answer" : process.fault());
    return WorkerRace::Verdict::Out;
  }
  if (message[0] == 'a' && message.size() >= 2) {
    given_ = {message[1], message.substr(2)};
    return WorkerRace::Verdict::Won;
  }
  last_words_ = message.substr(1);
  session_.log().detail("worker {} gave up: {}", name, last_words_);
  return WorkerRace::Verdict::Out;
}

}  // namespace

std::optional<GivenAnswer> run_program_workers(const Program& program,
                                               const std::vector<Source>& sources,
                                               const ProgramWorkers& workers,
                                               const ProgramAnswerOptions& answer,
                                               const std::optional<std::uint64_t>& bytes,
                                               Session& session, Unknown& unknown) {
  return ProgramRace(program, sources, workers, answer, bytes, session).run(unknown);
}

}  // namespace cairn
