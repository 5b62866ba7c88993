// Reads a bibliography in CSL-JSON (data/bibliography.h).
#include "data/bibliography.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/csl_text.h"
#include "data/keys.h"
#include "data/web_address.h"
#include "notation/reader.h"

namespace data {
namespace {

using notation::Node;
using namespace notation::kinds;

// The variables of CSL 1.0.2, grouped by kind.
// Source: https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables and its CSL-JSON schema.
constexpr std::string_view kNames =
    "author chair collection-editor compiler composer container-author contributor curator director editor"
    " editor-translator editorial-director executive-producer guest host illustrator interviewer narrator organizer"
    " original-author performer producer recipient reviewed-author script-writer series-creator translator";
constexpr std::string_view kDates = "accessed available-date event-date issued original-date submitted";
constexpr std::string_view kTexts =
    "abstract annote archive archive_collection archive_location archive-place authority call-number categories"
    " chapter-number citation-key citation-label citation-number collection-number collection-title container-title"
    " container-title-short custom dimensions division DOI edition event event-place event-title"
    " first-reference-note-number genre id ISBN ISSN issue journalAbbreviation jurisdiction keyword language locator"
    " medium note number number-of-pages number-of-volumes original-publisher original-publisher-place original-title"
    " page page-first part-number part-title PMCID PMID printing-number publisher publisher-place references"
    " reviewed-genre reviewed-title scale section shortTitle source status supplement-number title title-short type URL"
    " version volume volume-title volume-title-short year-suffix";

bool is_scalar(const Node& node) { return node.is_string() || node.kind == notation::Kind::number; }

// Returns a value as text. Other programs write some values as lists of texts, so these are joined.
std::string text_of(const Node& node) {
  if (is_scalar(node)) return node.text;
  std::string text;
  for (const Node& item : node.items)
    if (is_scalar(item)) text += (text.empty() ? "" : ", ") + item.text;
  return text;
}

Name read_name(const Node& node, base::Diagnostics& diagnostics) {
  Name name;
  if (is_scalar(node)) {
    name.literal = node.text;
    return name;
  }
  notation::Reader person(node, "this name", diagnostics);
  name.family = person.text("family");
  name.given = person.text("given");
  name.literal = person.text("literal");
  if (name.literal.empty()) name.literal = person.text("name");  // Crossref writes organisations as "name"
  name.particle = person.text("non-dropping-particle");
  name.dropping = person.text("dropping-particle");
  name.suffix = person.text("suffix");
  const Node* comma = node.find("comma-suffix");
  name.has_comma_suffix = comma && (comma->as_bool() || comma->text == "1");
  if (name.text().empty() &&
      std::ranges::any_of(node.entries, [](const auto& each) { return !each.value.text.empty(); }))
    diagnostics.error("missing-key", node.span, "this name has no \"family\", \"given\" or \"literal\"")
        .expect(R"({"family": "Roe", "given": "Ann"}, or of an organisation {"literal": "Example Institute"})");
  return name;
}

std::vector<Name> read_names(const Node& list, base::Diagnostics& diagnostics) {
  std::vector<Name> names;
  const std::vector<Node> alone{list};
  for (const Node& node : list.is_list() ? list.items : alone) {
    Name name = read_name(node, diagnostics);
    if (!name.text().empty()) names.push_back(std::move(name));
  }
  return names;
}

constexpr int kMaxYear = 9999, kMaxMonth = 12, kSpring = 21, kWinter = 24;

bool is_valid(const Date::Parts& parts) {
  const bool is_month = parts.month >= 0 && parts.month <= kMaxMonth, is_season = parts.month >= kSpring;
  if (parts.year < -kMaxYear || parts.year > kMaxYear || (!is_month && !is_season) || parts.month > kWinter)
    return false;
  const auto month = static_cast<unsigned>(parts.month), day = static_cast<unsigned>(parts.day);
  return parts.day == 0 || (std::chrono::year(parts.year) / std::chrono::month(month) / std::chrono::day(day)).ok();
}

// Reads the parts of a date. Numbers may be written as text; null and empty text mean an unknown part.
std::optional<Date::Parts> read_parts(const Node& list) {
  Date::Parts parts;
  int* const slots[] = {&parts.year, &parts.month, &parts.day};
  if (list.items.size() > std::size(slots)) return std::nullopt;
  for (size_t i = 0; i < list.items.size(); ++i) {
    const std::string& text = list.items[i].text;
    const std::optional<int> number = text.empty() || text == "null" ? std::optional(0) : base::parse_number<int>(text);
    if (!number) return std::nullopt;
    *slots[i] = *number;
  }
  // Zotero writes seasons as the months 13 to 16.
  if (parts.month > kMaxMonth && parts.month <= kMaxMonth + 4) parts.month += kSpring - kMaxMonth - 1;
  return is_valid(parts) ? std::optional(parts) : std::nullopt;
}

// Parses a date or range: "2026-01-31", "1998/2004", "2010-21" or "1850~". Any other text becomes the literal, except a
// day that does not exist.
Date parse_date(std::string_view text, base::Span span, base::Diagnostics& diagnostics) {
  Date date;
  Date::Parts* const slots[] = {&date.begin, &date.end};
  const std::vector<std::string_view> ends = base::split(text, '/');
  bool is_good = ends.size() <= std::size(slots);
  for (size_t i = 0; is_good && i < ends.size(); ++i) {
    std::string marked(base::trim(ends[i]));
    date.is_open = i > 0 && (marked.empty() || marked == "..");
    if (date.is_open) continue;
    const bool is_circa = marked.find_first_of("~%") != std::string::npos;
    const bool is_uncertain = marked.find_first_of("?%") != std::string::npos;
    std::erase_if(marked, [](char c) { return std::string_view("?~%").find(c) != std::string_view::npos; });
    std::string_view end = marked;
    const bool is_negative = end.starts_with('-');
    if (is_negative) end.remove_prefix(1);
    Node list;
    for (std::string_view part : base::split(end.substr(0, end.find('T')), '-')) {
      is_good = is_good && !part.empty() && part.size() <= 4 && std::ranges::all_of(part, base::is_digit);
      list.items.emplace_back().text = part;
    }
    const auto parts = is_good ? read_parts(list) : std::nullopt;
    if (is_good && !parts && list.items.size() == 3 && list.items.front().text.size() == 4)
      diagnostics.error("bad-date", span, fmt::format("{} does not exist", end)).expect("a day of the calendar");
    is_good = parts && parts->year != 0 && list.items.front().text.size() >= 3 &&
              (parts->month < kSpring || list.items[1].text.starts_with('2'));
    if (is_good)
      *slots[i] = {is_negative ? -parts->year : parts->year, parts->month, parts->day, is_circa, is_uncertain};
  }
  if (is_good) return date;
  date = {};
  date.literal = base::trim(text);
  return date;
}

Date read_date(const Node& node, base::Diagnostics& diagnostics) {
  if (is_scalar(node)) return parse_date(node.text, node.span, diagnostics);
  notation::Reader map(node, "this date", diagnostics);
  Date date;
  for (std::string_view key : {"raw", "edtf", "literal"})
    if (std::string text = map.text(key); !text.empty()) date = parse_date(text, map.span_of(key), diagnostics);
  const Node* circa = map.node("circa");
  const bool is_circa = circa && circa->text != "0" && circa->text != "false" && !circa->text.empty();
  date.begin.is_circa = date.begin.is_circa || is_circa;
  const Node* ranges = map.list("date-parts");
  if (!ranges && date.empty() && std::ranges::any_of(node.entries, [](const auto& each) {
        return !each.value.text.empty() && each.key != "circa" && !each.value.is_null();
      }))
    diagnostics.error("bad-date", node.span, "this date has no \"date-parts\"")
        .expect(R"({"date-parts": [[2026, 1, 31]]})");
  if (!ranges) return date;
  Date::Parts* const slots[] = {&date.begin, &date.end};
  // Some programs write the parts of one date without the list around them.
  const bool is_one = !ranges->items.empty() && !ranges->items.front().is_list();
  const std::vector<Node> all = is_one ? std::vector{*ranges} : ranges->items;
  for (size_t i = 0; i < all.size() && i < std::size(slots); ++i) {
    if (const auto parts = read_parts(all[i])) {
      *slots[i] = *parts;
      slots[i]->is_circa = is_circa;
      continue;
    }
    diagnostics.error("bad-date", ranges->span, "these are not valid date parts")
        .expect("[[2026, 1, 31]], [[2026, 1]], [[2026]], or a range [[1998], [2004]]");
    return {};
  }
  constexpr std::string_view kSeasons[] = {"1 spring", "2 summer", "3 autumn fall", "4 winter"};
  const std::string season = date.begin.year == 0 || date.begin.month > 0 ? "" : base::lower(map.text("season"));
  const auto* found = std::ranges::find_if(kSeasons, [&](auto words) { return base::has_word(words, season); });
  if (!season.empty() && found != std::end(kSeasons))
    date.begin.month = kSpring + static_cast<int>(found - std::begin(kSeasons));
  else if (!season.empty())
    date.literal = fmt::format("{} {}", map.text("season"), std::exchange(date.begin.year, 0));
  return date;
}

// Checks what several keys say together.
void check_custom(Source& source, const Node& map, base::Diagnostics& diagnostics) {
  if (source.status == "current") source.status.clear();
  if (!source.status.empty() && source.reason.empty() && source.superseded_by.empty())
    diagnostics
        .error("missing-key", map.find("status")->span,
               fmt::format("the source is {}, but has no \"reason\"", source.status))
        .expect("a \"reason\", shown wherever the source is cited, or \"superseded_by\", the id of another source");
  if (!source.missing.empty())
    diagnostics
        .warning("incomplete-source", map.find("missing")->span,
                 fmt::format("the source \"{}\" lacks: {}", source.id, base::join(source.missing, ", ")))
        .suggest("fill these in, then delete \"missing\"");
}

const notation::Format<Source> kCustom{
    "custom",
    {
        {"kind", text(&Source::kind), "none", "`paper`, `vendor`, `benchmark` …: for your own use; it is not shown."},
        {"license", text(&Source::license), "none",
         "The licence of the material that you use from it. Shown on the source's page."},
        {"status", choice(&Source::status, {"dated", "disputed", "superseded", "retracted", "dead", "current"}),
         "`current`", "Whether readers can rely on it."},
        {"reason", text(&Source::reason), "none",
         "The reason. Required with a `status`, unless `superseded_by` is given."},
        {"superseded_by", text(&Source::superseded_by), "none", "The id of the source that replaces it."},
        {"stale_after_days", whole_number(&Source::stale_after_days), "never",
         "The number of days after `accessed`, or `issued`, after which `check` reports that the source should be read "
         "again."},
        {"missing", texts(&Source::missing), "none",
         "Keys that still have to be filled in, as [`new source`](data.md#source) lists them. A build warns about "
         "them."},
    },
    // Other programs may use `custom` too, so only a misspelt key of ours is reported.
    {.check = check_custom,
     .explain = [](const notation::Entry& entry, const notation::AnyFormat& format, base::Diagnostics&) {
       return base::nearest(entry.key, format.key_names()).empty();
     }}};

// Reports a key only if it means or resembles a key of CSL, because other programs add their own keys.
void check_key(const Node& source, const notation::Entry& entry, base::Diagnostics& diagnostics) {
  constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
      {"year", "issued"}, {"date", "issued"}, {"authors", "author"}, {"editors", "editor"}};
  for (const auto& [other, csl] : kOtherNames)
    if (entry.key == other && !source.find(csl))
      diagnostics
          .error("unknown-key", entry.key_span,
                 fmt::format("CSL does not have the key \"{}\": readers would not see it", other))
          .suggest(fmt::format("name it \"{}\"", csl));
  std::vector<std::string_view> known;
  for (std::string_view keys : {kTexts, kNames, kDates})
    for (std::string_view key : base::split(keys, ' ')) known.push_back(key);
  const std::string near = base::nearest(entry.key, known);
  const std::string& key = entry.key;
  const auto same_begin = std::mismatch(near.begin(), near.end(), key.begin(), key.end()).first - near.begin();
  const auto same_end = std::mismatch(near.rbegin(), near.rend(), key.rbegin(), key.rend()).first - near.rbegin();
  const bool is_slip = !near.empty() && !source.find(near) &&
                       static_cast<size_t>(same_begin + same_end) + 2 >= std::max(near.size(), key.size());
  if (is_slip)
    diagnostics.warning("unknown-key", entry.key_span, fmt::format("CSL does not have the key \"{}\"", entry.key))
        .suggest(base::did_you_mean(entry.key, known));
}

std::string without_resolver(std::string doi) {
  for (std::string_view start : {"https://", "http://", "dx.", "www.", "doi.org/", "doi:", "DOI:", " "})
    if (doi.starts_with(start)) doi.erase(0, start.size());
  return doi;
}

// Whether citations and rows can use this id: it has no braces or line ends, and no spaces around it.
bool is_citable(std::string_view id) {
  const auto is_bad = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '{' || c == '}'; };
  return !id.empty() && std::ranges::none_of(id, is_bad) && base::trim(id) == id;
}

