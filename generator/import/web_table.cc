// Reads tables of web pages.
#include <algorithm>

#include "base/text.h"
#include "import/cell_text.h"
#include "import/sheet.h"
#include "import/workbook.h"
#include "markup/foreign_html.h"
#include "markup/page_style.h"

namespace import {
namespace {

using markup::attribute;
using markup::is_element;

std::string_view element_name(const GumboNode& node) {
  return is_element(node) ? gumbo_normalized_tagname(node.v.element.tag) : "";
}

std::vector<const GumboNode*> children(const GumboNode& parent, std::string_view names) {
  std::vector<const GumboNode*> found;
  const GumboVector& all = parent.v.element.children;
  for (unsigned i = 0; i < all.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(all.data[i]);
    if (base::has_word(names, element_name(*child))) found.push_back(child);
  }
  return found;
}

// Whether a list of choices shows an option: the one that is selected, otherwise the first.
bool is_chosen(const GumboNode& option) {
  const std::vector<const GumboNode*> all = children(*option.parent, "option");
  const auto selected = std::ranges::find_if(all, [](auto* each) { return attribute(*each, "selected").has_value(); });
  return (selected == all.end() ? all.front() : *selected) == &option;
}

// Whether a node is in a closed <details>, outside of its summary.
bool is_folded(const GumboNode& node) {
  return element_name(node) != "summary" && node.parent && element_name(*node.parent) == "details" &&
         !attribute(*node.parent, "open");
}

// Collects the text that a reader sees, on one line: what is hidden and tables within the text are left out, and so is
// struck-out text, because it no longer holds. Superscripts become "²" or "[a]"; those that are links "[2]".
class ShownText {
 public:
  explicit ShownText(const markup::PageStyle& style) : style_(style) {}

  // Adds a node of a walk. Returns false if nothing in it is collected.
  bool enter(const GumboNode& node) {
    if (is_folded(node)) {
      hidden_ = hidden_ || node.type != GUMBO_NODE_WHITESPACE;
      return false;
    }
    if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE || node.type == GUMBO_NODE_CDATA) {
      out() += base::replace_all(node.v.text.text, "\n", " ");
      has_bare_ = has_bare_ || (styled_ == 0 && node.type == GUMBO_NODE_TEXT);
      is_linked_ = is_linked_ || (raised_ > 0 && links_ > 0);
      return false;
    }
    const std::string_view name = element_name(node);
    if (!is_element(node) || base::has_word("script style template noscript", name)) return false;
    if (is_box(node)) out() += '\n';
    if (!style_.is_visible(node)) {
      (base::has_word("canvas meter progress", name) ? inner_ : hidden_) = true;  // browsers draw what they state
      return false;
    }
    has_box_ = has_box_ || is_box(node);
    const bool is_struck = style_.is_struck(node);
    struck_ = struck_ || is_struck;
    inner_ = inner_ || base::has_word("table select", name) || (is_box(node) && shows_number(node));
    if (is_struck || is_box(node) || name == "table" || (name == "option" && !is_chosen(node))) return false;
    if (is_separate(node)) out() += '\n';
    if (is_marked(node)) out() += "⟨";
    raised_ += !style_.position(node).empty();
    links_ += name == "a";
    parts_ += is_styled(node) && styled_ == 0;
    styled_ += is_styled(node);
    return true;
  }

  void leave(const GumboNode& node) {
    if (is_marked(node)) out() += "⟩";
    if (is_separate(node)) out() += '\n';
    links_ -= element_name(node) == "a";
    styled_ -= is_styled(node);
    const std::string_view position = style_.position(node);
    if (position.empty() || --raised_ > 0) return;
    const std::string inside = base::one_line(std::exchange(inside_, ""));
    const bool is_mark = std::exchange(is_linked_, false) && !inside.starts_with('[');
    if (position == "sub")
      text_ += lowered(text_, inside);
    else
      text_ += is_mark ? "[" + inside + "]" : raised(inside);
  }

  std::string text() const { return on_one_line(text_); }
  bool has_struck() const { return struck_; }
  bool has_hidden() const { return hidden_; }
  // Whether something inside may state more than the text.
  bool has_inner() const { return inner_ || (has_box_ && text().empty()); }
  // Whether a stylesheet may hide a part of the text, and not the whole.
  bool has_parts() const { return parts_ > 1 || (parts_ > 0 && has_bare_); }

