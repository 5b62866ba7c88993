#include "blocks/comparability.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/present.h"

namespace blocks {
namespace {

bool is_prose(std::string_view item) { return item.find(' ') != std::string_view::npos; }

base::Span span_of(const std::vector<base::Span>& spans, size_t index) {
  if (spans.empty()) return {};
  return spans[index < spans.size() ? index : 0];
}

void check_same(const quantity::Frame& frame, size_t column, base::Span span, Context& context) {
  for (size_t row = 1; row < frame.rows(); ++row) {
    const quantity::Value& first = frame.at(0, column);
    const quantity::Value& other = frame.at(row, column);
    if (first == other) continue;
    context.diagnostics
        .error("not-comparable", span,
               fmt::format("the rows do not agree in \"{}\": \"{}\" in the first, \"{}\" in row {}",
                           frame.fields[column].name, quantity::to_text(first), quantity::to_text(other), row + 1))
        .suggest("narrow the query to rows that may be compared, or name the column in \"differs\"");
    return;
  }
}

// "Round 4.1": a column's title, and the value that all rows have.
std::string said_of_all(const quantity::Frame& frame, size_t column) {
  const quantity::Field& field = frame.fields[column];
  if (frame.rows() == 0) return field.title;
  return fmt::format("{} {}", field.title, quantity::present(frame.at(0, column), field));
}

}  // namespace

int find_column(const quantity::Frame& frame, std::string_view name, base::Span span, Context& context) {
  int found = frame.find(name);
  if (found >= 0) return found;
  std::vector<std::string_view> names;
  for (const quantity::Field& field : frame.fields) names.push_back(field.name);
  context.diagnostics.error("unknown-column", span, fmt::format("\"{}\" has no column \"{}\"", frame.name, name))
      .expect("one of " + base::list_names(names, 30))
      .suggest(base::did_you_mean(name, names));
  return -1;
}

std::vector<std::string> comparability(const std::vector<std::string>& same, const std::vector<base::Span>& same_spans,
                                       const std::vector<std::string>& differs,
                                       const std::vector<base::Span>& differs_spans, const quantity::Frame& frame,
                                       Context& context) {
  std::vector<std::string> lines, agreed, differing;
  for (size_t i = 0; i < same.size(); ++i) {
    if (is_prose(same[i])) {
      lines.push_back(context.words.fill("same", {{"what", same[i]}}));
      continue;
    }
    int column = find_column(frame, same[i], span_of(same_spans, i), context);
    if (column < 0) continue;
    check_same(frame, static_cast<size_t>(column), span_of(same_spans, i), context);
    agreed.push_back(said_of_all(frame, static_cast<size_t>(column)));
  }
  for (size_t i = 0; i < differs.size(); ++i) {
    if (is_prose(differs[i]))
      lines.push_back(context.words.fill("differs", {{"what", differs[i]}}));
    else if (int column = find_column(frame, differs[i], span_of(differs_spans, i), context); column >= 0)
      differing.push_back(frame.fields[static_cast<size_t>(column)].title);
  }
  if (!agreed.empty()) lines.push_back(context.words.fill("same", {{"what", base::join(agreed, ", ")}}));
  if (!differing.empty()) lines.push_back(context.words.fill("differs", {{"what", base::join(differing, ", ")}}));
  return lines;
}

std::string shown_scope(std::string_view covers) { return base::replace_all(std::string(covers), "; ", ", "); }

std::vector<std::string> covers_lines(const std::vector<quantity::Field>& fields, Context& context) {
  std::vector<std::string> lines;
  for (const quantity::Field& field : fields)
    if (!field.covers.empty())
      lines.push_back(
          context.words.fill("column_covers", {{"column", field.title}, {"what", shown_scope(field.covers)}}));
  return lines;
}

}  // namespace blocks
