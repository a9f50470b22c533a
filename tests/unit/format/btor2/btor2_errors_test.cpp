// SPDX-License-Identifier: MIT
//
// What is wrong with files and what people are told, one row a mistake.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "format/btor2/btor2_reader.h"

namespace cairn {
namespace {

using namespace std::string_literals;

/// Lines 1 to 12 of every model below; a row adds more, of which the last is wrong.
const std::string kStart =
    "1 sort bitvec 1\n"
    "2 sort bitvec 8\n"
    "3 sort bitvec 4\n"
    "4 sort array 3 2\n"
    "5 input 2 in\n"
    "6 input 1\n"
    "7 constd 3 5\n"
    "8 state 2 s\n"
    "9 state 4 a\n"
    "10 state 1\n"
    "11 add 2 5 8\n"
    "20 constd 2 7\n";

std::string error_of(const std::string& text) {
  try {
    read_btor2({"f", text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

struct Row {
  std::string line;
  std::string message;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const auto line = 13 + std::count(row.line.begin(), row.line.end(), '\n');
    EXPECT_EQ(error_of(kStart + row.line + "\n"), fmt::format("f:{}:{}", line, row.message))
        << row.line;
  }
}

TEST(Btor2ErrorsTest, Files) {
  const std::string expected = "f:1:1: error: no lines, expected BTOR2, such as '1 sort bitvec 8'";
  EXPECT_EQ(error_of(""), expected);
  EXPECT_EQ(error_of("\n"), expected);
  EXPECT_EQ(error_of("; only a comment"),
            "f:1:1: error: no lines, expected BTOR2, such as '1 sort bitvec 8'");
  EXPECT_EQ(error_of("\0\0"s), "f:1:1: error: expected an id, got '\\x00\\x00'");
  EXPECT_EQ(error_of("aag 0 0 0 0 0\n"), "f:1:1: error: expected an id, got 'aag'");
  EXPECT_EQ(error_of(std::string(1 << 20, 'x')),
            "f:1:1: error: expected an id, got '" + std::string(40, 'x') + "...'");
  EXPECT_EQ(error_of("1 sort bitvec 8\r2 input 1\n"),
            "f:1:15: error: sort: expected the width, got '8\\x0d2'");
}

TEST(Btor2ErrorsTest, Ids) {
  check({
      {"add 2 5 8", "1: error: expected an id, got 'add'"},
      {"0 add 2 5 8", "1: error: id 0, expected ids from 1"},
      {"-21 add 2 5 8", "1: error: expected an id, got '-21'"},
      {"21x add 2 5 8", "1: error: expected an id, got '21x'"},
      {"11 add 2 5 8", "1: error: id 11 already defined (line 11)"},
      {"15 add 2 5 8", "1: error: id 15 after id 20, expected ids in increasing order"},
      {"4611686018427387904 add 2 5 8",
       "1: error: id 4611686018427387904 exceeds the limit 4611686018427387903"},
      {"99999999999999999999999 add 2 5 8",
       "1: error: id 99999999999999999999999 exceeds the limit 4611686018427387903"},
      {"21", "3: error: expected an operator after the id, got end of line"},
      {"21 ; add", "4: error: expected an operator after the id, got end of line"},
      {"21 frobnicate 2 5", "4: error: unknown operator 'frobnicate'"},
      {"21 conca 2 5", "4: error: unknown operator 'conca'; did you mean 'concat'?"},
      {"21 ADD 2 5 8", "4: error: unknown operator 'ADD'"},
  });
}

TEST(Btor2ErrorsTest, Sorts) {
  check({
      {"21 sort", "8: error: sort: expected 'bitvec' or 'array', got end of line"},
      {"21 sort bool", "9: error: sort: expected 'bitvec' or 'array', got 'bool'"},
      {"21 sort bitvec", "15: error: sort: expected the width, got end of line"},
      {"21 sort bitvec x", "16: error: sort: expected the width, got 'x'"},
      {"21 sort bitvec -3", "16: error: sort: expected the width, got '-3'"},
      {"21 sort bitvec 0", "16: error: sort: width 0, expected at least 1"},
      {"21 sort bitvec 65536", "16: error: sort: width 65536 exceeds the limit 65535"},
      {"21 sort bitvec 2147483647", "16: error: sort: width 2147483647 exceeds the limit 65535"},
      {"21 sort bitvec 2147483648", "16: error: sort: width 2147483648 exceeds the limit 65535"},
      {"21 sort bitvec 4294967296",
       "16: error: sort: the width 4294967296 exceeds the limit 4294967295"},
      {"21 sort array 2", "16: error: sort: expected the sort of elements, got end of line"},
      {"21 sort array 2 77", "17: error: sort: sort 77 is not defined"},
      {"21 sort array 2 5",
       "17: error: sort: expected the sort of elements, but 5 is 'input' (line 5)"},
      {"21 sort array 2 4", "17: error: sort: arrays of arrays are not supported"},
      {"21 sort array 4 2", "15: error: sort: arrays indexed by arrays are not supported"},
      {"21 sort array -2 2", "15: error: sort: sort '-2' is negated"},
      {"21 input", "9: error: input: expected a sort, got end of line"},
      {"21 input 17", "10: error: input: sort 17 is not defined"},
      {"21 input 21", "10: error: input: sort 21 is not defined"},
      {"21 input 8", "10: error: input: expected a sort, but 8 is 'state' (line 8)"},
      {"21 input -2", "10: error: input: sort '-2' is negated"},
      {"21 add x 5 8", "8: error: add: expected a sort, got 'x'"},
      {"21 zero 4",
       "9: error: zero: expected a sort of bits, got an array of 8 bits indexed by 4 bits"},
  });
}

TEST(Btor2ErrorsTest, Arguments) {
  check({
      {"21 add 2 5", "11: error: add: expected the second operand, got end of line"},
      {"21 add 2", "9: error: add: expected the first operand, got end of line"},
      {"21 add 2 5 ; 8", "12: error: add: expected the second operand, got end of line"},
      {"21 add 2 5 x", "12: error: add: expected the second operand, got 'x'"},
      {"21 add 2 5 --8", "12: error: add: expected the second operand, got '--8'"},
      {"21 add 2 5 0", "12: error: add: 0 is not defined by any earlier line"},
      {"21 add 2 5 17", "12: error: add: 17 is not defined by any earlier line"},
      {"21 add 2 5 22", "12: error: add: 22 is not defined yet, expected an earlier line"},
      {"21 add 2 5 21", "12: error: add: 21 refers to itself"},
      {"21 add 2 5 -21", "12: error: add: 21 refers to itself"},
      {"21 add 2 5 2",
       "12: error: add: expected the second operand, but 2 is 'sort' (line 2), which has no value"},
      {"21 bad 6\n22 and 1 6 21",
       "12: error: and: expected the second operand, but 21 is 'bad' (line 13), which has no "
       "value"},
      {"21 add 2 5 7", "12: error: add: operands are 8 and 4 bits"},
      {"21 add 2 6 5", "12: error: add: operands are 1 and 8 bits"},
      {"21 add 3 5 8", "8: error: add: the result is 8 bits, but its sort 4 bits"},
      {"21 add 4 5 8",
       "8: error: add: the result is 8 bits, but its sort an array of 8 bits indexed by 4 bits"},
      {"21 add 2 5 9",
       "12: error: add: expected bits as the second operand, got an array of 8 bits indexed by 4 "
       "bits"},
      {"21 not 2 7", "8: error: not: the result is 4 bits, but its sort 8 bits"},
      {"21 not 4 9",
       "10: error: not: expected bits as an operand, got an array of 8 bits indexed by 4 bits"},
      {"21 redor 2 5", "10: error: redor: the result is 1 bit, but its sort 8 bits"},
      {"21 ult 2 5 8", "8: error: ult: the result is 1 bit, but its sort 8 bits"},
      {"21 ult 1 5 7", "12: error: ult: operands are 8 and 4 bits"},
      {"21 eq 1 5 9",
       "11: error: eq: operands are 8 bits and an array of 8 bits indexed by 4 bits"},
      {"21 eq 2 9 9", "7: error: eq: the result is 1 bit, but its sort 8 bits"},
      {"21 eq 1 -9 9", "9: error: eq: array 9 is negated"},
      {"21 iff 1 5 6", "10: error: iff: expected 1 bit, got 8 bits"},
      {"21 implies 1 6 5", "16: error: implies: expected 1 bit, got 8 bits"},
      {"21 sll 2 5 7", "12: error: sll: operands are 8 and 4 bits"},
      {"21 ror 2 5 7", "12: error: ror: operands are 8 and 4 bits"},
      {"21 add 2 5 8 sum 9", "18: error: expected end of line after symbol 'sum', got '9'"},
  });
}

TEST(Btor2ErrorsTest, Parts) {
  check({
      {"21 slice 3 5 4", "15: error: slice: expected the lower bit, got end of line"},
      {"21 slice 3 5 -4 0", "14: error: slice: expected the upper bit, got '-4'"},
      {"21 slice 3 5 0 3", "16: error: slice: lower bit 3 above upper bit 0"},
      {"21 slice 3 5 8 5", "14: error: slice: bit 8 of an operand of 8 bits"},
      {"21 slice 3 5 4294967299 4294967296",
       "14: error: slice: the upper bit 4294967299 exceeds the limit 4294967295"},
      {"21 slice 3 5 4 0", "10: error: slice: the result is 5 bits, but its sort 4 bits"},
      {"21 slice 3 6 1 0", "14: error: slice: bit 1 of an operand of 1 bit"},
      {"21 slice 3 9 3 0",
       "12: error: slice: expected bits as an operand, got an array of 8 bits indexed by 4 bits"},
      {"21 uext 2 7 3", "9: error: uext: the result is 7 bits, but its sort 8 bits"},
      {"21 sext 2 7 4294967295", "13: error: sext: width 4294967299 exceeds the limit 65535"},
      {"21 uext 2 7", "12: error: uext: expected the number of bits to add, got end of line"},
      {"21 concat 2 7 5", "11: error: concat: the result is 12 bits, but its sort 8 bits"},
      {"21 concat 2 9 5",
       "13: error: concat: expected bits as the first operand, got an array of 8 bits indexed by 4 "
       "bits"},
      {"21 sort bitvec 40000\n22 input 21\n23 concat 21 22 22",
       "17: error: concat: width 80000 exceeds the limit 65535"},
      {"21 sort bitvec 40000\n22 input 21\n23 umulo 1 22 22",
       "15: error: umulo: operands of 40000 bits exceed the limit 32767 for this operator"},
  });
}

TEST(Btor2ErrorsTest, Constants) {
  check({
      {"21 const 3 11111", "12: error: const: 5 digits, but its sort is 4 bits"},
      {"21 const 3 111", "12: error: const: 3 digits, but its sort is 4 bits"},
      {"21 const 3 11x1", "12: error: const: expected digits 0 and 1, got '11x1'"},
      {"21 const 3 1121", "12: error: const: expected digits 0 and 1, got '1121'"},
      {"21 const 3", "11: error: const: expected digits 0 and 1, got end of line"},
      {"21 constd 3 16", "13: error: constd: 16 does not fit 4 bits"},
      {"21 constd 3 -9", "13: error: constd: -9 does not fit 4 bits"},
      {"21 constd 1 2", "13: error: constd: 2 does not fit 1 bit"},
      {"21 constd 1 -2", "13: error: constd: -2 does not fit 1 bit"},
      {"21 constd 3 99999999999999999999",
       "13: error: constd: 99999999999999999999 does not fit 4 bits"},
      {"21 constd 3 -", "13: error: constd: expected a decimal number, got '-'"},
      {"21 constd 3 1f", "13: error: constd: expected a decimal number, got '1f'"},
      {"21 constd 3 +1", "13: error: constd: expected a decimal number, got '+1'"},
      {"21 constd 3", "12: error: constd: expected a decimal number, got end of line"},
      {"21 consth 3 1f", "13: error: consth: 1f does not fit 4 bits"},
      {"21 consth 3 0x1", "13: error: consth: expected hexadecimal digits, got '0x1'"},
      {"21 consth 3 -1", "13: error: consth: expected hexadecimal digits, got '-1'"},
      {"21 consth 1 2", "13: error: consth: 2 does not fit 1 bit"},
      {"21 consth 3", "12: error: consth: expected hexadecimal digits, got end of line"},
  });
  // Digits beyond what any sort holds are not even looked at.
  EXPECT_EQ(error_of("1 sort bitvec 8\n2 constd 1 " + std::string(1 << 20, '9')),
            "f:2:12: error: constd: " + std::string(40, '9') + "... does not fit 8 bits");
}

TEST(Btor2ErrorsTest, Arrays) {
  check({
      {"21 read 2 5 7", "11: error: read: expected an array, got 8 bits"},
      {"21 read 2 9 5", "13: error: read: the index has 8 bits, but that of the array 4 bits"},
      {"21 read 3 9 7", "9: error: read: the result is 8 bits, but its sort 4 bits"},
      {"21 read 2 9 9",
       "13: error: read: expected bits as an index, got an array of 8 bits indexed by 4 bits"},
      {"21 read 2 -9 7", "11: error: read: array 9 is negated"},
      {"21 write 4 5 7 5", "12: error: write: expected an array, got 8 bits"},
      {"21 write 4 9 5 5", "14: error: write: the index has 8 bits, but that of the array 4 bits"},
      {"21 write 4 9 7 7",
       "16: error: write: the element has 4 bits, but those of the array 8 bits"},
      {"21 write 2 9 7 5",
       "10: error: write: the result is an array of 8 bits indexed by 4 bits, but its sort 8 bits"},
      {"21 write 4 9 7", "15: error: write: expected an element, got end of line"},
      {"21 ite 4 5 9 9", "10: error: ite: expected 1 bit, got 8 bits"},
      {"21 ite 4 9 9 9",
       "10: error: ite: expected bits as the condition, got an array of 8 bits indexed by 4 bits"},
      {"21 ite 4 6 9 5",
       "14: error: ite: operands are an array of 8 bits indexed by 4 bits and 8 bits"},
      {"21 ite 2 6 9 9",
       "8: error: ite: the result is an array of 8 bits indexed by 4 bits, but its sort 8 bits"},
      {"21 ite 4 6 9 -9", "14: error: ite: array 9 is negated"},
      {"21 ite 2 6 5 7", "14: error: ite: operands are 8 and 4 bits"},
  });
}

TEST(Btor2ErrorsTest, States) {
  check({
      {"21 state 2\n22 init 2 21 20\n23 init 2 21 20",
       "11: error: init: state 21 has an initial value already"},
      {"21 next 2 8 5\n22 next 2 8 5", "11: error: next: state 8 has a next value already"},
      {"21 init 2 5 20", "11: error: init: expected a state, but 5 is 'input' (line 5)"},
      {"21 next 2 20 20", "11: error: next: expected a state, but 20 is 'constd' (line 12)"},
      {"21 next 2 -8 20", "11: error: next: state '-8' is negated"},
      {"21 init 2 8", "12: error: init: expected the initial value, got end of line"},
      {"21 init 2 8 20",
       "13: error: init: state 8 is initialised with 20, which is not defined before it"},
      {"21 init 2 8 8",
       "13: error: init: state 8 is initialised with 8, which is not defined before it"},
      {"21 init 2 8 5",
       "13: error: init: the initial value of state 8 depends on an input, expected states and "
       "constants"},
      {"21 state 2\n22 init 2 21 11",
       "14: error: init: the initial value of state 21 depends on an input, expected states and "
       "constants"},
      {"21 init 3 8 7", "9: error: init: the result is 8 bits, but its sort 4 bits"},
      {"21 init 2 8 7", "13: error: init: state 8 is 8 bits, but its initial value 4 bits"},
      {"21 init 4 9 7",
       "13: error: init: state 9 is an array of 8 bits indexed by 4 bits, but its initial value 4 "
       "bits"},
      {"21 next 3 8 7", "9: error: next: the result is 8 bits, but its sort 4 bits"},
      {"21 next 2 8 7", "13: error: next: state 8 is 8 bits, but its next value 4 bits"},
      {"21 next 4 9 20",
       "13: error: next: state 9 is an array of 8 bits indexed by 4 bits, but its next value 8 "
       "bits"},
  });
}

TEST(Btor2ErrorsTest, Properties) {
  check({
      {"21 bad", "7: error: bad: expected a value, got end of line"},
      {"21 bad 5", "8: error: bad: expected 1 bit, got 8 bits"},
      {"21 bad 9", "8: error: bad: expected 1 bit, got an array of 8 bits indexed by 4 bits"},
      {"21 bad -9", "8: error: bad: array 9 is negated"},
      {"21 bad 1", "8: error: bad: expected a value, but 1 is 'sort' (line 1), which has no value"},
      {"21 constraint 5", "15: error: constraint: expected 1 bit, got 8 bits"},
      {"21 fair 5", "9: error: fair: expected 1 bit, got 8 bits"},
      {"21 output 12", "11: error: output: 12 is not defined by any earlier line"},
      {"21 justice", "11: error: justice: expected the number of conditions, got end of line"},
      {"21 justice 0", "12: error: justice: 0 conditions, expected at least 1"},
      {"21 justice x", "12: error: justice: expected the number of conditions, got 'x'"},
      {"21 justice 3 6 10", "18: error: justice: 3 conditions, but only 2 follow"},
      {"21 justice 4294967295 6", "24: error: justice: 4294967295 conditions, but only 1 follow"},
      {"21 justice 99999999999 6",
       "12: error: justice: the number of conditions 99999999999 exceeds the limit 4294967295"},
      {"21 justice 2 6 5", "16: error: justice: expected 1 bit, got 8 bits"},
  });
}

}  // namespace
}  // namespace cairn
