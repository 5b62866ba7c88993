// Maps the target of a request to an address of the site, and checks that the request was made to this machine.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace serve {

// The path of a target, decoded, in NFC, without query, fragment and the first '/': "lessons/" of "/lessons/?q=1".
// Nullopt for a path that no site can have: one with '.' or '..' between slashes, "//", backslashes, control characters
// or invalid UTF-8.
std::optional<std::string> path_of(std::string_view target);

// "/wiki/" of "wiki", "/wiki" and "/wiki/", "/" of ""; nullopt for an invalid path.
std::optional<std::string> normalise_base_path(std::string_view path);

// Whether a Host header names this machine: "localhost", a name below it, 127.0.0.0/8 or [::1], with any port (a tunnel
// may have another). A page of another site whose owner makes its name resolve to 127.0.0.1 (DNS rebinding) sends that
// name.
bool is_local_host(std::string_view host);

// "site.example" of a Host header "Site.example:8000", "[::1]" of "[::1]:8000"; "" if the port is malformed.
std::string host_name(std::string_view host);

// "text/html; charset=utf-8" of "index.html"; "application/octet-stream" for unknown types.
std::string_view content_type(std::string_view address);

}  // namespace serve
