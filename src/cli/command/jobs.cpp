// SPDX-License-Identifier: MIT
//
// `cairn worker` and `cairn jobs`: the cluster from the side of who works and of who looks.
#include <fmt/format.h>
#include <sys/sysinfo.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/display/worker_display.h"
#include "cli/exit_code.h"
#include "cli/redis_options.h"
#include "cli/subject.h"
#include "cli/values.h"
#include "remote/board.h"
#include "remote/cluster.h"
#include "remote/link.h"
#include "remote/worker.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

struct WorkerArguments {
  RedisArguments redis;
  SessionOptions session;
  std::uint32_t jobs = 1;
  double lease = 10;
  std::optional<std::uint64_t> bytes;
  bool alone = false;
};

/// All of the machine's memory but a little, if nobody says how much.
std::uint64_t memory_of_process(const WorkerArguments& arguments) {
  struct sysinfo system {};
  std::uint64_t all = arguments.bytes.value_or(0);
  if (all == 0 && ::sysinfo(&system) == 0)
    all = static_cast<std::uint64_t>(system.totalram) * system.mem_unit / 10 * 9;
  return all / arguments.jobs;
}

int work(WorkerArguments& arguments) {
  Session session(arguments.session, [](Session&) { return static_cast<int>(kExitDone); });
  session.progress().phase = "worker";
  WorkerOptions options;
  options.address = redis_address(arguments.redis, session.log());
  options.jobs = arguments.jobs;
  options.lease = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.lease * 1000));
  options.bytes = memory_of_process(arguments);
  options.exchange = !arguments.alone;
  options.version = CAIRN_VERSION;
  try {
    Worker worker(options, session.log());
    worker.run(session.budget());
  } catch (...) {
    session.claim_answer();
    throw;
  }
  session.claim_answer();
  return kExitDone;
}

struct JobsArguments {
  RedisArguments redis;
  SessionOptions session;
  std::string action = "list";
  std::string id;
  AnswerOptions answer;
};

std::string age_of(std::int64_t since) {
  const std::int64_t seconds = std::max<std::int64_t>(0, std::time(nullptr) - since);
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", seconds / 60);
  return fmt::format("{} h", seconds / 3600);
}

std::string state_of(const board::JobView::Plan& plan) {
  if (plan.ended) return "ended";
  if (plan.owner.empty()) return "waiting";
  if (!plan.status) return fmt::format("begins at {}", printable(plan.owner));
  const PlanStatus& status = *plan.status;
  std::string text = fmt::format("{}", printable(status.phase));
  if (status.level > 0) text += fmt::format("  level {}", status.level);
  if (status.bound >= 0) text += fmt::format("  bound {} (unchecked)", status.bound);
  return fmt::format("{}  {:.0f} s  {} MB  lemmas {} out {} in  {}", text, status.seconds,
                     status.bytes >> 20, status.lemmas_out, status.lemmas_in,
                     printable(plan.owner));
}

void print_job(const board::JobView& job) {
  put(stdout, fmt::format("{}  {}{}  {}  {} ago\n", printable(job.id), printable(job.state),
                          job.verdict.empty() ? "" : " (" + printable(job.verdict) + ")",
                          printable(job.spec.file), age_of(job.spec.submitted)));
  if (job.state != "open") return;
  for (std::size_t i = 0; i < job.plans.size(); ++i)
    put(stdout,
        fmt::format("  {:<16} {}\n", printable(job.spec.plans[i].name), state_of(job.plans[i])));
}

Json json_of(const board::JobView& job) {
  Json plans = Json::array();
  for (std::size_t i = 0; i < job.plans.size(); ++i) {
    Json plan = Json::parse(to_json(job.spec.plans[i]));
    plan["ended"] = job.plans[i].ended;
    plan["worker"] = job.plans[i].owner;
    if (job.plans[i].status) plan["status"] = Json::parse(to_json(*job.plans[i].status));
    plans.push_back(std::move(plan));
  }
  return {{"id", job.id},
          {"state", job.state},
          {"verdict", job.verdict},
          {"file", job.spec.file},
          {"model", job.spec.model},
          {"submitted", job.spec.submitted},
          {"plans", std::move(plans)}};
}

