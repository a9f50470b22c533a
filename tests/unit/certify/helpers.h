// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "certify/check_certificate.h"
#include "support/quiet_context.h"

namespace cairn {

inline Judgement check(const BitSystem& model, const BitSystem& certificate, const Mapping& mapping,
                       const CertificateOptions& options = {}) {
  support::QuietContext context;
  return check_certificate(model, certificate, mapping, options, context.get());
}

/// With the mapping that the certificate states.
inline Judgement check(const BitSystem& model, const BitSystem& certificate,
                       const CertificateOptions& options = {}) {
  const Mapping mapping = read_mapping(reencoded(model, "model"), reencoded(certificate, "cert"));
  return check(model, certificate, mapping, options);
}

inline std::vector<std::string> failed_checks(const Judgement& judgement) {
  std::vector<std::string> names;
  for (const auto& entry : judgement.checks)
    if (entry.outcome == Outcome::Fails) names.push_back(entry.name);
  return names;
}

/// An invariant for `system` that says that its latches, read as a number (latch 0 is bit 0), have
/// none of `values`: one conjunct a value.
inline BitInvariant excluding(const BitSystem& system, const std::vector<std::uint32_t>& values) {
  BitInvariant invariant(system.inputs.size(), system.latches.size());
  for (const std::uint32_t value : values) {
    std::vector<Lit> cube;
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      cube.push_back(invariant.latch(i) ^ ((value >> i & 1) == 0));
    invariant.conjuncts.push_back(~invariant.aig.and_all(cube));
  }
  return invariant;
}

}  // namespace cairn
