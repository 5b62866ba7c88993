// Tests that a build refuses each change of a digit, a mark or a place in the figures of a page, in several languages.
#include <doctest/doctest.h>

#include <set>

#include "unit/whole_site.h"

namespace {

struct Written {
  std::string before, text, behind;  // a sentence and its figure
  std::string column;
};

struct Case {
  std::string lang, decimal, group;
  std::vector<Written> sentences;
};

// The same values in each language: a length of 1233.7 km, a small one of 2.85 km, a basin of 796250 km², a fee of
// 1234.5 EUR and a share of 0.384.
const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"en",
       ".",
       ",",
       {{"It is ", "1,233.7 km", " long.", "length"},
        {"The brook is ", "2.85 kilometres", " long.", "brook"},
        {"It drains ", "796,250 km²", ".", "basin"},
        {"That is ", "about 0.80 million", " of them.", "basin"},
        {"It costs ", "1,234.50 €", ".", "fee"},
        {"It has ", "38.4 %", " of it.", "share"}}},
      {"de",
       ",",
       ".",
       {{"Er ist ", "1.233,7 km", " lang.", "length"},
        {"Der Bach ist ", "2,85 Kilometer", " lang.", "brook"},
        {"Er entwässert ", "796.250 km²", ".", "basin"},
        {"Das sind ", "etwa 0,80 Millionen", " davon.", "basin"},
        {"Er kostet ", "1.234,50 €", ".", "fee"},
        {"Er hat ", "38,4 %", " davon.", "share"}}},
      {"fr",
       ",",
       "\u202f",
       {{"Il est long de ", "1\u202f233,7 km", ".", "length"},
        {"Le ruisseau est long de ", "2,85 kilomètres", ".", "brook"},
        {"Il draine ", "796\u202f250 km²", ".", "basin"},
        {"Ce sont ", "environ 0,80 million", " d’entre eux.", "basin"},
        {"Il coûte ", "1\u202f234,50 €", ".", "fee"},
        {"Il en a ", "38,4 %", ".", "share"}}},
      {"es",
       ",",
       ".",
       {{"Mide ", "12.337 hm", " de largo.", "length"},
        {"El arroyo mide ", "2,85 kilómetros", ".", "brook"},
        {"Drena ", "796.250 km²", ".", "basin"},
        {"Son ", "unos 0,80 millones", " de ellos.", "basin"},
        {"Cuesta ", "1234,50 €", ".", "fee"},
        {"Tiene el ", "38,4 %", ".", "share"}}},
      {"ja",
       ".",
       ",",
       {{"長さは", "1,233.7キロメートル", "です。", "length"},
        {"小川の長さは", "2.85 km", "です。", "brook"},
        {"流域は", "796,250 km²", "です。", "basin"},
        {"流域は", "約79.6万", "です。", "basin"},
        {"料金は", "1,234.50ユーロ", "です。", "fee"},
        {"割合は", "38.4パーセント", "です。", "share"}}},
      {"zh-Hans",
       ".",
       ",",
       {{"全长", "1,233.7公里", "。", "length"},
        {"小溪长", "2.85 km", "。", "brook"},
        {"流域面积", "796,250平方公里", "。", "basin"},
        {"流域面积", "约79.6万", "。", "basin"},
        {"费用为", "1,234.50欧元", "。", "fee"},
        {"占", "38.4%", "。", "share"}}},
  };
  return kCases;
}

// Returns texts that state another number: a digit is another one, missing or written twice, or a mark is missing,
// another one, or one place away.
std::set<std::string> mutations(const std::string& text, const Case& language) {
  std::set<std::string> all;
  const size_t point = std::min(text.find(language.decimal), text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (base::is_digit(text[at])) {
      for (const int other : {1, 4, 7}) {
        std::string changed = text;
        changed[at] = static_cast<char>('0' + (text[at] - '0' + other) % 10);
        all.insert(changed);
      }
      // After the point, fewer digits may be right, and before it zeros.
      if (at < point && text[at] != '0') all.insert(std::string(text).erase(at, 1));
      if (at < point && text[at] != '0') all.insert(std::string(text).insert(at, 1, text[at]));
    }
    for (const auto& [mark, other] :
         {std::pair(language.decimal, language.group), {language.group, language.decimal}}) {
      if (!text.substr(at).starts_with(mark)) continue;
      all.insert(std::string(text).replace(at, mark.size(), other));
      if (mark == language.decimal) all.insert(std::string(text).erase(at, mark.size()));
      std::string without = std::string(text).erase(at, mark.size());
      if (at > 1) all.insert(std::string(without).insert(at - 1, mark));
      all.insert(without.insert(at + 1, mark));
    }
  }
  return all;
}

std::string link(const Written& written, const std::string& text) {
  return written.before + "[" + text + "](fig:rivers/danube/" + written.column + ")" + written.behind + "\n\n";
}

Files site_of(const Case& language, const std::string& body) {
  return {{"content/index.md", page("A", body)},
          {"data/site.json", R"({"title": "A", "lang": ")" + language.lang + "\"}"},
          {"data/rivers.csv", "id,length,brook,basin,fee,share\ndanube,1233.7,2.85,796250,1234.5,0.384\n"},
          {"data/sources/all.json", R"([{"id": "atlas", "type": "book", "title": "T", "publisher": "P"}])"},
          {"data/datapackage.json", R"({"name": "rivers", "resources": [{"name": "rivers", "path": "rivers.csv",
            "source": "atlas", "locator": "1", "as_of": "2026", "schema": {"primaryKey": "id", "fields": [
            {"name": "id", "type": "string"}, {"name": "length", "type": "number", "unit": "km"},
            {"name": "brook", "type": "number", "unit": "km"}, {"name": "basin", "type": "number", "unit": "km²"},
            {"name": "fee", "type": "number", "unit": "EUR"}, {"name": "share", "type": "number", "unit": "1"}]}}]})"}};
}

TEST_CASE("each change of a digit, a mark or a place of a figure is refused in each language") {
  for (const Case& language : cases()) {
    std::string right, wrong;
    std::vector<std::string> texts;
    for (const Written& written : language.sentences) {
      right += link(written, written.text);
      for (const std::string& text : mutations(written.text, language)) {
        wrong += link(written, text);
        texts.push_back(text);
      }
    }
    CHECK_MESSAGE(texts.size() >= 100, language.lang);
    WholeSite(site_of(language, right)).built();
    WholeSite site(site_of(language, wrong));
    site.build();
    std::set<size_t> refused;
    for (const base::Diagnostic& each : site.report.diagnostics.list())
      if (each.severity == base::Severity::error) refused.insert(each.span.source->line_of(each.span.begin));
    for (size_t i = 0; i < texts.size(); ++i)  // the front matter has three lines
      CHECK_MESSAGE(refused.contains(4 + 2 * i), language.lang, ": ", texts[i]);
  }
}

}  // namespace
