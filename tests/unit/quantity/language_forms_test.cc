// Tests the forms in which each language writes a number: those of its readers are right, those of others are refused.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "quantity/figure_text.h"

namespace {

using quantity::Exact;
using quantity::Units;

struct Forms {
  const char *lang, *value, *unit;
  const char *right, *wrong;  // separated by "|"
};

constexpr Forms kForms[] = {
    {"de", "2500000", "km", "2,5 Mio.|2,5 Millionen|2.500.000|2,5 Mio. km|zweieinhalb Millionen|2½ Millionen",
     "2.5 Mio.|25 Mio.|2,5 Mrd.|2,5 Tsd.|2,6 Mio.|2.500,000|2,500,000|2500,000|2,5 k|vier Millionen"},
    {"de", "2.5", "EUR", "2,50 €|2,50 Euro|EUR 2,50|€ 2,50|250 Cent|zweieinhalb Euro",
     "2.50 €|2,50 $|2,50 %|250 €|-2,50 €|25 Cent|2,50 Mio. €|zweihundertfünfzig Euro"},
    {"de", "38", "%", "38 %|38%|38 Prozent|38 vom Hundert|rund 40 %", "38 ‰|3,8 %|rund 50 %|380 %|83 %"},
    {"de", "-5", "°C", "−5 °C|-5 °C|minus 5 °C|minus fünf Grad Celsius", "5 °C|+5 °C|−5 km|−6 °C"},
    {"de", "42.3", "",
     "etwa 40|ca. 40|rund 40|um die 40|gut 40|etwas über 40|weit über 30|lange nicht 60|über "
     "40|mehr als 40|weniger als 50|höchstens 45|mindestens 42|bis zu 45",
     "knapp 40|kaum 40|gut 45|gut 30|weit über 42|deutlich unter 43|etwas unter 50|nicht ganz 42|über 45|unter "
     "40|höchstens 42|mindestens 43|etwa 50|weniger als 42"},
    {"de", "250", "", "zweihundertfünfzig|rund zweihundertfünfzig|Zweihundertfünfzig|zweihundertundfünfzig",
     "zweihundertfünfundzwanzig|zweitausendfünfzig|fünfzigzweihundert|zweihundertfünf|zweihundertfünfzigmal"},
    {"de", "25000", "", "fünfundzwanzigtausend", "fünfundzwanzighundert|zweihundertfünfzigtausend"},
    {"de", "1.5", "", "anderthalb|eineinhalb|1½|1,5", "einhalb|dreieinhalb|1.5"},
    {"de-CH", "1234567", "", "1'234'567|1’234’567|1234567", "1.234.567|1,234,567|1'23'4567|1'234'56|1'234.567"},
    {"de-CH", "2.7", "CHF", "CHF 2.70|2.70 CHF|2.70 Franken", "CHF 2,70|CHF 27|2.70 €|270 Franken"},
    {"fr", "1234567", "", "1\u202f234\u202f567|1\u00a0234\u00a0567|1234567|1,2 million",
     "1.234.567|1,234,567|1 234 567|1\u202f234 567|1,2 milliard|1,3 million|12 millions"},
    {"fr", "2500000", "EUR", "2,5 millions d’euros|2,5 M€|2,5 millions €|deux millions et demi d’euros",
     "2,5 milliards d’euros|25 M€|2.5 M€|2,5 k€|quatre millions d’euros|trois millions et demi d’euros"},
    {"fr", "2.5", "h", "2,5 h|2,5 heures|deux heures et demie|2½ h",
     "2.5 h|deux heures et quart|trois heures et demie"},
    {"fr", "90", "km", "quatre-vingt-dix kilomètres|nonante km|90 km", "quatre-vingts km|quatre-vingt-onze km"},
    {"fr", "10", "", "une dizaine|dix|environ 10", "une douzaine|une vingtaine|une centaine|onze"},
    {"fr", "-5", "°C", "−5 °C|moins 5 °C|moins cinq degrés Celsius", "5 °C|moins de 5 °C"},
    {"fr", "42.3", "",
     "environ 40|plus de 40|un peu plus de 40|à peine plus de 42|bien plus de 30|nettement moins de 60|loin de "
     "60|moins de 50|au moins 42|au plus 45|jusqu’à 45|de 40 à 50",
     "plus de 45|un peu plus de 30|bien plus de 42|loin de 42|pas tout à fait 42|moins de 40|au moins 43|au plus "
     "42|presque 40|environ 50|de 43 à 50|de 50 à 40"},
    {"es", "1234567", "", "1.234.567|1234567|1,23 millones",
     "1,234,567|1 234 567|1,2 mil millones|1,2 mil|12 millones"},
    {"es", "2500000", "EUR", "2,5 millones de euros|dos millones y medio de euros|2.500.000 €",
     "2,5 mil millones de euros|2,5 billones de euros|2.5 millones de euros|250 mil euros|cuatro millones de euros"},
    {"es", "38", "%", "38 %|38 por ciento|cerca del 40 %|casi el 40 %|alrededor del 40 %",
     "38 ‰|3,8 %|casi el 35 %|83 por ciento"},
    {"es", "42.3", "",
     "unos 40|unas 40|más de 40|poco más de 40|mucho más de 30|lejos de 60|menos de 50|al menos 42|como "
     "máximo 45|entre 40 y 50",
     "más de 45|poco más de 30|mucho más de 42|muy por debajo de 43|apenas 42|menos de 40|al menos 43|hasta 42|casi "
     "40|unos 50|entre 43 y 50"},
    {"es", "12", "", "una docena|doce", "una decena|dos docenas|trece"},
    {"es-MX", "1234567", "", "1,234,567|1234567", "1.234.567|1 234 567"},
    {"ja", "1234567", "", "1,234,567|123万4567|123万|約120万",
     "1.234.567|12,34,567|123億|12万|124万|約150万|123千|123万4568"},
    {"ja", "250000000", "", "2億5000万|2.5億|2億5,000万", "2億5000|2万5000|25億|2億500万|2億5|3億5000万|2億50000万"},
    {"ja", "38", "%", "38%|38％|3.8割|約4割|38パーセント", "3割|約3割|8割|３８％|83%"},
    {"ja", "250", "JPY", "250円|¥250|￥250|250 円", "25円|250ドル|250万円|2.5円"},
    {"ja", "42.3", "", "40以上|42以上|50未満|45以下|40超|40を超える|約40|40程度|40ほど|40くらい|40前後|40余り|40〜50",
     "43以上|42未満|45超|42以下|約50|50程度|90以上|20超|43〜50|50〜40|約40以上"},
    {"ja", "-5", "°C", "マイナス5℃|-5℃|氷点下5℃", "5℃|マイナス6℃"},
    {"zh-Hans", "30", "%", "30%|30％|三成|3成|约三成", "两成|4成|3%|成"},
    {"zh-Hans", "123", "", "100多|远超100|略高于120|100余|一百多|100以上|120左右|约120|150以下|不到150|至少120|100出头",
     "130多|远超120|略低于120|120以下|124以上|150左右|50多|一百二十多|约100多"},
    {"zh-Hans", "1100000", "", "100多万|一百多万|100余万|110万左右", "100多|10多万|120多万|200万左右"},
    {"zh-Hans", "250000000", "", "2.5亿|2亿5000万", "25亿|2.5万|2亿5000|2亿5"},
    {"zh-Hans", "25", "CNY", "25元|￥25|¥25|25 元", "25美元|250元|25万元|25日元"},
    {"zh-Hans", "25", "JPY", "25日元|JPY 25", "¥25|￥25|25元"},
    {"ar", "38", "%", "38%|38 %|38٪", "٣٨٪|83٪|3.8٪|38‰"},
    {"hi", "1234567", "", "12,34,567|1234567", "१२,३४,५६७|1.234.567|12,345,67"},
    {"en-IN", "25000000", "", "2.5 crore|25 million|2,50,00,000|250 lakh", "2.5 lakh|25 crore|2,5 crore|2,50,0000"},
    {"en", "42", "km",
     "no more than 45 km|not more than 42 km|no less than 42 km|no fewer than 40|at the very least 42 km|not above 45 "
     "km",
     "no more than 40 km|not less than 45 km|no fewer than 43|at the very most 40 km|no more than 450 km"},
    {"de", "42", "km", "nicht mehr als 45 km|nicht weniger als 42 km", "nicht mehr als 40 km|nicht unter 45 km"},
    {"fr", "42", "km", "pas plus de 45 km|pas moins de 42 km", "pas plus de 40 km|pas moins de 45 km"},
    {"es", "42", "km", "no más de 45 km|no menos de 42 km", "no más de 40 km|no menos de 45 km"},
    {"en", "7.911", "t", "7,911 kilos|7911 kg", "7.911 kilos|7,911 ct"},
    {"en", "4.3", "MWh", "4,300 kilowatt hours|4.3 megawatt hours|4,300,000 watt hours",
     "4.3 kilowatt hours|4,300 MWh"},
    {"en", "6.75", "EUR", "675 ct|675 cts|675 euro cents", "6.75 ct|675 quid|6.75 bucks"},
    {"en", "25", "km/h", "13.5 knots", "25 knots"},
    {"en", "6.75", "EUR/km", "€10.86 per mile|€6.75 a km|€6.75 every km", "€6.75 per mile|€6.75 a mile"},
    {"en", "12.5", "%", "12 ½ %|12½ %", "12 ¼ %|1 2½ %"},
    {"en", "203", "", "close to 200", "close to 300"},
    {"en", "4", "", "fourfold|four times", "fivefold|fourfold km"},
    {"de", "7.911", "t", "7911 Kilo", "7,911 Kilo"},
    {"de", "25", "km/h", "25 Kilometer in der Stunde|25 km in der Stunde", "25 Meter in der Stunde"},
    {"fr", "25", "km/h", "25 kilomètres à l’heure|25 kilomètres-heure|13,5 nœuds", "25 nœuds"},
    {"es", "4.3", "MWh", "4300 kilovatios-hora|4,3 megavatios hora", "4,3 kilovatios-hora"},
    {"es", "25", "km/h", "13,5 nudos", "25 nudos"},
    {"en", "2500000", "", "two and a half million|2.5 million|2½ million",
     "four million|three and a half million|2,5 million"},
};

TEST_CASE("the forms of a language are right, and no form states another number") {
  for (const Forms& forms : kForms) {
    const Units units({}, {}, nullptr, forms.lang);
    const auto is_right = [&](std::string_view text) {
      return quantity::check_figure(quantity::parse_figure(text, units), *Exact::parse(forms.value), forms.unit, units)
                 .outcome == quantity::FigureOutcome::ok;
    };
    for (const std::string_view text : base::split(forms.right, '|'))
      CHECK_MESSAGE(is_right(text), forms.lang, ": ", text, " for ", forms.value);
    for (const std::string_view text : base::split(forms.wrong, '|'))
      CHECK_MESSAGE(!is_right(text), forms.lang, ": ", text, " for ", forms.value);
  }
}

TEST_CASE("rates behind a noun and before a colon are found") {
  const auto is_right = [](std::string_view before, std::string_view behind, std::string_view unit, const char* lang) {
    return check_words_around(before, "12", behind, quantity::Exact(12), unit, Units({}, {}, nullptr, lang)).outcome ==
           quantity::FigureOutcome::ok;
  };
  CHECK_FALSE(is_right("", " kWh Strom pro Tag", "kWh", "de"));
  CHECK_FALSE(is_right("Strom pro Tag: ", " kWh", "kWh", "de"));
  CHECK_FALSE(is_right("", " kWh d’énergie par jour", "kWh", "fr"));
  CHECK_FALSE(is_right("", " kWh de energía por día", "kWh", "es"));
  CHECK(is_right("", " kWh Strom", "kWh", "de"));
  CHECK(is_right("", " kWh d’énergie", "kWh", "fr"));
  CHECK(is_right("Strom pro Tag: ", "", "kWh/d", "de"));
}

TEST_CASE("numbers of several words, and words behind a number, are found in running text") {
  const auto has_number = [](std::string_view text, std::string_view lang) {
    for (const quantity::Stated& each : quantity::find_stated(text, Units({}, {}, nullptr, lang)))
      if (each.kind != quantity::Stated::Kind::small_count) return true;
    return false;
  };
  constexpr std::pair<std::string_view, std::string_view> kNumbers[] = {{"de", "Es sind zweihundertfünfzig Stück."},
                                                                        {"de", "Es dauert zweieinhalb Stunden."},
                                                                        {"de", "Das sind anderthalb Kilometer."},
                                                                        {"de", "Fünfundzwanzigtausend Leute kamen."},
                                                                        {"de", "Dreieinhalb Millionen Euro."},
                                                                        {"de", "Hundert Flüsse sind lang."},
                                                                        {"fr", "Il y a quatre-vingt-dix fleuves."},
                                                                        {"fr", "Une dizaine de fleuves."},
                                                                        {"fr", "Une centaine de kilomètres."},
                                                                        {"fr", "Deux cent cinquante kilomètres."},
                                                                        {"es", "Hay doscientos cincuenta ríos."},
                                                                        {"es", "Una docena de ríos."},
                                                                        {"zh-Hans", "三成的人"},
                                                                        {"zh-Hans", "十多年"},
                                                                        {"zh-Hans", "100多人住在这里。"},
                                                                        {"ja", "三割が失敗した。"},
                                                                        {"ja", "2億5000万円"},
                                                                        {"ja", "二倍になった。"},
                                                                        {"en", "It took 90s, in 40s."},
                                                                        {"en", "It costs money (2015 euros)."},
                                                                        {"en", "A 1000 trips failed."},
                                                                        {"en", "One per 300 trips fails."},
                                                                        {"fr", "Elle dure 9 h."},
                                                                        {"fr", "Elle est vendue à 9 €."},
                                                                        {"es", "Afecta a las 9 empresas."}};
  for (const auto& [lang, text] : kNumbers) CHECK_MESSAGE(has_number(text, lang), text);
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"de", "Im 19. Jahrhundert."},
      {"de", "Am 3. Oktober."},
      {"de", "Ein Dreieck, achtsam, Zweifel."},
      {"fr", "À 10 h 30."},
      {"fr", "Le 1er février."},
      {"es", "El 1 de febrero de 2025."},
      {"es", "A las 10:30."},
      {"ja", "十分である。"},
      {"zh-Hans", "一天，成本很高。"},
      {"zh-Hans", "十分重要"},
      {"en", "In the 90s."},
      {"en", "The ’90s and the late 80s, in his 40s."},
      {"en", "It opens at 9 am, 10 a.m. or 11 o’clock, until 9–10 pm."},
      {"de", "Um 9 Uhr, von 9 bis 17 Uhr."},
      {"fr", "Les années 90."},
      {"es", "Los años 90."},
      {"en", "Accidents per 1,000 trips, per 100,000 inhabitants and per 100 years."},
      {"en", "Go to platform 9, pier 12, deck 5 and exit 7; flight 370 left."},
      {"en", "It costs ````` (2015 euros)."}};
  for (const auto& [lang, text] : kOthers) CHECK_MESSAGE(!has_number(text, lang), text);
  const Units japanese({}, {}, nullptr, "ja");
  const auto found = quantity::find_stated("2億5000万円", japanese);
  REQUIRE(found.size() == 1);
  CHECK(found[0].end == std::string_view("2億5000万円").size());
}

