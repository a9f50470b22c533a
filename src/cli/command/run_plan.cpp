// SPDX-License-Identifier: MIT
//
// What a worker starts for each plan (remote/worker.cpp): `cairn run-plan FILE`, which is for
// nobody else. Two processes:
//
// - The outer one reads the worker's file, forks the inner one, and hands it connections to the
//   server (remote/socket_broker.h). It looks at nothing that came from the server.
// - The inner one opens what it needs, enters the sandbox (base/sandbox.h), and only then looks at
//   the plan and the model. It can compute, talk to the one server, and write its answer.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>

#include "base/error.h"
#include "base/sandbox.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/subject.h"
#include "format/source.h"
#include "remote/channel.h"
#include "remote/job_plans.h"
#include "remote/keys.h"
#include "remote/lease_file.h"
#include "remote/redis_exchange.h"
#include "remote/remote_error.h"
#include "remote/socket_broker.h"
#include "remote/worker.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError({path, 0, 0}, std::string("cannot read: ") + std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

LeaseFile lease_of(const std::string& path) {
  const auto lease = lease_from_json(content_of(path));
  if (!lease) throw InputError({path, 0, 0}, "expected what a worker writes for its processes");
  return *lease;
}

/// An exchange that is owned by the one that holds lemmas back.
class PoliteExchange : public SelectiveExchange {
 public:
  PoliteExchange(std::unique_ptr<LemmaExchange> inner, const SharePolicy& policy)
      : SelectiveExchange(*inner, policy), inner_(std::move(inner)) {}

 private:
  std::unique_ptr<LemmaExchange> inner_;
};

/// The inner process, once it is in the sandbox.
class PlanRun {
 public:
  /// `message`: where the answer goes.
  PlanRun(LeaseFile lease, std::string model, int message)
      : lease_(std::move(lease)),
        source_{lease_.language == JobSpec::Language::Ivl ? "program" : "circuit",
                std::move(model)},
        message_(message) {}

  /// The exit code.
  int run() {
    const bool of_program = lease_.language == JobSpec::Language::Ivl;
    SubjectOptions options;
    try {
      const WorkerPlan plan = worker_plan(lease_.plan, of_program);
      options.configuration = plan.configuration;
      limits_.seed = plan.seed;
    } catch (const InputError& error) {
      std::fprintf(stderr, "%s\n", printable(error.message(), 1000).c_str());
      return kRefusedPlan;
    }
    limits_.limits.seconds = lease_.seconds;
    if (lease_.bytes > 0) limits_.limits.bytes = lease_.bytes;
    options.answer.files = {source_.name};
    options.answer.engine = options.configuration.engine;
    options.position = lease_.property;
    // The answer goes to the worker; what is checked before it is one, its reader checks again.
    Session* running = nullptr;
    const SharePolicy policy = options.configuration.share;
    const bool shares = !of_program && lease_.exchange && policy.share;
    if (shares)
      options.connect = [&](const BitSystem& system) { return connect(system, policy, *running); };
    const auto subject = make_subject(language_of_job(lease_.language), std::move(options));
    return run_subject(
        *subject, limits_, [] { return std::nullopt; },
        [&](Session& session) {
          running = &session;
          // Its thread looks at the session, so it must not outlive it.
          const std::unique_ptr<LemmaExchange> report = shares ? nullptr : report_of(session);
          subject->read(session, &source_);
          subject->decide(session);
        },
        // Not before: a process that is stopped must not end in the middle of it.
        [&] { deliver(subject->message()); });
  }

 private:
  StatusReport status_of(Session& session) const {
    StatusReport report;
    report.key = keys::status(lease_.job, lease_.number);
    report.text = [worker = lease_.worker, &session,
                   begin = std::chrono::steady_clock::now()](const ExchangeCounts& counts) {
      const Progress& progress = session.progress();
      PlanStatus status;
      status.worker = worker;
      status.phase = progress.phase.load();
      status.bound = progress.bound;
      status.level = static_cast<std::uint64_t>(std::max<std::int64_t>(0, progress.level));
      status.lemmas_out = counts.published;
      status.lemmas_in = counts.received;
      status.lemmas_taken = counts.taken;
      status.lemmas_useful = counts.useful;
      status.bytes = resident_bytes();
      status.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      return to_json(status);
    };
    return report;
  }

