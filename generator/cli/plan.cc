#include "cli/plan.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "base/text.h"

namespace cli {
namespace {

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\n{}:\n  - {}\n", heading, base::join(lines, "\n  - "));
}

}  // namespace

int write_plan(io::FileSystem& root, Plan& plan, const std::string& prefix) {
  const auto report = [&](std::string_view code, const std::string& path, std::string_view what, const io::Error& why) {
    plan.diagnostics.error(code, prefix + path, fmt::format("{}{} can't be {}: {}", prefix, path, what, why.message));
  };
  const auto refuse = [&](std::string_view code, const std::string& path, std::string_view what,
                          std::string_view help) {
    plan.diagnostics.error(code, prefix + path, fmt::format("{}{} {}", prefix, path, what))
        .suggest(fmt::format("nothing was written; {}", help));
  };
  if (plan.failed()) return status_of(plan.diagnostics);
  std::map<std::string, std::string> before;  // the bytes of files that exist
  for (const auto& [path, bytes, from] : plan.files) {
    if (from) {
      auto found = root.read(path);
      if (!found && found.error().kind != io::ErrorKind::not_found)
        report("unreadable-file", path, "read", found.error());
      else if (!found || base::hash_bytes(found.value()) != *from)
        refuse("file-changed", path, "has changed since it was read", "run the command again");
      else
        before[path] = std::move(found).value();
      continue;
    }
    const auto found = root.status(path);
    if (found && found.value().type == io::EntryType::symlink)
      refuse("file-exists", path, "is a symbolic link, which is not followed",
             "copy the file itself to this path, or remove the link");
    else if (found)
      refuse("file-exists", path, "already exists", "choose another name, or move that file");
    else if (found.error().kind == io::ErrorKind::machine || found.error().kind == io::ErrorKind::permission)
      report("unreadable-file", path, "read", found.error());
  }
  if (plan.failed()) return status_of(plan.diagnostics);
  for (size_t i = 0; i < plan.files.size(); ++i) {
    auto written = root.write(plan.files[i].path, plan.files[i].bytes);
    if (written) continue;
    report("unwritable-file", plan.files[i].path, "written", written.error());
    for (size_t restored = 0; restored < i; ++restored) {
      const std::string& path = plan.files[restored].path;
      const auto old = before.find(path);
      if (auto done = old == before.end() ? root.remove(path) : root.write(path, old->second); !done)
        report("unwritable-file", path, "restored", done.error());
    }
    return kMachineFailed;
  }
  return kFine;
}

int carry_out(io::DiskFileSystem& root, Plan& plan, const CommonOptions& options, bool dry_run,
              const std::string& prefix) {
  is_readable(root, plan.diagnostics);
  const bool failed = plan.failed();
  const int status = failed || dry_run ? status_of(plan.diagnostics) : write_plan(root, plan, prefix);
  plan.diagnostics.sort();
  print_diagnostics(plan.diagnostics, options);
  if (failed) print_text(stderr, "nothing was written\n");
  return status;
}

std::string summary_of(const Plan& plan, const std::string& prefix) {
  std::string out;
  for (const base::ChangedFile& file : plan.files)
    out += fmt::format("{} {}{}\n", file.from ? "changed" : "wrote  ", prefix, file.path);
  out += list("detected", plan.notes) + list("to do", plan.todo);
  if (!plan.next.empty()) out += "\nnext: " + base::join(plan.next, "\n      ") + "\n";
  return out;
}

}  // namespace cli
