// Makes pages of redirects once all other pages and files are known. Checks each row against those and against the
// other rows, so that every redirect is a single step.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/text.h"
#include "site/building.h"

namespace site {
namespace {

// Finding the most similar address is slow, and more mistakes than this probably have one cause.
constexpr size_t kMaxSuggestions = 20;

class Adder {
 public:
  Adder(Site& site, base::Diagnostics& diagnostics) : site_(site), rows_(site.redirects), diagnostics_(diagnostics) {}

  // Adds a row for each old address that a page names itself.
  void add_aliases() {
    for (const auto& page : site_.pages) {
      if (!page->content() || page->from_data()) continue;
      for (const document::Text& alias : page->content()->front.aliases) {
        Redirect row{.from_span = alias.span, .to_span = alias.span};
        std::string objection;
        const bool is_whole = alias.text.ends_with(".html") || alias.text.ends_with('/');
        row.from = parse_place(served_address(is_whole ? alias.text : alias.text + "/"), objection);
        row.to.address = page->address;
        const Redirect* other = rows_.find(row.from.address, row.from.anchor);
        if (row.from == row.to || (other && other->to == row.to)) continue;
        if (!objection.empty() || !row.from.address.ends_with(".html") || other)
          refuse("bad-redirect", alias.span,
                 other ? fmt::format("{} redirects to another page too", to_text(row.from))
                       : fmt::format("\"{}\" can't be an old address of a page", alias.text),
                 row)
              .expect(other ? "it for one page only"
                            : "an address without the host, such as /docs/old/ or docs/old.html");
        else
          rows_.add(std::move(row));
      }
    }
  }

  void add_redirects(const Words& words) {
    for (Redirect& row : rows_.rows()) check_from(row);
    for (Redirect& row : rows_.rows()) follow(row);
    for (size_t i = 0; i < rows_.rows().size(); ++i) rows_.rows()[i].broken |= stuck_.contains(&rows_.rows()[i]);
    for (Redirect& row : rows_.rows()) check_to(row);
    for (const Redirect& row : rows_.rows())
      if (!row.broken) row.from.anchor.empty() ? add_page(row, words) : keep_files(row);
    sort_pages(site_);
  }

 private:
  base::Diagnostic& refuse(std::string_view code, base::Span span, std::string message, Redirect& row) {
    row.broken = true;
    return diagnostics_.error(code, span, std::move(message));
  }

  void check_from(Redirect& row) {
    const std::string& address = row.from.address;
    if (!row.from.anchor.empty()) {
      if (site_.find(address) || rows_.find(address, "")) return;
      const bool is_file = site_.addresses.has(address);
      refuse("redirect-nowhere", row.from_span,
             is_file ? fmt::format("{} is a file published unchanged, and only a page can redirect its parts", address)
                     : fmt::format("nothing is published at {}, and there is no redirect for that page", address),
             row)
          .suggest(is_file ? "" : fmt::format("add a row for the page too: {},…", address));
      return;
    }
    if (site_.addresses.has(address)) {
      refuse("redirect-taken", row.from_span, fmt::format("{} is published, so it needs no redirect", address), row)
          .suggest("remove the row, or publish the page at another address");
    } else if (const std::string other = folder_and_file(address); !other.empty()) {
      refuse("bad-redirect", row.from_span,
             fmt::format("{} can't be a page: {} would have to be both a folder and a file", address, other), row);
    }
  }

  // Returns the path that would have to be both a folder and a file, or "".
  std::string folder_and_file(const std::string& address) const {
    if (site_.addresses.has_below(address)) return address;
    for (size_t slash = address.find('/'); slash != std::string::npos; slash = address.find('/', slash + 1))
      if (std::string folder = address.substr(0, slash); site_.addresses.has(folder) || rows_.find(folder, ""))
        return folder;
    return "";
  }

  // Returns the row that redirects a place, or the place's page; null if there is none.
  const Redirect* row_of(const Place& place) const {
    if (place.address.empty()) return nullptr;
    const Redirect* row = rows_.find(place.address, place.anchor);
    if (!row && !place.anchor.empty()) row = rows_.find(place.address, "");
    return row && !row->broken ? row : nullptr;
  }

