// Finds figures of a sentence behind each other's names: "The Ems carries [2850](fig:rivers/rhine/power) and the Rhine
// [40](fig:rivers/ems/power)".
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "check/checks.h"
#include "check/prose.h"
#include "quantity/language.h"
#include "site/view.h"

namespace check {
namespace {

// A figure that is a cell of a resource, with the words before and behind it, up to the figures there.
struct NamedCell {
  const document::Link* link = nullptr;
  const site::Figure* figure = nullptr;
  std::string_view before, behind;
};

std::vector<NamedCell> cells_of(const Sentence& sentence, const site::Page& page) {
  std::vector<NamedCell> cells;
  for (size_t i = 0; i < sentence.figures.size(); ++i) {
    const Sentence::Figure& at = sentence.figures[i];
    const site::Figure* figure = figure_of(*page.evaluation, *at.link).second;
    if (!figure || figure->is_computed() || figure->greatest || figure->cell.refs.size() != 1) continue;
    const size_t begin = i == 0 ? 0 : sentence.figures[i - 1].end;
    const size_t end = i + 1 < sentence.figures.size() ? sentence.figures[i + 1].begin : sentence.text.size();
    if (begin > at.begin || at.end > end) continue;
    const std::string_view text = sentence.text;
    cells.push_back({at.link, figure, text.substr(begin, at.begin - begin), text.substr(at.end, end - at.end)});
  }
  return cells;
}

std::optional<size_t> row_of(const quantity::Frame& rows, size_t column, const site::Figure& figure) {
  const std::string_view record = data::record_of(figure.cell.refs.front());
  for (size_t row = 0; row < rows.rows(); ++row)
    if (const quantity::Refs& refs = rows.refs_of(row, column);
        !refs.empty() && data::record_of(refs.front()) == record)
      return row;
  return std::nullopt;
}

// Returns the names of two rows, in any column of texts, that stand before each other's cells; nullopt if none do.
std::optional<std::pair<std::string, std::string>> exchanged_names(const NamedCell& a, const NamedCell& b,
                                                                   const quantity::Frame& rows, size_t column) {
  const auto first = row_of(rows, column, *a.figure), second = row_of(rows, column, *b.figure);
  if (!first || !second || *first == *second) return std::nullopt;
  const auto names = [](std::string_view words, const std::string& name) {
    return quantity::mentions(words, {quantity::Phrase{.text = base::lower_case(name)}});
  };
  for (size_t i = 0; i < rows.columns(); ++i) {
    const auto* x = std::get_if<std::string>(&rows.at(*first, i));
    const auto* y = std::get_if<std::string>(&rows.at(*second, i));
    if (!x || !y || x->empty() || y->empty() || rows.fields[i].type != quantity::FieldType::string) continue;
    const bool are_before = names(a.before, *y) && names(b.before, *x) && !names(a.before, *x) && !names(b.before, *y);
    // "[2850] for the Rhine, [40] for the Ems"
    if (are_before && !(names(a.behind, *x) && names(b.behind, *y))) return std::pair(*x, *y);
  }
  return std::nullopt;
}

}  // namespace

void check_names(const Sentence& sentence, const site::Site& site, const site::Page& page,
                 base::Diagnostics& diagnostics) {
  if (sentence.figures.size() < 2) return;
  const std::vector<NamedCell> cells = cells_of(sentence, page);
  for (auto a = cells.begin(); a != cells.end(); ++a)
    for (auto b = a + 1; b != cells.end(); ++b) {
      const quantity::Field &field = a->figure->cell.field, &other = b->figure->cell.field;
      if (field.resource != other.resource || field.column != other.column) continue;
      const quantity::Frame* rows = site::View(site, page).rows(field.resource);
      const int column = rows ? rows->find(field.column) : -1;
      const auto names = column < 0 ? std::nullopt : exchanged_names(*a, *b, *rows, static_cast<size_t>(column));
      if (names)
        diagnostics
            .error("figure-mismatch", b->link->exact ? b->link->text_span : b->link->span,
                   fmt::format("the text names \"{}\" before the number of \"{}\", and \"{}\" before that of \"{}\"",
                               names->first, names->second, names->second, names->first))
            .expect("each number behind the name of its row")
            .suggest("exchange the names, or the addresses of the figures");
    }
}

}  // namespace check
