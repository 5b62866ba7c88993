// The keys of data/site.json (content/handbook/keys.md).
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/keys.h"
#include "data/web_address.h"
#include "markup/colour.h"
#include "notation/format.h"
#include "notation/json.h"
#include "quantity/locale.h"
#include "site/config.h"
#include "site/shared_data.h"

namespace site {
namespace {

using notation::Format;
using notation::kRequired;
using notation::Node;
using notation::Reader;
using notation::Type;
using notation::Value;
using namespace notation::kinds;

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

const Type kLanguage{"text", R"({"type": "string", "pattern":
    "^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([0-9A-Za-z]{5,8}|[0-9][0-9A-Za-z]{3}))*$"})"};

void read_language(Reader& from, std::string_view key, Config& to) {
  const std::string lang = from.text(key);
  if (is_language(lang) && quantity::find_locale(lang))
    to.lang = lang;
  else if (is_language(lang))
    from.diagnostics()
        .error("bad-value", from.span_of(key),
               fmt::format("how numbers and dates are written in \"{}\" is not known", lang))
        .expect("a language of CLDR's modern coverage, such as en, de-CH or zh-Hant")
        .suggest("write en if the numbers of this site look like 1,234.5");
  else if (!lang.empty() || from.node(key)->is_string())
    from.diagnostics()
        .error("bad-value", from.span_of(key), fmt::format("\"{}\" is not a language tag", lang))
        .expect("a language tag, such as en, de-CH or zh-Hant");
}

void read_includes(Reader& from, std::string_view key, Config& to) {
  std::vector<base::Span> spans;
  to.includes = from.texts(key, &spans);
  for (size_t i = 0; i < to.includes.size(); ++i)
    if (!may_be_included(to.includes[i]))
      from.diagnostics()
          .error("bad-include", spans[i], fmt::format("pages can't include files from \"{}\"", to.includes[i]))
          .expect("the path of a folder below the site's, such as \"examples\", without \"..\" and a final \"/\"");
}

void read_frames(Reader& from, std::string_view key, Config& to) {
  std::vector<base::Span> spans;
  to.frames = from.texts(key, &spans);
  for (size_t i = 0; i < to.frames.size(); ++i)
    if (to.frames[i].find('.') == std::string::npos ||
        to.frames[i].find_first_not_of(kHostCharacters) != std::string::npos)
      from.diagnostics()
          .error("bad-value", spans[i], fmt::format("\"{}\" is not the name of a host", to.frames[i]))
          .expect("a name such as \"www.example.org\", in lower case, without https:// and a path");
}

const Type kBaseUrl{"text", R"({"type": "string", "pattern": "^(https?://[^ \"<>#?/][^ \"<>#?]*)?$"})"};

void read_base_url(Reader& from, std::string_view key, Config& to) {
  const std::string url = from.text(key);
  to.base_url = normalise_base_url(url);
  if (!url.empty() && to.base_url.empty())
    from.diagnostics()
        .error("bad-base-url", from.span_of(key), fmt::format("\"{}\" is not an absolute URL", url))
        .expect("the URL of the published site, such as https://example.org/guide/");
}

void read_repository(Reader& from, std::string_view key, Config& to) {
  const std::string url = data::read_web_address(from, key, from.diagnostics());
  to.repository = normalise_repository(url);
  if (url.empty() || !to.repository.empty()) return;
  from.diagnostics()
      .error("bad-value", from.span_of(key), "links to files and issues on this host are not supported")
      .expect(std::string(kRepositoryForm))
      .suggest("delete the key, and list the repository in \"links\" of \"footer\"");
}

const std::string kSlotSchema =
    fmt::format(R"({{"type": "number", "minimum": 1, "maximum": {}, "multipleOf": 1}})", kColourSlots);

struct SeriesColour {
  const Node* slot = nullptr;
  std::string hatch = "";
};

const Format<SeriesColour> kSeriesColour{
    "this colour",
    {
        {"slot",
         {{"number", kSlotSchema},
          [](Reader& from, std::string_view key, SeriesColour& to) { to.slot = from.node(key); }},
         kRequired,
         "The colour slot."},
        {"hatch", choice(&SeriesColour::hatch, {"always"}), "where needed",
         "Whether bars and areas are hatched on screens too if something else tells the series apart."},
    }};

void read_colours(Reader& from, std::string_view key, Config& to) {
  const Node* map = from.map(key);
  if (!map) return;
  for (const notation::Entry& entry : map->entries) {
    SeriesColour colour{&entry.value};
    if (entry.value.is_map()) {
      colour.slot = nullptr;
      kSeriesColour.read(entry.value, "\"" + entry.key + "\"", colour, from.diagnostics());
      if (!colour.slot) continue;
    }
    const double slot = colour.slot->kind == notation::Kind::number ? colour.slot->as_double() : 0;
    if (slot >= 1 && slot <= kColourSlots && slot == static_cast<int>(slot))
      to.colours[entry.key] = static_cast<int>(slot);
    else
      from.diagnostics()
          .error("bad-colour", colour.slot->span, fmt::format("\"{}\" is not a colour slot", colour.slot->text))
          .expect(fmt::format("a number from 1 to {}, a colour slot of the theme", kColourSlots));
    if (!colour.hatch.empty()) to.hatched_colours.insert(entry.key);
  }
}

const Format<MenuEntry> kMenuLink{"this link",
                                  {
                                      {"title", text(&MenuEntry::title), kRequired, "The text of the link."},
                                      {"href",
                                       {notation::kText,
                                        [](Reader& from, std::string_view key, MenuEntry& to) {
                                          to.to = data::read_link(from, key, from.diagnostics());
                                          to.span = from.span_of(key);
                                        }},
                                       kRequired,
                                       "Where the link leads."},
                                  }};

// Reads pages, and links in the format above.
Value<Config> links(std::vector<MenuEntry> Config::* place) {
  return {Type{"list",
               R"({"type": "array", "items": {"anyOf": [{"type": ["string", "number"]}, )" +
                   notation::reference_to(kMenuLink) + "]}}",
               {&kMenuLink}},
          [place](Reader& from, std::string_view key, Config& to) {
            const Node& given = *from.node(key);
            const auto read = [&](const Node& link) {
              (to.*place).push_back(link.is_map() ? kMenuLink.read(link, from.diagnostics())
                                                  : MenuEntry{"", link.text, link.span});
            };
            if (given.is_string())
              read(given);
            else if (const Node* list = from.list(key))
              std::ranges::for_each(list->items, read);
          }};
}

const Format<Config> kFooter{
    "\"footer\"",
    {
        {"text", text(&Config::footer_text), "none", "A sentence."},
        {"links", links(&Config::footer_links), "none", "Pages and links, as in `navigation`."},
    }};

// The colours of both schemes, as they were written.
struct Shades {
  const Node *light = nullptr, *dark = nullptr;
};

const Type kColour{"colour", R"({"type": "string", "pattern": "^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|rgb\\(.*\\))$"})"};

const Format<Shades> kShades{
    "two colours",
    {
        {"light",
         {kColour, [](Reader& from, std::string_view key, Shades& to) { to.light = from.node(key); }},
         kRequired,
         "The colour of the light scheme."},
        {"dark",
         {kColour, [](Reader& from, std::string_view key, Shades& to) { to.dark = from.node(key); }},
         kRequired,
         "The colour of the dark scheme."},
    }};

bool check_colour(const Node* node, base::Diagnostics& diagnostics) {
  if (node && node->is_string() && markup::parse_colour(node->text)) return true;
  if (node)
    diagnostics.error("bad-colour", node->span, fmt::format("\"{}\" is not a colour that can be measured", node->text))
        .expect("#rrggbb, #rgb or rgb(), opaque: pictures of charts are drawn from it too");
  return false;
}

// Reads one colour, from which that of the other scheme follows, or one for each.
void read_theme(Reader& from, std::string_view key, Config& to) {
  const Node* map = from.map(key);
  if (!map) return;
  for (const notation::Entry& entry : map->entries) {
    Shades shades{&entry.value, &entry.value};
    const bool is_for_one = !entry.value.is_map();
    if (!is_for_one) {
      shades = {};
      kShades.read(entry.value, "\"" + entry.key + "\"", shades, from.diagnostics());
    }
    bool is_good = check_colour(shades.light, from.diagnostics());
    if (shades.dark != shades.light) is_good = check_colour(shades.dark, from.diagnostics()) && is_good;
    if (is_good) to.theme[entry.key] = {shades.light->text, shades.dark->text, entry.value.span, is_for_one};
  }
}

// Reads groups of two or more words or phrases that mean the same.
void read_synonyms(Reader& from, std::string_view key, Config& to) {
  const Node* groups = from.list(key);
  if (!groups) return;
  for (const Node& group : groups->items) {
    std::vector<std::string> same;
    for (const Node& text : group.items)
      if (text.is_string() && !text.text.empty()) same.push_back(text.text);
    if (same.size() < 2 || same.size() != group.items.size())
      from.diagnostics()
          .error("bad-value", group.span, "this is not a group of synonyms")
          .expect("a list of two or more words or phrases with the same meaning, such as [\"car\", \"automobile\"]");
    else
      to.synonyms.push_back(std::move(same));
  }
}

const Format<Config> kSearch{
    "\"search\"",
    {
        {"synonyms",
         {Type{"list of lists", R"({"type": "array", "items": {
              "type": "array", "minItems": 2, "items": {"type": "string", "minLength": 1}}})"},
          read_synonyms},
         "none",
         "[Words with the same meaning](sections.md#words)."},
        {"figures", texts(&Config::searched_tables, &Config::searched_spans), "none",
         "[Views with figures of named rows](sections.md#words)."},
        {"extra", texts(&Config::searched_extra, &Config::searched_extra_spans), "none",
         "Keys of [`extra`](templates.md#extra) whose values [readers search for](sections.md#words)."},
    }};

