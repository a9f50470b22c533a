// SPDX-License-Identifier: MIT
//
// Reads the expressions and sorts of IVL; logic/word/term_print.h has their grammar. A fault is an
// InputError at the token or at the start of the expression that does not fit.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "format/ivl/ivl_lexer.h"
#include "logic/word/term.h"

namespace cairn {

/// What an expression's names mean.
class IvlScope {
 public:
  virtual ~IvlScope() = default;
  /// kNoTerm: no variable of that name.
  virtual Term find(std::string_view name) const = 0;
  /// Whether the name stands for an array of records: name[i].field is field's array at i.
  virtual bool is_record_array(std::string_view name) const = 0;
};

class IvlExpressions {
 public:
  IvlExpressions(IvlLexer& lexer, Terms& terms, const IvlScope& scope)
      : lexer_(lexer), terms_(terms), scope_(scope) {}

  Term read();
  /// An expression of the sort; `what` is for messages.
  Term read(const Sort& sort, std::string_view what);
  /// A sort; T[12] is T with the smallest bit-vector that has 12 values as its index.
  Sort read_sort();
  /// "[bv8]" or "[12]" at the cursor: an index.
  Sort read_index_sort();

  void expect(std::string_view symbol);
  bool accept(std::string_view symbol);
  /// A number without a suffix, for example a width.
  std::uint32_t read_count(std::string_view what, std::uint32_t least, std::uint32_t most);
  /// Complains unless the term, which began at `start`, has the sort.
  void require_sort(const IvlToken& start, Term term, const Sort& sort,
                    std::string_view what) const;

 private:
  static constexpr unsigned kMaxNesting = 1000;
  class Nesting;

  Term read_let();
  Term read_choice();
  Term read_infix(int precedence);
  Term read_chain(std::string_view symbol, int precedence, Term first);
  Term read_prefix();
  Term read_postfix(const IvlToken& start, Term term);
  Term read_primary();
  Term read_name();
  Term read_call(const IvlToken& name);
  Term read_record_element(const IvlToken& name);
  Term read_array_literal();
  Term read_number();
  Term read_float(const IvlToken& token);
  bool at_sort() const;
  Sort read_scalar_sort();
  Sort read_float_format();
  Term limited(const IvlToken& at, Term term) const;

  IvlLexer& lexer_;
  Terms& terms_;
  const IvlScope& scope_;
  unsigned nesting_ = 0;
  std::map<std::string, Term, std::less<>> lets_;
};

}  // namespace cairn
