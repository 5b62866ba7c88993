// What people give for a text and is none: files as they were downloaded or saved, not as importers read them.
#pragma once
#include "base/diagnostic.h"

namespace import {

// False, with an error "import-format" that says what to do, for a compressed file, a workbook, a web page, UTF-16 and
// whatever else holds a NUL.
bool check_is_text(const base::SourceText& file, base::Diagnostics& diagnostics);

}  // namespace import
