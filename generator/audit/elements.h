// HTML's elements: what each may hold and where it may stand, after the standard's content models
// (https://html.spec.whatwg.org/multipage/indices.html#elements-3).
#pragma once
#include <cstdint>
#include <string_view>

namespace audit {

enum class Tag : uint8_t {
  document,  // what holds the outermost element
  text,
  foreign,  // of SVG or MathML
  unknown,
  custom,  // with a hyphen
  a,
  abbr,
  address,
  area,
  article,
  aside,
  audio,
  b,
  base,
  bdi,
  bdo,
  blockquote,
  body,
  br,
  button,
  canvas,
  caption,
  cite,
  code,
  col,
  colgroup,
  data,
  datalist,
  dd,
  del,
  details,
  dfn,
  dialog,
  div,
  dl,
  dt,
  em,
  embed,
  fieldset,
  figcaption,
  figure,
  footer,
  form,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  head,
  header,
  hgroup,
  hr,
  html,
  i,
  iframe,
  img,
  input,
  ins,
  kbd,
  label,
  legend,
  li,
  link,
  main,
  map,
  mark,
  math,
  menu,
  meta,
  meter,
  nav,
  noscript,
  object,
  ol,
  optgroup,
  option,
  output,
  p,
  picture,
  pre,
  progress,
  q,
  rp,
  rt,
  ruby,
  s,
  samp,
  script,
  search,
  section,
  select,
  slot,
  small,
  source,
  span,
  strong,
  style,
  sub,
  summary,
  sup,
  svg,
  table,
  tbody,
  td,
  template_,
  textarea,
  tfoot,
  th,
  thead,
  time,
  title,
  tr,
  track,
  u,
  ul,
  var,
  video,
  wbr,
};

enum Category : uint8_t { kFlow = 1, kPhrasing = 2, kHeading = 4, kSectioning = 8, kMetadata = 16 };

// What may stand directly in an element.
enum class Content : uint8_t {
  nothing,
  text,
  phrasing,
  flow,
  transparent,  // what its parent may hold
  own,          // only the elements that name it as their parent
  anything,
};

struct ElementFacts {
  std::string_view name;
  uint8_t categories = 0;
  Content content = Content::anything;
  bool end_is_optional = false;
};

// REQUIRES: lower case.
Tag find_tag(std::string_view name);
const ElementFacts& facts_of(Tag tag);

// Whether `child` may stand in `parent` alone of all elements, or in few: <li>, <td>, <title>. `parents` is for
// messages.
struct OwnParents {
  bool has = false;      // it has parents of its own
  bool allowed = false;  // and this is one
  std::string_view parents;
};
OwnParents own_parents(Tag child, Tag parent);

// Elements before which a paragraph's end tag may be left out: where one begins, a paragraph ends.
bool ends_paragraph(Tag tag);

}  // namespace audit
