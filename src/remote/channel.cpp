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
#include <cstring>

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

}  // namespace

#ifdef CAIRN_HAS_REDIS

/// OpenSSL on a socket that never blocks.
class Channel::Tls {
 public:
  Tls(Channel& channel, const RedisAddress& address, Deadline deadline) : channel_(channel) {
    // OpenSSL writes with write(), whose signal for a broken connection nobody wants.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    context_.reset(SSL_CTX_new(TLS_client_method()));
    if (!context_) refuse(channel_.name_, "cannot start TLS: " + reason());
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    const int trusted = address.ca.empty() ? SSL_CTX_set_default_verify_paths(context_.get())
                                           : SSL_CTX_load_verify_locations(
                                                 context_.get(), address.ca.c_str(), nullptr);
    if (trusted != 1)
      refuse(channel_.name_, fmt::format("cannot read the certificates in {}: {}",
                                         printable(address.ca), reason()));
    ssl_.reset(SSL_new(context_.get()));
    if (!ssl_ || SSL_set_fd(ssl_.get(), channel_.socket_) != 1)
      refuse(channel_.name_, "cannot start TLS: " + reason());
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
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
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
        lose(channel_.name_, fmt::format("{} failed: {}", what, reason()));
      } else {
        lose(channel_.name_, "the connection was closed");
      }
    }
  }

  static std::string reason() {
    const char* text = ERR_reason_error_string(ERR_get_error());
    return text == nullptr ? "unknown error" : text;
  }

  Channel& channel_;
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> ssl_;
};

#else

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
    if (address.socket.empty())
      connect_tcp(address, deadline);
    else
      connect_socket(address, deadline);
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

void Channel::connect_socket(const RedisAddress& address, Deadline) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (address.socket.size() >= sizeof where.sun_path)
    refuse(name_, "the path is too long for a socket");
  std::memcpy(where.sun_path, address.socket.data(), address.socket.size());
  socket_ = open_socket(AF_UNIX, name_);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0)
    lose(name_, system_error(errno));
}

void Channel::connect_tcp(const RedisAddress& address, Deadline deadline) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(address.port);
  if (const int fault = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found))
    lose(name_, ::gai_strerror(fault));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  int error = 0;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    socket_ = open_socket(one->ai_family, name_);
    error = ::connect(socket_, one->ai_addr, one->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
      wait_for(POLLOUT, deadline);
      socklen_t size = sizeof error;
      ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0) break;
    ::close(socket_);
    socket_ = -1;
  }
  if (socket_ < 0) lose(name_, system_error(error));
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void Channel::wait_for(short events, Deadline deadline) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) lose(name_, "no reply in time");
    pollfd watched{socket_, events, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(left.count()));
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) lose(name_, system_error(errno));
  }
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
