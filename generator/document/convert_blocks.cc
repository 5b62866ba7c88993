// Converts fenced blocks and headings of cmark's tree (document/converter.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/text.h"
#include "document/converter.h"

namespace document {
namespace {

bool is_name_part(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '-'; }

bool is_name(std::string_view name) {
  return !name.empty() && (base::is_letter(name[0]) || name[0] == '_') &&
         std::all_of(name.begin(), name.end(), is_name_part);
}

bool is_own_id(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return is_name_part(c) || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
  });
}

// Names for messages, in the order of FenceKind.
constexpr std::array<std::string_view, 7> kKindNames = {"code",  "query",    "assert", "table",
                                                        "chart", "estimate", "formula"};
std::string_view kind_of(FenceKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

// Returns what to write instead of a directive such as "{figure}".
std::string_view directive_alternative(std::string_view language) {
  static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
      {"{figure} {image}", "write an image: ![what it shows](file.png)"},
      {"{include} {literalinclude}", "on a separate line: ::: include FILE, with lines=3-10 or part=NAME after it"},
      {"{toctree} {contents} {tableofcontents}", "delete it: each page and each folder has a table of contents"},
      {"{r} {python} {julia} {ojs} {bash}", "write the name of the language alone, and below the block what it prints"},
  };
  for (const auto& [names, instead] : kInstead)
    if (base::has_word(names, language)) return instead;
  return "write a callout: > [!NOTE] on a line, then > before each line of its text; or the name of a language";
}

// The kind with its article, for messages: "an estimate".
std::string one_of_kind(FenceKind kind) {
  std::string_view name = kind_of(kind);
  return fmt::format("{} {}", name[0] == 'a' || name[0] == 'e' ? "an" : "a", name);
}

}  // namespace

void Converter::enter_code_block(cmark_node* cmark) {
  NodeId id = add_node(NodeKind::code_block);
  auto [begin, end] = block_range(cmark);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  node(id).index = static_cast<uint32_t>(document_.fences_.size());
  Fence fence;
  fence.node = id;
  fence.span = input_.span(begin, end);
  int first = cmark_node_get_start_line(cmark);
  int last = cmark_node_get_end_line(cmark);
  std::string_view literal = cmark_node_get_literal(cmark);
  int length = 0;
  int offset = 0;
  char character = 0;
  bool fenced = cmark_node_get_fenced(cmark, &length, &offset, &character) != 0;
  size_t body_begin = fenced ? line_begin(first + 1) : begin;
  size_t body_end = fenced ? std::max(line_begin(last), body_begin) : end;
  std::string_view here = input_.text.substr(body_begin, literal.size());
  fence.exact = fenced && here == literal;
  if (fence.exact) body_end = body_begin + literal.size();  // includes the last line if the fence is not closed
  if (!fence.exact && fenced)
    fence.exact =
        base::replace_all(std::string(input_.text.substr(body_begin, body_end - body_begin)), "\r\n", "\n") == literal;
  // Marks of definitions and blocks in it are errors, which show the line as written.
  const auto is_inside = [&](const ForeignBlock& each) { return each.mark >= body_begin && each.mark < body_end; };
  fence.exact = fence.exact && std::ranges::none_of(input_.blocks, is_inside) &&
                (!input_.expanded || input_.expanded->is_copy(body_begin, body_end));
  fence.body = here == literal ? here : keep(literal);
  fence.body_span = input_.span(body_begin, body_end);
  std::string_view info = cmark_node_get_fence_info(cmark);
  size_t info_begin = input_.text.find(info, begin);
  if (!info.empty() && info_begin < line_end(first)) {
    fence.info = input_.text.substr(info_begin, info.size());
    fence.info_span = input_.span(info_begin, info_begin + info.size());
  } else {
    fence.info = keep(info);
    fence.info_span = input_.span(begin, line_end(first));
  }
  read_info(fence);
  document_.fences_.push_back(fence);
  if (fenced) check_closed(cmark, length, character);
}

