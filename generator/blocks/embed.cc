#include "blocks/embed.h"

#include <cmath>

#include "blocks/downloads.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr unsigned kBesideBody = 300;  // height in px of the title, notes, sources and link back on a small screen

// Resolves a relative link against a folder. Both are attribute values: percent-encoded and escaped.
std::string resolved(std::string folder, std::string_view link) {
  for (; link.starts_with("../"); link.remove_prefix(3)) folder = std::string(site::folder_of(folder));
  return (folder.empty() ? "" : folder + "/") + std::string(link);
}

// Makes the links of a page's HTML relative to embed/, and opens them outside the embed. In HTML that a Writer wrote,
// no text contains a quote, so ` href="` always begins an attribute.
markup::SafeHtml moved_to_embed(const markup::SafeHtml& html, std::string_view address) {
  constexpr std::string_view kAttribute = " href=\"";
  const std::string folder = markup::escape(site::encode_path(site::folder_of(address)));
  std::string_view rest = html.str();
  std::string out;
  for (size_t at = rest.find(kAttribute); at != std::string_view::npos; at = rest.find(kAttribute)) {
    const size_t begin = at + kAttribute.size(), end = rest.find('"', begin);
    std::string_view link = rest.substr(begin, end - begin);
    out += rest.substr(0, begin);
    const bool inside = link.starts_with('#'), elsewhere = site::is_external(link);
    if (inside || elsewhere) {
      out += link;
    } else {
      const std::string to = resolved(folder, link);
      out += to.starts_with("embed/") ? to.substr(6) : "../" + to;
    }
    out += inside ? "\"" : "\" target=\"_blank\"";
    rest.remove_prefix(end + 1);
  }
  return markup::SafeHtml::trusted(out.append(rest));
}

}  // namespace

std::string embed_address(const std::string& name) { return "embed/" + name + ".html"; }

Embed make_embed(EmbedParts parts, Context& context) {
  const bool has_origins = !parts.origins.sources.empty() || !parts.origins.unsourced.empty();
  const std::string when = as_of_text(parts.origins.dates, context);
  markup::Writer out;
  out.open("figure").attr("class", parts.is_chart ? "chart" : "table").attr("id", parts.name);
  out.open("figcaption").open("h1").attr("class", "caption").html(parts.title.html).close();
  if (!parts.subtitle.text.empty()) out.open("span").attr("class", "subtitle").html(parts.subtitle.html).close();
  out.close().html(parts.body);
  write_caveats(parts.note.html, parts.compared, parts.caveats, out);
  if (has_origins || !when.empty()) {
    out.open("p").attr("class", "origins");
    if (has_origins) out.html(origins_html(parts.origins, parts.name, false, context)).text(when.empty() ? "" : ". ");
    out.text(when).close();
  }
  for (const markup::SafeHtml& each : parts.folded) out.html(each);
  Embed embed;
  embed.height = static_cast<unsigned>(std::ceil(parts.body_height / 10)) * 10 + kBesideBody;
  embed.name = std::move(parts.name);
  embed.title = std::move(parts.title.text);
  embed.is_chart = parts.is_chart;
  embed.html = moved_to_embed(out.close().take(), context.address());
  return embed;
}

}  // namespace blocks
