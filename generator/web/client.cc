#include "web/client.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "base/text.h"
#include "base/utf8.h"
#include "web/library.h"

namespace web {
namespace {

constexpr size_t kMostHeaderBytes = size_t{64} * 1024;

// What the callbacks of one question write.
struct Exchange {
  const AddressRanges* allowed = nullptr;
  Answer answer;
  size_t most_bytes = 0;
  size_t header_bytes = 0;
  bool has_headers = false, too_many_headers = false, asks_to_wait = false;
  std::optional<IpAddress> refused;
  bool connected_elsewhere = false;  // to an address that was not refused
};

// curl_opensocket_callback: the address is the one that is connected to.
int open_socket(void* self, int, CurlAddress* address) {
  auto& exchange = *static_cast<Exchange*>(self);
  constexpr int kRefused = -1;  // CURL_SOCKET_BAD
  const std::optional<IpAddress> ip = ip_of(&address->address, address->size);
  if (!ip) return kRefused;
  if (!objection_to(*ip).empty() && !exchange.allowed->contains(*ip)) {
    exchange.refused = ip;
    return kRefused;
  }
  exchange.connected_elsewhere = true;
  return ::socket(address->family, address->socket_type | SOCK_CLOEXEC, address->protocol);
}

bool takes_header(std::string_view line, std::string_view name, std::string& value) {
  const size_t colon = line.find(':');
  if (colon != name.size() || base::lower_case(line.substr(0, colon)) != name) return false;
  value = base::trim(line.substr(colon + 1));
  return true;
}

size_t take_header(char* bytes, size_t size, size_t count, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  const std::string_view line(bytes, size * count);
  std::string ignored;
  exchange.has_headers = true;
  exchange.header_bytes += line.size();
  if (exchange.header_bytes > kMostHeaderBytes) {
    exchange.too_many_headers = true;
    return 0;
  }
  if (line.starts_with("HTTP/")) exchange.answer.location = exchange.answer.content_type = "";  // after a 1xx
  if (!takes_header(line, "location", exchange.answer.location) &&
      !takes_header(line, "content-type", exchange.answer.content_type))
    exchange.asks_to_wait = takes_header(line, "retry-after", ignored) || exchange.asks_to_wait;
  return line.size();
}

size_t take_body(char* bytes, size_t size, size_t count, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  const std::string_view piece(bytes, size * count);
  std::string& body = exchange.answer.body;
  body += piece.substr(0, exchange.most_bytes - body.size());
  exchange.answer.is_cut = body.size() >= exchange.most_bytes;
  return exchange.answer.is_cut ? 0 : piece.size();  // 0 ends it
}

std::string in_seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

class CurlClient final : public Client {
 public:
  CurlClient(const Library& library, const ClientOptions& options)
      : library_(library), options_(options), handle_(library.create()) {}
  CurlClient(const CurlClient&) = delete;
  CurlClient& operator=(const CurlClient&) = delete;
  ~CurlClient() override {
    if (handle_) library_.destroy(handle_);
  }

  Answer ask(const Ask& what) override {
    Answer none;
    none.trouble = Trouble::machine;
    none.why = "there is no memory";
    if (!handle_) return none;
    Exchange exchange;
    exchange.allowed = &options_.allowed;
    exchange.most_bytes = what.head ? 0 : std::max<size_t>(what.most_bytes, 1);
    error_[0] = '\0';
    set_up(what, exchange);
    return read_answer(library_.perform(handle_), exchange);
  }

 private:
  template <class Value>
  void set(const char* name, Value value) {
    const CurlOption* option = library_.find_option(name);
    if (!option || library_.set(handle_, option->id, value) != kCurlOk)
      throw std::logic_error(fmt::format("libcurl refuses its option {}", name));
  }