// "all" includes pages made from data, of which there may be thousands.
void read_cards(Reader& from, std::string_view key, Features& to) {
  const Node& node = *from.node(key);
  if (node.kind == notation::Kind::boolean)
    to.cards = node.as_bool();
  else if (node.is_string() && node.text == "all")
    to.cards_of_data = true;
  else
    from.diagnostics()
        .error("wrong-type", node.span, "\"cards\" of \"features\" must be true, false or \"all\"")
        .expect("true for written pages, \"all\" for generated pages too, false for none");
}

const Format<Features> kFeatures{
    "\"features\"",
    {
        {"images", flag(&Features::images), "`true`", "Images of charts: `charts/NAME.png`, `.svg` and `-dark.svg`."},
        {"highlight", flag(&Features::highlight), "`true`", "Syntax highlighting."},
        {"print", flag(&Features::print), "`true`",
         "A [page for printing](publishing.md#print) for each section that is read in order: "
         "`SECTION/print.html`."},
        {"search", flag(&Features::search), "`true`",
         "[Search](sections.md#search): the box on every page, `search.html`, and the index."},
        {"markdown", flag(&Features::markdown), "`true`", "A [Markdown version](publishing.md#machines) of each page."},
        {"cards",
         {Type{"true, false or `all`", R"({"enum": [true, false, "all"]})"}, read_cards},
         "`true`",
         "Link previews in chat apps, if `base_url` is set, with an image for each hand-written page; `\"all\"`: also "
         "for each page made from data."},
        {"embeds", flag(&Features::embeds), "`true`",
         "Tables and charts for embedding in other pages: `embed/NAME.html`."},
    }};

