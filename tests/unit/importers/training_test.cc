// Tests the import of MLPerf Training's results: scored rows, and rows that are skipped with a reason.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "importers/mlperf.h"
#include "io/disk.h"
#include "taken.h"
#include "unit/temporary_folder.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

constexpr long kStart = 1'700'000'000'000;
const std::string kFolder = "/training_results_v9.0";

std::string log_line(const std::string& key, long ms, const std::string& value, const std::string& metadata) {
  return ":::MLLOG {\"key\": \"" + key + "\", \"time_ms\": " + std::to_string(ms) + ", \"value\": " + value +
         ", \"metadata\": {" + metadata + "}}\n";
}

std::string run_of(long minutes, const std::string& benchmark = "llm", const std::string& more = "") {
  return log_line("submission_benchmark", kStart - 5, "\"" + benchmark + "\"", "") +
         log_line("run_start", kStart, "null", "") +
         log_line("run_stop", kStart + minutes * 60000, "null", "\"status\": \"success\"" + more);
}

const std::string kSystem = R"({"division": "closed", "status": "onprem", "system_name": "s", "number_of_nodes": "2",
"accelerators_per_node": "4", "accelerator_model_name": "BIG"})";

Files set_of(const std::string& benchmark, const std::vector<std::string>& logs) {
  Files files{{"A/systems/s.json", kSystem}};
  for (size_t i = 0; i < logs.size(); ++i)
    files["A/results/s/" + benchmark + "/result_" + std::to_string(i) + ".txt"] = logs[i];
  return files;
}

Files training_site() {
  return site_of(R"({"name": "id"}, {"name": "accelerators", "type": "integer"},
{"name": "minutes", "type": "number", "unit": "min"}, {"name": "source"}, {"name": "locator"}, {"name": "round"},
{"name": "submitter"})",
                 "mlperf-training", "", R"({"name": "BIG", "within": "any", "means": "big"})");
}

Taken take_tree(const Files& files) {
  return take(training_site(), "mlperf-training", Published(files, {""}, kFolder));
}

Taken take_summary(const std::string& bytes, const std::string& name = "summary.csv") {
  return take(training_site(), "mlperf-training", Published({{name, bytes}}, {name}, "/training_results_v4.1/A"));
}

const std::string kHead = "division,submitter,system,accelerator_model_name,accelerators_count,notes,";

std::string notes(const Taken& taken) { return base::join(taken.imported.input.notes, "\n"); }

TEST_CASE("a second header of a summary applies to the rows below it") {
  Taken taken = take_summary(kHead + "bert,resnet,details_url\nclosed,A,one,BIG,8,,1.5,2.5,\n" + kHead +
                             "bert,resnet,details_url\nclosed,A,two,BIG,8,,2.5,3.5,\n" + kHead +
                             "resnet,ssd,details_url\nclosed,A,three,BIG,8,,3.5,4.5,\n");
  std::string rows = taken.file("data/rows.json");
  for (const char* part : {"A/one/bert\", \"accelerators\": 8, \"minutes\": 1.5,",
                           "A/two/resnet\", \"accelerators\": 8, \"minutes\": 3.5,",
                           "A/three/resnet\", \"accelerators\": 8, \"minutes\": 3.5,",
                           "A/three/ssd\", \"accelerators\": 8, \"minutes\": 4.5,"})
    CHECK_MESSAGE(has(rows, part), rows);
  CHECK(notes(taken) ==
        "summary.csv:3 repeats the header\nsummary.csv:5 is another header, which applies to the rows below it");
}

TEST_CASE("a benchmark with two columns in a summary is an error") {
  CHECK(take_summary(kHead + "bert,bert,details_url\nclosed,A,one,BIG,8,,1.5,2.5,\n")
            .said()
            .starts_with("error[import-format]: two columns \"bert\"\n  --> summary.csv:1:1\n"));
}

// Each benchmark of a summary of round 6.0 has several columns.
std::string since_6(const std::string& more = "", const std::string& value = "") {
  return kHead +
         "private_id,bert:time_to_train,bert:Energy,bert:GBS,bert:samples_to_converge,bert:RCP,"
         "bert:rcp_scaling_factor,ssd:time_to_train,ssd:GBS" +
         more + ",details_url\nclosed,A,one,BIG,8,,,2.5,,65536,0.775,Pass,1.007,,512" + value + ",\n";
}

