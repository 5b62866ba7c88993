#include "search/page_reader.h"

#include <doctest/doctest.h>

#include "markup/html_scanner.h"

using search::Entry;
using search::EntryKind;

namespace {

const Entry kPage = {.address = "a/b.html", .title = "The page", .text = "What it is."};

std::vector<Entry> read(std::string_view body, const search::PageInfo& info = {kPage}) {
  return search::read_page(
      "<html><body><nav>Menu</nav><article>" + std::string(body) + "</article><p>Foot</p></body></html>", info);
}

constexpr std::string_view kPart = R"(<p>First &amp; <b>fore</b>most.</p>
<div class="heading"><h2 id="cost">What it costs</h2> <a class="anchor" href="#cost">#</a></div><p>Two euros<sup class="cite"><a href="#r">1</a></sup>.</p>)";

}  // namespace

TEST_CASE("a page is split into parts at its headings") {
  auto entries = read(kPart);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].title == "The page");
  CHECK(entries[0].anchor.empty());
  CHECK(entries[0].text == "What it is. First & foremost.");
  CHECK(entries[1].title == "What it costs");
  CHECK(entries[1].anchor == "cost");
  CHECK(entries[1].context == "The page");
  CHECK(entries[1].text == "Two euros.");
}

TEST_CASE("an answer is one entry, and a list of terms has no entry of itself") {
  search::PageInfo whole{{EntryKind::answer, "faq/x.html", "", "Why?", "Questions"}, false};
  auto answer = read(kPart, whole);
  REQUIRE(answer.size() == 1);
  CHECK(answer[0].context == "Questions");  // distinguishes the entry from another page with the same title
  search::PageInfo words{{EntryKind::term, "glossary.html", "", "Words"}, true, true};
  auto terms = read(kPart, words);
  REQUIRE(terms.size() == 1);
  CHECK(terms[0].kind == EntryKind::term);
  CHECK(terms[0].title == "What it costs");
}

TEST_CASE("repeated and linked contents are not indexed") {
  auto entries = read(R"(<p title="a hidden thing">shown</p><p hidden>away</p><div data-unsearched><div>no</div>no</div>
<script>1 < 2</script><span class="x card">card</span><details class="notes"><ol><li>note</li></ol></details><p>end</p>)");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].text == "What it is. shown end");
}

TEST_CASE("a heading of the theme does not begin a part") {
  auto entries = read("<h2 id=\"key-points\">In this lesson</h2><p>Point.</p>");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].text == "What it is. Point.");
}

TEST_CASE("a heading is read like text: separate elements are separate words") {
  auto entries = read(
      R"(<div class="heading"><h2 id="f">O(<math><mi>n</mi><mfrac><mi>a</mi><mi>b</mi></mfrac></math>)</h2></div>)");
  REQUIRE(entries.size() == 2);
  CHECK(entries[1].title == "O(n ab )");
}

TEST_CASE("rows of a table contain the names and units of their columns") {
  auto entries =
      read(R"(<figure class="table" id="prices"><figcaption><span class="caption">All prices</span></figcaption>
<table><thead><tr><th rowspan="2" data-column="n"><span class="title">Name</span></th><th colspan="2" class="group">Memory</th></tr>
<tr><th data-column="c"><span class="title">Capacity</span> <span class="unit">GB</span></th><th data-column="b"><span class="title">Bandwidth</span></th></tr></thead>
<tbody><tr class="row-group"><th colspan="3">Group</th></tr><tr><th scope="row">One</th><td>95</td><td><span class="none"><span aria-hidden="true">–</span><span>not given</span></span></td></tr></tbody></table></figure>)");
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].kind == EntryKind::row);
  CHECK(entries[0].title == "One");
  CHECK(entries[0].context == "All prices");
  CHECK(entries[0].anchor == "prices");
  CHECK(entries[0].text == "Memory Capacity (GB): 95");
  CHECK(entries[1].text == "What it is. All prices Name Memory Capacity (GB) Memory Bandwidth");
}

TEST_CASE("a row that begins with a bare number has the name of its column") {
  auto entries = read(R"(<figure class="table" id="runs"><figcaption><span class="caption">Runs</span></figcaption>
<table><thead><tr><th data-column="r"><span class="title">Round</span></th><th data-column="n"><span class="title">Chips</span></th></tr></thead>
<tbody><tr><th scope="row">4.1</th><td>512</td></tr><tr><th scope="row">4.1 beta</th><td>64</td></tr></tbody></table></figure>)");
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].title == "Round 4.1");
  CHECK(entries[1].title == "4.1 beta");
}

TEST_CASE("malformed markup is read as far as possible") {
  CHECK(search::read_page("", {}).size() == 1);
  CHECK(search::read_page("<article><p>open <b", {}).size() == 1);
  CHECK(search::read_page("<article><nav><p>never closed", {}).front().text.empty());
  CHECK(markup::unescaped("&lt;&#x41;&#65;&nope;&#xD800;&#99999999;&") == "<AA&nope;\xEF\xBF\xBD&#99999999;&");
}
