// The labels of a category's values: "B-tree" for "b-tree", as defined by the field's `categories`.
#pragma once
#include <string_view>

#include "site/view.h"

namespace site {

// The labels of one column. A column keeps its labels and its title in views and queries; a computed column has no
// labels. Valid as long as the Site.
class Labels {
 public:
  Labels(const quantity::Field& field, View& view) : labels_(view.labels(field)) {}

  bool empty() const { return !labels_ || labels_->empty(); }
  // Returns the label, or the value itself if it has no label.
  std::string_view operator()(std::string_view value) const {
    if (!labels_) return value;
    auto found = labels_->find(value);
    return found == labels_->end() ? value : std::string_view(found->second);
  }

 private:
  const reads::Labels* labels_;
};

}  // namespace site
