// What readers see for the values of a category: "B-tree" for "b-tree", as the `categories` of a field say.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "quantity/frame.h"
#include "site/view.h"

namespace site {

// Of one column. Follows the column through views and queries, as its title does; a computed column has none. Lives as
// long as the Site.
class Labels {
 public:
  // Records in `view` what was read.
  Labels(const quantity::Field& field, View& view);

  bool empty() const { return !labels_; }
  // The value itself where it has no label.
  std::string_view operator()(std::string_view value) const;

 private:
  const std::map<std::string, std::string, std::less<>>* labels_ = nullptr;
};

}  // namespace site
