#include "cli/schemas.h"

#include "blocks/estimate_spec.h"
#include "blocks/table_spec.h"
#include "chart/spec.h"
#include "data/keys.h"
#include "document/front_matter_keys.h"
#include "import/settings.h"
#include "notation/schema.h"
#include "pages/site_files.h"
#include "site/config.h"

namespace cli {
namespace {

struct Schema {
  std::string_view name, title, description;
  const notation::AnyFormat& format;
};

const std::vector<Schema>& schemas() {
  static const std::vector<Schema> all = {
      {"front-matter", "Front matter of a page",
       "The YAML between the lines of dashes at the top of a Markdown file in content/.",
       document::front_matter_format()},
      {"table", "A table", "The YAML of a ```table NAME block.", blocks::table_format()},
      {"chart", "A chart", "The YAML of a ```chart NAME block: additional keys, and a part of Vega-Lite 6.",
       chart::chart_format()},
      {"estimate", "An estimate", "The YAML of an ```estimate NAME block.", blocks::estimate_format()},
      {"site", "data/site.json", "The settings of a site.", site::config_format()},
      {"facts", "facts.json", "The figures that the texts of a site state, each with its source.",
       pages::facts_format()},
      {"data-package", "data/datapackage.json", "The tables of a site, and what their columns mean.",
       data::package_format()},
      {"units", "data/units.json", "The units of a site's subject.", data::units_format()},
      {"import", "data/imports/NAME.yaml", "The settings of an import.", import::settings_format()},
  };
  return all;
}

}  // namespace

std::vector<std::string_view> schema_names() {
  std::vector<std::string_view> names;
  for (const Schema& schema : schemas()) names.push_back(schema.name);
  return names;
}

std::string schema_text(std::string_view name) {
  for (const Schema& schema : schemas())
    if (schema.name == name) return notation::schema_text(schema.format, schema.title, schema.description);
  return "";
}

}  // namespace cli
