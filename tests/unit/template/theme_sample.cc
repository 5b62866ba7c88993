#include "theme_sample.h"

using templates::List;
using templates::Map;
using templates::Value;

namespace theme_sample {
namespace {

Value html(std::string text) { return markup::SafeHtml::trusted(std::move(text)); }

const char* const kProse = R"(
<p>A roast is a matter of minutes. A light roast ends near <a class="fig" href="../sources/rao.html">205 °C</a>, a dark one near <a class="fig" href="../sources/rao.html">228 °C</a>, and between the two the bean loses a tenth of its weight<sup class="cite"><a href="#ref-1">1</a></sup>. What the drinker notices first is not the colour but the acidity, which falls all the way<sup class="cite"><a href="#ref-2">2</a></sup>.</p>
<div class="heading"><h2 id="heat">How heat moves into the bean</h2> <a class="anchor" href="#heat" aria-label="Link to this section">#</a></div>
<p>Three ways, and every machine mixes them differently: <em>conduction</em> from the drum, <strong>convection</strong> from the air, and radiation from both. Set <code>airflow = 0.7</code> and the second dominates; press <kbd>Esc</kbd> to stop.</p>
<aside class="callout callout-note"><p class="callout-title">Note</p><p>Thermometers disagree by several degrees, since each is elsewhere in the drum.</p></aside>
<aside class="callout callout-warning"><p class="callout-title">Warning</p><p>Past the second crack, oil meets hot steel.</p></aside>
<figure class="table" id="machines"><figcaption><span class="caption">Small drum roasters, by what they can hold</span></figcaption>
<div class="scroll" role="region" tabindex="0" aria-label="Small drum roasters"><table><thead><tr><th scope="col"><span class="title">Machine</span></th><th scope="col" class="number"><span class="title">Batch</span> <span class="unit">kg</span></th><th scope="col" class="number"><span class="title">Power</span> <span class="unit">kW</span></th><th scope="col" class="number"><span class="title">Time to 200 °C</span> <span class="unit">min</span></th><th scope="col" class="number"><span class="title">Price</span> <span class="unit">USD</span></th><th scope="col"><span class="title">As of</span></th></tr></thead>
<tbody><tr><th scope="row"><a href="#">Aillio Bullet R1</a></th><td class="number">1.0</td><td class="number">1.55</td><td class="number best">8.2<sup class="ref"><a href="#ref-1">1</a></sup></td><td class="number">3,499</td><td>2026-01</td></tr><tr><th scope="row"><a href="#">Huky 500</a></th><td class="number">0.5</td><td class="number">2.20</td><td class="number">9.6<sup class="ref"><a href="#ref-1">1</a></sup></td><td class="number best">1,250</td><td>2025-11</td></tr><tr><th scope="row"><a href="#">Mill City 1 kg</a></th><td class="number best">1.2</td><td class="number">4.40</td><td class="number">8.9<sup class="ref"><a href="#ref-2">2</a></sup></td><td class="number">4,800</td><td>2025-12</td></tr></tbody></table></div>
<p class="as-of">As of November 2025 to January 2026. Sources: <a href="#ref-1">1</a>, <a href="#ref-2">2</a>.</p><ul class="caveats"><li>One of the three was measured by its maker.</li></ul>
<p class="downloads"><a href="#">CSV</a> <a href="#">JSON</a> <a class="anchor" href="#machines" data-embed="500" aria-label="Link or embed: Small drum roasters">Link or embed</a></p>
<details class="computed"><summary>How this was computed</summary><pre class="code"><code><b>select</b> name, batch, power <b>from</b> machines <span class="hl-comment">-- one row a machine</span></code></pre></details></figure>
<h3 id="air">Air, and how much of it</h3>
<ul><li>A closed drum roasts slowly and evenly.</li><li>An open one is quick:<ul><li>less smoke,</li><li>more acidity.</li></ul></li></ul>
<blockquote><p>Roast by nose first, by clock second.</p></blockquote>
<figure class="chart" id="curve"><figcaption><span class="title">Temperature of the bean over time</span> <span class="subtitle">Four roasts of the same coffee, degrees Celsius</span></figcaption>
<svg class="chart" viewBox="0 0 640 300" role="img" aria-label="Temperature over time" font-size="12">
<g class="grid"><line x1="50" y1="60" x2="630" y2="60"/><line x1="50" y1="130" x2="630" y2="130"/><line x1="50" y1="200" x2="630" y2="200"/></g>
<g class="axis"><line x1="50" y1="260" x2="630" y2="260"/></g>
<g class="axis"><text x="42" y="64" text-anchor="end">200</text><text x="42" y="134" text-anchor="end">150</text><text x="42" y="204" text-anchor="end">100</text><text x="50" y="278" text-anchor="middle">0</text><text x="340" y="278" text-anchor="middle">6</text><text x="630" y="278" text-anchor="end">12</text></g>
<text class="axis-title" x="630" y="296" text-anchor="end">minutes</text>
<path class="mark-line series-1" d="M50 230 L150 190 L250 140 L350 100 L450 70 L560 45"/><path class="mark-line series-2" d="M50 240 L150 205 L250 165 L350 130 L450 98 L620 60"/><path class="mark-line series-3" d="M50 235 L180 215 L300 170 L420 130 L630 85"/><path class="mark-line series-4" d="M50 245 L200 225 L350 190 L500 150 L630 125"/>
<circle class="mark-point series-1" cx="560" cy="45" r="5"/><circle class="mark-point series-2" cx="620" cy="60" r="5"/>
<rect class="mark-bar series-5" x="70" y="20" width="16" height="16"/><rect class="mark-bar series-6" x="92" y="20" width="16" height="16"/><rect class="mark-bar series-7" x="114" y="20" width="16" height="16"/><rect class="mark-bar series-8" x="136" y="20" width="16" height="16"/><rect class="mark-bar series-1" x="158" y="20" width="16" height="16"/><rect class="mark-bar series-2" x="180" y="20" width="16" height="16"/><rect class="mark-bar series-3" x="202" y="20" width="16" height="16"/><rect class="mark-bar series-4" x="224" y="20" width="16" height="16"/>
<text class="annotation" x="565" y="36">first crack</text></svg>
<p class="summary">All four rise without a pause; the quickest reaches 205 °C after 10.5 minutes, the slowest stops at 152 °C.</p><p class="as-of">As of March 2025. Source: <a href="#ref-2">2</a>.</p>
<details class="data"><summary>The data of this chart</summary><div class="scroll"><table><thead><tr><th scope="col">Minute</th><th scope="col" class="number">°C</th></tr></thead><tbody><tr><td>0</td><td class="number">92</td></tr></tbody></table></div></details></figure>
<h2 id="water">The water that follows</h2>
<p>Water carries what the roast has made. Hard water mutes acids; soft water lets all of them through<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup>.</p>
<div class="scroll"><table><thead><tr><th class="left">Water</th><th class="center">Taste</th><th class="right">Calcium</th></tr></thead><tbody><tr><td class="left">Spring</td><td class="center">round</td><td class="right">68</td></tr><tr><td class="left">Melted</td><td class="center">thin</td><td class="right">3</td></tr></tbody></table></div>
<pre><code>grind --size 400um \
      --dose 18g</code></pre>
<p><label><input type="checkbox" disabled checked> weigh the beans</label></p>
<section class="footnotes"><ol><li id="fn-1">As rivers in granite country do.</li></ol></section>
)";

const char* const kFlowPicture =
    R"(<div class="scroll flow"><svg class="flow-chart" role="group" aria-labelledby="f-title" width="620" height="230" viewBox="0 0 620 230"><title id="f-title">Choose a roaster</title>
<g class="flow-edges" aria-hidden="true"><path class="flow-edge" d="M200 75C280 75 300 145 372 145" fill="none" stroke="currentColor"/><path class="flow-arrow" d="M380 145L370 141L370 149Z" fill="currentColor"/><text class="flow-label" font-size="12" text-anchor="middle" fill="currentColor"><tspan x="290" y="112">Below a kilogram</tspan></text></g>
<a class="flow-node flow-question flow-start" href="#"><rect class="flow-shape" x="20" y="50" width="180" height="50" rx="6" fill="none" stroke="currentColor"/><text class="flow-title" font-size="14" font-weight="bold" text-anchor="middle" fill="currentColor"><tspan x="110" y="80">How much a week?</tspan></text></a>
<a class="flow-node flow-outcome" href="#"><path class="flow-shape" d="M380 145L392 120L568 120L580 145L568 170L392 170Z" fill="none" stroke="currentColor"/><text class="flow-title" font-size="14" font-weight="bold" text-anchor="middle" fill="currentColor"><tspan x="480" y="150">A small drum</tspan></text></a></svg></div>)";

