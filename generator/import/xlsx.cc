// Reads Office Open XML workbooks (ECMA-376 part 1: 18.3 worksheets, 18.4 strings, 18.8 styles).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "import/workbook.h"
#include "markup/html_scanner.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using markup::HtmlScanner;
using markup::HtmlTag;

// Returns the name without its namespace prefix: "row" for "x:row".
std::string_view local_name(const HtmlTag& tag) { return tag.name.substr(tag.name.rfind(':') + 1); }

// How a section of a number format (18.8.31) displays a number.
struct NumberFormat {
  std::string condition;    // the comparison in "[>=1]": ">=", or "" without one
  double limit = 0;         // what it compares with
  bool has_digits = false;  // whether it shows the number, and not only texts
  bool is_blank = false;    // whether it shows nothing
  bool has_year = false, has_day = false, has_month = false, has_time = false, is_percent = false;
  bool has_fraction = false;  // whether it shows fractions of a second
  int scale = 0;              // how often it divides the number by 1000, with commas after the digits
  char elapsed = 0;           // the unit in brackets of a duration: 'h', 'm' or 's'; 0 for other formats
  std::string before, after;  // literal texts: "$", " kWh"
  std::string mask;           // its digits, such as "00000-0000", if a whole number has zeros in front or texts within

  bool is_date() const { return has_year || has_day || has_month || has_time; }
  bool is_only_time() const { return has_time && !elapsed && !has_year && !has_day && !has_month; }
};

// Resolves the escapes of a text (22.9.2.19): "_x000D_" is a carriage return, "_x005F_" an underscore.
std::string with_escapes(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = std::min(text.find("_x", at), text.size());
    out += text.substr(at, begin - at);
    const std::string_view digits = text.substr(begin, 7);
    unsigned code = 0;
    const bool is_escape = digits.size() == 7 && digits[6] == '_' &&
                           std::from_chars(digits.data() + 2, digits.data() + 6, code, 16).ptr == digits.data() + 6;
    if (is_escape && (code < 0xD800 || code > 0xDFFF))
      base::append_code_point(out, code);
    else
      out += digits.substr(0, 1);
    at = begin + (is_escape ? 7 : 1);
  }
  return out;
}

// Whether a text consists of one letter, in upper or lower case: "hh".
bool has_only(std::string_view text, char letter) {
  return std::ranges::all_of(text, [&](char c) { return base::lower(c) == letter; });
}

// Removes a sign, "+", "-" or "( )", which the number has itself.
void remove_sign(NumberFormat& format) {
  format.before = base::trim(format.before);
  if (format.before.starts_with('(') && format.after.ends_with(')')) {
    format.before.erase(0, 1);
    format.after.pop_back();
  } else if (format.before.starts_with('+') || format.before.starts_with('-')) {
    format.before.erase(0, 1);
  }
}

