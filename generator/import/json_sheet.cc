#include "import/json_sheet.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "import/published.h"

namespace import {
namespace {

using notation::Node;

class JsonSheet {
 public:
  JsonSheet(const std::string& decimal, base::Diagnostics& diagnostics)
      : decimal_(decimal), diagnostics_(diagnostics) {}

  bool add(const Node& item) {
    if (!item.is_map()) {
      diagnostics_.error("import-format", item.span, "this is no row").expect("{\"column\": value, …}");
      return false;
    }
    if (!add_cells(item, "")) return false;
    sheet_.lines.push_back(item.span.source->line_of(item.span.begin));
    for (SheetColumn& column : sheet_.columns) column.cells.resize(sheet_.rows());
    return true;
  }

  Sheet finish() { return std::move(sheet_); }

 private:
  bool add_cells(const Node& map, const std::string& before) {
    for (const notation::Entry& entry : map.entries) {
      std::string name = before + entry.key;
      if (entry.value.is_map()) {
        if (!add_cells(entry.value, name + ".")) return false;
        continue;
      }
      if (entry.value.is_list()) {
        diagnostics_
            .error("import-format", entry.value.span, fmt::format("\"{}\" holds a list, which is no cell", name))
            .suggest("take it out, or write one row for each of its items");
        return false;
      }
      std::vector<std::string_view>& cells = column(name).cells;
      cells.resize(sheet_.rows() + 1);
      cells.back() = kept(entry.value);
    }
    return true;
  }

  SheetColumn& column(const std::string& name) {
    auto [at, added] = numbers_.emplace(name, sheet_.columns.size());
    if (added) sheet_.columns.push_back({name, {}});
    return sheet_.columns[at->second];
  }

  std::string_view kept(const Node& value) {
    if (value.is_null()) return {};
    std::string text(base::trim(value.text));
    if (value.kind == notation::Kind::number && decimal_ == ",") text = base::replace_all(text, ".", ",");
    return sheet_.unescaped.emplace_back(std::move(text));
  }

  const std::string& decimal_;
  base::Diagnostics& diagnostics_;
  Sheet sheet_;
  std::map<std::string, size_t> numbers_;
};

const Node* find_list(const Node& root, const std::string& path) {
  const Node* at = &root;
  if (!path.empty()) {
    for (std::string_view part : base::split(path, '.')) {
      at = at->is_map() ? at->find(part) : nullptr;
      if (!at) return nullptr;
    }
    return at;
  }
  if (!root.is_map()) return at;
  const Node* only = nullptr;
  for (const notation::Entry& entry : root.entries)
    if (entry.value.is_list()) {
      if (only) return nullptr;
      only = &entry.value;
    }
  return only;
}

}  // namespace

std::optional<Sheet> read_json_sheet(const base::SourceText& source, const std::string& rows,
                                     const std::string& decimal, Texts& texts, std::string& mended,
                                     base::Diagnostics& diagnostics) {
  auto root = parse_edited_json(source, texts, mended, diagnostics);
  if (!root) return std::nullopt;
  const Node* list = find_list(*root, rows);
  if (!list || !list->is_list() || list->items.empty()) {
    diagnostics.error("import-format", root->span, "there is no list of rows here")
        .expect("[{\"column\": value, …}, …]")
        .suggest(rows.empty() && root->is_map() ? "say in the settings where it stands: rows: data.items" : "");
    return std::nullopt;
  }
  JsonSheet sheet(decimal, diagnostics);
  for (const Node& item : list->items)
    if (!sheet.add(item)) return std::nullopt;
  return sheet.finish();
}

}  // namespace import
