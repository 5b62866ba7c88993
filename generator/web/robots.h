// robots.txt: which addresses of a host programs may request. RFC 9309.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace web {

// All groups for this program apply together; if there are none, the groups for "*" apply.
class Robots {
 public:
  // RFC 9309, 2.5: a crawler reads at least this much; the rest is ignored.
  static constexpr size_t kMaxBytes = size_t{500} * 1024;

  // Allows everything.
  Robots() = default;
  // Accepts any text. `product` is this program's name: "sourcebook".
  static Robots parse(std::string_view text, std::string_view product);

  // `target` is "/path?query". The longest matching rule decides; of two as long, the one that allows.
  bool allows(std::string_view target) const;
  // Seconds between two requests, from the unofficial "Crawl-delay"; 0 without it.
  double crawl_delay() const { return crawl_delay_; }

 private:
  struct Rule {
    std::string pattern;  // normalised; may contain '*' and end with '$'
    bool allow = false;
  };
  void add(std::string_view key, std::string_view value);

  std::vector<Rule> rules_;
  double crawl_delay_ = 0;
};

}  // namespace web
