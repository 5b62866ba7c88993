// Compares tables, cell by cell, with what other programs show: workbooks with LibreOffice, web pages and Markdown with
// Chromium. The files and the expected cells are in tests/unit/import/oracles/, made by its make.py; SOURCEBOOK_ORACLES
// is another folder of such files.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "data/csv.h"
#include "data/dates.h"
#include "import/grid.h"
#include "unit/text.h"

namespace {

namespace fs = std::filesystem;
using Rows = std::vector<std::vector<std::string>>;

std::string oracle_bytes(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

Rows rows_of(const std::string& csv) {
  const base::SourceText text("expected.csv", csv);
  base::Diagnostics diagnostics;
  Rows rows;
  data::read_csv(text, {}, diagnostics, [&](const std::vector<data::CsvCell>& cells) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const data::CsvCell& cell : cells) row.push_back(base::one_line(cell.text));
    while (!row.empty() && row.back().empty()) row.pop_back();
    if (row.empty()) rows.pop_back();
    return true;
  });
  return rows;
}

// A number as a program shows it: "1,234.50 €", "-12.5%", "(5)", "1.23E+04".
struct Shown {
  double value = 0, half_digit = 0;
  bool is_number = false;
};

Shown shown_number(std::string text) {
  const bool is_negative = text.starts_with('(') && text.ends_with(')');
  std::erase_if(text, [](char c) { return c == ',' || c == '(' || c == ')' || c == '$' || c == ' ' || (c & 0x80); });
  char* end = nullptr;
  Shown shown;
  shown.value = std::strtod(text.c_str(), &end) * (is_negative ? -1 : 1);
  const std::string digits = text.substr(0, static_cast<size_t>(end - text.c_str()));
  const size_t point = digits.find('.'), exponent = std::min(digits.find_first_of("eE"), digits.size());
  const double decimals = point == std::string::npos ? 0 : static_cast<double>(exponent - point - 1);
  const double power = exponent < digits.size() ? std::strtod(digits.c_str() + exponent + 1, nullptr) : 0;
  shown.half_digit = 0.5000001 * std::pow(10, power - decimals);
  shown.is_number = end != text.c_str() && std::string_view(end).find_first_of("0123456789") == std::string_view::npos;
  return shown;
}

// The seconds of "25:30:00", or of "25:30", in hours or minutes.
std::vector<double> shown_seconds(std::string_view text) {
  const double sign = text.starts_with('-') ? -1 : 1;
  double all = 0;
  const std::vector<std::string_view> parts = base::split(text.substr(sign < 0), ':');
  for (std::string_view part : parts) all = all * 60 + std::strtod(std::string(part).c_str(), nullptr);
  if (parts.size() == 3) return {sign * all};
  return {sign * all, sign * all * 60};
}

bool is_same_duration(const std::string& ours, const std::string& theirs) {
  const size_t unit = ours.rfind(' ');
  if (unit == std::string::npos) return false;
  const std::string name = ours.substr(unit + 1);
  const double factor = name == "h" ? 3600 : name == "min" ? 60 : name == "s" ? 1 : 0;
  const double seconds = std::strtod(ours.c_str(), nullptr) * factor;
  for (double each : shown_seconds(theirs))
    if (factor > 0 && std::abs(each - seconds) < 1) return true;
  return factor > 0 && theirs.find(':') == std::string::npos &&
         std::abs(std::strtod(theirs.c_str(), nullptr) - seconds) <= 0.5;
}

bool is_same_cell(const std::string& ours, const std::string& theirs) {
  // "; " is between two numbers that other programs show side by side.
  if (base::replace_all(ours, "; ", " ") == theirs || ours == theirs || is_same_duration(ours, theirs)) return true;
  if (base::lower(theirs) == ours && (ours == "true" || ours == "false")) return true;
  if (ours == theirs + ":00") return true;  // a time without its seconds
  std::string time = theirs;
  if (time.size() > 10 && time[10] == ' ') time[10] = 'T';
  if (ours == time || ours == time + ":00") return true;
  for (data::DateOrder order : {data::DateOrder::ymd, data::DateOrder::dmy, data::DateOrder::mdy})
    if (data::read_date(theirs, order) == ours) return true;
  const Shown a = shown_number(ours), b = shown_number(theirs);
  return a.is_number && b.is_number && std::abs(a.value - b.value) <= b.half_digit;
}

std::optional<Rows> read_first(const fs::path& file) {
  const std::string bytes = oracle_bytes(file);
  std::vector<import::Grid> grids;
  if (file.extension() == ".md") {
    grids = import::read_markdown_tables(bytes);
  } else if (file.extension() == ".html") {
    if (auto found = import::read_web_tables(bytes)) grids = std::move(*found);
  } else if (auto found = import::read_workbook(bytes)) {
    grids = std::move(found).value();
  }
  std::vector<std::string> notes;
  std::vector<import::Assumption> assumed;
  const auto csv =
      grids.empty() ? std::nullopt : import::csv_of(std::move(grids.front()), {.header = 1}, notes, assumed);
  return csv ? std::optional(rows_of(*csv)) : std::nullopt;
}

// Merged cells of a workbook are repeated in each row and column, where LibreOffice leaves them empty.
bool is_merged_away(const fs::path& file, const std::string& theirs) {
  return theirs.empty() && file.filename().string().starts_with("sheet-merged");
}

}  // namespace

TEST_CASE("tables are read as other programs show them") {
  const char* given = std::getenv("SOURCEBOOK_ORACLES");
  const fs::path folder = given ? fs::path(given) : fs::path(SOURCEBOOK_ROOT) / "tests/unit/import/oracles";
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path file = entry.path().string().ends_with(".csv") ? fs::path(entry.path()).replace_extension() : "";
    if (file.empty() || !fs::exists(file)) continue;
    ++files;
    CAPTURE(file.filename().string());
    const Rows theirs = rows_of(oracle_bytes(entry.path()));
    const auto ours = read_first(file);
    CHECK(ours);
    if (!ours) continue;
    CHECK(ours->size() == theirs.size());
    for (size_t row = 0; row < std::min(ours->size(), theirs.size()); ++row)
      for (size_t column = 0; column < std::max((*ours)[row].size(), theirs[row].size()); ++column) {
        const std::string mine = column < (*ours)[row].size() ? (*ours)[row][column] : "";
        const std::string other = column < theirs[row].size() ? theirs[row][column] : "";
        const bool is_same = is_same_cell(mine, other) || is_merged_away(file, other);
        CHECK_MESSAGE(is_same, "row " << row + 1 << ", column " << column + 1 << ": \"" << mine << "\", shown as \""
                                      << other << "\"");
      }
  }
  CHECK(files >= (given ? 1 : 80));
}
