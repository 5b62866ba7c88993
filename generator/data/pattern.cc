#define PCRE2_CODE_UNIT_WIDTH 8
#include "data/pattern.h"

#include <fmt/format.h>
#include <pcre2.h>

namespace data {
namespace {

constexpr uint32_t kMaxSteps = 100'000;
constexpr uint32_t kMaxKilobytes = 4096;

struct Free {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

}  // namespace

struct Pattern::State {
  std::unique_ptr<pcre2_code, Free> code;
  std::unique_ptr<pcre2_match_data, Free> match;
  std::unique_ptr<pcre2_match_context, Free> context;
};

Pattern::Pattern(std::unique_ptr<State> state) : state_(std::move(state)) {}
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

std::optional<Pattern> Pattern::compile(const std::string& expression, std::string* why) {
  auto state = std::make_unique<State>();
  int error = 0;
  PCRE2_SIZE offset = 0;
  uint32_t options = PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
  state->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error,
                                  &offset, nullptr));
  if (!state->code) {
    PCRE2_UCHAR message[256];
    pcre2_get_error_message(error, message, sizeof message);
    *why = fmt::format("{} (after \"{}\")", reinterpret_cast<const char*>(message), expression.substr(0, offset));
    return std::nullopt;
  }
  state->match.reset(pcre2_match_data_create_from_pattern(state->code.get(), nullptr));
  state->context.reset(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(state->context.get(), kMaxSteps);
  pcre2_set_heap_limit(state->context.get(), kMaxKilobytes);
  return Pattern(std::move(state));
}

Match Pattern::matches(std::string_view text) const {
  int result = pcre2_match(state_->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0,
                           state_->match.get(), state_->context.get());
  if (result >= 0) return Match::yes;
  return result == PCRE2_ERROR_NOMATCH ? Match::no : Match::too_slow;
}

}  // namespace data
