#include <doctest/doctest.h>

#include "base/parallel.h"
#include "base/work.h"
#include "rendering.h"

using namespace templates_test;
using templates::List;
using templates::Map;
using templates::Value;

TEST_CASE("values are escaped when printed, and HTML is unchanged") {
  Map context;
  context.set("title", "Cream & <sugar>").set("html", markup::SafeHtml::trusted("<b>bold</b>")).set("n", 3);
  CHECK(render("<p title=\"{{ title }}\">{{ title }} {{ html }} {{ n }}</p>", context) ==
        "<p title=\"Cream &amp; &lt;sugar&gt;\">Cream &amp; &lt;sugar&gt; <b>bold</b> 3</p>");
}

TEST_CASE("a map with many names finds each, and replaces names that are set twice") {
  Map map;
  for (int i = 0; i < 100; ++i) map.set("name" + std::to_string(i), i);
  map.set("name50", "again");
  CHECK(map.size() == 100);
  CHECK(map.find("name50")->as_text() == "again");
  CHECK(map.find("name99")->as_integer() == 99);
  CHECK(map.find("name100") == nullptr);
}

TEST_CASE("borrowed text and HTML are not copied") {
  std::string text = "a river";
  auto html = markup::SafeHtml::trusted("<i>b</i>");
  CHECK(Value::borrow(text).as_text().data() == text.data());
  CHECK(&Value::borrow(html).as_safe_html() == &html);
  Value list(List().push("x"));
  Value copy = list;
  CHECK(&copy.as_list() == &list.as_list());
}

TEST_CASE("blocks, super and includes work together, with the right scope of variables") {
  Site site(
      {{"base.html", "<title>{% block title %}Site{% endblock %}</title>{% block main %}{% endblock %}"},
       {"section.html", "{% extends \"base.html\" %}{% block main %}[{% include \"parts/item.html\" %}]{% endblock %}"},
       {"page.html",
        "{% extends 'section.html' %}{% set item = \"river\" %}"
        "{% block title %}Page - {{ super() }}{% endblock %}{% block main %}<i>{{ super() }}</i>{% endblock %}"},
       {"parts/item.html", "{{ item }}"}});
  CHECK(site.errors == "");
  CHECK(site.render("page.html") == "<title>Page - Site</title><i>[river]</i>");
  CHECK(site.engine->uses("page.html") ==
        std::vector<std::string>{"base.html", "page.html", "parts/item.html", "section.html"});
  CHECK(site.engine->asks("page.html", "item"));  // an included template uses it
  CHECK_FALSE(site.engine->asks("base.html", "item"));
  CHECK_FALSE(site.engine->asks("page.html", "Page"));
  CHECK_FALSE(site.engine->asks("nothing.html", "item"));
}

TEST_CASE("fill replaces placeholders with values") {
  Map context;
  context.set("text", "{count} of {all} pages").set("html", markup::SafeHtml::trusted("<b>3</b>"));
  CHECK(render("{{ text|fill(count=2, all='<9>') }}", context) == "2 of &lt;9&gt; pages");
  CHECK(render("{{ text|fill(count=html, all='<9>') }}", context) == "<b>3</b> of &lt;9&gt; pages");
  CHECK(render("{{ text|fill(count=1208, all=2026) }}", context) == "1,208 of 2026 pages");
  Map german = context;
  german.set("site", Map().set("lang", "de"));
  CHECK(render("{{ text|fill(count=1208, all=2026) }}", german) == "1.208 of 2026 pages");
  CHECK(mistake("{{ text|fill(cuont=2, all=9) }}", context) ==
        "error[template-value]: the string \"{count} of {all} pages\" has a placeholder \"{count}\" without a value");
  CHECK(mistake("{{ text|fill(count=2, all=9, more=1) }}", context) ==
        "error[template-value]: the string \"{count} of {all} pages\" has no placeholder \"{more}\"");
}

