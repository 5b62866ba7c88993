// The template engine: a small part of Jinja's language. Each value is escaped for its place in the page, which is
// determined when the templates are compiled (content/handbook/templates.md).
//
// The language
//   {{ expression }}   {# comment #}   {%- -%} {{- -}} {#- -#} cut white space
//   {% if x %}…{% elif y %}…{% else %}…{% endif %}
//   {% for x in list %}…{% endfor %}   loop.index first last length
//   {% set name = expression %}   {% include "parts/nav.html" %}
//   {% extends "base.html" %}   {% block name %}…{{ super() }}…{% endblock %}
// Expressions: names, a.b, a["b"], a[0]; texts, whole numbers, true false none; ~; == != < <= > >= in, not in; and or
// not; x if y else z; x is [not] defined, none; filters x|join(", "), which filters.h lists.
//
// A variable's scope is from where it is set to the end of the block, loop or template, including blocks and templates
// printed or included there. A name or attribute that does not exist is an error; so is printing a list, a map, none,
// true or false. URL attributes accept safe schemes only; a value within <script type="application/ld+json"> is written
// as JSON; a place where no escaping is safe is refused (contexts.cc). Templates do not calculate.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "template/value.h"

namespace templates {

struct Program;

// Templates by name, as in {% extends %} and {% include %}: "page.html", "parts/nav.html".
using Sources = std::map<std::string, const base::SourceText*, std::less<>>;

// Compiled templates. Immutable. The sources must outlive the engine.
class Engine {
 public:
  // Compiles templates. Reports all errors in all templates; returns null after an error. Codes: "template-syntax",
  // "template-context" (a value where no escaping is safe), "unknown-template", "unknown-block", "unknown-name",
  // "unknown-filter", "unknown-test", "recursive-template", "template-limit". `names` are the names that every context
  // has at its top level: with these, misspelt names are found here, otherwise only when templates are rendered.
  static std::unique_ptr<const Engine> compile(const Sources& sources, base::Diagnostics& diagnostics,
                                               const std::vector<std::string>& names = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Returns the template and all that it may extend or include, sorted.
  std::vector<std::string> uses(std::string_view name) const;
  // Whether one of these templates uses the name `value`, so that rendering `name` may read it from the context.
  bool asks(std::string_view name, std::string_view value) const;

  // Appends the page to `out`; `context` is a map. Any number of threads may render at once. After an error, reports
  // all errors that occurred, and returns false; `out` is then invalid. Codes: "unknown-template", "unknown-name",
  // "unknown-attribute", "template-value" (a value of the wrong kind), "unprintable-value", "unsafe-url",
  // "too-much-work" (base/work.h).
  bool render(std::string_view name, const Value& context, std::string& out, base::Diagnostics& diagnostics) const;

 private:
  explicit Engine(std::unique_ptr<const Program> program);
  std::unique_ptr<const Program> program_;
};

}  // namespace templates
