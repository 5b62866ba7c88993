// A small site with competing rows: starting times of engines, measured by a laboratory and by their maker.
#pragma once
#include "unit/whole_site.h"

inline Files engines(Files more = {}) {
  Files files = {
      {"content/index.md", page("Engines")},
      {"data/site.json", R"({"title": "Engines"})"},
      {"data/sources/all.json", R"([
{"id": "lab", "type": "report", "title": "Tests", "publisher": "Lab", "accessed": {"date-parts": [[2026, 4, 1]]}},
{"id": "maker", "type": "webpage", "title": "Manual", "publisher": "Maker", "URL": "https://maker.example/"},
{"id": "old", "type": "report", "title": "Old tests", "custom": {"status": "superseded", "reason": "A second edition is out.", "superseded_by": "lab"}},
{"id": "unused", "type": "book", "title": "Unread"}
])"},
      {"data/datapackage.json", R"({"name": "engines", "resources": [
{"name": "quantities", "path": "quantities.json", "title": "Quantities", "schema": {"fields": [{"name": "name", "type": "string"}, {"name": "title", "type": "string"},
  {"name": "unit", "type": "string"}, {"name": "better", "type": "string"}], "primaryKey": ["name"]}},
{"name": "figures", "path": "figures.json", "title": "Figures", "description": "As published.",
 "licenses": [{"name": "CC0-1.0", "title": "Public domain", "path": "https://cc.example/0"}],
 "long": {"row": "engine", "column": "quantity", "value": "value", "columns": "quantities", "view": "specs"},
 "caveats": [{"when": "quantity = 'start'", "text": "Started cold."}],
 "schema": {"fields": [{"name": "engine", "title": "Engine", "type": "string"}, {"name": "quantity", "type": "string"}, {"name": "n", "type": "integer"},
  {"name": "value", "title": "Value", "type": "number", "unitField": "unit"}, {"name": "unit", "type": "string"}, {"name": "source", "type": "string"},
  {"name": "locator", "type": "string"}, {"name": "as_of", "type": "string"}, {"name": "note", "type": "string"},
  {"name": "preferred", "type": "boolean"}, {"name": "because", "type": "string"}], "primaryKey": ["engine", "quantity", "n"]}},
{"name": "claims", "path": "claims.json", "title": "Claims",
 "caveats": [{"when": "source = 'maker'", "text": "Makers praise themselves."}],
 "schema": {"fields": [{"name": "id", "type": "string"}, {"name": "statement", "type": "string"}, {"name": "status", "type": "string"}, {"name": "status_why", "type": "string"},
  {"name": "source", "type": "string"}, {"name": "locator", "type": "string"}], "primaryKey": ["id"]}}
]})"},
      {"data/quantities.json", R"([{"name": "start", "title": "Time to start", "unit": "s", "better": "lower"}])"},
      {"data/figures.json", R"([
{"engine": "a", "quantity": "start", "n": 1, "value": 11, "unit": "s", "source": "lab", "locator": "row 1", "as_of": "2026-03", "preferred": true, "because": "Measured by a third party."},
{"engine": "a", "quantity": "start", "n": 2, "value": 9.5, "unit": "s", "source": "maker", "locator": "p. 2", "note": "warm"},
{"engine": "a", "quantity": "start", "n": 3, "value": 0.2, "unit": "min", "source": "maker", "locator": "p. 9", "as_of": "2024"},
{"engine": "b", "quantity": "start", "n": 1, "value": 4, "unit": "s", "source": "lab", "locator": "row 2", "as_of": "2026-03"}
])"},
      {"data/claims.json", R"([
{"id": "quick", "statement": "It starts at once.", "status": "disputed", "status_why": "The lab measured more.", "source": "maker", "locator": "p. 1"}
])"},
  };
  for (auto& [path, bytes] : more) files[path] = std::move(bytes);
  return files;
}
