// Reads a table from JSON or JSON Lines (import/sheet.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "import/sheet.h"
#include "notation/json.h"
#include "notation/yaml.h"

namespace import {
namespace {

using notation::Node;

constexpr std::string_view kBeforeJson = " \t\r\n\xEF\xBB\xBF";
constexpr size_t kMaxLineErrors = 20;
constexpr size_t kMaxCells = 5'000'000;  // a limit for rows that have different keys

bool is_scalar(const Node& node) { return !node.is_map() && !node.is_list(); }

bool is_list_of_rows(const Node& node) {
  return node.is_list() && !node.items.empty() && std::ranges::all_of(node.items, &Node::is_map);
}

// Writes the values of a list in one cell; returns "" if one of them is not a text, a number or a truth value.
std::string list_text(const Node& list) {
  std::vector<std::string> texts;
  for (const Node& item : list.items) {
    if (!is_scalar(item)) return "";
    texts.push_back(item.text);
  }
  const bool has_comma =
      std::ranges::any_of(texts, [](const std::string& text) { return text.find(',') != std::string::npos; });
  return base::join(texts, has_comma ? "; " : ", ");
}

class JsonSheetReader {
 public:
  explicit JsonSheetReader(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Adds an item as a row. If `path` is not empty, adds each item of the list at that path instead.
  bool add_row(const Node& item, std::span<const std::string_view> path) {
    if (!item.is_map()) {
      fail(item.span, "expected a row").expect("{\"column\": value, …}");
      return false;
    }
    parents_.clear();
    return add_rows(item, "", path);
  }

  Sheet finish(std::shared_ptr<const Node> tree) {
    for (SheetColumn& column : sheet_.columns) {
      column.cells.resize(sheet_.rows());
      column.values.resize(sheet_.rows());
    }
    sheet_.tree = std::move(tree);
    return std::move(sheet_);
  }

 private:
  struct Part {
    const Node* map = nullptr;
    std::string prefix;
    const Node* skipped = nullptr;  // the list whose items are rows, which is not itself a value
  };

  base::Diagnostic& fail(base::Span at, std::string message) {
    return diagnostics_.error("import-format", at, std::move(message));
  }

  bool add_rows(const Node& map, const std::string& prefix, std::span<const std::string_view> path) {
    const Node* list = &map;
    std::string inner = prefix;
    size_t used = 0;
    while (used < path.size() && list && list->is_map()) {
      inner += std::string(path[used]) + ".";
      list = list->find(path[used++]);
    }
    const bool has_items = used > 0 && list && is_list_of_rows(*list);
    parents_.push_back({&map, prefix, has_items ? list : nullptr});
    bool is_added = true;
    if (!has_items) {
      is_added = add_row();
    } else {
      for (const Node& item : list->items) is_added = is_added && add_rows(item, inner, path.subspan(used));
    }
    parents_.pop_back();
    return is_added;
  }

  bool add_row() {
    for (const Part& part : parents_)
      if (!add_cells(*part.map, part.prefix, part.skipped)) return false;
    const base::Span span = parents_.back().map->span;
    sheet_.lines.push_back(span.source->line_of(span.begin));
    return true;
  }

  bool add_cells(const Node& map, const std::string& prefix, const Node* skipped) {
    for (const notation::Entry& entry : map.entries) {
      if (&entry.value == skipped) continue;
      const std::string name = prefix + plain_head(entry.key);
      if (!(entry.value.is_map() ? add_cells(entry.value, name + ".", skipped) : add_cell(entry, name))) return false;
    }
    return true;
  }

  bool add_cell(const notation::Entry& entry, const std::string& name) {
    auto [at, is_new] = numbers_.emplace(name, sheet_.columns.size());
    const size_t columns = sheet_.columns.size();
    if (is_new && columns >= kMaxColumns && (columns >= kMaxPublishedColumns || columns * sheet_.rows() > kMaxCells)) {
      fail(entry.key_span, "the rows have too many different keys, which are columns")
          .suggest("write one row for each value");
      return false;
    }
    if (is_new) sheet_.columns.push_back({name, {}, {}});
    SheetColumn& column = sheet_.columns[at->second];
    if (column.cells.size() > sheet_.rows()) {
      fail(entry.key_span, fmt::format("this row has two values of \"{}\", by its key and by a path of keys", name))
          .suggest("remove or rename one of them");
      return false;
    }
    column.cells.resize(sheet_.rows());
    column.values.resize(sheet_.rows());
    std::string_view cell;
    if (entry.value.is_list())
      cell = sheet_.unescaped.emplace_back(list_text(entry.value));
    else if (!entry.value.is_null())
      cell = trimmed_cell(entry.value.text);
    column.cells.push_back(cell);
    column.values.push_back(&entry.value);
    return true;
  }

  base::Diagnostics& diagnostics_;
  Sheet sheet_;
  std::map<std::string, size_t> numbers_;
  std::vector<Part> parents_;  // parts from the outermost parent of the row to the row itself
};

// Whether a file is JSON Lines: there is an object on the first line and another one below it. For a single line, the
// file name decides.
bool are_json_lines(const base::SourceText& file) {
  const std::string_view text = file.text();
  const size_t begin = text.find_first_not_of(kBeforeJson);
  const size_t end = text.find('\n', begin);
  if (begin == std::string_view::npos || text[begin] != '{') return false;
  if (!base::trim(text.substr(begin, end - begin)).ends_with('}')) return false;
  const std::string_view rest = end == std::string_view::npos ? "" : base::trim(text.substr(end));
  const std::string name = base::lower_case(file.path());
  return rest.starts_with('{') || (rest.empty() && (name.ends_with(".jsonl") || name.ends_with(".ndjson")));
}

Node empty_list(base::Span span) {
  Node list;
  list.kind = notation::Kind::list;
  list.span = span;
  return list;
}

// Parses all lines as one list. Reports the errors of more than one line.
std::optional<Node> parse_json_lines(const base::SourceText& text, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  Node list = empty_list(base::whole(text));
  for (size_t line = 1; line <= text.line_count() && diagnostics.errors() < errors + kMaxLineErrors; ++line) {
    if (base::trim(text.line(line)).empty()) continue;
    if (auto row = notation::parse_json(span_of_line(text, line), diagnostics)) list.items.push_back(std::move(*row));
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return list;
}

// The value of a column whose cells are the keys of `named`.
notation::Entry entry_of_key(std::string column, const notation::Entry& named) {
  return {std::move(column), named.key_span, {notation::Kind::string, named.key_span, named.key}};
}

// Converts an object of objects to a list of these, with their keys as "id".
Node list_of_values(const Node& map) {
  Node list = empty_list(map.span);
  const bool has_id = std::ranges::any_of(map.entries, [](const auto& each) { return each.value.find("id"); });
  for (const notation::Entry& entry : map.entries) {
    if (!entry.value.is_map()) continue;
    Node& row = list.items.emplace_back(entry.value);
    row.entries.insert(row.entries.begin(), entry_of_key(has_id ? "key" : "id", entry));
  }
  return list;
}

// What a value is as a cell of a column: all cells of a column that are not missing are the same.
enum class CellType { missing, number, text, other };

CellType cell_type(const Node& value) {
  if (!is_scalar(value)) return CellType::other;
  if (value.is_null() || is_missing_mark(value.text)) return CellType::missing;
  return value.kind == notation::Kind::number || read_number_text(value.text) ? CellType::number : CellType::text;
}

// The keys of an object, sorted.
std::vector<std::string_view> keys_of(const Node& map) {
  std::vector<std::string_view> keys = base::views(map.entries, &notation::Entry::key);
  std::ranges::sort(keys);
  return keys;
}

// Whether an object of objects has a column in each of them, with the cells by the name of their row, as pandas writes
// a table: the cells in each are of one type, which is not the same for all, or the rows are numbered from 0.
bool are_columns(const Node& map) {
  const std::vector<notation::Entry>& first = map.entries.front().value.entries;
  const std::vector<std::string_view> keys = keys_of(map.entries.front().value);
  std::set<CellType> types;
  bool are_numbered = !first.empty();
  for (std::string_view key : keys)
    are_numbered = are_numbered && base::parse_number<size_t>(key).value_or(first.size()) < first.size();
  for (const notation::Entry& column : map.entries) {
    if (keys_of(column.value) != keys) return false;
    CellType type = CellType::missing;
    for (const notation::Entry& cell : column.value.entries) {
      const CellType here = cell_type(cell.value);
      if (here == CellType::other || (type != CellType::missing && here != CellType::missing && here != type))
        return false;
      if (here != CellType::missing) type = here;
    }
    if (type != CellType::missing) types.insert(type);
  }
  return are_numbered || (types.size() > 1 && first.size() > 1);
}

// Converts an object of columns to a list of rows, with their names as "id".
Node list_of_rows(const Node& map) {
  Node list = empty_list(map.span);
  const std::vector<notation::Entry>& first = map.entries.front().value.entries;
  for (size_t i = 0; i < first.size(); ++i) {
    Node& row = list.items.emplace_back();
    row.kind = notation::Kind::map;
    row.span = first[i].key_span;
    row.entries.push_back(entry_of_key(map.find("id") ? "key" : "id", first[i]));
    for (const notation::Entry& column : map.entries) {
      const notation::Entry& same = column.value.entries[i];
      row.entries.push_back(
          {column.key, column.key_span, same.key == first[i].key ? same.value : *column.value.find(first[i].key)});
    }
  }
  return list;
}

bool is_list_of_lists(const Node& node) {
  return node.is_list() && !node.items.empty() && std::ranges::all_of(node.items, &Node::is_list);
}

bool is_list_of_texts(const Node& node) {
  return node.is_list() && !node.items.empty() &&
         std::ranges::all_of(node.items, [](const Node& item) { return item.kind == notation::Kind::string; });
}

// Whether the first of several lists contains the names of the others' values.
bool begins_with_heads(const Node& lists) { return lists.items.size() > 1 && is_list_of_texts(lists.items.front()); }

// Returns the names of the values of lists, if a list next to them contains these: {"columns": […], "data": [[…], …]}.
const Node* find_heads(const Node& parent, const Node& lists) {
  for (std::string_view key : {"columns", "header", "headers", "fields"}) {
    const Node* heads = parent.find(key);
    if (heads && is_list_of_texts(*heads) && heads->items.size() == lists.items.front().items.size()) return heads;
  }
  return nullptr;
}

// Reports a list that is longer or shorter than the first one, unless there were too many after `errors`.
void check_length(const Node& list, size_t length, size_t errors, base::Diagnostics& diagnostics) {
  if (list.items.size() == length || diagnostics.errors() >= errors + kMaxLineErrors) return;
  diagnostics
      .error("import-format", list.span,
             fmt::format("this list has {}, the first one has {}", base::count_of(list.items.size(), "value"), length))
      .expect("lists of equal length")
      .suggest("write null for a missing value");
}

// Converts a list of lists to a list of objects. Their keys are `heads`, the first list if it has only texts, or
// "column 1" and so on. Reports lists that are longer or shorter than the first one.
std::optional<Node> list_of_objects(const Node& table, const Node* heads, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors(), width = table.items.front().items.size();
  const bool has_heads = !heads && begins_with_heads(table);
  if (has_heads) heads = &table.items.front();
  Node list = empty_list(table.span);
  for (const Node& cells : std::span(table.items).subspan(has_heads)) {
    check_length(cells, width, errors, diagnostics);
    Node& row = list.items.emplace_back();
    row.kind = notation::Kind::map;
    row.span = cells.span;
    for (size_t i = 0; i < std::min(width, cells.items.size()); ++i) {
      notation::Entry& entry = row.entries.emplace_back();
      entry.key = heads ? heads->items[i].text : fmt::format("column {}", i + 1);
      entry.key_span = heads ? heads->items[i].span : cells.items[i].span;
      entry.value = cells.items[i];
    }
  }
  return diagnostics.errors() > errors ? std::nullopt : std::optional(std::move(list));
}

bool is_map_of_rows(const Node& node) {
  const auto maps = std::ranges::count_if(node.entries, [](const auto& each) { return each.value.is_map(); });
  return node.is_map() && maps >= 2 && static_cast<size_t>(maps) * 100 >= node.entries.size() * 80;
}

// Whether an object has only lists of cells, which are columns: {"day": [1, 2], "height": [5.1, 5.3]}.
bool is_map_of_lists(const Node& node) {
  return node.is_map() && node.entries.size() > 1 && std::ranges::all_of(node.entries, [](const auto& each) {
           return each.value.is_list() && std::ranges::all_of(each.value.items, is_scalar);
         });
}

// Converts an object of lists to a list of rows. Reports lists that are longer or shorter than the first one.
std::optional<Node> rows_of_lists(const Node& map, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors(), length = map.entries.front().value.items.size();
  Node list = empty_list(map.span);
  for (const Node& cell : map.entries.front().value.items) {
    Node& row = list.items.emplace_back();
    row.kind = notation::Kind::map;
    row.span = cell.span;
  }
  for (const auto& [name, span, column] : map.entries) {
    check_length(column, length, errors, diagnostics);
    for (size_t i = 0; i < std::min(length, column.items.size()); ++i)
      list.items[i].entries.push_back({name, span, column.items[i]});
  }
  return diagnostics.errors() > errors ? std::nullopt : std::optional(std::move(list));
}

struct ListOfRows {
  std::string path;
  const Node* list = nullptr;
  const Node* heads = nullptr;  // the names of the values of a list of lists, if a list next to it contains these
};

// Adds the lists of rows in an object, or if there are none, those in the objects inside it.
void find_lists(const Node& map, const std::string& prefix, std::vector<ListOfRows>& lists) {
  if (is_map_of_rows(map)) return;
  const size_t before = lists.size();
  for (const notation::Entry& entry : map.entries)
    if (is_list_of_rows(entry.value) || is_list_of_lists(entry.value))
      lists.push_back(
          {prefix + entry.key, &entry.value, is_list_of_lists(entry.value) ? find_heads(map, entry.value) : nullptr});
  if (lists.size() > before) return;
  for (const notation::Entry& entry : map.entries)
    if (entry.value.is_map()) find_lists(entry.value, prefix + entry.key + ".", lists);
}

// Describes a value that is not imported: `updated: 2026-01-31`, `meta (3 keys)`.
std::string described(const std::string& prefix, const notation::Entry& entry) {
  const Node& value = entry.value;
  return prefix + entry.key +
         (value.is_map()    ? fmt::format(" ({})", base::count_of(value.entries.size(), "key"))
          : value.is_list() ? fmt::format(" ({})", base::count_of(value.items.size(), "item"))
                            : ": " + (value.is_null() ? "null" : base::shortened(value.text)));
}

std::string described(std::span<const ListOfRows> lists) {
  std::vector<std::string> shown;
  for (const ListOfRows& each : lists)
    shown.push_back(fmt::format("{} ({})", each.path, base::count_of(each.list->items.size(), "row")));
  return base::join(shown, ", ");
}

// The rows that a path leads to, and the rest of the path, which is followed in each row.
struct FoundRows {
  std::optional<Node> rows;
  bool were_columns = false;  // whether the file contains the columns, and not the rows
  std::vector<std::string_view> path;
  const Node* found = nullptr;  // the value that contains the rows
};

FoundRows find_rows(const Node& root, const std::string& path, const Node* heads, base::Diagnostics& diagnostics) {
  FoundRows result;
  const Node *found = &root, *parent = nullptr;
  std::vector<std::string_view> parts = path.empty() ? std::vector<std::string_view>() : base::split(path, '.');
  size_t used = 0;
  while (used < parts.size() && found && found->is_map()) {
    parent = found;
    found = found->find(parts[used++]);
  }
  if (path.empty() && root.is_map() && !is_map_of_rows(root)) {  // the only list may be empty, or not a list of rows
    const auto is_list = [](const notation::Entry& entry) { return entry.value.is_list(); };
    if (std::ranges::count_if(root.entries, is_list) == 1) found = &std::ranges::find_if(root.entries, is_list)->value;
  }
  // As APIs answer, such as that of the World Bank: [{"page": 1, …}, [{…}, …]]
  const bool is_answer = path.empty() && root.is_list() && root.items.size() == 2 && root.items.front().is_map() &&
                         is_list_of_rows(root.items.back());
  if (is_answer) found = &root.items.back();
  if (!found) return result;
  result.found = found;
  result.path.assign(parts.begin() + static_cast<std::ptrdiff_t>(used), parts.end());
  result.were_columns = is_map_of_lists(*found) || (is_map_of_rows(*found) && are_columns(*found));
  if (is_map_of_lists(*found))
    result.rows = rows_of_lists(*found, diagnostics);
  else if (is_map_of_rows(*found))
    result.rows = result.were_columns ? list_of_rows(*found) : list_of_values(*found);
  else if (is_list_of_lists(*found))
    result.rows = list_of_objects(*found, parent ? find_heads(*parent, *found) : heads, diagnostics);
  else if (found->is_list())
    result.rows = *found;
  return result;
}

// Adds the values beside the rows, in the objects that contain these. Returns false if `map` does not contain them.
bool find_values_beside(const Node& map, const std::string& prefix, const Node* rows,
                        std::vector<std::string>& beside) {
  const auto at = std::ranges::find_if(map.entries, [&](const notation::Entry& entry) {
    return &entry.value == rows || find_values_beside(entry.value, prefix + entry.key + ".", rows, beside);
  });
  if (at == map.entries.end()) return false;
  const Node* heads = is_list_of_lists(*rows) ? find_heads(map, *rows) : nullptr;
  for (const notation::Entry& entry : map.entries)
    if (&entry != &*at && &entry.value != heads) beside.push_back(described(prefix, entry));
  return true;
}

// Notes values of the file that are not in its rows.
void note_values_beside(const Node& root, const Node& rows, std::vector<std::string>& notes) {
  constexpr size_t kMaxNamed = 12;
  std::vector<std::string> beside;
  find_values_beside(root, "", &rows, beside);
  if (root.is_list() && &root != &rows)
    for (const notation::Entry& entry : root.items.front().entries) beside.push_back(described("", entry));
  if (is_map_of_rows(rows))
    for (const notation::Entry& entry : rows.entries)
      if (!entry.value.is_map()) beside.push_back(described("", entry));
  if (beside.empty()) return;
  const size_t more = beside.size() - std::min(beside.size(), kMaxNamed);
  beside.resize(beside.size() - more);
  notes.push_back(fmt::format("not imported: {}{}", base::join(beside, ", "),
                              more == 0 ? "" : fmt::format(" and {} more", base::count_of(more, "value"))));
}

// Returns the key at which most rows have a list of rows; "" unless there is exactly one such key.
std::string_view inner_list_of(const Node& rows) {
  std::map<std::string_view, size_t> counts;
  for (const Node& row : rows.items)
    for (const notation::Entry& entry : row.entries)
      if (is_list_of_rows(entry.value)) ++counts[entry.key];
  std::erase_if(counts, [&](const auto& each) { return each.second * 2 < rows.items.size(); });
  return counts.size() == 1 ? counts.begin()->first : "";
}

}  // namespace

bool contains_rows(const Node* value) {
  return value && value->is_list() && !std::ranges::all_of(value->items, is_scalar);
}

bool looks_like_json(std::string_view text) {
  const size_t first = text.find_first_not_of(kBeforeJson);
  if (first == std::string_view::npos) return false;
  if (text[first] != '[') return text[first] == '{';
  const size_t next = text.find_first_not_of(" \t\r\n", first + 1);
  return next == std::string_view::npos ||
         std::string_view("{[]\"-0123456789").find(text[next]) != std::string_view::npos;
}

std::optional<Sheet> read_json_sheet(const base::SourceText& source, const TableChoice& choice, Texts& texts,
                                     std::vector<std::string>& notes, base::Diagnostics& diagnostics, bool is_yaml) {
  auto read = is_yaml ? notation::parse_yaml(base::whole(source), diagnostics)
                      : parse_edited_json(source, texts, notes, diagnostics,
                                          are_json_lines(source) ? parse_json_lines : parse_whole_json);
  if (!read) return std::nullopt;
  const std::string& rows = choice.rows;
  std::vector<ListOfRows> lists;
  if (rows.empty() && read->is_map()) find_lists(*read, "", lists);
  std::ranges::stable_sort(lists, std::greater(), [](const ListOfRows& each) { return each.list->items.size(); });
  const bool is_chosen = lists.size() > 1 && choice.may_choose;
  if (lists.size() > 1 && !is_chosen) {
    diagnostics.error("import-format", source.path(), fmt::format("the file has {} lists of rows", lists.size()))
        .expect("one of these: " + described(lists))
        .suggest(fmt::format("give its path: --rows {0}, or rows: {0} in the settings", lists.front().path));
    return std::nullopt;
  }
  const size_t errors = diagnostics.errors();
  FoundRows found = lists.empty() ? find_rows(*read, rows, nullptr, diagnostics)
                                  : find_rows(*lists.front().list, rows, lists.front().heads, diagnostics);
  if (diagnostics.errors() > errors) return std::nullopt;
  if (!found.rows) {
    diagnostics.error("import-format", read->span, "there is no list of rows here")
        .expect("[{\"column\": value, …}, …], or a list for each column")
        .suggest(rows.empty() && read->is_map()
                     ? "give its path: --rows data.items, or rows: data.items in the settings"
                     : "");
    return std::nullopt;
  }
  note_values_beside(*read, *found.found, notes);
  if (found.were_columns) notes.emplace_back("each key is a column, as pandas writes a table");
  auto root = std::make_shared<const Node>(std::move(*found.rows));
  if (root->items.empty()) {
    diagnostics.error("import-format", root->span, "the list of rows is empty");
    return std::nullopt;
  }
  if (const std::string_view inner = rows.empty() ? inner_list_of(*root) : ""; !inner.empty()) {
    found.path.push_back(inner);
    notes.push_back(fmt::format("each item of {} is a row", inner));
  }
  JsonSheetReader reader(diagnostics);
  for (const Node& item : root->items)
    if (!reader.add_row(item, found.path)) return std::nullopt;
  Sheet sheet = reader.finish(root);
  if (is_chosen) {
    sheet.assumed.push_back({fmt::format("the largest of {} lists of rows was read, {}", lists.size(),
                                         described(std::span(lists).first(1))),
                             "another one: --rows PATH, of " + described(std::span(lists).subspan(1))});
    sheet.choice.rows = lists.front().path;
    for (std::string_view key : found.path) sheet.choice.rows.append(".").append(key);
  }
  if (!sheet.columns.empty()) return sheet;
  diagnostics.error("import-format", sheet.tree->span, "no row here has a key").expect("[{\"column\": value, …}, …]");
  return std::nullopt;
}

}  // namespace import