  void set_up(const Ask& what, Exchange& exchange) {
    library_.reset(handle_);  // connections that are still open stay
    url_ = what.url.text();
    set("URL", url_.c_str());
    set("PROTOCOLS_STR", "http,https");
    set("FOLLOWLOCATION", 0L);
    set("PROXY", "");
    set("NOSIGNAL", 1L);
    set("QUICK_EXIT", 1L);
    set("PATH_AS_IS", 1L);
    set("USERAGENT", options_.user_agent.c_str());
    set("NOBODY", what.head ? 1L : 0L);
    set("TIMEOUT_MS", static_cast<long>(options_.timeout.count()));
    set("CONNECTTIMEOUT_MS", static_cast<long>(options_.timeout.count() / 2));
    set("ERRORBUFFER", error_.data());
    if (!options_.authorities.empty()) {
      set("CAINFO", options_.authorities.c_str());
      set("CAPATH", static_cast<const char*>(nullptr));
    }
    set("OPENSOCKETFUNCTION", &open_socket);
    set("OPENSOCKETDATA", static_cast<void*>(&exchange));
    set("HEADERFUNCTION", &take_header);
    set("HEADERDATA", static_cast<void*>(&exchange));
    set("WRITEFUNCTION", &take_body);
    set("WRITEDATA", static_cast<void*>(&exchange));
  }

  Answer read_answer(int code, Exchange& exchange) {
    Answer& answer = exchange.answer;
    if (code == kCurlOk || answer.is_cut) {
      long status = 0, wait = 0;
      library_.get(handle_, kCurlResponseCode, &status);
      library_.get(handle_, kCurlRetryAfter, &wait);  // of curl_off_t, which is a long here
      answer.status = static_cast<int>(status);
      if (exchange.asks_to_wait) answer.retry_after = std::chrono::seconds(wait);
      return std::move(answer);
    }
    Answer failed;
    tell(code, exchange, failed);
    return failed;
  }

  void tell(int code, const Exchange& exchange, Answer& failed) const {
    const std::string said = base::visible(error_[0] ? error_.data() : library_.describe(code));
    failed.trouble = Trouble::broken;
    failed.why = said;
    if (exchange.refused && !exchange.connected_elsewhere) {
      failed.trouble = Trouble::private_address;
      failed.why = fmt::format("{}: {}", to_text(*exchange.refused), objection_to(*exchange.refused));
    } else if (exchange.too_many_headers) {
      failed.why = fmt::format("its headers are longer than {} bytes", kMostHeaderBytes);
    } else if (code == kCurlTimedOut) {
      failed.trouble = Trouble::timed_out;
      failed.why = exchange.has_headers ? fmt::format("the answer had no end within {}", in_seconds(options_.timeout))
                   : said.starts_with("Operation timed out")  // and not "Connection", "SSL connection", "Resolving"
                       ? fmt::format("no answer within {}", in_seconds(options_.timeout))
                       : fmt::format("no connection within {}", in_seconds(options_.timeout / 2));
    } else if (code == kCurlUnknownHost) {
      failed.trouble = Trouble::unknown_host;
    } else if (code == kCurlNotConnected) {
      long number = 0;
      library_.get(handle_, kCurlSystemError, &number);
      failed.trouble = Trouble::not_connected;
      if (number != 0) failed.why = std::strerror(static_cast<int>(number));
    } else if (code == kCurlBadCertificate) {
      failed.trouble = Trouble::bad_certificate;
    } else if (code == kCurlNoAuthorities) {
      failed.trouble = Trouble::machine;
    }
  }

  const Library& library_;
  const ClientOptions& options_;
  void* handle_ = nullptr;
  std::string url_;
  std::array<char, kCurlErrorSize> error_{};
};

}  // namespace

base::Result<std::unique_ptr<Client>, std::string> make_client(const ClientOptions& options) {
  static_assert(sizeof(long) == 8, "libcurl's curl_off_t has 64 bits");
  const auto& loaded = library();
  if (!loaded) return base::Failure{loaded.error()};
  return std::unique_ptr<Client>(std::make_unique<CurlClient>(loaded.value(), options));
}

}  // namespace web