void read_id(Source& source, const Node& node, base::Diagnostics& diagnostics) {
  notation::Reader reader(node, "this source", diagnostics);
  source.id = reader.text("id", notation::Need::required);
  source.id_span = reader.span_of("id");
  if (source.id.empty() || is_citable(source.id)) return;
  diagnostics.error("bad-name", source.id_span, fmt::format("a source cannot have the id \"{}\"", source.id))
      .expect("a text without braces, line ends and spaces around it, because citations contain it: [@ID] or [@{ID}]");
  source.id.clear();
}

std::string variable_of(const Source& source, std::string_view key) {
  const auto at = source.variables.find(key);
  return at == source.variables.end() ? "" : at->second;
}

// Returns the text by which a source without a title is listed.
std::string substitute_title(const Source& source) {
  for (std::string_view key : {"title-short", "shortTitle", "reviewed-title", "container-title", "genre"})
    if (std::string text = variable_of(source, key); !text.empty()) return text;
  return source.authors.empty() ? "" : source.authors.front().text();
}

}  // namespace

const notation::AnyFormat& custom_format() { return kCustom; }

CslVariables csl_variables() { return {kNames, kDates, kTexts}; }

std::string source_page_name(std::string_view id) {
  constexpr size_t kMaxBytes = 80;
  std::string words(id);
  // Punctuation in the ids that other programs generate: "http://zotero.org/users/1", "doi:10.1000/182".
  constexpr std::string_view kPunctuation = "/:.%?&=#";
  if (id.find_first_of("/%") != std::string_view::npos)
    std::ranges::replace_if(words, [&](char c) { return kPunctuation.find(c) != std::string_view::npos; }, '-');
  std::string name = base::file_slug(words);
  if (name.size() > kMaxBytes) name.resize(base::code_point_start(name, kMaxBytes));
  return name;
}

