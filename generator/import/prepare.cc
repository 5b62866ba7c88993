#include "import/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "check/sources.h"
#include "import/alike.h"
#include "quantity/decimal.h"

namespace import {
namespace {

class RowPreparer {
 public:
  RowPreparer(Harvest& harvest, const Settings& settings, const std::string& as_of,
              const data::Bibliography& bibliography, base::Diagnostics& diagnostics)
      : harvest_(harvest), settings_(settings), as_of_(as_of), bibliography_(bibliography), diagnostics_(diagnostics) {}

  void prepare() {
    std::erase_if(harvest_.unread, [&](Row& row) {
      if (!excluded_by(settings_.only, row, false).empty()) return true;
      prepare(row, false);
      return false;
    });
    std::erase_if(harvest_.rows, [&](Row& row) {
      std::string why = excluded_by(settings_.only, row, true);
      if (!why.empty()) {
        harvest_.skips.add(why, row.where);
        return true;
      }
      why = prepare(row, true);
      if (why.empty()) return settle(row), false;
      harvest_.skips.add(why, row.where);
      harvest_.unread.push_back(std::move(row));
      return true;
    });
  }

 private:
  // Nothing is added to the row from here on, and nobody asks what else the file says of it.
  static void settle(Row& row) {
    row.as_read = {};
    row.cells.shrink_to_fit();
  }

  // Why the row can't come in, or "". What can be told of it is told all the same: its key may rest on that.
  std::string prepare(Row& row, bool is_read) {
    std::string why = translate(row);
    auto note = [&](std::string also) {
      if (why.empty()) why = std::move(also);
    };
    note(locate(row));
    note(cite(row, is_read && why.empty()));
    note(finish(row));
    return why;
  }

  // Gives the fields the names of the site's columns, and adds the constants.
  std::string finish(Row& row) const {
    std::string why;
    std::vector<std::pair<std::string, std::string>> constants;
    for (const auto& [column, text] : settings_.constants) {
      std::string missing;
      auto constant = filled(text, row, missing);
      if (constant) constants.emplace_back(column, *constant);
      if (!constant && why.empty()) why = fmt::format("{{{}}} stands in \"{}\" and is not said", missing, column);
    }
    std::string twice = rename(row);
    for (const auto& [column, text] : constants) row.text(column, text);
    return why.empty() ? twice : why;
  }

  static std::optional<std::string> filled(const std::string& text, const Row& row, std::string& missing) {
    return fill_in(text, [&](const std::string& name) { return row.value(name); }, missing);
  }

  // A word that is not known leaves its cell empty.
  std::string translate(Row& row) const {
    std::string why;
    for (auto& [field, cell] : row.cells) {
      auto words = settings_.values.find(field);
      if (words == settings_.values.end() || cell.is_empty()) continue;
      auto word = words->second.find(cell.text);
      bool known = word != words->second.end();
      if (!known && why.empty()) why = fmt::format("\"{}\" is no word for {} that the settings know", cell.text, field);
      cell.text = known ? word->second : "";
      if (cell.text.empty()) cell.kind = notation::Kind::null;
    }
    return why;
  }

  std::string locate(Row& row) {
    if (settings_.locator.empty()) return "";
    std::string missing;
    auto locator = filled(settings_.locator, row, missing);
    if (!locator) return fmt::format("{{{}}} stands in the locator and is not said", missing);
    row.text("locator", *locator);
    return "";
  }

  // A source that is not known is a mistake where a row is to come in from it.
  std::string cite(Row& row, bool is_needed) {
    const Cell* const own = row.find("source");
    base::Span said = own && own->span ? own->span : settings_.resource_span;
    if (!settings_.source.empty() && !row.find("source")) {
      said = settings_.source_span;
      std::string missing;
      auto source = filled(settings_.source, row, missing);
      if (!source) return fmt::format("{{{}}} stands in the source and is not said", missing);
      row.text("source", *source);
    }
    const data::Source* source = nullptr;
    if (std::string id(row.at("source")); !id.empty()) {
      source = bibliography_.find(id);
      if (!source && is_needed) tell_unknown(id, said);
    }
    date(row, source);
    return "";
  }

