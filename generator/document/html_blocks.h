// Text between the tags of HTML blocks, in which CommonMark does not read Markdown.
#pragma once
#include "base/diagnostic.h"
#include "document/document.h"

namespace document {

// Reports the first piece of Markdown in each text of an HTML block ("raw-html"). Otherwise a figure or citation there
// would be published as plain text, and not compared with the data.
void refuse_markdown_in_html(const Document& document, base::Diagnostics& diagnostics);

}  // namespace document
