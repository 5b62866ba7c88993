// One request to one server, and its answer. Redirects are not followed: the caller judges where one leads.
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
  std::string location;                 // the absolute address to which it redirects; "" for none
  std::string content_type;             // "text/html; charset=utf-8"
  std::chrono::seconds retry_after{0};  // for which it asks to wait
  std::string body;                     // at most `max_bytes`
  bool is_cut = false;                  // there was more
};

enum class Verdict {
  fine,
  gone,             // 404, 410, or it leads to what no browser follows
  bad_certificate,  // a browser warns of it
  private_address,  // none of the host's addresses is on the public internet: nothing was sent
  unreachable,      // for now: a time-out, 5xx, no connection, endless redirects
  unchecked,        // it does not want to be requested, by robots.txt or by its answer
  not_asked,        // this machine can't make requests: no certificate authorities
};

struct Finding {
  Verdict verdict = Verdict::unchecked;
  std::string what;                          // follows the address: "answers 404"
  std::string moved_to;                      // where permanent redirects lead, with a fragment only if they name one
  std::vector<std::string> missing_anchors;  // of a page that is there
};

using Fetched = base::Result<Answer, Finding>;  // the error says why there is no answer
inline base::Failure<Finding> failed(Verdict verdict, std::string what) {
  return {Finding{verdict, std::move(what), "", {}}};
}

class Client {
 public:
  virtual ~Client() = default;
  // Returns within the client's time limit. One thread at a time.
  virtual Fetched send(const Request& request) = 0;
};

struct ClientOptions {
  std::string user_agent;
  std::chrono::milliseconds timeout{20000};  // for the whole answer; half of it for connecting
  std::string authorities;                   // a file of certificates (PEM) instead of the system's; "" for those
  AddressRanges allowed;                     // private addresses that may be connected to
};

// A client on libcurl. Only http and https; no proxy, cookies or stored passwords; each address that a name stands for
// is judged when it is connected to. REQUIRES: library() is loaded; `options` outlive the client.
std::unique_ptr<Client> make_client(const ClientOptions& options);

}  // namespace web
