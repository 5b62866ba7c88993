// The commands. Each function adds one to `app`; when the command has run, `status` is its exit status.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace cli {

void add_build(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
// Adds `diff`, which compares two versions of the site, for reviewers of new data. A version is a git revision of the
// repository with the site's folder, or a folder with a site. `--save` writes the changes that readers see.
void add_diff(CLI::App& app, int& status);
// Adds `explain`, which explains a diagnostic, or lists what a page shows.
void add_explain(CLI::App& app, int& status);
void add_fix(CLI::App& app, int& status);
// Adds `import` with one subcommand per importer (importers/).
void add_import(CLI::App& app, int& status);
// Adds `load`, which runs the loaders of tables, checks what they print, and writes it to the tables' files
// (import/load.h). A loader runs in data/ with an empty standard input. Its environment has only PATH, HOME, USER,
// LOGNAME and TMPDIR from ours, LC_ALL=C.UTF-8, TZ=UTC, SOURCEBOOK_RESOURCE (the table's name), and the variables that
// --env names.
void add_load(CLI::App& app, int& status);
// Adds `new`, which creates a site or files of one; see makers.h.
void add_new(CLI::App& app, int& status);
void add_new_site(CLI::App& group, int& status);  // of `new`
void add_schema(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);

}  // namespace cli
