#include "renaming/content.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "blocks/because.h"
#include "build/parse.h"
#include "notation/json.h"
#include "quantity/formula.h"
#include "renaming/sql_values.h"
#include "site/url.h"

namespace renaming {
namespace {

// A percent-encoded key as a part of a link's destination in Markdown, where "&amp;" and ")" mean something.
std::string in_markdown(std::string destination) {
  for (auto [sign, code] : {std::pair("(", "%28"), std::pair(")", "%29"), std::pair("&", "%26")})
    destination = base::replace_all(std::move(destination), sign, code);
  return destination;
}

// The tables that a page's blocks and figures name.
class Frames {
 public:
  Frames(const data::Database& database, data::Connection& connection) : database_(database), connection_(connection) {}

  // Null where there is no such table.
  const quantity::Frame* table(const std::string& name) {
    const data::TableInfo* info = database_.find_table(name);
    if (!info) return nullptr;
    auto [frame, is_new] = frames_.try_emplace(name);
    if (is_new) frame->second = connection_.table(name);
    return &frame->second;
  }
  const quantity::Frame* of(const site::Evaluation* evaluation, const std::string& name) {
    if (evaluation)
      if (auto found = evaluation->frames.find(name); found != evaluation->frames.end()) return found->second.get();
    return table(name);
  }
  const data::Database& database() const { return database_; }

 private:
  const data::Database& database_;
  data::Connection& connection_;
  std::map<std::string, quantity::Frame> frames_;
};

// The cells of a row's first columns, joined, where these give the key; with what becomes of each.
std::optional<std::string> renamed_in(const quantity::Frame& frame, std::string_view key, const Changes& changes) {
  for (size_t row = 0; row < frame.rows(); ++row) {
    std::string old, now;
    for (size_t column = 0; column < frame.columns() && old.size() < key.size(); ++column) {
      const quantity::Field& field = frame.fields[column];
      const std::string text = quantity::to_text(frame.at(row, column));
      const std::string* becomes = changes.value(field.resource, field.column, text);
      old += (column ? "/" : "") + text;
      now += (column ? "/" : "") + (becomes ? *becomes : text);
      if (old == key) return now;
    }
  }
  return std::nullopt;
}

class ContentFinder {
 public:
  ContentFinder(const build::CheckedSite& checked, const Changes& changes, Found& found)
      : checked_(checked),
        changes_(changes),
        found_(found),
        connection_(checked.inputs->database->connect()),
        frames_(*checked.inputs->database, *connection_) {
    for (const auto& page : checked.site->pages)
      if (const site::Content* content = page->content()) evaluations_.try_emplace(content, page->evaluation.get());
  }

  void find() {
    for (const auto& content : checked_.inputs->contents) {
      auto known = evaluations_.find(content.get());
      evaluation_ = known == evaluations_.end() ? nullptr : known->second;
      find_in_page(*content);
    }
    evaluation_ = nullptr;
    find_in_figures(checked_.inputs->figures);
    for (const data::TableInfo& table : checked_.inputs->database->tables())
      if (table.kind == data::TableKind::view) find_in_view(table.name);
  }

 private:
  void find_in_page(const site::Content& content) {
    find_in_links(content.document());
    for (const document::Document* text : content.short_documents()) find_in_links(*text);
    find_in_figures(content.figures);
    for (const document::Answer& answer : content.front.answers)
      for (const document::Text& because : answer.because)
        if (const std::string* becomes = changes_.key(blocks::kClaims, because.text))
          if (!checked_.site->asserts.contains(because.text) && site::is_plain_name(because.text))
            found_.rewrite("reason of a flow", because.span, because.text, *becomes);
    find_in_queries(content);
    for (const site::Block& block : content.blocks) {
      data_ = frames_.of(evaluation_, block.data);
      inputs_ = block.spec.find("inputs");
      if (data_) find_in_spec(block.spec, nullptr, nullptr);
    }
  }

