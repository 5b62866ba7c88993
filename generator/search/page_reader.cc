#include "search/page_reader.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_scanner.h"

namespace search {
namespace {

using markup::HtmlScanner;
using markup::HtmlTag;

// A table's rows beyond these are found by its caption and its columns.
constexpr size_t kMostRows = 60;
constexpr size_t kLongestRow = 600;

// All sorted.
constexpr auto kSkippedTags =
    std::to_array<std::string_view>({"button", "form", "header", "nav", "noscript", "progress", "script", "select",
                                     "style", "svg", "template", "textarea", "title"});
constexpr auto kInlineTags = std::to_array<std::string_view>(
    {"a",  "abbr", "b",    "cite", "code",  "del", "em", "i",     "kbd",  "mark",   "math", "mi",  "mn",
     "mo", "mrow", "msub", "msup", "mtext", "q",   "s",  "small", "span", "strong", "sub",  "sup", "u"});
// What the writer and the theme call what is not searched.
constexpr auto kSkippedClasses = std::to_array<std::string_view>(
    {"anchor",   "as-of",      "backlinks", "card",       "chapters",   "citation",   "citation-text", "cite",
     "computed", "data",       "downloads", "feedback",   "flow-app",   "flow-links", "flow-overview", "led-here",
     "minutes",  "neighbours", "notes",     "page-label", "print-link", "questions",  "ref",           "references",
     "rows",     "sections",   "signature", "start",      "table-key"});

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

// Whether `is_wanted` holds for one of the classes.
template <class Wanted>
bool any_class(const HtmlTag& tag, Wanted is_wanted) {
  for (std::string_view classes = tag.attribute("class"); !classes.empty();) {
    const size_t end = std::min(classes.find(' '), classes.size());
    if (is_wanted(classes.substr(0, end))) return true;
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return false;
}

bool has_class(const HtmlTag& tag, std::string_view wanted) {
  return any_class(tag, [&](std::string_view name) { return name == wanted; });
}

bool is_skipped(const HtmlTag& tag) {
  if (is_one_of(kSkippedTags, tag.name)) return true;
  if (tag.attributes.empty()) return false;
  return any_class(tag, [](std::string_view name) { return is_one_of(kSkippedClasses, name); }) || tag.has("hidden") ||
         tag.has("data-unsearched");
}

unsigned span_of(const HtmlTag& tag) {
  unsigned span = 0;
  for (char c : tag.attribute("colspan"))
    span = c >= '0' && c <= '9' && span < 1000 ? span * 10 + static_cast<unsigned>(c - '0') : span;
  return std::max(span, 1U);
}

// With references resolved; white space becomes one space, none at the beginning.
void append_words(std::string& out, std::string_view html) {
  const auto add_space = [&] {
    if (!out.empty() && out.back() != ' ') out += ' ';
  };
  while (!html.empty()) {
    const char c = html[0];
    if (c == '&') {
      const char32_t code_point = markup::take_reference(html);
      code_point == 0xA0 ? add_space() : base::append_code_point(out, code_point);
      continue;
    }
    base::is_space(c) ? add_space() : out.push_back(c);
    html.remove_prefix(1);
  }
}

// The table that is being read: its columns, and the row.
struct Table {
  std::string anchor;
  std::string caption;
  std::vector<std::string> columns;
  std::vector<size_t> grouped;  // columns whose name comes in the second row of the head, under a group's
  size_t next_grouped = 0;
  bool second_row = false;
  bool in_head = false;
  size_t rows = 0;
  // the row and the cell
  std::string title;
  std::string text;
  size_t column = 0;
  bool heads_row = false;
  bool is_group = false;
};

class Reader {
 public:
  Reader(std::string_view html, const PageInfo& page) : scanner_(html), page_(page) {
    entry_ = fresh(std::string(page.title), "");
    entry_.text = page.description;
    entry_.context = page.section;
  }

  std::vector<Entry> read() {
    while (scanner_.next()) {
      if (scanner_.is_text())
        text();
      else if (scanner_.tag().closes)
        close(scanner_.tag());
      else
        open(scanner_.tag());
    }
    finish();
    return std::move(entries_);
  }

 private:
  Entry fresh(std::string title, std::string anchor) const {
    Entry entry;
    entry.kind = page_.kind;
    entry.address = page_.address;
    entry.anchor = std::move(anchor);
    entry.title = std::move(title);
    if (!entry.anchor.empty()) entry.context = page_.title;
    return entry;
  }

  void finish() {
    trim(entry_.text);
    if (entry_.anchor.empty() ? !page_.each_heading : !entry_.title.empty()) entries_.push_back(std::move(entry_));
  }

  void text() {
    if (in_heading_)
      append_words(heading_, scanner_.text());
    else if (in_cell_)
      append_words(cell_, scanner_.text());
    else if (in_caption_)
      append_words(table_.caption, scanner_.text());
    else if (!in_table_ || !has_figure_)
      append_words(entry_.text, scanner_.text());
  }

  void break_line() {
    std::string& to = in_cell_ ? cell_ : entry_.text;
    if (!to.empty() && to.back() != ' ') to += ' ';
  }

  void open(const HtmlTag& tag) {
    // The writer puts a link beside each heading of a text, both in one box; headings of the theme have none.
    const bool has_link = begins_box_;
    begins_box_ = has_class(tag, "heading");
    if (is_skipped(tag) || tag.name == "h1") return scanner_.skip_element();
    if (!is_one_of(kInlineTags, tag.name)) break_line();
    if (page_.in_parts && (tag.name == "h2" || tag.name == "h3") && tag.has("id")) {
      in_heading_ = true;
      is_part_ = has_link;
      heading_.clear();
      heading_id_ = tag.decoded("id");
    } else if (tag.name == "figure" && has_class(tag, "table")) {
      has_figure_ = true;
      table_ = {};
      table_.anchor = tag.decoded("id");
    } else if (has_figure_) {
      open_in_table(tag);
    }
  }

  void open_in_table(const HtmlTag& tag) {
    if (tag.name == "span" && has_class(tag, "caption")) in_caption_ = true;
    if (tag.name == "table") in_table_ = true;
    if (!in_table_) return;
    if (tag.name == "thead") table_.in_head = true;
    if (tag.name == "tr") {
      table_.column = 0;
      table_.title.clear();
      table_.text.clear();
      table_.is_group = has_class(tag, "row-group");
    }
    if (tag.name == "th" || tag.name == "td") {
      in_cell_ = true;
      cell_.clear();
      table_.heads_row = tag.name == "th";
      span_ = span_of(tag);
      is_leaf_ = tag.has("data-column");
    }
  }

  void close(const HtmlTag& tag) {
    if (in_heading_ && (tag.name == "h2" || tag.name == "h3")) {
      in_heading_ = false;
      trim(heading_);
      if (!is_part_) return;
      finish();
      entry_ = fresh(std::move(heading_), std::move(heading_id_));
    } else if (has_figure_) {
      close_in_table(tag);
    }
    if (!is_one_of(kInlineTags, tag.name)) break_line();
  }

  void close_in_table(const HtmlTag& tag) {
    if (in_caption_ && tag.name == "span") {
      in_caption_ = false;
      trim(table_.caption);
      entry_.text += table_.caption + " ";
    } else if (in_cell_ && (tag.name == "th" || tag.name == "td")) {
      in_cell_ = false;
      trim(cell_);
      table_.in_head ? end_column() : end_cell();
    } else if (tag.name == "tr") {
      if (table_.in_head)
        table_.second_row = true;
      else
        end_row();
    } else if (tag.name == "thead") {
      table_.in_head = false;
      for (const std::string& column : table_.columns) entry_.text += column + " ";
    } else if (tag.name == "table") {
      in_table_ = false;
    } else if (tag.name == "figure") {
      has_figure_ = false;
    }
  }

  void end_column() {
    if (table_.second_row) {
      if (table_.next_grouped >= table_.grouped.size()) return;
      std::string& name = table_.columns[table_.grouped[table_.next_grouped++]];
      name += (name.empty() ? "" : " ") + cell_;
      return;
    }
    for (unsigned i = 0; i < span_; ++i) {
      if (!is_leaf_) table_.grouped.push_back(table_.columns.size());
      table_.columns.push_back(cell_);
    }
  }

  void end_cell() {
    const size_t column = table_.column;
    table_.column += span_;
    if (table_.title.empty() && (table_.heads_row || column == 0)) {
      table_.title = row_title(column);
      return;
    }
    if (cell_.empty() || cell_ == "–" || table_.text.size() > kLongestRow) return;
    if (!table_.text.empty()) table_.text += "; ";
    if (column < table_.columns.size() && !table_.columns[column].empty()) table_.text += table_.columns[column] + ": ";
    table_.text += cell_;
  }

  // A bare number says nothing where its column is not seen: "Round 4.1".
  std::string row_title(size_t column) const {
    const bool is_bare = cell_.find_first_not_of("0123456789.,-+% ") == std::string::npos;
    if (cell_.empty() || !is_bare || column >= table_.columns.size() || table_.columns[column].empty()) return cell_;
    return table_.columns[column] + " " + cell_;
  }

  void end_row() {
    if (!page_.rows || table_.is_group || table_.title.empty() || table_.text.empty() || table_.anchor.empty()) return;
    if (++table_.rows > kMostRows) return;
    Entry row;
    row.kind = Kind::row;
    row.address = page_.address;
    row.anchor = table_.anchor;
    row.title = std::move(table_.title);
    row.context = table_.caption;
    row.text = std::move(table_.text);
    entries_.push_back(std::move(row));
  }

  static void trim(std::string& text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  }

  HtmlScanner scanner_;
  const PageInfo& page_;
  std::vector<Entry> entries_;
  Entry entry_;
  std::string heading_, heading_id_, cell_;
  Table table_;
  unsigned span_ = 1;
  bool is_leaf_ = false;
  bool begins_box_ = false, in_heading_ = false, is_part_ = false, has_figure_ = false, in_table_ = false,
       in_cell_ = false, in_caption_ = false;
};

}  // namespace

std::string_view kind_word(Kind kind) {
  switch (kind) {
    case Kind::page:
      return "page";
    case Kind::answer:
      return "answer";
    case Kind::term:
      return "term";
    case Kind::step:
      return "step";
    case Kind::figure:
      return "figure";
    case Kind::row:
      return "row";
    case Kind::source:
      return "source";
  }
  return "";
}

std::vector<Entry> read_page(std::string_view html, const PageInfo& page) {
  for (std::string_view element : {"article", "main", "body"}) {
    const std::string start = "<" + std::string(element), end = "</" + std::string(element) + ">";
    const size_t begin = html.find(start);
    if (begin == std::string_view::npos) continue;
    html = html.substr(begin, html.rfind(end) - begin);
    break;
  }
  std::vector<Entry> entries = Reader(html, page).read();
  for (Entry& entry : entries) entry.names = page.names;
  return entries;
}

}  // namespace search
