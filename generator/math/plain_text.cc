// A formula as plain text, for search and descriptions (math/formula.h).
#include <algorithm>
#include <array>

#include "base/text.h"
#include "math/formula.h"

namespace math {
namespace {

constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string of(const Node& node);

// Returns the text of a node, in brackets if it could otherwise be misread together with its neighbours.
std::string grouped(const Node& node) {
  std::string text = of(node);
  const bool alone = node.shape == Shape::identifier || node.shape == Shape::number || node.shape == Shape::words ||
                     node.shape == Shape::fence || node.shape == Shape::symbol || node.shape == Shape::script;
  return alone ? text : "(" + text + ")";
}

std::string row(const Node& node) {
  std::string text;
  const Node* before = nullptr;
  for (const Node& part : node.parts) {
    const bool sign = part.role == Role::binary && (!before || before->role == Role::binary ||
                                                    before->role == Role::relation || before->role == Role::open);
    const bool spaced = (part.role == Role::binary && !sign) || part.role == Role::relation;
    const bool word = part.role == Role::function || part.role == Role::limit || part.role == Role::sum;
    const bool after_word =
        before && (before->role == Role::function || before->role == Role::limit || before->role == Role::sum);
    const bool glued = part.role == Role::open || part.role == Role::close || part.role == Role::punctuation;
    if (before && !text.ends_with(' ') && (spaced || (word && before->role != Role::open) || (after_word && !glued)))
      text += ' ';
    text += of(part);
    if (spaced || part.role == Role::punctuation) text += ' ';
    before = &part;
  }
  return text;
}

std::string script(const Node& node) {
  std::string text = grouped(node.parts[0]);
  if (node.parts[0].parts.empty() && node.parts[0].shape == Shape::row) text.clear();
  if (node.parts[1].shape != Shape::nothing) text += "_" + grouped(node.parts[1]);
  const Node& exponent = node.parts[2];
  if (exponent.shape == Shape::nothing) return text;
  const bool digits = exponent.shape == Shape::number && std::all_of(exponent.text.begin(), exponent.text.end(),
                                                                     [](char c) { return c >= '0' && c <= '9'; });
  if (digits)
    for (char c : exponent.text) text += kRaised[static_cast<size_t>(c - '0')];
  else
    text += exponent.text.starts_with("′") ? exponent.text : "^" + grouped(exponent);
  return text;
}

std::string table(const Node& node) {
  std::string text;
  for (const Node& row : node.parts) {
    if (!text.empty()) text += "; ";
    for (size_t i = 0; i < row.parts.size(); ++i) text += (i > 0 ? ", " : "") + of(row.parts[i]);
  }
  return text;
}

std::string of(const Node& node) {
  switch (node.shape) {
    case Shape::nothing:
      return "";
    case Shape::row:
      return row(node);
    case Shape::identifier:
    case Shape::number:
    case Shape::symbol:
    case Shape::words:
      return node.text;
    case Shape::space:
      return node.text.starts_with('-') ? "" : " ";
    case Shape::fraction:
      return grouped(node.parts[0]) + "/" + grouped(node.parts[1]);
    case Shape::binomial:
      return "C(" + of(node.parts[0]) + ", " + of(node.parts[1]) + ")";
    case Shape::root: {
      const std::string degree = node.parts.size() > 1 ? of(node.parts[1]) : "";
      std::string sign = degree + "√";
      if (degree == "3") sign = "∛";
      if (degree == "4") sign = "∜";
      return sign + grouped(node.parts[0]);
    }
    case Shape::script:
      return script(node);
    case Shape::accent:
      return of(node.parts[0]);
    case Shape::fence:
      return node.text + of(node.parts[0]) + node.close;
    case Shape::table:
      return table(node);
  }
  return "";
}

}  // namespace

std::string plain_text(const Node& formula) {
  std::string text;
  for (char c : of(formula))
    if (!base::is_space(c) || !text.ends_with(' ')) text += base::is_space(c) ? ' ' : c;
  return std::string(base::trim(text));
}

}  // namespace math
