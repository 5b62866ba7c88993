// Tests `sourcebook check --external` on a machine that can't send requests; tests/commands/external.py tests the rest.
#include "passes/examine.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../whole_site.h"

namespace {

// Opens a local port that accepts connections and never responds.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(socket_, 8) == 0);
    REQUIRE(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() { ::close(socket_); }
  int port() const { return port_; }

 private:
  int socket_;
  int port_ = 0;
};

TEST_CASE("missing CA certificates are reported once, without a finding for each link") {
  const Listener listener;
  const std::string host = "https://127.0.0.1:" + std::to_string(listener.port());
  WholeSite site(with_data(
      {{"content/index.md", page("Coffee", "[a](" + host + "/a) [b](" + host + "/b)\n\n[c](https://10.0.0.1/)\n")}}));
  const passes::CheckedSite checked = passes::check_site(site.root, {});
  passes::ExternalOptions options;
  options.client.authorities = "/nowhere/certificates.pem";
  options.client.allowed.add_range("127.0.0.1");
  options.crawl.manners.pause = std::chrono::milliseconds(0);
  base::Diagnostics diagnostics;
  passes::examine_external(checked, options, diagnostics);
  const std::string text = said(diagnostics);
  CHECK(count(text, "error[no-network]: links to other sites can't be checked: ") == 1);
  CHECK(!has(text, host));
  CHECK(has(text, "warning[link-private]: https://10.0.0.1/"));
}

}  // namespace
