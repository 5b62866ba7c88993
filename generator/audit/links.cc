#include "audit/links.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "site/url.h"

namespace audit {
namespace {

constexpr std::string_view kAnyDepth = "404.html";  // hosts show this page at every address that does not exist
constexpr size_t kMaxCompared = 2000;               // number of anchors of a page that are compared for suggestions

// Returns the anchor without "#" and percent-encoding; "" if it does not name a part: "#top", ":~:text=…".
std::string anchor_of(std::string_view fragment) {
  fragment = site::split_link(fragment).anchor;
  if (fragment == "top" || fragment.starts_with("svgView(")) return "";
  return site::decode_percent(fragment).value_or(std::string(fragment));
}

}  // namespace

Published::Published(io::MemoryFileSystem::Snapshot files, const std::map<std::string, uint64_t>& others) {
  for (const auto& [address, size] : others) files.try_emplace(address);
  for (auto& [address, bytes] : files) files_.push_back({address, std::move(bytes)});
  for (uint32_t i = 0; i < files_.size(); ++i) by_address_.emplace(files_[i].address, i);
}

std::optional<uint32_t> Published::find(std::string_view address) const {
  auto found = by_address_.find(address);
  return found == by_address_.end() ? std::nullopt : std::optional(found->second);
}

Links::Links(const Published& published, const std::vector<Target>& targets, std::string_view base_url, uint32_t file,
             Findings& findings)
    : published_(published),
      targets_(targets),
      base_url_(base_url),
      file_(file),
      address_(published.files()[file].address),
      findings_(findings) {}

void Links::check(const Reference& reference) {
  const std::string_view target = base::trim(reference.target);
  const bool is_loaded = reference.use == Use::load;
  const std::string absolute =
      base_url_.empty() ? "an absolute address" : fmt::format("an absolute address: {}…", base_url_);
  ++count_;
  if (target.empty()) {
    if (reference.use != Use::follow) broken(reference, "this address is empty");
  } else if (!base_url_.empty() &&
             (target.starts_with(base_url_) || target == base_url_.substr(0, base_url_.size() - 1))) {
    const std::string_view path = target.substr(std::min(base_url_.size(), target.size()));
    const size_t end = std::min(path.find_first_of("?#"), path.size());
    check_inside(reference, path.substr(0, end), path.substr(end), true);
  } else if (site::is_external(target)) {
    const std::string_view scheme = target.substr(0, target.find(':'));
    if (equal_names(scheme, "file"))
      broken(reference, "this leads to a file on one machine");
    else if (is_loaded && !equal_names(scheme, "data") && !equal_names(scheme, "blob") && !equal_names(scheme, "about"))
      findings_
          .error("foreign-resource", reference.written,
                 fmt::format("this loads from another site: {}", target.substr(0, 200)))
          .expect("a file of this site: pages do not contact third parties");
  } else if (target.starts_with('/')) {
    bad_form(reference, "this link starts at the host's root, so it fails below a path and from disk")
        .expect("an address relative to the page: ../data/index.html");
  } else if (target.find('\\') < target.find_first_of("?#")) {
    bad_form(reference, "the parts of an address are separated by \"/\", not \"\\\"")
        .expect("an address relative to the page: ../data/index.html");
  } else if (target.starts_with('#')) {
    check_anchor(reference, target, file_);
  } else if (address_ == kAnyDepth) {
    if (base_url_.empty() && target == "./") return;
    bad_form(reference, "hosts show 404.html at any address, so a relative link leads nowhere")
        .expect(base_url_.empty() ? "\"./\", the folder of the address" : absolute);
  } else {
    const size_t end = std::min(target.find_first_of("?#"), target.size());
    check_inside(reference, target.substr(0, end), target.substr(end), false);
  }
}

void Links::check_inside(const Reference& reference, std::string_view path, std::string_view rest, bool is_absolute) {
  const auto decoded = site::decode_percent(path);
  if (!decoded) return broken(reference, "a \"%\" must be followed by two hexadecimal digits, and encode UTF-8");
  const auto joined = site::join_path(is_absolute ? std::string_view() : site::folder_of(address_), *decoded);
  if (!joined) return broken(reference, "this leads out of the site");
  std::string address = decoded->empty() && !is_absolute ? std::string(address_) : *joined;
  const bool names_folder =
      !decoded->empty() && (decoded->ends_with('/') || *decoded == "." || decoded->ends_with(".."));
  auto target = published_.find(address);
  const std::string index = address.empty() ? "index.html" : address + "/index.html";
  if ((!target || names_folder) && published_.find(index)) {
    // Hosts show a folder's index, but file systems do not.
    if (!is_absolute) {
      bad_form(reference, fmt::format("this is the folder {}/, which from disk shows a list of files", address))
          .expect(site::relative_link(address_, index));
      return;
    }
    target = published_.find(index);
  } else if (names_folder) {
    target.reset();
  }
  if (!target) return broken(reference, fmt::format("nothing is published at {}", address));
  const bool is_loaded = reference.use == Use::load;
  if (is_absolute && address_ != kAnyDepth && (is_loaded || reference.use == Use::follow) &&
      address_.ends_with(".html")) {
    constexpr const char* kAbsolute =
        "this link within the site is absolute, so in a copy of the site it leads out of the copy";
    (is_loaded ? bad_form(reference, kAbsolute) : findings_.warning("link-form", reference.written, kAbsolute))
        .expect(site::relative_link(address_, published_.files()[*target].address));
  }
  const std::string& there = published_.files()[*target].address;
  const size_t hash = rest.find('#');
  if (hash != std::string_view::npos && (there.ends_with(".html") || there.ends_with(".svg")))
    check_anchor(reference, rest.substr(hash), *target);
}

void Links::check_anchor(const Reference& reference, std::string_view fragment, uint32_t target) {
  const std::string anchor = anchor_of(fragment);
  const std::vector<std::string>& known = targets_[target].anchors;
  if (anchor.empty() || !targets_[target].was_read || std::ranges::binary_search(known, anchor)) return;
  if (reference.in_template && std::ranges::binary_search(targets_[target].in_templates, anchor)) return;
  const std::string& address = published_.files()[target].address;
  const bool suggests = known.size() <= kMaxCompared && findings_.has_room("broken-anchor");
  findings_
      .error("broken-anchor", reference.written,
             fmt::format("{} has no element with the id \"{}\"", target == file_ ? "this page" : address, anchor))
      .expect("the id of an element on that page")
      .suggest(suggests ? base::did_you_mean(anchor, base::views(known)) : "");
}

void Links::broken(const Reference& reference, std::string message) {
  findings_.error("broken-link", reference.written, std::move(message));
}

base::Diagnostic& Links::bad_form(const Reference& reference, std::string message) {
  return findings_.error("link-form", reference.written, std::move(message));
}

}  // namespace audit
