// Checks the contrast of the theme's colours by WCAG 2 (check/checks.h).
#include "check/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "markup/colour.h"
#include "markup/stylesheet.h"

namespace check {
namespace {

using markup::Scheme;

constexpr std::string_view kPaper = "--paper";
constexpr double kForText = 4.5, kForGraphics = 3;

struct Measured {
  std::string_view name;
  double needed;
};
constexpr Measured kMeasured[] = {
    {"--ink", kForText},          {"--ink-soft", kForText},     {"--link", kForText},
    {"--link-visited", kForText}, {"--accent", kForText},       {"--focus", kForGraphics},
    {"--axis", kForGraphics},     {"--series-1", kForGraphics}, {"--series-2", kForGraphics},
    {"--series-3", kForGraphics}, {"--series-4", kForGraphics}, {"--series-5", kForGraphics},
    {"--series-6", kForGraphics}, {"--series-7", kForGraphics}, {"--series-8", kForGraphics}};

std::string_view name_of(Scheme scheme) {
  return scheme == Scheme::light ? "in the light scheme" : scheme == Scheme::dark ? "in the dark scheme" : "in print";
}

// Rounds the ratio down, so that a ratio that is too low never looks sufficient.
std::string ratio_text(double ratio) { return fmt::format("{:.2f}:1", std::floor(ratio * 100) / 100); }

class Checker {
 public:
  Checker(const base::SourceText& css, const Places& set_in_site, base::Diagnostics& diagnostics)
      : css_(css), tokens_(markup::Tokens::read(css)), set_in_site_(set_in_site), diagnostics_(diagnostics) {}

  void require(const std::string& name) {
    if (tokens_.find(Scheme::light, name)) return;
    diagnostics_
        .error("missing-token", base::Span{&css_, 0, 0}, fmt::format("the stylesheet does not declare {}", name))
        .expect("every colour of charts and text, within \":root { }\"")
        .suggest("copy its line from the tokens.css that ships with the program");
  }

  void measure(const Measured& measured, Scheme scheme) {
    auto paper = colour(kPaper, scheme), ink = colour(measured.name, scheme);
    if (!paper || !ink) return;
    double ratio = markup::contrast(*ink, *paper);
    if (ratio >= measured.needed) return;
    if (scheme != Scheme::print && set_in_site_.contains(kPaper) && !set_in_site_.contains(measured.name)) {
      illegible_[scheme].push_back(fmt::format("{} {}", measured.name, ratio_text(ratio)));
      return;
    }
    diagnostics_
        .error("low-contrast", place(measured.name, scheme),
               fmt::format("{} does not contrast enough with the background {}: {}", measured.name, name_of(scheme),
                           ratio_text(ratio)))
        .expect(fmt::format("{:g}:1 or more, as WCAG 2.2 asks of {}", measured.needed,
                            measured.needed == kForText ? "text" : "the parts of a graphic"))
        .suggest(markup::luminance(*paper) > markup::kMiddleLuminance ? "make it darker" : "make it lighter")
        .note(place(kPaper, scheme), "the background");
  }

  // Reports a background of the site on which tokens of the theme are illegible.
  void report_illegible() {
    for (const auto& [scheme, tokens] : illegible_)
      diagnostics_
          .error("low-contrast", place(kPaper, scheme),
                 fmt::format("on this background {}, these colours of the theme contrast too little: {}",
                             name_of(scheme), base::join(tokens, ", ")))
          .expect("4.5:1 or more for text, 3:1 or more for the parts of a graphic, as WCAG 2.2 asks")
          .suggest("choose a lighter or darker background, or set these colours too");
  }

 private:
  // Returns the position where an existing token is set. For print, the print rules take precedence.
  base::Span place(std::string_view name, Scheme scheme) const {
    auto set = set_in_site_.find(name);
    return scheme == Scheme::print || set == set_in_site_.end() ? tokens_.find(scheme, name)->span : set->second;
  }

  // Returns the colour of a token; nullopt for a missing token and after an error.
  std::optional<markup::Colour> colour(std::string_view name, Scheme scheme) {
    const markup::Token* token = tokens_.find(scheme, name);
    if (!token) return std::nullopt;
    auto value = tokens_.resolve(scheme, token->value);
    auto parsed = value ? markup::parse_colour(*value) : std::nullopt;
    if (!parsed && reported_.insert(token->span.begin).second)
      diagnostics_
          .error("unreadable-colour", token->span,
                 fmt::format("\"{}\" is not a colour that can be measured", token->value))
          .expect("#rrggbb, #rgb or rgb(), opaque: pictures of charts are drawn from it too");
    return parsed;
  }

  const base::SourceText& css_;
  markup::Tokens tokens_;
  const Places& set_in_site_;
  base::Diagnostics& diagnostics_;
  std::set<uint32_t> reported_;  // offset of each declaration that was reported
  std::map<Scheme, std::vector<std::string>> illegible_;
};

}  // namespace

std::optional<double> contrast_needed(std::string_view token) {
  const auto* found = std::ranges::find(kMeasured, token, &Measured::name);
  return found == std::end(kMeasured) ? std::nullopt : std::optional(found->needed);
}

void check_contrast(const base::SourceText& tokens, const base::SourceText& chart, const Places& set_in_site,
                    std::string_view only, base::Diagnostics& diagnostics) {
  Checker checker(tokens, set_in_site, diagnostics);
  std::set<std::string> required = markup::required_tokens(chart.text());
  required.emplace(kPaper);
  for (const Measured& measured : kMeasured) required.emplace(measured.name);
  for (const std::string& name : required) checker.require(name);
  for (Scheme scheme : {Scheme::light, Scheme::dark, Scheme::print}) {
    if ((only == "dark" && scheme == Scheme::light) || (only == "light" && scheme == Scheme::dark)) continue;
    for (const Measured& measured : kMeasured) checker.measure(measured, scheme);
  }
  checker.report_illegible();
}

}  // namespace check
