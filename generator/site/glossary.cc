#include "site/glossary.h"

namespace site {

Definitions definitions_of(const document::Document& glossary) {
  Definitions definitions;
  for (const document::Heading& heading : glossary.headings()) {
    const document::NodeId next = glossary.node(heading.node).next;
    const bool is_defined = next != 0 && glossary.node(next).kind == document::Kind::paragraph;
    definitions.emplace(heading.id, is_defined ? glossary.plain_text(next) : "");
  }
  return definitions;
}

}  // namespace site
