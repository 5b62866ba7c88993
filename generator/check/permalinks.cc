#include "check/permalinks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "site/place.h"

namespace check {
namespace {

constexpr std::string_view kPermalinksHead =
    "# Published addresses. `sourcebook fix --permalinks` adds new ones. Do not remove lines: others may link there.";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class Reader {
 public:
  Reader(const base::SourceText& file, base::Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  Permalinks read() {
    for (size_t number = 1; number <= file_.line_count(); ++number)
      take_line(file_.line(number), file_.line_start(number));
    permalinks_.unite();
    return std::move(permalinks_);
  }

 private:
  base::Span span(size_t begin, size_t size) const {
    return {&file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size)};
  }

  void take_line(std::string_view line, size_t start) {
    if (start == 0 && line.starts_with(kByteOrderMark)) {
      line.remove_prefix(kByteOrderMark.size());
      start = kByteOrderMark.size();
    }
    if (line.starts_with('#')) {
      std::string comment(base::trim(line));
      if (comments_.insert(comment).second) permalinks_.comments.push_back(std::move(comment));
      return;
    }
    RecordedPage page;
    for (size_t at = 0; at < line.size();) {
      if (base::is_space(line[at])) {
        ++at;
        continue;
      }
      if (read_part(line, at, page)) continue;
      size_t end = at;
      while (end < line.size() && !base::is_space(line[end])) ++end;
      take_word(line.substr(at, end - at), span(start + at, end - at), page);
      at = end;
    }
    if (!page.address.empty()) permalinks_.pages.push_back(std::move(page));
  }

  // Reads the target of the preceding anchor.
  static bool read_part(std::string_view line, size_t& at, RecordedPage& page) {
    if (page.anchors.empty() || !page.anchors.back().parts.empty()) return false;
    std::string_view rest = line.substr(at);
    site::Part part;
    if (!site::read_part(rest, part)) return false;
    page.anchors.back().parts.push_back(std::move(part));
    at = line.size() - rest.size();
    return true;
  }

  void take_word(std::string_view word, base::Span span, RecordedPage& page) {
    const bool is_first = !page.span;
    if (is_first) page.span = span;
    if (!is_first && page.address.empty()) return;  // the line's invalid address was reported
    std::string objection;
    if (!is_first && word.starts_with('#') && word.size() > 1) {
      std::string anchor = site::parse_anchor(word.substr(1), objection);
      if (objection.empty()) {
        page.anchors.push_back({std::move(anchor), span});
        return void();
      }
    } else if (is_first) {
      site::Place place = site::parse_place(word, objection);
      if (objection.empty() && !place.anchor.empty()) objection = "expected a space before its anchors";
      if (objection.empty()) {
        page.address = std::move(place.address);
        return void();
      }
    } else {
      objection = "each anchor begins with '#', and its target follows it";
    }
    diagnostics_
        .error("bad-permalink", span,
               fmt::format("\"{}\" is not a valid {}: {}", word, is_first ? "address" : "anchor", objection))
        .expect(
            "a page and its anchors on one line: lessons/cost.html #break-even \"Where it breaks even\" #people table");
  }

  const base::SourceText& file_;
  base::Diagnostics& diagnostics_;
  Permalinks permalinks_;
  std::set<std::string> comments_;
};

}  // namespace

const RecordedAnchor* RecordedPage::find(std::string_view anchor) const {
  const auto at = std::ranges::lower_bound(anchors, anchor, {}, &RecordedAnchor::name);
  return at != anchors.end() && at->name == anchor ? &*at : nullptr;
}

const RecordedPage* Permalinks::find(std::string_view address) const {
  const auto at = std::ranges::lower_bound(pages, address, {}, &RecordedPage::address);
  return at != pages.end() && at->address == address ? &*at : nullptr;
}

void Permalinks::unite() {
  std::map<std::string, RecordedPage> united;
  for (RecordedPage& page : pages) {
    std::vector<RecordedAnchor> added = std::exchange(page.anchors, {});
    std::vector<RecordedAnchor>& anchors = united.try_emplace(page.address, page).first->second.anchors;
    std::move(added.begin(), added.end(), std::back_inserter(anchors));
  }
  pages.clear();
  for (auto& [address, page] : united) {
    std::map<std::string, RecordedAnchor> each_once;
    for (const RecordedAnchor& anchor : page.anchors) {
      std::vector<site::Part>& known = each_once.try_emplace(anchor.name, anchor).first->second.parts;
      for (const site::Part& part : anchor.parts)
        if (std::find(known.begin(), known.end(), part) == known.end()) known.push_back(part);
    }
    page.anchors.clear();
    for (auto& [name, anchor] : each_once) page.anchors.push_back(std::move(anchor));
    pages.push_back(std::move(page));
  }
}

Permalinks read_permalinks(const base::SourceText* file, base::Diagnostics& diagnostics) {
  return file ? Reader(*file, diagnostics).read() : Permalinks{};
}

std::string permalinks_text(const Permalinks& permalinks) {
  std::string text;
  for (const std::string& comment : permalinks.comments) text += comment + "\n";
  if (permalinks.comments.empty()) text = std::string(kPermalinksHead) + "\n";
  for (const RecordedPage& page : permalinks.pages) {
    text += site::address_text(page.address);
    for (const RecordedAnchor& anchor : page.anchors) {
      const std::string word = " #" + site::anchor_text(anchor.name);
      if (anchor.parts.empty()) text += word;
      for (const site::Part& part : anchor.parts) text += word + " " + site::to_text(part);
    }
    text += '\n';
  }
  return text;
}

}  // namespace check
