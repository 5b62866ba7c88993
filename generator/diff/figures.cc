// Compares figures: named figures, and cells that sentences state.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "diff/sides.h"
#include "quantity/present.h"

namespace diff {
namespace {

// A figure on one side. A cell stated on many pages is one figure; a name that a page defines belongs to that page.
struct Seen {
  site::FigurePtr figure;
  std::set<std::string> pages;  // the pages that state the figure
};
using Key = std::pair<std::string, std::string>;  // the page that defines the figure or "", then the name
using Figures = std::map<Key, Seen>;

std::set<std::string> stated_by(const site::Evaluation& evaluation) {
  const site::Content& content = *evaluation.content;
  std::set<std::string> keys;
  base::Diagnostics ignored;  // the build has already reported these
  const auto add = [&](const document::Document& part) {
    for (const document::Link& link : part.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      std::string key(link.key);
      if (evaluation.from_data) key = site::fill_placeholders(key, evaluation.values, {}, ignored);
      if (const size_t range = key.find(".."); range != std::string::npos) {
        keys.insert(key.substr(0, range));
        key.erase(0, range + 2);
      }
      keys.insert(std::move(key));
    }
  };
  add(content.document());
  for (const document::Document* text : content.short_documents()) add(*text);
  return keys;
}

Figures figures_of(const site::Site& site) {
  Figures figures;
  for (const auto& page : site.pages) {
    if (!page->has_text() || page->evaluation->figures.empty()) continue;
    const site::Content& content = *page->content();
    const std::set<std::string> stated = stated_by(*page->evaluation);
    for (const auto& [name, figure] : page->evaluation->figures) {
      if (!figure || figure->greatest) continue;  // the two values of a range are figures too
      // A cell of a page's own query belongs to that page as well.
      const bool is_own = content.figures.contains(name) || content.query(name.substr(0, name.find('/')));
      Seen& seen = figures[{is_own ? page->address : "", name}];
      seen.figure = figure;
      if (stated.contains(name)) seen.pages.insert(page->address);
    }
  }
  return figures;
}

// Finds the titles of figures for readers.
class FigureTitles {
 public:
  explicit FigureTitles(const passes::CheckedSite& side) : side_(side), rows_(*side.inputs->database) {}

  // Returns the row and column of a cell, "Birch · Space", even if it has a name; for a computed figure, the title of
  // its field.
  std::string title(const Key& key, const site::Figure& figure) const {
    const std::string path = figure.formula.empty() ? path_of(key.first, key.second) : "";
    if (path.empty()) return figure.cell.field.title;
    const size_t first = path.find('/'), last = path.rfind('/');
    const std::string row = path.substr(first + 1, last - std::min(first + 1, last));
    return rows_.title(path.substr(0, first), row) + " · " + figure.cell.field.title;
  }

 private:
  // Returns the "TABLE/KEY/COLUMN" that a name refers to, directly or through other names, or "".
  std::string path_of(const std::string& scope, std::string name) const {
    const site::Page* page = side_.site->find(scope);
    const site::NamedFigures& all = side_.inputs->figures;
    const site::NamedFigures& own = page && page->content() ? page->content()->figures : all;
    for (size_t steps = 0; name.find('/') == std::string::npos; ++steps) {
      auto found = own.find(name);
      if (found == own.end()) {
        found = all.find(name);
        if (found == all.end()) return "";
      }
      if (steps > all.size() + own.size()) return "";  // the names refer to each other in a cycle
      name = found->second.formula.text;
      base::Diagnostics ignored;  // the build has already reported these
      if (page && page->content() && page->evaluation->from_data)
        name = site::fill_placeholders(name, page->evaluation->values, {}, ignored);
    }
    return name;
  }

