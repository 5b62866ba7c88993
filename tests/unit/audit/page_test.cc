// Tests that reading a page takes little time.
#include <ctime>

#include "published_files.h"

namespace {

TEST_CASE("any page is read in linear time") {
  const auto repeated = [](std::string_view part, size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += part;
    return text;
  };
  constexpr size_t kSize = 300'000;
  const std::clock_t begin = std::clock();
  for (std::string_view part : {"<div>",
                                "</div>",
                                "<b><i>",
                                "<p><div></p>",
                                "<a href=",
                                "<!--",
                                "<![CDATA[",
                                "<svg><title>",
                                "<table><tr><td colspan=1000>",
                                "<td rowspan=65534>",
                                "<",
                                "<x y='",
                                "<li id=a>",
                                "&#x",
                                "<script>",
                                "<script></script>",
                                "<p a b c d e f g h>",
                                "<template>",
                                "</p>",
                                "<select><option>"}) {
    CAPTURE(part);
    const audit::Audit audit = audited({{"a.html", repeated(part, kSize)}, {"a.svg", repeated(part, kSize)}});
    CHECK(audit.diagnostics.list().size() < 400);
  }
  for (std::string_view part : {"url(", "/*", "\"", "@import ", "url('a'"}) audited({{"a.css", repeated(part, kSize)}});
  // Measures CPU time, so that other processes do not matter. With quadratic time it would be minutes.
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 20);
}

}  // namespace
