#include "cli/common.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>

#include "base/parallel.h"
#include "base/text.h"
#include "base/work.h"
#include "cli/build_folders.h"
#include "data/dates.h"
#include "site/config.h"
#include "site/shared_data.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using base::DiagnosticFormat;

constexpr size_t kWorkOfPrinted = 80;  // work per byte of diagnostics; an empty input's budget allows a megabyte

DiagnosticFormat format_of(const CommonOptions& options) {
  if (options.format == "json") return DiagnosticFormat::json;
  return options.format == "github" ? DiagnosticFormat::github : DiagnosticFormat::text;
}

std::string text_of(const base::Diagnostic& diagnostic, DiagnosticFormat format) {
  const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const bool colour = isatty(STDERR_FILENO) && !(no_color && *no_color);
  return base::format_diagnostic(diagnostic, format, colour && format == DiagnosticFormat::text);
}

// The site's folder and, from it, the one whose data it shares; "" for none.
struct SharedFolder {
  fs::path root;
  std::string path;
} shared_folder;

// Returns where a file is: "../data/rivers.csv" for one of the shared data that is read as "data/rivers.csv".
std::string real_path(const std::string& path) {
  constexpr std::string_view kData = "data/";
  std::error_code unreachable;
  if (shared_folder.path.empty() || !path.starts_with(kData) || site::is_own_data(path)) return path;
  const fs::path shared = fs::path(shared_folder.path) / path.substr(kData.size());
  const bool is_shared =
      !fs::exists(shared_folder.root / path, unreachable) && fs::exists(shared_folder.root / shared, unreachable);
  return is_shared ? shared.lexically_normal().string() : path;
}

// Makes spans name the files that they are in.
class RealPlaces {
 public:
  void correct(base::Diagnostic& diagnostic) {
    diagnostic.path = real_path(diagnostic.path);
    correct(diagnostic.span);
    for (base::Note& note : diagnostic.notes) correct(note.span);
  }

 private:
  void correct(base::Span& span) {
    if (!span) return;
    std::unique_ptr<base::SourceText>& text = texts_[span.source];
    const std::string path = text ? text->path() : real_path(span.source->path());
    if (path == span.source->path()) return;
    if (!text) text = std::make_unique<base::SourceText>(path, std::string(span.source->text()));
    span.source = text.get();
  }

  std::map<const base::SourceText*, std::unique_ptr<base::SourceText>> texts_;
};

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\n{}:\n  - {}\n", heading, base::join(lines, "\n  - "));
}

}  // namespace

void add_root_option(CLI::App& command, CommonOptions& options) {
  command.add_option("--root", options.root, "Folder of the site")->type_name("DIR")->capture_default_str();
}

void add_jobs_option(CLI::App& command, CommonOptions& options) {
  command.add_option("--jobs", options.jobs, "Number of threads (default: one per core)")
      ->check(CLI::Range(1, 256))
      ->group(kRareOptions);
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  add_root_option(command, options);
  add_jobs_option(command, options);
  command.add_option("--format", options.format, "Format of errors and warnings")
      ->check(CLI::IsMember({"text", "json", "github"}))
      ->capture_default_str();
  auto* quiet = command.add_flag("-q,--quiet", options.quiet, "Print only errors and warnings");
  command.add_flag("-v,--verbose", options.verbose, "Print more detail")->excludes(quiet);
  command
      .add_option_function<unsigned>(
          "--work", base::multiply_allowed_work,
          "Multiply [the work that a build may do](messages.md#too-much-work), for a large site that you "
          "trust")
      ->check(CLI::Range(1, 1000))
      ->default_str("1")
      ->group(kRareOptions);
}

unsigned jobs_of(const CommonOptions& options) { return options.jobs > 0 ? options.jobs : base::default_jobs(); }

void print_usage_error(const UsageError& error, const CommonOptions& options) {
  base::Diagnostics diagnostics;
  diagnostics.error("usage", base::Span{}, error.why).suggest(error.help);
  std::fputs(text_of(diagnostics.list().front(), format_of(options)).c_str(), stderr);
}

