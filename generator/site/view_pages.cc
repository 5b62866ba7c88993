// What a page reads of the site around it: what it is called there, other pages, sections, flows.
#include <algorithm>
#include <utility>

#include "site/view.h"

namespace site {
namespace {

void add_addresses(const std::vector<const Page*>& pages, base::Hasher& hasher) {
  hasher.add(uint64_t{pages.size()});
  for (const Page* page : pages) hasher.add(page->address);
}

std::string_view address_of(const Page* page) { return page ? std::string_view(page->address) : ""; }

unsigned minutes_of(const std::vector<const Page*>& list) {
  unsigned minutes = 0;
  for (const Page* page : list) minutes += page->minutes();
  return minutes;
}

}  // namespace

std::vector<const Page*> lessons_of(const std::vector<const Page*>& list) {
  std::vector<const Page*> lessons;
  std::copy_if(list.begin(), list.end(), std::back_inserter(lessons),
               [](const Page* page) { return page->kind == PageKind::lesson; });
  return lessons;
}

const Config& View::config() {
  const Config& config = *site_.config;
  if (std::exchange(read_config_, true)) return config;
  const Features& features = config.features;
  base::Hasher hasher;
  hasher.add(config.title).add(config.description).add(config.lang).add(config.base_url).add(config.repository);
  hasher.add(config.mark).add(config.footer_text).add(static_cast<uint64_t>(config.date_column_after_days));
  for (bool feature : {features.search, features.twins, features.cards, features.cards_of_data, features.embeds,
                       features.images, features.highlight, features.print})
    hasher.add(uint64_t{feature});
  record("config", hasher.finish());
  return config;
}

const std::map<std::string, int>& View::colours() {
  base::Hasher hasher;
  for (const auto& [name, slot] : site_.config->colours) hasher.add(name).add(static_cast<uint64_t>(slot));
  record("colours", hasher.finish());
  return site_.config->colours;
}

const std::vector<std::string>& View::navigation_order() {
  base::Hasher hasher;
  for (const std::string& name : site_.config->navigation) hasher.add(name);
  record("navigation-order", hasher.finish());
  return site_.config->navigation;
}

const Page* View::target(std::string_view address) {
  const Page* found = site_.find(address);
  base::Hasher hasher;
  if (found) {
    hasher.add(found->title).add(kind_name(found->kind)).add(uint64_t{found->draft});
    hasher.add(found->content() ? found->content()->path : "");
  }
  record("page:", address, found ? hasher.finish() : kAbsent);
  return found;
}

void View::summary(const Page& page) {
  target(page.address);
  record(
      "summary:", page.address,
      base::Hasher().add(page.description()).add(uint64_t{!page.lead.empty()}).add(uint64_t{page.minutes()}).finish());
}

bool View::has_address(std::string_view address) {
  const bool has = site_.addresses.has(std::string(address));
  record("address:", address, base::Hasher().add(uint64_t{has}).finish());
  return has;
}

const io::SourceFile* View::file(std::string_view address) {
  const io::SourceFile* found = site_.file_at(address);
  record("file:", address, found ? found->hash : kAbsent);
  return found;
}

const Page& View::self() {
  base::Hasher own;
  own.add(page_.title).add(page_.description()).add(page_.layout).add(kind_name(page_.kind)).add(page_.subject);
  own.add(uint64_t{!page_.lead.empty()}).add(uint64_t{page_.draft}).add(uint64_t{page_.minutes()});
  own.add(page_.section ? page_.section->title : "").add(page_.section ? page_.section->folder : "");
  own.add(uint64_t{page_.section && page_.section->index == &page_});
  own.add(page_.content() ? page_.content()->path : "");
  own.add(uint64_t{page_.evaluation && page_.evaluation->from_data}).add(page_.name_suffix());
  record("self", own.finish());
  return page_;
}

void View::neighbours() {
  record("neighbours", base::Hasher().add(address_of(page_.previous)).add(address_of(page_.next)).finish());
}

std::vector<const Page*> View::above(const Page& page) {
  const Section* at = page.section;
  if (at && at->index == &page) at = at->parent;
  std::vector<const Page*> chain;
  for (; at; at = at->parent)
    if (at->index && at->index != &page) chain.push_back(at->index);
  std::reverse(chain.begin(), chain.end());
  base::Hasher hasher;
  add_addresses(chain, hasher);
  record("above:", page.address, hasher.finish());
  return chain;
}

const Section& View::members(const Section& section) {
  std::vector<const Page*> below;
  for (const Section* child : section.sections) below.push_back(child->index);
  std::erase(below, nullptr);
  base::Hasher hasher;
  add_addresses(section.pages, hasher);
  add_addresses(below, hasher);
  record("members:", section.folder, hasher.add(address_of(section.index)).add(address_of(section.print)).finish());
  return section;
}

View::Plan View::plan(const Section& section) {
  const std::vector<const Page*> lessons = lessons_of(section.pages);
  Plan plan;
  if (lessons.size() > 1) {
    plan.parts = lessons.size();
    plan.minutes = minutes_of(lessons);
    auto at = std::find(lessons.begin(), lessons.end(), &page_);
    plan.part = at == lessons.end() ? 0 : static_cast<size_t>(at - lessons.begin()) + 1;
  }
  base::Hasher hasher;
  hasher.add(uint64_t{plan.parts}).add(uint64_t{plan.minutes}).add(uint64_t{plan.part});
  record("plan:", section.folder, hasher.finish());
  return plan;
}

const Flow* View::flow() {
  const Flow* flow = site_.flow_of(page_);
  base::Hasher hasher;
  if (flow) hasher.add(flow->index->address).add(flow->start ? flow->start->page->address : "");
  record("flow", hasher.finish());
  return flow;
}

void View::whole(const Flow& flow) {
  base::Hasher hasher;
  for (const auto& node : flow.nodes) {
    hasher.add(node->id).add(node->page->address).add(node->page->title).add(uint64_t{node->is_question});
    hasher.add(uint64_t{node->answers.size()});
    for (const FlowEdge& edge : node->answers) hasher.add(edge.answer->label.text).add(edge.to->page->address);
  }
  record("whole-flow:", flow.index->address, hasher.finish());
}

void View::reached_from(const FlowNode& node) {
  base::Hasher hasher;
  for (const auto& [origin, answer] : node.reached_from) hasher.add(origin->page->address).add(answer->label.text);
  record("reached-from", hasher.finish());
}

Moved View::moved() {
  Moved moved{site_.redirects.find(page_.address, ""), site_.redirects.parts_of(page_.address)};
  base::Hasher hasher;
  auto add_row = [&](const Redirect& row) {
    hasher.add(row.from.anchor).add(to_text(row.to)).add(row.external).add(row.since).add(row.why);
  };
  if (moved.page) add_row(*moved.page);
  for (const Redirect& part : moved.parts) add_row(part);
  record("moved", hasher.finish());
  return moved;
}

const Page* View::target_of_content(std::string_view content_path) {
  const Page* found = site_.page_of(content_path);
  record("content:", content_path, found ? found->address_hash : kAbsent);
  return found;
}

}  // namespace site
