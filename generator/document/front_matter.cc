#include "document/front_matter.h"

#include <algorithm>

#include "base/text.h"
#include "document/front_matter_keys.h"
#include "notation/yaml.h"

namespace document {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

size_t line_end(std::string_view text, size_t at) { return std::min(text.find('\n', at), text.size()); }
size_t next_line(std::string_view text, size_t at) { return std::min(line_end(text, at) + 1, text.size()); }

// Whether a line begins or ends front matter.
bool is_fence(std::string_view text, size_t at) {
  const std::string_view line = text.substr(at, line_end(text, at) - at);
  return line.starts_with("---") && base::trim(line) == "---";
}

}  // namespace

FrontMatter read_front_matter(const base::SourceText& source, base::Diagnostics& diagnostics) {
  FrontMatter front_matter;
  std::string_view text = source.text();
  const size_t first = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const auto span = [&](size_t begin, size_t end) {
    return base::Span{&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  };
  const base::Span first_line = span(first, line_end(text, first));
  if (base::has_bare_returns(text)) {
    diagnostics.error("no-front-matter", source.path(), "the lines end in CR alone")
        .suggest("save the file with LF or CRLF line endings");
    front_matter.body = static_cast<uint32_t>(text.size());  // Markdown would be read as one line, so it is skipped
    return front_matter;
  }
  if (!is_fence(text, first)) {
    diagnostics.error("no-front-matter", first_line, "the page does not start with front matter")
        .expect("\"---\" alone on the first line")
        .suggest("write three lines at the top: \"---\", then \"title: …\", then \"---\"");
    return front_matter;
  }
  const size_t yaml = next_line(text, first);
  size_t last = yaml;
  while (last < text.size() && !is_fence(text, last)) last = next_line(text, last);
  if (last == text.size()) {
    diagnostics.error("unclosed-front-matter", first_line, "this front matter is never closed")
        .expect("a line with \"---\" alone below it")
        .suggest("write \"---\" between the front matter and the text of the page");
    return front_matter;
  }
  front_matter.span = span(first, line_end(text, last));
  front_matter.body = static_cast<uint32_t>(next_line(text, last));
  const auto map = notation::parse_yaml(span(yaml, last), diagnostics);
  if (map) front_matter_format().read(*map, "front matter", front_matter, diagnostics);
  return front_matter;
}

}  // namespace document
