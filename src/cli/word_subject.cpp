// SPDX-License-Identifier: MIT
#include <optional>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/own_invariants.h"
#include "cli/subject.h"
#include "cli/word_answer.h"
#include "format/vcd/vcd_writer.h"
#include "input/word_reader.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/words/check.h"
#include "run/words/properties.h"
#include "run/words/report.h"
#include "run/words/work.h"
#include "transform/lower_word.h"

namespace cairn {
namespace {

class WordSubject : public SubjectOfKind<WordOutcome, WordWork, WordAnswerGiver> {
 public:
  WordSubject(SubjectOptions options, Language language)
      : SubjectOfKind(std::move(options)), language_(language) {
    static_cast<Configuration&>(check_) = options_.configuration;
    check_.connect = options_.connect;
    check_.portfolio = options_.workers;
    if (!options_.workers.plans.empty()) check_.engine = kPortfolio;
  }

  void read(Session& session, const Source* source) override {
    session.progress().phase = "reading";
    if (source == nullptr && language_ == Language::Verilog) {
      // That a cover statement is met is no error: it is looked at if it is asked for.
      ProgramInput input = options_.input;
      input.verilog.covers = options_.property.has_value();
      VerilogModel design = read_verilog_with_properties(
          input, session.log(), [&] { return session.budget().exhausted(); });
      source_ = std::move(design.btor2);
      model_ = std::move(design.model);
    } else {
      source_ = source != nullptr ? *source : read_source(options_.answer.files.front());
      model_ = read_word_model_with_properties(source_, session.log());
    }
    giver_.set_model(&model_);
    property_ = options_.position;
    if (has_verdict_each()) {
      const std::string wanted = options_.property.value_or("all");
      properties_.begin(rows_of(model_, find_properties(model_.bad_names, wanted, source_.name)),
                        [this](auto& report) { add_model(report, model_); });
    } else if (options_.property) {
      property_ = find_property(model_.bad_names, *options_.property, source_.name);
    }
    if (property_ && *property_ >= model_.system.bad.size())
      throw InputError({source_.name}, "the job is about a property that the model does not have");
    if (property_ && *property_ < model_.properties.size() &&
        model_.properties[*property_].kind == WordProperty::Kind::Cover)
      session.log().info("{}: a cover statement: 'unsafe' means that it is met, 'safe' never",
                         model_.bad_names[*property_]);
    work_.emplace(task_of_model());
  }

  void decide(Session& session) override {
    if (!options_.invariants.empty())
      lemmas_ = take_invariants(options_.invariants, model_, session);
    if (properties_.is_begun()) return decide_each(session);
    outcome_ = run_word_check(task_of_model(), check_, session.context());
  }

  ClusterTask task() override {
    if (properties_.is_begun()) throw_no_cluster(source_.name);
    return {*work_, JobSpec::Language::Btor2, source_.bytes, source_.name, property_};
  }

  void look_closer(Session& session) override {
    const WordSystem& system = model_.system;
    if (properties_.is_begun()) {
      if (!each_.impossible_step && !system.constraints.empty() && !cannot_blast(system))
        each_.impossible_step = first_impossible_step(LowerWord().apply(system), session.context());
      return properties_.finish(std::move(each_), options_.strict);
    }
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
  /// What comes from a language with assertions has a verdict for each; covers are nothing to find
  /// a verdict about together.
  bool has_verdict_each() const {
    if (options_.position || options_.answer.format == AnswerFormat::Hwmcc) return false;
    return options_.property == "all" || !model_.properties.empty();
  }

  void decide_each(Session& session) {
    const AnswerOptions& to = options_.answer;
    warn_of_one_process(check_, session.log());
    each_ = check_properties(
        task_of_model(), check_, properties_.table(),
        [&](const std::vector<PropertyRow>& rows, const WordOutcome& outcome) {
          const auto evidence = [&] { return outcome.evidence; };
          if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer))
            properties_.decided(
                rows,
                {{"witness", to.witness, ".wit", evidence},
                 {"vcd", to.vcd, ".vcd", [&] { return write_vcd(model_, unsafe->trace); }}},
                session);
          else
            properties_.decided(rows, {{"certificate", to.certificate, ".cert.btor2", evidence}},
                                session);
        },
        session.context());
  }

  WordTask task_of_model() const { return {source_, model_, property_, lemmas_}; }

  const Language language_;
  WordCheckOptions check_;
  Source source_;
  WordModel model_;
  std::vector<Term> lemmas_;  ///< of the user, and proved
  std::optional<std::uint32_t> property_;
  PropertiesOutcome each_;
};

}  // namespace

std::unique_ptr<Subject> make_word_subject(SubjectOptions options, Language language) {
  return std::make_unique<WordSubject>(std::move(options), language);
}

}  // namespace cairn
