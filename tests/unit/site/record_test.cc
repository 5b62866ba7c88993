#include "site/record.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace {

base::Hash answer(uint64_t number) { return {number, number}; }

std::set<std::string> questions(const site::Record& record) {
  std::set<std::string> all;
  for (const auto& [question, hash] : record) all.emplace(question);
  return all;
}

}  // namespace

TEST_CASE("A record has each question once, with the answer that it had first") {
  site::Recorder recorder;
  recorder.add("page:", "b.html", answer(1));
  recorder.add("config", "", answer(2));
  recorder.add("page:", "a.html", answer(3));
  recorder.add("page", ":b.html", answer(4));
  CHECK(*recorder.find("page:b.html") == answer(1));
  CHECK(recorder.find("page:") == nullptr);

  const site::Record record = recorder.record();
  CHECK(record.size() == 3);
  CHECK(questions(record) == std::set<std::string>{"config", "page:a.html", "page:b.html"});
  CHECK(*record.find("page:b.html") == answer(1));
  CHECK(*record.find("config") == answer(2));
  CHECK(record.find("page:c.html") == nullptr);
  CHECK(record == recorder.record());
}

TEST_CASE("Records of the same answers are the same in whatever order they were read") {
  site::Recorder forth, back;
  for (uint64_t i = 0; i < 100; ++i) forth.add("page:", std::to_string(i), answer(i));
  for (uint64_t i = 100; i-- > 0;) back.add("page:", std::to_string(i), answer(i));
  CHECK(forth.record() == back.record());
  back.add("config", "", answer(1));
  CHECK_FALSE(forth.record() == back.record());
  const site::Record record = back.record();
  for (auto read = record.begin(); read != record.end(); ++read)
    CHECK(read.hash() == base::hash_bytes((*read).first));
}

TEST_CASE("What is read again and again is kept once, among many things that are read") {
  site::Recorder recorder;
  for (uint64_t i = 0; i < 100000; ++i) {
    recorder.add("cell:", std::to_string(i % 3000), answer(i % 3000));
    recorder.add("units", "", answer(i + 1));
  }
  const site::Record record = recorder.record();
  CHECK(record.size() == 3001);
  CHECK(*record.find("units") == answer(1));
  for (uint64_t i = 0; i < 3000; ++i) CHECK(*record.find("cell:" + std::to_string(i)) == answer(i));
}
