// Checks the data as they would be after an import (import/steps.h).
#include "import/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "data/database.h"
#include "data/rows.h"
#include "io/layered.h"

namespace import {
namespace {

// Loads the data as a build does.
base::Diagnostics load(const io::FileSystem& root, Texts& texts) {
  base::Diagnostics found;
  const auto tree = std::make_shared<const io::SourceTree>(io::SourceTree::read(root, {"data"}, 1, found));
  for (const io::SourceFile* file : tree->below("data/")) texts.emplace_back(tree, &file->source);
  data::find_mistakes(data::data_files(*tree, found), found);
  return found;
}

std::string identity_of(const base::Diagnostic& each) {
  return fmt::format("{}\n{}\n{}", each.code, each.span ? each.span.source->path() : each.path, each.message);
}

base::Hash line_of(const base::Diagnostic& each) {
  if (!each.span) return {};
  const base::SourceText& file = *each.span.source;
  std::string_view line = file.line(file.line_of(each.span.begin));
  if (line.ends_with(',')) line.remove_suffix(1);  // every row except the last one ends with a comma
  return base::hash_bytes(line);
}

bool is_within(base::Span inner, base::Span outer) {
  return inner.source == outer.source && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

base::Diagnostics errors_with(const io::FileSystem& root, const io::FileSystem& changed, Reported reported,
                              Texts& texts) {
  base::Diagnostics after = load(io::LayeredFileSystem(root, changed), texts);
  after.remove_if([](const base::Diagnostic& each) { return each.severity == base::Severity::warning; });
  if (reported == Reported::all_errors || !after.has_errors()) return after;
  std::map<std::string, std::multiset<base::Hash>> known;
  base::Diagnostics before = load(root, texts);
  for (const base::Diagnostic& each : before.list()) known[identity_of(each)].insert(line_of(each));
  // If an error text occurs more often than before, some of its errors are new. Prefer those on lines that are new.
  for (const bool is_on_known_line : {true, false})
    after.remove_if([&](const base::Diagnostic& each) {
      std::multiset<base::Hash>& lines = known[identity_of(each)];
      const auto same = is_on_known_line ? lines.find(line_of(each)) : lines.begin();
      if (same == lines.end()) return false;
      lines.erase(same);
      return true;
    });
  return after;
}

base::Diagnostics moved_to_input(const base::Diagnostics& errors, const data::Resource& resource,
                                 const std::string& path, const std::function<const Row*(const Key& key)>& find) {
  std::vector<base::Diagnostic> list = errors.list();
  const auto first = std::ranges::find_if(list, [&](const auto& e) { return e.span && e.span.source->path() == path; });
  if (first == list.end()) return errors;
  const base::SourceText& written = *first->span.source;
  base::Diagnostics ignored, moved;
  data::RowErrors row_errors(ignored);
  data::read_rows(resource, {&written}, ignored, row_errors, [&](const data::RawRow& raw) {
    const auto is_here = [&](const auto& each) { return is_within(each.span, raw.span); };
    if (std::ranges::none_of(list, [&](const base::Diagnostic& each) {
          return is_here(each) || std::ranges::any_of(each.notes, is_here);
        }))
      return true;
    const Row* row = find(key_of(resource, stored_cells(raw)));
    if (!row) return true;
    const auto place_of = [&](base::Span span) {
      for (size_t i = 0; i < raw.cells.size(); ++i)
        if (raw.cells[i].kind != notation::Kind::null && is_within(span, raw.cells[i].span))
          if (const Cell* cell = row->find(resource.fields[i].field.name); cell && cell->span) return cell->span;
      return row->span;
    };
    for (base::Diagnostic& each : list) {
      if (is_here(each)) {
        each.path = row->where;
        each.span = place_of(each.span);
      }
      for (base::Note& note : each.notes)
        if (is_here(note) && row->span) note.span = place_of(note.span);
    }
    return true;
  });
  for (base::Diagnostic& each : list) moved.error(each.code, each.span, each.message) = std::move(each);
  return moved;
}

}  // namespace import