void Converter::read_info(Fence& fence) {
  std::vector<std::string_view> words;
  for (std::string_view rest = base::trim(fence.info); !rest.empty(); rest = base::trim(rest)) {
    words.push_back(rest.substr(0, rest.find_first_of(" \t\n\r\f\v")));
    rest.remove_prefix(words.back().size());
  }
  if (words.empty()) return;
  // Behind the comma, mdBook has words for its tests: "rust,ignore".
  fence.language = words[0] =
      words[0].substr(0, words[0].starts_with('{') ? std::string_view::npos : words[0].find(','));
  bool is_sql = fence.language == "sql";
  if (is_sql && words.size() == 1) return;  // SQL that is shown, not run
  if (is_sql)
    fence.kind = words[1] == "assert" ? FenceKind::assertion : FenceKind::query;
  else if (fence.language == "math")
    return read_math_block(fence);
  for (FenceKind kind : {FenceKind::table, FenceKind::chart, FenceKind::estimate})
    if (fence.language == kind_of(kind)) fence.kind = kind;
  if (fence.kind == FenceKind::code) return check_info(fence, words);
  size_t at = fence.kind == FenceKind::assertion ? 2 : 1;
  std::string form =
      fence.kind == FenceKind::assertion ? "```sql assert NAME" : fmt::format("```{} NAME", fence.language);
  if (words.size() <= at) {
    diagnostics_.error("bad-fence", fence.info_span, fmt::format("this {} has no name", kind_of(fence.kind)))
        .expect(form);
    return;
  }
  fence.name = words[at];
  fence.name_span = fence.info_span;
  if (input_.mapped && fence.info_span.text() == fence.info) {
    auto offset = static_cast<uint32_t>(fence.name.data() - fence.info.data());
    fence.name_span.begin += offset;
    fence.name_span.end = fence.name_span.begin + static_cast<uint32_t>(fence.name.size());
  }
  if (!is_name(fence.name))
    diagnostics_
        .error("bad-fence", fence.name_span,
               fmt::format("\"{}\" is not a name for {}", fence.name, one_of_kind(fence.kind)))
        .expect("a letter, then letters, digits, \"-\" and \"_\"");
  if (words.size() > at + 1)
    diagnostics_.error("bad-fence", fence.info_span, fmt::format("unexpected \"{}\" after the name", words[at + 1]))
        .expect(form);
}

// Checks a block that is shown as code: reports it if it looks like a different kind of block, and reports the parts of
// its first line that are ignored.
void Converter::check_info(Fence& fence, const std::vector<std::string_view>& words) {
  std::string_view language = words[0];
  const bool is_marked = language.starts_with('{') && language != kLinesOption;
  const bool is_class = language.starts_with("{.") || (language == "{" && words.size() > 1 && words[1][0] == '.');
  const bool is_diagram = language == "mermaid" || language == "plantuml";
  fence.is_foreign = is_marked || is_diagram || language == "admonish";
  if (is_class) {
    const std::string_view name = words[language == "{" ? 1 : 0];
    const size_t begin = name.find('.') + 1;
    fence.language = name.substr(begin, name.find('}') - begin);
    diagnostics_.warning("foreign-syntax", fence.info_span, "a list of attributes instead of a language")
        .suggest(fmt::format("write the name of the language alone: ```{}", fence.language));
  } else if (is_diagram)
    diagnostics_
        .warning("foreign-syntax", fence.info_span, fmt::format("a {} diagram is shown as its source", language))
        .suggest("draw it as an SVG file, and show that: ![what it shows](diagram.svg)");
  else if (fence.is_foreign)
    diagnostics_
        .error("foreign-syntax", fence.info_span,
               fmt::format("this looks like a directive ({}), and its text is shown as code", language))
        .suggest(std::string(directive_alternative(language)))
        .of("form:directive");
  if (fence.is_foreign) return;
  if (language == "rust" && (fence.body.starts_with("# ") || fence.body.find("\n# ") != std::string_view::npos))
    diagnostics_
        .error("foreign-syntax", fence.info_span,
               "mdBook hides the lines of this code that begin with \"# \"; here they are shown")
        .suggest("delete them, or the \"# \" at their start")
        .of("form:hidden");
  // Some programs take the name of the file behind a colon: "js:app.js".
  fence.language = language = language.substr(0, language.find(':'));
  for (std::string_view word : words) {
    if (word == words[0]) word.remove_prefix(std::min(language.size() + 1, word.size()));
    if (word.empty() || word == kLinesOption) continue;
    diagnostics_
        .warning("code-option", fence.info_span,
                 fmt::format("\"{}\" after the language of a code block has no effect", word))
        .expect(fmt::format("```{}, or ```{} {} to number its lines", language, language, kLinesOption))
        .suggest("put the file's name, and anything else readers should know, in a sentence before it");
    return;
  }
}

