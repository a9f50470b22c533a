// SPDX-License-Identifier: MIT
//
// Judges a certificate for safety with the SAT checks of certifaiger [FYPBH25]. For the model let
// R, F, C and P say that latches have their reset values, that they take their next-state values
// from step s to step t, that constraints hold, and that no bad state is true; R', F', C', P' the
// same for the certificate, and {K} restricts R and F to mapped latches:
//
//   Reset        R{K} & C                  =>  R'{K} & C'
//   Transition   F{K} & Cs & Ct & C's      =>  F'{K} & C't
//   Safety       C & C' & P'               =>  P
//   Base         R' & C'                   =>  P'
//   Inductive    F' & C's & C't & P's      =>  P't
//
// each for all values of all inputs and latches, where mapped pairs have equal values. Why they
// suffice is said in mapping.h. Each check is a query of its own.
//
// Where we differ: R{K} and F{K} are no equations among the assumptions, but the latches' reset and
// next-state functions are put in their place, in an order that follows reset dependencies. That is
// the same, since resets have no cycle, and leaves nothing to do for a certificate that contains
// the model as it is: both sides of the equations are the same literal. Mappings of gates are
// refused (mapping.h), and so are certificates for liveness: they are not judged yet.
#pragma once

#include <optional>
#include <string>

#include "base/context.h"
#include "certify/judgement.h"
#include "certify/mapping.h"
#include "model/bad_selection.h"
#include "model/bit_system.h"

namespace cairn {

struct CertificateOptions {
  BadSelection bad;  ///< those of the model that are judged
  /// If not empty, each query is also written to a file PREFIX.reset.cnf, PREFIX.transition.cnf,
  /// ...; unsatisfiable means that the check holds.
  std::string dump_prefix;
  std::string model_name;        ///< for the comments of those files
  std::string certificate_name;  ///< likewise
};

/// Judges `certificate` for `model`; in both, outputs are already adopted as bad. All checks are
/// run, whatever the first ones say. Undecided if the budget ran out or the properties are not of
/// the kind that can be judged (the explanation tells). Throws InputError only if a dump cannot be
/// written.
Judgement check_certificate(const BitSystem& model, const BitSystem& certificate,
                            const Mapping& mapping, const CertificateOptions& options,
                            const Context& context);

/// Judges an invariant by making its certificate and judging that.
Judgement check_invariant(const BitSystem& model, const BitInvariant& invariant,
                          const CertificateOptions& options, const Context& context);

}  // namespace cairn
