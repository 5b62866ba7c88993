#include <algorithm>

#include "blocks/pictures.h"
#include "blocks/references.h"
#include "build/parse.h"
#include "check/unbound.h"
#include "pages/card.h"
#include "pages/site_files.h"

namespace build {
namespace {

base::Hash hash_of_template(const Inputs& inputs, std::string_view name) {
  base::Hasher hasher;
  for (const std::string& used : inputs.engine->uses(name)) {
    const io::SourceFile* file = inputs.tree.find("templates/" + used);
    hasher.add(used).add(file ? file->hash : base::Hash{});
  }
  return hasher.finish();
}

// Whether every figure of the site has a source: there are data, every resource has sources, no number is assumed, and
// data/unbound.txt, which makes unbound numbers errors, is empty.
bool is_all_sourced(const Inputs& inputs) {
  const std::vector<data::Resource>& resources = inputs.database->package().resources;
  const io::SourceFile* unbound = inputs.tree.find(std::string(check::kBaseline));
  if (inputs.database->bibliography().sources().empty() || resources.empty() || !unbound) return false;
  const auto has_none = [](const data::Resource& resource) { return !resource.no_source.empty(); };
  const auto assumes = [](const site::NamedFigures& figures) {
    return std::any_of(figures.begin(), figures.end(), [](const auto& each) { return !each.second.why.empty(); });
  };
  const auto page_assumes = [&](const auto& content) {
    return assumes(content->figures) || content->file->source.text().find("(given:") != std::string_view::npos;
  };
  return !check::lists_any(unbound->source) && std::none_of(resources.begin(), resources.end(), has_none) &&
         !assumes(inputs.figures) && std::none_of(inputs.contents.begin(), inputs.contents.end(), page_assumes);
}

// Returns a hash of everything that all pages show.
base::Hash hash_of_frame(const Inputs& inputs, const pages::Theme& theme, const std::string& mark, bool is_sourced) {
  base::Hasher hasher;
  for (const auto& [key, text] : inputs.words.all()) hasher.add(key).add(text);
  hasher.add(mark).add(uint64_t{is_sourced}).add(uint64_t{theme.has_feed}).add(uint64_t{theme.footer.size()});
  hasher.add(uint64_t{inputs.database->bibliography().sources().empty()});
  hasher.add(uint64_t{inputs.database->package().resources.empty()}).add(uint64_t{inputs.listing.changes.empty()});
  if (const io::SourceFile* unbound = inputs.tree.find(std::string(check::kBaseline)))
    hasher.add(unbound->hash).add(inputs.database->units_hash());  // determine the unbound words of each page
  site::add_value(hasher, theme.footer);
  return hasher.finish();
}

}  // namespace

pages::Theme make_theme(const Inputs& inputs, const site::Site& site, const pages::Navigation& navigation,
                        const std::string& mark, std::vector<site::FooterLink> footer) {
  const bool is_sourced = is_all_sourced(inputs);
  pages::Theme theme{*inputs.engine, inputs.words, navigation, pages::strings_value(inputs.words),
                     pages::site_value(site, mark, is_sourced)};
  theme.pictures =
      blocks::TrackedStyles(blocks::picture_styles(inputs.find_asset("tokens.css"), inputs.find_asset("chart.css")));
  theme.footer = std::move(footer);
  theme.row_names = site::RowNames(*inputs.database);
  for (const data::Source& source : inputs.database->bibliography().sources())
    theme.references.emplace(source.id, blocks::reference_html(source, inputs.words));
  theme.card_mark = pages::card_mark(site, mark);
  theme.has_feed = pages::has_feed(site);
  theme.hash = hash_of_frame(inputs, theme, mark, is_sourced);
  for (std::string_view name : inputs.listing.layouts) theme.templates.emplace(name, hash_of_template(inputs, name));
  return theme;
}

}  // namespace build
