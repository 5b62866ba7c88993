// Finds the settings for a published table by its columns, among those that `new resource` wrote for earlier editions.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "import/input_file.h"
#include "io/file_system.h"

namespace import {

struct Recognised {
  std::string settings;       // the path of the settings from the site's root
  std::string refusal, help;  // the message if no settings fit, or several do
};

// Finds the file in data/imports/ whose `columns` are in all given files. If several match, returns the one that
// describes the most columns. Texts that errors point into are added to `texts`.
Recognised recognise_settings(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
                              base::Diagnostics& diagnostics);

}  // namespace import
