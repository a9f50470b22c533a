// SPDX-License-Identifier: MIT
#include "format/c/property_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace cairn {
namespace {

using testing::ElementsAre;

std::string fault_of(const std::string& text) {
  try {
    read_property_file({"p.prp", text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(PropertyFile, NamesEntryAndFunction) {
  const PropertyFile property =
      read_property_file({"p.prp", "\n CHECK( init(start()), LTL(G ! call(fail_now())) ) \n"});
  EXPECT_EQ(property.entry, "start");
  EXPECT_EQ(property.function, "fail_now");
  EXPECT_EQ(property.name, "unreach-call");
}

TEST(PropertyFile, OtherPropertiesAreRefusedByName) {
  EXPECT_EQ(fault_of("CHECK( init(main()), LTL(F end) )\n"),
            "p.prp:1:1: error: the property termination is not supported, only unreach-call, "
            "no-overflow and valid-memsafety with its parts");
  EXPECT_THROW(property_by_name("termination"), InputError);
  EXPECT_THROW(property_by_name("nonsense"), InputError);
}

TEST(PropertyFile, ChecksHaveNames) {
  const PropertyFile overflow =
      read_property_file({"p.prp", "CHECK( init(main()), LTL(G ! overflow) )\n"});
  EXPECT_EQ(overflow.name, "no-overflow");
  EXPECT_EQ(overflow.function, "");
  EXPECT_THAT(overflow.checks, ElementsAre("overflow"));
  EXPECT_EQ(property_by_name("no-overflow").line, "CHECK( init(main()), LTL(G ! overflow) )");
  const PropertyFile memory = read_property_file(
      {"p.prp",
       "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) "
       ")\nCHECK( init(main()), LTL(G valid-memtrack) )\n"});
  EXPECT_EQ(memory.name, "valid-memsafety");
  EXPECT_EQ(memory.checks, property_by_name("valid-memsafety").checks);
  EXPECT_EQ(memory.line, property_by_name("valid-memsafety").line);
}

TEST(PropertyFile, FaultsHaveAPlace) {
  EXPECT_EQ(fault_of("\nnonsense\n").substr(0, 20), "p.prp:2:1: error: ex");
  EXPECT_EQ(fault_of("   \n"), "p.prp:1:1: error: the file has no property");
  EXPECT_EQ(fault_of("CHECK( init(main()), LTL(G ! call(f())) )\nCHECK( init(main()), LTL(G ! "
                     "call(g())) )\n"),
            "p.prp:2:1: error: more than one property");
}

}  // namespace
}  // namespace cairn
