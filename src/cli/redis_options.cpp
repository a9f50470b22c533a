// SPDX-License-Identifier: MIT
#include "cli/redis_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/error.h"
#include "format/source.h"

namespace cairn {
namespace {

std::string read_password(const std::string& path) {
  std::string password = read_source(path).bytes;
  while (password.ends_with('\n') || password.ends_with('\r')) password.pop_back();
  if (password.empty()) throw InputError({path, 0, 0}, "expected a password, found nothing");
  return password;
}

}  // namespace

void add_redis_options(CLI::App& command, RedisArguments& arguments, const std::string& purpose) {
  command
      .add_option_function<std::string>(
          "--redis",
          [&arguments](const std::string& text) {
            if (!parse_redis_address(text))
              throw CLI::ValidationError(
                  "--redis", fmt::format("expected HOST:PORT or the path of a socket, got '{}'",
                                         printable(text)));
            arguments.address = text;
          },
          purpose)
      ->type_name("HOST:PORT");
  command.add_option("--redis-user", arguments.user, "Who we are to Redis (its ACL user)")
      ->type_name("NAME");
  command
      .add_option("--redis-password-file", arguments.password_file,
                  "The file that holds the password; the variable CAIRN_REDIS_PASSWORD will do, "
                  "too")
      ->type_name("FILE");
  command.add_flag("--redis-tls", arguments.tls, "Talk to Redis by TLS");
  command
      .add_option("--redis-ca", arguments.ca,
                  "Certificates that Redis's must be signed by (default: those that the system "
                  "trusts); implies --redis-tls")
      ->type_name("FILE");
}

RedisAddress redis_address(const RedisArguments& arguments, const Log& log) {
  RedisAddress address;
  if (!arguments.address.empty()) address = *parse_redis_address(arguments.address);
  address.user = arguments.user;
  address.ca = arguments.ca;
  address.tls = arguments.tls || !arguments.ca.empty();
  if (!address.ca.empty()) read_source(address.ca);  // now is the time to say that it is missing
  if (!arguments.password_file.empty()) {
    address.password = read_password(arguments.password_file);
  } else if (const char* password = std::getenv("CAIRN_REDIS_PASSWORD")) {
    address.password = password;
  }
  if (!address.is_local() && !address.tls)
    log.warning("what goes to {} is not encrypted; --redis-tls is", address.text());
  return address;
}

}  // namespace cairn
