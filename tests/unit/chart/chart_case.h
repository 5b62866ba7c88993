// Reads a chart and its data from one JSON text: {"spec": …, "fields": [{name, type, title, unit, unitField,
// comparable, format}], "rows":
// [[…]]}.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/diagnostic_format.h"
#include "chart/plot.h"
#include "chart/spec.h"
#include "notation/json.h"
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

  std::optional<chart::Plot> plot(const chart::DrawOptions& options = {}) {
    return spec ? chart::make_plot(*spec, frame, options, diagnostics) : std::nullopt;
  }
  std::optional<chart::Drawing> draw(const chart::DrawOptions& options = {}) {
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
