#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "import/sheet.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::Node;

constexpr std::string_view kBeforeJson = " \t\r\n\xEF\xBB\xBF";
constexpr size_t kMaxLineErrors = 20;

class JsonSheetReader {
 public:
  explicit JsonSheetReader(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  bool add(const Node& item) {
    if (!item.is_map()) return fail(item.span, "expected a row").expect("{\"column\": value, …}"), false;
    if (!add_cells(item, "")) return false;
    sheet_.lines.push_back(item.span.source->line_of(item.span.begin));
    return true;
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
  base::Diagnostic& fail(base::Span at, std::string message) {
    return diagnostics_.error("import-format", at, std::move(message));
  }

  bool add_cells(const Node& map, const std::string& prefix) {
    for (const notation::Entry& entry : map.entries) {
      const std::string name = prefix + plain_head(entry.key);
      if (!(entry.value.is_map() ? add_cells(entry.value, name + ".") : add_cell(entry, name))) return false;
    }
    return true;
  }

  bool add_cell(const notation::Entry& entry, const std::string& name) {
    auto [at, is_new] = numbers_.emplace(name, sheet_.columns.size());
    if (is_new && sheet_.columns.size() == kMaxColumns) {
      fail(entry.key_span,
           fmt::format("the rows have more than {} different keys, each of which is a column", kMaxColumns))
          .suggest("remove keys that no page needs, or write one row for each value");
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
    const bool has_text = !entry.value.is_null() && !entry.value.is_list();
    column.cells.push_back(has_text ? trimmed_cell(entry.value.text) : std::string_view());
    column.values.push_back(&entry.value);
    return true;
  }

  base::Diagnostics& diagnostics_;
  Sheet sheet_;
  std::map<std::string, size_t> numbers_;
};

// An object on the first line, and another one below it; for a single line the file name decides.
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

// All lines as one list. Reports the errors of several lines.
std::optional<Node> parse_json_lines(const base::SourceText& text, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  Node list;
  list.kind = notation::Kind::list;
  list.span = base::whole(text);
  for (size_t line = 1; line <= text.line_count() && diagnostics.errors() < errors + kMaxLineErrors; ++line) {
    if (base::trim(text.line(line)).empty()) continue;
    if (auto row = notation::parse_json(span_of_line(text, line), diagnostics)) list.items.push_back(std::move(*row));
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return list;
}

// The list at a path, or the only list of an object; null if there is none.
const Node* find_list(const Node& root, const std::string& path) {
  const Node* found = path.empty() && root.is_map() ? nullptr : &root;
  if (!found) {
    for (const notation::Entry& entry : root.entries) {
      if (!entry.value.is_list()) continue;
      if (found) return nullptr;
      found = &entry.value;
    }
  } else if (!path.empty()) {
    for (std::string_view part : base::split(path, '.')) found = found && found->is_map() ? found->find(part) : nullptr;
  }
  return found && found->is_list() ? found : nullptr;
}

}  // namespace

bool looks_like_json(std::string_view text) {
  const size_t first = text.find_first_not_of(kBeforeJson);
  if (first == std::string_view::npos) return false;
  if (text[first] != '[') return text[first] == '{';
  const size_t next = text.find_first_not_of(" \t\r\n", first + 1);
  return next == std::string_view::npos ||
         std::string_view("{[]\"-0123456789").find(text[next]) != std::string_view::npos;
}

std::optional<Sheet> read_json_sheet(const base::SourceText& source, const std::string& rows, Texts& texts,
                                     std::vector<std::string>& notes, base::Diagnostics& diagnostics) {
  auto read = parse_edited_json(source, texts, notes, diagnostics,
                                are_json_lines(source) ? parse_json_lines : parse_whole_json);
  if (!read) return std::nullopt;
  auto root = std::make_shared<const Node>(std::move(*read));
  const Node* list = find_list(*root, rows);
  if (!list) {
    diagnostics.error("import-format", root->span, "there is no list of rows here")
        .expect("[{\"column\": value, …}, …]")
        .suggest(rows.empty() && root->is_map() ? "give its path in the settings: rows: data.items" : "");
    return std::nullopt;
  }
  if (list->items.empty()) {
    diagnostics.error("import-format", list->span, "the list of rows is empty");
    return std::nullopt;
  }
  JsonSheetReader reader(diagnostics);
  for (const Node& item : list->items)
    if (!reader.add(item)) return std::nullopt;
  Sheet sheet = reader.finish(root);
  if (!sheet.columns.empty()) return sheet;
  diagnostics.error("import-format", list->span, "no row here has a key").expect("[{\"column\": value, …}, …]");
  return std::nullopt;
}

}  // namespace import
