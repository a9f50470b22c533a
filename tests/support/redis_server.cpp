// SPDX-License-Identifier: MIT
#include "support/redis_server.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "remote/redis.h"

namespace cairn::support {

RedisServer::RedisServer(std::vector<std::string> settings) : settings_(std::move(settings)) {
  start();
}

RedisServer::~RedisServer() {
  kill();
}

bool RedisServer::is_available() {
  static const bool found =
      redis_is_built_in() && std::system("command -v redis-server >/dev/null 2>&1") == 0;
  return found;
}

RedisAddress RedisServer::address() const {
  RedisAddress address;
  address.socket = scratch_ / "socket";
  return address;
}

void RedisServer::kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

void RedisServer::start() {
  std::vector<std::string> words{
      "redis-server",  "--port",       "0",   "--unixsocket", scratch_ / "socket", "--dir",
      scratch_.path(), "--appendonly", "yes",
      "--appendfsync",  // what it answered is kept if it is killed
      "always",        "--save",       ""};
  words.insert(words.end(), settings_.begin(), settings_.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, 1);
    ::dup2(nothing, 2);
    ::execvp("redis-server", arguments.data());
    ::_exit(127);
  }
  for (int i = 0; i < 1000; ++i) {
    try {
      RedisConnection(address()).call({"EXISTS", "any"});  // fails while it loads its data
      return;
    } catch (const RemoteError& error) {
      const bool is_starting = error.kind() == RemoteError::Kind::Lost &&
                               std::string_view(error.what()).find("CLUSTERDOWN") ==
                                   std::string_view::npos;  // a node without slots is up
      if (!is_starting) return;                             // it wants a password, say
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw std::runtime_error("redis-server does not start");
}

}  // namespace cairn::support
