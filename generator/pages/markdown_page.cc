#include "pages/markdown_page.h"

#include <algorithm>
#include <array>

#include "base/slug.h"
#include "base/text.h"
#include "markup/markdown.h"
#include "pages/markdown_writer.h"
#include "site/url.h"

namespace pages {
namespace {

// -- Anchors --

using markup::HtmlId;
using markup::HtmlNode;

constexpr std::array<std::string_view, 11> kControls = {"nav",    "button",   "form",   "input",  "select",  "textarea",
                                                        "dialog", "progress", "iframe", "canvas", "noscript"};
// Classes of elements that are visual only, or are written differently in the Markdown version.
constexpr std::array<std::string_view, 9> kClasses = {
    "anchor", "card", "row", "page-meta", "table-key", "print-link", "minutes", "footnote-back", "callout-title"};

// Whether an element only makes sense in a browser.
bool is_for_browsers(const HtmlNode& node) {
  if (node.is_text()) return false;
  if (std::find(kControls.begin(), kControls.end(), node.name) != kControls.end()) return true;
  markup::HtmlAttributes attributes(node.raw);
  for (markup::HtmlAttribute each; attributes.next(each);) {
    const std::string_view value = each.value.value_or("");
    const auto is = [&](std::string_view name) { return markup::equal_names(each.name, name); };
    if (is("hidden") || (is("aria-hidden") && value == "true") || (is("data-markdown") && value == "no")) return true;
    if (is("class") && std::any_of(kClasses.begin(), kClasses.end(),
                                   [&](std::string_view name) { return base::has_word(value, name); }))
      return true;
  }
  return false;
}

class Finder {
 public:
  explicit Finder(const MarkdownTree& html) : html_(html) {}

  void visit(HtmlId parent, bool in_figure) {
    for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next) {
      const HtmlNode& node = html_.node(id);
      if (node.is_text() || html_.is_left_out(id)) continue;
      if (node.name == "a") {
        if (std::string href = html_.attribute(id, "href"); href.starts_with('#')) linked_.insert(href.substr(1));
      }
      std::string own = html_.attribute(id, "id");
      if (!own.empty()) waiting_.push_back(std::move(own));
      if (is_heading(node)) {
        above_ = slugs_.unique(base::github_slug(base::trim(text_of(id))));
        settle();
        continue;
      }
      if (!begins_with_heading(id)) settle();
      const std::string_view classes = html_.classes(id);
      const bool has_notes = base::has_word(classes, "notes");
      if (has_notes || base::has_word(classes, "footnotes") || base::has_word(classes, "cell-notes"))
        add_footnotes(id, in_figure && has_notes ? 2 : 1);
      visit(id, in_figure || node.name == "figure");
    }
  }

  MarkdownAnchors take() {
    for (const std::string& id : marked_)
      if (linked_.contains(id)) anchors_.footnotes.insert(id);
    return std::move(anchors_);
  }

 private:
  // Assigns the current heading to the elements that were waiting for one.
  void settle() {
    for (std::string& id : waiting_)
      if (!above_.empty()) anchors_.headings.emplace(std::move(id), above_);
    waiting_.clear();
  }

  bool begins_with_heading(HtmlId id) const {
    for (id = html_.node(id).child; id != 0; id = html_.node(id).next) {
      const HtmlNode& node = html_.node(id);
      if (node.is_text() ? !base::trim(node.raw).empty() : !html_.is_left_out(id))
        return is_heading(node) || begins_with_heading(id);
    }
    return false;
  }

  std::string text_of(HtmlId parent) const {
    std::string text;
    for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next)
      if (html_.node(id).is_text() || !html_.is_left_out(id)) text += html_.text(id);
    return text;
  }

  void add_footnotes(HtmlId list, size_t least) {
    std::vector<std::string> ids;
    items(list, ids);
    anchors_.notes.insert(ids.begin(), ids.end());
    if (ids.size() >= least) marked_.insert(ids.begin(), ids.end());
  }
  void items(HtmlId parent, std::vector<std::string>& ids) const {
    for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next) {
      if (html_.node(id).name == "ol") items(id, ids);
      if (html_.node(id).name != "li") continue;
      if (std::string own = html_.attribute(id, "id"); !own.empty()) ids.push_back(std::move(own));
    }
  }

  const MarkdownTree& html_;
  base::Slugger slugs_;
  std::string above_;
  std::vector<std::string> waiting_;
  std::set<std::string> marked_, linked_;
  MarkdownAnchors anchors_;
};

// -- Links to other pages --

constexpr std::string_view kPage = ".html", kMarkdown = ".md";

// Changes "cost.html#parts" to "cost.md#parts" if that page has a Markdown version.
std::string to_markdown_link(const std::string& href, site::View& view) {
  if (site::is_external(href)) return href;
  const size_t end = std::min(href.find_first_of("?#"), href.size());
  const std::string path = href.substr(0, end);
  if (!path.ends_with(kPage)) return href;
  auto decoded = site::decode_percent(path);
  auto address = decoded ? site::join_path(site::folder_of(view.address()), *decoded) : std::nullopt;
  const site::Page* page = address ? view.target(*address) : nullptr;
  if (!page || !has_markdown_version(page->kind, view.config())) return href;
  return path.substr(0, path.size() - kPage.size()) + std::string(kMarkdown) + href.substr(end);
}

}  // namespace

bool is_heading(const HtmlNode& node) {
  return node.name.size() == 2 && node.name[0] == 'h' && node.name[1] >= '1' && node.name[1] <= '6';
}

MarkdownTree::MarkdownTree(std::string_view html) : HtmlTree(html), left_out_(size()) {
  for (HtmlId id = 1; id < size(); ++id) left_out_[id] = is_for_browsers(node(id));
}

MarkdownAnchors markdown_anchors(const MarkdownTree& html, HtmlId root) {
  Finder finder(html);
  finder.visit(root, false);
  return finder.take();
}

bool has_markdown_version(site::PageKind kind, const site::Config& config) {
  return config.features.markdown && (site::has_own_words(kind) || kind == site::PageKind::print);
}

std::string markdown_address(std::string_view address) {
  if (address.ends_with(kPage)) address.remove_suffix(kPage.size());
  return std::string(address) + std::string(kMarkdown);
}

std::string write_markdown_page(std::string_view html, site::View& view, std::string_view link_words) {
  const site::Page& page = view.page();
  MarkdownTree tree(html);
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
