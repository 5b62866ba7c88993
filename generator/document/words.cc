// Titles, captions and labels: plain words with links to figures and claims. See parse_words.
#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "document/document.h"
#include "document/leftovers.h"

namespace document {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

// Returns the offset in the file of each byte of a YAML scalar; kNowhere for bytes that are written differently:
// escapes, and line breaks that are read as spaces.
std::vector<size_t> places_in_file(const Text& text) {
  const std::string_view words = text.text;
  std::vector<size_t> places(words.size(), kNowhere);
  if (!text.span) return places;
  const std::string_view written = text.span.text();
  size_t at = 0;
  if (written.starts_with('|') || written.starts_with('>'))
    at = std::min(written.find('\n'), written.size());
  else if (written.starts_with('"') || written.starts_with('\''))
    at = 1;
  for (size_t i = 0; i < words.size() && at < written.size(); ++i) {
    if (base::is_space(words[i]) && base::is_space(written[at]) && words[i] != written[at]) {
      while (at < written.size() && base::is_space(written[at])) ++at;
      continue;
    }
    while (at < written.size() && written[at] != words[i] && base::is_space(written[at])) ++at;
    const bool is_escape = at + 1 < written.size() && (written[at] == '\\' || written[at] == '\'');
    if (is_escape && written[at + 1] == words[i] && written[at] != words[i]) ++at;
    if (at >= written.size() || written[at] != words[i])
      break;  // after an escape such as "\u20ac", the rest of the word is not searched
    places[i] = text.span.begin + at++;
    const bool was_doubled = written[at - 1] == '\'' && written.starts_with('\'') && at < written.size() - 1;
    if (was_doubled && written[at] == '\'') ++at;
  }
  return places;
}

// The parts of "[text](scheme:key)", as offsets into the words.
struct WrittenLink {
  size_t begin = 0;
  size_t text_end = 0;     // position of the "]"
  size_t destination = 0;  // position after the "("
  size_t end = 0;          // position after the ")"
};

}  // namespace

class WordsReader {
 public:
  WordsReader(const Text& text, base::Diagnostics& diagnostics)
      : span_(text.span), diagnostics_(diagnostics), places_(places_in_file(text)) {
    document_.source_ = text.span.source;
    document_.whole_ = text.span;
    words_ = document_.keep(text.text);
  }

  Document read() {
    document_.nodes_.emplace_back();
    document_.first_paragraph_ = add_below(0, NodeKind::paragraph);
    for (Node& block : document_.nodes_) block.range = {span_.begin, span_.end};
    size_t done = 0;
    for (size_t at = words_.find("]("); at != kNowhere; at = words_.find("](", at + 1)) {
      const std::optional<WrittenLink> link = at < done ? std::nullopt : link_at(at, done);
      if (!link) continue;
      check_rest(done, link->begin);
      add_texts(1, done, link->begin);
      add_link(*link);
      done = link->end;
    }
    check_rest(done, words_.size());
    add_texts(1, done, words_.size());
    document_.shrink_to_fit();
    return std::move(document_);
  }

 private:
  NodeId add_below(NodeId parent, NodeKind kind) {
    const auto id = static_cast<NodeId>(document_.nodes_.size());
    document_.nodes_.emplace_back().kind = kind;
    NodeId& last = last_[parent];
    (last == 0 ? document_.nodes_[parent].child : document_.nodes_[last].next) = id;
    return last = id;
  }

  // Returns nullopt for brackets that are not such a link, and for a link that can't be parsed, which check_rest()
  // reports.
  std::optional<WrittenLink> link_at(size_t text_end, size_t from) {
    const size_t destination = text_end + 2;
    const auto is_begun = [&](const auto& scheme) { return words_.substr(destination).starts_with(scheme.first); };
    if (std::none_of(std::begin(kSchemes), std::end(kSchemes), is_begun)) return std::nullopt;
    WrittenLink link{kNowhere, text_end, destination, kNowhere};
    for (size_t at = text_end, open = 1; at-- > from && open > 0;) {
      if (words_[at] == ']') ++open;
      if (words_[at] == '[' && --open == 0) link.begin = at;
    }
    for (size_t at = destination, open = 1; at < words_.size() && open > 0 && !base::is_space(words_[at]); ++at) {
      if (words_[at] == '(') ++open;
      if (words_[at] == ')' && --open == 0) link.end = at + 1;
    }
    return link.begin != kNowhere && link.end != kNowhere ? std::optional(link) : std::nullopt;
  }

  void add_link(const WrittenLink& written) {
    const NodeId id = add_below(1, NodeKind::link);
    document_.nodes_[id].index = static_cast<uint32_t>(document_.links_.size());
    add_texts(id, written.begin + 1, written.text_end);
    Link link;
    link.node = id;
    link.in_words = true;
    link.destination = words_.substr(written.destination, written.end - 1 - written.destination);
    document_.read_scheme(link);
    link.exact = is_in_file(written.begin, written.end);
    link.span = span_of(written.begin, written.end);
    if (link.exact) {
      link.text_span = span_of(written.begin + 1, written.text_end);
      link.destination_span = span_of(written.destination, written.end - 1);
    }
    document_.links_.push_back(link);
  }

  // Adds a node for each piece of text that the file contains unchanged.
  void add_texts(NodeId parent, size_t begin, size_t end) {
    while (begin < end) {
      size_t next = begin + 1;
      while (next < end && continues(next)) ++next;
      const NodeId id = add_below(parent, NodeKind::text);
      const char* text =
          places_[begin] == kNowhere ? words_.data() + begin : document_.source_->text().data() + places_[begin];
      document_.nodes_[id].size = static_cast<uint32_t>(next - begin);
      document_.nodes_[id].text = text;
      begin = next;
    }
  }

  // Whether a byte is in the same piece as the one before it.
  bool continues(size_t at) const {
    return places_[at - 1] == kNowhere ? places_[at] == kNowhere : places_[at] == places_[at - 1] + 1;
  }

  // Whether the file contains these bytes unchanged. REQUIRES: begin < end
  bool is_in_file(size_t begin, size_t end) const {
    for (size_t at = begin + 1; at < end; ++at)
      if (!continues(at)) return false;
    return places_[begin] != kNowhere;
  }

  base::Span span_of(size_t begin, size_t end) const {
    if (begin < end) return is_in_file(begin, end) ? span_from(places_[begin], end - begin) : span_;
    return begin > 0 && places_[begin - 1] != kNowhere ? span_from(places_[begin - 1] + 1, 0) : span_;
  }

  base::Span span_from(size_t begin, size_t size) const {
    return {span_.source, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size)};
  }

  // Reports text between the links that looks like a link.
  void check_rest(size_t begin, size_t end) {
    const std::string_view rest = words_.substr(begin, end - begin);
    Leftovers found([&](size_t from, size_t to) { return span_of(begin + from, begin + to); }, diagnostics_);
    find_broken_schemes(rest, "", found);
    if (const size_t at = rest.find("[@"); at != kNowhere)
      diagnostics_.error("broken-link-syntax", span_of(begin + at, begin + at + 2), "a citation can't be in this text")
          .expect("plain words, or [words](fig:…), [words](assert:…), [words](given:)")
          .suggest("cite the source in the text of the page");
  }

  base::Span span_;
  base::Diagnostics& diagnostics_;
  std::vector<size_t> places_;
  Document document_;
  std::string_view words_;         // the words, which belong to the document's arena
  std::map<NodeId, NodeId> last_;  // the last child of each node
};

Document parse_words(const Text& text, base::Diagnostics& diagnostics) { return WordsReader(text, diagnostics).read(); }

}  // namespace document
