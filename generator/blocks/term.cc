#include "blocks/term.h"

namespace blocks {

markup::SafeHtml term_html(const std::string& href, const markup::SafeHtml& word, std::string_view definition) {
  markup::Writer out;
  out.open("span").attr("class", "term").open("a").url("href", href).html(word).close();
  return out.open("span").attr("class", "card").attr("role", "note").text(definition).close().close().take();
}

}  // namespace blocks
