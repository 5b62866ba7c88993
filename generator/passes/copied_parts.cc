// Copies of the theme's files in a site, and whether their originals have changed since (passes/parse.h).
#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "passes/parse.h"

namespace passes {
namespace {

constexpr std::string_view kMark = "Copied from the theme of Sourcebook ";  // then VERSION (HASH)

std::string original_hash(std::string_view bytes) { return base::hash_bytes(bytes).hex().substr(0, 16); }

}  // namespace

std::string copied_part(std::string_view path, std::string_view bytes, std::string_view version) {
  const std::string mark = fmt::format("{}{} ({}).", kMark, version, original_hash(bytes));
  std::string comment = "# " + mark;
  if (path.ends_with(".html")) comment = "{#- " + mark + " -#}";
  if (path.ends_with(".css") || path.ends_with(".js")) comment = "/* " + mark + " */";
  if (path.ends_with(".svg")) comment = "<!-- " + mark + " -->";
  return comment + "\n" + std::string(bytes);
}

void check_copied_parts(const io::SourceTree& tree, base::Diagnostics& diagnostics) {
  for (const auto& [path, bytes] : default_theme()) {
    const io::SourceFile* own = tree.find("templates/" + std::string(path));
    const std::string_view text = own ? own->source.text() : std::string_view();
    const size_t begin = text.substr(0, text.find('\n')).find(kMark), open = text.find('(', begin);
    const size_t close = text.find(')', open);
    if (begin == std::string_view::npos || close == std::string_view::npos) continue;
    if (text.substr(open + 1, close - open - 1) == original_hash(bytes)) continue;
    const size_t version = begin + kMark.size();
    diagnostics
        .warning("changed-original", {&own->source, static_cast<uint32_t>(begin), static_cast<uint32_t>(close + 1)},
                 fmt::format("the theme's {} has changed since Sourcebook {}, from which this is a copy", path,
                             base::trim(text.substr(version, open - version))))
        .suggest(fmt::format("rename this file, copy it again with `sourcebook new theme {}`, and repeat your changes",
                             path));
  }
}

}  // namespace passes
