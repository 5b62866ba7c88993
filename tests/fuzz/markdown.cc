// Fuzzes the Markdown pipeline from front matter to HTML: fences, figure links, citations, math, raw HTML. The HTML
// must be well nested without active content, spans must be exact, and the tree must contain everything that
// libcmark-gfm parsed.
#include <algorithm>

#include "base/text.h"
#include "document/html_writer.h"
#include "document/inline_cursor.h"
#include "fuzz/fuzz.h"
#include "unit/document/helpers.h"

namespace {

void check_spans(const document::Document& document) {
  for (const document::Node& node : document.nodes())
    if (document::is_block(node.kind))
      fuzz::require(node.range.begin <= node.range.end, "a block ends behind its begin");
  for (size_t id = 0; id < document.nodes().size(); ++id) fuzz::check(document.span(static_cast<document::NodeId>(id)));
  for (const document::Heading& each : document.headings()) fuzz::check(each.span), fuzz::check(each.id_span);
  for (const document::Fence& each : document.fences()) {
    fuzz::check(each.span), fuzz::check(each.info_span), fuzz::check(each.name_span), fuzz::check(each.body_span);
    if (each.exact)
      fuzz::require(base::replace_all(std::string(each.body_span.text()), "\r\n", "\n") ==
                        base::replace_all(std::string(each.body), "\r\n", "\n"),
                    "the body of a fence has the bytes of its place", each.body);
  }
  for (const document::Link& each : document.links()) {
    fuzz::check(each.span), fuzz::check(each.text_span), fuzz::check(each.destination_span);
    if (!each.exact || each.automatic) continue;
    fuzz::require(each.span.text().starts_with('[') && each.span.text().ends_with(')'),
                  "a link has the bytes of its place", each.span.text());
    fuzz::require(document::resolves_to(each.destination_span.text(), each.destination), "so is where it leads",
                  each.span.text());
  }
  for (const document::Image& each : document.images()) fuzz::check(each.span), fuzz::check(each.destination_span);
  for (const document::CitationGroup& each : document.citations()) fuzz::check(each.span);
}

// libcmark-gfm links back to references in a second definition of a footnote, which it does not print.
bool is_comparable(std::string_view text, const base::Diagnostics& diagnostics) {
  if (text.find("[^") != std::string_view::npos) return false;
  for (const base::Diagnostic& each : diagnostics.list())
    for (std::string_view code : {"invalid-utf8", "nul-byte", "too-deep", "too-much-work"})
      if (each.code == code) return false;
  return true;
}

// libcmark-gfm does not know definition lists, ids, titles of callouts, and callouts and tabs of other programs.
bool is_known(std::string_view text, const document::Document& document, const base::Diagnostics& diagnostics) {
  for (const base::Diagnostic& each : diagnostics.list())
    if (each.message.find("a definition without a term") != std::string::npos) return false;
  for (const std::string_view sign : {"{#", "{ #", "{:", ":::", "///", "!!!", "???", "==="})
    if (text.find(sign) != std::string_view::npos) return false;
  // Below a line that ends in CR alone, a term is no term, and its definitions are errors.
  for (size_t at = 0; (at = text.find('\r', at)) != std::string_view::npos; ++at)
    if (text.substr(at + 1, 1) != "\n") return false;
  for (size_t at = 0; (at = text.find("[!", at)) != std::string_view::npos; ++at) {
    const size_t close = text.find(']', at);
    if (close != std::string_view::npos && !text.substr(close + 1).starts_with('\n')) return false;
  }
  return std::ranges::none_of(
      document.nodes(), [](const document::Node& node) { return node.kind == document::NodeKind::definition_list; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const bool whole = text.starts_with("---\n");
  auto parsed = whole ? document_test::parse_file(text) : document_test::parse(text);
  fuzz::check(parsed.diagnostics);
  check_spans(parsed.document);
  fuzz::require(
      document::may_depend_on_data(text.substr(parsed.front.body)) || !document::depends_on_data(parsed.document),
      "a link to data has the scheme in its bytes");
  fuzz::check_markup(parsed.html());
  if (!whole && is_comparable(text, parsed.diagnostics) && is_known(text, parsed.document, parsed.diagnostics)) {
    const std::string plain = document_test::write_plain_html(parsed.document);
    fuzz::require(plain == document_test::reference_html(text), "the tree holds what was parsed", plain);
  }
  parsed.document.first_paragraph();
  parsed.document.plain_text(0);
  base::Diagnostics diagnostics;
  document_test::PlainHooks hooks;
  const document::Text one{std::string(text.substr(0, text.find('\n'))), fuzz::whole(*parsed.source)};
  fuzz::check_markup(document::write_inline(document::parse_inline(one, diagnostics), hooks).str());
  fuzz::check(diagnostics);
  return 0;
}
