// SPDX-License-Identifier: MIT
#include "sat/dimacs.h"

#include <fmt/format.h>

#include <algorithm>

#include "sat/text_cursor.h"

namespace cairn::sat {
namespace {

class DimacsReader {
 public:
  DimacsReader(std::string_view name, std::string_view text) : in_(name, text) {}

  Cnf read() {
    if (!next_word()) in_.fail("expected the header 'p cnf VARIABLES CLAUSES', got end of file");
    read_header();
    while (next_word()) read_literal();
    if (clause_is_open_)
      in_.fail_at(last_literal_, "expected 0 at the end of the last clause, got end of file");
    if (cnf_.num_clauses() != promised_)
      in_.fail(fmt::format("expected {} clauses as the header says, got {}", promised_,
                           cnf_.num_clauses()));
    return std::move(cnf_);
  }

 private:
  /// Moves to the next word that is no comment; false at the end of the formula.
  bool next_word() {
    while (true) {
      in_.skip_blanks();
      if (in_.at_end() || (line_is_new_ && in_.peek() == '%')) return false;
      if (in_.peek() == '\n') {
        in_.skip();
        line_is_new_ = true;
      } else if (line_is_new_ && in_.peek() == 'c') {
        in_.skip_line();
      } else {
        line_is_new_ = false;
        return true;
      }
    }
  }

  void read_header() {
    const std::size_t start = in_.offset();
    if (in_.word() != "p" || in_.word() != "cnf")
      in_.fail_at(start, "expected the header 'p cnf VARIABLES CLAUSES'");
    cnf_.max_variable = in_.number("the number of variables", Cnf::kMaxVariable);
    promised_ = in_.number("the number of clauses", 0xFFFFFFFFu);
    in_.skip_blanks();
    if (!in_.at_line_end())
      in_.fail(fmt::format("expected end of line after the header, got {}", in_.found()));
  }

  void read_literal() {
    const std::size_t start = in_.offset();
    if (!clause_is_open_ && cnf_.num_clauses() == promised_)
      in_.fail(fmt::format("expected no more than {} clauses as the header says, got {}", promised_,
                           in_.found()));
    const bool negated = in_.peek() == '-';
    if (negated) in_.skip();
    if (in_.peek() < '0' || in_.peek() > '9') fail_literal(start);
    const std::uint32_t variable = in_.number("variable", Cnf::kMaxVariable);
    if (variable > cnf_.max_variable)
      in_.fail_at(start, fmt::format("variable {} exceeds the {} variables of the header", variable,
                                     cnf_.max_variable));
    if (variable == 0 && negated) fail_literal(start);
    clause_is_open_ = variable != 0;
    last_literal_ = start;
    if (variable != 0)
      cnf_.add_literal(Lit(Var{variable}, negated));
    else
      cnf_.end_clause();
  }

  [[noreturn]] void fail_literal(std::size_t start) {
    in_.fail_at(start, "expected a literal, or 0 for the end of a clause");
  }

  TextCursor in_;
  Cnf cnf_;
  std::uint32_t promised_ = 0;
  std::size_t last_literal_ = 0;
  bool line_is_new_ = true;
  bool clause_is_open_ = false;
};

}  // namespace

Numbering::Numbering(const Cnf& cnf) {
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i)
    for (const Lit lit : cnf.clause(i)) largest_ = std::max(largest_, lit.var().index);
  if (largest_ <= 4 * cnf.num_literals()) return;
  is_sparse_ = true;
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i)
    for (const Lit lit : cnf.clause(i)) variables_.push_back(lit.var().index);
  std::sort(variables_.begin(), variables_.end());
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
}

bool Numbering::has(Var variable) const {
  if (!is_sparse_) return variable.index != 0 && variable.index <= largest_;
  return std::binary_search(variables_.begin(), variables_.end(), variable.index);
}

Lit Numbering::inside(Lit lit) const {
  if (!is_sparse_) return lit;
  const auto at = std::lower_bound(variables_.begin(), variables_.end(), lit.var().index);
  return Lit(Var{static_cast<std::uint32_t>(at - variables_.begin()) + 1}, lit.negated());
}

bool looks_like_dimacs(std::string_view text) {
  const auto skip_blanks = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  };
  skip_blanks();
  while (text.starts_with('c')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    skip_blanks();
  }
  return text.starts_with("p ") || text.starts_with("p\t");
}

Cnf read_dimacs(std::string_view name, std::string_view text) {
  return DimacsReader(name, text).read();
}

std::string write_dimacs(const Cnf& cnf) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "p cnf {} {}\n", cnf.max_variable, cnf.num_clauses());
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) {
    for (const Lit lit : cnf.clause(i))
      fmt::format_to(std::back_inserter(out), "{} ", to_dimacs(lit));
    out.push_back('0');
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

}  // namespace cairn::sat
