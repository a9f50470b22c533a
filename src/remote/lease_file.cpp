// SPDX-License-Identifier: MIT
#include "remote/lease_file.h"

#include <nlohmann/json.hpp>

namespace cairn {

using Json = nlohmann::ordered_json;

std::string to_json(const LeaseFile& lease) {
  const RedisAddress& address = lease.address;
  Json json = {{"host", address.host},
               {"port", address.port},
               {"socket", address.socket},
               {"user", address.user},
               {"password", address.password},
               {"tls", address.tls},
               {"ca", address.ca},
               {"job", lease.job},
               {"number", lease.number},
               {"worker", lease.worker},
               {"message", lease.message},
               {"plan", to_json(lease.plan)},
               {"language", language_word(lease.language)},
               {"model", lease.model},
               {"bytes", lease.bytes},
               {"exchange", lease.exchange}};
  if (lease.property) json["property"] = *lease.property;
  if (lease.seconds) json["seconds"] = *lease.seconds;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The worker's own words, so all or nothing will do.
std::optional<LeaseFile> lease_from_json(std::string_view text) {
  LeaseFile lease;
  try {
    const Json json = Json::parse(text);
    RedisAddress& address = lease.address;
    json.at("host").get_to(address.host);
    json.at("port").get_to(address.port);
    json.at("socket").get_to(address.socket);
    json.at("user").get_to(address.user);
    json.at("password").get_to(address.password);
    json.at("tls").get_to(address.tls);
    json.at("ca").get_to(address.ca);
    json.at("job").get_to(lease.job);
    json.at("number").get_to(lease.number);
    json.at("worker").get_to(lease.worker);
    json.at("message").get_to(lease.message);
    const auto plan = plan_from_json(json.at("plan").get<std::string>());
    if (!plan) return std::nullopt;
    lease.plan = *plan;
    const auto language = language_from_word(json.at("language").get<std::string>());
    if (!language) return std::nullopt;
    lease.language = *language;
    json.at("model").get_to(lease.model);
    json.at("bytes").get_to(lease.bytes);
    json.at("exchange").get_to(lease.exchange);
    if (json.contains("property")) lease.property = json["property"].get<std::uint32_t>();
    if (json.contains("seconds")) lease.seconds = json["seconds"].get<double>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return lease;
}

}  // namespace cairn
