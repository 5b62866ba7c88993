#include "serve/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/utf8.h"
#include "passes/gather.h"
#include "picture/png.h"
#include "serve/error_page.h"
#include "serve/locate.h"
#include "site/url.h"

namespace serve {
namespace {

constexpr std::string_view kOwn = ".sourcebook/";
// If more files have changed, probably a template did, and so all pages did; then the files are not listed.
constexpr size_t kMaxListed = 2000;

std::string event(std::string_view name, const std::string& id, const nlohmann::json& data) {
  return fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, id,
                     data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Response redirect(const std::string& to) {
  Response made = text_response(302, "");
  made.headers.emplace_back("Location", to);
  made.headers.emplace_back("Cache-Control", "no-store");
  return made;
}

// Returns the position after the tag <head>, or the end of a page without it.
size_t begin_of_head(std::string_view html) {
  const size_t head = html.find("<head");
  return head == std::string_view::npos ? html.size() : std::min(html.find('>', head), html.size() - 1) + 1;
}

bool is_hidden(std::string_view path) { return path.starts_with('.') || path.find("/.") != std::string_view::npos; }

}  // namespace

std::string with_live_script(std::string_view html, std::string_view address, std::string_view state) {
  markup::Writer script;
  script.open("script").attr("src", "/.sourcebook/live.js").attr("defer");
  script.attr("data-page", address).attr("data-state", state).close();
  std::string page(html);
  page.insert(begin_of_head(html), script.take().str());

  constexpr std::string_view kPolicy = "http-equiv=\"Content-Security-Policy\" content=\"";
  const size_t found = page.find(kPolicy);
  if (found == std::string::npos || found > page.find("</head>")) return page;
  const size_t begin = found + kPolicy.size();
  // Of several directives with one name, browsers use the first (CSP Level 3 §2.2.1).
  constexpr std::string_view kOwnConnections = "connect-src 'self'";
  const std::string_view policy = std::string_view(page).substr(begin, page.find('"', begin) - begin);
  if (policy.find(kOwnConnections) == std::string_view::npos) page.insert(begin, std::string(kOwnConnections) + "; ");
  return page;
}

std::string Answers::state() const { return fmt::format("{}.{}", run_, version_); }

// Parses a state. Returns false if the text is not a state of this server.
bool Answers::state_of(std::string_view text, uint64_t& version) const {
  if (!text.starts_with(run_ + ".")) return false;
  text.remove_prefix(run_.size() + 1);
  const auto number = base::parse_number<uint64_t>(text);
  version = number.value_or(version);
  return number.has_value();
}

std::string Answers::site_event(uint64_t since, bool knows, bool is_early) const {
  nlohmann::json changed;
  std::vector<std::string_view> list;  // files that were changed, created or removed
  for (const auto& [address, when] : versions_)
    if (when > since) list.push_back(address);
  if (knows && list.size() <= kMaxListed) changed = list;
  nlohmann::json data = {{"changed", changed}};
  if (is_early) data["early"] = true;
  return event("site", state(), data);
}

std::string Answers::site_event(bool is_early) const { return site_event(version_ - 1, true, is_early); }

std::string Answers::mistakes_event() const { return event("mistakes", state(), {{"html", mistakes_.str()}}); }

Response Answers::events(const Request& request) const {
  std::string_view known;
  std::optional<std::string> page;
  const size_t query = std::min(request.target.find('?'), request.target.size() - 1);
  for (std::string_view pair : base::split(std::string_view(request.target).substr(query + 1), '&')) {
    constexpr std::string_view kSince = "since=", kPage = "page=";
    if (pair.starts_with(kSince)) known = pair.substr(kSince.size());
    if (pair.starts_with(kPage)) page = site::decode_percent(pair.substr(kPage.size()));
  }
  // Set when a browser reconnects after a lost connection.
  if (!request.last_event_id.empty()) known = request.last_event_id;
  uint64_t version = 0;
  const bool knows = state_of(known, version);
  std::string first = "retry: 500\n\n";
  if (!knows || version < version_) first += site_event(version, knows, false);
  Response made = response("text/event-stream", std::make_shared<const std::string>(first + mistakes_event()));
  made.headers.emplace_back("Cache-Control", "no-store");
  made.goes_on = true;
  made.page = page.value_or("");
  return made;
}

Response Answers::own_file(const Request& request, std::string_view name) const {
  if (name == "events") return events(request);
  for (const auto& [file, bytes] : live_files()) {
    if (file != name) continue;
    Response made = response(std::string(content_type(name)), std::make_shared<const std::string>(bytes));
    made.headers.emplace_back("Cache-Control", "no-store");
    return made;
  }
  return text_response(404, "Not found\n");
}

Response Answers::served_page(const std::string& html, std::string_view address, int status) const {
  Response made = response("text/html; charset=utf-8",
                           std::make_shared<const std::string>(with_live_script(html, address, state())));
  made.status = status;
  // The page's script contains the state in which the page was served. With a cached copy, it would request changes
  // that the copy already has.
  made.headers.emplace_back("Cache-Control", "no-store");
  return made;
}

Response Answers::missing(std::string_view path, std::string_view within) const {
  return served_page(missing_page(path), within, 404);
}

// Draws a picture from the SVG that the build made, unless that was done before.
base::Result<io::MemoryFileSystem::Bytes, std::string> Answers::draw(const std::string& address,
                                                                     const io::MemoryFileSystem::Bytes& svg) {
  Picture& picture = pictures_[address];
  if (!picture.svg || *picture.svg != *svg) {
    auto png = picture::draw_png(*svg, passes::kPictureScale);
    if (!png) return base::Failure{png.error().message};
    picture = {svg, std::make_shared<const std::string>(std::move(png).value())};
  }
  return picture.png;
}

Response Answers::file(const Request& request) {
  const std::optional<std::string> path = path_of(request.target);
  if (!path) return text_response(400, "Bad request: not a path\n");
  if (path->starts_with(kOwn)) return own_file(request, std::string_view(*path).substr(kOwn.size()));
  const std::string whole = "/" + *path;
  // Before the first successful build, there are only errors to show.
  if (version_ == 0) return served_page(mistakes_page(mistakes_), "", 500);
  std::string address = *path;
  if (is_hidden(address)) return text_response(404, "Not found\n");
  const std::string query = request.target.substr(std::min(request.target.find('?'), request.target.size()));
  if (!address.empty() && !address.ends_with('/') && !find(address) && find(address + "/index.html"))
    return redirect(site::encode_path(whole + "/") + query);
  if (address.empty() || address.ends_with('/')) address += "index.html";
  const io::MemoryFileSystem::Bytes* found = find(address);
  if (!found) return missing(whole, address);
  const std::string_view type = content_type(address);
  if (type.starts_with("text/html")) {
    last_page_ = address;
    return served_page(**found, address, 200);
  }
  io::MemoryFileSystem::Bytes bytes = *found;
  if (address.ends_with(".png") && bytes->starts_with("<svg")) {
    auto png = draw(address, bytes);
    if (!png) return text_response(500, png.error() + "\n");
    bytes = std::move(png).value();
  }
  const std::string tag = fmt::format("\"{}.{}\"", run_, versions_.at(address));
  Response made;
  if (request.if_none_match == tag) {
    made.status = 304;
  } else {
    made = response(std::string(type), bytes);
  }
  made.headers.emplace_back("ETag", tag);
  made.headers.emplace_back("Cache-Control", "no-cache");
  return made;
}

Response Answers::answer(const Request& request) {
  if (!is_local_host(request.host) && std::find(hosts_.begin(), hosts_.end(), host_name(request.host)) == hosts_.end())
    return text_response(403,
                         "Forbidden: this server answers requests to localhost, 127.0.0.1 and hosts allowed with "
                         "--allow-host\n");
  if (request.method != "GET" && request.method != "HEAD") {
    Response made = text_response(405, "Method not allowed: use GET or HEAD\n");
    made.headers.emplace_back("Allow", "GET, HEAD");
    return made;
  }
  return file(request);
}

std::vector<std::string> changed_files(const Files& before, const Files& after) {
  std::vector<std::string> changed;
  for (const auto& [address, bytes] : after) {
    const auto old = before.find(address);
    if (old == before.end() || (old->second != bytes && *old->second != *bytes)) changed.push_back(address);
  }
  for (const auto& [address, bytes] : before)
    if (!after.contains(address)) changed.push_back(address);
  return changed;
}

bool Answers::publish(const Files& files) {
  const std::vector<std::string> changed = changed_files(files_, files);
  if (changed.empty() && version_ > 0) return false;
  ++version_;
  for (const std::string& address : changed) versions_[address] = version_;
  files_ = files;
  return true;
}

bool Answers::update(const Files& files) {
  bool has_changed = false;
  for (const auto& [address, bytes] : files) {
    auto& shown = files_[address];
    if (shown && *shown == *bytes) continue;
    if (!std::exchange(has_changed, true)) ++version_;
    shown = bytes;
    versions_[address] = version_;
  }
  return has_changed;
}

const io::MemoryFileSystem::Bytes* Answers::find(const std::string& address) const {
  const auto found = files_.find(address);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace serve
