#include "site/redirects.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/csv.h"
#include "data/dates.h"
#include "site/url.h"

namespace site {
namespace {

constexpr std::string_view kPrograms = "asp aspx cgi jsp php";  // endings of addresses that programs served

class RedirectsReader {
 public:
  RedirectsReader(std::vector<Redirect>& rows, base::Diagnostics& diagnostics)
      : rows_(rows), diagnostics_(diagnostics) {}

  bool take(const std::vector<data::CsvCell>& cells) {
    if (!has_head_) return take_head(cells);
    if (cells.size() != 4) {
      const base::Span whole{cells[0].span.source, cells[0].span.begin, cells.back().span.end};
      diagnostics_.error("bad-redirect", whole, fmt::format("this row has {}", base::count_of(cells.size(), "cell")))
          .expect(fmt::format("four: {}", kRedirectColumns))
          .suggest(cells.size() > 4 ? "put text that contains a comma in quotes" : "");
      return true;
    }
    Redirect row;
    row.from_span = cells[0].span;
    row.to_span = cells[1].span;
    row.since = base::trim(cells[2].text);
    row.why = base::trim(cells[3].text);
    read_from(base::trim(cells[0].text), row);
    if (row.from.address.empty()) return true;
    read_to(base::trim(cells[1].text), row);
    check_since(cells[2].span, row);
    check_why(cells[3].span, row);
    rows_.push_back(std::move(row));
    return true;
  }

 private:
  bool take_head(const std::vector<data::CsvCell>& cells) {
    std::vector<std::string> names;
    for (const data::CsvCell& cell : cells) names.emplace_back(base::trim(cell.text));
    has_head_ = base::join(names, ",") == kRedirectColumns;
    if (has_head_) return true;
    const base::Span whole{cells[0].span.source, cells[0].span.begin, cells.back().span.end};
    diagnostics_.error("bad-redirect", whole, "the first line is not the header")
        .expect(fmt::format("the line {}", kRedirectColumns));
    return false;
  }

  base::Diagnostic& refuse(base::Span span, std::string message, Redirect& row) {
    row.broken = true;
    return diagnostics_.error("bad-redirect", span, std::move(message));
  }

  // Parses a place; returns an empty place after an error.
  Place place(std::string_view text, base::Span span, Redirect& row) {
    std::string objection;
    Place place = parse_place(text, objection);
    if (objection.empty()) return place;
    const std::string guess = meant_place(text);
    refuse(span, fmt::format("\"{}\" is not an address of this site: {}", text, objection), row)
        .expect("the path of a page below the output folder, such as lessons/cost.html or lessons/cost.html#rent")
        .suggest(guess.empty() ? "" : fmt::format("did you mean \"{}\"?", guess));
    return place;
  }

  void read_from(std::string_view text, Redirect& row) {
    row.from = place(served_address(text), row.from_span, row);
    if (row.from.address.empty() || row.from.address.ends_with(".html")) return;
    refuse(row.from_span, fmt::format("{} is not a page, and only a page can redirect", row.from.address), row)
        .expect("an address that ends in .html")
        .suggest("publish the file at its old address too");
  }

  void read_to(std::string_view text, Redirect& row) {
    if (text.empty()) return;
    if (!is_external(text)) {
      row.to = place(text, row.to_span, row);
    } else if (text.starts_with("https://") || text.starts_with("http://")) {
      row.external = text;
    } else {
      refuse(row.to_span, fmt::format("\"{}\" is not a web address", text), row)
          .expect("an address of this site, or of another that begins with https://");
    }
  }

  void check_since(base::Span span, Redirect& row) {
    if (data::is_date(row.since) || data::is_year_month(row.since) || data::is_year(row.since)) return;
    row.broken = true;
    diagnostics_.error("bad-date", span, fmt::format("\"{}\" is not a date", row.since))
        .expect("the date since which it redirects: 2026-01-31, 2026-01 or 2026");
  }

  void check_why(base::Span span, Redirect& row) {
    if (row.broken || !row.is_retired() || !row.why.empty()) return;
    refuse(span, fmt::format("{} is retired without a reason", to_text(row.from)), row)
        .expect("the reason in the last column, for readers who follow an old link")
        .suggest("or give its new address in the second column");
  }

  std::vector<Redirect>& rows_;
  base::Diagnostics& diagnostics_;
  bool has_head_ = false;
};

}  // namespace

std::string redirect_row(const Place& from, const Place& to, std::string_view since, std::string_view why) {
  return fmt::format("{},{},{},{}", data::csv_cell(to_text(from)), data::csv_cell(to_text(to)), since,
                     data::csv_cell(why));
}

const Redirect* Redirects::find(std::string_view address, std::string_view anchor) const {
  const std::span<const Redirect> rows = rows_of(address);
  const auto at = std::ranges::lower_bound(rows, anchor, {},
                                           [](const Redirect& row) -> std::string_view { return row.from.anchor; });
  return at != rows.end() && at->from.anchor == anchor ? &*at : nullptr;
}

std::span<const Redirect> Redirects::parts_of(std::string_view address) const {
  const std::span<const Redirect> rows = rows_of(address);
  return rows.subspan(!rows.empty() && rows.front().from.anchor.empty() ? 1 : 0);
}

std::span<const Redirect> Redirects::rows_of(std::string_view address) const {
  const auto rows = std::ranges::equal_range(rows_, address, {},
                                             [](const Redirect& row) -> std::string_view { return row.from.address; });
  return {rows.begin(), rows.end()};
}

void Redirects::add(Redirect row) {
  rows_.insert(std::ranges::upper_bound(rows_, row.from, {}, &Redirect::from), std::move(row));
}

std::string served_address(std::string_view old) {
  const size_t hash = std::min(old.find('#'), old.size());
  const size_t begin = std::min(old.find_first_not_of('/'), hash);
  std::string address(old.substr(begin, hash - begin));
  const std::string_view name = file_of(address);
  const size_t dot = name.rfind('.');
  const std::string_view ending = dot == std::string_view::npos || dot == 0 ? "" : name.substr(dot + 1);
  if (name.empty() || ending.empty() || base::is_digit(ending[0]) || base::has_word(kPrograms, ending))
    address += address.empty() || address.ends_with('/') ? "index.html" : "/index.html";
  return address + std::string(old.substr(hash));
}

Redirects read_redirects(const base::SourceText& csv, base::Diagnostics& diagnostics) {
  std::vector<Redirect> rows;
  RedirectsReader reader(rows, diagnostics);
  data::read_csv(csv, {}, diagnostics, [&](const auto& cells) { return reader.take(cells); });
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  Redirects redirects;
  for (Redirect& row : rows) {
    if (!redirects.rows_.empty() && redirects.rows_.back().from == row.from) {
      diagnostics.error("redirect-twice", row.from_span, fmt::format("{} has two rows", to_text(row.from)))
          .suggest("delete one of them")
          .note(redirects.rows_.back().from_span, "the first one");
      continue;
    }
    redirects.rows_.push_back(std::move(row));
  }
  return redirects;
}

}  // namespace site
