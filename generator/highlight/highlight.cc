#include "highlight/highlight.h"

#include <dlfcn.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>

#include "base/jail.h"
#include "base/result.h"
#include "base/shared_library.h"
#include "base/text.h"
#include "highlight/plugin/interface.h"

namespace highlight {
namespace {

struct Languages {
  std::mutex mutex;
  std::string version;  // "" until prepare() has succeeded
  std::vector<std::string> names;
};

Languages& known() {
  static Languages languages;
  return languages;
}

base::Result<decltype(&sourcebook_highlighter), std::string> load() {
  const base::Result<void*, std::string> library = base::open_library("libsourcebook_highlight.so");
  if (!library) {
    // The loader names the missing library: the plugin, or the libKF5SyntaxHighlighting.so.5 or 6 that the plugin was
    // built with.
    for (const std::string_view version : {"5", "6"})
      if (library.error().find(fmt::format("libKF{}SyntaxHighlighting", version)) != std::string::npos)
        return base::Failure{
            fmt::format("code is highlighted by libKF{0}SyntaxHighlighting.so.{0}, which is not installed; on Debian: "
                        "apt-get install libkf{0}syntaxhighlighting{0}",
                        version)};
    if (::access("/proc/self/exe", F_OK) != 0)
      return base::Failure{std::string("code is highlighted by a library that is not found without /proc: mount it")};
    return base::Failure{std::string(
        "code is highlighted by libsourcebook_highlight.so, which is not beside the program: copy it there, or, if the "
        "program was built without it, apt-get install libkf5syntaxhighlighting-dev on Debian and build it again")};
  }
  auto* create = reinterpret_cast<decltype(&sourcebook_highlighter)>(dlsym(library.value(), "sourcebook_highlighter"));
  if (!create)
    return base::Failure{std::string("libsourcebook_highlight.so is from a different version of the program")};
  return create;
}

using Text = base::Result<std::string, std::string>;

// The functions below run in a child (base/jail.h). Only one thread may use the highlighter.
std::mutex one_at_a_time;

const base::Result<Highlighter*, std::string>& highlighter() {
  static const base::Result<Highlighter*, std::string> made = [] {
    const auto create = load();
    return create ? base::Result<Highlighter*, std::string>(create.value()()) : base::Failure{create.error()};
  }();
  return made;
}

// Returns the version, a NUL, and the names of languages, one a line.
Text describe(std::string_view) {
  const std::lock_guard lock(one_at_a_time);
  if (!highlighter()) return base::Failure{highlighter().error()};
  std::vector<std::string> names = highlighter().value()->languages();
  std::sort(names.begin(), names.end());
  return highlighter().value()->version() + '\0' + base::join(names, "\n");
}

// `input` is the language, a line end, and the code. Returns "" for an unknown language, otherwise a line end and the
// bytes of the pieces.
Text find_pieces(std::string_view input) {
  const std::lock_guard lock(one_at_a_time);
  if (!highlighter()) return base::Failure{highlighter().error()};
  const size_t line = input.find('\n');
  const auto found = highlighter().value()->pieces(input.substr(0, line), input.substr(line + 1));
  if (!found) return std::string();
  return "\n" + std::string(reinterpret_cast<const char*>(found->data()), found->size() * sizeof(Piece));
}

}  // namespace

std::string prepare() {
  const std::lock_guard lock(known().mutex);
  if (!known().version.empty()) return "";
  const Text text = base::run_in_jail(describe, "", "code can't be highlighted");
  if (!text) return text.error();
  const size_t end = text.value().find('\0');
  known().version = text.value().substr(0, end);
  for (const std::string_view name : base::split(std::string_view(text.value()).substr(end + 1), '\n'))
    known().names.emplace_back(name);
  return "";
}

std::string_view version() {
  const std::lock_guard lock(known().mutex);
  return known().version;
}

bool is_plain_text(std::string_view language) {
  return language.empty() || base::has_word("text txt plain plaintext none output console", language);
}

std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code, std::string* failure) {
  const std::string input = fmt::format("{}\n{}", language, code.size() <= kMaxBytes ? code : "");
  const Text text = base::run_in_jail(find_pieces, input, "this code can't be highlighted");
  if (!text && failure) *failure = text.error();
  if (text && text.value().empty()) return std::nullopt;
  std::vector<Piece> pieces(text ? text.value().size() / sizeof(Piece) : 0);
  if (!pieces.empty()) std::memcpy(pieces.data(), text.value().data() + 1, pieces.size() * sizeof(Piece));
  return pieces;
}

const std::vector<std::string>& languages() { return known().names; }

}  // namespace highlight
