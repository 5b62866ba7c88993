// The values that pages read and that the site does not store in this form. Texts and pointers in them belong to the
// site, which outlives all rendering.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"
#include "site/site.h"

namespace site {

// The pages of a section, as addresses in reading order.
struct Members {
  std::vector<std::string_view> pages;
  std::vector<std::string_view> sections;  // the indexes of the sections below
  std::string_view index, print;           // addresses of pages; "" if there is none
};

// The lessons of a section as a learning plan.
struct Plan {
  std::string_view index;  // address of the section's index
  size_t parts = 0;        // the number of lessons; 0 for fewer than two
  unsigned minutes = 0;
  size_t part = 0;  // the position of this page, counted from 1; 0 if the page is not a lesson of the section
};

// The reason why a file of content/ has no page.
struct MissingPage {
  bool is_draft = false, is_from_data = false;
  std::string redirect;            // the redirect in words: "lessons/a.html was retired"; "" without one
  std::vector<std::string> known;  // paths of the files that have a page
};

// A row of a resource that is no longer in the current edition.
struct DroppedRow {
  std::string key, edition;  // the row's key, and the last edition that contains the row
  std::string ref;           // the row's reference in the history
};

// The labels of a column's values.
using LabelMap = std::map<std::string, std::string, std::less<>>;

// The addresses of a flow's index and first step.
struct FlowStart {
  std::string_view index, start;  // addresses of pages; `start` is "" after an error
};

struct FlowAnswer {
  size_t number = 0;        // index of the answer in the step's front matter
  std::string_view id, to;  // the answer's id, and that of the step to which it leads
  std::string_view label, to_address;
  bool ends = false;      // whether the answer leads to an outcome
  std::string name = {};  // "kernels.stay"
};

// An earlier answer that a step's passages depend on.
struct FlowGiven {
  std::string name;  // the name in the form QUESTION.ANSWER: "place.own"
  std::string_view question, label;
};

struct FlowStep {
  std::string_view id, address, title;
  bool is_question = false;
  std::vector<FlowAnswer> answers;
  std::vector<FlowGiven> depends_on;
};

// An answer that leads to this page, and the page of its question.
struct FlowOrigin {
  std::string name;  // "kernels.stay"
  std::string_view address, label;
  size_t number = 0;  // index of the answer in the question's front matter
};

// A caveat about a row, in the provenance of the row.
struct ShownCaveat {
  std::string_view text;
  std::vector<std::string> columns;  // the columns with which the row is shown; if empty, any column
};

struct Provenance {
  const data::Source* source = nullptr;  // the source; null without one
  std::string_view locator, locator_detail, as_of, note, covers;
  std::vector<ShownCaveat> caveats;
  std::string_view resource, no_source;  // the title of the resource, and the reason why a row has no source
  std::string_view anchor;               // the row's anchor on a page of its resource; "" if no page shows the row
  size_t page = 1;                       // number of the resource's page that shows the row
  bool competes = false;                 // whether other rows state the same quantity
  std::optional<data::Age> age;          // if it is dated and may become too old
  const data::Originator* originator = nullptr;  // who states the value; null if the source does
};

struct ContradictionRow {
  const data::Contradiction* row = nullptr;
  std::string_view names_of;  // the resource whose row the key names; "" if there is none
};

// Returns the title of a table or chart by its name in the site; "" without a title.
std::string block_title(const Site& site, std::string_view name);

}  // namespace site
