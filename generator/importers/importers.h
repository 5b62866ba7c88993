// Folder importers/: the formats in which the results and prices of one subject are published, each in a file of its
// own whose header describes it; and the list of all importers.
#pragma once
#include <span>

#include "import/importer.h"

namespace import {

// By name, as `sourcebook import NAME` shows them.
std::span<const Importer> importers();

void import_mlperf_training(const std::vector<Given>& given, Task& task);
void import_mlperf_inference(const std::vector<Given>& given, Task& task);
void import_skypilot_prices(const std::vector<Given>& given, Task& task);
void import_gcp_prices(const std::vector<Given>& given, Task& task);

}  // namespace import