// Reports a fence that is never closed, because it contains the rest of the page.
void Converter::check_closed(cmark_node* cmark, int length, char character) {
  int first = cmark_node_get_start_line(cmark);
  int last = cmark_node_get_end_line(cmark);
  size_t begin = line_begin(last);
  std::string_view line = base::trim(input_.text.substr(begin, line_end(last) - begin));
  while (!line.empty() && (line[0] == '>' || base::is_space(line[0]))) line.remove_prefix(1);
  bool closed = last > first && line.size() >= static_cast<size_t>(length) &&
                line.find_first_not_of(character) == std::string_view::npos;
  if (closed) return;
  const size_t open = node(document_.fences_.back().node).range.begin;
  std::string marker(static_cast<size_t>(std::max(length, 3)), character);
  diagnostics_.error("unclosed-fence", input_.span(open, line_end(first)), "this block is never closed")
      .expect(fmt::format("a line with {} below it, with the same indentation", marker));
  document_.fences_.back().kind = FenceKind::code;  // the block has a different body than the author intended
}

void Converter::finish_heading(NodeId id) {
  Heading fact;
  fact.node = id;
  fact.level = node(id).number;
  fact.words_before = heading_words_;
  fact.span = fact.id_span = block_span(id);
  if (const auto own = take_own_id(id)) {
    fact.own_id = true;
    fact.id = own->id;
    fact.id_span = own->span;
  }
  node(id).index = static_cast<uint32_t>(document_.headings_.size());
  document_.headings_.push_back(fact);
}

// Returns the id of a block "Title {#own-id}", also written "{: #own-id }" or "{ id="own-id" }" as in other programs:
// splits its last text node and hides the second part.
std::optional<OwnId> Converter::take_own_id(NodeId block) {
  NodeId last = node(block).child;
  while (last != 0 && node(last).next != 0) last = node(last).next;
  if (last == 0 || node(last).kind != NodeKind::text) return std::nullopt;
  const std::string_view text = node(last).literal();
  const size_t open = text.rfind('{');
  if (open == std::string_view::npos || !text.ends_with('}') || text.find('}', open) != text.size() - 1)
    return std::nullopt;
  std::string_view id = text.substr(open + 1, text.size() - open - 2);
  if (id.starts_with(':')) id.remove_prefix(1);
  id = base::trim(id);
  const bool is_attribute = id.size() > 5 && id.starts_with("id=\"") && id.ends_with('"');
  if (is_attribute) id = id.substr(4, id.size() - 5);
  size_t visible = open;
  while (visible > 0 && text[visible - 1] == ' ') --visible;
  const bool is_apart = open == 0 || text[open - 1] == ' ';
  const bool is_alone = visible == 0 && node(block).child == last && node(block).kind != NodeKind::heading;
  const bool has_more = id.find(" .") != std::string_view::npos || id.find('=') != std::string_view::npos;
  if ((!is_attribute && !id.starts_with('#')) || has_more || !is_apart || is_alone) return std::nullopt;
  if (!is_attribute) id.remove_prefix(1);
  const auto begin = input_.mapped ? input_.offset_of(id) : std::nullopt;
  const base::Span span = begin ? input_.span(*begin, *begin + id.size()) : block_span(block);
  NodeId hidden = last;
  if (visible > 0) {
    hidden = add_detached(node(last));
    node(last).next = hidden;
    node(last).size = static_cast<uint32_t>(visible);
  }
  node(hidden).text = text.data() + visible;
  node(hidden).size = static_cast<uint32_t>(text.size() - visible);
  node(hidden).flags |= Node::kHidden;
  if (is_own_id(id)) return OwnId{block, id, span};
  diagnostics_.error("bad-id", span, fmt::format("\"{}\" is not an id", id))
      .expect("letters, digits, \"-\", \"_\", \".\" and \":\", as in {#break-even}");
  return std::nullopt;
}

