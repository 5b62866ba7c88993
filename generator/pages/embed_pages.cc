#include "pages/embed_pages.h"

#include "pages/ask.h"
#include "site/url.h"

namespace pages {

void add_embed_pages(site::View& view, const Theme& theme, const templates::Map& ids, RenderedPage& rendered) {
  const site::Page& page = view.page();
  const std::string& base_url = view.config().base_url;
  for (blocks::Embed& embed : rendered.embeds) {
    const std::string address = blocks::embed_address(embed.name), anchor = "#" + site::encode_fragment(embed.name);
    templates::Map map;
    map.set("title", embed.title).set("html", std::move(embed.html)).set("is_chart", embed.is_chart);
    map.set("page", page.title).set("href", site::relative_link(address, page.address) + anchor);
    map.set("canonical", base_url.empty() ? "" : site::absolute_url(base_url, page.address) + anchor);
    map.set("root", site::root_prefix(address));
    templates::Map values;
    read_template("embed.html", theme, view);
    values.set("site", theme.site).set("strings", theme.strings).set("embed", std::move(map)).set("ids", ids);
    std::string html;
    theme.engine.render("embed.html", templates::Value(std::move(values)), html, rendered.diagnostics);
    rendered.files.emplace(address, std::move(html));
  }
}

}  // namespace pages