TEST_CASE("fill of a map takes the plural form of the language, and writes dates as it does") {
  Map polish;
  polish.set("site", Map().set("lang", "pl"));
  polish.set("strings", Map()
                            .set("rows", "{count} wierszy")
                            .set("rows_one", "1 wiersz")
                            .set("rows_few", "{count} wiersze")
                            .set("since", "od {date}"));
  CHECK(render("{{ strings|fill(key='rows', count=1) }}", polish) == "1 wiersz");
  CHECK(render("{{ strings|fill(key='rows', count=3) }}", polish) == "3 wiersze");
  CHECK(render("{{ strings|fill(key='rows', count=5) }}", polish) == "5 wierszy");
  CHECK(render("{{ strings.since|fill(date='2020-03-01') }}", polish) == "od 1 mar 2020");
  Map english = polish;  // the site's language has no texts
  english.set("strings", Map().set("since", "since {date}").set("lang", "en"));
  CHECK(render("{{ strings.since|fill(date='2020-03-01') }}", english) == "since 2020-03-01");
  CHECK(mistake("{{ strings|fill(key='row', count=3) }}", polish) ==
        "error[template-value]: there is no string \"row\"");
  CHECK(mistake("{{ strings|fill(count=3) }}", polish) ==
        "error[template-value]: \"fill\" of a map needs text for \"key\"");
}

TEST_CASE("a JSON script contains values that cannot end it") {
  Map data;
  data.set("name", "</script><script>alert(1)</script> & \"q\" \xE2\x80\xA8")
      .set("n", 1)
      .set("list", List().push(25).push(nullptr).push(true));
  Map context;
  context.set("data", data);
  CHECK(render("<script type=\"application/ld+json\">{{ data }}</script>", context) ==
        R"(<script type="application/ld+json">{"name":"\u003c/script>\u003cscript>alert(1)\u003c/script> )"
        R"(& \"q\" \u2028","n":1,"list":[25,null,true]}</script>)");
  CHECK(mistake("<script type=\"application/json\">\"{{ data }}\"</script>", context) ==
        "error[template-context]: a value is printed in JSON with its quotes");
}

TEST_CASE("a URL attribute accepts only safe URLs, even if concatenated") {
  auto link = [](const char* a, const char* b) {
    Map context;
    context.set("a", a).set("b", b);
    return render("<a href=\"{{ a }}{{ b }}\">x</a>", context);
  };
  CHECK(link("../", "beans.html?a=1&b=2#top") == "<a href=\"../beans.html?a=1&amp;b=2#top\">x</a>");
  CHECK(link("https://example.org/", "a:b") == "<a href=\"https://example.org/a:b\">x</a>");
  CHECK(link("java", "script:alert(1)") ==
        "error[unsafe-url]: a link may not go to \"javascript:alert(1)\"\n"
        "  --> templates/page.html:1:20\n"
        "   |\n"
        " 1 | <a href=\"{{ a }}{{ b }}\">x</a>\n"
        "   |                    ^\n"
        "   = expected: a relative address, or one that begins with http:, https:, mailto: or tel:\n");
  CHECK(render("<a href=\"{{ a }}\">x</a>\n<a href=\"java{% if b %}{{ b }}{% endif %}script:1\">y</a>",
               Map().set("a", "beans.html").set("b", "")) ==
        "error[unsafe-url]: a link may not go to \"javascript:1\"\n"
        "  --> templates/page.html:2:10\n"
        "   |\n"
        " 2 | <a href=\"java{% if b %}{{ b }}{% endif %}script:1\">y</a>\n"
        "   |          ^\n"
        "   = expected: a relative address, or one that begins with http:, https:, mailto: or tel:\n");
  CHECK(link(" JaVa\tscript", ":x").starts_with("error[unsafe-url]"));
  CHECK(link("data:text/html,", "x").starts_with("error[unsafe-url]"));
  Map context;
  context.set("x", "script:alert(1)");
  CHECK(mistake("<a href=\"java&#115;cript:{{ x }}\">", context).starts_with("error[unsafe-url]"));
  CHECK(mistake("<svg><a xlink:href='java{{ x }}'></a></svg>", context).starts_with("error[unsafe-url]"));
  CHECK(mistake("<meta http-equiv=\"refresh\" content=\"0; url=java{{ x }}\">", context)
            .starts_with("error[unsafe-url]"));
  CHECK(render("<meta http-equiv=\"refresh\" content=\"0; url={{ x }}\">", Map().set("x", "b.html")) ==
        "<meta http-equiv=\"refresh\" content=\"0; url=b.html\">");
}

