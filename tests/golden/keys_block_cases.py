"""The cases for the keys of tables, charts and estimates; each sets or changes a key."""
import copy
import json

from keys_cases import TABLES, case

# Tables.


def table_key(line):
    return (TABLES, "columns:\n", line + "\ncolumns:\n")


def price_key(name, value):
    return (TABLES, "{name: price}", "{name: price, " + f"{name}: {value}" + "}")


case("blocks#table table data", (TABLES, "data: list", "data: drinks"))
case("blocks#table table caption", (TABLES, "caption: All drinks", "caption: The drinks"))
case("blocks#table table columns", (TABLES, "  - name\n", ""))
case("blocks#table table rows", table_key("rows: 2"))
case("blocks#table table sort", table_key("sort: -price"))
case("blocks#table table group_by", table_key("group_by: kind"))
case("blocks#table table same", table_key("same: [kind]"))
case("blocks#table table differs", table_key("differs: [kind]"))
case("blocks#table table note", table_key("note: With tax."))
case("blocks#table table empty", table_key("empty: Nothing is served."), given=[(TABLES, "FROM drinks d", "FROM drinks d WHERE d.kind = 'none'")])
case("blocks#table table holds", table_key("holds: [cheap]"),
     given=[(TABLES, "caption: All drinks", "caption: The cheapest drinks"), (TABLES, lambda text: text + "\n```sql assert cheap\n-- {name} is dear\n"
            "SELECT d.name FROM drinks d WHERE d.price > quantity(100, 'USD')\n```\n")])
case("blocks#table table highlight", table_key("highlight: [Cup]"))
case("blocks#table table worst", table_key("worst: true"))
case("blocks#table table narrow", table_key("narrow: cards"))
case("blocks#table column name", (TABLES, "{name: price}", "{name: kind}"))
case("blocks#table column title", price_key("title", "Cost"))
case("blocks#table column format", price_key("format", '",.2f"'))
case("blocks#table column better", price_key("better", "higher"))
case("blocks#table column bar", price_key("bar", "true"))
case("blocks#table column link", (TABLES, "  - name\n", "  - {name: name, link: page}\n"))
case("blocks#table column missing", price_key("missing", "not sold"))
case("blocks#table column footnote", price_key("footnote", "With tax."))
case("blocks#table column worst", price_key("worst", "true"))
case("blocks#table column heat", price_key("heat", "true"))
case("blocks#table column total", price_key("total", "true"))
case("blocks#table column mean", price_key("mean", "true"))
case("blocks#table column median", price_key("median", "true"))

# Charts. tests/unit/chart/channel_rules_test.cc has the table of keys for each mark and channel.
HOLDS = "\n```sql assert cheap\n-- {name} is dear\nSELECT d.name FROM drinks d WHERE d.price > quantity(100, 'USD')\n```\n"


def fence(kind, spec):
    return f"\n```{kind} shown\n{json.dumps(spec)}\n```\n"


def changed(spec, path, value):
    """`value` None removes the key."""
    spec = copy.deepcopy(spec)
    at, keys = spec, path.split(".")
    for key in keys[:-1]:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    if value is None:
        at.pop(keys[-1])
    else:
        at[keys[-1]] = value
    return spec


def block(key, kind, spec, path, value, given=(), **more):
    other = changed(spec, path, value)
    case(key, (TABLES, fence(kind, spec), fence(kind, other)), given=[*given, (TABLES, lambda text: text + fence(kind, spec))], **more)


def plot(mark, **encoding):
    channels = {channel: {"field": of} if isinstance(of, str) else of for channel, of in encoding.items()}
    return {"data": "list", "title": "Drinks", "mark": mark, "encoding": channels}


BAR = plot("bar", x="size", y="name")
POINT = plot({"type": "point"}, x="size", y="price")
LINE = plot({"type": "line"}, x="made", y="size")
AREA = plot({"type": "area"}, x="made", y="size")
TEXT = plot({"type": "text", "text": "here"}, x="size", y="price")
RANGE = plot("bar", x="size", y="name", x2="price")
STACK = plot("bar", x="size", y="kind", color="name")
PANELS = {"data": "list", "title": "Drinks", "facet": {"field": "name"}, "columns": 1, "spec": {"mark": "bar", "encoding": {"x": {"field": "size"}}}}
PRICED = [(TABLES, "FROM drinks d", "FROM drinks d WHERE d.price IS NOT NULL")]


