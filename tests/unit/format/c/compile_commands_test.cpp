// SPDX-License-Identifier: MIT
#include "format/c/compile_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace cairn {
namespace {

using testing::ElementsAre;

CompileCommand only(const std::string& text) {
  const auto commands = read_compile_commands({"c.json", text});
  EXPECT_EQ(commands.size(), 1u);
  return commands.at(0);
}

TEST(CompileCommands, KeepWhatDecidesTheMeaning) {
  const CompileCommand command = only(R"([{"directory": "/b/x", "file": "../s/a.c", "arguments":
    ["cc", "-O2", "-Wall", "-I", "inc", "-I/abs", "-DX=1", "-U", "Y", "-isystem", "sys", "-std=c99",
     "-include", "first.h", "-funsigned-char", "-o", "-DNO", "-MF", "-DNO", "-c", "../s/a.c"]}])");
  EXPECT_EQ(command.file, "/b/s/a.c");
  EXPECT_EQ(command.model, CompileCommand::Model::Default);
  EXPECT_THAT(command.arguments,
              ElementsAre("-I/b/x/inc", "-I/abs", "-DX=1", "-UY", "-isystem", "/b/x/sys",
                          "-std=c99", "-include", "/b/x/first.h", "-funsigned-char"));
}

TEST(CompileCommands, SplitCommandsAsShellsDo) {
  const CompileCommand command = only(
      R"([{"directory": "/b", "file": "/a.c", "command":
      "cc -m32 '-DA=x y' \"-DB=\\\"q\\\"\" -DC=a\\ b  -D'D'=1 a.c"}])");
  EXPECT_EQ(command.model, CompileCommand::Model::M32);
  EXPECT_THAT(command.arguments, ElementsAre("-DA=x y", "-DB=\"q\"", "-DC=a b", "-DD=1"));
}

TEST(CompileCommands, FaultsNameTheEntry) {
  for (const char* text :
       {"", "{}", "[3]", R"([{"file": "a.c"}])", R"([{"directory": "/"}])",
        R"([{"file": "a.c", "command": "cc 'x"}])", R"([{"file": "a.c", "arguments": "cc"}])"})
    EXPECT_THROW(read_compile_commands({"c.json", text}), InputError) << text;
  try {
    read_compile_commands({"c.json", R"([{"file": "a.c", "command": "cc"}, {"file": 1}])"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "c.json:1:1: error: entry 2: \"file\" is no string");
  }
}

}  // namespace
}  // namespace cairn