// Gives the id at the end of a paragraph or term to its owner.
void Converter::note_own_id(NodeId leaf, NodeId owner) {
  auto own = take_own_id(leaf);
  if (!own && node(leaf).kind != NodeKind::term) return;
  document_.own_ids_.push_back(own ? OwnId{owner, own->id, own->span} : OwnId{owner, {}, block_span(leaf)});
  node(owner).flags |= Node::kHasId;
}

// Recognizes GitHub's "> [!NOTE]", with a title after it or not. "[!NOTE]-" is folded, "[!NOTE]+" can be folded.
void Converter::mark_callout(NodeId quote) {
  const NodeId paragraph = node(quote).child;
  if (paragraph == 0 || node(paragraph).kind != NodeKind::paragraph) return;
  const NodeId mark = node(paragraph).child;
  if (mark == 0 || node(mark).kind != NodeKind::text) return;
  const std::string_view text = node(mark).literal();
  const size_t close = text.find(']');
  if (!text.starts_with("[!") || close == std::string_view::npos) return;
  const size_t begin = node(paragraph).range.begin;
  if (input_.text[begin] == '\\') return;  // an escaped mark is meant as text
  const std::string name = base::lower(text.substr(2, close - 2));
  if (!is_name(name)) return;
  const auto* found = std::find(kCalloutNames.begin(), kCalloutNames.end(), name);
  if (found != kCalloutNames.end()) {
    node(quote).number = static_cast<uint16_t>(found - kCalloutNames.begin() + 1);
    return set_callout_title(quote, paragraph, mark, close + 1);
  }
  std::string near = base::nearest(name, base::views(kCalloutNames));
  std::transform(near.begin(), near.end(), near.begin(), [](char c) { return static_cast<char>(c & ~0x20); });
  diagnostics_
      .error("unknown-callout", input_.span(begin, std::min(begin + close + 1, input_.end)),
             fmt::format("there is no callout {}", text.substr(0, close + 1)))
      .expect("[!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION]")
      .suggest(near.empty() ? "" : fmt::format("did you mean [!{}]?", near));
}

// Hides the mark. What follows it on its line becomes a paragraph before the others.
void Converter::set_callout_title(NodeId quote, NodeId paragraph, NodeId mark, size_t mark_size) {
  const std::string_view written = node(mark).literal();
  const char fold = mark_size < written.size() ? written[mark_size] : '\0';
  const bool folds = fold == '-' || fold == '+';
  if (folds) node(quote).flags |= fold == '+' ? Node::kFolds | Node::kOpen : Node::kFolds;
  NodeId last = mark;
  while (node(last).next != 0 && !is_break(node(last).next)) last = node(last).next;
  const NodeId line_end = node(last).next;
  --document_.words_;
  if (last == mark && base::trim(written.substr(mark_size + folds)).empty()) {
    node(mark).flags |= Node::kHidden;
    node(line_end != 0 ? line_end : paragraph).flags |= Node::kHidden;
    return;
  }
  shorten(mark, mark_size + folds, 0);
  while (node(mark).size > 0 && node(mark).text[0] == ' ') shorten(mark, 1, 0);
  if (node(mark).size == 0) node(mark).flags |= Node::kHidden;
  node(last).next = 0;
  const NodeId title = add_detached(node(paragraph));
  node(title).number = Node::kCalloutTitle;
  node(title).next = paragraph;
  node(quote).child = title;
  node(paragraph).child = line_end == 0 ? 0 : node(line_end).next;
  if (node(paragraph).child == 0) node(paragraph).flags |= Node::kHidden;
}