def chart(key, spec, path, value, **more):
    block(f"blocks#chart {key}", "chart", spec, path, value, **more)


chart("chart data", BAR, "data", "drinks")
chart("chart title", BAR, "title", "Sizes")
chart("chart caption", BAR, "caption", "All drinks.")
chart("chart mark", BAR, "mark", "point")
chart("chart encoding", BAR, "encoding", {"x": {"field": "size"}, "y": {"field": "kind"}})
chart("chart layer", changed(changed(BAR, "mark", None), "layer", [{"mark": "bar"}]), "layer", [{"mark": "bar"}, {"mark": "point"}])
chart("chart facet", PANELS, "facet", {"field": "kind"})
chart("chart spec", PANELS, "spec.mark", "point")
chart("chart columns", PANELS, "columns", 2)
chart("chart resolve", PANELS, "resolve", {"scale": {"x": "independent"}})
chart("chart width", BAR, "width", 300)
chart("chart height", BAR, "height", 300)
chart("chart narrow", BAR, "narrow", {"height": 300})
chart("chart same", BAR, "same", "kind")
chart("chart differs", BAR, "differs", "kind")
chart("chart highlight", BAR, "highlight", ["Cup"])
chart("chart annotations", BAR, "annotations", [{"text": "Small", "y": "Cup"}])
for name, value in (("text", "Tiny"), ("x", 0.2), ("y", "Mug"), ("x2", 0.3)):
    given = {"x": {"text": "Small", "y": "Cup"}, "x2": {"text": "Small", "x": 0.1}}.get(name, {"text": "Small", "x": 0.1, "y": "Cup"})
    chart(f"annotation {name}", changed(BAR, "annotations", [given]), "annotations.0." + name, value)
chart("annotation y2", changed(plot("bar", y="size", x="name"), "annotations", [{"text": "Small", "y": 0.1}]), "annotations.0.y2", 0.3)
chart("chart holds", changed(BAR, "title", "The cheapest drinks"), "holds", ["cheap"], given=[(TABLES, lambda text: text + HOLDS)])
chart("chart note", BAR, "note", "With tax.")
chart("chart empty", BAR, "empty", "Nothing is served.", given=[(TABLES, "FROM drinks d", "FROM drinks d WHERE d.kind = 'none'")], starts_clean=False)

chart("mark type", POINT, "mark.type", "tick")
chart("mark opacity", POINT, "mark.opacity", 0.5)
chart("mark size", POINT, "mark.size", 200)
chart("mark orient", changed(changed(BAR, "mark", {"type": "bar"}), "encoding.y.field", "price"), "mark.orient", "horizontal")
chart("mark clip", changed(POINT, "encoding.x.scale", {"domain": [0.3, 1]}), "mark.clip", True, starts_clean=False)
chart("mark point", LINE, "mark.point", True)
chart("mark line", AREA, "mark.line", True)
chart("mark interpolate", LINE, "mark.interpolate", "step")
chart("mark strokeWidth", LINE, "mark.strokeWidth", 4)
chart("mark strokeDash", LINE, "mark.strokeDash", [4, 3])
chart("mark filled", POINT, "mark.filled", False)
chart("mark extent", changed(changed(BAR, "mark", {"type": "boxplot"}), "encoding.y.field", "kind"), "mark.extent", 0, starts_clean=False)
chart("mark cornerRadius", changed(BAR, "mark", {"type": "bar"}), "mark.cornerRadius", 3)
for name, value in (("text", "there"), ("fontSize", 20), ("fontWeight", "bold"), ("angle", 45), ("align", "right"), ("baseline", "top"), ("dx", 9), ("dy", 9)):
    chart(f"mark {name}", TEXT, f"mark.{name}", value)

