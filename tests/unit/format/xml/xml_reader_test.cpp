// SPDX-License-Identifier: MIT
#include "format/xml/xml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace cairn {
namespace {

std::string fault_of(const std::string& text) {
  try {
    read_xml({"x.xml", text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(XmlReader, ElementsAttributesAndTextHavePlaces) {
  const auto root = read_xml(
      {"x.xml",
       "<?xml version=\"1.0\"?>\n<a:top n='1'>\n  one &lt; two\n  <b/>three<b k=\"&amp;\"/>"
       "\n</a:top>"});
  EXPECT_EQ(root->name, "top");
  EXPECT_EQ(*root->attribute("n"), "1");
  EXPECT_EQ(root->attribute("m"), nullptr);
  ASSERT_EQ(root->children.size(), 2u);
  EXPECT_EQ(root->children[1]->line, 4u);
  EXPECT_EQ(root->children[1]->column, 12u);
  EXPECT_EQ(*root->children[1]->attribute("k"), "&");
  EXPECT_EQ(root->child("b"), root->children[0].get());
  EXPECT_EQ(root->child("c"), nullptr);
  ASSERT_EQ(root->texts.size(), 3u);
  EXPECT_EQ(root->texts[0].characters, "\n  one < two\n  ");
  EXPECT_EQ(root->texts[1].characters, "three");
  EXPECT_EQ(root->texts[1].line, 4u);
  EXPECT_EQ(root->texts[1].column, 7u);
}

TEST(XmlReader, CharacterDataIsText) {
  const auto root = read_xml({"x.xml", "<a><![CDATA[x < 3 & y;]]></a>"});
  ASSERT_EQ(root->texts.size(), 1u);
  EXPECT_EQ(root->texts[0].characters, "x < 3 & y;");
}

TEST(XmlReader, FaultsAreOneLineWithAPlace) {
  EXPECT_EQ(fault_of(""), "x.xml:1:1: error: XML: no element found");
  EXPECT_EQ(fault_of("<a>\n <b></a>"), "x.xml:2:7: error: XML: mismatched tag");
  EXPECT_THAT(fault_of("<a k=1/>"), testing::HasSubstr("x.xml:1:6: error: XML: not well-formed"));
  EXPECT_THAT(fault_of("<a>\xff</a>"), testing::HasSubstr("error: XML: not well-formed"));
}

TEST(XmlReader, EntitiesAreRefused) {
  const std::string bomb =
      "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;&b;\">]><a>&c;</a>";
  EXPECT_EQ(fault_of(bomb),
            "x.xml:1:25: error: the document declares the entity 'b': entities are not read");
  EXPECT_THAT(fault_of("<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]><a>&b;</a>"),
              testing::HasSubstr("declares the entity 'b'"));
}

TEST(XmlReader, DepthIsLimited) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_EQ(fault_of(deep), "x.xml:1:601: error: more than 200 elements inside each other");
}

}  // namespace
}  // namespace cairn
