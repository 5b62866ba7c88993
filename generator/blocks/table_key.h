// The key of a table explains the abbreviations in its cells: marks of the best and worst value, signs of missing
// values, footnotes. Writing the cells adds entries to it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "blocks/context.h"

namespace blocks {

class TableKey {
 public:
  // `name` is the prefix of the footnotes' ids, unique on the page. The context must outlive the object.
  TableKey(std::string name, const Context& context)
      : name_(std::move(name)), words_(context.words), ids_(context.ids) {}

  void saw_best() { best_ = true; }
  void saw_worst() { worst_ = true; }

  // The content of an empty cell. `meaning` is one of "not published", "not applicable" and "not measured", which are
  // abbreviated; "" if the reason is unknown; any other text is shown unchanged.
  struct Sign {
    std::string sign;  // the sign in the cell: "n/a"
    std::string text;  // the meaning of the sign; equal to `sign` if there is nothing to explain
  };
  Sign missing(std::string_view meaning);

  // Returns a <sup> with a letter that links to the footnote; equal texts share a letter.
  markup::SafeHtml mark(markup::SafeHtml footnote);

  // Returns the explanations to show below the table; may be empty.
  markup::SafeHtml html() const;

 private:
  std::string id(size_t index) const { return ids_.make(name_ + "-f" + std::to_string(index + 1)); }
  std::string name_;
  const site::Words& words_;
  const PageIds& ids_;
  bool best_ = false;
  bool worst_ = false;
  std::map<std::string, std::string> signs_;  // maps a sign to its meaning
  std::vector<markup::SafeHtml> footnotes_;
};

}  // namespace blocks
