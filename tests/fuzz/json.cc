// Fuzzes strict JSON: accepted input must be valid for another parser too, and read back as the same after writing.
#include "notation/json.h"

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "fuzz/fuzz.h"

namespace {

void write(const notation::Node& node, std::string& out) {
  using enum notation::Kind;
  const char* separator = "";
  switch (node.kind) {
    case list:
      out += '[';
      for (const auto& item : node.items) out += std::exchange(separator, ","), write(item, out);
      out += ']';
      return;
    case map:
      out += '{';
      for (const auto& [key, span, value] : node.entries)
        out.append(std::exchange(separator, ",")).append(notation::json_text(key)) += ':', write(value, out);
      out += '}';
      return;
    case string:
      out += notation::json_text(node.text);
      return;
    case null:
      out += "null";
      return;
    case boolean:
    case number:
      out += node.text;
  }
}

bool equal(const notation::Node& a, const notation::Node& b) {
  if (a.kind != b.kind || a.items.size() != b.items.size() || a.entries.size() != b.entries.size()) return false;
  if (a.kind != notation::Kind::null && a.text != b.text) return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!equal(a.items[i], b.items[i])) return false;
  for (size_t i = 0; i < a.entries.size(); ++i)
    if (a.entries[i].key != b.entries[i].key || !equal(a.entries[i].value, b.entries[i].value)) return false;
  return true;
}

void read_rows(const base::SourceText& source) {
  base::Diagnostics diagnostics;
  size_t rows = 0;
  const bool read = notation::read_json_rows(source, diagnostics, [&](const notation::Node& row) {
    fuzz::check(row);
    fuzz::require(row.is_map() || row.is_list(), "a row is an object or a list");
    ++rows;
    return true;
  });
  fuzz::require(read == !diagnostics.has_errors(), "rows that were refused are reported");
  fuzz::check(diagnostics);
  if (!read) return;
  base::Diagnostics none;
  const auto tree = notation::parse_json(fuzz::whole(source), none);
  fuzz::require(tree && tree->is_list() && tree->items.size() == rows, "rows are the items of a list");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const base::SourceText source("data/rows.json", std::string(fuzz::text_of(data, size)));
  base::Diagnostics diagnostics;
  const auto tree = notation::parse_json(fuzz::whole(source), diagnostics);
  fuzz::check(diagnostics);
  fuzz::require(tree.has_value() == !diagnostics.has_errors(), "what was refused is reported");
  const bool accepted = source.text().find('\0') == std::string_view::npos && nlohmann::json::accept(source.text());
  if (tree) {
    fuzz::require(accepted && !base::find_invalid_utf8(source.text()), "what was accepted is JSON");
    fuzz::check(*tree);
    std::string written;
    write(*tree, written);
    const base::SourceText again("data/again.json", written);
    const auto second = notation::parse_json(fuzz::whole(again), diagnostics);
    fuzz::require(second && equal(*tree, *second), "what was written reads as the same", written);
  } else if (accepted) {
    for (const base::Diagnostic& each : diagnostics.list())
      fuzz::require(each.code != "json-syntax" || source.text().starts_with("\xEF\xBB\xBF"), "JSON is accepted",
                    each.message);
  }
  read_rows(source);
  return 0;
}
