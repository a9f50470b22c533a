// SPDX-License-Identifier: MIT
#include "cli/job_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/portfolio_options.h"
#include "cli/setting_table.h"

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

std::string problem_of_plan(const JobPlan& plan, EnginesFor models = EnginesFor::Programs) {
  try {
    settings_of(plan, models);
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

/// The plan that words become on their way to a worker.
JobPlan sent(const std::string& words, EnginesFor models = EnginesFor::Programs) {
  const CLI::App nothing_given;
  return job_plans(nothing_given, {{{"p", words}, {"file", 1, 1}}}, PlanSettings{}, models).at(0);
}

struct Table {
  explicit Table(EnginesFor models) {
    add_options_of_plan(app, settings.plan, models);
    add_share_options(app, settings.share);
  }
  WorkerSettings settings;
  SettingTable app;
};

/// All options of a plan are rows of the table but those that have fields of their own and those
/// that name files. Whoever adds an option that is neither has to say which it is.
TEST(JobPlans, EveryOptionIsASettingOrNamed) {
  Table table(EnginesFor::Programs);
  std::vector<std::string> rest;
  const auto visit = [&](const CLI::App& app, const auto& again) -> void {
    for (const CLI::Option* option : app.get_options()) {
      const bool is_row =
          std::any_of(table.app.rows().begin(), table.app.rows().end(),
                      [&](const SettingRow& row) { return "--" + row.name == option->get_name(); });
      if (!is_row && option->get_name() != "--help") rest.push_back(option->get_name());
    }
    for (const CLI::App* group : app.get_subcommands({})) again(*group, again);
  };
  visit(table.app, visit);
  EXPECT_THAT(rest,
              testing::UnorderedElementsAre("--plan", "--engine", "--lanes", "--passes", "--seed",
                                            "--weight", "--ic3-record", "--smt-dump"));
}

/// Each row takes back what it says, and nothing of another type.
TEST(JobPlans, RowsHaveTypes) {
  Table table(EnginesFor::Programs);
  EXPECT_GT(table.app.rows().size(), 100u);
  for (const SettingRow& row : table.app.rows()) {
    const SettingValue value = row.get();
    EXPECT_EQ(row.set(value), "") << row.name;
    EXPECT_EQ(row.get(), value) << row.name;
    for (const SettingValue& other :
         {SettingValue(std::string("/tmp/file")), SettingValue(std::string(""))})
      EXPECT_NE(row.set(other), "") << row.name;
    if (!std::holds_alternative<bool>(value)) {
      EXPECT_NE(row.set(true), "") << row.name;
    }
    if (!std::holds_alternative<double>(value)) {
      EXPECT_NE(row.set(0.5), "") << row.name;
    }
    if (std::holds_alternative<bool>(value) || std::holds_alternative<std::string>(value)) {
      EXPECT_NE(row.set(std::uint64_t{1}), "") << row.name;
    }
  }
}

TEST(JobPlans, WordsBecomeSettingsAndTheseAConfiguration) {
  const JobPlan plan = sent(
      "--engine ic3 --ic3-lift ternary --ic3-ctg-max 9 --ic3-quip on --turn 2.5 --seed 4 "
      "--passes sweep --lanes ic3:2:1,kind --bmc-last 17 --no-lemmas --weight 3");
  EXPECT_EQ(plan.engine, "ic3");
  EXPECT_EQ(plan.seed, 4u);
  EXPECT_EQ(plan.passes.back(), "sweep");
  EXPECT_EQ(plan.settings.size(), 6u);
  EXPECT_EQ(plan_from_json(to_json(plan)), plan);
  const WorkerSettings settings = settings_of(plan, EnginesFor::Programs);
  const EngineOptions& engines = settings.plan.check.engines;
  EXPECT_EQ(engines.configs.ic3.lift, Ic3Config::Lift::Ternary);
  EXPECT_EQ(engines.configs.ic3.ctg_max, 9u);
  EXPECT_TRUE(engines.configs.ic3.quip);
  EXPECT_EQ(engines.configs.bmc.last, 17u);
  EXPECT_EQ(engines.turn, 2.5);
  EXPECT_EQ(engines.lanes, (std::vector<LaneChoice>{{"ic3", 2, 1}, {"kind", 1, 0}}));
  EXPECT_EQ(settings.plan.seed, 4u);
  EXPECT_EQ(settings.plan.program.bit_passes, plan.passes);
  EXPECT_THAT(settings.plan.program.passes.without, testing::ElementsAre("lemmas"));
}

/// What a plan by name means is sent, and the name is not: options that were given win.
TEST(JobPlans, NamedPlansAreResolvedWhereTheyAreSubmitted) {
  const JobPlan plan = sent("--engine ic3cfa --ic3cfa-plan A --ic3cfa-edges joint");
  const WorkerSettings settings = settings_of(plan, EnginesFor::Programs);
  Ic3CfaConfig expected = *ic3cfa_plan("A");
  EXPECT_NE(expected.edges, Ic3CfaConfig::EdgeApproach::Joint);
  EXPECT_EQ(settings.plan.program.program_engines.ic3cfa.edges, Ic3CfaConfig::EdgeApproach::Joint);
  EXPECT_EQ(settings.plan.program.program_engines.ic3cfa.query, expected.query);
}

TEST(JobPlans, WhatNamesAFileOrAProgramIsNotSent) {
  for (const char* words :
       {"--engine ic3 --ic3-record /tmp/file", "--engine cegar --smt-dump /tmp",
        "--engine cegar --smt-solver cvc5", "--engine ic3ia --ic3ia-interpolator cvc5"}) {
    try {
      sent(words);
      ADD_FAILURE() << words;
    } catch (const InputError& error) {
      EXPECT_THAT(error.message(), HasSubstr("cannot be asked of workers elsewhere")) << words;
    }
  }
}

TEST(JobPlans, WorkersRefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(problem_of_plan(plan_of({})), "");
  for (const char* name : {"ic3-record", "smt-dump", "witness", "certificate", "property",
                           "portfolio", "json", "redis", "lease", "frobnicate", "help", "engine",
                           "passes", "plan", "FILE", "I", "timeout"}) {
    EXPECT_THAT(problem_of_plan(plan_of({{name, std::string("x")}})),
                HasSubstr(std::string("there is no setting '") + name + "'"));
    EXPECT_NE(problem_of_plan(plan_of({{name, true}})), "");
  }
  EXPECT_THAT(problem_of_plan(plan_of({{std::string("ic3-record\0", 11), std::string("x")}})),
              HasSubstr("there is no setting 'ic3-record\\x00'"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-lift", std::string("best")}})),
              HasSubstr("expected one of"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-quip", std::string("on")}})),
              HasSubstr("expected true or false"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3-ctg-max", std::uint64_t{1} << 32}})),
              HasSubstr("out of range"));
  EXPECT_THAT(problem_of_plan(plan_of({{"sweep-seconds", -1.0}})), HasSubstr("out of range"));
  EXPECT_THAT(problem_of_plan(plan_of({{"smt-solver", std::string("cvc5")}})),
              HasSubstr("expected one of"));
  EXPECT_THAT(problem_of_plan(plan_of({{"turn", 0.0}})), HasSubstr("--turn"));
  EXPECT_THAT(problem_of_plan(plan_of({{"ic3cfa-ctg", std::uint64_t{1}}}), EnginesFor::Circuits),
              HasSubstr("there is no setting"));
}

TEST(JobPlans, WorkersRefuseNamesThatTheyDoNotKnow) {
  JobPlan plan = plan_of({});
  plan.engine = "portfolio";
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there is no engine 'portfolio'"));
  plan.engine = "cegar";
  EXPECT_THAT(problem_of_plan(plan, EnginesFor::Circuits), HasSubstr("there is no engine"));
  plan = plan_of({});
  plan.passes = {"cone", "/bin/sh"};
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there is no pass '/bin/sh'"));
  for (const JobLane& lane : {JobLane{"x", 1, 0}, JobLane{"ic3", -1, 0}, JobLane{"ic3", 1, 1e9}}) {
    plan = plan_of({});
    plan.lanes = {lane};
    EXPECT_THAT(problem_of_plan(plan), HasSubstr("the lane")) << lane.name;
  }
  plan.lanes = {{"ic3", 1, 0}, {"ic3", 1, 0}};
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("there twice"));
  plan.lanes.emplace();
  EXPECT_THAT(problem_of_plan(plan), HasSubstr("no lane"));
}

}  // namespace
}  // namespace cairn
