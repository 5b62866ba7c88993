// Folder web/: polite requests to other sites. This file: one request to one server and its answer. Redirects are not
// followed: the caller decides.
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "web/ip_address.h"
#include "web/url.h"

namespace web {

struct Request {
  Url url;
  bool head = false;     // HEAD instead of GET
  size_t max_bytes = 0;  // of the body; the rest is cut off
};

struct Answer {
  int status = 0;                       // 200
  std::string location;                 // the absolute address to which it redirects; "" if it does not
  std::string content_type;             // "text/html; charset=utf-8"
  std::chrono::seconds retry_after{0};  // how long the server asks to wait
  std::string body;                     // at most `max_bytes`
  bool is_cut = false;                  // there was more
};

enum class Verdict {
  fine,
  gone,             // 404, 410, or it redirects to something that no browser follows
  bad_certificate,  // a browser shows a warning
  private_address,  // none of the host's addresses is on the public internet: nothing was sent
  unreachable,      // for now: a time-out, 5xx, no connection, endless redirects
  unchecked,        // its robots.txt or its answer does not allow requests by programs
  no_network,       // this machine can't make requests: no certificate authorities
};

struct Finding {
  Verdict verdict = Verdict::unchecked;
  std::string what;                          // follows the address: "answers 404"
  std::string moved_to;                      // target of permanent redirects, with a fragment only if they have one
  std::vector<std::string> missing_anchors;  // of a page that exists
};

using Fetched = base::Result<Answer, Finding>;  // the error says why there is no answer
inline base::Failure<Finding> failed(Verdict verdict, std::string what) {
  return {Finding{verdict, std::move(what), "", {}}};
}

class Client {
 public:
  virtual ~Client() = default;
  // Returns within the client's time limit. For one thread at a time.
  virtual Fetched send(const Request& request) = 0;
};

struct ClientOptions {
  std::string user_agent;
  std::chrono::milliseconds timeout{20000};  // for the whole response; half of it for connecting
  std::string authorities;  // a file of certificates (PEM) instead of the system's; "" for the system's
  AddressRanges allowed;    // private addresses that may be connected to
};

// A client based on libcurl. Only http and https; no proxy, cookies or stored passwords. Each address of a host is
// checked when it is connected to. REQUIRES: library() is loaded; `options` outlive the client.
std::unique_ptr<Client> make_client(const ClientOptions& options);

}  // namespace web
