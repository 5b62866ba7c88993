#include "cli/plan.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "base/text.h"

namespace cli {
namespace {

class Writer {
 public:
  Writer(io::FileSystem& root, Plan& plan, const std::string& prefix) : root_(root), plan_(plan), prefix_(prefix) {}

  int write() {
    if (plan_.failed()) return plan_.refusal.empty() ? status_of(plan_.diagnostics) : kWrongUsage;
    for (const base::ChangedFile& file : plan_.files)
      if (file.from)
        check_unchanged(file);
      else
        check_absent(file);
    if (plan_.failed()) return status_of(plan_.diagnostics);
    for (size_t i = 0; i < plan_.files.size(); ++i) {
      const base::ChangedFile& file = plan_.files[i];
      if (auto written = root_.write(file.path, file.bytes); !written) {
        report("unwritable-file", file.path, "written", written.error());
        restore(i);
        return kMachineFailed;
      }
    }
    return kFine;
  }

 private:
  void report(std::string_view code, const std::string& path, std::string_view what, const io::Error& error) {
    plan_.diagnostics.error(code, prefix_ + path,
                            fmt::format("{}{} can't be {}: {}", prefix_, path, what, error.message));
  }

  void refuse(std::string_view code, const std::string& path, std::string_view what, std::string_view help) {
    plan_.diagnostics.error(code, prefix_ + path, fmt::format("{}{} {}", prefix_, path, what))
        .suggest(fmt::format("nothing was written; {}", help));
  }

  void check_absent(const base::ChangedFile& file) {
    const auto found = root_.status(file.path);
    if (found && found.value().type == io::EntryType::symlink)
      refuse("file-exists", file.path, "is a symbolic link, which is not followed",
             "copy the file itself to this path, or remove the link");
    else if (found)
      refuse("file-exists", file.path, "already exists", "choose another name, or move that file");
    else if (found.error().kind == io::ErrorKind::machine || found.error().kind == io::ErrorKind::permission)
      report("unreadable-file", file.path, "read", found.error());
  }

  void check_unchanged(const base::ChangedFile& file) {
    auto bytes = root_.read(file.path);
    if (!bytes && bytes.error().kind != io::ErrorKind::not_found)
      report("unreadable-file", file.path, "read", bytes.error());
    else if (!bytes || base::hash_bytes(bytes.value()) != *file.from)
      refuse("file-changed", file.path, "has changed since it was read", "run the command again");
    else
      before_[file.path] = std::move(bytes).value();
  }

  // Restores the first `count` files.
  void restore(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const std::string& path = plan_.files[i].path;
      const auto before = before_.find(path);
      if (auto done = before == before_.end() ? root_.remove(path) : root_.write(path, before->second); !done)
        report("unwritable-file", path, "restored", done.error());
    }
  }

  io::FileSystem& root_;
  Plan& plan_;
  const std::string& prefix_;
  std::map<std::string, std::string> before_;  // the previous bytes of files that exist
};

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\n{}:\n  - {}\n", heading, base::join(lines, "\n  - "));
}

}  // namespace

Plan Plan::refuse(std::string why, std::string help) {
  Plan plan;
  plan.refusal = std::move(why);
  plan.help = std::move(help);
  return plan;
}

int write_plan(io::FileSystem& root, Plan& plan, const std::string& prefix) {
  return Writer(root, plan, prefix).write();
}

int carry_out(io::DiskFileSystem& root, Plan& plan, const CommonOptions& options, bool dry_run,
              const std::string& prefix) {
  // If a file could not be read, that may be the reason for the refusal.
  if (is_readable(root, plan.diagnostics) && !plan.refusal.empty() && status_of(plan.diagnostics) != kMachineFailed)
    throw UsageError{plan.refusal, plan.help};
  plan.refusal.clear();
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
