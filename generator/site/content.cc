#include "site/content.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "base/slug.h"
#include "document/signs.h"
#include "notation/reader.h"
#include "notation/yaml.h"
#include "site/shown_texts.h"
#include "site/url.h"

namespace site {
namespace {

constexpr std::string_view kFolder = "content/";

// Whether a text of the front matter is meant as Markdown: it has pairs of marks, or braces of a template. These are
// errors in Markdown.
bool has_markup(std::string_view text) {
  if (text.find_first_of("`*_~[{:") == std::string_view::npos) return false;
  static const base::Pattern markup(
      R"(`[^`]+`|(?<![\w*])\*{1,3}[^*\s](?:[^*]*[^*\s])?\*{1,3}(?![\w*])|(?<![\w_])_[^_\s](?:[^_]*[^_\s])?_(?![\w_])|)"
      R"(~~[^~\s][^~]*~~|\]\((?!fig:|count:|assert:|given:)[^)]+\)|\{[{%]|(?<![\w:]):[a-z][a-z_]+:(?![\w:]))");
  return markup.find(text).has_value();
}

std::pair<std::string_view, uint32_t> place_of(base::Span span) {
  return {span.source ? span.source->path() : std::string_view(), span.begin};
}

// Parses a text that may have links to figures or claims, or is Markdown, and replaces it with its plain words.
void parse_shown_text(document::Text& text, Content& content, base::Diagnostics& diagnostics,
                      bool is_markdown = false) {
  if (!is_markdown && !document::may_contain_links(text.text)) return;
  auto [place, fresh] = content.short_texts.try_emplace(place_of(text.span));
  if (fresh)
    place->second = is_markdown ? document::parse_inline(text, diagnostics) : document::parse_words(text, diagnostics);
  const document::Document& document = place->second;
  text.text = document.plain_text(0);
  // A page made from a row can show the value for an empty link. A title or label that other pages repeat can't.
  if (!content.front.pages || !fresh) return;
  for (const document::Link& link : document.links())
    if (document.plain_text(link.node).empty())
      diagnostics.error("figure-empty", link.span, "this link has no text, and this text is also shown without links")
          .expect("the number between the brackets: [{column} GB](fig:…)");
}

// Reports marks of Markdown in a text of a block, which would be shown as they are written.
void check_plain_text(const std::string& text, base::Span span, base::Diagnostics& diagnostics) {
  const auto has_two = [&](std::string_view mark) {
    const size_t at = text.find(mark);
    return at != std::string::npos && text.find(mark, at + mark.size() + 1) != std::string::npos;
  };
  for (const std::string_view mark : {"**", "~~", "`", "]("})
    if (mark == "](" ? text.find(mark) != std::string::npos : has_two(mark))
      diagnostics.error("unsupported-value", span, fmt::format("this text would be shown with its \"{}\"", mark))
          .expect("plain words, and figures as links: [4.1](fig:…)")
          .suggest("write what needs a link or emphasis on the page");
}

void parse_blocks(Content& content, base::Diagnostics& diagnostics) {
  for (const document::Fence& fence : content.document().fences()) {
    if (!document::shows_data(fence.kind)) continue;
    if (!fence.exact) {
      diagnostics.error("block-in-block", fence.span, "a table, chart or estimate is inside a quote or a list")
          .expect("a fence that starts at the left margin")
          .suggest("move the block out of the quote or list");
      continue;
    }
    if (fence.body.find("\n```") != std::string_view::npos) {
      diagnostics
          .error("bad-fence", fence.span, fmt::format("this {} does not end before the next block", fence.language))
          .expect("a line ``` after its last line");
      continue;
    }
    Block block{fence.kind, std::string(fence.name), fence.name_span, fence.span, {}, {}, "", {}};
    auto yaml = notation::parse_yaml(fence.body_span, diagnostics);
    if (!yaml) continue;
    block.yaml = std::move(*yaml);
    for_each_shown_text(block.yaml, [&](notation::Node& node) {
      document::Text text{std::move(node.text), node.span};
      parse_shown_text(text, content, diagnostics);
      node.text = std::move(text.text);
      check_plain_text(node.text, node.span, diagnostics);
    });
    if (const notation::Node* data = block.yaml.find("data"); data && data->is_string()) {
      block.data = data->text;
      block.data_span = data->span;
    }
    content.blocks.push_back(std::move(block));
  }
}

std::unique_ptr<Content> begin_content(const io::SourceFile& file, base::Diagnostics& diagnostics) {
  auto content = std::make_unique<Content>();
  content->file = &file;
  content->path = std::string_view(file.source.path()).substr(kFolder.size());
  content->front = document::read_front_matter(file.source, diagnostics);
  return content;
}

base::Span text_of(const Content& content) {
  const base::SourceText& source = content.file->source;
  return {&source, content.front.body, static_cast<uint32_t>(source.text().size())};
}

// Parses the short texts of the front matter.
void parse_short_texts(Content& content, base::Diagnostics& diagnostics) {
  document::FrontMatter& front = content.front;
  for_each_shown_text(front, [&](document::Text& text) {
    const bool is_heading = text.span && text.span.begin >= front.body;
    // Other pages show all others within links, and drawings without markup.
    const bool may_be_markdown = !front.pages && (&text == &front.title || &text == &front.description ||
                                                  &text == &front.question || &text == &front.outcome);
    parse_shown_text(text, content, diagnostics, is_heading || (may_be_markdown && has_markup(text.text)));
    if (!is_heading && !may_be_markdown && !front.pages) check_plain_text(text.text, text.span, diagnostics);
  });
  if (front.heading && front.title_id.empty()) {
    const document::Document* title = content.short_text(front.title.span);
    front.title_id = base::github_slug(title ? title->plain_text(0, true) : front.title.text);
  }
  if (front.pages && document::may_contain_links(front.pages->title.text)) {
    auto pages = std::make_shared<document::PagesFromData>(*front.pages);
    parse_shown_text(pages->title, content, diagnostics);
    front.pages = std::move(pages);
  }
  for (const document::Text& text : front.key_points)
    content.key_points.push_back(document::parse_inline(text, diagnostics));
  if (!front.takeaway.empty())
    content.takeaway = std::make_unique<const document::Document>(document::parse_inline(front.takeaway, diagnostics));
  for (const document::Answer& answer : front.answers)
    for (const document::Text& because : answer.because)
      if (!is_plain_name(because.text))
        content.short_texts.emplace(place_of(because.span), document::parse_inline(because, diagnostics));
  content.figures = read_named_figures(front.figures, diagnostics);
}

bool is_good_name(std::string_view name) {
  bool digit_first = !name.empty() && name[0] >= '0' && name[0] <= '9';
  return is_plain_name(name) && !digit_first && name != "-" && name != "min" && name != "max";
}

document::Text text_of(const notation::Node& node) { return {node.text, node.span}; }

}  // namespace

std::string_view Content::folder() const { return folder_of(path); }

std::string_view Content::stem() const {
  std::string_view name = file_of(path);
  return name.substr(0, name.size() - std::string_view(".md").size());
}

std::string_view Content::own_folder() const {
  return stem() == "index" ? folder() : path.substr(0, path.size() - std::string_view(".md").size());
}

const document::Fence* Content::query(std::string_view name) const {
  if (!depends_on_data) return nullptr;
  for (const document::Fence& fence : document().fences())
    if (fence.kind == document::FenceKind::query && fence.name == name) return &fence;
  return nullptr;
}

const Block* Content::block_of(const document::Fence& fence) const {
  auto found = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) {
    return fence.exact && block.span.source == fence.span.source && block.span.begin == fence.span.begin;
  });
  return found == blocks.end() ? nullptr : &*found;
}

