#include "import/settings_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/suggest.h"
#include "base/text.h"
#include "import/prepare.h"

namespace import {
namespace {

// What each row gets beside what its importer reads.
constexpr std::array<std::string_view, 3> kAddedToRows = {"source", "locator", "as_of"};

class SettingsChecker {
 public:
  SettingsChecker(const Settings& settings, const Importer& importer, const data::Resource& resource,
                  base::Diagnostics& diagnostics)
      : settings_(settings), importer_(importer), resource_(resource), diagnostics_(diagnostics) {}

  bool check() {
    const size_t errors = diagnostics_.errors();
    const bool is_table = importer_.fields.empty();
    if (is_table && settings_.columns.empty()) return true;  // which its reader tells
    const NamedInTexts texts = is_table ? NamedInTexts() : named_in_texts(settings_);
    NameList fields = fields_read();
    ask(settings_.values_spans, fields);
    if (!is_table) ask(settings_.only_spans, fields);
    ask(texts.locator, fields);
    ask(texts.source, fields);
    add_missing(fields, kAddedToRows);
    ask(settings_.fields_spans, fields);
    ask(texts.constants, fields);
    const std::vector<std::string> columns = columns_made_of(fields);
    check_best(base::views(columns));
    return diagnostics_.errors() == errors;
  }

 private:
  using NameList = std::vector<std::string_view>;

  NameList fields_read() const {
    if (!importer_.fields.empty()) return base::split(importer_.fields, ' ');
    NameList fields;
    for (const auto& [head, mapping] : settings_.columns)
      if (!mapping.field.empty()) add_missing(fields, std::array{std::string_view(mapping.field)});
    add_missing(fields, std::array{std::string_view("locator")});
    return fields;
  }

  std::vector<std::string> columns_made_of(const NameList& fields) const {
    std::vector<std::string> columns;
    auto add = [&](const std::string& column) {
      if (!column.empty() && std::find(columns.begin(), columns.end(), column) == columns.end())
        columns.push_back(column);
    };
    for (std::string_view field : fields) add(column_of(settings_, std::string(field)));
    for (const auto& [column, text] : settings_.constants) add(column);
    return columns;
  }

  void check_best(const NameList& columns) {
    const BestOf& best = settings_.best;
    if (best.of.empty()) return;
    const int at = resource_.find(best.of);
    if (at < 0 || resource_.fields[static_cast<size_t>(at)].field.better == quantity::Better::neither)
      diagnostics_
          .error("unknown-field", best.span,
                 fmt::format("\"{}\" is no field of \"{}\" of which more or less is better", best.of, resource_.name))
          .suggest("give the field \"better\": \"higher\" or \"lower\" in data/datapackage.json");
    else
      ask(best.of, best.span, columns);
    for (const std::string& column : best.by) ask(column, best.by_span, columns);
    ask(best.always_spans, columns);
  }

  static void add_missing(NameList& names, std::span<const std::string_view> others) {
    for (std::string_view other : others)
      if (std::find(names.begin(), names.end(), other) == names.end()) names.push_back(other);
  }

  void ask(const Spans& asked, const NameList& known) {
    for (const auto& [name, at] : asked) ask(name, at, known);
  }

  void ask(std::string_view name, base::Span at, const NameList& known) {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    diagnostics_.error("unknown-field", at, fmt::format("no row that comes in has \"{}\"", name))
        .expect(base::list_names(known, 40))
        .suggest(base::did_you_mean(name, known));
  }

  const Settings& settings_;
  const Importer& importer_;
  const data::Resource& resource_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

bool check_settings(const Settings& settings, const Importer& importer, const data::Resource& resource,
                    base::Diagnostics& diagnostics) {
  return SettingsChecker(settings, importer, resource, diagnostics).check();
}

}  // namespace import
