// Reads a chart and its data from one JSON text: {"spec": …, "fields": [{name, type, title, unit, unitField,
// comparable, format}], "rows":
// [[…]]}.
#pragma once
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "chart/plot.h"
#include "chart/spec.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "quantity/frame.h"

namespace chart_test {

inline quantity::FieldType field_type(const std::string& name) {
  if (name == "integer") return quantity::FieldType::integer;
  if (name == "number") return quantity::FieldType::number;
  if (name == "boolean") return quantity::FieldType::boolean;
  if (name == "date") return quantity::FieldType::date;
  if (name == "datetime") return quantity::FieldType::datetime;
  if (name == "year") return quantity::FieldType::year;
  return quantity::FieldType::string;
}

// Returns an English text of the theme, as site::Words::count() does for numbers below 1,000.
inline std::string english_text(std::string_view key, size_t count) {
  static const auto texts = [] {
    std::map<std::string, std::string> all;
    std::ifstream file(SOURCEBOOK_ROOT "/templates/strings/en.yaml");
    const base::SourceText source("en.yaml", std::string(std::istreambuf_iterator<char>(file), {}));
    base::Diagnostics diagnostics;
    const auto root = notation::parse_yaml(base::whole(source), diagnostics);
    for (const notation::Entry& entry : root->entries) all[entry.key] = entry.value.text;
    return all;
  }();
  const auto one = texts.find(std::string(key) + "_one");
  const std::string& text = count == 1 && one != texts.end() ? one->second : texts.at(std::string(key));
  return base::replace_all(text, "{count}", std::to_string(count));
}

inline chart::DrawOptions in_english() {
  chart::DrawOptions options;
  options.words = english_text;
  // As in the theme.
  options.light_colours = {{{"series-2", "ramp-0", "ramp-1", "ramp-2", "ramp-3", "ramp-4"},
                            {"series-2", "ramp-4", "ramp-5", "ramp-6", "ramp-7", "ramp-8"}}};
  return options;
}

struct Case {
  quantity::Frame frame;
  std::unique_ptr<base::SourceText> source;  // source of the spec
  base::Diagnostics diagnostics;
  std::optional<chart::Spec> spec;

  explicit Case(const nlohmann::json& json) : Case(json["spec"].dump(2), json["fields"], json["rows"]) {}

  Case(std::string spec_text, const nlohmann::json& fields, const nlohmann::json& rows) {
    frame.name = "rows";
    for (const auto& json : fields) {
      quantity::Field field;
      field.name = json["name"];
      field.title = json.value("title", field.name);
      field.type = field_type(json.value("type", "string"));
      field.unit = json.value("unit", "");
      field.unit_field = json.value("unitField", "");
      field.comparable = json.value("comparable", "");
      field.format = json.value("format", "");
      frame.fields.push_back(field);
    }
    for (const auto& row : rows) {
      for (const auto& cell : row) {
        if (cell.is_null()) {
          frame.cells.emplace_back();
        } else if (cell.is_number_integer()) {
          frame.cells.emplace_back(cell.get<int64_t>());
        } else if (cell.is_number()) {
          frame.cells.emplace_back(cell.get<double>());
        } else {
          frame.cells.emplace_back(cell.get<std::string>());
        }
      }
    }
    frame.cell_refs.assign(frame.cells.size(), 0);
    source = std::make_unique<base::SourceText>("content/coffee.md", std::move(spec_text));
    base::Span all{source.get(), 0, static_cast<uint32_t>(source->text().size())};
    if (auto node = notation::parse_json(all, diagnostics)) spec = chart::parse_spec(*node, diagnostics);
  }

  std::optional<chart::Plot> plot(const chart::DrawOptions& options = in_english()) {
    return spec ? chart::make_plot(*spec, frame, options, diagnostics) : std::nullopt;
  }
  std::optional<chart::Drawing> draw(const chart::DrawOptions& options = in_english()) {
    return spec ? chart::draw(*spec, frame, options, diagnostics) : std::nullopt;
  }
  std::string messages() const {
    std::string text;
    for (const auto& diagnostic : diagnostics.list()) {
      text += base::format_diagnostic(diagnostic, base::DiagnosticFormat::text, false);
    }
    return text;
  }
};

}  // namespace chart_test
