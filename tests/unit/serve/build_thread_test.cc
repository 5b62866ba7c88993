#include "serve/build_thread.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <atomic>
#include <stdexcept>

namespace {

bool ends(const serve::BuildThread& thread) {
  pollfd file{thread.descriptor(), POLLIN, 0};
  return ::poll(&file, 1, 5000) == 1;
}

}  // namespace

TEST_CASE("builds run on another thread, one after the other") {
  std::atomic<int> count{0};
  const auto here = std::this_thread::get_id();
  std::atomic<bool> elsewhere{true};
  serve::BuildThread thread([&](const auto&) {
    if (std::this_thread::get_id() == here) elsewhere = false;
    serve::Built built;
    built.pages = static_cast<size_t>(++count);
    return built;
  });
  for (size_t i = 1; i <= 3; ++i) {
    CHECK_FALSE(thread.is_busy());
    thread.start();
    CHECK(thread.is_busy());
    REQUIRE(ends(thread));
    CHECK(thread.take().built.value().pages == i);
  }
  CHECK(elsewhere);
  CHECK(count == 3);
}

TEST_CASE("work after a build runs once its result is available, and its exception is rethrown") {
  std::atomic<bool> may_finish{false}, is_done{false};
  serve::BuildThread thread([](const auto&) { return serve::Built(); },
                            [&] {
                              while (!may_finish) std::this_thread::yield();
                              if (!is_done.exchange(true)) throw std::logic_error("broken");
                            });
  thread.start();
  REQUIRE(ends(thread));
  CHECK_FALSE(is_done);
  CHECK(thread.take().built);
  may_finish = true;
  thread.start();
  REQUIRE(ends(thread));
  CHECK(is_done);
  CHECK_THROWS_AS(thread.take(), std::logic_error);
  thread.start();
  REQUIRE(ends(thread));
  CHECK(thread.take().built);
}

TEST_CASE("an exception of a build is rethrown when its result is taken, and the next build runs") {
  bool throws = true;
  serve::BuildThread thread([&](const auto&) -> serve::Built {
    if (throws) throw std::logic_error("broken");
    return {};
  });
  thread.start();
  REQUIRE(ends(thread));
  CHECK_THROWS_AS(thread.take(), std::logic_error);
  throws = false;
  thread.start();
  REQUIRE(ends(thread));
  thread.take();
}

TEST_CASE("early results are taken while the build runs, and only once") {
  std::atomic<bool> may_end{false};
  serve::BuildThread thread([&](const serve::BuildThread::Task& task) {
    task.show({{{"a.html", std::make_shared<const std::string>("a")}}, {}});
    while (!may_end) std::this_thread::yield();
    return serve::Built();
  });
  thread.start();
  REQUIRE(ends(thread));
  serve::BuildThread::Taken taken = thread.take();
  CHECK(taken.early.files.contains("a.html"));
  CHECK_FALSE(taken.built);
  CHECK(thread.is_busy());
  may_end = true;
  REQUIRE(ends(thread));
  taken = thread.take();
  CHECK(taken.early.files.empty());
  CHECK(taken.built);
  CHECK_FALSE(thread.is_busy());
}

TEST_CASE("a build gets the pages that are looked at, and is stopped") {
  std::vector<std::string> pages;
  serve::BuildThread thread([&](const serve::BuildThread::Task& task) {
    pages = task.pages;
    while (!*task.stop) std::this_thread::yield();
    return serve::Built{.is_stopped = true};
  });
  for (int i = 0; i < 2; ++i) {  // the second build is not stopped because the first one was
    thread.start({"a.html"});
    pollfd file{thread.descriptor(), POLLIN, 0};
    CHECK(::poll(&file, 1, 20) == 0);
    thread.stop();
    REQUIRE(ends(thread));
    CHECK(thread.take().built.value().is_stopped);
    CHECK(pages == std::vector<std::string>{"a.html"});
  }
  thread.start();  // a build that runs when the thread is destroyed is stopped too
}

TEST_CASE("a thread without a build can be destroyed") {
  const serve::BuildThread thread([](const auto&) { return serve::Built(); });
}
