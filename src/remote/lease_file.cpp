// SPDX-License-Identifier: MIT
#include "remote/lease_file.h"

#include <nlohmann/json.hpp>

namespace cairn {

using Json = nlohmann::ordered_json;

std::string to_json(const LeaseFile& lease) {
  const RedisAddress& address = lease.address;
  return Json{{"host", address.host},
              {"port", address.port},
              {"socket", address.socket},
              {"user", address.user},
              {"password", address.password},
              {"tls", address.tls},
              {"ca", address.ca},
              {"job", lease.job},
              {"plan", lease.plan},
              {"worker", lease.worker},
              {"message", lease.message},
              {"exchange", lease.exchange}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
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
    json.at("plan").get_to(lease.plan);
    json.at("worker").get_to(lease.worker);
    json.at("message").get_to(lease.message);
    json.at("exchange").get_to(lease.exchange);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return lease;
}

}  // namespace cairn
