// Which element may stand in which: by the content model of its parent, and by what is forbidden further up.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "audit/rules.h"

namespace audit {
namespace {

// Elements further up that forbid something below them.
enum Within : uint16_t {
  kLink = 1,
  kButton = 2,
  kLabel = 4,
  kForm = 8,
  kHeaderOrFooter = 16,
  kAddress = 32,
  kHeadCell = 64,  // <th> and <dt>
  kCaption = 128,
  kDfn = 256,
  kMeter = 512,
  kProgress = 1024,
  kPartOfPage = 2048,  // anything but <html>, <body>, <div> and <form>
};

uint16_t within(Tag tag) {
  using enum Tag;
  switch (tag) {
    case document:
    case html:
    case body:
    case div:
    case custom:
      return 0;
    case a:
      return kLink | kPartOfPage;
    case button:
      return kButton | kPartOfPage;
    case label:
      return kLabel | kPartOfPage;
    case form:
      return kForm;
    case header:
    case footer:
      return kHeaderOrFooter | kPartOfPage;
    case address:
      return kAddress | kPartOfPage;
    case th:
    case dt:
      return kHeadCell | kPartOfPage;
    case caption:
      return kCaption | kPartOfPage;
    case dfn:
      return kDfn | kPartOfPage;
    case meter:
      return kMeter | kPartOfPage;
    case progress:
      return kProgress | kPartOfPage;
    default:
      return kPartOfPage;
  }
}

bool is_interactive(const Element& element) {
  using enum Tag;
  switch (element.tag) {
    case button:
    case details:
    case embed:
    case iframe:
    case label:
    case select:
    case textarea:
      return true;
    case a:
      return Page::find_attribute(element, "href").has_value();
    case audio:
    case video:
      return Page::find_attribute(element, "controls").has_value();
    case img:
      return Page::find_attribute(element, "usemap").has_value();
    case input:
      return !equal_names(Page::attribute(element, "type"), "hidden");
    default:
      return false;
  }
}

// Names that end a drawing in which they begin.
bool ends_drawing(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"b",    "big",    "blockquote", "body", "br",   "center", "code", "dd",  "div",  "dl", "dt",
       "em",   "embed",  "h1",         "h2",   "h3",   "h4",     "h5",   "h6",  "head", "hr", "i",
       "img",  "li",     "menu",       "meta", "nobr", "ol",     "p",    "pre", "ruby", "s",  "small",
       "span", "strike", "strong",     "sub",  "sup",  "table",  "tt",   "u",   "ul",   "var"});
  return std::binary_search(kNames.begin(), kNames.end(), name);
}

class Nesting {
 public:
  explicit Nesting(const PageContext& context) : page_(context.page), findings_(context.findings) {}

  void check() {
    // Authors may leave out <html>, <head> and <body>: then there is little to say of what stands outside of them.
    const bool is_whole = std::any_of(page_.elements.begin(), page_.elements.end(),
                                      [](const Element& each) { return each.tag == Tag::html; });
    std::vector<uint16_t> inside(page_.elements.size());
    for (uint32_t i = 1; i < page_.elements.size(); ++i) {
      const Element& element = page_.elements[i];
      const Element& parent = page_.elements[element.parent];
      const bool apart = parent.tag == Tag::template_ || parent.tag == Tag::document;
      inside[i] = apart ? uint16_t{0} : static_cast<uint16_t>(inside[element.parent] | within(parent.tag));
      if (is_whole || parent.tag != Tag::document) check_parent(element, parent);
      if (!element.is_text()) check_above(i, inside[i]);
      check_first(element);
    }
  }

 private:
  base::Diagnostic& misplaced(const Element& element, std::string_view where) {
    const std::string_view at = element.is_text() ? first_words(element.token) : element.token;
    return findings_.error("misplaced-element", at,
                           element.is_text() ? fmt::format("text can't stand {}", where)
                                             : fmt::format("<{}> can't stand {}", element.name, where));
  }

  static std::string_view first_words(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
    return text.substr(0, std::min({text.find_first_of("\r\n"), text.size(), size_t{60}}));
  }

  void check_parent(const Element& element, const Element& parent) {
    if (element.tag == Tag::unknown)
      findings_.error("unknown-element", element.token, fmt::format("HTML has no element <{}>", element.name))
          .expect("an element of HTML, or a custom element with a hyphen in its name");
    if (element.in_drawing) {
      if (element.tag == Tag::foreign && ends_drawing(element.name))
        misplaced(element, fmt::format("in <{}>: browsers end the drawing there", parent.name));
      return;
    }
    if (parent.tag == Tag::template_ || element.tag == Tag::script || element.tag == Tag::template_) return;
    if (!element.is_text()) {
      if (const OwnParents own = own_parents(element.tag, parent.tag); own.has) {
        if (own.allowed || is_model_of_heading(element, parent)) return;
        base::Diagnostic& error = misplaced(element, "in " + name_of(parent));
        if (!own.parents.empty()) error.expect(fmt::format("it in {}", own.parents));
        error.note(findings_.span(parent.token), "its parent");
        return;
      }
    }
    // What an element like <a> may hold is what its parent may hold.
    const Element* holder = &parent;
    while (facts_of(holder->tag).content == Content::transparent) holder = &page_.elements[holder->parent];
    if (allows(*holder, element)) return;
    misplaced(element, "in " + name_of(*holder))
        .expect(what_fits(holder->tag))
        .note(findings_.span(holder->token), holder == &parent ? "its parent" : "what holds it");
  }

