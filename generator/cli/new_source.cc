#include "cli/new_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "cli/today.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "io/disk.h"
#include "notation/json.h"

namespace cli {
namespace {

constexpr size_t kLongestId = 48;

using notation::json_text;

bool is_source_id(const std::string& id) {
  return !id.empty() && id.front() != '.' && std::all_of(id.begin(), id.end(), [](char c) {
    return base::is_letter(c) || base::is_digit(c) || std::string_view("-_.:+").find(c) != std::string_view::npos;
  });
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
  const bool has_url = is_url(options.url_or_id);
  std::string missing = options.title.empty() ? "\"title\"" : "";
  if (options.publisher.empty()) missing += missing.empty() ? "\"publisher\"" : ", \"publisher\"";
  std::string out = fmt::format("{{\n  \"id\": {},\n  \"type\": \"{}\",\n  \"title\": {}", json_text(options.id),
                                has_url ? "webpage" : "document",
                                json_text(options.title.empty() ? options.url_or_id : options.title));
  if (!options.publisher.empty()) out += ",\n  \"publisher\": " + json_text(options.publisher);
  if (has_url) {
    const std::vector<std::string_view> date = base::split(today, '-');
    out += fmt::format(",\n  \"URL\": {},\n  \"accessed\": {{\"date-parts\": [[{}, {}, {}]]}}",
                       json_text(options.url_or_id), date.at(0), date.at(1).substr(date.at(1).starts_with('0')),
                       date.at(2).substr(date.at(2).starts_with('0')));
  }
  if (!missing.empty()) out += fmt::format(",\n  \"custom\": {{\"missing\": [{}]}}", missing);
  return out + "\n}";
}

Made make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today) {
  const bool has_url = is_url(options.url_or_id);
  NewSourceOptions named = options;
  if (named.id.empty()) named.id = has_url ? source_id_of(options.url_or_id) : options.url_or_id;
  const std::string& id = named.id;
  if (!is_source_id(id))
    return Made::refuse(fmt::format("a source cannot have the id \"{}\"", id),
                        "give it letters, digits, \"-\", \"_\", \".\", \":\" and \"+\": --id ID");
  if (has_url && options.url_or_id.find_first_of(" \"<>") != std::string::npos)
    return Made::refuse(fmt::format("\"{}\" is not a web address", options.url_or_id),
                        "give one such as https://example.org/report");
  std::vector<std::shared_ptr<const base::SourceText>> texts;
  base::Diagnostics unused;
  const data::Bibliography bibliography = data::read_bibliography(root, texts, unused);
  if (const data::Source* other = bibliography.find(id)) {
    const base::SourceText& where = *other->id_span.source;
    return Made::refuse(
        fmt::format("there is a source \"{}\" already: {}:{}", id, where.path(), where.line_of(other->id_span.begin)),
        "give another id: --id ID");
  }
  Made made;
  const std::string path = "data/sources/" + base::replace_all(id, ":", "-") + ".json";
  made.files.push_back({path, "[\n  " + base::replace_all(source_entry(named, today), "\n", "\n  ") + "\n]\n"});
  made.notes.push_back(fmt::format("its id is {}", id));
  if (has_url)
    made.notes.push_back(fmt::format("\"accessed\" is today, {}: nothing was fetched, it is you who read it", today));
  if (options.title.empty() || options.publisher.empty())
    made.left.push_back(fmt::format("what \"missing\" lists, in {}; then delete \"missing\"", path));
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
  command->callback([&] {
    auto folder = find_root(options.common);
    if (!folder) return void(status = kWrongUsage);
    std::string why;
    const std::string today = day_of_today(why);
    if (today.empty()) return void(status = refuse(why, "unset it, or set it to a number of seconds", options.common));
    io::DiskFileSystem root(folder->string(), io::Writing::lasting);
    status = finish(root, make_source(root, options, today), options.common);
  });
}

}  // namespace cli
