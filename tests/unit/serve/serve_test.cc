// Tests errors that prevent serving the site: "not-served" and "unwatched-folder".
#include "serve/serve.h"

#include <doctest/doctest.h>

#include "io/memory.h"
#include "serve/http_server.h"

namespace {

serve::Stopped serve_at(uint16_t port, std::filesystem::path root) {
  const io::MemoryFileSystem site;
  serve::Options options;
  options.site = &site;
  options.root = std::move(root);
  options.port = port;
  const serve::Listener nobody{[](const std::string&) {}, [](const serve::Built&, bool) {},
                               [](const serve::WatchProblem&) {}};
  return serve::serve(options, nobody, [](const serve::Stopped&) {});
}

}  // namespace

TEST_CASE("not-served is reported if another program uses the port") {
  const auto other = serve::HttpServer::listen(0);
  REQUIRE(other.ok());
  const uint16_t port = other.value()->port();
  const serve::Stopped stopped = serve_at(port, "");
  CHECK(stopped.message == "port " + std::to_string(port) + " is already in use");
  CHECK(stopped.help.find("--port 0 for any free one") != std::string::npos);
}

TEST_CASE("not-served is reported if the folder can't be watched, and unwatched-folder if that happens later") {
  CHECK(serve_at(0, "/nowhere/at-all").message == "/nowhere/at-all can't be watched: No such file or directory");
}
