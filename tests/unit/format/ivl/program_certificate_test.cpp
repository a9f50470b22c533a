// SPDX-License-Identifier: MIT
#include "format/ivl/program_certificate.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using support::random_cfa;
using support::random_term;

CfaInvariant random_invariant(const Cfa& cfa, Rng& rng) {
  CfaInvariant invariant;
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
    if (rng.chance(60)) invariant.at[{i}] = random_term(cfa, rng, Sort::boolean());
  if (rng.chance(30)) invariant.k = 1 + static_cast<std::uint32_t>(rng.below(5));
  if (rng.chance(20)) {
    invariant = {};
    invariant.unrolling.emplace();
    for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
      if (rng.chance(50))
        invariant.unrolling->rounds[{i}] = static_cast<std::uint32_t>(rng.below(1000));
  }
  return invariant;
}

std::vector<ProgramProof> reread(const std::string& text, const Cfa& cfa) {
  return read_program_certificate({"proof.txt", text},
                                  [&](const JudgedAssertions&) { return &cfa; });
}

TEST(ProgramCertificate, IsReadAsItWasWritten) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Cfa cfa = random_cfa(seed);
    const std::vector<ProgramProof> proofs{{std::nullopt, &cfa, random_invariant(cfa, rng)},
                                           {{{0, 3}}, &cfa, random_invariant(cfa, rng)}};
    const auto again = reread(write_program_certificate(proofs), cfa);
    ASSERT_EQ(again.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(again[i].about, proofs[i].about);
      EXPECT_EQ(again[i].invariant.k, proofs[i].invariant.k);
      EXPECT_EQ(again[i].invariant.at, proofs[i].invariant.at);
      const auto &bounds = again[i].invariant.unrolling, &expected = proofs[i].invariant.unrolling;
      ASSERT_EQ(bounds.has_value(), expected.has_value());
      if (bounds) {
        EXPECT_EQ(bounds->rounds, expected->rounds);
      }
    }
  }
}

TEST(ProgramCertificate, VariablesThatShareANameAreToldApart) {
  Cfa cfa = random_cfa(1);
  ProgramVariable twin = cfa.variables.front();
  twin.term = cfa.terms->variable(cfa.terms->name(twin.term), cfa.terms->sort(twin.term));
  cfa.variables.push_back(twin);
  CfaInvariant invariant;
  invariant.at[cfa.initial] = cfa.terms->equal(cfa.variables.front().term, twin.term);
  const auto again = reread(write_program_certificate({{std::nullopt, &cfa, invariant}}), cfa);
  EXPECT_EQ(again[0].invariant.at, invariant.at);
}

// Whatever is done to the text, it is read or refused with a place.
TEST(ProgramCertificate, DamagedTextIsRefusedInOneWay) {
  const Cfa cfa = random_cfa(5);
  Rng rng(7);
  const std::string text =
      write_program_certificate({{std::nullopt, &cfa, random_invariant(cfa, rng)}});
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = text;
    const std::size_t at = rng.below(damaged.size());
    if (i % 3 == 0)
      damaged.resize(at);
    else if (i % 3 == 1)
      damaged[at] = static_cast<char>(rng.below(256));
    else
      damaged.insert(at, damaged.substr(rng.below(damaged.size()), rng.below(20)));
    try {
      reread(damaged, cfa);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1500);
}

TEST(ProgramCertificate, NamesWhatDoesNotFit) {
  const Cfa cfa = random_cfa(5);
  const std::string head = write_program_certificate({{std::nullopt, &cfa, {}}});
  const std::string open = head.substr(0, head.rfind('}'));
  const auto fault = [&](const std::string& text) -> std::string {
    try {
      reread(text, cfa);
    } catch (const InputError& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(fault(head), "");
  EXPECT_NE(fault(open + "at 99999: true; }").find("no location 99999"), std::string::npos);
  EXPECT_NE(fault(open + "at 0: true; at 0: true; }").find("is there already"), std::string::npos);
  EXPECT_NE(fault(open + "at 0: nobody; }").find("nobody"), std::string::npos);
  EXPECT_NE(fault("cairn certificate 2; proof of all").find("version"), std::string::npos);
}

}  // namespace
}  // namespace cairn
