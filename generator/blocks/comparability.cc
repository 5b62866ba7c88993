#include "blocks/comparability.h"

#include <fmt/format.h>

#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/figure_text.h"
#include "quantity/present.h"

namespace blocks {
namespace {

bool is_prose(std::string_view item) { return item.find(' ') != std::string_view::npos; }

void check_same(const quantity::Frame& frame, size_t column, base::Span span, Context& context) {
  for (size_t row = 1; row < frame.rows(); ++row) {
    const quantity::Value& first = frame.at(0, column);
    const quantity::Value& other = frame.at(row, column);
    if (first == other) continue;
    context.diagnostics
        .error("not-comparable", span,
               fmt::format("the rows differ in \"{}\": \"{}\" in the first, \"{}\" in row {}",
                           frame.fields[column].name, quantity::to_text(first), quantity::to_text(other), row + 1))
        .suggest("restrict the query to rows that can be compared, or list the column in \"differs\"");
    return;
  }
}

// Returns a column's title and the value that all its rows share: "Round 4.1".
std::string said_of_all(const quantity::Frame& frame, size_t column, const quantity::Locale& locale) {
  const quantity::Field& field = frame.fields[column];
  if (frame.rows() == 0) return field.title;
  return fmt::format("{} {}", field.title, quantity::present(frame.at(0, column), field, locale));
}

}  // namespace

int find_column(const quantity::Frame& frame, std::string_view name, base::Span span, base::Diagnostics& diagnostics) {
  int found = frame.find(name);
  if (found >= 0) return found;
  std::vector<std::string_view> names;
  for (const quantity::Field& field : frame.fields)
    if (!field.name.empty()) names.push_back(field.name);
  diagnostics.error("unknown-column", span, fmt::format("\"{}\" has no column \"{}\"", frame.name, name))
      .expect("one of " + base::list_names(names, 30))
      .suggest(base::did_you_mean(name, names));
  return -1;
}

std::vector<ShownWords> comparability(const chart::Comparability& stated, const quantity::Frame& frame,
                                      Context& context) {
  const auto& [same, differs, same_spans, differs_spans] = stated;
  std::vector<ShownWords> lines;
  std::vector<std::string> agreed, differing;
  auto say = [&](std::string_view key, const std::string& text, base::Span span) {
    lines.push_back(filled_words(key, {text, short_html(text, span, context)}, context));
  };
  auto list = [&](std::string_view key, const std::vector<std::string>& items) {
    const std::string text = base::join(items, ", ");
    if (!items.empty()) lines.push_back(filled_words(key, {text, markup::SafeHtml::text(text)}, context));
  };
  for (size_t i = 0; i < same.size(); ++i) {
    if (is_prose(same[i])) {
      say("same", same[i], same_spans[i]);
      continue;
    }
    int column = find_column(frame, same[i], same_spans[i], context.diagnostics);
    if (column < 0) continue;
    check_same(frame, static_cast<size_t>(column), same_spans[i], context);
    agreed.push_back(said_of_all(frame, static_cast<size_t>(column), context.view.units().locale()));
  }
  for (size_t i = 0; i < differs.size(); ++i) {
    if (is_prose(differs[i]))
      say("differs", differs[i], differs_spans[i]);
    else if (int column = find_column(frame, differs[i], differs_spans[i], context.diagnostics); column >= 0)
      differing.push_back(frame.fields[static_cast<size_t>(column)].title);
  }
  list("same", agreed);
  list("differs", differing);
  return lines;
}

void check_price_years(const std::vector<quantity::Field>& fields, const std::vector<document::Text>& texts,
                       base::Span span, Context& context) {
  const quantity::Language& language = context.view.units().language();
  std::map<int, std::string> known;  // the years, each with the column that states it
  for (const quantity::Field& field : fields)
    for (const int year :
         quantity::price_years(fmt::format("{}\n{}\n{}", field.title, field.description, field.covers), language))
      known.emplace(year, field.title);
  const auto warn = [&](base::Span at, std::string message) {
    context.diagnostics.warning("price-base", at, std::move(message))
        .expect("amounts of money in prices of one year")
        .suggest("correct the year, or convert the amounts; list columns that differ on purpose in `differs`");
  };
  if (known.size() > 1)
    warn(span, fmt::format("\"{}\" is in prices of {}, \"{}\" in prices of {}", known.begin()->second,
                           known.begin()->first, known.rbegin()->second, known.rbegin()->first));
  for (const document::Text& text : texts)
    for (const int year : quantity::price_years(text.text, language))
      if (!known.empty() && !known.contains(year))
        warn(text.span, fmt::format("the text is about prices of {}, but \"{}\" is in prices of {}", year,
                                    known.begin()->second, known.begin()->first));
}

std::string shown_scope(std::string_view covers) { return base::replace_all(std::string(covers), "; ", ", "); }

std::vector<ShownWords> covers_lines(const std::vector<quantity::Field>& fields, Context& context) {
  std::vector<ShownWords> lines;
  for (const quantity::Field& field : fields) {
    if (field.covers.empty()) continue;
    const std::string text =
        context.words.fill("column_covers", {{"column", field.title}, {"what", shown_scope(field.covers)}});
    lines.push_back({text, markup::SafeHtml::text(text)});
  }
  return lines;
}

}  // namespace blocks
