// robots.txt: which addresses of a host a program may ask for. RFC 9309.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace web {

// Of a file of any size and content. Groups that name the program count together; without one those for "*" do.
class Robots {
 public:
  // RFC 9309, 2.5: a crawler reads at least this much; we read no more.
  static constexpr size_t kMostBytes = size_t{500} * 1024;

  // Allows everything.
  Robots() = default;
  // `product` is the program's name as such files know it: "sourcebook". Case does not matter.
  static Robots parse(std::string_view text, std::string_view product);

  // `target` is "/path?query". The longest rule that fits decides, and of equals the one that allows.
  bool allows(std::string_view target) const;
  // Seconds between two requests, which files ask for outside the standard: "Crawl-delay".
  std::optional<double> crawl_delay() const { return crawl_delay_; }

 private:
  struct Rule {
    std::string pattern;  // percent-encoding made one; may hold '*' and end with '$'
    bool allow = false;
  };
  std::vector<Rule> rules_;
  std::optional<double> crawl_delay_;
};

}  // namespace web