TEST_CASE("brackets around a part of a number of several words are refused") {
  const auto is_right = [](std::string_view lang, std::string_view value, std::string_view before,
                           std::string_view text, std::string_view behind) {
    const Units units({}, {}, nullptr, lang);
    return quantity::check_words_around(before, text, behind, *Exact::parse(value), "", units).outcome ==
           quantity::FigureOutcome::ok;
  };
  CHECK_FALSE(is_right("de", "2", "", "zwei", "einhalb Meter"));
  CHECK_FALSE(is_right("de", "200", "", "zweihundert", "fünfzig Meter"));
  CHECK_FALSE(is_right("de", "50", "zweihundert", "fünfzig", " Meter"));
  CHECK_FALSE(is_right("fr", "200", "", "deux cents", " cinquante"));
  CHECK_FALSE(is_right("fr", "2000000", "", "deux millions", " et demi"));
  CHECK_FALSE(is_right("es", "2000000", "", "dos millones", " y medio"));
  CHECK_FALSE(is_right("en", "200", "", "two hundred", " and fifty"));
  CHECK_FALSE(is_right("en", "20", "", "twenty", " five"));
  CHECK_FALSE(is_right("zh-Hans", "100", "", "100", "多万"));
  CHECK_FALSE(is_right("zh-Hans", "3", "", "3", "成"));
  CHECK_FALSE(is_right("ja", "200000000", "", "2億", "5000万"));
  CHECK_FALSE(is_right("ja", "40", "", "40", "未満"));
  CHECK_FALSE(is_right("ar", "38", "", "38", "٪"));
  CHECK(is_right("en", "2", "", "two", " five-star hotels"));
  CHECK(is_right("en", "2", "", "two", " and a half of the third"));
  CHECK(is_right("de", "200", "", "zweihundert", " Flüsse"));
  CHECK(is_right("ja", "40", "", "40", "以上"));
}

