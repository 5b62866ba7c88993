// The methods of View that compute values.
#include <fmt/format.h>

#include <algorithm>

#include "site/url.h"
#include "site/view.h"

namespace site {
namespace {

std::string_view address_of(const Page* page) { return page ? std::string_view(page->address) : ""; }

std::vector<std::string_view> addresses_of(const std::vector<const Page*>& pages) {
  std::vector<std::string_view> addresses;
  addresses.reserve(pages.size());
  for (const Page* page : pages) addresses.push_back(page->address);
  return addresses;
}

template <class Map>
auto find_in(const Map& map, std::string_view key) -> decltype(&map.begin()->second) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

size_t number_of(const document::Answer& answer, const Page& page) {
  return static_cast<size_t>(&answer - page.content()->front.answers.data());
}

FlowStep step_of(const Flow& flow, const FlowNode& node) {
  FlowStep step{node.id, node.page->address, node.page->title, node.is_question, {}, {}};
  for (const FlowEdge& edge : node.answers)
    step.answers.push_back({number_of(*edge.answer, *node.page), edge.answer->id, edge.to->id, edge.answer->label.text,
                            edge.to->page->address, !edge.to->is_question, answer_name(node, *edge.answer)});
  for (const std::string& name : node.depends_on) {
    const FlowNode* question = flow.find(std::string_view(name).substr(0, name.find('.')));
    const FlowEdge* edge = question ? question->find(name.substr(name.find('.') + 1)) : nullptr;
    if (edge) step.depends_on.push_back({name, question->page->title, edge->answer->label.text});
  }
  return step;
}

// Returns the resource whose row names apply to a row of a wide table.
std::string_view names_of(const data::Contradiction& row, const data::Database& database) {
  const data::Resource& resource = *database.find_table(row.table)->resource;
  return foreign_key_target(resource, resource.long_form->row);
}

const document::Heading* heading_at(const Page& page, std::string_view anchor) {
  if (!page.content()) return nullptr;
  const std::vector<document::Heading>& headings = page.content()->document().headings();
  const auto found =
      std::find_if(headings.begin(), headings.end(), [&](const auto& each) { return each.id == anchor; });
  return found == headings.end() ? nullptr : &*found;
}

}  // namespace

std::string block_title(const Site& site, std::string_view name) {
  const NamedBlock* block = site.block_named(name);
  return block ? block->title() : "";
}

// Returns the path from the home page to a page, without the page itself.
std::vector<std::string_view> View::above(std::string_view address) const {
  std::vector<std::string_view> chain;
  const Page* page = site_.find(address);
  const Section* at = page ? page->section : nullptr;
  if (at && at->index == page) at = at->parent;
  for (; at; at = at->parent)
    if (at->index && at->index != page) chain.push_back(at->index->address);
  std::reverse(chain.begin(), chain.end());
  if (page && page->kind == PageKind::resource && page_of_resource(page->address) > 1)
    chain.push_back(address_of(site_.find(resource_address(page->subject))));
  return chain;
}

bool View::has_address(std::string_view address) const { return site_.addresses.has(std::string(address)); }

const Assert* View::assertion(std::string_view name) const { return find_in(site_.asserts, name); }

std::optional<bool> View::has_own_page(std::string_view name) const {
  const NamedBlock* found = site_.block_named(name);
  return found && found->page == &page_ ? std::optional(found->has_own_page) : std::nullopt;
}

const Cell* View::cell(std::string_view key) const {
  return page_.evaluation ? find_in(page_.evaluation->cells, key) : nullptr;
}

std::optional<std::string_view> View::address_of_content(std::string_view path) const {
  const Page* found = site_.page_of(path);
  return found ? std::optional<std::string_view>(found->address) : std::nullopt;
}

std::vector<ContradictionRow> View::contradictions() const {
  const data::Database& database = *site_.database;
  std::vector<ContradictionRow> rows;
  for (const data::Contradiction& each : database.contradictions()) rows.push_back({&each, names_of(each, database)});
  return rows;
}

std::vector<const Changes*> View::days() const {
  std::vector<const Changes*> days;
  for (const auto& each : site_.changes) days.push_back(each.get());
  return days;
}

std::string_view View::table_changed_on(std::string_view resource) const {
  for (const auto& day : site_.changes)  // newest first
    if (std::ranges::any_of(day->tables, [&](const TableChange& table) { return table.resource == resource; }))
      return day->date;
  return "";
}

const Figure* View::figure(std::string_view key) const {
  const FigurePtr* found = page_.evaluation ? find_in(page_.evaluation->figures, key) : nullptr;
  return found ? found->get() : nullptr;
}

const io::SourceFile* View::file(std::string_view path) const {
  return content_at(path) ? nullptr : site_.file_at(path);
}

std::optional<FlowStart> View::flow() const {
  const Flow* flow = site_.flow_of(page_);
  if (!flow) return std::nullopt;
  return FlowStart{flow->index->address, address_of(flow->start ? flow->start->page : nullptr)};
}

const quantity::Frame* View::frame(std::string_view name) const {
  const FramePtr* found = page_.evaluation ? find_in(page_.evaluation->frames, name) : nullptr;
  return found ? found->get() : nullptr;
}

const quantity::Frame* View::rows(std::string_view resource) const {
  const std::shared_ptr<const Evaluation>* shown = find_in(site_.rows->shown, resource);
  return shown && *shown ? find_in((*shown)->frames, resource)->get() : nullptr;
}

const LabelMap* View::labels(const quantity::Field& field) const {
  const data::Resource* resource = field.resource.empty() ? nullptr : site_.database->package().find(field.resource);
  const int at = resource ? resource->find(field.column) : -1;
  return at < 0 ? nullptr : &resource->fields[static_cast<size_t>(at)].labels;
}

Members View::members(std::string_view folder) const {
  const Section* section = site_.section_of(folder);
  if (!section) return {};
  Members members{addresses_of(section->pages), {}, address_of(section->index), address_of(section->print)};
  for (const Section* child : section->sections)
    if (child->index) members.sections.push_back(child->index->address);
  return members;
}

std::vector<std::string_view> View::printed(std::string_view folder) const {
  return addresses_of(site_.section_of(folder)->printed);
}

MissingPage View::missing_page(std::string_view path) const {
  const Site& site = site_;
  MissingPage missing{site.drafts.contains(path), site.is_from_data(path), "", {}};
  const std::string address = std::string(path.substr(0, path.rfind('.'))) + ".html";
  if (const Redirect* row = site.redirects.find(address, ""))
    missing.redirect =
        address + (row->is_retired() ? " was retired" : " redirects to " + to_text(row->to) + row->external);
  for (const auto& known : site.pages)
    if (known->has_text() && !known->evaluation->from_data) missing.known.emplace_back(known->content()->path);
  return missing;
}

std::vector<std::string> View::names(std::string_view what) const {
  std::vector<std::string> names;
  if (what == "addresses")
    for (std::string_view address : site_.addresses.all()) names.emplace_back(address);
  if (what == "asserts")
    for (const auto& [name, unused] : site_.asserts) names.push_back(name);
  if (what == "queries" && page_.evaluation)
    for (const auto& [name, unused] : page_.evaluation->frames) names.push_back(name);
  if (what == "tables")
    for (const data::TableInfo& table : site_.database->tables()) names.push_back(table.name);
  if (what == "claims")
    for (const std::string& ref : site_.database->refs_of(what)) names.push_back(ref.substr(what.size() + 1));
  return names;
}

std::string_view View::nearest_above() const {
  for (std::string_view folder = folder_of(page_.address); !folder.empty(); folder = folder_of(folder)) {
    const Section* section = site_.section_of(folder);
    if (section && section->index) return section->index->address;
  }
  return address_of(site_.top().index);
}

std::string View::part(const Place& at) const {
  const Page* page = site_.find(at.address);
  if (!page) return "";
  const document::Heading* heading = heading_at(*page, at.anchor);
  // On a page made from data, the words of a heading may contain placeholders.
  if (heading && !page->evaluation->from_data && !heading->text.empty()) return std::string(heading->text);
  return block_title(site_, at.anchor);
}

Plan View::plan(std::string_view folder) const {
  const Section* section = site_.section_of(folder);
  if (!section) return {};
  Plan plan{address_of(section->index), 0, 0, 0};
  for (const Page* page : section->pages) {
    if (page->kind != PageKind::lesson) continue;
    ++plan.parts;
    plan.minutes += page->minutes();
    if (page == &page_) plan.part = plan.parts;
  }
  return plan.parts > 1 ? plan : Plan{plan.index, 0, 0, 0};
}

std::vector<FlowOrigin> View::reached_from() const {
  std::vector<FlowOrigin> origins;
  const Flow* flow = site_.flow_of(page_);
  if (const FlowNode* node = flow ? flow->node_of(page_) : nullptr)
    for (const auto& [origin, answer] : node->reached_from)
      origins.push_back({answer_name(*origin, *answer), origin->page->address, answer->label.text,
                         number_of(*answer, *origin->page)});
  return origins;
}

std::optional<Redirect> View::redirect(std::string_view address) const {
  const Page* page = site_.find(address);
  if (page && page->kind == PageKind::redirect && !page->subject.empty()) return Redirect{.to = {page->subject, ""}};
  const Redirect* row = site_.redirects.find(address, "");
  return row ? std::optional(*row) : std::nullopt;
}

std::optional<Provenance> View::find_provenance(std::string_view ref) const {
  auto found = site_.database->provenance(ref);
  if (!found) return std::nullopt;
  std::vector<ShownCaveat> caveats;
  for (const data::Caveat* caveat : found->caveats) caveats.push_back({caveat->text, caveat->columns});
  const RowAnchor* anchor = find_in(site_.rows->anchors, data::record_of(ref));
  const std::string_view resource = found->source ? std::string_view() : std::string_view(found->resource->title);
  return Provenance{found->source,
                    found->locator,
                    found->locator_detail,
                    found->as_of,
                    found->note,
                    found->covers,
                    std::move(caveats),
                    resource,
                    found->no_source,
                    anchor ? std::string_view(anchor->id) : "",
                    anchor ? anchor->page : 1,
                    site_.database->competition_of(ref) != nullptr,
                    site_.database->age_of(ref),
                    found->originator};
}

const data::Validity* View::outside_validity(std::string_view ref) const {
  const data::Validity* validity = site_.database->validity_of(ref);
  return validity && !validity->is_current(site_.as_of) ? validity : nullptr;
}

std::vector<DroppedRow> View::dropped_rows(std::string_view name) const {
  constexpr size_t kMaxDropped = 200;
  const data::Database& database = *site_.database;
  const data::Resource* resource = database.package().find(name);
  if (!resource || resource->history.empty()) return {};
  std::vector<DroppedRow> rows;
  for (std::string_view key : database.dropped_keys(*resource, kMaxDropped)) {
    const size_t slash = key.find('/');
    rows.push_back({std::string(key.substr(slash + 1)), std::string(key.substr(0, slash)),
                    fmt::format("{}/{}", resource->history, key)});
  }
  return rows;
}

std::optional<size_t> View::row_count(std::string_view resource) const {
  const data::TableInfo* table = site_.database->find_table(resource);
  return table ? std::optional(table->rows) : std::nullopt;
}

std::string View::row_place(std::string_view ref) const {
  const auto found = site_.database->provenance(ref);
  return found ? "the row " + std::string(found->key) + " of data/" + found->resource->path : "";
}

std::string_view View::view_sql(std::string_view view) const {
  const data::TableInfo* table = site_.database->find_table(view);
  return table && table->kind == data::TableKind::view ? table->sql : std::string_view();
}

FlowStep View::flow_step() const {
  const Flow* of_page = site_.flow_of(page_);
  const FlowNode* node = of_page ? of_page->node_of(page_) : nullptr;
  return node ? step_of(*of_page, *node) : FlowStep();
}

std::string_view View::definition(std::string_view anchor) const {
  const std::string* meaning = find_in(site_.definitions, anchor);
  return meaning ? std::string_view(*meaning) : "";
}

const quantity::Value* View::value(std::string_view name) const {
  return page_.evaluation ? find_in(page_.evaluation->values, name) : nullptr;
}

// Returns all steps of a flow in reading order.
std::vector<FlowStep> View::whole_flow(std::string_view address) const {
  std::vector<FlowStep> steps;
  const Page* page = site_.find(address);
  if (const Flow* flow = page ? site_.flow_of(*page) : nullptr)
    for (const auto& node : flow->nodes) steps.push_back(step_of(*flow, *node));
  return steps;
}

}  // namespace site
