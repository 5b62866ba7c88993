// Reads a template's source into its nodes.
#pragma once
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "template/syntax.h"

namespace templates {

// Reports all mistakes that can be told apart; what was understood is returned in any case.
std::unique_ptr<Template> parse_template(std::string name, const base::SourceText& source, Names& names,
                                         base::Diagnostics& diagnostics);

}  // namespace templates
