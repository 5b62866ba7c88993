#include "check/prose.h"

#include <string>
#include <unordered_map>

#include "base/text.h"

namespace check {
namespace {

enum class Role {
  superlative,
  comparative,  // a word that counts only if "than" follows
  most,         // a word that counts if an adjective follows
  more,         // a word that counts if an adjective or an amount, and "than", follow
  adjective,
  amount,
  factor,  // a word that counts if "as" and a quality, "the" and an amount, or a comparative follow
  quality,
  number,  // a word that is part of the comparison if "times" follows
};

// Words about price, size, speed, time and amount, by which data are compared.
struct Words {
  Role role;
  std::string_view words;
};
constexpr Words kWords[] = {
    {Role::superlative,
     "cheapest dearest costliest fastest slowest quickest largest biggest smallest greatest highest lowest longest "
     "shortest heaviest lightest densest fewest"},
    {Role::comparative,
     "cheaper dearer costlier faster slower quicker larger bigger smaller greater higher lower longer shorter heavier "
     "lighter denser fewer"},
    {Role::most, "most least"},
    {Role::more, "more less"},
    {Role::adjective, "expensive affordable economical efficient powerful costly accurate reliable"},
    {Role::amount, "memory storage space power energy time money work throughput bandwidth per price cost speed size"},
    {Role::factor, "twice thrice times"},
    {Role::quality, "fast slow quick large big small great high low long short heavy light dense cheap"},
    {Role::number, "two three four five six seven eight nine ten eleven twelve twenty fifty hundred thousand"},
};

// Maximum number of words between a comparative and its "than": "cheaper per hour than"
constexpr size_t kMaxBetween = 3;

const std::unordered_map<std::string_view, Role>& roles() {
  static const std::unordered_map<std::string_view, Role> roles = [] {
    std::unordered_map<std::string_view, Role> made;
    for (const Words& each : kWords)
      for (std::string_view word : base::split(each.words, ' ')) made.emplace(word, each.role);
    return made;
  }();
  return roles;
}

struct Word {
  std::string_view text;
  size_t begin = 0, end = 0;
  bool follows = false;  // whether the word follows the previous one after a single space
};

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  auto is_letter = [](char c) { return base::is_letter(c) || (static_cast<unsigned char>(c) & 0x80); };
  for (size_t at = 0; at < text.size();) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && (is_letter(text[end]) || text[end] == '-')) ++end;
    bool follows = !words.empty() && text.substr(words.back().end, at - words.back().end) == " ";
    words.push_back({text.substr(at, end - at), at, end, follows});
    at = end;
  }
  return words;
}

// Returns the index of the last word of a comparison that begins with words[i]; words.size() if there is none.
size_t end_of_comparison(const std::vector<Word>& words, size_t i) {
  const auto is = [&](size_t at, Role role) {
    if (at >= words.size() || (at > i && !words[at].follows)) return false;
    const auto found = roles().find(words[at].text);
    return found != roles().end() && found->second == role;
  };
  if (is(i, Role::superlative)) return i;
  const bool is_times = is(i, Role::number) && i + 1 < words.size() && words[i + 1].text == "times";
  if (is_times) ++i;
  if (is(i, Role::factor) && (is_times || words[i].text != "times")) {
    const bool has_two = i + 2 < words.size() && words[i + 1].follows;
    const bool is_as = has_two && words[i + 1].text == "as" && (is(i + 2, Role::quality) || is(i + 2, Role::adjective));
    const bool is_of = has_two && words[i + 1].text == "the" && is(i + 2, Role::amount);
    if (is_as || is_of) return i + 2;
    if (!is(i + 1, Role::comparative)) return words.size();
    const size_t than = end_of_comparison(words, i + 1);
    return than == words.size() ? i + 1 : than;
  }
  if (is(i, Role::most) && is(i + 1, Role::adjective)) return i + 1;
  const bool is_more = is(i, Role::more) && (is(i + 1, Role::adjective) || is(i + 1, Role::amount));
  if (!is_more && !is(i, Role::comparative)) return words.size();
  for (size_t at = i + 1; at < words.size() && at <= i + 1 + kMaxBetween && words[at].follows; ++at)
    if (words[at].text == "than") return at;
  return words.size();
}

}  // namespace

std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language) {
  std::vector<Comparison> found;
  if (language != "en" && !language.starts_with("en-")) return found;
  const std::string lower = base::lower(text);  // the positions are those in `text`, because only ASCII changes
  const std::vector<Word> words = words_of(lower);
  for (size_t i = 0; i < words.size(); ++i) {
    if (!roles().contains(words[i].text)) continue;
    const size_t last = end_of_comparison(words, i);
    if (last == words.size()) continue;
    found.push_back({words[i].begin, words[last].end});
    i = last;
  }
  return found;
}

}  // namespace check
