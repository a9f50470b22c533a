// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_reader.h"

#include <gtest/gtest.h>

#include "format/vcd/vcd_file.h"

namespace cairn {
namespace {

VcdValues written(bool has_clock) {
  VcdFile file("top");
  const std::size_t count = file.add("reg", "unit.count", 4, "[3:0]");
  const std::size_t flag = file.add("wire", "flag", 1, "");
  if (has_clock) file.make_clock(file.add("wire", "clk", 1, ""));
  const char* const counts[] = {"0000", "0101", "0101"};
  const char* const flags[] = {"0", "0", "1"};
  for (int i = 0; i < 3; ++i) {
    file.begin_step();
    file.set(count, counts[i]);
    file.set(flag, flags[i]);
  }
  return read_vcd(file.end());
}

TEST(VcdReader, ReadsWhatTheWriterWrote) {
  for (const bool has_clock : {false, true}) {
    const VcdValues values = written(has_clock);
    EXPECT_EQ(values.steps, 3u) << has_clock;
    const VcdValues::Signal* count = values.find("top.unit.count");
    ASSERT_NE(count, nullptr);
    EXPECT_EQ(count->width, 4u);
    EXPECT_EQ(count->values, (std::vector<std::string>{"0000", "0101", "0101"}));
    ASSERT_NE(values.find("top.flag"), nullptr);
    EXPECT_EQ(values.find("top.flag")->values, (std::vector<std::string>{"0", "0", "1"}));
    EXPECT_EQ(values.find("flag"), nullptr);
  }
}

TEST(VcdReader, DoesNotMindNonsense) {
  for (const char* text : {"", "$scope", "#", "#1\n", "$var\n$enddefinitions\nb1\n#x\n#\nb1 !\n",
                           "$upscope\n$var wire 99999999999999999999 ! a $end\n"})
    EXPECT_NO_THROW(read_vcd(text)) << text;
}

}  // namespace
}  // namespace cairn
