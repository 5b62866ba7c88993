#include "blocks/table_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "blocks/date_span.h"
#include "blocks/short_text.h"
#include "blocks/table_head.h"
#include "blocks/table_total.h"
#include "markup/url.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr size_t kTall = 20;       // more rows than these scroll in a frame of their own, under their header
constexpr size_t kShortText = 16;  // a text up to here is never broken
constexpr size_t kShortWord = 24;  // nor a single word up to here

bool stays_whole(std::string_view text) {
  size_t length = base::count_code_points(text);
  return length <= kShortText || (length <= kShortWord && text.find(' ') == std::string_view::npos);
}

std::string classes_of(const ShownColumn& column, std::string_view text) {
  if (column.is_number()) return "number";
  if (column.is_date()) return "dates";
  return stays_whole(text) ? "nowrap" : "";
}

void add(std::string& classes, std::string_view more) {
  if (!classes.empty()) classes += ' ';
  classes += more;
}

}  // namespace

TableRows::TableRows(const quantity::Frame& frame, std::vector<ShownColumn> columns, Shape shape, std::string_view name,
                     Context& context)
    : frame_(frame),
      columns_(std::move(columns)),
      shape_(shape),
      name_(name),
      context_(context),
      extremes_(frame, columns_),
      sort_(frame, columns_, context.view.units()),
      key_(name_, context) {
  shape_.rows = std::min(shape.rows, frame.rows());
  gather_dates();
}

void TableRows::gather_dates() {
  std::set<std::set<std::string>> distinct;
  std::set<std::string> all;
  for (size_t row = 0; row < shape_.rows; ++row) {
    std::set<std::string> dates;
    for (const ShownColumn& column : columns_)
      if (column.field.is_measure() && !quantity::is_null(frame_.at(row, column.index)))
        dates.merge(dates_of(frame_.refs_of(row, column.index), context_));
    if (!dates.empty()) distinct.insert(dates);
    all.insert(dates.begin(), dates.end());
    dates_.push_back(std::move(dates));
  }
  bool shows_dates =
      std::any_of(columns_.begin(), columns_.end(), [](const auto& c) { return c.field.column == "as_of"; });
  bool partly_undated = all.contains("") && all.size() > 1;
  bool far_apart = days_spanned(all) > context_.view.config().date_column_after_days;
  date_column_ = distinct.size() > 1 && (far_apart || partly_undated) && !shows_dates;
}

std::string TableRows::single_date() const {
  if (date_column_) return "";
  std::set<std::string> all;
  for (const auto& dates : dates_) all.insert(dates.begin(), dates.end());
  return date_text(all, context_);
}

// Of a value that is there.
std::string TableRows::text_of(const ShownColumn& column, size_t row) const {
  const quantity::Value& value = frame_.at(row, column.index);
  if (!column.field.unit_field.empty())
    return column.format.with_unit(value, unit_of(column, frame_, row), context_.view.units());
  return std::string(column.labels(column.format(value)));
}

void TableRows::write_bar(size_t place, size_t row) {
  double value = quantity::to_double(frame_.at(row, columns_[place].index));
  double greatest = extremes_.greatest(place);
  if (!columns_[place].bar || !(value >= 0) || !(greatest > 0)) return;
  out_.open("svg").attr("class", "bar").attr("viewBox", "0 0 100 6").attr("preserveAspectRatio", "none");
  out_.attr("aria-hidden", "true").open("rect").attr("width", fmt::format("{:.1f}", 100 * value / greatest));
  out_.attr("height", "6").close().close();
}

// The sign of what is missing leads to where that is said, as a value leads to where it is from.
void TableRows::write_missing(const ShownColumn& column, size_t row, Notes& notes) {
  std::string meaning = column.missing, note;
  if (column.missing_column >= 0) {
    auto index = static_cast<size_t>(column.missing_column);
    if (!quantity::is_null(frame_.at(row, index))) {
      meaning = quantity::to_text(frame_.at(row, index));
      const quantity::Refs& refs = frame_.refs_of(row, index);
      bool sourced = std::any_of(refs.begin(), refs.end(), [&](const std::string& ref) {
        auto provenance = context_.view.provenance(ref);
        return provenance && provenance->source;
      });
      if (sourced) note = notes.add(refs, frame_.fields[index].resource.empty(), name_, context_);
    }
  }
  TableKey::Sign sign = key_.missing(meaning);
  out_.open("span").attr("class", "none");
  if (sign.text != sign.sign) out_.attr("title", sign.text);
  if (!note.empty()) out_.open("a").attr("class", "cell").attr("href", "#" + site::encode_fragment(note));
  if (sign.text == sign.sign) {
    out_.html(short_html(sign.text, sign.text == column.missing ? column.missing_span : base::Span(), context_));
  } else {
    out_.open("span").attr("aria-hidden", "true").text(sign.sign).close();
    out_.open("span").attr("class", "visually-hidden").text(sign.text).close();
  }
  if (!note.empty()) out_.close();
  out_.close();
}

