#include "document/front_matter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/slug.h"
#include "base/text.h"
#include "notation/reader.h"
#include "notation/yaml.h"
#include "quantity/decimal.h"

namespace document {
namespace {

using notation::Need;
using notation::Reader;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

size_t line_end(std::string_view text, size_t at) { return std::min(text.find('\n', at), text.size()); }
size_t next_line(std::string_view text, size_t at) { return std::min(line_end(text, at) + 1, text.size()); }

// Whether a line begins or ends front matter.
bool is_fence(std::string_view text, size_t at) {
  const std::string_view line = text.substr(at, line_end(text, at) - at);
  return line.starts_with("---") && base::trim(line) == "---";
}

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

// Reads texts with their spans from a map.
class Fields : public Reader {
 public:
  Fields(const notation::Node& map, const std::string& what, base::Diagnostics& diagnostics)
      : Reader(map, what, diagnostics), what_(what), diagnostics_(diagnostics) {}

  Text text(std::string_view key, Need need = Need::optional) {
    std::string value = Reader::text(key, need);
    return value.empty() ? Text() : Text{std::move(value), span_of(key)};
  }

  Text date(std::string_view key) {
    Text value = text(key);
    if (value.empty() || is_calendar_date(value.text)) return value;
    diagnostics_.error("bad-date", value.span, fmt::format("\"{}\" is not a date", value.text))
        .expect("a date that exists, such as 2026-01-31");
    return {};
  }

  // Reads a list of texts, or one text.
  std::vector<Text> texts(std::string_view key) {
    std::vector<base::Span> spans;
    std::vector<std::string> values = Reader::texts(key, &spans);
    std::vector<Text> result;
    for (size_t i = 0; i < values.size(); ++i)
      if (has_words(values[i], spans[i], key)) result.push_back({std::move(values[i]), spans[i]});
    return result;
  }

  std::optional<Text> scalar(const notation::Node& node, std::string_view key) {
    if (node.is_string() || node.kind == notation::Kind::number)
      return has_words(node.text, node.span, key) ? std::optional(Text{node.text, node.span}) : std::nullopt;
    diagnostics_.error("wrong-type", node.span, fmt::format("\"{}\" of {} must be text", key, what_))
        .expect("a text")
        .suggest(node.is_map() ? "put quotes around text that contains \": \"" : "");
    return std::nullopt;
  }

 private:
  // Reports an empty text.
  bool has_words(std::string_view text, base::Span span, std::string_view key) {
    if (text.empty())
      diagnostics_.error("bad-value", span, fmt::format("empty text in \"{}\"", key)).suggest("delete it");
    return !text.empty();
  }

