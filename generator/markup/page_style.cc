#include "markup/page_style.h"

#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "markup/foreign_html.h"
#include "markup/stylesheet.h"

namespace markup {
namespace {

std::string property_name(std::string_view name) {
  std::string lower = base::lower(base::trim(name));
  return lower == "text-decoration-line" ? "text-decoration" : lower;
}

bool has_any(std::string_view value, std::string_view words) {
  value = value.substr(0, value.find('!'));  // without "!important"
  return std::ranges::any_of(base::split(value, ' '), [&](auto word) { return base::has_word(words, word); });
}

// Returns "apart", "spread" or "faint" for a declaration that moves or hides text in a way that is_apart() or
// is_faint() answers; "" for others. Moves by less than 3 pixels are no effect, such as a space between digits.
std::string_view effect_of(std::string_view property, std::string_view value) {
  static const base::Pattern kApart(
      "^(?:position:(?:absolute|fixed)|float:(?:left|right|inline)|order:-?[1-9]|(?:transform|translate|rotate):(?!"
      "none)|"
      "(?:margin|padding|left|right|top|bottom|inset|vertical-align)[a-z-]*:.*(?:calc|var|(?<![\\d.])(?:(?:[3-9]|[1-9]"
      "\\d)"
      "[\\d.]*p[xt]|(?:[1-9][\\d.]*|0?\\.[3-9]\\d*)(?:r?em|ch|ex|%|v[wh]|[cm]m|in)))|"
      "display:(?!none|inline$|inline-block|contents|initial|inherit|unset|revert|ruby))"),
      kFaint(
          "^(?:(?:-webkit-text-fill-)?color:(?:transparent|(?:rgb|hsl)a?\\((?:[^,)]*,){3} *0?\\.?0*%?\\)|.*/ "
          "*0?\\.?0*%?\\)|#(?:[0-9a-f]{3}|[0-9a-f]{6}0)0$)|(?:max-)?(?:width|height):0(?:\\.0*)?[a-z%]*$|clip:(?!auto)|"
          "clip-path:(?!none)|text-indent:-?\\d{3}|margin[a-z-]*:.*-\\d{2}(?:\\d|r?em)|"
          "(?:left|right|top|bottom|inset|transform|translate)[a-z-]*:.*-\\d{3}|transform:.*scale\\w*\\(0[,)]|scale:0|"
          "opacity:0?\\.0|font-size:(?:[01]?\\.\\d+|1)p[xt]|font:(?:.* )?0[a-z]*[/ ]|filter:.*opacity|mask|"
          "-webkit-text-security:(?!none)|unicode-bidi:.*override|flex-direction:.*reverse)");
  const std::string text = property_name(property) + ":" + base::lower(base::trim(value.substr(0, value.find('!'))));
  static const base::Pattern kSpread("^display:(?:inline-)?(?:flex|grid)");
  if (kFaint.find(text)) return "faint";
  return kSpread.find(text) ? "spread" : kApart.find(text) ? "apart" : "";
}

// The library does not know this element.
bool is_dialog(const GumboNode& element) {
  const GumboStringPiece& tag = element.v.element.original_tag;
  return element.v.element.tag == GUMBO_TAG_UNKNOWN && base::lower({tag.data, tag.length}).starts_with("<dialog");
}

// What selectors can ask of an element.
std::vector<std::string> tests_of(const GumboNode& element) {
  std::vector<std::string> tests = {gumbo_normalized_tagname(element.v.element.tag)};
  if (const auto id = attribute(element, "id")) tests.push_back("#" + std::string(*id));
  const std::string classes = base::one_line(attribute(element, "class").value_or(""));
  for (std::string_view name : base::split(classes, ' ')) tests.push_back("." + std::string(name));
  const GumboVector& attributes = element.v.element.attributes;
  for (unsigned i = 0; i < attributes.length; ++i)
    tests.push_back(std::string("[") + static_cast<const GumboAttribute*>(attributes.data[i])->name);
  return tests;
}

}  // namespace

PageStyle::PageStyle(const GumboNode& root) {
  const auto enter = [&](const GumboNode& node) {
    if (is_element(node, GUMBO_TAG_LINK))
      has_links_ =
          has_links_ || base::lower(attribute(node, "rel").value_or("")).find("stylesheet") != std::string::npos;
    if (!is_element(node, GUMBO_TAG_STYLE) || attribute(node, "media") == "print") return is_element(node);
    for (unsigned i = 0; i < node.v.element.children.length; ++i) {
      const std::string_view css = static_cast<const GumboNode*>(node.v.element.children.data[i])->v.text.text;
      has_links_ = has_links_ || css.find("@import") != std::string_view::npos;
      for_each_declaration_in(css, [&](auto selector, auto name, auto value) { add_rule(selector, name, value); });
    }
    return false;
  };
  walk(root, enter, [](const GumboNode&) {});
}

bool PageStyle::Rule::fits(const std::vector<std::string>& element) const {
  return std::ranges::all_of(
      tests, [&](const std::string& test) { return std::ranges::find(element, test) != element.end(); });
}

void PageStyle::add_rule(std::string_view selector, std::string_view property, std::string_view value) {
  static const base::Pattern kNever(":(?:hover|focus|active|target|:|before|after|first-l)"),
      kTest(R"(\*|\[[\w-]+\]?|[.#]?(?:[\w-]|[\x80-\xff]|\\.)+)", PCRE2_ANCHORED), kAround("::?(?:before|after)$"),
      kText(R"(["'](?:\\[ef][0-9a-f]{3} ?|[^"'\\])*(?:[\w$%.,+-]|\\(?![ef][0-9a-f]{3})|[\x80-\xff])|attr\(|counter)",
            PCRE2_CASELESS);
  const std::string name = property_name(property);
  // Text around an element, which may be part of a number.
  const auto around = kAround.find(selector);
  const bool is_added = around && name == "content" && kText.find(value);
  Rule rule{std::string(selector), base::lower(value), {}, value.find('!') != std::string_view::npos};
  if (is_added) {
    rule.value = "added";
    selector.remove_suffix(around->front().size());
  }
  constexpr std::string_view kKnown =
      "display visibility text-decoration opacity font-size vertical-align content-visibility color";
  const bool is_known = is_added || base::has_word(kKnown, name);
  const std::string_view effect = effect_of(property, value);
  if ((!is_known && effect.empty()) || kNever.find(selector)) return;
  rule.is_clear = !is_added;
  if (const size_t last = selector.find_last_of(" >+~"); last != std::string_view::npos && selector.back() != ')') {
    rule.is_clear = false;
    selector.remove_prefix(last + (selector.substr(last + 1).starts_with('&') ? 2 : 1));
  }
  for (; !selector.empty() && rule.selector.back() != ')';) {
    const auto test = kTest.find(selector);
    if (!test) break;
    std::string wanted = base::replace_all(std::string((*test)[0]), "\\", "");
    if (wanted.ends_with(']')) wanted.pop_back();
    if (wanted != "*") rule.tests.push_back(std::move(wanted));
    selector.remove_prefix((*test)[0].size());
  }
  rule.is_clear = rule.is_clear && selector.empty();
  if (is_known) rules_[name].push_back(rule);
  rule.value = effect;
  if (!effect.empty()) rules_[rule.value].push_back(std::move(rule));
}

