// Reads tables of web pages and of Markdown files.
#include <algorithm>

#include "base/text.h"
#include "import/sheet.h"
#include "import/workbook.h"
#include "markup/html_scanner.h"

namespace import {
namespace {

using markup::HtmlScanner;
using markup::HtmlTag;

size_t span_of_cell(const HtmlTag& tag, std::string_view attribute) {
  return std::clamp<size_t>(leading_number(tag.attribute(attribute)), 1, 1000);
}

class WebTables {
 public:
  explicit WebTables(std::string_view html) : scanner_(html) {}

  std::vector<Grid> read() {
    std::string heading, text;
    bool is_heading = false;
    while (scanner_.next()) {
      if (scanner_.is_text()) {
        if (is_heading) text += markup::unescaped(scanner_.text());
        continue;
      }
      const HtmlTag tag = scanner_.tag();
      const std::string name = base::lower(tag.name);
      if (name.size() == 2 && name[0] == 'h' && base::is_digit(name[1])) {
        is_heading = !tag.closes;
        if (tag.closes) heading = base::one_line(text);
        text.clear();
      } else if (!tag.closes && (name == "script" || name == "style" || name == "template" || name == "svg")) {
        scanner_.skip_element();
      } else if (name == "table" && !tag.closes) {
        Grid& grid = grids_.emplace_back();
        grid.name = heading;
        read_table(grid);
      }
    }
    return std::move(grids_);
  }

 private:
  // Reads up to the end of the table. End tags of rows and cells may be missing (HTML 13.1.2.4).
  void read_table(Grid& grid) {
    bool is_head = false, is_open = false, is_caption = false;
    std::vector<size_t> taken;  // number of rows of each column that a cell above still covers
    GridCell cell;
    size_t line = 0, column = 0;
    std::string caption;
    const auto end_cell = [&] {
      if (!std::exchange(is_open, false) || grid.is_too_large) return;
      cell.text = base::one_line(cell.text);
      if (line == 0) line = 1;
      while (column < taken.size() && taken[column] > 0) ++column;
      if (taken.size() < column + cell.columns) taken.resize(column + cell.columns);
      for (size_t i = column; i < column + cell.columns; ++i) taken[i] = cell.rows;
      const size_t width = cell.columns;
      grid.put(line, column, std::move(cell));
      if (!grid.rows.empty() && is_head) grid.rows.back().is_head = true;
      column += width;
    };
    while (scanner_.next()) {
      if (scanner_.is_text()) {
        if (is_open) cell.text += markup::unescaped(scanner_.text());
        if (is_caption) caption += markup::unescaped(scanner_.text());
        continue;
      }
      const HtmlTag tag = scanner_.tag();
      const std::string name = base::lower(tag.name);
      if (name == "table" && tag.closes) break;
      if (name == "thead" || name == "tbody") is_head = name == "thead" && !tag.closes;
      if (name == "tbody" || name == "tr" || name == "td" || name == "th" || name == "tfoot") end_cell();
      if (name == "caption") is_caption = !tag.closes;
      if (name == "tr" && !tag.closes) {
        ++line;
        column = 0;
        for (size_t& rows : taken) rows -= rows > 0;
      }
      if ((name == "td" || name == "th") && !tag.closes) {
        cell = {};
        cell.columns = span_of_cell(tag, "colspan");
        cell.rows = span_of_cell(tag, "rowspan");
        is_open = true;
      }
      if (name == "br" || name == "p" || name == "div" || name == "li") cell.text += ' ';
      if (tag.closes) continue;
      if (name == "sup") cell.text += raised(read_inline("sup"));
      if (name == "table" || name == "script" || name == "style" || name == "svg") scanner_.skip_element();
    }
    end_cell();
    if (!base::trim(caption).empty()) grid.name = base::one_line(caption);
  }

  std::string read_inline(std::string_view element) {
    std::string out;
    while (scanner_.next()) {
      if (scanner_.is_text())
        out += markup::unescaped(scanner_.text());
      else if (base::lower(scanner_.tag().name) == element && scanner_.tag().closes)
        break;
    }
    return base::one_line(out);
  }

