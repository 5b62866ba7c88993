// The data of a small site, in memory.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic_format.h"
#include "data/connection.h"
#include "data/database.h"

struct TestData {
  std::vector<std::unique_ptr<base::SourceText>> texts;
  data::DataFiles files;
  base::Diagnostics diagnostics;
  std::unique_ptr<const data::Database> database;
  std::unique_ptr<data::Connection> connection;

  const base::SourceText* add(std::string path, std::string text) {
    texts.push_back(std::make_unique<base::SourceText>("data/" + path, std::move(text)));
    return texts.back().get();
  }
  TestData& descriptor(std::string text) { return files.descriptor = add("datapackage.json", std::move(text)), *this; }
  TestData& units(std::string text) { return files.units = add("units.json", std::move(text)), *this; }
  TestData& file(const std::string& path, std::string text) {
    return files.files[path] = add(path, std::move(text)), *this;
  }
  TestData& view(const std::string& name, std::string text) {
    return files.views.push_back(add("views/" + name + ".sql", std::move(text))), *this;
  }
  TestData& sources(const std::string& name, std::string text) {
    return files.sources.push_back(add("sources/" + name + ".json", std::move(text))), *this;
  }
  TestData& load() {
    database = data::Database::load(files, diagnostics);
    connection = database->connect();
    return *this;
  }

  // Returns the diagnostics since the last call, as a terminal shows them.
  std::string said() {
    std::string out;
    for (const base::Diagnostic& d : diagnostics.list())
      out += base::format_diagnostic(d, base::DiagnosticFormat::text, false);
    diagnostics = {};
    return out;
  }
  data::Query query(std::string sql) {
    texts.push_back(std::make_unique<base::SourceText>("content/page.md", std::move(sql)));
    const base::SourceText& text = *texts.back();
    return {"q", {&text, 0, static_cast<uint32_t>(text.text().size())}};
  }
  std::optional<quantity::Frame> run(std::string sql, const data::Params& params = {}) {
    return connection->run(query(std::move(sql)), params, diagnostics);
  }
};

// Returns rivers that two agencies measured: tables of prices and measurements, each with its own source.
inline TestData rivers() {
  TestData data;
  data.units(R"({"units": [{"name": "boat", "plural": "boats"}], "aliases": {"cumec": "m^3/s"}})");
  data.sources("agencies", R"([
{"id": "hydro", "type": "webpage", "title": "Gauges", "publisher": "Hydro Office", "URL": "https://hydro.example/", "issued": {"date-parts": [[2024, 5, 2]]}},
{"id": "atlas", "type": "book", "title": "River atlas", "author": [{"family": "Berg", "given": "Ada", "non-dropping-particle": "van der"}], "custom": {"license": "CC0"}}
])");
  data.descriptor(R"({
"name": "rivers", "resources": [
{"name": "rivers", "path": "rivers.json", "title": "Rivers",
 "schema": {"fields": [
  {"name": "id", "type": "string", "constraints": {"required": true, "pattern": "[a-z-]+"}},
  {"name": "name", "title": "Name", "type": "string", "constraints": {"required": true, "unique": true}},
  {"name": "tidal", "type": "boolean"}], "primaryKey": "id"}},
{"name": "tolls", "path": "tolls.csv", "as_of": "2024", "source": "hydro", "locator": "tariff",
 "caveats": [{"when": "river = 'elbe'", "text": "Tolls of the Elbe are for barges."}, {"when": "1", "text": "Without tax."}],
 "schema": {"fields": [
  {"name": "river", "type": "string", "constraints": {"required": true}},
  {"name": "lock", "type": "integer", "constraints": {"minimum": 1}},
  {"name": "toll", "title": "Toll", "type": "number", "unit": "EUR/boat", "better": "lower", "format": ",.2f", "constraints": {"minimum": 0}},
  {"name": "length", "type": "number", "unitField": "unit"},
  {"name": "unit", "type": "string"},
  {"name": "as_of", "type": "date"},
  {"name": "note", "type": "string"}],
  "primaryKey": ["river", "lock"],
  "foreignKeys": [{"fields": "river", "reference": {"resource": "rivers", "fields": "id"}}]}},
{"name": "quantities", "path": "quantities.json",
 "schema": {"fields": [{"name": "name", "type": "string"}, {"name": "title", "type": "string"}, {"name": "unit", "type": "string"},
  {"name": "better", "type": "string", "constraints": {"enum": ["higher", "lower"]}}, {"name": "format", "type": "string"}], "primaryKey": ["name"]}},
{"name": "figures", "path": "figures.json", "long": {"row": "river", "column": "quantity", "value": "value", "columns": "quantities", "view": "specs"},
 "schema": {"fields": [{"name": "river", "type": "string"}, {"name": "quantity", "type": "string"}, {"name": "source", "type": "string"},
  {"name": "value", "type": "number", "unitField": "unit"}, {"name": "unit", "type": "string"}, {"name": "locator", "type": "string"},
  {"name": "as_of", "type": "string"}, {"name": "preferred", "type": "boolean"}, {"name": "because", "type": "string"}],
  "primaryKey": ["river", "quantity", "source"],
  "foreignKeys": [{"fields": ["river"], "reference": {"resource": "rivers", "fields": ["id"]}}]}}
]})");
  data.file("rivers.json", R"([
{"id": "elbe", "name": "Elbe", "tidal": true},
{"id": "oder", "name": "Oder", "tidal": false},
{"id": "spree", "name": "Spree"}
])");
  data.file("tolls.csv",
            "\xEF\xBB\xBFriver,lock,toll,length,unit,as_of,note\r\n"
            "elbe,1,2.70,190,m,2024-03-01,\"wide, \"\"old\"\"\"\r\n"
            "elbe,2,3.5,600,cm,,\r\n"
            "oder,1,1.25,,,,\r\n");
  data.file("quantities.json", R"([
{"name": "discharge", "title": "Mean discharge", "unit": "m^3/s", "better": "higher", "format": ",.0f"},
{"name": "len", "title": "Length", "unit": "km"}
])");
  data.file("figures.json", R"([
{"river": "elbe", "quantity": "discharge", "source": "hydro", "value": 870, "unit": "m^3/s", "locator": "table 1", "as_of": "2020-01", "preferred": true, "because": "a longer series"},
{"river": "elbe", "quantity": "discharge", "source": "atlas", "value": 711, "unit": "cumec", "locator": "p. 12"},
{"river": "elbe", "quantity": "len", "source": "atlas", "value": 1094000, "unit": "m", "locator": "p. 12"},
{"river": "oder", "quantity": "len", "source": "atlas", "value": 866.5, "unit": "km", "locator": "p. 13"}
])");
  return data;
}
