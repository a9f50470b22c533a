// SPDX-License-Identifier: MIT
#include "run/circuit/check.h"

#include <gtest/gtest.h>

#include "certify/evidence.h"
#include "format/aiger/aiger_witness.h"
#include "format/aiger/aiger_writer.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

/// As if it had been read from a file.
AigerModel as_file(const BitSystem& system) {
  return read_aiger({"model.aag", write_aiger(system, AigerFormat::Ascii)});
}

CheckOutcome check(const AigerModel& model, CheckOptions options = {}) {
  support::QuietContext context;
  return run_check(model, options, context.get());
}

TEST(PipelineTest, SaysWhichBadStateFired) {
  BitSystem system = support::mod_counter(3, 6, 7);
  system.bad.push_back(support::mod_counter(3, 6, 5).bad[0]);
  const CheckOutcome outcome = check(as_file(system));
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(outcome.answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(outcome.answer).trace.bad, std::vector<std::uint32_t>{1});
}

TEST(PipelineTest, ChecksOnlyTheChosenProperty) {
  BitSystem system = support::mod_counter(3, 6, 7);
  system.bad.insert(system.bad.begin(), kTrue);
  CheckOptions options;
  options.property = 1;
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(check(as_file(system), options).answer));
  options.engine = "bmc";
  options.engines.configs.bmc.last = 20;
  const CheckOutcome outcome = check(as_file(system), options);
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).bound, 20);
}

TEST(PipelineTest, SaysThatLivenessIsNotSupported) {
  BitSystem system = support::mod_counter(3, 6, 7);
  system.bad.clear();
  system.names.bad = {};
  system.justice.push_back({kTrue});
  const CheckOutcome outcome = check(as_file(system));
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome.answer));
  EXPECT_EQ(std::get<Unknown>(outcome.answer).reason, Unknown::Reason::Unsupported);
}

bool counts(const CheckOutcome& outcome, const std::string& counter) {
  for (const auto& [name, value] : outcome.statistics.counters)
    if (name == counter && value > 0) return true;
  return false;
}

TEST(PipelineTest, TellsWhatTheEngineDid) {
  CheckOptions options;
  const CheckOutcome proved = check(as_file(support::enabled_counter(3, 6, 7)), options);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(proved.answer));
  EXPECT_TRUE(counts(proved, "ic3.lemmas"));
  EXPECT_TRUE(counts(proved, "ic3.solver.solves"));
  EXPECT_FALSE(counts(proved, "bmc.queries"));
  options.engine = "bmc";
  options.engines.configs.bmc.last = 5;
  const CheckOutcome bounded = check(as_file(support::enabled_counter(3, 6, 7)), options);
  EXPECT_TRUE(counts(bounded, "bmc.queries"));
  EXPECT_FALSE(counts(bounded, "ic3.lemmas"));
  EXPECT_EQ(bounded.statistics.seconds.size(), 3u);
}

// IC3 itself does not know them; whatever passes were asked for, they are gone before it starts.
TEST(PipelineTest, GivesIc3NoResetFunctions) {
  CheckOptions options;
  options.passes = {};
  options.property = 0;
  const CheckOutcome outcome = check(as_file(support::reset_functions()), options);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(outcome.answer));
  EXPECT_TRUE(counts(outcome, "resets.functions"));
}

/// The verdict that `cairn certify` would come to, from the files alone.
EvidenceVerdict::Kind recheck(const BitSystem& system, const std::string& evidence,
                              std::optional<std::uint32_t> property) {
  support::QuietContext context;
  EvidenceOptions options;
  if (property) options.property = Property{Property::Kind::Bad, *property};
  return check_evidence({"model.aag", write_aiger(system, AigerFormat::Ascii)},
                        {"evidence", evidence}, options, context.get())
      .kind;
}

// Every answer, with any passes and any choice of property, comes with evidence that holds when it
// is read back from its file, and agrees with explicit-state search.
TEST(PipelineTest, GivesEvidenceThatHoldsForRandomSystems) {
  const std::vector<std::vector<std::string>> pass_lists = {
      {}, {"cone"}, {"hashing"}, {"constants"}, {"cone", "hashing", "constants", "cone"}};
  int safe = 0, unsafe = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const BitSystem system = support::random_system(seed);
    if (system.bad.empty()) continue;
    const support::OracleResult oracle = support::explore(system);
    CheckOptions options;
    options.passes = pass_lists[seed % pass_lists.size()];
    options.engine = seed % 4 == 0 ? "bmc" : seed % 4 == 1 ? "auto" : "ic3";
    options.engines.slice = 1e-5;
    options.engines.configs.bmc.last = oracle.diameter;
    if (seed % 3 == 0) options.property = static_cast<std::uint32_t>(seed % system.bad.size());
    const bool reachable =
        options.property ? oracle.distance[*options.property].has_value() : !oracle.safe();
    const CheckOutcome outcome = check(as_file(system), options);
    if (const auto* trace = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
      ++unsafe;
      EXPECT_TRUE(reachable);
      EXPECT_EQ(recheck(system, write_aiger_witness({AigerWitness::Status::Unsafe, trace->trace}),
                        options.property),
                EvidenceVerdict::Kind::Unsafe);
    } else if (std::holds_alternative<Safe<BitSystem>>(outcome.answer)) {
      ++safe;
      EXPECT_FALSE(reachable);
      for (const AigerFormat format : {AigerFormat::Ascii, AigerFormat::Binary})
        EXPECT_EQ(recheck(system, write_aiger(*outcome.certificate, format), options.property),
                  EvidenceVerdict::Kind::Safe);
    } else {
      EXPECT_EQ(options.engine, "bmc");
      EXPECT_FALSE(reachable);
    }
  }
  EXPECT_GT(safe, 100);
  EXPECT_GT(unsafe, 100);
}

}  // namespace
}  // namespace cairn
