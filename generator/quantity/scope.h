// A scope is what a value covers: "weights and optimizer state". Two values with the same unit may have different
// scopes. Their sum then has neither scope, so a formula that adds them must state the scope of the result
// (content/handbook/disagreement.md).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace quantity {

class Scope {
 public:
  // Creates an unstated scope.
  Scope() = default;
  // Parses texts separated by semicolons, in any order. Case and white space do not matter.
  explicit Scope(std::string_view text);
  // Returns the scope of a plain number such as 2 or 40 %, which can be added to anything.
  static Scope of_plain_number();

  bool is_stated() const { return !parts_.empty(); }
  bool fits_any() const { return fits_any_; }
  // Returns the parts as a text: "weights; optimizer state"; "" if the scope is not stated.
  std::string text() const;
  // Describes a value with this scope, for messages: `a value that covers "weights"`.
  std::string value_text() const;

  // Returns the scope of a product or quotient: everything that its operands cover.
  friend Scope operator*(const Scope& a, const Scope& b);
  // Whether both scopes are the same, or both are not stated.
  friend bool operator==(const Scope& a, const Scope& b);

 private:
  struct Part {
    std::string folded;  // the normalized text, which is compared
    std::string text;
  };
  bool has(const Part& part) const;
  void add_part(Part part);

  std::vector<Part> parts_;  // the parts without duplicates, in the order in which they were stated
  bool fits_any_ = false;
};

}  // namespace quantity
