// Fuzzes front matter, and YAML in general: spans must be exact, dates must be valid, and the body must begin where a
// quick scan finds it.
#include "document/front_matter.h"

#include "fuzz/fuzz.h"
#include "notation/yaml.h"

namespace {

void check(const document::Text& text) { fuzz::check(text.span); }

void check_date(const document::Text& date) {
  check(date);
  if (date.empty()) return;
  fuzz::require(date.text.size() == 10 && date.text[4] == '-' && date.text[7] == '-', "a date is one", date.text);
}

void check(const document::FrontMatter& front) {
  fuzz::check(front.span);
  for (const document::Text* each : {&front.title, &front.description, &front.slug, &front.layout, &front.owner,
                                     &front.takeaway, &front.flow_start, &front.question, &front.outcome})
    check(*each);
  for (const auto* list : {&front.authors, &front.tags, &front.contents, &front.key_points})
    for (const document::Text& each : *list) check(each);
  for (const document::NextStep& each : front.next) check(each.page);
  for (const document::Text* each : {&front.date, &front.updated, &front.reviewed}) check_date(*each);
  for (const document::Param& each : front.params) fuzz::check(each.span);
  for (const document::Answer& each : front.answers) {
    fuzz::check(each.id_span), check(each.label), check(each.to);
    for (const document::Text& because : each.because) check(because);
  }
  for (const document::FlowCase& each : front.cases) fuzz::check(each.span), check(each.who), check(each.reaches);
  fuzz::check(front.figures);
}

void read_yaml(const base::SourceText& source) {
  base::Diagnostics diagnostics;
  const auto tree = notation::parse_yaml(fuzz::whole(source), diagnostics);
  fuzz::check(diagnostics);
  fuzz::require(tree.has_value() == !diagnostics.has_errors(), "what was refused is reported");
  if (tree) fuzz::check(*tree);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const base::SourceText page("content/page.md", std::string(text));
  base::Diagnostics diagnostics;
  const document::FrontMatter front = document::read_front_matter(page, diagnostics);
  fuzz::check(diagnostics);
  check(front);
  fuzz::require(front.body <= text.size(), "the body begins in the file");
  const size_t yaml = text.starts_with("---\n") ? 4 : 0;
  read_yaml(base::SourceText("data/file.yaml", std::string(text.substr(yaml))));
  return 0;
}
