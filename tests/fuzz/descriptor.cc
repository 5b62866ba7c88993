// Fuzzes a data package and, after a line "%%", the rows of its tables: rows.json and rows.csv. If there are no errors,
// the data can be queried, and each provenance record has a position.
#include "data/connection.h"
#include "data/database.h"
#include "fuzz/fuzz.h"

namespace {

void check(const data::Package& package) {
  for (const data::Resource& resource : package.resources) {
    fuzz::check(resource.span), fuzz::check(resource.path_span), fuzz::check(resource.source_span);
    fuzz::require(package.find(resource.name) != nullptr, "a resource is found", resource.name);
    for (const data::ResourceField& field : resource.fields) fuzz::check(field.span), fuzz::check(field.unit_span);
    for (const data::ForeignKey& key : resource.foreign_keys) {
      const data::Resource* other = package.find(key.resource);
      fuzz::require(other && key.fields.size() == key.reference.size(), "a foreign key leads to fields", key.resource);
      for (const std::string& name : key.fields) fuzz::require(resource.find(name) >= 0, "its fields exist", name);
      for (const std::string& name : key.reference) fuzz::require(other->find(name) >= 0, "so do the others", name);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parts = fuzz::parts_of(fuzz::text_of(data, size), 3);
  const base::SourceText descriptor("data/datapackage.json", parts[0]), json("data/rows.json", parts[1]),
      csv("data/rows.csv", parts[2]);
  const base::SourceText sources("data/sources/all.json", R"([{"id": "card", "type": "webpage", "title": "A card"}])");
  data::DataFiles files;
  files.descriptor = &descriptor;
  files.files = {{"rows.json", &json}, {"rows.csv", &csv}};
  files.sources = {&sources};
  base::Diagnostics diagnostics;
  const auto database = data::Database::load(files, diagnostics);
  fuzz::check(diagnostics);
  check(database->package());
  if (diagnostics.has_errors()) return 0;
  for (const data::Resource& resource : database->package().resources)
    for (const std::string& ref : database->refs_of(resource.name, 20))
      fuzz::require(database->provenance(ref).has_value(), "a record has a provenance", ref);
  const auto connection = database->connect();
  for (const data::TableInfo& table : database->tables()) {
    const base::SourceText sql("content/page.md", "SELECT count(*) AS n FROM \"" + table.name + "\"");
    const auto frame = connection->run({"n", fuzz::whole(sql), false}, {}, diagnostics);
    fuzz::require(frame && quantity::to_double(frame->at(0, 0)) == static_cast<double>(table.rows),
                  "a table has its rows", table.name);
  }
  return 0;
}