int run_command(const CommonOptions& options, const std::function<int()>& run) {
  try {
    return run();
  } catch (const UsageError& error) {
    print_usage_error(error, options);
    return kWrongUsage;
  }
}

int run_on_site(const CommonOptions& options, const std::function<int(io::DiskFileSystem& root)>& run) {
  return run_command(options, [&] {
    const fs::path folder = find_root(options);
    io::DiskFileSystem root(folder.string(), io::Writing::durable);
    try {
      share_data(root, folder);
      return run(root);
    } catch (const UsageError&) {
      base::Diagnostics unreadable;
      if (is_readable(root, unreadable)) throw;
      print_diagnostics(unreadable, options);
      print_text(stderr, "nothing was written\n");
      return static_cast<int>(kMachineFailed);
    }
  });
}

void print_diagnostics(const base::Diagnostics& all, const CommonOptions& options) {
  const base::Diagnostics diagnostics = all.by_cause();
  const DiagnosticFormat format = format_of(options);
  std::vector<base::Diagnostic> list = diagnostics.list();
  RealPlaces places;
  if (!shared_folder.path.empty())
    for (base::Diagnostic& each : list) places.correct(each);
  std::vector<std::string> shown(list.size());
  const size_t limit = base::work_allowed(0) / kWorkOfPrinted;
  size_t bytes = 0, hidden = 0;
  for (const base::Severity severity : {base::Severity::error, base::Severity::warning})
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i].severity != severity) continue;
      if (bytes > limit) {
        ++hidden;
        continue;
      }
      shown[i] = text_of(list[i], format) + (format == DiagnosticFormat::text ? "\n" : "");
      bytes += shown[i].size();
    }
  std::string text = base::join(shown, "");
  if (hidden > 0) {
    base::Diagnostic rest;
    rest.severity = diagnostics.has_errors() ? base::Severity::error : base::Severity::warning;
    rest.code = "too-many-messages";
    rest.message = fmt::format("{} more {} not shown", hidden, hidden == 1 ? "message is" : "messages are");
    text += text_of(rest.suggest("correct some of the others, and run the command again"), format);
    if (format == DiagnosticFormat::text) text += "\n";
  }
  if (format == DiagnosticFormat::text && !diagnostics.empty()) {
    if (diagnostics.has_errors()) text += base::count_of(diagnostics.errors(), "error");
    if (diagnostics.has_errors() && diagnostics.warnings() > 0) text += ", ";
    if (diagnostics.warnings() > 0) text += base::count_of(diagnostics.warnings(), "warning");
    text += "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_visible(std::string_view text, std::FILE* to) {
  const std::string visible = base::visible_lines(text);
  std::fwrite(visible.data(), 1, visible.size(), to);
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) print_text("note: {}\n", note);
}

void print_patch(std::string_view text) {
  struct stat out{};
  const bool is_file = ::fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(out.st_mode);
  if (isatty(STDOUT_FILENO) || (std::getenv("GITHUB_ACTIONS") && !is_file))
    print_visible(text);
  else
    fmt::print("{}", text);
}

std::string base_url_of(const std::string& given) {
  std::string url = given.empty() ? "" : site::normalise_base_url(given);
  if (url.empty() && !given.empty())
    throw UsageError{fmt::format("\"{}\" is not an absolute URL", given),
                     "write one such as https://example.org/guide/"};
  return url;
}

check::Day today() {
  using namespace std::chrono;
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (!epoch || !*epoch) return floor<days>(system_clock::now());
  constexpr long long kMaxSeconds = 253402300799;  // the end of the year 9999
  const long long count = base::parse_number<long long>(epoch).value_or(-1);
  if (count < 0 || count > kMaxSeconds)
    throw UsageError{fmt::format("SOURCE_DATE_EPOCH is \"{}\", which is not a number of seconds", epoch),
                     "set it to seconds since 1970, or unset it"};
  return floor<days>(sys_seconds(seconds(count)));
}

std::string today_text() { return data::day_text(today()); }