Map link(const char* title, const char* href) {
  std::string_view address = href;
  if (address.starts_with("../")) address.remove_prefix(3);
  return Map().set("title", title).set("href", href).set("address", address);
}

Map common(const char* kind, const char* title, const char* description) {
  List lessons;
  lessons.push(link("Roasting in a drum", "../lessons/roast.html"));
  lessons.push(link("Water", "#"));
  lessons.push(link("Grinding, and why it comes last", "#"));
  List nav;
  nav.push(link("Lessons", "#").set("open", true).set("children", lessons));
  nav.push(link("Compare", "#").set("open", false).set("children", List()));
  nav.push(link("Choose a roaster", "#").set("open", false).set("children", List()));
  nav.push(link("Questions", "#").set("open", false).set("children", List()));
  nav.push(link("Glossary", "#").set("open", false).set("children", List()));
  List toc;
  toc.push(link("How heat moves into the bean", "#heat")
               .set("minutes", 3)
               .set("children", List().push(link("Air, and how much of it", "#air").set("children", List()))));
  toc.push(link("The water that follows", "#water").set("minutes", 1).set("children", List()));
  List references;
  references.push(
      Map()
          .set("number", 1)
          .set("locators", List().push("chapter 7"))
          .set("places", "chapter 7")
          .set("status",
               html("<span class=\"status\"><strong>Outdated</strong>: Written before drums were closed.</span>"))
          .set("id", "ref-1")
          .set("href", "../sources/rao.html")
          .set("html", html("Rao, S. (2014). <em>The Coffee Roaster’s Companion</em>. Author. Chapter 7.")));
  references.push(Map()
                      .set("number", 2)
                      .set("locators", List())
                      .set("places", "")
                      .set("status", "")
                      .set("id", "ref-2")
                      .set("href", "../sources/sca.html")
                      .set("html", html("Specialty Coffee Association (2025). <em>Roast curves</em>. <a "
                                        "href=\"https://example.org/roast\">example.org/roast</a>")));
  Map context;
  context.set("site",
              Map()
                  .set("title", "The coffee handbook")
                  .set("description", "What roasting, grinding and water do to a cup, with a source for every number.")
                  .set("lang", "en")
                  .set("direction", "ltr")
                  .set("scheme", "")
                  .set("has_style", false)
                  .set("frames", templates::List())
                  .set("short_title", "")
                  .set("base_url", "https://example.org/coffee/")
                  .set("repository", "https://example.org/code/coffee")
                  .set("repository_files", "https://example.org/code/coffee/blob/HEAD/")
                  .set("mark", "bean.svg")
                  .set("footer_text", "Kept by the roasters.")
                  .set("is_sourced", true)
                  .set("has_sources", true)
                  .set("has_search", true)
                  .set("has_changes", true)
                  .set("has_data", true));
  context.set("heading", html(title)).set("lead", markup::SafeHtml());
  context.set("page", Map()
                          .set("title", title)
                          .set("description", description)
                          .set("address", "lessons/roast.html")
                          .set("root", "../")
                          .set("canonical", "https://example.org/coffee/lessons/roast.html")
                          .set("translations", List().push(Map()
                                                               .set("lang", "de")
                                                               .set("name", "Deutsch")
                                                               .set("href", "https://example.org/kaffee/roesten.html")))
                          .set("kind", kind)
                          .set("section", "lessons")
                          .set("lead", "")
                          .set("minutes", 8)
                          .set("draft", true)
                          .set("indexed", false)
                          .set("authors", List().push("Ada").push("Bo"))
                          .set("tags", List().push("roasting"))
                          .set("owner", "the roasters")
                          .set("date", "2026-01-02")
                          .set("updated", "2026-03-04")
                          .set("reviewed", "2026-05-06")
                          .set("source", "content/lessons/roast.md")
                          .set("has_assets", true));
  context.set("nav", nav)
      .set("breadcrumbs", List().push(link("Home", "../index.html")).push(link("Lessons", "#")))
      .set("toc", toc);
  context.set("previous", link("Green beans", "#"))
      .set("next", link("Water", "#"))
      .set("content", html(kProse))
      .set("notes", html("<details class=\"notes\"><summary>Notes</summary><ol><li>One.</li></ol></details>"))
      .set("footer", List().push(link("Imprint", "#")))
      .set("references", references);
  context.set("card", Map()
                          .set("image", "https://example.org/coffee/assets/cards/lessons/roast.png")
                          .set("alt", title)
                          .set("width", 1200)
                          .set("height", 630));
  context.set("json_ld", Map().set("@type", "Article").set("headline", title));
  Map moved = Map().set("id", "drum").set("title", "Prices").set("href", "../prices.html").set("inside", true);
  context.set("moved", List().push(moved.set("since", "2026").set("why", "All prices are there.")));
  Map corrected = Map().set("date", "2026-05-01").set("href", "../changes/2026-05-01.html#corrections");
  context.set("corrections", List().push(corrected.set("text", "A kilogram was called a pound.")));
  context.set("alternates", List().push(link("Markdown", "roast.md").set("type", "text/markdown")));
  return context;
}

