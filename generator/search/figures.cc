#include "search/figures.h"

#include <algorithm>
#include <map>

#include "blocks/references.h"
#include "data/connection.h"
#include "quantity/present.h"
#include "search/entry.h"
#include "site/labels.h"

namespace search {
namespace {

struct Thing {
  std::string name;
  std::string address, anchor;
  bool has_page = false;
};
using Things = std::map<std::string, Thing, std::less<>>;  // by key

// "459 TFLOP/s" as one word, "459tflops"; "" if it does not begin with a number.
std::string amount_word(std::string_view value) {
  std::string word;
  size_t letters = 0;
  for (char c : value) {
    const bool digit = (c >= '0' && c <= '9') || c == '.', letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (digit ? letters > 0 : !letter && c != ' ' && c != '/' && c != ',') break;
    if (letter && (word.empty() || ++letters > 6)) break;
    if (digit || letter) word += c;
  }
  return letters > 0 ? word : "";
}

// Readers type "Gaudi 2" also as "gaudi2".
std::string joined(std::string_view name) {
  if (name.size() > 24 || name.find_first_of("0123456789") == std::string_view::npos) return "";
  std::string whole(name);
  std::erase(whole, ' ');
  return whole;
}

class Collector {
 public:
  explicit Collector(const site::Site& site) : site_(site), database_(*site.database) {}

  std::vector<Entry> collect() {
    if (database_.package().resources.empty()) return {};
    connection_ = database_.connect();
    find_pages();
    for (const data::Resource& resource : database_.package().resources)
      if (database_.find_table(resource.name)) find_things(resource);
    for (const data::TableInfo& table : database_.tables())
      if (table.kind == data::TableKind::wide) add_wide(table);
    return std::move(entries_);
  }

 private:
  // The subject of each page made from data: the first of its row's columns that is a resource's key.
  void find_pages() {
    for (const auto& page : site_.pages) {
      if (!page->content() || !page->evaluation->from_data || !page->is_indexed()) continue;
      const document::PagesFromData& made = *page->content()->front.pages;
      const std::vector<quantity::Field>* fields = nullptr;
      auto frame = page->evaluation->frames.find(made.query.text);
      if (frame != page->evaluation->frames.end() && frame->second)
        fields = &frame->second->fields;
      else if (const data::TableInfo* table = database_.find_table(made.query.text))
        fields = &table->fields;
      for (size_t i = 0; fields && i < fields->size(); ++i) {
        const quantity::Field& field = (*fields)[i];
        const data::Resource* resource = database_.package().find(field.resource);
        if (!resource || resource->primary_key.size() != 1 || resource->primary_key[0] != field.column) continue;
        auto value = page->evaluation->values.find(field.name);
        if (value != page->evaluation->values.end())
          pages_.try_emplace(field.resource + "/" + quantity::to_text(value->second), page.get());
        break;
      }
    }
  }

  void find_things(const data::Resource& resource) {
    if (resource.primary_key.size() != 1) return;
    const data::TableInfo& table = *database_.find_table(resource.name);
    int name = table.find("name");
    const int key = table.find(resource.primary_key[0]);
    if (name < 0 || name == key) name = table.find("title");
    if (key < 0 || name < 0 || name == key ||
        table.fields[static_cast<size_t>(name)].type != quantity::FieldType::string)
      return;
    Things& things = things_[resource.name];
    const bool is_column_list = std::ranges::any_of(database_.package().resources, [&](const data::Resource& other) {
      return other.long_form && other.long_form->columns == resource.name;
    });
    if (is_column_list) return;  // names of quantities, not of things
    const site::FramePtr rows = rows_of(table);
    const quantity::Frame& frame = *rows;
    name = frame.find(table.fields[static_cast<size_t>(name)].name);
    const auto id_column = static_cast<size_t>(frame.find(resource.primary_key[0]));
    for (size_t row = 0; row < frame.rows(); ++row) {
      const std::string id = quantity::to_text(frame.at(row, id_column));
      const std::string ref = resource.name + "/" + id;
      Thing thing;
      thing.name = quantity::to_text(frame.at(row, static_cast<size_t>(name)));
      if (thing.name.empty()) continue;
      if (auto page = pages_.find(ref); page != pages_.end()) {
        thing.address = page->second->address;
        thing.has_page = true;
      } else {
        thing.address = site::resource_address(resource.name);
        auto anchor = site_.rows->anchors.find(ref);
        if (anchor != site_.rows->anchors.end()) thing.anchor = anchor->second.id;
      }
      if (!thing.has_page) add_thing(resource, frame, row, static_cast<size_t>(name), id, thing);
      add_figures(frame, row, id, thing);
      things.emplace(id, std::move(thing));
    }
  }

