// Parses a text and stores the tree and the formatted diagnostics.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic_format.h"
#include "notation/json.h"
#include "notation/yaml.h"

struct Parsed {
  std::unique_ptr<base::SourceText> source;
  base::Diagnostics diagnostics;
  std::optional<notation::Node> root;

  std::string errors() const {
    std::string all;
    for (const auto& d : diagnostics.list()) all += base::format_diagnostic(d, base::DiagnosticFormat::text, false);
    return all;
  }
  std::string first_message() const { return diagnostics.empty() ? "" : diagnostics.list().front().message; }
  std::string first_help() const { return diagnostics.empty() ? "" : diagnostics.list().front().help; }
};

template <class Parse>
Parsed parsed(std::string path, std::string text, Parse parse) {
  Parsed result;
  result.source = std::make_unique<base::SourceText>(std::move(path), std::move(text));
  base::Span span{result.source.get(), 0, static_cast<uint32_t>(result.source->text().size())};
  result.root = parse(span, result.diagnostics);
  return result;
}

inline Parsed yaml(std::string text) { return parsed("content/a.md", std::move(text), notation::parse_yaml); }
inline Parsed json(std::string text) { return parsed("data/a.json", std::move(text), notation::parse_json); }

// Returns the tree on one line: {a: "text", b: [1, null]}.
inline std::string outline(const notation::Node& node) {
  using notation::Kind;
  std::string out;
  switch (node.kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
    case Kind::number:
      return node.text;
    case Kind::string:
      return '"' + node.text + '"';
    case Kind::list:
      for (const auto& item : node.items) out += (out.empty() ? "" : ", ") + outline(item);
      return "[" + out + "]";
    case Kind::map:
      for (const auto& entry : node.entries) out += (out.empty() ? "" : ", ") + entry.key + ": " + outline(entry.value);
      return "{" + out + "}";
  }
  return out;
}
