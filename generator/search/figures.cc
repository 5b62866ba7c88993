// Entries for the figures of named things: "v5p memory" finds a value with its unit and its source, even if no page
// shows it.
// A thing is a row of a resource with one key column and a column `name` or `title`; a column `aliases` contains its
// other names. Its figures are the measured cells of that row and of its rows in other tables: the wide form of a long
// resource, a resource whose key is a foreign key to the thing, and each table listed in `search.figures` of site.json.
// The address of a thing is the page that is made from it, otherwise its row on the page of its resource. A thing
// without a page also becomes an entry.
// The lowest and the highest figure of a column also become entries.
#include "search/search.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "blocks/references.h"
#include "data/connection.h"
#include "quantity/present.h"
#include "site/rows.h"

namespace search {
namespace {

struct Thing {
  std::string name;
  std::string names;  // other words for the thing
  std::string address, anchor;
  std::vector<std::string> groups;  // the text of each grouping column of its resource
};
using Things = std::map<std::string, Thing, std::less<>>;  // things by the key of their row

// Returns a value with its unit as one word, "459tflops" for "459 TFLOP/s"; "" if it does not begin with a number.
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

// Joins a name and its number, because readers may type "Gaudi 2" as "gaudi2".
std::string joined(std::string_view name) {
  if (name.size() > 24 || name.find_first_of("0123456789") == std::string_view::npos) return "";
  std::string whole(name);
  std::erase(whole, ' ');
  return whole;
}

constexpr size_t kMaxFigures = 20000;
constexpr size_t kMaxGroups = 8, kMaxGroupName = 30;

// Returns the columns with few different short texts, such as a vendor.
std::vector<size_t> grouping_columns(const quantity::Frame& frame, size_t key, size_t name) {
  std::vector<size_t> columns;
  for (size_t column = 0; column < frame.columns(); ++column) {
    if (column == key || column == name || frame.fields[column].type != quantity::FieldType::string) continue;
    std::set<std::string> texts;
    bool is_short = true;
    for (size_t row = 0; row < frame.rows() && texts.size() <= kMaxGroups && is_short; ++row) {
      std::string text = quantity::to_text(frame.at(row, column));
      is_short = text.size() <= kMaxGroupName;
      if (!text.empty()) texts.insert(std::move(text));
    }
    if (is_short && texts.size() > 1 && texts.size() <= std::min(kMaxGroups, frame.rows() / 2))
      columns.push_back(column);
  }
  return columns;
}

// -- The lowest and the highest figure of a column --
//
// They become entries: "most memory", "cheapest engine". All things of a resource are compared, and also those with the
// same text in a column with few different texts, such as a vendor.

// A figure of one thing, as a number that can be compared.
struct Measured {
  double value = 0;
  size_t entry = 0;                                  // the figure's index in the list of figures
  const std::vector<std::string>* groups = nullptr;  // the thing's text in each grouping column; may be ""
};

// The figures of all things of one resource in one column.
struct MeasuredColumn {
  quantity::Field field;
  std::string things;  // the title of the resource
  std::vector<Measured> figures;
};

// The minimum number of figures in a column whose extremes become entries.
constexpr size_t kMinCompared = 3;

constexpr size_t kMaxNamed = 3;              // the most things that share an extreme
constexpr double kExtremeImportance = 0.85;  // less than 1, so that figures of things that the query names come first

struct Meaning {
  bool is_price = false;
  bool has_time = false;  // whether the unit is a rate or a duration
};

Meaning meaning_of(const quantity::Field& field, const quantity::Units& units) {
  Meaning meaning;
  const auto unit = units.parse(field.unit);
  if (!unit) return meaning;
  for (const quantity::UnitPart& part : unit->parts) {
    meaning.is_price |= units.is_currency(part.name);
    const auto alone = units.parse(part.name);
    meaning.has_time |= alone && alone->powers == std::map<std::string, int>{{"s", 1}};
  }
  return meaning;
}

// Returns words for the lowest or the highest end of a column.
std::string words_for(bool lowest, const quantity::Field& field, const Meaning& meaning, const site::Words& words) {
  std::string all(words[lowest ? "found_lowest" : "found_highest"]);
  const auto add = [&](std::string_view key) { (all += ' ') += words[key]; };
  if (meaning.is_price) add(lowest ? "found_cheapest" : "found_dearest");
  if (field.better == (lowest ? quantity::Better::lower : quantity::Better::higher)) {
    add("found_best");
    if (meaning.has_time && !meaning.is_price) add("found_fastest");
  }
  return all;
}

// Returns other words for a column of prices: "price", "cheapest"; "" for other units.
std::string words_of_price(const quantity::Field& field, const quantity::Units& units, const site::Words& words) {
  if (!meaning_of(field, units).is_price) return "";
  std::string all(words["found_price"]);
  if (field.better == quantity::Better::lower) (all += ' ') += words["found_cheapest"];
  return all;
}

class Collector {
 public:
  Collector(const site::Site& site, const site::Words& words) : site_(site), words_(words), database_(*site.database) {}

