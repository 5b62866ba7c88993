// Checks where templates print values (template/program.h). Each template is combined with those it extends into one
// text, with a mark in place of each value and each end of a statement, and HtmlScanner reads this text as a browser
// would. Every branch, iteration and block must end in the context in which it begins, so the context of a mark does
// not depend on what is printed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_scanner.h"
#include "template/program.h"

namespace templates {
namespace {

// Where a mark is: in text, in a tag, in the value of an attribute, or in an element without tags.
struct Place {
  size_t id = 0;  // 0 for text, otherwise different for each tag, value and element
  std::string what = "in text";
};

struct Mark {
  enum class Kind : uint8_t { value, include, begin, next, end };

  size_t at;  // the offset in the layout
  Kind kind;
  Node* node;
  size_t first;     // the index of the mark at which the statement begins
  base::Span span;  // of the statement; of a block, that of the definition that is printed
  Place place = {};
};

// What is known of nodes from other templates that print them too.
struct Known {
  std::set<std::pair<const base::SourceText*, uint32_t>> reported;  // the places of errors
  std::map<const Node*, Escape> escapes;
};

constexpr char kMark = '\f';  // white space, so that names end there

bool is_animation(std::string_view element) {
  return base::has_word("animate set animatetransform animatemotion", element);
}

bool is_raw_text(std::string_view element) { return base::has_word("script style title textarea", element); }

// Elements that browsers read as raw text in some modes, and as markup in others.
bool is_skipped(std::string_view element) {
  return base::has_word("iframe noembed noframes noscript xmp plaintext", element);
}

// Whether escaping cannot make a value safe there.
bool is_refused(std::string_view element, std::string_view name) {
  return is_animation(element) || name.starts_with("on") || (element == "script" && name == "type") ||
         (element == "meta" && name == "http-equiv") ||
         base::has_word("style srcset imagesrcset srcdoc ping archive xmlns attributename", name);
}

bool is_url(std::string_view name) {
  return base::has_word(
      "href src action formaction poster cite data icon manifest background profile usemap codebase "
      "longdesc xml:base xlink:href classid lowsrc",
      name);
}

class Checker {
 public:
  Checker(const Linked& linked, Known& known, base::Diagnostics& diagnostics)
      : linked_(linked), known_(known), diagnostics_(diagnostics) {}

  void run() {
    lay_out(linked_.chain.back()->top);
    if (is_too_long()) {
      diagnostics_.error("template-limit", {linked_.chain.front()->source, 0, 0},
                         "the blocks of this template contain themselves, or are too long");
      return;
    }
    read();
    base::Diagnostics reading = std::exchange(found_, {});
    for (const Mark& mark : marks_) check_statement(mark);
    // What follows a statement that ends elsewhere may have been read wrongly.
    diagnostics_.merge(found_.has_errors() ? std::move(found_) : std::move(reading));
  }

 private:
  struct Piece {
    size_t at;  // the offset in the layout
    Node* node;
  };

  // Reports an error, but only once for all templates that print the place.
  void refuse(const base::Span& span, std::string message, std::string help = "") {
    if (known_.reported.emplace(span.source, span.begin).second)
      found_.error("template-context", span, std::move(message)).suggest(std::move(help));
  }

  // ---- the layout

  bool is_too_long() const { return text_.size() > kMaxLayout || depth_ > kMaxDepth; }

  // Adds a mark, and returns its index. `first` is that of the mark at which the statement begins.
  size_t add(Mark::Kind kind, Node& node, std::optional<size_t> first = {}) {
    marks_.push_back({text_.size(), kind, &node, first.value_or(marks_.size()), node.span});
    text_ += kMark;
    return marks_.size() - 1;
  }

  void lay_out(const Nodes& nodes) {
    for (const auto& each : nodes) {
      Node& node = *each;
      if (is_too_long()) return;
      switch (node.type) {
        case Node::Type::text:
          node.marks.clear();
          pieces_.push_back({text_.size(), &node});
          text_ += node.text;
          std::replace(text_.end() - static_cast<ptrdiff_t>(node.text.size()), text_.end(), kMark, ' ');
          break;
        case Node::Type::output:
          add(Mark::Kind::value, node);
          break;
        case Node::Type::include:
          add(Mark::Kind::include, node);
          break;
        case Node::Type::condition:
        case Node::Type::loop: {
          const size_t first = add(Mark::Kind::begin, node);
          lay_out(node.body);
          for (const Branch& branch : node.branches) {
            if (&branch != &node.branches.front()) add(Mark::Kind::next, node, first);
            lay_out(branch.body);
          }
          add(Mark::Kind::end, node, first);
          break;
        }
        case Node::Type::block:
          lay_out_block(node, node.name, 0);
          break;
        case Node::Type::super:
          lay_out_block(node, block_.first, block_.second + 1);
          break;
        case Node::Type::set:
          break;
      }
    }
  }

