#include "audit/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace audit {

base::Span Findings::span(std::string_view at) const {
  const auto begin = static_cast<uint32_t>(at.data() - text().data());
  return {source_.get(), begin, begin + static_cast<uint32_t>(at.size())};
}

bool Findings::has_room(std::string_view code) const {
  auto found = counts_.find(code);
  return found == counts_.end() || found->second < kMaxOfACode;
}

base::Diagnostic& Findings::add(base::Severity severity, std::string_view code, std::string_view at,
                                std::string message) {
  if (++counts_[code] > kMaxOfACode) return not_shown_ = {};
  list_.push_back({severity, std::string(code), span(at), "", std::move(message), "", "", {}, ""});
  return list_.back();
}

base::Diagnostic& Findings::error_of_file(std::string_view code, std::string message) {
  list_.push_back({base::Severity::error, std::string(code), {}, source_->path(), std::move(message), "", "", {}, ""});
  return list_.back();
}

std::vector<base::Diagnostic> Findings::take(std::string_view made_from,
                                             std::shared_ptr<const base::SourceText>& source) {
  for (const auto& [code, count] : counts_) {
    if (count <= kMaxOfACode) continue;
    auto last = std::find_if(list_.rbegin(), list_.rend(), [&](const auto& each) { return each.code == code; });
    last->note({}, fmt::format("and {} more with this code in this file", count - kMaxOfACode));
  }
  for (base::Diagnostic& each : list_)
    if (!made_from.empty()) each.note({}, fmt::format("this file is generated from {}", made_from));
  if (!list_.empty()) source = source_;
  return std::move(list_);
}

}  // namespace audit
