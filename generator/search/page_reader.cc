#include "search/page_reader.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_tree.h"

namespace search {
namespace {

using markup::HtmlId;
using markup::HtmlNode;

constexpr size_t kMaxRows = 60;  // the most entries per table; the caption and columns find the other rows
constexpr size_t kMaxRowBytes = 600;

// All lists of tags and classes are sorted.
constexpr auto kSkippedTags =
    std::to_array<std::string_view>({"button", "form", "h1", "header", "nav", "noscript", "progress", "script",
                                     "select", "style", "svg", "template", "textarea", "title"});
constexpr auto kInlineTags = std::to_array<std::string_view>(
    {"a",  "abbr", "b",    "cite", "code",  "del", "em", "i",     "kbd",  "mark",   "math", "mi",  "mn",
     "mo", "mrow", "msub", "msup", "mtext", "q",   "s",  "small", "span", "strong", "sub",  "sup", "u"});
// Elements with these classes, used by the generator and the theme, are not indexed.
constexpr auto kSkippedClasses = std::to_array<std::string_view>(
    {"age",           "anchor",        "as-of",      "backlinks",  "card",      "chapters",   "citation",
     "citation-text", "cite",          "computed",   "data",       "downloads", "feedback",   "flow-app",
     "flow-links",    "flow-overview", "fold",       "led-here",   "minutes",   "neighbours", "none",
     "notes",         "origins",       "page-label", "print-link", "questions", "ref",        "references",
     "rows",          "sections",      "signature",  "start",      "sums",      "table-key"});

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

void end_word(std::string& out) {
  if (!out.empty() && out.back() != ' ') out += ' ';
}

// Appends text with resolved character references. White space becomes one space and is removed at the beginning.
void append_words(std::string& out, std::string_view html) {
  while (!html.empty()) {
    const char c = html[0];
    if (c == '&') {
      const std::string character = markup::take_reference(html);
      character == "\u00A0" ? end_word(out) : void(out += character);
      continue;
    }
    base::is_space(c) ? end_word(out) : out.push_back(c);
    html.remove_prefix(1);
  }
}

class Reader {
 public:
  Reader(std::string_view html, const PageInfo& page) : html_(html), page_(page), entry_(page.entry) {}

  std::vector<Entry> read() {
    children(0, entry_.text);
    finish();
    return std::move(entries_);
  }

 private:
  struct Table {
    std::string anchor;
    std::string caption;
    std::vector<std::string> columns;
  };

  void finish() {
    entry_.text = base::trim(entry_.text);
    if (entry_.anchor.empty() ? !page_.each_heading : !entry_.title.empty()) entries_.push_back(std::move(entry_));
  }

  bool is_skipped(HtmlId id) const {
    const HtmlNode& node = html_.node(id);
    if (is_one_of(kSkippedTags, node.name)) return true;
    if (node.raw.empty()) return false;
    const std::string classes = html_.attribute(id, "class");
    for (std::string_view name : base::split(classes, ' '))
      if (is_one_of(kSkippedClasses, name)) return true;
    return html_.has_attribute(id, "hidden") || html_.has_attribute(id, "data-unsearched");
  }

  // Calls `each` for every child element that is indexed.
  template <class Each>
  void elements(HtmlId parent, Each each) {
    for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next)
      if (!html_.node(id).is_text() && !is_skipped(id)) each(id, html_.node(id).name);
  }

  void children(HtmlId parent, std::string& out) {
    for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next) {
      if (html_.node(id).is_text())
        append_words(out, html_.node(id).raw);
      else if (!is_skipped(id))
        element(id, parent, out);
    }
  }

  void element(HtmlId id, HtmlId parent, std::string& out) {
    const std::string_view name = html_.node(id).name;
    const bool is_block = !is_one_of(kInlineTags, name);
    if (is_block) end_word(out);
    if (page_.in_parts && (name == "h2" || name == "h3") && html_.has_attribute(id, "id")) {
      // Only headings in a page's text are in an element with their link; the theme's own headings are not.
      if (html_.has_class(parent, "heading")) part(id);
      return;
    }
    if (name == "figure" && html_.has_class(id, "table")) {
      Table table;
      table.anchor = html_.attribute(id, "id");
      figure(id, table);
    } else {
      children(id, out);
    }
    if (is_block) end_word(out);
  }

