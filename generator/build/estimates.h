// What estimates calculate for their cases, for the figures of all pages: "fig:ESTIMATE/CASE/ROW/COLUMN".
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "blocks/estimate_case.h"
#include "data/connection.h"
#include "data/database.h"
#include "site/content.h"

namespace build {

// Thread-safe.
class Estimates {
 public:
  // A table, view or resource by its name; null if there is none.
  using SharedTable = std::function<site::FramePtr(const std::string&, data::Connection&)>;

  // Pages made from data are left out: their estimates have other names. All outlive this. Loading an estimate may do
  // as much work as `allowed`; it is not charged to the page that asks first, and the estimate's own page does it
  // again.
  Estimates(const site::Contents& contents, const data::Database& database, SharedTable shared_table, uint64_t allowed);
  ~Estimates();

  bool has(const std::string& name) const { return estimates_.contains(name); }
  // Null if the estimate has errors, which its page reports. REQUIRES: has(name)
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