TEST_CASE("the score of a summary since round 6.0 is time_to_train") {
  Taken taken = take_summary(since_6());
  CHECK(base::join(taken.imported.merged.added, " ") == "mlperf-training-v4.1/A/one/bert");
  CHECK(has(taken.file("data/rows.json"), "\"minutes\": 2.5,"));
}

TEST_CASE("a column, measure or benchmark that is not known is an error which names it") {
  CHECK(has(take_summary(since_6(",ssd:watts", ",7")).said(),
            "the importer does not know the column \"ssd:watts\"\n  --> summary.csv:1:"));
  CHECK(has(take_summary(kHead + "novel:GBS,novel:RCP,details_url\nclosed,A,two,BIG,8,,1,,\n").said(),
            "to leave it out: --ignore novel; to import it as a benchmark: --benchmarks novel"));
  const std::string bytes =
      "submitter,system,accelerators_per_node,accelerator_model_name,accelerators_count,notes,novel,number_of_nodes,"
      "bert,details_url,code_url,hash,id,mood\nA,one,8,BIG,8,,3.5,1,1.5,,,ab12,1,good\n";
  const std::string said = take_summary(bytes).said();
  CHECK_MESSAGE(has(said, "the importer does not know the column \"novel\"\n  --> summary.csv:1:88\n"), said);
  CHECK(has(said, "the importer does not know the column \"mood\""));
  Taken taken = take(training_site(), "mlperf-training",
                     Published({{"summary.csv", bytes}}, {"summary.csv"}, "/training_results_v4.1/A"),
                     {.options = {{"benchmarks", "x, novel"}, {"ignore", "mood"}}});
  CHECK(base::join(taken.imported.merged.added, " ") ==
        "mlperf-training-v4.1/A/one/novel mlperf-training-v4.1/A/one/bert");
}

TEST_CASE("the keys of a summary may be in any order") {
  Taken taken = take_summary(R"([{"accelerator_model_name": "BIG", "accelerators_count": 8, "bert": 1.5,
"details_url": "", "notes": "", "ssd": 2.5, "submitter": "A", "system": "one"}])",
                             "summary.json");
  CHECK(base::join(taken.imported.merged.added, " ") ==
        "mlperf-training-v4.1/A/one/bert mlperf-training-v4.1/A/one/ssd");
}

TEST_CASE("a summary needs the columns around its benchmarks") {
  CHECK(
      take_summary("submitter,system,accelerator_model_name,accelerators_count,bert,details_url\nA,one,BIG,8,1.5,\n")
          .said() ==
      "error[import-format]: there is no column \"notes\": this is not a summary of MLPerf Training\n"
      "  --> summary.csv:1:1\n   |\n"
      " 1 | submitter,system,accelerator_model_name,accelerators_count,bert,details_url\n"
      "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
      "   = expected: the columns division, availability, submitter, system, …, notes, one column for each benchmark, "
      "details_url, code_url\n");
}

TEST_CASE("a summary is recognised by its name in any case") {
  Taken taken = take_summary(kHead + "bert,details_url\nclosed,A,one,BIG,8,,1.5,\n", "summary.CSV");
  CHECK_MESSAGE(taken.imported.merged.added.size() == 1, taken.said());
}

TEST_CASE("a summary that exists both rounded and in full is an error, whichever has the better results") {
  Files site = training_site();
  std::string& descriptor = site["data/datapackage.json"];
  descriptor = base::replace_all(descriptor, R"("unit": "min"})", R"("unit": "min", "better": "lower"})");
  site["data/imports/mlperf-training.yaml"] += "best: {of: minutes, by: [round]}\n";
  const std::string url = "https://github.com/x/training_results_v4.1/A/systems/s.json";
  Published both({{"summary.csv", kHead + "llm,details_url\nclosed,A,s,BIG,8,,79.325," + url + "\n"},
                  {"summary.json", R"([{"division": "closed", "submitter": "A", "system": "s",
"accelerator_model_name": "BIG", "accelerators_count": 8, "notes": "", "llm": 79.3248333333, "details_url": ")" +
                                       url + R"("}])"}},
                 {"summary.csv", "summary.json"}, "/training_results_v4.1/A");
  CHECK(take(site, "mlperf-training", both).said() ==
        "error[duplicate-key]: two rows have the key \"mlperf-training-v4.1/A/s/llm\" and differ in \"minutes\"\n"
        "  --> summary.json:1, llm\n"
        "   = expected: one row for each key: id\n"
        "   = help: the other one: summary.csv:2, llm\n");
}

