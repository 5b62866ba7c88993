// The settings for a published table, found by its columns: those that `new resource` wrote for an earlier edition.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "import/input_file.h"
#include "io/file_system.h"

namespace import {

struct Recognised {
  std::string settings;       // the path of the settings from the site's root
  std::string refusal, help;  // if there are none, or several
};

// Of the files of data/imports/ with `columns`, the one whose columns all files have. If there are several, the one
// that describes the most columns. `texts` gets those that errors point into.
Recognised recognise_settings(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
                              base::Diagnostics& diagnostics);

}  // namespace import
