// The theme of a build: values that all templates get (passes/parse.h).
#include <algorithm>

#include "blocks/pictures.h"
#include "blocks/references.h"
#include "check/unbound.h"
#include "pages/card.h"
#include "pages/site_files.h"
#include "passes/parse.h"

namespace passes {
namespace {

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

}  // namespace

pages::Theme make_theme(const Inputs& inputs, const site::Site& site, const pages::Navigation& navigation,
                        const std::string& mark, std::vector<site::MenuLink> footer) {
  pages::Theme theme{*inputs.engine, inputs.words, navigation, pages::strings_value(inputs.words),
                     pages::site_value(site, mark, is_all_sourced(inputs))};
  theme.pictures = blocks::picture_styles(inputs.find_asset("tokens.css"), inputs.find_asset("chart.css"));
  theme.footer = std::move(footer);
  theme.row_names = site::RowNames(*inputs.database);
  for (const data::Source& source : inputs.database->bibliography().sources())
    theme.references.emplace(source.id, blocks::reference_html(source, inputs.words));
  theme.card_mark = pages::card_mark(site, mark);
  theme.has_feed = pages::has_feed(site);
  return theme;
}

}  // namespace passes
