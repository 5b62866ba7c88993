// `sourcebook schema`.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/schemas.h"

namespace cli {
namespace {

struct SchemaOptions : CommonOptions {
  std::string name;
};

int run(const SchemaOptions& options) {
  const std::vector<std::string_view> names = schema_names();
  if (std::ranges::find(names, options.name) != names.end()) {
    fmt::print("{}", schema_text(options.name));
    return kFine;
  }
  if (options.name.empty()) {
    for (const std::string_view name : names) fmt::print("{}\n", name);
    return kFine;
  }
  const std::string help = base::did_you_mean(options.name, names);
  throw UsageError{fmt::format("unknown schema \"{}\"", options.name),
                   help.empty() ? "expected " + base::list_names(names) : help};
}

}  // namespace

void add_schema(CLI::App& app, int& status) {
  auto [command, options] = add_command<SchemaOptions>(
      app, "schema", "Print a JSON Schema, for editors that complete and check; without a name, the names", status,
      run);
  command->add_option("name", options->name, "front-matter, table, chart, estimate, site or import")
      ->type_name("SCHEMA");
}

}  // namespace cli
