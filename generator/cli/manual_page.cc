#include "cli/manual_page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"

namespace cli {
namespace {

constexpr std::string_view kHead = R"(.nh
.SH NAME
sourcebook \- static site generator in which every number has a source
.SH SYNOPSIS
.B sourcebook
.I command
.RI [ options ]
.br
.B sourcebook \-\-version
.SH DESCRIPTION
Turns a folder of Markdown and data into a folder of HTML.
A figure in a sentence is tied to the data, and each figure of a table leads to
its source.
The build fails where words and data disagree, and says where.
Nothing is written while there is a mistake, and nothing is fetched from a
network.
)";

// What no command can say of itself.
constexpr std::string_view kRest = R"(.SH FILES
A site is a folder with these:
.TP
.I content/
Pages in Markdown; the path is the address.
Any other file is published as it is.
.TP
.I data/
.IR site.json ,
.I datapackage.json
with the tables that it names, and
.I sources/
with the bibliography.
.TP
.I templates/
Files that take the place of the theme's, which the program has within it.
.TP
.I site/
What
.B sourcebook build
writes.
.SH EXIT STATUS
.TP
.B 0
All is well; there may be warnings.
.TP
.B 1
The site has mistakes, and nothing was written.
.TP
.B 2
Wrong usage: an unknown option, a folder that is not there.
.TP
.B 3
The machine failed: a full disk, a permission, a library that is not installed.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Where it is set and not empty, mistakes are not coloured on a terminal.
.TP
.B SOURCE_DATE_EPOCH
The day at which
.B sourcebook check
judges what is old, in seconds since 1970.
.SH EXAMPLES
A site to start from, and what it looks like:
.PP
.RS
.nf
sourcebook new site planets
cd planets
sourcebook build
.fi
.RE
.PP
What a mistake means, and how to mend it:
.PP
.RS
.nf
sourcebook explain figure\-mismatch
.fi
.RE
)";

// A text that is none of roff's: backslashes, hyphens that are typed, letters beyond ASCII, dots at the start of a
// line.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  while (!text.empty()) {
    char32_t c = base::take_code_point(text);
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == U'…')
      out += "...";
    else if (c > 126)
      out += fmt::format("\\[u{:04X}]", static_cast<uint32_t>(c));
    else
      out += static_cast<char>(c);
  }
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string item(const Argument& argument) {
  std::string head = argument.short_name.empty() ? "" : "\\fB" + roff(argument.short_name) + "\\fR, ";
  if (argument.name.starts_with('-'))
    head += "\\fB" + roff(argument.name) + "\\fR";
  else
    head += "\\fI" + roff(upper_case(argument.name)) + "\\fR";
  if (!argument.value.empty() && argument.name.starts_with('-')) head += " \\fI" + roff(argument.value) + "\\fR";
  std::string text = ".TP\n" + head + "\n" + roff(argument.help) + ".\n";
  // A long list is told by its command: all codes by `explain`.
  if (!argument.choices.empty() && argument.choices.size() <= 8) {
    text += "One of";
    for (size_t i = 0; i < argument.choices.size(); ++i)
      text += (i == 0 ? " \\fB" : ", \\fB") + roff(argument.choices[i]) + "\\fR";
    text += ".\n";
  }
  if (!argument.preset.empty()) text += "(Unless said: \\fB" + roff(argument.preset) + "\\fR)\n";
  return text;
}

std::string usage(const Command& command) {
  std::string text = "\\fBsourcebook";
  for (const std::string& part : command.path) text += " " + roff(part);
  text += "\\fR";
  for (const Argument& positional : command.positionals) {
    std::string name = "\\fI" + roff(upper_case(positional.name)) + "\\fR";
    text += positional.is_required ? " " + name : " [" + name + "]";
  }
  return text + " [\\fIoptions\\fR]";
}

std::string section(const Command& command) {
  std::string text = ".SS " + usage(command) + "\n" + roff(command.help) + ".\n";
  for (const Argument& positional : command.positionals) text += item(positional);
  for (const Argument& option : command.options) text += item(option);
  return text;
}

}  // namespace

std::string manual_page(const Command& program, std::string_view version) {
  std::string text = fmt::format(".TH SOURCEBOOK 1 \"\" \"sourcebook {}\" \"User Commands\"\n", roff(version));
  text += kHead;
  text += ".SH OPTIONS\n";
  for (const Argument& option : program.options) text += item(option);
  text += ".SH COMMANDS\n";
  for (const Command* command : all_commands(program))
    if (command->commands.empty()) text += section(*command);
  return text + std::string(kRest);
}

}  // namespace cli
