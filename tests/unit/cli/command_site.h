// A folder with a small site, and a way to run commands on it in a separate process.
#pragma once
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/common.h"
#include "unit/text.h"

namespace cli_test {

namespace fs = std::filesystem;

struct Outcome {
  int status = -1;
  std::string out, err;
};

inline std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class Site {
 public:
  explicit Site(std::string command = "build") : command_(std::move(command)) {
    std::string pattern = (fs::temp_directory_path() / "sourcebook-XXXXXX").string();
    work_ = ::mkdtemp(pattern.data());
    root = work_ / "site root";
    write("content/index.md", "---\ntitle: Coffee\n---\nWords.\n");
  }
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;
  ~Site() {
    std::error_code ignored;
    fs::permissions(work_ / "locked", fs::perms::owner_all, ignored);
    fs::remove_all(work_, ignored);
  }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << text;
  }

  // Parses arguments as main() does; adds --root if it is missing. `as_nobody` runs the command as a user other than
  // root, who may write everywhere.
  Outcome run(std::vector<std::string> arguments, bool as_nobody = false) const {
    if (std::find(arguments.begin(), arguments.end(), "--root") == arguments.end())
      arguments.insert(arguments.end(), {"--root", root.string()});
    arguments.insert(arguments.begin(), command_);
    std::reverse(arguments.begin(), arguments.end());
    std::fflush(nullptr);
    pid_t child = ::fork();
    if (child == 0) {
      if (!std::freopen((work_ / "out").c_str(), "w", stdout) || !std::freopen((work_ / "err").c_str(), "w", stderr))
        _exit(99);
      if (as_nobody && ::geteuid() == 0 && ::setuid(65534) != 0) _exit(98);
      CLI::App app("test", "sourcebook");
      app.require_subcommand(1);
      int status = cli::kFine;
      for (auto add : {cli::add_build, cli::add_check, cli::add_explain}) add(app, status);
      try {
        app.parse(arguments);
      } catch (const CLI::ParseError& error) {
        status = app.exit(error) == 0 ? cli::kFine : cli::kWrongUsage;
      }
      std::fflush(nullptr);
      _exit(status);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status, contents(work_ / "out"), contents(work_ / "err")};
  }
  fs::path work() const { return work_; }

  fs::path root;

 private:
  std::string command_;
  fs::path work_;
};

}  // namespace cli_test
