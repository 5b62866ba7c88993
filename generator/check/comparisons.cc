// Finds comparisons and superlatives in a text (check/prose.h).
#include "base/pattern.h"
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

}  // namespace

std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language) {
  std::vector<Comparison> found;
  if (language != "en" && !language.starts_with("en-")) return found;
  static const base::Pattern pattern(kComparison);
  while (const auto match = pattern.find(text, found.empty() ? 0 : found.back().end)) {
    const auto begin = static_cast<size_t>(match->front().data() - text.data());
    found.push_back({begin, begin + match->front().size()});
  }
  return found;
}

}  // namespace check
