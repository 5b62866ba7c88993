// HTTP/1.1 for a browser on the same machine (RFC 9112): requests without a body, and responses that have a known
// length or last as long as the connection.
// DECISIONS.md says why no library is used.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace serve {

struct Request {
  std::string method;
  std::string target;  // the target of the request line: "/lessons/cost.html?print"
  std::string host;    // the host in the target if there is one, as in requests to proxies; "" is allowed by HTTP/1.0
  std::string if_none_match, last_event_id;
  bool keep_alive = true;  // whether the connection may carry another request
};

enum class Parsing { incomplete, complete, malformed, too_long };

struct Parsed {
  Parsing state = Parsing::incomplete;
  size_t size = 0;  // the length of a `complete` request in bytes
  Request request;
};

// The maximum size of a request's headers, in bytes.
inline constexpr size_t kMaxRequest = 32768;

// Parses the first bytes of a connection. Strict: anything that another parser might read differently (bare line feeds,
// folded lines, two hosts) is malformed. A request with a body is parsed up to the body, with `keep_alive` false.
Parsed parse_request(std::string_view bytes);

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // the body; null if there is none
  bool goes_on = false;                     // whether more follows after the body, as in a stream
  std::string page;                         // the address of the page that listens to a stream; "" if it is unknown
};

Response text_response(int status, std::string text);
Response response(std::string type, std::shared_ptr<const std::string> body);

// Returns the status line and headers. REQUIRES: headers without control characters
std::string head_of(const Response& response, bool keep_alive);

}  // namespace serve
