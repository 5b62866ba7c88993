#include "build/pictures.h"

#include "base/parallel.h"
#include "build/write.h"
#include "picture/png.h"

namespace build {
namespace {

using Drawn = base::Result<std::string, std::string>;

Drawn draw(const std::string& address, const std::string& svg, const Earlier& earlier) {
  if (auto png = earlier.file(address)) {
    auto key = picture::key_of(svg, kPictureScale);
    if (key && picture::key_in(*png) == *key) return *std::move(png);
  }
  return picture::draw_png(svg, kPictureScale);
}

}  // namespace

void draw_pictures(std::vector<pages::RenderedPage>& rendered, const io::FileSystem& earlier, unsigned jobs,
                   Outputs& outputs, base::Diagnostics& diagnostics) {
  std::map<std::string_view, const std::pair<const std::string, std::string>*> wanted;
  for (const pages::RenderedPage& page : rendered) {
    // One that the theme brings for a page's card stands.
    for (const auto& picture : page.pictures)
      if (!outputs.has(picture.first)) wanted.try_emplace(picture.first, &picture);
    for (const auto& [address, hash] : page.published_pictures)
      if (hash && !outputs.has(address)) outputs.keep(address, *hash);
  }
  std::vector<const std::pair<const std::string, std::string>*> pictures;
  for (const auto& [address, picture] : wanted) pictures.push_back(picture);

  const Earlier folder(earlier);
  std::vector<Drawn> drawn(pictures.size(), Drawn(std::string()));
  base::parallel_for(jobs, pictures.size(),
                     [&](size_t i, unsigned) { drawn[i] = draw(pictures[i]->first, pictures[i]->second, folder); });
  std::map<std::string_view, base::Hash> drawn_now;
  for (size_t i = 0; i < pictures.size(); ++i) {
    if (drawn[i]) {
      drawn_now.emplace(pictures[i]->first, outputs.add(pictures[i]->first, std::move(drawn[i]).value()));
    } else {
      diagnostics.error("no-pictures", pictures[i]->first, drawn[i].error())
          .suggest("or do without: \"features\": {\"images\": false, \"cards\": false} in data/site.json");
      return;  // the same would be said of each
    }
  }
  for (pages::RenderedPage& page : rendered)
    for (const auto& [address, svg] : page.pictures) {
      auto found = drawn_now.find(address);
      page.published_pictures.emplace(address, found == drawn_now.end() ? std::nullopt : std::optional(found->second));
    }
}

}  // namespace build
