// SPDX-License-Identifier: MIT
//
// Engines that tell each other lemmas, on random small systems under random settings, against the
// explicit-state oracle. They work by turns that end almost at once, so that lemmas come in at any
// moment; some lemmas are lost. Each engine has to find the right verdict with evidence that holds,
// and each lemma that was published has to be true.
//
//   exchange_differential [--count N] [--first SEED]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "certify/check_certificate.h"
#include "model/exchange.h"
#include "model/simulate.h"
#include "run/circuit/passes.h"
#include "run/engines.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_configs.h"
#include "support/random_system.h"
#include "transform/chain.h"

namespace cairn {
namespace {

[[noreturn]] void fail(std::uint64_t seed, const std::string& what) {
  fmt::print(stderr, "seed {}: {}\n", seed, what);
  std::exit(1);
}

struct Published {
  std::size_t worker;
  SharedLemma lemma;
};

/// All lemmas in one list; some readers miss some of them.
class LossyExchange : public LemmaExchange {
 public:
  LossyExchange(std::vector<Published>& list, std::size_t worker, unsigned lost_percent, Rng& rng)
      : list_(list), worker_(worker), lost_percent_(lost_percent), rng_(rng) {}

  void publish(const SharedLemma& lemma) override { list_.push_back({worker_, lemma}); }
  void take(std::vector<SharedLemma>& lemmas) override {
    for (; cursor_ < list_.size(); ++cursor_)
      if (list_[cursor_].worker != worker_ && !rng_.chance(lost_percent_))
        lemmas.push_back(list_[cursor_].lemma);
  }

