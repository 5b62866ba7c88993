#include "pages/site_files.h"

#include "markup/html.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view kNamespace = " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

std::string document_of(std::string_view root, std::string_view entries) {
  std::string xml(kHead);
  xml.append("<").append(root).append(kNamespace).append(entries);
  return xml.append("</").append(root).append(">\n");
}

void write_url(const site::Page& page, const std::string& base_url, std::string& xml) {
  xml.append("<url><loc>").append(markup::xml_text(site::absolute_url(base_url, page.address))).append("</loc>");
  if (const site::Content* content = page.content()) {
    const document::FrontMatter& front = content->front;
    const std::string& changed = front.updated.empty() ? front.date.text : front.updated.text;
    if (!changed.empty()) xml.append("<lastmod>").append(markup::xml_text(changed)).append("</lastmod>");
  }
  xml += "</url>\n";
}

}  // namespace

std::vector<SiteFile> sitemaps(const site::Site& site, SitemapLimits limits) {
  const std::string& base_url = site.config->base_url;
  const size_t around = document_of("urlset", "").size();
  std::vector<std::string> parts(1);
  std::string entry;
  size_t urls = 0;
  for (const auto& page : site.pages) {
    if (!page->is_indexed()) continue;
    entry.clear();
    write_url(*page, base_url, entry);
    if (urls == limits.urls || (urls > 0 && around + parts.back().size() + entry.size() > limits.bytes)) {
      parts.emplace_back();
      urls = 0;
    }
    parts.back() += entry;
    ++urls;
  }
  if (parts.size() == 1) return {{"sitemap.xml", document_of("urlset", parts[0])}};
  std::vector<SiteFile> files;
  std::string index;
  for (const std::string& part : parts) {
    std::string address = "sitemap-" + std::to_string(files.size() + 1) + ".xml";
    index += "<sitemap><loc>" + markup::xml_text(base_url + address) + "</loc></sitemap>\n";
    files.push_back({std::move(address), document_of("urlset", part)});
  }
  files.push_back({"sitemap.xml", document_of("sitemapindex", index)});
  return files;
}

std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words) {
  const std::string& base_url = site.config->base_url;
  std::vector<SiteFile> files;
  if (!base_url.empty()) {
    files = sitemaps(site);
    files.push_back({"robots.txt", "User-agent: *\nAllow: /\nSitemap: " + base_url + "sitemap.xml\n"});
    if (has_feed(site)) files.push_back({std::string(kFeedAddress), feed(site, words)});
  }
  files.push_back({"llms.txt", llms_text(site, words)});
  return files;
}

}  // namespace pages
