// SPDX-License-Identifier: MIT
#include <numeric>
#include <optional>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/circuit_answer.h"
#include "cli/shortest.h"
#include "cli/subject.h"
#include "format/aiger/aiger_writer.h"
#include "format/vcd/vcd_writer.h"
#include "input/reader.h"
#include "run/circuit/codec.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/circuit/properties.h"
#include "run/circuit/report.h"
#include "run/circuit/work.h"
#include "run/workers/worker_plans.h"

namespace cairn {
namespace {

class CircuitSubject : public SubjectOfKind<CheckOutcome, CircuitWork, CircuitAnswerGiver> {
 public:
  explicit CircuitSubject(SubjectOptions options) : SubjectOfKind(std::move(options)) {
    static_cast<Configuration&>(check_) = options_.configuration;
    check_.model_name = options_.answer.files.front();
    check_.core = options_.core;
    check_.connect = options_.connect;
    check_.portfolio = options_.workers;
    if (!options_.workers.plans.empty()) check_.engine = kPortfolio;
  }

  void read(Session& session, const Source* source) override {
    session.progress().phase = "reading";
    source_ = source != nullptr ? *source : read_source(options_.answer.files.front());
    model_ = read_model_with_properties(source_, session.log());
    if (options_.checkpoint.is_wanted()) {
      name_all_latches(model_.system);
      check_.connect = checkpoint_of(options_, source_.bytes, session.log());
    }
    giver_.set_model(&model_.system);
    check_.property = options_.position;
    if (has_verdict_each()) {
      std::vector<std::uint32_t> all(model_.system.bad.size());
      std::iota(all.begin(), all.end(), 0u);
      std::vector<PropertyRow> rows = rows_of(model_.system, all);
      for (PropertyRow& row : justice_rows_of(model_.system)) rows.push_back(std::move(row));
      properties_.begin(
          std::move(rows), [this](auto& report) { add_model(report, model_.system); }, session);
    } else if (options_.property) {
      choose(find_property(model_.system, *options_.property, source_.name));
    } else if (model_.system.bad.empty() && model_.system.justice.size() == 1) {
      check_.justice = 0;
    }
    if (check_.property && *check_.property >= model_.system.bad.size())
      throw InputError({source_.name}, "the job is about a property that the model does not have");
    work_.emplace(JudgedModel{model_, source_.name, check_.property, check_.justice});
  }

  void decide(Session& session) override {
    if (properties_.is_begun()) return decide_each(session);
    outcome_ = run_check(model_, check_, session.context());
    if (!options_.shortest || check_.justice) return;
    make_shortest<BitSystem>(outcome_, session, [&](std::uint32_t last) {
      CheckOptions shorter = check_;
      shorter.engine = "bmc";
      shorter.core = false;
      shorter.engines.configs.bmc.last = last;
      shorter.engines.configs.bmc.shortest = true;
      return run_check(model_, shorter, session.context());
    });
  }

  ClusterTask task() override {
    if (properties_.is_begun()) throw_no_cluster(source_.name);
    if (check_.justice)
      throw InputError({source_.name}, "workers of a cluster do not decide justice properties");
    return {*work_, JobSpec::Language::Aiger, source_.bytes, source_.name, check_.property};
  }

  /// A proof about a circuit that has no runs, or short ones only, is said to be one; it is no
  /// answer if such proofs are not wanted.
  void look_closer(Session& session) override {
    if (properties_.is_begun()) {
      if (!each_.impossible_step)
        each_.impossible_step = first_impossible_step(model_.system, session.context());
      return properties_.finish(std::move(each_), options_.strict);
    }
    if (options_.answer.format == AnswerFormat::Hwmcc ||
        !std::holds_alternative<Safe<BitSystem>>(outcome_.answer))
      return;
    outcome_.impossible_step = first_impossible_step(model_.system, session.context());
    if (!outcome_.impossible_step || !options_.strict) return;
    outcome_.answer = Unknown{Unknown::Reason::Unsupported,
                              describe_impossible_step(*outcome_.impossible_step), -1};
    outcome_.certificate.reset();
    outcome_.decided_by.clear();
  }

  std::string message() override { return encode_message(outcome_); }
  void tell_bound(std::int64_t bound) override { giver_.bound_cleared(bound); }

 private:
  /// If that is wished, and for justice properties beside other properties: they are not decided
  /// together.
  bool has_verdict_each() const {
    if (options_.answer.format != AnswerFormat::Words || options_.position) return false;
    if (options_.property) return options_.property == "all";
    const BitSystem& system = model_.system;
    return !system.justice.empty() && system.justice.size() + system.bad.size() > 1;
  }

  void choose(const Property& property) {
    if (property.kind == Property::Kind::Justice)
      check_.justice = property.position;
    else
      check_.property = property.position;
  }

  void decide_each(Session& session) {
    const AnswerOptions& to = options_.answer;
    warn_of_one_process(check_, session.log());
    each_ = check_properties(
        model_, check_, properties_.table(),
        [&](const std::vector<PropertyRow>& rows, const CheckOutcome& outcome) {
          const auto details = [&](auto& row) { add_details(row, outcome, model_.system); };
          if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer))
            properties_.decided(
                rows,
                {{"witness", to.witness, ".aiw",
                  [&] { return witness_text(outcome, &model_.system); }},
                 {"vcd", to.vcd, ".vcd", [&] { return write_vcd(model_.system, unsafe->trace); }}},
                details, session);
          else
            properties_.decided(
                rows,
                {{"certificate", to.certificate, ".cert.aag",
                  [&] { return write_aiger(*outcome.certificate, AigerFormat::Ascii); }}},
                details, session);
        },
        session.context());
  }

  CheckOptions check_;
  Source source_;
  AigerModel model_;
  PropertiesOutcome each_;
};

}  // namespace

std::unique_ptr<Subject> make_circuit_subject(SubjectOptions options) {
  return std::make_unique<CircuitSubject>(std::move(options));
}

}  // namespace cairn