  std::string what_;
  base::Diagnostics& diagnostics_;
};

quantity::Value value_of(const notation::Node& node) {
  if (node.kind == notation::Kind::boolean) return int64_t{node.as_bool()};
  if (node.is_string()) return node.text;
  if (node.kind != notation::Kind::number) return std::monostate();
  return quantity::read_number(node.text).value_or(node.as_double());
}

std::vector<Param> read_params(const notation::Node* map, base::Diagnostics& diagnostics) {
  std::vector<Param> params;
  if (!map) return params;
  for (const notation::Entry& entry : map->entries) {
    if (entry.value.is_map() || entry.value.is_list())
      diagnostics
          .error("wrong-type", entry.value.span,
                 fmt::format("the parameter \"{}\" must have a single value", entry.key))
          .expect("text, a number, true, false or null");
    else
      params.push_back({entry.key, entry.value.span, value_of(entry.value)});
  }
  return params;
}

std::shared_ptr<const PagesFromData> read_pages(const notation::Node* map, base::Diagnostics& diagnostics) {
  if (!map) return nullptr;
  PagesFromData pages;
  Fields fields(*map, "pages", diagnostics);
  pages.query = fields.text("query", Need::required);
  pages.address = fields.text("address", Need::required);
  pages.title = fields.text("title", Need::required);
  pages.listed = fields.boolean("listed").value_or(true);
  pages.span = map->span;
  fields.finish();
  return std::make_shared<const PagesFromData>(std::move(pages));
}

std::vector<Answer> read_answers(const notation::Node* map, base::Diagnostics& diagnostics) {
  std::vector<Answer> answers;
  if (!map) return answers;
  for (const notation::Entry& entry : map->entries) {
    Answer answer;
    answer.id = entry.key;
    answer.id_span = entry.key_span;
    Fields fields(entry.value, fmt::format("the answer \"{}\"", entry.key), diagnostics);
    answer.label = fields.text("label", Need::required);
    answer.to = fields.text("to", Need::required);
    answer.because = fields.texts("because");
    fields.finish();
    answers.push_back(std::move(answer));
  }
  return answers;
}

std::vector<Plan> read_plans(const notation::Node* map, base::Diagnostics& diagnostics) {
  std::vector<Plan> plans;
  if (!map) return plans;
  for (const notation::Entry& entry : map->entries) {
    if (base::file_slug(entry.key) != entry.key) {
      diagnostics.error("bad-name", entry.key_span, fmt::format("\"{}\" can't be the name of a plan", entry.key))
          .expect("lower-case letters, digits and '-', as in addresses");
      continue;
    }
    Fields fields(entry.value, fmt::format("the plan \"{}\"", entry.key), diagnostics);
    Plan plan{{entry.key, entry.key_span}, fields.text("title", Need::required), fields.text("description"), {}};
    plan.pages = fields.texts("pages");
    if (plan.pages.empty() && entry.value.is_map())
      diagnostics.error("missing-key", entry.key_span, fmt::format("the plan \"{}\" has no pages", entry.key))
          .expect("pages: [cost.md, ../faq/how-long.md]");
    fields.finish();
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<FlowCase> read_cases(const notation::Node* list, base::Diagnostics& diagnostics) {
  std::vector<FlowCase> cases;
  if (!list) return cases;
  for (const notation::Node& item : list->items) {
    FlowCase one;
    one.span = item.span;
    Fields fields(item, "this case", diagnostics);
    one.who = fields.text("who", Need::required);
    one.reaches = fields.text("reaches", Need::required);
    one.featured = fields.boolean("featured").value_or(false);
    if (const notation::Node* answers = fields.map("answers")) {
      for (const notation::Entry& entry : answers->entries)
        if (auto answer = fields.scalar(entry.value, entry.key))
          one.answers.emplace_back(Text{entry.key, entry.key_span}, std::move(*answer));
    }
    fields.finish();
    cases.push_back(std::move(one));
  }
  return cases;
}

// Reads an item of `next:`: a path, or {page: …, when: …}.
std::vector<NextStep> read_next(Fields& fields, const notation::Node& map, base::Diagnostics& diagnostics) {
  std::vector<NextStep> steps;
  const notation::Node* next = map.find("next");
  if (!next || !next->is_list() ||
      std::none_of(next->items.begin(), next->items.end(), [](const auto& item) { return item.is_map(); })) {
    for (Text& page : fields.texts("next")) steps.push_back({std::move(page), {}});
    return steps;
  }
  (void)fields.list("next");
  for (const notation::Node& item : next->items) {
    if (!item.is_map()) {
      if (auto page = fields.scalar(item, "next")) steps.push_back({std::move(*page), {}});
      continue;
    }
    Fields inner(item, "this next step", diagnostics);
    NextStep step{inner.text("page", Need::required), {}};
    if (const Text when = inner.text("when", Need::required); !when.empty())
      step.when = read_condition(when, diagnostics);
    inner.finish();
    steps.push_back(std::move(step));
  }
  return steps;
}

void read_flow_node(Fields& fields, const notation::Node& map, FrontMatter& front_matter,
                    base::Diagnostics& diagnostics) {
  front_matter.question = fields.text("question");
  front_matter.answers = read_answers(fields.map("answers"), diagnostics);
  front_matter.outcome = fields.text("outcome");
  front_matter.next = read_next(fields, map, diagnostics);
  if (front_matter.question.empty() && !front_matter.answers.empty())
    diagnostics.error("missing-key", fields.span_of("answers"), "answers without a question").expect("question: …");
  if (!front_matter.question.empty() && front_matter.answers.empty())
    diagnostics.error("missing-key", front_matter.question.span, "a question without answers")
        .expect("answers: {yes: {label: …, to: …, because: […]}}");
  if (front_matter.title.empty())
    front_matter.title = front_matter.outcome.empty() ? front_matter.question : front_matter.outcome;
}

void read_title(Fields& fields, const notation::Node& map, FrontMatter& front_matter, base::Diagnostics& diagnostics) {
  front_matter.title = fields.text("title");
  bool has_other = map.find("question") || map.find("outcome") || map.find("pages");
  if (!front_matter.title.empty() || has_other) return;
  const notation::Node* title = map.find("title");
  if (title && !title->is_string() && !title->is_null()) return;  // the reader has already reported it
  base::Span at = front_matter.span;
  at.end = at.begin + 3;
  diagnostics.error("missing-key", title ? title->span : at, "the page has no title")
      .expect("title: What the page is called");
}

void read_map(const notation::Node& map, FrontMatter& front_matter, base::Diagnostics& diagnostics) {
  Fields fields(map, "front matter", diagnostics);
  read_title(fields, map, front_matter, diagnostics);
  front_matter.description = fields.text("description");
  front_matter.slug = fields.text("slug");
  front_matter.layout = fields.text("layout");
  front_matter.date = fields.date("date");
  front_matter.updated = fields.date("updated");
  front_matter.authors = fields.texts("authors");
  front_matter.owner = fields.text("owner");
  front_matter.reviewed = fields.date("reviewed");
  front_matter.review_after_days = fields.integer("review_after_days");
  if (front_matter.review_after_days && *front_matter.review_after_days < 1) {
    diagnostics.error("bad-value", fields.span_of("review_after_days"), "review_after_days must be at least 1")
        .expect("a number of days");
    front_matter.review_after_days.reset();
  }
  front_matter.tags = fields.texts("tags");
  front_matter.draft = fields.boolean("draft").value_or(false);
  front_matter.toc = fields.boolean("toc");
  front_matter.params = read_params(fields.map("params"), diagnostics);
  if (const notation::Node* figures = fields.map("figures")) front_matter.figures = *figures;
  front_matter.pages = read_pages(fields.map("pages"), diagnostics);
  front_matter.contents = fields.texts("contents");
  front_matter.plans = read_plans(fields.map("plans"), diagnostics);
  front_matter.key_points = fields.texts("key_points");
  front_matter.takeaway = fields.text("takeaway");
  if (const notation::Node* flow = fields.map("flow")) {
    Fields inner(*flow, "flow", diagnostics);
    front_matter.flow_start = inner.text("start", Need::required);
    inner.finish();
  }
  front_matter.cases = read_cases(fields.list("cases"), diagnostics);
  read_flow_node(fields, map, front_matter, diagnostics);
  if (front_matter.title.empty() && front_matter.pages) front_matter.title = front_matter.pages->title;
  fields.finish();
}

// Keys of other tools, and what to write instead.
constexpr std::pair<std::string_view, std::string_view> kForeignKeys[] = {
    {"weight", "list the pages in order in `contents` of the index.md of this folder"},
    {"nav_order", "list the pages in order in `contents` of the index.md of this folder"},
    {"sidebar_position", "list the pages in order in `contents` of the index.md of this folder"},
    {"aliases", "write each old address and this page as a row of data/redirects.csv"},
    {"redirect_from", "write each old address and this page as a row of data/redirects.csv"},
    {"permalink", "write `slug`, or move the file to another folder"},
    {"lastmod", "write `updated`"},
    {"summary", "write `description`"},
    {"keywords", "write `tags`"},
    {"categories", "write `tags`"},
    {"template", "write `layout`"},
};

// Reports and removes keys of other tools.
void refuse_foreign_keys(notation::Node& map, base::Diagnostics& diagnostics) {
  std::erase_if(map.entries, [&](const notation::Entry& entry) {
    const auto* found = std::find_if(std::begin(kForeignKeys), std::end(kForeignKeys),
                                     [&](const auto& each) { return each.first == entry.key; });
    if (found == std::end(kForeignKeys)) return false;
    diagnostics
        .error("unknown-key", entry.key_span, "front matter has no key \"" + entry.key + "\", which other tools have")
        .suggest(std::string(found->second));
    return true;
  });
}

}  // namespace

FrontMatter read_front_matter(const base::SourceText& source, base::Diagnostics& diagnostics) {
  FrontMatter front_matter;
  std::string_view text = source.text();
  const size_t first = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const auto span = [&](size_t begin, size_t end) {
    return base::Span{&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  };
  const base::Span first_line = span(first, line_end(text, first));
  if (base::has_bare_returns(text)) {
    diagnostics.error("no-front-matter", source.path(), "the lines end in CR alone")
        .suggest("save the file with LF or CRLF line endings");
    front_matter.body = static_cast<uint32_t>(text.size());  // Markdown would be read as one line, so it is skipped
    return front_matter;
  }
  if (!is_fence(text, first)) {
    diagnostics.error("no-front-matter", first_line, "the page does not start with front matter")
        .expect("\"---\" alone on the first line")
        .suggest("write three lines at the top: \"---\", then \"title: …\", then \"---\"");
    return front_matter;
  }
  const size_t yaml = next_line(text, first);
  size_t last = yaml;
  while (last < text.size() && !is_fence(text, last)) last = next_line(text, last);
  if (last == text.size()) {
    diagnostics.error("unclosed-front-matter", first_line, "this front matter is never closed")
        .expect("a line with \"---\" alone below it")
        .suggest("write \"---\" between the front matter and the text of the page");
    return front_matter;
  }
  front_matter.span = span(first, line_end(text, last));
  front_matter.body = static_cast<uint32_t>(next_line(text, last));
  auto map = notation::parse_yaml(span(yaml, last), diagnostics);
  if (map) refuse_foreign_keys(*map, diagnostics);
  if (map) read_map(*map, front_matter, diagnostics);
  return front_matter;
}

}  // namespace document
