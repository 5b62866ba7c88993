#include "cli/schema_command.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/common.h"

namespace cli {
namespace {

int run(const SchemaOptions& options) {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : schemas()) {
    names.push_back(name);
    if (name != options.name) continue;
    fmt::print("{}", text);
    return kFine;
  }
  std::string help = base::did_you_mean(options.name, names);
  return refuse(fmt::format("there is no schema \"{}\"", options.name),
                help.empty() ? "there are " + base::list_names(names) : help, {});
}

}  // namespace

void set_up_schema(CLI::App& app, SchemaOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("schema", "Print a JSON Schema, for editors that complete and check");
  command->add_option("name", options.name, "front-matter, table, chart, site or changes")
      ->type_name("SCHEMA")
      ->required();
  command->callback([&] { status = run(options); });
}

}  // namespace cli
