// Imports files as their publishers released them, and compares the results with known values. SOURCEBOOK_UPSTREAM is a
// folder with mlperf/ and pricing/, whose README.md files state the values, and rounds/ with clones of MLPerf's
// repositories. Missing folders are reported as skipped.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/disk.h"
#include "quantity/decimal.h"
#include "taken.h"

namespace {

namespace fs = std::filesystem;
using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

// Returns the folder with `part`; if it does not exist, reports that and returns an empty path.
fs::path upstream(const fs::path& part) {
  const char* folder = std::getenv("SOURCEBOOK_UPSTREAM");
  if (folder && fs::is_directory(fs::path(folder) / part)) return fs::path(folder) / part;
  MESSAGE("skipped: SOURCEBOOK_UPSTREAM must be a folder of published files that has " << (part / "").string());
  return {};
}

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  CHECK_MESSAGE(!text.str().empty(), file.string());
  return text.str();
}

// Returns a site with the guide's own table of names.
Files site(const std::string& fields, const std::string& importer, const std::string& settings) {
  Files files = site_of(fields, importer, settings);
  files["data/names.json"] = contents(fs::path(SOURCEBOOK_ROOT) / "data/accelerator_names.json");
  return files;
}

const std::string kTraining = R"({"name": "id"}, {"name": "accelerator"}, {"name": "accelerators", "type": "integer"},
  {"name": "nodes", "type": "integer"}, {"name": "minutes", "type": "number", "unit": "min"},
  {"name": "as_of"}, {"name": "source"}, {"name": "locator"})";
const std::string kInference = R"({"name": "id"}, {"name": "submission"}, {"name": "accelerator"},
  {"name": "accelerators", "type": "integer"}, {"name": "throughput", "type": "number", "unitField": "unit"},
  {"name": "unit"}, {"name": "as_of"}, {"name": "source"}, {"name": "locator"})";
const std::string kPublishedPrices =
    R"({"name": "id"}, {"name": "accelerator"}, {"name": "accelerators", "type": "integer"},
  {"name": "usd_per_hour", "type": "number", "unit": "USD/h"},
  {"name": "usd_per_accelerator_hour", "type": "number", "unit": "USD/chip/h"},
  {"name": "as_of"}, {"name": "source"}, {"name": "locator"})";

// Returns the line of the row with this id, from the id on.
std::string row(const std::string& file, const std::string& id) {
  size_t at = file.find("{\"id\": \"" + id + "\"");
  REQUIRE_MESSAGE(at != std::string::npos, id << " is not there");
  return file.substr(at, file.find('\n', at) - at);
}

void holds(const std::string& line, const std::string& part) { CHECK_MESSAGE(line.find(part) != line.npos, line); }

TEST_CASE("published results of training give the published minutes") {
  const fs::path folder = upstream("mlperf");
  if (folder.empty()) return;
  Files files = site(kTraining, "mlperf-training", "");
  SUBCASE("a CSV summary that repeats its header is read") {
    Published given({{"summary.csv", contents(folder / "training-v3.1/summary.csv")}}, {"summary.csv"});
    std::string rows = take(files, "mlperf-training", given).file("data/rows.json");
    std::string line = row(rows, "mlperf-training-v3.1/Google/cloud-tpu-v5e-4096-PAX/gpt3");
    holds(line, R"("accelerator": "tpu-v5e", "accelerators": 4096, "minutes": 44.68485,)");
    CHECK(std::count(rows.begin(), rows.end(), '\n') == 3);
  }
  SUBCASE("logs with a scaling factor are read") {
    std::string from = "training-v4.0/", to = "Google/results/cloud-tpu-v5p-12288-maxtext/gpt3/";
    Files tree{{"Google/systems/cloud-tpu-v5p-12288-maxtext.json",
                contents(folder / (from + "cloud-tpu-v5p-12288-maxtext.json"))}};
    for (std::string name : {"result_0.txt", "result_1.txt", "result_2.txt", "scaling.json"})
      tree[to + name] = contents(folder / (from + name));
    Published given(tree, {""}, "/x/training_results_v4.0");
    std::string id = "mlperf-training-v4.0/Google/cloud-tpu-v5p-12288-maxtext/gpt3";
    std::string line = row(take(files, "mlperf-training", given).file("data/rows.json"), id);
    holds(line, R"("accelerator": "tpu-v5p", "accelerators": 6144, "nodes": 1536, "minutes": 12.4765811011905,)");
    tree.erase(to + "scaling.json");
    Published unscaled(tree, {""}, "/x/training_results_v4.0");
    holds(row(take(files, "mlperf-training", unscaled).file("data/rows.json"), id), R"("minutes": 12.2041666666667,)");
  }
  SUBCASE("a JSON summary is read") {
    Published given({{"summary.json", contents(folder / "training-v5.0/summary.json")}}, {"summary.json"});
    std::string rows = take(files, "mlperf-training", given).file("data/rows.json");
    std::string before = "mlperf-training-v5.0/Nebius/nebius_soperator_8xH200_n";
    holds(row(rows, before + "128_ngc25.01_nemo/llama31_405b"),
          R"("accelerators": 1024, "nodes": 128, "minutes": 124.4959333333,)");
    holds(row(rows, before + "64_ngc25.01_nemo/llama31_405b"),
          R"("accelerators": 512, "nodes": 64, "minutes": 244.5943694444,)");
  }
}

