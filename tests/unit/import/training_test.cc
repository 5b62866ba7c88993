// MLPerf Training's results: what is scored, what is left out and why.
#include <algorithm>
#include <chrono>

#include "import/mlperf_log.h"
#include "taken.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

std::string log_line(const std::string& key, long ms, const std::string& value, const std::string& metadata) {
  return ":::MLLOG {\"key\": \"" + key + "\", \"time_ms\": " + std::to_string(ms) + ", \"value\": " + value +
         ", \"metadata\": {" + metadata + "}}\n";
}

Files training_site() {
  return site_of(R"({"name": "id"}, {"name": "accelerators", "type": "integer"},
{"name": "minutes", "type": "number", "unit": "min"}, {"name": "source"}, {"name": "locator"})",
                 "mlperf-training", "", R"({"name": "BIG", "within": "any", "means": "big"})");
}

Taken take_summary(const std::string& bytes, const std::string& name = "summary.csv") {
  return take(training_site(), "mlperf-training", Published({{name, bytes}}, {name}, "/training_results_v4.1/A"));
}

const std::string kHead = "division,submitter,system,accelerator_model_name,accelerators_count,details_url,";

std::string notes(const Taken& taken) { return base::join(taken.imported.harvest.notes, "\n"); }

TEST_CASE("a second header of a summary counts from there on") {
  Taken taken = take_summary(kHead + "bert,resnet\nclosed,A,one,BIG,8,,1.5,2.5\n" + kHead +
                             "bert,resnet\nclosed,A,two,BIG,8,,2.5,3.5\n" + kHead +
                             "resnet,ssd\nclosed,A,three,BIG,8,,3.5,4.5\n");
  std::string rows = taken.file("data/rows.json");
  for (const char* part : {"A/one/bert\", \"accelerators\": 8, \"minutes\": 1.5,",
                           "A/two/resnet\", \"accelerators\": 8, \"minutes\": 3.5,",
                           "A/three/resnet\", \"accelerators\": 8, \"minutes\": 3.5,",
                           "A/three/ssd\", \"accelerators\": 8, \"minutes\": 4.5,"})
    CHECK_MESSAGE(has(rows, part), rows);
  CHECK(notes(taken) ==
        "summary.csv:3 is the header again\nsummary.csv:5 is another header, which counts from there on");
}

TEST_CASE("a summary is one whatever the case of its name") {
  Taken taken = take_summary(kHead + "bert\nclosed,A,one,BIG,8,,1.5\n", "summary.CSV");
  CHECK_MESSAGE(taken.imported.merged.added.size() == 1, taken.said());
}

TEST_CASE("what a line of a log says besides is no matter") {
  std::string start = log_line("run_start", 1000, "null", R"("file": "a \" b.py", "other": "C:\\")");
  std::string stop =
      log_line("run_stop", 61000, "null", R"("status": "success", "loss": NaN, "e": [-Infinity, "NaN\""])");
  import::Run run = import::read_run(start + stop);
  CHECK(run.problem == "");
  CHECK(run.milliseconds == quantity::Exact(60000));
  CHECK(import::read_run(start + ":::MLLOG {\"key\": \"run_stop\", \"time_ms\": NaN}").problem ==
        "run_stop has no time");
}

TEST_CASE("a log without ends of lines is read in one go") {
  std::string log = log_line("run_start", 1000, "null", "");
  while (log.size() < (8U << 20)) log += log_line("epoch", 1000, "1", "\"a\": \"" + std::string(60, 'y') + "\"");
  log += log_line("run_stop", 61000, "null", "\"status\": \"success\"");
  std::replace(log.begin(), log.end(), '\n', ' ');
  auto begin = std::chrono::steady_clock::now();
  CHECK(import::read_run(log).milliseconds == quantity::Exact(60000));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));  // it took five before
}

}  // namespace
