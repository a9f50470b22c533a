// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <gtest/gtest.h>

#include <string>

namespace cairn {
namespace {

TEST(Printable, KeepsPlainTextAndUtf8) {
  EXPECT_EQ(printable("count[3] = \"a\\b\""), "count[3] = \"a\\b\"");
  EXPECT_EQ(printable("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable(std::string_view("a\0b\n\x1b[2J\x7f", 9)), "a\\x00b\\x0a\\x1b[2J\\x7f");
}

TEST(Printable, EscapesC1ControlsThoughTheyAreUtf8) {
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");
  EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
}

TEST(Printable, EscapesWhatTurnsTextRound) {
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\xe2\\x80\\xae"
            "b");
  EXPECT_EQ(printable("\xe2\x81\xa6"), "\\xe2\\x81\\xa6");
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");
  EXPECT_EQ(printable("\xe2\x80\xa7\xe2\x80\xaf"), "\xe2\x80\xa7\xe2\x80\xaf");
}

TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\x80"), "\\x80");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                  // overlong '/'
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");         // overlong in three bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");         // surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80").substr(0, 4), "\\xf4");  // beyond Unicode
}

TEST(Printable, EscapesASequenceThatTheTextCutsShort) {
  EXPECT_EQ(printable("a\xe2\x82"), "a\\xe2\\x82");
  EXPECT_EQ(printable("\xf0"), "\\xf0");
}

TEST(Printable, CutsLongTextAndSaysSo) {
  EXPECT_EQ(printable(std::string(10, 'a'), 10), "aaaaaaaaaa");
  EXPECT_EQ(printable(std::string(11, 'a'), 10), "aaaaaaaaaa...");
  EXPECT_EQ(printable(std::string(1000, 'a')).size(), 203u);
}

TEST(InputErrorTest, SaysWhereOnOneLine) {
  const InputError error({"model.aag", 3, 7}, "expected a literal");
  EXPECT_STREQ(error.what(), "model.aag:3:7: error: expected a literal");
  EXPECT_EQ(error.position().line, 3u);
  EXPECT_EQ(error.position().column, 7u);
  EXPECT_EQ(error.message(), "expected a literal");
}

TEST(InputErrorTest, NamesAWholeFileWithoutAPlace) {
  EXPECT_STREQ(InputError({"model.aag", 0, 0}, "cannot read").what(),
               "cairn: error: model.aag: cannot read");
  EXPECT_STREQ(InputError({"", 0, 0}, "there is no job").what(), "cairn: error: there is no job");
}

TEST(InputErrorTest, EscapesTheFileNameAndTheMessage) {
  const InputError error({"bad\nname", 1, 1}, "found '\x1b'");
  EXPECT_STREQ(error.what(), "bad\\x0aname:1:1: error: found '\\x1b'");
}

TEST(CheckDeathTest, AFalseConditionEndsTheProcessWithItsText) {
  EXPECT_DEATH(CAIRN_CHECK(1 + 1 == 3), "internal error: .*error_test.cpp:.*1 \\+ 1 == 3");
}

TEST(CheckTest, ATrueConditionIsEvaluatedOnce) {
  int calls = 0;
  CAIRN_CHECK(++calls == 1);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace cairn
