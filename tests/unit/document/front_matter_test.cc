// Tests the values and the errors of front matter.
#include <doctest/doctest.h>

#include "helpers.h"

using document_test::parse_file;

namespace {

std::string texts(const std::vector<document::Text>& list) {
  std::string result;
  for (const auto& item : list) result.append(item.text).append("|");
  return result;
}

}  // namespace

TEST_CASE("front matter is read with its types and spans") {
  auto parsed = parse_file(
      "---\ntitle: Roasting\ndescription: All of it\nslug: roast\nlayout: wide\ndate: 2024-02-29\nupdated: 2026-01-31\n"
      "authors: [Ann, Bob]\nowner: beans\nreviewed: 2026-01-01\nreview_after_days: 90\ntags: coffee\ndraft: true\ntoc: "
      "false\n"
      "params: {origin: Kenya, cups: 3, price: 2.70, hot: true, none: null}\nfigures:\n  ratio: a / b\n"
      "contents: [one, two]\nkey_points: [\"*One*\", Two]\ntakeaway: Drink [@a]\n---\nText.\n");
  CHECK(parsed.messages() == "");
  const auto& front = parsed.front;
  CHECK(front.title.text == "Roasting");
  CHECK(front.title.span.text() == "Roasting");
  CHECK(front.description.text == "All of it");
  CHECK(front.slug.text == "roast");
  CHECK(front.layout.text == "wide");
  CHECK(front.date.text == "2024-02-29");
  CHECK(front.updated.text == "2026-01-31");
  CHECK(texts(front.authors) == "Ann|Bob|");
  CHECK(front.authors[1].span.text() == "Bob");
  CHECK(front.review_after_days == 90);
  CHECK(texts(front.tags) == "coffee|");
  CHECK(front.draft);
  CHECK(front.toc == false);
  REQUIRE(front.params.size() == 5);
  CHECK(front.params[0].name == "origin");
  CHECK(std::get<std::string>(front.params[0].value) == "Kenya");
  CHECK(std::get<int64_t>(front.params[1].value) == 3);
  CHECK(std::get<double>(front.params[2].value) == 2.7);
  CHECK(std::get<int64_t>(front.params[3].value) == 1);
  CHECK(quantity::is_null(front.params[4].value));
  CHECK(front.figures.entries.at(0).value.text == "a / b");
  CHECK(texts(front.contents) == "one|two|");
  CHECK(texts(front.key_points) == "*One*|Two|");
  CHECK(front.takeaway.text == "Drink [@a]");
  CHECK(parsed.source->text().substr(front.body) == "Text.\n");
}

TEST_CASE("steps of a flow and pages made from data have their own keys") {
  auto question = parse_file(
      "---\nquestion: Do you own a grinder?\nanswers:\n  yes-i-do: {label: \"Yes, a good one\", to: beans, because: "
      "[grind-1]}\n"
      "  no: {label: No, to: ground, because: \"They cost [@a]\"}\n---\n");
  CHECK(question.messages() == "");
  const auto& front = question.front;
  CHECK(front.title.text == "Do you own a grinder?");
  CHECK(front.is_flow_node());
  REQUIRE(front.answers.size() == 2);
  CHECK(front.answers[0].id == "yes-i-do");
  CHECK(front.answers[0].id_span.text() == "yes-i-do");
  CHECK(front.answers[0].label.text == "Yes, a good one");
  CHECK(front.answers[1].to.text == "ground");
  CHECK(texts(front.answers[1].because) == "They cost [@a]|");

  auto outcome = parse_file("---\noutcome: Buy beans\nnext: [../lessons/cost.md]\n---\n");
  CHECK(outcome.messages() == "");
  REQUIRE(outcome.front.next.size() == 1);
  CHECK(outcome.front.next[0].page.text == "../lessons/cost.md");

  auto index = parse_file(
      "---\ntitle: Choose\nflow: {start: size}\ncases:\n  - {who: a cafe, answers: {size: big, kernels: no}, reaches: "
      "beans}\n---\n");
  CHECK(index.messages() == "");
  CHECK(index.front.flow_start.text == "size");
  const auto& one = index.front.cases.at(0);
  CHECK(one.who.text == "a cafe");
  CHECK(one.answers.at(1).first.text == "kernels");
  CHECK(one.answers.at(1).second.text == "no");
  CHECK(one.reaches.text == "beans");

  auto pages = parse_file("---\npages: {query: pairs, address: \"{a}-or-{b}\", title: \"{a} or {b}?\"}\n---\n");
  CHECK(pages.messages() == "");
  CHECK(pages.front.pages->address.text == "{a}-or-{b}");
  CHECK(pages.front.title.text == "{a} or {b}?");
}

