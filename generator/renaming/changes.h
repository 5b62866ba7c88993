// What a rename comes to in the data: the cells that hold the name, from the row itself along all foreign keys.
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/edit.h"
#include "data/descriptor.h"

namespace renaming {

// The texts of data files, by path relative to data/. They outlive what is made of them.
using DataTexts = std::map<std::string, const base::SourceText*, std::less<>>;

class Changes {
 public:
  // Why it can't be; "" when it can.
  struct Refusal {
    std::string why, help;
  };

  // Follows the new key of the row `table`/`old_key` through all tables: a row whose own key changes by that takes its
  // references along too.
  static Changes follow(const data::Package& package, const DataTexts& texts, const std::string& table,
                        const std::string& old_key, const std::string& new_key, Refusal& refusal);

  // What a row's key (columns joined by '/') becomes; null for one that stays.
  const std::string* key(std::string_view resource, std::string_view key) const;
  // What a value of a column becomes; null where it stays, or where other rows keep it, so that the value alone doesn't
  // tell which row is meant.
  const std::string* value(std::string_view resource, std::string_view column, std::string_view text) const;
  // All values of a column that become others; null for none. Those that other rows keep are left out, so that it may
  // be empty.
  const std::map<std::string, std::string, std::less<>>* values(std::string_view resource,
                                                                std::string_view column) const;

  size_t rows() const { return rows_; }             // whose own key changes
  size_t foreign_keys() const { return foreign_; }  // cells elsewhere that name one
  const std::vector<base::Edit>& edits() const { return edits_; }
  // The cells' names that change: "latte", for finding what else says it.
  const std::map<std::string, std::string, std::less<>>& names() const { return names_; }
  // All of these, and all that they become.
  const std::set<std::string, std::less<>>& said() const { return said_; }

 private:
  friend class Follower;
  using Map = std::map<std::string, std::string, std::less<>>;
  std::map<std::string, Map, std::less<>> keys_;                             // by resource
  std::map<std::pair<std::string, std::string>, Map, std::less<>> columns_;  // by resource and column
  Map names_;
  std::set<std::string, std::less<>> said_;
  std::vector<base::Edit> edits_;
  size_t rows_ = 0, foreign_ = 0;
};

}  // namespace renaming
