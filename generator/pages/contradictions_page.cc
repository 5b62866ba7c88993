// The page of rows that state different values for one quantity: both values, their difference, and the preference.
#include "base/slug.h"
#include "blocks/references.h"
#include "pages/kinds.h"
#include "quantity/number_format.h"
#include "site/url.h"

namespace pages {
namespace {

// Formats a difference: "+3.25%", "−12%", or "" if there is none.
std::string share(std::optional<double> difference) {
  static const auto kFormat = quantity::NumberFormat::parse("+.3~p");
  return difference ? (*kFormat)(*difference) : "";
}

templates::Map statement(const data::Alternative& alternative, const data::Contradiction& each,
                         const std::string& anchor, KindContext& kind) {
  blocks::Context& context = kind.context;
  templates::Map map;
  map.set("value", blocks::published_value(alternative, each.field, context));
  for (std::string_view name : {"source", "href", "locator", "as_of", "note", "status", "row"}) map.set(name, "");
  const auto provenance = kind.view.provenance(alternative.ref);
  if (!provenance) return map;
  map.set("row", kind.view.row_link(alternative.ref));
  context.references.depend_on(alternative.ref, anchor);
  if (!provenance->source) return map.set("note", blocks::no_source_text(*provenance, context));
  context.references.cite(*provenance->source, anchor);
  map.set("source", blocks::short_name(*provenance->source)).set("locator", provenance->locator);
  map.set("href", site::relative_link(context.address(), provenance->source->address));
  map.set("as_of", blocks::date_text(provenance->as_of, context)).set("note", provenance->note);
  return map.set("status", blocks::status_html(*provenance->source, context));
}

std::string row_name(const site::ContradictionRow& each, View& view) {
  const site::Names* names = each.names_of.empty() ? nullptr : view.row_names(each.names_of);
  const auto found = names ? names->find(each.row->key) : site::Names::const_iterator();
  return !names || found == names->end() ? each.row->key : found->second;
}

}  // namespace

// Adds an entry for each cell, with all rows that differ from the preferred one.
void add_contradiction_values(KindContext& kind) {
  const std::vector<site::ContradictionRow> all = kind.view.contradictions();
  templates::List list;
  base::Slugger anchors;
  for (size_t i = 0; i < all.size();) {
    const data::Contradiction& first = *all[i].row;
    std::string anchor = anchors.unique(site::anchor_of_key(first.key + "/" + first.field.name));
    templates::Map map;
    map.set("id", anchor).set("row", row_name(all[i], kind.view)).set("column", first.field.title);
    map.set("because", first.because).set("preferred", statement(first.preferred, first, anchor, kind));
    templates::List others;
    for (; i < all.size() && all[i].row->preferred.ref == first.preferred.ref; ++i) {
      templates::Map other = statement(all[i].row->other, *all[i].row, anchor, kind);
      others.push(std::move(other.set("difference", share(all[i].row->difference))));
    }
    list.push(std::move(map.set("others", std::move(others))));
  }
  kind.values.set("contradictions", std::move(list));
}

}  // namespace pages
