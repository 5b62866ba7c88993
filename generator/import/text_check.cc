#include "import/text_check.h"

#include "base/utf8.h"

namespace import {
namespace {

// By gzip, xz, Zstandard.
bool is_compressed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B") || bytes.starts_with("\xFD\x37zXZ") || bytes.starts_with("\x28\xB5\x2F\xFD");
}

// By its mark, else by the zeros in its first two characters, which are of ASCII in all that is read here.
bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  if (bytes.size() < 4) return false;
  const auto zeros_at = [&](size_t first) {
    return bytes[first] == 0 && bytes[first + 2] == 0 && bytes[1 - first] != 0 && bytes[3 - first] != 0;
  };
  return zeros_at(0) || zeros_at(1);
}

bool is_web_page(std::string_view bytes) {
  const size_t begin = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string_view::npos) return false;
  const std::string tag = base::lower_case(bytes.substr(begin, 14));
  return tag == "<!doctype html" || tag.starts_with("<html");
}

}  // namespace

bool check_is_text(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const std::string_view bytes = file.text();
  const auto refuse = [&](const char* what, const char* help) {
    diagnostics.error("import-format", file.path(), what).suggest(help);
    return false;
  };
  if (is_compressed(bytes)) return refuse("the file is compressed", "unpack it first");
  if (bytes.starts_with("PK\x03\x04"))
    return refuse("the file is a workbook or an archive, not text",
                  "unpack it, or open it in a spreadsheet and save the sheet as CSV in UTF-8");
  if (is_web_page(bytes))
    return refuse("the file is a web page, not data",
                  "perhaps one that asks to sign in, or shows the data: get the file itself");
  if (is_utf16(bytes)) return refuse("the file is in UTF-16", "save it in UTF-8");
  const size_t nul = bytes.find('\0');
  if (nul == std::string_view::npos) return true;
  const auto begin = static_cast<uint32_t>(nul);
  diagnostics.error("import-format", {&file, begin, begin + 1}, "a NUL character, which no text has");
  return false;
}

}  // namespace import