TEST_CASE("the round of a summary is that of the repository, whatever the names of systems contain") {
  Taken taken =
      take_summary(kHead +
                   "bert,details_url\nclosed,A,one,BIG,8,,1.5,https://github.com/mlcommons/training_results_v4.1/"
                   "blob/main/A/systems/R750v2.0_x8.json\n");
  CHECK(taken.imported.merged.added == std::vector<std::string>{"mlperf-training-v4.1/A/R750v2.0_x8/bert"});
  CHECK(import::version_in("/data/training_results_v4.1/v2.0") == "4.1");
  CHECK(import::version_in("/data/v4.1/A") == "4.1");
}

TEST_CASE("a given round applies to results that are not named after a round") {
  const Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
  auto with = [&](const std::string& folder, const std::string& round) {
    return take(training_site(), "mlperf-training", Published(tree, {""}, folder), {.options = {{"round", round}}});
  };
  auto refused = [](const std::string& where) {
    return "error[import-format]: \"training_results_v4.0-main\" is from round 4.0, but --round is 4.1\n  "
           "--> " +
           where +
           "\n   = help: remove --round, also from the settings' options: it is for results that are not named after a "
           "round\n";
  };
  CHECK(with("/x/training_results_v4.0-main", "4.1").said() == refused("given"));
  CHECK(with("/x/training_results_v4.0-main/A", "4.1").said() == refused("given"));
  for (const char* folder : {"/x/training_results_v4.1-main", "/x/results", "/x/tool-v2.3/results"}) {
    Taken taken = with(folder, "4.1");
    CHECK_MESSAGE(taken.imported.merged.added == std::vector<std::string>{"mlperf-training-v4.1/A/s/llm"}, folder);
    CHECK(has(notes(taken), "given is imported as round 4.1, from --round, though a folder is named after 2.3") ==
          has(folder, "tool"));
  }
  const std::string address = "https://github.com/mlcommons/training_results_v4.0-main/A/systems/s.json";
  auto summary = [](const std::string& details, const std::string& folder) {
    Files site = training_site();
    std::string& settings = site["data/imports/mlperf-training.yaml"];
    settings = base::replace_all(settings, "options: {", "options: {round: \"4.1\", ");
    const std::string row = "closed,A,s,BIG,8,,1.5," + details + "\n";
    return take(site, "mlperf-training",
                Published({{"summary.csv", kHead + "bert,details_url\n" + row + row}}, {"summary.csv"}, folder));
  };
  CHECK(summary(address, "/x").said() == refused("summary.csv:2"));
  CHECK(summary("", "/x/training_results_v4.0-main/A").said() == refused("summary.csv:2"));
  CHECK(summary("", "/x").imported.merged.added == std::vector<std::string>{"mlperf-training-v4.1/A/s/bert"});
}

TEST_CASE("impossible scores of a summary are skipped") {
  Taken taken = take_summary(
      kHead + "bert,details_url\nclosed,A,one,BIG,8,,-2.5,\nclosed,A,two,BIG,8,,0,\nclosed,A,three,BIG,8,,x,\n");
  CHECK(taken.left_out() ==
        "the score is not a number (summary.csv:4, bert)\n"
        "the score is not above 0 (summary.csv:2, bert, summary.csv:3, bert)\n");
}

