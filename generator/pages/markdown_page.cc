#include "pages/markdown_page.h"

#include "markup/markdown.h"
#include "pages/markdown_writer.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr std::string_view kPage = ".html", kMarkdown = ".md";

// Changes "cost.html#parts" to "cost.md#parts" if that page has a Markdown version.
std::string to_markdown_link(const std::string& href, site::View& view) {
  if (site::is_external(href)) return href;
  const size_t end = std::min(href.find_first_of("?#"), href.size());
  const std::string path = href.substr(0, end);
  if (!path.ends_with(kPage)) return href;
  auto decoded = site::decode_percent(path);
  auto address = decoded ? site::join_path(site::folder_of(view.address()), *decoded) : std::nullopt;
  const auto page = address ? view.target(*address) : std::nullopt;
  if (!page || !has_markdown_version(page->kind, view.config())) return href;
  return path.substr(0, path.size() - kPage.size()) + std::string(kMarkdown) + href.substr(end);
}

}  // namespace

bool has_markdown_version(site::PageKind kind, const site::ShownConfig& config) {
  return config.features.markdown && site::has_own_words(kind);
}

std::string markdown_address(std::string_view address) {
  if (address.ends_with(kPage)) address.remove_suffix(kPage.size());
  return std::string(address) + std::string(kMarkdown);
}

std::string write_markdown_page(std::string_view html, site::View& view, std::string_view link_words) {
  const site::ThisPage& page = view.page();
  markup::HtmlTree tree(html);
  markup::HtmlId root = 0;
  for (std::string_view name : {"article", "main", "body"})
    if (root == 0) root = tree.find(name);
  MarkdownWriter writer(tree, markdown_anchors(tree, root),
                        [&](const std::string& href) { return to_markdown_link(href, view); });
  std::string markdown = writer.blocks(root);
  const std::string& base_url = view.config().base_url;
  std::string last;
  markup::append_markdown(last, link_words);
  last += " [";
  markup::append_markdown(last, page.title);
  last += "]";
  markup::append_destination(last, base_url.empty() ? site::encode_path(site::file_of(page.address))
                                                    : site::absolute_url(base_url, page.address));
  markdown += "\n\n***\n\n" + markup::finish_inline(last, markup::Lines::paragraph) + "\n";
  return markdown;
}

}  // namespace pages