  Figures collect() {
    if (database_.package().resources.empty()) return {};
    connection_ = database_.connect();
    find_pages();
    for (const data::Resource& resource : database_.package().resources)
      if (database_.find_table(resource.name)) find_things(resource);
    for (const data::TableInfo& table : database_.tables()) add_rows(table);
    for (const MeasuredColumn& column : columns_) add_extremes(column);
    for (const Entry& figure : figures_.entries)
      if (auto page = figures_.pages.find(figure.address); page != figures_.pages.end())
        page->second.has_figures = true;
    // Figures have the order of things in their resource, so that similar names and equal figures keep that order.
    std::ranges::stable_sort(figures_.entries, {},
                             [&](const Entry& entry) { return order_.at(entry.address + "#" + entry.anchor); });
    std::ranges::move(extremes_, std::back_inserter(figures_.entries));
    return std::move(figures_);
  }

 private:
  // Finds the subject of each page that is made from data: the first column of its row that is the key of a resource.
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
    if (is_column_list) return;  // rows of a column list are names of quantities, not things
    const site::FramePtr rows = rows_of(table);
    const quantity::Frame& frame = *rows;
    name = frame.find(table.fields[static_cast<size_t>(name)].name);
    const auto id_column = static_cast<size_t>(frame.find(resource.primary_key[0]));
    const int aliases = frame.find("aliases");
    const std::vector<size_t> grouping = grouping_columns(frame, id_column, static_cast<size_t>(name));
    for (size_t row = 0; row < frame.rows(); ++row) {
      const std::string id = quantity::to_text(frame.at(row, id_column));
      const std::string ref = resource.name + "/" + id;
      Thing thing;
      thing.name = quantity::to_text(frame.at(row, static_cast<size_t>(name)));
      if (thing.name.empty()) continue;
      thing.names = thing.name + " " + id + " " + joined(thing.name);
      if (aliases >= 0) (thing.names += ' ') += quantity::to_text(frame.at(row, static_cast<size_t>(aliases)));
      for (size_t column : grouping) thing.groups.push_back(quantity::to_text(frame.at(row, column)));
      if (auto page = pages_.find(ref); page != pages_.end()) {
        thing.address = page->second->address;
        figures_.pages[thing.address].names = thing.names;
      } else {
        thing.address = site::resource_address(resource.name);
        auto anchor = site_.rows->anchors.find(ref);
        if (anchor != site_.rows->anchors.end()) thing.anchor = anchor->second.id;
        add_thing(resource, frame, row, static_cast<size_t>(name), id, thing);
      }
      order_.try_emplace(thing.address + "#" + thing.anchor, order_.size());
      const Thing& known = things.emplace(id, std::move(thing)).first->second;
      add_figures(frame, row, known, resource);
    }
  }

  // Reuses the frame of the resource's page, if there is one.
  site::FramePtr rows_of(const data::TableInfo& table) {
    auto shown = site_.rows->shown.find(table.name);
    if (shown != site_.rows->shown.end() && table.rows <= site::kMaxRows)
      return shown->second->frames.find(table.name)->second;
    return std::make_shared<const quantity::Frame>(connection_->table(table.name));
  }