TEST_CASE("results that are published but can't be imported do not count as removed") {
  Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
  tree.merge(set_of("bert", std::vector(10, run_of(4, "bert"))));
  tree.merge(set_of("ssd", std::vector(5, run_of(4, "ssd"))));
  Files site = training_site();
  auto import_again = [&] {
    return take(site, "mlperf-training", Published(tree, {""}, kFolder), {.remove_gone = true}).imported.merged.gone;
  };
  site["data/rows.json"] = take_tree(tree).file("data/rows.json");
  CHECK(import_again().empty());
  tree["A/results/s/llm/result_1.txt"] = ":::MLLOG {\"key\"";
  CHECK(import_again().empty());
  tree.erase("A/results/s/llm/result_1.txt");
  CHECK(import_again().empty());
  for (int i = 0; i < 3; ++i) tree.erase("A/results/s/llm/result_" + std::to_string(i) + ".txt");
  CHECK(import_again() == std::vector<std::string>{"mlperf-training-v9.0/A/s/llm"});
  tree.merge(set_of("llm", {run_of(1), run_of(2), run_of(3)}));
  tree["A/systems/t.json"] = base::replace_all(kSystem, "BIG", "NEW");
  tree["A/results/t/llm/result_0.txt"] = run_of(1);
  CHECK(import_again().empty());
}

TEST_CASE("impossible scores of a summary do not count as removed") {
  const std::string first =
      kHead + "bert,llm,details_url\nclosed,A,one,BIG,8,,1.5,2.5,\nclosed,A,two,BIG,8,,3.5,4.5,\n";
  Files site = training_site();
  site["data/rows.json"] = take_summary(first).file("data/rows.json");
  const std::string second = kHead + "bert,llm,details_url\nclosed,A,one,BIG,8,,x,2.5,\nclosed,A,two,NEW,8,,3.5,,\n";
  Taken taken =
      take(site, "mlperf-training", Published({{"summary.csv", second}}, {"summary.csv"}, "/training_results_v4.1/A"));
  CHECK(taken.imported.merged.gone == std::vector<std::string>{"mlperf-training-v4.1/A/two/llm"});
}

TEST_CASE("a result with too many accelerators is skipped") {
  Files files = set_of("llm", {run_of(1), run_of(2), run_of(3)});
  files["A/systems/s.json"] = R"({"division": "closed", "accelerator_model_name": "BIG",
"number_of_nodes": "4000000000", "accelerators_per_node": "4000000000"})";
  CHECK(take_tree(files).left_out() == "the system's file gives too many accelerators (given/A/results/s/llm)\n");
}

TEST_CASE("logs must be about the benchmark that their folder names") {
  auto left_out = [](const std::string& folder, const std::vector<std::string>& said) {
    std::vector<std::string> logs;
    for (const std::string& each : said) logs.push_back(run_of(static_cast<long>(logs.size()) + 1, each));
    return take_tree(set_of(folder, logs)).left_out();
  };
  CHECK(left_out("gpt3", {"gpt3", "bert", "gpt3"}) ==
        "result_1.txt: the log is for benchmark \"bert\" (given/A/results/s/gpt3)\n");
  CHECK(left_out("gpt3", {"bert", "bert", "bert"}) ==
        "result_0.txt: the log is for benchmark \"bert\" (given/A/results/s/gpt3)\n");
  CHECK(left_out("gpt3", {"GPT-3", "", "gpt3"}) == "");
  CHECK(left_out("retinanet", {"ssd", "ssd", "retinanet", "ssd", "ssd"}) == "");
  CHECK(left_out("gpt3", {"gpt3", "gpt3", "gpt3\"}\n:::MLLOG {\"key\": \"submission_benchmark\", \"value\": \"bert"}) ==
        "result_2.txt: the log has two benchmarks (given/A/results/s/gpt3)\n");
  std::vector<std::string> renamed(10, "flux1");
  renamed[0] = "flux";
  CHECK(left_out("flux1", renamed) == "");
}

TEST_CASE("a set has the number of logs that the rules require") {
  auto taken = [](const std::string& benchmark, size_t logs) {
    return take_tree(set_of(benchmark, std::vector<std::string>(logs, run_of(7, benchmark))));
  };
  CHECK(taken("resnet", 3).left_out() == "3 runs, but the rules require 5 (given/A/results/s/resnet)\n");
  CHECK(taken("resnet", 10).left_out() == "10 runs, but the rules require 5 (given/A/results/s/resnet)\n");
  CHECK(taken("gpt3", 5).left_out() == "5 runs, but the rules require 3 (given/A/results/s/gpt3)\n");
  CHECK(taken("unet3d", 10).left_out() == "10 runs, but the rules require 40 (given/A/results/s/unet3d)\n");
  Taken known = taken("resnet", 5);
  CHECK(known.imported.merged.added.size() == 1);
  CHECK(notes(known) == "");
  Taken unknown = taken("m", 5);
  CHECK(unknown.imported.merged.added.size() == 1);
  CHECK(notes(unknown) == "the required number of runs of m is not known: missing logs are not noticed");
  CHECK(has(taken("novel", 5).said(), "the importer does not know the benchmark \"novel\""));
  for (const char* since_5 : {"llama31_405b", "deepseekv3_671b"}) CHECK(notes(taken(since_5, 3)) == "");
  CHECK(notes(taken("flux1", 10)) == "");
  CHECK(taken("novel", 4).left_out() == "4 runs, but the rules require 3, 5, 10, 20 or 40 (given/A/results/s/novel)\n");
}

