// The units that every site knows, as a table.
#pragma once
#include <cstdlib>
#include <string_view>

namespace quantity::unit_names {

// The prefixes that a name may have: a set of bits, one for each kind of prefix.
enum class Prefixes {
  none = 0,
  small = 1,                // powers of 1000 below one: ms, µs
  big = 2,                  // powers of 1000 above one: kUSD, Mt
  thousands = small | big,  // powers of 1000, large and small
  all = thousands | 4,      // `thousands` and c, d, da, h: cm, hPa
  binary = big | 8,         // `big`, and Ki, Mi, Gi …
};

struct BuiltIn {
  std::string_view name;
  std::string_view means;  // "" for a base unit with its own dimension; otherwise a factor and preceding names
  Prefixes prefixes = Prefixes::none;
  std::string_view aliases = "";  // other names, separated by spaces
};

struct CurrencyNames {
  std::string_view code;
  std::string_view aliases;
};

struct Prefix {
  std::string_view name;
  std::string_view canonical;
  int power;  // power of ten, or of two for binary prefixes
  bool binary;
};

inline constexpr BuiltIn kBuiltIns[] = {
    // SI base units. The gram replaces the kilogram, so that prefixes are regular.
    {"m", "", Prefixes::all, "metre metres meter meters"},
    {"g", "", Prefixes::all, "gram grams"},
    {"s", "", Prefixes::small, "second seconds sec"},
    {"A", "", Prefixes::thousands, "ampere"},
    {"K", "", Prefixes::thousands, "kelvin"},
    {"mol", "", Prefixes::thousands},
    {"cd", "", Prefixes::thousands},
    // Time. A month and a year have no exact length.
    {"min", "60 s", Prefixes::none, "minute minutes"},
    {"h", "3600 s", Prefixes::none, "hour hours hr"},
    {"d", "86400 s", Prefixes::none, "day days"},
    {"wk", "604800 s", Prefixes::none, "week weeks"},
    // SI derived units with special names.
    {"Hz", "1 s^-1", Prefixes::thousands, "hertz"},
    {"N", "1000 g*m*s^-2", Prefixes::thousands, "newton"},
    {"Pa", "1000 g*m^-1*s^-2", Prefixes::all, "pascal"},
    {"J", "1000 g*m^2*s^-2", Prefixes::thousands, "joule joules"},
    {"W", "1000 g*m^2*s^-3", Prefixes::thousands, "watt watts"},
    {"C", "1 A*s", Prefixes::thousands},
    {"V", "1 W*A^-1", Prefixes::thousands, "volt volts"},
    {"F", "1 C*V^-1", Prefixes::thousands},
    {"Ω", "1 V*A^-1", Prefixes::thousands, "ohm"},
    {"S", "1 A*V^-1", Prefixes::thousands},
    {"Wb", "1 V*s", Prefixes::thousands},
    {"T", "1 Wb*m^-2", Prefixes::thousands},
    {"H", "1 Wb*A^-1", Prefixes::thousands},
    {"lm", "", Prefixes::thousands},
    {"lx", "1 lm*m^-2", Prefixes::thousands},
    {"Bq", "1 s^-1", Prefixes::thousands},
    {"Gy", "0.001 J*g^-1", Prefixes::thousands},
    {"Sv", "0.001 J*g^-1", Prefixes::thousands},
    {"kat", "1 mol*s^-1", Prefixes::thousands},
    // Units accepted for use with the SI, and common in engineering.
    {"L", "0.001 m^3", Prefixes::all, "l litre litres liter liters"},
    {"t", "1000000 g", Prefixes::big, "tonne"},
    {"ha", "10000 m^2"},
    {"bar", "100000 Pa", Prefixes::thousands},
    {"eV", "1.602176634e-19 J", Prefixes::thousands},
    {"Wh", "3600 J", Prefixes::thousands},
    {"Ah", "3600 C", Prefixes::thousands},
    {"VA", "1 V*A", Prefixes::thousands},
    {"rpm", "1 min^-1"},
    {"°C", ""},  // K and °C differ by more than a factor, so °C does not convert
    // Information.
    {"bit", "", Prefixes::binary, "bits"},
    {"B", "8 bit", Prefixes::binary, "byte bytes"},
    // Ratios.
    {"%", "0.01", Prefixes::none, "percent ٪"},
    {"‰", "0.001", Prefixes::none, "permille"},
    {"ppm", "0.000001"},
    {"ppb", "0.000000001"},
    {"×", "1", Prefixes::none, "x fold"},
    {"times", "1"},
};

inline constexpr Prefix kPrefixes[] = {
    {"Ki", "Ki", 10, true},     {"Mi", "Mi", 20, true},    {"Gi", "Gi", 30, true},    {"Ti", "Ti", 40, true},
    {"Pi", "Pi", 50, true},     {"Ei", "Ei", 60, true},    {"Zi", "Zi", 70, true},    {"Yi", "Yi", 80, true},
    {"k", "k", 3, false},       {"M", "M", 6, false},      {"G", "G", 9, false},      {"T", "T", 12, false},
    {"P", "P", 15, false},      {"E", "E", 18, false},     {"Z", "Z", 21, false},     {"Y", "Y", 24, false},
    {"R", "R", 27, false},      {"Q", "Q", 30, false},     {"m", "m", -3, false},     {"\u00b5", "µ", -6, false},
    {"\u03bc", "µ", -6, false}, {"u", "µ", -6, false},     {"n", "n", -9, false},     {"p", "p", -12, false},
    {"f", "f", -15, false},     {"a", "a", -18, false},    {"z", "z", -21, false},    {"y", "y", -24, false},
    {"kibi", "Ki", 10, true},   {"mebi", "Mi", 20, true},  {"gibi", "Gi", 30, true},  {"tebi", "Ti", 40, true},
    {"kilo", "k", 3, false},    {"mega", "M", 6, false},   {"giga", "G", 9, false},   {"tera", "T", 12, false},
    {"peta", "P", 15, false},   {"exa", "E", 18, false},   {"zetta", "Z", 21, false}, {"yotta", "Y", 24, false},
    {"pico", "p", -12, false},  {"milli", "m", -3, false}, {"micro", "µ", -6, false}, {"nano", "n", -9, false},
    {"centi", "c", -2, false},  {"da", "da", 1, false},    {"h", "h", 2, false},      {"d", "d", -1, false},
    {"c", "c", -2, false},
};

// Names of currencies that newspapers use.
inline constexpr CurrencyNames kCurrencyNames[] = {{"USD", "$ US$ dollar dollars"},
                                                   {"EUR", "€ euro euros"},
                                                   {"GBP", "£"},
                                                   {"JPY", "¥ yen"},
                                                   {"INR", "₹"},
                                                   {"KRW", "₩"}};

// The codes of ISO 4217, sorted.
inline constexpr std::string_view kCurrencies =
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY "
    "COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR "
    "ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK "
    "MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF "
    "SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU "
    "UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

inline bool allows(Prefixes allowed, const Prefix& prefix) {
  int kind = prefix.power > 0 ? 2 : 1;
  if (std::abs(prefix.power) < 3) kind = 4;
  if (prefix.binary) kind = 8;
  return (static_cast<int>(allowed) & kind) != 0;
}

}  // namespace quantity::unit_names