TEST_CASE("published results of inference give the expected number of rows") {
  const fs::path folder = upstream("mlperf");
  if (folder.empty()) return;
  struct Round {
    const char *name, *read, *other_divisions, *edge;
    size_t closed_datacenter;
  };
  for (const Round& round : {Round{"v4.1", "937 results read", "64  division is", "46  kind is", 827},
                             Round{"v6.0", "520 results read", "16  division is", "53  kind is", 451}}) {
    CAPTURE(round.name);
    Files files = site(kInference, "mlperf-inference", "only: {division: [closed], kind: [datacenter]}\n");
    Published given({{"summary_results.json",
                      contents(folder / ("inference-" + std::string(round.name)) / "summary_results.json")}},
                    {"summary_results.json"});
    Taken taken = take(files, "mlperf-inference", given);
    std::string report = taken.report();
    for (const char* part : {round.read, round.other_divisions, round.edge})
      CHECK_MESSAGE(report.find(part) != std::string::npos, report);
    // Every closed datacenter result becomes a row or is reported.
    size_t reported = 0;
    for (const auto& [why, reason] : taken.imported.input.skips.reasons())
      if (!why.starts_with("division") && !why.starts_with("kind")) reported += reason.count;
    reported += taken.imported.unknown.count();
    CHECK(taken.imported.merged.added.size() + reported == round.closed_datacenter);
    if (std::string(round.name) != "v4.1") continue;
    std::string line = row(taken.file("data/rows.json"), "mlperf-inference-v4.1/4.1-0071/stable-diffusion-xl/Offline");
    holds(line, R"("throughput": 5.43896, "unit": "samples/s")");
  }
}

TEST_CASE("published prices give the published prices per chip") {
  const fs::path folder = upstream("pricing");
  if (folder.empty()) return;
  SUBCASE("slices of TPUs are counted in cores or in chips") {
    Files files = site(kPublishedPrices, "skypilot-prices", "");
    Published given({{"catalogs/v8/gcp/vms.csv", contents(folder / "skypilot-catalog-v8-gcp/vms.csv")}},
                    {"catalogs/v8/gcp/vms.csv"});
    Taken taken = take(files, "skypilot-prices", given);
    std::string rows = taken.file("data/rows.json");
    holds(row(rows, "gcp/tpu-v5p-10240/us-central1/on-demand"),
          R"("accelerators": 5120, "usd_per_hour": 21504.0, "usd_per_accelerator_hour": 4.2,)");
    holds(row(rows, "gcp/tpu-v5e-8/us-central1/on-demand"),
          R"("accelerators": 8, "usd_per_hour": 9.6, "usd_per_accelerator_hour": 1.2,)");
    holds(row(rows, "gcp/tpu-v6e-256/us-central1/on-demand"),
          R"("usd_per_hour": 691.2, "usd_per_accelerator_hour": 2.7,)");
    holds(row(rows, "gcp/tpu-v4-8/us-central2/on-demand"),
          R"("accelerators": 4, "usd_per_hour": 12.88, "usd_per_accelerator_hour": 3.22,)");
    holds(row(rows, "gcp/tpu-v3-8/us-central1/on-demand"), R"("usd_per_accelerator_hour": 2,)");
    holds(row(rows, "gcp/tpu-v2-8/us-central1/on-demand"), R"("usd_per_accelerator_hour": 1.125,)");
    CHECK(rows.find("700") == std::string::npos);
    CHECK(rows.find("H100") == std::string::npos);
  }
  SUBCASE("a cloud with different columns is read") {
    Files files = site(kPublishedPrices, "skypilot-prices", "");
    Published given({{"lambda/vms.csv", contents(folder / "skypilot-catalog-v8-lambda/vms.csv")}}, {"lambda/vms.csv"});
    Taken taken = take(files, "skypilot-prices", given);
    holds(row(taken.file("data/rows.json"), "lambda/gpu_8x_v100/us-east-1/on-demand"),
          R"("accelerators": 8, "usd_per_hour": )");
    CHECK(taken.imported.unknown.reasons().contains("A6000"));
  }
  SUBCASE("the calculator's commitments per month are read") {
    Files files = site(kPublishedPrices, "gcp-prices", "");
    Published given({{"pricing.yml", contents(folder / "cyclenerd-gcosts/pricing.yml")}}, {"pricing.yml"});
    Taken taken = take(files, "gcp-prices", given);
    std::string rows = taken.file("data/rows.json");
    holds(row(rows, "gcp/a2-highgpu-1g/us-central1/on-demand"),
          R"("usd_per_hour": 3.673385, "usd_per_accelerator_hour": 3.673385, "as_of": "2026-07-30")");
    holds(row(rows, "gcp/a3-highgpu-8g/us-central1/commit-3y"),
          R"("usd_per_hour": 38.864381, "usd_per_accelerator_hour": 4.858048,)");
    CHECK(has(taken.report(), "a machine without accelerators"));
  }
  SUBCASE("missing values in any table are missing in the result") {
    Files files = site_of(R"({"name": "id"}, {"name": "gpu"}, {"name": "price", "type": "number", "unit": "USD/h"},
      {"name": "source"}, {"name": "locator"})",
                          "table",
                          "constants: {id: \"{Cloud}/{Name}/{GPUs}\"}\nonly: {Cloud: [AWS]}\ncolumns: {GPU Type: gpu, "
                          "On-demand: price}\n");
    Published given({{"cloud-gpus.csv", contents(folder / "the-full-stack-cloud-gpus/cloud-gpus.csv")}},
                    {"cloud-gpus.csv"});
    Taken taken = take(files, "table", given);
    CHECK_MESSAGE(!taken.failed(), taken.said());
    holds(row(taken.file("data/rows.json"), "AWS/p4d.24xlarge/8"), R"x("gpu": "A100 (40 GB)", "price": 32.77,)x");
  }
}