int list_jobs(const JobsArguments& arguments, RedisConnection& redis) {
  Json jobs = Json::array(), workers = Json::array();
  const auto ids = arguments.id.empty() ? board::jobs(redis) : std::vector{arguments.id};
  const bool as_json = arguments.answer.json == "-";
  std::size_t shown = 0;
  for (const std::string& id : ids)
    if (const auto job = board::view(redis, id)) {
      ++shown;
      if (as_json)
        jobs.push_back(json_of(*job));
      else
        print_job(*job);
    }
  if (shown == 0 && !arguments.id.empty())
    throw InputError({"", 0, 0}, fmt::format("there is no job '{}'", printable(arguments.id)));
  const std::vector<WorkerInfo> found = board::workers(redis);
  for (const WorkerInfo& worker : found) workers.push_back(Json::parse(to_json(worker)));
  if (as_json) {
    // In ASCII: what strangers wrote must not reach a terminal as it is.
    put(stdout, Json{{"jobs", jobs}, {"workers", workers}}.dump(2, ' ', true,
                                                                Json::error_handler_t::replace) +
                    "\n");
    return kExitDone;
  }
  if (shown == 0) put(stdout, "no jobs\n");
  if (!arguments.id.empty()) return kExitDone;
  std::uint32_t places = 0;
  for (const WorkerInfo& worker : found) places += worker.jobs;
  put(stdout, fmt::format("{} {}, {} {} at a time\n", found.size(),
                          found.size() == 1 ? "worker" : "workers", places,
                          places == 1 ? "plan" : "plans"));
  return kExitDone;
}

board::JobView require_job(RedisConnection& redis, const std::string& id) {
  auto job = board::view(redis, id);
  if (!job) throw InputError({"", 0, 0}, fmt::format("there is no job '{}'", printable(id)));
  return std::move(*job);
}

int cancel_job(const JobsArguments& arguments, RedisConnection& redis) {
  const board::JobView job = require_job(redis, arguments.id);
  board::close(redis, job.id, job.plans.size(), "cancelled", "unknown");
  put(stdout, fmt::format("{}\n", job.state == "open" ? "cancelled" : printable(job.state)));
  return kExitDone;
}

/// The model of a job, as its name on the board says.
Source source_of(RedisConnection& redis, const board::JobView& job) {
  std::string problem;
  auto bytes = board::model(redis, job.spec.model, problem);
  if (!bytes) throw InputError({"", 0, 0}, fmt::format("job {}: {}", job.id, problem));
  return {printable(job.spec.file), std::move(*bytes)};
}

/// Waits for a job: of a circuit or of a program, which the board says. Results stay on the board,
/// so a job that has ended can be judged once more.
int wait_for_job(JobsArguments& arguments) {
  // The board is asked first, for it says what is waited for.
  const Log log(arguments.session.level);
  Link link(redis_address(arguments.redis, log), log, "waiting for it to come back");
  board::JobView job;
  Source source;
  {
    Session session(arguments.session, [](Session&) {
      put(stdout, "unknown\n");
      return static_cast<int>(kExitUnknown);
    });
    try {
      job = require_job(link.open(), arguments.id);
      source = source_of(link.open(), job);
    } catch (...) {
      session.claim_answer();
      throw;
    }
    session.claim_answer();
  }
  const bool of_program = job.spec.language == JobSpec::Language::Ivl;
  const AnswerOptions& asked = arguments.answer;
  if (of_program)
    for (const auto& [path, option] :
         {std::pair{&asked.certificate, "--certificate"}, std::pair{&asked.vcd, "--vcd"}})
      if (!path->empty())
        throw InputError({"", 0, 0}, fmt::format("{} has no meaning for programs", option));
  SubjectOptions options;
  options.answer = asked;
  options.answer.files = {source.name};
  options.answer.engine = "cluster";
  options.answer.command = command_line();
  options.position = job.spec.property;
  const auto subject = make_subject(language_of_job(job.spec.language), options);
  WorkerDisplay display;
  return run_subject(
      *subject, arguments.session, [&] { return display.last(); },
      [&](Session& session) {
        subject->read(session, &source);
        Submission submission(link, job.id, job.spec, source.bytes, Submission::WhenStopped::Leave,
                              session.log());
        submission.limit_evidence(most_evidence(arguments.session.limits));
        subject->accept(wait_for_answer(
            submission, subject->task().work,
            [&](const PortfolioReport& report) { display.show(report, session); },
            session.context()));
      });
}

