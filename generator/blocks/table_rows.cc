// A table's rows as HTML: cells, references, notes and groups (blocks/table.h).
#include "blocks/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/text.h"
#include "base/work.h"
#include "blocks/comparability.h"
#include "blocks/short_text.h"
#include "blocks/table_key.h"
#include "data/dates.h"
#include "markup/phone_table.h"
#include "markup/url.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr uint64_t kWorkOfTableCell = 50;
constexpr size_t kTall = 20;               // a table with more rows scrolls in its own frame, with its header fixed
constexpr size_t kMaxColumnsOnPaper = 16;  // a table with more columns prints each row as a list of its cells

std::string classes_of(const ShownColumn& column, std::string_view text) {
  if (column.is_number()) return "number";
  if (column.is_date()) return "dates";
  return markup::is_short_text(text) ? "nowrap" : "";
}

void add_class(std::string& classes, std::string_view more) {
  if (!classes.empty()) classes += ' ';
  classes += more;
}

// Returns the days between the first and the last of "2026-01-31", "2026-01", "2026" (their first day); ignores "".
long days_spanned(const std::set<std::string>& dates) {
  auto first = dates.upper_bound("");
  if (first == dates.end()) return 0;
  const auto from = data::first_day_of(*first), to = data::first_day_of(*dates.rbegin());
  return from && to ? (*to - *from).count() : 0;
}

class TableRows {
 public:
  TableRows(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, const Shape& shape,
            const std::string& name, Notes& notes, Context& context)
      : frame_(frame),
        columns_(columns),
        shape_(shape),
        name_(name),
        notes_(notes),
        context_(context),
        units_(context.view.units()),
        key_(name_, context) {
    shape_.rows = std::min(shape.rows, frame.rows());
    for (const ShownColumn& column : columns_) {
      facts_.push_back(
          facts_of(column, frame_, shape_.group_by, units_, [&](size_t row) { return leave_out(row, column); }));
      check_units(column, facts_.back());
      notes_.show_column(column.field);
    }
    find_dates();
    if (shape_.narrow == Narrow::automatic)
      fold_ = fold_for_phone(columns_, shape_.rows, units_,
                             [this](size_t place, size_t row) { return text_of(place, row); });
  }

  RowsHtml html(std::string_view label) {
    const bool is_tall = shape_.rows > kTall;
    const std::string end = is_tall && shape_.can_skip ? context_.ids.claim(name_ + "-end") : "";
    if (!end.empty()) write_skip_link(end, context_.words, out_);
    out_.open("div").attr("class", is_tall ? "scroll tall" : "scroll").attr("role", "region");
    out_.attr("tabindex", "0").attr("aria-label", label).open("table");
    std::string classes = has_cards() ? "cards" : "";
    if (is_wide()) add_class(classes, "wide");
    out_.attr_if(!classes.empty(), "class", classes);
    write_head();
    write_bodies();
    if (std::ranges::any_of(columns_, [](const ShownColumn& column) { return column.spec.has_summary(); })) {
      out_.open("tfoot");
      write_summaries({0, frame_.rows()}, "");
      out_.close();
    }
    out_.close().close();
    if (!end.empty()) out_.open("span").attr("id", end).close();
    RowsHtml result{out_.take(), date_column_ ? "" : as_of_text(all_dates_, context_)};
    result.html += key_.html();
    result.html += left_out_html();
    return result;
  }

 private:
  // Whether a cell comes from a row that is not true on the site's date, so that it is not compared. Notes the row.
  bool leave_out(size_t row, const ShownColumn& column) {
    const quantity::Refs& refs = frame_.refs_of(row, column.index);
    const data::Validity* outside = nullptr;
    for (const std::string& ref : refs) {
      outside = context_.view.outside_validity(ref);
      if (!outside) return false;
    }
    if (outside && column.field.better != quantity::Better::neither)
      left_out_.emplace(row, LeftOut{outside, std::string(data::record_of(refs.front()))});
    return outside != nullptr;
  }

