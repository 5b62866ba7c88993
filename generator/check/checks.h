// Folder check/: checks of the whole site, which a build makes before it publishes anything: its links and redirects
// lead to pages, files and anchors that exist, its images are sound, and its colours contrast with the background.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "io/source_tree.h"
#include "quantity/frame.h"
#include "site/place.h"
#include "site/site.h"
#include "site/words.h"

namespace check {

// Checks links within the site. Codes: "unknown-page", "unknown-anchor", "moved-link", and those of check_query().
void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics);

// Checks each "NAME.KEY=VALUE" of a link's query, which sets something in an estimate or a table of the link's page:
// [a 7B model](estimate.md?run.size=7#run). Queries of pages without estimates and tables are not checked: they may be
// for scripts of the site's own. Codes: "estimate-name", "estimate-choice", "bad-value", "unknown-column".
void check_query(const site::Site& site, const site::InternalLink& link, base::Diagnostics& diagnostics);

// A rendered page.
struct PageText {
  std::string_view address;  // the address of the page: "lessons/cost.html"
  std::string_view html;
};

// Returns what a link to a figure means on a page: the text after "fig:" without placeholders, and the figure, null if
// it could not be computed.
std::pair<std::string, const site::Figure*> figure_of(const site::Evaluation& evaluation, const document::Link& link);

// Checks that figures on a page are of rows that are true on the site's date (site::Site::as_of), unless their sentence
// names the year in which the row ends or begins, or has one of the words "words_of_past" or "words_of_future". Code
// "ended-row".
void check_validity(const site::Site& site, const site::Page& page, const site::Words& words,
                    base::Diagnostics& diagnostics);

// Checks redirects of anchors. Codes: "redirect-nowhere" for a row to an anchor that does not exist, "redirect-taken"
// for a row from an anchor that does. Other errors in redirects have been reported (site.h: add_redirects).
void check_redirects(const site::Site& site, const std::vector<site::PageLinks>& pages,
                     const std::vector<PageText>& texts, base::Diagnostics& diagnostics);

// Checks numbers that figures state together with the words around their brackets: "[23](fig:…) million". Code
// "figure-mismatch".
void check_words(const site::Site& site, const site::Page& page, base::Diagnostics& diagnostics);

struct Sentence;
// Checks that two figures of a sentence, of the same column, are not behind each other's names. Code "figure-mismatch".
void check_names(const Sentence& sentence, const site::Site& site, const site::Page& page,
                 base::Diagnostics& diagnostics);

// Checks that images in content/ have the format of their extension, a reasonable size, and no active content. Codes:
// "unreadable-image"; "unsafe-svg" for an SVG that runs code or loads something (opened as a page, it would run with
// the rights of the site); a warning "huge-image"; "bad-diagram" (blocks/diagram.h). Diagrams may use the theme's
// `colours`.
void check_images(const site::Site& site, const std::vector<std::string>& colours, base::Diagnostics& diagnostics);

// Checks that data/site.json lists, in "active", the files of content/ that could run code in a reader's browser or
// change what the host serves, and that each of its patterns matches one. Code "active-file".
void check_active_files(const site::Site& site, base::Diagnostics& diagnostics);

// Checks that no character changes the direction of text around or inside a number or a figure, whether it is written
// as itself, as a reference in Markdown or as an escape in JSON or YAML. An override, embedding or isolate affects the
// numbers of its paragraph, a mark only those beside it; data and settings are shown beside numbers, so they must not
// contain the former at all. Texts that SQL makes are checked when it runs. Code "text-direction".
void check_direction(const std::vector<const io::SourceFile*>& files, base::Diagnostics& diagnostics);

// Calls visit() for each column of tables and queries in which `key` is declared, with what is declared, and the place
// of the declaration or of its block.
void for_each_declared(const site::Site& site, std::string quantity::Field::* key,
                       const std::function<void(const quantity::Frame&, size_t column, const std::string& declared,
                                                base::Span place)>& visit);

// Checks that each value of a column with `extreme` (quantity::Field) is the lowest or highest of its group. Code
// "not-extreme".
void check_extremes(const site::Site& site, base::Diagnostics& diagnostics);

// Checks that the values of a column with `whole` (quantity::Field) add up to 1 in each of its groups, as far as their
// digits show. Code "not-whole".
void check_wholes(const site::Site& site, base::Diagnostics& diagnostics);

using Places = std::map<std::string, base::Span, std::less<>>;

// Checks the contrast of text and of the parts of charts with the background, in light, dark and print, by the theme's
// tokens. Ratios are those of WCAG 2.2 (markup/colour.h): 4.5:1 for text (1.4.3), 3:1 for meaningful parts of graphics
// (1.4.11). `tokens` and `chart` are assets/tokens.css and chart.css of the site or of the default theme. Codes:
// "low-contrast"; "missing-token" for a token that is measured here or used by `chart`; "unreadable-colour" for a
// measured token that is not written as #rrggbb, #rgb or rgb(), because the library that draws pictures of charts reads
// no other notation. `set_in_site` contains the positions of the tokens that site.json or data/theme.css sets
// ("--accent"); a background set there is reported once, with all tokens of the theme that it makes illegible. `scheme`
// is Config::scheme: the other one is not measured.
void check_contrast(const base::SourceText& tokens, const base::SourceText& chart, const Places& set_in_site,
                    std::string_view scheme, base::Diagnostics& diagnostics);

// Returns the contrast that a token must have with the background ("--accent"); nullopt if it is not measured.
std::optional<double> contrast_needed(std::string_view token);

// ---- anchors.cc: the anchors of all pages, and their positions in the sources

// Looks up anchors. Not thread-safe. `pages` and their texts must outlive the object.
class Anchors {
 public:
  explicit Anchors(const std::vector<site::PageLinks>& pages);
  // Returns the sorted anchors of a page, including those of rows. Returns null for an address that is not a page,
  // because the anchors of files are not known.
  const std::vector<std::string_view>* of(std::string_view address);
  bool has(std::string_view address, std::string_view anchor);
  // Returns the links of the page at an address, or null.
  const site::PageLinks* page(std::string_view address) const;

 private:
  std::unordered_map<std::string_view, const site::PageLinks*> by_address_;
  std::map<const site::PageLinks*, std::vector<std::string_view>> sorted_;  // names in order, made when first needed
};

// The position of an anchor in the source of its page: a heading, or the name of a table, chart or estimate.
struct AnchorSource {
  base::Span span;  // empty for other kinds of anchors
  bool is_heading = false;
  bool has_own_id = false;  // whether the heading has an id written as {#id}
};
AnchorSource source_of(const site::Site& site, const site::Place& place);

// Returns the page that now has the anchors of a published address: the page there, or the one to which the whole page
// is redirected. Returns null for a file, and for a page that was lost, retired or redirected to a part of a page.
const site::Page* page_now(const site::Site& site, const std::string& address);

}  // namespace check
