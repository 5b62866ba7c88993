#include "web/client.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "base/utf8.h"
#include "web/library.h"

namespace web {
namespace {

// The data that the callbacks of one request write.
struct Exchange {
  const AddressRanges& allowed;
  Answer answer;
  size_t body = 0;      // bytes that were read
  bool is_cut = false;  // whether there were more
  std::optional<in6_addr> refused;
  bool has_allowed_address = false;
};

// Implements curl_opensocket_callback, so that the address that is checked is the one that is connected to.
int open_socket(void* self, int, CurlAddress* address) {
  auto& exchange = *static_cast<Exchange*>(self);
  const std::optional<in6_addr> ip = address_of(&address->address, address->size);
  if (!ip || !(is_public(*ip) || exchange.allowed.contains(*ip))) {
    exchange.refused = ip;
    return -1;  // CURL_SOCKET_BAD
  }
  exchange.has_allowed_address = true;
  return ::socket(address->family, address->socket_type | SOCK_CLOEXEC, address->protocol);
}

size_t read_body(char*, size_t size, size_t count, void* self) {
  constexpr size_t kMaxBody = 4096;
  auto& exchange = *static_cast<Exchange*>(self);
  exchange.body += size * count;
  exchange.is_cut = exchange.body >= kMaxBody;
  return exchange.is_cut ? 0 : size * count;  // returning 0 ends the transfer
}

class CurlClient final : public Client {
 public:
  explicit CurlClient(const ClientOptions& options)
      : curl_(library().value()), options_(options), handle_(curl_.create(), curl_.destroy) {
    if (!handle_) throw std::bad_alloc();
  }

  Fetched send(const Request& request) override {
    Exchange exchange{options_.allowed, {}, 0, false, {}, false};
    error_[0] = '\0';
    const std::string url = request.url.text();
    set_up(url, request.head, exchange);
    const int code = curl_.perform(handle_.get());
    if (code != kCurlOk && !exchange.is_cut) return failure(code, exchange);
    Answer& answer = exchange.answer;
    answer.status = static_cast<int>(get<long>(kCurlResponseCode));
    answer.retry_after = std::chrono::seconds(get<long>(kCurlRetryAfter));
    if (const char* text = get<const char*>(kCurlRedirectUrl)) answer.location = text;
    return std::move(answer);
  }

 private:
  template <class Value>
  void set(const char* name, Value value) {
    const CurlOption* option = curl_.find_option(name);
    if (!option || curl_.set(handle_.get(), option->id, value) != kCurlOk)
      throw std::logic_error(fmt::format("libcurl rejects its option {}", name));
  }

  template <class Value>
  Value get(int info) const {
    static_assert(sizeof(long) == 8, "some are a curl_off_t, which has 64 bits");
    Value value{};
    curl_.get(handle_.get(), info, &value);
    return value;
  }

  void set_up(const std::string& url, bool head, Exchange& exchange) {
    curl_.reset(handle_.get());  // reset() keeps connections open
    set("URL", url.c_str());
    set("PROTOCOLS_STR", "http,https");
    set("PROXY", "");
    set("FOLLOWLOCATION", 0L);
    for (const char* name : {"NOSIGNAL", "QUICK_EXIT", "PATH_AS_IS"}) set(name, 1L);
    set("NOBODY", head ? 1L : 0L);
    set("USERAGENT", options_.user_agent.c_str());
    set("TIMEOUT_MS", static_cast<long>(options_.timeout.count()));
    set("CONNECTTIMEOUT_MS", static_cast<long>(options_.timeout.count() / 2));
    set("ERRORBUFFER", error_.data());
    if (!options_.authorities.empty()) {
      set("CAINFO", options_.authorities.c_str());
      set("CAPATH", static_cast<const char*>(nullptr));
    }
    set("OPENSOCKETFUNCTION", &open_socket);
    set("OPENSOCKETDATA", static_cast<void*>(&exchange));
    set("WRITEFUNCTION", &read_body);
    set("WRITEDATA", static_cast<void*>(&exchange));
  }

  base::Failure<Finding> failure(int code, const Exchange& exchange) const {
    const std::string why = base::visible(error_[0] ? error_.data() : curl_.describe(code));
    if (exchange.refused && !exchange.has_allowed_address)
      return failed(Verdict::private_address,
                    fmt::format("is at {}, which is not on the public internet", to_text(*exchange.refused)));
    if (code == kCurlBadCertificate) return failed(Verdict::bad_certificate, "has a bad certificate: " + why);
    if (code == kCurlNoAuthorities) return failed(Verdict::no_network, why);
    return failed(Verdict::unreachable, "can't be reached: " + why);
  }

  const Library& curl_;
  const ClientOptions& options_;
  std::unique_ptr<void, void (*)(void*)> handle_;
  std::array<char, kCurlErrorSize> error_{};
};

}  // namespace

std::unique_ptr<Client> make_client(const ClientOptions& options) { return std::make_unique<CurlClient>(options); }

}  // namespace web
