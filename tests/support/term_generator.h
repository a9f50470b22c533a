// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/rng.h"
#include "logic/word/term.h"
#include "logic/word/term_eval.h"

namespace cairn::support {

/// Random terms of all sorts that have bits, over a fixed set of variables, and random values for
/// them.
class TermGenerator {
 public:
  struct Options {
    std::vector<std::uint32_t> widths{1, 2, 3, 4, 5, 8};
    std::vector<Sort> formats;  ///< of floats; none: no floats
    unsigned array_percent = 8;
    unsigned variables_each = 2;
  };

  TermGenerator(Terms& terms, Rng& rng, const Options& options);

  Term formula(unsigned depth) { return term(Sort::boolean(), depth); }
  Term term(const Sort& sort, unsigned depth);
  Sort scalar_sort();
  /// Small and special ones more often than others.
  Value value(const Sort& sort);
  Assignment assignment();
  const std::vector<Term>& variables() const { return variables_; }

 private:
  Sort bit_vector_sort() {
    return Sort::bit_vector(options_.widths[rng_.below(options_.widths.size())]);
  }
  Sort float_sort() { return options_.formats[rng_.below(options_.formats.size())]; }
  Sort array_sort(const Sort& element);
  bool has_floats() const { return !options_.formats.empty(); }
  template <std::size_t n>
  Op one_of(const Op (&ops)[n]) {
    return ops[rng_.below(n)];
  }
  std::uint32_t mode() { return static_cast<std::uint32_t>(rng_.below(5)); }
  Term apply(Op op, std::vector<Term> operands, std::vector<std::uint32_t> parameters = {},
             Sort sort = {});
  Term leaf(const Sort& sort);
  Term boolean(unsigned depth);
  Term bit_vector(const Sort& sort, unsigned depth);
  Term reshaped(const Sort& sort, unsigned depth);
  Term floating(const Sort& sort, unsigned depth);
  Term array(const Sort& sort, unsigned depth);
  Term selected(const Sort& sort, unsigned depth);
  Term variable(const Sort& sort);

  Terms& terms_;
  Rng& rng_;
  Options options_;
  std::vector<Term> variables_;
};

}  // namespace cairn::support
