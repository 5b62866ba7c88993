// Tests `sourcebook check` as a process.
#include <doctest/doctest.h>

#include <cstdlib>

#include "command_site.h"

namespace {

using cli_test::Outcome;
using cli_test::Site;
namespace fs = std::filesystem;

TEST_CASE("check lists assumptions and counts, and publishes nothing") {
  Site site("check");
  site.write("content/index.md", "---\ntitle: Coffee\n---\nWe drink [5 cups](given:) a day.\n");
  Outcome done = site.run({});
  CHECK(done.status == 0);
  CHECK(done.err == "");
  CHECK(
      done.out.starts_with("1 assumption:\n  content/index.md:4: 5 cups\n3 pages, 0 figures checked, "
                           "29 links; 0 places with unbound words (0 in the baseline), 1 assumption, 0 stale, 0 "
                           "sources unused; "));
  CHECK(done.out.ends_with(" s\n"));
  CHECK(!fs::exists(site.root / "site"));
  CHECK(site.run({"-q"}).out == "");
  CHECK(site.run({"--format", "json"}).out == "{\"assumption\":\"5 cups\",\"file\":\"content/index.md\",\"line\":4}\n");
  site.write("data/figures.yaml", "year: {is: 365 * 24 h, why: no leap day}\n");
  CHECK(
      site.run({}).out.starts_with("2 assumptions:\n  content/index.md:4: 5 cups\n"
                                   "  data/figures.yaml:1: year is 365 * 24 h: no leap day\n"));
}

TEST_CASE("an unbound number is a warning, and an error if it is not in the baseline") {
  Site site("check");
  const std::string front = "---\ntitle: Coffee\n---\n";
  site.write("content/index.md", front + "It takes 5 GB.\n");
  Outcome warned = site.run({});
  CHECK(warned.status == 0);
  CHECK(has(warned.err, "warning[unbound-number]: \"5 GB\" is neither tied to the data nor cited\n"));
  CHECK(site.run({"--strict"}).status == 1);

  Outcome written = site.run({"--write-baseline"});
  CHECK(written.status == 0);
  CHECK(written.err == "");
  CHECK(has(written.out, "1 place with unbound words (1 in the baseline)"));
  CHECK(site.run({"--strict"}).status == 0);

  site.write("content/index.md", front + "It takes 5 GB.\n\nOr 6 GB.\n");
  CHECK(site.run({}).status == 1);
  CHECK(has(site.run({"--write-baseline"}).err, "error[unbound-number]: \"6 GB\""));
  CHECK(site.run({"--write-baseline", "--grow"}).status == 0);
  site.write("content/index.md", front + "Or 6 GB.\n");
  CHECK(has(site.run({}).err, "error[stale-baseline]: these words are no longer unbound\n  --> data/unbound.txt:"));
  CHECK(site.run({"--write-baseline"}).status == 0);
  CHECK(site.run({}).status == 0);
}

TEST_CASE("the date is --today, SOURCE_DATE_EPOCH or the clock") {
  Site site("check");
  site.write("content/index.md", "---\ntitle: Coffee\nreviewed: 2020-01-01\nreview_after_days: 10\n---\nWords.\n");
  CHECK(site.run({"--today", "2020-01-11"}).err == "");
  CHECK(has(site.run({"--today", "2020-01-12"}).err, "2020-01-01, 11 days ago"));
  CHECK(has(site.run({}).err, "warning[stale-page]"));
  ::setenv("SOURCE_DATE_EPOCH", "1577923200", 1);  // 2020-01-02
  CHECK(site.run({}).err == "");
  CHECK(has(site.run({"--today", "2020-01-12"}).err, "warning[stale-page]"));
  ::setenv("SOURCE_DATE_EPOCH", "soon", 1);
  CHECK(site.run({}).err ==
        "error[usage]: SOURCE_DATE_EPOCH is \"soon\", which is not a number of seconds\n   = help: set it to "
        "seconds since 1970, or unset it\n");
  ::unsetenv("SOURCE_DATE_EPOCH");
}

TEST_CASE("check exits with 2 for wrong usage, 1 for errors of the site, 3 for system errors") {
  Site site("check");
  CHECK(site.run({"--today", "2026-02-30"}).status == 2);
  CHECK(site.run({"--grow"}).status == 2);
  CHECK(site.run({"--root", "/nowhere"}).status == 2);
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md)\n");
  Outcome failed = site.run({});
  CHECK(failed.status == 1);
  CHECK(has(failed.err, "error[unknown-page]"));
  site.write("data/unbound.txt/file", "");
  CHECK(site.run({"--write-baseline"}).status == 3);
}

TEST_CASE("check --external explains how to correct invalid options") {
  Site site("check");
  const Outcome range = site.run({"--external", "--allow-private", "everything"});
  CHECK(range.status == 2);
  CHECK(range.err ==
        "error[usage]: \"everything\" is not an IP address or address range\n"
        "   = help: write one such as --allow-private 10.20.0.0/16\n");
}

}  // namespace
