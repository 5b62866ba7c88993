// The program's commands and options as data, read from what parses them, so that completions and the manual page can't
// differ from the program.
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace cli {

struct Argument {
  std::string name;                  // "--root"; of a positional "file"
  std::string short_name;            // "-q", or ""
  std::string help;                  // one sentence, with no full stop
  std::string value;                 // what kind of value it takes: "DIR", "FILE", "TEXT", "N", …; "" for a flag
  std::vector<std::string> choices;  // all values that it takes, where they are few and known
  std::string preset;                // the value unless said, or ""
  bool is_required = false;
};

struct Command {
  std::vector<std::string> path;  // {"new", "site"}; empty for the program
  std::string help;
  std::vector<Argument> options, positionals;
  std::vector<Command> commands;

  std::string name() const { return path.empty() ? "" : path.back(); }
};

// Words for values of a kind that the options themselves don't list: {"CODE": {"above-maximum", …}}.
using Words = std::map<std::string, std::vector<std::string>>;

// Without what is hidden from help.
Command command_tree(const CLI::App& app, const Words& words);

// Each command, depth first, a command before its own commands; the program first.
std::vector<const Command*> all_commands(const Command& program);

}  // namespace cli
