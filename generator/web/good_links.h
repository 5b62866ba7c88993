// Good answers of this run and earlier ones, so that these links are not requested again for some days. The file
// contains a line of JSON for each link; a damaged line costs one request:
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
  // Answers dated `oldest` ("2026-01-31") or later count.
  GoodLinks(std::string today, std::string oldest) : today_(std::move(today)), oldest_(std::move(oldest)) {}

  // Reads the file. Ignores answers that are too old or dated in the future.
  void read(std::string_view text);
  // Returns the file's text, sorted by URL.
  std::string text() const;

  // Returns nullopt unless the page is known to be fine and to have all anchors.
  std::optional<Finding> find(const Target& target) const;
  // Adds a good answer. Returns false, and adds nothing, if there was any problem.
  bool add_finding(const Target& target, const Finding& finding);

 private:
  struct Link {
    std::string day;
    std::vector<std::string> anchors;
    std::string moved_to;
  };
  std::string today_, oldest_;  // dates: "2026-01-31"
  std::map<std::string, Link> links_;
};

}  // namespace web
