#include "cli/serve_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "cli/overlay_option.h"
#include "io/disk.h"
#include "serve/locate.h"
#include "serve/serve.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPublished = "site";

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);  // whoever reads it waits for it
}

void report(std::string_view code, const std::string& message, const std::string& help, const CommonOptions& common) {
  base::Diagnostics said;
  said.error(code, base::Span{}, message).suggest(help);
  print_diagnostics(said, common);
}

int run(const ServeOptions& options) {
  const CommonOptions& common = options.common;
  const std::optional<fs::path> root = find_root(common);
  if (!root) return kWrongUsage;
  const std::unique_ptr<Site> site = Site::open(*root, options.overlay, common);
  if (!site) return kWrongUsage;
  const std::optional<std::string> base_path = serve::normalise_base_path(options.base_path);
  if (!base_path) return refuse(fmt::format("\"{}\" is no path", options.base_path), "give one such as /wiki/", common);
  const io::DiskFileSystem published((*root / kPublished).string());
  serve::Options serve;
  serve.site = &site->files();
  serve.watched = {*root};
  if (!site->overlay().empty()) serve.watched.push_back(site->overlay());
  serve.published = &published;
  serve.port = options.port;
  serve.base_path = *base_path;
  serve.build.drafts = options.drafts;
  serve.build.jobs = jobs_of(common);

  serve::Listener listener;
  listener.started = [&](const std::string& address) { say(fmt::format("{} (Ctrl-C ends it)", address)); };
  listener.built = [&](const serve::Built& built, bool is_first) {
    print_diagnostics(built.diagnostics, common);
    if (common.quiet) return;
    if (!built.is_good)
      say(is_first ? "not built: waiting for it to be mended" : "not built: what is shown is the last good site");
    else if (is_first)
      say(fmt::format("{}; {:.2f} s", base::count_of(built.pages, "page"), built.seconds));
    else
      say(fmt::format("{} changed; {:.2f} s", base::count_of(built.changed, "file"), built.seconds));
  };
  listener.problem = [&](const serve::WatchProblem& problem) {
    report("unwatched-folder", problem.message, problem.help, common);
  };
  const auto end = [&](const serve::Stopped& stopped) -> int {
    if (stopped.message.empty()) return kFine;
    report("not-served", stopped.message, stopped.help, common);
    return kMachineFailed;
  };
  // A build can't be stopped, and writes nothing that could be left half done.
  return end(serve::serve(serve, listener, [&](const serve::Stopped& stopped) {
    const int status = end(stopped);
    std::fflush(nullptr);
    std::_Exit(status);
  }));
}

}  // namespace

void set_up_serve(CLI::App& app, ServeOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("serve", "Show the site in a browser, and keep what it shows up to date");
  add_common_options(*command, options.common);
  command->add_option("port", options.port, "Where it listens, at 127.0.0.1; 0 for any port that is free")
      ->type_name("PORT")
      ->capture_default_str();
  command->add_option("--base-path", options.base_path, "The path below which the site stands")
      ->type_name("PATH")
      ->capture_default_str();
  add_overlay_option(*command, options.overlay);
  command->add_flag("--drafts", options.drafts, "Show pages marked as drafts too");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