// The record that a cell comes from, or the one that its row begins with; "" for neither.
std::string TableRows::record_of(size_t row, const ShownColumn& column) const {
  for (size_t at : {column.index, size_t{0}})
    if (const quantity::Refs& refs = frame_.refs_of(row, at); !refs.empty()) return refs.front();
  return "";
}

void TableRows::write_link(const ShownColumn& column, size_t row, const std::string& text) {
  std::string to = quantity::to_text(frame_.at(row, static_cast<size_t>(column.link)));
  // Seen from the file that holds the block, also on the table's own page.
  const size_t hash = std::min(to.find('#'), to.size());
  auto address = site::join_path(context_.view.content()->folder(), to.substr(0, hash));
  auto anchor = site::decode_percent(to.substr(std::min(hash + 1, to.size())));
  if (site::is_external(to) && markup::has_sound_host(to)) {
    out_.open("a").url("href", to).attr("rel", "noopener").text(text).close();
  } else if (address && anchor && context_.view.target(*address)) {
    context_.links.push_back({*address, *anchor, column.span, record_of(row, column)});
    out_.open("a").url("href", site::relative_link(context_.address(), *address) + to.substr(hash)).text(text).close();
  } else {
    auto& d = context_.diagnostics.error("unknown-page", column.span,
                                         fmt::format("a table leads to \"{}\", which is no page", to));
    const std::string place = context_.view.row_place(record_of(row, column));
    if (!place.empty()) d.suggest(place + " is shown there");
    out_.text(text);
  }
}

void TableRows::write_value(const ShownColumn& column, size_t row, const std::string& text, Notes& notes) {
  if (column.link >= 0) {
    write_link(column, row, text);
    return;
  }
  const quantity::Refs& refs = frame_.refs_of(row, column.index);
  std::string note = column.field.is_measure() ? notes.add(refs, column.field.resource.empty(), name_, context_) : "";
  if (note.empty())
    out_.text(text);
  else
    out_.open("a").attr("class", "cell").attr("href", "#" + site::encode_fragment(note)).text(text).close();
}

void TableRows::open_cell(std::string_view element, size_t place, std::string classes) {
  if (place > 0 && place < columns_.size() && !columns_[place].group.empty() &&
      columns_[place].group != columns_[place - 1].group)
    add(classes, "begins");
  out_.open(element).attr_if(element == "th", "scope", "row").attr_if(!classes.empty(), "class", classes);
  // Where a row becomes a card or a list, each cell says its column's title.
  if ((!shape_.cards && !is_wide()) || place == 0) return;
  if (place == columns_.size()) {
    out_.attr("data-label", context_.words["as_of_column"]);
    return;
  }
  const quantity::Field& field = columns_[place].field;
  std::string unit = unit_beside(field.title, field.unit, context_.view.units());
  out_.attr("data-label", unit.empty() ? field.title : fmt::format("{} ({})", field.title, unit));
}

void TableRows::write_cell(size_t place, size_t row, Notes& notes) {
  const ShownColumn& column = columns_[place];
  const quantity::Value& value = frame_.at(row, column.index);
  bool missing = quantity::is_null(value);
  bool best = extremes_.is_best(place, value);
  bool worst = extremes_.is_worst(place, value);
  std::string text = missing ? "" : text_of(column, row);
  std::string classes = missing && !column.is_number() ? "" : classes_of(column, text);
  if (best) add(classes, "best"), key_.saw_best();
  if (worst) add(classes, "worst"), key_.saw_worst();

  open_cell(place == 0 ? "th" : "td", place, classes);
  if (std::string sort = sort_.value(place, row, text); !sort.empty()) out_.attr("data-value", sort);
  if (std::string unit = missing ? "" : sort_.unit(place, row); !unit.empty()) out_.attr("data-unit", unit);
  if (missing)
    write_missing(column, row, notes);
  else
    write_value(column, row, text, notes);
  if (best || worst) {
    out_.open("span").attr("class", "visually-hidden");
    out_.text(" ").text(context_.words[best ? "best" : "worst"]).close();
  }
  if (column.footnote_column >= 0)
    if (const quantity::Value& said = frame_.at(row, static_cast<size_t>(column.footnote_column));
        !quantity::is_null(said))
      out_.html(key_.mark(markup::SafeHtml::text(quantity::to_text(said))));
  write_bar(place, row);
  out_.close();
}