TEST_CASE("positions where no escaping is safe are errors") {
  auto refused = [](const std::string& text) {
    std::string line = mistake(text, Map().set("x", "1"));
    return line.starts_with("error[template-context]: ") ? line.substr(25) : line;
  };
  CHECK(refused("<p class={{ x }}>") == "no value may be printed in an unquoted attribute");
  CHECK(refused("<p class=a{{ x }}>") == "a value can't be printed as a tag's or attribute's name");
  CHECK(refused("<p class={% if x %}\"{{ x }}\"{% endif %}>") ==
        "the name of an attribute must not be apart from its quoted value");
  CHECK(refused("<p {% if x %}class{% endif %}=\"{{ x }}\">") ==
        "the name of an attribute must not be apart from its quoted value");
  CHECK(refused("<p {{ x }}>") == "a value can't be printed as a tag's or attribute's name");
  CHECK(refused("<p{{ x }}>") == "a value can't be printed as a tag's or attribute's name");
  CHECK(refused("<{{ x }}>").starts_with("\"<\" begins an HTML tag that is split"));
  CHECK(refused("<!-- {{ x }} -->") == "no value may be printed in a comment of the page");
  CHECK(refused("<script>let a = {{ x }}</script>") == "no value may be printed within <script>");
  CHECK(refused("<script{% if x %} async{% endif %}>let a = \"<p title='{{ x }}'>\"</script>") ==
        "no value may be printed within <script>");
  CHECK(refused("<style>p { color: {{ x }} }</style>") == "no value may be printed within <style>");
  CHECK(refused("<p onclick=\"{{ x }}\">") == "no value may be printed in the attribute \"onclick\"");
  CHECK(refused("<p STYLE='{{ x }}'>") == "no value may be printed in the attribute \"style\"");
  CHECK(refused("<img srcset=\"{{ x }}\">") == "no value may be printed in the attribute \"srcset\"");
  CHECK(refused("<iframe srcdoc=\"{{ x }}\">") == "no value may be printed in the attribute \"srcdoc\"");
  CHECK(refused("<script type=\"{{ x }}\"></script>") == "no value may be printed in the attribute \"type\"");
  CHECK(refused("<svg><set to=\"{{ x }}\"/></svg>") == "no value may be printed in the attribute \"to\"");
  CHECK(refused("<meta http-equiv=refresh content=\"{{ x }}\">") ==
        "only a URL may be printed in the content of <meta http-equiv>");
  CHECK(refused("<meta content=\"{{ x }}\" http-equiv=refresh>") ==
        "only a URL may be printed in the content of <meta http-equiv>");
  CHECK(refused("<!-- {% if x %}{% endif %} -->") == "no template tag may be printed in a comment of the page");
  CHECK(refused("<noscript>{{ x }}</noscript>") == "no value may be printed within <noscript>");
  CHECK(refused("<textarea/>{{ x }}") == "<textarea> must not be self-closing");
  CHECK(refused("<title>{{ x }}</title><p {% if x %}a='{% endif %}b'>") ==
        "a branch of this condition starts within a tag and ends in the attribute \"a\"");
  CHECK(refused("<p {% for y in [] %}{% endfor %}>").starts_with("error[template-syntax]"));
  CHECK(refused("{% for y in x %}<p title=\"{% endfor %}\">") ==
        "an iteration of this loop starts in text and ends in the attribute \"title\"");
  CHECK(refused("<a{% if x %}b{% endif %}>").starts_with("a name would run into"));
  CHECK(refused("<a {% for y in x %}b{% endfor %}>").starts_with("a name would run into"));
  CHECK(refused("{% if x %}<a {% else %}b{% endif %}>").starts_with("a branch of this condition"));
  CHECK(refused("<scr{% if x %} {% endif %}ipt>{{ x }}").starts_with("a name would run into"));
  CHECK(refused("<p {% if x %}on{% endif %}click=\"{{ x }}\">").starts_with("a name would run into"));
  CHECK(refused("<p {% for y in x %}click=\"{{ y }}\" on{% endfor %}>").starts_with("a name would run into"));
  CHECK(refused("<a href {% if x %}{% endif %} =\"{{ x }}\">") ==
        "the name of an attribute must not be apart from its quoted value");
  CHECK(refused("<title>{{ x }}</tit{% if x %}{% endif %}le>") == "</title> must not be split by a template tag");
  CHECK(refused("<{% if x %}{% endif %}p>").starts_with("\"<\" begins an HTML tag that is split"));
  CHECK(refused("{% if x %}<b class=\"{% else %}<i class=\"{% endif %}{{ x }}\">") ==
        "a branch of this condition starts in text and ends in the attribute \"class\"");
  CHECK(render("<p {% if x %}hidden{% else %}open{% endif %} {% if x %}a{% endif %}>", Map().set("x", "1")) ==
        "<p hidden a>");
  CHECK(refused("<p title=\"") == "the template ends in the attribute \"title\"");
  CHECK(refused("<p title") == "the template ends within a tag");
  CHECK(refused("<!-- a -- >") == "the template ends in a comment");
  CHECK(refused("<title>a") == "the template ends within <title>");
  CHECK(refused("<noscript>a") == "the template ends within <noscript>");
  CHECK(refused("<p title=\"{% include 'page.html' %}\">").starts_with("error[recursive-template]"));
}

