#include "highlight/highlight.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/shared_library.h"
#include "base/text.h"
#include "highlight/plugin/interface.h"

namespace highlight {
namespace {

// Highlighters that no thread is using.
struct Pool {
  std::mutex mutex;
  std::condition_variable returned;
  std::vector<Highlighter*> free;
  size_t made = 0;
  std::string version;
  std::vector<std::string> languages;
};

Pool& pool() {
  static Pool pool;
  return pool;
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
    return base::Failure{std::string(
        "code is highlighted by libsourcebook_highlight.so, which is not beside the program: copy it there, or, if the "
        "program was built without it, apt-get install libkf5syntaxhighlighting-dev on Debian and build it again")};
  }
  auto* create = reinterpret_cast<decltype(&sourcebook_highlighter)>(dlsym(library.value(), "sourcebook_highlighter"));
  if (!create)
    return base::Failure{std::string("libsourcebook_highlight.so is from a different version of the program")};
  return create;
}

}  // namespace

std::string prepare(unsigned threads) {
  static const base::Result<decltype(&sourcebook_highlighter), std::string> create = load();
  if (!create) return create.error();
  const std::lock_guard lock(pool().mutex);
  for (; pool().made < std::max(threads, 1U); ++pool().made) pool().free.push_back(create.value()());
  if (pool().version.empty()) {
    pool().version = pool().free.front()->version();
    pool().languages = pool().free.front()->languages();
    std::sort(pool().languages.begin(), pool().languages.end());
  }
  return "";
}

std::string_view version() {
  const std::lock_guard lock(pool().mutex);
  return pool().version;
}

bool is_plain_text(std::string_view language) {
  return language.empty() || base::has_word("text txt plain plaintext none output console", language);
}

std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code) {
  std::unique_lock lock(pool().mutex);
  pool().returned.wait(lock, [] { return !pool().free.empty(); });
  Highlighter* highlighter = pool().free.back();
  pool().free.pop_back();
  lock.unlock();
  auto found = highlighter->pieces(language, code.size() <= kMaxBytes ? code : "");
  lock.lock();
  pool().free.push_back(highlighter);
  pool().returned.notify_one();
  return found;
}

const std::vector<std::string>& languages() { return pool().languages; }

}  // namespace highlight
