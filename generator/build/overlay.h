// A private site over a public one: a folder with content/, data/ and templates/ of its own, laid over those of the
// site. `build --overlay DIR` publishes both together; without the option nothing of it is read.
//
// A file of the overlay stands in place of the site's. Of these files both count:
// - data/site.json, data/datapackage.json, data/units.json: maps are merged key by key; lists of things with a "name"
//   (resources, fields, units) thing by thing, where an empty list adds none; any other value of the overlay replaces
//   the site's, and null removes it (RFC 7396, but for those lists);
// - data/redirects.csv, data/permalinks.txt, data/figures.yaml: the overlay's lines are added.
// The site's `base_url` does not count: a private page must not call an address of the public site its own.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/layered.h"

namespace build {

class OverlaidSite final : public io::FileSystem {
 public:
  // Both outlive this. Nothing can be written through it.
  OverlaidSite(const io::FileSystem& site, const io::FileSystem& overlay)
      : site_(site), overlay_(overlay), both_(site, overlay) {}

  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override;
  base::Result<io::Entry, io::Error> status(const std::string& path) const override;
  base::Result<std::string, io::Error> read(const std::string& file) const override;
  base::Result<base::Nothing, io::Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, io::Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}

 private:
  const io::FileSystem& site_;
  const io::FileSystem& overlay_;
  io::LayeredFileSystem both_;
};

// JSON texts merged as above; nothing where one of them is no map in JSON, which whoever reads it alone will tell.
std::optional<std::string> merge_json(const std::string& below, const std::string& above);

}  // namespace build
