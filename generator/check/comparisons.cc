#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <memory>

#include "check/prose.h"

namespace check {
namespace {

// A comparison by price, size, speed, time or amount. Words consist of letters, bytes beyond ASCII and hyphens; those
// of a comparison are separated by single spaces.
constexpr const char* kComparison = R"((?xi)
  (?(DEFINE)
    (?<end>         (?! [a-z\x80-\xff-] ) )
    (?<superlative> (?: cheapest | dearest | costliest | fastest | slowest | quickest | largest | biggest | smallest |
                        greatest | highest | lowest | longest | shortest | heaviest | lightest | densest | fewest )
                    (?&end) )
    (?<comparative> (?: cheaper | dearer | costlier | faster | slower | quicker | larger | bigger | smaller | greater |
                        higher | lower | longer | shorter | heavier | lighter | denser | fewer ) (?&end) )
    (?<adjective>   (?: expensive | affordable | economical | efficient | powerful | costly | accurate | reliable )
                    (?&end) )
    (?<amount>      (?: memory | storage | space | power | energy | time | money | work | throughput | bandwidth | per |
                        price | cost | speed | size ) (?&end) )
    (?<quality>     (?: fast | slow | quick | large | big | small | great | high | low | long | short | heavy | light |
                        dense | cheap ) (?&end) )
    (?<factor>      (?: twice | thrice | (?: two | three | four | five | six | seven | eight | nine | ten | eleven |
                        twelve | twenty | fifty | hundred | thousand ) [ ] times ) (?&end) )
    (?<than>        (?: [ ] [a-z\x80-\xff] [a-z\x80-\xff-]* ){0,3}? [ ] than (?&end) )  # "cheaper per hour than"
  )
  (?<! [a-z\x80-\xff] | [a-z\x80-\xff]- | [a-z\x80-\xff]-- )
  (?: (?&superlative)
    | (?: most | least ) [ ] (?&adjective)
    | (?: more | less ) (?= [ ] (?: (?&adjective) | (?&amount) ) ) (?&than)
    | (?&factor) [ ] (?: as [ ] (?: (?&quality) | (?&adjective) ) | the [ ] (?&amount) | (?&comparative) (?&than)? )
    | (?&comparative) (?&than) )
)";

const pcre2_code* compiled() {
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code* code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(kComparison), PCRE2_ZERO_TERMINATED, 0, &error, &offset, nullptr);
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
  return code;
}

}  // namespace

std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language) {
  std::vector<Comparison> found;
  if (language != "en" && !language.starts_with("en-")) return found;
  static const pcre2_code* const code = compiled();
  const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> match(pcre2_match_data_create(1, nullptr),
                                                                                  pcre2_match_data_free);
  const PCRE2_SIZE* range = pcre2_get_ovector_pointer(match.get());
  for (size_t at = 0;
       pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), at, 0, match.get(), nullptr) >= 0;
       at = range[1])
    found.push_back({range[0], range[1]});
  return found;
}

}  // namespace check
