#include "document/front_matter_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/slug.h"
#include "quantity/decimal.h"
#include "quantity/locale.h"

namespace document {
namespace {

using notation::Format;
using notation::kRequired;
using notation::Reader;
using notation::Type;
using notation::Value;
using namespace notation::kinds;

bool is_calendar_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](size_t at, size_t size) {
    int value = -1;
    const char* end = text.data() + at + size;
    return std::from_chars(text.data() + at, end, value).ptr == end ? value : -1;
  };
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
  return year > 0 && month > 0 && day > 0 && (std::chrono::year(year) / month / day).ok();
}

Value<FrontMatter> date(Text FrontMatter::* place) {
  return {Type{"date", R"({"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"})"},
          [place](Reader& from, std::string_view key, FrontMatter& to) {
            const std::string text = from.text(key);
            if (is_calendar_date(text))
              to.*place = {text, from.span_of(key)};
            else if (!text.empty())
              from.diagnostics()
                  .error("bad-date", from.span_of(key), fmt::format("\"{}\" is not a date", text))
                  .expect("a date that exists, such as 2026-01-31");
          }};
}

// Returns a text of a list or map under `key` of `what`, or nullopt after an error.
std::optional<Text> read_item(const notation::Node& node, std::string_view key, std::string_view what,
                              base::Diagnostics& diagnostics) {
  if (!node.is_string() && node.kind != notation::Kind::number)
    diagnostics.error("wrong-type", node.span, fmt::format("\"{}\" of {} must be text", key, what))
        .expect("a text")
        .suggest(node.is_map() ? "put quotes around text that contains \": \"" : "");
  else if (node.text.empty())
    diagnostics.error("bad-value", node.span, fmt::format("empty text in \"{}\"", key)).suggest("delete it");
  else
    return Text{node.text, node.span};
  return std::nullopt;
}

const Type kParams{"map", R"({"type": "object"})"};
const Type kExtra{"map", R"({"type": "object"})"};

void read_params(Reader& from, std::string_view key, FrontMatter& to) {
  const notation::Node* map = from.map(key);
  if (!map) return;
  for (const notation::Entry& entry : map->entries) {
    to.params.push_back({entry.key, entry.value.span, value_of(entry.value)});
  }
}

// site/content.h reads the figures.
const Type kFigures{"map", R"({"type": "object", "additionalProperties": {"anyOf": [{"type": ["string", "number"]}, {
    "type": "object", "required": ["is"], "additionalProperties": false, "properties": {
      "is": {"description": "The value or formula.", "type": ["string", "number"]},
      "why": {"description": "For an assumption: why this value.", "type": ["string", "number", "null"]},
      "covers": {"description": "What the value covers.", "type": ["string", "number", "null"]}}}]}})"};

const Type kTranslations{"map", R"({"type": "object", "additionalProperties": {
    "type": "string", "pattern": "^https?://"}})"};

void read_translations(Reader& from, std::string_view key, FrontMatter& to) {
  const notation::Node* map = from.map(key);
  if (!map) return;
  for (const notation::Entry& entry : map->entries) {
    const auto url = read_item(entry.value, entry.key, "\"translations\"", from.diagnostics());
    if (!url) continue;
    if (!quantity::find_locale(entry.key))
      from.diagnostics()
          .error("bad-value", entry.key_span, fmt::format("\"{}\" is not a known language", entry.key))
          .expect("a language tag, such as en, de-CH or zh-Hant");
    else if (!url->text.starts_with("https://") && !url->text.starts_with("http://"))
      from.diagnostics()
          .error("bad-value", url->span, fmt::format("\"{}\" is not the URL of a page", url->text))
          .expect("the page's address in the other site, such as https://example.org/de/rivers.html");
    else
      to.translations.emplace_back(Text{entry.key, entry.key_span}, *url);
  }
}

