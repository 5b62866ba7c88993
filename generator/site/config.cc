#include "site/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/web_address.h"
#include "markup/colour.h"
#include "notation/json.h"
#include "notation/reader.h"

namespace site {
namespace {

// Reads true, false, or "all", which includes pages made from data (there may be thousands).
void read_cards(const notation::Node* node, Features& features, base::Diagnostics& diagnostics) {
  if (!node || node->is_null()) return;
  if (node->kind == notation::Kind::boolean)
    features.cards = node->as_bool();
  else if (node->is_string() && node->text == "all")
    features.cards_of_data = true;
  else
    diagnostics.error("wrong-type", node->span, "\"cards\" of \"features\" must be true, false or \"all\"")
        .expect("true for written pages, \"all\" for generated pages too, false for none");
}

void read_features(const notation::Node& node, Features& features, base::Diagnostics& diagnostics) {
  notation::Reader reader(node, "\"features\"", diagnostics);
  auto take = [&](std::string_view key, bool& to) { to = reader.boolean(key).value_or(to); };
  take("search", features.search);
  take("markdown", features.markdown);
  take("embeds", features.embeds);
  take("images", features.images);
  take("highlight", features.highlight);
  take("print", features.print);
  read_cards(reader.node("cards"), features, diagnostics);
  reader.finish();
}

void read_colours(const notation::Node& node, std::map<std::string, int>& colours, base::Diagnostics& diagnostics) {
  for (const notation::Entry& entry : node.entries) {
    double slot = entry.value.kind == notation::Kind::number ? entry.value.as_double() : 0;
    if (slot != static_cast<int>(slot) || slot < 1 || slot > kColourSlots) {
      diagnostics.error("bad-colour", entry.value.span, fmt::format("\"{}\" is not a colour slot", entry.value.text))
          .expect(fmt::format("a number from 1 to {}, a colour slot of the theme", kColourSlots));
      continue;
    }
    colours[entry.key] = static_cast<int>(slot);
  }
}

// Reads a page in the form that `navigation` uses, or {title, href}.
FooterEntry read_footer_link(const notation::Node& node, base::Diagnostics& diagnostics) {
  if (node.kind == notation::Kind::string) return {"", node.text, node.span};
  notation::Reader reader(node, "a link of \"footer\"", diagnostics);
  FooterEntry entry{reader.text("title", notation::Need::required),
                    data::read_link(reader, "href", diagnostics, notation::Need::required), reader.span_of("href")};
  reader.finish();
  return entry;
}

void read_footer(const notation::Node& node, Config& config, base::Diagnostics& diagnostics) {
  notation::Reader reader(node, "\"footer\"", diagnostics);
  config.footer_text = reader.text("text");
  if (const auto* links = reader.list("links"))
    for (const notation::Node& link : links->items) config.footer_links.push_back(read_footer_link(link, diagnostics));
  reader.finish();
}

bool check_colour(const notation::Node* node, base::Diagnostics& diagnostics) {
  if (node && node->kind == notation::Kind::string && markup::parse_colour(node->text)) return true;
  if (node)
    diagnostics.error("bad-colour", node->span, fmt::format("\"{}\" is not a colour that can be measured", node->text))
        .expect("#rrggbb, #rgb or rgb(), opaque: pictures of charts are drawn from it too");
  return false;
}

// Reads synonyms: groups of two or more words or phrases that mean the same.
void read_search(const notation::Node& node, Config& config, base::Diagnostics& diagnostics) {
  notation::Reader reader(node, "\"search\"", diagnostics);
  if (const auto* groups = reader.list("synonyms"))
    for (const notation::Node& group : groups->items) {
      std::vector<std::string> same;
      if (group.is_list())
        for (const notation::Node& text : group.items)
          if (text.kind == notation::Kind::string && !text.text.empty()) same.push_back(text.text);
      if (same.size() < 2 || same.size() != group.items.size())
        diagnostics.error("bad-value", group.span, "this is not a group of synonyms")
            .expect("a list of two or more words or phrases with the same meaning, such as [\"car\", \"automobile\"]");
      else
        config.synonyms.push_back(std::move(same));
    }
  config.separate_searches = reader.texts("separate", &config.separate_spans);
  config.searched_tables = reader.texts("figures", &config.searched_spans);
  reader.finish();
}

// Reads one colour for both schemes, or {light, dark}.
void read_theme(const notation::Node& node, Config& config, base::Diagnostics& diagnostics) {
  for (const notation::Entry& entry : node.entries) {
    const notation::Node *light = &entry.value, *dark = &entry.value;
    if (entry.value.is_map()) {
      notation::Reader reader(entry.value, "\"" + entry.key + "\"", diagnostics);
      light = reader.node("light", notation::Need::required);
      dark = reader.node("dark", notation::Need::required);
      reader.finish();
    }
    bool good = check_colour(light, diagnostics);
    if (dark != light) good = check_colour(dark, diagnostics) && good;
    if (good) config.theme[entry.key] = {light->text, dark->text, entry.value.span};
  }
}

using base::is_digit;
using base::is_letter;

// Whether `tag` is a language, optionally with script, region and variants (BCP 47 without extensions): "en", "pt-BR",
// "zh-Hant-TW", "de-1996". Scripts throw on anything else when they sort by language.
bool is_language(std::string_view tag) {
  const auto parts = base::split(tag, '-');
  const auto all = [](std::string_view part, auto is) { return std::all_of(part.begin(), part.end(), is); };
  const auto letter_or_digit = [](char c) { return is_letter(c) || is_digit(c); };
  const size_t size = parts[0].size();
  if (!all(parts[0], is_letter) || size < 2 || size == 4 || size > 8) return false;
  size_t i = 1;
  if (i < parts.size() && parts[i].size() == 4 && all(parts[i], is_letter)) ++i;
  if (i < parts.size() &&
      ((parts[i].size() == 2 && all(parts[i], is_letter)) || (parts[i].size() == 3 && all(parts[i], is_digit))))
    ++i;
  for (; i < parts.size(); ++i) {
    const bool long_enough = parts[i].size() >= 5 || (parts[i].size() == 4 && is_digit(parts[i][0]));
    if (!long_enough || parts[i].size() > 8 || !all(parts[i], letter_or_digit)) return false;
  }
  return true;
}

void read_language(const notation::Node& map, notation::Reader& reader, Config& config,
                   base::Diagnostics& diagnostics) {
  const std::string lang = reader.text("lang");
  const notation::Node* given = map.find("lang");
  if (lang.empty() && (!given || !given->is_string())) return;
  if (is_language(lang))
    config.lang = lang;
  else
    diagnostics.error("bad-value", reader.span_of("lang"), fmt::format("\"{}\" is not a language tag", lang))
        .expect("a language tag, such as en, de-CH or zh-Hant");
}

void read_repository(notation::Reader& reader, Config& config, base::Diagnostics& diagnostics) {
  const std::string url = data::read_web_address(reader, "repository", diagnostics);
  config.repository = normalise_repository(url);
  if (url.empty() || !config.repository.empty()) return;
  diagnostics
      .error("bad-value", reader.span_of("repository"), "links to files and issues on this host are not supported")
      .expect(std::string(kRepositoryForm))
      .suggest("delete the key, and list the repository in \"links\" of \"footer\"");
}

}  // namespace

std::string normalise_base_url(std::string url) {
  if (!data::is_web_address(url)) return "";
  size_t host = url.find("//") + 2;
  if (url.find_first_of(" \"<>#?") != std::string::npos || host == url.size() || url[host] == '/') return "";
  if (!url.ends_with('/')) url += '/';
  return url;
}

std::string normalise_repository(std::string url) {
  if (!data::is_web_address(url)) return "";
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  const size_t host = url.find("//") + 2;
  for (const std::string_view other : {"gitlab.com", "codeberg.org", "bitbucket.org"})
    if (std::string_view(url).substr(host, url.find('/', host) - host) == other) return "";
  return url;
}

Config read_config(const base::SourceText* site_json, base::Diagnostics& diagnostics) {
  Config config;
  if (!site_json) return config;
  auto root = notation::parse_json(base::whole(*site_json), diagnostics);
  if (!root) return config;
  notation::Reader reader(*root, "site.json", diagnostics);
  reader.text("$schema");  // editors use this key
  config.title = reader.text("title", notation::Need::required);
  config.description = reader.text("description");
  read_language(*root, reader, config, diagnostics);
  if (std::string url = reader.text("base_url"); !url.empty()) {
    config.base_url = normalise_base_url(url);
    if (config.base_url.empty())
      diagnostics.error("bad-base-url", reader.span_of("base_url"), fmt::format("\"{}\" is not an absolute URL", url))
          .expect("the URL of the published site, such as https://example.org/guide/");
  }
  config.owner = reader.text("owner");
  read_repository(reader, config, diagnostics);
  config.navigation = reader.texts("navigation", &config.navigation_spans);
  config.mark = reader.text("mark");
  config.mark_span = reader.span_of("mark");
  if (const auto* footer = reader.map("footer")) read_footer(*footer, config, diagnostics);
  if (const auto* theme = reader.map("theme")) read_theme(*theme, config, diagnostics);
  if (const auto* colours = reader.map("colours")) read_colours(*colours, config.colours, diagnostics);
  config.raw_html = reader.texts("raw_html", &config.raw_html_spans);
  if (const auto* features = reader.map("features")) read_features(*features, config.features, diagnostics);
  if (const auto* search = reader.map("search")) read_search(*search, config, diagnostics);
  if (auto days = reader.integer("date_column_after_days")) {
    if (*days < 0)
      diagnostics
          .error("bad-value", reader.span_of("date_column_after_days"), "date_column_after_days must not be negative")
          .expect("0 or more");
    else
      config.date_column_after_days = *days;
  }
  reader.finish();
  return config;
}

size_t Config::search_of(std::string_view address) const {
  for (size_t i = 0; i < separate_searches.size(); ++i)
    if (address.starts_with(separate_searches[i] + "/")) return i + 1;
  return 0;
}

}  // namespace site