chart("channel condition", changed(BAR, "encoding.color", {"value": "muted"}), "encoding.color.condition", {"test": {"field": "size", "gt": 0.3}, "value": "bad"})
chart("x", BAR, "encoding.x.field", "price")
chart("y", BAR, "encoding.y.field", "kind")
chart("x2", changed(RANGE, "encoding.x2", {"datum": 0.1}), "encoding.x2.datum", 0.2, given=PRICED)
chart("y2", changed(plot("bar", y="size", x="name", y2="price"), "encoding.y2", {"datum": 0.1}), "encoding.y2.datum", 0.2, given=PRICED)
chart("xOffset", plot("bar", y="size", x="kind"), "encoding.xOffset", {"field": "name"})
chart("yOffset", plot("bar", x="size", y="kind"), "encoding.yOffset", {"field": "name"})
chart("color", BAR, "encoding.color", {"field": "kind"})
chart("shape", POINT, "encoding.shape", {"field": "kind"})
chart("size", POINT, "encoding.size", {"field": "size"})
chart("opacity", POINT, "encoding.opacity", {"field": "size"})
chart("text", changed(TEXT, "mark.text", None), "encoding.text", {"field": "name"}, starts_clean=False)
chart("row", BAR, "encoding.row", {"field": "kind"})
chart("column", BAR, "encoding.column", {"field": "kind"})
chart("detail", LINE, "encoding.detail", {"field": "name"})
chart("order", LINE, "encoding.order", {"field": "kind"})
chart("tooltip", POINT, "encoding.tooltip", [{"field": "kind"}])

chart("channel field", BAR, "encoding.x.field", "price")
chart("channel datum", changed(POINT, "encoding.y", {"datum": 2}), "encoding.y", {"datum": 3})
chart("channel value", changed(POINT, "encoding.size", {"value": 50}), "encoding.size", {"value": 90})
chart("channel type", BAR, "encoding.x.type", "nominal")
chart("channel title", BAR, "encoding.x.title", "Litres in it")
chart("channel format", plot("text", x="size", y="name", text="size"), "encoding.text.format", ".3f")
chart("channel scale", BAR, "encoding.x.scale", {"domain": [0, 5]})
chart("channel axis", BAR, "encoding.x.axis", {"grid": False})
chart("channel legend", changed(BAR, "encoding.color", {"field": "kind"}), "encoding.color.legend", {"title": "Which"})
chart("channel sort", BAR, "encoding.y.sort", "descending")
chart("channel stack", STACK, "encoding.x.stack", "normalize")

# The keys of scales, axes, legends and orders.
COLOURED = changed(POINT, "encoding.color", {"field": "price"})
GROUPS = plot("bar", x="name", y="size")
for name, spec, value in (
        ("type", POINT, "log"), ("domain", POINT, [0, 5]), ("domainMin", POINT, 0.1), ("domainMax", POINT, 5), ("zero", plot("point", x="price", y="size"), False),
        ("nice", plot("point", x="price", y="size"), False), ("clamp", changed(POINT, "encoding.x.scale", {"domain": [0.3, 1]}), True), ("reverse", POINT, True),
        ("padding", POINT, 40), ("paddingInner", GROUPS, 0.7), ("paddingOuter", GROUPS, 0.9),
        ("base", changed(POINT, "encoding.x.scale", {"type": "log"}), 2), ("constant", changed(POINT, "encoding.x.scale", {"type": "symlog"}), 9)):
    block(f"blocks#chart scale {name}", "chart", spec, f"encoding.x.scale.{name}", value, starts_clean=name != "clamp")
block("blocks#chart scale domainMid", "chart", COLOURED, "encoding.color.scale.domainMid", 3)
for name, value in (("title", "Size"), ("format", ".3f"), ("tickCount", 3), ("values", [0.2, 0.3]), ("grid", False), ("labels", False),
                    ("ticks", False), ("labelAngle", 45), ("orient", "top"), ("better", "lower")):
    block(f"blocks#chart axis {name}", "chart", POINT, f"encoding.x.axis.{name}", value)
for name, spec, value in (("title", COLOURED, "Cost"), ("format", COLOURED, ".3f"), ("orient", COLOURED, "left"),
                          ("values", changed(POINT, "encoding.color", {"field": "kind"}), ["hot"])):
    block(f"blocks#chart legend {name}", "chart", spec, f"encoding.color.legend.{name}", value)
ORDERED = changed(BAR, "encoding.y", {"field": "kind", "sort": {"field": "price"}})
block("blocks#chart order field", "chart", ORDERED, "encoding.y.sort.field", "kind")
block("blocks#chart order op", "chart", changed(ORDERED, "encoding.y.sort.field", "size"), "encoding.y.sort.op", "min",
      given=[(TABLES, "SELECT d.id, d.name, d.kind, d.size,",
             "-- @size like drinks.size\nSELECT d.id, d.name, d.kind, CASE d.id WHEN 'cup' THEN d.size * 5 ELSE d.size END AS size,")])
