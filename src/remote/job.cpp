// SPDX-License-Identifier: MIT
#include "remote/job.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::size_t kMostPlans = 10000, kMostWords = 1000;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Fields of an object, each read with its type; whether all were there is asked at the end.
class Fields {
 public:
  explicit Fields(std::string_view text) : json_(Json::parse(text, nullptr, false)) {
    good_ = json_.is_object() && json_.contains("v") && json_["v"] == kVersion;
  }
  explicit Fields(const Json& json) : json_(json), good_(json.is_object()) {}

  template <class Number>
  void number(const char* name, Number& value) {
    const Json* field = find(name);
    if (field == nullptr) return;
    if constexpr (std::is_floating_point_v<Number>)
      good_ = good_ && field->is_number();
    else if constexpr (std::is_signed_v<Number>)
      good_ = good_ && field->is_number_integer();
    else
      good_ = good_ && field->is_number_unsigned() &&
              field->get<std::uint64_t>() <= std::numeric_limits<Number>::max();
    if (good_) value = field->get<Number>();
  }

  template <class Number>
  void number(const char* name, std::optional<Number>& value) {
    if (!has(name)) return;
    value.emplace();
    number(name, *value);
  }

  void text(const char* name, std::string& value) {
    const Json* field = find(name);
    if (field == nullptr) return;
    good_ = good_ && field->is_string();
    if (good_) value = field->get<std::string>();
  }

  const Json* array(const char* name, std::size_t most) {
    const Json* field = find(name);
    good_ = good_ && field != nullptr && field->is_array() && field->size() <= most;
    return good_ ? field : nullptr;
  }

  bool has(const char* name) const { return good_ && json_.contains(name); }
  void refuse() { good_ = false; }
  bool good() const { return good_; }

 private:
  const Json* find(const char* name) {
    good_ = good_ && json_.contains(name);
    return good_ ? &json_[name] : nullptr;
  }

  Json json_;
  bool good_ = false;
};

std::vector<std::string> words_of(Fields& fields, const Json* list) {
  std::vector<std::string> words;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    if (!(*list)[i].is_string()) fields.refuse();
    if (fields.good()) words.push_back((*list)[i].get<std::string>());
  }
  return words;
}

constexpr const char* kIvl = "ivl";  // without a word it is a circuit
const std::array<const char*, 3> kVerdicts{"answer", "unknown", "failed"};

}  // namespace

std::string to_json(const JobSpec& spec) {
  Json plans = Json::array();
  for (const JobPlan& plan : spec.plans)
    plans.push_back({{"name", plan.name}, {"words", plan.words}});
  Json json = {{"v", kVersion},
               {"model", spec.model},
               {"file", spec.file},
               {"submitted", spec.submitted},
               {"plans", std::move(plans)}};
  if (spec.language == JobSpec::Language::Ivl) json["language"] = kIvl;
  if (spec.property) json["property"] = *spec.property;
  if (spec.seconds) json["seconds"] = *spec.seconds;
  return dumped(json);
}

std::optional<JobSpec> job_from_json(std::string_view text) {
  Fields fields(text);
  JobSpec spec;
  fields.text("model", spec.model);
  fields.text("file", spec.file);
  if (fields.has("language")) {
    std::string language;
    fields.text("language", language);
    if (language != kIvl) fields.refuse();
    spec.language = JobSpec::Language::Ivl;
  }
  fields.number("submitted", spec.submitted);
  fields.number("property", spec.property);
  fields.number("seconds", spec.seconds);
  const Json* plans = fields.array("plans", kMostPlans);
  for (std::size_t i = 0; plans != nullptr && i < plans->size(); ++i) {
    Fields plan((*plans)[i]);
    JobPlan& added = spec.plans.emplace_back();
    plan.text("name", added.name);
    added.words = words_of(plan, plan.array("words", kMostWords));
    if (!plan.good()) return std::nullopt;
  }
  if (!fields.good()) return std::nullopt;
  return spec;
}

