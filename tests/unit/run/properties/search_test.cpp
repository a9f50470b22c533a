// SPDX-License-Identifier: MIT
#include "run/properties/search.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

/// Judges everything on the system that is searched: nothing is assumed.
class Judge : public PropertyJudge {
 public:
  explicit Judge(const BitSystem& system) : system_(system) {}

  bool take_proof(const std::vector<std::uint32_t>& properties, BitInvariant invariant,
                  const std::string&) override {
    CertificateOptions options;
    options.bad = properties;
    const Judgement judgement = check_invariant(system_, invariant, options, context_.get());
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    for (const std::uint32_t property : properties)
      EXPECT_TRUE(verdicts.emplace(property, true).second);
    ++proofs;
    return true;
  }
  void take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                  const std::string&) override {
    for (const std::uint32_t property : properties) {
      BitTrace claimed = trace;
      claimed.bad = {property};
      EXPECT_TRUE(replay(system_, claimed).accepted);
      EXPECT_TRUE(verdicts.emplace(property, false).second);
    }
  }

  std::map<std::uint32_t, bool> verdicts;
  std::size_t proofs = 0;

 private:
  const BitSystem& system_;
  support::QuietContext context_;
};

void expect_truth(const Configuration& configuration, std::uint64_t seeds) {
  support::RandomSystemOptions options;
  options.max_bads = 6;
  std::size_t safe = 0, unsafe = 0;
  for (std::uint64_t seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::QuietContext context;
    const BitSystem system = Resets(context.get()).apply(support::random_system(seed, options));
    const auto truth = support::explore(system);
    std::vector<std::uint32_t> wanted(system.bad.size());
    std::iota(wanted.begin(), wanted.end(), 0u);
    Judge judge(system);
    const auto result = search_properties(system, wanted, configuration, judge, context.get());
    EXPECT_TRUE(result.open.empty());
    ASSERT_EQ(judge.verdicts.size(), wanted.size());
    for (const auto& [property, is_safe] : judge.verdicts) {
      EXPECT_EQ(is_safe, !truth.distance[property].has_value()) << property;
      ++(is_safe ? safe : unsafe);
    }
  }
  EXPECT_GT(safe, seeds / 4);
  EXPECT_GT(unsafe, seeds / 4);
}

TEST(PropertySearchTest, DecidesEachPropertyOfRandomSystems) {
  expect_truth({}, 150);
}

TEST(PropertySearchTest, OtherEnginesDecideThemToo) {
  Configuration configuration;
  configuration.engine = "ic3";
  expect_truth(configuration, 100);
}

TEST(PropertySearchTest, AnEngineThatGivesUpOnTheLastPropertyEndsTheSearch) {
  const BitSystem system = support::mod_counter(6, 64, 40);
  Configuration configuration;
  configuration.engine = "itp";
  configuration.engines.configs.itp.last = 3;
  support::QuietContext context;
  Judge judge(system);
  const auto result = search_properties(system, {0}, configuration, judge, context.get());
  EXPECT_EQ(result.open, std::vector<std::uint32_t>{0});
  EXPECT_EQ(result.bound, 3);
  const Unknown why = open_reason(result, context.get());
  EXPECT_EQ(why.reason, Unknown::Reason::Bound);
}

TEST(PropertySearchTest, NothingIsBuiltOnWhatWasNotChecked) {
  // Both cells stay 0 if the other does.
  BitSystem system;
  const Lit one = system.add_latch();
  const Lit two = system.add_latch();
  system.set_next(one, two);
  system.set_next(two, one);
  system.bad = {one, two};
  class Refusing : public PropertyJudge {
   public:
    bool take_proof(const std::vector<std::uint32_t>&, BitInvariant, const std::string&) override {
      return false;
    }
    void take_trace(const std::vector<std::uint32_t>&, const BitTrace&,
                    const std::string&) override {
      ADD_FAILURE();
    }
  } judge;
  support::QuietContext context;
  const auto result = search_properties(system, {0, 1}, {}, judge, context.get());
  EXPECT_EQ(result.open, (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace cairn
