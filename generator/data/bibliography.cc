#include "data/bibliography.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/suggest.h"
#include "base/text.h"
#include "data/web_address.h"
#include "notation/json.h"
#include "notation/reader.h"

namespace data {
namespace {

using notation::Node;

// Variables of CSL 1.0.2 that are neither names nor dates and have no meaning here.
// Source: https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables and its CSL-JSON schema.
constexpr std::string_view kPlain =
    "annote archive archive_collection archive_location archive-place authority call-number chapter-number"
    " citation-key citation-label citation-number collection-number collection-title container-title-short"
    " dimensions division edition event event-place event-title first-reference-note-number genre ISBN ISSN issue"
    " journalAbbreviation jurisdiction keyword language locator medium number number-of-pages number-of-volumes"
    " original-publisher original-publisher-place original-title page page-first part-number part-title PMCID PMID"
    " printing-number publisher-place references reviewed-genre reviewed-title scale section shortTitle source"
    " supplement-number title-short volume volume-title volume-title-short year-suffix";

// Variables, names, dates and structures of CSL that are not shown.
constexpr std::string_view kUnused =
    "abstract categories chair collection-editor compiler composer container-author contributor curator director"
    " editor editor-translator editorial-director executive-producer guest host illustrator interviewer narrator "
    "organizer"
    " original-author performer producer recipient reviewed-author script-writer series-creator translator"
    " available-date event-date original-date submitted";

std::vector<Name> read_names(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  std::vector<Name> names;
  const Node* list = reader.list(key);
  if (list == nullptr) return names;
  for (const Node& node : list->items) {
    notation::Reader person(node, "this name", diagnostics);
    Name name;
    name.family = person.text("family");
    name.given = person.text("given");
    name.literal = person.text("literal");
    std::string particle = person.text("non-dropping-particle");
    if (!particle.empty()) name.family = particle + " " + name.family;
    std::string dropping = person.text("dropping-particle");
    if (!dropping.empty()) name.given += (name.given.empty() ? "" : " ") + dropping;
    std::string suffix = person.text("suffix");
    if (!suffix.empty()) name.family += " " + suffix;
    for (std::string_view unused : {"comma-suffix", "static-ordering", "parse-names"}) person.node(unused);
    person.finish();
    names.push_back(std::move(name));
  }
  return names;
}

// One part of a date, which some programs write as text; 0 if it is missing, -1 if it is not a number.
int date_part(const Node& parts, size_t index) {
  if (index >= parts.items.size()) return 0;
  const std::string& text = parts.items[index].text;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

DateParts read_date(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  DateParts date;
  const Node* node = reader.map(key);
  if (node == nullptr) return date;
  notation::Reader map(*node, "this date", diagnostics);
  date.literal = map.text("literal");
  if (date.literal.empty()) date.literal = map.text("raw");
  if (const Node* ranges = map.list("date-parts"); ranges != nullptr && !ranges->items.empty()) {
    const Node& parts = ranges->items[0];
    date.year = date_part(parts, 0);
    date.month = date_part(parts, 1);
    date.day = date_part(parts, 2);
    const bool is_date =
        date.year > 0 && date.year <= 9999 && date.month >= 0 && date.month <= 12 && date.day >= 0 && date.day <= 31;
    if (!is_date || (date.month == 0 && date.day > 0) || parts.items.size() > 3) {
      diagnostics.error("bad-date", ranges->span, "these are not valid date parts")
          .expect("[[2026, 1, 31]], [[2026, 1]] or [[2026]]");
      date.year = date.month = date.day = 0;
    }
  }
  for (std::string_view key_of_csl : {"season", "circa", "edtf"}) map.node(key_of_csl);
  map.finish();
  return date;
}

void read_custom(Source& source, const Node* node, base::Diagnostics& diagnostics) {
  if (node == nullptr) return;
  notation::Reader custom(*node, "custom", diagnostics);
  source.kind = custom.text("kind");
  source.license = custom.text("license");
  source.status = custom.choice("status", {"dated", "disputed", "superseded", "retracted", "dead", "current"});
  if (source.status == "current") source.status.clear();
  source.reason = custom.text("reason");
  source.superseded_by = custom.text("superseded_by");
  if (!source.status.empty() && source.reason.empty() && source.superseded_by.empty())
    diagnostics
        .error("missing-key", custom.span_of("status"),
               fmt::format("the source is {}, but has no \"reason\"", source.status))
        .expect("a \"reason\", shown wherever the source is cited, or \"superseded_by\", the id of another source");
  source.stale_after_days = custom.integer("stale_after_days");
  source.missing = custom.texts("missing");
  if (!source.missing.empty())
    diagnostics
        .warning("incomplete-source", custom.span_of("missing"),
                 fmt::format("the source \"{}\" lacks: {}", source.id, base::join(source.missing, ", ")))
        .suggest("fill these in, then delete \"missing\"");
  // Other programs may use `custom` too, so only a misspelt key of ours is a mistake.
  const std::vector<std::string_view> keys = {"license", "status",           "reason", "superseded_by",
                                              "kind",    "stale_after_days", "missing"};
  for (const notation::Entry& entry : node->entries)
    if (base::nearest(entry.key, keys).empty()) custom.node(entry.key);
  custom.finish();
}

bool has_only(std::string_view text, std::string_view symbols) {
  return std::ranges::all_of(text, [&](char c) {
    return base::is_letter(c) || base::is_digit(c) || symbols.find(c) != std::string_view::npos;
  });
}

Source read_source(const Node& node, base::Diagnostics& diagnostics) {
  Source source;
  source.span = node.span;
  notation::Reader reader(node, "this source", diagnostics);
  source.id = reader.text("id", notation::Need::required);
  source.id_span = reader.span_of("id");
  if (!source.id.empty() && (!has_only(source.id, "-_.:+") || source.id.front() == '.'))
    diagnostics.error("bad-name", source.id_span, fmt::format("a source cannot have the id \"{}\"", source.id))
        .expect("letters, digits, \"-\", \"_\", \".\", \":\" and \"+\", because it is the name of the source's page");
  source.type = reader.text("type", notation::Need::required);
  source.title = reader.text("title", notation::Need::required);
  source.authors = read_names(reader, "author", diagnostics);
  source.publisher = reader.text("publisher");
  source.container_title = reader.text("container-title");
  source.url = read_web_address(reader, "URL", diagnostics);
  source.doi = reader.text("DOI");
  source.issued = read_date(reader, "issued", diagnostics);
  source.accessed = read_date(reader, "accessed", diagnostics);
  source.version = reader.text("version");
  source.note = reader.text("note");
  read_custom(source, reader.map("custom"), diagnostics);
  for (std::string_view key : base::split(kPlain, ' ')) {
    std::string text = reader.text(key);
    if (!text.empty()) source.other.emplace_back(key, std::move(text));
  }
  for (std::string_view key : base::split(kUnused, ' ')) reader.node(key);
  reader.finish();
  return source;
}

}  // namespace

std::string Name::text() const {
  if (!literal.empty()) return literal;
  return given.empty() ? family : family.empty() ? given : given + " " + family;
}

std::string DateParts::text() const {
  if (year == 0) return literal;
  std::string out = fmt::format("{:04}", year);
  if (month > 0) out += fmt::format("-{:02}", month);
  if (day > 0) out += fmt::format("-{:02}", day);
  return out;
}

Bibliography Bibliography::read(const std::vector<const base::SourceText*>& files, base::Diagnostics& diagnostics) {
  Bibliography result;
  for (const base::SourceText* file : files) {
    std::optional<Node> root = notation::parse_json(base::whole(*file), diagnostics);
    if (!root) continue;
    if (!root->is_list()) {
      diagnostics.error("wrong-type", root->span, "a bibliography must be a list of sources")
          .expect("CSL-JSON: [{\"id\": …}, …]");
      continue;
    }
    for (const Node& node : root->items) {
      Source source = read_source(node, diagnostics);
      if (source.id.empty()) continue;
      auto [at, added] = result.by_id_.emplace(source.id, result.sources_.size());
      if (!added) {
        diagnostics.error("duplicate-key", source.id_span, fmt::format("two sources have the id \"{}\"", source.id))
            .note(result.sources_[at->second].id_span, "the first");
        continue;
      }
      result.sources_.push_back(std::move(source));
    }
  }
  for (const Source& source : result.sources_)
    if (!source.superseded_by.empty() && result.find(source.superseded_by) == nullptr)
      diagnostics
          .error("unknown-source", source.id_span,
                 fmt::format("\"{}\" is superseded by \"{}\", which is not in the bibliography", source.id,
                             source.superseded_by))
          .suggest(result.suggest(source.superseded_by));
  return result;
}

const Source* Bibliography::find(std::string_view id) const {
  auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &sources_[at->second];
}

std::string Bibliography::suggest(std::string_view id) const {
  const std::string near = base::did_you_mean(id, base::views(sources_, &Source::id));
  if (id.starts_with("https://") || id.starts_with("http://"))
    return "use the id of the source; `sourcebook new source URL` adds a source";
  if (!has_only(id, "._:-")) return near;  // a shell would not read it as one word
  return fmt::format("{}: sourcebook new source URL --id {}",
                     near.empty() ? "write it first" : near + " If not, write it first", id);
}

}  // namespace data
