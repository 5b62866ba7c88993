// The spec of a ```table, ```chart or ```estimate block. It is parsed once, with its page; pages made from data also
// parse one for each page, with the values of its row.
#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "blocks/estimate_spec.h"
#include "blocks/table_spec.h"
#include "chart/spec.h"
#include "document/document.h"

namespace blocks {

struct Spec {
  std::variant<std::monostate, chart::Spec, TableSpec, EstimateSpec> value;  // monostate after an error
  std::vector<document::Text> holds;                                         // the names of the asserts that must hold
  base::Diagnostics diagnostics;  // the pages that show the block report these

  // Returns the spec if it is of this type and has no error; otherwise null.
  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

// `kind` is the kind of the block, which shows data.
std::shared_ptr<const Spec> parse_spec(document::FenceKind kind, const notation::Node& yaml);

}  // namespace blocks
