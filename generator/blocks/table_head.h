// The <thead> of a table: titles and units, under the titles of their groups where columns have any.
#pragma once
#include <vector>

#include "blocks/table_columns.h"
#include "blocks/table_key.h"

namespace blocks {

// With the <colgroup>s before it, which say what a group spans. `date_column`: one more column, of dates.
void write_head(const std::vector<ShownColumn>& columns, bool date_column, TableKey& key, markup::Writer& out,
                Context& context);

}  // namespace blocks