NumberFormat parse_section(std::string_view code) {
  NumberFormat format;
  bool& has_digits = format.has_digits;
  bool is_mask = true;
  int commas = 0;  // they scale the number unless another digit follows before the point
  const auto literal = [&](std::string_view text) { (has_digits ? format.after : format.before) += text; };
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = base::lower(code[i]);
    if (c == '"' || c == '[') {
      const size_t end = std::min(code.find(c == '"' ? '"' : ']', i + 1), code.size());
      const std::string_view inside = code.substr(i + 1, end - i - 1);
      if (c == '"') literal(inside);
      if (c == '[' && inside.starts_with('$')) literal(inside.substr(1, inside.find('-') - 1));
      if (const size_t limit = inside.find_first_not_of("<>="); c == '[' && limit > 0 && limit < inside.size()) {
        format.condition = inside.substr(0, limit);
        format.limit = std::strtod(std::string(inside.substr(limit)).c_str(), nullptr);
      }
      const char unit = inside.empty() ? '\0' : base::lower(inside.front());
      if (c == '[' && (unit == 'h' || unit == 'm' || unit == 's') && has_only(inside, unit)) format.elapsed = unit;
      i = end;
    } else if (c == '\\' || c == '_' || c == '*') {
      if (c == '\\' && i + 1 < code.size()) literal(code.substr(i + 1, 1));
      ++i;
    } else if (c == 'g' && base::lower(code.substr(i, 7)) == "general") {
      has_digits = true;
      i += 6;
    } else if (c == '0' || c == '#' || c == '?' || c == '@') {
      is_mask = is_mask && (c == '0' || c == '#');
      format.mask.append(std::exchange(format.after, "")) += c;
      format.has_fraction = format.has_time;
      has_digits = true;
      commas = 0;
    } else if (c == ',') {
      is_mask = false;
      commas += has_digits;
    } else if (c == '.') {
      is_mask = false;
      format.scale += std::exchange(commas, 0);
    } else if (c == '%') {
      format.is_percent = true;
    } else if (c == 'y' || c == 'd' || c == 'h' || c == 's') {
      (c == 'y' ? format.has_year : c == 'd' ? format.has_day : format.has_time) = true;
    } else if (c == 'm') {
      format.has_month = true;
    } else if (c == '/' && code.substr(i + 1).find_first_of("0123456789#?") == 0) {
      is_mask = false;  // a fraction, "# ?/?"
    } else if (c == '$' || c == '/' || (c & 0x80) || c == ' ' || c == '-' || c == '(') {
      if ((c != '-' && c != '(') || has_digits) literal(code.substr(i, 1));
    } else if (c == 'e' && has_digits) {
      is_mask = false;
      ++i;  // skips the sign of the exponent
    }
  }
  const bool has_clock = format.has_time || format.elapsed;
  format.has_month = format.has_month && !(has_clock && !format.has_day && !format.has_year);  // "m" is minutes
  if (!is_mask || format.mask.find_first_not_of('#') + 1 >= format.mask.size()) format.mask.clear();
  format.is_blank =
      !has_digits && !format.is_percent && !format.is_date() && !format.elapsed && base::trim(format.before).empty();
  format.scale += commas;
  if (format.is_date() || format.elapsed) {
    format.before.clear();
    format.after.clear();
  }
  remove_sign(format);
  return format;
}

// Splits a format at the semicolons that are not quoted. The last section is left out if it is for texts.
std::vector<std::string_view> sections_of(std::string_view code) {
  std::vector<std::string_view> sections;
  size_t begin = 0;
  bool is_of_texts = false;
  for (size_t i = 0; i <= code.size(); ++i) {
    const char c = i < code.size() ? code[i] : ';';
    if (c == '"' || c == '[') i = std::min(code.find(c == '"' ? '"' : ']', i + 1), code.size() - 1);
    if (c == '\\' || c == '_' || c == '*') i = std::min(i + 1, code.size() - 1);
    is_of_texts = is_of_texts || c == '@';
    if (c != ';') continue;
    if (sections.empty() || !is_of_texts) sections.push_back(code.substr(begin, i - begin));
    is_of_texts = false;
    begin = i + 1;
  }
  if (sections.size() > 3) sections.resize(3);
  return sections;
}

using NumberFormats = std::vector<NumberFormat>;  // the sections of a format

NumberFormats parse_format(std::string_view code) {
  NumberFormats sections;
  for (std::string_view section : sections_of(code)) sections.push_back(parse_section(section));
  if (sections.size() == 1) sections.front().is_blank = false;  // as "General"
  return sections;
}

bool is_met(const NumberFormat& format, double value) {
  const std::string_view is = format.condition;
  const auto has = [&](char sign) { return is.find(sign) != std::string_view::npos; };
  if (is == "<>") return value != format.limit;
  return (has('<') && value < format.limit) || (has('>') && value > format.limit) ||
         (has('=') && value == format.limit);
}

// Returns the section that shows a value: the first one whose condition it meets. Without conditions, the second one is
// for negative numbers and the third one for 0.
const NumberFormat& section_for(const NumberFormats& sections, double value) {
  for (size_t i = 0; i + 1 < sections.size(); ++i) {
    const bool has_condition = !sections[i].condition.empty();
    const bool is_first = sections.size() == 2 ? value >= 0 : value > 0;
    if (has_condition ? is_met(sections[i], value) : i == 0 ? is_first : value < 0) return sections[i];
  }
  return sections.back();
}

