#include "serve/http.h"

#include <doctest/doctest.h>

#include <memory>

#include "serve/locate.h"

using serve::parse_request;
using serve::Parsing;

TEST_CASE("a request is parsed") {
  const std::string bytes =
      "GET /a?b HTTP/1.1\r\nHost: localhost:1\r\nLAST-Event-ID:  x.1 \r\n"
      "If-None-Match: \"e\"\r\nAccept: */*\r\n\r\n";
  const serve::Parsed parsed = parse_request(bytes + "GET /next");
  REQUIRE(parsed.state == Parsing::complete);
  CHECK(parsed.size == bytes.size());
  CHECK(parsed.request.method == "GET");
  CHECK(parsed.request.target == "/a?b");
  CHECK(parsed.request.host == "localhost:1");
  CHECK(parsed.request.last_event_id == "x.1");
  CHECK(parsed.request.if_none_match == "\"e\"");
  CHECK(parsed.request.keep_alive);
  for (size_t size = 0; size < bytes.size(); ++size)
    CHECK(parse_request(bytes.substr(0, size)).state == Parsing::incomplete);
}

TEST_CASE("an absolute target overrides the Host header") {
  struct Case {
    const char* sent;
    const char* host;
    const char* target;
  };
  for (const Case& each : {Case{"http://localhost:8000/a?b", "localhost:8000", "/a?b"},
                           Case{"HTTP://evil.example/a", "evil.example", "/a"},
                           Case{"http://localhost", "localhost", "/"}, Case{"http://localhost?b", "localhost", "/?b"},
                           Case{"/http://evil.example/", "other", "/http://evil.example/"}}) {
    CAPTURE(each.sent);
    const serve::Parsed parsed = parse_request("GET " + std::string(each.sent) + " HTTP/1.1\r\nHost: other\r\n\r\n");
    CHECK(parsed.state == Parsing::complete);
    CHECK(parsed.request.host == each.host);
    CHECK(parsed.request.target == each.target);
  }
}

TEST_CASE("connections close after the response if a request asks for it") {
  for (const char* bytes :
       {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: Close\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"}) {
    CAPTURE(bytes);
    const serve::Parsed parsed = parse_request(bytes);
    CHECK(parsed.state == Parsing::complete);
    CHECK_FALSE(parsed.request.keep_alive);
  }
}

TEST_CASE("invalid requests are errors") {
  for (const char* bytes :
       {"\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
        "GET http:///a HTTP/1.1\r\n\r\n", "GET https://127.0.0.1/ HTTP/1.1\r\n\r\n", "G\x01T / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\n folded: x\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n"}) {
    CAPTURE(bytes);
    CHECK(parse_request(bytes).state == Parsing::malformed);
  }
  using namespace std::string_literals;
  CHECK(parse_request("GET /\0 HTTP/1.1\r\n\r\n"s).state == Parsing::malformed);
  CHECK(parse_request("GET /" + std::string(serve::kMaxRequest, 'a')).state == Parsing::too_long);
}

TEST_CASE("a response begins with its status and headers") {
  const serve::Response made = serve::response("text/plain", std::make_shared<const std::string>("0123456789"));
  CHECK(serve::head_of(made, true) ==
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\nX-Content-Type-Options: nosniff\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\nConnection: keep-alive\r\n\r\n");
}

TEST_CASE("content types are determined by file name") {
  CHECK(serve::content_type("a/index.html") == "text/html; charset=utf-8");
  CHECK(serve::content_type("A.PNG") == "image/png");
  CHECK(serve::content_type("data/rows.csv") == "text/csv; charset=utf-8");
  CHECK(serve::content_type("x.y/none") == "application/octet-stream");
  CHECK(serve::content_type("x.unknown") == "application/octet-stream");
}
