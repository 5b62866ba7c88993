// Helpers for the tests of document/.
#pragma once
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic_format.h"
#include "document/cmark_threads.h"
#include "document/document.h"
#include "document/html_writer.h"
#include "document/signs.h"
#include "unit/document/plain_hooks.h"
#include "unit/document/plain_writer.h"
#include "unit/text.h"

namespace document_test {

// A parsed page, with everything that it points into.
struct Parsed {
  std::unique_ptr<base::SourceText> source;
  base::Diagnostics diagnostics;
  document::FrontMatter front;
  document::Document document;

  std::string messages() {
    diagnostics.sort();
    std::string text;
    for (const auto& d : diagnostics.list()) text += base::format_diagnostic(d, base::DiagnosticFormat::text, false);
    return text;
  }
  std::string codes() {
    diagnostics.sort();
    std::string text;
    for (const auto& d : diagnostics.list()) text.append(text.empty() ? "" : " ").append(d.code);
    return text;
  }
  std::string html() {
    document_test::PlainHooks hooks;
    return document::write_html(document, hooks).str();
  }
};

// Parses Markdown without front matter.
inline Parsed parse(std::string_view markdown) {
  Parsed parsed;
  parsed.source = std::make_unique<base::SourceText>("content/page.md", std::string(markdown));
  parsed.document =
      document::parse_document({parsed.source.get(), 0, static_cast<uint32_t>(markdown.size())}, parsed.diagnostics);
  return parsed;
}

// Parses a whole file.
inline Parsed parse_file(std::string_view text) {
  Parsed parsed;
  parsed.source = std::make_unique<base::SourceText>("content/page.md", std::string(text));
  parsed.front = document::read_front_matter(*parsed.source, parsed.diagnostics);
  parsed.document = document::parse_document(
      {parsed.source.get(), parsed.front.body, static_cast<uint32_t>(text.size())}, parsed.diagnostics);
  return parsed;
}

// Returns the output of libcmark-gfm itself, with all extensions.
inline std::string reference_html(std::string_view markdown) {
  const int options =
      document::kParserOptions | CMARK_OPT_UNSAFE | (document::needs_footnotes(markdown) ? CMARK_OPT_FOOTNOTES : 0);
  cmark_parser* parser = cmark_parser_new(options);
  document::attach_extensions(parser, true);
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  cmark_node* root = cmark_parser_finish(parser);
  char* html = cmark_render_html(root, options, cmark_parser_get_syntax_extensions(parser));
  std::string result = html;
  std::free(html);
  cmark_node_free(root);
  cmark_parser_free(parser);
  return result;
}

}  // namespace document_test
