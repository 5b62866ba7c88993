#include "blocks/downloads.h"

#include "site/url.h"

namespace blocks {

std::vector<Download> table_files(const std::string& name) {
  return {{"tables/" + name + ".csv", "csv"}, {"tables/" + name + ".json", "json"}};
}

void write_downloads(const std::vector<Download>& files, const std::string& name, const std::string& title,
                     unsigned embed_height, markup::Writer& out, Context& context) {
  // "CSV" ten times says nothing in a list of a page's links.
  auto named = [&](std::string_view what) {
    out.attr("aria-label", context.words.fill("share_of", {{"what", what}, {"title", title}})).text(what).close();
  };
  out.open("p").attr("class", "downloads").text(context.words["download"]).text(" ");
  for (const Download& file : files) {
    out.open("a").url("href", site::relative_link(context.address(), file.address)).attr("download");
    named(context.words[file.word]);
    out.text(" ");
  }
  out.open("a").attr("class", "anchor").attr("href", "#" + site::encode_fragment(name));
  out.attr_if(embed_height > 0, "data-embed", std::to_string(embed_height));
  named(context.words[embed_height > 0 ? "share_or_embed" : "share"]);
  out.close();
}

}  // namespace blocks