  void part(HtmlId heading) {
    const std::string title = words(heading);
    finish();
    const Entry& page = page_.entry;
    entry_ = {.kind = page.kind,
              .address = page.address,
              .anchor = html_.attribute(heading, "id"),
              .title = title,
              .context = page.title,
              .importance = page.importance};
  }

  std::string words(HtmlId parent) {
    std::string out;
    children(parent, out);
    return std::string(base::trim(out));
  }

  void figure(HtmlId parent, Table& table) {
    elements(parent, [&](HtmlId id, std::string_view name) {
      if (name == "span" && html_.has_class(id, "caption")) {
        table.caption = words(id);
        entry_.text += table.caption + " ";
      } else if (name == "table") {
        elements(id,
                 [&](HtmlId part, std::string_view kind) { kind == "thead" ? head(part, table) : rows(part, table); });
      } else if (name == "figcaption" || name == "div") {
        figure(id, table);
      } else {
        element(id, parent, entry_.text);
      }
    });
  }

  void head(HtmlId part, Table& table) {
    std::vector<size_t> grouped;  // columns with a name in the second header row, below the name of their group
    size_t next_grouped = 0;
    bool first_row = true;
    elements(part, [&](HtmlId row, std::string_view) {
      elements(row, [&](HtmlId cell, std::string_view) {
        const std::string name = column_name(cell);
        if (!first_row) {
          if (next_grouped == grouped.size()) return;
          std::string& column = table.columns[grouped[next_grouped++]];
          column += (column.empty() ? "" : " ") + name;
          return;
        }
        for (size_t i = html_.span(cell, "colspan"); i > 0; --i) {
          if (!html_.has_attribute(cell, "data-column")) grouped.push_back(table.columns.size());
          table.columns.push_back(name);
        }
      });
      first_row = false;
    });
    for (const std::string& column : table.columns) entry_.text += column + " ";
  }

  // Returns the title of a column with its unit: "Memory (GB)".
  std::string column_name(HtmlId cell) {
    std::string name = words(cell), unit;
    elements(cell, [&](HtmlId id, std::string_view) {
      if (html_.has_class(id, "unit")) unit = words(id);
    });
    if (!unit.empty() && name.ends_with(" " + unit))
      name.replace(name.size() - unit.size(), unit.size(), "(" + unit + ")");
    return name;
  }

  void rows(HtmlId part, const Table& table) {
    size_t count = 0;
    elements(part, [&](HtmlId id, std::string_view) {
      Entry row;
      row.kind = EntryKind::row;
      row.address = page_.entry.address;
      row.anchor = table.anchor;
      row.context = table.caption;
      size_t column = 0;
      elements(id, [&](HtmlId cell, std::string_view name) {
        add_cell(words(cell), name == "th", column < table.columns.size() ? table.columns[column] : "", column == 0,
                 row);
        column += html_.span(cell, "colspan");
      });
      if (!page_.rows || html_.has_class(id, "row-group")) return;
      if (row.title.empty() || row.text.empty() || row.anchor.empty() || ++count > kMaxRows) return;
      entries_.push_back(std::move(row));
    });
  }

  static void add_cell(const std::string& cell, bool heads_row, const std::string& column, bool first, Entry& row) {
    if (row.title.empty() && (heads_row || first)) {
      // A bare number needs the name of its column: "Round 4.1".
      const bool is_bare = !cell.empty() && cell.find_first_not_of("0123456789.,-+% ") == std::string::npos;
      row.title = is_bare && !column.empty() ? column + " " + cell : cell;
      return;
    }
    if (cell.empty() || cell == "–" || row.text.size() > kMaxRowBytes) return;
    if (!row.text.empty()) row.text += "; ";
    if (!column.empty()) row.text += column + ": ";
    row.text += cell;
  }

  markup::HtmlTree html_;
  const PageInfo& page_;
  std::vector<Entry> entries_;
  Entry entry_;
};

}  // namespace

std::vector<Entry> read_page(std::string_view html, const PageInfo& page) {
  for (std::string_view element : {"article", "main", "body"}) {
    const std::string start = "<" + std::string(element), end = "</" + std::string(element) + ">";
    const size_t begin = html.find(start);
    if (begin == std::string_view::npos) continue;
    html = html.substr(begin, html.rfind(end) - begin);
    break;
  }
  return Reader(html, page).read();
}

}  // namespace search
