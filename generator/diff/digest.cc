// Writes what a reviewer should know first, as lines of plain text, the most important ones first.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "diff/report.h"
#include "diff/sides.h"

namespace diff {
namespace {

using site::ChangeKind;

constexpr size_t kMaxNames = 6;

class Digest {
 public:
  Digest(const Sides& sides, const Comparison& comparison) : sides_(sides), comparison_(comparison) {}

  std::vector<std::string> write() {
    failures();
    for (const site::TableChange& table : comparison_.changes.tables) rows_of(table);
    for (const site::TableChange& table : comparison_.changes.tables) subjects_of(table);
    for (const site::TableChange& table : comparison_.changes.tables) moves(table);
    if (const size_t flows = comparison_.changes.flows.size(); flows > 0)
      add_line("Decisions", base::count_of(flows, "case or answer leads", "cases or answers lead") + " elsewhere");
    return std::move(lines_);
  }

 private:
  void add_line(const std::string& what, const std::string& text) { lines_.push_back(what + ": " + text); }

  static std::string listed(std::vector<std::string> names) { return first_of(std::move(names), kMaxNames, ", "); }

  void failures() {
    const auto fails = [](const std::vector<ClaimChange>& claims) {
      return std::ranges::count(claims, true, &ClaimChange::fails);
    };
    std::vector<std::string> parts;
    if (const auto count = fails(comparison_.asserts); count > 0)
      parts.push_back(base::count_of(static_cast<size_t>(count), "assert fails", "asserts fail"));
    if (const auto count = fails(comparison_.prose); count > 0)
      parts.push_back(base::count_of(static_cast<size_t>(count), "figure in a sentence no longer agrees",
                                     "figures in sentences no longer agree"));
    if (!comparison_.mistakes.empty()) parts.push_back(base::count_of(comparison_.mistakes.size(), "other error"));
    if (!parts.empty()) add_line("Does not build", base::join(parts, ", "));
  }

  void rows_of(const site::TableChange& table) {
    if (table.kind != ChangeKind::changed) return add_line(table.title, table_words(table));
    const data::TableInfo& info = *sides_.new_data().find_table(table.resource);
    const bool has_names = info.find("name") >= 0 || info.find("title") >= 0;
    std::vector<std::string> parts;
    for (const auto& [kind, what] : {std::pair(ChangeKind::added, "new"), {ChangeKind::gone, "gone"}}) {
      std::vector<std::string> names;
      for (const site::RowChange& row : table.rows)
        if (row.kind == kind) names.push_back(row.name);
      if (names.empty()) continue;
      parts.push_back(fmt::format("{} {}", names.size(), what));
      if (has_names) parts.back() += fmt::format(" ({})", listed(std::move(names)));
    }
    if (!parts.empty()) add_line(table.title, base::join(parts, ", "));
    const auto folded = std::ranges::count_if(table.rows, is_only_provenance);
    if (folded > 0) add_line(table.title, provenance_words(static_cast<size_t>(folded)));
  }

  // Adds the rows of other tables that this table now refers to for the first time, or no longer: "First results: …".
  void subjects_of(const site::TableChange& change) {
    if (change.kind != ChangeKind::changed) return;
    const data::Resource& resource = *sides_.new_data().package().find(change.resource);
    for (const data::ForeignKey& key : resource.foreign_keys) {
      if (key.fields.size() != 1) continue;
      const auto before = keys_of(sides_.old_data(), change.resource, key.fields[0]);
      const auto after = keys_of(sides_.new_data(), change.resource, key.fields[0]);
      subjects(change.title + ", first rows about", after, before, sides_.new_data(), key.resource);
      subjects(change.title + ", no longer any rows about", before, after, sides_.old_data(), key.resource);
    }
  }
  void subjects(const std::string& what, const std::set<std::string>& in, const std::set<std::string>& without,
                const data::Database& database, const std::string& resource) {
    std::vector<std::string> names;
    const RowTitles titles(database);
    for (const std::string& key : in)
      if (!without.contains(key)) names.push_back(titles.title(resource, key));
    if (!names.empty()) add_line(what, listed(names));
  }
  static std::set<std::string> keys_of(const data::Database& database, const std::string& resource,
                                       const std::string& field) {
    std::set<std::string> keys;
    if (!database.find_table(resource)) return keys;
    const auto connection = database.connect();
    const quantity::Frame frame = connection->table(resource);
    const int column = frame.find(field);
    for (size_t row = 0; column >= 0 && row < frame.rows(); ++row)
      if (const quantity::Value& value = frame.at(row, static_cast<size_t>(column)); !quantity::is_null(value))
        keys.insert(quantity::to_text(value));
    return keys;
  }

  void moves(const site::TableChange& table) {
    for (const site::ColumnMoves& column : site::moves_of(table, sides_.units())) {
      std::vector<std::string> parts;
      for (const auto& [list, verb] : {std::pair(&column.fell, "fell"), {&column.rose, "rose"}}) {
        if (list->empty()) continue;
        std::string text =
            fmt::format("{} {}, {}", list->size(), verb, quantity::percent_text(site::median(*list), sides_.units()));
        if (list->size() > 1)
          text += fmt::format(" in the middle ({} to {})", quantity::percent_text(list->front(), sides_.units()),
                              quantity::percent_text(list->back(), sides_.units()));
        parts.push_back(std::move(text));
      }
      add_line(fmt::format("{}, {}", table.title, column.title), base::join(parts, "; "));
    }
  }

  const Sides& sides_;
  const Comparison& comparison_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> digest_of(const Sides& sides, const Comparison& comparison) {
  return Digest(sides, comparison).write();
}

}  // namespace diff
