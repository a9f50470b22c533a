// SPDX-License-Identifier: MIT
#include "cairn/child.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "cairn/cairn.h"

namespace cairn::api {
namespace {

std::vector<std::string> shell(const std::string& script) {
  return {"/bin/sh", "-c", script, "sh", std::string(kLinesPlace)};
}

TEST(Child, LinesMessagesAndTheCodeComeBack) {
  std::vector<std::string> lines;
  const ChildEnd end =
      run_child(shell("echo one; echo two >&$1; echo 'wrong' >&2; printf 'no end' >&$1; exit 7"),
                [&](std::string_view line) { lines.emplace_back(line); }, {});
  EXPECT_EQ(end.code, 7);
  EXPECT_EQ(end.messages, "wrong\n");
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "two"}));
}

TEST(Child, AStopIsAnInterruptThatItCanAnswer) {
  std::stop_source stop;
  const auto begin = std::chrono::steady_clock::now();
  const ChildEnd end = run_child(
      shell("trap 'exit 9' INT; echo ready; while :; do sleep 0.05; done"),
      [&](std::string_view) { stop.request_stop(); }, stop.get_token());
  EXPECT_EQ(end.code, 9);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Child, WhatCannotBeStartedIsAnError) {
  EXPECT_THROW(run_child({"/no/such/program"}, {}, {}), Error);
}

TEST(Child, ASignalHasNoExitCode) {
  EXPECT_EQ(run_child(shell("kill -9 $$"), {}, {}).code, -1);
}

TEST(Child, SeveralRunAtTheSameTime) {
  std::vector<std::jthread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      std::string got;
      const ChildEnd end = run_child(
          shell("sleep 0.1; echo " + std::to_string(i) + " >&$1; exit " + std::to_string(i)),
          [&](std::string_view line) { got = line; }, {});
      if (end.code == i && got == std::to_string(i)) ++right;
    });
  threads.clear();
  EXPECT_EQ(right, 8);
}

// A process of the host that never ends must not keep a check's descriptors open.
TEST(Child, DescriptorsOfOneAreNotAnothers) {
  std::stop_source stop;
  std::jthread sleeper([&] { run_child(shell("exec sleep 60"), {}, stop.get_token()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run_child(shell("exit 0"), {}, {}).code, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  stop.request_stop();
}

TEST(Task, RefusesOptionsThatAreNotTheCallers) {
  Task task({"a.aag"});
  for (const char* option : {"json", "json=x", "witness", "", "-v", "--engine", "help"})
    EXPECT_THROW(task.set(option), Error) << option;
  EXPECT_THROW(task.set("engine=ic3", "bmc"), Error);
  EXPECT_NO_THROW(task.set("engine", "ic3"));
  EXPECT_THROW(Task({}), Error);
  for (const char* name : {"", "..", "../a.aag", "/etc/passwd", "-q"})
    EXPECT_THROW(Task::of_text("", name), Error) << name;
}

}  // namespace
}  // namespace cairn::api