TEST_CASE("the first heading of a text is the title of a page without one") {
  const auto title = [](std::string text) {
    auto page = parse_file(text);
    return page.front.title.text + "|" + page.front.title_id + (page.front.heading ? "|omitted" : "") + page.codes();
  };
  CHECK(title("# Green beans\n\nText.\n") == "Green beans||omitted");
  CHECK(title("\xEF\xBB\xBF\n<!-- a\n# note -->\n  # Beans #\n") == "Beans||omitted");
  CHECK(title("---\ndescription: D\n---\n\nBeans\n=====\n") == "Beans||omitted");
  CHECK(title("# C# {#c-sharp}\n") == "C#|c-sharp|omitted");
  CHECK(title("# <a name=\"top\"></a>Guide\n") == "Guide|top|omitted");
  CHECK(title("# <a id=top></a> Guide\n") == "Guide|top|omitted");
  CHECK(title("## Beans\n\nText.\n\n# Pods\n\nText.\n") == "Pods|");
  CHECK(title("Text.\n# Beans\n## Pods\n") == "Beans||omitted");
  CHECK(title("Text.\n# Beans\n# Pods\n") == "Beans|");
  CHECK(title("# Beans\n# Pods\n") == "Beans||omitted");
  CHECK(title("- Text.\n\n## Beans {#b}\n") == "Beans|");
  CHECK(title("## Beans\n### Pods\n") == "Beans||omitted");
  CHECK(title("Text.\n## Beans\n") == "Beans|");
  CHECK(title("<!-- old -->\n<a id=\"x\"></a>\n\n## Beans\n") == "Beans||omitted");
  CHECK(parse_file("(x)=\n## Beans\n").front.heading.has_value());
  CHECK(title("<a id=\"x\">Text</a>\n\n## Beans\n") == "Beans|");
  CHECK(title("~~~sh\n# not a heading\n~~~\n#not either\n# Beans\n") == "Beans||omitted");
  CHECK(title("---\ntitle: Beans\n---\n# Beans\n") == "Beans||omitted");
  CHECK(title("---\ntitle: Beans\n---\n# Pods\n") == "Beans|");
  CHECK(title("---\ntitle: Beans\n---\nText.\n# Beans\n") == "Beans|");
  CHECK(title("---\nquestion: Why?\nanswers: {a: {label: b, to: c}}\n---\n# Beans\n") == "Why?|");
  CHECK(title("#\n# \n") == "|no-front-matter");
}

