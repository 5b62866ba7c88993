#include "check/comparisons.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace check {
namespace {

// What is compared is what data have: prices, sizes, speeds, times, amounts.
struct Language {
  std::string_view name;
  std::span<const std::string_view> superlatives;
  std::span<const std::string_view> comparatives;  // count only with `than` behind them
  std::span<const std::string_view> most;          // count with an adjective behind them
  std::span<const std::string_view> more;          // count with an adjective or an amount, and `than`, behind them
  std::span<const std::string_view> adjectives;
  std::span<const std::string_view> amounts;
  std::string_view than;
};

constexpr std::string_view kEnglishSuperlatives[] = {
    "cheapest", "dearest", "costliest", "fastest", "slowest",  "quickest", "largest",  "biggest", "smallest",
    "greatest", "highest", "lowest",    "longest", "shortest", "heaviest", "lightest", "densest", "fewest"};
constexpr std::string_view kEnglishComparatives[] = {"cheaper", "dearer",  "costlier", "faster",  "slower", "quicker",
                                                     "larger",  "bigger",  "smaller",  "greater", "higher", "lower",
                                                     "longer",  "shorter", "heavier",  "lighter", "denser", "fewer"};
constexpr std::string_view kEnglishAdjectives[] = {"expensive", "affordable", "economical", "efficient",
                                                   "powerful",  "costly",     "accurate",   "reliable"};
constexpr std::string_view kEnglishAmounts[] = {"memory", "storage", "space",      "power",     "energy", "time",
                                                "money",  "work",    "throughput", "bandwidth", "per"};
constexpr std::string_view kEnglishMost[] = {"most", "least"};
constexpr std::string_view kEnglishMore[] = {"more", "less"};

const Language kLanguages[] = {{"en", kEnglishSuperlatives, kEnglishComparatives, kEnglishMost, kEnglishMore,
                                kEnglishAdjectives, kEnglishAmounts, "than"}};

// Words between a comparative and its "than": "cheaper per hour than".
constexpr size_t kMostBetween = 3;

struct Word {
  std::string_view text;
  size_t begin = 0, end = 0;
  bool follows = false;  // only a space stands between it and the word before
};

// Of a text in lower case.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80);
  };
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

bool is_one_of(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// What is begun by a word.
enum class Role { nothing, superlative, comparative, most, more };

using Roles = std::unordered_map<std::string_view, Role>;

Roles roles_of(const Language& language) {
  Roles roles;
  for (std::string_view word : language.superlatives) roles.emplace(word, Role::superlative);
  for (std::string_view word : language.comparatives) roles.emplace(word, Role::comparative);
  for (std::string_view word : language.most) roles.emplace(word, Role::most);
  for (std::string_view word : language.more) roles.emplace(word, Role::more);
  return roles;
}

// Most words compare nothing: they are looked up once, and not in list after list.
Role role_of(std::string_view word, const Language& language) {
  static const std::vector<Roles> roles = [] {
    std::vector<Roles> made;
    for (const Language& each : kLanguages) made.push_back(roles_of(each));
    return made;
  }();
  const Roles& own = roles[static_cast<size_t>(&language - kLanguages)];
  auto found = own.find(word);
  return found == own.end() ? Role::nothing : found->second;
}

// The index of "than" behind words[i]; 0 for none.
size_t than_behind(const std::vector<Word>& words, size_t i, std::string_view than) {
  for (size_t at = i + 1; at < words.size() && at <= i + 1 + kMostBetween && words[at].follows; ++at)
    if (words[at].text == than) return at;
  return 0;
}

}  // namespace

std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language) {
  auto known = std::find_if(std::begin(kLanguages), std::end(kLanguages), [&](const Language& each) {
    return language == each.name || language.starts_with(std::string(each.name) + "-");
  });
  if (known == std::end(kLanguages)) return {};
  std::string lower(text);  // what is known is ASCII, and what is found has the same place in `text`
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  const std::vector<Word> words = words_of(lower);
  std::vector<Comparison> found;
  for (size_t i = 0; i < words.size(); ++i) {
    const Role role = role_of(words[i].text, *known);
    if (role == Role::nothing) continue;
    size_t last = words.size();  // none
    std::string_view next = i + 1 < words.size() && words[i + 1].follows ? words[i + 1].text : std::string_view();
    const bool adjective = is_one_of(known->adjectives, next);
    if (role == Role::superlative) {
      last = i;
    } else if (role == Role::most) {
      if (adjective) last = i + 1;
    } else if (role == Role::comparative || adjective || is_one_of(known->amounts, next)) {
      if (size_t than = than_behind(words, i, known->than)) last = than;
    }
    if (last == words.size()) continue;
    found.push_back({words[i].begin, words[last].end});
    i = last;
  }
  return found;
}

}  // namespace check
