// SPDX-License-Identifier: MIT
#include "cli/command/sat_proof.h"

#include "base/atomic_file.h"
#include "cli/values.h"

namespace cairn {
namespace {

std::unique_ptr<sat::ProofWriter> make_writer(const SatProofOptions& options, const sat::Cnf& cnf,
                                              const sat::Numbering& numbering) {
  sat::ProofVocabulary vocabulary;
  vocabulary.num_clauses = cnf.num_clauses();
  if (numbering.is_sparse()) {
    vocabulary.variables.push_back(0);
    for (std::uint32_t v = 1; v <= numbering.size(); ++v)
      vocabulary.variables.push_back(numbering.outside(v));
  }
  using sat::DratWriter;
  const bool is_drat =
      options.format.empty() ? options.proof.ends_with(".drat") : options.format != "lrat";
  if (!is_drat) return std::make_unique<sat::LratWriter>(options.proof, std::move(vocabulary));
  return std::make_unique<DratWriter>(
      options.proof, std::move(vocabulary),
      options.format == "drat-binary" ? DratWriter::Encoding::Binary : DratWriter::Encoding::Text);
}

}  // namespace

void add_sat_proof_options(CLI::App& command, SatProofOptions& options) {
  const auto is_file = [](const std::string& path) {
    return path == "-" ? "expected a file: standard output is for the answer" : "";
  };
  command
      .add_option("--proof", options.proof,
                  "Write a proof that the formula is unsatisfiable; none if it is not")
      ->check(CLI::Validator(is_file, ""))
      ->type_name("FILE");
  command
      .add_option("--proof-format", options.format,
                  "lrat, drat or drat-binary; without it drat for a file *.drat, otherwise lrat")
      ->check(one_of({"lrat", "drat", "drat-binary"}))
      ->type_name("FORMAT")
      ->needs("--proof");
  command
      .add_option("--core", options.core,
                  "Write the clauses that the proof needs, a formula that is unsatisfiable too")
      ->check(CLI::Validator(is_file, ""))
      ->type_name("FILE");
}

SatProof::SatProof(const SatProofOptions& options, const sat::Cnf& cnf,
                   const sat::Numbering& numbering)
    : options_(options), cnf_(cnf) {
  if (!options.proof.empty()) writer_ = make_writer(options, cnf, numbering);
  if (!options.core.empty()) steps_ = std::make_unique<sat::ResolutionProof>();
}

void SatProof::add_original(sat::ClauseId id, std::span<const Lit> clause) {
  if (writer_) writer_->add_original(id, clause);
  if (steps_) steps_->add_original(id, clause);
}

void SatProof::add_derived(sat::ClauseId id, std::span<const Lit> clause,
                           std::span<const sat::ClauseId> antecedents) {
  if (writer_) writer_->add_derived(id, clause, antecedents);
  if (steps_) steps_->add_derived(id, clause, antecedents);
}

void SatProof::delete_clause(sat::ClauseId id) {
  if (writer_) writer_->delete_clause(id);
  if (steps_) steps_->delete_clause(id);
}

void SatProof::write(sat::ClauseId refutation, const Log& log) {
  if (steps_) write_core(steps_->core(refutation), log);
  if (writer_) writer_->commit(refutation);
}

void SatProof::write_core(const std::vector<sat::ClauseId>& core, const Log& log) const {
  // Originals came in the order of the formula.
  sat::Cnf needed;
  needed.max_variable = cnf_.max_variable;
  auto next = core.begin();
  std::size_t clause = 0;
  for (sat::ClauseId id = 1; next != core.end(); ++id) {
    if (!steps_->is_original(id)) continue;
    if (*next == id) {
      needed.add_clause(cnf_.clause(clause));
      ++next;
    }
    ++clause;
  }
  write_file_atomically(options_.core, sat::write_dimacs(needed));
  log.info("the refutation needs {} of {} clauses", needed.num_clauses(), cnf_.num_clauses());
}

}  // namespace cairn
