// Converts links, images and citations of cmark's tree (document/converter.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "document/converter.h"
#include "document/leftovers.h"

namespace document {
void Converter::enter_link(cmark_node* cmark) {
  Frame frame;
  frame.id = add_node(NodeKind::link);
  frame.link = document_.links_.size();
  cmark_node* child = cmark_node_first_child(cmark);
  bool starts_with_text = child && cmark_node_get_type(child) == CMARK_NODE_TEXT;
  frame.opening = cursor_.open_link(starts_with_text ? text_of(child) : "");
  node(frame.id).index = static_cast<uint32_t>(frame.link);
  Link link;
  link.node = frame.id;
  link.destination = cmark_node_get_url(cmark);  // replaced in leave_link()
  link.title = cmark_node_get_title(cmark);
  document_.links_.push_back(link);
  open_.push_back(frame);
}

// Sets the spans of a link or image in brackets, which ends here. Returns the position of its "]".
template <class Item>
size_t Converter::close_bracket(Item& item, const InlineCursor::Open& opening) {
  const FoundLink found = cursor_.close_link(item.destination);
  const bool is_open = opening.opening == InlineCursor::Opening::bracket;
  item.exact = is_open && found.exact && opening.begin < found.text_end;
  if (is_open && found.end > opening.begin) item.span = input_.span(opening.begin, found.end);
  item.destination = item.exact ? keep_at(item.destination, found.destination_begin) : keep(item.destination);
  if (item.exact) item.destination_span = input_.span(found.destination_begin, found.destination_end);
  return found.text_end;
}

void Converter::leave_link() {
  Frame& frame = open_.back();
  Link& link = document_.links_[frame.link];
  link.span = open_block_span();
  link.automatic = frame.opening.opening != InlineCursor::Opening::bracket;
  if (link.automatic) {
    size_t begin = cursor_.position();
    NodeId child = node(frame.id).child;
    if (child != 0) begin -= std::min<size_t>(begin, node(child).size);
    cursor_.close_autolink(frame.opening.opening);
    const std::string_view destination = link.destination;
    std::string_view text = child == 0 ? std::string_view() : node(child).literal();
    link.exact = child != 0 && input_.text.substr(begin, text.size()) == text && destination.ends_with(text);
    link.destination = destination.size() == text.size() && destination == text ? text : keep(destination);
    if (link.exact) {
      link.text_span = link.destination_span = input_.span(begin, begin + text.size());
      link.span = input_.span(std::min(frame.opening.begin, begin), cursor_.position());
      static const base::Pattern macro(R"(\G[^][?\s]+\[(?=[^][\n]*[A-Za-z])[^][\n]*\](?![\w=&/[(]))");
      if (text.find('[') != std::string_view::npos && macro.find(input_.text, begin))
        diagnostics_.error("foreign-syntax", link.span, "this looks like a link of AsciiDoc: write [text](https://…)");
    }
  } else {
    const size_t text_end = close_bracket(link, frame.opening);
    if (link.exact) link.text_span = input_.span(frame.opening.begin + 1, text_end);
  }
  link.title = keep(link.title);
  check_plain(link.title, link.span);
  document_.read_scheme(link);
  refuse_without_address(link.destination, link.span);
  const NodeId text = node(frame.id).child;
  const bool is_empty = text == 0 || (node(text).kind == NodeKind::text && node(text).next == 0 &&
                                      base::trim(node(text).literal()).empty());
  if (is_empty && link.kind == LinkKind::ordinary)
    diagnostics_.error("broken-link-syntax", link.span, "this link has no text, so readers would not see it")
        .expect("what readers find there: [Title of the page](page.md)");
  if (link.automatic && link.kind != LinkKind::ordinary) {
    const std::string_view scheme = link.destination.substr(0, link.destination.find(':') + 1);
    diagnostics_.error("broken-link-syntax", link.span, fmt::format("a \"{}\" link without a text", scheme))
        .expect(fmt::format("[text]({}…)", scheme));
  }
}

void Converter::enter_image(cmark_node* cmark) {
  Frame frame;
  frame.id = add_node(NodeKind::image);
  frame.link = document_.images_.size();
  frame.opening = cursor_.open_image();
  node(frame.id).index = static_cast<uint32_t>(frame.link);
  Image image;
  image.node = frame.id;
  image.destination = cmark_node_get_url(cmark);
  image.title = cmark_node_get_title(cmark);
  document_.images_.push_back(image);
  open_.push_back(frame);
}

void Converter::leave_image() {
  Frame& frame = open_.back();
  Image& image = document_.images_[frame.link];
  image.span = open_block_span();
  close_bracket(image, frame.opening);
  image.title = keep(image.title);
  check_plain(image.title, image.span, BlockText::anywhere | BlockText::in_image);
  refuse_without_address(image.destination, image.span);
  image.alt = plain_text(frame.id);
  if (!image.alt.empty()) find_leftovers(frame.id);
  check_plain_alt(frame.id, image.span);
  if (image.alt.empty()) refuse_image_without_alt(image);
}

void Converter::check_plain_alt(NodeId image, base::Span span) {
  std::string_view lost;
  walk(
      document_.nodes_, image,
      [&](NodeId at) {
        const NodeKind kind = node(at).kind;
        if (kind == NodeKind::link || kind == NodeKind::footnote_reference) lost = "a link";
        if (kind == NodeKind::image && at != image) lost = "an image";
        return lost.empty();
      },
      [](NodeId) {});
  if (lost.empty()) return;
  diagnostics_
      .error("broken-link-syntax", span,
             fmt::format("the text of an image contains {}, which has no effect there", lost))
      .expect("plain text between ![ and ]")
      .suggest(lost == "an image" ? "close the first image before the second begins: ![a](a.png) ![b](b.png)"
                                  : "to make the image a link, wrap it in one: [![text](file.png)](page.md)");
}

void Converter::refuse_without_address(std::string_view destination, base::Span span) {
  if (destination.empty())
    diagnostics_.error("broken-link-syntax", span, "this link or image has no address, so it would not work")
        .expect("[text](page.md), ![what it shows](file.png)");
}

void Converter::refuse_image_without_alt(const Image& image) {
  diagnostics_.error("image-without-alt", image.span, "this image has no alternative text")
      .expect("![what the image shows](…)");
}

// ---- citations ----

// Finds the citations in each run of adjacent texts of the block, also within emphasis.
void Converter::scan_texts(NodeId block) {
  struct Level {
    NodeId parent;
    bool in_link;
  };
  std::vector<Level> levels = {{block, false}};
  while (!levels.empty()) {
    Level level = levels.back();
    levels.pop_back();
    NodeId before = 0;
    for (NodeId id = node(level.parent).child; id != 0;) {
      NodeKind kind = node(id).kind;
      if (kind == NodeKind::text) {
        NodeId after = id;
        for (NodeId last = id; after != 0 && is_in_run(last, after); after = node(after).next) last = after;
        scan_run(level.parent, before, id, after, level.in_link);
        // The run may have other nodes now, so `before` is found again.
        for (NodeId at = id; at != after; at = node(at).next) before = at;
        id = after;
        continue;
      }
      if (is_emphasis(kind) || kind == NodeKind::link) levels.push_back({id, level.in_link || kind == NodeKind::link});
      before = id;
      id = node(id).next;
    }
  }
}

// Whether `after` belongs to the run of texts that `last` is in: texts, and the address of "[@{https://…}]", which
// cmark makes a link.
bool Converter::is_in_run(NodeId last, NodeId after) {
  const Node& next = node(after);
  if (next.kind == NodeKind::text || next.kind == NodeKind::soft_break) return true;
  return next.kind == NodeKind::link && document_.links_[next.index].automatic && node(last).kind == NodeKind::text &&
         node(last).literal().ends_with("@{") && next.child != 0 && node(next.child).kind == NodeKind::text;
}

void Converter::scan_run(NodeId parent, NodeId before, NodeId first, NodeId after, bool in_link) {
  Run run;
  for (NodeId id = first; id != after; id = node(id).next) {
    run.atoms.emplace_back(id, run.text.size());
    const NodeId text = node(id).kind == NodeKind::link ? node(id).child : id;
    if (node(text).kind == NodeKind::text)
      run.text += node(text).literal();
    else
      run.text += '\n';
  }
  NodeId block = open_.back().id;
  std::vector<Group> groups;
  for (FoundCitation& found : find_citations(run.text)) {
    if (is_escaped(run, found.begin) || is_escaped(run, found.begin + 1)) continue;
    base::Span span = run_span(run, found.begin, found.end, block);
    if (in_link) {
      diagnostics_.error("citation-in-link", span, "a citation can't be inside the text of a link")
          .expect("the citation after the link: [text](address) [@id]");
      continue;
    }
    if (!found.problem.empty()) {
      diagnostics_
          .error("malformed-citation", span,
                 fmt::format("this looks like a citation, but is not one: {}", found.problem))
          .expect("[@id], [@id, place in the source] or [@a; @b]")
          .suggest("for literal text, write \\[");
      continue;
    }
    CitationGroup group;
    group.span = span;
    group.citations = std::move(found.citations);
    for (size_t i = 0; i < group.citations.size(); ++i)
      group.citations[i].span = run_span(run, found.places[i].first, found.places[i].second, block);
    groups.push_back({found.begin, found.end, static_cast<uint32_t>(document_.citations_.size())});
    document_.citations_.push_back(std::move(group));
  }
  if (!groups.empty()) split_run(parent, before, after, run, groups);
}

// Puts the citations between the pieces of the run's texts.
void Converter::split_run(NodeId parent, NodeId before, NodeId after, const Run& run,
                          const std::vector<Group>& groups) {
  NodeId last = before;
  auto link = [&](NodeId id) {
    (last == 0 ? node(parent).child : node(last).next) = id;
    last = id;
  };
  auto group = groups.begin();
  for (size_t i = 0; i < run.atoms.size(); ++i) {
    auto [id, begin] = run.atoms[i];
    size_t end = i + 1 < run.atoms.size() ? run.atoms[i + 1].second : run.text.size();
    Node original = node(id);
    bool reused = false;
    for (size_t at = begin; at < end;) {
      while (group != groups.end() && group->end <= at) ++group;
      if (group != groups.end() && group->begin <= at) {
        if (group->begin == at) {
          const NodeId mark = add_detached(Node());
          node(mark).kind = NodeKind::citation;
          node(mark).index = group->citation;
          std::string_view written = std::string_view(run.text).substr(at, group->end - at);
          document_.citations_[group->citation].written = original.kind == NodeKind::text && group->end <= end
                                                              ? original.literal().substr(at - begin, written.size())
                                                              : keep(written);
          link(mark);
        }
        at = std::min(end, group->end);
        continue;
      }
      size_t stop = group != groups.end() ? std::min(end, group->begin) : end;
      // After an address in braces, the text continues without a space.
      if (original.kind == NodeKind::link && at > begin) {
        original = node(original.child);
        reused = true;
      }
      const NodeId piece = std::exchange(reused, true) ? add_detached(original) : id;
      if (original.kind == NodeKind::text) {
        node(piece).text = original.text + (at - begin);
        node(piece).size = static_cast<uint32_t>(stop - at);
      }
      link(piece);
      at = stop;
    }
  }
  (last == 0 ? node(parent).child : node(last).next) = after;
}

std::optional<size_t> Converter::source_of(const Run& run, size_t offset) {
  auto atom = std::upper_bound(run.atoms.begin(), run.atoms.end(), offset,
                               [](size_t value, const auto& entry) { return value < entry.second; });
  if (atom == run.atoms.begin()) return std::nullopt;
  --atom;
  const NodeId link = node(atom->first).kind == NodeKind::link ? node(atom->first).child : 0;
  const Node& text = node(link ? link : atom->first);
  if (text.kind != NodeKind::text) return std::nullopt;
  if (const auto begin = input_.offset_of(text.literal())) return *begin + (offset - atom->second);
  for (auto& [id, begin] : origins_)
    if (id == atom->first) return cursor_.source_of(begin, text.literal(), offset - atom->second);
  return std::nullopt;
}

base::Span Converter::run_span(const Run& run, size_t from, size_t to, NodeId block) {
  auto begin = source_of(run, from);
  auto end = to > from ? source_of(run, to - 1) : begin;
  if (!begin || !end || *end < *begin) return block_span(block);
  return input_.span(*begin, *end + 1);
}

// Whether the source has an escape or an entity at this offset. Authors escape characters that are meant as text.
bool Converter::is_escaped(const Run& run, size_t offset) {
  auto at = source_of(run, offset);
  return at && offset < run.text.size() && input_.text[*at] != run.text[offset];
}

}  // namespace document
