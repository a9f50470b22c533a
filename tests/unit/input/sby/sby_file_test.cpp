// SPDX-License-Identifier: MIT
#include "input/sby/sby_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/run_program.h"
#include "input/sby/sby_model.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::string> no_python(const std::string&, const std::optional<std::string>&,
                                   const std::vector<std::string>&) {
  throw std::string("no python here");
}

constexpr const char* kTasks = R"([tasks]
quick  bounded fast
full: unbounded: default
)";

// The colon of "full: ... : default" is one too many.
TEST(SbyFileTest, RefusesASecondColon) {
  EXPECT_THROW(list_sby_tasks({"f.sby", kTasks}, no_python), InputError);
}

constexpr const char* kFile = R"(# a comment
[tasks]
quick bounded fast
full unbounded default
other_1 other_2: bounded
other_.: late

[options]
bounded: mode bmc
~bounded: mode prove
depth 7   # steps
full:
expect fail,unknown
timeout 30
--
multiclock on

[engines]
smtbmc boolector

[script]
read -formal top.v
late: echo late
prep -top top # not a comment of ours

[files]
top.v
sub/rest.v ../rest.v
[file made.vh]
`define A 1
  # kept
)";

SbyTask read(const std::string& text, const std::string& name) {
  return read_sby_task({"f.sby", text}, name, no_python);
}

TEST(SbyFileTest, ListsTasksAndDefaults) {
  const SbyTasks tasks = list_sby_tasks({"f.sby", kFile}, no_python);
  EXPECT_THAT(tasks.all, ElementsAre("quick", "full", "other_1", "other_2"));
  EXPECT_THAT(tasks.defaults, ElementsAre("full"));
}

TEST(SbyFileTest, RunsAllTasksWithoutDefaults) {
  const SbyTasks tasks = list_sby_tasks({"f.sby", "[tasks]\na\nb x\n"}, no_python);
  EXPECT_THAT(tasks.defaults, ElementsAre("a", "b"));
}

TEST(SbyFileTest, TakesTheLinesOfATask) {
  const SbyTask quick = read(kFile, "quick");
  EXPECT_EQ(quick.mode, SbyTask::Mode::Bmc);
  EXPECT_EQ(quick.depth, 7u);
  EXPECT_THAT(quick.expect, ElementsAre("PASS"));
  EXPECT_EQ(quick.timeout, std::nullopt);
  EXPECT_TRUE(quick.multiclock);
  EXPECT_THAT(quick.script,
              ElementsAre("read -formal top.v", "prep -top top # not a comment of ours", ""));
  EXPECT_THAT(quick.files, ElementsAre(Pair("top.v", "top.v"), Pair("sub/rest.v", "../rest.v")));
  EXPECT_THAT(quick.texts, ElementsAre(Pair("made.vh", "`define A 1\n  # kept\n")));
}

TEST(SbyFileTest, TakesBlocksAndNegatedTags) {
  const SbyTask full = read(kFile, "full");
  EXPECT_EQ(full.mode, SbyTask::Mode::Prove);
  EXPECT_THAT(full.expect, ElementsAre("FAIL", "UNKNOWN"));
  EXPECT_EQ(full.timeout, 30u);
}

TEST(SbyFileTest, MatchesPatternsOfNames) {
  EXPECT_THAT(
      read(kFile, "other_1").script,
      ElementsAre("read -formal top.v", "echo late", "prep -top top # not a comment of ours", ""));
}

TEST(SbyFileTest, ReadsAFileWithoutTasks) {
  const std::string text = "[options]\nmode cover\n[script]\nread -formal a: b\n";
  EXPECT_THAT(list_sby_tasks({"f.sby", text}, no_python).all, IsEmpty());
  EXPECT_EQ(read(text, "").mode, SbyTask::Mode::Cover);
}

