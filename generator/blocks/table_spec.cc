#include "blocks/table_spec.h"

#include <fmt/format.h>

#include "quantity/number_format.h"

namespace blocks {
namespace {

using namespace notation::kinds;
using notation::either;
using notation::Format;
using notation::kRequired;
using notation::Node;
using notation::Reader;
using notation::Type;
using notation::Value;

const Format<Remark> kRemark("this remark", {{"column", text(&Remark::column), kRequired,
                                              "The column of the data with the text of each row."}});

Value<ColumnSpec> remark(Remark ColumnSpec::* place) {
  return {either("text or `{column: NAME}`", {notation::kText, only_map(kRemark)}),
          [place](Reader& from, std::string_view key, ColumnSpec& to) {
            if (const Node& node = *from.node(key); node.is_map())
              kRemark.read(node, fmt::format("\"{}\"", key), to.*place, from.diagnostics());
            else
              (to.*place).text = {from.text(key), node.span};
          }};
}

void check_column(ColumnSpec& column, const Node& map, base::Diagnostics& diagnostics) {
  column.name.span = map.span;
  std::string why;
  if (!column.format.empty() && !quantity::NumberFormat::parse(column.format, &why))
    diagnostics
        .error("bad-format", map.find("format")->span, fmt::format("\"{}\" is not a d3-format: {}", column.format, why))
        .expect("for instance \",.1f\"");
}

const Format<ColumnSpec> kColumn(
    "this column",
    {
        {"name", text(&ColumnSpec::name), kRequired, "The column of the data."},
        {"title", text(&ColumnSpec::title), "the field's", "The title of the column."},
        {"format", text(&ColumnSpec::format), "the field's",
         "[How numbers are written](units.md#formats): a d3-format."},
        {"better",
         choice(&ColumnSpec::better, {{"higher", quantity::Better::higher},
                                      {"lower", quantity::Better::lower},
                                      {"neither", quantity::Better::neither}}),
         "the field's", "Which value is marked as best. Rows that [have ended](data.md#validity) are left out."},
        {"bar", flag(&ColumnSpec::bar), "`false`", "Draws a bar in each cell, from a common zero."},
        {"heat", flag(&ColumnSpec::heat), "`false`",
         "Colours each cell: the greater the value, the darker; negative values in a second colour."},
        {"link", text(&ColumnSpec::link), "none", "The column that contains the target of each cell's link."},
        {"missing", remark(&ColumnSpec::missing), "not given", "What an empty cell means."},
        {"footnote", remark(&ColumnSpec::footnote), "none", "A note, marked with a letter at the title or at cells."},
        {"worst", flag(&ColumnSpec::worst), "the table's", "Also marks the worst value."},
        {"total", with_span(&ColumnSpec::summary_span, flag(&ColumnSpec::total)), "`false`",
         "The exact sum of all rows, and of each group, with all their sources."},
        {"mean", with_span(&ColumnSpec::summary_span, flag(&ColumnSpec::mean)), "`false`",
         "Their mean; cells without a value are left out."},
        {"median", with_span(&ColumnSpec::summary_span, flag(&ColumnSpec::median)), "`false`", "Their median."},
    },
    {.check = check_column});

// A column is its name, or a map.
const Type kColumnType = either("name or map", {{"name", R"({"type": "string"})"}, only_map(kColumn)});

ColumnSpec read_column(const Node& node, base::Diagnostics& diagnostics) {
  if (node.is_map()) return kColumn.read(node, diagnostics);
  ColumnSpec column;
  column.name = {node.text, node.span};
  if (!node.is_string()) diagnostics.error("wrong-type", node.span, "a column is a name, or a map with a name");
  return column;
}

// Columns with a heading above them.
struct ColumnGroup {
  document::Text title;
  std::vector<ColumnSpec> columns;
};

void check_group(ColumnGroup& group, const Node& map, base::Diagnostics& diagnostics) {
  const Node* title = map.find("group");
  if (title->text.empty() && title->is_string())
    diagnostics.error("bad-value", title->span, "a group of columns has no title");
  for (ColumnSpec& column : group.columns) column.group = group.title;
}

const Format<ColumnGroup> kGroup("this group of columns",
                                 {
                                     {"group", text(&ColumnGroup::title), kRequired, "The heading above the columns."},
                                     {"columns",
                                      {list_of("list", kColumnType),
                                       [](Reader& from, std::string_view key, ColumnGroup& to) {
                                         if (const Node* list = from.list(key))
                                           for (const Node& item : list->items)
                                             to.columns.push_back(read_column(item, from.diagnostics()));
                                       }},
                                      kRequired,
                                      "Names or maps."},
                                 },
                                 {.check = check_group});

void read_columns(Reader& from, std::string_view key, TableSpec& to) {
  const Node* list = from.list(key);
  if (!list) return;
  for (const Node& item : list->items)
    if (item.find("group"))
      for (ColumnSpec& column : kGroup.read(item, from.diagnostics()).columns) to.columns.push_back(std::move(column));
    else
      to.columns.push_back(read_column(item, from.diagnostics()));
}

}  // namespace

std::vector<notation::Key<TableSpec>> shared_keys(notation::Default note) {
  return {
      {"data", text(&TableSpec::data), kRequired, "A query of this page, a view or a resource."},
      {"caption", text(&TableSpec::caption), kRequired, "What the rows are."},
      {"columns",
       {list_of("list", either("", {kColumnType, only_map(kGroup)})), read_columns},
       "all",
       "Names, maps, or groups."},
      {"same", within(&TableSpec::compared, texts(&chart::Comparability::same, &chart::Comparability::same_spans)),
       "none", "Columns in which all rows must agree, or a sentence."},
      {"differs",
       within(&TableSpec::compared, texts(&chart::Comparability::differs, &chart::Comparability::differs_spans)),
       "none", "Columns in which rows differ, or a sentence."},
      {"holds", unread_texts<TableSpec>(), "none", "[Asserts](figures.md#asserts) that support the texts."},
      {"note", text(&TableSpec::note), note, "What else readers need to know."},
      {"empty", text(&TableSpec::empty), "none", "Text shown if there are no rows. Without it, that is a warning."},
  };
}

const Format<TableSpec>& table_format() {
  static const Format<TableSpec> format(
      "this table",
      joined(shared_keys("none"),
             {
                 {"rows", whole_number(&TableSpec::rows, {1}), "all",
                  "How many rows the page shows. All rows are then on a separate page."},
                 {"sort", text(&TableSpec::sort), "as in the data",
                  "The column that orders the rows, within each group; `-price` for descending order."},
                 {"group_by", text(&TableSpec::group_by), "none",
                  "The column whose values become the headings of row groups."},
                 {"highlight", texts(&TableSpec::highlight, &TableSpec::highlight_spans), "none",
                  "Texts in the first column of the rows that matter, which are shown in bold."},
                 {"worst", flag(&TableSpec::worst), "`false`", "Also marks the worst value of each column."},
                 {"narrow", choice(&TableSpec::narrow, {{"scroll", Narrow::scroll}, {"cards", Narrow::cards}}),
                  "by its columns",
                  "On a phone, the first number of each row is visible without scrolling: texts before it are shown "
                  "below the name of the row. So are short texts after it, if the table is too wide, and dates beyond "
                  "the third column. `cards` shows one card per row; `scroll` changes nothing. When printed, a table "
                  "too wide for the page always becomes one list per row."},
             }));
  return format;
}

std::optional<TableSpec> parse_table_spec(const Node& node, base::Diagnostics& diagnostics) {
  size_t errors = diagnostics.errors();
  TableSpec spec = table_format().read(node, diagnostics);
  if (diagnostics.errors() > errors) return std::nullopt;
  return spec;
}

}  // namespace blocks
