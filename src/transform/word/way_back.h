// SPDX-License-Identifier: MIT
//
// The way back that all passes on words have in common.
//
// Both systems, the original and what a pass makes of it, live in one pool of terms, and variables
// that stay are the same terms in both. What is left to say is how the others hang together:
//
//  - images: a variable that is gone has, in each step of a run of the simplified system, the value
//    of a term over the variables of that system; with these values the run is one of the original.
//    A variable that is gone and has no image may have any value.
//  - preimages: a variable that was added has, in each step of the original system, the value of a
//    term over the original's variables and auxiliary states; with these values the step is one of
//    the simplified system.
//  - facts: what the pass has proved on its way and needed for the above: terms over the original's
//    variables and auxiliary states that are inductive together.
//
// A trace is restored by evaluating images, an invariant by putting preimages in the place of what
// was added, with the facts as further conjuncts: by the second and third point its steps are steps
// of the simplified system, where it was inductive.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "model/word_system.h"
#include "transform/pass.h"

namespace cairn {

class WayBack {
 public:
  /// A variable of the original. An image that is the variable itself says that the variable has
  /// become an input.
  void set_image(Term variable, Term image) { images_.emplace_back(variable, image); }
  void add_variable(Term variable, Term preimage) { preimages_.emplace(variable.id, preimage); }
  void add_fact(Term fact) { facts_.push_back(fact); }
  /// A state that was added and that nothing in the original can express.
  void add_auxiliary(const WordState& state) { auxiliary_.push_back(state); }
  /// When all of the above is said; images may read states of `simplified`.
  void finish(const WordSystem& original, const WordSystem& simplified);

  WordInvariant restore(WordInvariant invariant) const;
  WordTrace restore(WordTrace trace) const;

 private:
  using Image = std::pair<Term, Term>;
  /// A state of the simplified system that images depend on: in all steps, or in the first alone.
  struct Needed {
    WordState state;
    bool always;
  };
  class Run;

  void find_needed(const WordSystem& simplified);
  void order_by_init(const std::unordered_map<Term, Needed>& states);

  std::vector<Image> images_;
  std::unordered_map<std::uint32_t, Term> preimages_;
  std::vector<Term> facts_;
  std::vector<WordState> auxiliary_;

  std::shared_ptr<Terms> terms_;
  // Images of the original's inputs, of its states that have no init, and of those that have no
  // next: where a trace has their values.
  std::vector<Image> inputs_, initial_, free_;
  std::vector<Needed> needed_;     // each after those that its initial value reads
  std::vector<Term> read_inputs_;  // inputs that images depend on
};

/// A pass on words: what it does is up to apply(), the way back is that of above.
class WordPass : public Pass<WordSystem> {
 public:
  WordInvariant restore_invariant(WordInvariant invariant) const override {
    return back_.restore(std::move(invariant));
  }
  WordTrace restore_trace(WordTrace trace) const override {
    return back_.restore(std::move(trace));
  }

 protected:
  WayBack back_;
};

}  // namespace cairn
