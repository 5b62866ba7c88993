#include "blocks/table_key.h"

#include <algorithm>
#include <array>

#include "site/url.h"

namespace blocks {
namespace {

struct Meaning {
  std::string_view text;         // the word that authors write
  std::string_view sign, words;  // keys of the interface's strings
};
constexpr std::array<Meaning, 4> kMeanings = {{{"", "sign_not_given", "not_given"},
                                               {"not published", "sign_not_published", "not_published"},
                                               {"not applicable", "sign_not_applicable", "not_applicable"},
                                               {"not measured", "sign_not_measured", "not_measured"}}};

// Returns a … z, aa, ab …
std::string letter(size_t index) {
  std::string letters;
  for (size_t rest = index + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
  return letters;
}

}  // namespace

TableKey::Sign TableKey::missing(std::string_view meaning) {
  for (const Meaning& known : kMeanings) {
    if (known.text != meaning) continue;
    Sign sign{std::string(words_[known.sign]), std::string(words_[known.words])};
    signs_.emplace(sign.sign, sign.text);
    return sign;
  }
  return {std::string(meaning), std::string(meaning)};
}

markup::SafeHtml TableKey::mark(markup::SafeHtml footnote) {
  auto known = std::find_if(footnotes_.begin(), footnotes_.end(),
                            [&](const markup::SafeHtml& each) { return each.str() == footnote.str(); });
  auto index = static_cast<size_t>(known - footnotes_.begin());
  if (known == footnotes_.end()) footnotes_.push_back(std::move(footnote));
  markup::Writer out;
  out.open("sup").attr("class", "ref").open("a").attr("href", "#" + site::encode_fragment(id(index)));
  out.attr("aria-label", words_.fill("footnote", {{"title", letter(index)}})).text(letter(index)).close().close();
  return out.take();
}

markup::SafeHtml TableKey::html() const {
  markup::Writer out;
  if (best_ || worst_ || !signs_.empty()) {
    out.open("p").attr("class", "table-key");
    auto item = [&](std::string_view mark, std::string_view sign, std::string_view text) {
      out.open("span").open("b").attr("class", mark).text(sign).close().text(" ").text(text).close().text(" ");
    };
    if (best_) item("best", words_["key_best"], words_["key_of_column"]);
    if (worst_) item("worst", words_["key_worst"], words_["key_of_column"]);
    for (const auto& [sign, text] : signs_) item("none", sign, text);
    out.close();
  }
  if (!footnotes_.empty()) {
    out.open("ol").attr("class", "cell-notes");
    for (size_t i = 0; i < footnotes_.size(); ++i) out.open("li").attr("id", id(i)).html(footnotes_[i]).close();
    out.close();
  }
  return out.take();
}

}  // namespace blocks
