#include "blocks/share_link.h"

#include "site/url.h"

namespace blocks {

void write_share_link(const std::string& name, const std::string& title, unsigned embed_height, markup::Writer& out,
                      Context& context) {
  std::string_view said = context.words[embed_height > 0 ? "share_or_embed" : "share"];
  out.open("a").attr("class", "anchor").attr("href", "#" + site::encode_fragment(name));
  out.attr_if(embed_height > 0, "data-embed", std::to_string(embed_height));
  out.attr("aria-label", context.words.fill("share_of", {{"what", said}, {"title", title}})).text(said).close();
}

}  // namespace blocks