TEST_CASE("HTML, lists, maps, none and true are errors where text is expected") {
  Map context;
  context.set("html", markup::SafeHtml::trusted("<b>")).set("list", List()).set("none", nullptr).set("yes", true);
  CHECK(mistake("<p title='{{ html }}'>", context) ==
        "error[unprintable-value]: HTML cannot be printed in an attribute");
  CHECK(mistake("<title>{{ html }}</title>", context) ==
        "error[unprintable-value]: HTML cannot be printed within <title> or <textarea>");
  CHECK(mistake("{{ list }}", context) == "error[unprintable-value]: this is a list, which can't be printed");
  CHECK(mistake("{{ yes }}", context) == "error[unprintable-value]: this is true or false, which can't be printed");
  CHECK(mistake("{{ none }}", context) == "error[unprintable-value]: this is none, which can't be printed");
  CHECK(mistake("{{ html|replace('b', 'i') }}", context) ==
        "error[template-value]: \"replace\" works on text, not on HTML");
}

TEST_CASE("errors show template, line, column, what was expected, and the chain of includes") {
  Site site({{"base.html", "<main>\n{% block main %}{% endblock %}</main>"},
             {"page.html", "{% extends \"base.html\" %}\n{% block main %}{% include \"nav.html\" %}{% endblock %}"},
             {"nav.html", "<b>\n  {{ page.titel }}</b>"}});
  CHECK(site.render("page.html", Map().set("page", Map().set("title", "x"))) ==
        "error[unknown-attribute]: \"page\" has no \"titel\"\n"
        "  --> templates/nav.html:2:6\n"
        "   |\n"
        " 2 |   {{ page.titel }}</b>\n"
        "   |      ^^^^^^^^^^\n"
        "   = help: did you mean \"title\"?\n"
        "   = note: included here\n"
        "  ::: templates/page.html:2:28\n"
        "   |\n"
        " 2 | {% block main %}{% include \"nav.html\" %}{% endblock %}\n"
        "   |                            ^^^^^^^^^^\n");
}

TEST_CASE("the error about a value that some pages lack says how to ask for it") {
  Site site({{"page.html", "{{ page.supplier }}"}});
  CHECK(site.render("page.html", Map().set("page", Map().set("title", "x")))
            .find("help: if it may be absent: page.supplier is defined, or page.supplier|default(\"\")") !=
        std::string::npos);
}

