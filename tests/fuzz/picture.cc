// Fuzzes pictures: their sizes, and what an SVG may run or request. Tags are inside the file and in its order.
#include "fuzz/fuzz.h"
#include "picture/image_file.h"
#include "picture/svg_tags.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  (void)picture::image_size(bytes);
  (void)picture::is_cut_off(bytes);
  (void)picture::may_run_as_xml(bytes);
  for (const char* path : {"a.png", "a.jpg", "a.gif", "a.webp", "a.svg", "a.avif"})
    (void)picture::is_as_named(path, bytes);
  picture::SvgTags tags(bytes);
  size_t end = 0;
  while (const auto tag = tags.next()) {
    fuzz::require(end <= tag->begin && tag->begin < tag->end && tag->end <= size, "tags follow each other", tag->name);
    end = tag->end;
  }
  for (const picture::ActivePart& part : picture::active_parts(bytes))
    fuzz::require(part.begin < part.end && part.end <= size && !part.what.empty(), "a part is in the file", part.what);
  return 0;
}
