// The units that every site knows, as a table.
#pragma once
#include <span>
#include <string_view>

namespace quantity::unit_names {

// Which prefixes may stand before a name.
enum class Prefixes {
  none,
  thousands,  // powers of 1000, up and down
  small,      // below one only: ms, µs
  big,        // above one only: kUSD, Mt
  all,        // also c d da h: cm, hPa
  binary,     // thousands above one, and Ki Mi Gi …
};

struct BuiltIn {
  std::string_view name;
  // "" for a base unit with a dimension of its own; "=h" for another name of h; else a factor and names from above.
  std::string_view means;
  Prefixes prefixes = Prefixes::none;
};

struct Prefix {
  std::string_view name;
  std::string_view canonical;
  int power;  // of ten, or of two where binary
  bool binary;
};

std::span<const BuiltIn> built_ins();
std::span<const Prefix> prefixes();
bool allows(Prefixes allowed, const Prefix& prefix);
std::span<const std::string_view> currencies();  // ISO 4217, sorted

}  // namespace quantity::unit_names