TEST_CASE("the syntax errors of all tags and all missing templates are reported at once") {
  const std::vector<std::string> names = {"page", "site"};
  Site site({{"a.html", "{{ page.title|uper }}\n{{ pgae }}"},
             {"b.html", "{% if 1 < %}{{ 1 ~ }}{% endif %}\n{% set x %}{% include d %}"},
             {"c.html", "{% include \"d.htm\" %}"},
             {"d.html", "{{ other|default('x') }}{{ page is defined }}"}},
            names);
  CHECK(site.errors ==
        "error[unknown-filter]: there is no filter \"uper\"\n"
        "  --> templates/a.html:1:15\n"
        "   |\n"
        " 1 | {{ page.title|uper }}\n"
        "   |               ^^^^\n"
        "   = expected: \"upper\", \"lower\", \"replace\", \"urlencode\", \"length\", \"first\", \"last\", "
        "\"join\", \"default\" or \"fill\"\n"
        "   = help: did you mean \"upper\"?\n"
        "error[template-syntax]: expected a value, found the end of the tag\n"
        "  --> templates/b.html:1:11\n"
        "   |\n"
        " 1 | {% if 1 < %}{{ 1 ~ }}{% endif %}\n"
        "   |           ^\n"
        "error[template-syntax]: expected a value, found the end of the tag\n"
        "  --> templates/b.html:1:20\n"
        "   |\n"
        " 1 | {% if 1 < %}{{ 1 ~ }}{% endif %}\n"
        "   |                    ^\n"
        "error[template-syntax]: expected \"=\" after the name of a variable, found the end of the tag\n"
        "  --> templates/b.html:2:10\n"
        "   |\n"
        " 2 | {% set x %}{% include d %}\n"
        "   |          ^\n"
        "error[template-syntax]: expected the name of a template, in quotes\n"
        "  --> templates/b.html:2:23\n"
        "   |\n"
        " 2 | {% set x %}{% include d %}\n"
        "   |                       ^\n"
        "error[unknown-template]: there is no template \"d.htm\"\n"
        "  --> templates/c.html:1:12\n"
        "   |\n"
        " 1 | {% include \"d.htm\" %}\n"
        "   |            ^^^^^^^\n"
        "   = help: did you mean \"d.html\"?\n");
}

TEST_CASE("if the context's names are given, a misspelt one is found when templates are compiled") {
  const std::vector<std::string> names = {"page", "site"};
  Site site({{"a.html", "{% set local = 1 %}{{ local }}{{ pgae.title }}{{ other|default('x') }}"}}, names);
  CHECK(site.errors ==
        "error[unknown-name]: there is no \"pgae\" here\n"
        "  --> templates/a.html:1:34\n"
        "   |\n"
        " 1 | {% set local = 1 %}{{ local }}{{ pgae.title }}{{ other|default('x') }}\n"
        "   |                                  ^^^^\n"
        "   = help: did you mean \"page\"?\n");
}

TEST_CASE("syntax errors explain what is wrong") {
  CHECK(mistake("{{ x") == "error[template-syntax]: this tag is not closed: \"}}\" is missing");
  CHECK(mistake("{% if x %}") == "error[template-syntax]: this \"if\" is not closed: {% endif %} is missing");
  CHECK(mistake("{% for x in y %}{% endif %}") == "error[template-syntax]: \"endif\" does not match an open tag");
  CHECK(mistake("{% block a %}{% endblock b %}") == "error[template-syntax]: this ends the block \"a\"");
  CHECK(mistake("{% block a %}{% endblock %}{% block a %}{% endblock %}") ==
        "error[template-syntax]: this template already has a block \"a\"");
  CHECK(mistake("{% block a %}{% block a %}{% endblock %}{% endblock %}") ==
        "error[template-syntax]: this template already has a block \"a\"");
  CHECK(mistake("{% block %}{% block %}{% endblock %}{% endblock %}") ==
        "error[template-syntax]: expected the name of a variable");
  CHECK(mistake("{% if x %}x{% endfi %}{% endif %}") == "error[template-syntax]: there is no tag \"endfi\"");
  CHECK(mistake("{# x") == "error[template-syntax]: this comment is not closed: \"#}\" is missing");
  CHECK(mistake("{{ x|safe }}") == "error[unknown-filter]: there is no filter \"safe\"");
  CHECK(mistake("{{ x if y }}") == "error[template-syntax]: expected \"else\" after \"if\" within an expression");
  CHECK(mistake("{{ x.items() }}") == "error[template-syntax]: values cannot be called");
  CHECK(mistake("{% for x in y if x %}{% endfor %}") == "error[template-syntax]: a loop cannot have a condition");
  CHECK(mistake("{% for x, y in z %}{% endfor %}") == "error[template-syntax]: a loop has one variable");
  CHECK(mistake("{{ 1 < n < 3 }}") == "error[template-syntax]: one comparison at a time");
  CHECK(mistake("{{ x is odd }}") == "error[unknown-test]: there is no test \"odd\"");
  CHECK(mistake("{{ x|join }}") == "error[template-syntax]: \"join\" takes 1 argument");
  CHECK(mistake("{{ x|default(1, 2) }}") == "error[template-syntax]: \"default\" takes 1 argument");
  CHECK(mistake("{{ x|join(d=1) }}") == "error[template-syntax]: \"join\" does not have named arguments");
  CHECK(mistake("{{ 0.5 }}") == "error[template-syntax]: templates support only whole numbers");
  CHECK(mistake("{{ 12px }}") == "error[template-syntax]: templates support only whole numbers");
  CHECK(mistake("{{ range(3) }}") == "error[template-syntax]: there are no functions: \"range(…)\"");
  CHECK(mistake("{{ super() }}") == "error[template-syntax]: super() can only be used in a block");
  CHECK(mistake("x{% extends 'page.html' %}") ==
        "error[template-syntax]: \"extends\" must be the first thing in a template");
  CHECK(mistake("{{ 'x }}") == "error[template-syntax]: this string has no closing quote");
  CHECK(mistake("{{ 9223372036854775808 }}") == "error[template-syntax]: this number is too large");
}