const document::Document* Content::short_text(base::Span span) const {
  auto found = short_texts.find(place_of(span));
  return found == short_texts.end() ? nullptr : &found->second;
}

std::vector<const document::Document*> Content::short_documents() const {
  std::vector<const document::Document*> documents;
  for (const document::Document& point : key_points) documents.push_back(&point);
  if (takeaway) documents.push_back(takeaway.get());
  for (const auto& [place, document] : short_texts) documents.push_back(&document);
  return documents;
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  });
}

NamedFigures read_named_figures(const notation::Node& map, base::Diagnostics& diagnostics) {
  NamedFigures figures;
  for (const notation::Entry& entry : map.entries) {
    if (!is_good_name(entry.key)) {
      diagnostics.error("bad-name", entry.key_span, fmt::format("\"{}\" can't be the name of a figure", entry.key))
          .expect("a letter, then letters, digits, \"-\", \"_\" and \".\"; not \"min\" or \"max\"");
      continue;
    }
    NamedFigure figure;
    figure.name_span = entry.key_span;
    if (entry.value.is_string() || entry.value.kind == notation::Kind::number) {
      figure.formula = text_of(entry.value);
    } else if (entry.value.is_map()) {
      notation::Reader reader(entry.value, fmt::format("the figure \"{}\"", entry.key), diagnostics);
      const auto text = [&](std::string_view key, notation::Need need = notation::Need::optional) {
        return reader.text(key, need).empty() ? document::Text() : text_of(*reader.node(key));
      };
      figure.formula = text("is", notation::Need::required);
      if (figure.formula.empty()) continue;
      figure.why = text("why");
      figure.covers = text("covers");
      reader.finish();
    } else {
      diagnostics.error("wrong-type", entry.value.span, fmt::format("\"{}\" is not a formula", entry.key))
          .expect("a path TABLE/KEY/COLUMN, a formula over figures, or {is: FORMULA, why: TEXT, covers: TEXT}");
      continue;
    }
    figures.emplace(entry.key, std::move(figure));
  }
  return figures;
}

const document::Document& LazyText::document() {
  if (const document::Document* parsed = parsed_.load(std::memory_order_acquire)) return *parsed;
  const std::lock_guard lock(mutex_);
  if (document_) return *document_;
  base::Diagnostics found;
  auto document = std::make_unique<document::Document>(document::parse_document(text_, found, omitted_, expanded_));
  document->shrink_to_fit();
  document_ = std::move(document);
  if (!knows_outline_) {
    outline_.words = static_cast<uint32_t>(document_->word_count());
    if (!has_description_) outline_.first_paragraph = document_->first_paragraph();
    diagnostics_ = std::move(found);
    knows_outline_ = true;
  }
  parsed_ = document_.get();
  return *document_;
}

const Outline& LazyText::outline() {
  if (!knows_outline_) (void)document();
  return outline_;
}

const base::Diagnostics& LazyText::diagnostics() {
  (void)outline();
  return diagnostics_;
}

void LazyText::release() {
  parsed_ = nullptr;
  document_.reset();
}

std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics,
                                       const document::FindIncluded& find) {
  auto content = begin_content(file, diagnostics);
  const base::Span text = text_of(*content);
  const auto expanded = find ? document::expand(text, find, diagnostics) : nullptr;
  content->text =
      std::make_unique<LazyText>(text, !content->front.description.empty(), content->front.heading, expanded);
  if (content->front.pages || document::may_depend_on_data(expanded ? std::string_view(expanded->text) : text.text())) {
    content->depends_on_data = document::depends_on_data(content->document());
    diagnostics.merge(content->text->take_diagnostics());
    parse_blocks(*content, diagnostics);
  }
  parse_short_texts(*content, diagnostics);
  return content;
}

}  // namespace site
