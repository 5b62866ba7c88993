#include "notation/yaml_hints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace notation {
namespace {

struct Line {
  size_t begin = 0;
  size_t end = 0;
};

Line line_around(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  Line line{before == std::string_view::npos ? 0 : before + 1, std::min(text.find('\n', at), text.size())};
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  return line;
}

// Where the value of a line "key: value", "- value" or "- key: value" starts; the line's end when it has none.
size_t value_start(std::string_view text, Line line) {
  size_t at = line.begin;
  auto skip_spaces = [&] {
    while (at < line.end && base::is_space(text[at])) ++at;
  };
  skip_spaces();
  while (at + 1 < line.end && text[at] == '-' && text[at + 1] == ' ') ++at, skip_spaces();
  std::string_view rest = text.substr(at, line.end - at);
  if (rest.empty() || rest[0] == '"' || rest[0] == '\'') return at;
  size_t colon = rest.find(": ");
  if (colon != std::string_view::npos && rest.find_first_of("\"'{[") > colon) at += colon + 2, skip_spaces();
  return at;
}

// Where the first ": " of a line stands; its end when it has none.
size_t key_end(std::string_view text, Line line) {
  size_t colon = text.substr(line.begin, line.end - line.begin).find(':');
  return colon == std::string_view::npos ? line.end : line.begin + colon;
}

// The trap that a value falls into by its first character; "" for none.
std::string trap_of_start(std::string_view value) {
  if (value.empty()) return "";
  switch (value[0]) {
    case '%':
    case '@':
    case '`':
    case ',':
    case '&':
    case '*':
    case '!':
    case '|':
    case '>':
    case '[':
    case '{':
    case ']':
    case '}':
      return fmt::format("a text cannot start with \"{}\" in YAML: put quotes around it", value[0]);
    case '"':
    case '\'':
      return "put the whole text in quotes; within '…' an apostrophe is written twice, within \"…\" as \\\"";
    default:
      return "";
  }
}

std::string plain_words(const YamlProblem& problem) {
  auto says = [&](std::string_view part) { return problem.message.find(part) != std::string_view::npos; };
  auto within = [&](std::string_view part) { return problem.context.find(part) != std::string_view::npos; };
  if (says("mapping values are not allowed")) return "a second \": \" within one value";
  if (within("quoted scalar") && says("unexpected end of stream")) return "this quote is never closed";
  if (within("quoted scalar") && says("document indicator")) return "this quote is never closed";
  if (says("unknown escape character")) return "this escape does not exist within \"…\"";
  if (says("cannot start any token")) return "a text cannot start with this character";
  if (within("flow sequence")) return "this list in [ ] is not closed, or a comma is missing";
  if (within("flow mapping")) return "this map in { } is not closed, or a comma is missing";
  if (within("block scalar")) return "after \"|\" or \">\" the text starts on the next line";
  if (says("could not find expected ':'")) return "there is no \": \" after this key";
  if (says("did not find expected key")) return "this is neither a key nor a part of the value before it";
  if (says("'-' indicator")) return "an item of a list, \"- …\", is expected here";
  if (says("block sequence entries are not allowed")) return "a list cannot start here";
  if (says("tab")) return "tabs cannot indent YAML";
  if (within("directive")) return "a line cannot start with \"%\"";
  return fmt::format("YAML cannot read this: {}", problem.message);
}

}  // namespace

YamlAdvice explain_yaml_problem(std::string_view text, const YamlProblem& problem) {
  YamlAdvice advice;
  advice.message = plain_words(problem);
  bool opener = advice.message.starts_with("this quote") || advice.message.starts_with("this list") ||
                advice.message.starts_with("this map") || advice.message.starts_with("there is no");
  advice.begin = std::min(opener ? problem.context_at : problem.at, text.size());
  Line line = line_around(text, advice.begin);
  std::string_view here = text.substr(advice.begin, line.end - advice.begin);
  // At the end of a line the caret shows nothing: show the last line that has something instead.
  if (base::trim(here).empty() && base::trim(text.substr(line.begin, line.end - line.begin)).empty()) {
    size_t last = text.find_last_not_of(" \t\r\n", advice.begin == 0 ? 0 : advice.begin - 1);
    if (last != std::string_view::npos) advice.begin = last, line = line_around(text, last);
  }
  advice.end = std::min(advice.begin + 1, std::max(line.end, advice.begin));
  while (advice.end < text.size() && (static_cast<unsigned char>(text[advice.end]) & 0xC0) == 0x80) ++advice.end;

  size_t indent_end = std::min(text.find_first_not_of(" \t", line.begin), text.size());
  std::string_view indent = text.substr(line.begin, indent_end - line.begin);
  std::string_view value = text.substr(value_start(text, line), line.end - std::min(line.end, value_start(text, line)));
  auto is = [&](std::string_view start) { return advice.message.starts_with(start); };
  if (indent.find('\t') != std::string_view::npos) {
    advice.message = "tabs cannot indent YAML";
    advice.help = "use spaces";
  } else if (is("a second") && advice.begin <= key_end(text, line)) {
    advice.message = "a key cannot stand here";
    advice.help = "is it indented as the keys beside it are, and has the line before a space after its colon?";
  } else if (is("a second")) {
    advice.help = "put quotes around the value, or start a new line for a new key";
  } else if (is("this escape")) {
    advice.help = "write '…' instead of \"…\", where a backslash is a backslash, or double it";
  } else if (is("there is no")) {
    advice.help = "write \"key: value\", with a space after the colon";
  } else if (is("after \"|\"")) {
    advice.help = "put quotes around the text if it starts with \"|\" or \">\"";
  } else if (is("this quote")) {
    advice.help = "end the text with the quote that it starts with";
  } else if (is("this list") || is("this map")) {
    advice.help = "if it is meant as text, put quotes around it";
  } else if (is("a text cannot start")) {
    advice.help = trap_of_start(text.substr(advice.begin));
    if (advice.help.empty()) advice.help = "put quotes around the text";
  } else {
    advice.help = trap_of_start(value);
  }
  return advice;
}

}  // namespace notation
