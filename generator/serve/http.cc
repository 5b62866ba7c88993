#include "serve/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace serve {
namespace {

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
}

// Parses a path, or a URL, whose host replaces that of the header (RFC 9112 §3.2.2).
bool parse_target(std::string_view target, Request& request) {
  constexpr std::string_view kScheme = "http://";
  if (base::lower(target.substr(0, kScheme.size())) == kScheme) {
    target.remove_prefix(kScheme.size());
    request.host = target.substr(0, target.find_first_of("/?#"));
    target.remove_prefix(request.host.size());
    if (request.host.empty()) return false;
    if (!target.starts_with('/')) request.target = "/";
  } else if (!target.starts_with('/')) {
    return false;
  }
  request.target += target;
  return true;
}

bool parse_first_line(std::string_view line, Request& request) {
  const std::vector<std::string_view> words = base::split(line, ' ');
  if (words.size() != 3 || !is_token(words[0]) || !parse_target(words[1], request)) return false;
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0") return false;
  request.method = words[0];
  request.keep_alive = words[2] == "HTTP/1.1";
  return true;
}

struct Lengths {
  bool has_host = false, has_body = false;
};

bool parse_header(std::string_view line, Request& request, Lengths& lengths) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return false;
  const std::string name = base::lower(line.substr(0, colon));
  const std::string_view value = base::trim(line.substr(colon + 1));
  if (name == "host") {
    if (lengths.has_host) return false;
    lengths.has_host = true;
    if (request.host.empty()) request.host = value;
  } else if (name == "connection") {
    if (base::lower(value).find("close") != std::string::npos) request.keep_alive = false;
  } else if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
    lengths.has_body = true;
  }
  for (auto [known, field] :
       {std::pair("if-none-match", &request.if_none_match), std::pair("last-event-id", &request.last_event_id)})
    if (name == known) *field = value;
  return true;
}

std::string_view reason(int status) {
  constexpr std::pair<int, std::string_view> kReasons[] = {
      {200, "OK"},        {302, "Found"},     {304, "Not Modified"},       {400, "Bad Request"},
      {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"}, {431, "Request Header Fields Too Large"}};
  for (const auto& [known, reason] : kReasons)
    if (known == status) return reason;
  return "Internal Server Error";
}

}  // namespace

Parsed parse_request(std::string_view bytes) {
  Parsed parsed;
  const size_t end = bytes.substr(0, kMaxRequest).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() >= kMaxRequest) parsed.state = Parsing::too_long;
    return parsed;
  }
  parsed.state = Parsing::malformed;
  std::string_view head = bytes.substr(0, end);
  Lengths lengths;
  for (bool first = true;; first = false) {
    const size_t line_end = head.find("\r\n");
    const std::string_view line = head.substr(0, line_end);
    if (has_control(line)) return parsed;
    const bool fine = first ? parse_first_line(line, parsed.request) : parse_header(line, parsed.request, lengths);
    if (!fine) return parsed;
    if (line_end == std::string_view::npos) break;
    head.remove_prefix(line_end + 2);
  }
  if (lengths.has_body) parsed.request.keep_alive = false;
  parsed.state = Parsing::complete;
  parsed.size = end + 4;
  return parsed;
}

Response text_response(int status, std::string text) {
  Response made = response(Response().type, std::make_shared<const std::string>(std::move(text)));
  made.status = status;
  return made;
}

Response response(std::string type, std::shared_ptr<const std::string> body) {
  Response made;
  made.type = std::move(type);
  made.body = std::move(body);
  return made;
}

std::string head_of(const Response& response, bool keep_alive) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
  for (const auto& [name, value] : response.headers) head += fmt::format("{}: {}\r\n", name, value);
  if (response.status != 304) head += "Content-Type: " + response.type + "\r\n";
  if (!response.goes_on && response.status != 304)
    head += fmt::format("Content-Length: {}\r\n", response.body ? response.body->size() : 0);
  // Keeps browsers from guessing another type, and other origins from loading scripts and pictures of a private site.
  head += "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n";
  head += keep_alive && !response.goes_on ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  return head + "\r\n";
}

}  // namespace serve