  HtmlScanner scanner_;
  std::vector<Grid> grids_;
};

// Splits a line of a Markdown table ("| a | b\|c |") into cells; bars may be escaped or in code.
std::vector<std::string> cells_of(std::string_view line) {
  line = base::trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  std::vector<std::string> cells(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      cells.back() += line[++i];
    else if (line[i] == '|')
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  if (cells.size() > 1 && base::trim(cells.back()).empty() && line.ends_with('|')) cells.pop_back();
  return cells;
}

bool is_rule_line(std::string_view line) {
  return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
         base::trim(line).find_first_not_of("|-: \t") == std::string_view::npos;
}

// Removes Markdown emphasis, code and links from a cell.
std::string plain_markdown(std::string_view cell) {
  std::string out;
  cell = base::trim(cell);
  for (size_t i = 0; i < cell.size(); ++i) {
    const std::string_view rest = cell.substr(i);
    const size_t close = rest.find(']');
    if (rest[0] == '\\' && rest.size() > 1 && !base::is_letter(rest[1]) && !base::is_digit(rest[1])) {
      out += rest[1];
      ++i;
    } else if (rest.starts_with("**") || rest.starts_with("__") || rest.starts_with("~~")) {
      ++i;
    } else if (rest[0] == '`' || rest.starts_with("![")) {
      continue;
    } else if (rest[0] == '[' && close != std::string_view::npos && rest.substr(close).starts_with("](")) {
      out += plain_markdown(rest.substr(1, close - 1));
      i += std::min(rest.find(')', close), rest.size() - 1);
    } else if (rest.starts_with("[^") && close != std::string_view::npos) {  // the text is a footnote mark
      out += raised(rest.substr(2, close - 2));
      i += close;
    } else {
      out += rest[0];
    }
  }
  if (out.size() > 2 && (out[0] == '*' || out[0] == '_') && out.back() == out[0] && out[1] != ' ')
    out = out.substr(1, out.size() - 2);
  return out;
}

// Converts HTML in a cell of Markdown to text: "<br>", "<sup>1</sup>", "&nbsp;".
std::string plain_inline(std::string_view cell) {
  std::string html = plain_markdown(cell);
  if (html.find_first_of("<&") == std::string::npos) return html;
  std::string out, inside;
  bool is_raised = false;
  HtmlScanner scanner(html);
  while (scanner.next()) {
    if (scanner.is_text()) {
      (is_raised ? inside : out) += markup::unescaped(scanner.text());
    } else if (base::lower(scanner.tag().name) == "sup") {
      if (std::exchange(is_raised, !scanner.tag().closes)) out += raised(std::exchange(inside, ""));
    } else if (base::lower(scanner.tag().name) == "br") {
      out += ' ';
    }
  }
  return base::one_line(out + inside);
}

}  // namespace

std::string raised(std::string_view text) {
  const bool is_number = !text.empty() && std::ranges::all_of(text, base::is_digit);
  if (!is_number)
    return text.empty() || text.starts_with('[')                               ? std::string(text)
           : std::string_view("*†‡§¶−-+").find(text) != std::string_view::npos ? std::string(text)
                                                                               : "[" + std::string(text) + "]";
  std::string out;
  for (char c : text) out += kRaised[static_cast<size_t>(c - '0')];
  return out;
}

std::vector<Grid> read_web_tables(std::string_view html) { return WebTables(html).read(); }

std::vector<Grid> read_markdown_tables(std::string_view text) {
  std::vector<Grid> grids;
  const std::vector<std::string_view> lines = base::split(text, '\n');
  std::string heading;
  bool is_code = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = base::trim(lines[i]);
    if (line.starts_with("```") || line.starts_with("~~~")) is_code = !is_code;
    if (is_code) continue;
    if (line.starts_with('#')) heading = plain_inline(line.substr(std::min(line.find_first_not_of('#'), line.size())));
    if (i + 1 >= lines.size() || line.find('|') == std::string_view::npos || !is_rule_line(lines[i + 1])) continue;
    Grid& grid = grids.emplace_back();
    grid.name = heading;
    const size_t head = i;
    for (; i < lines.size() && !base::trim(lines[i]).empty(); ++i) {
      if (i == head + 1) continue;
      const std::vector<std::string> cells = cells_of(lines[i]);
      for (size_t column = 0; column < cells.size(); ++column) grid.put(i + 1, column, {plain_inline(cells[column])});
    }
  }
  return grids;
}

}  // namespace import
