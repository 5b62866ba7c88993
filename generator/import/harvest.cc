#include "import/harvest.h"

#include <algorithm>

#include "base/utf8.h"

namespace import {

namespace {

auto place_of(std::string_view field, auto& cells) {
  return std::find_if(cells.begin(), cells.end(), [&](const auto& each) { return each.first == field; });
}

}  // namespace

void Row::set(std::string_view field, Cell cell) {
  if (cell.text.empty()) return;
  cell.text = base::with_valid_utf8(std::move(cell.text));
  auto at = place_of(field, cells);
  if (at == cells.end())
    cells.emplace_back(std::string(field), std::move(cell));
  else
    at->second = std::move(cell);
}

void Row::clear(std::string_view field) {
  if (place_of(field, cells) == cells.end())
    cells.emplace_back(std::string(field), Cell{notation::Kind::null, "", false});
}

void Row::place(std::string_view field, base::Span span) {
  for (auto& [name, cell] : cells)
    if (name == field) cell.span = span;
}

void Row::text(std::string_view field, std::string_view value) {
  set(field, {notation::Kind::string, std::string(value), false});
}

void Row::number(std::string_view field, std::string_view digits, bool computed) {
  set(field, {notation::Kind::number, std::string(digits), computed});
}

const Cell* Row::find(std::string_view field) const {
  auto at = place_of(field, cells);
  return at == cells.end() || at->second.is_empty() ? nullptr : &at->second;
}

std::string_view Row::at(std::string_view field) const {
  const Cell* cell = find(field);
  return cell ? std::string_view(cell->text) : std::string_view();
}

std::optional<std::string> Row::value(std::string_view name) const {
  if (const Cell* cell = find(name)) return cell->text;
  for (const auto& [head, text] : as_read)
    if (head == name) return text;
  return std::nullopt;
}

void Skips::add(const std::string& why, const std::string& where) {
  Reason& reason = reasons_[why];
  ++reason.count;
  ++count_;
  bool told = !reason.examples.empty() && reason.examples.back() == where;
  if (reason.examples.size() < kExamples && !where.empty() && !told) reason.examples.push_back(where);
}

}  // namespace import
