// SPDX-License-Identifier: MIT
#include "run/words/passes.h"

#include "base/error.h"
#include "transform/word/array_elements.h"
#include "transform/word/cone.h"
#include "transform/word/constants.h"
#include "transform/word/constraints.h"
#include "transform/word/equal_states.h"
#include "transform/word/free_states.h"
#include "transform/word/linear_sums.h"
#include "transform/word/narrow.h"
#include "transform/word/rewrite.h"
#include "transform/word/simplify.h"
#include "transform/word/slices.h"
#include "transform/word/small_data.h"

namespace cairn {
namespace {

/// Rounds after which little is left to gain; systems that are read from files need two to four.
constexpr std::uint32_t kMaxRounds = 6;

}  // namespace

std::vector<std::string> known_word_passes() {
  return {"free-states",  "word-cone",   "word-constraints", "word-constants",
          "equal-states", "slices",      "array-elements",   "narrow",
          "word-rewrite", "linear-sums", "small-data"};
}

std::vector<std::string> default_word_passes() {
  std::vector<std::string> names = known_word_passes();
  // Sums that share parts lose them there: five times as many gates in the worst that was seen.
  std::erase(names, "linear-sums");
  return names;
}

std::unique_ptr<Pass<WordSystem>> make_word_pass(const std::string& name) {
  if (name == "free-states") return std::make_unique<FreeStates>();
  if (name == "word-cone") return std::make_unique<WordCone>();
  if (name == "word-constraints") return std::make_unique<WordConstraints>();
  if (name == "word-constants") return std::make_unique<WordConstants>();
  if (name == "equal-states") return std::make_unique<EqualStates>();
  if (name == "slices") return std::make_unique<Slices>();
  if (name == "array-elements") return std::make_unique<ArrayElements>();
  if (name == "word-rewrite") return std::make_unique<WordRewrite>();
  if (name == "small-data") return std::make_unique<SmallData>();
  if (name == "linear-sums") return std::make_unique<LinearSums>();
  if (name == "narrow") return std::make_unique<NarrowArithmetic>();
  CAIRN_CHECK(!"a pass that is not known");
  return nullptr;
}

std::unique_ptr<Pass<WordSystem>> make_word_passes(const std::vector<std::string>& names,
                                                   const Context& context) {
  std::vector<SimplifyWords::Maker> makers;
  for (const std::string& name : names) makers.push_back([name] { return make_word_pass(name); });
  return std::make_unique<SimplifyWords>(std::move(makers), kMaxRounds, context);
}

}  // namespace cairn
