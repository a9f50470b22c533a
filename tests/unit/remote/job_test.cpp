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
  JobPlan first, second;
  first.name = "first";
  first.engine = "ic3";
  first.passes = {"cone", "sweep"};
  first.seed = 7;
  first.settings = {{"ic3-quip", true},
                    {"ic3-ctg-max", std::uint64_t{3}},
                    {"sweep-seconds", 1.5},
                    {"ic3-lift", std::string("ternary")}};
  second.name = "second";
  second.engine = "auto";
  second.strategies = {{"ic3", 2, 0.5}};
  spec.plans = {first, second};
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
  text.replace(text.find("\"v\":3"), 5, "\"v\":2");
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
           {"\"seconds\":60.0", "\"seconds\":-1.0"},
           {"\"seconds\":60.0", "\"seconds\":1e300"},
           {"\"model\":\"aaaa", "\"model\":\"../a"},
           {"\"model\":\"aaaa", "\"model\":\"aa"},
           {"\"seed\":7", "\"seed\":-7"},
           {"\"passes\":[\"cone\"", "\"passes\":[3"},
           {"\"passes\":[\"cone\"", "\"passes\":[\"\""},
           {"\"engine\":\"ic3\"", "\"engine\":\"/bin/sh\""},
           {"\"engine\":\"ic3\"", "\"engine\":\"ic3\\u0000\""},
           {"\"engine\":\"ic3\"", "\"engine\":\"\""},
           {"\"ic3-quip\":true", "\"ic3-quip\":null"},
           {"\"ic3-quip\":true", "\"ic3-quip\":[]"},
           {"\"ic3-quip\":true", "\"ic3-quip\":-1"},
           {"\"ic3-quip\":true", "\"ic3-record\\u0000\":\"file\""},
           {"\"ic3-quip\":true", "\"ic3-record\":\"/tmp/file\""},
           {"\"ic3-quip\":true", "\"\":true"},
           {"\"name\":\"first\"", "\"name\":\"first\",\"words\":[\"--witness\",\"f\"]"},
           {"\"share\":2.0", "\"share\":\"2\""}}) {
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

TEST(Job, PlansComeBackAlone) {
  for (const JobPlan& plan : example().plans) EXPECT_EQ(plan_from_json(to_json(plan)), plan);
  EXPECT_FALSE(plan_from_json(""));
  EXPECT_FALSE(plan_from_json("[]"));
  EXPECT_FALSE(plan_from_json("{}"));
}

TEST(Job, DescribesPlansForPeople) {
  EXPECT_EQ(describe(example().plans[0]),
            "--engine ic3 --passes cone,sweep --seed 7 --ic3-ctg-max=3 --ic3-lift=ternary "
            "--ic3-quip=on --sweep-seconds=1.5");
  EXPECT_EQ(describe(example().plans[1]),
            "--engine auto --passes none --seed 0 --strategies ic3:2:0.5");
}

TEST(Job, NamesThatBecomePartsOfKeysHaveOneForm) {
  EXPECT_TRUE(is_job_id("0a9z"));
  for (const char* bad : {"", "a/b", "a:b", "A", "a b", "a\x1b", "{a}", "*"})
    EXPECT_FALSE(is_job_id(bad));
  EXPECT_FALSE(is_job_id(std::string("a\0", 2)));
  EXPECT_FALSE(is_job_id(std::string(33, 'a')));
  EXPECT_TRUE(is_model_hash(std::string(64, 'a')));
  EXPECT_FALSE(is_model_hash(std::string(64, 'g')));
  EXPECT_FALSE(is_model_hash(std::string(63, 'a')));
}

}  // namespace
}  // namespace cairn
