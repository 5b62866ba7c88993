// The questions of the door to data by name, so that a record of an earlier build can be asked again of this one.
#include <algorithm>
#include <array>

#include "site/labels.h"
#include "site/view.h"

namespace site {
namespace {

struct Question {
  std::string_view name;
  bool of_page;  // whether what is answered depends on the page that asks
  void (*ask)(View& view, const std::string& argument);
};

void ask_section(View& view, const std::string& folder, void (*ask)(View&, const Section&)) {
  if (const Section* section = view.site().section_of(folder)) ask(view, *section);
}

void ask_labels(View& view, const std::string& argument) {
  const size_t slash = argument.find('/');
  quantity::Field field;
  field.resource = argument.substr(0, slash);
  if (slash != std::string::npos) field.column = argument.substr(slash + 1);
  Labels(field, view);
}

constexpr std::array kQuestions = {
    Question{"above", false,
             [](View& view, const std::string& address) {
               if (const Page* page = view.site().find(address)) view.above(*page);
             }},
    Question{"address", false, [](View& view, const std::string& address) { view.has_address(address); }},
    Question{"assert", false, [](View& view, const std::string& name) { view.assertion(name); }},
    Question{"cell", true, [](View& view, const std::string& key) { view.cell(key); }},
    Question{"colours", false, [](View& view, const std::string&) { view.colours(); }},
    Question{"competition", false, [](View& view, const std::string& ref) { view.competition(ref); }},
    Question{"config", false, [](View& view, const std::string&) { view.config(); }},
    Question{"content", false, [](View& view, const std::string& path) { view.target_of_content(path); }},
    Question{"contradictions", false, [](View& view, const std::string&) { view.contradictions(); }},
    Question{"figure", true, [](View& view, const std::string& key) { view.figure(key); }},
    Question{"file", false,
             [](View& view, const std::string& path) {
               const Content* content = view.site().content_at(path);
               content ? view.content(*content) : void(view.file(path));
             }},
    Question{"flow", true, [](View& view, const std::string&) { view.flow(); }},
    Question{"frame", true, [](View& view, const std::string& name) { view.frame(name); }},
    Question{"labels", false, ask_labels},
    Question{"members", false,
             [](View& view, const std::string& folder) {
               ask_section(view, folder, [](View& v, const Section& section) { v.members(section); });
             }},
    Question{"moved", true, [](View& view, const std::string&) { view.moved(); }},
    Question{"navigation-order", false, [](View& view, const std::string&) { view.navigation_order(); }},
    Question{"neighbours", true, [](View& view, const std::string&) { view.neighbours(); }},
    Question{"package", false, [](View& view, const std::string&) { view.package(); }},
    Question{"page", false, [](View& view, const std::string& address) { view.target(address); }},
    Question{"plan", true,
             [](View& view, const std::string& folder) {
               ask_section(view, folder, [](View& v, const Section& section) { v.plan(section); });
             }},
    Question{"reached-from", true,
             [](View& view, const std::string&) {
               const Flow* flow = view.site().flow_of(view.page());
               if (const FlowNode* node = flow ? flow->node_of(view.page()) : nullptr) view.reached_from(*node);
             }},
    Question{"ref", false, [](View& view, const std::string& ref) { view.provenance(ref); }},
    Question{"self", true, [](View& view, const std::string&) { view.self(); }},
    Question{"source", false, [](View& view, const std::string& id) { view.source(id); }},
    Question{"sql", false, [](View& view, const std::string& name) { view.view_sql(name); }},
    Question{"summary", false,
             [](View& view, const std::string& address) {
               if (const Page* page = view.site().find(address)) view.summary(*page);
             }},
    Question{"units", false, [](View& view, const std::string&) { view.units(); }},
    Question{"value", true, [](View& view, const std::string& name) { view.value(name); }},
    Question{"whole-flow", false,
             [](View& view, const std::string& address) {
               const Page* page = view.site().find(address);
               if (const Flow* flow = page ? view.site().flow_of(*page) : nullptr) view.whole(*flow);
             }},
};

const Question* find(std::string_view what) {
  const std::string_view name = what.substr(0, what.find(':'));
  auto found = std::find_if(kQuestions.begin(), kQuestions.end(), [&](const Question& q) { return q.name == name; });
  return found == kQuestions.end() ? nullptr : &*found;
}

std::string argument_of(std::string_view what) {
  const size_t colon = what.find(':');
  return colon == std::string_view::npos ? "" : std::string(what.substr(colon + 1));
}

}  // namespace

bool is_of_page(std::string_view question) {
  const Question* found = find(question);
  return found && found->of_page;
}

bool View::ask(std::string_view what) {
  if (what.starts_with("term:")) return read_term(argument_of(what)), true;
  const Question* question = find(what);
  if (question) question->ask(*this, argument_of(what));
  return question;
}

}  // namespace site
