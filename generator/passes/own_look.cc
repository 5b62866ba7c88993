// The site's own look: its colours, its scheme and its style sheet (passes/parse.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "audit/links.h"
#include "base/suggest.h"
#include "base/text.h"
#include "check/checks.h"
#include "markup/colour.h"
#include "markup/stylesheet.h"
#include "passes/parse.h"
#include "site/url.h"

namespace passes {
namespace {

using markup::Scheme;

const std::string kStyle = "data/theme.css", kTokens = "templates/assets/tokens.css";

// Reports addresses that a browser would request from another site.
void check_style_addresses(const base::SourceText& css, base::Diagnostics& diagnostics) {
  audit::css_references(css.text(), [&](const audit::Reference& reference) {
    const auto begin = static_cast<uint32_t>(reference.written.data() - css.text().data());
    const base::Span span{&css, begin, begin + static_cast<uint32_t>(reference.written.size())};
    if (reference.is_import)
      diagnostics.error("own-style", span, "this style sheet imports another one")
          .expect("all rules in this file")
          .suggest("copy the rules of the other style sheet into it");
    else if (!reference.target.starts_with("data:") && site::is_external(reference.target))
      diagnostics.error("own-style", span, "readers would request this file from another site")
          .expect("a file of this site, such as url(images/paper.png) for content/images/paper.png");
  });
}

// Moves the theme's tokens from the style sheet to `theme`. Returns the style sheet without them.
std::string take_tokens(const base::SourceText& css, const markup::Tokens& tokens,
                        std::map<std::string, site::ThemeColour, std::less<>>& theme, base::Diagnostics& diagnostics) {
  std::string rest(css.text());
  const markup::Tokens own = markup::Tokens::read(css);
  const std::vector<std::string> colours = tokens.colours();
  for (const markup::CustomProperty& each : markup::custom_properties(css)) {
    const markup::Token* known = tokens.find(Scheme::light, each.name);
    if (!known) continue;
    const std::string name = each.name.substr(2);
    const bool is_colour = std::ranges::find(colours, name) != colours.end();
    if (!each.is_of_root) {
      if (is_colour)
        diagnostics
            .error("own-style", each.span, fmt::format("{} is set where its contrast is not measured", each.name))
            .expect(fmt::format(":root {{ {}: light-dark(#LIGHT, #DARK); }} outside other rules", each.name))
            .suggest("in other rules, set properties such as color and background");
      continue;
    }
    const bool is_for_one = css.text().substr(each.span.begin, each.span.end - each.span.begin).find("light-dark(") ==
                            std::string_view::npos;
    const site::ThemeColour value{own.find(Scheme::light, each.name)->value, own.find(Scheme::dark, each.name)->value,
                                  each.span, is_for_one && is_colour};
    if (const auto other = theme.find(name); other != theme.end() && other->second.span.source != &css)
      diagnostics.error("own-style", each.span, fmt::format("{} is also set in data/site.json", each.name))
          .expect("one place for each colour")
          .note(other->second.span, "the other place");
    const bool is_opaque = is_colour && markup::parse_colour(known->value);
    if (is_opaque && !(markup::parse_colour(value.light) && markup::parse_colour(value.dark)))
      diagnostics
          .error("bad-colour", each.span, fmt::format("{} is not set to a colour that can be measured", each.name))
          .expect("#rrggbb, #rgb or rgb(), opaque: pictures of charts are drawn from it too");
    else
      theme.insert_or_assign(name, value);
    std::fill(rest.begin() + each.span.begin, rest.begin() + each.span.end, ' ');
  }
  return rest;
}

// Completes a colour of which one was given. If its contrast suffices in one scheme only, that of the other one is made
// from it; if it is not measured, it is for the scheme whose colour it resembles.
void complete(const std::string& name, site::ThemeColour& colour, const markup::Tokens& tokens,
              const std::string& scheme, const std::array<markup::Colour, 2>& papers) {
  const auto own = markup::parse_colour(colour.light);
  if (!colour.is_for_one || !own) return;
  const std::string &light = tokens.find(Scheme::light, name)->value, &dark = tokens.find(Scheme::dark, name)->value;
  const auto of_light = markup::parse_colour(light), of_dark = markup::parse_colour(dark);
  if (!of_light || !of_dark) return;
  const std::optional<double> needed = check::contrast_needed(name);
  bool is_for_light = true, is_for_dark = true;
  if (!scheme.empty()) {
    is_for_light = scheme == "light";
    is_for_dark = !is_for_light;
  } else if (needed) {
    is_for_light = markup::contrast(*own, papers[0]) >= *needed;
    is_for_dark = markup::contrast(*own, papers[1]) >= *needed;
    if (is_for_light && !is_for_dark) colour.dark = markup::to_hex(markup::with_contrast(*own, papers[1], *needed));
    if (is_for_dark && !is_for_light) colour.light = markup::to_hex(markup::with_contrast(*own, papers[0], *needed));
    return;
  } else {
    const double luminance = markup::luminance(*own);
    is_for_light =
        std::abs(luminance - markup::luminance(*of_light)) <= std::abs(luminance - markup::luminance(*of_dark));
    is_for_dark = !is_for_light;
  }
  if (!is_for_light) colour.light = light;
  if (!is_for_dark) colour.dark = dark;
}

}  // namespace

void apply_look(Inputs& inputs, base::Diagnostics& diagnostics) {
  auto asset = std::ranges::find(inputs.listing.assets, kTokens,
                                 [](const io::SourceFile* file) -> const std::string& { return file->source.path(); });
  auto& theme = inputs.config.theme;
  const markup::Tokens tokens = markup::Tokens::read((*asset)->source);
  if (const io::SourceFile* own = inputs.tree.find(kStyle)) {
    check_style_addresses(own->source, diagnostics);
    inputs.style = std::make_unique<const io::SourceFile>(kStyle, take_tokens(own->source, tokens, theme, diagnostics));
    inputs.config.has_style = true;
  }
  const std::string& scheme = inputs.config.scheme;
  if (!theme.empty() || !scheme.empty()) {
    std::map<std::string, std::pair<std::string, std::string>> values;
    std::array<markup::Colour, 2> papers;
    const auto add = [&](const std::string& name, site::ThemeColour& colour) {
      if (!tokens.find(Scheme::light, "--" + name)) return;
      complete("--" + name, colour, tokens, scheme, papers);
      values["--" + name] = {colour.light, colour.dark};
    };
    constexpr std::string_view kPaper = "paper";
    if (const auto paper = theme.find(kPaper); paper != theme.end()) add(paper->first, paper->second);
    const auto given = values.find("--paper");
    for (size_t i = 0; i < papers.size(); ++i) {
      const bool is_light = i == 0;
      std::string value;
      if (given != values.end()) {
        value = is_light ? given->second.first : given->second.second;
      } else if (const markup::Token* standard = tokens.find(is_light ? Scheme::light : Scheme::dark, "--paper")) {
        value = standard->value;
      }
      papers[i] = markup::parse_colour(value).value_or(markup::Colour());
    }
    const std::vector<std::string> colours = tokens.colours();
    for (auto& [name, colour] : theme) {
      const bool is_in_style = inputs.style && colour.span.source->path() == kStyle;  // which may set sizes too
      if (!is_in_style && std::ranges::find(colours, name) == colours.end())
        diagnostics.error("unknown-token", colour.span, fmt::format("the theme has no colour \"{}\"", name))
            .expect("the name of a colour in templates/assets/tokens.css, without its leading dashes")
            .suggest(base::did_you_mean(name, base::views(colours)));
      else if (name != kPaper)
        add(name, colour);
    }
    std::string css = markup::with_tokens((*asset)->source, values);
    if (!scheme.empty()) css += fmt::format("\n@media screen {{ :root:root {{ color-scheme: {}; }} }}\n", scheme);
    inputs.tokens = std::make_unique<const io::SourceFile>(kTokens, std::move(css));
    *asset = inputs.tokens.get();
  }
  if (inputs.style) inputs.listing.assets.push_back(inputs.style.get());
}

}  // namespace passes
