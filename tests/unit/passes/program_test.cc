// Tests the identity of a program.
#include "passes/store.h"

#include <doctest/doctest.h>

TEST_CASE("the program has an identity") {
  CHECK(passes::program_identity().size() == 32);
  CHECK(passes::program_identity() == passes::program_identity());
}
