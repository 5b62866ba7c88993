// Checks columns whose values are declared to be the extreme of others (quantity::Field::extreme).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "check/checks.h"
#include "data/connection.h"
#include "quantity/decimal.h"

namespace check {
namespace {

constexpr std::string_view kForm = "\"lowest of TABLE.COLUMN by COLUMN, …\", or \"highest of …\"";

// "lowest of prices.usd by model, region"
struct Extreme {
  bool is_lowest = true;
  std::string table, column;
  std::vector<std::string> by;
};

std::optional<Extreme> read_extreme(std::string_view text) {
  Extreme extreme;
  const std::string_view kind = text.substr(0, text.find(' '));
  extreme.is_lowest = kind == "lowest";
  if (!extreme.is_lowest && kind != "highest") return std::nullopt;
  text = base::trim(text.substr(kind.size()));
  if (!text.starts_with("of ")) return std::nullopt;
  text = base::trim(text.substr(3));
  const size_t by = std::min(text.find(" by "), text.size());
  const std::string_view of = base::trim(text.substr(0, by));
  const size_t dot = of.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  extreme.table = of.substr(0, dot);
  extreme.column = of.substr(dot + 1);
  if (by < text.size())
    for (const std::string_view column : base::split(text.substr(by + 4), ','))
      extreme.by.emplace_back(base::trim(column));
  return extreme;
}

class ExtremeChecker {
 public:
  ExtremeChecker(const site::Site& site, base::Diagnostics& diagnostics)
      : database_(*site.database), diagnostics_(diagnostics) {}

  // `place` is the position of the declaration.
  void check(const quantity::Frame& frame, size_t column, const std::string& declared, base::Span place) {
    const std::optional<Extreme> extreme = read_extreme(declared);
    if (!extreme || !database_.find_table(extreme->table)) {
      report(frame, column, place, fmt::format("\"{}\" is not an extreme", declared)).expect(std::string(kForm));
      return;
    }
    const quantity::Frame& of = table(extreme->table);
    const auto value = columns_of(of, {extreme->column}, frame, column, place);
    const auto groups = value ? columns_of(of, extreme->by, frame, column, place) : std::nullopt;
    if (!groups) return;
    if (has_key(*extreme)) {
      report(frame, column, place,
             fmt::format("each group of \"{}\" is one row, which is always its extreme", declared))
          .expect("groups of several rows, by fewer columns than the key");
      return;
    }
    // A view or query that selects the column may lack the columns of the groups.
    const bool is_selected = !checked_.insert(declared).second &&
                             std::ranges::any_of(extreme->by, [&](const auto& name) { return frame.find(name) < 0; });
    const std::vector<std::string> none;
    const auto own_groups = columns_of(frame, is_selected ? none : extreme->by, frame, column, place);
    if (!own_groups) return;
    std::map<std::string, std::pair<quantity::Exact, size_t>> best;
    for (size_t row = 0; row < of.rows(); ++row) {
      const auto exact = value_of(of, row, value->front());
      if (!exact) continue;
      auto [known, is_new] = best.try_emplace(group_of(of, row, *groups), *exact, row);
      const auto &unit = unit_of(of, row, value->front()), &other = unit_of(of, known->second.second, value->front());
      if (unit && other && !quantity::convertible(*unit, *other)) {
        report(frame, column, place, fmt::format("this compares {} and {}", other->text(), unit->text()))
            .expect("numbers in units that convert to each other")
            .suggest("group them by their unit too, or compare the rows of one unit, in a view");
        return;
      }
      if (!is_new && (extreme->is_lowest ? *exact < known->second.first : *exact > known->second.first))
        known->second = {*exact, row};
    }
    for (size_t row = 0; row < frame.rows(); ++row) {
      const auto exact = value_of(frame, row, column);
      if (!exact) continue;
      const std::string group = group_of(frame, row, *own_groups);
      const auto& unit = unit_of(frame, row, column);
      const auto is_best = [&](const auto& each) {
        const auto& other = unit_of(of, each.second.second, value->front());
        return each.second.first == *exact && (!unit || !other || quantity::convertible(*unit, *other));
      };
      const auto found = is_selected ? std::ranges::find_if(best, is_best) : best.find(group);
      if (found != best.end() && is_best(*found)) continue;
      const std::string actual =
          found == best.end() ? "has no rows" : "is " + quantity::to_text(of.at(found->second.second, value->front()));
      report(frame, column, place,
             fmt::format("{} is not the {} of {}.{}{}{}, which {}", quantity::to_text(frame.at(row, column)),
                         extreme->is_lowest ? "lowest" : "highest", extreme->table, extreme->column,
                         group.empty() ? "" : " for ", group, actual))
          .expect("the extreme in every row that has a value")
          .suggest("correct the value, or remove `extreme`");
      return;
    }
  }