// Explains where a key may be that is not a misspelt one of ours.
bool suggest_extra(const notation::Entry& entry, const notation::AnyFormat& format, base::Diagnostics& diagnostics) {
  if (!base::nearest(entry.key, format.key_names()).empty()) return false;
  diagnostics.error("unknown-key", entry.key_span, fmt::format("{} has no key \"{}\"", format.what(), entry.key))
      .suggest("write it below \"extra\" if templates or queries of your own use it");
  return true;
}

const Format<Config> kConfig{
    "site.json",
    {
        {"$schema",
         {Type{"text", R"({"type": "string"})"}, [](Reader&, std::string_view, Config&) {}},
         "none",
         "The address of this schema, for editors."},
        {"title",
         text(&Config::title),
         {"required, if the file exists", notation::Need::required},
         "The site's name, at the top of each page and in its title."},
        {"short_title", text(&Config::short_title), "the title",
         "The name in the header of each page, where space is "
         "short."},
        {"description", text(&Config::description), "none", "One sentence about the site, shown on the home page."},
        {"lang",
         {kLanguage, read_language},
         "`en`",
         "The language of the pages and of [their numbers](figures.md#languages) and dates: a tag such as `en`, "
         "`de-CH` or `zh-Hant`, of a language in CLDR's modern coverage. `templates/strings/LANG.yaml` contains "
         "[the interface text](theming.md#strings). Pages in Arabic, Hebrew, Persian and similar languages run from "
         "right to left."},
        {"data", text(&Config::data), "none",
         "A folder outside the site with [data and sources that other sites share](data.md#shared): `../data`."},
        {"includes",
         {notation::kTexts, read_includes},
         "none",
         "Folders next to `content/` from which pages may [include files](writing.md#includes): `[\"examples\"]`."},
        {"frames",
         {notation::kTexts, read_frames},
         "none",
         "Hosts whose pages may be shown [in frames](writing.md#html): `[\"www.youtube-nocookie.com\"]`. Readers "
         "contact them."},
        {"base_url",
         {kBaseUrl, read_base_url},
         "none",
         "Where the site is published. Required for [everything that needs absolute URLs](publishing.md#base-url): "
         "canonical links, cards, the sitemap, the feed, and a styled `404` page."},
        {"as_of", data::partial_date(&Config::as_of), "the latest date of the data",
         "The date to which the texts refer: `2026-01-31`, `2026-01` or `2026`. Rows that [end before "
         "it](data.md#validity) are not current, and [ages](data.md#age) count from it."},
        {"owner", text(&Config::owner), "none",
         "Who maintains the pages that have no `owner`: shown at their foot and in their citation."},
        {"repository",
         {notation::kText, read_repository},
         "none",
         "`https://github.com/OWNER/NAME`, or `https://github.com/OWNER/NAME/tree/BRANCH/FOLDER` if the site is in a "
         "folder of the repository. Adds \"Edit this page\" and \"Report a problem\" to every page. [The GitHub "
         "action](command-line.md#action) sets it for a public repository."},
        {"navigation", links(&Config::navigation), "all sections",
         "Folders, pages without `.md`, addresses, or links such as `{\"title\": \"Source code\", \"href\": "
         "\"https://…\"}`, in menu order."},
        {"colours",
         {Type{"map",
               R"({"type": "object", "additionalProperties": {"anyOf": [)" + kSlotSchema + ", " +
                   notation::reference_to(kSeriesColour) + "]}}",
               {&kSeriesColour}},
          read_colours},
         "none",
         "Assigns a name or id a colour slot from `1` to `8`, used in all charts; `{\"slot\": 8, \"hatch\": "
         "\"always\"}` "
         "also hatches its bars and areas where [screens do not need it](theming.md#colours)."},
        {"active", texts(&Config::active, &Config::active_spans), "none",
         "[Files that may run code or change what the host serves](#active): paths below `content/`, with `*` and "
         "`**`."},
        {"date_column_after_days", whole_number(&Config::date_column_after_days, {.least = 0}), "`31`",
         "A table whose dates are further apart than this gets a date column."},
        {"mark",
         {notation::kText,
          [](Reader& from, std::string_view key, Config& to) {
            to.mark = from.text(key);
            to.mark_span = from.span_of(key);
          }},
         "the theme's",
         "The logo: an SVG or PNG below `content/`, shown next to the title and used as the favicon."},
        {"footer", map(kFooter), "none", "`text`, and `links`, as in `navigation`."},
        {"theme",
         {Type{"map",
               R"({"type": "object", "additionalProperties": {"anyOf": [)" + kColour.schema + ", " +
                   notation::reference_to(kShades) + "]}}",
               {&kShades}},
          read_theme},
         "the theme's",
         "[Custom colours](theming.md#own-colours), by their names in `tokens.css`."},
        {"scheme", choice(&Config::scheme, {"light", "dark"}), "both",
         "`light` or `dark` for a site in one colour scheme: readers get no choice. Print and pictures are light."},
        {"separate", texts(&Config::separate_searches, &Config::separate_spans), "none",
         "[Folders for other readers](sections.md#separate), such as notes for contributors: with their own menu and "
         "search, and not in the site's menu, the feed, what is new or the list of sources."},
        {"search", map(kSearch), "none", "Settings of the search."},
        {"features", map(&Config::features, kFeatures), "all `true`", "Features that you can turn off, listed below."},
        {"extra",
         {Type{"map", R"({"type": "object"})"},
          [](Reader& from, std::string_view key, Config& to) {
            if (const Node* map = from.map(key)) to.extra = *map;
          }},
         "none",
         "A map of [values of your own](templates.md#extra)."},
    },
    {.explain = suggest_extra}};

}  // namespace

const notation::AnyFormat& config_format() { return kConfig; }

Config read_config(const base::SourceText* site_json, base::Diagnostics& diagnostics) {
  if (!site_json) return {};
  const auto root = notation::parse_json(base::whole(*site_json), diagnostics);
  return root ? kConfig.read(*root, diagnostics) : Config();
}

}  // namespace site
