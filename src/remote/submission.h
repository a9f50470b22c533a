// SPDX-License-Identifier: MIT
//
// The side that wants an answer: pins the job on the board, looks for results, has each claimed
// answer judged, and ends the job with the first that is accepted. May be killed at any time; the
// job goes on, and another process may attach to it. If the server comes back without the job (one
// that keeps nothing on disk), it is submitted again.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/log.h"
#include "remote/board.h"
#include "remote/job.h"
#include "remote/link.h"

namespace cairn {

class Submission {
 public:
  enum class Judgement {
    Accepted,
    Rejected,
    Undecided,  ///< for want of time, or because nobody can tell
    Later,      ///< it takes long: others first, then again
  };
  /// Whether the evidence shows what it claims; the word for the verdict goes to `verdict`.
  /// `attempt` counts from 0.
  using Judge = std::function<Judgement(const PlanResult& result, std::uint32_t attempt,
                                        std::string& verdict)>;

  enum class End {
    Accepted,   ///< by the judge
    Exhausted,  ///< every plan ended, and none with an answer that was accepted
    Cancelled,  ///< by somebody
    Stopped,    ///< the budget's end
  };
  /// What becomes of the job at the budget's end.
  enum class WhenStopped { Cancel, Leave };

  /// Who wants to know how it goes.
  struct Observer {
    std::function<void(const board::JobView& job)> seen;  ///< about once a second
    /// A plan ended: "gave up: ...", "lost: ..." or "won".
    std::function<void(std::uint32_t plan, const std::string& what)> ended;
  };

  struct Counts {
    std::uint64_t results = 0;   ///< that plans posted
    std::uint64_t rejected = 0;  ///< answers that the judge did not accept
    std::uint64_t failed = 0;    ///< plans that crashed or could not be run
    std::uint64_t damaged = 0;   ///< messages that are none
  };

  /// `model`: its bytes, which `spec` has the hash of.
  Submission(Link& link, std::string id, JobSpec spec, std::string model, WhenStopped when_stopped,
             const Log& log)
      : link_(link),
        id_(std::move(id)),
        spec_(std::move(spec)),
        model_(std::move(model)),
        when_stopped_(when_stopped),
        log_(log) {}

  /// Evidence that unpacks to more than this many bytes does not count.
  void limit_evidence(std::uint64_t most) { most_evidence_ = most; }

  /// Pins the job on the board. Throws RemoteError.
  void submit();
  End wait(const Budget& budget, const Judge& judge, const Observer& observer = {});

  const Counts& counts() const { return counts_; }
  /// With Accepted: the result that was.
  const PlanResult& accepted() const { return accepted_; }
  const JobSpec& spec() const { return spec_; }
  const std::string& id() const { return id_; }

 private:
  /// What a look at the board told.
  enum class News { None, Some, Gone };

  News look(RedisConnection& redis, std::vector<PlanResult>& results);
  News look_at_job(RedisConnection& redis);
  void tell(const PlanResult& result, const std::string& what) const;
  void close(const char* state, const std::string& verdict, std::chrono::milliseconds patience);
  bool consider(PlanResult result, const Budget& budget, const Judge& judge, std::string& verdict);
  bool decide(PlanResult result, std::uint32_t attempt, const Budget& budget, const Judge& judge,
              std::string& verdict);
  void mention_lack_of_workers(RedisConnection& redis);
  std::string name_of(const PlanResult& result) const;

  Link& link_;
  const std::string id_;
  const JobSpec spec_;
  const std::string model_;
  const WhenStopped when_stopped_;
  std::uint64_t most_evidence_ = board::kMostBytes;
  const Log& log_;
  std::string cursor_ = "0-0";
  std::vector<bool> ended_ = std::vector<bool>(spec_.plans.size(), false);
  struct Postponed {
    PlanResult result;
    std::uint32_t attempt;
  };
  std::deque<Postponed> postponed_;  // what takes long to judge
  Counts counts_;
  Observer observer_;
  PlanResult accepted_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_state_{};
  bool said_lonely_ = false;
};

}  // namespace cairn
