#include "pages/embed_pages.h"

#include <fmt/format.h>

#include "blocks/chart_figure.h"
#include "markup/html.h"
#include "notation/json.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr unsigned kWidth = 720;  // px, the width of a wide drawing

// Returns a response of the type "rich" (section 2.3.4).
std::string oembed_text(const blocks::Embed& embed, const std::string& url, const site::Config& config) {
  const std::string frame =
      fmt::format(R"(<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border: 0"></iframe>)",
                  markup::xml_text(url), markup::xml_text(embed.title), embed.height);
  return fmt::format(R"({{"version": "1.0", "type": "rich", "title": {}, "provider_name": {}, "provider_url": {}, )"
                     R"("width": {}, "height": {}, "html": {}}})"
                     "\n",
                     notation::json_text(embed.title), notation::json_text(config.title),
                     notation::json_text(config.base_url), kWidth, embed.height, notation::json_text(frame));
}

}  // namespace

void add_embed_pages(View& view, const templates::Map& ids, const templates::Value& card, Rendering& rendered) {
  const site::Page& page = view.page();
  const site::Config& config = view.config();
  const std::string& base_url = config.base_url;
  const Theme& theme = view.theme();
  for (blocks::Embed& embed : rendered.embeds) {
    const std::string address = blocks::embed_address(embed.name), anchor = "#" + site::encode_fragment(embed.name);
    templates::Map map, values;
    map.set("title", embed.title).set("is_chart", embed.is_chart);
    map.set("page", page.title).set("href", site::relative_link(address, page.address) + anchor);
    map.set("canonical", base_url.empty() ? "" : site::absolute_url(base_url, page.address) + anchor);
    map.set("root", site::root_prefix(address)).set("oembed", "");
    values.set("card", card);
    if (!card.is_null()) {
      const std::string url = site::absolute_url(base_url, address), data = "embed/" + embed.name + ".json";
      const std::string picture = blocks::PictureAddresses(embed.name).png;
      templates::Map described;
      described.set("title", embed.title).set("canonical", url).set("kind", "embed");
      described.set("description", embed.summary.empty() ? std::string(page.description()) : embed.summary);
      values.set("page", std::move(described));
      if (rendered.pictures.contains(picture)) {
        const std::string image = site::absolute_url(base_url, picture);
        values.set("card", templates::Map().set("image", image).set("alt", embed.title).set("width", ""));
      }
      map.set("oembed", site::absolute_url(base_url, data));
      rendered.files.emplace(data, oembed_text(embed, url, config));
    }
    map.set("html", std::move(embed.html));
    values.set("site", theme.site).set("strings", theme.strings).set("embed", std::move(map)).set("ids", ids);
    std::string html;
    theme.engine.render("embed.html", templates::Value(std::move(values)), html, rendered.diagnostics);
    rendered.files.emplace(address, std::move(html));
  }
}

}  // namespace pages
