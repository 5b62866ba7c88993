// Checks link definitions, which cmark's tree does not contain (document/converter.h).
#include <cmark-gfm/node.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "base/utf8.h"
#include "document/converter.h"

namespace document {
namespace {

constexpr size_t kMaxEscaped = 200;

// A link definition: "[label]: destination".
struct LinkDefinition {
  std::string_view label;
  std::string_view destination;
  size_t begin = 0;
  size_t end = 0;
};

// Whether a definition is a comment. Libraries and people write comments as unused definitions, such as "[//]: # (…)".
bool is_comment(const LinkDefinition& definition) {
  return definition.label == "//" || base::lower(definition.label) == "comment" || definition.destination == "#" ||
         definition.destination.empty();
}

// Returns the position after the markers of quotes, lists, tasks and footnotes.
size_t content_begin(std::string_view line) {
  size_t at = 0;
  bool is_task = false;  // in a task, libcmark-gfm parses a footnote definition as a link definition
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '>')
      ++at;
    else if (rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("+ "))
      at += 2;
    else if (digits > 0 && (rest.substr(digits).starts_with(". ") || rest.substr(digits).starts_with(") ")))
      at += digits + 2;
    else if (!is_task && rest.starts_with("[^") && rest.find("]:") < rest.find(' '))
      at += rest.find("]:") + 2;
    else if (rest.starts_with("[ ] ") || rest.starts_with("[x] ") || rest.starts_with("[X] ")) {
      at += 4;
      is_task = true;
    } else
      break;
  }
  return at;
}

