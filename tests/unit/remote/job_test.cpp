// SPDX-License-Identifier: MIT
#include "remote/job.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace cairn {
namespace {

JobSpec example() {
  JobSpec spec;
  spec.model = std::string(64, 'a');
  spec.file = "design.aig";
  spec.property = 3;
  spec.seconds = 60;
  spec.submitted = 1234567890;
  spec.plans = {{"first", {"--engine", "ic3"}}, {"second", {"--engine", "bmc", "--bmc-step=2"}}};
  return spec;
}

PlanResult example_result() {
  PlanResult result;
  result.plan = 1;
  result.verdict = PlanResult::Verdict::Answer;
  result.worker = "host-1";
  result.seconds = 1.5;
  result.evidence = std::string("evi\0dence", 9);
  return result;
}

TEST(Job, ComesBackAsItWas) {
  EXPECT_EQ(job_from_json(to_json(example())), example());
  JobSpec spare = example();
  spare.property.reset();
  spare.seconds.reset();
  EXPECT_EQ(job_from_json(to_json(spare)), spare);
  spare.language = JobSpec::Language::Ivl;
  EXPECT_EQ(job_from_json(to_json(spare)), spare);
  const PlanResult result = example_result();
  EXPECT_EQ(result_from_json(to_json(result), result.evidence), result);
  const PlanStatus status{"w", "ic3", 4, 5, 6, 7, 8, 9, 10, 11.5};
  EXPECT_EQ(status_from_json(to_json(status)), status);
  const WorkerInfo worker{"w", "host", 4, "1.0", 123, 5};
  EXPECT_EQ(worker_from_json(to_json(worker)), worker);
}

TEST(Job, NamesThatAreNotUtf8AreRepaired) {
  JobSpec spec = example();
  spec.file = "a\xff";
  EXPECT_TRUE(job_from_json(to_json(spec)).has_value());
}

TEST(Job, OtherVersionsAreNoJobs) {
  std::string text = to_json(example());
  text.replace(text.find("\"v\":1"), 5, "\"v\":2");
  EXPECT_FALSE(job_from_json(text));
  JobSpec program = example();
  program.language = JobSpec::Language::Ivl;
  text = to_json(program);
  text.replace(text.find("\"ivl\""), 5, "\"elf\"");
  EXPECT_FALSE(job_from_json(text));
  EXPECT_FALSE(job_from_json("{}"));
  EXPECT_FALSE(job_from_json(""));
  EXPECT_FALSE(job_from_json("[1]"));
}

TEST(Job, FieldsHaveTypes) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"property\":3", "\"property\":-3"},
           {"\"property\":3", "\"property\":5000000000"},
           {"\"property\":3", "\"property\":\"3\""},
           {"\"seconds\":60.0", "\"seconds\":\"x\""},
           {"\"submitted\":1234567890", "\"submitted\":{}"},
           {"\"file\":\"design.aig\"", "\"file\":7"},
           {"[\"--engine\",\"ic3\"]", "[\"--engine\",3]"},
           {"[\"--engine\",\"ic3\"]", "{}"}}) {
    std::string text = to_json(example());
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    EXPECT_FALSE(job_from_json(text)) << to;
  }
}

TEST(Job, ResultsBelongToTheirEvidence) {
  const PlanResult result = example_result();
  EXPECT_FALSE(result_from_json(to_json(result), "other evidence"));
  EXPECT_FALSE(result_from_json(to_json(result), ""));
}

/// No bytes make the readers fail.
TEST(Job, SurvivesRandomChanges) {
  Rng rng(5);
  const std::string good = to_json(example()), result = to_json(example_result());
  for (int i = 0; i < 20000; ++i) {
    std::string text = rng.chance(50) ? good : result;
    for (std::uint64_t n = 1 + rng.below(4); n > 0; --n) {
      const std::size_t at = rng.below(text.size());
      if (rng.chance(50))
        text[at] = static_cast<char>(rng.below(256));
      else
        text.erase(at, 1 + rng.below(5));
    }
    if (const auto spec = job_from_json(text)) {
      EXPECT_LE(spec->plans.size(), 2u);
    }
    result_from_json(text, example_result().evidence);
    status_from_json(text);
    worker_from_json(text);
  }
}

TEST(Job, PlansMaySayHowToSearchOnly) {
  EXPECT_EQ(forbidden_word({"--engine", "ic3", "--ic3-ctg", "on", "--seed", "7"}), "");
  EXPECT_EQ(forbidden_word({"--passes=cone,sweep", "--bmc-step=3"}), "");
  EXPECT_EQ(forbidden_word({"--lanes", "ic3,kind:0.5", "--lane-exchange=on"}), "");
  EXPECT_EQ(forbidden_word({}), "");
  EXPECT_EQ(forbidden_word({"--witness", "/etc/passwd"}), "--witness");
  EXPECT_EQ(forbidden_word({"--engine", "ic3", "--ic3-record", "file"}), "--ic3-record");
  EXPECT_EQ(forbidden_word({"--ic3-record=file"}), "--ic3-record=file");
  EXPECT_EQ(forbidden_word({"--lease", "file"}), "--lease");
  EXPECT_EQ(forbidden_word({"-v"}), "-v");
  EXPECT_EQ(forbidden_word({"other.aig"}), "other.aig");
  EXPECT_EQ(forbidden_word({"--engine", "ic3", "other.aig"}), "other.aig");
  EXPECT_EQ(forbidden_word({"--seed=7", "other.ivl"}), "other.ivl");
  EXPECT_EQ(forbidden_word({"--engine", "ic3cfa", "--no-lemmas", "--ic3cfa-ctg=3"}), "");
  EXPECT_EQ(forbidden_word({"--no-lemmas", "other.ivl"}), "other.ivl");
  EXPECT_EQ(forbidden_word({"--engine=cegar", "--smt-timeout", "3", "--quick=0"}), "");
  EXPECT_EQ(forbidden_word({"--smt-dump", "folder"}), "--smt-dump");
  EXPECT_EQ(forbidden_word({"--harness=file"}), "--harness=file");
}

}  // namespace
}  // namespace cairn
