// The questions of the door to data by name, so that a record of an earlier build can be asked again of this one.
#include <array>

#include "site/labels.h"
#include "site/question.h"
#include "site/view.h"

namespace site {
namespace {

struct Question {
  std::string_view name;
  AnswerFrom from;
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
    Question{"above", AnswerFrom::site,
             [](View& view, const std::string& address) {
               if (const Page* page = view.site().find(address)) view.above(*page);
             }},
    Question{"address", AnswerFrom::site, [](View& view, const std::string& address) { view.has_address(address); }},
    Question{"assert", AnswerFrom::site, [](View& view, const std::string& name) { view.assertion(name); }},
    Question{"cell", AnswerFrom::page, [](View& view, const std::string& key) { view.cell(key); }},
    Question{"colours", AnswerFrom::site, [](View& view, const std::string&) { view.colours(); }},
    Question{"competition", AnswerFrom::data, [](View& view, const std::string& ref) { view.competition(ref); }},
    Question{"config", AnswerFrom::site, [](View& view, const std::string&) { view.config(); }},
    Question{"content", AnswerFrom::site, [](View& view, const std::string& path) { view.target_of_content(path); }},
    Question{"contradictions", AnswerFrom::data, [](View& view, const std::string&) { view.contradictions(); }},
    Question{"figure", AnswerFrom::page, [](View& view, const std::string& key) { view.figure(key); }},
    Question{"file", AnswerFrom::site,
             [](View& view, const std::string& path) {
               const Content* content = view.site().content_at(path);
               content ? view.content(*content) : void(view.file(path));
             }},
    Question{"flow", AnswerFrom::page, [](View& view, const std::string&) { view.flow(); }},
    Question{"frame", AnswerFrom::page, [](View& view, const std::string& name) { view.frame(name); }},
    Question{"labels", AnswerFrom::data, ask_labels},
    Question{"members", AnswerFrom::site,
             [](View& view, const std::string& folder) {
               ask_section(view, folder, [](View& v, const Section& section) { v.members(section); });
             }},
    Question{"moved", AnswerFrom::page, [](View& view, const std::string&) { view.moved(); }},
    Question{"navigation-order", AnswerFrom::site, [](View& view, const std::string&) { view.navigation_order(); }},
    Question{"neighbours", AnswerFrom::page, [](View& view, const std::string&) { view.neighbours(); }},
    Question{"package", AnswerFrom::data, [](View& view, const std::string&) { view.package(); }},
    Question{"page", AnswerFrom::site, [](View& view, const std::string& address) { view.target(address); }},
    Question{"plan", AnswerFrom::page,
             [](View& view, const std::string& folder) {
               ask_section(view, folder, [](View& v, const Section& section) { v.plan(section); });
             }},
    Question{"reached-from", AnswerFrom::page,
             [](View& view, const std::string&) {
               const Flow* flow = view.site().flow_of(view.page());
               if (const FlowNode* node = flow ? flow->node_of(view.page()) : nullptr) view.reached_from(*node);
             }},
    Question{"ref", AnswerFrom::data, [](View& view, const std::string& ref) { view.provenance(ref); }},
    Question{"self", AnswerFrom::page, [](View& view, const std::string&) { view.self(); }},
    Question{"source", AnswerFrom::data, [](View& view, const std::string& id) { view.source(id); }},
    Question{"sql", AnswerFrom::data, [](View& view, const std::string& name) { view.view_sql(name); }},
    Question{"summary", AnswerFrom::site,
             [](View& view, const std::string& address) {
               if (const Page* page = view.site().find(address)) view.summary(*page);
             }},
    Question{"units", AnswerFrom::data, [](View& view, const std::string&) { view.units(); }},
    Question{"value", AnswerFrom::page, [](View& view, const std::string& name) { view.value(name); }},
    Question{"whole-flow", AnswerFrom::site,
             [](View& view, const std::string& address) {
               const Page* page = view.site().find(address);
               if (const Flow* flow = page ? view.site().flow_of(*page) : nullptr) view.whole(*flow);
             }},
};

}  // namespace

AnswerFrom answer_from(std::string_view question) {
  const Question* found = find_question(kQuestions, question);
  return found ? found->from : AnswerFrom::site;
}

bool View::ask(std::string_view what) {
  if (what.starts_with("term:")) return read_term(argument_of(what)), true;
  const Question* question = find_question(kQuestions, what);
  if (question) question->ask(*this, argument_of(what));
  return question;
}

}  // namespace site