int attach(JobsArguments& arguments) {
  for (const auto* path : {&arguments.answer.witness, &arguments.answer.certificate,
                           &arguments.answer.json, &arguments.answer.vcd})
    require_writable(*path);
  return wait_for_job(arguments);
}

int show_jobs(JobsArguments& arguments) {
  if (arguments.action == "attach") return attach(arguments);
  const Log log(arguments.session.level);
  RedisConnection redis(redis_address(arguments.redis, log));
  return arguments.action == "cancel" ? cancel_job(arguments, redis) : list_jobs(arguments, redis);
}

}  // namespace

void add_worker_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "worker", "Work on what 'cairn check --redis' submits, until stopped by a signal");
  auto arguments = std::make_shared<WorkerArguments>();
  add_redis_options(*command, arguments->redis, "Where Redis is (default: 127.0.0.1:6379)");
  command->add_option("--jobs", arguments->jobs, "Plans that run at the same time")
      ->transform(whole_number(1, 1024))
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--lease", arguments->lease,
                   "Seconds without a sign of life after which others may take a plan over")
      ->check(CLI::Range(0.5, 3600.0).description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  command
      ->add_option_function<std::string>(
          "--memory",
          [arguments](const std::string& text) {
            arguments->bytes = parse_bytes(text);
            if (!arguments->bytes || *arguments->bytes == 0)
              throw CLI::ValidationError(
                  "--memory",
                  "expected megabytes such as 500, 500M or 4G, got '" + printable(text) + "'");
          },
          "Memory for all plans together (default: nine tenths of the machine's)")
      ->type_name("SIZE");
  command->add_flag("--alone", arguments->alone, "Share no lemmas with others");
  auto* verbose = command->add_flag_callback(
      "-v,--verbose", [arguments] { arguments->session.level = LogLevel::Verbose; },
      "Say more on standard error");
  command
      ->add_flag_callback(
          "-q,--quiet", [arguments] { arguments->session.level = LogLevel::Quiet; },
          "Say nothing on standard error but errors")
      ->excludes(verbose);
  command->callback([arguments, &chosen] { chosen = [arguments] { return work(*arguments); }; });
}

void add_jobs_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("jobs", "Show, attach to or cancel what was submitted");
  auto arguments = std::make_shared<JobsArguments>();
  command->footer(
      "Examples:\n"
      "  cairn jobs                 what runs, how far it is, and who works on it\n"
      "  cairn jobs attach ID       wait for the answer, check it and print it\n"
      "  cairn jobs cancel ID       take the job off the board");
  command->add_option("ACTION", arguments->action, "list, attach or cancel")
      ->check(one_of({"list", "attach", "cancel"}))
      ->capture_default_str()
      ->type_name("");
  command->add_option("ID", arguments->id, "The job's name")->type_name("");
  add_redis_options(*command, arguments->redis, "Where Redis is (default: 127.0.0.1:6379)");
  command->add_option("--witness", arguments->answer.witness, "attach: write the counterexample")
      ->type_name("FILE");
  command
      ->add_option("--certificate", arguments->answer.certificate,
                   "attach: write the proof as a witness circuit")
      ->type_name("FILE");
  command
      ->add_option("--vcd", arguments->answer.vcd, "attach: write the counterexample as a waveform")
      ->type_name("FILE");
  command
      ->add_option("--json", arguments->answer.json,
                   "attach: write the run as JSON; list: - for JSON instead of text")
      ->type_name("FILE");
  add_session_options(*command, arguments->session);
  command->callback([arguments, &chosen] {
    if (arguments->action != "list" && arguments->id.empty())
      throw CLI::ValidationError("ID", "expected the name of a job; 'cairn jobs' lists them");
    chosen = [arguments] { return show_jobs(*arguments); };
  });
}

}  // namespace cairn
