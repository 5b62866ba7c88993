#include "quantity/scope.h"

#include <doctest/doctest.h>

#include "quantity/formula.h"

namespace quantity {
namespace {

// Returns the scope of the result, or the error. "weights" and "gradients" cover what their names say, "both" covers
// the two, and "unsaid" does not state its scope.
std::string scope_of(std::string_view text) {
  auto formula = Formula::parse(text, standard_units());
  REQUIRE(formula.ok());
  std::vector<Scope> scopes;
  for (const Formula::Operand& operand : formula->operands()) {
    if (operand.text == "unsaid")
      scopes.emplace_back();
    else
      scopes.emplace_back(operand.text == "both" ? "gradients; weights" : operand.text);
  }
  auto scope = formula->scope(scopes);
  return scope ? scope->text()
               : std::string(text.substr(scope.error().begin, scope.error().end - scope.error().begin)) + ": " +
                     scope.error().message;
}

TEST_CASE("case, spaces and the order of parts do not change a scope") {
  CHECK(Scope("Weights and  optimizer\nstate") == Scope(" weights and optimizer state "));
  CHECK(Scope("weights; gradients") == Scope("Gradients ;weights;"));
  CHECK(Scope("a; a").text() == "a");
  CHECK(Scope("Gr\u00f6\u00dfe") == Scope("gro\u0308SSE"));
  CHECK_FALSE(Scope("weights") == Scope("weights and gradients"));
  CHECK_FALSE(Scope("weights") == Scope());
  CHECK(Scope(" ; ") == Scope());
  CHECK_FALSE(Scope("  ").is_stated());
}

TEST_CASE("values with the same scope can be added") {
  CHECK(scope_of("weights + 2 * weights") == "weights");
  CHECK(scope_of("weights - weights / 3") == "weights");
  CHECK(scope_of("max(weights, 4 * weights)") == "weights");
  CHECK(scope_of("unsaid + 3 GB") == "");
  CHECK(scope_of("unsaid + unsaid") == "");
}

TEST_CASE("values with different scopes cannot be added, subtracted or compared") {
  CHECK(scope_of("weights + gradients") ==
        "weights + gradients: this combines a value that covers \"weights\" with a value that covers \"gradients\"");
  CHECK(scope_of("3 * (weights - unsaid)") ==
        "weights - unsaid: this combines a value that covers \"weights\" with a value that does not state what it "
        "covers");
  CHECK(scope_of("unsaid + 8 h * weights") ==
        "unsaid + 8 h * weights: this combines a value that does not state what it covers with a value that covers "
        "\"weights\"");
  CHECK(scope_of("min(weights, gradients)").starts_with("weights, gradients: "));
  CHECK(scope_of("both + weights").starts_with("both + weights: "));
  CHECK(scope_of("weights + weights + gradients").starts_with("weights + weights + gradients: "));
  CHECK(scope_of("weights * gradients - weights").starts_with("weights * gradients - weights: "));
}

TEST_CASE("an amount in a formula has an unknown scope, and a plain number fits any scope") {
  CHECK(scope_of("weights + 2 GB").starts_with("weights + 2 GB: "));
  CHECK(scope_of("2 * 3 GB + weights").starts_with("2 * 3 GB + weights: "));
  CHECK(scope_of("1 - weights") == "weights");
  CHECK(scope_of("100 % - weights / 2") == "weights");
  CHECK(scope_of("weights + 2 / 4") == "weights");
}

TEST_CASE("a product or quotient has the scopes of all its operands") {
  CHECK(scope_of("7 h * weights") == "weights");
  CHECK(scope_of("weights / unsaid") == "weights");
  CHECK(scope_of("weights * gradients") == "weights; gradients");
  CHECK(scope_of("gradients / weights + both") == "gradients; weights");
  CHECK(scope_of("weights / weights") == "weights");
  CHECK(scope_of("unsaid * 3") == "");
}

}  // namespace
}  // namespace quantity
