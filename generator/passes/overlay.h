// A private site over a public one: a folder with its own content/, data/ and templates/, laid over those of the site.
// `build --overlay DIR` publishes both together; without the option nothing of it is read.
//
// A file of the overlay replaces the site's. These files are combined:
// - data/site.json, data/datapackage.json, data/units.json: maps are merged key by key; lists of things with a "name"
//   (resources, fields, units) thing by thing, where an empty list adds none; any other value of the overlay replaces
//   the site's, and null removes it (RFC 7396, except for those lists);
// - data/redirects.csv, data/permalinks.txt, data/figures.yaml: the overlay's lines are added.
// The site's `base_url` is ignored: a private page must not have an address of the public site.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/layered.h"

namespace passes {

class OverlaidSite final : public io::LayeredFileSystem {
 public:
  // Both must outlive the object. The result is read-only.
  OverlaidSite(const io::FileSystem& site, const io::FileSystem& overlay)
      : LayeredFileSystem(site, overlay), site_(site), overlay_(overlay) {}

  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override;
  base::Result<io::Entry, io::Error> status(const std::string& path) const override;
  base::Result<std::string, io::Error> read(const std::string& file) const override;

 private:
  const io::FileSystem& site_;
  const io::FileSystem& overlay_;
};

}  // namespace passes
