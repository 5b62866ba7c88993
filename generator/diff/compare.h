// Folder diff/: two versions of a site compared, for people who review new data.
//
// Both sides have run a build's passes up to its last wall. The new side's mistakes are part of the answer, not its
// end: an assert that would fail and a sentence that no longer agrees are what the comparison is for.
//
// Rows are matched by their primary keys; numbers are compared as exact decimals, in one unit where units convert.
// Costs grow with the rows and pages of both sides, never with their product.
#pragma once
#include <string>
#include <vector>

#include "build/build.h"
#include "site/changes.h"

namespace diff {

// What would fail on the new side, or no longer does.
struct ClaimChange {
  bool fails = true;    // on the new side, and did not before; else the other way round
  std::string name;     // of an assert, also where a sentence rests on it; "" for the others
  std::string place;    // "content/lessons/cost.md:12:5", on the side on which it fails
  std::string message;  // as the build says it
};

// A table or chart that shows something else than before.
struct BlockChange {
  std::string name;
  bool is_chart = false;
  bool has_pictures = false;  // of a chart: builds draw it on both sides
  std::string page, title;
  std::vector<site::ValueChange> cells;  // `field` is the row's name, `title` the column's
  std::vector<std::string> rows_added, rows_gone;
};

// A page that renders differently, and what it read that changed.
struct AffectedPage {
  std::string address, title;
  bool own_text = false;  // somebody changed its file
  // "prices", "prices/latte/price", "source card": frames, figures, cells, sources. Where it is none of these, what is
  // said of rows that it shows: "row prices/latte".
  std::vector<std::string> because_of;
};

// What builds, and should be looked at before it is published.
struct Doubt {
  std::string place;  // "data/prices.csv", "content/lessons/cost.md:12:5"
  std::string message;
};

struct Comparison {
  site::Changes changes;
  std::vector<Doubt> doubts;             // values under an old date, rows newer than their source, changed asserts
  std::vector<site::RowChange> sources;  // by their ids, with what is said otherwise of them; readers are not told
  std::vector<BlockChange> blocks;
  std::vector<ClaimChange> asserts;
  std::vector<ClaimChange> prose;     // figures in sentences
  std::vector<ClaimChange> mistakes;  // all else that the new side's build says and the old one's does not
  std::vector<AffectedPage> pages;    // in both, written by somebody, by address
  size_t generated_pages = 0;         // others that render differently: of sources, data, lists
  size_t old_mistakes = 0;            // errors of the old side
  bool old_is_rendered = true, new_is_rendered = true;  // where one is not, neither pages nor sentences are compared

  bool empty() const;
};

// Whether the data themselves could not be loaded as they are: then rows would be told as gone that only broke a rule.
bool has_broken_data(const build::CheckedSite& side);

// Whether there are pages: a mistake in a template leaves all of them unrendered, and what is said in them unread.
bool is_rendered(const build::CheckedSite& side);

Comparison compare(const build::CheckedSite& before, const build::CheckedSite& after);

}  // namespace diff
