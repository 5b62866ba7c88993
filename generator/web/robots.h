// Parses robots.txt, which states the addresses of a host that programs may request (RFC 9309).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace web {

// The rules for this program. All groups for it apply together; if there are none, the groups for "*" apply.
class Robots {
 public:
  // RFC 9309, 2.5: a crawler reads at least this much; the rest is ignored.
  static constexpr size_t kMaxBytes = size_t{500} * 1024;

  // Creates rules that allow everything.
  Robots() = default;
  // Accepts any text. `product` is this program's name: "sourcebook".
  static Robots parse(std::string_view text, std::string_view product);

  // Whether `target`, "/path?query", may be requested. The longest matching rule decides; of two rules with the same
  // length, the one that allows it.
  bool allows(std::string_view target) const;
  // Returns the seconds between two requests, from the unofficial "Crawl-delay"; 0 without it.
  double crawl_delay() const { return crawl_delay_; }

 private:
  struct Rule {
    std::string pattern;  // the normalised pattern; may contain '*' and end with '$'
    bool allow = false;
  };
  void add_line(std::string_view key, std::string_view value);

  std::vector<Rule> rules_;
  double crawl_delay_ = 0;
};

}  // namespace web
