#include "importers/common.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"

namespace import {
namespace {

using Heads = std::vector<std::string_view>;

// Returns the version in a name: "4.0" for "results_v4.0". It is at the end, or before a character that no version
// contains.
std::string version_of(std::string_view name) {
  static const Pattern kVersion(R"(.* v (\d++ \. \d++) (?![.a-z]))");
  const auto found = kVersion.find(name);
  return found ? std::string((*found)[1]) : "";
}

// Returns the first required column that is missing; "" if there is none.
std::string_view missing_of(const Heads& heads, const HeadedTable& table) {
  const auto missing =
      std::ranges::find_if(table.required, [&](auto each) { return std::ranges::find(heads, each) == heads.end(); });
  return missing == table.required.end() ? std::string_view() : *missing;
}

}  // namespace

std::string scalar(const notation::Node& map, std::string_view key) {
  const notation::Node* value = map.find(key);
  return !value || value->is_null() || value->is_list() || value->is_map() ? "" : base::one_line(value->text);
}

std::string digits_of(std::string_view text) {
  text = base::trim(text);
  return quantity::Exact::parse(text) ? std::string(text) : "";
}

std::optional<std::string> availability_of(std::string_view published) {
  // The words that MLPerf's result_summarizer accepts. "available", the only word in earlier rounds, means on-premise.
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"", ""},
      {"available", "available"},
      {"available on-premise", "available on-premise"},
      {"available onprem", "available on-premise"},
      {"onprem", "available on-premise"},
      {"available cloud", "available cloud"},
      {"cloud", "available cloud"},
      {"preview", "preview"},
      {"research", "research"},
      {"research, development, or internal (rdi)", "research"},
      {"rdi", "research"},
      {"development", "research"},
      {"internal", "research"}};
  const auto* at = std::ranges::find(kWords, base::lower_case(base::one_line(published)),
                                     [](const auto& each) { return each.first; });
  return at == std::end(kWords) ? std::nullopt : std::optional<std::string>(at->second);
}

std::string unknown_availability(std::string_view published) {
  return fmt::format("the availability \"{}\" is unknown", base::one_line(published));
}

bool has_no_accelerator(std::string_view model, std::string_view count) {
  const auto number = quantity::Exact::parse(base::trim(count));
  if (number) return number->sign() == 0;
  const std::string name = base::lower_case(base::trim(model));
  return base::trim(count).empty() && (name.empty() || name == "n/a" || name == "none" || name == "-");
}

std::string_view results_in(std::string_view path) {
  const std::vector<std::string_view> parts = base::split(path, '/');
  const auto found = std::find_if(parts.rbegin(), parts.rend(), [](std::string_view part) {
    return part.find("results_v") != std::string_view::npos && !version_of(part).empty();
  });
  return found == parts.rend() ? std::string_view() : *found;
}

std::string version_in(std::string_view path) {
  // Only this part is searched, because names of systems may contain versions too.
  if (const std::string_view results = results_in(path); !results.empty()) return version_of(results);
  const std::vector<std::string_view> parts = base::split(path, '/');
  for (size_t i = parts.size(); i-- > 0;)
    if (std::string version = version_of(parts[i]); !version.empty()) return version;
  return "";
}

bool is_listed(std::string_view option, std::string_view name) {
  return std::ranges::any_of(base::split(option, ','), [&](auto each) { return base::trim(each) == name; });
}

void report_unknown(std::string_view what, std::string_view name, bool may_be_benchmark, const std::string& shown,
                    Task& task) {
  const base::SourceText* text = task.texts.empty() ? nullptr : task.texts.back().get();
  const size_t at = text ? text->text().find(name) : std::string_view::npos;
  const std::string message = fmt::format("the importer does not know the {} \"{}\"", what, name);
  base::Diagnostic& error =
      at == std::string_view::npos
          ? task.diagnostics.error("import-format", shown, message)
          : task.diagnostics.error("import-format", span_of(*text, text->text().substr(at, name.size())), message);
  std::string help = what == "benchmark" ? "" : fmt::format("to leave it out: --ignore {}", name);
  if (may_be_benchmark)
    help += fmt::format("{}to import it as a benchmark: --benchmarks {}", help.empty() ? "" : "; ", name);
  error.suggest(help);
}