// Reports repeated names. Tables, charts and estimates share the page's anchors; queries and asserts each have a
// separate namespace.
void Converter::check_names() {
  std::map<std::pair<int, std::string_view>, const Fence*> seen;
  for (const Fence& fence : document_.fences_) {
    if (fence.kind == FenceKind::code || fence.name.empty()) continue;
    int space = fence.kind == FenceKind::query ? 0 : fence.kind == FenceKind::assertion ? 1 : 2;
    auto [first, is_new] = seen.try_emplace({space, fence.name}, &fence);
    if (is_new) continue;
    diagnostics_
        .error("duplicate-name", fence.name_span,
               fmt::format("there is already {} \"{}\" on this page", one_of_kind(first->second->kind), fence.name))
        .note(first->second->name_span, "the first one");
  }
}

// Assigns ids: explicit ids and the names of blocks that show data take precedence; then GitHub's slugs, in order.
void Converter::assign_ids() {
  base::Slugger slugger;
  for (const Fence& fence : document_.fences_)
    if (shows_data(fence.kind)) slugger.reserve(std::string(fence.name));
  for (const Footnote& footnote : document_.footnotes_) {
    slugger.reserve(fmt::format("fn-{}", footnote.number));
    slugger.reserve(fmt::format("fnref-{}", footnote.number));
    for (unsigned i = 2; i <= footnote.references; ++i) slugger.reserve(fmt::format("fnref-{}-{}", footnote.number, i));
  }
  std::map<std::string_view, base::Span> own;
  const auto reserve = [&](std::string_view id, base::Span span) {
    const auto [first, is_new] = own.try_emplace(id, span);
    if (slugger.reserve(std::string(id))) return;
    auto& error =
        diagnostics_.error("duplicate-id", span, fmt::format("the id \"{}\" is already used on this page", id));
    if (!is_new) error.note(first->second, "the first one");
  };
  for (const Heading& heading : document_.headings_)
    if (heading.own_id) reserve(heading.id, heading.id_span);
  for (const OwnId& each : document_.own_ids_)
    if (!each.id.empty()) reserve(each.id, each.span);
  const auto slug_of = [&](std::string_view text) {
    std::string slug = base::github_slug(text);
    return keep(slugger.unique(slug.empty() ? "section" : std::move(slug)));
  };
  for (Heading& heading : document_.headings_) {
    if (heading.own_id) continue;
    heading.id = slug_of(document_.plain_text(heading.node, true));
    refuse_figure(heading);
  }
  for (OwnId& each : document_.own_ids_)
    if (each.id.empty()) each.id = slug_of(document_.plain_text(each.node, true));
  hide_anchors();
}

// Hides each empty <a id="…"> in a heading, or alone above it, whose id the heading has without it.
void Converter::hide_anchors() {
  if (document_.html_ids_.empty()) return;
  std::map<std::string_view, NodeId> headings;
  for (const Heading& heading : document_.headings_)
    if (!heading.own_id) headings.emplace(heading.id, heading.node);
  for (size_t i = 0; i < html_id_nodes_.size(); ++i) {
    const auto heading = headings.find(document_.html_ids_[i]);
    const NodeId anchor = html_id_nodes_[i], end = node(anchor).next;
    if (heading == headings.end() || end == 0 || node(end).kind != NodeKind::html_inline ||
        node(end).literal() != "</a>")
      continue;
    NodeId child = node(heading->second).child;
    while (child != 0 && child != anchor) child = node(child).next;
    Node& above = node(anchor - 1);  // a paragraph, if the anchor is its first child
    const bool is_above = above.kind == NodeKind::paragraph && above.child == anchor && node(end).next == 0 &&
                          above.next == heading->second;
    if (child == 0 && !is_above) continue;
    if (is_above) above.flags |= Node::kHidden;
    node(anchor).flags |= Node::kHidden;
    node(end).flags |= Node::kHidden;
    headings.erase(heading);
  }
}

// Refuses figures in headings: a heading's id is part of an address, which must not change with the data.
void Converter::refuse_figure(const Heading& heading) {
  for (const Link& link : document_.links_) {
    if (link.kind != LinkKind::figure || link.span.begin < heading.span.begin || link.span.end > heading.span.end)
      continue;
    diagnostics_.error("figure-in-heading", link.span, "the address of this heading would change with the figure in it")
        .expect("an explicit id after the heading: {#name}");
    return;
  }
}

}  // namespace document