void read_figures(Reader& from, std::string_view key, FrontMatter& to) {
  if (const notation::Node* figures = from.map(key)) to.figures = *figures;
}

const Format<PagesFromData> kPages{
    "pages",
    {
        {"query", text(&PagesFromData::query), kRequired, "A query of this page."},
        {"address", text(&PagesFromData::address), kRequired,
         "The last part of the address, with columns in braces: `{id}`."},
        {"title", text(&PagesFromData::title), kRequired, "The title, with columns in braces."},
        {"listed", flag(&PagesFromData::listed), "`true`", "Whether the section lists these pages."},
    }};

void check_plan(Plan& plan, const notation::Node& map, base::Diagnostics& diagnostics) {
  if (base::file_slug(plan.name.text) != plan.name.text)
    diagnostics.error("bad-name", plan.name.span, fmt::format("\"{}\" can't be the name of a plan", plan.name.text))
        .expect("lower-case letters, digits and '-', as in addresses");
  else if (plan.pages.empty() && map.is_map())
    diagnostics.error("missing-key", plan.name.span, fmt::format("the plan \"{}\" has no pages", plan.name.text))
        .expect("pages: [cost.md, ../faq/how-long.md]");
}

const Format<Plan> kPlan{
    "the plan",
    {
        {"title", text(&Plan::title), kRequired, "The heading."},
        {"description", text(&Plan::description), "none", "For whom it is."},
        {"pages", filled_texts(&Plan::pages), "none", "Paths of the pages, in order."},
    },
    {.rules = R"({"required": ["title", "pages"]})", .check = check_plan},
};

const Format<FrontMatter> kFlow{
    "flow",
    {
        {"start", text(&FrontMatter::flow_start), kRequired, "The first step: a file of this folder, without `.md`."},
    }};

const Type kCaseAnswers{"map", R"({"type": "object", "additionalProperties": {
    "type": ["string", "number"], "minLength": 1}})"};

void read_case_answers(Reader& from, std::string_view key, FlowCase& to) {
  if (const notation::Node* answers = from.map(key))
    for (const notation::Entry& entry : answers->entries)
      if (auto answer = read_item(entry.value, entry.key, "this case", from.diagnostics()))
        to.answers.emplace_back(Text{entry.key, entry.key_span}, std::move(*answer));
}

const Format<FlowCase> kCase{
    "this case",
    {
        {"who", text(&FlowCase::who), kRequired, "A description of the person."},
        {"answers", {kCaseAnswers, read_case_answers}, "none", "Answers by step."},
        {"reaches", text(&FlowCase::reaches), kRequired, "The expected outcome."},
        {"featured", flag(&FlowCase::featured), "`false`", "Whether the home page shows it, with its outcome."},
    }};

const Format<Answer> kAnswer{
    "the answer",
    {
        {"label", text(&Answer::label), kRequired, "The text of the answer."},
        {"to", text(&Answer::to), kRequired, "The step that follows: a file of this folder, without `.md`."},
        {"because", filled_texts(&Answer::because), "none",
         "Reasons: ids of claims, names of asserts, or sentences with citations."},
    }};

void read_when(Reader& from, std::string_view key, NextStep& to) {
  const Text when{from.text(key), from.span_of(key)};
  if (!when.empty()) to.when = read_condition(when, from.diagnostics());
}

const Format<NextStep> kNextStep{"this next step",
                                 {
                                     {"page", text(&NextStep::page), kRequired, "The path of the page."},
                                     {"when",
                                      {notation::kText, read_when},
                                      kRequired,
                                      "The answers, as `QUESTION.ANSWER`, joined by `and` or `or`."},
                                 }};

