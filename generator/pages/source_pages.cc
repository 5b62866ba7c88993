// The bibliography: the list of all sources, and a page for each source with its uses and how to cite it.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "base/text.h"
#include "blocks/references.h"
#include "data/bibliography.h"
#include "data/csl_text.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr size_t kMaxUses = 200;

std::string authors_of(const data::Source& source) {
  return fmt::format("{}", fmt::join(std::views::transform(source.authors, &data::Name::text), ", "));
}

const std::string& publisher_of(const data::Source& source) {
  return source.publisher.empty() ? source.container_title : source.publisher;
}

// Returns the source's id, or the name of its page if the id can't be used as an anchor.
std::string anchor_of(const data::Source& source) {
  if (std::ranges::all_of(source.id, [](char c) { return c > ' ' && c < 0x7F; })) return source.id;
  const std::string_view file = site::file_of(source.address);
  return std::string(file.substr(0, file.rfind('.')));
}

// Groups the sources by publisher, or else by author, because people look for sources that way. The sources that are
// used most come first; those with neither come last.
templates::List groups(KindContext& kind) {
  std::map<std::string, std::vector<SourceUses>> by_name;
  for (const SourceUses& each : kind.view.bibliography()) {
    const std::string& publisher = publisher_of(*each.source);
    by_name[publisher.empty() ? authors_of(*each.source) : publisher].push_back(each);
  }
  std::vector<std::pair<std::string, std::vector<SourceUses>>> groups(by_name.begin(), by_name.end());
  const auto is_before = [](const SourceUses& a, const SourceUses& b) {
    return a.count != b.count ? a.count > b.count : a.source->title < b.source->title;
  };
  for (auto& [name, sources] : groups) std::ranges::sort(sources, is_before);
  std::ranges::stable_sort(groups, [](const auto& a, const auto& b) {
    if (a.first.empty() || b.first.empty()) return b.first.empty() && !a.first.empty();
    return a.second.front().count > b.second.front().count;
  });
  templates::List list;
  for (const auto& [name, sources] : groups) {
    templates::List entries;
    for (const auto& [source, count] : sources) {
      const std::string anchor = anchor_of(*source);
      kind.context.ids.reserve(anchor);
      templates::Map map = titled_link(source->title, site::relative_link(kind.view.address(), source->address));
      const data::Date& issued = source->issued;
      const std::string year = issued.begin.year ? std::to_string(issued.begin.year) : issued.literal;
      entries.push(std::move(map.set("id", anchor).set("year", year).set("uses", count)));
    }
    list.push(templates::Map()
                  .set("title", name.empty() ? std::string(kind.context.words["no_publisher"]) : name)
                  .set("sources", std::move(entries)));
  }
  return list;
}

// Returns one entry for each page, {title, href, parts: [{title, href}]}. `parts` lists its tables and charts by their
// captions, each once.
templates::List uses_value(const std::vector<Use>& uses, const View& view) {
  templates::List list;
  const size_t end = std::min(uses.size(), kMaxUses);
  for (size_t i = 0; i < end;) {
    const Use& first = uses[i];
    std::string href = site::relative_link(view.address(), first.address);
    templates::List parts;
    std::set<std::string_view> named;
    size_t places = 0;
    for (; i < end && uses[i].address == first.address; ++i, ++places) {
      if (uses[i].part.empty() || !named.insert(uses[i].part).second) continue;
      parts.push(titled_link(uses[i].part, href + "#" + site::encode_fragment(uses[i].anchor)));
    }
    // If the only use has no caption, the entry itself links to it.
    if (places == 1 && parts.empty() && !first.anchor.empty()) href += "#" + site::encode_fragment(first.anchor);
    list.push(titled_link(first.title, href).set("parts", std::move(parts)));
  }
  return list;
}

// Returns the resources that contain rows from the source: {title, href, rows}.
templates::List data_from(std::string_view source, View& view) {
  return list_of(view.rows_from(source), [&](const RowsFrom& from) {
    return titled_link(from.title, site::relative_link(view.address(), site::resource_address(from.resource)))
        .set("rows", from.rows);
  });
}

// -- BibTeX --

