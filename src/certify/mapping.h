// SPDX-License-Identifier: MIT
//
// Which inputs and latches of a certificate stand for which inputs and latches of the model. The
// format is that of certifaiger [FYPBH25]; the certificate says it in one of three ways, the first
// that it uses counts:
//
//   1. a comment line "MAPPING n" and n comment lines "<certificate literal> <model literal>";
//   2. symbols of inputs and latches that begin with "= <model literal>" (what follows is a name);
//   3. nothing: the first inputs stand for the first inputs, the first latches for the first
//      latches, as far as both circuits have them.
//
// Literals are those of the two files. Odd literals are fine on both sides: the values are then
// opposite.
//
// Soundness. Let M be the model, W the certificate, K the set of mapped pairs (w, m), and let the
// five checks of check_certificate.h hold. Then M is safe:
//
//   Take any constrained run of M (constraints hold in each step). We build a run of W beside it in
//   which in every step each w has the value of its m, and W's constraints C' and invariant P'
//   hold. Step 0. Give each w the value of its m, unmapped inputs of W any value, and unmapped
//   latches of
//     W the value of their reset function, evaluated in an order in which every latch comes after
//     those that its reset reads. Such an order exists because resets have no cycle. The check
//     Reset is about all values of what is unmapped, hence about these: mapped latches of W have
//     their reset values too, and C' holds. So this is a reset state of W, and by Base P' holds.
//   Step t after s. Give each w at t the value of its m at t, unmapped inputs of W any value, and
//     unmapped latches of W their next-state value from s. Transition (again about all values of
//     what is unmapped, given C' at s) says that mapped latches of W obey their next-state
//     functions too and that C' holds at t. So this is a step of W, and by Inductive P' holds at t.
//   In every step C, C' and P' hold, so by Safety no bad state of M is true.
//
// "Give each w the value of its m" is where the argument needs care: it must be possible whatever
// the values of M are. It is if every w is an input or a latch of W and no variable of W occurs in
// two pairs. It is not if w is a constant or a gate, whose value is not ours to give, nor if one w
// stands for two m: the checks would silently assume that m is constant, or that the two are equal,
// and all five can hold for an unsafe model. certifaiger accepts such mappings; we refuse them. A
// latch of the one may stand for an input of the other: the argument does not care, since every
// mapped latch of W is in the conclusion of Reset and Transition, whatever its m is.
//
// On the model's side m must be an input or a latch and occur once. The argument would cover gates
// too (a free variable in place of a gate proves more than is needed), but nobody means that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/bit_system.h"

namespace cairn {

/// A signal of a certificate for justice is a formula over two states. Where it reads the variable
/// `gate`, the value of `later` in the second state is meant; all else that it reads is of the
/// first state. A certificate says so like its mapping: with a comment "INTERVENTION n" and n lines
/// of two literals, `later` and what it stands for; with "< <literal>" in the symbol of `later`, an
/// input or a latch; or it says nothing, and the next-state literal of each latch is the latch
/// in the second state.
struct Intervention {
  Var gate;
  Lit later;
};

struct Mapping {
  struct Pair {
    Var witness;            ///< an input or latch of the certificate, in no other pair
    Var model;              ///< an input or latch of the model, in no other pair
    bool opposite = false;  ///< whether the two have opposite values
  };
  enum class Origin { Comment, Symbols, Position };

  std::vector<Pair> pairs;
  Origin origin = Origin::Position;
  std::vector<Intervention> interventions;  ///< of a certificate for justice
};

/// A circuit together with the meaning of its file's literals (AigerModel::resolve).
struct CircuitFile {
  const BitSystem& system;
  std::function<std::optional<Lit>(std::uint32_t)> resolve;
  std::string name;                      ///< for messages
  std::uint64_t first_comment_line = 0;  ///< the file's line of the first comment; 0 if not known
};

/// A circuit whose literals are numbered as write_aiger numbers them: inputs, latches, gates.
CircuitFile reencoded(const BitSystem& system, std::string name);

/// Reads the mapping of `witness`. Throws InputError, at the certificate, for a mapping that is
/// damaged or that the argument above does not cover.
Mapping read_mapping(const CircuitFile& model, const CircuitFile& witness);

/// Whether `mapping` is as Mapping::Pair says, for these circuits.
bool is_well_formed(const Mapping& mapping, const BitSystem& model, const BitSystem& witness);

}  // namespace cairn