// Reads paths, or a list that also has maps in the format above.
void read_next(Reader& from, std::string_view key, FrontMatter& to) {
  const notation::Node& next = *from.node(key);
  if (!next.is_list() || std::ranges::none_of(next.items, &notation::Node::is_map)) {
    std::vector<base::Span> spans;
    const std::vector<std::string> pages = from.filled_texts(key, spans);
    for (size_t i = 0; i < pages.size(); ++i) to.next.push_back({{pages[i], spans[i]}, {}});
    return;
  }
  for (const notation::Node& item : next.items) {
    if (item.is_map())
      to.next.push_back(kNextStep.read(item, from.diagnostics()));
    else if (auto page = read_item(item, key, "front matter", from.diagnostics()))
      to.next.push_back({std::move(*page), {}});
  }
}

Type next_type() {
  return {"list of texts or maps",
          R"({"anyOf": [{"type": ["string", "number"], "minLength": 1}, {"type": "array", "items": {"anyOf": [
              {"type": ["string", "number"], "minLength": 1}, )" +
              reference_to(kNextStep) + "]}}]}",
          {&kNextStep}};
}

void check_keys(FrontMatter& front, const notation::Node& map, base::Diagnostics& diagnostics) {
  if (front.question.empty() && !front.answers.empty())
    diagnostics.error("missing-key", map.find("answers")->span, "answers without a question").expect("question: …");
  if (!front.question.empty() && front.answers.empty())
    diagnostics.error("missing-key", front.question.span, "a question without answers")
        .expect("answers: {yes: {label: …, to: …, because: […]}}");
  if (front.title.empty()) front.title = front.outcome.empty() ? front.question : front.outcome;
  if (front.title.empty() && front.pages) front.title = front.pages->title;
}

void read_extra(Reader& from, std::string_view key, FrontMatter& to) {
  if (const notation::Node* map = from.map(key))
    for (const notation::Entry& entry : map->entries) {
      to.extra.entries.push_back(entry);
      const bool is_known = std::ranges::find(to.params, entry.key, &Param::name) != to.params.end();
      if (!is_known && !entry.value.is_map() && !entry.value.is_list())
        to.params.push_back({entry.key, entry.value.span, value_of(entry.value)});
    }
}

using Front = FrontMatter;

