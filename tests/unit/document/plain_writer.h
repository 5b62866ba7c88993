// libcmark-gfm's HTML, written from our tree.
#pragma once
#include <string>

#include "document/document.h"

namespace document_test {

// Exactly the bytes of libcmark-gfm's own HTML with the same extensions; raw HTML is passed through, but for GitHub's
// filtered tags. To show that the tree holds all that was parsed.
std::string write_plain_html(const document::Document& document);

}  // namespace document_test
