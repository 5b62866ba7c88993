// `sourcebook new`: files of a site, for their authors to fill in. Each of its commands is in a file of its own.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/new_node.h"
#include "cli/new_page.h"
#include "cli/new_resource.h"
#include "cli/new_site.h"
#include "cli/new_source.h"

namespace cli {

struct NewOptions {
  NewSiteOptions site;
  NewResourceOptions resource;
  NewPageOptions lesson, faq;
  NewSourceOptions source;
  NewNodeOptions node;
};

// `status` is set to the exit status when a command ran.
void set_up_new(CLI::App& app, NewOptions& options, int& status);

}  // namespace cli