// Writes a whole number as the digits of a format do: "01067" for 1067 in "00000", "12345-6789" in "00000-0000".
std::string with_mask(const std::string& number, std::string_view mask) {
  std::string_view digits = number;
  const bool is_negative = digits.starts_with('-');
  digits.remove_prefix(is_negative);
  if (mask.empty() || !std::ranges::all_of(digits, base::is_digit)) return number;
  std::string reversed;
  for (size_t i = mask.size(); i-- > 0;) {
    const bool is_place = mask[i] == '0' || mask[i] == '#';
    const bool is_filled = is_place && !digits.empty();
    if (is_filled || mask[i] != '#') reversed += is_filled ? digits.back() : mask[i];
    digits.remove_suffix(is_filled);
  }
  return (is_negative ? "-" : "") + std::string(digits) + std::string(reversed.rbegin(), reversed.rend());
}

// Writes a number with all its digits and the texts of its section. A section for negative numbers shows no sign; the
// sign stays unless the section has texts of its own that distinguish them.
std::string formatted_number(const NumberFormats& sections, const NumberFormat& format, std::string_view stored) {
  if (!format.has_digits && std::ranges::any_of(format.before, base::is_letter)) return format.before;
  const NumberFormat& first = sections.front();
  const bool is_second = sections.size() > 1 && &format == &sections[1] && first.condition.empty();
  const bool has_own_texts = format.before != first.before || format.after != first.after;
  const bool has_words = std::ranges::any_of(format.before + format.after, base::is_letter);
  std::string digits = with_mask(shown_digits(stored), format.mask);
  if (const auto number = quantity::Exact::parse(digits); number && format.scale > 0)
    digits = (*number / quantity::Exact(1000).power(format.scale)).to_decimal().value_or(digits);
  if (is_second && has_own_texts && has_words && digits.starts_with('-')) digits.erase(0, 1);
  return format.before + digits + format.after;
}

