// Finds columns that contain the unit of each row, such as a currency beside a price.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/head.h"
#include "import/infer.h"

namespace import {
namespace {

// Names of columns of units, in lower case. Also the last word of "price_currency".
const std::set<std::string_view> kCurrencies = {"currency", "currencies", "ccy",    "curr",   "währung",
                                                "devise",   "monnaie",    "moneda", "divisa", "valuta"};
const std::set<std::string_view> kUnits = {"unit", "units", "uom", "einheit", "unité", "unidad", "eenheid"};

bool is_money(std::string_view text, const quantity::Units& units) {
  const auto unit = units.parse(text);
  return unit && unit->parts.size() == 1 && unit->parts[0].power == 1 && units.is_currency(unit->parts[0].name);
}

// Whether a name can only be an amount in the row's currency: "list_price", but not "price_index", "dollar_price" or
// "number_of_prices".
bool is_price(const std::string& name, const quantity::Units& units) {
  const std::vector<std::string_view> words = base::split(name, '_');
  return is_price_word(words.back()) && std::ranges::none_of(words, [&](std::string_view word) {
           return base::has_word("of number count dollar euro pound yen", word) ||
                  is_money(unit_of_word(word, units), units);
         });
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('_') + 1); }

class UnitColumns {
 public:
  UnitColumns(InferredTable& table, const Sheet& sheet, const quantity::Units& units, const InferOptions& options,
              base::Diagnostics& diagnostics)
      : table_(table), sheet_(sheet), units_(units), options_(options), diagnostics_(diagnostics) {}

  void find() {
    for (const auto& [name, unit] : options_.units)
      if (unit.starts_with('{') && unit.ends_with('}')) set_given(name, unit.substr(1, unit.size() - 2));
    for (size_t i = 0; i < table_.columns.size(); ++i)
      if (table_.columns[i].type == quantity::FieldType::string && !used_.contains(i)) find(i);
  }

 private:
  InferredColumn& column(size_t i) { return table_.columns[i]; }
  const std::vector<std::string_view>& cells(size_t i) const { return sheet_.columns[i].cells; }

  void set_given(const std::string& name, const std::string& unit_name) {
    const auto is_number = [&](const InferredColumn& each) { return each.is_named_in({name}); };
    const auto number = std::ranges::find_if(table_.columns, is_number);
    if (number == table_.columns.end() || !quantity::is_numeric(number->type)) return;  // was reported
    const auto is_unit = [&](const InferredColumn& each) { return each.is_named_in({unit_name}); };
    const auto unit = std::ranges::find_if(table_.columns, is_unit);
    const std::vector<std::string_view> names = base::views(table_.columns, &InferredColumn::name);
    if (unit == table_.columns.end()) {
      diagnostics_.error("unknown-column", sheet_.text->path(), fmt::format("the file has no column \"{}\"", unit_name))
          .expect("one of " + base::list_names(names, 20))
          .suggest(base::did_you_mean(unit_name, names));
      return;
    }
    const auto i = static_cast<size_t>(unit - table_.columns.begin());
    const auto at = static_cast<size_t>(number - table_.columns.begin());
    if (const std::string why = problem_of(i, at); !why.empty())
      diagnostics_.error("bad-unit", sheet_.text->path(), fmt::format("--unit {}={{{}}}: {}", name, unit_name, why))
          .expect("a unit in each row that has a number");
    set(i, at);
  }

  void set(size_t i, size_t number) {
    column(number).unit_field = column(i).name;
    column(number).unit.clear();
    column(number).type = quantity::FieldType::number;
    used_.insert(i);
  }

  static bool has_no_unit(std::string_view cell) { return cell.empty() || is_missing_text(cell); }

  // Why a column can't contain the units of a column of numbers; "" if it can.
  std::string problem_of(size_t i, size_t number) const {
    for (size_t row = 0; row < cells(i).size(); ++row) {
      const std::string_view cell = cells(i)[row];
      if (has_no_unit(cell) ? !is_missing_mark(cells(number)[row]) : !units_.parse(cell))
        return fmt::format("\"{}\" in line {} is not a known unit", base::shortened(cell), sheet_.lines[row]);
      const auto amount = read_number_text(cells(number)[row]);
      const std::string symbol = amount ? amount->unit : "";
      const auto money = symbol == "$" || symbol == "¥" ? std::nullopt : units_.parse(symbol),
                 unit = units_.parse(cell);
      if (!symbol.empty() && money && unit && !is_counted_in(*unit, *money))
        return fmt::format("\"{}\" in line {} is not in {}", cells(number)[row], sheet_.lines[row], cell);
    }
    return "";
  }

