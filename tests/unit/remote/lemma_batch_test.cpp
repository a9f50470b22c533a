// SPDX-License-Identifier: MIT
#include "remote/lemma_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/rng.h"

namespace cairn {
namespace {

constexpr std::uint32_t kLatches = 1000;

SharedLemma random_lemma(Rng& rng, std::uint32_t latches = kLatches) {
  std::set<std::uint32_t> chosen;
  const std::size_t size = 1 + rng.below(20);
  while (chosen.size() < size) chosen.insert(static_cast<std::uint32_t>(rng.below(latches)));
  SharedLemma lemma;
  for (const std::uint32_t latch : chosen)
    lemma.cube.push_back(2 * latch + static_cast<std::uint32_t>(rng.below(2)));
  lemma.level = rng.chance(20)
                    ? SharedLemma::kEverywhere
                    : static_cast<std::uint32_t>(rng.below(rng.chance(50) ? 5 : 1 << 30));
  return lemma;
}

std::vector<SharedLemma> random_lemmas(Rng& rng) {
  std::vector<SharedLemma> lemmas(rng.below(30));
  for (SharedLemma& lemma : lemmas) lemma = random_lemma(rng);
  return lemmas;
}

std::string encoded(const std::vector<SharedLemma>& lemmas) {
  return encode_batch(77, lemmas.data(), lemmas.size());
}

TEST(LemmaBatch, ComesBackAsItWas) {
  Rng rng(1);
  for (int i = 0; i < 500; ++i) {
    const auto lemmas = random_lemmas(rng);
    const DecodedBatch decoded = decode_batch(encoded(lemmas), kLatches);
    ASSERT_EQ(decoded.fault, BatchFault::None);
    EXPECT_EQ(decoded.batch.sender, 77u);
    EXPECT_EQ(decoded.batch.lemmas, lemmas);
  }
}

TEST(LemmaBatch, TellsItsSenderAtAGlance) {
  EXPECT_EQ(sender_of_batch(encoded({})), 77u);
  EXPECT_EQ(sender_of_batch(""), std::nullopt);
  EXPECT_EQ(sender_of_batch("something else"), std::nullopt);
}

TEST(LemmaBatch, TakesAByteOrTwoForALiteral) {
  const SharedLemma lemma{{10, 13, 200, 401}, 7};
  EXPECT_LE(encoded({lemma}).size() - encoded({}).size(), 2 + 4 + 2u);
}

/// Whatever the bytes are, what is read is a list of cubes of the system.
void expect_cubes(const DecodedBatch& decoded) {
  if (decoded.fault != BatchFault::None) {
    EXPECT_TRUE(decoded.batch.lemmas.empty());
    return;
  }
  for (const SharedLemma& lemma : decoded.batch.lemmas) {
    ASSERT_FALSE(lemma.cube.empty());
    for (std::size_t i = 0; i < lemma.cube.size(); ++i) {
      EXPECT_LT(lemma.cube[i] / 2, kLatches);
      if (i > 0) {
        EXPECT_LT(lemma.cube[i - 1] / 2, lemma.cube[i] / 2);
      }
    }
  }
}

TEST(LemmaBatch, NoticesEveryChange) {
  Rng rng(2);
  for (int i = 0; i < 3000; ++i) {
    const std::string good = encoded({random_lemma(rng), random_lemma(rng)});
    std::string bad = good;
    switch (rng.below(4)) {
      case 0:
        bad[rng.below(bad.size())] ^= static_cast<char>(1 << rng.below(8));
        break;
      case 1:
        bad.resize(rng.below(bad.size()));
        break;
      case 2:
        bad.insert(rng.below(bad.size() + 1), 1, static_cast<char>(rng.below(256)));
        break;
      default:
        std::swap(bad[rng.below(bad.size())], bad[rng.below(bad.size())]);
    }
    const DecodedBatch decoded = decode_batch(bad, kLatches);
    if (bad != good) {
      EXPECT_NE(decoded.fault, BatchFault::None);
    }
    expect_cubes(decoded);
  }
}

/// With the checksum made right again, only the form is left to protect the reader.
TEST(LemmaBatch, SurvivesForgeries) {
  Rng rng(3);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string body = encoded({random_lemma(rng), random_lemma(rng)});
    body.resize(body.size() - 4);
    for (std::uint64_t n = 1 + rng.below(3); n > 0; --n)
      body[10 + rng.below(body.size() - 10)] = static_cast<char>(rng.below(256));
    std::uint32_t hash = 2166136261u;
    for (const char byte : body) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
    for (int k = 0; k < 4; ++k) body.push_back(static_cast<char>(hash >> (8 * k)));
    const DecodedBatch decoded = decode_batch(body, kLatches);
    expect_cubes(decoded);
    accepted += decoded.fault == BatchFault::None;
  }
  EXPECT_GT(accepted, 0);  // some are cubes; a false lemma is a matter for the judge of answers
}

TEST(LemmaBatch, SurvivesNoise) {
  Rng rng(4);
  for (int i = 0; i < 20000; ++i) {
    std::string noise(rng.below(60), '\0');
    for (char& byte : noise) byte = static_cast<char>(rng.below(256));
    if (noise.size() > 2 && rng.chance(80)) noise.replace(0, 2, "L\x01");
    expect_cubes(decode_batch(noise, kLatches));
  }
}

TEST(LemmaBatch, RefusesLatchesThatDoNotExist) {
  EXPECT_EQ(decode_batch(encoded({{{19}, 1}}), 10).fault, BatchFault::None);
  EXPECT_EQ(decode_batch(encoded({{{20}, 1}}), 10).fault, BatchFault::Damaged);
}

TEST(LemmaBatch, RefusesWhatIsNoCube) {
  EXPECT_EQ(decode_batch(encoded({{{}, 1}}), 10).fault, BatchFault::Damaged);
  EXPECT_EQ(decode_batch(encoded({{{4, 5}, 1}}), 10).fault, BatchFault::Damaged);
  EXPECT_EQ(decode_batch(encoded({{{4, 4}, 1}}), 10).fault, BatchFault::Damaged);
}

TEST(LemmaBatch, KnowsOtherVersions) {
  std::string later = encoded({});
  later[1] = 2;
  EXPECT_EQ(decode_batch(later, 10).fault, BatchFault::OtherVersion);
}

}  // namespace
}  // namespace cairn