  /// Lemmas are exchanged with others that work on the same system.
  std::unique_ptr<LemmaExchange> connect(const BitSystem& system, const SharePolicy& policy,
                                         Session& session) const {
    auto exchange = std::make_unique<RedisExchange>(
        lease_.address, lemma_stream(system), static_cast<std::uint32_t>(system.latches.size()),
        session.log(), RedisExchangeOptions{}, status_of(session));
    return std::make_unique<PoliteExchange>(std::move(exchange), policy);
  }

  /// Tells how far the session is, as long as what is returned lives.
  std::unique_ptr<LemmaExchange> report_of(Session& session) const {
    return std::make_unique<RedisExchange>(lease_.address, "", 0, session.log(),
                                           RedisExchangeOptions{}, status_of(session));
  }

  /// The answer goes to the worker, which reads it when this process has ended. Throws InputError.
  void deliver(const std::string& bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t written = ::write(message_, bytes.data() + done, bytes.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0)
        throw InputError({"answer", 0, 0}, std::string("cannot write: ") + std::strerror(errno));
      done += static_cast<std::size_t>(written);
    }
  }

  const LeaseFile lease_;
  const Source source_;
  const int message_;
  SessionOptions limits_;
};

SandboxLimits limits_of(const LeaseFile& lease) {
  SandboxLimits limits;
  if (lease.bytes > 0) limits.bytes = lease.bytes;
  // Several threads, and time to come to an end; without a limit no longer than a job may live.
  constexpr double kThreads = 3, kMore = 60, kLongest = 30.0 * 24 * 3600;
  const double seconds = lease.seconds ? *lease.seconds * kThreads + kMore : kLongest;
  limits.cpu_seconds = static_cast<std::uint64_t>(std::ceil(std::min(seconds, kLongest)));
  return limits;
}

int work_inside(LeaseFile lease, int pair, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return kExitInputError;  // it ended before that
  ::clearenv();
  lease.address.sockets = std::make_shared<BrokeredSockets>(pair, printable(lease.address.text()));
  if (lease.address.tls) lease.address.prepared_tls = prepare_tls(lease.address);
  std::string model = content_of(lease.model);
  const int message =
      ::open(lease.message.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (message < 0)
    throw InputError({lease.message, 0, 0}, std::string("cannot write: ") + std::strerror(errno));
  resident_bytes();  // keeps open what it reads
  // A kernel that can do it must do it: nothing runs outside because a call failed once.
  const SandboxParts possible = probe_sandbox();
  if (enter_sandbox(limits_of(lease)).text() != possible.text())
    throw RemoteError(RemoteError::Kind::Refused, "the sandbox could not be entered");
  return PlanRun(std::move(lease), std::move(model), message).run();
}

/// Without what a process does at its end otherwise: tools that look for leaks then, for one, want
/// more than the sandbox allows.
[[noreturn]] void run_inner(const LeaseFile& lease, int pair, pid_t parent) {
  int code = kExitInputError;
  try {
    code = work_inside(lease, pair, parent);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (const RemoteError& error) {
    std::fprintf(stderr, "cairn: error: %s\n", error.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "cairn: error: out of memory\n");
  }
  std::fflush(nullptr);
  std::_Exit(code);
}

/// Ends as the inner process did.
int end_like(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return kExitInternal;
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  std::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  return kExitInternal;
}

int run_plan(const std::string& path) {
  const LeaseFile lease = lease_of(path);
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    throw InputError({path, 0, 0}, std::string("cannot make sockets: ") + std::strerror(errno));
  const pid_t self = ::getpid(), child = ::fork();
  if (child < 0)
    throw InputError({path, 0, 0}, std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) {
    ::close(pair[0]);
    run_inner(lease, pair[1], self);
  }
  ::close(pair[1]);
  serve_sockets(pair[0], lease.address);
  return end_like(child);
}

}  // namespace

void add_run_plan_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(std::string(kRunPlan), "Run a plan for a worker");
  command->group("");
  auto path = std::make_shared<std::string>();
  command->add_option("FILE", *path, "What the worker wrote")->required();
  command->callback([path, &chosen] { chosen = [path] { return run_plan(*path); }; });
}

}  // namespace cairn
