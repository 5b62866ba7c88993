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

// A heading of a text; offsets are in the file.
struct LineHeading {
  size_t line = 0;            // the beginning of its first line
  size_t begin = 0, end = 0;  // its text
  int level = 1;
  std::string_view id;           // the id in "{#id}"
  bool begins_the_text = false;  // whether only empty lines, comments and anchors are above it
};

// Returns the marks of a line that opens or closes fenced code: "```"; "" for other lines.
std::string_view code_fence(std::string_view line) {
  line = base::trim(line);
  const size_t size = std::min(line.find_first_not_of(line.empty() ? ' ' : line[0]), line.size());
  return size >= 3 && (line[0] == '`' || line[0] == '~') ? line.substr(0, size) : std::string_view();
}

// Removes "{#id}" and closing "#" from the end of a heading.
void take_end(std::string_view text, LineHeading& heading) {
  const auto trim_end = [&] {
    while (heading.end > heading.begin && base::is_space(text[heading.end - 1])) --heading.end;
  };
  trim_end();
  const std::string_view words = text.substr(heading.begin, heading.end - heading.begin);
  if (const size_t open = words.rfind('{'); words.ends_with('}') && open != std::string_view::npos) {
    const std::string_view id = base::trim(words.substr(open + 1, words.size() - open - 2));
    if (id.starts_with('#') && id.find(' ') == std::string_view::npos) {
      heading.id = id.substr(1);
      heading.end = heading.begin + open;
      trim_end();
    }
  }
  const size_t marks = text.substr(0, heading.end).find_last_not_of('#') + 1;
  if (marks > heading.begin && marks < heading.end && base::is_space(text[marks - 1])) heading.end = marks;
  trim_end();
}

// Reads the heading in the line at `at`. An underlined one is known only where the text begins: further down, the line
// may be the end of a paragraph.
std::optional<LineHeading> heading_at(std::string_view text, size_t at, bool begins) {
  const std::string_view line = text.substr(at, line_end(text, at) - at), words = base::trim(line);
  const size_t indent = line.find_first_not_of(' '), marks = std::min(words.find_first_not_of('#'), words.size());
  if (words.empty() || indent >= 4) return std::nullopt;  // or indented code
  const size_t below = next_line(text, at);
  const std::string_view underline = base::trim(text.substr(below, line_end(text, below) - below));
  const bool is_underlined =
      begins && marks == 0 && !underline.empty() && underline.find_first_not_of('=') == std::string_view::npos;
  const bool is_marked = marks > 0 && marks <= 6 && marks < words.size() && base::is_space(words[marks]);
  if (!is_underlined && !is_marked) return std::nullopt;
  LineHeading heading{.line = at, .level = is_underlined ? 1 : static_cast<int>(marks), .begins_the_text = begins};
  heading.begin = at + indent + marks;
  heading.end = line_end(text, at);
  while (heading.begin < heading.end && base::is_space(text[heading.begin])) ++heading.begin;
  take_end(text, heading);
  return heading.end > heading.begin ? std::optional(heading) : std::nullopt;
}

// Finds the first heading of level 1 of a text that begins at `from`, or else the first heading. If
// `only_where_it_begins`, looks no further than the first block.
std::optional<LineHeading> find_heading(std::string_view text, size_t from, bool only_where_it_begins) {
  std::optional<LineHeading> found;
  std::string_view fence;  // the marks of the code around a line
  bool begins = true, in_comment = false;
  for (size_t at = from; at < text.size() && (begins || !only_where_it_begins); at = next_line(text, at)) {
    const std::string_view words = base::trim(text.substr(at, line_end(text, at) - at));
    const std::string_view mark = code_fence(words);
    if (!fence.empty()) {
      if (mark.starts_with(fence) && mark.size() == words.size()) fence = {};
      continue;
    }
    if (in_comment || words.starts_with("<!--")) {
      in_comment = words.find("-->") == std::string_view::npos;
      continue;
    }
    const std::optional<LineHeading> heading = mark.empty() ? heading_at(text, at, begins) : std::nullopt;
    if (heading && heading->level == 1) return heading;
    if (!found) found = heading;
    fence = mark;
    const bool is_anchor =
        (words.starts_with("<a ") && words.find('>') + 5 == words.size() && words.ends_with("</a>")) ||
        (words.starts_with('(') && words.ends_with(")="));
    begins = begins && (words.empty() || is_anchor);
  }
  return found;
}

// Takes the title from the text if the front matter has none. The heading is not shown a second time: it is left out of
// the text if it is of level 1 or begins the text, as one that repeats the title of the front matter does.
void take_title(const base::SourceText& source, FrontMatter& front) {
  const bool has_title = !front.title.empty();
  const std::optional<LineHeading> heading = find_heading(source.text(), front.body, has_title);
  if (!heading) return;
  const base::Span span = base::part_of(source, heading->begin, heading->end);
  if (has_title && (heading->level > 1 || span.text() != front.title.text)) return;
  if (!has_title) front.title = {std::string(span.text()), span};
  if (heading->level > 1 && !heading->begins_the_text) return;
  front.heading = static_cast<uint32_t>(heading->line);
  front.title_id = heading->id;
}

}  // namespace

size_t front_matter_end(std::string_view text) {
  const size_t first = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  if (!is_fence(text, first)) return first;
  size_t last = next_line(text, first);
  while (last < text.size() && !is_fence(text, last)) last = next_line(text, last);
  return last == text.size() ? first : next_line(text, last);
}

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
    front_matter.body = static_cast<uint32_t>(first);
    take_title(source, front_matter);
    if (text.substr(first).starts_with("+++"))
      diagnostics.error("no-front-matter", first_line, "this front matter is not YAML")
          .suggest("write \"---\" instead of \"+++\", and \"title: …\" instead of \"title = …\"");
    else if (front_matter.title.empty())
      diagnostics.error("no-front-matter", first_line, "the page has no title: neither front matter nor a heading")
          .suggest("begin with a heading, \"# …\", or with three lines: \"---\", then \"title: …\", then \"---\"");
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
  auto map = notation::parse_yaml(span(yaml, last), diagnostics);
  if (!map) return front_matter;
  if (map->is_map()) take_foreign_keys(*map, front_matter_format(), front_matter);
  front_matter_format().read(*map, "front matter", front_matter, diagnostics);
  take_title(source, front_matter);
  const notation::Node* title = map->find("title");
  if (front_matter.title.empty() && (map->is_map() || map->is_null()) &&
      (!title || title->is_string() || title->is_null()))
    diagnostics.error("missing-key", title ? title->span : span(first, first + 3), "the page has no title")
        .expect("a heading, \"# What the page is called\", or title: What the page is called");
  return front_matter;
}

}  // namespace document
