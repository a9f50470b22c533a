// SPDX-License-Identifier: MIT
//
// Every pass on automata against the oracle, on random tiny automata: the verdict stays, a trace of
// the new automaton becomes one of the old, an invariant of the new one becomes one of the old.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "transform/cfa/large_blocks.h"
#include "transform/cfa/lemmas/lemmas.h"
#include "transform/cfa/minimize.h"

namespace cairn {
namespace {

using PassRef = std::unique_ptr<Pass<Cfa>>;

struct Variant {
  std::string name;
  std::function<std::vector<PassRef>(const Context&)> make;
};

PassRef blocks(LargeBlocksConfig::Rules rules, std::uint64_t max_nodes) {
  LargeBlocksConfig config;
  config.rules = rules;
  config.max_nodes = max_nodes;
  return std::make_unique<LargeBlocks>(config);
}

template <class... Each>
std::vector<PassRef> list(Each... each) {
  std::vector<PassRef> result;
  (result.push_back(std::move(each)), ...);
  return result;
}

std::vector<Variant> variants() {
  using Rules = LargeBlocksConfig::Rules;
  std::vector<Variant> result;
  for (const std::string& name : Minimize::pass_names())
    result.push_back({name, [name](const Context&) { return list(Minimize::make(name)); }});
  result.push_back({"blocks", [](const Context&) { return list(blocks(Rules::All, 0)); }});
  result.push_back({"small_blocks", [](const Context&) { return list(blocks(Rules::All, 12)); }});
  result.push_back({"sequences", [](const Context&) { return list(blocks(Rules::Sequence, 40)); }});
  result.push_back({"minimize", [](const Context& context) {
                      return list(std::make_unique<Minimize>(MinimizeConfig{}, context));
                    }});
  result.push_back({"minimize_blocks", [](const Context& context) {
                      return list(std::make_unique<Minimize>(MinimizeConfig{}, context),
                                  blocks(Rules::All, 0));
                    }});
  result.push_back({"blocks_minimize", [](const Context& context) {
                      return list(blocks(Rules::All, 0),
                                  std::make_unique<Minimize>(MinimizeConfig{}, context));
                    }});
  result.push_back({"lemmas", [](const Context& context) {
                      LemmasConfig config;
                      config.runs = 3;  // the rest is the solver's
                      return list(std::make_unique<Lemmas>(config, context));
                    }});
  result.push_back({"hasty_lemmas", [](const Context& context) {
                      LemmasConfig config;
                      config.runs = 1;
                      config.query_seconds = 1e-7;  // hardly any query is answered
                      return list(blocks(Rules::All, 0), std::make_unique<Lemmas>(config, context));
                    }});
  result.push_back({"short_lemmas", [](const Context& context) {
                      LemmasConfig config;
                      config.runs = 1;
                      config.seconds = 0.002;  // ends in the middle
                      return list(blocks(Rules::All, 0), std::make_unique<Lemmas>(config, context));
                    }});
  result.push_back({"equations", [](const Context& context) {
                      LemmasConfig config;
                      config.bounds = config.clauses = false;
                      config.runs = 0;
                      return list(blocks(Rules::All, 0), std::make_unique<Lemmas>(config, context));
                    }});
  return result;
}

class RandomCfas : public testing::TestWithParam<Variant> {
 protected:
  void run(std::uint64_t seed) {
    const Cfa before = support::random_cfa(seed);
    const std::vector<PassRef> passes = GetParam().make(context_.get());
    Cfa after = before;
    for (const PassRef& pass : passes) after = pass->apply(std::move(after));
    after.check_invariants();
    const support::CfaOracle old_truth(before), truth(after);
    ASSERT_EQ(truth.safe(), old_truth.safe());
    ASSERT_TRUE(truth.deterministic());
    if (!truth.safe()) {
      CfaTrace trace = truth.trace();
      ASSERT_EQ(judge(after, trace), "");
      for (auto pass = passes.rbegin(); pass != passes.rend(); ++pass)
        trace = (*pass)->restore_trace(std::move(trace));
      ASSERT_EQ(judge(before, trace), "");
      return;
    }
    Rng rng(seed);
    const CfaInvariant loose = truth.loose_invariant(rng);
    for (CfaInvariant invariant : {truth.exact_invariant(), loose, truth.sparser(loose, rng)}) {
      ASSERT_EQ(truth.check(invariant), "");
      for (auto pass = passes.rbegin(); pass != passes.rend(); ++pass)
        invariant = (*pass)->restore_invariant(std::move(invariant));
      ASSERT_EQ(old_truth.check(invariant), "");
    }
  }

  support::QuietContext context_;
};

TEST_P(RandomCfas, KeepTheirVerdictAndTheirEvidence) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    run(seed);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Passes, RandomCfas, testing::ValuesIn(variants()),
                         [](const testing::TestParamInfo<Variant>& variant) {
                           return variant.param.name;
                         });

}  // namespace
}  // namespace cairn
