// SPDX-License-Identifier: MIT
#include "certify/array_reads.h"

#include <gtest/gtest.h>

#include "smt/smt_solver.h"
#include "support/quiet_context.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

/// Whether there is a model, by the solver that expands arrays.
bool is_satisfiable(Terms& terms, const std::vector<Term>& all) {
  support::QuietContext quiet;
  const auto solver = make_smt_solver("cairn", terms, quiet.get());
  for (const Term term : all) solver->add(term);
  return solver->check() == SmtResult::Sat;
}

// A random formula over small arrays has a model exactly if it has one without arrays.
TEST(ArrayReads, KeepModelsAndAddNone) {
  int with = 0, without = 0, compared = 0, changed = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Terms terms;
    support::TermGenerator::Options options;
    options.widths = {1, 2};
    options.array_percent = 60;
    support::TermGenerator random(terms, rng, options);
    std::vector<Term> formulas;
    for (int i = 0; i < 7; ++i) formulas.push_back(random.formula(3));
    ArrayReads reads(terms);
    std::vector<Term> images;
    for (const Term formula : formulas)
      if (const auto image = reads.without_arrays(formula)) images.push_back(*image);
    if (images.size() < formulas.size()) {
      ++compared;
      continue;
    }
    changed += images != formulas;
    const auto same = reads.same_reads();
    ASSERT_TRUE(same);
    images.insert(images.end(), same->begin(), same->end());
    for (const Term variable : terms.variables_of(images))
      ASSERT_FALSE(terms.sort(variable).is_array());
    const bool expected = is_satisfiable(terms, formulas);
    ASSERT_EQ(is_satisfiable(terms, images), expected);
    ++(expected ? with : without);
  }
  EXPECT_GT(with, 40);
  EXPECT_GT(without, 40);
  EXPECT_GT(compared, 10);
  EXPECT_GT(changed, 60);
}

}  // namespace
}  // namespace cairn
