#include "search/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/parallel.h"
#include "search/words.h"

namespace search {
namespace {

enum Field { title, context, text, kFields };

// The weight of each field (BM25F); the constants after it set how much the length of a field reduces it.
constexpr std::array<double, kFields> kFieldWeight = {4.0, 1.6, 1.0};
constexpr std::array<double, kFields> kLengthMatters = {0.5, 0.4, 0.6};
constexpr double kSaturation = 1.2;
constexpr double kRowTitleWeight = 2.0;  // a row's title is often a whole sentence

// Weights by kind. Rows are low because they repeat their page, and sources because readers search for them by name.
constexpr std::array<double, kKinds> kKindWeight = {0.95, 1, 1, 0.92, 1, 0.62, 0.7};

struct Occurrence {
  uint32_t entry = 0;
  std::array<uint16_t, kFields> count = {};
};

struct Hash {
  using is_transparent = void;
  size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
};

// The words of the entries that one thread read, each with its occurrences by entry.
using Part = std::unordered_map<std::string, std::vector<Occurrence>, Hash, std::equal_to<>>;

void add_word(std::string_view word, uint32_t entry, Field field, Part& part) {
  auto at = part.find(word);
  if (at == part.end()) at = part.emplace(word, std::vector<Occurrence>()).first;
  std::vector<Occurrence>& found = at->second;
  if (found.empty() || found.back().entry != entry) found.push_back({entry, {}});
  uint16_t& count = found.back().count[field];
  if (count < UINT16_MAX) ++count;
}

using Lengths = std::vector<std::array<uint32_t, kFields>>;

// Returns the name of a file without folder and ending: "cost" for "lessons/cost.html".
std::string_view file_name(std::string_view address) {
  address.remove_prefix(address.rfind('/') + 1);
  const std::string_view name = address.substr(0, address.rfind('.'));
  return name == "index" ? "" : name;
}

void read_entry(const Entry& entry, uint32_t number, Part& part, std::array<uint32_t, kFields>& length) {
  auto read = [&](std::string_view words, Field field) {
    for_each_word(words, [&](std::string_view word, bool alone) {
      add_word(word, number, field, part);
      length[field] += alone;
    });
  };
  // The title of a figure is a quantity, which identifies it less than the thing's name does.
  read(entry.title, entry.kind == EntryKind::figure ? context : title);
  const std::array<uint32_t, kFields> own = length;
  read(entry.column, context);
  read(entry.names, title);
  length = own;  // other names don't count towards the length
  read(entry.context, context);
  // The words of the file name often differ from the title.
  if (entry.anchor.empty() &&
      (entry.kind == EntryKind::page || entry.kind == EntryKind::answer || entry.kind == EntryKind::step))
    read(file_name(entry.address), context);
  read(entry.text, text);
}

// Groups words that have the same stem or differ only in accents.
class Grouping {
 public:
  Grouping(const std::vector<std::string_view>& words, Stemmer& stemmer) {
    std::unordered_map<std::string, uint32_t> by_stem, by_form;
    parents_.resize(words.size());
    std::iota(parents_.begin(), parents_.end(), 0U);
    for (uint32_t word = 0; word < words.size(); ++word) {
      stems_.push_back(fold(stemmer.stem(words[word])));
      forms_.push_back(fold(words[word]));
      join(by_stem.try_emplace(stems_.back(), word).first->second, word);
      join(by_form.try_emplace(forms_.back(), word).first->second, word);
    }
  }

  uint32_t root(uint32_t word) {
    while (parents_[word] != word) word = parents_[word] = parents_[parents_[word]];
    return word;
  }
  const std::string& stem(uint32_t word) const { return stems_[word]; }
  const std::string& form(uint32_t word) const { return forms_[word]; }

