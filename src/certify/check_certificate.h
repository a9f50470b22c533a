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
// refused (mapping.h).
//
// Of a justice property the claim is that no constrained run meets all fairness literals and all
// literals of the justice set again and again. The certificate has as many of them, at most; the
// negation of each is a signal q', a formula over two states (Intervention in mapping.h). With Q'
// the disjunction of the signals, for several justice sets the conjunction of these, and G that
// constraints and invariants hold in each of the states, there are four more checks [FYBBH26]:
//
//   Liveness     G & F'st                     =>  each q'(s, t) implies that the model's literal is
//                                                 false in s
//   Decrease     G & F'st                     =>  Q'(t, s)
//   Closure      G & F'st & Q'(s, u)          =>  Q'(t, u)
//   Consistent   G & F'st & F'tu & Q'(s, t) & Q'(t, u)  =>  each q'(s, t) implies q'(t, u)
//
// Then the property holds. Beside a run of the model there is one of the certificate (mapping.h).
// By Decrease and Closure Q'(y, x) whenever y comes after x in it. Suppose that the run meets the
// literals of a set for ever. States are finite in number, so some state comes again, and a loop
// through it can be chosen in which each of the literals of the model is true. All steps (s, t) of
// the loop are in Q', for there t reaches s. By Consistent a signal of one step is one of the next,
// so of all steps of the loop, and its literal is false in all of them by Liveness.
// A literal of the model for which the certificate has no signal has the signal "true" in Liveness,
// and none in Q'. A signal without a literal of the model proves nothing and is refused;
// certifaiger accepts it.
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
  /// Judge this justice property alone, no bad states.
  std::optional<std::uint32_t> justice;
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