TEST_CASE("unused blocks and recursive templates are errors") {
  Site lost({{"base.html", "{% block main %}{% endblock %}"},
             {"page.html", "{% extends 'base.html' %}{% block mian %}{% endblock %}"}});
  CHECK(lost.errors ==
        "error[unknown-block]: \"base.html\" has no block \"mian\", so this would never be printed\n"
        "  --> templates/page.html:1:35\n"
        "   |\n"
        " 1 | {% extends 'base.html' %}{% block mian %}{% endblock %}\n"
        "   |                                   ^^^^\n"
        "   = expected: \"main\"\n"
        "   = help: did you mean \"main\"?\n");
  Site circle({{"a.html", "{% include 'b.html' %}"}, {"b.html", "{% extends 'a.html' %}"}});
  CHECK(circle.errors ==
        "error[recursive-template]: \"a.html\" includes or extends itself through this template\n"
        "  --> templates/b.html:1:12\n"
        "   |\n"
        " 1 | {% extends 'a.html' %}\n"
        "   |            ^^^^^^^^\n"
        "   = note: on the way\n"
        "  ::: templates/a.html:1:12\n"
        "   |\n"
        " 1 | {% include 'b.html' %}\n"
        "   |            ^^^^^^^^\n");
  Site contexts({{"base.html", "<p title=\"{% block t %}{% endblock %}\">"},
                 {"page.html", "{% extends 'base.html' %}{% block t %}\">{% endblock %}"}});
  CHECK(contexts.errors.starts_with(
      "error[template-context]: the block \"t\" starts in the attribute \"title\" and ends in text\n"
      "  --> templates/page.html:1:35\n"));
}

TEST_CASE("a value is escaped in one way, and blocks within themselves are errors") {
  Site moved(
      {{"base.html", "{% block o %}<p title=\"{% block i %}{{ v }}{% endblock %}\">{% endblock %}"},
       {"page.html", "{% extends 'base.html' %}{% block o %}{% block i %}{{ super() }}{% endblock %}{% endblock %}"}});
  CHECK(moved.errors.starts_with("error[template-context]: another template prints the block of this value elsewhere"));
  Site endless(
      {{"base.html", "{% block b %}{% block a %}{% endblock %}{% endblock %}"},
       {"page.html", "{% extends 'base.html' %}{% block a %}{% block b %}{{ super() }}{% endblock %}{% endblock %}"}});
  CHECK(endless.errors.starts_with(
      "error[template-limit]: the blocks of this template contain themselves, or are too long\n"));
}