std::string_view entry_type(std::string_view csl) {
  if (csl.starts_with("article")) return "article";
  if (csl == "paper-conference") return "inproceedings";
  if (csl == "book") return "book";
  if (csl == "chapter") return "incollection";
  if (csl == "report") return "techreport";
  if (csl == "thesis") return "phdthesis";
  return "misc";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\\' || c == '~' || c == '^')
      out += c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}";
    else
      out.append(std::string_view("&%$#_{}").find(c) == std::string_view::npos ? 0 : 1, '\\') += c;
  }
  return out;
}

std::string bib_name(const data::Name& author) {
  if (!author.literal.empty()) return "{" + escaped(author.literal) + "}";
  std::string text;
  for (const std::string* part : {&author.dropping, &author.particle, &author.family})
    if (!part->empty()) text += (text.empty() ? "" : " ") + escaped(*part);
  for (const std::string* part : {&author.suffix, &author.given})
    if (!part->empty()) text += ", " + escaped(*part);
  return text;
}

std::string bib_names(const std::vector<data::Name>& people) {
  return fmt::format("{}", fmt::join(std::views::transform(people, bib_name), " and "));
}

// BibTeX fields, with the CSL variables that provide their values.
constexpr std::pair<std::string_view, std::string_view> kBibFields[] = {
    {"volume", "volume"},          {"number", "issue"},
    {"number", "number"},          {"pages", "page"},
    {"edition", "edition"},        {"series", "collection-title"},
    {"address", "publisher-place"}};

// Returns the entry's key in a form that BibTeX can read.
std::string bib_key(const std::string& id) {
  return id.find_first_of(" ,#%\"'()=~\\") == std::string::npos ? id : data::source_page_name(id);
}

}  // namespace

std::string bibtex(const data::Source& source) {
  std::string out = fmt::format("@{}{{{}", entry_type(source.type), bib_key(source.id));
  auto field = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += fmt::format(",\n  {} = {{{}}}", key, value);
  };
  field("author", bib_names(source.authors));
  if (const auto editors = source.names.find("editor"); editors != source.names.end())
    field("editor", bib_names(editors->second));
  field("title", "{" + escaped(source.title) + "}");
  field(entry_type(source.type) == "article" ? "journal" : "booktitle", escaped(source.container_title));
  for (const auto& [key, variable] : kBibFields)
    if (const auto text = source.variables.find(variable); text != source.variables.end())
      field(key, escaped(data::csl_plain(data::parse_csl_text(text->second))));
  field("publisher", escaped(source.publisher));
  field("year", source.issued.begin.year ? std::to_string(source.issued.begin.year) : "");
  field("month",
        source.issued.begin.month && source.issued.begin.month <= 12 ? std::to_string(source.issued.begin.month) : "");
  field("version", escaped(source.version));
  // BibTeX reads these fields verbatim, but braces must be balanced.
  auto verbatim = [](const std::string& text) {
    return base::replace_all(base::replace_all(text, "{", "%7B"), "}", "%7D");
  };
  field("doi", verbatim(source.doi));
  field("url", verbatim(source.url));
  field("urldate", source.accessed.text());
  return out + "\n}\n";
}

void add_source_values(KindContext& kind) {
  if (kind.page().kind == site::PageKind::sources) {
    kind.values.set("groups", groups(kind));
    return;
  }
  const data::Source* source = kind.view.source(kind.page().subject);
  const std::vector<Use> uses = kind.view.uses(source->id);
  templates::Map map;
  map.set("id", source->id).set("title", source->title).set("authors", authors_of(*source));
  map.set("publisher", publisher_of(*source)).set("type", source->type).set("url", source->link());
  map.set("issued", source->issued.text()).set("accessed", source->accessed.text());
  map.set("version", data::short_version(source->version)).set("note", source->note).set("license", source->license);
  map.set("status", blocks::status_html(*source, kind.context)).set("data", data_from(source->id, kind.view));
  kind.values.set("source", std::move(map)).set("uses", uses_value(uses, kind.view));
  kind.values.set("uses_shown", std::min(uses.size(), kMaxUses)).set("uses_total", uses.size());
  kind.values.set("citation", blocks::reference_text(*source, kind.context.words));
  kind.values.set("bibtex", bibtex(*source)).set("csl", std::string(source->csl()));
}

}  // namespace pages