Row row_with_id(const std::string& id, const std::string& where) {
  Row row;
  row.where = where;
  row.set("id", id);
  return row;
}

void leave_out(const Row& row, const std::string& why, Task& task) {
  task.input.skips.skip_row(why, row.shown_place());
  task.input.unread.push_back(row);
}

std::string_view cell_of(const NamedCells& row, std::string_view column) {
  const auto at = std::ranges::find(row, column, [](const auto& cell) { return cell.first; });
  return at == row.end() ? std::string_view() : at->second;
}

bool check_heads(const Heads& heads, base::Span at, const HeadedTable& table, base::Diagnostics& diagnostics) {
  if (const std::string_view missing = missing_of(heads, table); !missing.empty()) {
    diagnostics
        .error("import-format", at, fmt::format("there is no column \"{}\": this is not a {}", missing, table.name))
        .expect(std::string(table.expected))
        .suggest(base::did_you_mean(missing, heads));
    return false;
  }
  std::set<std::string_view> known;
  for (std::string_view head : heads) {
    if (head.empty() || known.insert(head).second) continue;
    diagnostics.error("import-format", at, fmt::format("two columns \"{}\"", head))
        .suggest("remove or rename one of them");
    return false;
  }
  return true;
}

void each_headed_row(const InputFile& file, const HeadedTable& table, Task& task,
                     const std::function<void(const NamedCells& row, const std::string& where)>& add) {
  const base::SourceText* text = read_text(file, task.texts, task.diagnostics);
  const auto sheet = text ? read_sheet(*text, task.diagnostics) : std::nullopt;
  if (!sheet) return;
  Heads heads;
  for (const SheetColumn& column : sheet->columns) heads.push_back(column.head);
  if (!check_heads(heads, span_of_line(*text, 1), table, task.diagnostics)) return;
  for (size_t row = 0; row < sheet->rows(); ++row) {
    Heads cells;
    for (const SheetColumn& column : sheet->columns) cells.push_back(column.cells[row]);
    const std::string where = fmt::format("{}:{}", file.shown, sheet->lines[row]);
    if (!missing_of(cells, table).empty()) {
      NamedCells named;
      for (size_t i = 0; i < cells.size(); ++i)
        if (!heads[i].empty()) named.emplace_back(heads[i], cells[i]);
      add(named, where);
      continue;
    }
    if (!check_heads(cells, span_of_line(*text, sheet->lines[row]), table, task.diagnostics)) return;
    task.input.notes.push_back(
        where + (cells == heads ? " repeats the header" : " is another header, which applies to the rows below it"));
    heads = cells;
  }
}

Row row_of(const Price& price) {
  return row_with_id(fmt::format("{}/{}/{}/{}", price.cloud, price.item, price.region, price.terms), price.where);
}

void add_price(const Price& price, Task& task) {
  constexpr int kDigits = 6;
  Row row = row_of(price);
  row.set("provider", price.cloud);
  row.set("offering", price.offering);
  row.set("accelerator", price.accelerator);
  row.set("accelerators", std::to_string(price.accelerators));
  row.set("region", price.region);
  row.set("terms", price.terms);
  const std::string whole = price.digits.empty() ? rounded_digits(price.per_hour, kDigits) : price.digits;
  row.set("usd_per_hour", whole);
  // Computed from the published number, so that readers who divide the published number get the same result.
  row.set(
      "usd_per_accelerator_hour",
      price.accelerators == 1 ? whole : rounded_digits(*quantity::Exact::parse(whole) / price.accelerators, kDigits));
  row.set("as_of", price.as_of);
  row.set("locator", fmt::format("price list, {} in {}", price.offering, price.region));
  row.set("locator_detail", price.locator_detail);
  task.input.rows.push_back(std::move(row));
}

}  // namespace import
