// Helpers for published files in memory, and for the findings of a check in short form: "error[code] file:line:column
// message".
#pragma once
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>

#include "audit/audit.h"
#include "io/memory.h"

using PublishedFiles = std::map<std::string, std::string>;

inline audit::Audit audited(const PublishedFiles& files, const std::string& base_url = "",
                            const std::vector<std::string>& others = {}, unsigned jobs = 2) {
  audit::AuditOptions options;
  options.base_url = base_url;
  options.jobs = jobs;
  for (const std::string& address : others) options.others.emplace(address, 0);
  return audit::audit_site(io::MemoryFileSystem(files).snapshot(), options);
}

inline std::string in_short(const audit::Audit& audit) {
  std::string said;
  for (const base::Diagnostic& each : audit.diagnostics.list()) {
    const bool is_error = each.severity == base::Severity::error;
    said += fmt::format("{}[{}] ", is_error ? "error" : "warning", each.code);
    if (each.span) {
      const base::Position at = each.span.source->position(each.span.begin);
      said += fmt::format("{}:{}:{} ", each.span.source->path(), at.line, at.column);
    } else {
      said += each.path + " ";
    }
    said += each.message + "\n";
  }
  return said;
}

inline std::string findings(const PublishedFiles& files, const std::string& base_url = "") {
  return in_short(audited(files, base_url));
}

// Returns a valid page, whose body begins on line 2 after the heading.
inline std::string sound(const std::string& body, const std::string& head = "") {
  return "<!doctype html><html lang=en><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy "
         "content=\"default-src 'self'\"><title>x</title>" +
         head + "</head><body><h1>x</h1>\n" + body + "</body></html>\n";
}

// Returns the findings for a valid page with this body.
inline std::string of_body(const std::string& body) { return findings({{"a.html", sound(body)}}); }
