// An estimate calculated by the build: its rows under settings of the inputs, as a frame that a table can show.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "blocks/estimate_model.h"
#include "blocks/table_columns.h"

namespace blocks {

class EstimateTable {
 public:
  // The model and the context outlive it. `columns` are those of the model's frame that are shown.
  EstimateTable(EstimateModel& model, std::vector<ShownColumn> columns, Context& context);

  // All rows, in their order.
  void add_all(const EstimateModel::Settings& settings);
  // The rows that fit, the best first result first, those without one last; `head` is said above them. False when no
  // row fits.
  bool add_sorted(const std::string& head, const EstimateModel::Settings& settings);

  // Columns of the model's frame, then a text for each result, then the head of each row's group.
  const quantity::Frame& frame() const { return frame_; }
  size_t head_column() const { return frame_.columns() - 1; }
  // Those that were given and the results, as the spec orders them.
  std::vector<ShownColumn> columns() const;

 private:
  void add(size_t row, const std::vector<std::optional<quantity::Exact>>& results, const std::string& head);

  EstimateModel& model_;
  std::vector<ShownColumn> columns_;
  Context& context_;
  quantity::Frame frame_;
};

// A result as tables show it: rounded half up to the result's digits, without its unit.
std::string result_text(const EstimateResult& result, const quantity::Exact& value);

// What the inputs are set to, in words: "Chips: 8; Hours: 12 h; Terms: on demand".
std::string settings_text(const EstimateModel& model, const EstimateModel::Settings& settings, Context& context);

}  // namespace blocks
