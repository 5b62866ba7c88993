// data/redirects.csv: the new addresses of moved pages. One row per address, below the header `from,to,since,why`:
//
//   lessons/sizes.html,lessons/size.html,2026-05-01,           the page has another address now
//   lessons/cost.html#rent,compare/prices.html#rent,2026-05,   a part of a page moved, to another page or on its own
//   lessons/tape.html,https://example.org/tape,2026-05,        another site has it now
//   lessons/drums.html,,2026-06-30,Nobody builds them          retired: removed, with the reason
//
// Addresses are the paths of files below the output folder, as in site/place.h.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "site/place.h"

namespace site {

inline constexpr std::string_view kRedirects = "data/redirects.csv";
inline constexpr std::string_view kRedirectColumns = "from,to,since,why";

struct Redirect {
  Place from;
  Place to;              // the new place; its address is empty if the page was retired or moved to another site
  std::string external;  // the URL of a page that moved to another site: "https://…"
  std::string since;     // a date, a month or a year
  std::string why;       // the reason for readers; required if the page was retired
  base::Span from_span;
  base::Span to_span;  // the position of `to`; empty if the page was retired
  // Whether the row has an error, which was reported. It then does not redirect, but its address is not missing.
  bool broken = false;

  bool is_retired() const { return to.address.empty() && external.empty(); }
};

class Redirects {
 public:
  // Returns the row of exactly this place, even if it has an error; null if there is none.
  const Redirect* find(std::string_view address, std::string_view anchor) const;
  // Returns the rows of the parts of a page, by anchor, including rows with errors.
  std::span<const Redirect> parts_of(std::string_view address) const;

  void add(Redirect row);

  const std::vector<Redirect>& rows() const { return rows_; }
  std::vector<Redirect>& rows() { return rows_; }

 private:
  friend Redirects read_redirects(const base::SourceText& csv, base::Diagnostics& diagnostics);
  std::span<const Redirect> rows_of(std::string_view address) const;  // the rows of a page and its parts
  std::vector<Redirect> rows_;                                        // the rows sorted by `from`, without duplicates
};

// Returns the address of the page that hosts serve for an old address, which may begin with a slash, end in one, or
// have no ending or that of a program: "/docs/old", "docs/old/" → "docs/old/index.html", "old.php" →
// "old.php/index.html".
std::string served_address(std::string_view old);

// Reads and checks the rows. add_redirects() in site.h checks later whether their pages exist. Codes: "csv-syntax",
// "bad-redirect", "bad-date", "redirect-twice".
Redirects read_redirects(const base::SourceText& csv, base::Diagnostics& diagnostics);

// Returns a row in the form that the file has, without the end of line.
std::string redirect_row(const Place& from, const Place& to, std::string_view since, std::string_view why);

}  // namespace site
