// Results of estimates for their cases, for figures on all pages: "fig:ESTIMATE/CASE/ROW/COLUMN".
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "blocks/estimate_model.h"
#include "data/connection.h"
#include "data/database.h"
#include "site/content.h"

namespace build {

// Calculates estimates when they are first needed. Thread-safe.
class Estimates {
 public:
  // Returns a table, view or resource by its name, or null.
  using SharedTable = std::function<site::FramePtr(const std::string&, data::Connection&)>;

  // Omits pages made from data, because their estimates have other names. All arguments must outlive the object.
  // Loading an estimate may do as much work as `allowed`. That work is not charged to the page that asks first, because
  // the estimate's own page does it again.
  Estimates(const site::Contents& contents, const data::Database& database, SharedTable shared_table, uint64_t allowed);
  ~Estimates();

  bool has(const std::string& name) const { return estimates_.contains(name); }
  // Returns a figure; null if the estimate has errors, which its page reports. REQUIRES: has(name)
  base::Result<site::FigurePtr, blocks::CaseFailure> find(const std::string& name, std::string_view case_and_row,
                                                          std::string_view column, data::Connection& connection);

 private:
  struct Estimate;
  void load(Estimate& estimate, data::Connection& connection) const;

  const data::Database& database_;
  const SharedTable shared_table_;
  const uint64_t allowed_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Estimate>, std::less<>> estimates_;
};

}  // namespace build
