// Tests which words are claims.
#include "check/prose.h"

#include <doctest/doctest.h>

#include <string>

#include "base/text.h"

namespace {

std::string marked(std::string_view text, std::string_view language = "en") {
  std::string out;
  size_t at = 0;
  for (const check::Claim& each : check::find_claims(text, language)) {
    out += std::string(text.substr(at, each.begin - at)) + "[" +
           std::string(text.substr(each.begin, each.end - each.begin)) + "]";
    at = each.end;
  }
  return out + std::string(text.substr(at));
}

TEST_CASE("superlatives, and comparatives with \"than\", are comparisons") {
  CHECK(marked("The cheapest of all, and the Least expensive.") == "The [cheapest] of all, and the [Least expensive].");
  CHECK(marked("It is faster than a log, and cheaper per hour than a tree.") ==
        "It is [faster than] a log, and [cheaper per hour than] a tree.");
  CHECK(marked("It needs less memory than that, and is more powerful than this.") ==
        "It needs [less memory than] that, and is [more powerful than] this.");
  CHECK(marked("It is better than that, superior to this, and costs less than the old one.") ==
        "It is [better than] that, [superior to] this, and [costs less than] the old one.");
  CHECK(marked("It surpasses it, exceeds the old one and beats the AX40, if it exceeds the limit.") ==
        "It [surpasses] it, [exceeds the old] one and [beats the AX40], if it exceeds the limit.");
  CHECK(marked("the largest", "en-GB") == "the [largest]");
}

TEST_CASE("a factor of a quality or an amount is a comparison") {
  CHECK(marked("It is twice as fast, and needs ten times the memory.") ==
        "It is [twice as fast], and needs [ten times the memory].");
  CHECK(marked("half as much, a third cheaper") == "[half as much], [a third cheaper]");
  CHECK(marked("twice the price, three times faster than that, three times faster") ==
        "[twice the price], [three times faster than] that, [three times faster]");
  for (const char* text :
       {"twice a day", "three times", "in times as hard as these", "ten times as a test", "twice as a test"})
    CHECK(marked(text) == text);
}

TEST_CASE("ranks, shares and large numbers in words are claims") {
  for (const char* text :
       {"the [third-largest]", "the [second cheapest] of all", "it [ranks second]", "it is [among the top three]",
        "it has [double the] reuse", "[twice that of] the other", "[several hundred] users", "[a few thousand]",
        "[half is] wet", "[as expensive as] gold", "[the same price as] gold", "[nothing beats] it"}) {
    std::string plain(text);
    std::erase_if(plain, [](char c) { return c == '[' || c == ']'; });
    CHECK(marked(plain) == text);
  }
  CHECK(marked("Die drittlängste hat das Doppelte und ist so teuer wie Gold.", "de") ==
        "Die [drittlängste] hat [das Doppelte] und ist [so teuer wie] Gold.");
  CHECK(marked("C'est le troisième plus long, aussi cher que plusieurs centaines.", "fr") ==
        "C'est [le troisième plus long], [aussi cher que] [plusieurs centaines].");
  CHECK(marked("Ocupa el segundo lugar y es tan caro como varios miles.", "es") ==
        "[Ocupa el segundo lugar] y es [tan caro como] [varios miles].");
}

TEST_CASE("other words are not comparisons") {
  for (const char* text : {"a larger engine", "more than one", "no more than 5", "rather than that", "at most",
                           "more care than others", "less than that", "cheaper. Than that", "the largest-ever",
                           "faster, if larger, or slower", "enlargest", "", "than"})
    CHECK(marked(text) == text);
}

TEST_CASE("claims to be the only one, or the first of all, are superlatives") {
  for (const char* text : {"[No other chip has] more memory",
                           "Vultr is [the only] seller",
                           "[Only Vultr sells] it",
                           "it [outperforms] it",
                           "it is [second to none]",
                           "the [tallest] tower",
                           "[the most dangerous] job",
                           "[the most used]",
                           "its load [is the maximum]",
                           "[No chip is cheaper]",
                           "[Nothing costs less]",
                           "an [unbeatable] price",
                           "[Vultr alone sells] it",
                           "[the first chip with] it",
                           "[nobody else has] it",
                           "it is [unmatched]",
                           "[nobody sells it for less]",
                           "[faster than all] libraries",
                           "an [industry-leading] chip",
                           "it [leads the field]",
                           "it [tops the ranking]",
                           "it [is the winner]",
                           "[Nothing faster]",
                           "it [has no equal]",
                           "[the cheaper of the two]"}) {
    const std::string plain = base::replace_all(base::replace_all(text, "[", ""), "]", "");
    CHECK(marked(plain) == text);
    CHECK(check::find_claims(plain, "en").front().kind == check::Claim::Kind::superlative);
  }
  for (const char* text :
       {"it has only two cores", "nobody has published it", "it leads the reader", "these are best practices",
        "nobody else can", "the first argument to", "only after that", "the best-known", "a record"})
    CHECK(marked(text) == text);
}

TEST_CASE("what is first without a superlative is one") {
  const std::pair<const char*, const char*> kTexts[] = {
      {"en",
       "Birch [outranks] Alder, is the [number one], [always wins], [has the maximum length] and is [second only to] "
       "Alder: [no competitor] is left."},
      {"de",
       "Birke ist die [Nummer eins], [gewinnt immer], [überholt] Erle und [hat die maximale] Länge: [kein Konkurrent] "
       "bleibt."},
      {"fr",
       "Le bouleau est [numéro un], [gagne toujours], [surclasse] l'aulne et [a la longueur maximale] : [aucun "
       "concurrent] ne reste."},
      {"es",
       "El abedul es el [número uno], [siempre gana], [vence a] otros y [tiene la longitud máxima]: [ningún "
       "competidor] queda."}};
  for (const auto& [language, text] : kTexts) {
    std::string plain(text);
    std::erase_if(plain, [](char c) { return c == '[' || c == ']'; });
    CHECK(marked(plain, language) == text);
  }
  for (const char* text :
       {"First place the pan on it.", "The maximum length is not checked.", "Use the minimum of both."})
    CHECK(marked(text) == text);
}

TEST_CASE("fractions, multiples and amounts without digits are quantities") {
  for (const char* text :
       {"[a third of the] power", "at [half price]", "it [doubled]", "a [five-fold] gain", "by [an order of magnitude]",
        "[sub-millisecond] latency", "[thousands of] chips", "[a dozen]", "a [threefold] gain", "cut [in half]",
        "[four in five]", "[two of three]", "[a factor of four]", "[Hundreds] fail", "[the majority] are idle",
        "[nearly all] are sold", "at [a fraction of the price]", "from [twice that]"}) {
    const std::string plain = base::replace_all(base::replace_all(text, "[", ""), "]", "");
    CHECK(marked(plain) == text);
    CHECK(check::find_claims(plain, "en").front().kind == check::Claim::Kind::quantity);
  }
}

TEST_CASE("what wins, parts, multiples and one unit behind a bound are claims in each language") {
  const std::pair<const char*, const char*> kTexts[] = {
      {"en",
       "Birch [is ahead of] Alder, [exceeds Alder] and [beats Alder], it [wins.] It took [under a minute], in [over an "
       "hour], [five sixths] [quadrupled] and [will double] [in under a second]."},
      {"de",
       "Die Birke [schlägt alle], [führt die Liste an], [übertrifft die] Erle und [gewinnt.] [Zwei Drittel] haben sich "
       "[vervierfacht], auf [das Achtfache], in [unter einer Minute]."},
      {"fr",
       "Le bouleau [est en tête], [dépasse l'aulne] et [gagne.] [Personne ne vend moins cher], [deux tiers] ont "
       "[quintuplé], en [moins d'une heure]."},
      {"es",
       "El abedul [va en cabeza], [supera al aliso] y [gana.] [Nadie vende más barato], [dos tercios] se "
       "[cuadruplicaron], en [menos de un minuto]."}};
  for (const auto& [language, text] : kTexts) {
    std::string plain(text);
    std::erase_if(plain, [](char c) { return c == '[' || c == ']'; });
    CHECK(marked(plain, language) == text);
  }
}

TEST_CASE("what is compared with a plan, a number or nothing is no claim") {
  const std::pair<const char*, const char*> kTexts[] = {
      {"en", "It took longer than expected, with more memory than usual. It has no fewer than 5, fewer than `."},
      {"en", "It is ahead of schedule, over a second line. You may have to double-check that the last value wins."},
      {"en", "It is used if the length of all names exceeds memory, which leads to errors."},
      {"en", "It rose in the first half of the year, and in the last quarter of 2020."},
      {"de", "Es stieg in der ersten Hälfte des Jahres."},
      {"fr", "La première moitié de l’année."},
      {"es", "La primera mitad del año."},
      {"de", "Es dauerte länger als erwartet, nicht länger als 5. Das führt die Prüfung an einem Gerät durch."},
      {"fr", "C'est plus long que prévu."},
      {"es", "Es más largo de lo esperado."}};
  for (const auto& [language, text] : kTexts) CHECK(marked(text, language) == text);
}

TEST_CASE("text in other languages contains no comparisons") {
  CHECK(marked("the cheapest", "de") == "the cheapest");
  CHECK(marked("the cheapest", "eng") == "the cheapest");
}

}  // namespace