TEST_CASE("an underlined heading is a title like one with marks") {
  const auto title = [](std::string text) {
    auto page = parse_file(text);
    return page.front.title.text + "|" + page.front.title_id + (page.front.heading ? "|omitted" : "") + page.codes();
  };
  CHECK(title("\xEF\xBB\xBFThe Guide\r\n---\r\n\r\nBody.\r\n") == "The Guide||omitted");
  CHECK(title("Intro.\n\nThe Guide {#g}\n===\n\nBody.\n\n### Please help!\n") == "The Guide|g|omitted");
  CHECK(title("Intro.\n\nThe Guide\n---\n\n### Please help!\n") == "The Guide|");
  CHECK(title("The\r\n  Guide\r\n===\r\n") == "The Guide||omitted");
  CHECK(title("<pre>\n\nx\n===\n# y\n</pre>\n\n```a```\n\nThe Guide\n=\n") == "The Guide||omitted");
  for (const char* other : {"> x\n---\n", "- x\n---\n", "x | y\n--- | ---\na | b\n---\n", "    x\n---\n", "x\n\n---\n",
                            "<div>\nx\n===\n</div>\n", "```\nx\n===\n```\n", "***\n---\n", "[a]: b\n===\n"})
    CHECK_MESSAGE(title(std::string(other) + "\n# Beans\n").starts_with("Beans||omitted"), other);
}

TEST_CASE("pictures above a heading do not keep it in the text") {
  for (const char* above :
       {"![a](b.svg) [![c][d]](e)\n\n", "<p align=\"center\">\n<img src=\"a.svg\" alt=\"b\">\n</p>\n\n"}) {
    CHECK_MESSAGE(parse_file(std::string(above) + "## Beans\n").front.heading, above);
    CHECK_MESSAGE(parse_file("---\ntitle: Beans\n---\n" + std::string(above) + "# Beans\n").front.heading, above);
  }
  CHECK_FALSE(parse_file("<https://example.org>\n\n## Beans\n").front.heading);
}

TEST_CASE("the error for missing or unclosed front matter explains what to write") {
  CHECK(parse_file("Beans\n").messages() ==
        "error[no-front-matter]: the page has no title: neither front matter nor a heading\n"
        "  --> content/page.md:1:1\n"
        "   |\n"
        " 1 | Beans\n"
        "   | ^^^^^\n"
        "   = help: begin with a heading, \"# …\", or with three lines: \"---\", then \"title: …\", then \"---\"\n");
  CHECK(parse_file("+++\ntitle = \"x\"\n+++\n# Beans\n").codes() == "no-front-matter");
  CHECK(parse_file("---\ntitle: x\n").messages() ==
        "error[unclosed-front-matter]: this front matter is never closed\n"
        "  --> content/page.md:1:1\n"
        "   |\n"
        " 1 | ---\n"
        "   | ^^^\n"
        "   = expected: a line with \"---\" alone below it\n"
        "   = help: write \"---\" between the front matter and the text of the page\n");
  CHECK(parse_file("---\rtitle: x\r---\r```sql y\rSELECT 1\r```\r").messages() ==
        "error[no-front-matter]: the lines end in CR alone\n"
        "  --> content/page.md\n"
        "   = help: save the file with LF or CRLF line endings\n");
  CHECK(parse_file("").codes() == "no-front-matter");
  CHECK(parse_file("---").codes() == "unclosed-front-matter");
}

