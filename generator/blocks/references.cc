#include "blocks/references.h"

#include <algorithm>

#include "base/slug.h"

namespace blocks {
namespace {

constexpr size_t kMostAuthors = 4;

std::string authors_of(const data::Source& source) {
  std::string out;
  for (size_t i = 0; i < source.authors.size(); ++i) {
    if (i == kMostAuthors) return out + " et al.";
    if (i > 0) out += i + 1 == source.authors.size() ? " and " : ", ";
    out += source.authors[i].text();
  }
  return out;
}

}  // namespace

size_t References::cite(const data::Source& source, std::string_view anchor) {
  uses_.push_back({source.id, std::string(anchor)});
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

std::vector<Use> References::uses() const {
  std::vector<Use> sorted = uses_;
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
  std::string rest;
  for (const std::string& part : {source.container_title, source.publisher, source.version, source.issued.text()})
    if (!part.empty() && part != authors) rest += (rest.empty() ? ". " : ", ") + part;
  out.text(rest + ".");
  return out.take();
}

std::string short_name(const data::Source& source) {
  const std::string& who = source.publisher.empty() ? source.container_title : source.publisher;
  return who.empty() ? source.title : who + ", " + source.title;
}

std::string source_address(std::string_view id) { return "sources/" + base::file_slug(id) + ".html"; }

}  // namespace blocks
