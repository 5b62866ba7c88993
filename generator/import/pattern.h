// Regular expressions of PCRE2, for numbers, marks and names as people write them.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace import {

class Pattern {
 public:
  // Spaces in the expression are ignored, and "." also matches line ends. A text that is not UTF-8 does not match.
  // REQUIRES: the expression is valid.
  explicit Pattern(const std::string& expression) {
    constexpr uint32_t kOptions = PCRE2_ANCHORED | PCRE2_DOLLAR_ENDONLY | PCRE2_DOTALL | PCRE2_EXTENDED | PCRE2_UTF;
    int error = 0;
    PCRE2_SIZE offset = 0;
    code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), kOptions, &error,
                              &offset, nullptr));
    if (!code_) throw std::logic_error("not a regular expression: " + expression);
    pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE);
  }

  // Returns the text at the beginning of `text` that matches, and the texts of its groups, "" for those without one;
  // nullopt if there is no match.
  std::optional<std::vector<std::string_view>> match(std::string_view text) const {
    const std::unique_ptr<pcre2_match_data, Free> match(pcre2_match_data_create_from_pattern(code_.get(), nullptr));
    if (pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, match.get(), nullptr) <
        0)
      return std::nullopt;
    std::vector<std::string_view> groups(pcre2_get_ovector_count(match.get()));
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(match.get());
    for (size_t i = 0; i < groups.size(); ++i)
      if (ends[2 * i] != PCRE2_UNSET) groups[i] = text.substr(ends[2 * i], ends[2 * i + 1] - ends[2 * i]);
    return groups;
  }

 private:
  struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
  };
  std::unique_ptr<pcre2_code, Free> code_;
};

}  // namespace import