 private:
  static bool is_styled(const GumboNode& node) {
    return base::has_word("span div small i b", element_name(node)) || attribute(node, "class");
  }

  // Whether an element is a picture or a field, which stands between the texts around it.
  static bool is_box(const GumboNode& node) {
    return base::has_word("canvas embed iframe img meter progress svg video", element_name(node)) ||
           (element_name(node) == "input" && attribute(node, "type") != "hidden");
  }
  // Whether such an element shows a number, as far as its attributes say.
  static bool shows_number(const GumboNode& node) {
    const bool has_value = element_name(node) == "input" && attribute(node, "type") != "checkbox";
    return std::ranges::any_of(attribute(node, has_value ? "value" : "alt").value_or(""), base::is_digit);
  }

  // Whether text is not read as (a part of) a number: the text of 10³ in a formula is "103", text above the line or
  // text that a style may hide is not seen as a part of it.
  bool is_marked(const GumboNode& node) const {
    return base::has_word("math rt bdo", element_name(node)) || style_.is_faint(node);
  }
  bool is_separate(const GumboNode& node) const {
    return markup::is_block(node) || base::has_word("button object select small textarea", element_name(node)) ||
           (style_.position(node).empty() && style_.is_apart(node));
  }

  std::string& out() { return raised_ > 0 ? inside_ : text_; }

  const markup::PageStyle& style_;
  std::string text_, inside_;      // `inside_` is the text of the open <sup> or <sub>
  size_t raised_ = 0, links_ = 0;  // the number of open <sup> and <sub>, and of open <a>
  bool is_linked_ = false;         // whether the text of the open <sup> is a link
  bool struck_ = false, hidden_ = false, inner_ = false, has_box_ = false;
  size_t styled_ = 0, parts_ = 0;  // the number of open elements that a stylesheet may hide, and of all outer ones
  bool has_bare_ = false;          // whether there is text outside of them
};

ShownText shown_text(const GumboNode& top, const markup::PageStyle& style, std::string_view left_out = "") {
  ShownText text(style);
  const auto enter = [&](const GumboNode& node) {
    return &node == &top || (!base::has_word(left_out, element_name(node)) && text.enter(node));
  };
  const auto leave = [&](const GumboNode& node) {
    if (&node != &top) text.leave(node);
  };
  markup::walk(top, enter, leave);
  return text;
}

// Reads a table as browsers do (https://html.spec.whatwg.org/multipage/tables.html#forming-a-table).
class WebTable {
 public:
  WebTable(Grid& grid, const markup::PageStyle& style) : grid_(grid), style_(style) {}

  void read(const GumboNode& table) {
    for (const GumboNode* caption : children(table, "caption"))
      if (std::string name = shown_text(*caption, style_).text(); !name.empty()) {
        grid_.name = std::move(name);
        grid_.has_caption = true;
      }
    const std::vector<const GumboNode*> sections = children(table, "thead tbody tfoot");
    for (std::string_view part : {"thead", "tbody", "tfoot"})  // their order on the screen
      for (const GumboNode* section : sections)
        if (element_name(*section) == part) read_section(*section);
  }

 private:
  void read_section(const GumboNode& section) {
    std::vector<const GumboNode*> rows = children(section, "tr");
    const bool is_hidden = !style_.is_rendered(section);
    taken_.clear();  // a cell does not extend beyond its section
    for (size_t i = 0; i < rows.size() && !grid_.is_too_large; ++i) {
      if (is_hidden || !style_.is_rendered(*rows[i])) {
        ++grid_.left_out_rows;
        continue;
      }
      ++line_;
      read_row(*rows[i], rows.size() - i, style_.is_opaque(section) && style_.is_opaque(*rows[i]));
      if (grid_.rows.empty() || grid_.rows.back().line != line_) continue;
      grid_.rows.back().is_head = element_name(section) == "thead";
      grid_.rows.back().is_foot = element_name(section) == "tfoot";
    }
  }