  // Says which rows are not compared, and why: "Small (until 2024-06-30)". A row is named by its key if another one has
  // the same text in the first column.
  markup::SafeHtml left_out_html() const {
    if (left_out_.empty()) return {};
    constexpr size_t kMaxNamed = 12;
    std::vector<std::string> names;
    std::map<std::string, size_t> counts;  // of the texts of the first column
    for (size_t row = 0; row < frame_.rows(); ++row) ++counts[columns_.front().text_of(frame_, row, units_)];
    for (const auto& [row, left_out] : left_out_) {
      if (names.size() == kMaxNamed) break;
      const auto& [validity, ref] = left_out;
      const bool has_ended = validity->has_ended(context_.view.as_of());
      std::string name = columns_.front().text_of(frame_, row, units_);
      if (counts[name] > 1) name = base::replace_all(ref.substr(ref.find('/') + 1), "/", " ");
      names.push_back(context_.words.fill(
          has_ended ? "ended_row" : "coming_row",
          {{"row", name}, {"date", date_text(has_ended ? validity->to : validity->from, context_)}}));
    }
    if (left_out_.size() > kMaxNamed) names.emplace_back("…");
    markup::Writer out;
    out.open("p").attr("class", "table-key");
    out.text(context_.words.fill(
        "not_compared", {{"date", date_text(context_.view.as_of(), context_)}, {"rows", base::join(names, ", ")}}));
    out.close();
    return out.take();
  }

  bool has_cards() const { return shape_.narrow == Narrow::cards || fold_.as_cards; }
  // Whether phones show the cells of this column below the name of the row: texts, and the dates (which have the place
  // after the last column) if they would be the fourth column or a later one.
  bool is_folded(size_t place) const {
    if (place == columns_.size())
      return date_column_ && shape_.narrow == Narrow::automatic && !fold_.as_cards && place > fold_.columns.size() + 2;
    return fold_.columns.contains(place);
  }
  // Adds the texts of the folded columns, which `text_of` returns for their places, to the first cell of a row.
  void write_below(const std::function<std::string(size_t)>& text_of) {
    std::string all;
    for (size_t place = 1; place <= columns_.size(); ++place)
      if (const std::string text = is_folded(place) ? text_of(place) : ""; !text.empty())
        all.append(all.empty() ? "" : " · ").append(text);
    out_.attr_if(!all.empty(), "data-below", all);
  }
  bool is_wide() const { return columns_.size() + date_column_ > kMaxColumnsOnPaper; }

  void find_dates() {
    std::set<std::set<std::string>> distinct;
    for (size_t row = 0; row < shape_.rows; ++row) {
      std::set<std::string> dates;
      for (const ShownColumn& column : columns_)
        if (column.field.is_measure() && !quantity::is_null(frame_.at(row, column.index)))
          dates.merge(dates_of(frame_.refs_of(row, column.index), context_));
      if (!dates.empty()) distinct.insert(dates);
      all_dates_.insert(dates.begin(), dates.end());
      dates_.push_back(std::move(dates));
    }
    bool shows_dates =
        std::any_of(columns_.begin(), columns_.end(), [](const auto& c) { return c.field.column == "as_of"; });
    bool partly_undated = all_dates_.contains("") && all_dates_.size() > 1;
    bool far_apart = days_spanned(all_dates_) > context_.view.config().date_column_after_days;
    date_column_ = distinct.size() > 1 && (far_apart || partly_undated) && !shows_dates;
  }

