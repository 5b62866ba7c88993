// Folder web/: polite requests to other sites. This file declares a request to a server, and its answer. The client
// does not follow redirects; the caller decides.
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
  bool head = false;  // whether to use HEAD instead of GET, of whose body only the beginning is read
};

struct Answer {
  int status = 0;                       // the status of HTTP: 200
  std::string location;                 // the absolute address of a redirect; "" if there is none
  std::chrono::seconds retry_after{0};  // the time to wait, if the server requests that
};

enum class Verdict {
  fine,
  gone,             // the page was removed: 404, 410, or a redirect that no browser follows
  bad_certificate,  // browsers show a warning about the certificate
  private_address,  // none of the host's addresses is on the public internet, so nothing was sent
  unreachable,      // there is no answer at the moment: a time-out, 5xx, no connection, endless redirects
  unchecked,        // the answer does not allow requests by programs
  no_network,       // this machine can't make requests, because it has no certificate authorities
};

struct Finding {
  Verdict verdict = Verdict::unchecked;
  std::string what;      // a clause that follows the address: "answers 404"
  std::string moved_to;  // target of permanent redirects, with a fragment only if the redirects have one
};

using Fetched = base::Result<Answer, Finding>;  // the error states why there is no answer
inline base::Failure<Finding> failed(Verdict verdict, std::string what) {
  return {Finding{verdict, std::move(what), ""}};
}

class Client {
 public:
  virtual ~Client() = default;
  // Sends a request. Returns within the client's time limit. Only one thread may call it at a time.
  virtual Fetched send(const Request& request) = 0;
};

struct ClientOptions {
  std::string user_agent;
  std::chrono::milliseconds timeout{20000};  // the limit for the whole response; connecting may take half of it
  std::string authorities;  // a file of certificates (PEM) to use instead of the system's; "" for the system's
  AddressRanges allowed;    // private addresses to which connections are allowed
};

// Creates a client based on libcurl. It supports only http and https, without proxies, cookies or stored passwords.
// Each address of a host is checked when it is connected to. REQUIRES: library() is loaded; `options` outlive the
// client.
std::unique_ptr<Client> make_client(const ClientOptions& options);

}  // namespace web