 private:
  std::vector<Published>& list_;
  const std::size_t worker_;
  const unsigned lost_percent_;
  Rng& rng_;
  std::size_t cursor_ = 0;
};

struct Worker {
  std::string name;
  std::unique_ptr<support::QuietContext> context;
  std::unique_ptr<Budget> share;
  std::unique_ptr<LossyExchange> exchange;
  std::unique_ptr<Engine<BitSystem>> engine;
  bool is_done = false;
};

struct Totals {
  std::uint64_t safe = 0, unsafe = 0, published = 0, taken = 0, useful = 0;
  std::uint64_t left = 0;  ///< engines that did not come to an end
};

/// Bit i of a state is latch i of the system as it was made.
void check_truth(std::uint64_t seed, const Published& published,
                 const support::OracleResult& oracle, std::size_t latches) {
  const SharedLemma& lemma = published.lemma;
  for (std::size_t i = 0; i < oracle.states.size(); ++i) {
    if (oracle.depths[i] > lemma.level) continue;
    bool is_in = true;
    for (const std::uint32_t code : lemma.cube) {
      // The latch that the pass `resets` adds is set in the first step alone.
      const bool value =
          code / 2 < latches ? ((oracle.states[i] >> (code / 2)) & 1) != 0 : oracle.depths[i] == 0;
      is_in = is_in && value == (code % 2 == 1);
    }
    if (is_in)
      fail(seed, fmt::format("a lemma of level {} by worker {} excludes a state of depth {}",
                             lemma.level, published.worker, oracle.depths[i]));
  }
}

void check_answer(std::uint64_t seed, const Worker& worker, const Answer<BitSystem>& answer,
                  const BitSystem& system, bool safe) {
  if (const auto* proof = std::get_if<Safe<BitSystem>>(&answer)) {
    if (!safe) fail(seed, worker.name + " says safe");
    support::QuietContext context;
    const Judgement judgement = check_invariant(system, proof->invariant, {}, context.get());
    if (judgement.outcome() != Outcome::Holds)
      fail(seed,
           fmt::format("{}: the invariant does not hold: {}", worker.name, judgement.explanation));
  } else {
    if (safe) fail(seed, worker.name + " says unsafe");
    const Replay replayed = replay(system, std::get<Unsafe<BitSystem>>(answer).trace);
    if (!replayed.accepted) fail(seed, fmt::format("{}: {}", worker.name, replayed.reason));
  }
}

std::vector<Worker> make_workers(const BitSystem& system, const support::OracleResult& oracle,
                                 std::vector<Published>& list, Rng& rng) {
  const std::vector<std::string> engines{"ic3", "ic3", "ic3", "ic3", "kind", "bmc", "itpseq"};
  std::vector<Worker> workers(2 + rng.below(3));
  const unsigned lost_percent = rng.chance(50) ? 0 : static_cast<unsigned>(rng.below(60));
  for (std::size_t i = 0; i < workers.size(); ++i) {
    Worker& worker = workers[i];
    worker.name = engines[rng.below(engines.size())];
    EngineConfigs configs = support::random_engine_configs(rng);
    // Interpolants of random logic are large, and queries for loop-free paths hard.
    if ((worker.name == "itpseq" || worker.name == "kind") && system.latches.size() > 6)
      worker.name = "ic3";
    if (worker.name == "itpseq" || rng.chance(50)) configs.ic3 = ic3::Ic3Config{};
    if (rng.chance(50)) configs.kind = kind::KindConfig{};
    configs.kind.last = oracle.diameter + 2;
    configs.bmc.last = oracle.diameter;
    configs.bmc.first = std::min(configs.bmc.first, configs.bmc.last);
    worker.context = std::make_unique<support::QuietContext>(rng.next());
    worker.share = std::make_unique<Budget>(&worker.context->budget);
    worker.exchange = std::make_unique<LossyExchange>(list, i, lost_percent, rng);
    Context context = worker.context->get();
    const Context shared{context.log, *worker.share, context.progress, context.seed,
                         worker.exchange.get()};
    worker.engine = make_engine(worker.name, system, configs, shared);
  }
  return workers;
}

void run_one(std::uint64_t seed, Totals& totals) {
  Rng rng(seed);
  support::RandomSystemOptions shape;
  shape.max_latches = 3 + static_cast<unsigned>(rng.below(8));
  shape.max_gates = 10 + static_cast<unsigned>(rng.below(40));
  const BitSystem original = support::random_system(seed, shape);
  if (original.bad.empty()) return;
  const auto oracle = support::explore(original);
  support::QuietContext context(seed);
  Chain<BitSystem> chain(context.get());
  chain.add(make_pass("resets", {}, context.get()));
  const BitSystem system = chain.apply(original);

  std::vector<Published> list;
  std::vector<Worker> workers = make_workers(system, oracle, list, rng);
  constexpr int kMostTurns = 5000;
  std::size_t left = workers.size();
  for (int turn = 0; left > 0; ++turn) {
    // Some begin a query anew in each turn, so that short ones may lead nowhere.
    if (turn == kMostTurns) {
      totals.left += left;
      break;
    }
    Worker& worker = workers[rng.below(workers.size())];
    if (worker.is_done) continue;
    worker.share->renew(rng.chance(50) ? 0 : 1e-4);
    const Answer<BitSystem> answer = worker.engine->run();
    const auto* unknown = std::get_if<Unknown>(&answer);
    if (unknown != nullptr && unknown->reason == Unknown::Reason::Time) continue;
    worker.is_done = true;
    --left;
    if (unknown == nullptr) check_answer(seed, worker, answer, system, oracle.safe());
    if (unknown != nullptr && !oracle.safe() && worker.name == "bmc")
      fail(seed, "bmc clears the bound of a counterexample");
  }
  for (const Published& published : list)
    check_truth(seed, published, oracle, original.latches.size());
  ++(oracle.safe() ? totals.safe : totals.unsafe);
  totals.published += list.size();
  for (const Worker& worker : workers) {
    totals.taken += worker.exchange->counts().taken;
    totals.useful += worker.exchange->counts().useful;
  }
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t count = 1000, first = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
  }
  cairn::Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) cairn::run_one(seed, totals);
  fmt::print(
      "{} systems agree: {} safe, {} unsafe; {} lemmas published, {} taken, {} times useful; {} "
      "engines had no time\n",
      count, totals.safe, totals.unsafe, totals.published, totals.taken, totals.useful,
      totals.left);
  if (totals.taken == 0 && count >= 100) {
    fmt::print(stderr, "no lemma was ever taken\n");
    return 1;
  }
}
