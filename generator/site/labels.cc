#include "site/labels.h"

#include "data/database.h"

namespace site {

Labels::Labels(const quantity::Field& field, View& view) {
  const data::Resource* resource =
      field.resource.empty() ? nullptr : view.site().database->package().find(field.resource);
  int column = resource ? resource->find(field.column) : -1;
  if (column < 0) return;
  const auto& labels = resource->fields[static_cast<size_t>(column)].labels;
  base::Hasher hasher;
  for (const auto& [value, label] : labels) hasher.add(value).add(label);
  view.record("labels:" + field.resource + "/" + field.column, hasher.finish());
  if (!labels.empty()) labels_ = &labels;
}

std::string_view Labels::operator()(std::string_view value) const {
  if (!labels_) return value;
  auto found = labels_->find(value);
  return found == labels_->end() ? value : std::string_view(found->second);
}

}  // namespace site
