#include "check/external_links.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "markup/html_tree.h"

namespace check {
namespace {

// A link by the form in which it is compared: what parse_url makes of it, or its text where it can't be one.
using ByForm = std::map<std::string, ExternalLink, std::less<>>;

std::string form_of(std::string_view text) {
  const auto url = web::parse_url(text.starts_with("//") ? "https:" + std::string(text) : std::string(text));
  // cmark-gfm escapes brackets, which may stand in a path.
  return url ? base::replace_all(base::replace_all(url.value().full_text(), "[", "%5B"), "]", "%5D")
             : std::string(text);
}

bool is_on_web(std::string_view href) {
  const std::string start = base::lower(href.substr(0, std::string_view("https:").size()));
  return start.starts_with("//") || start.starts_with("http:") || start == "https:";
}

void collect(const ShownPage& page, std::string_view base_url, ByForm& links) {
  const markup::HtmlTree tree(page.html);
  std::set<std::string> here;
  std::vector<markup::HtmlId> open = {tree.node(0).child};
  while (!open.empty()) {
    const markup::HtmlId id = open.back();
    open.pop_back();
    if (!id) continue;
    const markup::HtmlNode& node = tree.node(id);
    open.push_back(node.next);
    open.push_back(node.child);
    if (node.name != "a" && node.name != "area") continue;
    const std::string href = tree.attribute(id, "href");
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

// The link that begins there and is the longest: texts around it may look like its end. Null when no page shows one.
ExternalLink* find_link(std::string_view text, std::string_view scheme, ByForm& links, size_t& size) {
  constexpr std::string_view kAfter = " \t\r\n\"<>`|\\^";  // never in an address
  constexpr std::string_view kMaybeAfter = ")](}',;.:!?*_~&";
  constexpr size_t kMostBytes = 2000, kMostTries = 24;
  std::string_view candidate = text.substr(0, kMostBytes);
  candidate = candidate.substr(0, candidate.find_first_of(kAfter));
  for (size_t tries = 0; tries < kMostTries && candidate.size() > std::string_view("www.").size(); ++tries) {
    std::string unescaped;
    markup::append_unescaped(unescaped, candidate);
    for (const std::string& each : {std::string(candidate), unescaped}) {
      auto at = links.find(form_of(std::string(scheme) + each));
      if (at == links.end()) continue;
      size = candidate.size();
      return &at->second;
    }
    const size_t end = candidate.find_last_of(kMaybeAfter);
    if (end == std::string_view::npos) break;
    candidate = candidate.substr(0, end);
  }
  return nullptr;
}

// `scheme` is what the text leaves out.
void find_places(const base::SourceText& file, std::string_view begin, std::string_view scheme, ByForm& links) {
  const std::string_view text = file.text();
  for (size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
    size_t size = 0;
    if (!scheme.empty() && at > 0 && text[at - 1] == '/') continue;  // it has one
    if (ExternalLink* link = find_link(text.substr(at), scheme, links, size))
      link->places.push_back({&file, static_cast<uint32_t>(at), static_cast<uint32_t>(at + size)});
  }
}

void add(ExternalLink link, ExternalLinks& found) {
  const auto url = web::parse_url(link.text.starts_with("//") ? "https:" + link.text : link.text);
  if (!url) {
    found.faulty.push_back({std::move(link), url.error()});
    return;
  }
  link.anchor = web::anchor_of(url.value().anchor);
  const std::string text = url.value().text();
  if (found.targets.empty() || found.targets.back().question.url.text() != text)
    found.targets.push_back({{url.value(), {}}, {}});
  ExternalTarget& target = found.targets.back();
  auto& anchors = target.question.anchors;
  if (!link.anchor.empty() && std::find(anchors.begin(), anchors.end(), link.anchor) == anchors.end())
    anchors.push_back(link.anchor);
  target.links.push_back(std::move(link));
}

}  // namespace

ExternalLinks find_external_links(const std::vector<ShownPage>& pages,
                                  const std::vector<const base::SourceText*>& files, const OwnAddresses& own) {
  ByForm links;
  for (const ShownPage& page : pages) collect(page, own.base_url, links);
  for (const base::SourceText* file : files) {
    if (!is_text(file->path())) continue;
    for (std::string_view begin : {"http://", "https://"}) find_places(*file, begin, "", links);
    if (file->path().ends_with(".md")) find_places(*file, "www.", "http://", links);  // as GitHub's Markdown has it
  }
  // By URL and then by fragment: '#' sorts before what else may follow, but for '!' and '"'.
  std::vector<std::pair<std::string, ExternalLink*>> sorted;
  for (auto& [form, link] : links)
    if (!link.places.empty() || own.repository.empty() || !link.text.starts_with(std::string(own.repository) + "/"))
      sorted.emplace_back(base::replace_all(form, "#", std::string(1, '\0')), &link);
  std::sort(sorted.begin(), sorted.end());
  ExternalLinks found;
  for (auto& [form, link] : sorted) add(std::move(*link), found);
  return found;
}

}  // namespace check
