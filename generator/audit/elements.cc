#include "audit/elements.h"

#include <array>
#include <initializer_list>
#include <unordered_map>

namespace audit {
namespace {

constexpr uint8_t kInFlow = kFlow;
constexpr uint8_t kInText = kFlow | kPhrasing;
constexpr uint8_t kSection = kFlow | kSectioning;
constexpr uint8_t kTitle = kFlow | kHeading;
constexpr uint8_t kOfHead = kMetadata;
constexpr uint8_t kAnywhere = kFlow | kPhrasing | kMetadata;

// In the order of Tag.
constexpr auto kElements = std::to_array<ElementFacts>({
    {"", 0, Content::own},
    {"", kAnywhere, Content::nothing},
    {"", kAnywhere, Content::anything},
    {"", kAnywhere, Content::anything},
    {"", kInText, Content::anything},
    {"a", kInText, Content::transparent},
    {"abbr", kInText, Content::phrasing},
    {"address", kInFlow, Content::flow},
    {"area", kInText, Content::nothing},
    {"article", kSection, Content::flow},
    {"aside", kSection, Content::flow},
    {"audio", kInText, Content::transparent},
    {"b", kInText, Content::phrasing},
    {"base", kOfHead, Content::nothing},
    {"bdi", kInText, Content::phrasing},
    {"bdo", kInText, Content::phrasing},
    {"blockquote", kInFlow, Content::flow},
    {"body", 0, Content::flow, true},
    {"br", kInText, Content::nothing},
    {"button", kInText, Content::phrasing},
    {"canvas", kInText, Content::transparent},
    {"caption", 0, Content::flow, true},
    {"cite", kInText, Content::phrasing},
    {"code", kInText, Content::phrasing},
    {"col", 0, Content::nothing},
    {"colgroup", 0, Content::own, true},
    {"data", kInText, Content::phrasing},
    {"datalist", kInText, Content::phrasing},
    {"dd", 0, Content::flow, true},
    {"del", kInText, Content::transparent},
    {"details", kInFlow, Content::flow},
    {"dfn", kInText, Content::phrasing},
    {"dialog", kInFlow, Content::flow},
    {"div", kInFlow, Content::flow},
    {"dl", kInFlow, Content::own},
    {"dt", 0, Content::flow, true},
    {"em", kInText, Content::phrasing},
    {"embed", kInText, Content::nothing},
    {"fieldset", kInFlow, Content::flow},
    {"figcaption", 0, Content::flow},
    {"figure", kInFlow, Content::flow},
    {"footer", kInFlow, Content::flow},
    {"form", kInFlow, Content::flow},
    {"h1", kTitle, Content::phrasing},
    {"h2", kTitle, Content::phrasing},
    {"h3", kTitle, Content::phrasing},
    {"h4", kTitle, Content::phrasing},
    {"h5", kTitle, Content::phrasing},
    {"h6", kTitle, Content::phrasing},
    {"head", 0, Content::own, true},
    {"header", kInFlow, Content::flow},
    {"hgroup", kTitle, Content::own},
    {"hr", kInFlow, Content::nothing},
    {"html", 0, Content::own, true},
    {"i", kInText, Content::phrasing},
    {"iframe", kInText, Content::nothing},
    {"img", kInText, Content::nothing},
    {"input", kInText, Content::nothing},
    {"ins", kInText, Content::transparent},
    {"kbd", kInText, Content::phrasing},
    {"label", kInText, Content::phrasing},
    {"legend", 0, Content::phrasing},
    {"li", 0, Content::flow, true},
    {"link", kAnywhere, Content::nothing},
    {"main", kInFlow, Content::flow},
    {"map", kInText, Content::transparent},
    {"mark", kInText, Content::phrasing},
    {"math", kInText, Content::anything},
    {"menu", kInFlow, Content::own},
    {"meta", kAnywhere, Content::nothing},
    {"meter", kInText, Content::phrasing},
    {"nav", kSection, Content::flow},
    {"noscript", kAnywhere, Content::transparent},
    {"object", kInText, Content::transparent},
    {"ol", kInFlow, Content::own},
    {"optgroup", 0, Content::own, true},
    {"option", 0, Content::text, true},
    {"output", kInText, Content::phrasing},
    {"p", kInFlow, Content::phrasing, true},
    {"picture", kInText, Content::own},
    {"pre", kInFlow, Content::phrasing},
    {"progress", kInText, Content::phrasing},
    {"q", kInText, Content::phrasing},
    {"rp", 0, Content::text, true},
    {"rt", 0, Content::phrasing, true},
    {"ruby", kInText, Content::phrasing},
    {"s", kInText, Content::phrasing},
    {"samp", kInText, Content::phrasing},
    {"script", kAnywhere, Content::text},
    {"search", kInFlow, Content::flow},
    {"section", kSection, Content::flow},
    {"select", kInText, Content::own},
    {"slot", kInText, Content::transparent},
    {"small", kInText, Content::phrasing},
    {"source", 0, Content::nothing},
    {"span", kInText, Content::phrasing},
    {"strong", kInText, Content::phrasing},
    {"style", kOfHead, Content::text},
    {"sub", kInText, Content::phrasing},
    {"summary", 0, Content::phrasing},
    {"sup", kInText, Content::phrasing},
    {"svg", kInText, Content::anything},
    {"table", kInFlow, Content::own},
    {"tbody", 0, Content::own, true},
    {"td", 0, Content::flow, true},
    {"template", kAnywhere, Content::anything},
    {"textarea", kInText, Content::text},
    {"tfoot", 0, Content::own, true},
    {"th", 0, Content::flow, true},
    {"thead", 0, Content::own, true},
    {"time", kInText, Content::phrasing},
    {"title", kOfHead, Content::text},
    {"tr", 0, Content::own, true},
    {"track", 0, Content::nothing},
    {"u", kInText, Content::phrasing},
    {"ul", kInFlow, Content::own},
    {"var", kInText, Content::phrasing},
    {"video", kInText, Content::transparent},
    {"wbr", kInText, Content::nothing},
});
static_assert(kElements.size() == static_cast<size_t>(Tag::wbr) + 1);

bool is_one_of(Tag tag, std::initializer_list<Tag> tags) {
  for (Tag each : tags)
    if (tag == each) return true;
  return false;
}

}  // namespace

Tag find_tag(std::string_view name) {
  static const std::unordered_map<std::string_view, Tag> kTags = [] {
    std::unordered_map<std::string_view, Tag> tags;
    for (size_t i = 0; i < kElements.size(); ++i)
      if (!kElements[i].name.empty()) tags.emplace(kElements[i].name, static_cast<Tag>(i));
    return tags;
  }();
  auto found = kTags.find(name);
  if (found != kTags.end()) return found->second;
  return name.find('-') != std::string_view::npos ? Tag::custom : Tag::unknown;
}

const ElementFacts& facts_of(Tag tag) { return kElements[static_cast<size_t>(tag)]; }

OwnParents own_parents(Tag child, Tag parent) {
  using enum Tag;
  const auto in = [&](std::string_view said, std::initializer_list<Tag> parents) {
    return OwnParents{true, is_one_of(parent, parents), said};
  };
  switch (child) {
    case li:
      return in("<ul>, <ol> or <menu>", {ul, ol, menu});
    case dt:
    case dd:
      return in("<dl>", {dl, div});
    case caption:
    case colgroup:
    case thead:
    case tbody:
    case tfoot:
      return in("<table>", {table});
    case tr:
      return in("<table>, <thead>, <tbody> or <tfoot>", {table, thead, tbody, tfoot});
    case td:
    case th:
      return in("<tr>", {tr});
    case col:
      return in("<colgroup>", {colgroup});
    case option:
      return in("<select>, <optgroup> or <datalist>", {select, optgroup, datalist});
    case optgroup:
      return in("<select>", {select});
    case legend:
      return in("<fieldset>", {fieldset});
    case figcaption:
      return in("<figure>", {figure});
    case summary:
      return in("<details>", {details});
    case source:
      return in("<picture>, <audio> or <video>", {picture, audio, video});
    case track:
      return in("<audio> or <video>", {audio, video});
    case rt:
    case rp:
      return in("<ruby>", {ruby});
    case head:
    case body:
      return in("<html>", {html});
    case html:
      return in("the file alone", {document});
    case title:
    case base:
      return in("<head>", {head});
    case style:
      return in("<head>", {head, noscript});
    default:
      break;
  }
  // What the parents that hold nothing else may hold besides.
  switch (parent) {
    case dl:
      return {child == div, true, {}};
    case hgroup:
      return {is_one_of(child, {p, h1, h2, h3, h4, h5, h6}), true, {}};
    case picture:
      return {child == img, true, {}};
    case select:
      return {child == hr, true, {}};
    case head:
      return {(facts_of(child).categories & kMetadata) != 0, true, {}};
    default:
      return {};
  }
}

bool ends_paragraph(Tag tag) {
  using enum Tag;
  return is_one_of(tag,
                   {address, article, aside, blockquote, details, dialog, div,    dl,      fieldset, figcaption, figure,
                    footer,  form,    h1,    h2,         h3,      h4,     h5,     h6,      header,   hgroup,     hr,
                    main,    menu,    nav,   ol,         p,       pre,    search, section, table,    ul});
}

}  // namespace audit
