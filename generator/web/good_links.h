// Good answers of this run and earlier ones, so that these links are not requested again for some days. The file has a
// line of JSON for each link; a damaged line costs one request:
//
//   {"url":"https://example.org/a","day":"2026-01-31","anchors":["part"],"moved":"https://example.org/b"}
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/crawl.h"

namespace web {

class GoodLinks {
 public:
  // Answers count from the day `oldest` ("2026-01-31") on.
  GoodLinks(std::string today, std::string oldest) : today_(std::move(today)), oldest_(std::move(oldest)) {}

  // Ignores answers that are too old or dated in the future.
  void read(std::string_view text);
  // The file's text, sorted by URL.
  std::string text() const;

  // nullopt unless the page is known to be fine and to have all anchors.
  std::optional<Finding> find(const Target& target) const;
  // Returns false, and adds nothing, unless all is fine.
  bool add(const Target& target, const Finding& finding);

 private:
  struct Link {
    std::string day;
    std::vector<std::string> anchors;
    std::string moved_to;
  };
  std::string today_, oldest_;  // "2026-01-31"
  std::map<std::string, Link> links_;
};

}  // namespace web
