// A server socket on one address of this machine: reads requests, sends responses, and manages event streams.
// Single-threaded and non-blocking: the caller's loop polls the descriptors of wait_for() together with its own
// (poll(2)), and passes the result to work().
#pragma once
#include <poll.h>

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/descriptor.h"
#include "serve/http.h"

namespace serve {

class HttpServer {
 public:
  using Handler = std::function<Response(const Request&)>;

  // Opens the socket. `address` is an IP address of this machine; 0.0.0.0 or :: means all of them. Port 0 means any
  // free port. The error is an errno: EADDRINUSE if another program uses the port, EINVAL if `address` is not an IP
  // address.
  static base::Result<std::unique_ptr<HttpServer>, int> listen(uint16_t port, const std::string& address = "127.0.0.1");
  ~HttpServer();

  uint16_t port() const { return port_; }
  size_t streams() const;
  // Returns the pages that listen to streams, the latest first (Response::page).
  std::vector<std::string> listening_pages() const;
  // Returns false if the system has no descriptor for a pending connection. No event announces that one becomes
  // available, so call work() within about a second even if nothing is ready.
  bool has_room() const { return has_room_; }

  // Adds the descriptors to poll.
  void wait_for(std::vector<pollfd>& files) const;
  // Handles the events of poll(). REQUIRES: `files` begins where wait_for() began to add, poll() was called, and
  // nothing was broadcast since.
  void work(const pollfd* files, const Handler& handler);
  // Sends an event to all listeners. Disconnects listeners that have not read megabytes of earlier events.
  void broadcast(std::string_view event);

 private:
  struct Connection;
  HttpServer(io::Descriptor listening, uint16_t port);
  void accept_one();
  void drop_one();
  void forget_ended();
  void work(Connection& connection, short ready, const Handler& handler);

  io::Descriptor listening_;
  uint16_t port_;
  const size_t max_connections_;
  std::list<Connection> connections_;
  bool has_room_ = true;
};

}  // namespace serve