std::string forbidden_word(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 14> kNames{
      "--engine", "--plan",       "--passes",          "--turn",        "--lanes",
      "--seed",   "--block-size", "--infeasible-work", "--pc",          "--lane-exchange",
      "--random", "--quick",      "--quick-automaton", "--circuit-turn"};
  constexpr std::array<std::string_view, 2> kFiles{"--ic3-record", "--smt-dump"};
  constexpr std::string_view kFlags = "--no-";
  constexpr std::array<std::string_view, 20> kGroups{"--ic3-",
                                                     "--bmc-",
                                                     "--kind-",
                                                     "--itp-",
                                                     "--itpseq-",
                                                     "--fsis-",
                                                     "--share",
                                                     "--bradley-",
                                                     "--sweep-",
                                                     "--correspondence-",
                                                     "--target-enlargement-",
                                                     "--lemma-",
                                                     "--smt-",
                                                     "--cegar-",
                                                     "--tree-ic3-",
                                                     "--word-",
                                                     "--ic3ia-",
                                                     "--ctigar-",
                                                     "--ic3cfa-",
                                                     kFlags};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view name = word.substr(0, word.find('='));
    if (!word.starts_with("--")) {
      // The value of the option before it, if that takes one and has none; else it would be a file.
      const std::string_view before = i == 0 ? "" : std::string_view(words[i - 1]);
      if (!before.starts_with("--") || before.starts_with(kFlags) ||
          before.find('=') != std::string_view::npos || word.starts_with('-'))
        return words[i];
      continue;
    }
    const bool is_name = std::find(kNames.begin(), kNames.end(), name) != kNames.end();
    const bool is_grouped =
        std::any_of(kGroups.begin(), kGroups.end(),
                    [&](std::string_view group) { return name.starts_with(group); });
    const bool is_file = std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end();
    if ((!is_name && !is_grouped) || is_file) return words[i];
  }
  return "";
}

std::string to_json(const PlanResult& result) {
  return dumped({{"v", kVersion},
                 {"plan", result.plan},
                 {"verdict", kVerdicts[static_cast<std::size_t>(result.verdict)]},
                 {"worker", result.worker},
                 {"reason", result.reason},
                 {"seconds", result.seconds},
                 {"sha256", sha256(result.evidence)}});
}

std::optional<PlanResult> result_from_json(std::string_view text,
                                           std::optional<std::string> evidence) {
  Fields fields(text);
  PlanResult result;
  std::string verdict, hash;
  fields.number("plan", result.plan);
  fields.text("verdict", verdict);
  fields.text("worker", result.worker);
  fields.text("reason", result.reason);
  fields.number("seconds", result.seconds);
  fields.text("sha256", hash);
  const auto word = std::find(kVerdicts.begin(), kVerdicts.end(), verdict);
  if (!fields.good() || word == kVerdicts.end()) return std::nullopt;
  if (evidence && sha256(*evidence) != hash) return std::nullopt;
  result.verdict = static_cast<PlanResult::Verdict>(word - kVerdicts.begin());
  if (evidence) result.evidence = std::move(*evidence);
  return result;
}

std::string to_json(const PlanStatus& status) {
  return dumped({{"v", kVersion},
                 {"worker", status.worker},
                 {"phase", status.phase},
                 {"bound", status.bound},
                 {"level", status.level},
                 {"lemmas_out", status.lemmas_out},
                 {"lemmas_in", status.lemmas_in},
                 {"lemmas_taken", status.lemmas_taken},
                 {"lemmas_useful", status.lemmas_useful},
                 {"bytes", status.bytes},
                 {"seconds", status.seconds}});
}

std::optional<PlanStatus> status_from_json(std::string_view text) {
  Fields fields(text);
  PlanStatus status;
  fields.text("worker", status.worker);
  fields.text("phase", status.phase);
  fields.number("bound", status.bound);
  fields.number("level", status.level);
  fields.number("lemmas_out", status.lemmas_out);
  fields.number("lemmas_in", status.lemmas_in);
  fields.number("lemmas_taken", status.lemmas_taken);
  fields.number("lemmas_useful", status.lemmas_useful);
  fields.number("bytes", status.bytes);
  fields.number("seconds", status.seconds);
  if (!fields.good()) return std::nullopt;
  return status;
}

std::string to_json(const WorkerInfo& worker) {
  return dumped({{"v", kVersion},
                 {"id", worker.id},
                 {"host", worker.host},
                 {"jobs", worker.jobs},
                 {"version", worker.version},
                 {"seen", worker.seen},
                 {"begun", worker.begun}});
}

std::optional<WorkerInfo> worker_from_json(std::string_view text) {
  Fields fields(text);
  WorkerInfo worker;
  fields.text("id", worker.id);
  fields.text("host", worker.host);
  fields.number("jobs", worker.jobs);
  fields.text("version", worker.version);
  fields.number("seen", worker.seen);
  fields.number("begun", worker.begun);
  if (!fields.good()) return std::nullopt;
  return worker;
}

}  // namespace cairn