  void add_thing(const data::Resource& resource, const quantity::Frame& frame, size_t row, size_t name,
                 const std::string& id, const Thing& thing) {
    if (figures_.entries.size() >= kMaxFigures) return;
    Entry entry{EntryKind::row, thing.address, thing.anchor, thing.name, resource.title};
    entry.names = thing.names;
    for (size_t column = 0; column < frame.columns(); ++column) {
      const quantity::Field& field = frame.fields[column];
      if (column == name || quantity::is_null(frame.at(row, column))) continue;
      const std::string value =
          quantity::present_with_unit(frame.at(row, column), field, frame.unit_of(row, column), database_.units());
      if (value == id || field.name == "source" || field.name == "locator" || field.name == "locator_detail") continue;
      entry.text += (entry.text.empty() ? "" : "; ") + field.title + ": " + value;
    }
    figures_.entries.push_back(std::move(entry));
  }

  // Adds the measured cells of a row as figures of a thing; `things` is the thing's resource.
  void add_figures(const quantity::Frame& frame, size_t row, const Thing& thing, const data::Resource& things) {
    const std::string details = details_of(frame, row, things);
    for (size_t column = 0; column < frame.columns(); ++column) {
      const quantity::Field& field = frame.fields[column];
      const quantity::Value& value = frame.at(row, column);
      if (!field.is_measure() || quantity::is_null(value) || figures_.entries.size() >= kMaxFigures) continue;
      Entry entry{EntryKind::figure, thing.address, thing.anchor, field.title, thing.name};
      entry.text = quantity::present_with_unit(value, field, frame.unit_of(row, column), database_.units());
      entry.names = thing.names + " " + amount_word(entry.text);
      entry.column = field.name + " " + words_of_price(field, database_.units(), words_);
      entry.text += details;
      const quantity::Refs& refs = frame.refs_of(row, column);
      if (!refs.empty()) add_source(refs.front(), entry);
      if (field.unit_field.empty()) {
        const auto [at, is_new] = column_of_.try_emplace({things.name, frame.name, field.name}, columns_.size());
        if (is_new) columns_.push_back({field, things.title, {}});
        columns_[at->second].figures.push_back({quantity::to_double(value), figures_.entries.size(), &thing.groups});
      }
      figures_.entries.push_back(std::move(entry));
    }
  }

  // Returns the texts of a row that describe its figures, from the columns in `search.figures`: a seller, a region.
  std::string details_of(const quantity::Frame& frame, size_t row, const data::Resource& things) const {
    std::string details;
    if (!is_named(frame.name)) return details;
    for (size_t column = 0; column < frame.columns(); ++column) {
      const quantity::Field& field = frame.fields[column];
      if (field.type != quantity::FieldType::string || target_of(field) == &things || field.resource == things.name)
        continue;
      if (const std::string text = quantity::to_text(frame.at(row, column)); !text.empty()) details += ", " + text;
    }
    return details;
  }

  void add_source(const std::string& ref, Entry& entry) const {
    const auto provenance = database_.provenance(ref);
    if (!provenance) return;
    if (!provenance->source) {
      entry.source = provenance->no_source;
      return;
    }
    entry.source = blocks::short_name(*provenance->source);
    if (!provenance->as_of.empty()) entry.source += "; " + words_.date(provenance->as_of);
    entry.source_address = provenance->source->address;
  }

  bool is_named(std::string_view table) const {
    const auto& names = site_.config->searched_tables;
    return std::ranges::find(names, table) != names.end();
  }

  // Returns the resource whose rows the keys in a column identify; null for other columns.
  const data::Resource* target_of(const quantity::Field& field) const {
    const data::Resource* resource = database_.package().find(field.resource);
    if (!resource) return nullptr;
    if (resource->primary_key == std::vector<std::string>{field.column} && things_.contains(resource->name))
      return resource;
    return database_.package().find(site::foreign_key_target(*resource, field.column));
  }

