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
  fence.language = words[0];
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
  const std::string_view language = words[0];
  const bool is_marked = language.starts_with('{') && language != kLinesOption;
  const bool is_class = language.starts_with("{.");
  const bool is_diagram = language == "mermaid" || language == "plantuml";
  fence.is_foreign = is_marked || is_diagram || language == "admonish";
  if (is_class)
    diagnostics_.warning("foreign-syntax", fence.info_span, "a list of attributes instead of a language")
        .suggest("write the name of the language alone: ```python");
  else if (is_diagram)
    diagnostics_
        .warning("foreign-syntax", fence.info_span, fmt::format("a {} diagram is shown as its source", language))
        .suggest("draw it as an SVG file, and show that: ![what it shows](diagram.svg)");
  else if (fence.is_foreign)
    diagnostics_
        .error("foreign-syntax", fence.info_span,
               fmt::format("this looks like a directive ({}), and its text is shown as code", language))
        .suggest(
            "write a callout: > [!NOTE] on a line, then > before each line of its text; or the name of a language");
  if (fence.is_foreign) return;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == kLinesOption) continue;
    diagnostics_
        .warning("code-option", fence.info_span,
                 fmt::format("\"{}\" after the language of a code block has no effect", words[i]))
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
  fact.span = block_span(id);
  fact.own_id = take_own_id(id, fact);
  fact.text = plain_text(id);
  node(id).index = static_cast<uint32_t>(document_.headings_.size());
  document_.headings_.push_back(fact);
}

// Sets the id of a heading "Title {#own-id}": splits its last text node and hides the second part.
bool Converter::take_own_id(NodeId heading, Heading& fact) {
  NodeId last = node(heading).child;
  while (last != 0 && node(last).next != 0) last = node(last).next;
  if (last == 0 || node(last).kind != NodeKind::text) return false;
  std::string_view text = node(last).literal();
  size_t open = text.rfind("{#");
  if (open == std::string_view::npos || !text.ends_with('}') || text.find('}', open) != text.size() - 1) return false;
  if (open > 0 && text[open - 1] != ' ') return false;
  std::string_view id = text.substr(open + 2, text.size() - open - 3);
  const auto begin = input_.mapped ? input_.offset_of(id) : std::nullopt;
  fact.id_span = begin ? input_.span(*begin, *begin + id.size()) : fact.span;
  if (!is_own_id(id)) {
    diagnostics_.error("bad-id", fact.id_span, fmt::format("\"{}\" is not an id", id))
        .expect("letters, digits, \"-\", \"_\", \".\" and \":\", as in {#break-even}");
    return false;
  }
  size_t visible = open;
  while (visible > 0 && text[visible - 1] == ' ') --visible;
  NodeId hidden = last;
  if (visible > 0) {
    hidden = add_detached(node(last));
    node(last).next = hidden;
    node(last).size = static_cast<uint32_t>(visible);
  }
  node(hidden).text = text.data() + visible;
  node(hidden).size = static_cast<uint32_t>(text.size() - visible);
  node(hidden).flags |= Node::kHidden;
  fact.id = id;
  return true;
}

// Recognizes GitHub's "> [!NOTE]": the mark is alone on the first line.
void Converter::mark_callout(NodeId quote) {
  NodeId paragraph = node(quote).child;
  if (paragraph == 0 || node(paragraph).kind != NodeKind::paragraph) return;
  NodeId mark = node(paragraph).child;
  if (mark == 0 || node(mark).kind != NodeKind::text) return;
  std::string_view text = base::trim(node(mark).literal());
  if (!text.starts_with("[!")) return;
  NodeId after = node(mark).next;
  const bool is_alone = text.ends_with(']') && (after == 0 || node(after).kind == NodeKind::soft_break ||
                                                node(after).kind == NodeKind::line_break);
  if (!is_alone) {
    const std::string_view line = text.substr(0, std::min(text.find(']') + 1, text.size()));
    if (line.size() < 4 || !is_name(line.substr(2, line.size() - 3))) return;
    const size_t begin = node(paragraph).range.begin;
    if (input_.text[begin] == '\\') return;  // an escaped mark is meant as text
    diagnostics_
        .error("unknown-callout", input_.span(begin, std::min(begin + line.size(), input_.end)),
               fmt::format("{} is not alone on its line, so this is not a callout", line))
        .expect(fmt::format("> {} on a line, then > before each line of its text", line))
        .suggest("a callout cannot have its own title: begin its text with it, in **bold**");
    return;
  }
  const std::string name = base::lower(text.substr(2, text.size() - 3));
  const auto* found = std::find(kCalloutNames.begin(), kCalloutNames.end(), name);
  if (found != kCalloutNames.end()) {
    node(quote).number = static_cast<uint16_t>(found - kCalloutNames.begin() + 1);
    node(mark).flags |= Node::kHidden;
    node(after != 0 ? after : paragraph).flags |= Node::kHidden;
    --document_.words_;
    return;
  }
  if (!is_name(name)) return;
  size_t begin = node(paragraph).range.begin;
  std::string near = base::nearest(name, base::views(kCalloutNames));
  std::transform(near.begin(), near.end(), near.begin(), [](char c) { return static_cast<char>(c & ~0x20); });
  diagnostics_
      .error("unknown-callout", input_.span(begin, std::min(begin + text.size(), input_.end)),
             fmt::format("there is no callout {}", text))
      .expect("[!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION]")
      .suggest(near.empty() ? "" : fmt::format("did you mean [!{}]?", near));
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
  for (Heading& heading : document_.headings_) {
    if (!heading.own_id || slugger.reserve(std::string(heading.id))) continue;
    auto& error = diagnostics_.error("duplicate-id", heading.id_span,
                                     fmt::format("the id \"{}\" is already used on this page", heading.id));
    for (const Heading& other : document_.headings_)
      if (&other != &heading && other.own_id && other.id == heading.id && &other < &heading) {
        error.note(other.id_span, "the first one");
        break;
      }
  }
  for (Heading& heading : document_.headings_) {
    if (heading.own_id) continue;
    std::string slug = base::github_slug(heading.text);
    if (slug.empty()) slug = "section";
    heading.id = keep(slugger.unique(std::move(slug)));
    refuse_figure(heading);
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
