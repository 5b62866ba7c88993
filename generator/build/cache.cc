#include "build/cache.h"

#include <utility>

#include "build/bytes.h"

namespace build {
namespace {

constexpr std::string_view kCacheFormat = "sourcebook cache 8\n";

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

void read_warning(base::Diagnostics& warnings, ByteReader& in) {
  const std::string code = in.text();
  const base::Span span = read_span(in);
  base::Diagnostic& warning = warnings.warning(code, span, in.text());
  warning.expected = in.text();
  warning.help = in.text();
  in.list([&] {
    const base::Span at = read_span(in);
    warning.note(at, in.text());
  });
}

void write_link(const site::InternalLink& link, ByteWriter& out) {
  out.shared(link.address), out.shared(link.anchor), out.shared(link.ref), write_span(link.span, out);
}

site::InternalLink read_link(ByteReader& in) {
  site::InternalLink link;
  link.address = in.shared();
  link.anchor = in.shared();
  link.ref = in.shared();
  link.span = read_span(in);
  return link;
}

void write_page(const std::string& address, const pages::PageRecord& page, ByteWriter& out) {
  auto text = [&](const std::string& each) { out.text(each); };
  out.text(address);
  out.list(page.facts, [&](uint32_t fact) { out.number(fact); });
  out.list(page.published, [&](const auto& file) { out.text(file.first), out.hash(file.second); });
  out.list(page.published_pictures, [&](const auto& picture) {
    out.text(picture.first);
    out.number(picture.second.has_value());
    out.hash(picture.second.value_or(base::Hash{}));
  });
  out.list(page.links, [&](const site::InternalLink& link) { write_link(link, out); });
  out.list(page.anchors, text);
  out.list(page.parts, text);
  out.list(page.row_anchors, text);
  out.list(page.uses, [&](const blocks::Use& use) { out.shared(use.on), out.shared(use.anchor); });
  out.number(page.figures);
  out.list(page.diagnostics.list(), [&](const base::Diagnostic& warning) { write_warning(warning, out); });
}

void read_page(Cache& cache, ByteReader& in) {
  std::string address = in.text();
  pages::PageRecord page;
  in.list([&] {
    const uint32_t fact = in.small();
    if (fact < cache.facts.size())
      page.facts.push_back(fact);
    else
      in.fail();
  });
  in.list([&] {
    std::string file = in.text();
    page.published.emplace(std::move(file), in.hash());
  });
  in.list([&] {
    std::string picture = in.text();
    const bool drawn = in.number() == 1;
    const base::Hash hash = in.hash();
    page.published_pictures.emplace(std::move(picture), drawn ? std::optional(hash) : std::nullopt);
  });
  in.list([&] { page.links.push_back(read_link(in)); });
  in.texts(page.anchors);
  in.texts(page.parts);
  in.texts(page.row_anchors);
  in.list([&] {
    blocks::Use use;
    use.on = in.shared();
    use.anchor = in.shared();
    page.uses.push_back(std::move(use));
  });
  page.figures = in.number();
  in.list([&] { read_warning(page.diagnostics, in); });
  cache.pages.emplace_hint(cache.pages.end(), std::move(address), std::move(page));
}

void write_content(const std::string& path, const CachedContent& content, ByteWriter& out) {
  out.text(path), out.hash(content.file), out.number(content.outline.words);
  out.text(content.outline.first_paragraph);
}

void read_content(Cache& cache, ByteReader& in) {
  std::string path = in.text();
  CachedContent content;
  content.file = in.hash();
  content.outline.words = in.small();
  content.outline.first_paragraph = in.text();
  cache.contents.emplace_hint(cache.contents.end(), std::move(path), std::move(content));
}

}  // namespace

std::string write_cache(const Cache& cache, std::string_view program) {
  ByteWriter out(kCacheFormat);
  out.text(program);
  out.list(cache.libraries, [&](const auto& library) { out.text(library.first), out.text(library.second); });
  out.list(cache.facts, [&](const Fact& fact) { out.text(fact.question), out.hash(fact.answer); });
  out.list(cache.pages, [&](const auto& page) { write_page(page.first, page.second, out); });
  out.list(cache.contents, [&](const auto& content) { write_content(content.first, content.second, out); });
  out.list(cache.products, [&](const auto& product) {
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
  in.list([&] { read_page(cache, in); });
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
