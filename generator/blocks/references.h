// The list of sources at the end of a page, numbered in the order in which the page first uses them, and what uses
// each, so that a source's page can link back.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "blocks/uses.h"
#include "data/bibliography.h"
#include "markup/html.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

struct Context;

class References {
 public:
  // The number of the source on this page, from 1. `anchor` is the part of the page that cites it: "" for the text.
  size_t cite(const data::Source& source, std::string_view anchor);
  // Adds a place in the source that the text names. The list shows it with the source.
  void add_locator(const data::Source& source, const std::string& locator);
  // Records that the part at `anchor` depends on this row of the data.
  void depend_on(std::string_view ref, std::string_view anchor);

  const std::vector<const data::Source*>& sources() const { return sources_; }
  const std::vector<std::string>& locators(size_t index) const { return locators_[index]; }
  Uses uses() const;  // sorted, unique

 private:
  void record(std::string_view on, std::string_view anchor);

  std::vector<const data::Source*> sources_;
  std::vector<std::vector<std::string>> locators_;  // of each source, in order
  Uses uses_;
};

// "Jouppi, Norman P., and Cliff Young. 2017. “In-Datacenter Performance ….” In ISCA." with the title as a link, if the
// source has an address.
markup::SafeHtml reference_html(const data::Source& source, const site::Words& words);
// As above as plain text, with its address: for readers who cite it.
std::string reference_text(const data::Source& source, const site::Words& words);
// The status of a source, shown wherever it is cited: "Superseded: there is a new edition. See …"; empty for most.
markup::SafeHtml status_html(const data::Source& source, Context& context);
// A short form: "Bean Street, Price card".
std::string short_name(const data::Source& source);

}  // namespace blocks