  // Reuses the frame of the resource's page.
  site::FramePtr rows_of(const data::TableInfo& table) {
    auto shown = site_.rows->shown.find(table.name);
    if (shown != site_.rows->shown.end() && table.rows <= site::kMaxRows)
      return shown->second->frames.find(table.name)->second;
    return std::make_shared<const quantity::Frame>(connection_->table(table.name));
  }

  void add_thing(const data::Resource& resource, const quantity::Frame& frame, size_t row, size_t name,
                 const std::string& id, const Thing& thing) {
    if (entries_.size() >= kMaxFigures) return;
    Entry entry{Kind::row, thing.address, thing.anchor, thing.name, resource.title};
    entry.names = id + " " + joined(thing.name);
    for (size_t column = 0; column < frame.columns(); ++column) {
      const quantity::Field& field = frame.fields[column];
      if (column == name || quantity::is_null(frame.at(row, column))) continue;
      const std::string value =
          quantity::present_with_unit(frame.at(row, column), field, unit_of(frame, row, field), database_.units());
      if (value == id || field.name == "source" || field.name == "locator") continue;
      entry.text += (entry.text.empty() ? "" : "; ") + field.title + ": " + value;
    }
    entries_.push_back(std::move(entry));
  }

  static std::string unit_of(const quantity::Frame& frame, size_t row, const quantity::Field& field) {
    const int column = field.unit_field.empty() ? -1 : frame.find(field.unit_field);
    return column < 0 ? field.unit : quantity::to_text(frame.at(row, static_cast<size_t>(column)));
  }

  void add_figures(const quantity::Frame& frame, size_t row, const std::string& id, const Thing& thing) {
    for (size_t column = 0; column < frame.columns(); ++column) {
      const quantity::Field& field = frame.fields[column];
      const quantity::Value& value = frame.at(row, column);
      if (!field.is_measure() || quantity::is_null(value) || entries_.size() >= kMaxFigures) continue;
      Entry entry{Kind::figure, thing.address, thing.anchor, field.title, thing.name};
      entry.text = quantity::present_with_unit(value, field, unit_of(frame, row, field), database_.units());
      entry.names = thing.name + " " + id + " " + joined(thing.name) + " " + field.name + " " + amount_word(entry.text);
      const quantity::Refs& refs = frame.refs_of(row, column);
      if (!refs.empty()) add_source(refs.front(), entry);
      entries_.push_back(std::move(entry));
    }
  }

  void add_source(const std::string& ref, Entry& entry) const {
    const auto provenance = database_.provenance(ref);
    if (!provenance) return;
    if (!provenance->source) {
      entry.source = provenance->no_source;
      return;
    }
    entry.source = blocks::short_name(*provenance->source);
    if (!provenance->as_of.empty()) entry.source += "; " + std::string(provenance->as_of);
    entry.source_address = blocks::source_address(provenance->source->id);
  }

  void add_wide(const data::TableInfo& table) {
    const data::LongForm& form = *table.resource->long_form;
    for (const data::ForeignKey& to : table.resource->foreign_keys) {
      if (to.fields.size() != 1 || to.fields[0] != form.row) continue;
      auto things = things_.find(to.resource);
      if (things == things_.end()) return;
      const quantity::Frame frame = connection_->table(table.name);
      const int key = frame.find(form.row);
      for (size_t row = 0; key >= 0 && row < frame.rows(); ++row) {
        const std::string id = quantity::to_text(frame.at(row, static_cast<size_t>(key)));
        auto thing = things->second.find(id);
        if (thing != things->second.end()) add_figures(frame, row, id, thing->second);
      }
      return;
    }
  }

  const site::Site& site_;
  const data::Database& database_;
  std::unique_ptr<data::Connection> connection_;
  std::map<std::string, const site::Page*, std::less<>> pages_;  // by ref
  std::map<std::string, Things, std::less<>> things_;            // by resource
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<Entry> figures_of(const site::Site& site) { return Collector(site).collect(); }

}  // namespace search
