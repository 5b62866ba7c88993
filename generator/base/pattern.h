// Regular expressions of PCRE2 that the program itself contains. Those of authors need limits: data/cell.h.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <cctype>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

class Pattern {
 public:
  // `options` are those of pcre2_compile(). With PCRE2_UTF, a text that is not UTF-8 does not match.
  // REQUIRES: the expression is valid.
  explicit Pattern(const std::string& expression, uint32_t options = 0) {
    int error = 0;
    PCRE2_SIZE offset = 0;
    code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error,
                              &offset, nullptr));
    if (!code_) throw std::logic_error("not a regular expression: " + expression);
    pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE);
  }

  // Returns bytes of which each match contains one; "" if that is not known.
  std::string needed() const {
    uint32_t kind = 0, unit = 0;
    pcre2_pattern_info(code_.get(), PCRE2_INFO_LASTCODETYPE, &kind);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_LASTCODEUNIT, &unit);
    const bool has_case = unit < 0x80 && std::isalpha(static_cast<int>(unit));
    if (kind == 1 && !has_case) return std::string(1, static_cast<char>(unit));
    pcre2_pattern_info(code_.get(), PCRE2_INFO_FIRSTCODETYPE, &kind);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_FIRSTCODEUNIT, &unit);
    if (kind == 1) return std::string(1, static_cast<char>(unit));
    const uint8_t* first = nullptr;
    pcre2_pattern_info(code_.get(), PCRE2_INFO_FIRSTBITMAP, static_cast<void*>(&first));
    std::string bytes;
    for (int byte = 0; first && byte < 256; ++byte)
      if (first[byte / 8] >> (byte % 8) & 1) bytes += static_cast<char>(byte);
    return bytes;
  }

  // Returns the first match in `text` that begins at `from` or later, and the texts of its groups, "" for those without
  // one; nullopt if there is no match.
  std::optional<std::vector<std::string_view>> find(std::string_view text, size_t from = 0) const {
    const std::unique_ptr<pcre2_match_data, Free> match(pcre2_match_data_create_from_pattern(code_.get(), nullptr));
    const auto* subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    if (pcre2_match(code_.get(), subject, text.size(), from, 0, match.get(), nullptr) < 0) return std::nullopt;
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

// A pattern that is compiled when it is first used, for those that take milliseconds.
class LazyPattern {
 public:
  explicit LazyPattern(std::string expression) : expression_(std::move(expression)) {}

  std::optional<std::vector<std::string_view>> find(std::string_view text, size_t from = 0) const {
    std::call_once(is_compiled_, [this] { pattern_.emplace(expression_); });
    return pattern_->find(text, from);
  }

 private:
  std::string expression_;
  mutable std::once_flag is_compiled_;
  mutable std::optional<Pattern> pattern_;
};

}  // namespace base