  void date(Row& row, const data::Source* source) const {
    if (row.find("as_of")) return;
    if (!as_of_.empty()) return row.text("as_of", as_of_);
    row.date_is_assumed = true;
    if (!settings_.as_of.empty()) {
      row.text("as_of", settings_.as_of);
    } else if (source && data::is_partial_date(source->issued.text())) {
      row.text("as_of", source->issued.text());
      row.date_may_be_old = check::is_living(*source);
    }
  }

  void tell_unknown(const std::string& id, base::Span said) {
    if (!unknown_.insert(id).second) return;
    diagnostics_.error("unknown-source", said, fmt::format("there is no source \"{}\" in data/sources/", id))
        .suggest(bibliography_.suggest(id));
  }

  // Two fields may become one column in rows where one of them is empty; else it is told.
  std::string rename(Row& row) const {
    if (settings_.fields.empty()) return "";
    std::string why;
    std::map<std::string, std::string> field_of;  // column -> field
    for (auto& [name, cell] : row.cells) {
      std::string field = std::exchange(name, column_of(settings_, name));
      if (name.empty() || cell.is_empty()) continue;
      auto [at, first] = field_of.emplace(name, field);
      if (!first && why.empty()) why = fmt::format("\"{}\" and \"{}\" both are to be \"{}\"", at->second, field, name);
    }
    std::erase_if(row.cells, [&](const auto& each) {
      return each.first.empty() || (each.second.is_empty() && field_of.contains(each.first));
    });
    return why;
  }

  Harvest& harvest_;
  const Settings& settings_;
  const std::string& as_of_;
  const data::Bibliography& bibliography_;
  base::Diagnostics& diagnostics_;
  std::set<std::string> unknown_;
};

// Of rows that agree in all columns of `best.by`, the one with the best value, the first of equals; and those that are
// there already.
template <class There>
void keep_the_best(Harvest& harvest, const BestOf& best, bool higher, const There& there) {
  std::map<std::vector<std::string>, const Row*> winners;
  auto value = [&](const Row& row) { return quantity::Exact::parse(row.at(best.of)); };
  auto always = [&](const Row& row) {
    return std::any_of(best.always.begin(), best.always.end(), [&](const auto& each) {
      return std::find(each.second.begin(), each.second.end(), row.at(each.first)) != each.second.end();
    });
  };
  auto group = [&](const Row& row) {
    std::vector<std::string> values;
    for (const std::string& column : best.by) values.emplace_back(row.at(column));
    return values;
  };
  for (const Row& row : harvest.rows) {
    if (always(row) || !value(row)) continue;
    const Row*& winner = winners[group(row)];
    if (!winner || (higher ? *value(row) > *value(*winner) : *value(row) < *value(*winner))) winner = &row;
  }
  std::set<const Row*> kept;
  for (const auto& [key, row] : winners) kept.insert(row);
  std::vector<Row> rows;
  for (Row& row : harvest.rows) {
    if (always(row) || !value(row) || kept.contains(&row) || there(row))
      rows.push_back(std::move(row));
    else
      harvest.skips.add(fmt::format("another row has a better {} for the same {}", best.of, base::join(best.by, ", ")),
                        row.where);
  }
  harvest.rows = std::move(rows);
}

}  // namespace

std::string column_of(const Settings& settings, const std::string& field) {
  auto at = settings.fields.find(field);
  return at == settings.fields.end() ? field : at->second;
}

void prepare_rows(Harvest& harvest, const Settings& settings, const std::string& as_of,
                  const data::Bibliography& bibliography, const data::Resource& resource, const std::set<Key>& keys,
                  base::Diagnostics& diagnostics) {
  RowPreparer(harvest, settings, as_of, bibliography, diagnostics).prepare();
  leave_one_of_each_key(resource, harvest.rows, harvest.skips, diagnostics);
  if (settings.best.of.empty()) return;
  const int at = resource.find(settings.best.of);
  const auto better = resource.fields[static_cast<size_t>(at)].field.better;
  auto there = [&](const Row& row) { return keys.contains(key_of(resource, row)); };
  keep_the_best(harvest, settings.best, better == quantity::Better::higher, there);
}

}  // namespace import
