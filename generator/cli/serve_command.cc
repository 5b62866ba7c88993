// `sourcebook serve`.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "serve/locate.h"
#include "serve/serve.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ServeOptions : CommonOptions {
  uint16_t port = 8000;
  std::string host = "127.0.0.1";
  std::vector<std::string> allowed_hosts;
  double poll = 0;
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
  io::DiskFileSystem files(root.string());
  share_data(files, root);
  serve::Options serve;
  serve.site = &files;
  serve.root = root;
  serve.port = options.port;
  serve.host = options.host;
  for (const std::string& host : options.allowed_hosts) serve.allowed_hosts.push_back(serve::host_name(host));
  serve.allowed_hosts.push_back(serve::host_name(options.host));
  if (options.poll > 0) serve.poll = std::chrono::milliseconds(static_cast<int64_t>(options.poll * 1000));
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
  // A running build cannot be stopped but writes nothing to disk, so the process ends without waiting for it.
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
  command->add_option("--port,port", options->port, "Port to listen on; `0` for any free port")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command->add_option("--host", options->host, "IP address to listen on; 0.0.0.0 for all addresses of this machine")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command->add_option("--allow-host", options->allowed_hosts, "Also answer requests to this host name")
      ->type_name("NAME")
      ->group(kRareOptions);
  command
      ->add_option("--poll", options->poll,
                   "[Look for changes](publishing.md#serving) every SECONDS, where the system does not report them")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0))
      ->group(kRareOptions);
  command->add_flag("--drafts", options->drafts, "Include drafts");
}

}  // namespace cli
