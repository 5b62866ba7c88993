#include "highlight/highlight.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/shared_library.h"
#include "highlight/plugin/interface.h"

namespace highlight {
namespace {

// Highlighters that no thread is using.
struct Pool {
  std::mutex mutex;
  std::condition_variable returned;
  std::vector<void*> free;
  size_t made = 0;
  const SourcebookHighlight* functions = nullptr;
  std::string version;
  std::vector<std::string> languages;
};

Pool& pool() {
  static Pool pool;
  return pool;
}

void give_back(void* highlighter) {
  {
    const std::lock_guard lock(pool().mutex);
    pool().free.push_back(highlighter);
  }
  pool().returned.notify_one();
}

std::unique_ptr<void, decltype(&give_back)> borrow() {
  std::unique_lock lock(pool().mutex);
  pool().returned.wait(lock, [] { return !pool().free.empty(); });
  void* highlighter = pool().free.back();
  pool().free.pop_back();
  return {highlighter, give_back};
}

base::Result<const SourcebookHighlight*, std::string> load() {
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
    return base::Failure{std::string(
        "code is highlighted by libsourcebook_highlight.so, which is not beside the program: copy it there, or, if the "
        "program was built without it, apt-get install libkf5syntaxhighlighting-dev on Debian and build it again")};
  }
  using Entry = const SourcebookHighlight*();
  auto* entry = reinterpret_cast<Entry*>(dlsym(library.value(), "sourcebook_highlight"));
  if (!entry)
    return base::Failure{std::string("libsourcebook_highlight.so is from a different version of the program")};
  return entry();
}

void add_piece(void* to, size_t begin, size_t end, int style) {
  auto& list = *static_cast<std::vector<Piece>*>(to);
  const Piece piece{static_cast<uint32_t>(begin), static_cast<uint32_t>(end), static_cast<Style>(style)};
  if (!list.empty() && list.back().end == piece.begin && list.back().style == piece.style)
    list.back().end = piece.end;
  else
    list.push_back(piece);
}

void add_name(void* to, const char* name, size_t size) {
  static_cast<std::vector<std::string>*>(to)->emplace_back(name, size);
}

}  // namespace

std::string prepare(unsigned threads) {
  static const base::Result<const SourcebookHighlight*, std::string> loaded = load();
  if (!loaded) return loaded.error();
  const std::lock_guard lock(pool().mutex);
  pool().functions = loaded.value();
  for (; pool().made < std::max(threads, 1U); ++pool().made) pool().free.push_back(pool().functions->create());
  if (pool().version.empty()) {
    pool().version = pool().functions->version(pool().free.front());
    pool().functions->names(pool().free.front(), add_name, &pool().languages);
    std::sort(pool().languages.begin(), pool().languages.end());
  }
  return "";
}

std::string_view version() {
  const std::lock_guard lock(pool().mutex);
  return pool().version;
}

bool is_plain_text(std::string_view language) {
  constexpr std::array<std::string_view, 8> kPlain = {"",          "text", "txt",    "plain",
                                                      "plaintext", "none", "output", "console"};
  return std::find(kPlain.begin(), kPlain.end(), language) != kPlain.end();
}

std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code) {
  const auto highlighter = borrow();
  const SourcebookHighlight& functions = *pool().functions;
  const int found = functions.find(highlighter.get(), language.data(), language.size());
  if (found < 0) return std::nullopt;
  std::vector<Piece> list;
  if (code.size() <= kMaxBytes) functions.run(highlighter.get(), found, code.data(), code.size(), add_piece, &list);
  return list;
}

const std::vector<std::string>& languages() { return pool().languages; }

}  // namespace highlight