  // `rows_left` is the number of rows of the section from this one on.
  void read_row(const GumboNode& row, size_t rows_left, bool is_row_visible) {
    for (size_t& rows : taken_) rows -= rows > 0;
    size_t column = 0;
    const std::vector<const GumboNode*> cells = children(row, "td th");
    if (line_ == 1) grid_.has_head = std::ranges::all_of(cells, [](auto* cell) { return element_name(*cell) == "th"; });
    for (const GumboNode* each : cells) {
      if (grid_.is_too_large) return;
      if (!style_.is_rendered(*each)) {
        ++grid_.left_out_cells;
        continue;
      }
      const bool is_struck = style_.is_struck(*each);
      const bool is_visible = is_row_visible && style_.is_visible(*each), is_shown = is_visible && !is_struck;
      // A button beside the text of a header sorts the table.
      const bool is_head = element_name(*each) == "th" && (line_ == 1 || element_name(*row.parent) == "thead");
      const bool has_text = is_head && !shown_text(*each, style_, "button").text().empty();
      const ShownText text = is_shown ? shown_text(*each, style_, has_text ? "button" : "") : ShownText(style_);
      grid_.struck_cells += text.has_struck() || is_struck;
      grid_.partly_hidden += text.has_hidden() || !is_visible;
      grid_.inner_tables += text.has_inner();
      grid_.styled_cells += style_.has_links() && text.has_parts();
      GridCell cell{.text = text.text()};
      cell.columns = std::clamp<size_t>(span(*each, "colspan", 1), 1, 1000);
      cell.rows = span(*each, "rowspan", 1);
      cell.rows = cell.rows == 0 ? rows_left : std::min(cell.rows, rows_left);
      while (column < taken_.size() && taken_[column] > 0) ++column;
      const size_t end = column + cell.columns;
      if (taken_.size() < end) taken_.resize(end);
      for (size_t i = column; i < end; ++i) taken_[i] = std::max(taken_[i], cell.rows);
      grid_.put(line_, column, std::move(cell));
      column = end;
    }
  }

  static size_t span(const GumboNode& cell, const char* name, size_t otherwise) {
    return leading_number(base::trim(attribute(cell, name).value_or("")), otherwise);
  }

  Grid& grid_;
  const markup::PageStyle& style_;
  size_t line_ = 0;
  std::vector<size_t> taken_;  // number of rows of each column that a cell above still covers
};

}  // namespace

std::string raised(std::string_view text) {
  std::string out;
  std::string_view digits = text;
  for (std::string_view minus : {"-", "−"})
    if (digits.starts_with(minus)) {
      digits.remove_prefix(minus.size());
      out = "⁻";
    }
  if (digits.empty() || !std::ranges::all_of(digits, base::is_digit))
    return text.empty() || text.starts_with('[')          ? std::string(text)
           : text.starts_with('(') && text.ends_with(')') ? fmt::format("[{}]", text.substr(1, text.size() - 2))
           : std::string_view("*†‡§¶−-+").find(text) != std::string_view::npos ? std::string(text)
                                                                               : "[" + std::string(text) + "]";
  for (char c : digits) out += kRaised[static_cast<size_t>(c - '0')];
  return out;
}

std::string lowered(std::string_view before, std::string_view text) {
  before = base::trim(before);
  const bool is_apart = text.empty() || before.empty() || text.starts_with("±");  // "0.373" and its uncertainty
  if (is_apart || !base::is_digit(before.back())) return std::string(text);
  if (!std::ranges::all_of(text, base::is_digit)) return raised(text);
  std::string out;
  for (char c : text) out.append("\xE2\x82").append(1, static_cast<char>(0x80 + c - '0'));  // U+2080 is ₀
  return out;
}

std::optional<std::vector<Grid>> read_web_tables(std::string_view html) {
  const auto parsed = markup::ForeignHtml::parse(html);
  if (!parsed) return std::nullopt;
  const markup::PageStyle style(parsed->root());
  std::vector<Grid> grids;
  std::string heading;
  size_t hidden = 0;  // the number of open elements that are not shown
  const auto enter = [&](const GumboNode& node) {
    if (!is_element(node)) return false;
    const std::string_view name = element_name(node);
    if (base::has_word("head noscript svg", name)) return false;
    hidden += !style.is_opaque(node);
    if (hidden == 0 && base::has_word("h1 h2 h3 h4 h5 h6", name)) heading = shown_text(node, style).text();
    if (name != "table") return true;
    Grid& grid = grids.emplace_back();
    grid.name = heading;
    grid.is_hidden = hidden > 0;
    style.take_unclear();
    for (const GumboNode* around = &node; around && is_element(*around); around = around->parent)
      style.is_opaque(*around);
    WebTable(grid, style).read(node);
    grid.unclear_style = style.take_unclear();
    return true;
  };
  markup::walk(parsed->root(), enter, [&](const GumboNode& node) { hidden -= !style.is_opaque(node); });
  return grids;
}

}  // namespace import
