#include "blocks/downloads.h"

#include "site/url.h"

namespace blocks {

std::vector<Download> table_files(const std::string& name) {
  return {{"tables/" + name + ".csv", "csv"}, {"tables/" + name + ".json", "json"}};
}

void write_downloads(const std::vector<Download>& files, const std::string& name, const std::string& title,
                     unsigned embed_height, markup::Writer& out, Context& context) {
  // Adds the block's title for screen readers, because ten links named "CSV" are useless in a list of links.
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

markup::SafeHtml all_rows_html(const std::string& address, size_t rows, Context& context) {
  if (address.empty()) return {};
  markup::Writer out;
  out.open("p").attr("class", "all-rows").open("a").url("href", site::relative_link(context.address(), address));
  return out.text(context.words.count("all_rows", rows)).close().close().take();
}

void write_about(const Origins& origins, std::string_view as_of, const std::string& anchor, bool open,
                 const markup::SafeHtml& details, markup::Writer& out, Context& context) {
  if (!origins.empty() || !as_of.empty()) {
    out.open("p").attr("class", "origins");
    if (!origins.empty()) out.html(origins_html(origins, anchor, true, context)).text(". ");
    if (!as_of.empty()) out.open("span").attr("class", "as-of").text(as_of).close();
    out.close();
  }
  out.open("details").attr("class", "about");
  if (open) out.attr("open");
  out.open("summary").attr("class", "fold").text(context.words["details"]).close().html(details);
  if (origins.is_long())
    out.open("p").attr("class", "origins").html(origins_html(origins, anchor, false, context)).close();
  out.close();
}

void write_caveats(const markup::SafeHtml& note, const std::vector<ShownWords>& compared,
                   const std::vector<std::string>& caveats, markup::Writer& out) {
  if (note.empty() && compared.empty() && caveats.empty()) return;
  out.open("ul").attr("class", "caveats");
  if (!note.empty()) out.open("li").html(note).close();
  for (const ShownWords& line : compared) out.open("li").html(line.html).close();
  for (const std::string& caveat : caveats) out.element("li", caveat);
  out.close();
}

}  // namespace blocks
