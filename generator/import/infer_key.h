// Which columns are the key of a table whose columns are known.
#pragma once
#include "import/infer.h"

namespace import {

// Sets the table's key and how sure that is, or adds to what is wanted where no key is needed and none was found.
// Code: "no-key" (see infer_table; or a column that was asked for can't be part of a key).
void choose_key(InferredTable& table, const Sheet& sheet, const base::SourceText& source, const InferOptions& options,
                base::Diagnostics& diagnostics);

}  // namespace import
