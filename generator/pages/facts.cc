// facts.json: the figures that the texts of the site state, each with its source, for programs (site_files.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/bibliography.h"
#include "notation/json.h"
#include "pages/site_files.h"
#include "site/url.h"
#include "site/view.h"

namespace pages {
namespace {

using notation::json_text;

constexpr size_t kMaxSources = 20;  // of one figure

void add_member(std::vector<std::string>& members, std::string_view key, std::string_view text) {
  if (!text.empty()) members.push_back(fmt::format("{}: {}", json_text(key), json_text(text)));
}

std::string json_object(const std::vector<std::string>& members) { return "{" + base::join(members, ", ") + "}"; }

// Returns {id, title, url, place, date} of each source of a figure, without duplicates.
std::string fact_sources(const site::Figure& figure, site::View& view) {
  std::vector<std::string> sources;
  for (const std::string& ref : figure.cell.refs) {
    const site::Provenance* from = view.provenance(ref);
    if (!from || !from->source) continue;
    std::vector<std::string> members;
    add_member(members, "id", from->source->id);
    add_member(members, "title", from->source->title);
    add_member(members, "url", from->source->url);
    add_member(members, "place", from->locator);
    add_member(members, "date", from->as_of);
    std::string source = json_object(members);
    if (std::ranges::find(sources, source) == sources.end() && sources.size() < kMaxSources)
      sources.push_back(std::move(source));
  }
  return "[" + base::join(sources, ", ") + "]";
}

// Returns the id of the last heading before a place in the text.
std::string_view anchor_before(const document::Document& document, const document::Link& link) {
  std::string_view anchor;
  for (const document::Heading& heading : document.headings())
    if (heading.node < link.node) anchor = heading.id;
  return anchor;
}

std::string json_number(const quantity::Exact& exact) {
  const auto decimal = exact.to_decimal();
  return decimal ? *decimal : json_text(exact.round_half_up(15));
}

std::string fact(const document::Document& document, const document::Link& link, const site::Figure& figure,
                 site::View& view) {
  std::vector<std::string> members;
  add_member(members, "figure", link.key);
  add_member(members, "text", document.plain_text(link.node));
  members.push_back("\"value\": " +
                    (figure.exact ? json_number(*figure.exact) : json_text(quantity::to_text(figure.cell.value))));
  if (figure.greatest) members.push_back("\"greatest\": " + json_number(*figure.greatest));
  add_member(members, "unit", figure.cell.field.unit);
  add_member(members, "covers", figure.cell.field.covers);
  add_member(members, "why", figure.why);
  members.push_back("\"sources\": " + fact_sources(figure, view));
  add_member(members, "page", view.address());
  add_member(members, "anchor", anchor_before(document, link));
  return json_object(members);
}

}  // namespace

std::string facts(const site::Site& site) {
  std::vector<std::string> all;
  for (const auto& page : site.pages) {
    if (!page->has_text() || page->from_data() || !page->is_indexed()) continue;
    site::View view(site, *page);
    std::vector<const document::Document*> documents = page->content()->short_documents();
    // Others contain no figures, and have to be parsed again.
    if (!page->evaluation->figures.empty()) documents.push_back(&page->content()->document());
    for (const document::Document* document : documents)
      for (const document::Link& link : document->links())
        if (link.kind == document::LinkKind::figure)
          if (const site::Figure* figure = view.figure(link.key)) all.push_back(fact(*document, link, *figure, view));
  }
  if (all.empty()) return "";
  std::vector<std::string> members;
  add_member(members, "site", site.config->title);
  add_member(members, "base_url", site.config->base_url);
  members.push_back("\"facts\": [\n" + base::join(all, ",\n") + "\n]");
  return json_object(members) + "\n";
}

const notation::AnyFormat& facts_format() {
  struct None {};
  using notation::Format;
  using notation::kinds::unread;
  const auto text = unread<None>({"text", R"({"type": "string"})"});
  static const Format<None> kSource{"a source",
                                    {
                                        {"id", text, notation::kRequired, "Its id in the bibliography."},
                                        {"title", text, "none", "Its title."},
                                        {"url", text, "none", "Its address."},
                                        {"place", text, "none", "The place in it: a table, a page."},
                                        {"date", text, "none", "The date for which it states the value."},
                                    }};
  static const Format<None> kFact{
      "a fact",
      {
          {"figure", text, notation::kRequired, "The figure's key: a cell, a name or a formula."},
          {"text", text, "none", "How the page states it."},
          {"value", unread<None>({"number or text", R"({"type": ["number", "string"]})"}), notation::kRequired,
           "The exact value; a text if it is not a number, or if its decimals repeat without end."},
          {"greatest", unread<None>({"number or text", R"({"type": ["number", "string"]})"}), "none",
           "For a range: its greatest value, of which `value` is the least."},
          {"unit", text, "none", "Its unit."},
          {"covers", text, "none", "What the value covers."},
          {"why", text, "none", "For an assumption: the reason."},
          {"sources", unread<None>(notation::list_type(kSource)), notation::kRequired,
           "Where it is from: the sources of all values from which it is computed, at most 20."},
          {"page", text, notation::kRequired, "The address of the page, from that of the site."},
          {"anchor", text, "none", "The id of the heading above it."},
      }};
  static const Format<None> kFacts{
      "facts.json",
      {
          {"site", text, "none", "The title of the site."},
          {"base_url", text, "none", "The address of the site."},
          {"facts", unread<None>(notation::list_type(kFact)), notation::kRequired,
           "The figures in the texts, by page: those of titles, key points and captions first."},
      }};
  return kFacts;
}

}  // namespace pages
