// SPDX-License-Identifier: MIT
#include "format/c/argument_note.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/c/c_harness.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using Kind = ArgumentNote::Kind;

TEST(ArgumentNote, ReadsWhatItWrites) {
  for (const ArgumentNote& note : {ArgumentNote{Kind::Scalar, 2, "n", 0, 0, 0, 0, ""},
                                   ArgumentNote{Kind::Pointer, 1, "p", 0, 0, 3, 64, ""},
                                   ArgumentNote{Kind::Pointer, 1, "", 3, 128, 4, 8, ""},
                                   ArgumentNote{Kind::Part, 1, "p", 3, 17, 0, 0, ""},
                                   ArgumentNote{Kind::Record, 7, "r", 0, 0, 9, 12, "struct s"}}) {
    const auto read = argument_note(argument_text(note));
    ASSERT_TRUE(read) << argument_text(note);
    EXPECT_EQ(argument_text(*read), argument_text(note));
    EXPECT_EQ(read->kind, note.kind);
    EXPECT_EQ(read->bit, note.bit);
    EXPECT_EQ(read->object, note.object);
  }
}

TEST(ArgumentNote, OtherNotesAreNone) {
  for (const char* text :
       {"", "argument of main", "__VERIFIER_nondet_int", "argument 1", "argument x (y)",
        "argument 1 (x) and more", "argument 1 (x), object", "argument 1 (x), object 2"})
    EXPECT_FALSE(argument_note(text)) << text;
}

TEST(HarnessEntry, PutsValuesWhereTheyBelong) {
  const auto number = [](std::uint32_t width, std::uint64_t value) {
    return Value(BitVector(width, value));
  };
  const HarnessEntry entry =
      harness_entry("f", "/f.c",
                    {{argument_text({Kind::Scalar, 1, "n", 0, 0, 0, 0, ""}), number(32, 7)},
                     {argument_text({Kind::Pointer, 2, "p", 0, 0, 1, 16, ""}), Value(false)},
                     {argument_text({Kind::Part, 2, "p", 1, 8, 0, 0, ""}), number(16, 0x1234)},
                     {argument_text({Kind::Part, 2, "p", 1, 35, 0, 0, ""}), number(3, 5)},
                     {argument_text({Kind::Pointer, 2, "p", 1, 64, 2, 1, ""}), Value(false)},
                     {argument_text({Kind::Pointer, 3, "q", 0, 0, 3, 1, ""}), Value(true)},
                     {argument_text({Kind::Record, 4, "r", 0, 0, 4, 2, "struct r"}), Value(false)},
                     {"something else", Value(true)}});
  EXPECT_THAT(entry.arguments,
              ElementsAre("0x7", "(void *)object_1", "0", "*(struct r *)object_4"));
  ASSERT_EQ(entry.objects.size(), 4u);
  EXPECT_EQ(entry.objects[0].bytes.size(), 16u);
  EXPECT_EQ(entry.objects[0].bytes[1], 0x34);
  EXPECT_EQ(entry.objects[0].bytes[2], 0x12);
  EXPECT_EQ(entry.objects[0].bytes[4], 5 << 3);
  EXPECT_THAT(entry.objects[0].pointers,
              ElementsAre(std::pair<std::uint64_t, std::uint32_t>(8, 2)));
}

}  // namespace
}  // namespace cairn
