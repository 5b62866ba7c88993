// Where rows state different values for the same quantity: both, how far apart they lie, and why one is preferred.
#include "base/slug.h"
#include "blocks/references.h"
#include "pages/kinds.h"
#include "quantity/number_format.h"
#include "site/url.h"

namespace pages {
namespace {

// "+3.25%", "−12%"; "" where there is none.
std::string share(std::optional<double> difference) {
  static const auto kFormat = quantity::NumberFormat::parse("+.3~p");
  return difference ? (*kFormat)(*difference) : "";
}

templates::Map statement(const data::Alternative& alternative, const data::Contradiction& each,
                         const std::string& anchor, KindContext& kind) {
  blocks::Context& context = kind.context;
  templates::Map map;
  map.set("value", blocks::published_value(alternative, each.field, context));
  map.set("source", "")
      .set("href", "")
      .set("locator", "")
      .set("as_of", "")
      .set("note", "")
      .set("status", "")
      .set("row", "");
  auto provenance = context.view.provenance(alternative.ref);
  if (!provenance) return map;
  map.set("row", context.view.row_link(alternative.ref));
  context.references.rest_on(alternative.ref, anchor);
  if (!provenance->source) return map.set("note", blocks::no_source_text(*provenance, context));
  context.references.cite(*provenance->source, anchor);
  map.set("source", blocks::short_name(*provenance->source)).set("locator", std::string(provenance->locator));
  map.set("href", site::relative_link(context.address(), blocks::source_address(provenance->source->id)));
  map.set("as_of", blocks::date_text({std::string(provenance->as_of)}, context));
  map.set("note", std::string(provenance->note)).set("status", blocks::status_html(*provenance->source, context));
  return map;
}

// What readers call the row of a wide table, or of a resource.
std::string row_name(const data::Contradiction& each, KindContext& kind) {
  kind.context.view.package();  // what a table is a form of
  const data::TableInfo* table = kind.site().database->find_table(each.table);
  if (!table || !table->resource) return each.key;
  std::string_view named = each.table;
  if (const auto& long_form = table->resource->long_form; long_form && table->kind == data::TableKind::wide)
    named = site::led_to_by(*table->resource, long_form->row);
  const site::Names* names = named.empty() ? nullptr : kind.theme.row_names.of(named, kind.context.view);
  if (!names) return each.key;
  auto found = names->find(each.key);
  return found == names->end() ? each.key : found->second;
}

}  // namespace

// One entry a cell, with all that differ from the preferred row.
void add_contradiction_values(KindContext& kind) {
  const std::vector<data::Contradiction>& all = kind.context.view.contradictions();
  templates::List list;
  base::Slugger anchors;
  for (size_t i = 0; i < all.size();) {
    const data::Contradiction& first = all[i];
    std::string anchor = anchors.unique(site::anchor_of_key(first.key + "/" + first.field.name));
    templates::Map map;
    map.set("id", anchor)
        .set("row", row_name(first, kind))
        .set("column", first.field.title)
        .set("because", first.because);
    map.set("preferred", statement(first.preferred, first, anchor, kind));
    templates::List others;
    for (; i < all.size() && all[i].preferred.ref == first.preferred.ref; ++i) {
      templates::Map other = statement(all[i].other, all[i], anchor, kind);
      others.push(std::move(other.set("difference", share(all[i].difference))));
    }
    list.push(std::move(map.set("others", std::move(others))));
  }
  kind.values.set("contradictions", std::move(list));
}

}  // namespace pages