TEST_CASE("keys of other programs with the same meaning are taken, and others are kept") {
  auto page = parse_file(
      "---\ntitle: A\nnav_order: 3\nredirect_from: /old/\nlastmod: 2026-01-31T10:00:00Z\nauthor: {name: Ann}\n"
      "authors: [{name: Bo}, Cy]\nkeywords: [x]\nparams: {a: 1, b: {c: 2}}\nmenu: {main: {parent: p}}\nextra: {d: "
      "e}\n---\n");
  CHECK(page.messages() == "");
  CHECK(page.front.weight == 3);
  CHECK(page.front.aliases.at(0).text == "/old/");
  CHECK(page.front.updated.text == "2026-01-31");
  CHECK(page.front.authors.at(0).text == "Bo");
  CHECK(page.front.tags.at(0).text == "x");
  CHECK(page.front.params.size() == 2);  // with extra.d
  std::string foreign;
  for (const document::Text& key : page.front.foreign) foreign += key.text + " ";
  CHECK(foreign == "params.b author menu ");
  CHECK(page.front.extra.find("params")->find("b")->find("c")->text == "2");
  CHECK(page.front.extra.find("authors")->items.at(0).find("name")->text == "Bo");
  CHECK(page.front.extra.find("author"));
  CHECK(page.front.extra.find("menu")->find("main")->find("parent")->text == "p");
  CHECK(page.front.extra.find("d")->text == "e");
  CHECK(parse_file("---\ntitle: A\npublished: false\n---\n").front.draft);
  CHECK(parse_file("---\ntitle: A\ndraft: false\npublished: false\n---\n").front.draft);
  CHECK(parse_file("---\ntitle: A\npublished: true\ndraft: true\n---\n").front.draft);
  auto published = parse_file("---\ntitle: A\npublished: true\n---\n");
  CHECK(!published.front.draft);
  CHECK(published.front.foreign.empty());
  auto dated = parse_file("---\ntitle: A\ndate: {created: 2026-01-01, updated: 2026-02-02 10:00}\n---\n");
  CHECK(dated.messages() == "");
  CHECK(dated.front.date.text + dated.front.updated.text == "2026-01-012026-02-02");
  CHECK(parse_file("---\ntitle: A\ndate: 2026-01-01 or later\n---\n").codes() == "bad-date");
  CHECK(parse_file("---\ntitle: A\ndate: {created: 2026-01-01, place: x}\n---\n").codes() == "wrong-type");
  CHECK(parse_file("---\ntitle: A\ntagss: [x]\n---\n").codes() == "unknown-key");  // misspelt
}

TEST_CASE("all errors in front matter are reported at once, at their positions") {
  auto parsed = parse_file(
      "---\ntitel: Beans\ndate: 2026-02-30\ndraft: maybe\nreview_after_days: 0\nparams: {a: [1]}\n---\n[@ x]\n");
  CHECK(parsed.codes() == "missing-key unknown-key bad-date wrong-type bad-value malformed-citation");
  std::string messages = parsed.messages();
  CHECK(messages.find("error[bad-date]: \"2026-02-30\" is not a date\n"
                      "  --> content/page.md:3:7\n"
                      "   |\n"
                      " 3 | date: 2026-02-30\n"
                      "   |       ^^^^^^^^^^\n"
                      "   = expected: a date that exists, such as 2026-01-31\n") != std::string::npos);
  CHECK(messages.find("= help: did you mean \"title\"?") != std::string::npos);
  CHECK(messages.find("error[missing-key]: the page has no title\n"
                      "  --> content/page.md:1:1\n"
                      "   |\n"
                      " 1 | ---\n"
                      "   | ^^^\n"
                      "   = expected: a heading, \"# What the page is called\", or title: What the page is called\n") !=
        std::string::npos);
}

TEST_CASE("a step of a flow is a question with answers, or an outcome") {
  CHECK(parse_file("---\nquestion: Why?\n---\n").codes() == "missing-key");
  CHECK(parse_file("---\ntitle: x\nanswers: {a: {label: b, to: c}}\n---\n").codes() == "missing-key");
  auto asks_on = parse_file("---\nquestion: Why?\noutcome: So\nanswers: {a: {label: b, to: c}}\n---\n");
  CHECK(asks_on.codes() == "");
  CHECK(asks_on.front.title.text == "So");
  CHECK(parse_file("---\noutcome: So\nnext: [a.md, {page: b.md, when: c.d}]\n---\n")
            .front.next.at(1)
            .when.any_of[0][0]
            .span.text() == "c.d");
  CHECK(parse_file("---\noutcome: So\nnext: [{page: b.md, when: c}]\n---\n").codes() == "bad-condition");
  CHECK(parse_file("---\noutcome: So\nnext: [{page: b.md}]\n---\n").codes() == "missing-key");
  CHECK(parse_file("---\nquestion: Why?\nanswers: {a: {label: b}}\n---\n").codes() == "missing-key");
}
