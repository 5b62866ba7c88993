#include "markup/repeated_ids.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "markup/html_scanner.h"

namespace markup {
namespace {

// Reads " id=" wherever it stands, in texts and scripts too: what has no repetition here has none in its tags.
bool may_repeat(std::string_view html) {
  constexpr std::string_view kId = "id=";
  std::vector<std::string_view> values;
  for (size_t at = html.find(kId); at != std::string_view::npos; at = html.find(kId, at + kId.size())) {
    if (at == 0 || !base::is_space(html[at - 1])) continue;
    std::string_view value = html.substr(at + kId.size());
    const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
    const size_t end = is_quoted ? value.find(value[0], 1) : value.find_first_of(" \t\r\n>");
    values.push_back(value.substr(is_quoted, end == std::string_view::npos ? end : end - is_quoted));
  }
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) != values.end();
}

}  // namespace

std::vector<std::string> repeated_ids(std::string_view html) {
  if (!may_repeat(html)) return {};
  std::map<std::string, size_t> seen;
  for (HtmlScanner scanner(html); scanner.next();) {
    if (scanner.is_text() || scanner.tag().closes) continue;
    if (scanner.tag().name == "template") {
      scanner.skip_element();
      continue;
    }
    if (std::string id = scanner.tag().decoded("id"); !id.empty()) ++seen[std::move(id)];
  }
  std::vector<std::string> repeated;
  for (const auto& [id, count] : seen)
    if (count > 1) repeated.push_back(id);
  return repeated;
}

}  // namespace markup
