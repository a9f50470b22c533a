// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "base/error.h"
#include "smt/smt_solver.h"

namespace cairn {

/// What lies on top of another solver and must know the formulas in force.
class LayeredSolver : public SmtSolver {
 public:
  explicit LayeredSolver(std::unique_ptr<SmtSolver> inner) : inner_(std::move(inner)) {}

  std::string_view name() const override { return inner_->name(); }
  void push() override {
    levels_.push_back(in_force_.size());
    inner_->push();
  }
  void pop() override {
    CAIRN_CHECK(!levels_.empty());
    in_force_.resize(levels_.back());
    levels_.pop_back();
    inner_->pop();
  }
  void add(Term formula) override {
    in_force_.push_back(formula);
    inner_->add(formula);
  }
  Value value(Term term) override { return inner_->value(term); }
  std::vector<Term> core() override { return inner_->core(); }
  std::string reason() const override { return inner_->reason(); }
  void set_timeout(double seconds) override { inner_->set_timeout(seconds); }
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override {
    return inner_->interpolant(a, b);
  }

 protected:
  SmtSolver& inner() { return *inner_; }
  const SmtSolver& inner() const { return *inner_; }
  const std::vector<Term>& in_force() const { return in_force_; }

 private:
  std::unique_ptr<SmtSolver> inner_;
  std::vector<Term> in_force_;
  std::vector<std::size_t> levels_;
};

}  // namespace cairn
