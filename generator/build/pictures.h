// The picture pass: PNGs of the pictures that pages come with. What an earlier build drew from the same SVG, with the
// same font and libraries, is taken as it is.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "build/output.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"

namespace build {

// Pixels for each px of a picture.
inline constexpr double kPictureScale = 2;

// `earlier` is the output folder as it was. Error "no-pictures" when the machine can't draw them.
void draw_pictures(std::vector<pages::RenderedPage>& rendered, const io::FileSystem& earlier, unsigned jobs,
                   Outputs& outputs, base::Diagnostics& diagnostics);

}  // namespace build
