// SPDX-License-Identifier: MIT
#include "sat/lrat.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "sat/dimacs.h"

namespace cairn::sat {
namespace {
constexpr std::size_t kFull = std::size_t{1} << 16;
// Literals of deleted clauses before they are cleared away.
constexpr std::size_t kWorthwhile = std::size_t{1} << 16;
}  // namespace

std::int64_t ProofWriter::name(Lit lit) const {
  CAIRN_ASSERT(!lit.is_constant());
  if (vocabulary_.variables.empty()) return to_dimacs(lit);
  return to_dimacs(Lit(Var{vocabulary_.variables[lit.var().index]}, lit.negated()));
}

void ProofWriter::put_number(std::int64_t number) {
  constexpr std::size_t kDigits = 21;
  const std::size_t size = buffer_.size();
  buffer_.try_resize(size + kDigits);
  char* const begin = buffer_.data() + size;
  char* const end = std::to_chars(begin, begin + kDigits - 1, number).ptr;
  *end = ' ';
  buffer_.try_resize(static_cast<std::size_t>(end + 1 - buffer_.data()));
}

void ProofWriter::flush_if_full() {
  if (buffer_.size() < kFull) return;
  file_.write({buffer_.data(), buffer_.size()});
  buffer_.clear();
}

void ProofWriter::commit(ClauseId refutation) {
  if (!is_over()) put_empty(refutation);
  file_.write({buffer_.data(), buffer_.size()});
  buffer_.clear();
  file_.commit();
}

void LratWriter::add_original(ClauseId id, std::span<const Lit>) {
  CAIRN_CHECK(originals_ < num_clauses());
  while (numbers_.size() < id) numbers_.push_back(number(numbers_.size()));
  numbers_.push_back(++originals_);
}

std::uint64_t LratWriter::number(ClauseId id) const {
  if (id < numbers_.size()) return numbers_[id];
  return num_clauses() + id - originals_;
}

void LratWriter::add_derived(ClauseId id, std::span<const Lit> clause,
                             std::span<const ClauseId> antecedents) {
  if (is_over()) return;
  put_deletions();
  derived_ = number(id);
  put_number(static_cast<std::int64_t>(derived_));
  for (const Lit lit : clause) put_number(name(lit));
  out().append(std::string_view("0 "));
  for (const ClauseId antecedent : antecedents)
    put_number(static_cast<std::int64_t>(number(antecedent)));
  out().append(std::string_view("0\n"));
  flush_if_full();
  if (clause.empty()) end();
}

void LratWriter::delete_clause(ClauseId id) {
  if (!is_over()) deleted_.push_back(number(id));
}

/// Those since the last derived clause in one line, which has the number of that clause.
void LratWriter::put_deletions() {
  if (deleted_.empty()) return;
  put_number(static_cast<std::int64_t>(derived_));
  out().append(std::string_view("d "));
  for (const std::uint64_t id : deleted_) put_number(static_cast<std::int64_t>(id));
  out().append(std::string_view("0\n"));
  deleted_.clear();
}

void LratWriter::put_empty(ClauseId original) {
  const std::uint64_t next = std::max(derived_, num_clauses()) + 1;
  fmt::format_to(std::back_inserter(out()), "{} 0 {} 0\n", next, number(original));
}

void DratWriter::put_clause(char letter, std::span<const Lit> clause) {
  if (encoding_ == Encoding::Text) {
    if (letter == 'd') out().append(std::string_view("d "));
    for (const Lit lit : clause) put_number(name(lit));
    out().append(std::string_view("0\n"));
  } else {
    // Literals as in AIGER, seven bits a byte, the lowest first.
    out().push_back(letter);
    for (const Lit lit : clause) {
      const std::int64_t number = name(lit);
      auto rest = static_cast<std::uint64_t>(number < 0 ? -2 * number + 1 : 2 * number);
      for (; rest > 127; rest >>= 7) out().push_back(static_cast<char>(rest | 128));
      out().push_back(static_cast<char>(rest));
    }
    out().push_back('\0');
  }
  flush_if_full();
}

void DratWriter::add_derived(ClauseId id, std::span<const Lit> clause, std::span<const ClauseId>) {
  if (is_over()) return;
  put_clause('a', clause);
  if (clause.empty()) end();
  kept_.push_back({id, literals_.size(), clause.size()});
  literals_.insert(literals_.end(), clause.begin(), clause.end());
}

void DratWriter::delete_clause(ClauseId id) {
  const auto found = std::lower_bound(kept_.begin(), kept_.end(), id,
                                      [](const Kept& kept, ClauseId key) { return kept.id < key; });
  if (is_over() || found == kept_.end() || found->id != id) return;
  put_clause('d', std::span(literals_).subspan(found->begin, found->size));
  wasted_ += found->size;
  found->deleted = true;
  if (wasted_ > kWorthwhile && 2 * wasted_ > literals_.size()) compact();
}

void DratWriter::compact() {
  std::erase_if(kept_, [](const Kept& kept) { return kept.deleted; });
  std::size_t end = 0;
  for (Kept& kept : kept_) {
    std::copy_n(literals_.data() + kept.begin, kept.size, literals_.data() + end);
    kept.begin = std::exchange(end, end + kept.size);
  }
  literals_.resize(end);
  wasted_ = 0;
}

void DratWriter::put_empty(ClauseId) {
  put_clause('a', {});
}

}  // namespace cairn::sat