TEST_CASE("hostile templates quickly end with an error") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(";
  CHECK(mistake("{{ " + deep + " }}") == "error[template-limit]: this expression is nested too deeply");
  std::string joined = "1";
  for (int i = 0; i < 100'000; ++i) joined += "~1";
  CHECK(mistake("{{ " + joined + " }}") == "error[template-limit]: this expression is nested too deeply");
  std::string negated;
  for (int i = 0; i < 100'000; ++i) negated += "not ";
  CHECK(mistake("{{ " + negated + "1 }}") == "error[template-limit]: this expression is nested too deeply");
  std::string tags;
  for (int i = 0; i < 100'000; ++i) tags += "{% if 1 %}";
  CHECK(mistake(tags) == "error[template-limit]: tags are nested more than 50 deep");

  std::string doubled = "{% set a = 'xxxxxxxx' %}";
  for (int i = 0; i < 30; ++i) doubled += "{% set a = a ~ a %}";
  CHECK(mistake(doubled) == "error[template-value]: this makes a text of more than 4 MB");
  const std::string long_text(5000, 'x');
  CHECK(mistake("{{ '" + long_text + "' | replace('x', '" + long_text + "') }}") ==
        "error[template-value]: this makes a text of more than 4 MB");
  {
    base::Meter meter(1'000'000);
    CHECK(mistake("{% set a = '" + long_text + "' %}" + [&] {
            std::string copies;
            for (int i = 0; i < 2000; ++i) copies += "{% set b = a ~ 'y' %}";
            return copies;
          }()) == "error[too-much-work]: the templates of this page need more work than a build of this site may do");
  }

  List list;
  for (int i = 0; i < 2000; ++i) list.push(i);
  Value shared(list);
  {
    base::Meter meter(10'000'000);
    CHECK(mistake("{% for a in l %}{% for b in l %}{% for c in l %}{% endfor %}{% endfor %}{% endfor %}",
                  Map().set("l", shared)) ==
          "error[too-much-work]: the templates of this page need more work than a build of this site may do");
  }
  Site large({{"page.html", "{% for a in l %}0123456789{% endfor %}"}});
  CHECK(large.render("page.html", Map().set("l", shared)).starts_with("0123456789"));
  base::Meter meter(1000);
  CHECK(large.render("page.html", Map().set("l", shared)).starts_with("error[too-much-work]: "));
}

TEST_CASE("templates do not calculate") {
  for (const std::string sign : {"+", "-", "*", "/", "%"}) {
    const std::string error = render("{{ n " + sign + " 1 }}", Map().set("n", 1));
    CHECK(error.starts_with("error[template-syntax]: unexpected \"" + sign + "\"\n"));
    CHECK(error.find("help: templates do not calculate") != std::string::npos);
  }
}

TEST_CASE(
    "a variable is visible until the end of its iteration, block or template, including in templates included there") {
  Site site({{"page.html",
              "{% set a = 1 %}{% for x in list %}{{ a }}{% set a = x %}{{ a }}{% include 'part.html' %}{% endfor %}"
              "{{ a }}{% block b %}{% set a = 9 %}{{ a }}{% endblock %}{{ a }}"},
             {"part.html", "[{{ x }}{{ a }}{% set a = 7 %}{{ a }}]"}});
  CHECK(site.render("page.html", Map().set("list", List().push(2).push(3))) == "12[227]13[337]191");
  CHECK(site.errors == "");
}

TEST_CASE("an index out of range or below zero is an error") {
  Map context;
  context.set("list", List().push("a")).set("below", -1);
  CHECK(render("{{ list[0] }}", context) == "a");
  CHECK(mistake("{{ list[1] }}", context) == "error[unknown-attribute]: \"list\" has 1 items, so there is no item 1");
  CHECK(mistake("{{ list[below] }}", context) ==
        "error[unknown-attribute]: \"list\" has 1 items, so there is no item -1");
}

TEST_CASE("one engine can render on many threads") {
  Site site({{"page.html", "{% for p in pages %}<a href=\"{{ p.href }}\">{{ p.title }}</a>{% endfor %}{{ n }}"}});
  List pages;
  for (int i = 0; i < 50; ++i)
    pages.push(Map().set("title", "t" + std::to_string(i)).set("href", std::to_string(i) + ".html"));
  Value shared(std::move(pages));
  std::vector<std::string> outputs(200);
  base::parallel_for(4, outputs.size(), [&](size_t index, unsigned) {
    base::Diagnostics diagnostics;
    Map context;
    context.set("n", static_cast<int>(index % 2)).set("pages", shared);
    CHECK_MESSAGE(site.engine->render("page.html", std::move(context), outputs[index], diagnostics), "rendered");
  });
  for (size_t i = 2; i < outputs.size(); ++i) CHECK(outputs[i] == outputs[i % 2]);
  CHECK(outputs[0] != outputs[1]);
}
