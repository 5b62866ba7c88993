// What text and Markdown say alike, for diff/report.h.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "diff/report.h"

namespace diff {

// "+" for what is new, "-" for what is gone, "~" for what changed.
std::string_view sign_of(site::ChangeKind kind);

// "€4.00 -> €4.20 (+5 %)"; of what is new or gone the value alone.
std::string change_words(const site::ValueChange& change, const quantity::Units& units, std::string_view arrow);

// "3 rows changed, 1 new, 2 gone", "new, with 12 rows"; what there is none of is left out.
std::string table_words(const site::TableChange& table);
// "Price: in USD now, was in EUR", "new column beans", "as_of: 2025 -> 2026".
std::vector<std::string> heading_words(const site::TableChange& table, std::string_view arrow);

// "2nd -> 1st", "new, 3rd", "gone, was 3rd".
std::string rank_words(const site::RankChange& rank, std::string_view arrow);

// `the case "a guest": latte -> tea`.
std::string flow_words(const site::FlowChange& flow, std::string_view arrow);

// "its text, prices, specs/a/peak": why a page renders differently; "" where it is none of what was compared.
std::string reason_words(const AffectedPage& page);

// "and 17 more", or "".
std::string more_words(size_t count, size_t most);

// "old and new can't be rendered, …", of the sides by what they are called; "" where both are.
std::string unrendered_words(const Comparison& comparison, const std::string& before, const std::string& after);

// What there is, in a line: "3 rows of data, 2 figures, 1 rank, 4 pages"; "nothing" for nothing.
std::string summary_words(const Comparison& comparison);

}  // namespace diff
