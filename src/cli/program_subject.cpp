// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "cli/program_answer.h"
#include "cli/subject.h"
#include "format/ivl/ivl_printer.h"
#include "format/ivl/ivl_reader.h"
#include "input/c/checks.h"
#include "run/program/codec.h"
#include "run/program/findings.h"
#include "run/program/shorten.h"
#include "run/program/work.h"

namespace cairn {
namespace {

/// Of processor time, for each place that `--check unreachable` asks about.
constexpr double kUnreachableSeconds = 5;

/// Likewise, for each run whose scans are looked through for some that it does not need.
constexpr double kShortenSeconds = 0.2;

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

/// Whether --property names assertions of the program, and not a file or a property. Requirements
/// of Structured Text have names.
bool is_about_assertions(const std::string& text, const ProgramInput& input) {
  if (text.empty() || exists(text)) return false;
  if (names_assertions(text)) return true;
  if (input.files.empty() || input.files.front() == "-") return false;
  return input.language.value_or(language_of(input.files.front())) == Language::StructuredText;
}

std::string room_options(const CReadOptions& options) {
  std::string text =
      fmt::format("--heap-objects {} --heap-bytes {}", options.heap_objects, options.heap_bytes);
  if (options.recursion) text += fmt::format(" --recursion {}", *options.recursion);
  return text;
}

/// What --property says: what counts as an error goes to the reader of C.
PropertyFile find_property(const std::string& text, CReadOptions& options) {
  if (text.empty()) return {};
  const PropertyFile property = exists(text) || text.ends_with(".prp")
                                    ? read_property_file(read_source(text))
                                    : property_by_name(text);
  for (const std::string& check : property.checks) {
    if (!is_c_check(check))
      throw InputError({text}, fmt::format("the property {} is not supported: no check of Cairn "
                                           "finds what violates it ('{}' is missing)",
                                           property.name, check));
    options.checks.push_back(check);
  }
  options.entry = property.entry;
  // Whoever names a function means that, and neither labels nor assertions.
  options.error_label.clear();
  options.error_functions.clear();
  if (!property.function.empty()) options.error_functions = {property.function};
  // Tasks of different years call either; whoever asks for one of the two means both.
  if (property.function == "reach_error" || property.function == "__VERIFIER_error")
    options.error_functions = {"reach_error", "__VERIFIER_error"};
  return property;
}

/// What a certificate says: why the program is safe or, assertion by assertion, what of it is.
std::vector<ProgramProof> proofs_of(const ProgramOutcome& outcome,
                                    const AssertionVerdicts* verdicts) {
  std::vector<ProgramProof> proofs;
  if (verdicts == nullptr) {
    if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer))
      proofs.push_back({std::nullopt, outcome.cfa.get(), safe->invariant});
    return proofs;
  }
  for (const AssertionVerdicts::Part& part : verdicts->parts)
    if (const auto* safe = std::get_if<Safe<Cfa>>(&part.outcome.answer))
      proofs.push_back({JudgedAssertions(part.kept), part.outcome.cfa.get(), safe->invariant});
  return proofs;
}

class ProgramSubject : public SubjectOfKind<ProgramOutcome, ProgramWork, ProgramAnswerGiver> {
 public:
  explicit ProgramSubject(SubjectOptions options)
      : SubjectOfKind(completed(std::move(options))),
        input_(options_.input),
        is_whole_(!is_about_assertions(options_.property.value_or(""), options_.input)) {
    static_cast<Configuration&>(check_) = options_.configuration;
    // Runs that need more room than there is at first get it.
    if (is_whole())
      check_.gives_up_at = [this](const std::string& limit) {
        return more_room(limit).has_value();
      };
  }

  void read(Session& session, const Source* source) override {
    if (source != nullptr) {
      session.progress().phase = "reading";
      program_ = read_ivl(*source);
      giver_.set_program(&program_, &sources_);
      return;
    }
    if (std::ranges::find(input_.files, "-") != input_.files.end()) peek_standard_input();
    read_again(session, session.log());
  }

