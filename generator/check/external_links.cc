#include "check/external_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_scanner.h"

namespace check {
namespace {

// Links by their normal form: as parse_url writes them, or the text itself if it is not a valid URL.
using ByForm = std::map<std::string, ExternalLink, std::less<>>;

std::string form_of(std::string_view text) {
  const auto url = web::parse_url(text.starts_with("//") ? "https:" + std::string(text) : std::string(text));
  // cmark-gfm escapes brackets, which are valid in a path.
  return url ? base::replace_all(base::replace_all(url.value().full_text(), "[", "%5B"), "]", "%5D")
             : std::string(text);
}

bool is_on_web(std::string_view href) {
  const std::string start = base::lower(href.substr(0, std::string_view("https:").size()));
  return start.starts_with("//") || start.starts_with("http:") || start == "https:";
}

void collect(const PageText& page, std::string_view base_url, ByForm& links) {
  std::set<std::string> here;
  for (markup::HtmlScanner scanner(page.html); scanner.next();) {
    if (scanner.is_text() || scanner.tag().closes) continue;
    const markup::HtmlTag& tag = scanner.tag();
    if (tag.name == "template" || tag.name == "svg") scanner.skip_element();
    if (tag.name != "a" && tag.name != "area") continue;
    const std::string href = tag.decoded("href");
    if (!is_on_web(href) || (!base_url.empty() && href.starts_with(base_url))) continue;
    std::string form = form_of(href);
    ExternalLink& link = links[form];
    if (link.pages == 0) {
      link.text = href;
      link.page = page.address;
    }
    if (here.insert(std::move(form)).second) ++link.pages;
  }
}

bool is_text(std::string_view path) {
  for (std::string_view end : {".md", ".json", ".jsonl", ".ndjson", ".csv", ".yaml", ".yml", ".html", ".sql"})
    if (path.ends_with(end)) return true;
  return false;
}

// Returns the longest known link at the start of `text`, because characters after a link may look like part of it; null
// if there is none.
ExternalLink* find_link(std::string_view text, std::string_view scheme, ByForm& links, size_t& size) {
  constexpr std::string_view kAfter = " \t\r\n\"<>`|\\^";  // characters that never occur in an address
  constexpr std::string_view kPossiblyAfter = ")](}',;.:!?*_~&";
  constexpr size_t kMaxBytes = 2000, kMaxTries = 24;
  std::string_view candidate = text.substr(0, kMaxBytes);
  candidate = candidate.substr(0, candidate.find_first_of(kAfter));
  for (size_t tries = 0; tries < kMaxTries && candidate.size() > std::string_view("www.").size(); ++tries) {
    std::string unescaped;
    markup::append_unescaped(unescaped, candidate);
    for (const std::string& each : {std::string(candidate), unescaped}) {
      auto at = links.find(form_of(std::string(scheme) + each));
      if (at == links.end()) continue;
      size = candidate.size();
      return &at->second;
    }
    const size_t end = candidate.find_last_of(kPossiblyAfter);
    if (end == std::string_view::npos) break;
    candidate = candidate.substr(0, end);
  }
  return nullptr;
}

// Finds the places of links in a file; `scheme` is prepended to a text without a scheme.
void find_places(const base::SourceText& file, std::string_view begin, std::string_view scheme, ByForm& links) {
  const std::string_view text = file.text();
  for (size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
    size_t size = 0;
    if (!scheme.empty() && at > 0 && text[at - 1] == '/') continue;  // the address already has a scheme
    if (ExternalLink* link = find_link(text.substr(at), scheme, links, size))
      link->places.push_back({&file, static_cast<uint32_t>(at), static_cast<uint32_t>(at + size)});
  }
}

void add_link(ExternalLink link, ExternalLinks& found) {
  const auto url = web::parse_url(link.text.starts_with("//") ? "https:" + link.text : link.text);
  if (!url) {
    found.faulty.push_back({std::move(link), url.error()});
    return;
  }
  if (found.targets.empty() || found.targets.back().url.text() != url.value().text())
    found.targets.push_back({url.value(), {}});
  found.targets.back().links.push_back(std::move(link));
}

constexpr size_t kMaxPlaces = 6;  // maximum number of places that are shown for one link

// Reports links at their first position, or at their page if no file contains the link as it is shown.
base::Diagnostic& report_links(const std::vector<const ExternalLink*>& links, base::Severity severity,
                               std::string_view code, const std::string& message, base::Diagnostics& diagnostics) {
  std::vector<base::Span> places;
  for (const ExternalLink* link : links) places.insert(places.end(), link->places.begin(), link->places.end());
  const base::Span first = places.empty() ? base::Span() : places.front();
  base::Diagnostic& d = severity == base::Severity::error ? diagnostics.error(code, first, base::visible(message))
                                                          : diagnostics.warning(code, first, base::visible(message));
  if (places.empty()) d.path = links.front()->page;
  for (size_t i = 1; i < std::min(places.size(), kMaxPlaces); ++i) d.note(places[i], "also here");
  if (places.size() > kMaxPlaces)
    d.notes.back().text += fmt::format(", and in {}", base::count_of(places.size() - kMaxPlaces, "more place"));
  return d;
}

std::vector<const ExternalLink*> all_of(const ExternalTarget& target) {
  std::vector<const ExternalLink*> links;
  for (const ExternalLink& link : target.links) links.push_back(&link);
  return links;
}

void report_faulty(const FaultyLink& faulty, base::Diagnostics& diagnostics) {
  // The message does not repeat a password: people paste messages.
  if (faulty.error.has_credentials)
    report_links({&faulty.link}, base::Severity::error, "link-with-password",
                 "a link " + faulty.error.why + ", which every reader can see", diagnostics)
        .suggest("remove it from the address, and change the password");
  else
    report_links({&faulty.link}, base::Severity::error, "malformed-link",
                 fmt::format("{} {}", faulty.link.text, faulty.error.why), diagnostics)
        .expect("an address such as https://example.org/page");
}

// Describes how a verdict about a link is reported.
struct VerdictReport {
  web::Verdict verdict;
  base::Severity severity;
  std::string_view code;
  std::string_view help;
};
constexpr VerdictReport kReports[] = {
    {web::Verdict::gone, base::Severity::error, "dead-link",
     "look for its new address; a copy may be at https://web.archive.org/web/"},
    {web::Verdict::bad_certificate, base::Severity::error, "link-certificate",
     "browsers warn readers about it: link to another address, or report it to the operators"},
    {web::Verdict::unreachable, base::Severity::warning, "link-unreachable",
     "it may be back tomorrow: run the check again"},
    {web::Verdict::private_address, base::Severity::warning, "link-private",
     "link to a public address; on a site for readers of that network, check with --allow-private"},
};

}  // namespace

ExternalLinks find_external_links(const std::vector<PageText>& pages, const std::vector<const base::SourceText*>& files,
                                  const OwnAddresses& own) {
  ByForm links;
  for (const PageText& page : pages) collect(page, own.base_url, links);
  for (const base::SourceText* file : files) {
    if (!is_text(file->path())) continue;
    for (std::string_view begin : {"http://", "https://"}) find_places(*file, begin, "", links);
    // GitHub turns such texts into links.
    if (file->path().ends_with(".md")) find_places(*file, "www.", "http://", links);
  }
  // Sorted by URL, then by fragment. The comparison works because '#' sorts before all other characters that may
  // follow, except '!' and '"'.
  std::vector<std::pair<std::string, ExternalLink*>> sorted;
  for (auto& [form, link] : links)
    if (!link.places.empty() || own.repository.empty() || !link.text.starts_with(std::string(own.repository) + "/"))
      sorted.emplace_back(base::replace_all(form, "#", std::string(1, '\0')), &link);
  std::sort(sorted.begin(), sorted.end());
  ExternalLinks found;
  for (auto& [form, link] : sorted) add_link(std::move(*link), found);
  return found;
}

ExternalCounts report_external_links(const ExternalLinks& links, const std::vector<web::Finding>& findings,
                                     std::vector<UncheckedLink>& unchecked, base::Diagnostics& diagnostics) {
  ExternalCounts counts;
  for (const FaultyLink& faulty : links.faulty) report_faulty(faulty, diagnostics);
  counts.gone = links.faulty.size();
  for (size_t i = 0; i < findings.size(); ++i) {
    const ExternalTarget& target = links.targets[i];
    const web::Finding& finding = findings[i];
    const std::string url = target.url.text();
    if (finding.verdict == web::Verdict::fine) {
      ++counts.fine;
      if (!finding.moved_to.empty()) {
        ++counts.moved;
        report_links(all_of(target), base::Severity::warning, "link-moved",
                     fmt::format("{} has moved permanently", url), diagnostics)
            .suggest(fmt::format("write {}", base::visible(finding.moved_to)));
      }
    } else if (finding.verdict == web::Verdict::unchecked) {
      const ExternalLink& first = target.links.front();
      base::Span span;
      for (const ExternalLink& link : target.links)
        if (!span && !link.places.empty()) span = link.places.front();
      unchecked.push_back({url, finding.what, span, first.page});
    }
    for (const VerdictReport& how : kReports) {
      if (how.verdict != finding.verdict) continue;
      ++(how.severity == base::Severity::error ? counts.gone : counts.uncertain);
      report_links(all_of(target), how.severity, how.code, fmt::format("{} {}", url, finding.what), diagnostics)
          .suggest(std::string(how.help) + (how.verdict == web::Verdict::gone ? url : ""));
    }
  }
  return counts;
}

}  // namespace check