  const passes::CheckedSite& side_;
  const RowTitles rows_;
};

// Returns the number format for both values. If a computed figure has no format, uses as many digits as its pages show.
std::string format_of(const site::Figure* before, const site::Figure* after) {
  const site::Figure& seen = after ? *after : *before;
  const quantity::Field& field = seen.cell.field;
  if (!field.format.empty() || !seen.is_computed() || !quantity::is_number(seen.cell.value)) return field.format;
  size_t digits = 0;
  for (const site::Figure* each : {before, after}) {
    const std::string text = each ? quantity::present(each->cell.value, each->cell.field, quantity::english()) : "";
    if (const size_t point = text.find('.'); point != std::string::npos)
      digits = std::max(digits, text.size() - point - 1);
  }
  return fmt::format(",.{}f", digits);
}

quantity::ValueInUnit figure_quantity(const site::Figure& figure) {
  return diff::quantity_of(figure.cell.value, figure.cell.field, figure.cell.field.unit);
}

// Whether two figures are equal. Compares the exact values of formulas rather than the nearest doubles.
bool same_figure(const site::Figure& before, const site::Figure& after, const quantity::Units& units) {
  const std::string &unit_before = before.cell.field.unit, &unit_after = after.cell.field.unit;
  if (before.exact && after.exact && unit_before == unit_after) return *before.exact == *after.exact;
  return quantity::same_quantity(figure_quantity(before), figure_quantity(after), units) && unit_before == unit_after;
}

site::FigureChange change_of(site::ChangeKind kind, const Key& key, const Seen* before, const Seen* after,
                             const FigureTitles& titles) {
  const Seen& seen = after ? *after : *before;
  site::FigureChange change;
  change.kind = kind;
  change.scope = key.first;
  change.name = shortened(key.second);
  change.value.title = shortened(titles.title(key, *seen.figure));
  change.value.format = format_of(before ? before->figure.get() : nullptr, after ? after->figure.get() : nullptr);
  if (before) change.value.before = figure_quantity(*before->figure);
  if (after) change.value.after = figure_quantity(*after->figure);
  change.pages.assign(seen.pages.begin(), seen.pages.end());
  return change;
}

// Returns an old page's address on the new side: the target of its redirect, unless another page was there before.
std::string address_now(const std::string& address, const Sides& sides) {
  const site::Redirect* row = sides.after.site->redirects.find(address, "");
  if (!row || row->to.address.empty()) return address;
  const site::Page* there_before = sides.before.site->find(row->to.address);
  const bool has_moved = !there_before || there_before->kind == site::PageKind::redirect;
  return has_moved ? row->to.address : address;
}

// Returns the figures of the old side, by the current addresses of their pages.
Figures old_figures_of(const Sides& sides) {
  Figures figures;
  for (auto& [key, seen] : figures_of(*sides.before.site)) {
    const Key now(key.first.empty() ? "" : address_now(key.first, sides), key.second);
    figures.emplace(figures.contains(now) ? key : now, std::move(seen));  // keeps both if two pages became one
  }
  return figures;
}

// Whether a figure is a cell. Cells are reported only if sentences state them; others appear as changes of their rows.
bool is_cell(const Key& key) { return key.second.find('/') != std::string::npos; }

}  // namespace

std::vector<site::FigureChange> compare_figures(const Sides& sides) {
  const Figures before = old_figures_of(sides), after = figures_of(*sides.after.site);
  const FigureTitles titles(sides.after), old_titles(sides.before);
  std::vector<site::FigureChange> changes;
  for (const auto& [key, seen] : after) {
    const auto was = before.find(key);
    if (is_cell(key) && (was == before.end() || seen.pages.empty())) continue;
    if (was == before.end())
      changes.push_back(change_of(site::ChangeKind::added, key, nullptr, &seen, titles));
    else if (!same_figure(*was->second.figure, *seen.figure, sides.units()))
      changes.push_back(change_of(site::ChangeKind::changed, key, &was->second, &seen, titles));
  }
  for (const auto& [key, seen] : before)
    if (!is_cell(key) && !after.contains(key))
      changes.push_back(change_of(site::ChangeKind::gone, key, &seen, nullptr, old_titles));
  return changes;
}

}  // namespace diff