Files guide() {
  Files files;
  const fs::path root = SOURCEBOOK_ROOT;
  for (const auto& entry : fs::recursive_directory_iterator(root / "data"))
    if (entry.is_regular_file()) files[fs::relative(entry.path(), root).generic_string()] = contents(entry.path());
  return files;
}

// Imports each round again if there is a clone of mlcommons/training_results_vROUND.
TEST_CASE("published rounds of training agree with the guide's own rows") {
  const fs::path folder = upstream("rounds");
  if (folder.empty()) return;
  const Files files = guide();
  for (const auto& entry : fs::directory_iterator(folder)) {
    CAPTURE(entry.path().string());
    io::DiskFileSystem tree(entry.path().string());
    RecordingFiles root(files);
    Taken taken{import::import_files(root, import_test::importer("mlperf-training"), {},
                                     {import::InputFile{&tree, "", "given", entry.path().string()}})};
    INFO(taken.report());
    CHECK_MESSAGE(!taken.failed(), taken.said());
    CHECK(taken.imported.merged.changed.empty());
    CHECK(taken.imported.merged.gone.empty());
    CHECK(taken.imported.merged.beaten.empty());
    CHECK(taken.imported.merged.same > 0);
    MESSAGE(entry.path().filename().string() << ": " << taken.imported.merged.same << " rows are as published");
  }
}

TEST_CASE("published files agree with the guide's own rows") {
  const fs::path folder = upstream("");
  if (folder.empty()) return;
  const Files files = guide();
  auto unchanged = [&](std::string_view importer, const fs::path& file, const std::string& path,
                       const import::Request& request) {
    Published given({{path, contents(folder / file)}}, {path});
    Taken taken = take(files, importer, given, request);
    INFO(taken.report());
    CHECK_MESSAGE(!taken.failed(), taken.said());
    CHECK(taken.imported.merged.changed.empty());
    CHECK(taken.imported.merged.same > 0);
  };
  unchanged("mlperf-inference", "mlperf/inference-v6.0/summary_results.json", "summary_results.json", {});
  unchanged("mlperf-inference", "mlperf/inference-v4.1/summary_results.json", "summary_results.json", {});
  import::Request revision;
  revision.options["revision"] = "fd66b26";
  unchanged("gcp-prices", "pricing/cyclenerd-gcosts/pricing.yml", "pricing.yml", revision);
  revision.options["revision"] = "006059e0";
  unchanged("skypilot-prices", "pricing/skypilot-catalog-v8-gcp/vms.csv", "catalogs/v8/gcp/vms.csv", revision);
}

}  // namespace
