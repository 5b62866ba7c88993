#include "check/external_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace check {
namespace {

constexpr size_t kMostPlaces = 6;  // that are shown of one link

struct Place {
  base::Span span;
  std::string page;  // without a span
};

// All places of the links, and the page of one that stands nowhere as it is.
std::vector<Place> places_of(const std::vector<const ExternalLink*>& links) {
  std::vector<Place> places;
  for (const ExternalLink* link : links)
    for (const base::Span& span : link->places) places.push_back({span, ""});
  if (places.empty()) places.push_back({{}, links.front()->page});
  return places;
}

base::Diagnostic& tell(const std::vector<const ExternalLink*>& links, base::Diagnostics& diagnostics,
                       std::string_view code, base::Severity severity, const std::string& message) {
  const std::vector<Place> places = places_of(links);
  base::Diagnostic& d = severity == base::Severity::error
                            ? diagnostics.error(code, places.front().span, base::visible(message))
                            : diagnostics.warning(code, places.front().span, base::visible(message));
  d.path = places.front().page;
  for (size_t i = 1; i < std::min(places.size(), kMostPlaces); ++i) d.note(places[i].span, "also here");
  if (places.size() > kMostPlaces)
    d.notes.back().text += fmt::format(", and in {}", base::count_of(places.size() - kMostPlaces, "more place"));
  return d;
}

std::vector<const ExternalLink*> all_of(const ExternalTarget& target) {
  std::vector<const ExternalLink*> links;
  for (const ExternalLink& link : target.links) links.push_back(&link);
  return links;
}

void report_faulty(const FaultyLink& faulty, base::Diagnostics& diagnostics) {
  const std::vector<const ExternalLink*> links = {&faulty.link};
  // The message does not repeat a password: people paste messages.
  if (faulty.error.has_credentials)
    tell(links, diagnostics, "link-with-password", base::Severity::error,
         "a link " + faulty.error.why + ", which it shows to every reader")
        .suggest("take it out of the address, and change the password if it is one");
  else
    tell(links, diagnostics, "malformed-link", base::Severity::error,
         fmt::format("{} {}", faulty.link.text, faulty.error.why))
        .expect("an address such as https://example.org/page");
}

// Those of the target that name one of the parts that are not there.
void report_parts(const ExternalTarget& target, const std::vector<std::string>& missing,
                  base::Diagnostics& diagnostics) {
  for (const std::string& anchor : missing) {
    std::vector<const ExternalLink*> links;
    for (const ExternalLink& link : target.links)
      if (link.anchor == anchor) links.push_back(&link);
    if (links.empty()) continue;
    tell(links, diagnostics, "link-part", base::Severity::warning,
         fmt::format("{} is there, but has no part #{}", target.question.url.text(), anchor))
        .suggest("look at the page: the part may have another name now, or a script makes it");
  }
}

}  // namespace

ExternalCounts report_external_links(const ExternalLinks& links, const std::vector<web::Finding>& findings,
                                     std::vector<UncheckedLink>& unchecked, base::Diagnostics& diagnostics) {
  using base::Severity;
  using web::Verdict;
  ExternalCounts counts;
  for (const FaultyLink& faulty : links.faulty) report_faulty(faulty, diagnostics);
  counts.gone = links.faulty.size();
  for (size_t i = 0; i < findings.size(); ++i) {
    const ExternalTarget& target = links.targets[i];
    const web::Finding& finding = findings[i];
    const auto all = all_of(target);
    const std::string url = target.question.url.text();
    const std::string message = fmt::format("{} {}", url, finding.what);
    switch (finding.verdict) {
      case Verdict::fine:
        ++counts.fine;
        if (!finding.moved_to.empty()) {
          ++counts.moved;
          tell(all, diagnostics, "link-moved", Severity::warning, fmt::format("{} has moved for good", url))
              .suggest(fmt::format("write {}", base::visible(finding.moved_to)));
        }
        report_parts(target, finding.missing_anchors, diagnostics);
        break;
      case Verdict::gone:
        ++counts.gone;
        tell(all, diagnostics, "dead-link", Severity::error, message)
            .suggest(fmt::format("look for where it went; a copy may be at https://web.archive.org/web/{}", url));
        break;
      case Verdict::bad_certificate:
        ++counts.gone;
        tell(all, diagnostics, "link-certificate", Severity::error, message)
            .suggest("browsers warn readers off: link to another address, or tell those who run it");
        break;
      case Verdict::unreachable:
        ++counts.doubtful;
        tell(all, diagnostics, "link-unreachable", Severity::warning, message)
            .suggest("it may be back tomorrow: run the check again");
        break;
      case Verdict::private_address:
        ++counts.doubtful;
        tell(all, diagnostics, "link-private", Severity::warning, message)
            .suggest("link to a public address; on a site for readers of that network, check with --allow-private");
        break;
      case Verdict::unchecked:
        unchecked.push_back({url, finding.what, places_of(all).front().span, target.links.front().page});
        break;
      case Verdict::no_network:
        break;  // said once, by whoever asked
    }
  }
  return counts;
}

}  // namespace check