TEST_CASE("logs may have any names that MLPerf's scripts find") {
  Files tree = set_of("llm", {});
  for (const char* name : {"result_31.txt", "result_240929051841195134739_02.txt", "result_best.txt"})
    tree[std::string("A/results/s/llm/") + name] = run_of(4);
  tree["A/results/s/llm/results_9.txt"] = tree["A/results/s/llm/result_1.log"] = "not a log";
  Taken taken = take_tree(tree);
  CHECK(taken.imported.merged.added.size() == 1);
  CHECK(taken.left_out() == "");
}

TEST_CASE("a key that occurs twice in a system's file matters only if it is used and its values differ") {
  const auto with = [](const std::string& more) {
    Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
    tree["A/systems/s.json"].insert(1, more);
    return take_tree(tree);
  };
  for (const char* more : {R"("host": {"a": [1, "}"]}, "host": "two", )", R"("status": "onprem", "host": "x", )"}) {
    Taken taken = with(more);
    CHECK_MESSAGE(taken.imported.merged.added.size() == 1, more);
    CHECK(notes(taken).starts_with("given/A/systems/s.json was read despite repeated keys"));
  }
  Taken differing = with(R"("host": 1, "host": 2, "number_of_nodes": "4", )");
  CHECK(differing.left_out() == "the system's file can't be read (given/A/results/s/llm)\n");
  CHECK_MESSAGE(has(differing.said(), "the key \"number_of_nodes\" occurs twice"), differing.said());
  CHECK(!has(differing.said(), "\"host\""));
}

TEST_CASE("words for availability are converted to the current ones, whatever the round wrote") {
  const auto with = [](const std::string& status) {
    Files site = training_site();
    std::string& descriptor = site["data/datapackage.json"];
    descriptor =
        base::replace_all(descriptor, R"({"name": "round"})", R"({"name": "round"}, {"name": "availability"})");
    Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
    tree["A/systems/s.json"] = base::replace_all(kSystem, "onprem", status);
    return take(site, "mlperf-training", Published(tree, {""}, kFolder));
  };
  for (const auto& [published, means] : {std::pair("onprem", "available on-premise"),
                                         {"Available on-premise", "available on-premise"},
                                         {"cloud", "available cloud"},
                                         {"available", "available"},
                                         {"Preview", "preview"},
                                         {"Research, Development, or Internal (RDI)", "research"}})
    CHECK_MESSAGE(has(with(published).file("data/rows.json"), std::string("\"availability\": \"") + means + "\""),
                  published);
  CHECK(with("sold out").left_out() == "the availability \"sold out\" is unknown (given/A/results/s/llm)\n");
}

TEST_CASE("systems without accelerators are skipped with that reason") {
  Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
  tree["A/systems/s.json"] =
      R"({"number_of_nodes": "4", "accelerators_per_node": "0", "accelerator_model_name": "N/A"})";
  CHECK(take_tree(tree).left_out() == "no accelerator: it ran on the host processor (given/A/results/s/llm)\n");
  CHECK(take_summary(kHead + "bert,details_url\nclosed,A,one,,0,,1.5,\nclosed,A,two,BIG,,,1.5,\n").left_out() ==
        "no accelerator: it ran on the host processor (summary.csv:2, bert)\n"
        "the number of accelerators is missing (summary.csv:3, bert)\n");
}

