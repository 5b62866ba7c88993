// robots.txt: which addresses of a host a program may request. RFC 9309.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace web {

// Groups that name the program count together; without one, those for "*" do.
class Robots {
 public:
  // RFC 9309, 2.5: a crawler reads at least this much; the rest is ignored.
  static constexpr size_t kMaxBytes = size_t{500} * 1024;

  // Allows everything.
  Robots() = default;
  // Accepts any text. `product` is the program's name: "sourcebook".
  static Robots parse(std::string_view text, std::string_view product);

  // `target` is "/path?query". The longest rule that matches decides; of equals, the one that allows.
  bool allows(std::string_view target) const;
  // Seconds between two requests, by the unofficial "Crawl-delay"; 0 without it.
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
