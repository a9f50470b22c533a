// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "sat/dimacs.h"
#include "sat/lrat.h"
#include "sat/resolution_proof.h"

namespace cairn {

struct SatProofOptions {
  std::string proof;   ///< file; empty: none
  std::string format;  ///< "lrat", "drat" or "drat-binary"; empty: the file's name decides
  std::string core;    ///< file; empty: none
};

void add_sat_proof_options(CLI::App& command, SatProofOptions& options);

/// What `cairn sat` writes about a refutation: the proof while it is found, the core at its end.
class SatProof : public sat::ProofTracer {
 public:
  SatProof(const SatProofOptions& options, const sat::Cnf& cnf, const sat::Numbering& numbering);

  bool is_wanted() const { return writer_ != nullptr || steps_ != nullptr; }
  void add_original(sat::ClauseId id, std::span<const Lit> clause) override;
  void add_derived(sat::ClauseId id, std::span<const Lit> clause,
                   std::span<const sat::ClauseId> antecedents) override;
  void delete_clause(sat::ClauseId id) override;

  /// The files get their names. Without this there are none.
  void write(sat::ClauseId refutation, const Log& log);

 private:
  void write_core(const std::vector<sat::ClauseId>& core, const Log& log) const;

  const SatProofOptions& options_;
  const sat::Cnf& cnf_;
  std::unique_ptr<sat::ProofWriter> writer_;
  std::unique_ptr<sat::ResolutionProof> steps_;
};

}  // namespace cairn
