#include "cli/made.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "base/text.h"

namespace cli {
namespace {

// The bytes that a changed file had, for the way back.
struct Undo {
  std::string path;
  std::optional<std::string> before;  // none for a new file
};

void report(std::string_view code, const std::string& path, std::string_view what, const io::Error& error, Made& made) {
  made.diagnostics.error(code, path, fmt::format("{} can't be {}: {}", path, what, error.message));
}

// What stands in the place of each file; nothing, after saying so, where that can't be told.
std::optional<std::vector<Undo>> look_back(const io::FileSystem& root, Made& made, const std::string& shown) {
  std::vector<Undo> undo;
  for (const base::ChangedFile& file : made.files) {
    Undo& each = undo.emplace_back(file.path, std::nullopt);
    if (!file.from) continue;
    auto before = root.read(file.path);
    if (!before && before.error().kind != io::ErrorKind::not_found) {
      report("unreadable-file", shown + file.path, "read", before.error(), made);
      return std::nullopt;
    }
    if (before) each.before = std::move(before).value();
    if (!each.before || base::hash_bytes(*each.before) != *file.from)
      made.diagnostics
          .error("file-changed", shown + file.path, fmt::format("{}{} has changed since it was read", shown, file.path))
          .suggest("nothing was written; run the command again");
  }
  return undo;
}

void take_back(io::FileSystem& root, const std::vector<Undo>& done, Made& made, const std::string& shown) {
  for (const Undo& each : done)
    if (auto undone = each.before ? root.write(each.path, *each.before) : root.remove(each.path); !undone)
      report("unwritable-file", shown + each.path, "given back what it held", undone.error(), made);
}

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += "  - " + line + "\n";
  return out.empty() ? "" : fmt::format("\n{}:\n{}", heading, out);
}

}  // namespace

Made Made::refuse(std::string why, std::string help) {
  Made made;
  made.refusal = std::move(why);
  made.help = std::move(help);
  return made;
}

int write_made(io::FileSystem& root, Made& made, const std::string& shown) {
  if (made.failed()) return made.refusal.empty() ? status_of(made.diagnostics) : kWrongUsage;
  for (const base::ChangedFile& file : made.files) {
    if (file.from) continue;
    const auto there = root.status(file.path);
    if (there && there.value().type == io::EntryType::symlink)
      made.diagnostics
          .error("file-exists", shown + file.path,
                 fmt::format("{}{} is a symbolic link, which is not followed", shown, file.path))
          .suggest("nothing was written; copy the file itself to this place, or move the link away");
    else if (there)
      made.diagnostics.error("file-exists", shown + file.path, fmt::format("{}{} is there already", shown, file.path))
          .suggest("nothing was written; choose another name, or move that file away");
    else if (there.error().kind == io::ErrorKind::machine || there.error().kind == io::ErrorKind::permission)
      report("unreadable-file", shown + file.path, "looked at", there.error(), made);
  }
  if (made.failed()) return status_of(made.diagnostics);
  std::optional<std::vector<Undo>> undo = look_back(root, made, shown);
  if (!undo || made.failed()) return status_of(made.diagnostics);
  for (size_t i = 0; i < made.files.size(); ++i) {
    auto written = root.write(made.files[i].path, made.files[i].bytes);
    if (written) continue;
    report("unwritable-file", shown + made.files[i].path, "written", written.error(), made);
    undo->resize(i);
    take_back(root, *undo, made, shown);
    return kMachineFailed;
  }
  return kFine;
}

std::string summary_of(const Made& made, const std::string& shown) {
  std::string out;
  for (const base::ChangedFile& file : made.files)
    out += fmt::format("{} {}{}\n", file.from ? "changed" : "wrote  ", shown, file.path);
  out += list("found out", made.notes) + list("left to do", made.left);
  if (!made.next.empty()) out += "\nnext: " + base::join(made.next, "\n      ") + "\n";
  return out;
}

int finish(io::DiskFileSystem& root, Made made, const CommonOptions& common, const std::string& shown) {
  if (report_failure(root, made.diagnostics) != kFine) made.refusal.clear();  // it may rest on what was not read
  if (!made.refusal.empty()) return refuse(made.refusal, made.help, common);
  int status = write_made(root, made, shown);
  made.diagnostics.sort();
  print_diagnostics(made.diagnostics, common);
  if (status == kFine && !common.quiet) print_shown(summary_of(made, shown));
  return status;
}

}  // namespace cli
