// Draws each chart of a JSON list of {spec, fields, rows} from standard input, and prints a JSON list of milliseconds:
// the minimum of several runs each, from the text of the spec and a frame of rows to the bytes of the SVG.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "unit/chart/chart_case.h"

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  const nlohmann::json charts = nlohmann::json::parse(std::cin);
  nlohmann::json times = nlohmann::json::array();
  for (const nlohmann::json& chart : charts) {
    double least = 1e300;
    for (int run = 0; run < runs; ++run) {
      chart_test::Case made(chart);
      const auto start = std::chrono::steady_clock::now();
      const base::Span all{made.source.get(), 0, static_cast<uint32_t>(made.source->text().size())};
      made.spec = chart::parse_spec(*notation::parse_json(all, made.diagnostics), made.diagnostics);
      const auto drawing = made.draw();
      const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
      if (!drawing) {
        std::fputs(made.messages().c_str(), stderr);
        return 1;
      }
      least = std::min(least, taken.count());
    }
    times.push_back(least);
  }
  std::cout << times << '\n';
}