TEST_CASE("a submitter has the name in the system's file, and its rows have that of the folder") {
  Files tree = set_of("llm", {run_of(1), run_of(2), run_of(3)});
  tree["A/systems/s.json"].insert(1, R"("submitter": "A and B", )");
  Taken taken = take_tree(tree);
  CHECK(taken.imported.merged.added == std::vector<std::string>{"mlperf-training-v9.0/A/s/llm"});
  CHECK(has(taken.file("data/rows.json"), R"("submitter": "A and B")"));
}

TEST_CASE("a link is reported, and only the results behind it are skipped") {
  TemporaryFolder folder;
  for (const auto& [path, bytes] : set_of("llm", {run_of(1), run_of(2), run_of(3)})) put(folder / path, bytes);
  auto also = [&](const std::string& system, const std::string& benchmark, int logs) {
    for (int i = 0; i < logs; ++i)
      put(folder / ("A/results/" + system + "/" + benchmark + "/result_" + std::to_string(i) + ".txt"), run_of(9, ""));
  };
  also("s", "scaled", 3);
  std::filesystem::create_directory(folder / "A/results/s/scaled/scaling.json");
  also("s", "linked", 2);
  std::filesystem::create_symlink("result_0.txt", folder / "A/results/s/linked/result_2.txt");
  std::filesystem::create_symlink("llm", folder / "A/results/s/alias");
  std::filesystem::create_symlink("s", folder / "A/results/twin");
  also("other", "llm", 3);
  std::filesystem::create_symlink("s.json", folder / "A/systems/other.json");
  std::filesystem::create_symlink("A", folder / "B");
  std::filesystem::create_directory(folder / "C");
  std::filesystem::create_symlink("../A/results", folder / "C/results");
  io::DiskFileSystem files(folder.str());
  RecordingFiles root(training_site());
  Taken taken{import::import_files(root, import_test::importer("mlperf-training"), {},
                                   {import::InputFile{&files, "", "given", kFolder}})};
  CHECK_MESSAGE(!taken.failed(), taken.said());
  CHECK(taken.imported.merged.added == std::vector<std::string>{"mlperf-training-v9.0/A/s/llm"});
  CHECK(taken.left_out() ==
        "neither a file nor a folder; links are not followed "
        "(given/B, given/A/results/twin, given/A/results/s/alias)\n"
        "result_2.txt is not a regular file; links are not followed (given/A/results/s/linked)\n"
        "scaling.json is not a regular file; links are not followed (given/A/results/s/scaled)\n"
        "the system's file is not a regular file; links are not followed (given/A/results/other/llm)\n");
  CHECK(taken.imported.input.read == 8);
}

TEST_CASE("a system error ends an import") {
  Published published(set_of("llm", {run_of(1), run_of(2), run_of(3)}), {""}, kFolder);
  published.files.fail_at("A/results/s/llm/result_1.txt", io::ErrorKind::machine, "Input/output error");
  CHECK(take(training_site(), "mlperf-training", published).said() ==
        "error[unreadable-file]: given/A/results/s/llm/result_1.txt can't be read: Input/output error\n"
        "  --> given/A/results/s/llm/result_1.txt\n");
}

TEST_CASE("other keys in a line of a log are ignored") {
  std::string start = log_line("run_start", 1000, "null", R"("file": "a \" b.py", "other": "C:\\")");
  std::string stop =
      log_line("run_stop", 61000, "null", R"("status": "success", "loss": NaN, "e": [-Infinity, "NaN\""])");
  import::Run run = import::read_run(start + stop);
  CHECK(run.problem == "");
  CHECK(run.milliseconds == quantity::Exact(60000));
  CHECK(import::read_run(start + ":::MLLOG {\"key\": \"run_stop\", \"time_ms\": NaN}").problem ==
        "run_stop has no time");
}

TEST_CASE("a log without line breaks is read in linear time") {
  std::string log = log_line("run_start", 1000, "null", "");
  while (log.size() < (8U << 20)) log += log_line("epoch", 1000, "1", "\"a\": \"" + std::string(60, 'y') + "\"");
  log += log_line("run_stop", 61000, "null", "\"status\": \"success\"");
  std::replace(log.begin(), log.end(), '\n', ' ');
  auto begin = std::chrono::steady_clock::now();
  CHECK(import::read_run(log).milliseconds == quantity::Exact(60000));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));  // a slower algorithm took five seconds
}

}  // namespace
