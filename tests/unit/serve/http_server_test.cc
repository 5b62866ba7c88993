// Tests real sockets: a server in a loop on a thread, and clients that behave and misbehave.
#include "serve/http_server.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <thread>

namespace {

class Running {
 public:
  Running() : wake_(eventfd(0, EFD_CLOEXEC)) {
    auto listening = serve::HttpServer::listen(0);
    REQUIRE(listening.ok());
    server = std::move(listening).value();
    port = server->port();
    thread_ = std::thread([this] { loop(); });
  }
  ~Running() {
    over_ = true;
    wake();
    thread_.join();
  }

  void broadcast(const std::string& event) {
    {
      const std::lock_guard lock(mutex_);
      to_send_ += event;
    }
    wake();
  }

  std::unique_ptr<serve::HttpServer> server;
  uint16_t port = 0;
  std::atomic<size_t> streams{0};

  std::vector<std::string> pages() {
    const std::lock_guard lock(mutex_);
    return pages_;
  }

 private:
  void wake() const {
    const uint64_t one = 1;
    CHECK(::write(wake_.get(), &one, sizeof one) == sizeof one);
  }

  static serve::Response answer(const serve::Request& request) {
    if (request.target.starts_with("/events")) {
      serve::Response made = serve::text_response(200, "hello\n\n");
      made.page = request.target.substr(std::string_view("/events").size());
      made.goes_on = true;
      return made;
    }
    if (request.target == "/large") return serve::text_response(200, std::string(10'000'000, 'x'));
    return serve::text_response(200, request.method + " " + request.target + "\n");
  }

  void loop() {
    while (!over_) {
      std::vector<pollfd> files{{wake_.get(), POLLIN, 0}};
      server->wait_for(files);
      if (::poll(files.data(), files.size(), server->has_room() ? -1 : 50) < 0) continue;
      if (files[0].revents) {
        uint64_t count = 0;
        CHECK(::read(wake_.get(), &count, sizeof count) == sizeof count);
      }
      server->work(files.data() + 1, answer);
      const std::lock_guard lock(mutex_);
      if (!to_send_.empty()) server->broadcast(to_send_);
      to_send_.clear();
      streams = server->streams();
      pages_ = server->listening_pages();
    }
  }

