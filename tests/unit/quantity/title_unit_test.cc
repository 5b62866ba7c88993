// Tests which units titles name (quantity/figure_text.h).
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "quantity/figure_text.h"

namespace quantity {
namespace {

// Returns the words that name another unit; "same" if the title names the unit, "" if it names none.
std::string other_in(std::string_view title, std::string_view unit, TitleOf of = TitleOf::scale,
                     std::string_view language = "en", bool is_percent = false) {
  const Units units({{.name = "token", .plural = "tokens", .prefixes = true},
                     {.name = "person", .plural = "people"},
                     {.name = "month"}},
                    {}, nullptr, language);
  const TitleUnit named = TitleUnits(title, units).compare(units.parse(unit).value(), is_percent, of);
  return named.fit == TitleUnit::Fit::same ? "same" : named.fit == TitleUnit::Fit::none ? "" : named.words;
}

}  // namespace

TEST_CASE("titles that name another scale or unit are found") {
  for (const auto& [title, unit, words] :
       std::initializer_list<std::array<const char*, 3>>{{"Weight, thousand kg", "kg", "thousand kg"},
                                                         {"Weight in thousands of kg", "kg", "thousands of kg"},
                                                         {"Price in cents", "USD", "cents"},
                                                         {"Price in cents", "USD/h", "cents"},
                                                         {"Revenue ($ million)", "USD", "$ million"},
                                                         {"Revenue (USD m)", "USD", "USD m"},
                                                         {"Revenue, USD (millions)", "USD", "USD millions"},
                                                         {"Revenue in millions", "USD", "millions"},
                                                         {"Tokens (K)", "token", "K"},
                                                         {"Share in %", "1", "%"},
                                                         {"Weight in kg", "1", "kg"},
                                                         {"Answer in seconds", "1", "seconds"},
                                                         {"Share, per cent", "1", "per cent"},
                                                         {"Price (USD)", "AUD", "USD"},
                                                         {"Price in euros", "USD/h", "euros"},
                                                         {"Price in cents", "AUD", "cents"},
                                                         {"Size, ×10^6 tokens", "token", "×10^6 tokens"},
                                                         {"Time / ms", "s", "ms"},
                                                         {"Weight (t, 2024)", "kg", "t"},
                                                         {"Milliseconds", "s", "Milliseconds"},
                                                         {"Ripening (months)", "d", "months"},
                                                         {"Age in years", "h", "years"},
                                                         {"Ripening (days)", "month", "days"},
                                                         {"Bandwidth (MB/s)", "GB/s", "MB/s"},
                                                         {"Bandwidth (GB)", "GB/s", "GB"}})
    CHECK_MESSAGE(other_in(title, unit) == words, title);
}

TEST_CASE("titles that name the unit, or something else, are right") {
  for (const auto& [title, unit] :
       std::initializer_list<std::array<const char*, 2>>{{"Weight, thousand kg", "t"},
                                                         {"Weight in kg, by country", "kg"},
                                                         {"Revenue, USD (millions)", "MUSD"},
                                                         {"Revenue ($m)", "MUSD"},
                                                         {"Tokens, thousands", "ktoken"},
                                                         {"USD per million tokens", "USD/Mtoken"},
                                                         {"Tokens / s", "token/s"},
                                                         {"Time / s", "s"},
                                                         {"Cost, USD", "USD/h"},
                                                         {"GB/s", "GB/s/token"},
                                                         {"Hours a day", "h"},
                                                         {"Change in hours", "%"},
                                                         {"Trips in a day", "1"},
                                                         {"Change (percentage points)", "%"},
                                                         {"Population (millions)", "1"},
                                                         {"Speedup (×)", "1"},
                                                         {"Times", "s"},
                                                         {"Sunshine (year)", "h"},
                                                         {"Work / month", "h"},
                                                         {"Work / years", "h"},
                                                         {"Births (per 1,000 people)", "‰"},
                                                         {"Sunshine (monthly)", "h"},
                                                         {"Age (years)", "1"},
                                                         {"Weight (min)", "kg"},
                                                         {"Weights of bags, 50 kg", "kg"},
                                                         {"Price in dollars", "AUD"},
                                                         {"Price ($)", "CAD"},
                                                         {"Time of models (E5)", "ms"},
                                                         {"Latency, ms (log scale)", "ms"}}) {
    const std::string words = other_in(title, unit);
    CHECK_MESSAGE((words.empty() || words == "same"), fmt::format("{}: {}", title, words));
  }
  CHECK(other_in("Share in %", "1", TitleOf::scale, "en", true) == "same");
}

TEST_CASE("titles name units in the words of the language") {
  CHECK(other_in("Gewicht in Tausend Tonnen", "t", TitleOf::scale, "de") == "Tausend Tonnen");
  CHECK(other_in("Umsatz, Mio. EUR", "EUR", TitleOf::scale, "de") == "Mio. EUR");
  CHECK(other_in("Preis in Cent", "EUR", TitleOf::scale, "de") == "Cent");
  CHECK(other_in("Anteil in Prozent", "%", TitleOf::scale, "de") == "same");
  CHECK(other_in("Poids en milliers de tonnes", "t", TitleOf::scale, "fr") == "milliers de tonnes");
  CHECK(other_in("Durée en heures", "min", TitleOf::scale, "fr") == "heures");
  CHECK(other_in("Precio en céntimos", "EUR", TitleOf::scale, "es") == "céntimos");
  CHECK(other_in("Ingresos, millones de euros", "EUR", TitleOf::scale, "es") == "millones de euros");
}

TEST_CASE("titles of charts are sentences, and those of columns may name another measure") {
  CHECK(other_in("In tonnes", "kg", TitleOf::chart) == "tonnes");
  CHECK(other_in("What cities weigh, thousand tonnes", "t", TitleOf::chart) == "thousand tonnes");
  CHECK(other_in("We answer in seconds", "ms", TitleOf::chart) == "");
  CHECK(other_in("Answers, in seconds", "ms", TitleOf::chart) == "seconds");
  CHECK(other_in("Prices in euros", "USD", TitleOf::chart) == "euros");
  CHECK(other_in("T", "USD", TitleOf::chart) == "");
  CHECK(other_in("", "USD", TitleOf::chart) == "");
  CHECK(other_in("Change in hours", "km", TitleOf::column) == "");
  CHECK(other_in("t", "kg", TitleOf::column) == "");
  CHECK(other_in("Length, m", "km", TitleOf::column) == "m");
}

}  // namespace quantity
