// Writes raw HTML, links, images and footnotes of a page (document/site_writer.h).
#include "document/site_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "document/raw_html.h"
#include "markup/html.h"
#include "markup/html_scanner.h"
#include "markup/url.h"

namespace document {

using markup::SafeHtml;

namespace {

std::string own_classes(std::string_view classes) {
  std::string result;
  const std::string line = base::one_line(std::string(classes));
  for (std::string_view name : base::split(line, ' '))
    if (!name.empty()) result.append(result.empty() ? "" : " ").append(kClassPrefix).append(name);
  return result;
}

}  // namespace

void SiteWriter::html(NodeId id, std::string_view raw) {
  if (!(document_.node(id).flags & Node::kAllowed)) return;  // the parser has reported this error
  const auto& all = document_.raw_html();
  const RawHtml& known =
      *std::lower_bound(all.begin(), all.end(), id, [](const RawHtml& html, NodeId at) { return html.node < at; });
  RawHtml rest = known;  // links and images that have not been written yet
  for (const HtmlToken& token : html_tokens(raw)) {
    switch (token.kind) {
      case HtmlToken::Kind::text:
        append_as_written(out_, token.text);
        break;
      case HtmlToken::Kind::open:
      case HtmlToken::Kind::empty:
        open_tag(token, rest);
        break;
      case HtmlToken::Kind::close:
        close_tag(token);
        break;
      case HtmlToken::Kind::comment:
      case HtmlToken::Kind::refused:
        break;
    }
  }
}

// Writes an opening tag as the author wrote it, but for its id and classes, which may have a prefix. Names of elements
// are in lower case, because readers of pages in this program compare them so. The address of a link or image is
// written like those of Markdown.
void SiteWriter::open_tag(const HtmlToken& token, RawHtml& rest) {
  std::string id, others;
  ImageSize size;
  for (const PublishedAttribute& each : published_attributes(token, nullptr)) {
    if (each.name == "id")
      id = " id=\"" + markup::escape(prefix_ + each.value) + "\"";
    else if (each.name == "class")
      others += " class=\"" + markup::escape(own_classes(each.value)) + "\"";
    else if (each.name == "width" || each.name == "height")
      (each.name == "width" ? size.width : size.height) = each.value;
    else
      append_as_written(others, each.written);
  }
  if (token.name == "iframe") return frame(document_.links()[rest.link++], id + others, size);
  if (token.name == "img") return image(document_.images()[rest.image++], id + others, size);
  if (is_link(token)) {
    // What is written for the link may be no element.
    if (!id.empty()) out_.append("<span").append(id).append("></span>");
    raw_links_.emplace_back(rest.link++, others);
    link_starts_.push_back(out_.size());
    return;
  }
  if (token.name == "a") raw_links_.push_back({kNoLink, {}});
  out_.append("<").append(token.written()).append(id).append(others).append(tag_end(token)).append(">");
}

// Writes a frame with a link below it, which is also what paper and the Markdown version show.
void SiteWriter::frame(Link link, std::string_view others, const ImageSize& size) {
  if (hooks_.frame(link)) {
    out_ += "<iframe";
    url("src", link.destination);
    attribute("title", link.title);
    if (!size.width.empty()) attribute("width", size.width);
    if (!size.height.empty()) attribute("height", size.height);
    out_.append(others).append(
        " loading=\"lazy\" sandbox=\"allow-popups allow-presentation allow-same-origin allow-scripts\">");
    out_ += "</iframe> ";
  }
  link_starts_.push_back(out_.size());
  markup::append_escaped(out_, std::exchange(link.title, {}));
  close_link(link, " class=\"frame-link\"");
}

void SiteWriter::close_tag(const HtmlToken& token) {
  if (token.name == "iframe") return;
  if (token.name == "a") {
    const auto [link, others] = raw_links_.back();
    raw_links_.pop_back();
    if (link != kNoLink) return close_link(document_.links()[link], others);
  }
  out_.append("</").append(token.written()).append(">");
}

void SiteWriter::url(std::string_view name, std::string_view value) {
  out_.append(" ").append(name).append("=\"");
  const std::string url = markup::is_safe_url(value) ? markup::url_characters(value) : "#";
  const size_t host = url.find(']') + 1;  // only a host has brackets now: "http://[::1]"
  markup::append_escaped(out_, url.substr(0, host));
  markup::append_url(out_, std::string_view(url).substr(host));
  out_ += '"';
}

void SiteWriter::title(std::string_view text, const HtmlAttributes& others) {
  bool given = std::any_of(others.begin(), others.end(), [](auto& entry) { return entry.first == "title"; });
  if (text.empty() || given) return;
  attribute("title", text);
}

void SiteWriter::close_link(const Link& link, std::string_view others) {
  size_t start = link_starts_.back();
  link_starts_.pop_back();
  if (!link_starts_.empty()) return;  // links cannot be nested, so an address in a link's text is not linked
  SafeHtml content = SafeHtml::trusted(out_.substr(start));
  out_.resize(start);
  const bool needs_words = link.kind != LinkKind::ordinary || link.destination == "g";  // a term of a glossary
  LinkHtml result = hooks_.link(link, content, needs_words ? document_.plain_text(link.node) : std::string());
  if (result.replacement) {
    out_ += result.replacement->str();
    return;
  }
  if (result.href.empty()) {
    out_.append(content.str()).append(result.after.str());
    return;
  }
  out_ += "<a";
  url("href", result.href);
  title(link.title, result.attributes);
  attributes(result.attributes);
  bool external = result.href.starts_with("https://") || result.href.starts_with("http://");
  bool has_rel =
      std::any_of(result.attributes.begin(), result.attributes.end(), [](auto& entry) { return entry.first == "rel"; });
  if (external && !has_rel) out_ += " rel=\"noopener\"";
  out_.append(others).append(">").append(content.str()).append("</a>").append(result.after.str());
}

// Replaces the attributes of a size by the one that the author wrote. Style sheets calculate the height of an image, so
// its width is what counts.
void SiteWriter::resize(const ImageSize& wanted, HtmlAttributes& attributes) {
  const auto known = [&](std::string_view name) {
    const auto found = std::ranges::find_if(attributes, [&](const auto& entry) { return entry.first == name; });
    return found == attributes.end() ? 0 : std::atof(found->second.c_str());
  };
  const double width = known("width"), height = known("height");
  const bool is_known = width > 0 && height > 0;
  ImageSize size = wanted;
  if (size.width.empty() && is_known)
    size.width = fmt::format("{:.0f}", std::atof(size.height.c_str()) * width / height);
  if (is_known) size.height = fmt::format("{:.0f}", std::atof(size.width.c_str()) * height / width);
  std::erase_if(attributes, [](const auto& entry) { return entry.first == "width" || entry.first == "height"; });
  if (!size.width.empty()) attributes.emplace_back("width", size.width);
  if (!size.height.empty()) attributes.emplace_back("height", size.height);
}

void SiteWriter::image(const Image& image, std::string_view others, const ImageSize& size) {
  ImageHtml result = hooks_.image(image);
  if (result.replacement) {
    out_ += result.replacement->str();
    return;
  }
  if (!size.width.empty() || !size.height.empty()) resize(size, result.attributes);
  out_ += "<img";
  url("src", result.src);
  attribute("alt", image.alt);
  title(image.title, result.attributes);
  attributes(result.attributes);
  out_.append(others).append(">");
}

std::string SiteWriter::mark(const Footnote& footnote, unsigned occurrence) {
  std::string result = std::to_string(footnote.number);
  return occurrence > 1 ? result + "-" + std::to_string(occurrence) : result;
}

void SiteWriter::reference(const FootnoteReference& reference) {
  if (!with_footnotes_ || reference.footnote >= document_.footnotes().size()) return;
  const Footnote& footnote = document_.footnotes()[reference.footnote];
  std::string number = std::to_string(footnote.number);
  out_ += "<sup class=\"footnote-ref\"><a";
  link_to(prefix_ + "fn-" + number);
  attribute("id", prefix_ + "fnref-" + mark(footnote, reference.occurrence));
  out_ += " role=\"doc-noteref\"";
  attribute("aria-label", label("footnote", number));
  out_.append(">").append(number).append("</a></sup>");
}

bool SiteWriter::open_footnote(const Node& node) {
  if (!with_footnotes_) return false;
  line();
  if (!in_footnotes_) {
    out_ += "<section class=\"footnotes\" role=\"doc-endnotes\"";
    attribute("aria-label", label("footnotes"));
    out_ += ">\n<ol>\n";
  }
  in_footnotes_ = true;
  out_ += "<li";
  attribute("id", prefix_ + "fn-" + std::to_string(document_.footnotes()[node.index].number));
  out_ += '>';
  return true;
}

void SiteWriter::close_footnote(const Node& node) {
  NodeId last = node.child;
  while (last != 0 && document_.node(last).next != 0) last = document_.node(last).next;
  if (last == 0 || document_.node(last).kind != NodeKind::paragraph) {
    line();
    out_ += "<p>";
    back_links(document_.footnotes()[node.index]);
    out_ += "</p>\n";
  }
  out_ += "</li>\n";
}

void SiteWriter::back_links(const Footnote& footnote) {
  for (unsigned i = 1; i <= footnote.references; ++i) {
    std::string to = mark(footnote, i);
    if (i > 1) out_ += ' ';
    out_ += "<a class=\"footnote-back\"";
    link_to(prefix_ + "fnref-" + to);
    out_ += " role=\"doc-backlink\"";
    attribute("aria-label", label("footnote_back", to));
    out_ += ">↩";
    if (i > 1) out_.append("<sup>").append(std::to_string(i)).append("</sup>");
    out_ += "</a>";
  }
}

}  // namespace document
