// Folder diff/: two versions of a site compared, for people who review new data.
//
// Both sides have run a build's passes up to its last wall. Errors of the new side are part of the result: the purpose
// of a comparison is to find asserts that would fail and sentences that would no longer agree.
//
// Rows are matched by their primary keys; numbers are compared as exact decimals, in the same unit if units convert.
// The time is linear in the rows and pages of both sides.
#pragma once
#include <string>
#include <vector>

#include "build/build.h"
#include "site/changes.h"

namespace diff {

// An error that is new on the new side, or gone.
struct ClaimChange {
  bool fails = true;    // only on the new side; otherwise only on the old side
  std::string name;     // of an assert, also for a sentence that depends on it; "" for others
  std::string place;    // "content/lessons/cost.md:12:5", on the side on which it fails
  std::string message;  // of the build
};

// A table or chart whose values changed.
struct BlockChange {
  std::string name;
  bool is_chart = false;
  bool has_pictures = false;  // a chart that builds of both sides draw
  std::string page, title;
  std::vector<site::ValueChange> cells;  // `field` is the row's name, `title` the column's
  std::vector<std::string> rows_added, rows_gone;
};

// A page that renders differently, and which of its dependencies changed.
struct AffectedPage {
  std::string address, title;
  bool own_text = false;  // its file changed
  // The changed values that it shows: "prices" (a frame), "prices/latte/price" (a figure or cell), "source card"; if
  // there are none, changed rows: "row prices/latte".
  std::vector<std::string> because_of;
};

// Something that builds but should be reviewed before it is published.
struct Doubt {
  std::string place;  // "data/prices.csv", "content/lessons/cost.md:12:5"
  std::string message;
  std::string loosened_assert = {};  // whose old query would fail now
};

struct Comparison {
  std::vector<std::string> digest;  // what to know first, a line each
  site::Changes changes;
  std::vector<Doubt> doubts;             // values under an old date, rows newer than their source, changed asserts
  std::vector<site::RowChange> sources;  // by id, with their fields that changed; not shown to readers
  std::vector<BlockChange> blocks;
  std::vector<ClaimChange> asserts;
  std::vector<ClaimChange> prose;                       // figures in sentences
  std::vector<ClaimChange> mistakes;                    // other errors of the new side only
  std::vector<AffectedPage> pages;                      // of both sides, written by an author, by address
  size_t generated_pages = 0;                           // others that render differently: of sources, data, lists
  size_t old_mistakes = 0;                              // errors of the old side
  bool old_is_rendered = true, new_is_rendered = true;  // pages and sentences are compared only if both are

  bool empty() const;
};

// Whether the data could not be loaded completely: then rows that merely break a rule would be reported as removed.
bool has_broken_data(const build::CheckedSite& side);

// Whether pages were rendered: an error in a template prevents it.
bool is_rendered(const build::CheckedSite& side);

Comparison compare(const build::CheckedSite& before, const build::CheckedSite& after);

}  // namespace diff
