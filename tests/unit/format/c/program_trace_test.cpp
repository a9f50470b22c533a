// SPDX-License-Identifier: MIT
#include "format/c/program_trace.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(WhatHappened, IsTheOppositeOfTheClaim) {
  EXPECT_EQ(what_happened("reach_error() is not reached"), "reach_error() is reached");
  EXPECT_EQ(what_happened("no division by zero in a / b"), "division by zero in a / b");
  EXPECT_EQ(what_happened("no null pointer is followed"), "a null pointer is followed");
  EXPECT_EQ(what_happened("the shift amount is in range in 1 << n"),
            "the shift amount is out of range in 1 << n");
  EXPECT_EQ(what_happened("the access is within its object"),
            "the access is outside of its object");
  EXPECT_EQ(what_happened("assertion"), "the assertion fails");
  EXPECT_EQ(what_happened("x stays small"), "'x stays small' does not hold");
}

TEST(ShownValue, IsWrittenAsInC) {
  EXPECT_EQ(shown_value(Value(BitVector(8, 0xFF)), Show::Signed), "-1");
  EXPECT_EQ(shown_value(Value(BitVector(8, 0xFF)), Show::Unsigned), "255");
  EXPECT_EQ(shown_value(Value(BitVector(8, 'a')), Show::Char), "97 'a'");
  EXPECT_EQ(shown_value(Value(BitVector(32, 0)), Show::Pointer), "NULL");
}

TEST(ShownValue, FloatsReadBackAsThemselves) {
  EXPECT_EQ(shown_value(Value::of_float(Sort::float32(), BitVector(32, 0x3DCCCCCD)), Show::Float),
            "0.1f");
  EXPECT_EQ(
      shown_value(Value::of_float(Sort::float64(), BitVector(64, 0x4008000000000000)), Show::Float),
      "3.0");
  EXPECT_EQ(shown_value(Value::of_float(Sort::float32(), BitVector(32, 0xFF800000)), Show::Float),
            "-inf");
}

TEST(Inputs, CallsAreThoseOfFunctions) {
  InputValue input;
  input.note = "__VERIFIER_nondet_int";
  EXPECT_TRUE(is_call(input));
  input.note = "uninitialised x";
  EXPECT_FALSE(is_call(input));
  input.kind = InputKind::Uninitialised;
  input.note = "x";
  EXPECT_FALSE(is_call(input));
}

}  // namespace
}  // namespace cairn
