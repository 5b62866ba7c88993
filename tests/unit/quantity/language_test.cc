#include "quantity/language.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "quantity/figure_text.h"

namespace {

using quantity::language_of;
using quantity::phrase_at;
using quantity::Phrases;

TEST_CASE("the longest phrase is found, with any spaces or a hyphen, in any case") {
  const Phrases phrases = {{"two", 2, ""}, {"two thirds", 3, ""}, {"über", 1, ""}};
  size_t end = 0;
  CHECK(phrase_at("two thirds", 0, phrases, end)->value == quantity::Exact(3));
  CHECK(phrase_at("Two-Thirds", 0, phrases, end)->value == quantity::Exact(3));
  CHECK(phrase_at("a two\u00a0thirds.", 2, phrases, end)->value == quantity::Exact(3));
  CHECK(end == 13);
  CHECK(phrase_at("two third", 0, phrases, end)->value == quantity::Exact(2));
  CHECK(phrase_at("Über 5", 0, phrases, end));
  CHECK(phrase_at("twofold", 0, phrases, end) == nullptr);
}

TEST_CASE("a language is found by its tag, and only signs are known of others") {
  CHECK(quantity::find_language("en") == quantity::find_language("EN-gb"));
  CHECK(quantity::find_language("xx") == nullptr);
  CHECK(quantity::find_language("eng") == nullptr);
  CHECK(language_of("xx").numbers.empty());
  CHECK(quantity::is_phrase("≈", language_of("xx").about));
}

TEST_CASE("languages whose claims are checked have the same lists") {
  const auto lists = [](std::string_view file) {
    std::set<std::string_view> keys;
    for (const std::string_view line : base::split(file, '\n'))
      if (!line.empty() && line[0] != ' ' && line[0] != '#') keys.insert(line.substr(0, line.find(':')));
    return keys;
  };
  std::map<std::string_view, std::string_view> files;
  for (const auto& [path, file] : quantity::language_files()) files.emplace(path, file);
  for (const auto& [path, file] : files)
    if (language_of(path.substr(0, path.find('.'))).has_claims())
      CHECK_MESSAGE(lists(file) == lists(files.at("en.yaml")), path);
  for (const char* lang : {"en", "de", "fr", "es"}) CHECK(language_of(lang).has_claims());
}

// Whether a figure is right for a value in a language.
bool is_right(std::string_view text, std::string_view value, std::string_view unit, std::string_view lang) {
  const quantity::Units units({}, {}, nullptr, lang);
  return quantity::check_figure(quantity::parse_figure(text, units), *quantity::Exact::parse(value), unit, units)
             .outcome == quantity::FigureOutcome::ok;
}

enum Found { nothing, no_claim, superlative, comparison, amount };

Found kind_of(std::string_view sentence, std::string_view lang) {
  const auto claim = language_of(lang).claim->find(sentence);
  size_t group = 1;
  while (claim && (*claim)[group].empty()) ++group;
  return claim ? static_cast<Found>(group) : nothing;
}

TEST_CASE("German numbers in words, units and claims are known") {
  const auto is_right = [&](std::string_view text, std::string_view value, std::string_view unit) {
    return ::is_right(text, value, unit, "de");
  };
  CHECK(is_right("zweiundzwanzig", "22", ""));
  CHECK(is_right("etwa 1,2 Millionen", "1230000", ""));
  CHECK(is_right("2,5 Mrd. Euro", "2500000000", "EUR"));
  CHECK(is_right("2 Billionen", "2000000000000", ""));
  CHECK_FALSE(is_right("2 Billionen", "2000000000", ""));
  CHECK(is_right("über 2.850 Kilometer", "2900", "km"));
  CHECK(is_right("zwischen 2,8 und 2,9 km", "2.85", "km"));
  CHECK(is_right("38 Prozent", "0.38", "1"));
  CHECK(is_right("die Hälfte", "0.5", "1"));
  CHECK(is_right("2,70 € pro Stunde", "2.7", "EUR/h"));
  CHECK_FALSE(is_right("etwa zwei", "22", ""));
  const auto kind = [](std::string_view sentence) { return kind_of(sentence, "de"); };
  CHECK(kind("Die Donau ist der längste Fluss.") == superlative);
  CHECK(kind("Er ist am billigsten.") == superlative);
  CHECK(kind("Er ist doppelt so lang wie der Rhein.") == amount);
  CHECK(kind("Der Rhein ist kürzer als die Donau.") == comparison);
  CHECK(kind("Zwei Drittel der Flüsse sind schiffbar.") == amount);
  CHECK(kind("Im besten Fall reicht das.") == no_claim);
  CHECK(kind("Der Rhein ist lang und wird befahren.") == nothing);
  CHECK(quantity::end_of("längste", language_of("de")) == quantity::End::high);
  CHECK(quantity::end_of("günstigsten", language_of("de")) == quantity::End::low);
}

TEST_CASE("Japanese and Chinese numbers are read without spaces, or refused") {
  CHECK(is_right("約1,230キロメートル", "1233", "km", "ja"));
  CHECK(is_right("1.2万人", "12000", "人", "ja") == false);  // the unit is not declared
  CHECK(is_right("1.2万", "12000", "", "ja"));
  CHECK(is_right("3千万円", "30000000", "JPY", "ja"));
  CHECK(is_right("38パーセント", "0.38", "1", "ja"));
  CHECK(is_right("3割", "0.3", "1", "ja"));
  CHECK(is_right("三十", "30", "", "ja"));
  CHECK(is_right("三分の一", "0.333", "1", "ja"));
  CHECK(is_right("1.2から1.4 km", "1.3", "km", "ja") == false);
  CHECK(is_right("マイナス5℃", "-5", "°C", "ja"));
  for (const char* text : {"二十三", "千二百", "3億5000万", "1万千", "3分の1", "１２", "数万", "百"})
    for (const char* value : {"2", "3", "12", "20", "23", "31", "1200", "10000", "300000000", "10000000"})
      CHECK_MESSAGE(!is_right(text, value, "", "ja"), text, " ", value);
  CHECK(is_right("约1,230公里", "1233", "km", "zh-Hans"));
  CHECK(is_right("1.2亿元", "120000000", "CNY", "zh-Hans"));
  CHECK(is_right("1.2億元", "120000000", "TWD", "zh-Hant-TW"));
  CHECK(is_right("不到3000米", "2850", "m", "zh"));
  CHECK(is_right("三分之二", "0.6667", "1", "zh"));
  CHECK(is_right("5个百分点", "0.05", "1", "zh"));
  for (const char* text : {"1.2兆", "百分之五十", "1亿2000万", "百分之50"})
    for (const char* value : {"1.2", "0.01", "1", "50", "100000000"})
      CHECK_MESSAGE(!is_right(text, value, "", "zh"), text, " ", value);
}

TEST_CASE("French numbers in words, units and claims are known") {
  CHECK(is_right("quatre-vingt-douze", "92", "", "fr"));
  CHECK(is_right("soixante et onze", "71", "", "fr"));
  CHECK(is_right("environ 1,2 million", "1230000", "", "fr"));
  CHECK(is_right("2,5 milliards d’euros", "2500000000", "EUR", "fr"));
  CHECK(is_right("2 billions", "2000000000000", "", "fr"));
  CHECK(is_right("plus de 2\u202f850 kilomètres", "2900", "km", "fr"));
  CHECK(is_right("entre 2,8 et 2,9 km", "2.85", "km", "fr"));
  CHECK(is_right("38\u00a0%", "0.38", "1", "fr"));
  CHECK(is_right("38 pour cent", "0.38", "1", "fr"));
  CHECK(is_right("la moitié", "0.5", "1", "fr"));
  CHECK(is_right("2,70 € par heure", "2.7", "EUR/h", "fr"));
  CHECK(is_right("au moins 40 mg", "41", "mg", "fr"));
  CHECK_FALSE(is_right("2 billions", "2000000000", "", "fr"));
  CHECK_FALSE(is_right("environ deux", "22", "", "fr"));
  constexpr std::pair<std::string_view, Found> kSentences[] = {
      {"Le Danube est le plus long fleuve de l’Union européenne.", superlative},
      {"C’est le fleuve le plus long.", superlative},
      {"Ce modèle est le moins cher.", superlative},
      {"Elle a la meilleure note.", superlative},
      {"Les prix les plus bas sont ici.", superlative},
      {"C'est l'un des plus grands lacs.", superlative},
      {"Le moteur consomme le moins d’énergie.", superlative},
      {"C’est le seul à proposer ce tarif.", superlative},
      {"Seul le moteur offre cette mémoire.", superlative},
      {"Aucun autre modèle ne va plus loin.", superlative},
      {"Aucun fleuve n’est plus long.", superlative},
      {"Il est plus rapide que tous les autres.", superlative},
      {"Son débit est inégalé.", superlative},
      {"La pire note revient au Rhin.", superlative},
      {"Le Rhin est plus court que le Danube.", comparison},
      {"Elle est moins chère qu’un moteur.", comparison},
      {"Il est deux fois plus long.", amount},
      {"Le thé contient moins de caféine que le café.", comparison},
      {"Il coûte le double du Rhin.", amount},
      {"Il va trois fois plus vite.", amount},
      {"Son débit est supérieur à celui du Rhône.", comparison},
      {"Elle coûte moins que prévu.", comparison},
      {"C’est meilleur que l’an dernier.", comparison},
      {"Il surpasse son voisin.", comparison},
      {"Il est beaucoup plus économe en électricité que l’autre.", comparison},
      {"Les deux tiers des fleuves sont navigables.", amount},
      {"Un foyer sur trois est équipé.", nothing},
      {"Une personne sur trois boit du thé.", nothing},
      {"La moitié des modèles échoue.", amount},
      {"Le prix a doublé.", amount},
      {"Le coût est divisé par trois.", amount},
      {"Des milliers de sites l’utilisent.", amount},
      {"Presque tous les modèles passent.", amount},
      {"Dans le meilleur des cas, cela suffit.", no_claim},
      {"C’est de plus en plus courant.", no_claim},
      {"Le plus souvent, cela suffit.", no_claim},
      {"Il ne fonctionne plus.", nothing},
      {"De plus, il pleut.", nothing},
      {"Le Rhin est long et navigable.", nothing},
      {"Il y a plus d’une raison à cela.", nothing},
      {"En plus du Rhin, voyez la Meuse.", nothing},
      {"Il n’a pas été mesuré non plus.", nothing},
  };
  for (const auto& [sentence, found] : kSentences) CHECK_MESSAGE(kind_of(sentence, "fr") == found, sentence);
  CHECK(quantity::end_of("le plus long", language_of("fr")) == quantity::End::high);
  CHECK(quantity::end_of("les moins chers", language_of("fr")) == quantity::End::low);
  CHECK(quantity::end_of("la meilleure", language_of("fr")) == quantity::End::best);
  CHECK(quantity::end_of("le plus lent", language_of("fr")) == quantity::End::worst);
  CHECK(quantity::end_of("le moins efficace", language_of("fr")) == quantity::End::worst);
}

TEST_CASE("Spanish numbers in words, units and claims are known") {
  CHECK(is_right("noventa y dos", "92", "", "es"));
  CHECK(is_right("veintidós", "22", "", "es"));
  CHECK(is_right("unos 1,2 millones", "1230000", "", "es"));
  CHECK(is_right("2,5 mil millones de euros", "2500000000", "EUR", "es"));
  CHECK(is_right("2 billones", "2000000000000", "", "es"));
  CHECK(is_right("más de 2850 kilómetros", "2900", "km", "es"));
  CHECK(is_right("entre 2,8 y 2,9 km", "2.85", "km", "es"));
  CHECK(is_right("38\u00a0%", "0.38", "1", "es"));
  CHECK(is_right("38 por ciento", "0.38", "1", "es"));
  CHECK(is_right("la mitad", "0.5", "1", "es"));
  CHECK(is_right("2,70 € por hora", "2.7", "EUR/h", "es"));
  CHECK(is_right("al menos 40 mg", "41", "mg", "es"));
  CHECK_FALSE(is_right("2 billones", "2000000000", "", "es"));
  CHECK_FALSE(is_right("unos dos", "22", "", "es"));
  constexpr std::pair<std::string_view, Found> kSentences[] = {
      {"El Danubio es el río más largo de la Unión Europea.", superlative},
      {"Es el más largo.", superlative},
      {"Este modelo es el menos caro.", superlative},
      {"Tiene la mejor nota.", superlative},
      {"El modelo más barato cuesta poco.", superlative},
      {"Es uno de los lagos más grandes del mundo.", superlative},
      {"Consume más energía que todos los demás.", superlative},
      {"Es el único que lo ofrece.", superlative},
      {"Solo el motor ofrece esa memoria.", superlative},
      {"Ningún otro modelo llega.", superlative},
      {"Ningún río es más largo.", superlative},
      {"Es más rápido que cualquier otro.", superlative},
      {"Su caudal es inigualable.", superlative},
      {"La peor nota es del Rin.", superlative},
      {"Son las más potentes.", superlative},
      {"El Rin es más corto que el Danubio.", comparison},
      {"Es menos caro que un motor.", comparison},
      {"Es dos veces más largo.", amount},
      {"El té contiene menos cafeína que el café.", comparison},
      {"Cuesta el doble que el Rin.", amount},
      {"Su caudal es superior al del Ródano.", nothing},
      {"Su caudal es mayor que antes.", comparison},
      {"Cuesta menos que antes.", comparison},
      {"Supera a su vecino.", comparison},
      {"Es mejor que el año pasado.", comparison},
      {"Va tres veces más rápido.", amount},
      {"Dos tercios de los ríos son navegables.", amount},
      {"Una de cada tres personas bebe té.", amount},
      {"La mitad de los modelos falla.", amount},
      {"El precio se ha duplicado.", amount},
      {"El coste se multiplicó por tres.", amount},
      {"Miles de sitios lo usan.", amount},
      {"Casi todos los modelos pasan.", amount},
      {"En el mejor de los casos, basta.", no_claim},
      {"Es cada vez más común.", no_claim},
      {"A lo mejor llueve.", no_claim},
      {"Ya no funciona más.", nothing},
      {"Además, llueve.", nothing},
      {"El Rin es largo y navegable.", nothing},
      {"Hay más de una razón.", nothing},
      {"Nada más llegar, medimos.", nothing},
      {"Es preciso medirlo.", nothing},
  };
  for (const auto& [sentence, found] : kSentences) CHECK_MESSAGE(kind_of(sentence, "es") == found, sentence);
  CHECK(quantity::end_of("el río más largo", language_of("es")) == quantity::End::high);
  CHECK(quantity::end_of("los menos caros", language_of("es")) == quantity::End::low);
  CHECK(quantity::end_of("la mejor", language_of("es")) == quantity::End::best);
  CHECK(quantity::end_of("el más lento", language_of("es")) == quantity::End::worst);
  CHECK(quantity::end_of("el menor", language_of("es")) == quantity::End::low);
}

TEST_CASE("lists have values and units") {
  const quantity::Language& english = language_of("en");
  size_t end = 0;
  CHECK(phrase_at("ninety-nine", 0, english.numbers, end)->value == quantity::Exact(99));
  CHECK(phrase_at("three quarters", 0, english.fractions, end)->value == quantity::Exact(3) / 4);
  CHECK(phrase_at("basis points", 0, english.units, end)->value == quantity::Exact(1) / 100);
  CHECK(phrase_at("basis points", 0, english.units, end)->unit == "%");
}

TEST_CASE("a date in words states a date in ISO 8601") {
  const auto states = [](std::string_view text, std::string_view date) {
    return quantity::states_date(text, date, quantity::standard_units());
  };
  for (const char* text :
       {"31 January 2026", "January 31, 2026", "31st of January 2026", "Jan. 31 2026", "January 2026"})
    CHECK_MESSAGE(states(text, "2026-01-31"), text);
  for (const char* text : {"30 January 2026", "31 February 2026", "31 January 2025", "2026", "31 January", "about 2026",
                           "31 January 2026 or so", "1 31 January 2026", ""})
    CHECK_FALSE_MESSAGE(states(text, "2026-01-31"), text);
  CHECK(states("January 2026", "2026-01"));
  CHECK_FALSE(states("31 January 2026", "2026-01"));
}

}  // namespace