  // Finds the numbers whose units are in this column, if it has units.
  void find(size_t i) {
    const std::string& name = column(i).name;
    std::set<std::string_view> values;
    bool is_all_money = true, is_all_units = true;
    for (std::string_view cell : cells(i)) {
      if (has_no_unit(cell) || !values.insert(cell).second) continue;
      is_all_money = is_all_money && is_money(cell, units_);
      is_all_units = is_all_units && (is_all_money || units_.parse(cell));
      if (!is_all_units && values.size() > 100) break;
    }
    if (values.empty()) return;
    const bool is_named =
        kCurrencies.contains(last_word(name)) || name.starts_with("currency") || kUnits.contains(last_word(name));
    if (!is_named && (!is_all_money || values.size() < 2)) return;
    const std::vector<size_t> numbers = numbers_of(i, is_all_money);
    if (is_all_money && numbers.empty()) check_prices(i);
    if (numbers.empty()) {
      if (const std::string all = unmeasured(); is_all_units && !all.empty())
        table_.wanted.push_back(
            fmt::format("{0} has units: which of {1} are in them? Write --unit NAME='{{{0}}}' for each", name, all));
      return;
    }
    for (size_t number : numbers) {
      const std::string &of = column(number).name, why = problem_of(i, number);
      if (is_all_money && why.empty()) {
        set(i, number);
        table_.assumed.push_back({fmt::format("{} is in the currency that {} gives in its row", of, name),
                                  fmt::format("another unit: --unit {}=UNIT", of)});
      } else {
        table_.wanted.push_back(
            fmt::format("is {0} in the units of {1}?{2} Write --unit {0}='{{{1}}}', or --unit {0}=UNIT", of, name,
                        why.empty() ? "" : fmt::format(" {}: fix it, or declare it in data/units.json.", why)));
      }
    }
  }

  // Reports prices in a currency, "Price (EUR)", beside a column with another one, if no other numbers are in that.
  void check_prices(size_t i) {
    for (size_t at = 0; at < table_.columns.size(); ++at) {
      const InferredColumn& price = table_.columns[at];
      const auto unit = units_.parse(price.unit);
      if (!unit || price.unit_is_given || !is_price_in(price.name, column(i).name, units_)) continue;
      if (const auto conflict = find_currency_conflict(*unit, cells(at), cells(i), sheet_.lines, units_))
        diagnostics_
            .error(
                "mixed-types", sheet_.place_of(at, conflict->row),
                fmt::format("\"{}\" is in {}, but {} says {}", price.head, price.unit, column(i).name, conflict->rows))
            .expect("one currency for each price")
            .suggest(
                fmt::format("if each price is in the currency of its row: --unit {0}='{{{1}}}'; if all are in {2}: "
                            "--unit {0}={2}",
                            price.name, column(i).name, price.unit));
    }
  }

  bool may_have_unit(size_t i) const {
    const InferredColumn& each = table_.columns[i];
    return quantity::is_numeric(each.type) && !each.measured() && each.name != "id";
  }

  std::string unmeasured() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < table_.columns.size(); ++i)
      if (may_have_unit(i)) names.push_back(table_.columns[i].name);
    return base::join(names, ", ");
  }

  // The numbers without another unit that are in the units of column `i`: those that its name begins with, or prices
  // beside currencies. Others may be in them too, which only the user knows.
  std::vector<size_t> numbers_of(size_t i, bool is_all_money) const {
    std::vector<size_t> all, prefixed, prices;
    for (size_t at = 0; at < table_.columns.size(); ++at) {
      if (!may_have_unit(at)) continue;
      const std::string& name = table_.columns[at].name;
      all.push_back(at);
      if (table_.columns[i].name.starts_with(name + "_")) prefixed.push_back(at);
      if (is_all_money && is_price(name, units_)) prices.push_back(at);
    }
    if (!prefixed.empty()) return prefixed;
    return !is_all_money && all.size() == 1 ? all : prices;  // find() asks about units other than money
  }

  InferredTable& table_;
  const Sheet& sheet_;
  const quantity::Units& units_;
  const InferOptions& options_;
  base::Diagnostics& diagnostics_;
  std::set<size_t> used_;  // columns of units that the options name
};

}  // namespace

bool is_price_in(const std::string& name, const std::string& currency, const quantity::Units& units) {
  const std::string_view last = last_word(currency);
  if (!kCurrencies.contains(last) && !currency.starts_with("currency")) return false;
  if (last.size() < currency.size() && kCurrencies.contains(last)) return currency.starts_with(name + "_");
  const std::string_view end = last_word(name);  // "price_eur"
  const bool ends_in_money = end.size() < name.size() && is_money(unit_of_word(end, units), units);
  return is_price(ends_in_money ? name.substr(0, name.size() - end.size() - 1) : name, units);
}

std::optional<CurrencyConflict> find_currency_conflict(const quantity::Unit& unit,
                                                       const std::vector<std::string_view>& numbers,
                                                       const std::vector<std::string_view>& currencies,
                                                       const std::vector<size_t>& lines, const quantity::Units& units) {
  constexpr size_t kMaxLines = 3;
  if (std::ranges::none_of(unit.parts, [&](const auto& part) { return units.is_currency(part.name); }))
    return std::nullopt;
  std::vector<size_t> rows;
  for (size_t row = 0; row < numbers.size(); ++row) {
    const bool has_both = !is_missing_mark(numbers[row]) && is_money(currencies[row], units);
    if (has_both && !is_counted_in(unit, *units.parse(currencies[row]))) rows.push_back(row);
  }
  if (rows.empty()) return std::nullopt;
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(rows.size(), kMaxLines); ++i)
    shown.push_back(fmt::format("{} in line {}", currencies[rows[i]], lines[rows[i]]));
  if (rows.size() > kMaxLines) shown.push_back(fmt::format("… ({})", base::count_of(rows.size(), "row")));
  return CurrencyConflict{rows.front(), base::join(shown, ", ")};
}

void find_unit_columns(InferredTable& table, const Sheet& sheet, const quantity::Units& units,
                       const InferOptions& options, base::Diagnostics& diagnostics) {
  UnitColumns(table, sheet, units, options, diagnostics).find();
}

}  // namespace import
