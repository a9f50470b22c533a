// SPDX-License-Identifier: MIT
//
// What a command decides, be it a circuit or a program: how it is read, decided, given to workers
// elsewhere, and answered. The commands `check`, `jobs attach` and `run-plan` know this and nothing
// of the kinds that there are.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/answer.h"
#include "cli/properties_answer.h"
#include "cli/session.h"
#include "input/ltl/ltl_reader.h"
#include "input/program_reader.h"
#include "model/exchange.h"
#include "remote/cluster.h"
#include "run/checkpoint/checkpoint.h"
#include "run/configuration.h"
#include "run/workers/portfolio.h"

namespace cairn {

/// What to decide, and how.
struct SubjectOptions {
  AnswerOptions answer;
  ProgramInput input;                     ///< files of circuits, too
  std::optional<std::string> property;    ///< as the user gave it
  std::optional<std::uint32_t> position;  ///< of a circuit's bad state, if that is known
  bool strict = false;                    ///< an empty `safe` is no answer
  std::vector<LtlFormula> ltl;            ///< decided in the place of the model's properties
  std::string invariants;                 ///< of words: a file of those that the user proposes
  CheckpointOptions checkpoint;           ///< of circuits and words: lemmas from and for other runs
  bool shortest = false;                  ///< of circuits and words: the counterexample
  bool core = false;                      ///< of circuits: the latches that a bound depends on
  Configuration configuration;
  PortfolioOptions workers;  ///< without plans: this process alone
  /// Lemmas to exchange with processes elsewhere, of circuits; may be empty.
  std::function<std::unique_ptr<LemmaExchange>(const BitSystem& simplified)> connect;
};

class Subject {
 public:
  virtual ~Subject() = default;

  /// Reads the files, or `source` in their place. Throws InputError.
  virtual void read(Session& session, const Source* source = nullptr) = 0;
  /// Once it is read; the answer is kept. Throws bad_alloc and InputError.
  virtual void decide(Session& session) = 0;

  /// For workers elsewhere; the answer that they find is kept by accept().
  virtual ClusterTask task() = 0;
  virtual void accept(WorkersOutcome found) = 0;

  /// Looks for what there is to say besides the verdict, such as that it is an empty one.
  virtual void look_closer(Session& session) = 0;
  /// No answer but this, so far.
  virtual void give_up(Unknown unknown) = 0;
  /// Gives the answer that was kept; the exit code. Throws InputError if a file can't be written.
  virtual int give(const Log& log) = 0;
  /// Gives this answer instead, on another thread, while the subject is still being decided.
  virtual int give_instead(Unknown unknown, std::optional<PortfolioReport> workers,
                           const Log& log) = 0;
  /// The answer with its evidence as bytes.
  virtual std::string message() = 0;
  /// A bound was cleared; tells standard output if its format has a word for it.
  virtual void tell_bound(std::int64_t) {}
};

/// What subjects of every kind do in the same way. `Giver` gives answers (cli/answer.h).
template <class Outcome, class WorkOnIt, class Giver>
class SubjectOfKind : public Subject {
 public:
  explicit SubjectOfKind(SubjectOptions options)
      : options_(std::move(options)), giver_(options_.answer), properties_(options_.answer) {}

  void accept(WorkersOutcome found) override { outcome_ = work_->take(std::move(found)); }
  void give_up(Unknown unknown) override {
    outcome_ = {};
    outcome_.answer = std::move(unknown);
  }
  int give(const Log& log) override {
    if (!properties_.is_begun()) return giver_.give(outcome_, log);
    const auto* unknown = std::get_if<Unknown>(&outcome_.answer);
    return properties_.give(log, unknown == nullptr ? std::nullopt : std::optional(*unknown));
  }
  int give_instead(Unknown unknown, std::optional<PortfolioReport> workers,
                   const Log& log) override {
    if (properties_.is_begun()) return properties_.give(log, unknown);
    Outcome so_far;
    so_far.answer = std::move(unknown);
    so_far.portfolio = std::move(workers);
    return giver_.give(so_far, log);
  }

 protected:
  const SubjectOptions options_;
  Giver giver_;
  std::optional<WorkOnIt> work_;  ///< for workers elsewhere
  Outcome outcome_;
  PropertiesAnswer properties_;  ///< if each property has a verdict of its own
};

std::unique_ptr<Subject> make_circuit_subject(SubjectOptions options);
std::unique_ptr<Subject> make_word_subject(SubjectOptions options, Language language);
/// A model with specifications of LTL and CTL, each with a verdict of its own.
std::unique_ptr<Subject> make_temporal_subject(SubjectOptions options, Language language);
std::unique_ptr<Subject> make_program_subject(SubjectOptions options);
Language language_of_job(JobSpec::Language language);
std::unique_ptr<Subject> make_subject(Language language, SubjectOptions options);

/// Workers of a cluster get one answer about all properties together.
[[noreturn]] void throw_no_cluster(const std::string& file);
/// Verdicts of single properties are found by this process: other workers are left out, and that is
/// said.
void warn_of_one_process(Configuration& configuration, const Log& log);

/// How a subject of one verdict connects with its checkpoint, whose model has these bytes. Nothing
/// if none is wanted.
std::function<std::unique_ptr<LemmaExchange>(const BitSystem&)> checkpoint_of(
    const SubjectOptions& options, const std::string& bytes, const Log& log);

inline Unknown unknown_so_far(Session& session) {
  return unknown_for(session.budget().reason(), session.progress().bound);
}

/// One whole run: reads the subject, decides it by `decide`, and gives the answer; limits are kept
/// and signals heard. `before_answer` runs when the answer is claimed. The exit code.
int run_subject(Subject& subject, const SessionOptions& limits,
                const std::function<std::optional<PortfolioReport>()>& workers_so_far,
                const std::function<void(Session&)>& decide,
                const std::function<void()>& before_answer = {});

}  // namespace cairn
