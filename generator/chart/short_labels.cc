#include "chart/short_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kTailShare = 0.6;  // share of the width for what follows the ellipsis
constexpr int kMaxRounds = 12;

// Returns how many bytes two texts have in common at their beginnings, in whole letters.
size_t common_prefix(std::string_view a, std::string_view b) {
  size_t end = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  while (end > 0 && end < a.size() && (static_cast<unsigned char>(a[end]) & 0xC0) == 0x80) --end;
  return end;
}

// Shortens a text so that it shows what follows the first `common` bytes.
std::string shorten_before(std::string_view text, size_t common, double font_size, double width) {
  auto width_of = [&](std::string_view part) { return markup::text_width(part, font_size); };
  const double room = width * kTailShare;
  const size_t space = text.substr(0, common).find_last_of(" -/_");
  size_t start = space == std::string_view::npos ? 0 : space + 1;
  if (start == 0 || width_of(text.substr(start, common - start)) > room / 2) start = common;
  const std::string tail = markup::shorten_text(text.substr(start), font_size, room);
  const std::string_view head = text.substr(0, start);
  const double rest = width - width_of(tail);
  return (width_of(head) <= rest ? std::string(head) : markup::shorten_text(head, font_size, rest)) + tail;
}

}  // namespace

std::vector<std::string> shorten_apart(const std::vector<std::string>& texts, double font_size, double max_width) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) shown.push_back(markup::shorten_text(text, font_size, max_width));
  // Texts that differ late may look the same after the first difference, too.
  for (int round = 0; round < kMaxRounds; ++round) {
    std::map<std::string, std::set<std::string>> alike;
    for (size_t i = 0; i < texts.size(); ++i) alike[shown[i]].insert(texts[i]);
    if (alike.size() == std::set<std::string>(texts.begin(), texts.end()).size()) break;
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::set<std::string>& group = alike.at(shown[i]);
      if (group.size() < 2 || shown[i] == texts[i]) continue;
      // The first and last of sorted texts differ where the group does.
      shown[i] = shorten_before(texts[i], common_prefix(*group.begin(), *group.rbegin()), font_size, max_width);
    }
  }
  return shown;
}

}  // namespace chart
