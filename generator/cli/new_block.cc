// `sourcebook new table|chart|comparison PAGE DATA`: a block that shows data, written at the end of a page.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/text.h"
#include "chart/colours.h"
#include "cli/makers.h"
#include "data/sqlite.h"
#include "notation/json.h"
#include "passes/parse.h"

namespace cli {
namespace {

constexpr size_t kMaxMeasures = 5;

const data::TableInfo& table_named(const data::Database& database, const std::string& name) {
  if (const data::TableInfo* table = database.find_table(name)) return *table;
  const std::vector<std::string_view> names = base::views(database.tables(), &data::TableInfo::name);
  throw UsageError{fmt::format("there is no resource or view \"{}\"", name),
                   names.empty() ? "add a table first: sourcebook new resource FILE.csv"
                                 : "give one of " + base::list_names(names, 20)};
}

// Returns a name for the block that no block of the site has: the anchor of the table or chart.
std::string free_name(const std::string& wanted, const site::Contents& contents) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(contents, [&](const auto& content) {
      return std::ranges::any_of(content->blocks, [&](const site::Block& block) { return block.name == name; });
    });
  };
  std::string name = wanted;
  for (int i = 2; is_taken(name); ++i) name = fmt::format("{}-{}", wanted, i);
  return name;
}

// The columns of a block: one that names the rows, numbers, and dates that identify a row, alone or with its name.
struct Columns {
  const quantity::Field* label = nullptr;
  const quantity::Field* date = nullptr;
  std::vector<const quantity::Field*> measures;
};

Columns columns_of(const data::TableInfo& table, bool needs_numbers) {
  Columns columns;
  const std::vector<std::string> key = table.resource ? table.resource->primary_key : std::vector<std::string>();
  const auto is_in_key = [&](const quantity::Field& field) { return std::ranges::count(key, field.name) > 0; };
  const auto is_number = [&](const quantity::Field& field) {
    return field.is_measure() || (quantity::is_numeric(field.type) && !is_in_key(field));
  };
  for (const std::string_view name : {"name", "title"})
    if (const int at = table.find(name); at >= 0 && !columns.label)
      columns.label = &table.fields[static_cast<size_t>(at)];
  for (const quantity::Field& field : table.fields) {
    const bool is_date = quantity::is_date(field.type) || field.type == quantity::FieldType::year;
    if (is_date && is_in_key(field) && key.size() <= 2)
      columns.date = &field;
    else if (!columns.label && !is_number(field))
      columns.label = &field;
    if (is_number(field) && columns.measures.size() < kMaxMeasures) columns.measures.push_back(&field);
  }
  if (columns.date && (!columns.label || key.size() == 1)) columns.label = columns.date;
  if (columns.label && !(needs_numbers && columns.measures.empty())) return columns;
  throw UsageError{
      fmt::format("\"{}\" has no {}", table.name, columns.label ? "numbers" : "column that names its rows"),
      "give a table with a column of names and one of numbers"};
}

// Returns a name for YAML; quotes are needed in one of several words or with signs.
std::string yaml_name(const std::string& name) {
  return data::readable_name(name).front() == '"' ? notation::json_text(name) : name;
}

std::string fenced(const std::string& info, const std::string& text) {
  return fmt::format("\n```{}\n{}```\n", info, text);
}

}  // namespace

