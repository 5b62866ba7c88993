#include "cli/new_command.h"

namespace cli {

void set_up_new(CLI::App& app, NewOptions& options, int& status) {
  CLI::App* command =
      app.add_subcommand("new", "Write files to start from; what is there already is never overwritten");
  command->require_subcommand(1);
  set_up_new_site(*command, options.site, status);
  set_up_new_resource(*command, options.resource, status);
  set_up_new_source(*command, options.source, status);
  for (const Stub& stub : stubs()) set_up_new_stub(*command, stub, options.stubs.emplace_back(), status);
}

}  // namespace cli
