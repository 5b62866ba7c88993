// Divides the search index into files that a browser loads when needed (search/index.h).
#include "search/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ranges>

#include "base/utf8.h"
#include "notation/json.h"

namespace search {
namespace {

using notation::script_text;

constexpr std::string_view kFolder = "assets/search/";
constexpr size_t kGroupsFile = 7000;                         // bytes of groups per file, unless one group is longer
constexpr size_t kMinTextFile = 4000, kMaxTextFile = 12000;  // grows with the site, to limit the number of files
constexpr size_t kMaxText = 2400;
constexpr size_t kMinMisspelt = 3, kMaxMisspelt = 24;  // the number of letters of words that are corrected

char digit(size_t value) { return kDigits[value & 63]; }

using Files = std::map<std::string, std::string>;

void add_file(const std::string& name, const std::string& value, Files& files) {
  files.emplace(fmt::format("{}{}.js", kFolder, name),
                fmt::format("sourcebookSearch({},{})\n", script_text(name), value));
}

std::string list(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ",")); }

// Returns a list with the result of `make` for each item.
template <class Items, class Make>
std::string list(const Items& items, Make make) {
  return fmt::format("[{}]", fmt::join(std::views::transform(items, make), ","));
}

void append_postings(const Group& group, std::string& out) {
  uint32_t before = 0;
  for (const Posting& posting : group.postings) {
    uint32_t distance = posting.entry - before;
    before = posting.entry;
    for (; distance >= 32; distance >>= 5) out += digit(32 + (distance & 31));
    out += digit(distance);
    out += digit(posting.weight);
  }
}

std::string stem_code(const Group& group) {
  const std::string& word = group.words.front();
  if (group.stem == word) return "";
  if (word.starts_with(group.stem) && word.size() - group.stem.size() < 64)
    return std::string(1, digit(word.size() - group.stem.size()));
  return "." + group.stem;
}

// A file of groups: its lines by word.
struct GroupsFile {
  std::string first;
  std::map<std::string, std::string> lines;
};

std::vector<GroupsFile> group_files(const std::vector<Group>& groups) {
  std::vector<GroupsFile> files;
  size_t bytes = 0;
  for (const Group& group : groups) {
    std::string line = fmt::format("{}\t{}\t{}\t", fmt::join(group.words, " "), stem_code(group), group.entries);
    append_postings(group, line);
    if (files.empty() || bytes + line.size() > kGroupsFile) {
      files.push_back({group.words.front(), {}});
      bytes = 0;
    }
    bytes += line.size();
    files.back().lines.emplace(group.words.front(), std::move(line));
  }
  return files;
}

size_t file_of(const std::vector<GroupsFile>& files, const std::string& word) {
  const auto after = std::ranges::upper_bound(files, word, {}, &GroupsFile::first);
  return after == files.begin() ? 0 : static_cast<size_t>(after - files.begin()) - 1;
}

// If a word is in a different file than its group, adds a reference to the group.
void add_pointers(const std::vector<Group>& groups, std::vector<GroupsFile>& files) {
  for (const Group& group : groups) {
    const size_t home = file_of(files, group.words.front());
    for (const std::string& word : group.words)
      if (const size_t file = file_of(files, word); file != home)
        files[file].lines.emplace(word, word + "\t>" + group.words.front());
  }
}

// The length of a word in UTF-16 units, as in JavaScript.
size_t letters_of(std::string_view word) {
  size_t letters = 0;
  while (!word.empty()) letters += base::take_code_point(word) > 0xFFFF ? 2 : 1;
  return letters;
}

// Whether a word can be corrected. Numbers and names with digits are not: "A1" is not a misspelled "A2".
bool can_be_misspelt(std::string_view word) { return word.find_first_of("0123456789.") == std::string_view::npos; }

std::map<size_t, std::string> words_by_length(const std::vector<Group>& groups) {
  std::map<std::string_view, uint32_t> all;
  for (const Group& group : groups)
    for (const std::string& word : group.words)
      if (can_be_misspelt(word)) all.emplace(word, group.entries);
  std::map<size_t, std::string> files;
  std::map<size_t, std::string_view> before;
  for (const auto& [word, entries] : all) {
    const size_t letters = letters_of(word);
    if (letters < kMinMisspelt || letters > kMaxMisspelt) continue;
    std::string_view& last = before[letters];
    size_t shared = 0;
    while (shared < std::min(last.size(), word.size()) && last[shared] == word[shared]) ++shared;
    shared = base::code_point_start(word, shared);
    std::string& file = files[letters];
    if (!file.empty()) file += ' ';
    file += digit(letters_of(word.substr(0, shared)));
    file += digit(static_cast<size_t>(std::bit_width(entries)));
    file += word.substr(shared);
    last = word;
  }
  return files;
}

