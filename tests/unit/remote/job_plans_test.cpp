// SPDX-License-Identifier: MIT
#include "remote/job_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "run/workers/worker_plans.h"

namespace cairn {
namespace {

using testing::HasSubstr;

JobPlan plan_of(std::map<std::string, SettingValue> settings) {
  JobPlan plan;
  plan.name = "p";
  plan.engine = "ic3";
  plan.settings = std::move(settings);
  return plan;
}

std::string problem_of_plan(const JobPlan& plan, bool of_program = true) {
  try {
    worker_plan(plan, of_program);
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

/// The plan that words become on their way to a worker.
JobPlan sent(const std::string& words, const Configuration& given = {}) {
  return job_plan(worker_plans({{{"p", words}, {"file", 1, 1}}}, given, 0, true).at(0));
}

/// Rows take what they say, nothing of another type, and no file or program.
TEST(JobPlans, RowsHaveTypes) {
  Configuration configuration;
  const OptionSet options = configuration.options();
  std::vector<std::string> local;
  std::size_t rows = 0;
  for (const OptionSet::Bound& bound : options.groups())
    for (const OptionRow& row : bound.group->rows) {
      ++rows;
      const OptionValue value = row.get(bound.config);
      if (row.kind == OptionRow::Kind::Text) {
        local.push_back(row.name);
        EXPECT_NE(options.set_for_stranger(row.name, std::string("x")), "") << row.name;
        continue;
      }
      EXPECT_EQ(options.set_for_stranger(row.name, value), "") << row.name;
      EXPECT_EQ(row.get(bound.config), value) << row.name;
      for (const OptionValue& other :
           {OptionValue(std::string("/tmp/file")), OptionValue(std::string(""))})
        EXPECT_NE(options.set_for_stranger(row.name, other), "") << row.name;
      if (!std::holds_alternative<bool>(value)) {
        EXPECT_NE(options.set_for_stranger(row.name, true), "") << row.name;
      }
      if (!std::holds_alternative<double>(value)) {
        EXPECT_NE(options.set_for_stranger(row.name, 0.5), "") << row.name;
      }
    }
  EXPECT_GT(rows, 100u);
  // Whoever adds an option that names a file has to add it here.
  EXPECT_THAT(local, testing::UnorderedElementsAre("ic3-record", "log-ic3", "smt-dump"));
}

TEST(JobPlans, WordsBecomeSettingsAndTheseAConfiguration) {
  const JobPlan plan = sent(
      "--engine ic3 --ic3-lift ternary --ic3-ctg-max 9 --ic3-quip on --slice 2.5 --seed 4 "
      "--passes sweep --strategies ic3:2:1,kind --bmc-last 17 --no-lemmas --weight 3");
  EXPECT_EQ(plan.engine, "ic3");
  EXPECT_EQ(plan.seed, 4u);
  EXPECT_EQ(plan.passes.back(), "sweep");
  EXPECT_EQ(plan.settings.size(), 6u);
  EXPECT_EQ(plan_from_json(to_json(plan)), plan);
  const Configuration configuration = worker_plan(plan, true).configuration;
  const EngineOptions& engines = configuration.engines;
  EXPECT_EQ(engines.configs.ic3.lift, ic3::Ic3Config::Lift::Ternary);
  EXPECT_EQ(engines.configs.ic3.ctg_max, 9u);
  EXPECT_TRUE(engines.configs.ic3.quip);
  EXPECT_EQ(engines.configs.bmc.last, 17u);
  EXPECT_EQ(engines.slice, 2.5);
  EXPECT_EQ(engines.strategies, (Schedule{{"ic3", 2, 1}, {"kind", 1, 0}}));
  EXPECT_EQ(worker_plan(plan, true).seed, 4u);
  EXPECT_EQ(configuration.passes, plan.passes);
  EXPECT_THAT(configuration.program_passes.without, testing::ElementsAre("lemmas"));
}

/// What a plan by name means is sent, and the name is not: options that were given win.
TEST(JobPlans, NamedPlansAreResolvedWhereTheyAreSubmitted) {
  const JobPlan plan = sent("--plan A --ic3cfa-edges joint");
  const Configuration configuration = worker_plan(plan, true).configuration;
  const ic3cfa::Ic3CfaConfig& sent_config = configuration.engines.configs.ic3cfa;
  const ic3cfa::Ic3CfaConfig expected = *ic3cfa::ic3cfa_plan("A");
  EXPECT_EQ(configuration.engine, "ic3cfa");
  EXPECT_NE(expected.edges, ic3cfa::Ic3CfaConfig::EdgeApproach::Joint);
  EXPECT_EQ(sent_config.edges, ic3cfa::Ic3CfaConfig::EdgeApproach::Joint);
  EXPECT_EQ(sent_config.query, expected.query);
}

TEST(JobPlans, WhatNamesAFileOrAProgramIsNotSent) {
  Configuration record, dump, solver, interpolator;
  record.engines.configs.ic3.record = "/tmp/file";
  dump.engines.configs.smt.dump = "/tmp";
  solver.engines.configs.smt.solver = "cvc5";
  interpolator.engines.configs.word.ic3ia.interpolator = "cvc5";
  for (const Configuration& given : {record, dump, solver, interpolator}) {
    try {
      sent("--engine ic3", given);
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.message(), HasSubstr("cannot be asked of workers elsewhere"));
    }
  }
}

TEST(JobPlans, WorkersRefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(problem_of_plan(plan_of({})), "");
  for (const char* name :
       {"witness", "certificate", "property", "portfolio", "json", "redis", "lease", "frobnicate",
        "help", "engine", "passes", "plan", "FILE", "I", "timeout"}) {
    EXPECT_THAT(problem_of_plan(plan_of({{name, std::string("x")}})),
                HasSubstr(std::string("the setting '") + name + "': there is no such option"));
    EXPECT_NE(problem_of_plan(plan_of({{name, true}})), "");
  }
  for (const char* name : {"ic3-record", "smt-dump"})
    EXPECT_THAT(problem_of_plan(plan_of({{name, std::string("x")}})),
                HasSubstr("on the command line of its machine only"));
  EXPECT_THAT(problem_of_plan(plan_of({{std::string("ic3-record\0", 11), std::string("x")}})),
              HasSubstr("the setting 'ic3-record\\x00': there is no such option"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-lift", std::string("best")}})),
              HasSubstr("expected one of"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-quip", std::string("on")}})),
              HasSubstr("expected on or off"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-ctg-max", std::uint64_t{1} << 32}})),
              HasSubstr("expected a whole number from 0 to 4294967295"));
  EXPECT_THAT(problem_of_plan(plan_of({{"sweep-seconds", -1.0}})),
              HasSubstr("expected a number from 0 to"));
  EXPECT_THAT(problem_of_plan(plan_of({{"smt-solver", std::string("cvc5")}})),
              HasSubstr("on the command line of its machine only"));
  EXPECT_THAT(problem_of_plan(plan_of({{"slice", 0.0}})), HasSubstr("'slice'"));
}

TEST(JobPlans, WorkersRefuseNamesThatTheyDoNotKnow) {
  JobPlan plan = plan_of({});
  plan.engine = "portfolio";
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there is no engine 'portfolio'"));
  plan.engine = "cegar";
  EXPECT_THAT(problem_of_plan(plan, false), HasSubstr("there is no engine"));
  plan = plan_of({});
  plan.passes = {"cone", "/bin/sh"};
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there is no pass '/bin/sh'"));
  plan = plan_of({});
  plan.strategies = {{"x", 1, 0}};
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there is no strategy 'x'"));
  for (const Strategy& strategy : {Strategy{"ic3", -1, 0}, Strategy{"ic3", 1, 1e9}}) {
    plan.strategies = {strategy};
    EXPECT_THAT(problem_of_plan(plan), HasSubstr("out of range"));
  }
  plan.strategies = {{"ic3", 1, 0}, {"ic3", 1, 0}};
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there twice"));
  plan.strategies.emplace();
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("no strategy"));
}

}  // namespace
}  // namespace cairn
