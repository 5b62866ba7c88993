// Compiles and renders the templates of a test, and collects the formatted errors.
#pragma once
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic_format.h"
#include "template/engine.h"

namespace templates_test {

struct Site {
  using Texts = std::initializer_list<std::pair<const char*, std::string>>;

  explicit Site(Texts texts, const std::vector<std::string>& names = {}) {
    templates::Sources sources;
    for (const auto& [name, text] : texts) {
      kept.push_back(std::make_unique<base::SourceText>(std::string("templates/") + name, text));
      sources[name] = kept.back().get();
    }
    base::Diagnostics diagnostics;
    engine = templates::Engine::compile(sources, diagnostics, names);
    set_errors(diagnostics);
  }

  std::string render(const std::string& name, templates::Map context = {}) {
    std::string out;
    base::Diagnostics diagnostics;
    if (!engine) return "(not compiled)\n" + errors;
    bool fine = engine->render(name, std::move(context), out, diagnostics);
    set_errors(diagnostics);
    return fine ? out : errors;
  }

  void set_errors(const base::Diagnostics& diagnostics) {
    errors.clear();
    for (const auto& diagnostic : diagnostics.list()) {
      errors += base::format_diagnostic(diagnostic, base::DiagnosticFormat::text, false);
    }
  }

  std::vector<std::unique_ptr<base::SourceText>> kept;
  std::unique_ptr<const templates::Engine> engine;
  std::string errors;
};

// Renders one template; returns its output or the errors.
inline std::string render(const std::string& text, templates::Map context = {}) {
  Site site({{"page.html", text}});
  return site.engine ? site.render("page.html", std::move(context)) : site.errors;
}

// Returns the first line of the errors.
inline std::string mistake(const std::string& text, templates::Map context = {}) {
  std::string all = render(text, std::move(context));
  return all.starts_with("error[") ? all.substr(0, all.find('\n')) : "(no mistake) " + all;
}

}  // namespace templates_test
