// Templates that belong together, parsed, linked and checked: what an Engine renders.
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

// A template with all that it extends.
struct Linked {
  std::vector<const Template*> chain;  // itself, its parent, …, the one that extends nothing
  // By number of the block's name: the definition that is printed, then those that super() leads to.
  std::unordered_map<uint32_t, std::vector<Definition>> blocks;
  std::set<std::string, std::less<>> asked;  // the context's names in it and in all that it extends or includes
};

struct Program {
  Options options;
  Names names;
  std::map<std::string, std::unique_ptr<Template>, std::less<>> templates;
  std::map<std::string, Linked, std::less<>> linked;
};

// The names of the templates that one extends or includes itself, with the places.
struct Use {
  std::string name;
  base::Span span;
};
std::vector<Use> uses_of(const Template& each);
// The template itself and, through all of them, what they extend and include.
std::set<std::string> all_uses_of(const Program& program, std::string_view name);

// Fills Program::linked. False after an error: a template that is not there, one that needs itself, a chain too long.
bool link(Program& program, base::Diagnostics& diagnostics);

// Decides for each printed value how it is escaped, and refuses places where that cannot be decided.
void check_contexts(Program& program, base::Diagnostics& diagnostics);

// Finds names that neither the context nor a template has. Only when the options list the context's names.
void check_names(const Program& program, base::Diagnostics& diagnostics);

}  // namespace templates
