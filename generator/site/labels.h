// The labels of the values of a category: "B-tree" for "b-tree", as the `categories` of a field say.
#pragma once
#include <string_view>

#include "site/view.h"

namespace site {

// The labels of one column. They follow the column through views and queries, as its title does; a computed column has
// no labels. Valid as long as the Site.
class Labels {
 public:
  Labels(const quantity::Field& field, View& view) : labels_(view.labels(field)) {}

  bool empty() const { return !labels_ || labels_->empty(); }
  // The value itself if it has no label.
  std::string_view operator()(std::string_view value) const {
    if (!labels_) return value;
    auto found = labels_->find(value);
    return found == labels_->end() ? value : std::string_view(found->second);
  }

 private:
  const reads::Labels* labels_;
};

}  // namespace site
