// SPDX-License-Identifier: MIT
//
// How the answer about a program is given: files first, then the answer on standard output, then,
// for people, on standard error, the failing assertion with the run that leads there or the
// invariants of loops.
#pragma once

#include <atomic>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/answer.h"
#include "format/c/program_trace.h"
#include "format/ivl/program_certificate.h"
#include "format/source.h"
#include "format/st/scan_model.h"
#include "format/st/scan_run.h"
#include "run/program/assertions.h"
#include "run/program/check.h"
#include "run/program/findings.h"
#include "run/program/invariant.h"

namespace cairn {

class ProgramAnswerGiver : public AnswerGiver<ProgramOutcome> {
 public:
  using AnswerGiver::AnswerGiver;

  /// Once the program is read; it must outlive the giver's use. `sources` are its files.
  void set_program(const Program* program, const std::vector<Source>* sources) {
    sources_ = sources;
    program_.store(program);
  }

  /// Of Structured Text: its variables. Runs are tables of scans then, and proofs are in its words.
  void set_scan(const st::ScanModel* scan) { scan_ = scan; }

  /// Options that give the program more room than was asked for, as a command line has them.
  void set_room(std::string options) { room_ = std::move(options); }

  /// What there is to say besides the answer; may be null, must outlive the giver's use.
  void set_findings(const ProgramFindings* findings) { findings_ = findings; }

  /// The verdicts of single assertions, with their evidence; likewise.
  void set_verdicts(const AssertionVerdicts* verdicts) { verdicts_ = verdicts; }

  /// The proofs that a certificate has; likewise.
  void set_proofs(const std::vector<ProgramProof>* proofs) { proofs_ = proofs; }

 private:
  std::vector<AnswerFile> files(const ProgramOutcome& outcome) override;
  std::string json(const ProgramOutcome& outcome, const RunFacts& facts) override;
  std::string first_lines(const ProgramOutcome& outcome) override;
  std::string last_line(const ProgramOutcome& outcome) override;
  void tell_people(const ProgramOutcome& outcome, const Log& log) override;
  std::string lines(const ProgramOutcome& outcome) override;
  void tell_findings(const ProgramOutcome& outcome, const Log& log) const;
  std::string rows() const;
  std::string certificate() const;
  void tell_safe(const ProgramOutcome& outcome, const Log& log);
  void tell_unsafe(const ProgramOutcome& outcome, const Log& log);
  std::vector<LoopInvariant> loops_of(const ProgramOutcome& outcome) const;
  st::ScanRun scans_of(const ProgramFailure& failure) const;
  void add_waveform(const st::ScanRun& run, nlohmann::ordered_json& to) const;
  /// What a page shows of an assertion that has a verdict of its own.
  void add_evidence(std::size_t index, nlohmann::ordered_json& row) const;
  /// Both are computed when they are first asked for.
  const ProgramTrace& trace(const ProgramOutcome& outcome);
  const std::vector<LoopInvariant>& invariants(const ProgramOutcome& outcome);
  const st::ScanRun& scans(const ProgramOutcome& outcome);

  void tell_run(const std::string& text, const Log& log) const;

  const st::ScanModel* scan_ = nullptr;
  std::string room_;
  std::atomic<const Program*> program_{nullptr};
  const std::vector<Source>* sources_ = nullptr;
  const ProgramFindings* findings_ = nullptr;
  const AssertionVerdicts* verdicts_ = nullptr;
  const std::vector<ProgramProof>* proofs_ = nullptr;
  std::optional<ProgramTrace> trace_;
  std::optional<st::ScanRun> scans_;
  std::optional<std::vector<LoopInvariant>> invariants_;
};

}  // namespace cairn
