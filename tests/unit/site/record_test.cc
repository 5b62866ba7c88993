#include "site/record.h"

#include <doctest/doctest.h>

namespace {

base::Hash answer(uint64_t number) { return {number, number}; }

}  // namespace

TEST_CASE("A record has each question once, with the answer that it had first") {
  site::Recorder recorder;
  recorder.add("page:", "b.html", answer(1));
  recorder.add("config", "", answer(2));
  recorder.add("page:", "a.html", answer(3));
  recorder.add("page", ":b.html", answer(4));
  CHECK(recorder.has("page:", "b.html"));
  CHECK_FALSE(recorder.has("page:", ""));
  CHECK(recorder.record() ==
        site::Record{{"config", answer(2)}, {"page:a.html", answer(3)}, {"page:b.html", answer(1)}});
}

TEST_CASE("A recorder that records nothing needs no hashes") {
  site::Recorder recorder(false);
  CHECK(recorder.has("page:", "a.html"));
  recorder.add("page:", "a.html", answer(1));
  CHECK(recorder.record().empty());
}
