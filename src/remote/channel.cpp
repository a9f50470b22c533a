// SPDX-License-Identifier: MIT
#include "remote/channel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "remote/remote_error.h"

#ifdef CAIRN_HAS_REDIS
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#endif

namespace cairn {
namespace {

[[noreturn]] void lose(const std::string& name, const std::string& why) {
  throw RemoteError(RemoteError::Kind::Lost, fmt::format("Redis at {}: {}", name, why));
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw RemoteError(RemoteError::Kind::Refused, fmt::format("Redis at {}: {}", name, why));
}

std::string system_error(int number) {
  return std::strerror(number);
}

int open_socket(int family, const std::string& name) {
  const int socket = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) lose(name, "cannot open a socket: " + system_error(errno));
  return socket;
}

void wait_for_socket(int socket, short events, Deadline deadline, const std::string& name) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) lose(name, "no reply in time");
    pollfd watched{socket, events, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(left.count()));
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) lose(name, system_error(errno));
  }
}

int connect_local(const RedisAddress& address, const std::string& name) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (address.socket.size() >= sizeof where.sun_path)
    refuse(name, "the path is too long for a socket");
  std::memcpy(where.sun_path, address.socket.data(), address.socket.size());
  const int socket = open_socket(AF_UNIX, name);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) {
    const int error = errno;
    ::close(socket);
    lose(name, system_error(error));
  }
  return socket;
}

/// One of the host's addresses. The error of connect(), or 0.
int connect_one(const addrinfo& one, int socket, Deadline deadline, const std::string& name) {
  int error = ::connect(socket, one.ai_addr, one.ai_addrlen) == 0 ? 0 : errno;
  if (error != EINPROGRESS) return error;
  try {
    wait_for_socket(socket, POLLOUT, deadline, name);
  } catch (...) {
    ::close(socket);
    throw;
  }
  socklen_t size = sizeof error;
  ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

int connect_tcp(const RedisAddress& address, Deadline deadline, const std::string& name) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(address.port);
  if (const int fault = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found))
    lose(name, ::gai_strerror(fault));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  int error = 0;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int socket = open_socket(one->ai_family, name);
    error = connect_one(*one, socket, deadline, name);
    if (error == 0) {
      const int on = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      return socket;
    }
    ::close(socket);
  }
  lose(name, system_error(error));
}

}  // namespace

int connect_socket(const RedisAddress& address, Deadline deadline) {
  const std::string name = printable(address.text());
  if (address.sockets) return address.sockets->connect(deadline);
  return address.socket.empty() ? connect_tcp(address, deadline, name)
                                : connect_local(address, name);
}

#ifdef CAIRN_HAS_REDIS

namespace {

std::string tls_reason() {
  const char* text = ERR_reason_error_string(ERR_get_error());
  return text == nullptr ? "unknown error" : text;
}

/// The certificates of the system's folder, which OpenSSL would open one by one when it needs them.
void load_folder(SSL_CTX* context) {
  const char* given = std::getenv(X509_get_default_cert_dir_env());
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(
           given != nullptr ? given : X509_get_default_cert_dir(), error);
       !error && entry != std::filesystem::end(entry); entry.increment(error))
    SSL_CTX_load_verify_locations(context, entry->path().c_str(), nullptr);
  ERR_clear_error();  // not everything there is a certificate
}

}  // namespace

std::shared_ptr<void> prepare_tls(const RedisAddress& address) {
  const std::string name = printable(address.text());
  const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  if (!context) refuse(name, "cannot start TLS: " + tls_reason());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  const int trusted = address.ca.empty() ? SSL_CTX_set_default_verify_paths(context.get())
                                         : SSL_CTX_load_verify_locations(
                                               context.get(), address.ca.c_str(), nullptr);
  if (trusted != 1)
    refuse(name, fmt::format("cannot read the certificates in {}: {}", printable(address.ca),
                             tls_reason()));
  if (address.ca.empty() && address.sockets) load_folder(context.get());
  return context;
}