TEST(SbyFileTest, SaysWhereAFileIsWrong) {
  const auto error_of = [](const std::string& text, const std::string& task = "") {
    try {
      read(text, task);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(error_of("[options]\nmode prove\nfrobnicate 3\n[script]\nx\n"),
              HasSubstr("f.sby:3:1: error: there is no option 'frobnicate'"));
  EXPECT_THAT(error_of("[options]\nmode maybe\n"), HasSubstr("f.sby:2:1"));
  EXPECT_THAT(error_of("[script]\nx\n"), HasSubstr("no mode"));
  EXPECT_THAT(error_of("[options]\nmode bmc\n"), HasSubstr("no [script]"));
  EXPECT_THAT(error_of("[setup]\n"), HasSubstr("[setup] is not supported"));
  EXPECT_THAT(error_of("stray\n"), HasSubstr("expected a section"));
  EXPECT_THAT(error_of("[options]\nmode bmc\ndepth -3\n"), HasSubstr("depth: expected a number"));
  EXPECT_THAT(error_of("[options]\nmode bmc\nskip 5\n"), HasSubstr("skip"));
  EXPECT_THAT(error_of("[files]\n../up ../up\n"), HasSubstr("below the directory"));
  EXPECT_THAT(error_of("[files]\n/etc/x /etc/passwd\n"), HasSubstr("below the directory"));
  EXPECT_THAT(error_of(kFile, "other_11"),
              HasSubstr("there is no task 'other_11'; did you mean 'other_1'?"));
  EXPECT_THAT(error_of("[tasks]\na\n[options]\nb: mode bmc\n", "a"), HasSubstr("'b:' is no task"));
  EXPECT_THAT(error_of("--pycode-begin--\nx\n"), HasSubstr("without --pycode-end--"));
  EXPECT_THAT(error_of("--pycode-begin--\nx\n--pycode-end--\n"), HasSubstr("no python here"));
}

constexpr const char* kPython = R"([tasks]
a one
b
[options]
mode prove
[script]
--pycode-begin--
output("read %s" % task)
if "one" in tags:
    output("one\ntwo")
print("not a line")
output("b: only b")
--pycode-end--
end
)";

TEST(SbyFileTest, RunsBlocksOfPython) {
  if (!has_program("python3")) GTEST_SKIP() << "there is no python3";
  EXPECT_THAT(read_sby_task({"f.sby", kPython}, "a", python_process()).script,
              ElementsAre("read a", "one", "two", "end"));
  EXPECT_THAT(read_sby_task({"f.sby", kPython}, "b", python_process()).script,
              ElementsAre("read b", "only b", "end"));
}

TEST(SbyFileTest, SaysWhatIsWrongWithABlockOfPython) {
  if (!has_program("python3")) GTEST_SKIP() << "there is no python3";
  const std::string text = "[options]\n--pycode-begin--\nraise ValueError('oh')\n--pycode-end--\n";
  try {
    read_sby_task({"f.sby", text}, "", python_process());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("f.sby:4:1: error: a block of Python failed: ValueError: oh"));
  }
}

TEST(SbyModelTest, NeverLeavesWhatIsUndefined) {
  for (const auto mode : {SbyTask::Mode::Bmc, SbyTask::Mode::Prove, SbyTask::Mode::Cover}) {
    SbyTask task;
    task.mode = mode;
    const std::vector<std::string> script = ending_of_script(task);
    const auto undefined = std::find(script.begin(), script.end(), "setundef -undriven -anyseq");
    ASSERT_NE(undefined, script.end());
    EXPECT_THAT(script.back(), HasSubstr("write_btor"));
    EXPECT_EQ(script.back().find("-c ") != std::string::npos, mode == SbyTask::Mode::Cover);
  }
}

TEST(SbyModelTest, ElaboratesADesign) {
  if (!has_program("yosys")) GTEST_SKIP() << "there is no yosys";
  SbyTask task = read(R"([options]
mode prove
[script]
read_verilog -formal top.v
prep -top top
[file top.v]
module top(input clk, input up, output reg [3:0] n);
  initial n = 0;
  always @(posedge clk) n <= n + up;
  always @* begin bound: assert (n < 9); end
endmodule
)",
                      "");
  const SbyDesign design = elaborate(task, "f.sby", {});
  ASSERT_TRUE(design.btor2) << design.yosys.message;
  EXPECT_EQ(design.top, "top");
  EXPECT_THAT(design.clocks, ElementsAre("clk"));
  EXPECT_FALSE(design.falling);
  ASSERT_EQ(design.sources.size(), 1u);
  const WordModel model = read_sby_model(design, task, Log(LogLevel::Quiet));
  ASSERT_EQ(model.properties.size(), 1u);
  EXPECT_THAT(model.properties[0].file, HasSubstr("top.v"));
  EXPECT_EQ(model.properties[0].line, 4u);
  EXPECT_EQ(model.top, "top");
}

TEST(SbyModelTest, SaysWhatYosysSays) {
  if (!has_program("yosys")) GTEST_SKIP() << "there is no yosys";
  SbyTask task;
  task.script = {"read_verilog -formal nowhere.v"};
  const SbyDesign design = elaborate(task, "f.sby", {});
  EXPECT_FALSE(design.btor2);
  EXPECT_THAT(design.yosys.message, HasSubstr("nowhere.v"));
}

}  // namespace
}  // namespace cairn