NumberFormats builtin_format(size_t id) {
  if (id == 9 || id == 10) return parse_format("0%");
  if (id == 14 || id == 15) return parse_format("yyyy-mm-dd");
  if (id == 17) return parse_format("yyyy-mm");
  if (id == 22) return parse_format("yyyy-mm-dd hh:mm");
  if (id == 16 || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return parse_format("yyyy-mm-dd");
  if (id == 47) return parse_format("mm:ss.0");
  if (id == 46) return parse_format("[h]:mm:ss");
  if ((id >= 18 && id <= 21) || id == 45) return parse_format("hh:mm:ss");
  return {NumberFormat()};
}

double number_of(std::string_view stored) { return std::strtod(std::string(stored).c_str(), nullptr); }

// Converts a date stored as days since 1899-12-30, or since 1904-01-01. The first 60 days of the former include
// February 29, 1900, which did not exist.
std::string date_of(std::string_view stored, const NumberFormat& format, bool is_1904) {
  const double serial = number_of(stored);
  if (!(serial >= 0 && serial < 2'958'466)) return std::string(stored);
  auto days = static_cast<int>(std::floor(serial));
  const int second = format.has_fraction ? 1000 : 1;
  auto parts = static_cast<int>(std::lround((serial - days) * 86'400 * second));
  if (parts == 86'400 * second) {
    ++days;
    parts = 0;
  }
  const int seconds = parts / second;
  std::string time = fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (format.has_fraction) time += fmt::format(".{:03}", parts % second);
  if (format.is_only_time()) return time;
  using namespace std::chrono;
  const data::Day begin = is_1904 ? sys_days(year(1904) / 1 / 1) : sys_days(year(1899) / 12 / (days < 60 ? 31 : 30));
  std::string day = data::day_text(begin + std::chrono::days(days));
  if (format.has_time) return day + "T" + time;
  if (format.has_day) return day;
  return format.has_month ? day.substr(0, 7) : day.substr(0, 4);
}

class XlsxReader {
 public:
  XlsxReader(const ZipArchive& archive, const std::string& path)
      : archive_(archive), folder_(path.substr(0, path.rfind('/') + 1)), name_(path.substr(path.rfind('/') + 1)) {}

  std::optional<std::vector<Grid>> read() {
    const auto workbook = read_xml(archive_, folder_ + name_);
    if (!workbook) return std::nullopt;
    read_relations();
    read_strings();
    read_styles();
    std::vector<Grid> grids;
    HtmlScanner scanner(workbook.value());
    while (scanner.next()) {
      if (scanner.is_text() || scanner.tag().closes) continue;
      const HtmlTag& tag = scanner.tag();
      if (local_name(tag) == "workbookPr")
        is_1904_ = tag.attribute("date1904") == "1" || tag.attribute("date1904") == "true";
      if (local_name(tag) != "sheet") continue;
      std::string_view id;
      markup::HtmlAttribute attribute;
      for (markup::HtmlAttributes all(tag.attributes); all.next(attribute);)
        if (attribute.name.ends_with(":id")) id = attribute.value.value_or("");
      const auto path = paths_.find(std::string(id));
      if (path == paths_.end()) continue;  // sheets of charts can't be read
      const auto sheet = read_xml(archive_, path->second);
      if (!sheet) return std::nullopt;
      Grid& grid = grids.emplace_back();
      grid.name = tag.decoded("name");
      grid.is_hidden = tag.has("state") && tag.attribute("state") != "visible";
      if (!read_sheet(sheet.value(), grid) || is_damaged_) return std::nullopt;
    }
    return grids;
  }

 private:
  void read_relations() {
    const auto relations = read_xml(archive_, folder_ + "_rels/" + name_ + ".rels");
    if (!relations) return;
    HtmlScanner scanner(relations.value());
    while (scanner.next()) {
      if (scanner.is_text() || local_name(scanner.tag()) != "Relationship") continue;
      const HtmlTag& tag = scanner.tag();
      std::string path = tag.decoded("Target");
      path = path.starts_with('/') ? path.substr(1) : fmt::format("{}{}", folder_, path);
      const std::string_view type = tag.attribute("Type");
      if (type.ends_with("/worksheet")) paths_[tag.decoded("Id")] = path;
      if (type.ends_with("/sharedStrings")) strings_path_ = path;
      if (type.ends_with("/styles")) styles_path_ = path;
    }
  }

  struct RichText {
    std::string text;
    bool has_struck = false, has_runs = false;
  };

  static bool strikes(const HtmlTag& tag) { return tag.attribute("val") != "0" && tag.attribute("val") != "false"; }

  // Reads the texts of a shared or inline string (18.4), up to the end of `element`.
  std::string read_rich_text(HtmlScanner& scanner, std::string_view element) {
    std::string out;
    bool is_text = false, is_struck = false, is_reading_aid = false;
    std::string position;
    while (scanner.next()) {
      if (scanner.is_text()) {
        if (!is_text || is_reading_aid) continue;
        const std::string text = with_escapes(markup::unescaped(scanner.text()));
        has_struck_ = has_struck_ || is_struck;
        if (is_struck) continue;
        out += position == "superscript" ? raised(text) : position == "subscript" ? lowered(out, text) : text;
        continue;
      }
      const HtmlTag& tag = scanner.tag();
      const std::string_view name = local_name(tag);
      if (name == element && tag.closes) break;
      if (name == "t") is_text = !tag.closes && !tag.closes_itself;
      if (name == "rPh") is_reading_aid = !tag.closes;
      if (name == "r") is_struck = false;
      if (name == "r") position.clear();
      has_runs_ = has_runs_ || name == "r";
      if (name == "strike") is_struck = strikes(tag);
      if (name == "vertAlign") position = tag.attribute("val");
    }
    return out;
  }

  void read_strings() {
    const auto strings = read_xml(archive_, strings_path_);
    if (!strings) return;
    HtmlScanner scanner(strings.value());
    while (scanner.next())
      if (!scanner.is_text() && local_name(scanner.tag()) == "si" && !scanner.tag().closes) {
        has_struck_ = has_runs_ = false;
        const std::string text = scanner.tag().closes_itself ? "" : read_rich_text(scanner, "si");
        strings_.push_back({text, has_struck_, has_runs_});
      }
  }

  void read_styles() {
    const auto styles = read_xml(archive_, styles_path_);
    if (!styles) return;
    std::map<size_t, NumberFormats> own;
    std::vector<bool> struck_fonts;
    bool is_in_cells = false, is_in_fonts = false;
    HtmlScanner scanner(styles.value());
    while (scanner.next()) {
      if (scanner.is_text()) continue;
      const HtmlTag& tag = scanner.tag();
      const std::string_view name = local_name(tag);
      if (name == "numFmt" && !tag.closes)
        own[leading_number(tag.attribute("numFmtId"))] = parse_format(tag.decoded("formatCode"));
      if (name == "fonts") is_in_fonts = !tag.closes;
      if (name == "font" && is_in_fonts && !tag.closes) struck_fonts.push_back(false);
      if (name == "strike" && is_in_fonts && !struck_fonts.empty()) struck_fonts.back() = strikes(tag);
      if (name == "cellXfs") is_in_cells = !tag.closes;
      if (name != "xf" || tag.closes || !is_in_cells) continue;
      const size_t id = leading_number(tag.attribute("numFmtId"));
      const auto found = own.find(id);
      formats_.push_back(found != own.end() ? found->second : builtin_format(id));
      const size_t font = leading_number(tag.attribute("fontId"));
      struck_styles_.push_back(font < struck_fonts.size() && struck_fonts[font]);
    }
  }

  // Reads a cell reference: "BC12" is column 55, line 12.
  static std::pair<size_t, size_t> place_of(std::string_view name) {
    size_t column = 0, i = 0;
    for (; i < name.size() && base::is_letter(name[i]) && i < 4; ++i)
      column = column * 26 + static_cast<size_t>(base::lower(name[i]) - 'a' + 1);
    return {column, leading_number(name.substr(i))};
  }

  bool read_sheet(std::string_view xml, Grid& grid) {
    size_t line = 0, column = 0;
    std::vector<std::string> merged;
    HtmlScanner scanner(xml);
    while (scanner.next()) {
      if (scanner.is_text() || scanner.tag().closes) continue;
      const HtmlTag tag = scanner.tag();
      const std::string_view name = local_name(tag);
      if (name == "row") {
        line = std::max(leading_number(tag.attribute("r"), line + 1), line + 1);
        column = 0;
        grid.hidden_rows += tag.attribute("hidden") == "1" || tag.attribute("hidden") == "true";
      } else if (name == "col" && (tag.attribute("hidden") == "1" || tag.attribute("hidden") == "true")) {
        const size_t first = leading_number(tag.attribute("min"), 1), last = leading_number(tag.attribute("max"), 1);
        if (last < 1000) grid.hidden_columns += last - std::min(first, last) + 1;
      } else if (name == "c") {
        const size_t given = place_of(tag.attribute("r")).first;
        column = given > 0 ? given : column + 1;
        if (tag.closes_itself) continue;
        GridCell cell = read_cell(scanner, tag, line, column, grid);
        if (cell.text.empty()) continue;
        if (column > 16'384) return false;
        grid.put(line, column - 1, std::move(cell));
      } else if (name == "mergeCell") {
        merged.push_back(tag.decoded("ref"));
      }
    }
    for (const std::string& range : merged) merge(range, grid);
    put_elapsed(grid, elapsed_);
    elapsed_.clear();
    remove_midnights(grid);
    return true;
  }

  static void merge(std::string_view range, Grid& grid) {
    const size_t colon = range.find(':');
    if (colon == std::string_view::npos) return;
    const auto [column, line] = place_of(range.substr(0, colon));
    const auto [last_column, last_line] = place_of(range.substr(colon + 1));
    const auto row = std::ranges::lower_bound(grid.rows, line, {}, &GridRow::line);
    if (row == grid.rows.end() || row->line != line || column < 1 || column > row->cells.size()) return;
    if (last_column < column || last_line < line || last_column > 1000) return;
    row->cells[column - 1].columns = last_column - column + 1;
    row->cells[column - 1].rows = last_line - line + 1;
  }

  GridCell read_cell(HtmlScanner& scanner, const HtmlTag& tag, size_t line, size_t column, Grid& grid) {
    const std::string_view type = tag.attribute("t");
    const size_t style = leading_number(tag.attribute("s"), formats_.size());
    std::string value;
    bool is_value = false, has_formula = false;
    has_struck_ = has_runs_ = false;
    GridCell cell;
    while (scanner.next()) {
      if (scanner.is_text()) {
        if (is_value) value += markup::unescaped(scanner.text());
        continue;
      }
      const HtmlTag& inner = scanner.tag();
      const std::string_view name = local_name(inner);
      if (name == "c" && inner.closes) break;
      if (name == "v") is_value = !inner.closes && !inner.closes_itself;
      if (name == "f" && !inner.closes) has_formula = true;
      if (name == "is" && !inner.closes && !inner.closes_itself) cell.text = read_rich_text(scanner, "is");
    }
    grid.formulas += has_formula;
    if (type == "s" && !value.empty()) {
      const size_t index = leading_number(value, strings_.size());
      is_damaged_ = is_damaged_ || index >= strings_.size();
      static const RichText kNone = {};
      const RichText& shared = index < strings_.size() ? strings_[index] : kNone;
      cell.text = shared.text;
      has_struck_ = shared.has_struck;
      has_runs_ = shared.has_runs;
    }
    // The style of a cell does not apply to text that has styles of its own.
    if (style < struck_styles_.size() && struck_styles_[style] && !has_runs_) {
      has_struck_ = has_struck_ || !value.empty() || !cell.text.empty();
      value.clear();
      cell.text.clear();
      has_formula = false;
    }
    grid.struck_cells += has_struck_;
    const bool is_missing = has_formula && value.empty() && type != "str";
    grid.missing_results += is_missing;
    if (is_missing && grid.first_missing.empty()) grid.first_missing = tag.decoded("r");
    if (value.empty() || !cell.text.empty()) return cell;
    if (type == "s") return cell;
    if (type == "b") {
      cell.text = value == "1" ? "true" : "false";
    } else if (!type.empty() && type != "n") {  // a date, or the result of a formula, even an error: "#DIV/0!"
      cell.text = type == "str" ? with_escapes(value) : value;
    } else {
      cell.is_number = true;
      static const NumberFormats kGeneral = {NumberFormat()};
      const NumberFormats& sections = style < formats_.size() ? formats_[style] : kGeneral;
      const double days = number_of(value);
      const NumberFormat& format = section_for(sections, days);
      if (format.elapsed && std::abs(days) < 1e8)
        elapsed_.push_back({line, column - 1, std::llround(days * 86.4e9), format.elapsed});
      grid.hidden_dates += format.is_only_time() && days >= 1;
      grid.hidden_years += format.has_month && !format.has_year;
      grid.hidden_values += format.is_blank;
      cell.text = format.is_blank     ? ""
                  : format.is_date()  ? date_of(value, format, is_1904_)
                  : format.is_percent ? percent_of(value)
                                      : formatted_number(sections, format, value);
    }
    return cell;
  }

  const ZipArchive& archive_;
  const std::string folder_, name_;  // folder and file name of the workbook
  std::string strings_path_, styles_path_;
  std::map<std::string, std::string> paths_;  // paths by the id of the relation
  std::vector<RichText> strings_;
  std::vector<bool> struck_styles_;     // whether the styles of cells strike out text
  bool has_struck_ = false;             // whether a text that was read has struck-out parts, which are left out
  bool has_runs_ = false;               // whether it has parts with styles of their own
  std::vector<NumberFormats> formats_;  // formats by the number of the cell's style
  std::vector<Elapsed> elapsed_;        // the durations of the current sheet
  bool is_1904_ = false;
  bool is_damaged_ = false;  // whether a cell refers to a text that does not exist
};

}  // namespace

std::optional<std::vector<Grid>> read_xlsx(const ZipArchive& archive, const std::string& path) {
  return XlsxReader(archive, path).read();
}

}  // namespace import