TEST_CASE("a rate of a value that is none is refused in each language") {
  const auto is_right = [](std::string_view lang, std::string_view behind, std::string_view unit) {
    const Units units({}, {}, nullptr, lang);
    return quantity::check_words_around("", "40", behind, Exact(40), unit, units).outcome ==
           quantity::FigureOutcome::ok;
  };
  constexpr std::pair<std::string_view, std::string_view> kRates[] = {
      {"de", " im Monat."},  {"de", " am Tag"},     {"de", " die Stunde"}, {"de", " in der Stunde"},
      {"de", " monatlich."}, {"fr", " l’heure"},    {"fr", " à l'heure"},  {"fr", " au kilomètre"},
      {"es", " la hora."},   {"en", " every month"}};
  for (const auto& [lang, behind] : kRates) CHECK_MESSAGE(!is_right(lang, behind, "EUR"), behind);
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"de", " im Jahr 2020"},   {"de", " im Monat Mai"},  {"de", " am Tag der Abfahrt"},
      {"fr", " à l'heure dite"}, {"es", " la hora punta"}, {"de", " in der Fahrt"}};
  for (const auto& [lang, behind] : kOthers) CHECK_MESSAGE(is_right(lang, behind, "EUR"), behind);
  CHECK(is_right("de", " die Stunde", "EUR/h"));
  CHECK(is_right("fr", " au kilomètre", "EUR/km"));
  CHECK_FALSE(is_right("de", " am Tag", "EUR/h"));
}

TEST_CASE("dates of numbers are read in the order of the language, and not in English") {
  const auto states = [](std::string_view lang, std::string_view text) {
    return quantity::states_date(text, "2025-02-01", Units({}, {}, nullptr, lang));
  };
  CHECK(states("de", "1.2.2025"));
  CHECK(states("de", "01.02.2025"));
  CHECK(states("fr", "01/02/2025"));
  CHECK(states("es", "1/2/2025"));
  CHECK(states("ja", "2025/2/1"));
  CHECK(states("zh-Hans", "2025/02/01"));
  for (const char* wrong : {"2.1.2025", "2/1/2025", "1.2.25", "1.2", "1.2.2025.", "1.2.2024", "2025.2.1"})
    CHECK_FALSE_MESSAGE(states("de", wrong), wrong);
  CHECK_FALSE(states("ja", "2025/1/2"));
  CHECK_FALSE(states("en", "1/2/2025"));
  CHECK_FALSE(states("en", "2/1/2025"));
}

}  // namespace