  void decide(Session& session) override {
    if (is_whole()) {
      outcome_ = decide_whole(session);
      if (outcome_.failure) outcome_.failure = short_run(*outcome_.failure, session);
      return;
    }
    const std::vector<Assertion> assertions = assertions_of(program_);
    const auto wanted =
        find_assertions(program_, assertions, *options_.property, input_.files.front());
    if (wanted.empty()) {
      outcome_ = decide(program_, session.context());
      if (outcome_.failure) outcome_.failure = short_run(*outcome_.failure, session);
      return;
    }
    AssertionTurns turns;
    // The time of workers is not ours, and one assertion has all the time there is.
    if (!options_.workers.plans.empty() || wanted.size() == 1) turns.first_seconds = 0;
    const DecideProgram by = [this](const Program& part, const Context& context) {
      return decide(part, context);
    };
    verdicts_ = check_assertions(program_, wanted, by, turns, session.context());
    for (AssertionVerdicts::Part& part : verdicts_->parts)
      if (part.outcome.failure) part.outcome.failure = short_run(*part.outcome.failure, session);
    outcome_ = overall(*verdicts_);
  }

  ClusterTask task() override {
    if (!is_whole())
      throw InputError({*options_.property}, "workers of a cluster judge all assertions together");
    work_.emplace(program_, check_.check);
    return {*work_, JobSpec::Language::Ivl, print_ivl(program_), options_.answer.files.front(), {}};
  }

  void look_closer(Session& session) override {
    if (options_.answer.format != AnswerFormat::Words) return;
    FindingsOptions options;
    options.strict = options_.strict;
    const std::vector<std::string>& checks = input_.c.checks;
    options.checks = !checks.empty();
    if (std::ranges::find(checks, "unreachable") != checks.end())
      options.search_seconds = kUnreachableSeconds;
    findings_ = make_findings(program_, verdicts_ ? &*verdicts_ : nullptr, options, check_,
                              session.context(), outcome_);
  }

  int give(const Log& log) override {
    giver_.set_findings(findings_ ? &*findings_ : nullptr);
    const std::vector<ProgramProof> proofs = proofs_of(outcome_, verdicts_ ? &*verdicts_ : nullptr);
    giver_.set_proofs(&proofs);
    giver_.set_verdicts(verdicts_ ? &*verdicts_ : nullptr);
    return SubjectOfKind::give(log);
  }
  std::string message() override {
    return encode_message(message_of(program_, outcome_), outcome_.cfa.get());
  }

 private:
  static SubjectOptions completed(SubjectOptions options) {
    const std::string property = options.property.value_or("");
    if (is_about_assertions(property, options.input))
      options.answer.property.name = property;
    else
      options.answer.property = find_property(property, options.input.c);
    options.answer.lp64 = options.input.c.data_model == CReadOptions::DataModel::LP64;
    return options;
  }

  /// All assertions together are the property.
  bool is_whole() const { return is_whole_; }

  /// Without scans that it does not need.
  ProgramFailure short_run(const ProgramFailure& failure, Session& session) const {
    if (scan_.entry.empty()) return failure;
    return shortened(program_, failure, scan_.scan, kShortenSeconds, session.context());
  }

  std::optional<CReadOptions> more_room(const std::string& limit) const {
    return input_.fixed_room ? std::nullopt : with_more_room(input_.c, limit);
  }

  void read_again(Session& session, const Log& log) {
    session.progress().phase = "reading";
    program_ = read_program(input_, log, &sources_, &scan_);
    giver_.set_program(&program_, &sources_);
    if (!scan_.entry.empty()) giver_.set_scan(&scan_);
  }

  ProgramOutcome decide(const Program& program, const Context& context) const {
    if (options_.workers.plans.empty()) return run_program_check(program, check_, context);
    context.progress.phase = "workers";
    return run_program_portfolio(program, options_.workers, check_.check, context);
  }

  ProgramOutcome decide_whole(Session& session) {
    const Log quiet;
    for (;;) {
      ProgramOutcome outcome = decide(program_, session.context());
      const auto* unknown = std::get_if<Unknown>(&outcome.answer);
      const auto larger = unknown == nullptr ? std::nullopt : more_room(unknown->explanation);
      if (!larger || session.budget().exhausted()) return outcome;
      session.log().detail("read again, with more room: {}", unknown->explanation);
      input_.c = *larger;
      giver_.set_room(room_options(input_.c));
      read_again(session, quiet);  // the warnings are the same
    }
  }

  ProgramInput input_;  // with the room that runs need
  bool is_whole_;
  ProgramCheckOptions check_;
  Program program_;
  std::vector<Source> sources_;
  st::ScanModel scan_;
  std::optional<AssertionVerdicts> verdicts_;
  std::optional<ProgramFindings> findings_;
};

}  // namespace

std::unique_ptr<Subject> make_program_subject(SubjectOptions options) {
  return std::make_unique<ProgramSubject>(std::move(options));
}

}  // namespace cairn
