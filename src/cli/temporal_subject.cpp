// SPDX-License-Identifier: MIT
//
// A model in SMV, or any model on words or bits with formulas of LTL: a verdict for each
// specification.
#include <map>
#include <optional>

#include "base/error.h"
#include "base/output.h"
#include "cli/circuit_answer.h"
#include "cli/subject.h"
#include "format/aiger/aiger_writer.h"
#include "input/ltl/ltl_reader.h"
#include "input/reader.h"
#include "input/smv/smv_reader.h"
#include "input/word_reader.h"
#include "run/circuit/codec.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/circuit/report.h"
#include "run/circuit/work.h"
#include "run/temporal/check.h"
#include "transform/raise_bits.h"

namespace cairn {
namespace {

class TemporalSubject : public SubjectOfKind<CheckOutcome, CircuitWork, CircuitAnswerGiver> {
 public:
  TemporalSubject(SubjectOptions options, Language language)
      : SubjectOfKind(std::move(options)), language_(language) {
    static_cast<Configuration&>(check_) = options_.configuration;
    check_.model_name = options_.answer.files.front();
    if (!options_.workers.plans.empty()) check_.engine = kPortfolio;
  }

  void read(Session& session, const Source* source) override {
    session.progress().phase = "reading";
    if (language_ == Language::Smv && options_.ltl.empty())
      read_model_in_smv(session, source);
    else
      read_formulas(session, source);
    giver_.set_model(&task_.circuit.system);
    properties_.begin(
        wanted_rows(), [this](auto& report) { add_model(report, task_.circuit.system); }, session);
  }

  void decide(Session& session) override {
    const AnswerOptions& to = options_.answer;
    warn_of_one_process(check_, session.log());
    OnSpecification tell;
    tell.prefers_circuit = !to.certificate.empty() || !to.witness.empty();
    tell.by_circuit = [&](const std::vector<PropertyRow>& rows, const CheckOutcome& outcome) {
      const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer);
      const auto details = [&](auto& row) { add_details(row, outcome, task_.circuit.system); };
      if (unsafe == nullptr)
        return properties_.decided(
            rows,
            {{"certificate", to.certificate, ".cert.aag",
              [&] { return write_aiger(*outcome.certificate, AigerFormat::Ascii); }}},
            details, session);
      for (const PropertyRow& row : rows) {
        traces_[row.index] = temporal_trace(task_, row.index, unsafe->trace);
        std::vector<EvidenceFile> files{{"witness", to.witness, ".aiw", [&] {
                                           return witness_text(outcome, &task_.circuit.system);
                                         }}};
        if (!to.has_one_property())
          files.push_back({"run", to.witness, ".txt", [&] { return traces_[row.index]; }});
        properties_.decided({row}, files, details, session);
      }
    };
    tell.by_bounds = [&](const PropertyRow& row, const CtlVerdict& verdict) {
      std::vector<EvidenceFile> files;
      if (!verdict.trace.text.empty()) {
        traces_[row.index] = verdict.trace.text;
        files.push_back({"run", to.witness, ".txt", [&] { return verdict.trace.text; }});
      }
      properties_.decided(
          {row}, files, [](auto&) {}, session);
    };
    each_ = check_specifications(task_, check_, properties_.table(), tell, session.context());
  }

  ClusterTask task() override { throw_no_cluster(task_.file); }

  void look_closer(Session& session) override {
    if (!each_.impossible_step)
      each_.impossible_step = first_impossible_step(task_.circuit.system, session.context());
    properties_.finish(std::move(each_), options_.strict);
  }

  /// Behind the table, what violates specifications, in the words of the language.
  int give(const Log& log) override {
    const int code = SubjectOfKind::give(log);
    const AnswerOptions& to = options_.answer;
    if (to.format == AnswerFormat::Words && to.json != "-" && !to.json_lines)
      for (const auto& [index, trace] : traces_) put(stdout, "\n" + trace);
    return code;
  }

  std::string message() override { return encode_message(outcome_); }

 private:
  void read_model_in_smv(Session& session, const Source* source) {
    const Source text = source != nullptr ? *source : read_source(options_.answer.files.front());
    SmvModel model = read_smv(text, session.context());
    if (model.temporal.specifications.empty())
      throw InputError({text.name},
                       "nothing to check: the model has no INVARSPEC, LTLSPEC or CTLSPEC");
    task_ = temporal_task(model.model, std::move(model.temporal), text.name);
  }

  /// Over whatever the model has names for.
  void read_formulas(Session& session, const Source* source) {
    const std::string& file = options_.answer.files.front();
    WordModel model;
    if (language_ == Language::Verilog)
      model = read_verilog_design(options_.input, session.log(), [&] {
                return session.budget().exhausted();
              }).model;
    else if (language_ == Language::Words)
      model = read_word_model(source != nullptr ? *source : read_source(file), session.log());
    else
      model = raise_bits(
          read_model(source != nullptr ? *source : read_source(file), session.log()).system);
    TemporalModel temporal = add_ltl(model, options_.ltl);
    task_ = temporal_task(model, std::move(temporal), file);
  }

  /// By number or by name; all without either.
  std::vector<PropertyRow> wanted_rows() const {
    std::vector<PropertyRow> rows = rows_of(task_);
    if (!options_.property || options_.property == "all") return rows;
    std::vector<PropertyRow> found;
    for (PropertyRow& row : rows)
      if (row.about.name == *options_.property || std::to_string(row.index) == *options_.property)
        found.push_back(std::move(row));
    if (found.empty())
      throw InputError({task_.file}, "there is no specification '" + *options_.property +
                                         "': expected its number, from 0 on, or its name");
    return found;
  }

  const Language language_;
  CheckOptions check_;
  TemporalTask task_;
  PropertiesOutcome each_;
  std::map<std::uint32_t, std::string> traces_;
};

}  // namespace

std::unique_ptr<Subject> make_temporal_subject(SubjectOptions options, Language language) {
  return std::make_unique<TemporalSubject>(std::move(options), language);
}

}  // namespace cairn
