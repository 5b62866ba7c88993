#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/large_pages.h"
#include "base/utf8.h"
#include "cli/build_command.h"
#include "cli/check_command.h"
#include "cli/describe_command.h"
#include "cli/diff_command.h"
#include "cli/explain_command.h"
#include "cli/fix_command.h"
#include "cli/import_command.h"
#include "cli/load_command.h"
#include "cli/new_command.h"
#include "cli/pin_command.h"
#include "cli/rename_command.h"
#include "cli/schema_command.h"
#include "cli/serve_command.h"
#include "cli/version.h"

namespace {

int fail(const char* code, const std::string& message) {
  std::fprintf(stderr, "error[%s]: %s\n", code, base::visible(message).c_str());
  return cli::kMachineFailed;
}

}  // namespace

int main(int argc, char** argv) {
  // Blocks of up to 128 bytes would be kept apart and merged again each time that a large one is asked for, which a
  // build does all the time: once a page and more.
  ::mallopt(M_MXFAST, 0);
  base::use_large_pages();
  CLI::App app("Sourcebook: a static site generator for knowledge bases in which every number has a source",
               "sourcebook");
  app.set_version_flag("--version", fmt::format("sourcebook {}", cli::version()), "Print the version and exit");
  app.require_subcommand(1);
  int status = cli::kFine;
  cli::BuildOptions build;
  cli::set_up_build(app, build, status);
  cli::ServeOptions serve;
  cli::set_up_serve(app, serve, status);
  cli::FixOptions fix;
  cli::set_up_fix(app, fix, status);
  cli::CheckOptions check;
  cli::set_up_check(app, check, status);
  cli::NewOptions made;
  cli::set_up_new(app, made, status);
  cli::PinOptions pin;
  cli::set_up_pin(app, pin, status);
  std::deque<cli::ImportOptions> imports;
  cli::set_up_import(app, imports, status);
  cli::DiffOptions diff;
  cli::set_up_diff(app, diff, status);
  cli::LoadOptions load;
  cli::set_up_load(app, load, status);
  cli::RenameOptions renames;
  cli::set_up_rename(app, renames, status);
  cli::SchemaOptions schema;
  cli::set_up_schema(app, schema, status);
  cli::ExplainOptions explain;
  cli::set_up_explain(app, explain, status);
  cli::DescribeOptions describe;
  cli::set_up_describe(app, describe, status);
  std::signal(SIGXFSZ, SIG_IGN);  // so that a limit on the size of files is an error that is told
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? cli::kFine : cli::kWrongUsage;
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = error.path1().string();
    return fail("unreadable-file", fmt::format("{} can't be read: {}", path, error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail("internal", "there is not enough memory");
  } catch (const std::system_error& error) {
    return fail("internal", error.code().message());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error[internal]: %s\n", error.what());
    return cli::kMachineFailed;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail("unwritable-file", fmt::format("standard output can't be written: {}", std::strerror(errno)));
  return status;
}
