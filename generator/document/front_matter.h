// The front matter between the `---` lines at the top of a Markdown file, typed and checked
// (content/handbook/keys.md).
// Every text has its span in the file, for diagnostics of later passes. The YAML tree is dropped after reading, except
// `figures`, which other code reads.
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
  quantity::Value value;  // the value; a boolean is the integer 0 or 1
};

// `pages:` makes one page for each row of a query.
struct PagesFromData {
  Text query;
  Text address;  // the pattern of the pages' addresses: "{a}-or-{b}"
  Text title;
  bool listed = true;  // whether lists, navigation and neighbours include the pages; if not, only links lead to them
  base::Span span;
};

struct Answer {
  std::string id;
  base::Span id_span;
  Text label;
  Text to;                    // the name of a node: its file's name without ".md"
  std::vector<Text> because;  // ids of claims, names of asserts, or Markdown
};

// An item of `next:`.
struct NextStep {
  Text page;       // the path of the page's file
  Condition when;  // the condition; if empty, the page is for all readers
};

// An item of a flow's `cases:`: some answers and their outcome.
struct FlowCase {
  Text who;
  std::vector<std::pair<Text, Text>> answers;  // pairs of a node and an answer, in the order of the file
  Text reaches;
  bool featured = false;  // whether the home page shows it
  base::Span span;
};

// An item of a section's `plans:`: pages to read in this order.
struct Plan {
  Text name;  // the anchor of the plan
  Text title;
  Text description;
  std::vector<Text> pages;  // the paths of their files
};

struct FrontMatter {
  base::Span span;    // the bytes from the first "---" to the end of the line with the second
  uint32_t body = 0;  // byte offset at which the Markdown starts

  // The title; by default a step's question or outcome, or the first heading of the text: of level 1, if it has one.
  Text title;
  // Where the text's heading with the title begins, which is not shown again; nullopt if there is none.
  std::optional<uint32_t> heading;
  std::string title_id;  // the anchor of that heading: its author's, or GitHub's, which site::Content sets
  Text description;
  Text slug;
  Text layout;
  Text preview;  // the path of a diagram
  Text date;     // a valid date in the form "2026-01-31"
  Text updated;
  Text owner;
  Text reviewed;
  std::optional<long> review_after_days;
  std::vector<Text> authors;
  std::vector<Text> tags;
  bool draft = false;
  std::optional<bool> toc;
  std::optional<double> weight;                     // pages of a section are sorted by it, after those in `contents`
  std::vector<Text> aliases;                        // old addresses
  Text lang;                                        // that of the site
  std::vector<std::pair<Text, Text>> translations;  // languages, and URLs of the page in them
  std::vector<Param> params;
  notation::Node extra;       // a map of keys for templates: those of `extra`, and those that have no meaning here
  std::vector<Text> foreign;  // the names of the latter: "menu", "params.menu"
  notation::Node figures;     // a map, or null
  std::shared_ptr<const PagesFromData> pages;  // null if the file is a single page

  std::vector<Text> contents;    // the contents of a section's index.md
  std::vector<Text> print;       // paths of the pages of its print page
  std::vector<Plan> plans;       // the plans of a section's index.md, in the order of the file
  std::vector<Text> key_points;  // inline Markdown, parsed by parse_inline()
  Text takeaway;                 // inline Markdown

  Text flow_start;  // the start in `flow: {start: …}`; empty unless the page is a flow's index
  std::vector<FlowCase> cases;
  Text question;
  std::vector<Answer> answers;  // answers in the order of the file
  Text outcome;                 // the outcome; a page with an outcome and a question shows the question below it
  std::vector<NextStep> next;

  bool is_flow_node() const { return !question.empty() || !outcome.empty(); }
};

// Returns a text, number or boolean (1 or 0) as a value of queries; null for anything else.
quantity::Value value_of(const notation::Node& node);

// Reads the front matter of `source`, which may have none if its text has a heading. Codes: "no-front-matter",
// "unclosed-front-matter", "unknown-key", "missing-key", "bad-date", "bad-value", and those of notation::Reader and
// parse_yaml. After an error, the fields that could be read are set, and `body` is a best guess.
FrontMatter read_front_matter(const base::SourceText& source, base::Diagnostics& diagnostics);

// Returns the offset at which the Markdown of a file starts that may have front matter, without reading it.
size_t front_matter_end(std::string_view text);

}  // namespace document
