// Fuzzes the search's files: entries of a hostile page and of texts between lines "%%" are written as shards, and read
// back as the browser's script reads them. They must be the same, and nothing in a file may end its script.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "search/index.h"
#include "search/page_reader.h"
#include "search/words.h"

namespace {

using nlohmann::json;
using search::Entry;
using search::Group;
using Files = std::map<std::string, std::string>;

size_t digit(char c) {
  const size_t value = search::kDigits.find(c);
  fuzz::require(value != std::string_view::npos, "a digit is one", std::string(1, c));
  return value;
}

// Returns the value that a file passes to the script; null for a missing file.
json value_of(const Files& files, const std::string& name) {
  auto file = files.find("assets/search/" + name + ".js");
  if (file == files.end()) return nullptr;
  std::string_view text = file->second;
  const std::string before = "sourcebookSearch(\"" + name + "\",", after = ")\n";
  fuzz::require(text.starts_with(before) && text.ends_with(after), "a file is one call", text);
  for (std::string_view ends : {"<", "\xE2\x80\xA8", "\xE2\x80\xA9"})
    fuzz::require(text.find(ends) == std::string_view::npos, "nothing ends the script", text);
  text = text.substr(before.size(), text.size() - before.size() - after.size());
  fuzz::require(text.find('\n') == std::string_view::npos, "a file is one line");
  json value = json::parse(text, nullptr, false);
  fuzz::require(!value.is_discarded(), "a file holds JSON", text);
  return value;
}

void check_texts(const Files& files, const json& index, const std::vector<Entry>& entries) {
  fuzz::require(index["entries"] == entries.size(), "the index counts its entries");
  size_t at = 0;
  for (size_t number = 0; number < index["texts"].size(); ++number) {
    fuzz::require(index["texts"][number] == at, "a file of texts begins where the index says");
    std::vector<std::string> before(7);
    for (const json& line : value_of(files, "t" + std::to_string(number))) {
      std::vector<std::string> cells(7);
      for (size_t i = 0; i < line.size(); ++i) cells[i] = line[i].is_number() ? before[i] : line[i].get<std::string>();
      fuzz::require(at < entries.size(), "no text is too many");
      const Entry& entry = entries[at++];
      fuzz::require(cells[0] == entry.address && cells[1] == entry.anchor && cells[2] == entry.title &&
                        cells[3] == entry.context && cells[5] == entry.source && cells[6] == entry.source_address,
                    "an entry is read as it was", cells[2]);
      std::string_view text = cells[4];
      if (text != entry.text) {
        fuzz::require(text.ends_with(" …"), "a text is whole, or cut", text);
        text.remove_suffix(std::string_view(" …").size());
        fuzz::require(std::string_view(entry.text).starts_with(text) && text.size() > 2000, "a text is cut late", text);
      }
      before = std::move(cells);
    }
  }
  fuzz::require(at == entries.size(), "all texts are there");
}

std::vector<search::Posting> postings_of(std::string_view coded) {
  std::vector<search::Posting> postings;
  uint32_t entry = 0;
  for (size_t i = 0; i < coded.size();) {
    uint32_t distance = 0, shift = 0;
    size_t value = 32;
    for (; value >= 32; shift += 5) {
      fuzz::require(i < coded.size(), "a posting ends");
      value = digit(coded[i++]);
      distance |= static_cast<uint32_t>(value & 31) << shift;
    }
    fuzz::require(i < coded.size(), "a posting has a weight");
    postings.push_back({entry += distance, static_cast<uint8_t>(digit(coded[i++]))});
  }
  return postings;
}

// The lines of a file of groups, keyed by each of the words that they begin with.
using Lines = std::map<std::string, std::string, std::less<>>;
Lines lines_of(const std::string& shard) {
  Lines lines;
  for (std::string_view line : base::split(shard, '\n'))
    for (std::string_view word : base::split(line.substr(0, line.find('\t')), ' ')) lines.emplace(word, line);
  return lines;
}

// Returns the line of a word as the script finds it: in the last file whose first word is not after it.
std::string_view line_of(const std::vector<Lines>& shards, const std::vector<std::string>& firsts,
                         const std::string& word) {
  const auto after = std::ranges::upper_bound(firsts, word);
  const Lines& lines = shards.at(after == firsts.begin() ? 0 : static_cast<size_t>(after - firsts.begin()) - 1);
  const auto found = lines.find(word);
  return found == lines.end() ? std::string_view() : found->second;
}

void check_groups(const Files& files, const json& index, const std::vector<Group>& groups) {
  const auto firsts = index["groups"].get<std::vector<std::string>>();
  std::vector<Lines> shards;
  for (size_t i = 0; i < firsts.size(); ++i)
    shards.push_back(lines_of(value_of(files, "g" + std::to_string(i)).get<std::string>()));
  for (const Group& group : groups) {
    for (const std::string& word : group.words) {
      fuzz::require(!word.empty() && word.find_first_of(" \t\n") == std::string::npos, "a word is one", word);
      std::string_view line = line_of(shards, firsts, word);
      fuzz::require(!line.empty(), "a word is found", word);
      auto cells = base::split(line, '\t');
      if (cells.size() == 2) {
        fuzz::require(cells[1] == ">" + group.words.front(), "a word leads to its group", line);
        line = line_of(shards, firsts, group.words.front());
        cells = base::split(line, '\t');
      }
      fuzz::require(cells.size() == 4 && cells[2] == std::to_string(group.entries), "a group is read as it was", line);
      const auto postings = postings_of(cells[3]);
      fuzz::require(
          std::ranges::equal(postings, group.postings,
                             [](const auto& a, const auto& b) { return a.entry == b.entry && a.weight == b.weight; }),
          "so are its places", line);
    }
  }
}

void check_words(const std::vector<Entry>& entries, const std::vector<Group>& groups) {
  std::map<std::string_view, const Group*> group_of;
  for (const Group& group : groups)
    for (const std::string& word : group.words) group_of[word] = &group;
  for (uint32_t i = 0; i < entries.size(); ++i)
    search::for_each_word(entries[i].text, [&](std::string_view word, bool) {
      auto found = group_of.find(search::fold(word));
      fuzz::require(found != group_of.end(), "each word is in a group", word);
      const auto& places = found->second->postings;
      fuzz::require(std::ranges::any_of(places, [&](const auto& each) { return each.entry == i; }),
                    "and leads to its entry", word);
    });
}

std::vector<Entry> entries_of(std::string_view input) {
  const auto parts = fuzz::parts_of(input, 2);
  search::PageInfo page;
  page.entry.address = "a/b.html", page.entry.title = parts[1], page.entry.context = "A";
  page.each_heading = input.size() % 2 == 1;
  std::vector<Entry> entries = search::read_page(parts[0], page);
  for (size_t i = 1; i < parts.size(); ++i) {
    Entry entry;
    entry.kind = search::EntryKind::page;
    entry.address = "a/" + parts[i].substr(0, parts[i].find('\n'));
    entry.title = entry.context = entry.source = parts[i];
    entry.text = entry.names = parts[0];
    entries.push_back(std::move(entry));
  }
  std::ranges::stable_sort(entries, {}, &Entry::kind);
  return entries;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  if (base::find_invalid_utf8(input)) return 0;  // pages and data that are not UTF-8 are refused earlier
  const std::vector<Entry> entries = entries_of(input);
  for (const char* lang : {"en", "xx"}) {
    const std::vector<Group> groups = search::make_index(entries, lang, 1);
    check_words(entries, groups);
    const Files files =
        search::write_shards(entries, groups, {{{"none", std::string(input)}}, {{std::string(input), "b"}}});
    const json index = value_of(files, "index");
    fuzz::require(index["words"]["none"] == input && index["synonyms"][0][0] == input, "words are read as they were");
    check_texts(files, index, entries);
    check_groups(files, index, groups);
  }
  return 0;
}
