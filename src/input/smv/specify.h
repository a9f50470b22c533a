// SPDX-License-Identifier: MIT
//
// Specifications of an SMV design: from syntax to bad states and justice sets of the model.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "input/smv/evaluator.h"
#include "model/temporal_model.h"
#include "model/word_model.h"

namespace cairn::smv {

class Specifier {
 public:
  Specifier(Evaluator& evaluator, TemporalModel& temporal)
      : evaluator_(evaluator), temporal_(temporal) {}

  /// Throws InputError for what is wrong; what is right but not supported is kept as refused.
  void add(const DesignSpecification& specification, WordModel& model);

 private:
  void add_invariant(const DesignSpecification& from, TemporalSpecification& to, WordModel& model);
  void add_ctl(const Expression& e, const Instance& scope, TemporalSpecification& to);
  temporal::Formula ltl(const Expression& e, const Instance& scope);
  /// CTL as LTL: the deterministic fragment of ACTL, in which dropping the path quantifiers changes
  /// nothing [Mai00]. Nothing for what lies outside.
  std::optional<temporal::Formula> deterministic(const Expression& e, const Instance& scope,
                                                 bool negated);
  std::optional<temporal::Formula> deterministic_choice(const Expression& e, const Instance& scope,
                                                        bool negated);
  temporal::Formula atom(const Expression& e, const Instance& scope);

  Evaluator& evaluator_;
  TemporalModel& temporal_;
  std::map<std::uint32_t, std::uint32_t> atoms_;  // by term
};

}  // namespace cairn::smv
