#include "blocks/references.h"

#include <algorithm>

#include "blocks/context.h"
#include "data/csl_text.h"
#include "site/url.h"

namespace blocks {
size_t References::cite(const data::Source& source, std::string_view anchor) {
  record(source.id, anchor);
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

void References::depend_on(std::string_view ref, std::string_view anchor) { record(data::record_of(ref), anchor); }

void References::record(std::string_view on, std::string_view anchor) {
  // The cells of a row follow one another, so comparing with the last use removes most duplicates.
  if (uses_.empty() || uses_.back().on != on || uses_.back().anchor != anchor)
    uses_.push_back({std::string(on), std::string(anchor)});
}

Uses References::uses() const {
  Uses sorted = uses_;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

markup::SafeHtml reference_html(const data::Source& source, const site::Words& words) {
  return data::csl_html(reference_of(source, words, false), source.link());
}

std::string reference_text(const data::Source& source, const site::Words& words) {
  return data::csl_plain(reference_of(source, words, true));
}

markup::SafeHtml status_html(const data::Source& source, Context& context) {
  if (source.status.empty()) return {};
  markup::Writer out;
  out.open("span").attr("class", "status").element("strong", context.words["status_" + source.status]);
  if (!source.reason.empty()) out.text(": ").text(source.reason);
  if (const data::Source* next = source.superseded_by.empty() ? nullptr : context.view.source(source.superseded_by)) {
    out.text(" ").text(context.words["superseded_by"]).text(" ");
    write_link(site::relative_link(context.address(), next->address), short_name(*next), out);
  }
  return out.close().take();
}

void write_citation(const data::Source& source, std::string_view title, markup::Writer& out, Context& context) {
  const std::string number = std::to_string(context.references.cite(source, ""));
  out.open("a").attr("href", "#" + context.ids.make("ref-" + number));
  out.attr("aria-label", context.words.fill("cited_source", {{"number", number}}));
  out.attr_if(!title.empty(), "title", title).text(number).close();
}

void write_link(std::string_view href, std::string_view text, markup::Writer& out) {
  if (href.empty())
    out.text(text);
  else
    out.open("a").url("href", href).text(text).close();
}

const std::string& publisher_of(const data::Source& source) {
  return source.publisher.empty() ? source.container_title : source.publisher;
}

std::string short_name(const data::Source& source) {
  const std::string& who = publisher_of(source);
  return who.empty() ? source.title : who + ", " + source.title;
}

}  // namespace blocks
