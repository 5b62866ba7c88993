// Mistakes in the rows of one resource. A file that is wrong throughout stays readable: after so many of one kind the
// rest is only counted.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace data {

class RowErrors {
 public:
  explicit RowErrors(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  RowErrors(const RowErrors&) = delete;
  RowErrors& operator=(const RowErrors&) = delete;
  ~RowErrors() { finish(); }

  // As Diagnostics::error. The returned one is never seen when it is too many.
  base::Diagnostic& error(std::string_view code, base::Span span, std::string message);
  // How many errors there were, shown or not.
  size_t count() const { return count_; }
  // True if one more of this kind would be shown: to save the work of making it.
  bool would_show(std::string_view code) const;
  // Says how many were not shown.
  void finish();

 private:
  static constexpr size_t kShown = 20;
  struct Kind {
    size_t count = 0;
    base::Span first_hidden;
  };
  base::Diagnostics& diagnostics_;
  std::map<std::string_view, Kind> kinds_;
  base::Diagnostic hidden_;
  size_t count_ = 0;
};

}  // namespace data
