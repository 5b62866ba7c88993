// The templates of an Engine, parsed, linked and checked.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "template/engine.h"
#include "template/syntax.h"

namespace templates {

struct Definition {
  const Block* block;
  const Template* from;
};

// A template with all templates that it extends.
struct Linked {
  std::vector<const Template*> chain;  // the template itself, its parent, …, up to the one that extends nothing
  // Definitions of a block, by its name: the one that is printed, then those for super().
  std::unordered_map<std::string_view, std::vector<Definition>> blocks;
  // These are about the template and all templates that it extends or includes.
  std::set<std::string> uses;                // names of the templates that it uses
  std::set<std::string, std::less<>> asked;  // names in expressions of these templates
  size_t length = 1;                         // the length of the longest chain
};

struct Program {
  std::map<std::string, std::unique_ptr<Template>, std::less<>> templates;
  std::map<std::string, Linked, std::less<>> linked;
};

// Fills Program::linked. Reports templates that do not exist or depend on themselves, and chains that are too long.
void link(Program& program, base::Diagnostics& diagnostics);

// Determines how each printed value is escaped, and reports values that cannot be escaped.
void check_contexts(Program& program, base::Diagnostics& diagnostics);

// Reports names that neither the context nor a template defines. `context` lists the names of the context; nothing is
// reported if it is empty.
void check_names(const Program& program, const std::vector<std::string>& context, base::Diagnostics& diagnostics);

}  // namespace templates