 private:
  base::Diagnostic& report(const quantity::Frame& frame, size_t column, base::Span place, std::string message) {
    return diagnostics_.error("not-extreme", place,
                              fmt::format("{}.{}: {}", frame.name, frame.fields[column].name, message));
  }

  // Returns the columns with these names; nullopt if one does not exist, which is reported.
  std::optional<std::vector<size_t>> columns_of(const quantity::Frame& of, const std::vector<std::string>& names,
                                                const quantity::Frame& frame, size_t column, base::Span place) {
    std::vector<size_t> indices;
    for (const std::string& name : names) {
      const int index = of.find(name);
      if (index < 0) {
        report(frame, column, place, fmt::format("\"{}\" has no column \"{}\"", of.name, name))
            .expect(std::string(kForm))
            .suggest(base::did_you_mean(name, base::views(of.fields, &quantity::Field::name)));
        return std::nullopt;
      }
      indices.push_back(static_cast<size_t>(index));
    }
    return indices;
  }

  // Whether the columns of the groups contain the table's key.
  bool has_key(const Extreme& extreme) const {
    const data::Resource* resource = database_.find_table(extreme.table)->resource;
    return resource && !resource->primary_key.empty() &&
           std::ranges::all_of(resource->primary_key, [&](const std::string& key) {
             return std::ranges::find(extreme.by, key) != extreme.by.end();
           });
  }

  static std::string group_of(const quantity::Frame& frame, size_t row, const std::vector<size_t>& columns) {
    std::string key;
    for (const size_t column : columns) key += (key.empty() ? "" : "/") + quantity::to_text(frame.at(row, column));
    return key;
  }

  // Returns the value in base units, so that values in different units compare.
  std::optional<quantity::Exact> value_of(const quantity::Frame& frame, size_t row, size_t column) {
    auto value = quantity::Exact::from(frame.at(row, column));
    if (!value) return value;
    const auto& unit = unit_of(frame, row, column);
    return unit ? std::optional(*value * unit->factor) : value;
  }

  const std::optional<quantity::Unit>& unit_of(const quantity::Frame& frame, size_t row, size_t column) {
    const auto [at, is_new] = units_.try_emplace(frame.unit_of(row, column));
    if (is_new) at->second = database_.units().parse(at->first);
    return at->second;
  }

  const quantity::Frame& table(const std::string& name) {
    const auto [at, is_new] = tables_.try_emplace(name);
    if (is_new) at->second = database_.connect()->table(name);
    return at->second;
  }

  const data::Database& database_;
  base::Diagnostics& diagnostics_;
  std::map<std::string, std::optional<quantity::Unit>> units_;  // by their texts
  std::map<std::string, quantity::Frame> tables_;
  std::set<std::string> checked_;  // the declarations of the columns that were checked
};

}  // namespace

void for_each_declared(const site::Site& site, std::string quantity::Field::* key,
                       const std::function<void(const quantity::Frame&, size_t column, const std::string& declared,
                                                base::Span place)>& visit) {
  const auto visit_columns = [&](const quantity::Frame& frame, const std::vector<quantity::Field>& fields,
                                 const data::Resource* resource, base::Span place) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if ((fields[i].*key).empty()) continue;
      const int index = resource ? resource->find(fields[i].name) : -1;
      visit(frame, i, fields[i].*key, index < 0 ? place : resource->fields[static_cast<size_t>(index)].span);
    }
  };
  const auto is_declared = [&](const quantity::Field& field) { return !(field.*key).empty(); };
  for (const data::TableInfo& table : site.database->tables())
    if (std::ranges::any_of(table.fields, is_declared))
      visit_columns(site.database->connect()->table(table.name), table.fields, table.resource, {});
  for (const auto& page : site.pages) {
    const auto has_declared = [&](const auto& each) {
      return each.second && std::ranges::any_of(each.second->fields, is_declared);
    };
    // Otherwise the text would be parsed again.
    if (!page->content() || std::ranges::none_of(page->evaluation->frames, has_declared)) continue;
    for (const document::Fence& fence : page->content()->document().fences()) {
      const auto frame = page->evaluation->frames.find(fence.name);
      if (fence.kind == document::FenceKind::query && frame != page->evaluation->frames.end() && frame->second)
        visit_columns(*frame->second, frame->second->fields, nullptr, fence.span);
    }
  }
}

void check_extremes(const site::Site& site, base::Diagnostics& diagnostics) {
  ExtremeChecker checker(site, diagnostics);
  for_each_declared(site, &quantity::Field::extreme,
                    [&](const quantity::Frame& frame, size_t column, const std::string& declared, base::Span place) {
                      checker.check(frame, column, declared, place);
                    });
}

}  // namespace check
