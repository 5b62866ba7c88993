// The list of sources at the end of a page, numbered in the order in which the page first uses them. Also records which
// part of the page uses each source, so that a source's page can link back.
#pragma once
#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "data/bibliography.h"
#include "markup/html.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

struct Context;

// One part of a page that depends on a source or on a row of the data: the page itself (no anchor), a table, a chart,
// or the note of a figure.
struct Use {
  std::string on;  // the id of a source, or the ref of a row, which contains a "/"
  std::string anchor;
  auto operator<=>(const Use&) const = default;
};
using Uses = std::vector<Use>;

class References {
 public:
  // Returns the number of the source on this page, from 1. `anchor` is the part that cites it: "" for the text.
  size_t cite(const data::Source& source, std::string_view anchor);
  // Adds a locator that the text mentions. The list shows it with the source.
  void add_locator(const data::Source& source, const std::string& locator);
  // Records that the part at `anchor` depends on this row of the data.
  void depend_on(std::string_view ref, std::string_view anchor);

  const std::vector<const data::Source*>& sources() const { return sources_; }
  const std::vector<std::string>& locators(size_t index) const { return locators_[index]; }
  Uses uses() const;  // returns the uses sorted, without duplicates

 private:
  void record(std::string_view on, std::string_view anchor);

  std::vector<const data::Source*> sources_;
  std::vector<std::vector<std::string>> locators_;  // the locators of each source, in the order of mention
  Uses uses_;
};

// Formats a reference by the Chicago Manual of Style (17th edition, author-date), the default style of Pandoc and
// Quarto, as a text for data::csl_plain() and csl_html() with the title marked. `with_address` appends the DOI or URL.
std::string reference_of(const data::Source& source, const site::Words& words, bool with_address);
// Returns a reference: "Jouppi, Norman P., and Cliff Young. 2017. “In-Datacenter Performance ….” In ISCA." The title is
// a link if the source has an address.
markup::SafeHtml reference_html(const data::Source& source, const site::Words& words);
// Like reference_html(), but plain text with the address: for readers who cite the source.
std::string reference_text(const data::Source& source, const site::Words& words);
// Returns a date or range of a source as readers read it: "2020-03-01", "1. März 2020", "Summer 2019".
std::string date_text(const data::Date& date, const site::Words& words);
// Adds "ca." to an approximate date, and "?" to an uncertain one; `text` is it in words.
std::string with_doubt(const data::Date::Parts& date, std::string text, const site::Words& words);
// Returns the status of a source, shown wherever it is cited: "Superseded: there is a new edition. See …"; often empty.
markup::SafeHtml status_html(const data::Source& source, Context& context);
// Writes the number of a source that the text cites, with a link to its entry in the list of sources.
void write_citation(const data::Source& source, std::string_view title, markup::Writer& out, Context& context);
// Writes a text with a link to an address; without a link if `href` is "".
void write_link(std::string_view href, std::string_view text, markup::Writer& out);
// Returns who publishes a source, or the work that contains it; may be "".
const std::string& publisher_of(const data::Source& source);
// Returns a short form: "Bean Street, Price card".
std::string short_name(const data::Source& source);

}  // namespace blocks
