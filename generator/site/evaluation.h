// The frozen results of the query pass: what a page may show, evaluated once. After it no query runs.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "data/connection.h"
#include "quantity/frame.h"
#include "site/content.h"

namespace site {

using FramePtr = std::shared_ptr<const quantity::Frame>;
using Values = data::Params;

// One cell that a figure in prose names, as "TABLE/KEY/COLUMN".
using Cell = data::Cell;
base::Hash hash_of(const Cell& cell);

// A page to be: a file, or a file and a row of its `pages:` query.
struct Evaluation {
  const Content* content = nullptr;
  bool from_data = false;
  Values values;                                        // params, and the row's columns: {name} and :name
  std::map<std::string, FramePtr, std::less<>> frames;  // by the name that the page knows them under
  std::map<std::string, Cell, std::less<>> cells;
};

// "{a}-or-{b}" with the values of the row; an unknown name is an error "unknown-placeholder" at `span`.
std::string fill_placeholders(std::string_view text, const Values& values, base::Span span,
                              base::Diagnostics& diagnostics);

}  // namespace site
