#include "serve/http_server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace serve {
namespace {

constexpr rlim_t kMinConnections = 8, kMaxConnections = 500;
constexpr rlim_t kReserved = 64;         // file descriptors reserved for other uses, mostly builds
constexpr size_t kMaxUnread = 16 << 20;  // the greatest number of unsent bytes for one reader

size_t max_connections() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMaxConnections;
  return std::clamp(limit.rlim_cur - std::min(limit.rlim_cur, kReserved), kMinConnections, kMaxConnections);
}

}  // namespace

struct HttpServer::Connection {
  explicit Connection(int file) : socket(file) {}

  void send(const Response& response, bool is_head, bool keep_alive) {
    out += head_of(response, keep_alive);
    is_stream = response.goes_on && !is_head;
    page = response.page;
    is_last = !is_stream && (!keep_alive || response.goes_on);
    if (is_head || !response.body) return;
    if (is_stream) {
      out += *response.body;
      return;
    }
    body = response.body;
    end = body->size();
  }

  bool has_unsent() const { return sent < out.size() || at < end; }

  // Sends as much as the socket accepts. Returns false if the peer has disconnected.
  bool flush() {
    while (has_unsent()) {
      const bool in_head = sent < out.size();
      const char* bytes = in_head ? out.data() + sent : body->data() + at;
      const size_t size = in_head ? out.size() - sent : end - at;
      const ssize_t done = ::send(socket.get(), bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
      (in_head ? sent : at) += static_cast<size_t>(done);
    }
    out.clear();
    sent = at = end = 0;
    body.reset();
    return true;
  }

  io::Descriptor socket;
  std::string in;   // received bytes of an incomplete request, or of later requests
  std::string out;  // response headers and events
  size_t sent = 0;
  std::shared_ptr<const std::string> body;
  size_t at = 0, end = 0;  // the remaining range of the file
  bool is_stream = false;
  std::string page;      // the page that listens to the stream
  bool is_last = false;  // whether no further request is read
  bool is_over = false;
};

HttpServer::HttpServer(io::Descriptor listening, uint16_t port)
    : listening_(std::move(listening)), port_(port), max_connections_(max_connections()) {}
HttpServer::~HttpServer() = default;

base::Result<std::unique_ptr<HttpServer>, int> HttpServer::listen(uint16_t port, const std::string& address) {
  addrinfo hints = {};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &list) != 0) return base::Failure{EINVAL};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(list, ::freeaddrinfo);
  io::Descriptor file(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!file.is_open()) return base::Failure{errno};
  // Allows a server to be restarted immediately. Two servers on one port are still refused.
  const int yes = 1;
  ::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in6 bound = {};  // may also receive a sockaddr_in, whose port has the same offset
  socklen_t size = sizeof bound;
  if (::bind(file.get(), found->ai_addr, found->ai_addrlen) != 0 || ::listen(file.get(), SOMAXCONN) != 0 ||
      ::getsockname(file.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
    return base::Failure{errno};
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(file), ntohs(bound.sin6_port)));
}

size_t HttpServer::streams() const {
  return static_cast<size_t>(
      std::count_if(connections_.begin(), connections_.end(), [](const Connection& each) { return each.is_stream; }));
}

std::vector<std::string> HttpServer::listening_pages() const {
  std::vector<std::string> pages;
  for (auto each = connections_.rbegin(); each != connections_.rend(); ++each)
    if (each->is_stream && !each->page.empty()) pages.push_back(each->page);
  return pages;
}

void HttpServer::wait_for(std::vector<pollfd>& files) const {
  files.push_back({has_room_ ? listening_.get() : -1, POLLIN, 0});
  for (const Connection& each : connections_) {
    // While a response is sent, later requests wait in the socket.
    const int events = each.has_unsent() ? POLLOUT : POLLIN;
    files.push_back({each.socket.get(), static_cast<short>(events), 0});
  }
}

void HttpServer::work(const pollfd* files, const Handler& handler) {
  const bool wants_in = (files->revents & POLLIN) != 0;
  has_room_ = true;  // whether a descriptor may be available
  for (Connection& each : connections_) work(each, (++files)->revents, handler);
  forget_ended();
  if (wants_in) accept_one();
}

// Accepts a single connection, because the system does not report further ones while descriptors are scarce.
void HttpServer::accept_one() {
  const auto accept = [&] { return ::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); };
  const auto is_short = [] { return errno == EMFILE || errno == ENFILE; };
  int file = accept();
  if (file < 0 && is_short() && !connections_.empty()) {
    drop_one();
    file = accept();
  }
  if (file < 0) {
    has_room_ = !is_short();
    return;
  }
  if (connections_.size() >= max_connections_) drop_one();
  const int yes = 1;
  ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  connections_.emplace_back(file);
}

// Drops the oldest idle connection or, if all are in use, the oldest one. Listeners to events count as in use.
void HttpServer::drop_one() {
  const auto idle = std::find_if(connections_.begin(), connections_.end(),
                                 [](const Connection& each) { return !each.is_stream && !each.has_unsent(); });
  connections_.erase(idle == connections_.end() ? connections_.begin() : idle);
}

void HttpServer::work(Connection& connection, short ready, const Handler& handler) {
  if (ready == 0) return;
  if (ready & (POLLERR | POLLNVAL)) connection.is_over = true;
  if (ready & (POLLIN | POLLHUP)) {
    std::array<char, 16384> buffer;
    const ssize_t size = ::recv(connection.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) connection.is_over = true;
    // A listener to events sends nothing more. Data after the last request is received and ignored, because closing a
    // socket with unread data discards data that was sent.
    if (size > 0 && !connection.is_stream && !connection.is_last)
      connection.in.append(buffer.data(), static_cast<size_t>(size));
  }
  while (!connection.is_over) {
    if (!connection.flush()) connection.is_over = true;
    if (connection.has_unsent() || connection.is_stream || connection.is_over) return;
    if (connection.is_last) {
      ::shutdown(connection.socket.get(), SHUT_WR);
      return;
    }
    Parsed parsed = parse_request(connection.in);
    if (parsed.state == Parsing::incomplete) return;
    if (parsed.state == Parsing::complete) {
      connection.in.erase(0, parsed.size);
      const Request& request = parsed.request;
      connection.send(handler(request), request.method == "HEAD", request.keep_alive);
    } else {
      const bool is_long = parsed.state == Parsing::too_long;
      connection.send(
          text_response(is_long ? 431 : 400, is_long ? "Request header fields too large\n" : "Bad request\n"), false,
          false);
    }
  }
}

void HttpServer::broadcast(std::string_view event) {
  for (Connection& each : connections_) {
    if (!each.is_stream) continue;
    each.out.append(event);
    if (!each.flush() || each.out.size() > kMaxUnread) each.is_over = true;
  }
  forget_ended();
}

void HttpServer::forget_ended() {
  connections_.remove_if([](const Connection& each) { return each.is_over; });
}

}  // namespace serve
