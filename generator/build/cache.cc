#include "build/cache.h"

#include <utility>

#include "build/bytes.h"
#include "site/page.h"

namespace build {
namespace {

constexpr std::string_view kCacheFormat = "sourcebook cache 7\n";

void write_span(const base::Span& span, ByteWriter& out) { out.number(span.begin), out.number(span.end); }

base::Span read_span(ByteReader& in) {
  base::Span span;
  span.begin = in.small();
  span.end = in.small();
  if (span.begin > span.end) in.fail();
  return span;
}

void write_warning(const base::Diagnostic& warning, ByteWriter& out) {
  out.text(warning.code), write_span(warning.span, out);
  out.text(warning.message), out.text(warning.expected), out.text(warning.help);
  out.list(warning.notes, [&](const base::Note& note) { write_span(note.span, out), out.text(note.text); });
}

base::Diagnostic read_warning(ByteReader& in) {
  base::Diagnostic warning;
  warning.severity = base::Severity::warning;
  warning.code = in.text();
  warning.span = read_span(in);
  warning.message = in.text();
  warning.expected = in.text();
  warning.help = in.text();
  in.list([&] {
    const base::Span span = read_span(in);
    warning.note(span, in.text());
  });
  return warning;
}

// A page that is known is written as its place in the list of addresses, since most links lead to pages: counted from
// 1, and 0 where the address follows.
void write_link(const site::InternalLink& link, ByteWriter& out) {
  out.number(link.to ? link.to->number + 1 : 0);
  if (!link.to) out.text(link.address);
  out.text(link.anchor), out.text(link.ref), write_span(link.span, out);
}

site::InternalLink read_link(const std::vector<std::string_view>& addresses, ByteReader& in) {
  site::InternalLink link;
  const uint64_t number = in.number();
  if (number > addresses.size())
    in.fail();
  else
    link.address = number == 0 ? in.view() : addresses[number - 1];
  link.anchor = in.view();
  link.ref = in.view();
  link.span = read_span(in);
  return link;
}

void write_page(const CacheView::Page& page, ByteWriter& out) {
  auto text = [&](const std::string& each) { out.text(each); };
  out.text(page.address);
  out.list(*page.facts, [&](uint32_t fact) { out.number(fact); });
  out.list(*page.files, [&](const auto& file) { out.text(file.first), out.hash(file.second); });
  out.list(*page.pictures, [&](const auto& picture) {
    out.text(picture.first);
    out.number(picture.second.has_value());
    out.hash(picture.second.value_or(base::Hash{}));
  });
  out.list(*page.links, [&](const site::InternalLink& link) { write_link(link, out); });
  out.list(*page.anchors, text);
  out.list(*page.parts, text);
  out.list(*page.row_anchors, text);
  out.list(*page.uses, [&](const blocks::Use& use) { out.text(use.on), out.text(use.anchor); });
  out.number(page.figures);
  out.list(*page.warnings, [&](const base::Diagnostic& warning) { write_warning(warning, out); });
}

void read_page(const std::vector<std::string_view>& addresses, Cache& cache, ByteReader& in) {
  std::string address = in.text();
  CachedPage page;
  in.list([&] {
    const uint32_t fact = in.small();
    if (fact < cache.facts.size())
      page.facts.push_back(fact);
    else
      in.fail();
  });
  in.list([&] {
    std::string file = in.text();
    page.files.emplace(std::move(file), in.hash());
  });
  in.list([&] {
    std::string picture = in.text();
    const bool drawn = in.number() == 1;
    const base::Hash hash = in.hash();
    page.pictures.emplace(std::move(picture), drawn ? std::optional(hash) : std::nullopt);
  });
  in.list([&] { page.links.add(read_link(addresses, in)); });
  in.texts(page.anchors);
  in.texts(page.parts);
  in.texts(page.row_anchors);
  std::vector<blocks::Use> uses;
  in.list([&] {
    const std::string_view on = in.view();
    uses.push_back({on, in.view()});
  });
  page.uses = blocks::Uses(uses);
  page.figures = in.number();
  in.list([&] { page.warnings.push_back(read_warning(in)); });
  cache.pages.emplace_hint(cache.pages.end(), std::move(address), std::move(page));
}

void write_content(const CacheView::Content& content, ByteWriter& out) {
  out.text(content.path), out.hash(content.file), out.number(content.outline->words);
  out.text(content.outline->first_paragraph);
}

void read_content(Cache& cache, ByteReader& in) {
  std::string path = in.text();
  CachedContent content;
  content.file = in.hash();
  content.outline.words = in.small();
  content.outline.first_paragraph = in.text();
  cache.contents.emplace_hint(cache.contents.end(), std::move(path), std::move(content));
}

// At least as many bytes as nearly all of the cache takes: each number and each address counts as the longest that is
// likely. Room that is not used costs nothing.
size_t room_for(const CacheView& cache) {
  constexpr size_t kNumber = 4, kAddress = 64;
  size_t room = 0;
  for (std::string_view address : cache.addresses) room += address.size() + kNumber;
  for (const Fact& fact : *cache.facts) room += fact.question.size() + kNumber + kSumSize;
  for (const CacheView::Page& page : cache.pages) {
    room += kAddress + kNumber * (8 + page.facts->size() + 2 * page.uses->size());
    room += (kAddress + kSumSize) * (page.files->size() + page.pictures->size());
    room += page.links->text_size() + 5 * kNumber * page.links->size();
    for (const auto* texts : {page.anchors, page.parts, page.row_anchors})
      for (const std::string& text : *texts) room += text.size() + kNumber;
    for (const blocks::Use& use : *page.uses) room += use.on.size() + use.anchor.size();
  }
  for (const CacheView::Content& content : cache.contents)
    room += content.path.size() + kSumSize + kNumber * 5 + content.outline->first_paragraph.size();
  return room;
}

}  // namespace

CacheView view_of(const Cache& cache) {
  CacheView view{&cache.libraries, &cache.facts, {}, {}, {}, &cache.products};
  for (const auto& [address, page] : cache.pages)
    view.pages.push_back({address, &page.facts, &page.files, &page.pictures, &page.links, &page.anchors, &page.parts,
                          &page.row_anchors, &page.uses, page.figures, &page.warnings});
  for (const auto& [path, content] : cache.contents) view.contents.push_back({path, content.file, &content.outline});
  return view;
}

std::string write_cache(const CacheView& cache, std::string_view program) {
  ByteWriter out(kCacheFormat, room_for(cache));
  out.text(program);
  out.list(*cache.libraries, [&](const auto& library) { out.text(library.first), out.text(library.second); });
  out.list(*cache.facts, [&](const Fact& fact) { out.text(fact.question), out.hash(fact.answer); });
  out.list(cache.addresses, [&](std::string_view address) { out.text(address); });
  out.list(cache.pages, [&](const CacheView::Page& page) { write_page(page, out); });
  out.list(cache.contents, [&](const CacheView::Content& content) { write_content(content, out); });
  out.list(*cache.products, [&](const auto& product) {
    out.text(product.first), out.hash(product.second.from);
    out.list(product.second.files, [&](const auto& file) { out.text(file.first), out.hash(file.second); });
  });
  return std::move(out).finish();
}

Cache read_cache(std::string_view bytes, std::string_view program) {
  const auto body = without_sum(kCacheFormat, bytes);
  if (!body) return {};
  ByteReader in(*body);
  if (in.text() != program) return {};
  Cache cache;
  in.list([&] {
    std::string path = in.text();
    cache.libraries.emplace(std::move(path), in.text());
  });
  in.list([&] {
    std::string question = in.text();
    cache.facts.push_back({std::move(question), in.hash()});
  });
  std::vector<std::string_view> addresses;
  in.list([&] { addresses.push_back(in.view()); });
  in.list([&] { read_page(addresses, cache, in); });
  in.list([&] { read_content(cache, in); });
  in.list([&] {
    std::string name = in.text();
    Product& product = cache.products[std::move(name)];
    product.from = in.hash();
    in.list([&] {
      std::string file = in.text();
      product.files.emplace(std::move(file), in.hash());
    });
  });
  if (!in.is_whole()) return {};
  return cache;
}

}  // namespace build
