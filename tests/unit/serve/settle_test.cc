#include "serve/watch.h"

#include <doctest/doctest.h>

using serve::Event;
using serve::Settler;
using std::chrono::milliseconds;

namespace {

const serve::Time kStart{};

}  // namespace

TEST_CASE("nothing is due if nothing has happened") {
  Settler settler;
  CHECK_FALSE(settler.due().has_value());
  settler.note({Event::Kind::changed, "a"}, kStart);
  settler.start();
  CHECK_FALSE(settler.due().has_value());
}

TEST_CASE("a save is due a moment after its last event") {
  Settler settler;
  settler.note({Event::Kind::changed, "a"}, kStart);
  settler.note({Event::Kind::changed, "b"}, kStart + milliseconds(4));
  CHECK(settler.due() == kStart + milliseconds(4) + Settler::kQuiet);
}

TEST_CASE("a build waits for a file that is still being written, up to a limit") {
  Settler settler;
  settler.note({Event::Kind::begun, "a"}, kStart);
  CHECK(settler.due() == kStart + Settler::kQuietWhileOpen);
  settler.note({Event::Kind::changed, "b"}, kStart + milliseconds(1));
  CHECK(settler.due() == kStart + milliseconds(1) + Settler::kQuietWhileOpen);
  settler.note({Event::Kind::changed, "a"}, kStart + milliseconds(2));
  CHECK(settler.due() == kStart + milliseconds(2) + Settler::kQuiet);
}

TEST_CASE("a stream of events delays a build up to the maximum") {
  Settler settler;
  for (int i = 0; i < 10000; ++i) settler.note({Event::Kind::changed, "a"}, kStart + milliseconds(i));
  CHECK(settler.due() == kStart + Settler::kMaxDelay);
}

TEST_CASE("a file that was open when a build began does not delay the next build") {
  Settler settler;
  settler.note({Event::Kind::begun, "renamed-since"}, kStart);
  settler.start();
  settler.note({Event::Kind::changed, "b"}, kStart);
  CHECK(settler.due() == kStart + Settler::kQuiet);
}
