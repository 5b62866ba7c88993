// What a file is, by its name, for the Content-Type of an answer.
#pragma once
#include <string_view>

namespace serve {

// "text/html; charset=utf-8" of "index.html"; "application/octet-stream" of what is not known.
std::string_view content_type(std::string_view address);

}  // namespace serve
