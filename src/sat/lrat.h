// SPDX-License-Identifier: MIT
//
// Proofs as files, for checkers that know nothing of this solver.
//
//   LRAT [CHH+17]: "ID LITERALS 0 ANTECEDENTS 0" for a derived clause, "ID d IDS 0" for clauses
//   that are used no more. The clauses of the formula have the numbers 1 to m in the order of the
//   file, derived ones the numbers from m + 1 on.
//   DRAT [WHH14]: "LITERALS 0" and "d LITERALS 0", in text or as bytes; the checker has to find the
//   antecedents itself.
//
// What comes after the empty clause is not written. A writer that runs out of disk throws
// InputError out of the solver's call, which is then of no use any more; no file appears under the
// final name before commit().
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "sat/proof.h"

namespace cairn::sat {

/// What a proof speaks of.
struct ProofVocabulary {
  std::uint64_t num_clauses = 0;         ///< of the formula: that many originals will come
  std::vector<std::uint32_t> variables;  ///< in the file, by the solver's; empty: they are the same
};

/// What both formats share.
class ProofWriter : public ProofTracer {
 public:
  /// `refutation` is the empty clause. Ends the file and gives it its name.
  void commit(ClauseId refutation);

 protected:
  ProofWriter(const std::string& path, ProofVocabulary vocabulary)
      : file_(path), vocabulary_(std::move(vocabulary)) {}

  /// The literal as DIMACS has it.
  std::int64_t name(Lit lit) const;
  std::uint64_t num_clauses() const { return vocabulary_.num_clauses; }
  fmt::memory_buffer& out() { return buffer_; }
  void put_number(std::int64_t number);
  /// Called after each line.
  void flush_if_full();
  bool is_over() const { return over_; }
  void end() { over_ = true; }
  /// The formula has the empty clause itself.
  virtual void put_empty(ClauseId original) = 0;

 private:
  AtomicFile file_;
  ProofVocabulary vocabulary_;
  fmt::memory_buffer buffer_;
  bool over_ = false;  // the empty clause is written
};

class LratWriter : public ProofWriter {
 public:
  LratWriter(const std::string& path, ProofVocabulary vocabulary)
      : ProofWriter(path, std::move(vocabulary)) {}

  void add_original(ClauseId id, std::span<const Lit> clause) override;
  void add_derived(ClauseId id, std::span<const Lit> clause,
                   std::span<const ClauseId> antecedents) override;
  void delete_clause(ClauseId id) override;

 private:
  void put_empty(ClauseId original) override;
  /// The number in the file.
  std::uint64_t number(ClauseId id) const;
  void put_deletions();

  // Originals and derived clauses come mixed only until the last original; from then on numbers
  // differ by a constant.
  std::vector<std::uint64_t> numbers_{0};  // by the solver's
  std::uint64_t originals_ = 0, derived_ = 0;
  std::vector<std::uint64_t> deleted_;
};

class DratWriter : public ProofWriter {
 public:
  enum class Encoding { Text, Binary };

  DratWriter(const std::string& path, ProofVocabulary vocabulary, Encoding encoding)
      : ProofWriter(path, std::move(vocabulary)), encoding_(encoding) {}

  void add_original(ClauseId, std::span<const Lit>) override {}
  void add_derived(ClauseId id, std::span<const Lit> clause,
                   std::span<const ClauseId> antecedents) override;
  void delete_clause(ClauseId id) override;

 private:
  void put_empty(ClauseId original) override;
  void put_clause(char letter, std::span<const Lit> clause);
  void compact();

  Encoding encoding_;
  // Deletions name the literals, so derived clauses are kept until then.
  struct Kept {
    ClauseId id;
    std::size_t begin, size;  // in literals_
    bool deleted = false;
  };
  std::vector<Kept> kept_;  // by number, ascending
  std::vector<Lit> literals_;
  std::size_t wasted_ = 0;
};

}  // namespace cairn::sat
