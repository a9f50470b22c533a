// SPDX-License-Identifier: MIT
#include "remote/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/sha256.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 3;
constexpr std::size_t kMostPlans = 10000, kMostPasses = 100, kMostStrategies = 100,
                      kMostSettings = 1000;
constexpr std::size_t kLongestText = std::size_t{16} << 20;
constexpr std::size_t kLongestWord = 64, kLongestName = 4096;
constexpr double kLongestTime = 1e9;  // seconds

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Fields of an object, each read with its type; whether all were there is asked at the end.
class Fields {
 public:
  explicit Fields(std::string_view text) {
    if (text.size() > kLongestText) return;  // the tree of it would take many times as much
    json_ = Json::parse(text, nullptr, false);
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
    good_ =
        good_ && field->is_string() && field->get_ref<const std::string&>().size() <= kLongestName;
    if (good_) value = field->get<std::string>();
  }

  /// A name that is looked up in a list: short, and of letters that such names have.
  void word(const char* name, std::string& value) {
    text(name, value);
    good_ = good_ && is_word(value);
  }

  const Json* object(const char* name, std::size_t most) {
    const Json* field = find(name);
    good_ = good_ && field != nullptr && field->is_object() && field->size() <= most;
    return good_ ? field : nullptr;
  }

  static bool is_word(std::string_view text) {
    return !text.empty() && text.size() <= kLongestWord &&
           std::all_of(text.begin(), text.end(), [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_' || c == '.';
           });
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

/// Calls `visit` with the name of each field, in order, and the field itself.
void visit_fields(auto& status, auto visit) requires
    std::is_same_v<std::remove_cvref_t<decltype(status)>, PlanStatus> {
  visit("worker", status.worker);
  visit("phase", status.phase);
  visit("bound", status.bound);
  visit("level", status.level);
  visit("lemmas_out", status.lemmas_out);
  visit("lemmas_in", status.lemmas_in);
  visit("lemmas_taken", status.lemmas_taken);
  visit("lemmas_useful", status.lemmas_useful);
  visit("bytes", status.bytes);
  visit("seconds", status.seconds);
}

void visit_fields(auto& worker, auto visit) requires
    std::is_same_v<std::remove_cvref_t<decltype(worker)>, WorkerInfo> {
  visit("id", worker.id);
  visit("host", worker.host);
  visit("jobs", worker.jobs);
  visit("version", worker.version);
  visit("seen", worker.seen);
  visit("begun", worker.begun);
}

template <class Sent>
std::string fields_to_json(const Sent& sent) {
  Json json = {{"v", kVersion}};
  visit_fields(sent, [&](const char* name, const auto& value) { json[name] = value; });
  return dumped(json);
}

template <class Sent>
std::optional<Sent> fields_from_json(std::string_view text) {
  Fields fields(text);
  Sent sent;
  visit_fields(sent, [&](const char* name, auto& value) {
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, std::string>)
      fields.text(name, value);
    else
      fields.number(name, value);
  });
  if (!fields.good()) return std::nullopt;
  return sent;
}

std::vector<std::string> words_of(Fields& fields, const Json* list) {
  std::vector<std::string> words;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const Json& word = (*list)[i];
    if (!word.is_string() || !Fields::is_word(word.get_ref<const std::string&>())) fields.refuse();
    if (fields.good()) words.push_back(word.get<std::string>());
  }
  return words;
}

std::optional<SettingValue> value_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string() && Fields::is_word(json.get_ref<const std::string&>()))
    return json.get<std::string>();
  return std::nullopt;
}

Json json_of(const JobPlan& plan) {
  Json settings = Json::object();
  for (const auto& [name, value] : plan.settings)
    std::visit([&, &key = name](const auto& typed) { settings[key] = typed; }, value);
  Json json = {{"name", plan.name},
               {"engine", plan.engine},
               {"passes", plan.passes},
               {"seed", plan.seed},
               {"settings", std::move(settings)}};
  if (!plan.strategies) return json;
  Json strategies = Json::array();
  for (const Strategy& strategy : *plan.strategies)
    strategies.push_back(
        {{"plan", strategy.plan}, {"share", strategy.share}, {"head", strategy.head}});
  json["strategies"] = std::move(strategies);
  return json;
}

