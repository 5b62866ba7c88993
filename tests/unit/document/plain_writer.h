// Writes libcmark-gfm's HTML from our tree.
#pragma once
#include <string>

#include "document/document.h"

namespace document_test {

// Writes exactly the bytes of libcmark-gfm's own HTML with the same extensions; raw HTML is passed through, except
// GitHub's filtered tags. This shows that the tree contains everything that was parsed.
std::string write_plain_html(const document::Document& document);

}  // namespace document_test
