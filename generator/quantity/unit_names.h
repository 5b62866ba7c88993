// The units that every site knows, as a table.
#pragma once
#include <span>
#include <string_view>

namespace quantity::unit_names {

// The prefixes that a name may have.
enum class Prefixes {
  none,
  thousands,  // powers of 1000, large and small
  small,      // powers of 1000 below one: ms, µs
  big,        // powers of 1000 above one: kUSD, Mt
  all,        // `thousands` and c, d, da, h: cm, hPa
  binary,     // `thousands` above one, and Ki, Mi, Gi …
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

std::span<const BuiltIn> built_ins();
std::span<const Prefix> prefixes();
bool allows(Prefixes allowed, const Prefix& prefix);
std::span<const std::string_view> currencies();  // returns the codes of ISO 4217, sorted
std::span<const CurrencyNames> currency_names();

}  // namespace quantity::unit_names
