#include "base/diagnostic.h"

#include <algorithm>
#include <tuple>

namespace base {

Diagnostic& Diagnostics::error(std::string_view code, Span span, std::string message) {
  ++errors_;
  return list_.emplace_back(Diagnostic{.code = std::string(code), .span = span, .message = std::move(message)});
}

Diagnostic& Diagnostics::error(std::string_view code, std::string path, std::string message) {
  Diagnostic& added = error(code, Span{}, std::move(message));
  added.path = std::move(path);
  return added;
}

Diagnostic& Diagnostics::warning(std::string_view code, Span span, std::string message) {
  return list_.emplace_back(Diagnostic{
      .severity = Severity::warning, .code = std::string(code), .span = span, .message = std::move(message)});
}

void Diagnostics::merge(Diagnostics other) {
  errors_ += other.errors_;
  std::move(other.list_.begin(), other.list_.end(), std::back_inserter(list_));
}

void Diagnostics::make_warnings_errors() {
  for (Diagnostic& d : list_) d.severity = Severity::error;
  errors_ = list_.size();
}

void Diagnostics::sort() {
  auto key = [](const Diagnostic& d) {
    return std::tuple(std::string_view(d.span ? d.span.source->path() : d.path), d.span.begin, std::string_view(d.code),
                      std::string_view(d.message), d.span.end);
  };
  std::stable_sort(list_.begin(), list_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  auto same = [&](const auto& a, const auto& b) { return key(a) == key(b) && a.severity == b.severity; };
  list_.erase(std::unique(list_.begin(), list_.end(), same), list_.end());
  count_errors();
}

void Diagnostics::remove_if(const std::function<bool(const Diagnostic&)>& unwanted) {
  std::erase_if(list_, unwanted);
  count_errors();
}

void Diagnostics::count_errors() {
  errors_ = static_cast<size_t>(
      std::count_if(list_.begin(), list_.end(), [](const auto& d) { return d.severity == Severity::error; }));
}

}  // namespace base
