// The picture pass: draws a PNG of each picture of a page, unless an earlier build drew it from the same SVG with the
// same font and libraries.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"
#include "build/output.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"

namespace build {

// Pixels per px of a picture. A whole number, so that lines on whole px are sharp.
inline constexpr double kPictureScale = 2;

// `earlier` is the output folder before this build. Reports the error "no-pictures" if they cannot be drawn.
void draw_pictures(std::vector<pages::RenderedPage>& rendered, const io::FileSystem& earlier, const Options& options,
                   Outputs& outputs, base::Diagnostics& diagnostics);

}  // namespace build