Source read_csl(const Node& node, base::Diagnostics& diagnostics) {
  Source source;
  source.span = node.span;
  read_id(source, node, diagnostics);
  if (source.id.empty()) return source;
  for (const notation::Entry& entry : node.entries) {
    const Node& value = entry.value;
    if (entry.key == "custom") {
      if (value.is_map()) kCustom.read(value, "custom", source, diagnostics);
    } else if (base::has_word(kNames, entry.key)) {
      source.names[entry.key] = read_names(value, diagnostics);
    } else if (base::has_word(kDates, entry.key)) {
      if (!value.is_null()) source.dates[entry.key] = read_date(value, diagnostics);
    } else if (base::has_word(kTexts, entry.key)) {
      if (std::string text(base::trim(text_of(value))); !text.empty()) source.variables[entry.key] = std::move(text);
    } else {
      check_key(node, entry, diagnostics);
    }
  }
  const auto variable = [&](std::string_view key) { return variable_of(source, key); };
  const auto plain = [](const std::string& text) { return csl_plain(parse_csl_text(text)); };
  source.authors = source.names["author"];
  std::erase_if(source.authors, [](const Name& name) { return base::lower(name.literal) == "others"; });
  source.issued = source.dates["issued"];
  source.accessed = source.dates["accessed"];
  if (const Node* date = node.find("accessed"); date && !source.accessed.literal.empty())
    diagnostics
        .warning("bad-date", date->span, fmt::format("\"{}\" is not a date, and is left out", source.accessed.literal))
        .expect("a date such as 2026-01-31");
  source.type = variable("type").empty() ? "document" : variable("type");
  source.title = plain(variable("title").empty() ? substitute_title(source) : variable("title"));
  if (source.title.empty()) notation::Reader(node, "this source", diagnostics).text("title", notation::Need::required);
  source.publisher = plain(variable("publisher"));
  source.container_title = plain(variable("container-title"));
  source.version = variable("version");
  source.note = variable("note");
  notation::Reader reader(node, "this source", diagnostics);
  if (source.variables.contains("DOI")) source.doi = source.variables["DOI"] = without_resolver(variable("DOI"));
  // Control characters become spaces, as in all texts: a link can't contain them.
  std::ranges::replace_if(source.doi, [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; }, ' ');
  source.url = read_web_address(reader, "URL", diagnostics);
  return source;
}

}  // namespace data
