#include "audit/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace audit {
namespace {

using base::lower;

bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), base::is_space); }

Tag tag_of(std::string_view name) {
  if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) return find_tag(name);
  std::string small(name);
  for (char& c : small) c = lower(c);
  return find_tag(small);
}

// Whether the end tag of `open` may be left out where `next` begins right behind what is in it.
bool is_ended_by(Tag open, Tag next) {
  using enum Tag;
  switch (open) {
    case p:
      return ends_paragraph(next);
    case li:
      return next == li;
    case dt:
    case dd:
      return next == dt || next == dd;
    case option:
      return next == option || next == optgroup;
    case optgroup:
      return next == optgroup;
    case rt:
    case rp:
      return next == rt || next == rp;
    case td:
    case th:
      return next == td || next == th || next == tr || next == tbody || next == tfoot || next == thead;
    case tr:
      return next == tr || next == tbody || next == tfoot || next == thead;
    case thead:
    case tbody:
    case tfoot:
      return next == tbody || next == tfoot || next == thead;
    case caption:
      return next == colgroup || next == thead || next == tbody || next == tfoot || next == tr;
    case colgroup:
      return next != col && next != template_ && next != text;
    case head:
      return next == body;
    default:
      return false;
  }
}

bool is_part_of_table(Tag tag) {
  using enum Tag;
  constexpr auto kParts = std::to_array({caption, colgroup, table, tbody, td, tfoot, th, thead, tr});
  return std::find(kParts.begin(), kParts.end(), tag) != kParts.end();
}

// Elements of SVG and MathML in which HTML may stand.
bool holds_html(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"annotation-xml", "desc", "foreignObject", "mi", "mn", "mo", "ms", "mtext", "title"});
  return std::binary_search(kNames.begin(), kNames.end(), name);
}

class PageReader {
 public:
  PageReader(Language language, Findings& findings) : findings_(findings), is_xml_(language == Language::xml) {}

  std::vector<Element> read() {
    elements_.reserve(findings_.text().size() / 32 + 1);
    elements_.emplace_back().token = findings_.text().substr(0, 0);
    open_.push_back({0, Tag::document, is_xml_});
    for (markup::HtmlScanner scanner(findings_.text()); scanner.next();) {
      if (scanner.is_text()) {
        if (!is_blank(scanner.text())) add(Tag::text, scanner.text(), {});
      } else if (scanner.tag().is_unfinished) {
        findings_.error("broken-tag", first_of(scanner.token()), "this tag never ends").expect("\">\" at its end");
      } else if (scanner.tag().closes) {
        close(scanner.tag(), scanner.token());
      } else {
        open(scanner.tag(), scanner.token());
      }
    }
    end_from(1, {});
    return std::move(elements_);
  }

 private:
  struct Open {
    uint32_t element = 0;
    Tag tag = Tag::document;
    bool is_drawing = false;  // what stands in it is SVG or MathML
    bool is_template = false;
    // The paragraph in it that an element's beginning ended, and that element; 0 for none.
    uint32_t paragraph = 0;
    uint32_t ended_by = 0;
  };

  // What never ends may be long.
  static std::string_view first_of(std::string_view token) {
    return token.substr(0, std::min(token.find_first_of("\n\r"), std::min<size_t>(token.size(), 60)));
  }

  uint32_t add(Tag tag, std::string_view token, const markup::HtmlTag& from) {
    const Open& in = open_.back();
    Element element;
    element.tag = tag;
    element.token = token;
    element.name = from.name;
    element.attributes = from.attributes;
    element.parent = in.element;
    element.depth = static_cast<uint16_t>(open_.size());
    element.in_drawing = in.is_drawing;
    element.in_template = in.is_template;
    elements_.push_back(element);
    return static_cast<uint32_t>(elements_.size() - 1);
  }

  bool is_open(const Open& open, Tag tag, std::string_view name) const {
    if (open.tag != tag) return false;
    const bool is_known = tag != Tag::foreign && tag != Tag::unknown && tag != Tag::custom;
    return is_known || equal_names(elements_[open.element].name, name);
  }

  // Ends the elements from `place` in open_ on; those that must not be left open are reported.
  void end_from(size_t place, std::string_view end_tag) {
    for (size_t i = place; i < open_.size(); ++i) {
      const Element& element = elements_[open_[i].element];
      if (facts_of(element.tag).end_is_optional) continue;
      base::Diagnostic& error =
          findings_
              .error("unclosed-element", element.token,
                     end_tag.empty() ? fmt::format("<{}> is never closed", element.name)
                                     : fmt::format("<{}> is still open where {} stands", element.name, end_tag))
              .expect(fmt::format("</{}>", element.name));
      if (!end_tag.empty()) error.note(findings_.span(end_tag), "here");
    }
    open_.resize(place);
  }

  void open(const markup::HtmlTag& tag, std::string_view token) {
    check_attributes(tag, token);
    const bool is_drawing = open_.back().is_drawing;
    const Tag kind = is_drawing ? Tag::foreign : tag_of(tag.name);
    uint32_t ended = 0;
    if (!is_drawing) ended = end_before(kind, token);
    const uint32_t element = add(kind, token, tag);
    if (ended != 0) open_.back().paragraph = ended, open_.back().ended_by = element;
    if (is_drawing ? tag.closes_itself : markup::is_void_element(facts_of(kind).name)) return;
    const bool begins_drawing = kind == Tag::svg || kind == Tag::math;
    if (tag.closes_itself) {
      if (begins_drawing) return;
      findings_
          .error("stray-tag", token,
                 fmt::format("<{}> does not close itself: in HTML the \"/\" means nothing", tag.name))
          .suggest(fmt::format("write <{0}></{0}>", tag.name));
      return;
    }
    if (open_.size() > Page::kMostDepth) {
      if (deeper_++ == 0 && !told_depth_) {
        findings_
            .error("unclosed-element", token,
                   fmt::format("elements are nested deeper than {} levels here", Page::kMostDepth))
            .suggest("look for elements before it that are never closed");
        told_depth_ = true;
      }
      return;
    }
    Open opened{element, kind};
    opened.is_drawing = is_drawing ? is_xml_ || !holds_html(tag.name) : begins_drawing;
    opened.is_template = open_.back().is_template || kind == Tag::template_;
    open_.push_back(opened);
  }

