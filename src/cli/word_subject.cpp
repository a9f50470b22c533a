// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "cli/arguments.h"
#include "cli/own_invariants.h"
#include "cli/shortest.h"
#include "cli/subject.h"
#include "cli/word_answer.h"
#include "format/vcd/vcd_writer.h"
#include "format/verilog/testbench.h"
#include "format/verilog/verilog_expression.h"
#include "input/word_reader.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/words/check.h"
#include "run/words/lemmas.h"
#include "run/words/properties.h"
#include "run/words/report.h"
#include "run/words/verilog_replay.h"
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
    // What needs more steps than one is inductive together with its history alone, which has no
    // names.
    if (!options_.answer.lemmas.empty() && check_.engine == "auto")
      check_.engines.configs.kind.last = std::min(check_.engines.configs.kind.last, 1u);
    if (!options_.workers.plans.empty()) check_.engine = kPortfolio;
  }

  void read(Session& session, const Source* source) override {
    session.progress().phase = "reading";
    if (source == nullptr && language_ == Language::Verilog) {
      ProgramInput input = options_.input;
      // That a cover statement is met is no error: one verdict for all can't tell.
      input.verilog.covers = options_.answer.format != AnswerFormat::Hwmcc;
      input.verilog.netlist = options_.answer.replay;
      VerilogModel design = read_verilog_with_properties(
          input, session.log(), [&] { return session.budget().exhausted(); });
      source_ = std::move(design.btor2);
      netlist_ = std::move(design.netlist);
      bench_.no_ports = design.beside;
      witnesses_ = std::move(design.witnesses);
      witness_source_ = std::move(design.witness_btor2);
      if (design.clocks.size() == 1) {
        const std::string& clock = design.clocks.front();  // "posedge clk"
        bench_.falling = clock.starts_with("negedge");
        bench_.clock = clock.substr(clock.find(' ') + 1);
      }
      model_ = std::move(design.model);
      unsupported_ = std::move(design.unsupported);
    } else {
      source_ = source != nullptr ? *source : read_source(options_.answer.files.front());
      model_ = read_word_model_with_properties(source_, session.log());
    }
    if (options_.checkpoint.is_wanted())
      check_.connect = checkpoint_of(options_, source_.bytes, session.log());
    giver_.set_model(&model_);
    property_ = options_.position;
    if (has_verdict_each()) {
      begin_properties(session);
    } else if (!unsupported_.empty()) {  // one verdict is about all
      throw unsupported_.front().reason;
    } else if (options_.property) {
      choose(find_property(model_, *options_.property, source_.name));
    } else if (model_.system.bad.empty() && model_.justice.size() == 1) {
      justice_ = 0;
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
    if (justice_) {
      outcome_ = run_word_justice(task_of_model(), *justice_, check_, session.context());
      return;
    }
    outcome_ = run_word_check(task_of_model(), check_, session.context());
    if (!options_.shortest) return;
    make_shortest<WordSystem>(outcome_, session, [&](std::uint32_t last) {
      WordCheckOptions shorter = check_;
      shorter.engine = "bmc";
      shorter.engines.configs.bmc.last = last;
      shorter.engines.configs.bmc.shortest = true;
      return run_word_check(task_of_model(), shorter, session.context());
    });
  }

  ClusterTask task() override {
    if (properties_.is_begun()) throw_no_cluster(source_.name);
    if (justice_)
      throw InputError({source_.name}, "workers of a cluster do not decide justice properties");
    return {*work_, JobSpec::Language::Btor2, source_.bytes, source_.name, property_};
  }

  void look_closer(Session& session) override {
    const WordSystem& system = model_.system;
    if (properties_.is_begun()) {
      if (!each_.impossible_step && !system.constraints.empty() && !cannot_blast(system))
        each_.impossible_step = first_impossible_step(LowerWord().apply(system), session.context());
      if (!each_.impossible_step) find_empty_proofs(session);
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
    const std::size_t bad = model_.system.bad.size(), justice = model_.justice.size();
    if (!options_.property && justice > 0 && bad + justice > 1) return true;
    return options_.property == "all" || !model_.properties.empty() ||
           !model_.justice_properties.empty() || !unsupported_.empty();
  }

  void choose(const Property& property) {
    if (property.kind == Property::Kind::Justice)
      justice_ = property.position;
    else
      property_ = property.position;
  }

  /// By position: bad states, justice properties, what the model does not have.
  std::vector<std::uint32_t> wanted_positions(const std::vector<std::string>& names) const {
    const std::string wanted = options_.property.value_or("all");
    const bool is_justice = wanted.size() > 1 && wanted[0] == 'j' &&
                            wanted.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!is_justice) return find_properties(names, wanted, source_.name);
    const Property one = find_property(model_, wanted, source_.name);
    return {static_cast<std::uint32_t>(model_.system.bad.size()) + one.position};
  }

  /// What the model does not have comes behind what it has.
  void begin_properties(Session& session) {
    const std::vector<PropertyRow> justice = justice_rows_of(model_);
    const std::size_t bad = model_.system.bad.size();
    std::vector<std::string> names = model_.bad_names;
    for (const PropertyRow& row : justice) names.push_back(row.about.name);
    std::vector<const UnsupportedStatement*> missing;
    std::string doubt;
    for (const UnsupportedStatement& each : unsupported_) {
      if (each.is_assumption) {
        if (doubt.empty())
          doubt = fmt::format("the assumption '{}' is not supported", each.about.name);
        continue;
      }
      missing.push_back(&each);
      names.push_back(each.about.name);
    }
    std::vector<PropertyRow> rows;
    for (const std::uint32_t index : wanted_positions(names)) {
      if (index < bad) {
        rows.push_back(rows_of(model_, {index}).front());
      } else if (index < bad + justice.size()) {
        rows.push_back(justice[index - bad]);
      } else {
        PropertyRow& row = rows.emplace_back();
        const UnsupportedStatement& each = *missing[index - bad - justice.size()];
        row.index = index;
        row.about = each.about;
        row.is_supported = false;
        row.unknown = {Unknown::Reason::Unsupported, "not supported: " + each.reason.message(), -1};
      }
    }
    properties_.begin(
        std::move(rows), [this](auto& report) { add_model(report, model_); }, session);
    properties_.table().doubt_runs(std::move(doubt));
  }

  /// Proofs of assertions that nothing asks: what they need is looked for as a cover statement is,
  /// for half of the time that the assertions took, and a proof that there is none is checked, too.
  void find_empty_proofs(Session& session) {
    constexpr double kLeastSeconds = 2;
    std::vector<std::uint32_t> safe, wanted;
    for (const PropertyRow& row : properties_.table().rows())
      if (row.verdict == "safe") safe.push_back(row.index);
    for (std::uint32_t i = 0; i < witnesses_.size(); ++i)
      if (std::ranges::any_of(witnesses_[i].properties, [&](std::uint32_t property) {
            return std::ranges::find(safe, property) != safe.end();
          }))
        wanted.push_back(i);
    if (wanted.empty() || session.budget().exhausted_by_now()) return;
    session.progress().phase = "looking for empty proofs";
    Budget share(&session.budget());
    share.renew(std::max(kLeastSeconds, seconds_ / 2));
    const Context limited{session.log(), share, session.progress(), session.context().seed};
    const WordModel model = read_word_model(witness_source_, session.log());
    PropertyTable found(rows_of(model, wanted));
    check_properties({witness_source_, model, std::nullopt, {}}, check_, found, {}, limited);
    for (const PropertyRow& row : found.rows())
      if (row.verdict == "safe")
        properties_.say_empty(witnesses_[row.index].properties, witnesses_[row.index].otherwise,
                              options_.strict);
  }

  void decide_each(Session& session) {
    const AnswerOptions& to = options_.answer;
    const double begin = thread_cpu_seconds();
    warn_of_one_process(check_, session.log());
    each_ = check_properties(
        task_of_model(), check_, properties_.table(),
        [&](const std::vector<PropertyRow>& rows, const WordOutcome& outcome) {
          const auto evidence = [&] { return outcome.evidence; };
          const auto details = [&](auto& row) { add_details(row, outcome, model_, bench_.clock); };
          if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer)) {
            const PropertyRow& row = rows.front();
            const auto waveform = [&] {
              const auto bad = row.justice ? std::nullopt : std::optional(row.index);
              return write_waveform(model_, unsafe->trace, {bad, bench_.clock, waveform_path(row)});
            };
            properties_.decided(
                rows,
                {{"witness", to.witness, ".wit", evidence},
                 {"vcd", to.vcd, ".vcd", [&] { return waveform().vcd; }},
                 {"gtkw", to.gtkw, ".gtkw", [&] { return waveform().gtkw; }},
                 {"testbench", to.testbench, ".v", [&] { return testbench(unsafe->trace); }}},
                details, session);
            if (to.replay) replay(rows.front(), unsafe->trace, session);
          } else if (rows.front().justice) {  // a proof about the circuit has no form in Verilog
            properties_.decided(rows, {{"certificate", to.certificate, ".cert.aag", evidence}},
                                details, session);
          } else {
            properties_.decided(rows,
                                {{"certificate", to.certificate, ".cert.btor2", evidence},
                                 {"lemmas", to.lemmas, ".sv",
                                  [&] {
                                    return write_verilog_lemmas(
                                               model_,
                                               lemmas_of_certificate(outcome.evidence, model_))
                                        .text;
                                  }}},
                                details, session);
          }
        },
        session.context());
    seconds_ = thread_cpu_seconds() - begin;
  }

  /// As PropertiesAnswer names it.
  std::string waveform_path(const PropertyRow& row) const {
    const AnswerOptions& to = options_.answer;
    return to.has_one_property() ? to.vcd : fmt::format("{}/{}.vcd", to.vcd, label_of(row));
  }

  std::string testbench(const WordTrace& trace) const {
    Testbench found = write_testbench(model_, trace, bench_);
    if (found.text.empty())
      throw InputError({options_.answer.testbench, 0}, "no test bench: " + found.problem);
    return std::move(found.text);
  }

  /// By a simulator that knows nothing of the model.
  void replay(const PropertyRow& row, const WordTrace& trace, Session& session) {
    TestbenchOptions flat = bench_;
    flat.is_flat = language_ == Language::Verilog;
    const Testbench found = write_testbench(model_, trace, flat);
    VerilogReplay run;
    run.reason = found.problem;
    if (!found.text.empty()) run = replay_in_simulator(found.text, {}, netlist_, session.context());
    const Log& log = session.log();
    using Status = VerilogReplay::Status;
    if (run.status == Status::NotRun)
      log.warning("{}: not run by a simulator: {}", row.index, printable(run.reason, 200));
    if (run.status == Status::Agrees)
      log.info("{}: run by {}, every value agrees", row.index, run.how);
    for (std::size_t i = 0; i < run.differences.size() && i < 10; ++i)
      log.warning("{}: {} differs: {}", row.index, run.how, printable(run.differences[i], 200));
  }

  WordTask task_of_model() const { return {source_, model_, property_, lemmas_}; }

  const Language language_;
  WordCheckOptions check_;
  Source source_;
  std::string netlist_;                    ///< of Verilog
  std::vector<VacuityWitness> witnesses_;  ///< likewise
  Source witness_source_;                  ///< likewise
  double seconds_ = 0;                     ///< that the properties took
  TestbenchOptions bench_;                 ///< likewise
  WordModel model_;
  std::vector<UnsupportedStatement> unsupported_;  ///< of Verilog
  std::vector<Term> lemmas_;                       ///< of the user, and proved
  std::optional<std::uint32_t> property_, justice_;
  PropertiesOutcome each_;
};

}  // namespace

std::unique_ptr<Subject> make_word_subject(SubjectOptions options, Language language) {
  return std::make_unique<WordSubject>(std::move(options), language);
}

}  // namespace cairn
