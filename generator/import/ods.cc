// Reads OpenDocument spreadsheets (OASIS OpenDocument 1.3 part 3, chapter 9).
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "import/cell_text.h"
#include "import/workbook.h"
#include "markup/html_scanner.h"

namespace import {
namespace {

using markup::HtmlScanner;
using markup::HtmlTag;

// Returns the name of a cell: "BC12" for column 54, counted from 0, of line 12.
std::string cell_name(size_t column, size_t line) {
  std::string letters;
  for (size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters + std::to_string(line);
}

// Reads a duration of XML Schema, "PT25H30M00S", in microseconds. Returns nullopt for other texts, such as those with
// years.
std::optional<int64_t> microseconds_of(const std::string& duration) {
  static const Pattern kDuration(R"((-?) P (?: (\d{1,6}) D)? T (?: (\d{1,7}) H)? (?: (\d{1,9}) M)?
                                    (?: (\d{1,9}) (?: [.,](\d{1,6})\d* )? S)? $)");
  const auto found = kDuration.find(duration);
  if (!found) return std::nullopt;
  const auto number = [&](size_t group) { return static_cast<int64_t>(leading_number((*found)[group])); };
  std::string fraction((*found)[6]);
  fraction.resize(6, '0');
  const int64_t seconds = ((number(2) * 24 + number(3)) * 60 + number(4)) * 60 + number(5);
  const int64_t all = seconds * 1'000'000 + static_cast<int64_t>(leading_number(fraction));
  return (*found)[1].empty() ? all : -all;
}

class OdsReader {
 public:
  explicit OdsReader(const ZipArchive& archive) {
    if (const auto styles = read_xml(archive, "styles.xml")) {
      HtmlScanner scanner(styles.value());
      while (scanner.next())
        if (!scanner.is_text()) read_style(scanner.tag());
    }
  }

  std::optional<std::vector<Grid>> read(std::string_view xml) {
    HtmlScanner scanner(xml);
    size_t tables = 0;  // the depth of nested tables; a table inside a cell is omitted
    while (scanner.next()) {
      if (scanner.is_text()) continue;
      const HtmlTag tag = scanner.tag();
      read_style(tag);
      if (tag.name == "table:table") {
        tag.closes ? tables -= tables > 0 : ++tables;
        if (!tag.closes && tables == 1) begin_sheet(tag);
      }
      if (tables != 1 || tag.closes) continue;
      if (tag.name == "table:table-row") begin_row(tag);
      if (tag.name == "table:table-column") add_column(tag);
      if ((tag.name == "table:table-cell" || tag.name == "table:covered-table-cell") && !add_cell(tag, scanner))
        return std::nullopt;
    }
    end_sheet();
    return std::move(grids_);
  }

 private:
  static size_t repeats(const HtmlTag& tag, std::string_view attribute) {
    return std::max<size_t>(leading_number(tag.attribute(attribute), 1), 1);
  }
  static bool is_collapsed(const HtmlTag& tag) {
    const std::string_view shown = tag.attribute("table:visibility");
    return shown == "collapse" || shown == "filter";
  }

  // What a format shows (16.29).
  struct Format {
    bool is_elapsed = false;               // whether hours don't begin anew after 24
    std::string shown;                     // a letter for each part of a date or time: y, m, d, h, n (minutes), s
    size_t factor = 1;                     // numbers are divided by it
    std::vector<std::string> others = {};  // formats of values that meet a condition
    bool shows(char part) const { return shown.find(part) != std::string::npos; }
  };

  struct TextStyle {
    bool is_struck = false;
    std::string position;  // "super 58%", "-33% 58%" …; "" on the line
  };

  // Notes styles that hide tables or strike out text, and formats.
  void read_style(const HtmlTag& tag) {
    if (tag.closes) return;
    if (tag.name == "style:style") {
      style_ = tag.decoded("style:name");
      text_styles_[style_] = text_styles_[tag.decoded("style:parent-style-name")];
    }
    if (tag.name == "style:table-properties" && tag.attribute("table:display") == "false") hidden_.push_back(style_);
    if (tag.name == "style:text-properties" && tag.has("style:text-line-through-style"))
      text_styles_[style_].is_struck = tag.attribute("style:text-line-through-style") != "none";
    if (tag.name == "style:text-properties" && tag.has("style:text-position"))
      text_styles_[style_].position = tag.decoded("style:text-position");
    if (tag.name.starts_with("number:") && tag.name.ends_with("-style")) {
      format_ = tag.decoded("style:name");
      formats_[format_] = {tag.attribute("number:truncate-on-overflow") == "false", {}};  // content.xml comes last
    }
    if (tag.name == "number:number")
      formats_[format_].factor = std::max<size_t>(leading_number(tag.attribute("number:display-factor"), 1), 1);
    if (tag.name == "style:map") formats_[format_].others.push_back(tag.decoded("style:apply-style-name"));
    for (const auto& [name, letter] : {std::pair("number:year", 'y'),
                                       {"number:month", 'm'},
                                       {"number:day", 'd'},
                                       {"number:day-of-week", 'd'},
                                       {"number:week-of-year", 'd'},
                                       {"number:quarter", 'd'},
                                       {"number:hours", 'h'},
                                       {"number:minutes", 'n'},
                                       {"number:seconds", 's'}})
      if (tag.name == name) formats_[format_].shown += letter;
    if (tag.name == "style:style")
      format_of_[style_] = tag.has("style:data-style-name") ? tag.decoded("style:data-style-name")
                                                            : format_of_[tag.decoded("style:parent-style-name")];
  }

  // The style of a cell; "" if it is unknown.
  std::string style_of(const HtmlTag& tag) const {
    std::string style = tag.decoded("table:style-name");
    if (style.empty()) style = row_style_;
    if (style.empty() && column_ < column_styles_.size()) style = column_styles_[column_];
    return style;
  }

  // The format of a cell; null if it is unknown.
  const Format* format_of(const HtmlTag& tag) {
    const auto format = formats_.find(format_of_[style_of(tag)]);
    return format == formats_.end() ? nullptr : &format->second;
  }

  // By what the format of a cell, or one of those for values that meet a condition, divides numbers.
  const std::set<size_t>& factors_of(const HtmlTag& tag) {
    const std::string& name = format_of_[style_of(tag)];
    std::set<size_t>& factors = factors_[name];
    if (!factors.empty()) return factors;
    factors.insert(formats_[name].factor);
    for (const std::string& other : formats_[name].others) factors.insert(formats_[other].factor);
    return factors;
  }

  void add_column(const HtmlTag& tag) {
    const size_t count = repeats(tag, "table:number-columns-repeated");
    if (is_collapsed(tag)) grids_.back().hidden_columns += std::min<size_t>(count, 1000);
    for (size_t i = 0; i < count && column_styles_.size() < 1000; ++i)
      column_styles_.push_back(tag.decoded("table:default-cell-style-name"));
  }

  void begin_sheet(const HtmlTag& tag) {
    end_sheet();
    Grid& grid = grids_.emplace_back();
    grid.name = tag.decoded("table:name");
    grid.is_hidden = std::ranges::find(hidden_, tag.decoded("table:style-name")) != hidden_.end();
    line_ = 0;
    repeat_ = 1;
    column_ = 0;
    column_styles_.clear();
  }

  // Adds the duration in a cell, if its format shows one.
  void add_elapsed(const HtmlTag& tag) {
    const Format* format = format_of(tag);
    const auto value = microseconds_of(tag.decoded("office:time-value"));
    if (value && format && format->is_elapsed)
      elapsed_.push_back({line_, column_, *value, format->shows('h') ? 'h' : format->shows('n') ? 'm' : 's'});
  }

  void end_sheet() {
    if (grids_.empty()) return;
    end_row();
    put_elapsed(grids_.back(), elapsed_);
    elapsed_.clear();
    remove_midnights(grids_.back());
  }

  void begin_row(const HtmlTag& tag) {
    end_row();
    line_ += repeat_;
    repeat_ = repeats(tag, "table:number-rows-repeated");
    column_ = 0;
    row_style_ = tag.decoded("table:default-cell-style-name");
    grids_.back().hidden_rows += is_collapsed(tag) && repeat_ < 10'000;
  }

  // Ends a row, and repeats it as often as the file specifies, unless it is empty.
  void end_row() {
    std::vector<GridRow>& rows = grids_.back().rows;
    if (line_ == 0 || rows.empty() || rows.back().line != line_ || repeat_ == 1 || repeat_ > 10'000) return;
    grids_.back().repeat_last_row(repeat_ - 1);
    for (size_t i = elapsed_.size(); i-- > 0 && elapsed_[i].line == line_;)
      for (size_t more = 1; more < repeat_; ++more) {
        Elapsed copy = elapsed_[i];
        copy.line += more;
        elapsed_.push_back(copy);
      }
  }

  // Adds a cell. Returns false if the sheet has too many cells.
  bool add_cell(const HtmlTag& tag, HtmlScanner& scanner) {
    const size_t repeat = repeats(tag, "table:number-columns-repeated");
    GridCell cell;
    CellText shown;
    if (!tag.closes_itself) shown = read_text(scanner, tag.name, text_styles_[style_of(tag)].is_struck);
    cell.text = on_one_line(shown.text);
    const bool is_hidden =
        shown.has_paragraph && !shown.is_struck && cell.text.empty() && !tag.attribute("office:value").empty();
    grids_.back().struck_cells += shown.is_struck ? repeat : 0;
    if (is_hidden)
      grids_.back().hidden_values += repeat;
    else if (!shown.is_struck)
      read_value(tag, cell);
    cell.columns = std::min<size_t>(repeats(tag, "table:number-columns-spanned"), 1000);
    cell.rows = repeats(tag, "table:number-rows-spanned");
    Grid& grid = grids_.back();
    if (tag.has("table:formula")) {
      grid.formulas += 1;
      const std::string_view type = tag.attribute("office:value-type");
      grid.missing_results += cell.text.empty() && !is_hidden && !shown.is_struck && !type.empty() && type != "string";
      grid.blank_results += cell.text.empty() && type.empty();
      if (cell.text.empty() && !shown.is_struck && type != "string" && grid.first_missing.empty())
        grid.first_missing = cell_name(column_, line_);
    }
    if (!cell.text.empty()) {
      if (column_ + repeat > 16'384) return false;
      for (size_t i = 0; i < repeat; ++i, ++column_) {
        if (tag.attribute("office:value-type") == "time") add_elapsed(tag);
        grid.put(line_, column_, cell);
      }
      return true;
    }
    column_ += repeat;
    return true;
  }

  // Whether a number is shown as a code: "01067", "12345-6789".
  static bool has_mask(std::string_view shown) {
    return shown.size() > 1 && base::is_digit(shown.back()) &&
           shown.find_first_not_of("0123456789-", 1) == std::string_view::npos && base::is_digit(shown.front()) &&
           (shown.front() == '0' || shown.find('-') != std::string_view::npos);
  }

  // Whether the texts around an amount are one symbol, which is that of its currency: not "k€" or "€/h".
  static bool is_currency_sign(std::string_view texts) {
    static const Pattern kSign("\\s* (?! (?: [kKmM] | bn) [$€£¥]) [^\\s\\d/]* \\s* $");
    return kSign.find(texts).has_value();
  }

  void read_value(const HtmlTag& tag, GridCell& cell) {
    const std::string_view type = tag.attribute("office:value-type");
    const std::string_view value = tag.attribute("office:value");
    cell.is_number = type == "float" || type == "percentage" || type == "currency";
    // A number may be shown as a word, such as TRUE.
    const bool is_word =
        std::ranges::any_of(cell.text, base::is_letter) && std::ranges::none_of(cell.text, base::is_digit);
    if (type == "float" && is_word) cell.is_number = false;
    if (type == "percentage" && !value.empty()) cell.text = percent_of(value);
    if ((type == "float" || type == "currency") && !value.empty() && !is_word && !has_mask(cell.text)) {
      const ShownNumber number = shown_number(value, cell.text, factors_of(tag));
      const std::string code = tag.decoded("office:currency"), texts = number.before + number.after;
      cell.is_number = !number.digits.empty();
      cell.text = type == "currency" && !code.empty() && is_currency_sign(texts)
                      ? number.digits + " " + code
                      : number.before + number.digits + number.after;
    }
    if (type == "date") {
      cell.text = tag.decoded("office:date-value");
      cell.is_number = true;
      if (const Format* format = format_of(tag)) {
        if (cell.text.size() == 10 && format->shown.find_first_of("hns") != std::string::npos) cell.text += "T00:00:00";
        grids_.back().hidden_years += format->shows('m') && !format->shows('y');
        if (!format->shown.empty() && format->shown.find_first_of("dhns") == std::string::npos)
          cell.text = cell.text.substr(0, format->shows('m') ? 7 : 4);
      }
    }
    if (type == "boolean") cell.text = tag.decoded("office:boolean-value");
  }

  struct CellText {
    std::string text;
    bool has_paragraph = false;
    bool is_struck = false;  // whether some of it is struck out, and left out
  };

  // Reads the paragraphs of a cell, which are what it shows, without its comments and what is struck out. `is_struck`
  // is the cell's own style.
  CellText read_text(HtmlScanner& scanner, std::string_view element, bool is_struck) {
    CellText out;
    size_t remarks = 0;
    std::vector<TextStyle> styles = {{is_struck, ""}};  // of the spans that are open
    while (scanner.next()) {
      if (scanner.is_text()) {
        if (remarks > 0) continue;
        const std::string text = markup::unescaped(scanner.text()), &position = styles.back().position;
        if (styles.back().is_struck)
          out.is_struck = true;
        else if (position.starts_with("sub") || position.starts_with('-'))
          out.text += lowered(out.text, text);
        else
          out.text += position.empty() || position.starts_with("0%") ? text : raised(text);
        continue;
      }
      const HtmlTag& tag = scanner.tag();
      if (tag.name == element && tag.closes) break;
      const bool begins = !tag.closes && !tag.closes_itself;
      if (tag.name == "text:span" || tag.name == "text:p") {
        const auto style = text_styles_.find(tag.decoded("text:style-name"));
        const bool is_known = style != text_styles_.end() && !style->first.empty();
        if (begins) styles.push_back(is_known ? style->second : styles.back());
        if (tag.closes && styles.size() > 1) styles.pop_back();
      }
      out.has_paragraph = out.has_paragraph || (tag.name == "text:p" && remarks == 0);
      if (tag.name == "office:annotation" && !tag.closes_itself) tag.closes ? remarks -= remarks > 0 : ++remarks;
      if (tag.name == "text:s" || tag.name == "text:tab") out.text += ' ';
      if (tag.name == "text:line-break" || (tag.name == "text:p" && !out.text.empty())) out.text += '\n';
    }
    return out;
  }

  std::vector<Grid> grids_;
  std::vector<std::string> hidden_;  // styles of hidden tables
  std::string style_, format_;       // the names of the style and of the format that are being read
  std::map<std::string, TextStyle> text_styles_;
  std::map<std::string, Format> formats_;
  std::map<std::string, std::set<size_t>> factors_;  // by the names of formats
  std::map<std::string, std::string> format_of_;     // the formats of styles
  std::vector<std::string> column_styles_;           // the styles of the sheet's columns
  std::string row_style_;                            // the style of the row's cells that have none
  std::vector<Elapsed> elapsed_;                     // the durations of the sheet
  size_t line_ = 0, repeat_ = 1, column_ = 0;
};

}  // namespace

std::optional<std::vector<Grid>> read_ods(const ZipArchive& archive, std::string_view content) {
  return OdsReader(archive).read(content);
}

}  // namespace import