// Whether the value of a property contains one of these words.
bool PageStyle::has(const GumboNode& element, std::string_view property, std::string_view values) const {
  std::optional<bool> own;
  const std::string style(attribute(element, "style").value_or(""));
  for (std::string_view declaration : base::split(style, ';')) {
    const size_t colon = std::min(declaration.find(':'), declaration.size());
    if (property_name(declaration.substr(0, colon)) == property)
      own = has_any(base::lower(declaration.substr(std::min(colon + 1, declaration.size()))), values);
  }
  const auto rules = rules_.find(property);
  if (rules == rules_.end()) return own.value_or(false);
  const std::vector<std::string> tests = tests_of(element);
  const Rule* first = nullptr;
  for (const Rule& rule : rules->second) {
    if (!rule.fits(tests) || (own && rule.is_clear && !rule.is_important)) continue;
    const bool is_one = has_any(rule.value, values);
    const bool is_other = is_one != (own ? *own : first && has_any(first->value, values));
    if (is_other && (!rule.is_clear || own || first) && unclear_.empty()) unclear_ = rule.selector;
    if (!first && rule.is_clear) first = &rule;
  }
  return own ? *own : first && has_any(first->value, values);
}

bool PageStyle::is_rendered(const GumboNode& element) const {
  // https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements; <noscript> is shown only without scripts.
  if (element.type == GUMBO_NODE_TEMPLATE || attribute(element, "hidden") || attribute(element, "popover") ||
      (is_dialog(element) && !attribute(element, "open")) ||
      base::has_word("area base datalist head link meta noembed noframes noscript param rp script style title "
                     "audio canvas iframe meter progress video",  // their content is for browsers that do not know them
                     gumbo_normalized_tagname(element.v.element.tag)))
    return false;
  return !has(element, "display", "none") && !has(element, "visibility", "collapse") &&
         !has(element, "content-visibility", "hidden");
}

