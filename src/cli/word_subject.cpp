// SPDX-License-Identifier: MIT
#include <optional>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/subject.h"
#include "cli/word_answer.h"
#include "input/word_reader.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/words/check.h"
#include "run/words/work.h"
#include "transform/lower_word.h"

namespace cairn {
namespace {

class WordSubject : public SubjectOfKind<WordOutcome, WordWork, WordAnswerGiver> {
 public:
  explicit WordSubject(SubjectOptions options) : SubjectOfKind(std::move(options)) {
    static_cast<Configuration&>(check_) = options_.configuration;
    check_.connect = options_.connect;
    check_.portfolio = options_.workers;
    if (!options_.workers.plans.empty()) check_.engine = kPortfolio;
  }

  void read(Session& session, const Source* source) override {
    session.progress().phase = "reading";
    source_ = source != nullptr ? *source : read_source(options_.answer.files.front());
    model_ = read_word_model_with_properties(source_, session.log());
    giver_.set_model(&model_);
    property_ = options_.position;
    if (options_.property)
      property_ = find_property(model_.bad_names, *options_.property, source_.name);
    if (property_ && *property_ >= model_.system.bad.size())
      throw InputError({source_.name}, "the job is about a property that the model does not have");
    work_.emplace(task_of_model());
  }

  void decide(Session& session) override {
    outcome_ = run_word_check(task_of_model(), check_, session.context());
  }

  ClusterTask task() override {
    return {*work_, JobSpec::Language::Btor2, source_.bytes, source_.name, property_};
  }

  void look_closer(Session& session) override {
    const WordSystem& system = model_.system;
    if (options_.answer.format == AnswerFormat::Hwmcc || system.constraints.empty() ||
        !std::holds_alternative<Safe<WordSystem>>(outcome_.answer) || cannot_blast(system))
      return;
    outcome_.impossible_step = first_impossible_step(LowerWord().apply(system), session.context());
    if (!outcome_.impossible_step || !options_.strict) return;
    outcome_.answer = Unknown{Unknown::Reason::Unsupported,
                              describe_impossible_step(*outcome_.impossible_step), -1};
    outcome_.decided_by.clear();
  }

  std::string message() override { return encode_message(outcome_); }

 private:
  WordTask task_of_model() const { return {source_, model_, property_}; }

  WordCheckOptions check_;
  Source source_;
  WordModel model_;
  std::optional<std::uint32_t> property_;
};

}  // namespace

std::unique_ptr<Subject> make_word_subject(SubjectOptions options) {
  return std::make_unique<WordSubject>(std::move(options));
}

}  // namespace cairn
