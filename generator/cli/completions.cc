#include "cli/completions.h"

#include <fmt/format.h>

#include "base/text.h"

namespace cli {
namespace {

std::string in_quotes(const std::string& text) { return "'" + base::replace_all(text, "'", "'\\''") + "'"; }

std::string path_of(const Command& command) { return base::join(command.path, " "); }

// "--root", "-q"; of all commands, those that take a value, each once.
std::vector<std::string> options_with_value(const std::vector<const Command*>& commands) {
  std::vector<std::string> names;
  auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Command* command : commands)
    for (const Argument& option : command->options)
      if (!option.value.empty()) {
        add(option.name);
        add(option.short_name);
      }
  return names;
}

// ---- bash

// The line that puts into COMPREPLY what can stand for a value.
std::string bash_values(const Argument& argument) {
  if (!argument.choices.empty())
    return fmt::format("_sourcebook_words {}", in_quotes(base::join(argument.choices, " ")));
  if (argument.value == "DIR") return "_sourcebook_paths -d";
  if (argument.value == "FILE") return "_sourcebook_paths -f";
  return ":";
}

// The word that is being typed may be a value, a command, an option, or an argument.
std::string bash_case(const Command& command) {
  std::string path = path_of(command), values, plain;
  for (const Argument& option : command.options)
    if (!option.value.empty()) {
      std::string names = in_quotes(path + " " + option.name);
      if (!option.short_name.empty()) names += " | " + in_quotes(path + " " + option.short_name);
      values += fmt::format("    {}) {} ;;\n", names, bash_values(option));
    }
  for (const Command& each : command.commands) plain += (plain.empty() ? "" : " ") + each.name();
  std::string then = plain.empty() ? ":" : fmt::format("_sourcebook_words {}", in_quotes(plain));
  if (plain.empty() && !command.positionals.empty()) then = bash_values(command.positionals.front());
  std::string options;
  for (const Argument& option : command.options) options += (options.empty() ? "" : " ") + option.name;
  return values + fmt::format("    {}*) if [[ $cur == -* ]]; then _sourcebook_words {}; else {}; fi ;;\n",
                              in_quotes(path + " "), in_quotes(options), then);
}

// ---- zsh

std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"})
    text = base::replace_all(text, special, std::string("\\") + special);
  return text;
}

std::string zsh_values(const Argument& argument) {
  if (!argument.choices.empty()) return "(" + base::join(argument.choices, " ") + ")";
  if (argument.value == "DIR") return "_files -/";
  if (argument.value == "FILE") return "_files";
  return " ";
}

std::string zsh_option(const Argument& option) {
  std::string value;
  if (!option.value.empty()) value = fmt::format(":{}:{}", option.value, zsh_values(option));
  std::string text = "[" + zsh_text(option.help) + "]" + value;
  std::string joined = option.value.empty() ? "" : "=";
  if (option.short_name.empty()) return in_quotes(option.name + joined + text);
  return fmt::format("'({0} {1})'{{{0},{1}{2}}}{3}", option.short_name, option.name, joined, in_quotes(text));
}

std::string zsh_function_name(const Command& command) {
  std::string name = "_sourcebook";
  for (const std::string& part : command.path) name += "_" + part;
  return name;
}

std::string zsh_function(const Command& command) {
  std::string text = zsh_function_name(command) + "() {\n";
  if (!command.commands.empty()) text += "  local curcontext=$curcontext state line\n  local -a commands\n";
  text += command.commands.empty() ? "  _arguments -S" : "  _arguments -C";
  for (const Argument& option : command.options) text += " \\\n    " + zsh_option(option);
  for (const Argument& positional : command.positionals)
    text +=
        " \\\n    " + in_quotes(fmt::format("{}{}:{}", positional.is_required ? ":" : "::", zsh_text(positional.name),
                                            zsh_values(positional)));
  if (command.commands.empty()) return text + "\n}\n\n";
  text += " \\\n    '1: :->command' '*:: :->rest'\n  case $state in\n    command)\n      commands=(\n";
  for (const Command& each : command.commands)
    text += "        " + in_quotes(each.name() + ":" + base::replace_all(each.help, ":", "\\:")) + "\n";
  text += "      )\n      _describe command commands ;;\n    rest)\n      case $words[1] in\n";
  for (const Command& each : command.commands)
    text += fmt::format("        {}) {} ;;\n", each.name(), zsh_function_name(each));
  return text + "      esac ;;\n  esac\n}\n\n";
}