Map short_page(const char* kind, const char* title, const char* description, const char* content) {
  Map context = common(kind, title, description);
  context.set("content", html(content)).set("toc", List()).set("references", List());
  return context;
}

// Returns the changes of one date, with one change of every kind.
Map day_of_changes() {
  Map value;
  value.set("title", "Price").set("before", "€4.00").set("after", "€4.20").set("by", "+5 %");
  Map row;
  row.set("name", "Latte").set("href", "#").set("kind", "changed").set("source", "Price card");
  row.set("source_href", "#").set("cells", List().push(value));
  Map gone = row;
  gone.set("kind", "gone").set("href", "").set("cells", List());
  Map unit;
  unit.set("title", "Beans").set("before", "g").set("after", "kg");
  Map table;
  table.set("id", "table-prices").set("title", "Prices").set("href", "#").set("kind", "changed");
  table.set("rows_after", 3)
      .set("rows_before", 3)
      .set("lines", List().push("Rows: 1 changed, 1 removed."))
      .set("more", 7);
  table.set("units", List().push(unit)).set("columns_added", List().push("size")).set("columns_gone", List());
  Map setting;
  setting.set("title", "As of").set("before", link("2026-01", "")).set("after", link("2026-03", ""));
  table.set("rows", List().push(row).push(gone)).set("settings", List().push(setting));
  Map figure = value;
  figure.set("name", "ratio").set("kind", "changed").set("pages", List().push(link("Water", "#")));
  Map flow;
  flow.set("flow", link("Choose", "#")).set("who", "").set("answer", "no").set("step", link("Milk?", "#"));
  flow.set("before", link("Latte", "#")).set("after", link("", ""));
  Map day;
  day.set("date", "2026-03-15").set("json", "2026-03-15.json").set("tables", List().push(table));
  day.set("corrections", List().push(link("Water", "#").set("text", "It said tea.")));
  day.set("figures", List().push(figure)).set("flows", List().push(flow));
  day.set("pages_added", List().push(link("Water", "#"))).set("pages_changed", List().push(link("gone.html", "")));
  day.set("pages_gone", List());
  return day;
}

}  // namespace