void check_machine(const fs::path& path, std::initializer_list<std::error_code> errors) {
  for (const std::error_code& each : errors) {
    const int code = each.value();
    if (each && code != ENOENT && code != ENOTDIR && code != ELOOP && code != ENAMETOOLONG)
      throw fs::filesystem_error("", path, each);
  }
}

int status_of(const base::Diagnostics& diagnostics) {
  const auto& list = diagnostics.list();
  constexpr std::string_view kOfMachine[] = {"no-highlighting", "no-network", "no-pictures", "unreadable-file",
                                             "unwritable-file"};
  const auto is_of_machine = [&](const base::Diagnostic& each) {
    return std::ranges::count(kOfMachine, each.code) > 0;
  };
  if (std::any_of(list.begin(), list.end(), is_of_machine)) return kMachineFailed;
  return diagnostics.has_errors() ? kSiteHasErrors : kFine;
}

bool is_readable(const io::DiskFileSystem& root, base::Diagnostics& diagnostics) {
  const std::optional<io::Error> failure = root.failure();
  if (!failure) return true;
  const auto& list = diagnostics.list();
  if (std::none_of(list.begin(), list.end(), [](const auto& each) { return each.code == "unreadable-file"; }))
    diagnostics.error("unreadable-file", failure->path,
                      fmt::format("{} can't be read: {}", failure->path, failure->message));
  return false;
}

fs::path find_root(const CommonOptions& options) {
  std::error_code error, unreachable;
  fs::path root = fs::weakly_canonical(options.root, error);
  if (!error && fs::is_directory(root, unreachable)) return root;
  check_machine(options.root, {error, unreachable});
  throw UsageError{fmt::format("{} is not a folder", options.root), "give the site's folder with --root"};
}

void share_data(io::DiskFileSystem& files, const fs::path& root) {
  const auto settings = files.read("data/site.json");
  const std::string name = settings ? site::shared_data_of(settings.value()) : "";
  if (name.empty()) return;
  std::error_code unreachable;
  const fs::path folder = fs::weakly_canonical(root / name, unreachable);
  fs::path top = root;
  while (top.has_relative_path() && !fs::exists(top / ".git", unreachable)) top = top.parent_path();
  if (!top.has_relative_path()) top = root.parent_path();
  const bool is_allowed = fs::path(name).is_relative() && is_within(folder, top) && !is_within(folder, root);
  if (!is_allowed)
    throw UsageError{
        fmt::format("\"data\" of data/site.json must be a folder outside the site and below {}, but is \"{}\"",
                    top.string(), name),
        "write its path from the site's folder, such as ../data"};
  if (!fs::is_directory(folder, unreachable))
    throw UsageError{fmt::format("the folder \"{}\" that \"data\" of data/site.json names does not exist", name),
                     "write its path from the site's folder, such as ../data"};
  files.share("data", folder.string(), site::is_own_data);
  shared_folder = {root, name};
}

int write_plan(io::FileSystem& root, import::Outcome& plan, const std::string& prefix) {
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

int carry_out(io::DiskFileSystem& root, import::Outcome& plan, const CommonOptions& options, bool dry_run,
              const std::string& prefix) {
  is_readable(root, plan.diagnostics);
  const bool failed = plan.failed();
  const int status = failed || dry_run ? status_of(plan.diagnostics) : write_plan(root, plan, prefix);
  plan.diagnostics.sort();
  print_diagnostics(plan.diagnostics, options);
  if (failed) print_text(stderr, "nothing was written\n");
  return status;
}

std::string summary_of(const Plan& plan, const std::string& prefix, bool is_done) {
  std::string out;
  const char* changed = is_done ? "changed" : "would change";
  const char* wrote = is_done ? "wrote  " : "would write ";
  for (const base::ChangedFile& file : plan.files)
    out += fmt::format("{} {}{}\n", file.from ? changed : wrote, prefix, file.path);
  std::vector<std::string> assumed;
  for (const import::Assumption& each : plan.assumed) assumed.push_back(each.line());
  out += list("detected", plan.notes) + list("assumed", assumed) + list("to do", plan.todo);
  if (!plan.next.empty()) out += "\nnext: " + base::join(plan.next, "\n      ") + "\n";
  return out;
}

}  // namespace cli