  void lay_out_block(Node& node, std::string_view name, size_t level) {
    const std::vector<Definition>& definitions = linked_.blocks.at(name);
    if (level >= definitions.size() || ++depth_ > kMaxDepth) return;
    const auto outer = std::exchange(block_, {name, level});
    const size_t first = add(Mark::Kind::begin, node);
    lay_out(definitions[level].block->body);
    const size_t last = add(Mark::Kind::end, node, first);
    if (node.type == Node::Type::block) marks_[last].span = definitions[level].block->span;
    block_ = outer;
    if (depth_ <= kMaxDepth) --depth_;
  }

  std::span<Mark> marks_in(size_t begin, size_t end) {
    const auto from = std::ranges::lower_bound(marks_, begin, {}, &Mark::at);
    return {from, std::ranges::lower_bound(from, marks_.end(), end, {}, &Mark::at)};
  }
  size_t offset_of(std::string_view part) const { return static_cast<size_t>(part.data() - text_.data()); }
  size_t end_of(std::string_view part) const { return offset_of(part) + part.size(); }

  // Returns the text of a template at an offset, and the offset within it.
  std::pair<Node*, size_t> piece_at(size_t offset) const {
    const auto behind = std::ranges::upper_bound(pieces_, offset, {}, &Piece::at);
    const Piece& piece = behind == pieces_.begin() ? *behind : *std::prev(behind);
    return {piece.node, offset - piece.at};
  }
  base::Span span_at(size_t offset) const {
    const auto [node, within] = piece_at(offset);
    const auto begin = node->span.begin + static_cast<uint32_t>(within);
    return {node->span.source, begin, begin + 1};
  }

  // ---- reading it

  void read() {
    std::string raw;  // the element whose raw text comes next
    bool is_json = false;
    size_t done = 0;
    for (markup::HtmlScanner scanner(text_); scanner.next();) {
      const size_t begin = offset_of(scanner.token()), end = end_of(scanner.token());
      skip(done, begin);
      done = end;
      if (scanner.is_text()) {
        raw.empty() ? read_text(begin, end) : read_raw(raw, is_json, scanner.text());
        continue;
      }
      const markup::HtmlTag& tag = scanner.tag();
      const std::string element = base::lower_case(tag.name);
      read_tag(tag, element, begin, end);
      const bool is_raw = is_raw_text(element), has_no_end = tag.closes_itself && !tag.closes;
      if (has_no_end && (is_raw || is_skipped(element)))
        refuse(span_at(begin), fmt::format("<{}> must not be self-closing", element),
               fmt::format("write </{}>", element));
      raw = is_raw && !tag.closes ? element : "";
      is_json = raw == "script" && base::lower_case(tag.attribute("type")).ends_with("json");
      if (is_skipped(element) && !tag.closes && !has_no_end) {
        scanner.skip_element();
        skipped_ = element;
      }
    }
    const std::string_view rest = std::string_view(text_).substr(done);
    const size_t comment = rest.rfind("<!--");
    if (!raw.empty() || (!skipped_.empty() && base::lower_case(rest).find("</" + skipped_) == std::string::npos))
      ends_in(within(raw.empty() ? skipped_ : raw));
    else if (comment != std::string_view::npos && rest.find("-->", comment + 2) == std::string_view::npos)
      ends_in("in a comment");
    skip(done, text_.size());
  }

  static std::string within(std::string_view element) { return fmt::format("within <{}>", element); }

  void ends_in(std::string_view what) {
    const base::SourceText* source = linked_.chain.back()->source;
    const auto end = static_cast<uint32_t>(source->text().size());
    refuse({source, end, end}, fmt::format("the template ends {}", what), "close it");
  }

  // Comments, declarations, and elements that are not read.
  void skip(size_t begin, size_t end) {
    const std::string_view gap = std::string_view(text_).substr(begin, end - begin);
    if (gap.starts_with("<![")) refuse(span_at(begin), "HTML has no CDATA");
    const std::string what = !skipped_.empty()         ? within(std::exchange(skipped_, ""))
                             : gap.starts_with("<!--") ? "in a comment of the page"
                                                       : "in a declaration";
    for (Mark& mark : marks_in(begin, end)) {
      mark.place = {begin + 1, what};
      const bool is_value = mark.kind == Mark::Kind::value;
      refuse(mark.span, fmt::format("no {} may be printed {}", is_value ? "value" : "template tag", what),
             what == "in a comment of the page" ? "write {# … #} to comment a template" : "");
    }
  }

