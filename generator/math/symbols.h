// The commands of formulas.
#pragma once
#include <string_view>
#include <vector>

#include "math/formula.h"

namespace math {

struct Symbol {
  std::string_view name;  // the name without the backslash
  std::string_view text;
  Shape shape;
  Role role = Role::ordinary;
  bool upright = false;
};

// Returns a command, or null.
const Symbol* find_symbol(std::string_view name);
// Finds a symbol by the character that it shows: "×" is \times. Returns null if there is none.
const Symbol* find_shown(std::string_view text);

struct Accent {
  std::string_view name;
  std::string_view mark;
  bool wide = false;
  bool below = false;
  Role role = Role::ordinary;
};
const Accent* find_accent(std::string_view name);

struct Environment {
  std::string_view name;
  Table table;
  std::string_view open;
  std::string_view close;
};
const Environment* find_environment(std::string_view name);
std::vector<std::string_view> environment_names();

// letter_in() returns a letter in the font of \mathbf, \mathbb or \mathcal; "" for other characters.
enum class Font { italic, upright, bold, blackboard, script };
std::string letter_in(Font font, char letter);

// Returns every known command, for suggestions.
std::vector<std::string_view> command_names();

}  // namespace math
