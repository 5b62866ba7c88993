// HTTP/1.1 as a browser on the same machine speaks it (RFC 9112): requests without a body, answers whose length is
// known or that go on as long as the connection does.
//
// The program has a server of its own for it, a loop over sockets on one thread. cpp-httplib, Debian's one, is linked
// with OpenSSL, which takes 4 ms of the 6 that all other commands need to start; it gives each connection a thread,
// those too that only listen for events; and what keeps such threads from ending keeps the program from ending.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace serve {

struct Request {
  std::string method;
  std::string target;  // as it was sent: "/lessons/cost.html?print"
  std::string host;    // of the target where that names one, as proxies are asked; "" for none, which HTTP/1.0 allows
  std::string range, if_range, if_none_match, last_event_id;
  bool keep_alive = true;  // the connection may carry another request
};

enum class Parsing { incomplete, complete, malformed, too_long };

struct Parsed {
  Parsing state = Parsing::incomplete;
  size_t size = 0;  // of `complete`: the bytes that the request takes
  Request request;
};

// The longest head of a request, in bytes.
inline constexpr size_t kLongestRequest = 32768;

// What the first bytes that came on a connection say. Strict: what another reader might take for something else (bare
// line feeds, folded lines, two hosts) is malformed. Of a request with a body the head is read, and `keep_alive` is
// false.
Parsed parse_request(std::string_view bytes);

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // null for none
  size_t begin = 0, end = 0;                // which bytes of it
  bool goes_on = false;                     // more follows the body, as long as the connection lives
};

Response text_response(int status, std::string text);
Response response(std::string type, std::shared_ptr<const std::string> body);

// The status line and headers. REQUIRES: headers hold no control character.
std::string head_of(const Response& response, bool keep_alive);

// Keeps those bytes that a Range header asks for (RFC 9110 §14): one range, or all where it asks for several or for
// what nobody understands. 206, or 416 when the body has none of them.
void keep_range(Response& response, std::string_view range);

}  // namespace serve
