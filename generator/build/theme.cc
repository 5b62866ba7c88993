#include "build/theme.h"

#include "blocks/chart_picture.h"
#include "pages/card.h"
#include "pages/feed.h"

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

// What stands on every page, whatever it is about.
base::Hash hash_of_frame(const Inputs& inputs, const pages::Theme& theme, const std::string& mark) {
  base::Hasher hasher;
  for (const auto& [key, text] : inputs.words.all()) hasher.add(key).add(text);
  hasher.add(mark).add(uint64_t{theme.has_feed}).add(uint64_t{theme.footer.size()});
  hasher.add(uint64_t{inputs.database->bibliography().sources().empty()});
  hasher.add(uint64_t{inputs.database->package().resources.empty()}).add(uint64_t{inputs.listing.changes.empty()});
  for (const site::FooterLink& link : theme.footer)
    hasher.add(link.title).add(link.href).add(link.page ? link.page->address : "");
  return hasher.finish();
}

}  // namespace

pages::Theme make_theme(const Inputs& inputs, const site::Site& site, const pages::Navigation& navigation,
                        const std::string& mark, std::vector<site::FooterLink> footer) {
  pages::Theme theme{*inputs.engine, inputs.words, navigation, pages::strings_value(inputs.words),
                     pages::site_value(site, mark)};
  theme.pictures = blocks::picture_styles(inputs.find_asset("tokens.css"), inputs.find_asset("chart.css"));
  theme.footer = std::move(footer);
  theme.row_names = site::RowNames(*inputs.database);
  theme.card_mark = pages::card_mark(site, mark);
  theme.has_feed = pages::has_feed(site);
  theme.hash = hash_of_frame(inputs, theme, mark);
  for (std::string_view name : inputs.listing.layouts) theme.templates.emplace(name, hash_of_template(inputs, name));
  return theme;
}

}  // namespace build
