// SPDX-License-Identifier: MIT
#include "cli/subject.h"

#include <new>

#include "base/error.h"
#include "base/sha256.h"

namespace cairn {

Language language_of_job(JobSpec::Language language) {
  switch (language) {
    case JobSpec::Language::Aiger:
      return Language::Circuit;
    case JobSpec::Language::Btor2:
      return Language::Words;
    case JobSpec::Language::Ivl:
      break;
  }
  return Language::Ivl;
}

std::unique_ptr<Subject> make_subject(Language language, SubjectOptions options) {
  if (language == Language::Smv || !options.ltl.empty())
    return make_temporal_subject(std::move(options), language);
  if (is_on_words(language)) return make_word_subject(std::move(options), language);
  return is_program(language) ? make_program_subject(std::move(options))
                              : make_circuit_subject(std::move(options));
}

std::function<std::unique_ptr<LemmaExchange>(const BitSystem&)> checkpoint_of(
    const SubjectOptions& options, const std::string& bytes, const Log& log) {
  if (!options.checkpoint.is_wanted()) return {};
  CheckpointOptions checkpoint = options.checkpoint;
  checkpoint.model = sha256(bytes);
  if (!checkpoint.resume.empty()) read_checkpoint(checkpoint.resume);  // now is the time to say
  return [checkpoint, &log](const BitSystem& system) {
    return open_checkpoint(checkpoint, system, log);
  };
}

void throw_no_cluster(const std::string& file) {
  throw InputError({file}, "workers of a cluster judge all properties together, or one of them");
}

void warn_of_one_process(Configuration& configuration, const Log& log) {
  if (configuration.engine != kPortfolio) return;
  log.warning("verdicts of single properties are found by one process, without workers");
  configuration.engine = "auto";
}

int run_subject(Subject& subject, const SessionOptions& limits,
                const std::function<std::optional<PortfolioReport>()>& workers_so_far,
                const std::function<void(Session&)>& decide,
                const std::function<void()>& before_answer) {
  std::int64_t reported = -1;
  const auto tell_bound = [&](Session& running) {
    const std::int64_t bound = running.progress().bound;
    if (bound > reported) subject.tell_bound(reported = bound);
  };
  Session session(
      limits,
      [&](Session& running) {
        tell_bound(running);
        return subject.give_instead(unknown_so_far(running), workers_so_far(), running.log());
      },
      tell_bound);
  try {
    try {
      decide(session);
    } catch (const ReadingStopped&) {
      subject.give_up(unknown_so_far(session));
    } catch (const std::bad_alloc&) {
      session.budget().request_stop(StopReason::Memory);
      subject.give_up(unknown_so_far(session));
    }
  } catch (...) {
    session.claim_answer();
    throw;
  }
  session.claim_answer();
  tell_bound(session);
  if (before_answer) before_answer();
  return subject.give(session.log());
}

}  // namespace cairn
