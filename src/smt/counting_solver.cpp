// SPDX-License-Identifier: MIT
#include "smt/counting_solver.h"

#include <chrono>

namespace cairn {
namespace {

/// Adds the time of a scope to a counter.
class Watch {
 public:
  explicit Watch(double& seconds) : seconds_(seconds), begin_(Clock::now()) {}
  ~Watch() { seconds_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point begin_;
};

}  // namespace

SmtResult CountingSolver::check(std::span<const Term> assumptions) {
  const Watch watch(stats_.check_seconds);
  ++stats_.queries;
  const SmtResult result = inner().check(assumptions);
  ++(result == SmtResult::Sat     ? stats_.satisfiable
     : result == SmtResult::Unsat ? stats_.unsatisfiable
                                  : stats_.undecided);
  return result;
}

std::optional<Term> CountingSolver::interpolant(std::span<const Term> a, std::span<const Term> b) {
  const Watch watch(stats_.interpolant_seconds);
  ++stats_.interpolants;
  return inner().interpolant(a, b);
}

}  // namespace cairn
