#include "blocks/references.h"

#include <algorithm>

#include "base/slug.h"
#include "blocks/context.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr size_t kMaxAuthors = 4;

std::string authors_of(const data::Source& source) {
  std::string out;
  for (size_t i = 0; i < source.authors.size(); ++i) {
    if (i == kMaxAuthors) return out + " et al.";
    if (i > 0) out += i + 1 == source.authors.size() ? " and " : ", ";
    out += source.authors[i].text();
  }
  return out;
}

// Container, publisher, version and date, if they are known: ". ISCA, 2017".
std::string rest_of(const data::Source& source, const std::string& authors) {
  std::string rest;
  for (const std::string& part : {source.container_title, source.publisher, source.version, source.issued.text()})
    if (!part.empty() && part != authors) rest += (rest.empty() ? ". " : ", ") + part;
  return rest;
}

}  // namespace

size_t References::cite(const data::Source& source, std::string_view anchor) {
  depend_on(source.id, anchor);
  auto found = std::find(sources_.begin(), sources_.end(), &source);
  if (found == sources_.end()) {
    found = sources_.insert(sources_.end(), &source);
    locators_.emplace_back();
  }
  return static_cast<size_t>(found - sources_.begin()) + 1;
}

void References::add_locator(const data::Source& source, const std::string& locator) {
  auto& known = locators_[cite(source, "") - 1];
  if (!locator.empty() && std::find(known.begin(), known.end(), locator) == known.end()) known.push_back(locator);
}

void References::depend_on(std::string_view ref, std::string_view anchor) {
  ref = data::record_of(ref);
  // The cells of a row follow one another.
  if (uses_.empty() || uses_.back().on != ref || uses_.back().anchor != anchor)
    uses_.push_back({std::string(ref), std::string(anchor)});
}

Uses References::uses() const {
  Uses sorted = uses_;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

markup::SafeHtml reference_html(const data::Source& source) {
  markup::Writer out;
  std::string authors = authors_of(source);
  if (!authors.empty()) out.text(authors + ": ");
  if (source.url.empty())
    out.open("cite").text(source.title).close();
  else
    out.open("cite").open("a").url("href", source.url).attr("rel", "noopener").text(source.title).close().close();
  out.text(rest_of(source, authors) + ".");
  return out.take();
}

std::string reference_text(const data::Source& source, const site::Words& words) {
  std::string authors = authors_of(source);
  std::string text = (authors.empty() ? "" : authors + ": ") + source.title + rest_of(source, authors) + ".";
  if (!source.doi.empty())
    text += " https://doi.org/" + source.doi;
  else if (!source.url.empty())
    text += " " + source.url;
  std::string accessed = source.accessed.text();
  if (!accessed.empty()) text += " " + words.fill("accessed_on", {{"date", accessed}});
  return text;
}

markup::SafeHtml status_html(const data::Source& source, Context& context) {
  if (source.status.empty()) return {};
  markup::Writer out;
  out.open("span").attr("class", "status").element("strong", context.words["status_" + source.status]);
  if (!source.reason.empty()) out.text(": ").text(source.reason);
  if (const data::Source* next = source.superseded_by.empty() ? nullptr : context.view.source(source.superseded_by)) {
    out.text(" ").text(context.words["superseded_by"]).text(" ");
    out.open("a").url("href", site::relative_link(context.address(), source_address(next->id)));
    out.text(short_name(*next)).close();
  }
  return out.close().take();
}

std::string short_name(const data::Source& source) {
  const std::string& who = source.publisher.empty() ? source.container_title : source.publisher;
  return who.empty() ? source.title : who + ", " + source.title;
}

std::string source_address(std::string_view id) { return "sources/" + base::file_slug(id) + ".html"; }

}  // namespace blocks
