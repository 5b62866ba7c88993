#include "build/pictures.h"

#include "base/parallel.h"
#include "build/write.h"
#include "picture/png.h"

namespace build {
namespace {

using Drawn = base::Result<std::string, std::string>;

struct Picture {
  const std::string& svg;
  Drawn png = std::string();
};

Drawn draw(const std::string& address, const std::string& svg, const Earlier& earlier) {
  if (auto png = earlier.file(address)) {
    auto key = picture::key_of(svg, kPictureScale);
    if (key && picture::key_in(*png) == *key) return *std::move(png);
  }
  return picture::draw_png(svg, kPictureScale);
}

}  // namespace

void draw_pictures(std::vector<pages::RenderedPage>& rendered, const io::FileSystem& earlier, const Options& options,
                   Outputs& outputs, base::Diagnostics& diagnostics) {
  // A file of the site or theme replaces the picture at its address.
  std::map<std::string, Picture> pictures;
  for (const pages::RenderedPage& page : rendered) {
    for (const auto& [address, svg] : page.pictures)
      if (!outputs.has(address)) pictures.try_emplace(address, Picture{svg});
    for (const auto& [address, hash] : page.published_pictures)
      if (hash && !outputs.has(address)) outputs.keep(address, *hash);
  }
  std::vector<std::pair<const std::string, Picture>*> list;
  for (auto& picture : pictures) list.push_back(&picture);

  const Earlier folder(earlier);
  base::parallel_for(options.jobs, list.size(), [&](size_t i, unsigned) {
    auto& [address, picture] = *list[i];
    picture.png = options.draws_pictures ? draw(address, picture.svg, folder) : picture.svg;
  });
  std::map<std::string_view, base::Hash> hashes;
  for (auto& [address, picture] : pictures) {
    if (!picture.png) {
      diagnostics.error("no-pictures", address, picture.png.error())
          .suggest("or do without: \"features\": {\"images\": false, \"cards\": false} in data/site.json");
      return;  // each of the others would fail alike
    }
    hashes.emplace(address, outputs.add(address, std::move(picture.png).value()));
  }
  for (pages::RenderedPage& page : rendered)
    for (const auto& [address, svg] : page.pictures) {
      auto found = hashes.find(address);
      page.published_pictures.emplace(address, found == hashes.end() ? std::nullopt : std::optional(found->second));
    }
}

}  // namespace build
