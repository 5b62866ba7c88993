// The editions of an import: finds the edition that the files are, moves the rows that it replaces to the history, and
// updates the sources of both.
#pragma once
#include <optional>
#include <string>

#include "import/import.h"

namespace import {

// The references are those of an import, which outlives this object. `descriptor`, `resource` and `file` are set before
// find() is called.
class EditionImport {
 public:
  EditionImport(const io::FileSystem& root, const Request& request, ImportResult& result, Settings& settings,
                const data::Package& package, data::Bibliography& bibliography, const base::SourceText*& descriptor,
                const data::Resource*& resource, std::optional<DataFile>& file)
      : root_(root),
        request_(request),
        result_(result),
        settings_(settings),
        package_(package),
        bibliography_(bibliography),
        descriptor_(descriptor),
        resource_(resource),
        file_(file) {}

  // Finds the edition to import, and its source and date, which it writes into the settings. Without --edition, an
  // import corrects the current edition. Adds the source of a new edition to the bibliography. Returns false after an
  // error. Throws base::UsageError.
  bool find();

  // Finds whether the source of the previous edition is superseded. REQUIRES: the rows of this one were merged
  void supersede();

  // Declares a new edition, and moves the rows that it replaces to the history.
  void land();

  // Updates the dates and versions of the sources of imported rows, and marks the one that is superseded.
  void update_sources();

  // The history without rows, for the check: they were checked as rows of the table. "" to check them again.
  const std::string& checked_history() const { return checked_history_; }

 private:
  void start();
  std::string source_of_new();
  void add_source();
  const base::SourceText* read(const std::string& path) { return read_file(root_, path, result_.texts); }

  const io::FileSystem& root_;
  const Request& request_;
  ImportResult& result_;
  Settings& settings_;
  const data::Package& package_;
  data::Bibliography& bibliography_;
  const base::SourceText*& descriptor_;
  const data::Resource*& resource_;
  std::optional<DataFile>& file_;
  bool is_new_ = false;  // whether the edition is not declared yet
  std::optional<data::Edition> previous_;
  std::string replaced_;     // the source of the rows that the edition replaces; "" if they have several
  bool supersedes_ = false;  // whether the edition's source was made for it, as the successor of `replaced_`
  std::string superseded_;   // the source to mark as superseded; "" for none
  std::string checked_history_;
};

}  // namespace import
