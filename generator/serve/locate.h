// From what a browser asks for to an address of the site; and whether it asked this machine at all.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace serve {

// The path of a target: percent-encoding worked out, without query and fragment, and without the first '/':
// "lessons/" of "/lessons/?q=1". Nothing for what names no file of any site: a '.' or '..' between slashes, "//",
// backslashes, control characters, what is no UTF-8, however it is encoded. Accents are composed (NFC), as addresses
// are.
std::optional<std::string> path_of(std::string_view target);

// "/wiki/" of "wiki", "/wiki" and "/wiki/", "/" of ""; nothing for what can't be a path.
std::optional<std::string> normalise_base_path(std::string_view path);

// Whether a Host header names this machine: "localhost", a name below it, 127.0.0.0/8 or [::1], with any port (a tunnel
// may have another). A page of another site whose name its owner makes lead to 127.0.0.1 (DNS rebinding) sends that
// name.
bool is_local_host(std::string_view host);

}  // namespace serve
