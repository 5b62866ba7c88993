// What readers call a figure that changed, and how its numbers are shown: told long after its row may be gone.
#pragma once
#include <memory>
#include <string>

#include "build/build.h"
#include "data/connection.h"
#include "site/row_names.h"

namespace diff {

class FigureTitles {
 public:
  explicit FigureTitles(const build::CheckedSite& side);

  // "Birch · Space" of a cell, also where the figure is but a name for one; of a computed figure its field's title.
  // `scope` is the page whose own it is; "" for one of all pages.
  std::string title(const std::string& scope, const std::string& name, const site::Figure& figure) const;

 private:
  // "TABLE/KEY/COLUMN", which a name may stand for; "" for none.
  std::string path_of(const std::string& scope, std::string name) const;
  // What readers call the row of a cell: what its column "name" or "title" says; else its key, in which the names of
  // rows stand where it leads to some.
  std::string row_of(const std::string& path) const;

  const build::CheckedSite& side_;
  const site::RowNames names_;
  const std::unique_ptr<data::Connection> connection_;
};

// The number format of both values. Where a computed figure has none, pages round it: this shows as many digits.
std::string format_of(const site::Figure* before, const site::Figure* after);

}  // namespace diff
