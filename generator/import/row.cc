#include "import/row.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace import {
namespace {

auto find_cell(std::string_view field, auto& cells) {
  return std::ranges::find(cells, field, [](const auto& each) -> std::string_view { return each.first; });
}

const Cell* cell_of(std::string_view field, const Row::Cells& cells) {
  const auto at = find_cell(field, cells);
  return at == cells.end() ? nullptr : &at->second;
}

}  // namespace

void Row::set(std::string_view field, std::string_view text, bool computed) {
  if (text.empty()) return;
  clear(field);
  find_cell(field, cells)->second = {base::with_valid_utf8(std::string(text)), computed};
}

void Row::clear(std::string_view field) {
  if (find_cell(field, cells) == cells.end()) cells.emplace_back(field, Cell());
}

void Row::place(std::string_view field, base::Span span) {
  if (const auto at = find_cell(field, cells); at != cells.end()) at->second.span = span;
}

std::string Row::shown_place() const {
  return where.empty() && span ? fmt::format("{}:{}", span.source->path(), span.source->line_of(span.begin)) : where;
}

const Cell* Row::find(std::string_view field) const {
  const Cell* cell = cell_of(field, cells);
  if (!cell && shared) cell = cell_of(field, *shared);
  return cell && !cell->text.empty() ? cell : nullptr;
}

std::string_view Row::at(std::string_view field) const {
  const Cell* cell = find(field);
  return cell ? std::string_view(cell->text) : std::string_view();
}

std::optional<std::string> Row::value(std::string_view name) const {
  if (const Cell* cell = find(name)) return cell->text;
  const auto read = find_cell(name, as_read);
  return read == as_read.end() ? std::nullopt : std::optional(read->second);
}

void Skips::skip_row(const std::string& why, const std::string& where) {
  Reason& reason = reasons_[why];
  ++reason.count;
  ++count_;
  const bool is_known = where.empty() || (!reason.examples.empty() && reason.examples.back() == where);
  if (reason.examples.size() < kMaxExamples && !is_known) reason.examples.push_back(where);
}

void refuse_assumptions(const std::vector<Assumption>& assumed, const std::string& file,
                        base::Diagnostics& diagnostics) {
  for (const Assumption& each : assumed)
    diagnostics.error("assumption", file, "assumed: " + each.text)
        .expect("nothing that is assumed, because of --no-assumptions")
        .suggest(each.change);
}

}  // namespace import
