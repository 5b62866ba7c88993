// The front matter between the `---` lines at the top of a Markdown file, typed and checked
// (content/handbook/front-matter.md).
//
// Every text has the span where it was written, for diagnostics of later passes. The YAML tree is
// dropped after reading, except `figures`, which other code reads.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "document/condition.h"
#include "document/text.h"
#include "notation/node.h"
#include "quantity/frame.h"

namespace document {

struct Param {
  std::string name;
  base::Span span;        // the bytes of the value
  quantity::Value value;  // a boolean is an integer 0 or 1
};

// `pages:` one page per row of a query.
struct PagesFromData {
  Text query;
  Text address;  // "{a}-or-{b}"
  Text title;
  bool listed = true;  // whether lists, navigation and neighbours show them; otherwise only links lead there
  base::Span span;
};

struct Answer {
  std::string id;
  base::Span id_span;
  Text label;
  Text to;                    // the name of a node: the file's name without ".md"
  std::vector<Text> because;  // ids of claims, names of asserts, or Markdown
};

// An item of `next:`.
struct NextStep {
  Text page;       // the path of its file
  Condition when;  // empty: for all readers
};

// `cases:` of a flow: answers and their outcomes.
struct FlowCase {
  Text who;
  std::vector<std::pair<Text, Text>> answers;  // node, answer; in the order of the file
  Text reaches;
  bool featured = false;  // shown on the home page
  base::Span span;
};

// An entry in `plans:` of a section: pages to read in this order.
struct Plan {
  Text name;  // the plan's anchor
  Text title;
  Text description;
  std::vector<Text> pages;  // the paths of their files
};

struct FrontMatter {
  base::Span span;    // from the first "---" to the end of the second one's line
  uint32_t body = 0;  // byte offset at which the Markdown starts

  Text title;  // for a node of a flow, by default its question or outcome
  Text description;
  Text slug;
  Text layout;
  Text date;  // dates are "2026-01-31", and exist in the calendar
  Text updated;
  Text owner;
  Text reviewed;
  std::optional<long> review_after_days;
  std::vector<Text> authors;
  std::vector<Text> tags;
  bool draft = false;
  std::optional<bool> toc;
  std::vector<Param> params;
  notation::Node figures;                      // a map, or null
  std::shared_ptr<const PagesFromData> pages;  // null for none

  std::vector<Text> contents;    // only in a section's index.md
  std::vector<Plan> plans;       // only in a section's index.md, in the order of the file
  std::vector<Text> key_points;  // inline Markdown; see parse_inline
  Text takeaway;                 // inline Markdown

  Text flow_start;  // from `flow: {start: …}`; empty unless the page is a flow's index
  std::vector<FlowCase> cases;
  Text question;
  std::vector<Answer> answers;  // in the order of the file
  Text outcome;                 // with a question, an outcome that also asks something
  std::vector<NextStep> next;

  bool is_flow_node() const { return !question.empty() || !outcome.empty(); }
};

// Reads the front matter of `source`. Codes: "no-front-matter", "unclosed-front-matter", "unknown-key", "missing-key",
// "bad-date", "bad-value", and those of notation::Reader and parse_yaml. After an error the fields that could be read
// are set, and `body` is a best guess (0 without front matter).
FrontMatter read_front_matter(const base::SourceText& source, base::Diagnostics& diagnostics);

// Byte offset of the Markdown below the front matter, without reading it; 0 when there is none or it is not closed.
uint32_t find_body(std::string_view text);

}  // namespace document
