// Folder diff/: compares two versions of a site, for people who review new data.
//
// Both sides have run a build's passes up to the last wall. The comparison includes errors of the new side, because its
// purpose is to find asserts that would fail and sentences that would no longer agree.
//
// Rows are matched by their primary keys. Numbers are compared as exact decimals, in the same unit if their units
// convert. The running time is linear in the rows and pages of both sides.
#pragma once
#include <string>
#include <vector>

#include "passes/build.h"
#include "site/changes.h"

namespace diff {

// An error that only one side has.
struct ClaimChange {
  bool fails = true;    // whether only the new side has the error; otherwise only the old side
  std::string name;     // the name of the assert, even for a sentence that depends on it; "" for other errors
  std::string place;    // the place on the side with the error: "content/lessons/cost.md:12:5"
  std::string message;  // the build's message
};

// A table or chart whose values changed.
struct BlockChange {
  std::string name;
  bool is_chart = false;
  bool has_pictures = false;  // whether it is a chart that both builds draw
  std::string page, title;
  std::vector<site::ValueChange> cells;  // `field` is the name of the row, `title` is the title of the column
  std::vector<std::string> rows_added, rows_gone;
};

// A change that does not break the build but should be reviewed before it is published.
struct Doubt {
  std::string place;  // the place: "data/prices.csv", "content/lessons/cost.md:12:5"
  std::string message;
};

struct Comparison {
  std::vector<std::string> digest;  // lines about the most important changes
  site::Changes changes;
  std::vector<Doubt> doubts;             // new values under an old date, and code, files and hosts to look at
  std::vector<site::RowChange> sources;  // sources with their changed fields, sorted by id; readers do not see them
  std::vector<BlockChange> blocks;
  std::vector<ClaimChange> asserts;
  std::vector<ClaimChange> prose;     // errors of figures in sentences
  std::vector<ClaimChange> mistakes;  // other errors that only the new side has
  size_t generated_pages = 0;         // number of generated pages that differ: pages of sources, data, lists
  size_t old_mistakes = 0;            // number of errors of the old side
  bool old_is_rendered = true, new_is_rendered = true;  // pages and sentences are compared only if both are true

  bool empty() const;
};

// Whether the data could not be loaded completely. Rows that merely break a rule would then be reported as removed.
bool has_broken_data(const passes::CheckedSite& side);

// Whether pages were rendered, which an error in a template prevents.
bool is_rendered(const passes::CheckedSite& side);

Comparison compare(const passes::CheckedSite& before, const passes::CheckedSite& after);

// Adds the workflows of hosts that differ, which the passes of a build do not read.
void compare_workflows(const io::FileSystem& before, const io::FileSystem& after, std::vector<Doubt>& doubts);

}  // namespace diff
