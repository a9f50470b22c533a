// SPDX-License-Identifier: MIT
#include "run/waveform_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cairn {
namespace {

TEST(WaveformJsonTest, NearSignalsComeFirstAndValuesAreCompact) {
  WaveTable table;
  const auto far = table.add("wire", "far", 1, "");
  const auto bus = table.add("reg", "bus", 9, "[8:0]");
  const auto clock = table.add("wire", "clk", 1, "");
  table.make_clock(clock);
  table.describe(bus, "state");
  table.set_distance(bus, 2);
  for (int step = 0; step < 3; ++step) {
    table.begin_step();
    table.set(far, step == 1 ? "1" : "x");
    table.set(bus, step < 2 ? "100001111" : "1000x1111");
  }
  table.set_free(bus);
  const auto json = waveform_json(table, 1);
  EXPECT_EQ(json["steps"], 3);
  EXPECT_EQ(json["loop_start"], 1);
  EXPECT_EQ(json["left_out"], 0);
  ASSERT_EQ(json["signals"].size(), 3u);
  EXPECT_EQ(json["signals"][0]["kind"], "clock");
  EXPECT_EQ(json["signals"][1].dump(),
            R"({"name":"bus","kind":"state","width":9,"range":"[8:0]","distance":2,"at":[0,2],)"
            R"("values":"10f b1000x1111","free":[2]})");
  EXPECT_EQ(json["signals"][2]["bits"], "x1x");
}

}  // namespace
}  // namespace cairn
