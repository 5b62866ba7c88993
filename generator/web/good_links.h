// The file in which good answers are kept, so that the next run need not ask again: one link a line as JSON, below a
// line that says what the file is. Only what is good is kept, so that a file that is lost, cut off or somebody else's
// costs time and nothing else: a line that is not whole is no line.
//
//   {"sourcebook":"good links","version":1}
//   {"url":"https://example.org/a","day":"2026-01-31","anchors":["part"],"moved":"https://example.org/b"}
#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/visit.h"

namespace web {

struct GoodLink {
  std::chrono::sys_days day;         // on which it was asked
  std::vector<std::string> anchors;  // found there then
  std::string moved_to;              // "" when it stands where it did
  bool operator==(const GoodLink&) const = default;
};

// By Url::text().
using GoodLinks = std::map<std::string, GoodLink, std::less<>>;

// Of any bytes. Of two lines for one URL the last counts.
GoodLinks read_good_links(std::string_view text);
// Sorted by URL.
std::string write_good_links(const GoodLinks& links);

// Whether an answer is younger than `days`, and not of the future.
bool is_trusted(const GoodLink& link, std::chrono::sys_days today, int days);

// What a question would find, when its answer is trusted and holds all anchors that are asked for.
std::optional<Finding> find_good(const GoodLinks& links, const Question& question, std::chrono::sys_days today,
                                 int days);

}  // namespace web
