// The good answers of this run and of earlier ones, so that the next run need not ask again. Kept in a file with a line
// of JSON for each link; a damaged line costs one request:
//
//   {"url":"https://example.org/a","day":"2026-01-31","anchors":["part"],"moved":"https://example.org/b"}
#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/crawl.h"

namespace web {

class GoodLinks {
 public:
  // Answers of `good_for` days count, today included.
  GoodLinks(std::chrono::sys_days today, int good_for);

  // Ignores answers that are too old or of the future.
  void read(std::string_view text);
  // Sorted by URL.
  std::string text() const;

  // nullopt if it is not known that the page is fine and has all anchors.
  std::optional<Finding> find(const Question& question) const;
  // Returns false, and keeps nothing, unless all is fine.
  bool add(const Question& question, const Finding& finding);

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
