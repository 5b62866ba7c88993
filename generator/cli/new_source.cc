#include "cli/new_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "cli/today.h"
#include "data/data_files.h"
#include "data/dates.h"
#include "data/descriptor.h"
#include "import/insert_json.h"
#include "io/disk.h"
#include "notation/json.h"

namespace cli {
namespace {

constexpr size_t kLongestId = 48;

using notation::json_text;

// "2026-01-31" as CSL has it: [[2026, 1, 31]].
std::string date_parts(const std::string& date) {
  std::string parts;
  for (std::string_view part : base::split(date, '-')) {
    while (part.size() > 1 && part.front() == '0') part.remove_prefix(1);
    parts += (parts.empty() ? "" : ", ") + std::string(part);
  }
  return "{\"date-parts\": [[" + parts + "]]}";
}

std::string entry_of(const NewSourceOptions& options, const std::string& id, const std::string& url,
                     const std::string& title, const std::string& accessed) {
  std::string out = "{\n";
  auto add = [&](std::string_view key, const std::string& json) {
    out += fmt::format("{}  \"{}\": {}", out == "{\n" ? "" : ",\n", key, json);
  };
  add("id", json_text(id));
  add("type", json_text(options.type.empty() ? (url.empty() ? "document" : "webpage") : options.type));
  add("title", json_text(title));
  if (!options.author.empty()) add("author", "[{\"literal\": " + json_text(options.author) + "}]");
  if (!options.publisher.empty()) add("publisher", json_text(options.publisher));
  if (!url.empty()) add("URL", json_text(url));
  if (!options.issued.empty()) add("issued", date_parts(options.issued));
  if (!url.empty() && !accessed.empty()) add("accessed", date_parts(accessed));
  std::string missing;
  if (options.title.empty()) missing += "\"title\"";
  if (options.publisher.empty() && options.author.empty())
    missing += missing.empty() ? "\"publisher\"" : ", \"publisher\"";
  if (!missing.empty()) add("custom", "{\"missing\": [" + missing + "]}");
  return out + "\n}";
}

// Why the options make no source; a refusal, or nothing.
Made check_options(const NewSourceOptions& options, const std::string& id, const std::string& url) {
  bool fine = !id.empty() && id.front() != '.' && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_.:+").find(c) != std::string_view::npos;
  });
  if (!fine)
    return Made::refuse(fmt::format("a source cannot have the id \"{}\"", id),
                        "give it letters, digits, \"-\", \"_\", \".\", \":\" and \"+\": --id ID");
  if (!url.empty() && (!is_url(url) || url.find_first_of(" \"<>") != std::string::npos))
    return Made::refuse(fmt::format("\"{}\" is no web address", url), "give one such as https://example.org/report");
  for (const std::string* date : {&options.issued, &options.accessed})
    if (!date->empty() && !data::is_partial_date(*date))
      return Made::refuse(fmt::format("\"{}\" is no date", *date), "give a date such as 2026-01-31, 2026-01 or 2026");
  return {};
}

Made add_to(const io::FileSystem& root, const std::string& path, const std::string& entry) {
  Made made;
  auto bytes = root.read(path);
  if (!bytes.ok())
    return Made::refuse(fmt::format("{} can't be read: {}", path, bytes.error().message),
                        "name a bibliography of the site, such as --file data/sources/books.json");
  auto file = std::make_shared<base::SourceText>(path, std::move(bytes).value());
  made.sources.push_back(file);
  if (auto text = import::insert_into_list(*file, "", entry, made.diagnostics))
    made.files.push_back({path, std::move(*text), base::hash_of(file.get())});
  return made;
}

int run(const NewSourceOptions& options) {
  auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  std::string why;
  std::string today = day_of_today(why);
  if (today.empty()) return refuse(why, "unset it, or give the day: --accessed 2026-01-31", options.common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  return finish(root, make_source(root, options, today), options.common);
}

}  // namespace

