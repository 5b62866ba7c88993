#include "document/front_matter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
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
  bool begins_the_text = false;  // whether only empty lines, comments, anchors and pictures are above it
};

// Returns the marks of a line that opens or closes fenced code: "```"; "" for other lines.
std::string_view code_fence(std::string_view line) {
  line = base::trim(line);
  const size_t size = std::min(line.find_first_not_of(line.empty() ? ' ' : line[0]), line.size());
  const bool is_span = size > 0 && line[0] == '`' && line.find('`', size) != std::string_view::npos;
  return size >= 3 && (line[0] == '`' || line[0] == '~') && !is_span ? line.substr(0, size) : std::string_view();
}

// Takes an empty anchor that begins a heading, `<a name="id"></a>`, as its id.
void take_anchor(std::string_view text, LineHeading& heading) {
  static const base::Pattern anchor(R"(^<a\s+(?:name|id)\s*=\s*["']?([^"'>\s]+)["']?\s*>\s*</a>\s*(?=\S))");
  const auto found = anchor.find(text.substr(heading.begin, heading.end - heading.begin));
  if (!found) return;
  heading.id = (*found)[1];
  heading.begin += found->front().size();
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

// Reads the headings of a text by its lines, because a page's title is needed before its text is parsed.
class HeadingReader {
 public:
  HeadingReader(std::string_view text, size_t from, bool only_where_it_begins)
      : text_(text), at_(from), only_where_it_begins_(only_where_it_begins) {}

  // Returns the next heading. If `only_where_it_begins`, looks no further than the first block.
  std::optional<LineHeading> next() {
    std::optional<LineHeading> found;
    while (!found && at_ < text_.size() && (begins_ || paragraph_ || !only_where_it_begins_)) {
      found = read_line();
      at_ = next_line(text_, at_);
    }
    return found;
  }

 private:
  std::optional<LineHeading> read_line() {
    const std::string_view line = text_.substr(at_, line_end(text_, at_) - at_), words = base::trim(line);
    if (is_code_or_html(words)) return std::nullopt;
    if (words.empty()) {
      paragraph_.reset();
      in_other_ = false;
      return std::nullopt;
    }
    const size_t indent = line.find_first_not_of(' ');
    if (std::optional<LineHeading> heading = indent < 4 ? heading_here(words, at_ + indent) : std::nullopt) {
      begins_ = in_other_ = false;
      paragraph_.reset();
      if (heading->end > heading->begin) return heading;
      return std::nullopt;
    }
    // What is no paragraph, which an underline would make a heading: quotes, lists, HTML, definitions, tables, rules.
    static const base::Pattern other(
        R"(^(?:>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|</?[A-Za-z][^<>]*>?$|<[!?]|</?(?:div|h\d|p|table)\b|:::|)"
        R"(\[[^\]]+\]:|\||[-|:\s]+$))");
    static const base::Pattern rule(R"(^(?:-{3,}|\*{3,}|_{3,})$)");
    const bool is_plain = base::is_letter(words[0]);
    if (!is_plain && rule.find(words)) {
      paragraph_.reset();
    } else if (!is_plain && other.find(words)) {
      in_other_ = true;
      paragraph_.reset();
    } else if (!paragraph_ && !in_other_ && indent < 4) {
      paragraph_ = at_;
      paragraph_begins_ = begins_;
    }
    static const base::Pattern silent(
        R"(^(?:\[?!\[[^\]]*\][(\[][^)\]]*[)\]](?:\][(\[][^)\]]*[)\]])?|</?[A-Za-z][A-Za-z\d]*(?:\s[^<>]*)?>|\s)+$|)"
        R"(^\(.*\)=$)");
    begins_ = begins_ && !is_plain && silent.find(words);
    return std::nullopt;
  }