  void set_escape(const Mark& mark, Escape escape) {
    if (mark.kind != Mark::Kind::value) return;
    if (known_.escapes.try_emplace(mark.node, escape).first->second != escape)
      refuse(mark.span, "another template prints the block of this value elsewhere, where it is escaped differently",
             "print it in the same place");
    mark.node->escape = escape;
  }

  void read_text(size_t begin, size_t end) {
    for (Mark& mark : marks_in(begin, end)) {
      set_escape(mark, Escape::text);
      if (mark.at > begin && text_[mark.at - 1] == '<')
        refuse(span_at(mark.at - 1), "\"<\" begins an HTML tag that is split by a template tag",
               "write &lt; for a literal <");
    }
  }

  // Reads the text of a script, a style or a title, which ends only with its own end tag.
  void read_raw(const std::string& element, bool is_json, std::string_view raw) {
    const bool is_script = element == "script", is_plain = element == "title" || element == "textarea";
    const std::string end_tag = "</" + element;
    const size_t begin = offset_of(raw);
    if (const size_t comment = raw.find("<!--"); is_script && comment != std::string_view::npos)
      refuse(span_at(begin + comment), "\"<!--\" is not allowed within a script");
    bool in_string = false;
    size_t at = 0;
    for (Mark& mark : marks_in(begin, begin + raw.size())) {
      const size_t mark_at = mark.at - begin;
      for (; at < mark_at; ++at) {
        if (raw[at] == '\\' && in_string)
          ++at;
        else if (raw[at] == '"')
          in_string = !in_string;
      }
      mark.place = {begin + 1, within(element)};
      const std::string_view before = raw.substr(0, mark_at), cut = before.substr(std::min(before.rfind('<'), mark_at));
      if (!cut.empty() && end_tag.starts_with(base::lower_case(cut)))
        refuse(span_at(mark.at - 1), fmt::format("{}> must not be split by a template tag", end_tag),
               "write it in one piece");
      if (mark.kind != Mark::Kind::value) continue;
      set_escape(mark, is_plain ? Escape::plain_text : Escape::json);
      if (is_json && in_string)
        refuse(mark.span, "a value is printed in JSON with its quotes", "remove the quotes around it");
      else if (!is_json && !is_plain)
        refuse(mark.span, fmt::format("no value may be printed within <{}>", element),
               is_script ? "pass data to a script in attributes, or in <script type=\"application/json\">" : "");
    }
  }

  void read_tag(const markup::HtmlTag& tag, const std::string& element, size_t begin, size_t end) {
    for (Mark& mark : marks_in(begin, end)) mark.place = {begin + 1, "within a tag"};
    std::string open;  // the attribute whose value the text ends in
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);) {
      check_start(offset_of(each.name));
      const std::string name = base::lower_case(each.name);
      if (each.value) read_value(tag, element, name, each);
      if (each.value && end_of(*each.value) == text_.size()) open = fmt::format("in the attribute \"{}\"", name);
    }
    if (tag.is_unfinished) ends_in(open.empty() ? "within a tag" : open);
    for (const Mark& mark : marks_in(begin, end))
      if (mark.kind == Mark::Kind::value && mark.place.id == begin + 1)
        refuse(mark.span, "a value can't be printed as a tag's or attribute's name",
               "print it in a quoted value, or choose with {% if %}");
  }

  // Checks that the name of an attribute does not continue what is printed before the mark before it. Only the
  // beginning of a condition or branch prints nothing itself.
  void check_start(size_t offset) {
    if (text_[offset - 1] != kMark) return;
    const Mark& mark = marks_in(offset - 1, offset).front();
    const bool is_branch = mark.node->type == Node::Type::condition && mark.kind != Mark::Kind::end;
    const size_t first = is_branch ? marks_[mark.first].at : 0;
    const char before = first > 0 ? text_[first - 1] : kMark;
    if (before == kMark || (!base::is_space(before) && before != '"' && before != '\''))
      refuse(span_at(offset), "a name would run into what the template tag before it prints", "put a space before it");
  }