/// OpenSSL on a socket that never blocks.
class Channel::Tls {
 public:
  Tls(Channel& channel, const RedisAddress& address, Deadline deadline) : channel_(channel) {
    // OpenSSL writes with write(), whose signal for a broken connection nobody wants.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    context_ = address.prepared_tls ? address.prepared_tls : prepare_tls(address);
    ssl_.reset(SSL_new(static_cast<SSL_CTX*>(context_.get())));
    if (!ssl_ || SSL_set_fd(ssl_.get(), channel_.socket_) != 1)
      refuse(channel_.name_, "cannot start TLS: " + tls_reason());
    expect_name(address);
    run(
        deadline, [this] { return SSL_connect(ssl_.get()); }, "TLS handshake");
  }

  std::size_t write(std::string_view bytes, Deadline deadline) {
    return static_cast<std::size_t>(run(
        deadline,
        [&] { return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())); },
        "write"));
  }

  std::size_t read(std::string& buffer, Deadline deadline) {
    return static_cast<std::size_t>(run(
        deadline,
        [&] { return SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size())); },
        "read"));
  }

 private:
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  /// The certificate has to be that of the host (there is none for sockets of this machine).
  void expect_name(const RedisAddress& address) {
    if (!address.socket.empty()) return;
    X509_VERIFY_PARAM* check = SSL_get0_param(ssl_.get());
    if (X509_VERIFY_PARAM_set1_ip_asc(check, address.host.c_str()) == 1) return;
    ERR_clear_error();
    SSL_set1_host(ssl_.get(), address.host.c_str());
    SSL_set_tlsext_host_name(ssl_.get(), address.host.c_str());
  }

  template <class Operation>
  int run(Deadline deadline, Operation operation, const char* what) {
    while (true) {
      ERR_clear_error();
      const int result = operation();
      if (result > 0) return result;
      const int error = SSL_get_error(ssl_.get(), result);
      if (error == SSL_ERROR_WANT_READ) {
        channel_.wait_for(POLLIN, deadline);
      } else if (error == SSL_ERROR_WANT_WRITE) {
        channel_.wait_for(POLLOUT, deadline);
      } else if (const long verdict = SSL_get_verify_result(ssl_.get()); verdict != X509_V_OK) {
        refuse(channel_.name_, fmt::format("its certificate is not accepted: {}",
                                           X509_verify_cert_error_string(verdict)));
      } else if (error == SSL_ERROR_SSL) {
        lose(channel_.name_, fmt::format("{} failed: {}", what, tls_reason()));
      } else {
        lose(channel_.name_, "the connection was closed");
      }
    }
  }

  Channel& channel_;
  std::shared_ptr<void> context_;
  std::unique_ptr<SSL, Free> ssl_;
};

#else

std::shared_ptr<void> prepare_tls(const RedisAddress& address) {
  refuse(printable(address.text()), "this build of Cairn knows no TLS");
}

class Channel::Tls {
 public:
  Tls(Channel& channel, const RedisAddress&, Deadline) {
    refuse(channel.name_, "this build of Cairn knows no TLS");
  }
  std::size_t write(std::string_view, Deadline) { return 0; }
  std::size_t read(std::string&, Deadline) { return 0; }
};

#endif

Channel::Channel(const RedisAddress& address, Deadline deadline)
    : name_(printable(address.text())), buffer_(std::size_t{64} << 10, '\0') {
  try {
    socket_ = connect_socket(address, deadline);
    if (address.tls) tls_ = std::make_unique<Tls>(*this, address, deadline);
  } catch (...) {
    tls_.reset();
    if (socket_ >= 0) ::close(socket_);
    throw;
  }
}

Channel::~Channel() {
  tls_.reset();
  if (socket_ >= 0) ::close(socket_);
}

void Channel::wait_for(short events, Deadline deadline) {
  wait_for_socket(socket_, events, deadline, name_);
}

void Channel::write(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    if (tls_) {
      bytes.remove_prefix(tls_->write(bytes.substr(0, std::size_t{1} << 20), deadline));
      continue;
    }
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0)
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      wait_for(POLLOUT, deadline);
    else if (errno != EINTR)
      lose(name_, system_error(errno));
  }
}

std::string_view Channel::read(Deadline deadline) {
  if (tls_) return std::string_view(buffer_).substr(0, tls_->read(buffer_, deadline));
  while (true) {
    const ssize_t size = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (size > 0) return std::string_view(buffer_).substr(0, static_cast<std::size_t>(size));
    if (size == 0) lose(name_, "the connection was closed");
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      wait_for(POLLIN, deadline);
    else if (errno != EINTR)
      lose(name_, system_error(errno));
  }
}

}  // namespace cairn
