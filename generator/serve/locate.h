// Maps the target of a request to an address of the site, and checks that the request was made to this machine.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace serve {

// Returns the path of a target, decoded, in NFC, without query, fragment and the first '/': "lessons/" for
// "/lessons/?q=1". Returns nullopt for a path that no site can have: with '.' or '..' between slashes, "//",
// backslashes, control characters or invalid UTF-8.
std::optional<std::string> path_of(std::string_view target);

// Whether a Host header names this machine: "localhost", a name below it, 127.0.0.0/8 or [::1], with any port (a tunnel
// may have a different one). Other names are refused: a page whose owner makes its name resolve to 127.0.0.1 (DNS
// rebinding) sends its own name.
bool is_local_host(std::string_view host);

// Returns a Host header in lower case without its port: "[::1]" for "[::1]:8000"; "" if the port is malformed.
std::string host_name(std::string_view host);

// Returns the media type of a file by its ending; "application/octet-stream" for unknown ones.
std::string_view content_type(std::string_view address);

}  // namespace serve
