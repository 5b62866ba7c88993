// Reads workbooks: Office Open XML (xlsx.cc) and OpenDocument spreadsheets (ods.cc). Both are XML in ZIP archives.
#include "import/workbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "import/cell_text.h"
#include "markup/html_scanner.h"
#include "quantity/decimal.h"

namespace import {
namespace {

// Returns the path of the workbook as stated in the package's relations. The default is the path that almost all
// programs use.
std::string workbook_path(const ZipArchive& archive) {
  const auto relations = read_xml(archive, "_rels/.rels");
  markup::HtmlScanner scanner(relations ? std::string_view(relations.value()) : "");
  while (scanner.next())
    if (!scanner.is_text() && scanner.tag().attribute("Type").ends_with("/officeDocument")) {
      const std::string path = scanner.tag().decoded("Target");
      return path.starts_with('/') ? path.substr(1) : path;
    }
  return "xl/workbook.xml";
}

// Whether digits as shown, "1.234,5", are a number above 0, rounded.
bool is_shown_as(const quantity::Exact& number, std::string_view digits) {
  const auto read = read_number_text(digits);
  if (!read) return false;
  return std::ranges::any_of(std::array{&read->with_point, &read->with_comma}, [&](const auto* text) {
    const auto shown = *text ? quantity::Exact::parse(**text) : std::nullopt;
    if (!shown) return false;
    if ((*text)->find('e') != std::string::npos) return (*shown - number).abs() * 20 <= *shown;
    const size_t point = std::min((*text)->find('.'), (*text)->size() - 1);
    return number.rounded(static_cast<int>((*text)->size() - 1 - point)) == *shown;
  });
}

// Whether a fraction as shown, "1 1/2", is a number above 0, rounded.
bool is_shown_as_fraction(const quantity::Exact& number, const std::vector<std::string_view>& parts) {
  const auto part = [&](size_t i) { return quantity::Exact(static_cast<int64_t>(leading_number(parts[i]))); };
  if (part(3).sign() == 0) return false;
  return ((part(1) + part(2) / part(3) - number).abs() * part(3) * 5).to_double() <= 3;
}

// Removes the first occurrence of a text. Returns whether there is one.
bool remove(std::string& from, std::string_view text) {
  const size_t at = from.find(text);
  if (at != std::string::npos) from.erase(at, text.size());
  return at != std::string::npos;
}

}  // namespace

ShownNumber shown_number(std::string_view stored, std::string_view shown, const std::set<size_t>& factors) {
  static const base::Pattern kFraction("(?:(\\d+) )?(\\d+)/(\\d+)"),
      kNumber("[.,]?\\d(?:[.,']?\\d| (?=\\d{3}(?!\\d)))*(?:[eE][-+]?\\d+)?");
  std::string text(shown);
  for (const auto& [sign, plain] : {std::pair("\u202F", " "), {"\u00A0", " "}, {"\u2019", "'"}, {"\u2212", "-"}})
    text = base::replace_all(std::move(text), sign, plain);
  std::string digits = shown_digits(stored);
  const auto value = quantity::Exact::parse(digits);
  if (!value || std::ranges::none_of(text, base::is_digit)) return {"", digits, ""};
  // If several factors may be meant, zeros don't say which.
  if (factors.size() > 1 && value->sign() != 0 && text.find_first_of("123456789") == std::string::npos)
    return {std::string(shown), "", ""};
  std::string_view found;
  if (const auto fraction = kFraction.find(text); fraction && is_shown_as_fraction(value->abs(), *fraction))
    found = fraction->front();
  for (auto factor = factors.begin(); found.empty() && factor != factors.end(); ++factor) {
    const quantity::Exact number = value->abs() / static_cast<int64_t>(*factor);
    size_t at = 0;
    for (auto each = kNumber.find(text); each && found.empty(); each = kNumber.find(text, at)) {
      if (is_shown_as(number, each->front())) found = each->front();
      at = static_cast<size_t>(each->front().data() + each->front().size() - text.data());
    }
    if (!found.empty() && *factor > 1) digits = number.to_decimal().value_or("");
  }
  if (found.empty()) return {std::string(shown), "", ""};
  const auto begin = static_cast<size_t>(found.data() - text.data());
  ShownNumber out{text.substr(0, begin), "", text.substr(begin + found.size())};
  const bool is_negative = value->sign() < 0;
  bool has_sign = false;
  if (is_negative) {
    has_sign = remove(out.before, "-") || (remove(out.before, "(") && remove(out.after, ")")) || remove(out.after, "-");
  } else if (out.before.starts_with('+')) {
    out.before.erase(0, 1);
  }
  // A format for negative numbers may have words instead of a sign.
  const bool has_words = !has_sign && found.find_first_of("123456789") != std::string_view::npos &&
                         std::ranges::any_of(out.before + out.after, base::is_letter);
  if (digits.starts_with('-')) digits.erase(0, 1);
  out.digits = (is_negative && !has_words ? "-" : "") + digits;
  out.before.erase(0, out.before.find_first_not_of(' '));
  return out;
}

size_t leading_number(std::string_view digits, size_t otherwise) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end != digits.data() ? value : otherwise;
}

