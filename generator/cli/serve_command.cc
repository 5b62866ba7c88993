#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/site.h"
#include "serve/locate.h"
#include "serve/serve.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ServeOptions : CommonOptions {
  uint16_t port = 8000;
  std::string base_path = "/";
  std::string overlay;
  bool drafts = false;
};

void print_line(const std::string& line) {
  print_text("{}\n", line);
  std::fflush(stdout);
}

void report(std::string_view code, const std::string& message, const std::string& help, const CommonOptions& options) {
  base::Diagnostics diagnostics;
  diagnostics.error(code, base::Span{}, message).suggest(help);
  print_diagnostics(diagnostics, options);
}

int run(const ServeOptions& options) {
  const fs::path root = find_root(options);
  Site site(root, options.overlay);
  const std::optional<std::string> base_path = serve::normalise_base_path(options.base_path);
  if (!base_path)
    throw UsageError{fmt::format("\"{}\" is not a path", options.base_path), "write one such as --base-path /wiki/"};
  serve::Options serve;
  serve.site = &site.files();
  serve.watched = {root};
  if (!site.overlay().empty()) serve.watched.push_back(site.overlay());
  serve.port = options.port;
  serve.base_path = *base_path;
  serve.build.drafts = options.drafts;
  serve.build.jobs = jobs_of(options);

  serve::Listener listener;
  listener.started = [&](const std::string& address) { print_line(address + " (press Ctrl-C to stop)"); };
  listener.built = [&](const serve::Built& built, bool is_first) {
    print_diagnostics(built.diagnostics, options);
    if (options.quiet) return;
    if (!built.is_good)
      print_line(is_first ? "build failed: waiting for changes" : "build failed: still serving the last good build");
    else if (is_first)
      print_line(fmt::format("{}; {:.2f} s", base::count_of(built.pages, "page"), built.seconds));
    else
      print_line(fmt::format("{} changed; {:.2f} s", base::count_of(built.changed, "file"), built.seconds));
  };
  listener.problem = [&](const serve::WatchProblem& problem) {
    report("unwatched-folder", problem.message, problem.help, options);
  };
  const auto end = [&](const serve::Stopped& stopped) -> int {
    if (stopped.message.empty()) return kFine;
    report("not-served", stopped.message, stopped.help, options);
    return kMachineFailed;
  };
  // A running build cannot be stopped, and writes nothing to disk, so the process ends without waiting for it.
  return end(serve::serve(serve, listener, [&](const serve::Stopped& stopped) {
    const int status = end(stopped);
    std::fflush(nullptr);
    std::_Exit(status);
  }));
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  auto [command, options] = add_command<ServeOptions>(
      app, "serve", "Show the site in a browser on this computer, and update it when files change", status, run);
  add_common_options(*command, *options);
  command->add_option("port", options->port, "Port on 127.0.0.1; 0 for any free port")
      ->type_name("PORT")
      ->capture_default_str();
  command->add_option("--base-path", options->base_path, "Path at which to serve the site")
      ->type_name("PATH")
      ->capture_default_str();
  add_overlay_option(*command, options->overlay);
  command->add_flag("--drafts", options->drafts, "Include drafts");
}

}  // namespace cli
