// Folder importers/: the formats in which the results and prices of one subject are published, one file for each, and
// the list of all importers.
#pragma once
#include <span>

#include "import/importer.h"

namespace import {

// In the order in which `sourcebook import` lists them.
std::span<const Importer> importers();

void import_mlperf_training(const std::vector<InputFile>& files, Task& task);
void import_mlperf_inference(const std::vector<InputFile>& files, Task& task);
void import_skypilot_prices(const std::vector<InputFile>& files, Task& task);
void import_gcp_prices(const std::vector<InputFile>& files, Task& task);

}  // namespace import