std::string cut(const std::string& text) {
  if (text.size() <= kMaxText) return text;
  size_t end = text.rfind(' ', kMaxText);
  if (end == std::string::npos) end = base::code_point_start(text, kMaxText);
  return text.substr(0, end) + " …";
}

std::string text_line(const Entry& entry, const Entry* before) {
  std::vector<std::string> cells;
  for (auto field : {&Entry::address, &Entry::anchor, &Entry::title, &Entry::context, &Entry::text, &Entry::source,
                     &Entry::source_address}) {
    const std::string& value = entry.*field;
    const bool is_same = before && field != &Entry::text && !value.empty() && before->*field == value;
    cells.push_back(is_same ? "0" : script_text(field == &Entry::text ? cut(value) : value));
  }
  while (!cells.empty() && cells.back() == "\"\"") cells.pop_back();
  return list(cells);
}

void add_texts(const std::vector<Entry>& entries, const std::string& folder, Files& files,
               std::vector<std::string>& firsts) {
  size_t all = 0;
  for (const Entry& entry : entries) all += std::min(entry.text.size(), kMaxText) + 60;
  const size_t max_bytes = std::clamp(all / 2000, kMinTextFile, kMaxTextFile);
  std::vector<std::string> lines;
  size_t bytes = 0;
  auto finish = [&] {
    if (lines.empty()) return;
    add_file(folder + "t" + std::to_string(firsts.size() - 1), list(lines), files);
    lines.clear();
    bytes = 0;
  };
  for (size_t i = 0; i < entries.size(); ++i) {
    std::string line = text_line(entries[i], lines.empty() ? nullptr : &entries[i - 1]);
    if (!lines.empty() && bytes + line.size() > max_bytes) {
      finish();
      line = text_line(entries[i], nullptr);
    }
    if (lines.empty()) firsts.push_back(std::to_string(i));
    bytes += line.size();
    lines.push_back(std::move(line));
  }
  finish();
}

// Returns a base-64 digit for every six entries: one bit each, set if the entry is the first of its page or table.
std::string beginnings(const std::vector<Entry>& entries) {
  std::string mask;
  for (size_t i = 0; i < entries.size(); i += 6) {
    size_t bits = 0;
    for (size_t j = i; j < std::min(i + 6, entries.size()); ++j) {
      const bool same = j > 0 && entries[j].kind == entries[j - 1].kind &&
                        entries[j].address == entries[j - 1].address &&
                        (entries[j].kind != EntryKind::row || entries[j].anchor == entries[j - 1].anchor);
      bits |= same ? 0U : size_t{1} << (j - i);
    }
    mask += digit(bits);
  }
  return mask;
}

std::string index_value(const std::vector<Entry>& entries, const std::vector<GroupsFile>& groups,
                        const std::vector<std::string>& texts, const std::map<size_t, std::string>& lengths,
                        const ShardOptions& options) {
  std::vector<std::string> words;
  for (const auto& [key, text] : options.words) words.push_back(script_text(key) + ":" + script_text(text));
  const std::string kinds = list(std::views::iota(size_t{0}, kKinds), [&](size_t kind) {
    return std::ranges::count_if(entries, [&](const Entry& entry) { return static_cast<size_t>(entry.kind) < kind; });
  });
  return fmt::format(R"({{"entries":{},"kinds":{},"begin":"{}","groups":{},"texts":{},"lengths":{},)", entries.size(),
                     kinds, beginnings(entries), list(groups, [](const auto& file) { return script_text(file.first); }),
                     list(texts), list(std::views::keys(lengths), std::identity())) +
         fmt::format(R"("words":{{{}}},"synonyms":{},"scopes":{}}})", fmt::join(words, ","),
                     list(options.synonyms, [](const auto& same) { return list(same, script_text); }),
                     list(options.scopes, [](const auto& scope) {
                       return list({script_text(scope.first), script_text(scope.second)});
                     }));
}

}  // namespace

Files write_shards(const std::vector<Entry>& entries, const std::vector<Group>& groups, const ShardOptions& options) {
  Files files;
  std::vector<GroupsFile> by_word = group_files(groups);
  add_pointers(groups, by_word);
  for (size_t i = 0; i < by_word.size(); ++i) {
    std::string lines;
    for (const auto& [word, line] : by_word[i].lines) lines += (lines.empty() ? "" : "\n") + line;
    add_file(options.folder + "g" + std::to_string(i), script_text(lines), files);
  }
  std::vector<std::string> texts;
  add_texts(entries, options.folder, files, texts);
  const std::map<size_t, std::string> lengths = words_by_length(groups);
  for (const auto& [letters, words] : lengths)
    add_file(options.folder + "l" + std::to_string(letters), script_text(words), files);
  add_file(options.folder + "index", index_value(entries, by_word, texts, lengths, options), files);
  return files;
}

}  // namespace search