std::vector<Sample> samples() {
  std::vector<Sample> all;
  Map lesson =
      common("lesson", "Roasting in a drum",
             "What happens in the twelve minutes between a green bean and a brown one, and which of it you control.");
  lesson.set("key_points", List()
                               .push(html("Heat comes from the drum, the air and the bean itself."))
                               .push(html("The last two minutes decide the taste."))
                               .push(html("Two thermometers never agree.")));
  lesson.set("takeaway", html("Slow down before the first crack; nothing later undoes what a rush has done."));
  lesson.set("next_steps", List().push(link("Grinding", "#").set("minutes", 5)));
  lesson.set("plan", link("Lessons", "#").set("part", 2).set("parts", 3).set("minutes", 21));
  lesson.set("plans", List().push(link("For the hurried", "#")
                                      .set("part", 1)
                                      .set("parts", 2)
                                      .set("next", link("Water", "#").set("minutes", 4))));
  all.push_back({"lesson.html", "lessons/lesson.html", lesson});
  all.push_back(
      {"page.html", "lessons/page.html", common("page", "Roasting in a drum", "What happens in twelve minutes.")});
  all.push_back({"comparison.html", "lessons/comparison.html", common("comparison", "Drum or air?", "")});
  Map table = common("table", "All machines", "");
  table.set("shown_on", link("Roasting in a drum", "#"));
  all.push_back({"table.html", "lessons/table.html", table});
  all.push_back({"chart.html", "lessons/chart.html", table});

  Map home = short_page("home", "The coffee handbook", "What roasting does.",
                        "<p>Begin anywhere; every page is complete by itself.</p>");
  List cards;
  for (const char* title : {"Lessons", "Compare", "Choose a roaster", "Questions"}) {
    List pages;
    for (const char* each : {"Roasting in a drum", "Water", "Grinding, and why it comes last"})
      pages.push(link(each, "#").set("description", ""));
    cards.push(link(title, "#")
                   .set("description", "Short chapters, in the order in which a cup is made.")
                   .set("kind", cards.size() == 2 ? "flow" : "section")
                   .set("count", 5)
                   .set("in_menu", cards.size() < 3)
                   .set("in_footer", false)
                   .set("plan", Map().set("parts", 5).set("minutes", cards.empty() ? 35 : 0))
                   .set("pages", pages));
  }
  home.set("sections", cards);
  home.set("recent", List()
                         .push(link("New prices", "#").set("date", "2026-03-15").set("counts", "2 rows"))
                         .push(link("Water", "#").set("date", "2026-02-01").set("counts", "")));
  home.set("cases", List().push(link("Use a drum", "#").set("who", "a café")));
  all.push_back({"home.html", "lessons/home.html", home});

  Map section =
      short_page("section", "Lessons", "In the order in which a cup is made.", "<p>Eight lessons, an hour in all.</p>");
  List pages;
  for (const char* each : {"Roasting in a drum", "Water", "Grinding, and why it comes last"}) {
    pages.push(link(each, "#")
                   .set("description", "What happens in the minutes between a green bean and a brown one.")
                   .set("lead", "")
                   .set("minutes", 7)
                   .set("draft", false)
                   .set("kind", "lesson"));
  }
  section.set("pages", pages).set("plan", Map().set("parts", 3).set("minutes", 21));
  section.set("print", link("Lessons", "print.html"));
  section.set("plans", List().push(Map()
                                       .set("id", "hurried")
                                       .set("title", html("For the hurried"))
                                       .set("description", html("Two lessons."))
                                       .set("count", 2)
                                       .set("minutes", 11)
                                       .set("pages", List().push(link("Water", "#").set("minutes", 4)))));
  all.push_back({"section.html", "lessons/section.html", section});

  Map flow = short_page("flow", "Choose a roaster", "Three questions, five places to arrive at.",
                        "<p>Answer what you know.</p>");
  flow.set("picture", html(kFlowPicture));
  Map step;
  step.set("id", "week")
      .set("anchor", "step-week")
      .set("ends", false)
      .set("title", "How much a week?")
      .set("href", "#")
      .set("more", false);
  step.set("text", html("<p>Count what you give away.</p>")).set("next_steps", List());
  step.set("asks", nullptr).set("depends_on", "");
  List leads;
  leads.push(Map()
                 .set("id", "little")
                 .set("to", "week")
                 .set("anchor", "step-week")
                 .set("label", "Less than a kilogram")
                 .set("href", "#")
                 .set("leads_to", "A small drum")
                 .set("because", List().push(html("It needs no chimney."))));
  flow.set("steps", List().push(step.set("answers", leads))).set("steps_figures", html(""));
  flow.set("start", link("How much do you roast a week?", "#"));
  all.push_back({"flow.html", "lessons/flow.html", flow});

  Map question = short_page("question", "How much a week?", "", "<p>Count what you drink and what you give away.</p>");
  question.set("question", "How much do you roast a week?");
  List answers;
  answers.push(
      Map()
          .set("label", "Less than a kilogram")
          .set("href", "#")
          .set("leads_to", "A small drum")
          .set("because",
               List()
                   .push(html("A small drum holds a week’s coffee<sup class=\"cite\"><a href=\"#ref-1\">1</a></sup>."))
                   .push(html("It needs no chimney."))));
  answers.push(
      Map().set("label", "More than that").set("href", "#").set("leads_to", "Do you have gas?").set("because", List()));
  question.set("answers", answers)
      .set("asked_from", List().push(link("Do you roast at all?", "#").set("label", "Yes, at home")))
      .set("start", link("How much do you roast a week?", "#"))
      .set("flow", link("Choose a roaster", "#"));
  all.push_back({"question.html", "lessons/question.html", question});

  Map outcome =
      short_page("outcome", "A small drum", "Electric, a kilogram at most.", "<p>It pays for itself in two years.</p>");
  outcome.set("next_steps", List().push(link("Roasting in a drum", "#").set("when", "")))
      .set("question", "And where?")
      .set("answers", answers)
      .set("reached_from", List().push(link("How much do you roast a week?", "#")
                                           .set("id", "amount.little")
                                           .set("label", "Less than a kilogram")
                                           .set("because", List().push("It pays for itself."))))
      .set("start", link("How much do you roast a week?", "#"))
      .set("flow", link("Choose a roaster", "#"));
  all.push_back({"outcome.html", "lessons/outcome.html", outcome});

  Map faq = short_page("faq", "Questions", "", "");
  faq.set("questions", List()
                           .push(link("Does dark roast hold more caffeine?", "#")
                                     .set("summary", html("<p>No: by weight it holds about as much.</p>")))
                           .push(link("Can I roast in an oven?", "#").set("summary", html("<p>Once.</p>"))));
  faq.set("print", link("Questions", "print.html"));
  all.push_back({"faq.html", "lessons/faq.html", faq});
  all.push_back({"answer.html", "lessons/answer.html",
                 short_page("answer", "Does dark roast hold more caffeine?", "",
                            "<p>No: by weight it holds about as much.</p>")});

  Map embed = short_page("embed", "Small drum roasters", "", "");
  embed.set("embed", Map()
                         .set("title", "Small drum roasters")
                         .set("html", html("<figure class=\"table\" id=\"machines\"></figure>"))
                         .set("is_chart", true)
                         .set("page", "Roasting in a drum")
                         .set("href", "../lessons/roast.html#machines")
                         .set("canonical", "https://example.org/coffee/lessons/roast.html#machines")
                         .set("oembed", "https://example.org/coffee/embed/machines.json")
                         .set("root", "../"));
  all.push_back({"embed.html", "embed/machines.html", embed});

  Map print = short_page("print", "Lessons", "", "");
  print.set("chapters", List().push(link("Roasting in a drum", "roast.html")
                                        .set("id", "chapter-roast")
                                        .set("heading", html("Roasting in a drum"))
                                        .set("lead", html("Twelve minutes."))
                                        .set("minutes", 8)
                                        .set("key_points", List().push(html("Heat comes from the drum.")))
                                        .set("takeaway", html("Slow down."))
                                        .set("content", html("<h3 id=\"chapter-roast-heat\">Heat</h3>"))));
  all.push_back({"print.html", "lessons/print.html", print});

  Map sources = short_page("sources", "Sources", "All sources of this site.", "");
  List listed;
  listed.push(Map()
                  .set("id", "rao")
                  .set("title", "The Coffee Roaster’s Companion")
                  .set("publisher", "Scott Rao")
                  .set("year", "2014")
                  .set("href", "#")
                  .set("uses", 12));
  listed.push(Map()
                  .set("id", "sca")
                  .set("title", "Roast curves")
                  .set("publisher", "Specialty Coffee Association")
                  .set("year", "")
                  .set("href", "#")
                  .set("uses", 1));
  sources.set("groups", List().push(Map().set("title", "Books").set("sources", listed)));
  all.push_back({"sources.html", "lessons/sources.html", sources});

  Map source = short_page("source", "The Coffee Roaster’s Companion", "", "");
  source.set("source", Map()
                           .set("id", "rao2014")
                           .set("title", "The Coffee Roaster’s Companion")
                           .set("authors", "Scott Rao")
                           .set("publisher", "Author")
                           .set("issued", "2014")
                           .set("url", "https://example.org/rao")
                           .set("type", "Book")
                           .set("version", "")
                           .set("note", "Chapter 7 gives the curves.")
                           .set("license", "")
                           .set("accessed", "2025-03-01")
                           .set("data", List().push(link("Machines", "#").set("rows", 3)))
                           .set("status", ""));
  source.set("uses", List()
                         .push(link("Roasting in a drum", "#").set("parts", List()))
                         .push(link("Small drum roasters", "#").set("parts", List().push(link("All machines", "#")))));
  source.set("uses_total", 2).set("uses_shown", 2);
  source.set("citation", "Scott Rao: The Coffee Roaster’s Companion. 2014.").set("csl", "{\"id\": \"rao2014\"}");
  all.push_back({"source.html", "lessons/source.html", source});

  Map data = short_page("data", "Data", "Everything to download.", "");
  List fields;
  fields.push(Map()
                  .set("name", "batch")
                  .set("title", "Batch")
                  .set("unit", "kg")
                  .set("description", "The most it can hold.")
                  .set("covers", "Covers: green beans."));
  data.set("resources", List().push(Map()
                                        .set("name", "machines")
                                        .set("title", "Machines")
                                        .set("description", "Small drum roasters.")
                                        .set("rows", 3)
                                        .set("page", "machines.html")
                                        .set("csv", "machines.csv")
                                        .set("json", "machines.json")
                                        .set("fields", fields)));
  data.set("contradictions_link", link("Contradictory sources", "#"));
  all.push_back({"data.html", "lessons/data.html", data});

  Map resource = short_page("resource", "Machines", "Small drum roasters.", "");
  resource.set(
      "resource",
      Map()
          .set("name", "machines")
          .set("as_of", "2025-03")
          .set("units", List().push(Map().set("name", "cups").set("title", "What one person drinks")))
          .set("caveats", List().push("Makers measured by themselves."))
          .set("licenses", List().push(Map().set("title", "CC0").set("href", "https://example.org/cc0")))
          .set("sources", List().push(Map().set("title", "Catalogues").set("href", "")))
          .set("editions", List().push(Map().set("version", "2").set("date", "2025-03").set("href", "#")))
          .set("history", "machines_history.html")
          .set("rows", 3)
          .set("shown", 1)
          .set("pages",
               List()
                   .push(Map().set("number", 1).set("href", "#").set("first", 1).set("last", 2).set("here", true))
                   .push(Map().set("number", 2).set("href", "#").set("first", 3).set("last", 3).set("here", false)))
          .set("csv", "machines.csv")
          .set("no_source", "")
          .set("json", "machines.json")
          .set("table", html("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Machines\"><table "
                             "class=\"rows\"><thead><tr><th scope=\"col\">Machine</th></tr></thead><tbody><tr "
                             "id=\"huky\"><th scope=\"row\">Huky 500</th></tr></tbody></table></div>")));
  all.push_back({"resource.html", "lessons/resource.html", resource});

  Map contradictions = short_page("contradictions", "Contradictory sources", "", "");
  auto statement = [](const char* value, const char* from) {
    return Map()
        .set("value", value)
        .set("source", from)
        .set("href", "#")
        .set("locator", "p. 3")
        .set("as_of", "2025-03")
        .set("note", "")
        .set("status", "")
        .set("row", "#");
  };
  contradictions.set(
      "contradictions",
      List().push(Map()
                      .set("id", "huky.batch")
                      .set("row", "Huky 500")
                      .set("column", "Batch")
                      .set("because", "Weighed.")
                      .set("preferred", statement("0.5 kg", "Roasters’ guild"))
                      .set("others", List().push(statement("0.6 kg", "The maker").set("difference", "+20%")))));
  all.push_back({"contradictions.html", "lessons/contradictions.html", contradictions});

  Map search = short_page("search", "Search", "", "");
  search.set("lists", List()
                          .push(link("Lessons", "lessons/index.html").set("description", "From bean to cup."))
                          .push(link("Glossary", "glossary.html").set("description", "")));
  all.push_back({"search.html", "search.html", search});
  all.push_back({"404.html", "404.html", short_page("404", "", "", "")});
  Map redirect = short_page("redirect", "", "", "");
  Map moved = Map().set("href", "roast.html").set("title", "Roasting in a drum").set("why", "Two lessons became one.");
  moved.set("inside", true)
      .set("since", "2026-05-01")
      .set("canonical", "https://example.org/coffee/lessons/roast.html");
  redirect.set("redirect", moved.set("above", link("Lessons", "index.html")));
  all.push_back({"redirect.html", "lessons/redirect.html", redirect});
  Map retired =
      Map().set("href", "").set("title", "").set("why", "Nobody roasts in pans any more.").set("inside", false);
  retired.set("since", "2026").set("canonical", "");
  redirect.set("redirect", retired.set("above", link("Lessons", "index.html")));
  all.push_back({"redirect.html", "lessons/retired.html", redirect});
  Map changes = short_page("changes", "What changed on 2026-03-15", "Milk got dearer.", "");
  all.push_back({"changes.html", "lessons/changes.html", changes.set("day", day_of_changes()).set("days", List())});
  Map listed_day = link("What changed on 2026-03-15", "#").set("date", "2026-03-15").set("summary", "Milk got dearer.");
  changes.set("day", nullptr).set("days", List().push(listed_day.set("counts", "2 rows · corrections: 1")));
  all.push_back({"changes.html", "lessons/changes-list.html", changes});
  return all;
}

}  // namespace theme_sample
