// Checks that the handbook's tables of keys have exactly the rows of the formats. SOURCEBOOK_REWRITE_GOLDENS=1 rewrites
// the rows, and adds those of new keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <ranges>
#include <set>
#include <stdexcept>

#include "base/text.h"
#include "document/front_matter_keys.h"
#include "import/settings.h"
#include "site/config.h"

namespace {

// The tables of a page with the keys of a format: those in some sections, with "Key" as the first head.
struct KeyTable {
  const notation::AnyFormat& format;
  std::string page;
  std::set<std::string> sections;
  std::string prefix = "";  // of the names in the table: "search."
  std::string suffix = "";  // of their cells: " of a column"
};

// Returns the format of the value of a key.
const notation::AnyFormat& part(const notation::AnyFormat& format, std::string_view name) {
  for (const auto& key : format.keys())
    if (key.name == name) return *key.type.formats.at(0);
  throw std::runtime_error(std::string(name));
}

const std::vector<KeyTable>& key_tables() {
  static const std::vector<KeyTable> tables = {
      {document::front_matter_format(), "front-matter", {"keys", "some"}},
      {site::config_format(), "site-json", {"keys"}},
      {part(site::config_format(), "search"), "site-json", {"keys"}, "search."},
      {part(site::config_format(), "features"), "site-json", {"keys"}, "features."},
      {import::settings_format(), "importing", {"settings"}},
      {part(import::settings_format(), "columns"), "importing", {"settings"}, "", " of a column"},
  };
  return tables;
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  for (std::string_view cell : base::split(row.substr(1, row.size() - 2), '|')) cells.emplace_back(base::trim(cell));
  return cells;
}

// Returns the row of a key for the columns of a table.
std::string row_of(const notation::AnyFormat::KeyInfo& key, const std::string& first,
                   const std::vector<std::string>& heads) {
  std::string row = "|";
  for (const std::string& head : heads) {
    const std::string cell = head == "Key"       ? first
                             : head == "Type"    ? key.type.name
                             : head == "Default" ? std::string(key.standard.words)
                             : head == "Meaning" ? std::string(key.meaning)
                                                 : "?";
    CHECK_MESSAGE(cell != "?", "a table of keys has no column " << head);
    row += " " + cell + " |";
  }
  return row;
}

struct Row {
  std::vector<std::string> heads;
  std::string key;  // the first cell
  size_t line = 0;
};

// Returns the rows of the tables of keys in some sections.
std::vector<Row> rows_in(const std::vector<std::string>& lines, const std::set<std::string>& sections) {
  std::vector<Row> rows;
  bool is_inside = false;
  std::vector<std::string> heads;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line.starts_with("## ")) {
      const size_t id = line.find("{#");
      is_inside = id != std::string::npos && sections.contains(line.substr(id + 2, line.find('}', id) - id - 2));
    }
    if (!line.starts_with("|")) heads.clear();
    if (!line.starts_with("|") || line.starts_with("|--")) continue;
    if (heads.empty())
      heads = cells_of(line);
    else if (is_inside && heads[0] == "Key")
      rows.push_back({heads, cells_of(line)[0], i});
  }
  return rows;
}

std::string path_of(const std::string& page) {
  return std::string(SOURCEBOOK_ROOT) + "/content/handbook/" + page + ".md";
}

std::vector<std::string> read_lines(const std::string& page) {
  std::ifstream file(path_of(page));
  REQUIRE_MESSAGE(file, page);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("the handbook's tables have the rows of the formats") {
  const bool rewrites = std::getenv("SOURCEBOOK_REWRITE_GOLDENS") != nullptr;
  for (const auto& [format, page, sections, prefix, suffix] : key_tables()) {
    std::vector<std::string> lines = read_lines(page);
    const auto first_cell = [&](const auto& key) { return "`" + prefix + std::string(key.name) + "`" + suffix; };
    // A missing row belongs before the first one of this format, or after that of the key before it.
    std::vector<Row> rows = rows_in(lines, sections);
    REQUIRE_MESSAGE(!rows.empty(), page);
    size_t next = rows.back().line + 1;
    for (const Row& row : std::views::reverse(rows))
      for (const auto& key : format.keys())
        if (row.key == first_cell(key)) next = row.line;
    for (const auto& key : format.keys()) {
      if (key.name.starts_with('$')) continue;  // for editors
      rows = rows_in(lines, sections);
      const auto found = std::ranges::find(rows, first_cell(key), &Row::key);
      const bool is_new = found == rows.end();
      if (!is_new) next = found->line;
      const std::string row = row_of(key, first_cell(key), is_new ? rows.back().heads : found->heads);
      if (!rewrites) {
        CHECK_MESSAGE(!is_new, page << ".md lacks this row: " << row);
        if (!is_new) CHECK(lines[next] == row);
      } else if (is_new) {
        lines.insert(lines.begin() + static_cast<ptrdiff_t>(next), row);
      } else {
        lines[next] = row;
      }
      if (rewrites || !is_new) ++next;
    }
    if (rewrites) std::ofstream(path_of(page)) << base::join(lines, "\n") << "\n";
  }
}

TEST_CASE("the handbook's tables have no other keys") {
  for (const auto& [format, page, sections, prefix, suffix] : key_tables()) {
    std::set<std::string> known;
    for (const KeyTable& table : key_tables())
      if (table.page == page)
        for (std::string_view name : table.format.key_names())
          known.insert("`" + table.prefix + std::string(name) + "`" + table.suffix);
    for (const Row& row : rows_in(read_lines(page), sections)) CHECK_MESSAGE(known.contains(row.key), row.key);
  }
}

}  // namespace