  // Returns the resource whose things a table's rows are about, and the column with their keys; null if there is none.
  std::pair<const data::Resource*, std::string> subject_of(const data::TableInfo& table) const {
    if (is_named(table.name)) {
      for (const quantity::Field& field : table.fields)
        if (const data::Resource* target = target_of(field); target && things_.contains(target->name))
          return {target, field.name};
      return {};
    }
    std::string key;
    if (table.kind == data::TableKind::wide)
      key = table.resource->long_form->row;
    else if (table.kind == data::TableKind::resource && table.resource->primary_key.size() == 1)
      key = table.resource->primary_key[0];
    if (key.empty()) return {};
    const data::Resource* target = database_.package().find(site::foreign_key_target(*table.resource, key));
    return {target && things_.contains(target->name) ? target : nullptr, key};
  }

  void add_rows(const data::TableInfo& table) {
    const auto [resource, key] = subject_of(table);
    if (!resource || resource->name == table.name) return;
    const Things& things = things_.at(resource->name);
    const quantity::Frame frame = connection_->table(table.name);
    const int column = frame.find(key);
    for (size_t row = 0; column >= 0 && row < frame.rows(); ++row) {
      const auto thing = things.find(quantity::to_text(frame.at(row, static_cast<size_t>(column))));
      if (thing != things.end()) add_figures(frame, row, thing->second, *resource);
    }
  }

  // Adds the entries for the lowest and the highest figures of a column.
  void add_extremes(const MeasuredColumn& column) {
    std::vector<const Measured*> all;
    std::map<std::string, std::vector<const Measured*>> groups;
    for (const Measured& figure : column.figures) {
      all.push_back(&figure);
      for (const std::string& group : *figure.groups)
        if (!group.empty()) groups[group].push_back(&figure);
    }
    std::erase_if(groups, [&](const auto& group) { return group.second.size() == all.size(); });
    groups[""] = all;  // comes first
    for (const auto& [group, figures] : groups) {
      if (figures.size() < kMinCompared) continue;
      const auto [low, high] = std::ranges::minmax(figures, {}, &Measured::value);
      if (low->value == high->value) continue;
      add_extreme(column, group, figures, low->value, true);
      add_extreme(column, group, figures, high->value, false);
    }
  }

  void add_extreme(const MeasuredColumn& column, const std::string& group, const std::vector<const Measured*>& figures,
                   double value, bool lowest) {
    std::vector<const Measured*> best;
    std::ranges::copy_if(figures, std::back_inserter(best), [&](const Measured* each) { return each->value == value; });
    Entry entry = figures_.entries[best.front()->entry];
    std::string names;
    for (size_t i = 0; i < std::min(best.size(), kMaxNamed); ++i)
      (names += i == 0 ? "" : ", ") += figures_.entries[best[i]->entry].context;
    if (best.size() > kMaxNamed) names += " …";
    entry.text += " (" + names + ")";
    entry.title = words_.fill(lowest ? "found_lowest_of" : "found_highest_of",
                              {{"title", column.field.title}, {"count", std::to_string(figures.size())}});
    entry.context = group;
    entry.names.clear();
    entry.importance = kExtremeImportance;
    entry.column = column.things + " " + column.field.name + " " +
                   words_for(lowest, column.field, meaning_of(column.field, database_.units()), words_);
    extremes_.push_back(std::move(entry));
  }

  const site::Site& site_;
  const site::Words& words_;
  const data::Database& database_;
  std::unique_ptr<data::Connection> connection_;
  std::map<std::string, const site::Page*, std::less<>> pages_;  // pages by the ref of their row
  std::map<std::string, Things, std::less<>> things_;            // things by the name of their resource
  std::vector<MeasuredColumn> columns_;
  std::map<std::tuple<std::string, std::string, std::string>, size_t>
      column_of_;                                     // columns by resource, table and column
  std::map<std::string, size_t, std::less<>> order_;  // positions by address and anchor
  Figures figures_;
  std::vector<Entry> extremes_;
};

}  // namespace

Figures figures_of(const site::Site& site, const site::Words& words) { return Collector(site, words).collect(); }

}  // namespace search