  static std::string what_fits(Tag holder) {
    using enum Tag;
    switch (holder) {
      case ul:
      case ol:
      case menu:
        return "<li>";
      case dl:
        return "<dt> and <dd>, or <div> with these";
      case table:
        return "<caption>, <colgroup>, <thead>, <tbody>, <tfoot> or <tr>";
      case thead:
      case tbody:
      case tfoot:
        return "<tr>";
      case tr:
        return "<th> or <td>";
      case select:
        return "<option> or <optgroup>";
      case head:
        return "<meta>, <title>, <link>, <script> and the like";
      default:
        return facts_of(holder).content == Content::phrasing ? "text, and what may stand in a line of it"
                                                             : "other content";
    }
  }

  static std::string name_of(const Element& element) {
    return element.tag == Tag::document ? "outside of <html>" : fmt::format("<{}>", element.name);
  }

  bool is_model_of_heading(const Element& element, const Element& parent) const {
    return parent.tag == Tag::hgroup && (facts_of(element.tag).categories & kHeading) != 0;
  }

  static bool allows(const Element& holder, const Element& element) {
    const uint8_t categories = facts_of(element.tag).categories;
    switch (facts_of(holder.tag).content) {
      case Content::anything:
      case Content::transparent:
        return true;
      case Content::flow:
        return (categories & kFlow) != 0;
      case Content::phrasing:
        if ((categories & kHeading) != 0 && (holder.tag == Tag::summary || holder.tag == Tag::legend)) return true;
        return (categories & kPhrasing) != 0;
      case Content::text:
        return element.is_text();
      case Content::own:
      case Content::nothing:
        return false;
    }
    return true;
  }

  // Reports `element`, which must not stand below any `tag`.
  void forbid(uint32_t element, std::initializer_list<Tag> tags) {
    uint32_t nearest = 0;
    for (Tag tag : tags) nearest = std::max(nearest, page_.above(element, tag));
    const Element& above = page_.elements[nearest];
    misplaced(page_.elements[element], fmt::format("in <{}>, at whatever depth", above.name))
        .note(findings_.span(above.token), "it stands in this one");
  }

  void check_above(uint32_t index, uint16_t inside) {
    using enum Tag;
    const Element& element = page_.elements[index];
    if (inside == 0 || element.in_drawing) return;
    const uint8_t categories = facts_of(element.tag).categories;
    const bool is_section =
        (categories & (kHeading | kSectioning)) != 0 || element.tag == header || element.tag == footer;
    if ((inside & (kLink | kButton)) != 0) {
      const bool can_be_used = is_interactive(element) || Page::find_attribute(element, "tabindex");
      if (element.tag == a || can_be_used) return forbid(index, {a, button});
    }
    if ((inside & kLabel) != 0 && element.tag == label) return forbid(index, {label});
    if ((inside & kForm) != 0 && element.tag == form) return forbid(index, {form});
    if ((inside & kHeaderOrFooter) != 0 && (element.tag == header || element.tag == footer))
      return forbid(index, {header, footer});
    if ((inside & kAddress) != 0 && (is_section || element.tag == address)) return forbid(index, {address});
    if ((inside & kHeadCell) != 0 && is_section) return forbid(index, {th, dt});
    if ((inside & kCaption) != 0 && element.tag == table) return forbid(index, {caption});
    if ((inside & kDfn) != 0 && element.tag == dfn) return forbid(index, {dfn});
    if ((inside & kMeter) != 0 && element.tag == meter) return forbid(index, {meter});
    if ((inside & kProgress) != 0 && element.tag == progress) return forbid(index, {progress});
    if ((inside & kPartOfPage) != 0 && element.tag == Tag::main)
      misplaced(element, "within a part of the page").expect("it in <body>, or in <div> or <form> there");
  }

  // What has to come first in its parent.
  void check_first(const Element& element) {
    if (element.in_drawing) return;
    const bool comes_first = element.tag == Tag::summary || element.tag == Tag::legend || element.tag == Tag::caption;
    const Element& before = *(&element - 1);
    // The element before it in the text is its parent, unless something stands between them.
    if (!comes_first || &before == &page_.elements[element.parent]) return;
    if (element.parent == 0 || !own_parents(element.tag, page_.elements[element.parent].tag).allowed) return;
    misplaced(element, fmt::format("behind other parts of <{}>", page_.elements[element.parent].name))
        .expect("it in the first place");
  }

  const Page& page_;
  Findings& findings_;
};

}  // namespace

void check_nesting(const PageContext& context) { Nesting(context).check(); }

}  // namespace audit