const Format<Front> kFrontMatter{
    "front matter",
    {
        {"title", text(&Front::title), "first heading",
         "The page's heading. By default its `question`, `outcome` or `pages`, or the first heading of its text."},
        {"description", text(&Front::description), "first paragraph",
         "One sentence, shown in lists, in search engines and below the heading."},
        {"slug", text(&Front::slug), "the file's name",
         "The last part of the address: lower-case letters, digits, `-`, `_`. Not allowed in an `index.md`."},
        {"layout", text(&Front::layout), "by [kind of page](templates.md#kinds)",
         "The name of a template without `.html`, usually one of your own."},
        {"preview", text(&Front::preview), "drawn from the page",
         "The path of a [diagram](writing.md#diagrams) with `viewBox=\"0 0 1200 630\"`, which chat apps show beside a "
         "link to the page."},
        {"date", date(&Front::date), "none", "The date it was written."},
        {"updated", date(&Front::updated), "none",
         "The date of the last change. Shown on the home page and in `sitemap.xml`."},
        {"owner", text(&Front::owner), "the site's", "Who maintains the page, and is named when a review is due."},
        {"reviewed", date(&Front::reviewed), "none", "The date of the last review."},
        {"review_after_days", whole_number(&Front::review_after_days, {.least = 1}), "none",
         "The number of days after which [`check`](publishing.md#stale) asks for a review."},
        {"draft", flag(&Front::draft), "`false`",
         "Leaves the page out, unless `--drafts` is given; then it shows a banner. A link to it from a published "
         "page is an error. `published: false` is the same."},
        {"figures", {kFigures, read_figures}, "none", "[Named figures](figures.md#names) of the page."},
        {"params", {kParams, read_params}, "none", "Values for `:name` in its [queries](queries.md#parameters)."},
        {"pages", map(&Front::pages, kPages), "none",
         "`query`, `address`, `title`, `listed`: [one page per row](sections.md#pages-from-data)."},
        {"toc", flag(&Front::toc), "`true`", "`false` hides the list of headings next to the text."},
        {"authors", filled_texts(&Front::authors), "none",
         "Shown at the end of the page, with `date`, `updated`, `reviewed`, `owner` and the date of the most recent "
         "data that the page uses."},
        {"tags", filled_texts(&Front::tags), "none",
         "[Words by which readers search](sections.md#words) for the page. For your own templates too; the theme does "
         "not show them."},
        {"weight", number(&Front::weight), "none",
         "The place in the section: pages with a lower number come first, after those in `contents`, before those "
         "without. Other programs call it `order`, `nav_order` or `sidebar_position`, which may stay."},
        {"aliases", filled_texts(&Front::aliases), "none",
         "Old addresses of the page, such as `/docs/old/`, which [redirect](publishing.md#addresses) to it. "
         "`redirect_from` is "
         "the "
         "same."},
        {"lang", text(&Front::lang), "the site's",
         "Must be that of [the site](#site): other languages are other sites, which `translations` links."},
        {"translations",
         {kTranslations, read_translations},
         "none",
         "The page in other languages, by [language](#site): `de: https://example.org/de/rivers.html`. "
         "Readers get a link, search engines an `hreflang`."},
        {"extra",
         {kExtra, read_extra},
         "none",
         "A map of [values of your own](templates.md#extra). Keys that only other programs know are there too."},
        {"contents", filled_texts(&Front::contents), "none",
         "In the `index.md` of a section: the order of its pages and folders; others follow by title."},
        {"print", filled_texts(&Front::print), "its pages and those of its folders",
         "In the `index.md` of a folder: paths of the pages of [its print page](publishing.md#print), in order."},
        {"plans",
         named(&Front::plans, kPlan,
               [](Plan& plan, const notation::Entry& entry) { plan.name = {entry.key, entry.key_span}; }),
         "none",
         "In the `index.md` of a section: [learning plans](sections.md#plans), each with `title`, `description` and "
         "`pages`."},
        {"key_points", filled_texts(&Front::key_points), "none", "In a lesson: its main points, one line each."},
        {"takeaway", text(&Front::takeaway), "none", "In a lesson: the key takeaway, in one sentence."},
        {"flow", map(kFlow), "none",
         "In the `index.md` of a flow: `{start: NAME}` makes the folder a [decision flow](flows.md)."},
        {"cases", list(&Front::cases, kCase), "none",
         "In the `index.md` of a flow: `who`, `answers`, `reaches`: [examples](flows.md#cases) that every build "
         "runs, and `featured` for the home page."},
        {"question", text(&Front::question), "none", "In a step of a flow: the question."},
        {"answers",
         named(&Front::answers, kAnswer,
               [](Answer& answer, const notation::Entry& entry) {
                 answer.id = entry.key;
                 answer.id_span = entry.key_span;
               }),
         "none", "The answers to the question, each with `label`, `to` and `because`."},
        {"outcome", text(&Front::outcome), "none",
         "In a step of a flow: where the flow ends; with `question`, it [asks a follow-up "
         "question](flows.md#outcome)."},
        {"next",
         {next_type(), read_next},
         "none",
         "In an outcome or a lesson: paths of pages to read next, or [`page` and `when`](flows.md#next-when)."},
    },
    {.rules = R"({"dependentRequired": {"question": ["answers"], "answers": ["question"]}})", .check = check_keys},
};

}  // namespace

quantity::Value value_of(const notation::Node& node) {
  if (node.kind == notation::Kind::boolean) return int64_t{node.as_bool()};
  if (node.is_string()) return node.text;
  if (node.kind != notation::Kind::number) return std::monostate();
  return quantity::read_number(node.text).value_or(node.as_double());
}

const Format<FrontMatter>& front_matter_format() { return kFrontMatter; }

}  // namespace document