  io::Descriptor wake_;
  std::atomic<bool> over_{false};
  std::mutex mutex_;
  std::string to_send_;
  std::vector<std::string> pages_;
  std::thread thread_;
};

class Client {
 public:
  explicit Client(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    timeval limit{10, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }
  void send(std::string_view text) const {
    CHECK(::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
  }
  // Receives until the data contain `end`, or, if that is "", until the other side closes the connection.
  std::string receive_until(std::string_view end) {
    char buffer[65536];
    while (end.empty() || got_.find(end) == std::string::npos) {
      const ssize_t size = ::recv(socket_.get(), buffer, sizeof buffer, 0);
      if (size <= 0) {
        CHECK(size == 0);
        CHECK(end.empty());
        break;
      }
      got_.append(buffer, static_cast<size_t>(size));
    }
    return std::exchange(got_, "");
  }

 private:
  io::Descriptor socket_;
  std::string got_;
};

// Limits the number of open descriptors during its lifetime.
class Limit {
 public:
  explicit Limit(rlim_t most) {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    const rlimit now{most, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &now) == 0);
  }
  ~Limit() { CHECK(::setrlimit(RLIMIT_NOFILE, &before_) == 0); }

 private:
  rlimit before_ = {};
};

rlim_t first_free() { return static_cast<rlim_t>(io::Descriptor(::dup(0)).get()); }

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("requests on one connection are answered in order") {
  const Running running;
  Client client(running.port);
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  CHECK(client.receive_until("GET /a\n").starts_with("HTTP/1.1 200 OK\r\n"));
  client.send("GET /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\nGET /d HT");
  CHECK(client.receive_until("GET /c\n").find("GET /b\n") != std::string::npos);
  client.send("TP/1.1\r\nConnection: close\r\n\r\n");
  CHECK(client.receive_until("").find("GET /d\n") != std::string::npos);
}

TEST_CASE("HEAD has no body, and a large body is sent completely") {
  const Running running;
  Client head(running.port);
  head.send("HEAD /large HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string answer = head.receive_until("");
  CHECK(answer.find("Content-Length: 10000000\r\n") != std::string::npos);
  CHECK(answer.ends_with("\r\n\r\n"));
  Client large(running.port);
  large.send("GET /large HTTP/1.1\r\nConnection: close\r\n\r\n");
  CHECK(large.receive_until("").size() > 10'000'000);
}

TEST_CASE("an invalid request closes its connection, and no other") {
  const Running running;
  Client good(running.port);
  for (const std::string& bytes :
       {std::string("hello\r\n\r\n"), "GET /" + std::string(100000, 'a'), std::string("\0\xff\r\n\r\n", 6)}) {
    Client bad(running.port);
    bad.send(bytes);
    CHECK(bad.receive_until("").starts_with("HTTP/1.1 4"));
  }
  Client body(running.port);
  body.send("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n");
  CHECK(body.receive_until("").find("smuggled") == std::string::npos);
  good.send("GET /still HTTP/1.1\r\n\r\n");
  CHECK(good.receive_until("GET /still\n").size() > 0);
}

TEST_CASE("twenty listeners get every event, and closed ones are removed") {
  Running running;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<Client>(running.port));
    clients.back()->send("GET /events HTTP/1.1\r\n\r\n");
    clients.back()->receive_until("hello\n\n");
  }
  CHECK(running.server->port() == running.port);
  running.broadcast("event: one\n\n");
  for (auto& client : clients) CHECK(client->receive_until("one\n\n").find("event: one") != std::string::npos);
  CHECK(comes_true([&] { return running.streams == 20; }));
  clients.resize(5);
  CHECK(comes_true([&] { return running.streams == 5; }));
  running.broadcast("event: two\n\n");
  for (auto& client : clients) client->receive_until("two\n\n");
  Client other(running.port);
  other.send("GET /a HTTP/1.1\r\n\r\n");
  other.receive_until("GET /a\n");
}

TEST_CASE("the pages that listen are known, the latest first") {
  Running running;
  Client first(running.port), unknown(running.port);
  auto second = std::make_unique<Client>(running.port);
  for (auto [client, target] :
       {std::pair(&first, "/eventsa.html"), {&unknown, "/events"}, {second.get(), "/eventsb.html"}}) {
    client->send(std::string("GET ") + target + " HTTP/1.1\r\n\r\n");
    client->receive_until("hello\n\n");
  }
  running.broadcast("event: one\n\n");
  CHECK(comes_true([&] { return running.pages() == std::vector<std::string>{"b.html", "a.html"}; }));
  second.reset();
  CHECK(comes_true([&] { return running.pages() == std::vector<std::string>{"a.html"}; }));
}

TEST_CASE("a listener that does not read is disconnected") {
  Running running;
  Client client(running.port);
  client.send("GET /events HTTP/1.1\r\n\r\n");
  client.receive_until("hello\n\n");
  const std::string megabyte(1 << 20, 'x');
  CHECK(comes_true([&] {
    running.broadcast(megabyte + "\n\n");
    return running.streams == 0;
  }));
}

TEST_CASE("above the limit of connections, idle ones are closed") {
  const Running running;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 600; ++i) clients.push_back(std::make_unique<Client>(running.port));
  clients.back()->send("GET /last HTTP/1.1\r\n\r\n");
  clients.back()->receive_until("GET /last\n");
}

TEST_CASE("connections do not use up the descriptors that builds need") {
  const Limit limit(64 + 12);
  const Running running;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 30; ++i) clients.push_back(std::make_unique<Client>(running.port));
  clients.back()->send("GET /last HTTP/1.1\r\n\r\n");
  clients.back()->receive_until("GET /last\n");
  CHECK(clients[17]->receive_until("") == "");
  clients[18]->send("GET /kept HTTP/1.1\r\n\r\n");
  clients[18]->receive_until("GET /kept\n");
}

TEST_CASE("if the system is out of descriptors, idle connections are closed") {
  const Running running;
  Client idle(running.port);
  idle.send("GET /a HTTP/1.1\r\n\r\n");
  idle.receive_until("GET /a\n");
  const Limit limit(first_free() + 1);
  Client last(running.port);
  last.send("GET /last HTTP/1.1\r\n\r\n");
  last.receive_until("GET /last\n");
  CHECK(idle.receive_until("") == "");
}

TEST_CASE("if no connection is idle, a new one waits until there is a descriptor") {
  const Running running;
  auto limit = std::make_unique<Limit>(first_free() + 1);
  Client client(running.port);
  client.send("GET /a HTTP/1.1\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  limit.reset();
  client.receive_until("GET /a\n");
}

TEST_CASE("a port can be bound only once") {
  auto first = serve::HttpServer::listen(0);
  REQUIRE(first.ok());
  auto second = serve::HttpServer::listen(first.value()->port());
  REQUIRE_FALSE(second.ok());
  CHECK(second.error() == EADDRINUSE);
}
