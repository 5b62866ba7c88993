#include "site/link.h"

#include <algorithm>

#include "site/page.h"

namespace site {

std::string_view InternalLink::where() const { return to ? to->address : address; }

InternalLink Links::Iterator::operator*() const {
  const std::string_view address(texts_, row_->address), anchor(address.data() + address.size(), row_->anchor);
  return {address, anchor, row_->span, {anchor.data() + anchor.size(), row_->ref}, row_->to};
}

bool Links::stand_in(const base::SourceText* file) const {
  return std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) { return !row.span || row.span.source == file; });
}

void Links::add(const InternalLink& link) {
  const std::string_view address = link.to ? std::string_view() : link.address;
  rows_.push_back({link.span, link.to, static_cast<uint32_t>(address.size()), static_cast<uint32_t>(link.anchor.size()),
                   static_cast<uint32_t>(link.ref.size())});
  texts_.append(address).append(link.anchor).append(link.ref);
}

}  // namespace site
