// SPDX-License-Identifier: MIT
#include "certify/check_lrat.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "format/ivl/scanner.h"
#include "sat/dimacs.h"

namespace cairn {
namespace {

using StepId = std::uint64_t;

/// One line.
struct Step {
  enum class Kind { Clause, Deletion, End };
  Kind kind = Kind::End;
  StepId id = 0;
  std::uint64_t line = 0;
  std::vector<std::int64_t> literals;  // of a clause, in the words of the formula
  std::vector<std::int64_t> hints;     // or what is deleted
};

class LratReader {
 public:
  explicit LratReader(const Source& source) : in_(source) {}

  void next(Step& step) {
    step.kind = Step::Kind::End;
    step.literals.clear();
    step.hints.clear();
    skip_blanks();
    while (!in_.at_end() && (in_.peek() == 'c' || in_.at_line_end())) {
      end_line();
      skip_blanks();
    }
    if (in_.at_end()) return;
    step.line = line_;
    if (!in_.at_digit())
      in_.fail(fmt::format("expected the number of a step, got {}", in_.found()));
    step.id = 0;
    step.id = static_cast<StepId>(number(step, "the number of a step"));
    skip_blanks();
    if (in_.peek() == 'd') {
      in_.skip();
      step.kind = Step::Kind::Deletion;
    } else {
      step.kind = Step::Kind::Clause;
      numbers(step, step.literals, "a literal, or 0 at the end of the clause");
      skip_blanks();
      if (in_.at_line_end()) {
        in_.fail(
            fmt::format("step {}: expected the clauses that it follows from, got end of line "
                        "(is this DRAT? Proofs must be in LRAT)",
                        step.id));
      }
    }
    numbers(step, step.hints, "the number of a clause, or 0 at the end of the step");
    skip_blanks();
    if (!in_.at_line_end())
      in_.fail(fmt::format("step {}: expected end of line, got {}", step.id, in_.found()));
    end_line();
  }

 private:
  void skip_blanks() {
    while (in_.peek() == ' ' || in_.peek() == '\t' || in_.peek() == '\r') in_.skip();
  }
  void end_line() {
    while (!in_.at_end() && in_.peek() != '\n') in_.skip();
    if (in_.at_end()) return;
    in_.skip();
    ++line_;
  }
  /// Up to the 0 at their end, on this line.
  void numbers(const Step& step, std::vector<std::int64_t>& result, const char* what) {
    while (true) {
      skip_blanks();
      if (in_.at_line_end())
        in_.fail(fmt::format("step {}: expected {}, got {}", step.id, what, in_.found()));
      const std::int64_t value = number(step, what);
      if (value == 0) return;
      result.push_back(value);
    }
  }
  std::int64_t number(const Step& step, const char* what) {
    constexpr std::int64_t kMax = std::int64_t{1} << 59;  // ten times that is still a number
    const std::size_t start = in_.offset();
    const bool negative = in_.peek() == '-';
    if (negative) in_.skip();
    std::int64_t value = 0;
    bool good = in_.at_digit();
    for (; in_.at_digit(); in_.skip()) {
      value = 10 * value + (in_.peek() - '0');
      good = good && value < kMax;
      if (!good) break;
    }
    const int after = in_.peek();
    good = good && (after == ' ' || after == '\t' || after == '\r' || in_.at_line_end());
    if (!good) {
      in_.go_to(start);
      const std::string where = step.id == 0 ? "" : fmt::format("step {}: ", step.id);
      in_.fail(fmt::format("{}expected {}, got {}", where, what, in_.found()));
    }
    return negative ? -value : value;
  }

  Scanner in_;
  std::uint64_t line_ = 1;
};

/// The clauses that a step may use, by number.
class Clauses {
 public:
  enum class State { Here, Deleted, Unknown };

  /// Numbers ascend.
  void add(StepId id, std::span<const Lit> clause) {
    entries_.push_back({id, literals_.size(), clause.size()});
    literals_.insert(literals_.end(), clause.begin(), clause.end());
  }
  StepId last() const { return entries_.empty() ? 0 : entries_.back().id; }
  State state(StepId id) const {
    const Entry* entry = find(id);
    if (entry == nullptr) return State::Unknown;
    return entry->size == kDeleted ? State::Deleted : State::Here;
  }
  std::span<const Lit> get(StepId id) const {
    const Entry* entry = find(id);
    return std::span(literals_).subspan(entry->begin, entry->size);
  }
  void remove(StepId id) {
    Entry& entry = entries_[static_cast<std::size_t>(find(id) - entries_.data())];
    wasted_ += entry.size;
    entry.size = kDeleted;
    if (wasted_ > kWorthwhile && 2 * wasted_ > literals_.size()) compact();
  }

 private:
  static constexpr std::size_t kDeleted = static_cast<std::size_t>(-1);
  static constexpr std::size_t kWorthwhile = std::size_t{1} << 20;
  struct Entry {
    StepId id;
    std::size_t begin, size;
  };

  const Entry* find(StepId id) const {
    // Numbers without gaps are the usual case.
    if (id >= 1 && id <= entries_.size() && entries_[id - 1].id == id) return &entries_[id - 1];
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), id,
                         [](const Entry& entry, StepId key) { return entry.id < key; });
    return found != entries_.end() && found->id == id ? &*found : nullptr;
  }
  void compact() {
    std::size_t end = 0;
    for (Entry& entry : entries_) {
      if (entry.size == kDeleted) continue;
      std::copy_n(literals_.begin() + static_cast<std::ptrdiff_t>(entry.begin), entry.size,
                  literals_.begin() + static_cast<std::ptrdiff_t>(end));
      entry.begin = std::exchange(end, end + entry.size);
    }
    literals_.resize(end);
    wasted_ = 0;
  }

