#include "data/row_errors.h"

#include <fmt/format.h>

namespace data {

base::Diagnostic& RowErrors::error(std::string_view code, base::Span span, std::string message) {
  ++count_;
  Kind& kind = kinds_[code];
  if (++kind.count <= kShown) return diagnostics_.error(code, span, std::move(message));
  if (kind.count == kShown + 1) kind.first_hidden = span;
  return hidden_ = base::Diagnostic();
}

bool RowErrors::would_show(std::string_view code) const {
  auto at = kinds_.find(code);
  return at == kinds_.end() || at->second.count < kShown;
}

void RowErrors::finish() {
  for (const auto& [code, kind] : kinds_)
    if (kind.count > kShown)
      diagnostics_.error(code, kind.first_hidden, fmt::format("… and {} more like this", kind.count - kShown));
  kinds_.clear();
}

}  // namespace data
