// Tests the import of MLPerf Inference's results: rows that are skipped with a reason, and files that were edited by
// hand.
#include "taken.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

std::string result(const std::string& id, const std::string& more) {
  return "{\"ID\": \"" + id +
         R"(", "Accelerator": "BIG", "a#": 8, "Nodes": 1, "Scenario": "Offline", "Performance_Units": "Tokens/s", )" +
         more + "}";
}

Taken take_results(const std::string& bytes, const std::string& settings = "",
                   const std::string& name = "summary_results.json") {
  Files site = site_of(R"({"name": "id"}, {"name": "system"}, {"name": "accelerators", "type": "integer"},
{"name": "throughput", "type": "number", "unitField": "unit"}, {"name": "unit"}, {"name": "source"}, {"name": "locator"})",
                       "mlperf-inference", settings, R"({"name": "BIG", "within": "any", "means": "big"})");
  return take(site, "mlperf-inference", Published({{name, bytes}}, {name}));
}

TEST_CASE("impossible results are skipped") {
  Taken taken = take_results(
      "[\n" + result("5.1-1", "\"Model\": \"m\", \"Performance_Result\": 0") + ",\n" +
      result("5.1-2", "\"Model\": \"m\", \"Performance_Result\": -3") + ",\n" +
      result("5.1-3", "\"Model\": \"m\", \"Performance_Result\": \"soon\"") + ",\n" +
      R"({"ID": "5.1-4", "Accelerator": "BIG", "a#": 4000000000, "Nodes": 4000000000, "Scenario": "Offline",
"Performance_Units": "Tokens/s", "Model": "m", "Performance_Result": 1}])");
  CHECK_MESSAGE(
      (taken.left_out() == "Performance_Result is not a number (summary_results.json:4)\n"
                           "Performance_Result is not above 0 (summary_results.json:2, summary_results.json:3)\n"
                           "a# times Nodes is too large (summary_results.json:5)\n"),
      (taken.said() + taken.left_out()));
}

TEST_CASE("a summary that was edited by hand is read, and corrections are reported") {
  Taken taken = take_results(
      "[\n" + result("5.1-1", "\"Model\": \"m\", \"System\": \"s\xE9\", \"Performance_Result\": 2") + ",\n]");
  CHECK_MESSAGE(taken.imported.merged.added.size() == 1, taken.said());
  CHECK(base::join(taken.imported.input.notes, "\n") ==
        "summary_results.json was read despite bytes that are not UTF-8, trailing commas");
  CHECK(has(taken.file("data/rows.json"), "\"system\": \"s?\""));
}

TEST_CASE("JSON without a list of results is refused at its position") {
  CHECK(take_results("{\"a\": 1}").said() ==
        "error[import-format]: expected a list of results\n  --> summary_results.json:1:1\n   |\n 1 | {\"a\": 1}\n"
        "   | ^^^^^^^^\n   = expected: [{…}, {…}]\n");
  CHECK(take_results("[5]").said() ==
        "error[import-format]: there is no \"ID\": this is not a summary of MLPerf Inference\n"
        "  --> summary_results.json:1:2\n   |\n 1 | [5]\n   |  ^\n"
        "   = expected: summary_results.json: [{\"ID\": …, \"Model\": …, \"Performance_Result\": …}, …]\n");
}

TEST_CASE("duplicate results are reported by their number, in any notation") {
  Taken taken = take_results("[\n" + result("5.1-1", "\"Model\": \"m-99.9\", \"Performance_Result\": \"12.50\"") +
                                 ",\n" + result("5.1-1", "\"Model\": \"m-99\", \"Performance_Result\": 12.5") + "]",
                             "options: {duplicates: once, benchmarks: m}\n");
  CHECK(taken.left_out() ==
        "the result for 99.9 percent of the accuracy has the same number (summary_results.json:3)\n");
  CHECK(taken.imported.merged.added == std::vector<std::string>{"mlperf-inference-v5.1/5.1-1/m-99.9/Offline"});
}