  // TABLE/KEY/COLUMN as it will be; nothing where it stays.
  std::optional<std::string> renamed_path(const std::string& path) {
    const size_t first = path.find('/'), last = path.rfind('/');
    if (first == std::string::npos || first == last) return std::nullopt;
    const std::string table = path.substr(0, first), key = path.substr(first + 1, last - first - 1);
    std::optional<std::string> now = renamed_key(table, key);
    if (!now || *now == key) return std::nullopt;
    return path.substr(0, first + 1) + *now + path.substr(last);
  }

  std::optional<std::string> renamed_key(const std::string& table, const std::string& key) {
    const data::TableInfo* info = frames_.database().find_table(table);
    const bool own = evaluation_ && evaluation_->content->query(table);
    if (info && !own && info->kind == data::TableKind::resource) {
      const std::string* becomes = changes_.key(table, key);
      return becomes ? std::optional(*becomes) : std::nullopt;
    }
    if (info && !own && info->kind == data::TableKind::wide) {
      const std::string* becomes = changes_.value(info->resource->name, info->resource->long_form->row, key);
      return becomes ? std::optional(*becomes) : std::nullopt;
    }
    const quantity::Frame* frame = frames_.of(evaluation_, table);
    return frame ? renamed_in(*frame, key, changes_) : std::nullopt;
  }

  void find_in_links(const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      std::optional<std::string> path = renamed_path(std::string(link.key));
      if (!path) continue;
      const std::string_view written = link.destination_span.text();
      const size_t first = written.find('/'), last = written.rfind('/');
      if (!link.exact || !written.starts_with("fig:") || first == last) {
        found_.left.push_back({link.span, "a figure that is not written in its line as it is"});
        continue;
      }
      const std::string key = path->substr(path->find('/') + 1, path->rfind('/') - path->find('/') - 1);
      std::string encoded = in_markdown(site::encode_path(key));
      const std::string_view old = written.substr(first + 1, last - first - 1);
      if (old.find("%2F") != std::string_view::npos) encoded = base::replace_all(std::move(encoded), "/", "%2F");
      const auto at = static_cast<uint32_t>(link.destination_span.begin + first + 1);
      found_.edit("figure", {link.destination_span.source, at, static_cast<uint32_t>(at + old.size())}, encoded);
    }
  }

  void find_in_figures(const site::NamedFigures& figures) {
    for (const auto& [name, figure] : figures) {
      auto formula = quantity::Formula::parse(figure.formula.text, frames_.database().units());
      if (!formula) continue;
      for (const quantity::FormulaNode& node : formula->nodes()) {
        if (node.kind != quantity::FormulaKind::operand) continue;
        const std::string& path = formula->operands()[node.left].text;
        std::optional<std::string> becomes = renamed_path(site::decode_percent(path).value_or(path));
        if (!becomes) continue;
        if (!is_operand(*becomes) || site::decode_percent(*becomes) != becomes) becomes = site::encode_path(*becomes);
        base::Span part = quantity::part_of(figure.formula.span, figure.formula.text, node.begin, node.end);
        const bool is_exact = part.text() == path && becomes->find_first_of(" \"'\\:#") == std::string::npos;
        if (!is_operand(*becomes))
          found_.left.push_back({figure.formula.span, "a formula, which can't hold the new name"});
        else if (is_exact)
          found_.edit("figure", part, *becomes);
        else
          found_.left.push_back({figure.formula.span, "a formula that is not written in its line as it is"});
      }
    }
  }

  bool is_operand(const std::string& path) {
    auto formula = quantity::Formula::parse(path, frames_.database().units());
    return formula && formula->is_one_operand();
  }

  void find_in_queries(const site::Content& content) {
    const data::Params none;
    ParameterUses parameters;
    for (const document::Fence& fence : content.document().fences()) {
      const bool is_query = fence.kind == document::FenceKind::query || fence.kind == document::FenceKind::assertion;
      if (is_query && fence.exact)
        find_in_sql(fence.body_span, evaluation_ ? evaluation_->values : none, *connection_, changes_, parameters,
                    found_);
    }
    for (const document::Param& param : content.front.params)
      if (auto use = parameters.find(param.name); use != parameters.end()) find_in_parameter(param, use->second);
  }

