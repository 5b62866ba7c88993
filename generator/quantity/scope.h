// What a value covers: "weights and optimizer state". Two values with one unit may cover different things; their sum
// then covers neither, so a formula that adds them must say what it covers (content/handbook/figures.md).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace quantity {

class Scope {
 public:
  // Makes a scope that is not stated.
  Scope() = default;
  // Reads texts between semicolons, in any order. Letter case and white space do not matter.
  explicit Scope(std::string_view text);
  // The scope of a plain number such as 2 or 40 %, which can be added to anything.
  static Scope of_plain_number();

  bool is_stated() const { return !parts_.empty(); }
  bool fits_any() const { return fits_any_; }
  // "weights; optimizer state"; "" if not stated.
  std::string text() const;

  // What a product or quotient covers: everything that its operands cover.
  friend Scope operator*(const Scope& a, const Scope& b);
  // True if both cover the same, or neither states what it covers.
  friend bool operator==(const Scope& a, const Scope& b);

 private:
  struct Part {
    std::string folded;  // the compared values
    std::string text;
  };
  bool has(const Part& part) const;
  void add(Part part);

  std::vector<Part> parts_;  // each once, in the order in which they were stated
  bool fits_any_ = false;
};

}  // namespace quantity