bool is_url(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

std::string source_id_of(std::string_view url) {
  url = url.substr(url.find("//") + 2);
  url = url.substr(0, url.find_first_of("?#"));
  std::vector<std::string_view> parts = base::split(url, '/');
  std::string host(parts.front().substr(0, parts.front().find(':')));
  if (host.starts_with("www.")) host.erase(0, 4);
  std::vector<std::string_view> names = base::split(host, '.');
  std::string id(names.front());
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  for (size_t i = parts.size() > 3 ? parts.size() - 2 : 1; i < parts.size(); ++i) {
    std::string_view part = parts[i];
    for (std::string_view end : {".html", ".htm", ".pdf", ".php"})
      if (part.ends_with(end)) part.remove_suffix(end.size());
    std::string slug = base::file_slug(base::replace_all(std::string(part), ".", "-"));
    std::erase_if(slug, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (!slug.empty()) id += "-" + slug;
  }
  if (id.size() > kLongestId) id.resize(kLongestId);
  while (id.ends_with('-')) id.pop_back();
  return id;
}

std::string source_entry(const NewSourceOptions& options, const std::string& today) {
  const std::string url = is_url(options.url_or_id) ? options.url_or_id : options.url;
  const std::string title = !options.title.empty() ? options.title : url.empty() ? options.id : url;
  return entry_of(options, options.id, url, title, options.accessed.empty() ? today : options.accessed);
}

Made make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today) {
  bool by_url = is_url(options.url_or_id);
  std::string url = by_url ? options.url_or_id : options.url;
  std::string id = !options.id.empty() ? options.id : by_url ? source_id_of(url) : options.url_or_id;
  if (Made refused = check_options(options, id, url); refused.failed()) return refused;

  std::vector<std::shared_ptr<const base::SourceText>> texts;
  base::Diagnostics unused;
  const data::Bibliography bibliography = data::read_bibliography(root, texts, unused);
  if (const data::Source* other = bibliography.find(id)) {
    const base::SourceText& where = *other->id_span.source;
    return Made::refuse(
        fmt::format("there is a source \"{}\" already: {}:{}", id, where.path(), where.line_of(other->id_span.begin)),
        "give another id: --id ID");
  }
  NewSourceOptions named = options;
  named.id = id;
  std::string entry = source_entry(named, today);
  Made made;
  if (options.file.empty()) {
    std::string name = base::replace_all(id, ":", "-");
    std::string indented = "  " + base::replace_all(entry, "\n", "\n  ");
    made.files.push_back({"data/sources/" + name + ".json", "[\n" + indented + "\n]\n"});
  } else {
    made = add_to(root, options.file, entry);
    if (made.failed()) return made;
  }
  const std::string& path = made.files.front().path;
  made.notes.push_back(fmt::format("its id is {}", id));
  if (!url.empty() && options.accessed.empty())
    made.notes.push_back(fmt::format("\"accessed\" is today, {}: nothing was fetched, it is you who read it", today));
  if (options.title.empty())
    made.left.push_back(fmt::format("its title, in {}; then take it out of \"missing\"", path));
  if (options.publisher.empty() && options.author.empty())
    made.left.push_back(
        fmt::format("who published it, in {}: \"publisher\" or \"author\"; then take it out of \"missing\"", path));
  if (options.issued.empty())
    made.left.emplace_back("when it was published, if it says so: \"issued\": {\"date-parts\": [[2026, 1, 31]]}");
  made.left.push_back(fmt::format("cite it: [@{}, section 2]; `check` lists sources that nothing uses", id));
  made.next = {fmt::format("sourcebook new resource FILE.csv --source {} --locator \"where in it\"", id),
               "sourcebook build"};
  return made;
}

void set_up_new_source(CLI::App& parent, NewSourceOptions& options, int& status) {
  CLI::App* command = parent.add_subcommand("source", "A source for the bibliography, in CSL-JSON");
  add_common_options(*command, options.common);
  command->add_option("url-or-id", options.url_or_id, "Its web address, or the id to cite it by")->required();
  command->add_option("--id", options.id, "The id to cite it by, if it is not to be made from the address");
  command->add_option("--title", options.title, "What it is called");
  command->add_option("--publisher", options.publisher, "Who published it");
  command->add_option("--author", options.author, "Who wrote it");
  command->add_option("--url", options.url, "Its web address, beside an id");
  command->add_option("--type", options.type, "CSL's type: webpage, report, article-journal, dataset, book, …");
  command->add_option("--issued", options.issued, "When it was published: a date, a month or a year");
  command->add_option("--accessed", options.accessed, "When you read it; today, unless said");
  command->add_option("--file", options.file, "A bibliography of the site to add it to, instead of a file of its own")
      ->type_name("FILE");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
