// Small things that published files have in common: numbers as texts or as numbers, JSON that people have edited.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/upstream.h"
#include "notation/node.h"
#include "quantity/decimal.h"

namespace import {

// A scalar of a map as text, trimmed, with single spaces; "" for null, lists, maps and what is not there.
std::string scalar(const notation::Node& map, std::string_view key);

// A whole number above 0, however it is written: "64", "8.0", 8. Nothing for anything else.
std::optional<long> count_of_text(std::string_view text);

// Nothing where it is more than a long can hold.
std::optional<long> product_of(long a, long b);

// Digits as they were published, if they are a number ("12.50"); else "".
std::string digits_of(std::string_view text);

// The double nearest to an exact number, in the fewest digits that read back as the same.
std::string computed_digits(const quantity::Exact& number);

// Rounded half up to `digits` after the point, without zeros at the end.
std::string rounded_digits(const quantity::Exact& number, int digits);

// JSON, also with a comma before a closing bracket, a byte order mark and bytes that are not UTF-8 (read as "?"); what
// was mended is noted. Reports what strict reading says when that is not enough.
std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics);

// Bytes that are not UTF-8 replaced by "?", so that places stay.
std::string with_valid_utf8(std::string bytes);

}  // namespace import
