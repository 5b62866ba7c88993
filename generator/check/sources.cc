#include "check/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/pattern.h"
#include "base/text.h"

namespace check {
namespace {

// CSL's types of publications that may change; "" is for sources without a type.
constexpr auto kLiving =
    std::to_array<std::string_view>({"", "collection", "dataset", "document", "entry", "entry-dictionary",
                                     "entry-encyclopedia", "post", "post-weblog", "software", "webpage"});

// The last date that a source can describe.
struct SourceEnd {
  Day day;
  std::string date;  // the date in the source's entry
  std::string key;   // the key of `date`: "accessed", "issued" or "version"
};

std::optional<SourceEnd> later(std::optional<SourceEnd> a, std::optional<SourceEnd> b) {
  if (!a || !b) return a ? a : b;
  return a->day >= b->day ? a : b;
}

std::optional<SourceEnd> end_at(const std::string& date, const char* key) {
  const std::optional<Day> day = last_day_of(date);
  return day ? std::optional(SourceEnd{*day, date, key}) : std::nullopt;
}

// Returns the newest date in the source's `version`, if any, because a version does not change. Otherwise returns the
// later of `accessed` and `issued`, but only `issued` for publications that do not change, such as a report. Returns
// nullopt for a source without a date.
std::optional<SourceEnd> end_of_source(const data::Source& source) {
  if (auto version = end_at(newest_date_in(source.version), "version")) return version;
  std::optional<SourceEnd> issued = end_at(source.issued.last(), "issued");
  if (issued && !is_living(source)) return issued;
  return later(end_at(source.accessed.last(), "accessed"), issued);
}

// How texts name a part of a year: its last month is that of the pattern, multiplied by the number in its group.
struct PartOfYear {
  base::Pattern pattern;
  unsigned months;
};

const std::vector<PartOfYear>& parts_of_year() {
  static const std::vector<PartOfYear> kParts = [] {
    const std::string year = "(?=(?:19|20)[0-9]{2})", begin = "(?<![\\p{L}0-9])", end = "(?![\\p{L}0-9])";
    std::vector<PartOfYear> parts;
    const auto add = [&](const std::string& text, unsigned months) {
      parts.push_back({base::Pattern(begin + text, PCRE2_CASELESS | PCRE2_UTF), months});
    };
    add("q([1-4])" + end, 3);
    add("t([1-4])[ /-]?" + year, 3);
    add("([1-4])(?:st|nd|rd|th|er|e|[.])? (?:quarter|quartal|trimest)", 3);
    add("([1-4])q(?:20)?[0-9]{2}" + end, 3);
    add("h([12])" + end, 6);
    add("([12])h(?:20)?[0-9]{2}" + end, 6);
    add("(?<!/)(0?[1-9]|1[0-2])/" + year, 1);
    for (const auto& [words, month] : {std::pair(std::string("first quarter"), 3U),
                                       {"second quarter|first half", 6},
                                       {"third quarter", 9},
                                       {"winter " + year, 3},
                                       {"spring " + year, 6},
                                       {"summer " + year, 9}})
      add("(?:" + std::string(words) + ")", month);
    unsigned month = 0;
    for (std::string_view names :
         {"jan(?:uary?|uar|vier)?", "feb(?:ruary?|ruar)?|février", "mar(?:ch|s)?|märz", "apr(?:il)?|avril", "may|mai",
          "june?|juni|juin", "july?|juli|juillet", "aug(?:ust)?|août", "sept?(?:emb(?:er|re))?",
          "o[ck]t(?:ob(?:er|re))?", "nov(?:emb(?:er|re))?"})
      add(fmt::format("(?:{})[.]? (?:[0-9]{{1,2}}, )?{}", names, year), ++month);
    return parts;
  }();
  return kParts;
}

// Returns the last period that a text names ("2025", "2026-06", "Q2", "June") if it ends before a date; "" otherwise.
std::string named_period_before(std::string_view text, Day day) {
  static const base::Pattern kYear(
      R"((?<![0-9])((?:19|20)[0-9]{2})(?:[-_/.]?(0[1-9]|1[0-2])(?:[-_/.]?[0-3][0-9])?)?(?![0-9]))");
  const std::chrono::year_month_day of(day);
  const auto each_match = [&](const base::Pattern& pattern, auto use) {
    for (size_t at = 0; auto found = pattern.find(text, at);) {
      at = static_cast<size_t>(found->front().data() + found->front().size() - text.data());
      use(*found);
    }
  };
  std::string newest;  // the newest year or month
  each_match(kYear, [&](const std::vector<std::string_view>& groups) {
    const std::string month = groups[2].empty() ? "" : "-" + std::string(groups[2]);
    newest = std::max(newest, std::string(groups[1]) + month);
  });
  if (const auto end = last_day_of(newest); end && *end < day) return newest;
  std::string part;
  unsigned last = 0;  // the last month of the part of the year
  for (const PartOfYear& each : parts_of_year())
    each_match(each.pattern, [&](const std::vector<std::string_view>& groups) {
      const unsigned number = groups.size() < 2 ? 1 : base::parse_number<unsigned>(groups[1]).value_or(0);
      if (number * each.months > last) part = base::trim(groups.front());
      if (part.starts_with('q')) part.front() = 'Q';
      last = std::max(last, number * each.months);
    });
  const bool is_this_year = newest.empty() || newest.starts_with(std::to_string(static_cast<int>(of.year())));
  return is_this_year && last < static_cast<unsigned>(of.month()) ? part : "";
}

struct NewerRows {
  const data::Resource* resource = nullptr;
  const data::Source* source = nullptr;
  SourceEnd end;
  size_t count = 0;
  std::string newest, newest_ref;  // the ref of a resource without a key is its name
};

// Returns the rows that are newer than their source, by resource and source.
std::vector<NewerRows> find_newer_rows(const data::Database& database) {
  std::map<const data::Source*, std::optional<SourceEnd>> ends;
  std::vector<NewerRows> found;
  for (const data::Resource& resource : database.package().resources) {
    if (!database.find_table(resource.name)) continue;
    const auto first = static_cast<std::ptrdiff_t>(found.size());
    const auto add_if_newer = [&](const data::Source& source, const std::string& ref, std::string_view as_of) {
      const auto [end, is_new] = ends.try_emplace(&source);
      if (is_new) end->second = end_of_source(source);
      const std::optional<Day> day = end->second ? data::first_day_of(as_of) : std::nullopt;
      if (!day || *day <= end->second->day) return;
      auto known = std::find_if(found.begin() + first, found.end(),
                                [&](const NewerRows& each) { return each.source == &source; });
      if (known == found.end()) known = found.insert(found.end(), {&resource, &source, *end->second, 0, "", ""});
      ++known->count;
      if (as_of > known->newest) {
        known->newest = std::string(as_of);
        known->newest_ref = ref;
      }
    };
    const std::vector<std::string> refs = database.refs_of(resource.name);
    for (const std::string& ref : refs)
      if (auto provenance = database.provenance(ref); provenance && provenance->source)
        add_if_newer(*provenance->source, ref, provenance->as_of);
    if (refs.empty())
      if (const data::Source* source = database.bibliography().find(resource.source))
        add_if_newer(*source, resource.name, resource.as_of);
  }
  return found;
}

}  // namespace

std::string period_before(const data::Source& source, std::string_view date) {
  const std::optional<Day> day = data::first_day_of(date);
  if (!day) return "";
  const std::string issued = source.issued.last();
  if (const auto end = last_day_of(issued); end && *end < *day) return ", issued " + issued;
  if (issued.empty() && !is_living(source)) return fmt::format(", a {} without a date", source.type);
  // An import updates a version such as "as read on 2026-06-30".
  const std::string read_on = newest_date_in(source.version);
  const bool is_updated = !read_on.empty() && source.version.size() > read_on.size();
  for (std::string_view text :
       {std::string_view(source.title), std::string_view(source.id), std::string_view(source.url),
        is_updated ? std::string_view() : std::string_view(source.version)})
    if (const std::string period = named_period_before(text, *day); !period.empty()) return ", of " + period;
  return "";
}

bool is_living(const data::Source& source) {
  return std::find(kLiving.begin(), kLiving.end(), source.type) != kLiving.end();
}

std::string newest_date_in(std::string_view text) {
  constexpr size_t kSize = 10;
  std::string newest;
  for (size_t i = 0; i + kSize <= text.size(); ++i) {
    const std::string_view date = text.substr(i, kSize);
    const bool stands_alone =
        (i == 0 || !base::is_hex(text[i - 1])) && (i + kSize == text.size() || !base::is_hex(text[i + kSize]));
    if (stands_alone && data::is_date(date) && date > newest) newest = std::string(date);
  }
  return newest;
}

void check_source_dates(const data::Database& database, base::Diagnostics& diagnostics) {
  for (const NewerRows& each : find_newer_rows(database)) {
    diagnostics
        .warning("newer-than-source", each.resource->span,
                 fmt::format("{} of \"{}\" {} newer than \"{}\", whose \"{}\" is {}: {} is dated {}",
                             base::count_of(each.count, "row"), each.resource->name, each.count == 1 ? "is" : "are",
                             each.source->id, each.end.key, each.end.date, each.newest_ref, each.newest))
        .expect("rows that are not newer than their source")
        .suggest(each.end.key == "issued"
                     ? "cite the source that has these values, or correct \"as_of\""
                     : fmt::format("if you have read the source again, update its \"{}\"; otherwise correct \"as_of\"",
                                   each.end.key))
        .note(each.source->id_span, "the source");
  }
}

std::vector<const data::Source*> unused_sources(const data::Database& database,
                                                const std::set<std::string, std::less<>>& cited) {
  const data::Bibliography& bibliography = database.bibliography();
  std::set<const data::Source*> used;
  for (const data::Source& source : bibliography.sources()) {
    if (!cited.contains(source.id) && database.rows_from(source).empty()) continue;
    // A source that supersedes a used source is linked from it, and so on.
    for (const data::Source* next = &source; next && used.insert(next).second;)
      next = next->superseded_by.empty() ? nullptr : bibliography.find(next->superseded_by);
  }
  std::vector<const data::Source*> unused;
  for (const data::Source& source : bibliography.sources())
    if (!used.contains(&source)) unused.push_back(&source);
  return unused;
}

}  // namespace check