Plan make_block(const io::FileSystem& root, const NewBlockOptions& options) {
  base::Diagnostics found;
  passes::Options how;
  how.jobs = jobs_of(options);
  const std::unique_ptr<passes::Inputs> inputs = passes::read_and_parse(root, how, found);
  std::string path = options.page;
  if (!path.starts_with("content/")) path = "content/" + path;
  if (!path.ends_with(".md")) path += ".md";
  const io::SourceFile* page = inputs->tree.find(path);
  if (!page) {
    std::vector<std::string_view> paths;
    for (const auto& content : inputs->contents) paths.push_back(content->path);
    const std::string near = base::did_you_mean(options.page, paths);
    throw UsageError{fmt::format("there is no page {}", path), near.empty() ? "write it first, with a title" : near};
  }
  const data::TableInfo& table = table_named(*inputs->database, options.data);
  const Columns columns = columns_of(table, options.kind != "table");
  const std::string usual = options.kind == "chart" ? table.name + "-chart" : table.name;
  const std::string name = free_name(base::file_slug(options.name.empty() ? usual : options.name), inputs->contents);
  const std::string caption = notation::json_text(table.title.empty() ? table.name : table.title);
  const std::string label = yaml_name(columns.label->name);
  std::vector<std::string> names = {label};
  if (columns.date && columns.date != columns.label && options.kind != "comparison")
    names.push_back(yaml_name(columns.date->name));
  const size_t first = names.size();  // of the numbers
  for (const quantity::Field* field : columns.measures) names.push_back(yaml_name(field->name));

  Plan plan;
  std::string block, data = table.name;
  if (options.kind == "comparison") {
    if (table.kind != data::TableKind::resource)
      throw UsageError{fmt::format("\"{}\" is not a resource", table.name),
                       "give a resource, or write a query as on the page on queries of the handbook"};
    data = base::replace_all(name, "-", "_") + "_rows";
    const std::string key = data::readable_name(columns.label->name);
    std::vector<std::string> selected = {key};
    const auto select = [&](const std::string& field) {
      const std::string wanted = data::readable_name(field);
      if (std::ranges::find(selected, wanted) == selected.end()) selected.push_back(wanted);
    };
    for (const quantity::Field* field : columns.measures) {
      select(field->name);
      if (!field->unit_field.empty()) select(field->unit_field);  // the units of the rows must be in the same query
    }
    block = fenced("sql " + data, fmt::format("SELECT t.{}, t.ref\nFROM {} t\nORDER BY t.{}\nLIMIT 2\n",
                                              base::join(selected, ", t."), data::readable_name(table.name), key));
    plan.todo.push_back(
        fmt::format("choose the rows: replace LIMIT 2 by WHERE t.{} IN ('…', '…') before ORDER BY", key));
  }
  if (options.kind == "chart") {
    // Numbers in the units of their rows can't share an axis.
    const auto measure = std::ranges::find_if(columns.measures, [](auto* field) { return field->unit_field.empty(); });
    const size_t at = measure == columns.measures.end() ? 0 : static_cast<size_t>(measure - columns.measures.begin());
    const std::string& number = names[at + first];
    const std::string encoding =
        columns.date ? fmt::format("x: {{field: {}}}\n  y: {{field: {}}}", names[first - 1], number)
                     : fmt::format("x: {{field: {}}}\n  y: {{field: {}, type: nominal, sort: \"-x\"}}", number, label);
    block = fenced("chart " + name, fmt::format("data: {}\ntitle: {}\nmark: {}\nencoding:\n  {}\n{}", data, caption,
                                                columns.date ? "line" : "bar", encoding,
                                                first > 1 ? fmt::format("  color: {{field: {}}}\n", label) : ""));
    plan.todo.emplace_back("write what the chart shows as its title, without numbers");
    std::set<std::string> series;
    inputs->database->connect()->each_row(
        table.name, [&](auto row) { series.insert(quantity::to_text(row[columns.label - table.fields.data()])); });
    if (first > 1 && series.size() > chart::kMaxSeries)
      plan.todo.push_back(fmt::format("choose at most {} of {} with a query", chart::kMaxSeries, label));
  } else {
    block += fenced("table " + name,
                    fmt::format("data: {}\ncaption: {}\ncolumns: [{}]\n", data, caption, base::join(names, ", ")));
    plan.todo.emplace_back("write what the rows are as its caption");
  }
  std::string text(page->source.text());
  if (!text.ends_with('\n')) text += '\n';
  plan.files.push_back({path, text + block, page->hash});
  plan.next = {"sourcebook build"};
  return plan;
}

}  // namespace cli
