#include "site/evaluation.h"

#include <fmt/format.h>

#include "base/suggest.h"

namespace site {

std::string fill_placeholders(std::string_view text, const Values& values, base::Span span,
                              base::Diagnostics& diagnostics) {
  std::string out;
  for (size_t open; (open = text.find('{')) != std::string_view::npos;) {
    size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    std::string_view name = text.substr(open + 1, close - open - 1);
    if (auto value = values.find(name); value != values.end()) {
      out += quantity::to_text(value->second);
    } else {
      const std::vector<std::string_view> names = base::views(values, &Values::value_type::first);
      base::Span at = span;  // the placeholder alone, unless the text has escapes
      if (const size_t found = span.text().find(fmt::format("{{{}}}", name)); found != std::string_view::npos) {
        at.begin += static_cast<uint32_t>(found);
        at.end = at.begin + static_cast<uint32_t>(name.size() + 2);
      }
      diagnostics.error("unknown-placeholder", at, fmt::format("there is no value for {{{}}}", name))
          .expect(names.empty() ? "a column of the query" : "one of " + base::list_names(names))
          .suggest(base::did_you_mean(name, names));
    }
    text.remove_prefix(close + 1);
  }
  return out.append(text);
}

}  // namespace site