  // One value for all columns that it is compared with, which may not all agree on what becomes of it.
  void find_in_parameter(const document::Param& param, const ParameterUses::mapped_type& columns) {
    const std::string text = quantity::to_text(param.value);
    std::set<std::string> all;
    for (const auto& [resource, column] : columns) {
      const std::string* becomes = changes_.value(resource, column, text);
      all.insert(becomes ? *becomes : text);
    }
    if (all.size() > 1)
      found_.left.push_back({param.span, "a parameter that is compared with columns which do not all change alike"});
    else if (*all.begin() != text)
      found_.rewrite("parameter", param.span, text, *all.begin());
  }

  void find_in_view(const std::string& name) {
    const base::SourceText* file = checked_.inputs->find_source("data/views/" + name + ".sql");
    if (!file) return;
    ParameterUses parameters;
    find_in_sql(base::whole(*file), {}, *connection_, changes_, parameters, found_);
  }

  // What a spec says of a column stands in one map with the column's name: domains, orders, choices, presets.
  // `column` is that name, `around` the key that holds the map.
  void find_in_spec(const notation::Node& node, const notation::Node* column, const std::string* around) {
    if (node.is_map()) {
      for (const char* key : {"field", "column"})
        if (const notation::Node* named = node.find(key); named && named->is_string()) column = named;
      for (const notation::Entry& entry : node.entries) {
        const notation::Node* of_case = around && *around == "cases" ? input_column(entry.key) : nullptr;
        const bool passes_on = around && *around == "cases" && entry.key == "inputs";
        static const std::string choice = "default";
        find_in_spec(entry.value, of_case ? of_case : column, of_case ? &choice : passes_on ? around : &entry.key);
      }
      return;
    }
    for (const notation::Node& item : node.items) find_in_spec(item, column, around);
    static const std::set<std::string> of_values{"domain", "sort", "values", "choices", "default", "datum"};
    const bool is_value = node.is_string() || node.kind == notation::Kind::number;
    if (!is_value || !column || !around || !of_values.contains(*around)) return;
    const int index = data_->find(column->text);
    if (index < 0) return;
    const quantity::Field& field = data_->fields[static_cast<size_t>(index)];
    if (const std::string* becomes = changes_.value(field.resource, field.column, node.text))
      found_.rewrite("value in a table or chart", node.span, node.text, *becomes);
  }

  const notation::Node* input_column(const std::string& input) const {
    const notation::Node* described = inputs_ ? inputs_->find(input) : nullptr;
    return described && described->is_map() ? described->find("column") : nullptr;
  }

  const build::CheckedSite& checked_;
  const Changes& changes_;
  Found& found_;
  std::unique_ptr<data::Connection> connection_;
  Frames frames_;
  std::map<const site::Content*, const site::Evaluation*> evaluations_;
  const site::Evaluation* evaluation_ = nullptr;  // of the page that is looked at
  const quantity::Frame* data_ = nullptr;         // of the block
  const notation::Node* inputs_ = nullptr;        // the same
};

}  // namespace

void find_in_content(const build::CheckedSite& checked, const Changes& changes, Found& found) {
  ContentFinder(checked, changes, found).find();
}

void find_in_sql(base::Span place, const data::Params& params, data::Connection& connection, const Changes& changes,
                 ParameterUses& parameters, Found& found) {
  auto wanted = [&](const SqlValue& value) { return value.is_parameter || changes.names().contains(value.text); };
  for (const SqlValue& value : values_in(place.text(), params, connection, wanted)) {
    if (value.is_parameter) {
      parameters[value.text].emplace(value.resource, value.column);
      continue;
    }
    const base::Span span{place.source, place.begin + static_cast<uint32_t>(value.begin),
                          place.begin + static_cast<uint32_t>(value.end)};
    if (const std::string* becomes = changes.value(value.resource, value.column, value.text))
      found.edit("value in a query", span, value.is_number && is_number(*becomes) ? *becomes : sql_literal(*becomes));
  }
}

}  // namespace renaming