// A row of summary.json since 6.1.
std::string row_61(const std::string& number, const std::string& model, const std::string& more = "") {
  return "\"" + number + R"(": {"Organization": "A", "Availability": "available", "Division": "closed",
"SystemType": "datacenter", "SystemName": "s", "Platform": "p", "Model": "own-name", "MlperfModel": ")" +
         model + R"(", "Scenario": "Server", "Result": 12198.8, "Units": "Queries\/s", "number_of_nodes": 2,
"accelerator_model_name": "BIG", "accelerators_per_node": 8, "total_accelerators": 16, "version": "v6.1",
"Location": ".\/closed\/A\/results\/p\/m\/Server\/performance\/run_1", "PrivateID": null)" +
         more + "}";
}

TEST_CASE("the summary of round 6.1 is an object of rows with other names") {
  Taken taken = take_results("{" + row_61("0", "llama2-70b-99.9") + ",\n" + row_61("1", "VLM") + "}");
  CHECK_MESSAGE((base::join(taken.imported.merged.added, " ") ==
                 "mlperf-inference-v6.1/datacenter/closed/A/p/llama2-70b-99.9/Server "
                 "mlperf-inference-v6.1/datacenter/closed/A/p/qwen3-vl-235b-a22b/Server"),
                taken.said());
  CHECK(has(taken.file("data/rows.json"),
            "\"locator\": \"summary.json (closed/A/results/p/m/Server/performance/run_1)\""));
}

TEST_CASE("a submitter's summary.csv has the names of round 6.1, and only the submitter's results") {
  const std::string heads =
      "Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,Scenario,Result,Accuracy,"
      "number_of_nodes,host_processor_model_name,host_processors_per_node,host_processor_core_count,"
      "accelerator_model_name,accelerators_per_node,Location,framework,operating_system,notes,compilance,errors,"
      "version,"
      "inferred,has_power";
  const std::string row =
      "A,available,closed,\"datacenter\",\"S (8x BIG, "
      "fast)\",p,own,bert-99,Offline,491.528,90.3,2,\"CPU\",2,96,BIG,\"8\","
      "closed/A/results/p/bert-99/Offline,\"F 8.6, C 12\",\"U\",\"\",1,0,v3.0,0,False";
  const auto take_csv = [](const std::string& bytes) { return take_results(bytes, "", "summary.csv"); };
  const Taken taken = take_csv(heads + ",Units\n" + row + ",Samples/s\n");
  REQUIRE_MESSAGE(!taken.failed(), taken.said());
  CHECK(base::join(taken.imported.merged.added, " ") == "mlperf-inference-v3.0/datacenter/closed/A/p/bert-99/Offline");
  CHECK(taken.imported.input.scope == std::vector<std::string>{"round", "submitter"});
  CHECK(has(taken.file("data/rows.json"),
            R"-("system": "S (8x BIG, fast)", "accelerators": 16, "throughput": 491.528, )-"
            R"("unit": "samples/s", "source": "list", )"
            R"-("locator": "summary.csv (closed/A/results/p/bert-99/Offline)")-"));
  CHECK(has(take_csv(heads + "\n" + row + "\n").said(), "\"Units\""));  // as in round 1.1
  CHECK(has(take_csv(heads + ",Units,Mood\n" + row + ",Samples/s,good\n").said(), "does not know the key \"Mood\""));
}

TEST_CASE("a key or benchmark that is not known is an error which names it") {
  const std::string added = row_61("0", "bert-99", ", \"watts\": 5");
  CHECK(has(take_results("{" + added + "}").said(), "the importer does not know the key \"watts\"\n  --> "));
  Taken ignored = take_results("{" + added + "}", "options: {ignore: watts}\n");
  CHECK_MESSAGE(ignored.imported.merged.added.size() == 1, ignored.said());
  CHECK(has(take_results("{" + row_61("0", "novel-99") + "}").said(),
            "the importer does not know the benchmark \"novel\""));
  const std::string old = result("5.1-1", "\"Model\": \"bert-99\", \"Performance_Result\": 2, \"watts\": 5");
  CHECK(has(take_results("[" + old + "]").said(), "the importer does not know the key \"watts\""));
}

}  // namespace
