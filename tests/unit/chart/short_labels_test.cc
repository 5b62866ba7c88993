#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "chart/tick_labels.h"
#include "markup/text_width.h"

TEST_CASE("labels that are shortened remain different") {
  std::vector<std::string> texts;
  for (int i = 1; i <= 25; ++i)
    texts.push_back(fmt::format("Mixed-precision distributed training of a large model, run {:02} of 25", i));
  texts.push_back("Élan, une étiquette dont la fin diffère à peine des autres: é");
  texts.push_back("Élan, une étiquette dont la fin diffère à peine des autres: è");
  for (double width : {90.0, 150.0, 300.0}) {
    CAPTURE(width);
    const std::vector<std::string> shown = chart::shorten_apart(texts, 12, width);
    CHECK(std::set<std::string>(shown.begin(), shown.end()).size() == texts.size());
    for (const std::string& text : shown) CHECK(markup::text_width(text, 12) <= width + 0.01);
  }
  CHECK(chart::shorten_apart({"Oslo", "A very long name of a town"}, 12, 60) ==
        std::vector<std::string>{"Oslo", "A very lo…"});
}
