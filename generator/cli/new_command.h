// `sourcebook new`: files of a site, for their authors to fill in. Each of its commands is in a file of its own.
#pragma once
#include <CLI/CLI.hpp>
#include <deque>

#include "cli/new_resource.h"
#include "cli/new_site.h"
#include "cli/new_source.h"
#include "cli/new_stub.h"

namespace cli {

struct NewOptions {
  NewSiteOptions site;
  NewResourceOptions resource;
  NewSourceOptions source;
  std::deque<NewStubOptions> stubs;
};

// `status` is set to the exit status when a command ran.
void set_up_new(CLI::App& app, NewOptions& options, int& status);

}  // namespace cli
