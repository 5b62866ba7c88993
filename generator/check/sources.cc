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

// Returns the last period that a text names ("2025", "2026-06", "Q2") if it ends before a date; "" otherwise.
std::string named_period_before(std::string_view text, Day day) {
  static const base::Pattern kPeriod(
      R"((?<![0-9])((?:19|20)[0-9]{2})(?:[-_/.]?(0[1-9]|1[0-2])(?:[-_/.]?[0-3][0-9])?)?(?![0-9])|)"
      R"((?<![a-z])q([1-4])(?![a-z0-9])|([1-4])(?:st|nd|rd|th) quarter)",
      PCRE2_CASELESS);
  const std::chrono::year_month_day of(day);
  std::string newest;  // the newest year or month
  unsigned quarter = 0;
  for (size_t at = 0; auto found = kPeriod.find(text, at);) {
    const auto group = [&](size_t i) { return i < found->size() ? (*found)[i] : std::string_view(); };
    at = static_cast<size_t>(group(0).data() + group(0).size() - text.data());
    const std::string month = group(2).empty() ? "" : "-" + std::string(group(2));
    if (!group(1).empty()) newest = std::max(newest, std::string(group(1)) + month);
    for (std::string_view digit : {group(3), group(4)})
      if (!digit.empty()) quarter = std::max(quarter, static_cast<unsigned>(digit[0] - '0'));
  }
  if (const auto end = last_day_of(newest); end && *end < day) return newest;
  const bool is_this_year = newest.empty() || newest.starts_with(std::to_string(static_cast<int>(of.year())));
  if (quarter == 0 || !is_this_year || quarter > (static_cast<unsigned>(of.month()) - 1) / 3) return "";
  return "Q" + std::to_string(quarter);
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
      if (known == found.end()) known = found.insert(found.end(), {&resource, &source, *end->second, {}, "", ""});
      known->refs.push_back(ref);
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

void check_source_dates(const data::Database& database, base::Diagnostics& diagnostics) {
  for (const NewerRows& each : find_newer_rows(database)) {
    const size_t count = each.refs.size();
    diagnostics
        .warning("newer-than-source", each.resource->span,
                 fmt::format("{} of \"{}\" {} newer than \"{}\", whose \"{}\" is {}: {} is dated {}",
                             base::count_of(count, "row"), each.resource->name, count == 1 ? "is" : "are",
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