// The records that the row as a whole comes from, and those of its texts: they have no notes, but their caveats hold.
void TableRows::mention_row(size_t row, Notes& notes) {
  notes.mention(frame_.refs_of(row, 0), name_, context_);
  for (const ShownColumn& column : columns_)
    if (!column.field.is_measure()) notes.mention(frame_.refs_of(row, column.index), name_, context_);
}

void TableRows::write_row(size_t row, Notes& notes) {
  out_.open("tr");
  mention_row(row, notes);
  for (size_t place = 0; place < columns_.size(); ++place) write_cell(place, row, notes);
  if (date_column_) {
    open_cell("td", columns_.size(), "dates");
    out_.text(date_text(dates_[row], context_)).close();
  }
  out_.close();
}

void TableRows::write_group(size_t row) {
  auto by = static_cast<size_t>(shape_.group_by);
  ShownColumn column(frame_, by, context_);
  bool missing = quantity::is_null(frame_.at(row, by));
  out_.open("tr").attr("class", "row-group").open("th").attr("scope", "rowgroup");
  out_.attr("colspan", std::to_string(columns_.size() + (date_column_ ? 1 : 0)));
  out_.open("span").text(missing ? std::string(context_.words["not_given"]) : text_of(column, row));
  out_.close().close().close();
}

void TableRows::write_bodies(Notes& notes) {
  out_.open("tbody");
  for (size_t row = 0; row < shape_.rows; ++row) {
    if (shape_.group_by >= 0) {
      auto by = static_cast<size_t>(shape_.group_by);
      bool begins = row == 0 || frame_.at(row, by) != frame_.at(row - 1, by);
      if (begins && row > 0) out_.close().open("tbody");
      if (begins) write_group(row);
    }
    write_row(row, notes);
  }
  out_.close();
}

// Over all rows of the data, also where only the first are shown.
void TableRows::write_totals(Notes& notes) {
  if (std::none_of(columns_.begin(), columns_.end(), [](const auto& column) { return column.total; })) return;
  out_.open("tfoot").open("tr");
  for (size_t place = 0; place < columns_.size(); ++place) {
    const ShownColumn& column = columns_[place];
    open_cell(place == 0 ? "th" : "td", place, column.total ? "number" : "");
    if (place == 0) {
      if (column.total) out_.open("span").attr("class", "visually-hidden");
      out_.text(shape_.rows < frame_.rows()
                    ? context_.words.fill("total_of_all", {{"count", std::to_string(frame_.rows())}})
                    : std::string(context_.words["total"]));
      if (column.total) out_.text(" ").close();
    }
    Total total = column.total ? total_of(column, frame_, context_) : Total{};
    if (total.values > 0) {
      std::string note = notes.add(total.refs, true, name_, context_);
      if (!note.empty()) out_.open("a").attr("class", "cell").attr("href", "#" + site::encode_fragment(note));
      out_.text(total.text);
      if (!note.empty()) out_.close();
      if (size_t without = frame_.rows() - total.values; without > 0)
        out_.html(key_.mark(markup::SafeHtml::text(context_.words.count("total_without", without))));
    }
    out_.close();
  }
  if (date_column_) out_.open("td").close();
  out_.close().close();
}

markup::SafeHtml TableRows::html(std::string_view label, Notes& notes) {
  out_.open("div").attr("class", shape_.rows > kTall ? "scroll tall" : "scroll").attr("role", "region");
  out_.attr("tabindex", "0").attr("aria-label", label).open("table").attr("aria-label", label);
  std::string classes = shape_.cards ? "cards" : "";
  if (is_wide()) add(classes, "wide");
  out_.attr_if(!classes.empty(), "class", classes);
  write_head(columns_, date_column_, key_, out_, context_);
  write_bodies(notes);
  write_totals(notes);
  out_.close().close();
  markup::SafeHtml html = out_.take();
  html += key_.html();
  return html;
}

}  // namespace blocks
