// Figures in prose that come from one case of an estimate.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "blocks/estimate_model.h"
#include "site/evaluation.h"

namespace blocks {

struct CaseFailure {
  std::string message, help;
};

// Returns the figure at "CASE/ROW/COLUMN". CASE is the id of a case; ROW is the rank of a row in it, from 1, or the
// row's text in the column `best_of` (by default the first column); COLUMN is a result or a column of the rows.
base::Result<site::FigurePtr, CaseFailure> figure_of_case(EstimateModel& model, std::string_view case_and_row,
                                                          std::string_view column);

// Returns a computed figure's formula with the values of its inputs: "$4.00 (Price) ÷ 2 cups".
std::string sum_words(const quantity::Formula& formula, const site::Figure& figure);

}  // namespace blocks