  void read_value(const markup::HtmlTag& tag, const std::string& element, const std::string& name,
                  const markup::HtmlAttribute& attribute) {
    const size_t begin = offset_of(*attribute.value), end = end_of(*attribute.value);
    const std::span<Mark> marks = marks_in(begin, end);
    for (const Mark& mark : marks_in(end_of(attribute.name), begin))
      refuse(mark.span,
             mark.kind == Mark::Kind::value ? "no value may be printed in an unquoted attribute"
                                            : "the name of an attribute must not be apart from its quoted value",
             fmt::format("write {}=\"{{{{ … }}}}\"", name));
    for (Mark& mark : marks) mark.place = {begin + 1, fmt::format("in the attribute \"{}\"", name)};
    if (marks.empty()) return;
    const bool is_meta = element == "meta" && name == "content";
    bool leads = is_url(name);
    size_t url = begin;
    if (is_meta) {
      constexpr std::string_view kUrl = "url=";  // the beginning of the address in a refresh: "0; url={{ … }}"
      const size_t found = base::lower_case(attribute.value->substr(0, marks.front().at - begin)).find(kUrl);
      leads = found != std::string::npos;
      if (leads) url = begin + found + kUrl.size();
    }
    const std::string all = base::lower_case(tag.attributes);
    const bool is_http = is_meta && all.find("http-equiv") != std::string::npos &&
                         all.find("content-security-policy") == std::string::npos;
    for (Mark& mark : marks) {
      if (mark.kind != Mark::Kind::value) continue;
      set_escape(mark, leads ? Escape::url : Escape::attribute);
      if (is_refused(element, name))
        refuse(mark.span, fmt::format("no value may be printed in the attribute \"{}\"", name),
               "escaping cannot make it safe");
      else if (is_http && !leads)
        refuse(mark.span, "only a URL may be printed in the content of <meta http-equiv>",
               "write content=\"0; url={{ … }}\"");
    }
    if (!leads) return;
    add_url_mark(url, true);
    add_url_mark(end, false);
  }

  void add_url_mark(size_t offset, bool begins) {
    const auto [node, within] = piece_at(offset);
    if (std::ranges::find(node->marks, within, &UrlMark::offset) == node->marks.end())
      node->marks.push_back({within, begins, span_at(offset)});
  }

  // Checks that a statement ends in the place in which it begins.
  void check_statement(const Mark& mark) {
    const Node& node = *mark.node;
    if (mark.kind == Mark::Kind::include && mark.place.id != 0)
      refuse(node.span, "a template is included in text only; this is " + mark.place.what);
    if (mark.kind != Mark::Kind::next && mark.kind != Mark::Kind::end) return;
    const Place& first = marks_[mark.first].place;
    if (mark.place.id == first.id) return;
    const auto [what, unit] = node.type == Node::Type::condition ? std::pair("a branch of this condition", "branch")
                              : node.type == Node::Type::loop    ? std::pair("an iteration of this loop", "iteration")
                                                                 : std::pair("the block", "block");
    const std::string name = node.name.empty() || node.type != Node::Type::block ? "" : " \"" + node.name + "\"";
    refuse(mark.span, fmt::format("{}{} starts {} and ends {}", what, name, first.what, mark.place.what),
           fmt::format("open and close tags and quotes in the same {}", unit));
  }

  static constexpr size_t kMaxLayout = 8'000'000, kMaxDepth = 100;

  const Linked& linked_;
  Known& known_;
  base::Diagnostics& diagnostics_;
  base::Diagnostics found_;
  std::string text_;
  std::vector<Mark> marks_;                    // sorted by place in the text
  std::vector<Piece> pieces_;                  // sorted likewise
  std::pair<std::string_view, size_t> block_;  // the block that is being laid out, and the index of its definition
  size_t depth_ = 0;                           // of blocks within blocks
  std::string skipped_;                        // the element that was just skipped
};

// Reports blocks at the top level of a template that the one it extends does not have.
void check_blocks(const Nodes& nodes, const Template& each, const Linked& parent, base::Diagnostics& diagnostics) {
  for (const auto& node : nodes) {
    for (const Branch& branch : node->branches) check_blocks(branch.body, each, parent, diagnostics);
    if (node->type != Node::Type::block || parent.blocks.contains(node->name)) continue;
    std::vector<std::string_view> known;
    for (const auto& [name, definitions] : parent.blocks) known.push_back(name);
    std::ranges::sort(known);
    diagnostics
        .error("unknown-block", node->span,
               fmt::format("\"{}\" has no block \"{}\", so this would never be printed", each.parent, node->name))
        .expect(base::list_names(known))
        .suggest(base::did_you_mean(node->name, known));
  }
}

}  // namespace

void check_contexts(Program& program, base::Diagnostics& diagnostics) {
  Known known;
  for (const auto& [name, each] : program.templates) {
    if (!each->parent.empty()) check_blocks(each->top, *each, program.linked.at(each->parent), diagnostics);
    Checker(program.linked.at(name), known, diagnostics).run();
  }
}

}  // namespace templates
