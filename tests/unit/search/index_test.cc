#include "search/index.h"

#include <doctest/doctest.h>

#include <algorithm>

using search::Entry;
using search::EntryKind;
using search::Group;

namespace {

Entry entry(std::string title, std::string text, EntryKind kind = EntryKind::page) {
  Entry made;
  made.kind = kind;
  made.address = "x.html";
  made.title = std::move(title);
  made.text = std::move(text);
  return made;
}

const Group* group_of(const std::vector<Group>& groups, const std::string& word) {
  for (const Group& group : groups)
    if (std::find(group.words.begin(), group.words.end(), word) != group.words.end()) return &group;
  return nullptr;
}

}  // namespace

TEST_CASE("words with the same stem form a group") {
  auto groups = search::make_index({entry("Compiling", "compiled once"), entry("Other", "it compiles")}, "en", 1);
  const Group* group = group_of(groups, "compiles");
  REQUIRE(group);
  CHECK(group->words == std::vector<std::string>{"compiled", "compiles", "compiling"});
  CHECK(group->stem == "compil");
  CHECK(group->entries == 2);
  CHECK(group->postings[0].weight > group->postings[1].weight);  // a title has a greater weight
}

TEST_CASE("plurals of names with digits are a group with the singular") {
  auto groups = search::make_index({entry("R200", "a cup or an L4"), entry("R200s", "cups, L4s, 10s")}, "en", 1);
  CHECK(group_of(groups, "r200s") == group_of(groups, "r200"));
  CHECK(group_of(groups, "l4s") == group_of(groups, "l4"));
  CHECK(group_of(groups, "10s")->words.size() == 1);
}

TEST_CASE("without a stemmer each word is its own group, and accents don't matter") {
  auto groups = search::make_index({entry("mots", "côté cote mot")}, "xx", 1);
  CHECK(group_of(groups, "mot") != group_of(groups, "mots"));
  REQUIRE(group_of(groups, "cote"));
  CHECK(group_of(groups, "cote")->postings.size() == 1);
}

TEST_CASE("the index is the same for any number of jobs") {
  std::vector<Entry> entries;
  for (int i = 0; i < 700; ++i)
    entries.push_back(entry(
        "Part " + std::to_string(i % 31),
        "word" + std::to_string(i % 97) + " common Größe " + std::to_string(i * 7919) + " w" + std::to_string(i * 31)));
  auto files = [&](unsigned jobs) {
    return search::write_shards(entries, search::make_index(entries, "de", jobs), {});
  };
  const auto one = files(1);
  CHECK(one == files(2));
  CHECK(one == files(7));
}

TEST_CASE("a frequent word keeps its best matches and the total count") {
  std::vector<Entry> entries(search::kMaxPostings + 500, entry("x", "common"));
  entries.back().title = "common";
  auto groups = search::make_index(entries, "en", 2);
  const Group* group = group_of(groups, "common");
  REQUIRE(group);
  CHECK(group->postings.size() == search::kMaxPostings);
  CHECK(group->entries == entries.size());
  CHECK(group->postings.back().entry == entries.size() - 1);
}

TEST_CASE("text can't end a script or a string") {
  auto files =
      search::write_shards({entry("</script><b>", "\xE2\x80\xA8")}, {}, {{{"none", "</script>"}}, {{"a<", "b"}}});
  for (const auto& [address, bytes] : files) {
    CHECK(bytes.find('<') == std::string::npos);
    CHECK(bytes.find("\xE2\x80\xA8") == std::string::npos);
  }
}

TEST_CASE("files are split by size, and words in other files refer to their group") {
  std::vector<Entry> entries;
  for (int i = 0; i < 3000; ++i) entries.push_back(entry("t", "w" + std::to_string(i)));
  std::vector<Group> groups = search::make_index(entries, "en", 1);
  groups.front().words.push_back("zzz");
  auto files = search::write_shards(entries, groups, {});
  REQUIRE(files.contains("assets/search/g2.js"));
  for (const auto& [address, bytes] : files)
    if (address.starts_with("assets/search/g")) CHECK(bytes.size() < 14000);
  std::string last;
  for (int i = 0; files.contains("assets/search/g" + std::to_string(i) + ".js"); ++i)
    last = files["assets/search/g" + std::to_string(i) + ".js"];
  CHECK(last.find("zzz\\t>" + groups.front().words.front()) != std::string::npos);
}

TEST_CASE("long texts are cut between words, and repeated texts are omitted") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "word ";
  auto files = search::write_shards({entry("a", text), entry("b", "second")}, {}, {});
  const std::string& texts = files.at("assets/search/t0.js");
  CHECK(texts.size() < 2700);
  CHECK(texts.find("word …\"],[0,\"\",\"b\",\"\",\"second\"]])") != std::string::npos);
}