std::string shown_digits(std::string_view stored) {
  const std::string_view mantissa = stored.substr(0, stored.find_first_of("eE"));
  const size_t first = mantissa.find_first_of("123456789"), point = std::min(mantissa.find('.'), mantissa.size());
  const bool is_whole = point > 0 && mantissa.size() == stored.size() &&
                        mantissa.find_first_not_of(".0", point) == std::string_view::npos;
  if (first == std::string_view::npos && is_whole) return "0";  // also for -0
  if (is_whole) return std::string(mantissa.substr(0, point));
  if (first == std::string_view::npos || std::ranges::count_if(mantissa.substr(first), base::is_digit) <= 15)
    return std::string(stored);
  return fmt::format("{:.15g}", std::strtod(std::string(stored).c_str(), nullptr));
}

std::string percent_of(std::string_view stored) {
  const auto value = quantity::Exact::parse(shown_digits(stored));
  const auto digits = value ? (*value * 100).to_decimal() : std::nullopt;
  return digits ? *digits + "%" : std::string(stored);
}

void put_elapsed(Grid& grid, const std::vector<Elapsed>& cells) {
  constexpr std::pair<std::string_view, int64_t> kUnits[] = {{"h", 3600}, {"min", 60}, {"s", 1}};
  std::map<size_t, size_t> units;  // the index in kUnits of each column
  for (const Elapsed& cell : cells) {
    size_t& unit = units[cell.column];
    while (unit < 2 && kUnits[unit].first.front() != cell.largest) ++unit;
  }
  for (const Elapsed& cell : cells) {
    size_t& unit = units[cell.column];
    while (unit < 2 && cell.microseconds % (10'000 * kUnits[unit].second) != 0) ++unit;
  }
  for (const Elapsed& cell : cells) {
    const auto row = std::ranges::lower_bound(grid.rows, cell.line, {}, &GridRow::line);
    if (row == grid.rows.end() || row->line != cell.line || row->cells.size() <= cell.column) continue;
    const auto& [name, seconds] = kUnits[units[cell.column]];
    const quantity::Exact value = quantity::Exact(cell.microseconds) / (seconds * 1'000'000);
    row->cells[cell.column].text = fmt::format("{} {}", value.to_decimal().value_or(""), name);
  }
}

void remove_midnights(Grid& grid) {
  constexpr std::string_view kMidnight = "T00:00:00";
  const auto is_time = [](const GridCell& cell) { return cell.is_number && cell.text.find('T') == 10; };
  std::set<size_t> timed;  // columns with another time
  for (const GridRow& row : grid.rows)
    for (size_t i = 0; i < row.cells.size(); ++i)
      if (is_time(row.cells[i]) && !row.cells[i].text.substr(10).starts_with(kMidnight)) timed.insert(i);
  for (GridRow& row : grid.rows)
    for (size_t i = 0; i < row.cells.size(); ++i)
      if (is_time(row.cells[i]) && !timed.contains(i)) row.cells[i].text.resize(10);
}

base::Result<std::string, std::string> read_xml(const ZipArchive& archive, const std::string& name) {
  constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
  std::string part = name;
  if (!archive.contains(name))  // names of parts ignore case (ECMA-376 part 2, 6.2.2.3)
    for (std::string& each : archive.names())
      if (markup::equal_names(each, name)) part = std::move(each);
  auto xml = archive.read(part);
  size_t begin = xml ? xml.value().find(kBegin) : std::string::npos;
  if (begin == std::string::npos) return xml;
  std::string out;
  std::string_view rest = xml.value();
  for (; begin != std::string_view::npos; begin = rest.find(kBegin)) {
    out += rest.substr(0, begin);
    rest.remove_prefix(begin + kBegin.size());
    const size_t end = std::min(rest.find(kEnd), rest.size());
    out += base::replace_all(base::replace_all(std::string(rest.substr(0, end)), "&", "&amp;"), "<", "&lt;");
    rest.remove_prefix(std::min(end + kEnd.size(), rest.size()));
  }
  return out.append(rest);
}

base::Result<std::vector<Grid>, std::string> read_workbook(std::string_view bytes) {
  const auto archive = ZipArchive::open(bytes);
  if (!archive) return base::Failure{archive.error()};
  std::optional<std::vector<Grid>> grids;
  if (const std::string path = workbook_path(archive.value()); archive.value().contains(path)) {
    grids = read_xlsx(archive.value(), path);
  } else {
    const auto content = read_xml(archive.value(), "content.xml");
    if (content) grids = read_ods(archive.value(), content.value());
  }
  if (!grids) return base::Failure{std::string("is neither an XLSX nor an ODS workbook, or it is damaged")};
  return std::move(*grids);
}

}  // namespace import