bool PageStyle::is_opaque(const GumboNode& element) const {
  return is_rendered(element) && !has(element, "visibility", "hidden") && !has(element, "opacity", "0 0.0 0%");
}

bool PageStyle::is_visible(const GumboNode& element) const {
  has(element, "content", "added");  // notes what is unclear
  if (has(element, "visibility", "hidden")) note_shown_inside(element);
  return is_opaque(element) && !has(element, "color", "transparent") &&
         !has(element, "font-size", "0 0px 0pt 0em 0rem 0%");
}

void PageStyle::note_shown_inside(const GumboNode& element) const {
  const auto enter = [&](const GumboNode& node) {
    if (is_element(node) && has(node, "visibility", "visible") && unclear_.empty()) unclear_ = "visibility: visible";
    return is_element(node);
  };
  walk(element, enter, [](const GumboNode&) {});
}

bool PageStyle::is_apart(const GumboNode& element) const {
  const bool is_item = element.parent && is_element(*element.parent) && has_effect(*element.parent, "spread");
  return is_item || has_effect(element, "spread") || has_effect(element, "apart") || is_dialog(element);
}

// A rule that may be about other elements counts as well: it only keeps the text from being read as a number.
bool PageStyle::has_effect(const GumboNode& element, std::string_view effect) const {
  const std::string_view style = attribute(element, "style").value_or("");
  for (std::string_view declaration : base::split(style, ';')) {
    const size_t colon = std::min(declaration.find(':'), declaration.size());
    if (effect_of(declaration.substr(0, colon), declaration.substr(std::min(colon + 1, declaration.size()))) == effect)
      return true;
  }
  const auto rules = rules_.find(effect);
  if (rules == rules_.end()) return false;
  const std::vector<std::string> tests = tests_of(element);
  return std::ranges::any_of(rules->second, [&](const Rule& rule) { return rule.fits(tests); });
}

bool PageStyle::is_struck(const GumboNode& element) const {
  return base::has_word("del s strike", gumbo_normalized_tagname(element.v.element.tag)) ||
         has(element, "text-decoration", "line-through");
}

std::string_view PageStyle::position(const GumboNode& element) const {
  const std::string_view name = gumbo_normalized_tagname(element.v.element.tag);
  return name == "sup" || has(element, "vertical-align", "super") ? "sup"
         : name == "sub" || has(element, "vertical-align", "sub") ? "sub"
                                                                  : "";
}

}  // namespace markup