  // Whether the line is of code, a comment or literal HTML.
  bool is_code_or_html(std::string_view words) {
    const std::string_view mark = code_fence(words);
    if (!fence_.empty()) {
      if (mark.starts_with(fence_) && mark.size() == words.size()) fence_ = {};
      return true;
    }
    constexpr std::pair<std::string_view, std::string_view> kLiteral[] = {
        {"<!--", "-->"}, {"<pre", "</pre>"}, {"<script", "</script>"}, {"<style", "</style>"}};
    for (const auto& [open, close] : kLiteral)
      if (literal_end_.empty() && mark.empty() && words.starts_with(open)) literal_end_ = close;
    if (literal_end_.empty() && mark.empty()) return false;
    fence_ = literal_end_.empty() ? mark : std::string_view();
    begins_ = begins_ && literal_end_ == "-->";
    if (!literal_end_.empty() && words.find(literal_end_) != std::string_view::npos) literal_end_ = {};
    paragraph_.reset();
    return true;
  }

  // Reads the heading whose line of marks, or underline, is this one.
  std::optional<LineHeading> heading_here(std::string_view words, size_t begin) {
    const size_t marks = std::min(words.find_first_not_of('#'), words.size());
    LineHeading heading{.line = at_, .begin = begin + marks, .end = line_end(text_, at_), .begins_the_text = begins_};
    if (marks > 0 && marks <= 6 && marks < words.size() && base::is_space(words[marks])) {
      heading.level = static_cast<int>(marks);
    } else if (paragraph_ && (words[0] == '=' || words[0] == '-') &&
               words.find_first_not_of(words[0]) == std::string_view::npos) {
      heading = {.line = *paragraph_,
                 .begin = *paragraph_,
                 .end = at_,
                 .level = words[0] == '=' ? 1 : 2,
                 .begins_the_text = paragraph_begins_};
    } else {
      return std::nullopt;
    }
    while (heading.begin < heading.end && base::is_space(text_[heading.begin])) ++heading.begin;
    take_anchor(text_, heading);
    take_end(text_, heading);
    return heading;
  }

  std::string_view text_;
  size_t at_;  // the beginning of the next line
  bool only_where_it_begins_;
  bool begins_ = true;               // whether nothing is above the line that LineHeading::begins_the_text excludes
  std::string_view fence_;           // the marks of the code around the line
  std::string_view literal_end_;     // what ends the comment or HTML around the line
  std::optional<size_t> paragraph_;  // the beginning of the paragraph above the line
  bool paragraph_begins_ = false;    // `begins_` there
  bool in_other_ = false;            // whether the line continues another block than a paragraph
};

// Takes the title from the text if the front matter has none: from the first heading of level 1, or else the first one.
// The heading is not shown a second time if that moves no text below another: it is left out if it begins the text, or
// is the first heading and the only one of level 1. One that repeats the title of the front matter is left out, too.
void take_title(const base::SourceText& source, FrontMatter& front) {
  const bool has_title = !front.title.empty();
  HeadingReader reader(source.text(), front.body, has_title);
  const std::optional<LineHeading> first = reader.next();
  if (!first) return;
  LineHeading heading = *first;
  bool is_left_out = first->begins_the_text;
  if (!has_title && !(first->begins_the_text && first->level == 1)) {
    size_t tops = first->level == 1;
    for (auto next = reader.next(); next && tops < 2; next = reader.next()) {
      if (next->level > 1) continue;
      if (tops++ == 0) heading = *next;
    }
    const bool is_first = heading.line == first->line;
    is_left_out = is_first && (first->begins_the_text || tops == 1);
  }
  const base::Span span = base::part_of(source, heading.begin, heading.end);
  if (has_title && (heading.level > 1 || span.text() != front.title.text)) return;
  if (!has_title) {
    std::string words(span.text());
    // An underlined heading may have several lines.
    for (size_t at = words.find('\n'); at != std::string::npos; at = words.find('\n', at))
      words = fmt::format("{} {}", base::trim(words.substr(0, at)), base::trim(words.substr(at)));
    front.title = {std::move(words), span};
  }
  if (!is_left_out) return;
  front.heading = static_cast<uint32_t>(heading.line);
  front.title_id = heading.id;
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
