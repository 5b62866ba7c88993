// Fuzzes data/permalinks.txt and data/redirects.csv, both from the whole input. Reading, writing and reading again must
// give the same values, and writing again must give the same bytes.
#include "base/text.h"
#include "check/permalinks.h"
#include "fuzz/fuzz.h"
#include "site/redirects.h"

namespace {

std::string rewritten(const std::string& text) {
  base::Diagnostics none;
  const base::SourceText file("data/again.txt", text);
  const check::Permalinks permalinks = check::read_permalinks(&file, none);
  fuzz::require(none.empty(), "what was written is read", text);
  return check::permalinks_text(permalinks);
}

void read_permalinks(const base::SourceText& file) {
  base::Diagnostics diagnostics;
  const check::Permalinks permalinks = check::read_permalinks(&file, diagnostics);
  fuzz::check(diagnostics);
  for (const check::RecordedPage& page : permalinks.pages) {
    fuzz::check(page.span);
    fuzz::require(permalinks.find(page.address) == &page, "a page is found", page.address);
    for (const check::RecordedAnchor& anchor : page.anchors) {
      fuzz::check(anchor.span);
      fuzz::require(page.has(anchor.name), "so is an anchor", anchor.name);
    }
  }
  const std::string text = check::permalinks_text(permalinks);
  fuzz::require(rewritten(text) == text, "what was written is canonical", text);
}

void read_redirects(const base::SourceText& file) {
  base::Diagnostics diagnostics;
  const site::Redirects redirects = site::read_redirects(file, diagnostics);
  fuzz::check(diagnostics);
  std::string text = std::string(site::kRedirectColumns) + "\n";
  size_t written = 0;
  for (const site::Redirect& row : redirects.rows()) {
    fuzz::check(row.from_span), fuzz::check(row.to_span);
    fuzz::require(redirects.find(row.from.address, row.from.anchor) == &row, "a row is found", row.from.address);
    if (row.broken || !row.external.empty()) continue;
    text += site::redirect_row(row.from, row.to, row.since, row.why) + "\n";
    ++written;
  }
  base::Diagnostics none;
  const base::SourceText again_file("data/again.csv", text);
  const site::Redirects again = site::read_redirects(again_file, none);
  fuzz::require(none.empty() && again.rows().size() == written, "what was written is read", text);
  for (const site::Redirect& row : again.rows()) {
    const site::Redirect* before = redirects.find(row.from.address, row.from.anchor);
    fuzz::require(before && before->to == row.to && before->since == row.since && before->why == row.why,
                  "what was written reads as the same", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(fuzz::text_of(data, size));
  read_permalinks(base::SourceText("data/permalinks.txt", text));
  read_redirects(base::SourceText("data/redirects.csv", text));
  return 0;
}