// ---- fish

// What follows `complete … ` for a value.
std::string fish_values(const Argument& argument) {
  if (!argument.choices.empty()) return " -a " + in_quotes(base::join(argument.choices, " "));
  if (argument.value == "DIR") return " -a '(__fish_complete_directories)'";
  return argument.value == "FILE" ? " -F" : "";
}

std::string fish_command(const Command& command) {
  std::string here = fmt::format("complete -c sourcebook -n {}", in_quotes("__sourcebook_is " + path_of(command)));
  std::string text;
  for (const Command& each : command.commands)
    text += fmt::format("{} -a {} -d {}\n", here, each.name(), in_quotes(each.help));
  for (const Argument& option : command.options) {
    text += here;
    if (!option.short_name.empty()) text += " -s " + option.short_name.substr(1);
    text += " -l " + option.name.substr(2);
    if (!option.value.empty()) text += (option.value == "FILE" ? " -r" : " -x") + fish_values(option);
    text += " -d " + in_quotes(option.help) + "\n";
  }
  if (!command.positionals.empty())
    if (std::string values = fish_values(command.positionals.front()); !values.empty()) text += here + values + "\n";
  return text;
}

}  // namespace

std::string bash_completion(const Command& program) {
  std::vector<const Command*> commands = all_commands(program);
  std::string known, cases;
  for (const Command* command : commands) {
    if (!command->path.empty()) known += (known.empty() ? "" : " | ") + in_quotes(path_of(*command));
    cases = bash_case(*command) + cases;  // "new site" before "new", since a pattern takes what begins with it
  }
  std::string valued;
  for (const std::string& name : options_with_value(commands)) valued += (valued.empty() ? "" : " | ") + name;
  return fmt::format(R"(# Completions of sourcebook for bash.
_sourcebook_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }}
_sourcebook_paths() {{
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}}
_sourcebook() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command='' i
  # --root=DIR stands in three words.
  if [[ $cur == = ]]; then cur=''; fi
  if [[ $prev == = ]]; then prev=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      {}) if [[ ${{COMP_WORDS[i + 1]}} == = ]]; then ((i += 2)); else ((i += 1)); fi ;;
      *)
        case "${{command:+$command }}${{COMP_WORDS[i]}}" in
          {}) command="${{command:+$command }}${{COMP_WORDS[i]}}" ;;
        esac ;;
    esac
  done
  COMPREPLY=()
  case "$command $prev" in
{}  esac
}}
complete -F _sourcebook sourcebook
)",
                     valued, known, cases);
}

std::string zsh_completion(const Command& program) {
  std::string text = "#compdef sourcebook\n# Completions of sourcebook for zsh.\n\n";
  for (const Command* command : all_commands(program)) text += zsh_function(*command);
  return text + "_sourcebook \"$@\"\n";
}

std::string fish_completion(const Command& program) {
  std::vector<const Command*> commands = all_commands(program);
  std::string known, rules;
  for (const Command* command : commands) {
    if (!command->path.empty()) known += " " + in_quotes(path_of(*command));
    rules += fish_command(*command);
  }
  std::string valued;
  for (const std::string& name : options_with_value(commands)) valued += " " + name;
  return fmt::format(R"(# Completions of sourcebook for fish.

# Whether this is the command typed so far, such as: new site
function __sourcebook_is
    set -l path
    set -l skip no
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
        else if contains -- $word{}
            set skip yes
        else if contains -- (string join ' ' $path $word){}
            set -a path $word
        end
    end
    test "$path" = "$argv"
end

complete -c sourcebook -f
{})",
                     valued, known, rules);
}

}  // namespace cli
