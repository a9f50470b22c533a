// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/log.h"
#include "remote/address.h"

namespace CLI {
class App;
}

namespace cairn {

/// Where Redis is, as a command line says it.
struct RedisArguments {
  std::string address;  ///< empty: not given
  std::string user;
  std::string password_file;
  bool tls = false;
  std::string ca;
};

/// --redis, described by `purpose`, and --redis-user, --redis-password-file, --redis-tls,
/// --redis-ca.
void add_redis_options(CLI::App& command, RedisArguments& arguments, const std::string& purpose);

/// With the password, of the file or of the environment (CAIRN_REDIS_PASSWORD). Throws InputError.
/// Warns if something is about to leave the machine unprotected.
RedisAddress redis_address(const RedisArguments& arguments, const Log& log);

}  // namespace cairn