// Returns the position of the next unescaped `mark` before an empty line, or npos. Labels and titles may have several
// lines, of at most 999 bytes.
size_t find_mark(std::string_view text, char mark, size_t from) {
  text = text.substr(0, from + 999);
  text = text.substr(0, text.find("\n\n", from));
  for (size_t at = from; at < text.size(); ++at) {
    if (text[at] == mark) return at;
    if (text[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

// Returns the link definition on the line from `begin` to `end`. Its label may end, and its destination and title may
// begin, on lines below it.
std::optional<LinkDefinition> link_definition(std::string_view text, size_t begin, size_t end) {
  const size_t open = begin + content_begin(text.substr(begin, end - begin));
  if (open >= end || text[open] != '[') return std::nullopt;
  const size_t close = find_mark(text, ']', open + 1);
  if (close == std::string_view::npos || text.substr(close + 1, 1) != ":") return std::nullopt;
  size_t at = text.find_first_not_of(" \t", close + 2);
  if (at < text.size() && text[at] == '\n') at = text.find_first_not_of(" \t>", at + 1);
  if (at >= text.size()) return std::nullopt;
  size_t destination_end = std::min(text.find_first_of(" \t\n", at), text.size());
  std::string_view destination = text.substr(at, destination_end - at);
  if (text[at] == '<') {
    const size_t angle = find_mark(text, '>', at);
    if (angle == std::string_view::npos) return std::nullopt;
    destination = text.substr(at + 1, angle - at - 1);
    destination_end = angle + 1;
  }
  LinkDefinition found{text.substr(open + 1, close - open - 1), destination, open, close + 2};
  at = text.find_first_not_of(" \t", destination_end);
  if (at >= text.size()) return found;
  const bool is_below = text[at] == '\n';
  if (is_below) at = std::min(text.find_first_not_of(" \t>", at + 1), text.size());
  // A line below in quotes or parentheses is the title, which its author may not know, so the place includes it.
  const bool is_title = text.substr(at).find_first_of("\"'(") == 0;
  if (!is_title) return is_below ? std::optional(found) : std::nullopt;
  const size_t title_end = find_mark(text, text[at] == '(' ? ')' : text[at], at + 1);
  if (is_below && title_end != std::string_view::npos) found.end = title_end + 1;
  return found;
}

}  // namespace

void Converter::note_definitions(cmark_node* root) {
  cmark_iter* iterator = cmark_iter_new(root);
  while (cmark_iter_next(iterator) != CMARK_EVENT_DONE) {
    const cmark_node* node = cmark_iter_get_node(iterator);
    if (node->type == CMARK_NODE_FOOTNOTE_DEFINITION && cmark_iter_get_event_type(iterator) == CMARK_EVENT_ENTER)
      if (auto head = footnote_head(node))
        definitions_.push_back(
            {node, head->second, input_.span(head->first, head->first + head->second.size() + 4), false});
  }
}

// Returns the position of "[^name]:", and the name. cmark reports the column after it, except in an item of a task
// list.
std::optional<std::pair<size_t, std::string_view>> Converter::footnote_head(const cmark_node* cmark) const {
  const size_t from = line_begin(cmark->start_line);
  const std::string_view line = std::string_view(input_.text).substr(from, line_end(cmark->start_line) - from);
  const size_t column = static_cast<size_t>(std::max(cmark->start_column - 1, 0));
  size_t colon = line.substr(0, column).rfind("]:");
  if (colon == std::string_view::npos) colon = line.find("]:");
  if (colon == std::string_view::npos) return std::nullopt;
  const size_t open = line.substr(0, colon).rfind("[^");
  if (open == std::string_view::npos) return std::nullopt;
  return std::pair(from + open, line.substr(open + 2, colon - open - 2));
}

void Converter::enter_footnote(cmark_node* cmark) {
  NodeId id = add_block(cmark, NodeKind::footnote_definition);
  node(id).index = static_cast<uint32_t>(document_.footnotes_.size());
  Footnote footnote;
  footnote.node = id;
  footnote.number = static_cast<unsigned>(document_.footnotes_.size()) + 1;
  if (auto head = footnote_head(cmark)) {
    footnote.name = head->second;
    node(id).range.begin = static_cast<uint32_t>(head->first);
  }
  for (Definition& definition : definitions_)
    if (definition.cmark == cmark) definition.is_shown = true;
  document_.footnotes_.push_back(footnote);
}
void Converter::enter_footnote_reference(cmark_node* cmark) {
  std::string_view number = cmark_node_get_literal(cmark);
  unsigned value = 0;
  for (char c : number)
    if (c >= '0' && c <= '9') value = value * 10 + static_cast<unsigned>(c - '0');
  NodeId id = add_node(NodeKind::footnote_reference);
  node(id).index = static_cast<uint32_t>(document_.footnote_references_.size());
  FootnoteReference reference;
  reference.footnote = value == 0 ? 0 : value - 1;
  cursor_.footnote_reference();
  references_.emplace_back(cursor_.position(), node(id).index);
  document_.footnote_references_.push_back(reference);
}

// Numbers the references to each footnote in source order. They were not found in that order, because a note that
// contains references may come before the text.
void Converter::count_references() {
  std::stable_sort(references_.begin(), references_.end(), [](auto& a, auto& b) { return a.first < b.first; });
  for (auto& [place, index] : references_) {
    FootnoteReference& reference = document_.footnote_references_[index];
    if (reference.footnote < document_.footnotes_.size())
      reference.occurrence = ++document_.footnotes_[reference.footnote].references;
  }
}

// Reports footnotes that libcmark-gfm drops: those without a reference, and all but the first with the same name.
void Converter::check_footnotes() {
  for (size_t i = 0; i < definitions_.size(); ++i) {
    const Definition& lost = definitions_[i];
    if (lost.is_shown) continue;
    const std::string name = base::fold_case(lost.name);
    const auto first = std::find_if(definitions_.begin(), definitions_.end(),
                                    [&](const Definition& other) { return base::fold_case(other.name) == name; });
    if (first - definitions_.begin() < static_cast<ptrdiff_t>(i))
      diagnostics_
          .error("duplicate-footnote", lost.span,
                 fmt::format("there is already a footnote [^{}] on this page, so this one is not shown", lost.name))
          .expect("a different name, also in its mark")
          .note(first->span, "the first one");
    else
      diagnostics_
          .error("unused-footnote", lost.span,
                 fmt::format("no mark refers to the footnote [^{}], so it is not shown", lost.name))
          .expect(fmt::format("[^{}] where the text refers to it", lost.name))
          .suggest("delete the footnote if it is not needed");
  }
}

// Reports definitions that no link or image uses.
void Converter::check_link_definitions() {
  const std::string_view text = std::string_view(input_.text).substr(0, input_.end);
  if (text.find("]:", input_.begin) == std::string_view::npos) return;
  std::unordered_set<std::string_view> used;
  for (const Link& link : document_.links_) used.insert(link.destination);
  for (const Image& image : document_.images_) used.insert(image.destination);
  // Comparing destinations with escapes is slow, so only a few of them are checked.
  size_t escaped = 0;
  const auto is_used = [&](std::string_view destination) {
    if (used.contains(destination)) return true;
    if (destination.find_first_of("\\&") == std::string_view::npos) return false;
    return ++escaped > kMaxEscaped || std::any_of(used.begin(), used.end(), [&](std::string_view resolved) {
      return resolves_to(destination, resolved);
    });
  };
  std::vector<LinkDefinition> unused;
  for (int line = 1; line <= static_cast<int>(lines_.size()); ++line) {
    const size_t begin = line_begin(line);
    auto found = link_definition(text, begin, std::min(line_end(line), text.size()));
    if (found && !is_comment(*found) && !is_used(found->destination)) unused.push_back(*found);
  }
  if (unused.empty()) return;
  // Ranges of code, HTML and plain text, which are not definitions.
  std::vector<std::pair<size_t, size_t>> others;
  for (const Node& each : document_.nodes_) {
    const std::string_view literal = document_.literal(each);
    if (each.kind == NodeKind::code_block || each.kind == NodeKind::html_block)
      others.emplace_back(each.range.begin, each.range.end);
    else if (!literal.empty() && literal.data() >= text.data() && literal.data() < text.data() + text.size())
      others.emplace_back(literal.data() - text.data(), literal.data() - text.data() + literal.size());
  }
  std::sort(others.begin(), others.end());
  for (const LinkDefinition& definition : unused) {
    auto after = std::upper_bound(others.begin(), others.end(), std::pair(definition.begin, text.size()));
    const size_t colon = definition.begin + definition.label.size() + 3;  // "[b]" below it may be found in "[b]: c.md"
    if (after != others.begin() && std::prev(after)->second >= colon) continue;
    diagnostics_
        .warning("unused-link", input_.span(definition.begin, definition.end),
                 fmt::format("no link of this page uses the definition of [{}]", definition.label))
        .expect(fmt::format("[text][{}] where the text refers to it", definition.label))
        .of("form:unused link")
        .suggest(definition.end > colon ? "the line below it is read as its title: put an empty line between them"
                                        : "delete it, or give it another label if one above it has the same");
  }
}

}  // namespace document
