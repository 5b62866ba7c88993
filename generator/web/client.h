// One question to one server, and what came of it. Redirects are not followed: where one leads is the asker's to judge.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "web/ip_address.h"
#include "web/url.h"

namespace web {

struct Ask {
  Url url;
  bool head = false;      // HEAD instead of GET
  size_t most_bytes = 0;  // of the body; the answer is cut off after that
};

// Why there is no answer.
enum class Trouble {
  none,
  timed_out,
  unknown_host,     // the name has no address
  not_connected,    // connection refused, no route
  private_address,  // the name's addresses are none of the public internet: nobody was asked
  bad_certificate,
  broken,   // what came is no answer: TLS that fails, no HTTP, a connection closed in the middle, endless headers
  machine,  // this machine can't ask anybody: no certificates of authorities, no memory
};

struct Answer {
  Trouble trouble = Trouble::none;
  std::string why;  // of the trouble: "has expired"

  int status = 0;                                   // 200; 0 after a trouble
  std::string location;                             // of the last header of that name
  std::string content_type;                         // "text/html; charset=utf-8"
  std::optional<std::chrono::seconds> retry_after;  // from now; dates are worked out
  std::string body;                                 // at most `most_bytes`
  bool is_cut = false;                              // there was more
};

class Client {
 public:
  virtual ~Client() = default;
  // Returns within the client's time limit. One thread at a time.
  virtual Answer ask(const Ask& what) = 0;
};

struct ClientOptions {
  std::string user_agent;
  std::chrono::milliseconds timeout{20000};  // for the whole answer; half of it for the connection and its TLS
  std::string authorities;                   // a file of certificates (PEM) in place of the system's; "" for those
  AddressRanges allowed;                     // though they are private
};

// Asks by libcurl, which is loaded when this is first called. The error says what to install. What holds whatever a
// link says: only http and https; no proxy, no cookie, no password of this machine's; and each address that a name
// stands for is judged when it is connected to, so that no later answer of a name server leads elsewhere.
// `options` outlive the client.
base::Result<std::unique_ptr<Client>, std::string> make_client(const ClientOptions& options);

}  // namespace web
