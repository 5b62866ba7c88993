// Folder importers/: a file for each format in which results and prices are published, and the list of all importers.
#pragma once
#include <span>

#include "import/importer.h"

namespace import {

// Returns all importers in the order in which `sourcebook import` lists them.
std::span<const Importer> importers();

void import_mlperf_training(const std::vector<InputFile>& files, Task& task);
void import_mlperf_inference(const std::vector<InputFile>& files, Task& task);
void import_skypilot_prices(const std::vector<InputFile>& files, Task& task);
void import_gcp_prices(const std::vector<InputFile>& files, Task& task);

}  // namespace import