  std::vector<Entry> entries_;
  std::vector<Lit> literals_;
  std::size_t wasted_ = 0;
};

class LratChecker {
 public:
  LratChecker(const Source& formula, const Source& proof, const Context& context)
      : cnf_(sat::read_dimacs(formula.name, formula.bytes)),
        numbering_(cnf_),
        proof_(proof),
        reader_(proof),
        budget_(context.budget),
        false_(2 * (std::size_t{numbering_.size()} + 1), 0) {}

  /// Sets the explanation unless it holds.
  Outcome check(std::string& explanation) {
    for (std::size_t i = 0; i < cnf_.num_clauses(); ++i) {
      clause_.clear();
      for (const Lit lit : cnf_.clause(i)) clause_.push_back(numbering_.inside(lit));
      clauses_.add(i + 1, clause_);
    }
    Outcome outcome = Outcome::Holds;
    Step step;
    StepId last = 0;
    for (std::uint64_t count = 1; outcome == Outcome::Holds; ++count) {
      reader_.next(step);
      if (step.kind == Step::Kind::End) {
        explanation = fmt::format("the proof ends after step {} without the empty clause", last);
        return Outcome::Fails;
      }
      if ((count & 1023) == 0 && budget_.exhausted()) {
        explanation = "a limit was reached";
        return Outcome::Undecided;
      }
      last = step.id;
      outcome = step.kind == Step::Kind::Deletion ? remove(step) : add(step);
      if (outcome == Outcome::Holds && step.kind == Step::Kind::Clause && step.literals.empty())
        return outcome;
    }
    explanation = fmt::format("{} ({}:{})", fault_, proof_.name, step.line);
    return outcome;
  }

 private:
  Outcome fail(const Step& step, std::string_view what) {
    fault_ = fmt::format("step {}: {}", step.id, what);
    return Outcome::Fails;
  }

  Outcome remove(const Step& step) {
    for (const std::int64_t id : step.hints) {
      if (const char* why = missing(id); why != nullptr)
        return fail(step, fmt::format("deletes clause {}, which {}", id, why));
      clauses_.remove(static_cast<StepId>(id));
    }
    return Outcome::Holds;
  }

  Outcome add(const Step& step) {
    if (step.id <= clauses_.last())
      return fail(step, fmt::format("its number should be larger than {}", clauses_.last()));
    for (const std::int64_t hint : step.hints)
      if (hint < 0) {
        fault_ = fmt::format("step {}: uses RAT (hint {}), which is not supported", step.id, hint);
        return Outcome::Undecided;
      }
    clause_.clear();
    for (const std::int64_t literal : step.literals) {
      const auto variable = static_cast<std::uint64_t>(literal < 0 ? -literal : literal);
      if (variable > sat::Cnf::kMaxVariable ||
          !numbering_.has(Var{static_cast<std::uint32_t>(variable)}))
        return fail(step, fmt::format("variable {} does not occur in the formula", variable));
      clause_.push_back(
          numbering_.inside(Lit(Var{static_cast<std::uint32_t>(variable)}, literal < 0)));
    }
    ++stamp_;
    bool refuted = false;  // by opposite literals
    for (const Lit lit : clause_) {
      refuted = refuted || is_false(~lit);
      false_[lit.code()] = stamp_;
    }
    for (const std::int64_t hint : step.hints) {
      if (const char* why = missing(hint); why != nullptr)
        return fail(step, fmt::format("uses clause {}, which {}", hint, why));
      if (refuted) continue;
      const auto left = propagate(static_cast<StepId>(hint));
      if (!left) return fail(step, fmt::format("clause {} is not unit when it is used", hint));
      refuted = *left == 0;
    }
    if (!refuted)
      return fail(step, fmt::format("does not follow from the {} clauses that it names",
                                    step.hints.size()));
    clauses_.add(step.id, clause_);
    return Outcome::Holds;
  }

  /// How many literals the clause leaves, 0 or 1; that one is true from now on. Nothing if it
  /// leaves more, or is true already.
  std::optional<int> propagate(StepId id) {
    Lit left = kNoLit;
    for (const Lit lit : clauses_.get(id)) {
      if (is_false(lit) || lit == left) continue;
      if (is_false(~lit) || left != kNoLit) return std::nullopt;
      left = lit;
    }
    if (left == kNoLit) return 0;
    false_[(~left).code()] = stamp_;
    return 1;
  }
  bool is_false(Lit lit) const { return false_[lit.code()] == stamp_; }

  /// Why a step cannot name the clause; null if it can.
  const char* missing(std::int64_t id) const {
    switch (clauses_.state(static_cast<StepId>(id))) {
      case Clauses::State::Here:
        return nullptr;
      case Clauses::State::Deleted:
        return "was deleted before";
      case Clauses::State::Unknown:
        break;
    }
    return "does not exist";
  }

  const sat::Cnf cnf_;
  const sat::Numbering numbering_;
  const Source& proof_;
  LratReader reader_;
  const Budget& budget_;
  Clauses clauses_;
  std::vector<Lit> clause_;
  std::vector<std::uint64_t> false_;  // by literal: it is, if the stamp is this step's
  std::uint64_t stamp_ = 0;
  std::string fault_;
};

}  // namespace

Judgement check_lrat(const Source& formula, const Source& proof, const Context& context) {
  const auto begin = std::chrono::steady_clock::now();
  Judgement judgement;
  const Outcome outcome = LratChecker(formula, proof, context).check(judgement.explanation);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  judgement.checks.push_back({"Refutation", outcome, seconds.count()});
  return judgement;
}

}  // namespace cairn
