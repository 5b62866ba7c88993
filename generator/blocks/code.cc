#include "blocks/code.h"

#include <fmt/format.h>

#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "highlight/highlight.h"

namespace blocks {
namespace {

using highlight::Piece;
using highlight::Style;

void write_piece(Style style, std::string_view text, markup::Writer& out) {
  static constexpr std::string_view kClasses[] = {"", "",          "hl-type",    "hl-name",
                                                  "", "hl-number", "hl-comment", "hl-meta"};
  // Most pieces are keywords and strings, so these get the shortest elements.
  if (style == Style::keyword || style == Style::string) {
    out.element(style == Style::keyword ? "b" : "i", text);
    return;
  }
  out.open("span").attr("class", kClasses[static_cast<size_t>(style)]).text(text).close();
}

bool highlights(Context& context) { return context.view.config().features.highlight && !highlight::version().empty(); }

// Writes bytes [begin, end) of the code. `next` is the first piece that may overlap them; it advances to the first
// piece that ends later.
void write_part(std::string_view code, size_t begin, size_t end, const std::vector<Piece>& pieces, size_t& next,
                markup::Writer& out) {
  size_t at = begin;
  for (; next < pieces.size() && pieces[next].begin < end; ++next) {
    const Piece& piece = pieces[next];
    out.text(code.substr(at, piece.begin - at));
    write_piece(piece.style, code.substr(piece.begin, piece.end - piece.begin), out);
    at = piece.end;
  }
  out.text(code.substr(at, end - at));
}

markup::SafeHtml write(std::string_view language, std::string_view code, const std::vector<Piece>& pieces,
                       bool numbered) {
  markup::Writer out;
  // The box scrolls if a line is long, so the keyboard must be able to focus it.
  out.open("pre").attr("class", numbered ? "code lines" : "code").attr("tabindex", "0").open("code");
  if (!language.empty()) out.attr("class", fmt::format("language-{}", language));
  size_t next = 0;
  if (!numbered) {
    write_part(code, 0, code.size(), pieces, next, out);
  } else {
    for (size_t at = 0; at < code.size();) {
      const size_t newline = code.find('\n', at);
      const size_t end = newline == std::string_view::npos ? code.size() : newline;
      out.open("span").attr("class", "line");
      write_part(code, at, end, pieces, next, out);
      out.close().text("\n");
      at = end + 1;
    }
  }
  return out.close().close().take();
}

void warn_unknown(const document::Fence& fence, Context& context) {
  base::Span span = fence.info_span;
  if (span.text() == fence.info) span.end = span.begin + static_cast<uint32_t>(fence.language.size());
  context.diagnostics
      .warning("unknown-language", span,
               fmt::format("unknown language \"{}\": this code is shown without highlighting", fence.language))
      .expect("the name of a language, or \"text\"")
      .suggest(base::did_you_mean(fence.language, base::views(highlight::languages())));
}

}  // namespace

markup::SafeHtml code_block(const document::Fence& fence, Context& context) {
  std::vector<Piece> pieces;
  if (!highlight::is_plain_text(fence.language) && highlights(context)) {
    std::string failure;
    auto found = highlight::pieces(fence.language, fence.body, &failure);
    if (!failure.empty())
      context.diagnostics.error("too-much-work", fence.info_span, failure)
          .suggest("write shorter code, or \"text\" instead of the language");
    if (found)
      pieces = std::move(*found);
    else if (!fence.is_foreign)
      warn_unknown(fence, context);
  }
  bool numbered = false;
  for (std::string_view word : base::split(fence.info, ' ')) numbered = numbered || word == document::kLinesOption;
  return write(fence.language, fence.body, pieces, numbered);
}

markup::SafeHtml code_html(std::string_view language, std::string_view code, Context& context) {
  std::vector<Piece> pieces;
  if (highlights(context)) pieces = highlight::pieces(language, code).value_or(std::vector<Piece>());
  return write(language, code, pieces, false);
}

}  // namespace blocks
