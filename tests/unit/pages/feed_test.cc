#include "pages/site_files.h"

#include "../whole_site.h"

namespace {

Files dated_site() {
  return {{"data/site.json", R"({"title": "Coffee & more", "lang": "en", "description": "Of <beans>."})"},
          {"content/index.md", page("Coffee")},
          {"content/old.md", page("Old", "Words.\n", "date: 2024-02-03\n")},
          {"content/new.md", page("\"New <b> & old\"", "Words.\n",
                                  "date: 2024-02-04\nupdated: 2026-03-02\nauthors: [Ada, \"B & C\"]\ntags: [beans]\n")},
          {"content/undated.md", page("Undated")}};
}

}  // namespace

TEST_CASE("the feed lists what changed, newest first, with dates from the content") {
  WholeSite site(dated_site());
  site.built({.base_url = "https://example.org/coffee/"});
  CHECK(site.html("feed.xml") == R"(<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>https://example.org/coffee/feed.xml</id>
<title>Coffee &amp; more: what changed</title>
<subtitle>Of &lt;beans&gt;.</subtitle>
<updated>2026-03-02T00:00:00Z</updated>
<author><name>Coffee &amp; more</name></author>
<link rel="self" type="application/atom+xml" href="https://example.org/coffee/feed.xml"/>
<link rel="alternate" type="text/html" href="https://example.org/coffee/"/>
<generator>Sourcebook</generator>
<entry>
<id>https://example.org/coffee/new.html</id>
<title>New &lt;b&gt; &amp; old</title>
<updated>2026-03-02T00:00:00Z</updated>
<published>2024-02-04T00:00:00Z</published>
<author><name>Ada</name></author>
<author><name>B &amp; C</name></author>
<link rel="alternate" type="text/html" href="https://example.org/coffee/new.html"/>
<link rel="alternate" type="text/markdown" href="https://example.org/coffee/new.md"/>
<category term="beans"/>
<summary>Words.</summary>
</entry>
<entry>
<id>https://example.org/coffee/old.html</id>
<title>Old</title>
<updated>2024-02-03T00:00:00Z</updated>
<published>2024-02-03T00:00:00Z</published>
<link rel="alternate" type="text/html" href="https://example.org/coffee/old.html"/>
<link rel="alternate" type="text/markdown" href="https://example.org/coffee/old.md"/>
<summary>Words.</summary>
</entry>
</feed>
)");
  CHECK(has(site.html("new.html"), "<link rel=\"alternate\" type=\"application/atom+xml\""));
  CHECK(has(site.html("new.html"), "href=\"feed.xml\">"));
}

TEST_CASE("without a base URL or without dates, there is no feed and no link to one") {
  WholeSite site(dated_site());
  site.built();
  CHECK_FALSE(site.output.files().contains("feed.xml"));
  CHECK_FALSE(has(site.html("new.html"), "atom"));
  site.remove("content/old.md").remove("content/new.md").built({.base_url = "https://example.org/"});
  CHECK_FALSE(site.output.files().contains("feed.xml"));
  CHECK_FALSE(has(site.html("undated.html"), "atom"));
}

TEST_CASE("a feed contains the newest entries, and characters that XML forbids are replaced") {
  Files files = {{"data/site.json", R"({"title": "Coffee"})"}, {"content/index.md", page("Coffee")}};
  for (int i = 0; i < 60; ++i)
    files["content/p" + std::to_string(i) + ".md"] =
        page("\"A \\x01 title\"", "Words.\n", "date: 2026-03-" + std::to_string(10 + i % 20) + "\n");
  WholeSite site(files);
  site.built({.base_url = "https://example.org/"});
  const std::string xml = site.html("feed.xml");
  CHECK(count(xml, "<entry>") == pages::kMaxFeedEntries);
  CHECK(xml.find("/p19.html</id>") < xml.find("/p39.html</id>"));  // entries of the same date are sorted by id
  CHECK(has(xml, "<updated>2026-03-29T00:00:00Z</updated>\n<author>"));
  CHECK_FALSE(has(xml, "/p0.html</id>"));  // entries of the first dates are omitted
  CHECK(has(xml, "<title>A \xef\xbf\xbd title</title>"));
}

TEST_CASE("a sitemap of more addresses than one file may hold is split, with an index") {
  WholeSite site(dated_site());
  site.built({.base_url = "https://example.org/"});
  CHECK(has(site.html("sitemap.xml"), "<loc>https://example.org/old.html</loc><lastmod>2024-02-03</lastmod>"));

  const Passes passes = site.passes({.base_url = "https://example.org/"});
  auto files = pages::sitemaps(*passes.site, {.urls = 3});
  REQUIRE(files.size() == 3);
  CHECK(files[0].address == "sitemap-1.xml");
  CHECK(count(files[0].bytes, "<url>") == 3);
  CHECK(count(files[1].bytes, "<url>") == 1);
  CHECK(files[2].address == "sitemap.xml");
  CHECK(files[2].bytes ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        "<sitemap><loc>https://example.org/sitemap-1.xml</loc></sitemap>\n"
        "<sitemap><loc>https://example.org/sitemap-2.xml</loc></sitemap>\n"
        "</sitemapindex>\n");
  for (const pages::SiteFile& file : pages::sitemaps(*passes.site, {.urls = 50, .bytes = 300}))
    CHECK(file.bytes.size() <= 300);
}
