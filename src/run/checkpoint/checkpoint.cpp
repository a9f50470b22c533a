// SPDX-License-Identifier: MIT
#include "run/checkpoint/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "base/atomic_file.h"
#include "base/error.h"
#include "format/source.h"

namespace cairn {
namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;
/// More than that are a burden to whoever resumes, and the latest are the best.
constexpr std::size_t kMostLemmas = 20'000;
constexpr std::size_t kMostAtOnce = 4000;  // engines drop what they cannot look at soon
constexpr std::chrono::seconds kInterval{5};

using Clock = std::chrono::steady_clock;

bool is_cube(const std::vector<std::uint32_t>& cube, std::size_t names) {
  for (std::size_t i = 0; i < cube.size(); ++i)
    if (cube[i] / 2 >= names || (i > 0 && cube[i] / 2 <= cube[i - 1] / 2)) return false;
  return !cube.empty();
}

class CheckpointExchange : public LemmaExchange {
 public:
  CheckpointExchange(const CheckpointOptions& options, const BitSystem& system)
      : options_(options) {
    for (std::size_t i = 0; i < system.latches.size(); ++i) {
      names_.emplace_back(system.names.latches.get(i));
      if (!names_.back().empty()) positions_.emplace(names_.back(), static_cast<std::uint32_t>(i));
    }
  }
  ~CheckpointExchange() override {
    try {
      write();
    } catch (const InputError&) {
      // The answer is worth more than the file; it was found writable when the run began.
    }
  }

  /// How many of them are about latches that there are.
  std::size_t load(const Checkpoint& checkpoint) {
    std::vector<std::optional<std::uint32_t>> position;
    for (const std::string& name : checkpoint.names) {
      const auto found = positions_.find(name);
      position.push_back(found == positions_.end() ? std::nullopt : std::optional(found->second));
    }
    for (const Checkpoint::Lemma& lemma : checkpoint.lemmas) {
      SharedLemma here;
      here.level = lemma.level;
      bool is_known = true;
      for (const std::uint32_t code : lemma.cube) {
        is_known = is_known && position[code / 2].has_value();
        if (is_known) here.cube.push_back(2 * *position[code / 2] + code % 2);
      }
      std::ranges::sort(here.cube);
      if (!is_known) continue;
      keep(here);
      arriving_.push_back(std::move(here));
    }
    // Those that reach furthest first; of a frame's, the strongest.
    std::ranges::stable_sort(arriving_, [](const SharedLemma& a, const SharedLemma& b) {
      return a.level != b.level ? a.level > b.level : a.cube.size() < b.cube.size();
    });
    return arriving_.size();
  }

  void publish(const SharedLemma& lemma) override {
    ++counts().published;
    keep(lemma);
    if (Clock::now() - written_at_ < kInterval) return;
    try {
      write();
    } catch (const InputError&) {
      written_at_ = Clock::now();  // tried again later
    }
  }

  void take(std::vector<SharedLemma>& lemmas) override {
    const std::size_t end = std::min(next_ + kMostAtOnce, arriving_.size());
    counts().received += end - next_;
    for (; next_ < end; ++next_) lemmas.push_back(arriving_[next_]);
  }

 private:
  void keep(const SharedLemma& lemma) {
    for (const std::uint32_t code : lemma.cube)
      if (names_[code / 2].empty()) return;
    std::uint64_t& order = kept_[lemma.cube];
    if (order != 0) by_age_.erase(order);
    order = ++age_;
    by_age_[order] = lemma;
    if (by_age_.size() <= kMostLemmas) return;
    kept_.erase(by_age_.begin()->second.cube);
    by_age_.erase(by_age_.begin());
  }

  void write() {
    written_at_ = Clock::now();
    if (options_.keep.empty()) return;
    Checkpoint checkpoint{options_.model, names_, {}};
    for (const auto& [order, lemma] : by_age_)
      checkpoint.lemmas.push_back({lemma.level, lemma.cube});
    write_file_atomically(options_.keep, write_checkpoint(checkpoint));
  }

  const CheckpointOptions options_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> positions_;
  std::vector<SharedLemma> arriving_;
  std::size_t next_ = 0;
  std::map<std::vector<std::uint32_t>, std::uint64_t> kept_;  // when it came last
  std::map<std::uint64_t, SharedLemma> by_age_;
  std::uint64_t age_ = 0;
  Clock::time_point written_at_ = Clock::now();
};

}  // namespace

std::string write_checkpoint(const Checkpoint& checkpoint) {
  Json json = {{"cairn_checkpoint", kFormat},
               {"model", checkpoint.model},
               {"latches", checkpoint.names},
               {"lemmas", Json::array()}};
  for (const Checkpoint::Lemma& lemma : checkpoint.lemmas)
    json["lemmas"].push_back({lemma.level, lemma.cube});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Checkpoint read_checkpoint(const std::string& path) {
  Checkpoint checkpoint;
  try {
    const Json json = Json::parse(read_source(path).bytes);
    if (json.at("cairn_checkpoint") != kFormat)
      throw InputError({path}, "this checkpoint is of another version of Cairn");
    json.at("model").get_to(checkpoint.model);
    json.at("latches").get_to(checkpoint.names);
    for (const Json& one : json.at("lemmas")) {
      Checkpoint::Lemma lemma;
      one.at(0).get_to(lemma.level);
      one.at(1).get_to(lemma.cube);
      if (!is_cube(lemma.cube, checkpoint.names.size()))
        throw InputError({path}, "a lemma of this checkpoint is no set of latches");
      checkpoint.lemmas.push_back(std::move(lemma));
    }
  } catch (const Json::exception&) {
    throw InputError({path}, "this is no checkpoint of Cairn");
  }
  return checkpoint;
}

std::unique_ptr<LemmaExchange> open_checkpoint(const CheckpointOptions& options,
                                               const BitSystem& system, const Log& log) {
  auto exchange = std::make_unique<CheckpointExchange>(options, system);
  if (!options.resume.empty()) {
    const Checkpoint checkpoint = read_checkpoint(options.resume);
    const std::size_t count = exchange->load(checkpoint);
    log.info("resumed: {} of {} lemmas are about latches that there are{}", count,
             checkpoint.lemmas.size(),
             checkpoint.model == options.model ? "" : "; the model has changed");
  }
  return exchange;
}

void name_all_latches(BitSystem& system) {
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    if (system.names.latches.get(i).empty()) system.names.latches.set(i, fmt::format("l{}", i));
}

}  // namespace cairn