  // Writes the <thead>, and before it a <colgroup> for each group of columns.
  void write_head() {
    // Sequences of adjacent columns in one group, and single columns without a group.
    struct ColumnRun {
      size_t begin, end;
    };
    std::vector<ColumnRun> runs;
    bool grouped = false;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string& group = columns_[i].spec.group.text;
      if (group.empty() || runs.empty() || columns_[i - 1].spec.group.text != group) runs.push_back({i, i});
      runs.back().end = i + 1;
      grouped |= !group.empty();
    }
    if (grouped) {
      for (const ColumnRun& run : runs) out_.open("colgroup").attr("span", std::to_string(run.end - run.begin)).close();
      if (date_column_) out_.open("colgroup").attr("span", "1").close();
    }
    out_.open("thead").open("tr");
    for (const ColumnRun& run : runs) {
      const document::Text& group = columns_[run.begin].spec.group;
      if (group.empty()) {
        write_column(run.begin, grouped, false);
        continue;
      }
      out_.open("th").attr("class", "group begins").attr("scope", "colgroup");
      out_.attr("colspan", std::to_string(run.end - run.begin));
      out_.html(short_html(group.text, group.span, context_)).close();
    }
    if (date_column_) {
      out_.open("th").attr("scope", "col").attr_if(is_folded(columns_.size()), "class", "folded");
      out_.attr_if(grouped, "rowspan", "2").attr("data-column", "as_of");
      out_.open("span").attr("class", "title").text(context_.words["as_of_column"]).close().close();
    }
    out_.close();
    if (grouped) {
      out_.open("tr");
      for (const ColumnRun& run : runs)
        for (size_t i = run.begin; i < run.end; ++i)
          if (!columns_[i].spec.group.empty()) write_column(i, false, i == run.begin);
      out_.close();
    }
    out_.close();
  }

  void write_column(size_t place, bool over_two_rows, bool begins_group) {
    const ShownColumn& column = columns_[place];
    std::string classes = column.is_number() ? "number" : "";
    if (is_folded(place)) add_class(classes, "folded");
    if (begins_group) add_class(classes, "begins");
    out_.open("th").attr("scope", "col").attr_if(!classes.empty(), "class", classes);
    out_.attr_if(over_two_rows, "rowspan", "2").attr("data-column", column.field.name);
    if (place == 0)
      write_below([this](size_t i) {
        return i < columns_.size() ? columns_[i].field.title : std::string(context_.words["as_of_column"]);
      });
    if (column.field.better != quantity::Better::neither)
      out_.attr("data-better", column.field.better == quantity::Better::higher ? "higher" : "lower");
    if (!column.field.description.empty()) out_.attr("title", column.field.description);
    out_.open("span").attr("class", "title").text(column.field.title).close();
    if (markup::SafeHtml footnote = footnote_of(column); !footnote.empty()) out_.html(key_.mark(std::move(footnote)));
    write_unit(column.field, units_, out_);
    out_.close();
  }

  // Returns the author's footnote, the column's scope, and the sources of figures in its title. They can't be in the
  // title itself, because the script makes it a button, which must not contain links.
  markup::SafeHtml footnote_of(const ShownColumn& column) {
    markup::SafeHtml footnote;
    auto append = [&](const markup::SafeHtml& html) {
      if (!footnote.empty() && !html.empty())
        footnote += markup::SafeHtml::text(footnote.str().ends_with('.') ? " " : ". ");
      footnote += html;
    };
    const document::Text& text = column.spec.footnote.text;
    if (!text.empty()) append(short_html(text.text, text.span, context_));
    if (!column.field.covers.empty())
      append(markup::SafeHtml::text(context_.words.fill("covers", {{"what", shown_scope(column.field.covers)}})));
    const base::Span title = column.spec.title ? column.spec.title->span : base::Span();
    append(figures_html(column.field.title, title, context_));
    return footnote;
  }

  void write_bodies() {
    const std::vector<RowRange> groups = groups_of(frame_, shape_.group_by);
    if (groups.empty()) out_.open("tbody").close();
    for (const RowRange rows : groups) {
      if (rows.first >= shape_.rows) break;
      out_.open("tbody");
      if (shape_.group_by >= 0) write_group(rows.first, static_cast<size_t>(shape_.group_by));
      for (size_t row = rows.first; row < std::min(rows.last, shape_.rows); ++row) write_row(row);
      // Under a part of a group, readers would take it for the sum of that part.
      if (shape_.group_by >= 0 && rows.last <= shape_.rows) write_summaries(rows, "row-summary");
      out_.close();
    }
  }

  void write_group(size_t row, size_t by) {
    ShownColumn column(frame_, by, context_);
    bool missing = quantity::is_null(frame_.at(row, by));
    out_.open("tr").attr("class", "row-group").open("th").attr("scope", "rowgroup");
    out_.attr("colspan", std::to_string(columns_.size() + (date_column_ ? 1 : 0)));
    out_.open("span").text(missing ? std::string(context_.words["not_given"]) : column.text_of(frame_, row, units_));
    out_.close().close().close();
  }

  void write_row(size_t row) {
    const bool is_highlighted =
        !shape_.highlight.empty() && std::ranges::find(shape_.highlight, text_of(0, row)) != shape_.highlight.end();
    out_.open("tr").attr_if(is_highlighted, "class", "highlight");
    has_labels_ = row == 0 || shape_.labels_all;
    // The records of the whole row and of its texts have no notes, but their caveats apply.
    notes_.mention(frame_.refs_of(row, 0), name_, context_);
    for (const ShownColumn& column : columns_)
      if (!column.field.is_measure()) notes_.mention(frame_.refs_of(row, column.index), name_, context_);
    for (size_t place = 0; place < columns_.size(); ++place) write_cell(place, row);
    if (date_column_) {
      open_cell("td", columns_.size(), "dates");
      out_.text(date_text(dates_[row], context_)).close();
    }
    out_.close();
  }

  void open_cell(std::string_view element, size_t place, std::string classes) {
    const bool is_date = place == columns_.size();
    if (place > 0 && !is_date && !columns_[place].spec.group.empty() &&
        columns_[place].spec.group.text != columns_[place - 1].spec.group.text)
      add_class(classes, "begins");
    if (is_folded(place)) add_class(classes, "folded");
    out_.open(element).attr_if(element == "th", "scope", "row").attr_if(!classes.empty(), "class", classes);
    // If a row becomes a card or a list, each cell needs the title of its column.
    if ((!has_cards() && !is_wide()) || place == 0 || !has_labels_) return;
    if (is_date) {
      out_.attr("data-label", context_.words["as_of_column"]);
      return;
    }
    const quantity::Field& field = columns_[place].field;
    std::string unit = unit_beside(field.title, field.unit, units_);
    out_.attr("data-label", unit.empty() ? field.title : fmt::format("{} ({})", field.title, unit));
  }

  void write_cell(size_t place, size_t row) {
    const ShownColumn& column = columns_[place];
    const ColumnFacts& facts = facts_[place];
    const quantity::Value& value = frame_.at(row, column.index);
    const bool missing = quantity::is_null(value);
    const bool best = facts.marks[row] == Mark::best, worst = facts.marks[row] == Mark::worst;
    const std::string text = text_of(place, row);
    std::string classes = missing && !column.is_number() ? "" : classes_of(column, text);
    if (column.spec.heat && facts.numbers[row]) add_class(classes, heat_class(*facts.numbers[row], facts));
    if (best) {
      add_class(classes, "best");
      key_.saw_best();
    }
    if (worst) {
      add_class(classes, "worst");
      key_.saw_worst();
    }

    open_cell(place == 0 ? "th" : "td", place, classes);
    if (place == 0)
      write_below(
          [this, row](size_t i) { return i < columns_.size() ? text_of(i, row) : date_text(dates_[row], context_); });
    std::string sort = sort_value(column, facts, frame_, row, text, units_);
    out_.attr_if(!sort.empty(), "data-value", sort);
    std::string unit = missing || !facts.mixed_units ? "" : frame_.unit_of(row, column.index);
    out_.attr_if(!unit.empty(), "data-unit", unit);
    if (missing)
      write_missing(column, row);
    else
      write_value(column, row, text);
    if (best || worst) {
      out_.open("span").attr("class", "visually-hidden");
      out_.text(" ").text(context_.words[best ? "best" : "worst"]).close();
    }
    if (std::string footnote = other_cell(column.footnote, row); !footnote.empty())
      out_.html(key_.mark(markup::SafeHtml::text(footnote)));
    if (column.spec.bar && facts.numbers[row] && facts.greatest > facts.least)
      write_bar(*facts.numbers[row], facts.least, facts.greatest);
    out_.close();
  }

  // Returns the text of a cell. Those of the first rows are kept, because they are also measured.
  std::string text_of(size_t place, size_t row) {
    constexpr size_t kKept = 200;
    if (row >= kKept) return columns_[place].text_of(frame_, row, units_);
    if (texts_.empty()) texts_.resize(columns_.size() * std::min(kKept, shape_.rows));
    std::string& text = texts_[row * columns_.size() + place];
    if (text.empty()) text = columns_[place].text_of(frame_, row, units_);
    return text;
  }

  // Returns the text of another column in this row; "" without such a column.
  std::string other_cell(int column, size_t row) const {
    return column < 0 ? "" : quantity::to_text(frame_.at(row, static_cast<size_t>(column)));
  }

  // Reports bars and colours that would compare what has different units.
  void check_units(const ShownColumn& column, const ColumnFacts& facts) {
    if ((column.spec.bar || column.spec.heat) && facts.mixed_units)
      context_.diagnostics
          .error(
              "not-comparable", column.spec.name.span,
              fmt::format("the rows of \"{}\" are in units that do not convert, so bars and colours can't compare them",
                          column.field.name))
          .suggest("restrict the query to rows of one unit");
  }

  // Returns the step of a cell's colour: from the least to the greatest value or, if there are negative ones, by the
  // distance from zero.
  static std::string heat_class(double number, const ColumnFacts& facts) {
    constexpr double kSteps = 5;
    const bool has_negative = *facts.low < 0;
    const double from = has_negative ? 0 : *facts.low, to = std::max(*facts.high, -*facts.low);
    if (to <= from) return "heat-0";
    return fmt::format("heat-{:.0f}{}", kSteps * (std::abs(number) - from) / (to - from),
                       number < 0 ? " negative" : "");
  }

  // Draws a bar from zero, at the same place in all cells of a column whose values reach from `least` to `greatest`.
  void write_bar(double number, double least, double greatest) {
    const auto percent = [&](double length) { return fmt::format("{:.1f}%", 100 * length / (greatest - least)); };
    out_.open("svg").attr("class", "bar").attr("aria-hidden", "true").open("rect");
    if (least < 0) out_.attr("x", percent(std::min(number, 0.0) - least));
    out_.attr("width", percent(std::abs(number))).attr("height", "100%").close().close();
  }

  // Writes the content of a cell, with a link to its note if there is one.
  void write_noted(const std::string& note, const markup::SafeHtml& html, const std::string& title = "") {
    if (note.empty()) {
      out_.html(html);
      return;
    }
    out_.open("a").attr("class", "cell").attr("href", "#" + site::encode_fragment(note));
    out_.attr_if(!title.empty(), "title", title).html(html).close();
  }

  // Writes the sign of a missing value, with a link to the note that explains it.
  void write_missing(const ShownColumn& column, size_t row) {
    const document::Text& by_author = column.spec.missing.text;
    std::string meaning = by_author.text, note;
    if (std::string said = other_cell(column.missing, row); !said.empty()) {
      meaning = std::move(said);
      auto index = static_cast<size_t>(column.missing);
      const quantity::Refs& refs = frame_.refs_of(row, index);
      bool sourced = std::any_of(refs.begin(), refs.end(), [&](const std::string& ref) {
        const site::Provenance* provenance = context_.view.provenance(ref);
        return provenance && provenance->source;
      });
      if (sourced) note = notes_.add_note(refs, frame_.fields[index].resource.empty(), name_, context_);
    }
    write_sign(meaning, meaning == by_author.text ? by_author.span : base::Span(), note);
  }

  void write_sign(const std::string& meaning, base::Span span, const std::string& note) {
    const TableKey::Sign sign = key_.missing(meaning);
    markup::Writer shown;
    if (sign.text != sign.sign) {
      shown.open("span").attr("aria-hidden", "true").text(sign.sign).close();
      shown.open("span").attr("class", "visually-hidden").text(sign.text).close();
    } else {
      shown.html(short_html(sign.text, span, context_));
    }
    out_.open("span").attr("class", "none");
    write_noted(note, shown.take());
    out_.close();
  }

  void write_value(const ShownColumn& column, size_t row, const std::string& text) {
    if (column.link >= 0) return write_link(column, row, text);
    const quantity::Refs& refs = frame_.refs_of(row, column.index);
    const std::string note =
        column.field.is_measure() ? notes_.add_note(refs, column.field.resource.empty(), name_, context_) : "";
    write_noted(note, markup::SafeHtml::text(text), other_cell(column.exact, row));
  }

  void write_link(const ShownColumn& column, size_t row, const std::string& text) {
    const base::Span span = column.spec.name.span;
    const std::string to = other_cell(column.link, row), record = record_of(row, column);
    // Links are relative to the file that contains the block, even on the table's own page.
    const site::LinkParts parts = site::split_link(to);
    auto address = site::join_path(context_.view.content()->folder(), parts.path);
    auto anchor = site::decode_percent(parts.anchor);
    if (site::is_external(to) && markup::has_sound_host(to)) {
      out_.open("a").url("href", to).attr("rel", "noopener").text(text).close();
    } else if (address && anchor && context_.view.target(*address)) {
      context_.links.push_back({*address, *anchor, span, record, std::string(parts.query)});
      blocks::write_link(site::relative_link(context_.address(), *address) + to.substr(parts.path.size()), text, out_);
    } else {
      auto& d = context_.diagnostics.error("unknown-page", span,
                                           fmt::format("a table links to \"{}\", which is not a page", to));
      const std::string place = context_.view.row_place(record);
      if (!place.empty()) d.suggest(place + " is shown there");
      out_.text(text);
    }
  }

  // Returns the record that a cell comes from, otherwise the record of the row's first cell; "" if neither has one.
  std::string record_of(size_t row, const ShownColumn& column) const {
    for (size_t at : {column.index, size_t{0}})
      if (const quantity::Refs& refs = frame_.refs_of(row, at); !refs.empty()) return refs.front();
    return "";
  }

  // Writes a row for each kind of summary that a column has.
  void write_summaries(RowRange rows, std::string_view classes) {
    for (const auto& [kind, key] : kSummaries) {
      std::vector<std::optional<Summary>> cells;
      for (const ShownColumn& column : columns_)
        cells.push_back(column.spec.*key ? summary_of(kind, column, frame_, rows, context_) : std::nullopt);
      if (std::ranges::none_of(cells, [](const auto& cell) { return cell.has_value(); })) continue;
      out_.open("tr").attr_if(!classes.empty(), "class", classes);
      for (size_t place = 0; place < columns_.size(); ++place) {
        const bool is_number = columns_[place].spec.*key;
        open_cell(place == 0 ? "th" : "td", place, is_number ? "number" : "");
        if (place == 0) {
          if (is_number) out_.open("span").attr("class", "visually-hidden");
          const bool is_of_groups = shape_.group_by >= 0 && classes.empty();
          out_.text(is_of_groups || rows.last > shape_.rows
                        ? context_.words.fill(std::string(kind) + "_of_all", {{"count", std::to_string(rows.last)}})
                        : std::string(context_.words[kind]));
          if (is_number) out_.text(" ").close();
        }
        if (cells[place]) write_summary(*cells[place], rows);
        out_.close();
      }
      if (date_column_) out_.open("td").attr_if(is_folded(columns_.size()), "class", "folded").close();
      out_.close();
    }
  }

  void write_summary(const Summary& summary, RowRange rows) {
    if (summary.values == 0)
      write_sign("", {}, "");
    else
      write_noted(notes_.add_note(summary.refs, true, name_, context_), markup::SafeHtml::text(summary.text));
    if (size_t without = rows.last - rows.first - summary.values; without > 0)
      out_.html(key_.mark(markup::SafeHtml::text(context_.words.count("total_without", without))));
  }

  const quantity::Frame& frame_;
  const std::vector<ShownColumn>& columns_;
  Shape shape_;
  const std::string& name_;
  Notes& notes_;
  Context& context_;
  const quantity::Units& units_;
  std::vector<ColumnFacts> facts_;  // one for each column
  struct LeftOut {
    const data::Validity* validity;
    std::string ref;  // the record of the row
  };
  std::map<size_t, LeftOut> left_out_;  // rows that are not compared
  Fold fold_;
  std::vector<std::string> texts_;  // of the cells of the first rows, row by row
  TableKey key_;
  markup::Writer out_;
  std::vector<std::set<std::string>> dates_;  // one set for each row
  std::set<std::string> all_dates_;
  bool date_column_ = false;
  bool has_labels_ = true;  // whether the cells of the current row have the titles of their columns
};

}  // namespace

void write_skip_link(const std::string& to, const site::Words& words, markup::Writer& out) {
  out.open("a").attr("class", "visually-hidden").attr("href", "#" + site::encode_fragment(to));
  out.text(words["skip_table"]).close();
}

RowsHtml rows_html(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, const Shape& shape,
                   const std::string& name, std::string_view label, Notes& notes, Context& context) {
  if (!base::charge_work(kWorkOfTableCell * shape.rows * columns.size())) return {};
  return TableRows(frame, columns, shape, name, notes, context).html(label);
}

}  // namespace blocks