block("blocks#chart order order", "chart", ORDERED, "encoding.y.sort.order", "descending")
block("blocks#chart order encoding", "chart", changed(ORDERED, "encoding.y.sort", {"encoding": "y"}), "encoding.y.sort.encoding", "x")

# Estimates.
ESTIMATE = {"data": "list", "caption": "What some cost", "columns": ["name", "cost"], "note": "Without the cup.",
            "inputs": {"cups": {"title": "Cups", "unit": "1", "min": 1, "max": 9, "step": 1, "default": 2}, "kind": {"title": "Kind", "column": "kind"}},
            "results": {"cost": {"title": "Cost", "unit": "USD", "formula": "cups * price"}},
            "cases": [{"id": "two", "who": "Two", "inputs": {"cups": 2}}]}


def estimate(key, path, value, spec=ESTIMATE, **more):
    block(f"blocks#estimate {key}", "estimate", spec, path, value, given=PRICED, **more)


estimate("estimate data", "data", "drinks")
estimate("estimate caption", "caption", "What a few cost")
estimate("estimate columns", "columns", ["name", "cost", "size"])
estimate("estimate inputs", "inputs.kind", None)
estimate("estimate results", "results.sum", {"title": "Sum", "unit": "USD", "formula": "cost + price"})
estimate("estimate cases", "cases", [])
TWICE = changed(ESTIMATE, "results.twice", {"title": "Twice", "unit": "USD", "formula": "cost * 2", "better": "higher"})
estimate("estimate sort", "sort", "twice", TWICE)
estimate("estimate sort_to", "sort_to", "most", changed(ESTIMATE, "results.most", {"title": "At most", "unit": "USD", "formula": "cost * 2"}))
estimate("estimate best_of", "best_of", "why")
estimate("estimate requires", "requires", [{"condition": "cost < 5 USD", "reason": "costs {cost}"}])
DEAR = changed(ESTIMATE, "requires", [{"condition": "cost < 5 USD", "reason": "costs {cost}"}])
block("blocks#estimate condition condition", "estimate", DEAR, "requires.0.condition", "cost < 6 USD", given=PRICED)
block("blocks#estimate condition gap", "estimate", DEAR, "requires.0.gap", True, given=PRICED)
block("blocks#estimate condition reason", "estimate", DEAR, "requires.0.reason", "is {price} too much", given=PRICED)
estimate("input data", "inputs.pick", {"title": "Pick", "data": "list", "column": "name"})
estimate("estimate same", "same", ["Tax is left out."])
estimate("estimate differs", "differs", ["kind"])
estimate("estimate note", "note", "Without the glass.")
block("blocks#estimate estimate empty", "estimate", ESTIMATE, "empty", "Nothing is served.", given=[(TABLES, "FROM drinks d", "FROM drinks d WHERE d.kind = 'none'")], starts_clean=False)
block("blocks#estimate estimate holds", "estimate", changed(ESTIMATE, "caption", "What the cheapest cost"), "holds", ["cheap"],
      given=[*PRICED, (TABLES, lambda text: text + HOLDS)])
for name, value in (("title", "How many"), ("unit", "L"), ("min", 2), ("max", 8), ("step", 0.5), ("default", 3), ("help", "Of the same size.")):
    estimate(f"input {name}", f"inputs.cups.{name}", value, changed(ESTIMATE, "cases", []))
estimate("input column", "inputs.kind.column", "name")
estimate("input choices", "inputs.kind.choices", ["hot"])
for name, value in (("title", "Price"), ("unit", "1"), ("formula", "cups * price * 2"), ("format", ",.1f"), ("better", "higher"), ("covers", "the drink")):
    estimate(f"result {name}", f"results.cost.{name}", value)
estimate("result shown", "results.cost.shown", False, changed(ESTIMATE, "columns", ["name"]))
estimate("case who", "cases.0.who", "A pair")
block("blocks#estimate case id", "estimate", changed(ESTIMATE, "cases.0.id", None), "cases.0.id", "two", starts_clean=False,
      given=[*PRICED, ("content/notes/one.md", lambda text: text + "\nIt is [$5.00](fig:shown/two/1/cost).\n")])
estimate("case inputs", "cases.0.inputs", {"cups": 3})
