#include "web/url.h"

#include <fmt/format.h>
#include <locale.h>

#include <charconv>
#include <memory>

#include "base/byte_set.h"
#include "base/text.h"
#include "web/library.h"

namespace web {
namespace {

// Returns the form in which addresses are compared (RFC 3986, 6.2.2): unreserved characters without escapes, spaces and
// non-ASCII bytes as escapes with capital letters.
std::string normalise_escapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && base::is_hex(text[i + 1]) && base::is_hex(text[i + 2]);
    auto byte = static_cast<unsigned char>(text[i]);
    if (is_escape) std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
    if (is_escape) i += 2;
    constexpr base::ByteSet kUnreserved = base::ByteSet("-._~").with('0', '9').with('A', 'Z').with('a', 'z');
    const char c = static_cast<char>(byte);
    out += kUnreserved.has(c) || (!is_escape && byte > ' ' && byte < 0x7f) ? std::string(1, c)
                                                                           : fmt::format("%{:02X}", byte);
  }
  return out;
}

// A libcurl URL handle that stores its first error.
class ParsedUrl {
 public:
  ParsedUrl() : curl_(library().value()), url_(curl_.create_url(), curl_.destroy_url) {}

  void set(std::string_view text, unsigned flags) {
    if (code_ == kCurlOk) code_ = curl_.set_url(url_.get(), kCurlPartUrl, std::string(text).c_str(), flags);
  }
  std::string get(int part) {
    char* text = nullptr;
    if (code_ == kCurlOk) code_ = curl_.get_url(url_.get(), part, &text, kCurlNoDefaultPort | kCurlPunycode);
    const std::unique_ptr<char, void (*)(void*)> owned(text, curl_.free);
    return text ? text : "";
  }
  int code() const { return code_; }
  std::string error() const { return curl_.describe_url(code_); }

 private:
  const Library& curl_;
  std::unique_ptr<void, void (*)(void*)> url_;
  int code_ = kCurlOk;
};

base::Result<Url, UrlError> parse(std::string_view text) {
  ParsedUrl parsed;
  parsed.set(base::trim(text), kCurlAnyScheme | kCurlNoUser | kCurlAllowSpace);
  const std::string scheme = parsed.get(kCurlPartScheme);
  if (parsed.code() == kCurlOk && scheme != "http" && scheme != "https")
    return base::Failure{UrlError{fmt::format("begins with {}:", scheme)}};
  Url url;
  url.host = base::lower(parsed.get(kCurlPartHost));
  const std::string whole = normalise_escapes(parsed.get(kCurlPartUrl));
  if (parsed.code() == kCurlUserNotAllowed) return base::Failure{UrlError{"contains a user name or password", true}};
  if (parsed.code() != kCurlOk) return base::Failure{UrlError{"is not a web address: " + parsed.error()}};
  if (url.host.find("..") != std::string::npos)  // libcurl would look up such a host
    return base::Failure{UrlError{"is not a web address: its host has an empty part"}};
  const size_t path = whole.find('/', scheme.size() + 3), fragment = std::min(whole.find('#'), whole.size());
  url.origin = base::lower(whole.substr(0, path));
  url.target = whole.substr(path, fragment - path);
  if (fragment < whole.size()) url.fragment = whole.substr(fragment + 1);
  return url;
}

}  // namespace

base::Result<Url, UrlError> parse_url(std::string_view text) {
  // libcurl parses host names in the character set of the thread's locale.
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  const locale_t before = uselocale(utf8);
  base::Result<Url, UrlError> url = parse(text);
  uselocale(before);
  return url;
}

}  // namespace web