  // Ends what may be left open before an element of that tag. Gives the paragraph that ended so; 0 for none.
  uint32_t end_before(Tag next, std::string_view token) {
    uint32_t paragraph = 0;
    while (is_ended_by(open_.back().tag, next)) {
      if (open_.back().tag == Tag::p && next != Tag::p) paragraph = open_.back().element;
      open_.pop_back();
    }
    // A row or cell ends the cell before it with all that is in that.
    if (!is_part_of_table(next) || next == Tag::table || next == Tag::caption) return paragraph;
    for (size_t i = open_.size(); i-- > 1;) {
      const Tag open = open_[i].tag;
      if (open == Tag::table || open == Tag::template_ || open_[i].is_drawing) break;
      if (open != Tag::td && open != Tag::th) continue;
      if (is_ended_by(open, next)) end_from(i, token);
      while (is_ended_by(open_.back().tag, next)) open_.pop_back();
      break;
    }
    return paragraph;
  }

  void close(const markup::HtmlTag& tag, std::string_view token) {
    if (deeper_ > 0) {
      --deeper_;
      return;
    }
    const bool is_drawing = open_.back().is_drawing;
    const Tag kind = tag_of(tag.name);
    if (!is_drawing && markup::is_void_element(facts_of(kind).name)) {
      findings_.error("stray-tag", token, fmt::format("<{}> has no end tag: it holds nothing", tag.name))
          .suggest("take it out");
      return;
    }
    const bool passes_cells = is_part_of_table(kind) || kind == Tag::template_;
    for (size_t i = open_.size(); i-- > 1;) {
      if (is_open(open_[i], kind, tag.name) || is_open(open_[i], Tag::foreign, tag.name)) {
        end_from(i + 1, token);
        open_.pop_back();
        return;
      }
      const Tag open = open_[i].tag;
      if (open == Tag::template_ || (is_part_of_table(open) && (!passes_cells || open == Tag::table))) break;
    }
    report_stray(kind, tag, token);
  }

  void report_stray(Tag kind, const markup::HtmlTag& tag, std::string_view token) {
    const Open& in = open_.back();
    if (kind == Tag::p && in.paragraph != 0) {
      const Element& block = elements_[in.ended_by];
      findings_
          .error("misplaced-element", block.token,
                 fmt::format("<{}> can't stand in <p>: the paragraph ends where it begins", block.name))
          .suggest("close the paragraph before it, or make the paragraph a <div>")
          .note(findings_.span(elements_[in.paragraph].token), "the paragraph")
          .note(findings_.span(token), "this closes nothing any more");
      return;
    }
    findings_.error("stray-tag", token, fmt::format("</{}> closes nothing: no <{}> is open here", tag.name, tag.name))
        .suggest("take it out, or open the element where it belongs");
  }

  void check_attributes(const markup::HtmlTag& tag, std::string_view token) {
    constexpr size_t kMost = 64;  // that are compared
    std::array<std::string_view, kMost> names;
    size_t count = 0;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);) {
      if (each.name.find_first_of("\"'<=") != std::string_view::npos) {
        findings_.error("broken-tag", token, fmt::format("the attributes of <{}> can't be told apart", tag.name))
            .expect("name=\"value\", with a space between two of them")
            .suggest(fmt::format("look for a quote that is missing, or is one too many, before {}", each.name));
        return;
      }
      if (std::any_of(names.begin(), names.begin() + count,
                      [&](std::string_view name) { return equal_names(name, each.name); }))
        findings_.error("broken-tag", each.name, fmt::format("<{}> has the attribute {} twice", tag.name, each.name))
            .suggest("browsers take the first one: take out the other");
      if (count < kMost) names[count++] = each.name;
    }
  }

  Findings& findings_;
  bool is_xml_;
  std::vector<Element> elements_;
  std::vector<Open> open_;
  size_t deeper_ = 0;  // elements that are open, and too deep to be listed
  bool told_depth_ = false;
};

}  // namespace

bool equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

Page Page::read(Language language, Findings& findings) { return {PageReader(language, findings).read()}; }

std::optional<std::string_view> Page::find_attribute(const Element& element, std::string_view name) {
  markup::HtmlAttribute each;
  for (markup::HtmlAttributes all(element.attributes); all.next(each);)
    if (equal_names(each.name, name)) return each.value.value_or(each.name.substr(each.name.size()));
  return std::nullopt;
}

std::string Page::attribute(const Element& element, std::string_view name) {
  return markup::unescaped(find_attribute(element, name).value_or(std::string_view()));
}

uint32_t Page::above(uint32_t element, Tag tag) const {
  do element = elements[element].parent;
  while (element != 0 && elements[element].tag != tag);
  return element;
}

bool is_json_ld(const Element& element) {
  return element.tag == Tag::script && equal_names(Page::attribute(element, "type"), "application/ld+json");
}

}  // namespace audit