 private:
  // Joins two groups. The lowest word becomes the root, so that the result does not depend on the order.
  void join(uint32_t a, uint32_t b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

  std::vector<uint32_t> parents_;
  std::vector<std::string> stems_, forms_;
};

std::vector<Part> read_all(const std::vector<Entry>& entries, Lengths& lengths, unsigned jobs) {
  constexpr size_t kBlock = 64;
  std::vector<Part> parts(std::max(jobs, 1U));
  base::parallel_for(jobs, (entries.size() + kBlock - 1) / kBlock, [&](size_t block, unsigned worker) {
    for (size_t i = block * kBlock; i < std::min((block + 1) * kBlock, entries.size()); ++i)
      read_entry(entries[i], static_cast<uint32_t>(i), parts[worker], lengths[i]);
  });
  return parts;
}

std::vector<std::string_view> all_words(const std::vector<Part>& parts) {
  std::vector<std::string_view> words;
  for (const Part& part : parts)
    for (const auto& [word, occurrences] : part) words.push_back(word);
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

uint8_t weight(const Occurrence& occurrence, const Entry& entry, const std::array<uint32_t, kFields>& length,
               const std::array<double, kFields>& average) {
  double count = 0;
  for (int field = 0; field < kFields; ++field) {
    if (!occurrence.count[field]) continue;
    const double relative = average[field] > 0 ? length[field] / average[field] : 1;
    const double counts = field == title && entry.kind == EntryKind::row ? kRowTitleWeight : kFieldWeight[field];
    count += counts * occurrence.count[field] / (1 - kLengthMatters[field] + kLengthMatters[field] * relative);
  }
  const double fit = count / (count + kSaturation) * kKindWeight[static_cast<size_t>(entry.kind)] * entry.importance;
  return static_cast<uint8_t>(std::clamp(std::lround(fit * kMaxWeight), 1L, static_cast<long>(kMaxWeight)));
}

void keep_best(std::vector<Posting>& postings) {
  if (postings.size() <= kMaxPostings) return;
  std::ranges::stable_sort(postings, std::greater(), &Posting::weight);
  postings.resize(kMaxPostings);
  std::ranges::sort(postings, {}, &Posting::entry);
}

}  // namespace

std::vector<Group> make_index(const std::vector<Entry>& entries, std::string_view lang, unsigned jobs) {
  Lengths lengths(entries.size());
  std::vector<Part> parts = read_all(entries, lengths, jobs);
  const std::vector<std::string_view> words = all_words(parts);
  Stemmer stemmer(lang);
  Grouping grouping(words, stemmer);

  std::array<double, kFields> average = {};
  for (const auto& length : lengths)
    for (int field = 0; field < kFields; ++field) average[field] += length[field];
  for (double& each : average) each /= std::max<double>(1, static_cast<double>(entries.size()));

  // Number groups by their first words in sorted order, which does not depend on the threads.
  std::vector<uint32_t> group_of(words.size(), UINT32_MAX);
  std::vector<Group> groups;
  for (uint32_t word = 0; word < words.size(); ++word) {
    uint32_t& group = group_of[grouping.root(word)];
    if (group == UINT32_MAX) {
      group = static_cast<uint32_t>(groups.size());
      groups.emplace_back().stem = grouping.stem(word);
    }
    group_of[word] = group;
    groups[group].words.push_back(grouping.form(word));
  }
  std::vector<std::vector<Occurrence>> found(groups.size());
  for (Part& part : parts)
    for (auto& [word, occurrences] : part) {
      const auto at = static_cast<size_t>(std::ranges::lower_bound(words, word) - words.begin());
      std::vector<Occurrence>& all = found[group_of[at]];
      all.insert(all.end(), occurrences.begin(), occurrences.end());
      std::vector<Occurrence>().swap(occurrences);  // frees the memory
    }
  base::parallel_for(jobs, groups.size(), [&](size_t i, unsigned) {
    Group& group = groups[i];
    std::ranges::sort(group.words);
    group.words.erase(std::unique(group.words.begin(), group.words.end()), group.words.end());
    std::ranges::sort(found[i], {}, &Occurrence::entry);
    group.postings.reserve(found[i].size());
    for (size_t at = 0; at < found[i].size();) {
      Occurrence whole = found[i][at];
      while (++at < found[i].size() && found[i][at].entry == whole.entry)
        for (int field = 0; field < kFields; ++field)
          whole.count[field] =
              static_cast<uint16_t>(std::min<uint32_t>(UINT16_MAX, whole.count[field] + found[i][at].count[field]));
      group.postings.push_back({whole.entry, weight(whole, entries[whole.entry], lengths[whole.entry], average)});
    }
    std::vector<Occurrence>().swap(found[i]);
    group.entries = static_cast<uint32_t>(group.postings.size());
    keep_best(group.postings);
  });
  std::ranges::sort(groups, {}, &Group::words);
  return groups;
}

}  // namespace search
