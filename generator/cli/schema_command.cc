#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/embedded.h"

namespace cli {
namespace {

struct SchemaOptions : CommonOptions {
  std::string name;
};

int run(const SchemaOptions& options) {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : schemas()) {
    names.push_back(name);
    if (name == options.name) return fmt::print("{}", text), kFine;
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
  command->add_option("name", options->name, "front-matter, table, chart, site or changes")->type_name("SCHEMA");
}

}  // namespace cli