std::optional<JobPlan> plan_of(const Json& json) {
  constexpr std::array<std::string_view, 6> kKnown{"name", "engine",   "passes",
                                                   "seed", "settings", "strategies"};
  Fields fields(json);
  JobPlan plan;
  fields.text("name", plan.name);
  fields.word("engine", plan.engine);
  plan.passes = words_of(fields, fields.array("passes", kMostPasses));
  fields.number("seed", plan.seed);
  if (const Json* settings = fields.object("settings", kMostSettings)) {
    for (const auto& [name, value] : settings->items()) {
      const auto typed = value_of(value);
      if (!typed || !Fields::is_word(name)) return std::nullopt;
      plan.settings.emplace(name, *typed);
    }
  }
  if (fields.has("strategies")) {
    plan.strategies.emplace();
    const Json* strategies = fields.array("strategies", kMostStrategies);
    for (std::size_t i = 0; strategies != nullptr && i < strategies->size(); ++i) {
      Fields strategy((*strategies)[i]);
      Strategy& added = plan.strategies->emplace_back();
      strategy.word("plan", added.plan);
      strategy.number("share", added.share);
      strategy.number("head", added.head);
      if (!strategy.good()) return std::nullopt;
    }
  }
  if (!fields.good()) return std::nullopt;
  // What this version does not know must not be ignored: it would be another plan.
  for (const auto& [name, value] : json.items())
    if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end()) return std::nullopt;
  return plan;
}

bool has_only(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

const std::array<const char*, 3> kVerdicts{"answer", "unknown", "failed"};

}  // namespace

const char* language_word(JobSpec::Language language) {
  switch (language) {
    case JobSpec::Language::Aiger:
      return "aiger";
    case JobSpec::Language::Btor2:
      return "btor2";
    case JobSpec::Language::Ivl:
      return "ivl";
  }
  return "";
}

std::optional<JobSpec::Language> language_from_word(std::string_view word) {
  using Language = JobSpec::Language;
  for (const Language language : {Language::Aiger, Language::Btor2, Language::Ivl})
    if (word == language_word(language)) return language;
  return std::nullopt;
}

std::string to_json(const JobSpec& spec) {
  Json plans = Json::array();
  for (const JobPlan& plan : spec.plans) plans.push_back(json_of(plan));
  Json json = {{"v", kVersion},
               {"model", spec.model},
               {"file", spec.file},
               {"submitted", spec.submitted},
               {"plans", std::move(plans)}};
  if (spec.language != JobSpec::Language::Aiger) json["language"] = language_word(spec.language);
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
    const auto known = language_from_word(language);
    if (!known) fields.refuse();
    spec.language = known.value_or(JobSpec::Language::Aiger);
  }
  fields.number("submitted", spec.submitted);
  fields.number("property", spec.property);
  fields.number("seconds", spec.seconds);
  const Json* plans = fields.array("plans", kMostPlans);
  for (std::size_t i = 0; plans != nullptr && i < plans->size(); ++i) {
    auto plan = plan_of((*plans)[i]);
    if (!plan) return std::nullopt;
    spec.plans.push_back(std::move(*plan));
  }
  if (!fields.good() || !is_model_hash(spec.model)) return std::nullopt;
  if (spec.seconds && !(*spec.seconds >= 0 && *spec.seconds <= kLongestTime)) return std::nullopt;
  return spec;
}

std::string to_json(const JobPlan& plan) {
  return dumped(json_of(plan));
}

std::optional<JobPlan> plan_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? plan_of(json) : std::nullopt;
}

std::string describe(const JobPlan& plan) {
  std::string text = "--engine " + plan.engine + " --passes ";
  for (std::size_t i = 0; i < plan.passes.size(); ++i) text += (i == 0 ? "" : ",") + plan.passes[i];
  if (plan.passes.empty()) text += "none";
  text += fmt::format(" --seed {}", plan.seed);
  if (plan.strategies)
    for (std::size_t i = 0; i < plan.strategies->size(); ++i)
      text += fmt::format("{}{}:{}:{}", i == 0 ? " --strategies " : ",", (*plan.strategies)[i].plan,
                          (*plan.strategies)[i].share, (*plan.strategies)[i].head);
  for (const auto& [name, value] : plan.settings)
    text += fmt::format(" --{}={}", name, describe(value));
  return text;
}

bool is_job_id(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  return !text.empty() && text.size() <= kLongest &&
         has_only(text, "0123456789abcdefghijklmnopqrstuvwxyz");
}

bool is_model_hash(std::string_view text) {
  return text.size() == 64 && has_only(text, "0123456789abcdef");
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
  return fields_to_json(status);
}

std::optional<PlanStatus> status_from_json(std::string_view text) {
  return fields_from_json<PlanStatus>(text);
}

std::string to_json(const WorkerInfo& worker) {
  return fields_to_json(worker);
}

std::optional<WorkerInfo> worker_from_json(std::string_view text) {
  return fields_from_json<WorkerInfo>(text);
}

}  // namespace cairn