  void follow(Redirect& row) {
    if (row.broken) return;
    std::vector<const Redirect*> way{&row};
    std::set<const Redirect*> seen{&row};
    std::vector<Place> places;
    End end{row.to, &row};
    while (const Redirect* on = row_of(end.place)) {
      if (const auto known = ends_.find(end.place); known != ends_.end()) {
        end = known->second;
        break;
      }
      places.push_back(end.place);
      if (!seen.insert(on).second) {
        report_loop({std::find(way.begin(), way.end(), on), way.end()});
        end.last = nullptr;
        break;
      }
      way.push_back(on);
      // A row that moves a whole page keeps the anchor.
      const std::string anchor = on->from.anchor.empty() ? end.place.anchor : "";
      end = {on->to, on};
      if (end.place.anchor.empty()) end.place.anchor = anchor;
    }
    for (Place& place : places) ends_.emplace(std::move(place), end);
    if (!end.last)
      stuck_.insert(&row);
    else if (end.last != &row)
      report_chain(row, *row_of(row.to), *end.last, end.place);
  }

  // Reports a loop once, even if many rows lead into it.
  void report_loop(const std::vector<const Redirect*>& circle) {
    if (stuck_.contains(circle[0])) return;
    stuck_.insert(circle.begin(), circle.end());
    std::string names;
    for (const Redirect* row : circle) names += to_text(row->from) + " → ";
    diagnostics_
        .error("redirect-loop", circle[0]->from_span,
               fmt::format("these rows form a redirect loop: {}{}", names, to_text(circle[0]->from)))
        .expect("rows that lead to a page")
        .suggest(
            "publish one of these pages, or retire it: leave the second column empty and give a reason in the last");
  }

  void report_chain(Redirect& row, const Redirect& second, const Redirect& last, const Place& end) {
    stuck_.insert(&row);
    auto& d =
        diagnostics_.error("redirect-chain", row.to_span, fmt::format("{} is itself redirected", to_text(row.to)));
    if (last.is_retired()) {
      d.message = fmt::format("{} was retired", to_text(last.from));
      d.expect("a page that is published")
          .suggest("retire this address too: leave the second column empty and give a reason in the last");
    } else {
      d.expect(fmt::format("the final address: {}", last.external.empty() ? to_text(end) : last.external));
    }
    d.note(second.from_span, "it is redirected here");
  }

  void check_to(Redirect& row) {
    if (row.broken || row.to.address.empty() || site_.addresses.has(row.to.address)) return;
    auto& d = refuse("redirect-nowhere", row.to_span, fmt::format("nothing is published at {}", row.to.address), row);
    d.expect("an address that the site publishes, or nothing for a retired one");
    if (++suggestions_ <= kMaxSuggestions) d.suggest(base::did_you_mean(row.to.address, site_.addresses.all()));
  }

  void add_page(const Redirect& row, const Words& words) {
    site_.addresses.claim(row.from.address, fmt::format("the row in {}", kRedirects), row.from_span, diagnostics_);
    site::add_page(site_, row.from.address, PageKind::redirect,
                   std::string(words[row.is_retired() ? "retired_title" : "moved_title"]));
  }

  // Also publishes the files of a renamed table or chart at their old addresses, because wikis embed the picture.
  void keep_files(const Redirect& row) {
    const std::string &old = row.from.anchor, &now = row.to.anchor;
    const NamedBlock* block = site_.block_named(now);
    if (!block || block->page->address != row.to.address || base::github_slug(old) != old) return;
    for (auto [folder, ends] : {std::pair<std::string_view, std::string_view>{"charts/", ".svg -dark.svg .png .csv"},
                                {"tables/", ".csv .json"},
                                {"embed/", ".html"}})
      for (std::string_view end : base::split(ends, ' ')) {
        std::string from = fmt::format("{}{}{}", folder, old, end), to = fmt::format("{}{}{}", folder, now, end);
        if (!site_.addresses.has(to) || site_.addresses.has(from)) continue;
        site_.addresses.claim(from, fmt::format("the row in {}", kRedirects), row.from_span, diagnostics_);
        site_.copies.emplace_back(std::move(from), std::move(to));
      }
  }

  // Where the rows from a place on lead; `last` is the last of them, or null in a loop.
  struct End {
    Place place;
    const Redirect* last;
  };

  Site& site_;
  Redirects& rows_;
  base::Diagnostics& diagnostics_;
  std::map<Place, End> ends_;        // for places that are redirected
  std::set<const Redirect*> stuck_;  // rows that lead to a loop or to another row
  size_t suggestions_ = 0;
};

}  // namespace

void add_redirects(Site& site, const base::SourceText* csv, const Words& words, base::Diagnostics& diagnostics) {
  if (csv) site.redirects = read_redirects(*csv, diagnostics);
  Adder adder(site, diagnostics);
  adder.add_aliases();
  adder.add_redirects(words);
}

}  // namespace site
