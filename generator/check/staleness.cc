// Finds sources and rows that were not checked for too long (check/sources.h).
#include "check/sources.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "check/checks.h"
#include "check/prose.h"
#include "data/descriptor.h"

namespace check {
namespace {

using std::chrono::days;

std::string days_of(long count) { return base::count_of(static_cast<size_t>(count), "day"); }

class Staleness {
 public:
  Staleness(Day today, base::Diagnostics& diagnostics) : today_(today), diagnostics_(diagnostics) {}

  void check_resource(const data::Database& database, const data::Resource& resource) {
    std::vector<std::string> ends = {""};  // of the refs of a row and of its columns with their own limit
    for (const data::ResourceField& field : resource.fields)
      if (field.own.stale_after_days) ends.push_back(data::kOfColumn + field.field.name);
    if (!resource.stale_after_days && ends.size() == 1) return;
    size_t rows = 0, old = 0;
    long limit = 0;
    std::string oldest, oldest_ref;
    for (const std::string& ref : database.refs_of(resource.name)) {
      ++rows;
      std::optional<data::Age> age;
      for (const std::string& end : ends)
        if (const auto other = database.age_of(ref + end); other && (!age || other->limit < age->limit)) age = other;
      const auto day = age ? last_day_of(age->as_of) : std::nullopt;
      if (!day || today_ - *day <= days(age->limit)) continue;
      ++old;
      limit = age->limit;
      if (oldest.empty() || *day < *last_day_of(oldest)) {
        oldest = age->as_of;
        oldest_ref = ref;
      }
    }
    if (old == 0) return;
    diagnostics_
        .warning("stale-data", resource.span,
                 fmt::format("{} of {} of \"{}\" {} older than {}: the oldest, {}, is dated {}", old,
                             base::count_of(rows, "row"), resource.name, old == 1 ? "is" : "are", days_of(limit),
                             oldest_ref, oldest))
        .expect(fmt::format("data from {} or later", data::day_text(today_ - days(limit))))
        .suggest("check the sources again, correct the rows, and set their \"as_of\"");
  }

  void check_source(const data::Source& source) {
    if (!source.stale_after_days) return;
    std::string date = source.accessed.text().empty() ? source.issued.text() : source.accessed.text();
    auto day = last_day_of(date);
    std::string message;
    if (!day)
      message = fmt::format("\"{}\" becomes stale after {}, but has no date of the last check", source.id,
                            days_of(*source.stale_after_days));
    else if (today_ - *day > days(*source.stale_after_days))
      message = fmt::format("\"{}\" was last checked on {}, {} ago", source.id, date, days_of((today_ - *day).count()));
    else
      return;
    diagnostics_.warning("stale-source", source.id_span, std::move(message))
        .expect(fmt::format("\"accessed\" on {} or later", data::day_text(today_ - days(*source.stale_after_days))))
        .suggest("read it again, correct what depends on it, and set \"accessed\"");
  }

  // Reports a date that is still to come: the page is published at once, and is the newest in the feed.
  void check_dates(const document::FrontMatter& front) {
    for (const document::Text* date : {&front.date, &front.updated})
      if (const auto day = last_day_of(date->text); day && *day > today_)
        diagnostics_.warning("future-date", date->span, fmt::format("this date, {}, is in the future", date->text))
            .expect("the day on which the page was published or changed")
            .suggest("the page is published at once; to leave it out for now, write draft: true");
  }

  void check_page(const document::FrontMatter& front) {
    if (!front.review_after_days) return;
    std::string_view who = front.owner.empty() ? std::string_view("its owner") : front.owner.text;
    auto day = last_day_of(front.reviewed.text);
    if (day && today_ - *day <= days(*front.review_after_days)) return;
    base::Span span = day ? front.reviewed.span : front.title.span;
    std::string message =
        day ? fmt::format("this page was reviewed on {}, {} ago", front.reviewed.text, days_of((today_ - *day).count()))
            : fmt::format("this page is due for review every {}, but has no \"reviewed\" date",
                          days_of(*front.review_after_days));
    diagnostics_.warning("stale-page", span, std::move(message))
        .expect(fmt::format("a review on {} or later", data::day_text(today_ - days(*front.review_after_days))))
        .suggest(fmt::format("{} must read it again and set \"reviewed\"", who));
  }

 private:
  Day today_;
  base::Diagnostics& diagnostics_;
};

// The refs of a figure's value that are old on a date, if that makes the value old: one input of a formula, or all rows
// of a query's result.
std::optional<data::Age> oldest_of(const site::Figure& figure, const data::Database& database, Day today) {
  std::optional<data::Age> oldest;
  bool is_all_old = true;
  for (const std::string& ref : figure.cell.refs) {
    std::optional<data::Age> age = database.age_of(ref);
    if (!age) continue;
    age->days = (today - *last_day_of(age->as_of)).count();
    is_all_old = is_all_old && age->is_old();
    if (age->is_old() && (!oldest || age->days > oldest->days)) oldest = age;
  }
  return figure.formula.empty() && !is_all_old ? std::nullopt : oldest;
}

}  // namespace

size_t check_headlines(const site::Site& site, Day today, base::Diagnostics& diagnostics) {
  size_t count = 0;
  std::set<const document::Link*> reported;  // pages made from data share their texts
  for (const auto& page : site.pages) {
    if (!page->has_text()) continue;
    for (const document::Document* document : page->content()->short_documents())
      for (const Sentence& sentence : sentences_of(*document, quantity::language_of(site.config->lang)))
        for (const Sentence::Figure& each : sentence.figures) {
          const document::Link* link = each.link;
          const auto [key, figure] = figure_of(*page->evaluation, *link);
          const auto age = figure ? oldest_of(*figure, *site.database, today) : std::nullopt;
          if (!age || !reported.insert(link).second) continue;
          ++count;
          diagnostics
              .warning("stale-headline", link->exact ? link->text_span : link->span,
                       fmt::format("this headline states {}, whose data are of {}, {} ago", key, age->as_of,
                                   days_of(age->days)))
              .expect(fmt::format("data of the last {}, its stale_after_days", days_of(age->limit)))
              .suggest("import new data, state a newer row, or name the date; until then readers see a badge")
              .of(fmt::format("figure:{}", key));
        }
  }
  return count;
}

size_t check_staleness(const data::Database& database, const site::Contents& contents, Day today,
                       base::Diagnostics& diagnostics) {
  size_t before = diagnostics.list().size();
  Staleness staleness(today, diagnostics);
  for (const data::Resource& resource : database.package().resources) staleness.check_resource(database, resource);
  for (const data::Source& source : database.bibliography().sources()) staleness.check_source(source);
  for (const auto& content : contents) staleness.check_page(content->front);
  const size_t stale = diagnostics.list().size() - before;
  for (const auto& content : contents) staleness.check_dates(content->front);
  return stale;
}

}  // namespace check
