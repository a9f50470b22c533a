// SPDX-License-Identifier: MIT
//
// What must hold for any bytes given to the readers of src/format. The libFuzzer programs beside
// this file call these functions, and so does the unit test that replays the corpus, so that a find
// of the fuzzer stays fixed without it. A broken promise ends the process through CAIRN_CHECK.
//
// Includes allocations.h: include this in exactly one file of a program.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_witness.h"
#include "format/aiger/aiger_writer.h"
#include "format/blif/blif_reader.h"
#include "format/blif/blif_writer.h"
#include "format/btor2/btor2_certificate.h"
#include "format/btor2/btor2_emitter.h"
#include "format/btor2/btor2_lines.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_witness.h"
#include "format/btor2/btor2_writer.h"
#include "format/source.h"
#include "fuzz/allocations.h"

namespace cairn::fuzz {

/// Calls `read` and checks what it promises: it returns or throws InputError, and takes no more
/// memory than `limit`.
template <class Read>
bool accepts(std::size_t limit, Read&& read) {
  const std::size_t before = bytes_in_use;
  peak_bytes = before;
  bool accepted = true;
  try {
    read();
  } catch (const InputError& error) {
    accepted = false;
    CAIRN_CHECK(!error.message().empty());
    CAIRN_CHECK(std::string_view(error.what()).find(": error: ") != std::string_view::npos);
  }
  CAIRN_CHECK(peak_bytes - before <= limit);
  return accepted;
}

inline std::size_t memory_limit(std::size_t source_size) {
  return 64 * source_size + (std::size_t{16} << 20);
}

inline bool same_names(const Names& a, const Names& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Whether two systems are the same but for the order of operands.
inline bool same_structure(const BitSystem& a, const BitSystem& b) {
  if (a.aig.size() != b.aig.size() || a.aig.num_ands() != b.aig.num_ands()) return false;
  for (std::uint32_t v = 1; v < a.aig.size(); ++v) {
    if (a.aig.is_and(Var{v}) != b.aig.is_and(Var{v})) return false;
    if (!a.aig.is_and(Var{v})) continue;
    const std::pair<Lit, Lit> mine = std::minmax({a.aig.left(Var{v}), a.aig.right(Var{v})});
    const std::pair<Lit, Lit> other = std::minmax({b.aig.left(Var{v}), b.aig.right(Var{v})});
    if (mine != other) return false;
  }
  const bool same_latches =
      std::equal(a.latches.begin(), a.latches.end(), b.latches.begin(), b.latches.end(),
                 [](const Latch& x, const Latch& y) {
                   return x.var == y.var && x.next == y.next && x.reset == y.reset;
                 });
  return same_latches && a.inputs == b.inputs && a.outputs == b.outputs && a.bad == b.bad &&
         a.constraints == b.constraints && a.justice == b.justice && a.fairness == b.fairness &&
         a.comments == b.comments && same_names(a.names.inputs, b.names.inputs) &&
         same_names(a.names.latches, b.names.latches) &&
         same_names(a.names.outputs, b.names.outputs) && same_names(a.names.bad, b.names.bad) &&
         same_names(a.names.constraints, b.names.constraints) &&
         same_names(a.names.justice, b.names.justice) &&
         same_names(a.names.fairness, b.names.fairness);
}

/// Any bytes as an AIGER file: refused in order, or read into a sound system that survives being
/// written and read in both formats. Returns whether they were accepted.
inline bool run_aiger(std::string_view bytes) {
  const Source source{"fuzz.aig", std::string(bytes)};
  AigerModel model;
  if (!accepts(memory_limit(bytes.size()), [&] { model = read_aiger(source); })) return false;
  model.system.check_invariants();
  for (const auto& [variable, lit] : model.renumbered)
    CAIRN_CHECK(model.resolve(2 * variable.index + 1) == ~lit);
  for (const AigerFormat format : {AigerFormat::Ascii, AigerFormat::Binary}) {
    const Source written{"written.aig", write_aiger(model.system, format)};
    // An ASCII file may have many inputs of which its binary form keeps the number alone.
    if (format == AigerFormat::Binary &&
        model.system.inputs.size() > 250'000 + 2 * written.bytes.size())
      continue;
    const AigerModel again = read_aiger(written);
    CAIRN_CHECK(again.binary == (format == AigerFormat::Binary));
    CAIRN_CHECK(again.renumbered.empty());
    CAIRN_CHECK(same_structure(model.system, again.system));
    CAIRN_CHECK(write_aiger(again.system, format) == written.bytes);
  }
  return true;
}

/// What is written is read again, with as many parts. Subcircuits may multiply, so the memory is
/// bounded by what the reader's own limits allow, not by the source.
inline bool run_blif(std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  BitSystem system;
  const Source source{"fuzz.blif", std::string(bytes)};
  if (!accepts(kMost, [&] { system = read_blif(source).system; })) return false;
  system.check_invariants();
  CAIRN_CHECK(!cannot_write_blif(system));
  const std::string text = write_blif(system);
  BitSystem again = read_blif({"again.blif", text}).system;
  CAIRN_CHECK(again.inputs.size() == system.inputs.size());
  CAIRN_CHECK(again.latches.size() == system.latches.size());
  CAIRN_CHECK(again.outputs.size() == system.outputs.size());
  CAIRN_CHECK(same_names(again.names.inputs,
                         read_blif({"third.blif", write_blif(again)}).system.names.inputs));
  return true;
}

/// Any bytes as a witness of a small model; what is accepted is written and read again.
inline bool run_witness(std::string_view bytes) {
  BitSystem system;
  for (int i = 0; i < 2; ++i) system.bad.push_back(system.add_input());
  for (int i = 0; i < 3; ++i) system.add_latch();
  system.justice.push_back({kTrue});
  const Source source{"fuzz.wit", std::string(bytes)};
  AigerWitness witness;
  if (!accepts(memory_limit(bytes.size()), [&] { witness = read_aiger_witness(source, system); }))
    return false;
  const Source written{"written.wit", write_aiger_witness(witness)};
  const AigerWitness again = read_aiger_witness(written, system);
  CAIRN_CHECK(again.status == witness.status);
  CAIRN_CHECK(again.trace.bad == witness.trace.bad);
  CAIRN_CHECK(again.trace.justice == witness.trace.justice);
  CAIRN_CHECK(again.trace.initial == witness.trace.initial);
  CAIRN_CHECK(again.trace.inputs == witness.trace.inputs);
  return true;
}

/// Variables of the same sorts with the same names.
inline bool same_leaves(const WordSystem& a, const WordSystem& b) {
  const auto same = [&](Term x, Term y) {
    return a.terms->sort(x) == b.terms->sort(y) &&
           btor2_symbol(a.terms->name(x)) == b.terms->name(y);
  };
  return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), same) &&
         std::equal(a.states.begin(), a.states.end(), b.states.begin(), b.states.end(),
                    [&](const WordState& x, const WordState& y) {
                      return same(x.term, y.term) && x.init.valid() == y.init.valid() &&
                             x.next.valid() == y.next.valid();
                    });
}

/// Whether terms have the same values if all variables are zero.
inline bool same_at_zero(const WordSystem& a, const std::vector<Term>& terms, const WordSystem& b,
                         const std::vector<Term>& others) {
  const Assignment zero;
  Evaluator here(*a.terms, zero), there(*b.terms, zero);
  return std::equal(terms.begin(), terms.end(), others.begin(), others.end(),
                    [&](Term x, Term y) { return here(x) == there(y); });
}

/// Any bytes as a BTOR2 file: refused in order, or read into a model that survives being written
/// and read, and whose certificate contains it.
inline bool run_btor2(std::string_view bytes) {
  constexpr std::size_t kConstants = std::size_t{80} << 20;  // what wide ones may take
  constexpr std::size_t kSmall = std::size_t{1} << 16;       // evaluation copies arrays
  const Source source{"fuzz.btor2", std::string(bytes)};
  Btor2Model model;
  const std::size_t limit = memory_limit(bytes.size()) + kConstants;
  if (!accepts(limit, [&] { model = read_btor2(source); })) return false;
  const Btor2Model again = read_btor2({"written.btor2", write_btor2(model)});
  const WordSystem &here = model.system, &there = again.system;
  CAIRN_CHECK(same_leaves(here, there));
  CAIRN_CHECK(again.bad_names.size() == model.bad_names.size());
  CAIRN_CHECK(again.outputs.size() == model.outputs.size());
  CAIRN_CHECK(again.justice.size() == model.justice.size());
  if (bytes.size() <= kSmall) {
    CAIRN_CHECK(same_at_zero(here, here.bad, there, there.bad));
    CAIRN_CHECK(same_at_zero(here, here.constraints, there, there.constraints));
    CAIRN_CHECK(same_at_zero(here, model.fairness, there, again.fairness));
    for (std::size_t i = 0; i < model.justice.size(); ++i)
      CAIRN_CHECK(same_at_zero(here, model.justice[i], there, again.justice[i]));
  }
  // The ids of new lines come after those of the file.
  Btor2Lines lines(source);
  std::uint64_t last = 0;
  while (lines.next()) last = std::strtoull(std::string(lines.field()).c_str(), nullptr, 10);
  if (last > std::uint64_t{1} << 60) return true;
  const Source written{"certificate.btor2", write_btor2_certificate(source, model, {}, {})};
  const Btor2Model certificate = read_btor2(written);
  CAIRN_CHECK(certificate.system.bad.size() == 1);
  const WordMapping mapping = read_word_mapping(written, certificate, model);
  for (std::uint32_t i = 0; i < mapping.inputs.size(); ++i) CAIRN_CHECK(mapping.inputs[i] == i);
  for (std::uint32_t i = 0; i < mapping.states.size(); ++i) CAIRN_CHECK(mapping.states[i] == i);
  return true;
}

/// Any bytes as a witness of a small BTOR2 model; what is accepted is written and read again.
inline bool run_btor2_witness(std::string_view bytes) {
  static const Btor2Model model = read_btor2(
      {"model",
       "1 sort bitvec 1\n2 sort bitvec 3\n3 sort array 2 2\n4 sort array 1 1\n5 zero 2\n"
       "6 state 2 s\n7 init 2 6 5\n8 next 2 6 6\n9 state 1 free\n10 state 3 map\n"
       "11 state 4\n12 input 1 i\n13 input 3 j\n14 bad 12\n15 bad 9\n16 justice 1 12\n"});
  const Source source{"fuzz.wit", std::string(bytes)};
  Btor2Witness witness;
  const auto read = [&] { witness = read_btor2_witness(source, model); };
  if (!accepts(memory_limit(bytes.size()), read)) return false;
  const std::string written = write_btor2_witness(model, witness);
  const Btor2Witness again = read_btor2_witness({"written.wit", written}, model);
  CAIRN_CHECK(again.bad == witness.bad);
  CAIRN_CHECK(again.justice == witness.justice);
  CAIRN_CHECK(again.trace.length() == witness.trace.length());
  CAIRN_CHECK(write_btor2_witness(model, again) == written);
  return true;
}

/// Any bytes as gzip data.
inline bool run_gzip(std::string_view bytes) {
  const std::string packed(bytes);
  std::string unpacked;
  constexpr std::size_t kZlibState = std::size_t{1} << 20;
  return accepts(unpack_limit(bytes.size()) + kZlibState,
                 [&] { unpacked = gunzip("fuzz.gz", packed); });
}

}  // namespace cairn::fuzz
