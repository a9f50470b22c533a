// SPDX-License-Identifier: MIT
#include "remote/worker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/sandbox.h"
#include "remote/lease_file.h"
#include "remote/random_id.h"

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

/// How often a busy worker looks after its processes, and an idle one after work.
constexpr std::chrono::milliseconds kPeriod{50}, kIdle{250};

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

/// The last line of a file that may be long.
std::string last_line_of(const std::string& path) {
  constexpr std::streamoff kMost = 8192;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : 0;
  if (size <= 0) return "";
  std::string text(static_cast<std::size_t>(std::min(size, kMost)), '\0');
  file.seekg(std::max<std::streamoff>(0, size - kMost));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return last_line(text);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Worker::Worker(const WorkerOptions& options, const Log& log)
    : options_(options), log_(log), link_(options.address, log, "what runs goes on") {
  link_.open();
  info_.host = host_name();
  info_.id = fmt::format("{}-{}-{}", info_.host, ::getpid(), random_id().substr(0, 4));
  info_.jobs = options.jobs;
  info_.version = options.version;
}

void Worker::run(const Budget& budget) {
  log_.info("worker {} takes jobs from Redis at {}, {} at a time", info_.id,
            options_.address.text(), options_.jobs);
  const SandboxParts sandbox = probe_sandbox();
  if (sandbox.any())
    log_.detail("plans run in a sandbox: {}", sandbox.text());
  else
    log_.warning(
        "this kernel has neither seccomp nor Landlock: plans run with the rights of this user; "
        "see docs/cluster.md");
  while (!budget.exhausted()) {
    collect();
    post_results();
    renew_leases();
    announce();
    const bool is_busy = take_leases() || !tasks_.empty();
    std::this_thread::sleep_for(is_busy ? kPeriod : kIdle);
  }
  give_back();
}

/// True if one was taken.
bool Worker::take_leases() {
  bool any = false;
  while (tasks_.size() < options_.jobs && Clock::now() >= next_take_) {
    std::optional<board::Lease> lease;
    Provision provision = Provision::Done;
    const bool asked = link_.attempt([&](RedisConnection& redis) {
      lease = board::take(redis, info_.id, options_.lease);
      if (lease) provision = provide_model(redis, *lease);
    });
    // What was taken but could not be begun comes back to the board when its lease ends.
    if (!asked || !lease || provision == Provision::NoRoom) {
      next_take_ = Clock::now() + kIdle;
      break;
    }
    any = true;
    if (provision == Provision::Refused) continue;
    Task& task = tasks_.emplace_back();
    task.lease = std::move(*lease);
    task.exchange = options_.exchange && task.lease.spec.has_lemmas();
    begin(task);
  }
  return any;
}

/// By its hash, and by what it is: a name that ends so is a program to who reads it.
std::string Worker::path_of_model(const JobSpec& spec) const {
  return folder_.path() + '/' + spec.model + '.' + language_word(spec.language);
}

/// Sees to it that the model is there as a file. Without a model a plan has failed: who submits
/// puts the model there first, so it will not come. A disk that is full is this machine's trouble,
/// and the plan is for others.
Worker::Provision Worker::provide_model(RedisConnection& redis, const board::Lease& lease) {
  const std::string path = path_of_model(lease.spec);
  if (fs::exists(path)) return Provision::Done;
  std::string problem;
  // A plan needs a few times as much as the file has.
  const std::uint64_t most = options_.bytes > 0 ? options_.bytes / 2 : 4 * board::kMostBytes;
  const auto bytes = board::model(redis, lease.spec.model, problem, most);
  if (!bytes) {
    log_.warning("job {}: {}", lease.job, problem);
    PlanResult refused;
    refused.plan = lease.plan;
    refused.verdict = PlanResult::Verdict::Failed;
    refused.worker = info_.id;
    refused.reason = problem;
    board::finish(redis, lease, refused);
    return Provision::Refused;
  }
  try {
    write_file_atomically(path, *bytes);
  } catch (const InputError& error) {
    log_.warning("{}", error.what());
    board::release(redis, info_.id, lease.member());
    return Provision::NoRoom;
  }
  return Provision::Done;
}

/// A process that cannot be started has failed.
void Worker::begin(Task& task) {
  try {
    start(task);
  } catch (const InputError& error) {
    task.result.emplace();
    task.result->verdict = PlanResult::Verdict::Failed;
    task.result->reason = error.message();
  }
}

void Worker::start(Task& task) {
  const board::Lease& lease = task.lease;
  const JobPlan& plan = lease.spec.plans[lease.plan];
  task.begin = Clock::now();
  task.files = fmt::format("{}/{}", folder_.path(), ++started_);
  ++info_.begun;
  LeaseFile file;
  file.address = options_.address;
  file.job = lease.job;
  file.number = lease.plan;
  file.worker = info_.id;
  file.plan = plan;
  file.language = lease.spec.language;
  file.model = path_of_model(lease.spec);
  file.property = lease.spec.property;
  file.seconds = lease.spec.seconds;
  file.bytes = options_.bytes;
  file.message = task.files + ".message";
  file.exchange = task.exchange;
  write_file_atomically(task.files + ".lease", to_json(file));
  // The only words that a command line ever gets; the rest is in the file.
  task.child.emplace(std::vector<std::string>{std::string(kRunPlan), task.files + ".lease"},
                     task.files + ".messages", folder_.path());
  log_.info("job {}: plan {} begins{}", lease.job, printable(plan.name),
            lease.attempt > 1 ? fmt::format(" (attempt {})", lease.attempt) : "");
}

/// Takes note of processes that have ended.
void Worker::collect() {
  for (Task& task : tasks_) {
    if (!task.child) continue;
    const auto end = task.child->ended();
    if (!end) continue;
    PlanResult result = result_of(task, *end);
    task.child.reset();
    const bool is_refused = end->signal == 0 && end->code == kRefusedPlan;
    if (result.verdict == PlanResult::Verdict::Failed && task.exchange && !is_refused) {
      // A false lemma can do that to an engine; what it finds without others counts.
      log_.warning("job {}: plan {} failed ({}); once more, without the lemmas of others",
                   task.lease.job, printable(task.lease.spec.plans[task.lease.plan].name),
                   result.reason);
      task.exchange = false;
      begin(task);
    } else {
      task.result = std::move(result);
    }
  }
}

PlanResult Worker::result_of(const Task& task, const Child::End& end) const {
  PlanResult result;
  result.seconds = seconds_since(task.begin);
  constexpr int kUnknown = 0, kUnsafe = 10, kSafe = 20;
  const std::string said = printable(last_line_of(task.files + ".messages"));
  if (end.signal != 0) {
    result.verdict = PlanResult::Verdict::Failed;
    result.reason = fmt::format("ended by signal {}", end.signal);
  } else if (end.code == kSafe || end.code == kUnsafe) {
    result.verdict = PlanResult::Verdict::Answer;
    result.evidence = content_of(task.files + ".message");
  } else if (end.code == kUnknown) {
    result.reason = said;
  } else {
    result.verdict = PlanResult::Verdict::Failed;
    result.reason =
        end.code == kRefusedPlan ? said : fmt::format("exit code {}: {}", end.code, said);
  }
  return result;
}

void Worker::post_results() {
  for (auto task = tasks_.begin(); task != tasks_.end();) {
    const auto current = task++;
    if (!current->result) continue;
    PlanResult& result = *current->result;
    result.plan = current->lease.plan;
    result.worker = info_.id;
    const bool posted = link_.attempt(
        [&](RedisConnection& redis) { board::finish(redis, current->lease, result); });
    if (!posted) continue;
    log_.info("job {}: plan {}: {} after {:.1f} s", current->lease.job,
              printable(current->lease.spec.plans[result.plan].name),
              result.verdict == PlanResult::Verdict::Answer ? "an answer" : result.reason,
              result.seconds);
    forget(current);
  }
}

void Worker::renew_leases() {
  // Often enough that an answer elsewhere ends our search within a second.
  constexpr std::chrono::milliseconds kOften{500};
  if (tasks_.empty() || Clock::now() < next_renewal_) return;
  next_renewal_ = Clock::now() + std::min(kOften, options_.lease / 4);
  std::vector<std::string> members;
  for (const Task& task : tasks_) members.push_back(task.lease.member());
  std::vector<bool> kept;
  const bool asked = link_.attempt([&](RedisConnection& redis) {
    kept = board::renew(redis, info_.id, options_.lease, members);
  });
  if (!asked) return;
  std::size_t position = 0;
  for (auto task = tasks_.begin(); task != tasks_.end();) {
    const auto current = task++;
    // An answer is posted even if the lease was lost.
    if (kept[position++] || current->result) continue;
    log_.info("job {}: plan {} is over or somebody else's now", current->lease.job,
              printable(current->lease.spec.plans[current->lease.plan].name));
    forget(current);
  }
}

void Worker::announce() {
  constexpr std::chrono::seconds kPeriodOfSigns{5};
  if (Clock::now() < next_announcement_) return;
  next_announcement_ = Clock::now() + kPeriodOfSigns;
  link_.attempt([&](RedisConnection& redis) { board::announce(redis, info_); });
}

/// Without waiting for a server that is not there: leases end by themselves.
void Worker::give_back() {
  std::vector<std::string> members;
  for (const Task& task : tasks_) members.push_back(task.lease.member());
  tasks_.clear();
  link_.attempt([&](RedisConnection& redis) {
    for (const std::string& member : members) board::release(redis, info_.id, member);
    board::sign_off(redis, info_.id);
  });
}

/// Ends the task's process and removes its files, and the model if no other task needs it.
void Worker::forget(std::list<Task>::iterator task) {
  const std::string files = task->files, model = path_of_model(task->lease.spec);
  tasks_.erase(task);
  std::error_code ignored;
  for (const char* suffix : {".lease", ".message", ".messages"})
    fs::remove(files + suffix, ignored);
  const bool is_needed = std::any_of(tasks_.begin(), tasks_.end(), [&](const Task& other) {
    return path_of_model(other.lease.spec) == model;
  });
  if (!is_needed) fs::remove(model, ignored);
}

}  // namespace cairn
