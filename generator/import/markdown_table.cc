// Reads tables of Markdown files. Each table is converted to HTML by libcmark-gfm, so that its cells are read as GitHub
// shows them: code spans, emphasis, links, character references and HTML.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "base/work.h"
#include "document/cmark_threads.h"
#include "import/cell_text.h"
#include "import/grid.h"

namespace import {
namespace {

// Counts the cells of a line ("| a | b\|c |"). A bar divides cells even in code, unless it is escaped.
size_t count_cells(std::string_view line) {
  if (line.starts_with('|')) line.remove_prefix(1);
  size_t bars = 0;
  bool ends_with_bar = false;
  for (size_t i = 0; i < line.size(); ++i) {
    ends_with_bar = line[i] == '|';
    bars += ends_with_bar;
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      ends_with_bar = false;
    }
  }
  return bars + !ends_with_bar;
}

bool is_rule_line(std::string_view line) {
  return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
         base::trim(line).find_first_not_of("|-: \t") == std::string_view::npos;
}

// Whether a line ends the table above it: an empty line, or one without cells with which another block begins.
bool ends_table(std::string_view line) {
  static const Pattern kBlock(R"((?: \#{1,6}(?:[ \t]|$) | > | ``` | ~~~ | [-*+][ \t] | 1[.)][ \t] | </?[a-zA-Z!]
                                   | (?:-[ \t]*){3,}$ | (?:_[ \t]*){3,}$ | (?:\*[ \t]*){3,}$ ))");
  return line.empty() || (line.find('|') == std::string_view::npos && kBlock.find(line));
}

std::string html_of(std::string_view markdown) {
  const std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)> parser(
      (document::cmark_types(), cmark_parser_new(document::kParserOptions)), cmark_parser_free);
  document::attach_extensions(parser.get(), true);
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const std::unique_ptr<cmark_node, decltype(&cmark_node_free)> root(cmark_parser_finish(parser.get()),
                                                                     cmark_node_free);
  const std::unique_ptr<char, decltype(&free)> html(cmark_render_html(root.get(), CMARK_OPT_UNSAFE, nullptr), free);
  return html.get();
}

// Replaces marks of footnotes outside code, "[^1]", by "[1]".
std::string with_plain_marks(const std::string& html) {
  static const Pattern kMark(R"(\[\^([^]\s<]+)\])");
  std::string out;
  bool is_code = false;
  for (std::string_view rest = html; !rest.empty();) {
    const auto mark =
        is_code || !rest.starts_with("[^") ? std::nullopt : kMark.find(rest.substr(0, rest.find(']') + 1));
    if (rest.starts_with("<code") || rest.starts_with("</code")) is_code = rest[1] != '/';
    out += mark ? fmt::format("[{}]", (*mark)[1]) : std::string(rest.substr(0, 1));
    rest.remove_prefix(mark ? (*mark)[0].size() : 1);
  }
  return out;
}

std::string text_of(std::string_view markdown) {
  const auto grids = read_web_tables("<table><tr><td>" + with_plain_marks(html_of(markdown)) + "</table>");
  return !grids || grids->empty() || grids->front().rows.empty() ? "" : grids->front().rows.front().cells.front().text;
}

constexpr size_t kWorkOfCell = 64;  // also of cells that complete a row

// Reads a table whose header is the first line and whose second line is a rule. `definitions` are those of links.
Grid read_lines(const std::vector<std::string_view>& lines, const std::string& definitions) {
  Grid grid;
  const size_t width = count_cells(lines.front());
  if (width * lines.size() > kMaxGridCells || !base::charge_work(kWorkOfCell * width * lines.size())) {
    grid.is_too_large = true;
    return grid;
  }
  std::string markdown;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i == 1) {  // the rule may have fewer cells
      for (size_t column = 0; column < width; ++column) markdown += "|-";
      markdown += "|\n";
    } else {
      markdown.append(lines[i].starts_with('|') ? "" : "|").append(lines[i]).append("\n");
    }
  }
  auto grids = read_web_tables(with_plain_marks(html_of(markdown + "\n" + definitions)));
  if (grids && !grids->empty()) grid = std::move(grids->front());
  grid.is_too_large = !grids;
  for (size_t i = 2; i < lines.size(); ++i)
    if (count_cells(lines[i].substr(0, lines[i].find_last_not_of("| \t") + 1)) > width) grid.longer_rows.push_back(i);
  return grid;
}

}  // namespace

std::vector<Grid> read_markdown_tables(std::string_view text) {
  static const Pattern kDefinition(R"([ ]{0,3}\[[^]^][^]]*\]:)"), kFootnote(R"([ ]{0,3}\[\^([^]\s]+)\]:(.*))");
  std::vector<std::string_view> lines = base::split(text, '\n');
  std::string definitions, heading;
  std::map<std::string, std::string> footnotes;
  for (std::string_view& line : lines) {
    if (kDefinition.find(line)) definitions.append(line).append("\n");
    if (const auto found = kFootnote.find(line)) footnotes.emplace((*found)[1], text_of(base::trim((*found)[2])));
    line = base::trim(line);
  }
  std::vector<Grid> grids;
  std::string_view fence;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (fence.empty() ? line.starts_with("```") || line.starts_with("~~~") : line.starts_with(fence))
      fence = fence.empty() ? line.substr(0, 3) : "";
    if (!fence.empty()) continue;
    if (line.starts_with('#')) heading = text_of(line);
    if (i + 1 >= lines.size() || line.find('|') == std::string_view::npos || !is_rule_line(lines[i + 1])) continue;
    const size_t head = i;
    i += 2;
    while (i < lines.size() && !ends_table(lines[i])) ++i;
    Grid& grid = grids.emplace_back(
        read_lines({lines.begin() + static_cast<std::ptrdiff_t>(head), lines.begin() + static_cast<std::ptrdiff_t>(i)},
                   definitions));
    grid.name = heading;
    grid.footnotes = footnotes;
    for (GridRow& row : grid.rows) row.line += row.line > 1 ? head + 1 : head;
    for (size_t& row : grid.longer_rows) row += head + 1;
    --i;  // the line that ends the table may begin another
  }
  return grids;
}

}  // namespace import
