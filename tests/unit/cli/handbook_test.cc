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
#include "blocks/estimate_spec.h"
#include "blocks/table_spec.h"
#include "chart/spec.h"
#include "cli/commands.h"
#include "data/keys.h"
#include "document/front_matter_keys.h"
#include "import/settings.h"
#include "site/config.h"

namespace {

// The tables of a page with the keys of a format: those in some sections, with `head` as the first head.
struct KeyTable {
  const notation::AnyFormat& format;
  std::string page;
  std::set<std::string> sections;
  std::string prefix = "";  // of the names in the table: "search."
  std::string suffix = "";  // of their cells: " of a column"
  std::string head = "Key";
};

// Returns the format of the value of a key.
const notation::AnyFormat& part(const notation::AnyFormat& format, std::string_view name) {
  for (const auto& key : format.keys())
    if (key.name == name) return *key.type.formats.at(0);
  throw std::runtime_error(std::string(name));
}

// Returns the format with this name among those that `format` contains; null if there is none.
const notation::AnyFormat* find_named(const notation::AnyFormat& format, std::string_view name) {
  if (format.name() == name) return &format;
  for (const auto& key : format.keys())
    for (const notation::AnyFormat* part : key.type.formats)
      if (const notation::AnyFormat* found = find_named(*part, name)) return found;
  return nullptr;
}

const notation::AnyFormat& named(const notation::AnyFormat& format, std::string_view name) {
  const notation::AnyFormat* found = find_named(format, name);
  REQUIRE_MESSAGE(found, name);
  return *found;
}

const std::vector<KeyTable>& key_tables() {
  static const std::vector<KeyTable> tables = {
      {document::front_matter_format(), "keys", {"front-matter"}},
      {site::config_format(), "keys", {"site"}},
      {part(site::config_format(), "search"), "keys", {"site"}, "search."},
      {part(site::config_format(), "features"), "keys", {"site"}, "features."},
      {import::settings_format(), "keys", {"import"}},
      {part(import::settings_format(), "columns"), "keys", {"import"}, "", " of a column"},
      {chart::chart_format(), "blocks", {"chart"}, "", "", "Key of a chart"},
      {named(chart::chart_format(), "annotation"), "blocks", {"chart"}, "", "", "Key of an annotation"},
      {named(chart::chart_format(), "mark"), "blocks", {"chart"}, "", "", "Key of a mark"},
      {named(chart::chart_format(), "channel"), "blocks", {"chart"}, "", "", "Key of a channel"},
      {named(chart::chart_format(), "scale"), "blocks", {"chart"}, "", "", "Key of a scale"},
      {named(chart::chart_format(), "axis"), "blocks", {"chart"}, "", "", "Key of an axis"},
      {named(chart::chart_format(), "legend"), "blocks", {"chart"}, "", "", "Key of a legend"},
      {named(chart::chart_format(), "sort_order"), "blocks", {"chart"}, "", "", "Key of an order"},
      {blocks::table_format(), "blocks", {"table"}, "", "", "Key of a table"},
      {named(blocks::table_format(), "column"), "blocks", {"table"}, "", "", "Key of a column"},
      {data::package_format(), "keys", {"resource"}, "", "", "Key of a package"},
      {named(data::package_format(), "resource"), "keys", {"resource"}},
      {named(data::package_format(), "edition"), "keys", {"resource"}, "", "", "Key of an edition"},
      {named(data::package_format(), "source_or_licence"), "keys", {"resource"}, "", "", "Key of a source or licence"},
      {named(data::package_format(), "schema"), "keys", {"field"}, "", "", "Key of a schema"},
      {named(data::package_format(), "field"), "keys", {"field"}},
      {named(data::package_format(), "constraints"), "keys", {"field"}, "", "", "Constraint"},
      {named(data::package_format(), "caveat"), "keys", {"caveats"}, "", "", "Key of a caveat"},
      {named(data::package_format(), "long_form"), "keys", {"long"}, "", "", "Key of `long`"},
      {named(data::package_format(), "dialect"), "keys", {"resource"}, "", "", "Key of a dialect"},
      {data::units_format(), "keys", {"units"}},
      {named(data::units_format(), "unit"), "keys", {"units"}},
      {data::declaration_format(), "keys", {"declaration"}, "", "", "Key of a declaration"},
      {data::custom_format(), "keys", {"source"}, "", "", "Key of `custom`"},
      {blocks::estimate_format(), "blocks", {"estimate"}, "", "", "Key of an estimate"},
      {named(blocks::estimate_format(), "input"), "blocks", {"estimate"}, "", "", "Key of an input"},
      {named(blocks::estimate_format(), "result"), "blocks", {"estimate"}, "", "", "Key of a result"},
      {named(blocks::estimate_format(), "case"), "blocks", {"estimate"}, "", "", "Key of a case"},
      {named(blocks::estimate_format(), "condition"), "blocks", {"estimate"}, "", "", "Key of a condition"},
  };
  return tables;
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  for (std::string_view cell : base::split(row.substr(1, row.size() - 2), '|')) cells.emplace_back(base::trim(cell));
  return cells;
}

// Returns the row of a key for the columns of a table. A column that is not listed here says what the key is for.
std::string row_of(const notation::AnyFormat::KeyInfo& key, const std::string& first,
                   const std::vector<std::string>& heads) {
  std::string row = "| " + first + " |";
  for (size_t i = 1; i < heads.size(); ++i) {
    const std::string used_by = base::replace_all(std::string(key.used_by), " ", ", ");
    row += " ";
    row += heads[i] == "Type"      ? key.type.name
           : heads[i] == "Default" ? std::string(key.standard.words)
           : heads[i] == "Meaning" ? std::string(key.meaning)
                                   : (used_by.empty() ? "all" : used_by);
    row += " |";
  }
  return row;
}

struct Row {
  std::vector<std::string> heads;
  std::string key;  // the first cell
  size_t line = 0;
};

// Returns the rows of the tables of keys in some sections.
std::vector<Row> rows_in(const std::vector<std::string>& lines, const KeyTable& table) {
  std::vector<Row> rows;
  bool is_inside = false;
  std::vector<std::string> heads;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line.starts_with("## ")) {
      const size_t id = line.find("{#");
      is_inside = id != std::string::npos && table.sections.contains(line.substr(id + 2, line.find('}', id) - id - 2));
    }
    if (!line.starts_with("|")) heads.clear();
    if (!line.starts_with("|") || line.starts_with("|--")) continue;
    if (heads.empty())
      heads = cells_of(line);
    else if (is_inside && heads[0] == table.head)
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
  for (const KeyTable& table : key_tables()) {
    const auto& [format, page, sections, prefix, suffix, head] = table;
    std::vector<std::string> lines = read_lines(page);
    const auto first_cell = [&](const auto& key) { return "`" + prefix + std::string(key.name) + "`" + suffix; };
    // A missing row belongs before the first one of this format, or after that of the key before it.
    std::vector<Row> rows = rows_in(lines, table);
    REQUIRE_MESSAGE(!rows.empty(), page);
    size_t next = rows.back().line + 1;
    for (const Row& row : std::views::reverse(rows))
      for (const auto& key : format.keys())
        if (row.key == first_cell(key)) next = row.line;
    for (const auto& key : format.keys()) {
      if (key.name.starts_with('$')) continue;  // for editors
      rows = rows_in(lines, table);
      const auto found = std::ranges::find(rows, first_cell(key), &Row::key);
      const bool is_new = found == rows.end();
      if (!is_new) next = found->line;
      // A page may have several tables of this format, with different columns.
      const auto beside = std::ranges::find_if(rows, [&](const Row& each) { return each.line + 1 >= next; });
      const Row& model = !is_new ? *found : beside == rows.end() ? rows.back() : *beside;
      const std::string row = row_of(key, first_cell(key), model.heads);
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
  for (const KeyTable& table : key_tables()) {
    std::set<std::string> known;
    for (const KeyTable& other : key_tables())
      if (other.page == table.page && other.head == table.head)
        for (std::string_view name : other.format.key_names())
          known.insert("`" + other.prefix + std::string(name) + "`" + other.suffix);
    for (const Row& row : rows_in(read_lines(table.page), table)) CHECK_MESSAGE(known.contains(row.key), row.key);
  }
}

TEST_CASE("the handbook's table of the keys of a source lists all variables of CSL") {
  std::vector<std::string> lines = read_lines("keys");
  std::string own;  // the first cells of the rows that explain one variable
  for (const Row& row : rows_in(lines, {data::custom_format(), "keys", {"source"}})) own += row.key;
  const data::CslVariables variables = data::csl_variables();
  for (const auto& [kind, type, names] : {std::tuple("people", "list", variables.names),
                                          {"dates", "date", variables.dates},
                                          {"texts", "text", variables.texts}}) {
    std::vector<std::string> others;
    for (const std::string_view name : base::split(names, ' '))
      if (const std::string cell = "`" + std::string(name) + "`"; own.find(cell) == std::string::npos)
        others.push_back(cell);
    const std::string start = std::string("| other ") + kind + " | ";
    const auto line = std::ranges::find_if(lines, [&](const std::string& each) { return each.starts_with(start); });
    REQUIRE_MESSAGE(line != lines.end(), start);
    const std::string row = start + type + " | " + base::join(others, ", ") + " |";
    if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS"))
      *line = row;
    else
      CHECK(*line == row);
  }
  if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS")) std::ofstream(path_of("keys")) << base::join(lines, "\n") << "\n";
}

// The table of a command's options in a section of the page on commands.
struct OptionTable {
  std::vector<std::string> command;  // {"new", "site"}
  std::string section, head = "Option";
  bool has_common = false;  // whether it has only the options that all commands have, and otherwise none of these
};

const std::vector<OptionTable>& option_tables() {
  static const std::vector<OptionTable> tables = {
      {{"build"}, "common", "Option of `build`, `check`, `fix`", true},
      {{"build"}, "build"},
      {{"serve"}, "serve"},
      {{"check"}, "check"},
      {{"fix"}, "fix"},
      {{"new", "site"}, "new", "Option of `new site`"},
      {{"new", "resource"}, "new"},
      {{"import"}, "import"},
      {{"load"}, "load"},
      {{"diff"}, "diff"},
  };
  return tables;
}

// Returns the row of an option, which is made from its help.
std::string row_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("`-" + name + "`");
  const std::string type = option.get_type_name(), kind = type.substr(0, type.find(':'));
  const size_t choices = type.find(":{");
  std::string value = kind == "UINT" || kind == "INT" ? "N" : kind;
  if (choices != std::string::npos) {
    // A comma can be a choice: "TEXT:{.,,}".
    value = base::replace_all(type.substr(choices + 2, type.find('}') - choices - 2), ",,", "\n");
    value = base::replace_all(base::replace_all(value, ",", "`, `"), "\n", "`, `,");
  }
  for (const std::string& name : option.get_lnames())
    names.push_back("`--" + name + (value.empty() ? "" : " " + value) + "`");
  std::string meaning = option.get_description();
  std::string standard = type.empty() ? "off" : "none";
  if (!option.get_default_str().empty()) standard = "`" + option.get_default_str() + "`";
  if (const size_t at = meaning.find(" (default: "); at != std::string::npos) {
    const size_t end = meaning.find(')', at);
    standard =
        meaning.substr(at + std::string_view(" (default: ").size(), end - at - std::string_view(" (default: ").size());
    meaning.erase(at, end + 1 - at);
  }
  return "| " + base::join(names, ", ") + " | " + standard + " | " + meaning + ". |";
}

std::vector<std::string> rows_of(const CLI::App& app, const OptionTable& table) {
  const std::set<std::string> common = {"root", "jobs", "format", "quiet", "verbose", "work"};
  const CLI::App* command = &app;
  for (const std::string& name : table.command) command = command->get_subcommand(name);
  std::vector<std::string> rows;
  const auto add = [&](const CLI::App& of) {
    for (const CLI::Option* option : of.get_options()) {
      if (option->get_lnames().empty() || option->get_lnames()[0].starts_with("help")) continue;
      const bool is_common = common.contains(option->get_lnames()[0]) && table.section != "diff";
      const std::string row = row_of(*option);
      const auto same = [&](const std::string& other) {
        return other.substr(0, other.find("` |")) == row.substr(0, row.find("` |"));
      };
      if (is_common == table.has_common && std::ranges::none_of(rows, same)) rows.push_back(row);
    }
  };
  add(*command);
  for (const CLI::App* each : command->get_subcommands([](const CLI::App*) { return true; })) add(*each);
  return rows;
}

TEST_CASE("the handbook's tables have the options of the commands") {
  CLI::App app;
  int status = 0;
  for (const auto add : {cli::add_build, cli::add_serve, cli::add_fix, cli::add_check, cli::add_new, cli::add_import,
                         cli::add_diff, cli::add_load})
    add(app, status);
  std::vector<std::string> lines = read_lines("command-line");
  for (const OptionTable& table : option_tables()) {
    bool is_inside = false;
    size_t first = 0;
    for (size_t i = 0; i < lines.size() && first == 0; ++i) {
      if (lines[i].starts_with("## ")) is_inside = lines[i].find("{#" + table.section + "}") != std::string::npos;
      if (is_inside && lines[i] == "| " + table.head + " | Default | Meaning |") first = i + 2;
    }
    REQUIRE_MESSAGE(first > 0, table.section << ": " << table.head);
    size_t end = first;
    while (end < lines.size() && lines[end].starts_with("|")) ++end;
    const std::vector<std::string> rows = rows_of(app, table);
    const auto begin = lines.begin() + static_cast<ptrdiff_t>(first),
               behind = lines.begin() + static_cast<ptrdiff_t>(end);
    if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS"))
      lines.insert(lines.erase(begin, behind), rows.begin(), rows.end());
    else
      CHECK(std::vector<std::string>(begin, behind) == rows);
  }
  if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS"))
    std::ofstream(path_of("command-line")) << base::join(lines, "\n") << "\n";
}

// Adds the long names of the options of a command and of its subcommands.
void add_options(const CLI::App& command, std::set<std::string>& names) {
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.insert("--" + name);
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) add_options(*each, names);
}

TEST_CASE("the handbook's page on commands names every option") {
  CLI::App app;
  int status = 0;
  for (const auto add : {cli::add_build, cli::add_serve, cli::add_fix, cli::add_check, cli::add_new, cli::add_import,
                         cli::add_diff, cli::add_load, cli::add_schema, cli::add_explain})
    add(app, status);
  std::set<std::string> names;
  add_options(app, names);
  CHECK(names.size() > 50);
  const std::string page = base::join(read_lines("command-line"), "\n");
  for (const std::string& name : names)
    CHECK_MESSAGE(
        (page.find("`" + name + "`") != std::string::npos || page.find("`" + name + " ") != std::string::npos), name);
}

}  // namespace
