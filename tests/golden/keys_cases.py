"""A small site with one of everything, and for each documented key a case that sets or changes it."""
import json
from dataclasses import dataclass, field

BUILD = ["build", "--no-cache"]
CHECK = ["check", "--today", "2026-06-01"]


def dump(value):
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def text_field(name, **more):
    return {"name": name, "type": "string", **more}


PACKAGE = {"name": "drinks", "resources": [
    {"name": "drinks", "path": "drinks.csv", "as_of": "2026-01-10", "schema": {"primaryKey": "id", "fields": [
        text_field("id"), text_field("name", title="Drink"), text_field("kind"), text_field("maker"),
        {"name": "size", "type": "number", "title": "Size", "unit": "L"},
        {"name": "price", "type": "number", "title": "Price", "unit": "USD", "better": "lower"},
        {"name": "made", "type": "date"}, text_field("page"), text_field("why"), text_field("source"), text_field("locator")]}},
    {"name": "makers", "path": "makers.json", "schema": {"primaryKey": "id", "fields": [text_field("id"), text_field("town")]}},
    {"name": "claims", "path": "claims.json", "schema": {"primaryKey": "id", "fields": [
        text_field("id"), text_field("statement"), text_field("status"), text_field("status_why"), text_field("source"),
        text_field("locator")]}},
]}

SOURCES = [{"id": "menu", "type": "report", "title": "The menu", "publisher": "The bar", "URL": "https://bar.example/menu",
            "accessed": {"date-parts": [[2026, 1, 12]]}, "issued": {"date-parts": [[2026, 1]]}},
           {"id": "other", "type": "book", "title": "Another book", "publisher": "A press"}]

SITE = {
    "data/site.json": dump({"title": "Drinks", "features": {"images": False, "cards": False}}),
    "data/datapackage.json": dump(PACKAGE),
    "data/drinks.csv": "id,name,kind,maker,size,price,made,page,why,source,locator\n"
                       "cup,Cup,hot,ada,0.25,2.5,2025-03-01,notes/one.html,,menu,p. 1\n"
                       "glass,Glass,cold,bob,0.5,3.125,2025-04-01,notes/one.html,,menu,p. 2\n"
                       "jug,Jug,cold,bob,1.5,,2025-05-01,notes/one.html,not sold,menu,p. 3\n",
    "data/makers.json": '[\n{"id": "ada", "town": "Aberdeen"},\n{"id": "bob", "town": "Bergen"}\n]\n',
    "data/claims.json": '[\n{"id": "hot-sells", "statement": "Hot drinks sell.", "status": "holds", "source": "menu", "locator": "p. 9"}\n]\n',
    "data/sources/all.json": dump(SOURCES),
    "data/units.json": dump({"units": [{"name": "bottle", "plural": "bottles", "title": "A bottle"}]}),
    "content/index.md": "---\ntitle: Home\ndescription: About drinks.\n---\nA cup holds [0.25 L](fig:drinks/cup/size) [@menu, p. 1] [@other].\n\n"
                        "See [one](notes/one.md).\n",
    "content/tables.md": "---\ntitle: Tables\n---\n```sql list\nSELECT d.id, d.name, d.kind, d.size, d.price, d.made, d.page, d.why, d.ref FROM drinks d ORDER BY d.kind, d.id\n```\n\n"
                         "```table drinks-table\ndata: list\ncaption: All drinks\ncolumns:\n  - name\n  - {name: price}\n  - {name: size}\n```\n",
    "content/notes/index.md": "---\ntitle: Notes\n---\nNotes.\n",
    "content/notes/one.md": "---\ntitle: One\n---\nThe first note.\n\n## Part\n\nText.\n\n## Another part\n\nText.\n\n## Third part\n\nText.\n",
    "content/notes/two.md": "---\ntitle: Two\n---\nThe second note.\n",
    "content/choose/index.md": "---\ntitle: Choose\nflow: {start: heat}\ncases:\n  - {who: a guest, answers: {heat: hot}, reaches: tea}\n"
                               "  - {who: a child, answers: {heat: cold}, reaches: juice}\n---\nChoose a drink.\n",
    "content/choose/heat.md": "---\nquestion: Hot or cold?\nanswers:\n  hot: {label: Hot, to: tea, because: [hot-sells]}\n"
                              "  cold: {label: Cold, to: juice, because: [hot-sells]}\n---\nHelp.\n",
    "content/choose/tea.md": "---\noutcome: Tea\n---\nDrink tea.\n",
    "content/choose/juice.md": "---\noutcome: Juice\n---\nDrink juice.\n",
}


@dataclass
class Case:
    key: str
    edits: list = field(default_factory=list)  # the changes; see keys.edited()
    given: list = field(default_factory=list)  # files of both sites in addition to SITE
    commands: list = field(default_factory=lambda: [BUILD, CHECK])
    changed_commands: list = None
    environment: dict = field(default_factory=dict)  # variables for the changed site
    starts_clean: bool = True  # whether every command succeeds without the change


# Documented as having an effect in downloads only.
COPIED = {"keys#source custom kind"}
CASES = []


def case(key, *edits, given=(), **more):
    CASES.append(Case(key, list(edits), list(given), **more))


def json_edit(path, change):
    def apply(text):
        value = json.loads(text)
        change(value)
        return dump(value)
    return (path, apply)


def package(change):
    return json_edit("data/datapackage.json", lambda package: change(package["resources"][0]))


def resource_key(name, value):
    return package(lambda resource: resource.update({name: value}))


def field_key(of, name, value):
    return package(lambda resource: next(each for each in resource["schema"]["fields"] if each["name"] == of).update({name: value}))


def constraint(of, name, value):
    return field_key(of, "constraints", {name: value})


def drinks(old, new):
    return ("data/drinks.csv", old, new)


# Resources.
NO_SOURCE = drinks("menu,p. 3", ",p. 3")
NO_PLACE = drinks("menu,p. 3", "menu,")
case("keys#resource name", resource_key("name", "beverages"))
case("keys#resource path", resource_key("path", "elsewhere.csv"), ("data/elsewhere.csv", SITE["data/drinks.csv"].replace("p. 1", "p. 7")))
case("keys#resource data", package(lambda resource: (resource.pop("path"), resource.update(data=[{"id": "cup", "size": 0.25, "source": "menu", "locator": "p. 7"}]))))
case("keys#resource encoding", resource_key("encoding", "windows-1252"), given=[drinks("Cup", "Café")])
case("keys#resource format", resource_key("format", "json"))
case("keys#resource title", resource_key("title", "All that we drink"))
case("keys#resource description", resource_key("description", "What the bar serves."))
case("keys#resource schema", package(lambda resource: resource["schema"].update(primaryKey=["name"])))
case("keys#resource dialect", resource_key("dialect", {"delimiter": ";"}))


def dialect(**keys):
    return resource_key("dialect", keys)


case("keys#resource dialect delimiter", dialect(delimiter=";"))
for name in ["quote", "quoteChar"]:
    case(f"keys#resource dialect {name}", dialect(**{name: "'"}), given=[drinks("Cup", '"Cup"')])
case("keys#resource dialect doubleQuote", dialect(doubleQuote=False), given=[drinks("Cup", '"Cu""p"')])
case("keys#resource dialect escapeChar", dialect(escapeChar="/"), given=[drinks("Cup", '"Cu/p"')])
case("keys#resource dialect skipInitialSpace", dialect(skipInitialSpace=True), given=[drinks("Cup", ' "Cup"')], starts_clean=False)
case("keys#resource dialect commentChar", dialect(commentChar="#"), given=[("data/drinks.csv", lambda text: text + "# by hand\n")], starts_clean=False)
case("keys#resource dialect header", dialect(header=False))
case("keys#resource dialect headerRows", dialect(headerRows=[2]))
case("keys#resource dialect commentRows", dialect(commentRows=[2]))
case("keys#resource dialect lineTerminator", dialect(lineTerminator=";"))
case("keys#resource dialect nullSequence", dialect(nullSequence="Cup"))
MAKERS = json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"][1].update(dialect={"property": "rows"}))
case("keys#resource dialect property", MAKERS)
case("keys#resource dialect itemKeys", json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"][1].update(dialect={"itemKeys": ["id", "town"]})),
     given=[("data/makers.json", lambda text: text.replace('"town"', '"hat": "red", "town"'))], starts_clean=False)
case("keys#resource source", resource_key("source", "menu"), given=[NO_SOURCE], starts_clean=False)
case("keys#resource locator", resource_key("locator", "the list"), given=[NO_PLACE], starts_clean=False)
NONE = json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"][1].update(
    {"sources": "none", "reason": "We count them.", "schema": {"primaryKey": "id", "fields": [
        text_field("id"), text_field("town"), {"name": "people", "type": "integer", "unit": "1"}]}}))
case("keys#resource reason", json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"][1].update(reason="We guess them.")),
     given=[NONE, ("data/makers.json", '[\n{"id": "ada", "town": "Aberdeen", "people": 3},\n{"id": "bob", "town": "Bergen", "people": 4}\n]\n')])
case("keys#resource as_of", resource_key("as_of", "2025-12"))
case("keys#resource stale_after_days", resource_key("stale_after_days", 20))
case("keys#resource caveats", resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge."}]))
case("keys#caveats caveat when", resource_key("caveats", [{"when": "kind = 'hot'", "text": "Kept in a fridge."}]), given=[resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge."}])])
case("keys#caveats caveat text", resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a cellar."}]), given=[resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge."}])])
case("keys#caveats caveat columns", resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge.", "columns": ["kind"]}]), given=[resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge."}])])
case("keys#caveats caveat stated_by", resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge.", "stated_by": "kind"}]), given=[resource_key("caveats", [{"when": "kind = 'cold'", "text": "Kept in a fridge."}])])
case("keys#resource loader", resource_key("loader", "print.sh"), given=[("data/print.sh", "#!/bin/sh\nprintf 'id,name\\n'\n")],
     commands=[["load", "--dry-run"]], starts_clean=False)
case("keys#resource sources", resource_key("sources", [{"title": "The bar's menu", "path": "https://bar.example/menu"}]))
case("keys#resource mediatype", resource_key("mediatype", "text/tab-separated-values"), given=[resource_key("path", "drinks"), ("data/drinks", SITE["data/drinks.csv"]), resource_key("mediatype", "text/csv")])
case("keys#resource compression", resource_key("compression", "zip"))
case("keys#resource licenses", resource_key("licenses", [{"name": "CC0-1.0", "title": "Public domain", "path": "https://cc.example/zero"}]))

# Long data.
LONG = {"row": "drink", "column": "quantity", "value": "value", "columns": "quantities", "view": "measures"}
MEASURES = {"name": "values", "path": "values.csv", "as_of": "2026-01-10", "long": LONG, "schema": {"primaryKey": "id", "fields": [
    text_field("id"), text_field("drink"), text_field("quantity"), {"name": "value", "type": "number", "unitField": "unit"}, text_field("unit"),
    {"name": "preferred", "type": "boolean"}, text_field("because"), text_field("source"), text_field("locator")]}}
QUANTITIES = {"name": "quantities", "path": "quantities.json", "schema": {"primaryKey": "name", "fields": [
    text_field("name"), text_field("title"), text_field("unit")]}}
LONG_SITE = [json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"].extend([QUANTITIES, json.loads(dump(MEASURES))])),
             ("data/quantities.json", '[\n{"name": "height", "title": "Height", "unit": "cm"}\n]\n'),
             ("data/values.csv", "id,drink,quantity,value,unit,preferred,because,source,locator\n1,cup,height,8,cm,true,read twice,menu,p. 4\n"
                                 "2,jug,height,0.3,m,,,menu,p. 5\n3,cup,height,9,cm,,,other,p. 1\n"),
             ("content/long.md", "---\ntitle: Long\n---\n```table long-table\ndata: measures\ncaption: Heights\n```\n")]


def last_resource(change):
    return json_edit("data/datapackage.json", lambda all_of_it: change(all_of_it["resources"][-1]))


case("keys#resource long", last_resource(lambda resource: resource.pop("long")), given=LONG_SITE)
EDITIONS = resource_key("editions", [{"version": "1", "date": "2025", "source": "other"}, {"version": "2", "date": "2026", "source": "menu"}])
HISTORY = [EDITIONS, json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"].append(
    {"name": "old_drinks", "path": "old_drinks.csv", "schema": {"primaryKey": ["edition", "id"], "fields": [
        text_field("edition"), text_field("id"), text_field("name")]}})),
           ("data/old_drinks.csv", "edition,id,name\n1,mug,A mug\n")]
case("keys#resource editions", EDITIONS)
case("keys#resource history", resource_key("history", "old_drinks"), given=HISTORY)
case("keys#resource edition changes_from", resource_key("editions", [
    {"version": "1", "date": "2024", "source": "other"}, {"version": "2", "date": "2025", "source": "menu", "changes_from": "1"},
    {"version": "3", "date": "2026", "source": "menu"}]), given=[*HISTORY, resource_key("history", "old_drinks"), resource_key("editions", [
    {"version": "1", "date": "2024", "source": "other"}, {"version": "2", "date": "2025", "source": "menu"}, {"version": "3", "date": "2026", "source": "menu"}])])
VALID = [package(lambda resource: resource["schema"]["fields"].append(text_field("till"))),
         ("data/drinks.csv", lambda text: text.replace(",locator\n", ",locator,till\n").replace("p. 1\n", "p. 1,2025\n").replace("p. 2\n", "p. 2,\n").replace("p. 3\n", "p. 3,\n"))]
case("keys#resource valid_to", resource_key("valid_to", "till"), given=VALID)
case("keys#resource valid_from", resource_key("valid_from", "till"), given=[*VALID, ("data/drinks.csv", ",2025\n", ",2027\n")])
for each, other in (("row", "quantity"), ("column", "drink"), ("value", "drink"), ("columns", "makers"), ("view", "heights")):
    case(f"keys#long long {each}", last_resource(lambda resource, each=each, other=other: resource["long"].update({each: other})), given=LONG_SITE)

# Fields.
case("keys#field name", field_key("size", "name", "volume"))
case("keys#field type", field_key("made", "type", "string"))
case("keys#field title", field_key("size", "title", "Volume"))
case("keys#field description", field_key("size", "description", "As filled."))
case("keys#field unit", field_key("size", "unit", "mL"))
case("keys#field unitField", package(lambda resource: (resource["schema"]["fields"][4].pop("unit"), resource["schema"]["fields"][4].update(unitField="why"))))
case("keys#field better", field_key("price", "better", "higher"))
case("keys#field format", field_key("price", "format", ",.2f"))
case("keys#field constraints", constraint("size", "maximum", 1))
case("keys#field categories", field_key("kind", "categories", [{"value": "hot", "label": "Very hot"}, {"value": "cold", "label": "Chilled"}]),
     given=[("content/tables.md", "  - name\n", "  - name\n  - kind\n")])
case("keys#field covers", field_key("size", "covers", "with the foam"))
case("keys#field extreme", field_key("size", "extreme", "lowest of drinks.size"))
case("keys#field comparable", field_key("size", "comparable", "kind"), given=[field_key("size", "better", "higher")])
case("keys#field whole", field_key("size", "whole", "all"))
OWN = [field_key("size", "source", "menu"), field_key("size", "locator", "p. 8")]
case("keys#field source", field_key("size", "source", "other"), given=OWN)
case("keys#field locator", field_key("size", "locator", "p. 9"), given=OWN)
case("keys#field as_of", field_key("size", "as_of", "2025-11"), given=OWN)
case("keys#field stale_after_days", field_key("size", "stale_after_days", 20))
case("keys#field required", constraint("why", "required", True))
case("keys#field unique", constraint("kind", "unique", True))
case("keys#field enum", constraint("kind", "enum", ["hot"]))
case("keys#field minimum", constraint("size", "minimum", 1))
case("keys#field maximum", constraint("size", "maximum", 1))
case("keys#field minLength", constraint("name", "minLength", 4))
case("keys#field maxLength", constraint("name", "maxLength", 4))
case("keys#field pattern", constraint("name", "pattern", "[A-Z][a-z]{2}"))


# The package, which is the source of its numbers if it says where it was published.
def whole_package(**keys):
    return json_edit("data/datapackage.json", lambda all_of_it: all_of_it.update(keys))


FOUND = [json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"][1].update({"schema": {"primaryKey": "id", "fields": [
    text_field("id"), text_field("town"), {"name": "people", "type": "integer", "unit": "1"}]}})),
         ("data/makers.json", '[\n{"id": "ada", "town": "Aberdeen", "people": 3},\n{"id": "bob", "town": "Bergen", "people": 4}\n]\n')]
OF_PACKAGE = [*FOUND, whole_package(homepage="https://bar.example/census")]
case("keys#resource package resources", json_edit("data/datapackage.json", lambda all_of_it: all_of_it["resources"].append({"name": "empty", "data": [], "schema": {"fields": [text_field("id")]}})))
case("keys#resource package name", whole_package(name="census"), given=OF_PACKAGE)
case("keys#resource package title", whole_package(title="A census"), given=OF_PACKAGE)
case("keys#resource package homepage", whole_package(homepage="https://bar.example/other"), given=OF_PACKAGE)
case("keys#resource package id", whole_package(id="https://bar.example/other"), given=[*FOUND, whole_package(id="https://bar.example/census")])
case("keys#resource package version", whole_package(version="2"), given=OF_PACKAGE)
case("keys#resource package created", whole_package(created="2025-12-01"), given=OF_PACKAGE)
case("keys#resource package contributors", whole_package(contributors=[{"title": "Ida Barr"}]), given=OF_PACKAGE)
case("keys#resource package sources", whole_package(sources=[{"title": "A census", "path": "https://bar.example/census"}]), given=OF_PACKAGE)
case("keys#resource package reason", whole_package(reason="We guess them."), given=[*FOUND, whole_package(sources="none", reason="We count them.")])
case("keys#resource package licenses", whole_package(licenses=[{"name": "CC0-1.0"}]), given=OF_PACKAGE)


def source_of_package(**keys):
    return whole_package(sources=[keys])


OF_SOURCE = [*FOUND, source_of_package(title="A census", path="https://bar.example/census")]
case("keys#resource source or licence title", source_of_package(title="Another", path="https://bar.example/census"), given=OF_SOURCE)
case("keys#resource source or licence path", source_of_package(title="A census", path="https://bar.example/other"), given=OF_SOURCE)
case("keys#resource source or licence name", source_of_package(name="census", path="https://bar.example/census"), given=OF_SOURCE)
case("keys#resource source or licence version", source_of_package(title="A census", path="https://bar.example/census", version="2"), given=OF_SOURCE)
case("keys#resource source or licence web", source_of_package(title="A census", web="https://bar.example/other"), given=OF_SOURCE)
case("keys#resource source or licence url", source_of_package(title="A census", url="https://bar.example/other"), given=OF_SOURCE)
case("keys#resource source or licence id", resource_key("licenses", [{"id": "CC0-1.0"}]))

for name, value in (("version", "1a"), ("date", "2024"), ("source", "menu")):
    case(f"keys#resource edition {name}", resource_key("editions", [{"version": "1", "date": "2025", "source": "other", name: value}, {"version": "2", "date": "2026"}]),
         given=[resource_key("editions", [{"version": "1", "date": "2025", "source": "other"}, {"version": "2", "date": "2026"}])])


# Schemas.
def schema_key(name, value):
    return package(lambda resource: resource["schema"].update({name: value}))


case("keys#field schema fields", package(lambda resource: resource["schema"]["fields"].pop(5)))
case("keys#field schema primaryKey", schema_key("primaryKey", ["name"]))
case("keys#field schema foreignKeys", schema_key("foreignKeys", [{"fields": ["kind"], "reference": {"resource": "makers", "fields": ["id"]}}]))
case("keys#field schema uniqueKeys", schema_key("uniqueKeys", [["kind"]]))
case("keys#field schema missingValues", schema_key("missingValues", ["not sold"]))
case("keys#field schema fieldsMatch", schema_key("fieldsMatch", "subset"), given=[("data/drinks.csv", lambda text: text.replace("locator\n", "locator,more\n").replace("p. 1\n", "p. 1,\n").replace("p. 2\n", "p. 2,\n").replace("p. 3\n", "p. 3,\n"))], starts_clean=False)
case("keys#field decimalChar", field_key("price", "decimalChar", ","), given=[drinks("2.5,", '"2,5",'), drinks("3.125,", '"3,125",')], starts_clean=False)
case("keys#field groupChar", field_key("price", "groupChar", ","), given=[drinks("3.125,", '"3,125",')], starts_clean=False)
case("keys#field bareNumber", field_key("price", "bareNumber", False), given=[drinks("2.5,", "2.5 USD,")], starts_clean=False)
BOOLEAN = [field_key("kind", "type", "boolean"), field_key("kind", "falseValues", ["cold"]), field_key("kind", "trueValues", ["hot"])]
case("keys#field trueValues", field_key("kind", "trueValues", ["warm"]), given=BOOLEAN)
case("keys#field falseValues", field_key("kind", "falseValues", ["cool"]), given=BOOLEAN)
case("keys#field missingValues", field_key("why", "missingValues", ["not sold"]))
case("keys#field exclusiveMinimum", constraint("size", "exclusiveMinimum", 1))
case("keys#field exclusiveMaximum", constraint("size", "exclusiveMaximum", 1))

# The bibliography.


def source_key(name, value):
    return json_edit("data/sources/all.json", lambda sources: sources[0].update({name: value}))


def custom_key(name, value, **more):
    return source_key("custom", {name: value, **more})


case("keys#source id", source_key("id", "menu-2"))
case("keys#source type", source_key("type", "webpage"))
case("keys#source title", source_key("title", "The new menu"))
case("keys#source author", source_key("author", [{"family": "Barr", "given": "Ida"}]))
case("keys#source editor", source_key("editor", [{"family": "Barr", "given": "Ida"}]))
case("keys#source publisher", source_key("publisher", "A café"))
case("keys#source container-title", source_key("container-title", "Menus of the town"))
case("keys#source URL", source_key("URL", "https://bar.example/other"))
case("keys#source DOI", source_key("DOI", "10.1000/182"))
case("keys#source issued", source_key("issued", {"date-parts": [[2025]]}))
case("keys#source accessed", source_key("accessed", {"date-parts": [[2025]]}))
case("keys#source version", source_key("version", "second"))
case("keys#source note", source_key("note", "A leaflet."))
case("keys#source abstract", source_key("abstract", "All drinks with prices."))
case("keys#source custom", custom_key("license", "CC0"))
case("keys#source custom kind", custom_key("kind", "paper"))
case("keys#source custom license", custom_key("license", "CC0"))
case("keys#source custom status", custom_key("status", "disputed", reason="Two menus differ."), given=[custom_key("status", "dated", reason="Two menus differ.")])
case("keys#source custom reason", custom_key("status", "dated", reason="It is old."), given=[custom_key("status", "dated", reason="Two menus differ.")])
case("keys#source custom superseded_by", custom_key("status", "superseded", reason="Old.", superseded_by="other"), given=[custom_key("status", "superseded", reason="Old.")])
case("keys#source custom stale_after_days", custom_key("stale_after_days", 20))
case("keys#source custom missing", custom_key("missing", ["author"]))

# Units.
BOTTLES = [field_key("size", "unit", "bottle"), ("content/index.md", "0.25 L", "0.25 bottles")]
UNITS = "data/units.json"
case("keys#units units", (UNITS, '{"units": []}\n'), given=BOTTLES)
case("keys#units name", (UNITS, '"bottle"', '"flask"'), given=BOTTLES)
case("keys#units plural", (UNITS, '"bottles"', '"bottlen"'), given=BOTTLES)
case("keys#units title", (UNITS, '"A bottle"', '"A bottle of glass"'), given=BOTTLES)
case("keys#units prefixes", json_edit(UNITS, lambda units: units["units"][0].update(prefixes=False)), given=[*BOTTLES, field_key("price", "unit", "kbottle")])
case("keys#units count", json_edit(UNITS, lambda units: units["units"][0].update(count=False)), given=[*BOTTLES, json_edit(UNITS, lambda units: units["units"][0].update(count=True)), ("content/tables.md", "```sql list\n", "```sql list\n-- @size {unit: 1}\n"), ("content/tables.md", "d.size,", "d.size / 1 AS size,")])
case("keys#units aliases", json_edit(UNITS, lambda units: units.update(aliases={"pot": "bottle"})), given=[field_key("size", "unit", "pot"), ("content/index.md", "0.25 L", "0.25")],
     starts_clean=False)

# Front matter.


def front(path, line):
    return (path, "---\n", "---\n" + line + "\n", "first")


ONE, TABLES, HEAT, TEA, FLOW = "content/notes/one.md", "content/tables.md", "content/choose/heat.md", "content/choose/tea.md", "content/choose/index.md"
case("keys#front-matter title", (ONE, "title: One", "title: The first"))
case("keys#front-matter description", front(ONE, "description: A note to read."))
case("keys#front-matter slug", front(ONE, "slug: first"))
case("keys#front-matter layout", front(ONE, "layout: lesson"))
case("keys#front-matter date", front(ONE, "date: 2026-01-31"))
case("keys#front-matter updated", front(ONE, "updated: 2026-01-31"))
case("keys#front-matter owner", front(ONE, "owner: the host"), given=[front(ONE, "reviewed: 2026-01-31\nreview_after_days: 20")])
case("keys#front-matter reviewed", front(ONE, "reviewed: 2026-01-31"))
case("keys#front-matter review_after_days", front(ONE, "review_after_days: 20"), given=[front(ONE, "reviewed: 2026-01-31")])
case("keys#front-matter draft", front("content/notes/two.md", "draft: true"))
case("keys#front-matter figures", front(ONE, "figures: {cup: drinks/cup/size}"), given=[(ONE, "The first note.", "The first note: [](fig:cup).")], starts_clean=False)
case("keys#front-matter params", (TABLES, "{wanted: cold}", "{wanted: hot}"), given=[front(TABLES, "params: {wanted: cold}"), (TABLES, "FROM drinks d", "FROM drinks d WHERE d.kind = :wanted")])
case("keys#front-matter toc", front(ONE, "toc: false"))
case("keys#front-matter authors", front(ONE, "authors: [Ida Barr]"))
case("keys#front-matter weight", front("content/notes/two.md", "weight: 1"))
case("keys#front-matter aliases", front(ONE, "aliases: [/old/]"))
case("keys#front-matter translations", front(ONE, "translations: {de: https://bar.example/de/one.html}"))
case("keys#front-matter lang", front(ONE, "lang: de"))
case("keys#front-matter print", front("content/notes/index.md", "print: [two.md, ../tables.md]"))
case("keys#front-matter extra", (ONE, "extra: {shop: Bo}", "extra: {shop: Ida}"), given=[front(ONE, "layout: mine\nextra: {shop: Bo}"), ("templates/mine.html", "{% extends 'page.html' %}{% block body %}{{ page.extra.shop }}{{ content }}{% endblock %}\n")])
case("keys#front-matter tags", front(ONE, "tags: [a]"), given=[front(ONE, "layout: mine"), ("templates/mine.html", "{% extends 'page.html' %}{% block body %}{{ page.tags | length }}{{ content }}{% endblock %}\n")])
case("keys#front-matter contents", front("content/notes/index.md", "contents: [two, one]"))
PLAN = "plans:\n  short:\n    title: A short way\n    description: For all\n    pages: [one.md]"
case("keys#front-matter plans", front("content/notes/index.md", PLAN))
for key, old, new in (("title", "A short", "The short"), ("description", "For all", "For some"), ("pages", "[one.md]", "[two.md]")):
    case(f"keys#front-matter plan {key}", ("content/notes/index.md", old, new), given=[front("content/notes/index.md", PLAN)])
case("keys#front-matter key_points", front(ONE, "key_points: [Drink enough.]"))
case("keys#front-matter takeaway", front(ONE, "takeaway: Drink enough."))
case("keys#front-matter flow", (FLOW, "start: heat", "start: tea"))
case("keys#front-matter cases", (FLOW, "reaches: tea", "reaches: juice"))
case("keys#front-matter question", (HEAT, "Hot or cold?", "Cold or hot?"))
case("keys#front-matter answers", (HEAT, "  cold: {", "  cool: {"))
case("keys#front-matter outcome", (TEA, "outcome: Tea", "outcome: Green tea"))
case("keys#front-matter next", front(TEA, "next: [../notes/one.md]"), front(ONE, "takeaway: Drink.\nnext: [two.md]"))
WHEN = [(HEAT, "because: [hot-sells]}\n  cold", "because: [hot-sells]}\n  warm: {label: Warm, to: tea, because: [hot-sells]}\n  cold")]
case("keys#front-matter next step page", (TEA, "page: ../notes/one.md", "page: ../notes/two.md"), given=WHEN + [front(TEA, "next: [{page: ../notes/one.md, when: heat.warm}]")])
case("keys#front-matter next step when", (TEA, "when: heat.warm", "when: heat.hot"), given=WHEN + [front(TEA, "next: [{page: ../notes/one.md, when: heat.warm}]")])
case("keys#front-matter answer label", (HEAT, "label: Hot", "label: Very hot"))
case("keys#front-matter answer to", (HEAT, "to: tea", "to: juice"))
case("keys#front-matter answer because", (HEAT, "cold: {label: Cold, to: juice, because: [hot-sells]}", 'cold: {label: Cold, to: juice, because: ["Cold drinks cool [@menu]."]}'))
ROWS = [("content/each.md", "---\ntitle: Each\npages: {query: drinks, address: \"{id}\", title: \"{name}\"}\n---\nA drink.\n")]
case("keys#front-matter pages", ("content/each.md", 'pages: {query: drinks, address: "{id}", title: "{name}"}\n', ""), given=ROWS)
case("keys#front-matter pages query", ("content/each.md", "query: drinks", "query: makers"), given=ROWS)
case("keys#front-matter pages address", ("content/each.md", '"{id}"', '"a-{id}"'), given=ROWS)
case("keys#front-matter pages title", ("content/each.md", '"{name}"', '"A {name}"'), given=ROWS)
case("keys#front-matter pages listed", ("content/each.md", '"{name}"}', '"{name}", listed: false}'), given=ROWS)

# data/site.json.


def site_key(name, value):
    return json_edit("data/site.json", lambda site: site.update({name: value}))


def feature(name, value):
    return json_edit("data/site.json", lambda site: site["features"].update({name: value}))


DATED = [package(lambda resource: (resource.pop("as_of"), resource["schema"]["fields"].append({"name": "as_of", "type": "date"}))),
         ("data/drinks.csv", lambda text: text.replace("locator\n", "locator,as_of\n").replace("p. 1\n", "p. 1,2025-06-01\n").replace("p. 2\n", "p. 2,2026-01-01\n").replace("p. 3\n", "p. 3,2026-01-01\n"))]
CHART = [(TABLES, lambda text: text + "\n```chart bars\ndata: list\ntitle: Sizes\nmark: bar\nencoding: {x: {field: size, type: quantitative}, "
                                      "y: {field: name, type: nominal}, color: {field: kind, type: nominal}}\n```\n")]
LOGO = ("content/logo.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>\n')
case("keys#site title", site_key("title", "Beverages"))
case("keys#site short_title", site_key("short_title", "Drinks"))
case("keys#site description", site_key("description", "What we drink."))
case("keys#site lang", site_key("lang", "de"))
case("keys#site data", site_key("data", "../elsewhere"))  # tests/commands/new_site.sh shares a folder
case("keys#site includes", site_key("includes", ["parts"]), given=[("parts/a.md", "Included.\n"), ("content/index.md", "A cup holds", "\n::: include ../parts/a.md\n\nA cup holds")], starts_clean=False)
case("keys#site frames", site_key("frames", ["video.example"]), given=[("content/index.md", "A cup holds", '\n<iframe src="https://video.example/1" title="How to pour"></iframe>\n\nA cup holds')], starts_clean=False)
case("keys#site base_url", site_key("base_url", "https://bar.example/"))
case("keys#site as_of", site_key("as_of", "2025-06"), given=[*VALID, resource_key("valid_to", "till"), ("content/index.md", "A cup holds", "A cup held until lately")], starts_clean=False)
case("keys#site owner", site_key("owner", "The bar's staff"))
case("keys#site repository", site_key("repository", "https://github.com/bar/menu"))
case("keys#site navigation", site_key("navigation", ["notes", "tables"]))
case("keys#site colours", site_key("colours", {"hot": 5}), given=CHART)
case("keys#site active", site_key("active", ["*.js"]), given=[("content/own.js", "run()\n")], starts_clean=False)
case("keys#site date_column_after_days", site_key("date_column_after_days", 5000),
     given=DATED)
case("keys#site mark", site_key("mark", "logo.svg"), given=[LOGO])
case("keys#site footer", site_key("footer", {"text": "Open all day."}))
case("keys#site theme", site_key("theme", {"accent": "#6b3fa0"}))
case("keys#site scheme", site_key("scheme", "dark"))
SHOPS = [front(ONE, "extra: {shop: Bo}"), ("templates/page.html", "{% extends 'base.html' %}{% block body %}{{ site.extra.town|default('none') }}{{ content }}{% endblock %}\n")]
case("keys#site extra", site_key("extra", {"town": "Bergen"}), given=SHOPS)
case("keys#site search.extra", site_key("search", {"extra": ["shop"]}), given=SHOPS)
case("keys#site search", site_key("search", {"synonyms": [["cup", "mug"]]}))
case("keys#site search.synonyms", site_key("search", {"synonyms": [["cup", "mug"]]}))
case("keys#site separate", site_key("separate", ["notes"]))
case("keys#site search.figures", site_key("search", {"figures": ["prices"]}), given=[
    ("data/views/prices.sql", "SELECT d.id AS drink, d.price, d.ref AS price__ref FROM drinks d ORDER BY d.id\n")])
case("keys#site features", feature("search", False))
case("keys#site features.images", feature("images", True), given=CHART)
case("keys#site features.highlight", feature("highlight", False), given=[(ONE, "The first note.", "```json\n[1]\n```")])
case("keys#site features.print", feature("print", False))
case("keys#site features.search", feature("search", False))
case("keys#site features.markdown", feature("markdown", False))
case("keys#site features.cards", feature("cards", True), given=[site_key("base_url", "https://site.example/")])
case("keys#front-matter preview", front(ONE, "preview: p.svg"), given=[site_key("base_url", "https://site.example/"), feature("cards", True), ("content/notes/p.svg", '<svg viewBox="0 0 1200 630"><text font-size="60" fill="var(--ink)">One</text></svg>')])
case("keys#site features.embeds", feature("embeds", False))

# Imports.
IMPORT = ["import", "table", "in.csv", "--settings", "data/imports/menu.yaml", "--as-of", "2026-02-01"]
SETTINGS = "data/imports/menu.yaml"
OFFER = [*DATED, json_edit("data/sources/all.json", lambda sources: [each.update(issued={"date-parts": [[2026, 2]]}) for each in sources]),
         ("in.csv", "Drink;Size (mL);Price;Page\nCup;300;2,75;p. 11\nPot;1.000;k. A.;p. 12\n"),
         (SETTINGS, "resource: drinks\nsource: menu\nlocator: \"{Page}\"\ndecimal: \",\"\ncolumns:\n  Drink: id\n  Size (mL): {field: size, unit: mL}\n  Price: price\n"
                    "  Page: null\nvalues:\n  id: {Cup: cup, Pot: pot}\nmissing: [k. A.]\n")]


def importing(key, *edits, given=(), **more):
    case(key, *edits, given=[*OFFER, *given], **{"commands": [IMPORT], **more})


importing("keys#import resource", (SETTINGS, "resource: drinks", "resource: makers"))
importing("keys#import source", (SETTINGS, "source: menu", "source: other"))
importing("keys#import as_of", (SETTINGS, lambda text: text + "as_of: 2026-03\n"), commands=[IMPORT[:5]], starts_clean=False)
importing("keys#import locator", (SETTINGS, "{Page}", "line {line}"))
importing("keys#import names", (SETTINGS, "  Drink: id", "  Drink: {field: id, names: true}"), (SETTINGS, lambda text: text + "names: makers\n"))
importing("keys#import options", (SETTINGS, lambda text: text + "options: {duplicates: once}\n"))
importing("keys#import fields", (SETTINGS, lambda text: text + "fields: {price: why}\n"))
importing("keys#import constants", (SETTINGS, lambda text: text + "constants: {kind: served}\n"))
importing("keys#import confirmed", (SETTINGS, lambda text: text + "confirmed: {cup/price: 27.5}\n"), given=[("in.csv", "2,75", "27,5")])
importing("keys#import values", (SETTINGS, "Pot: pot", "Pot: jug"))
importing("keys#import only", (SETTINGS, lambda text: text + "only: {id: [cup]}\n"))
importing("keys#import without", (SETTINGS, lambda text: text + "without: {id: [Cup]}\n"))
importing("keys#import field", (SETTINGS, "  Price: price", "  Price: {field: why}"))
importing("keys#import unit", (SETTINGS, "{field: size, unit: mL}", "{field: size, unit: L}"))
importing("keys#import parentheses", (SETTINGS, "  Price: price", "  Price: {field: price, parentheses: negative}"), given=[("in.csv", "2,75", "(2,75)")])
importing("keys#import merged", (SETTINGS, "  Price: price", "  Price: {field: price, merged: repeat}"), commands=[[*IMPORT[:2], "in.html", *IMPORT[3:]]],
          given=[("in.html", "<table><tr><th>Drink<th>Size (mL)<th>Price<th>Page<tr><td>Cup<td>300<td rowspan=2>2,75<td>p. 11<tr><td>Pot<td>400<td>p. 12</table>")])
importing("keys#import uncertainty", (SETTINGS, "  Price: price", "  Price: {field: price, uncertainty: size}"), (SETTINGS, "  Size (mL): {field: size, unit: mL}\n", ""),
          given=[("in.csv", "2,75", "2,75 ± 1")], starts_clean=False)
for end in ("low", "high"):
    importing(f"keys#import {end}", (SETTINGS, "  Price: price", "  Price: {low: price, high: size}"), (SETTINGS, "  Size (mL): {field: size, unit: mL}\n", ""),
              given=[("in.csv", "2,75", "1 – 2")], starts_clean=False)
importing("keys#import footnotes", (SETTINGS, lambda text: text + "footnotes: why\n"), given=[("in.csv", "2,75", "2,75*")])
importing("keys#import dates", (SETTINGS, lambda text: text + "dates: dmy\n"), given=[("in.csv", "p. 11", "1/2/2026"), ("in.csv", "p. 12", "1/2/2026"), (SETTINGS, "Page: null", "Page: as_of"), (SETTINGS, "locator: \"{Page}\"", "locator: p. 1")], starts_clean=False)
importing("keys#import fill", (SETTINGS, lambda text: text + "fill: {Price: \"3,5\"}\n"), given=[("in.csv", "k. A.", "")])
importing("keys#import table", (SETTINGS, lambda text: text + "table: 2\n"), given=[("in.md", "|Drink|Size (mL)|Price|Page|\n|-|-|-|-|\n|Cup|300|2,75|p. 11|\n\n|Drink|Size (mL)|Price|Page|\n|-|-|-|-|\n|Cup|400|2,75|p. 11|\n")],
          commands=[["import", "table", "in.md", *IMPORT[3:]]], starts_clean=False)
importing("keys#import header", (SETTINGS, lambda text: text + "header: 2\n"), given=[("in.csv", lambda text: "of;the;first;page\n" + text)], starts_clean=False)
WIDE = [("in.csv", "Drink;Small;Large\nCup;2,75;3\n"), (SETTINGS, "  Size (mL): {field: size, unit: mL}\n  Price: price\n  Page: null", "  Cup size: kind\n  Price: price"), (SETTINGS, "locator: \"{Page}\"\n", "locator: p. 1\n")]
importing("keys#import longer", (SETTINGS, lambda text: text + "longer: \"Cup size={Small}\"\nvalue: Price\n"), given=WIDE, starts_clean=False)
importing("keys#import value", (SETTINGS, "value: Cost", "value: Price"), given=[*WIDE, (SETTINGS, lambda text: text + "longer: \"Cup size={Small}\"\nvalue: Cost\n")], starts_clean=False)
importing("keys#import best", (SETTINGS, lambda text: text + "best: {of: size, by: [kind]}\n"))
importing("keys#import columns", (SETTINGS, "  Price: price", "  Price: null"))
importing("keys#import decimal", (SETTINGS, 'decimal: ","\n', ""), given=[("in.csv", "2,75", "2")])
importing("keys#import missing", (SETTINGS, "missing: [k. A.]\n", ""))
importing("keys#import rows", (SETTINGS, lambda text: text + "rows: items\n"), given=[("in.json", '{"items": [{"Drink": "Cup", "Size (mL)": 300, "Price": 2.75, "Page": "p. 11"}], "others": [{"Drink": "Pot", "Size (mL)": 1, "Price": 1, "Page": "p. 1"}]}\n'),
          (SETTINGS, 'decimal: ","\n', "")], commands=[["import", "table", "in.json", *IMPORT[3:]]], starts_clean=False)

# The columns of claims.


def claim(name, value):
    return json_edit("data/claims.json", lambda claims: claims[0].update({name: value}))


case("keys#claims id", claim("id", "hot-is-sold"))
case("keys#claims statement", claim("statement", "Hot drinks are sold."))
case("keys#claims status", claim("status", "disputed"), given=[claim("status_why", "Two bars differ.")])
case("keys#claims status_why", claim("status_why", "It is old."), given=[claim("status", "dated"), claim("status_why", "Two bars differ.")], starts_clean=False)
case("keys#claims source", claim("source", "other"))
case("keys#claims locator", claim("locator", "p. 10"))

# Declarations of queries.
DECLARED = [(TABLES, "SELECT d.id, d.name, d.kind, d.size, d.price,", "-- @twice {title: Twice the size, description: Of two, unit: L}\nSELECT d.id, d.name, d.kind, d.size, d.price, 2 * d.size AS twice,"),
            (TABLES, "  - {name: size}\n", "  - {name: size}\n  - twice\n")]


def declaration(name, value, given=()):
    case(f"keys#declaration declaration {name}", (TABLES, "{title: Twice the size, description: Of two, unit: L", "{" + value), given=[*DECLARED, *given], starts_clean=False)


declaration("title", "title: Two of them, description: Of two, unit: L")
declaration("description", "title: Twice the size, description: Of a pair, unit: L")
declaration("unit", "title: Twice the size, description: Of two, unit: USD")
declaration("unitField", "title: Twice the size, description: Of two, unitField: name")
declaration("better", "better: lower, title: Twice the size, description: Of two, unit: L")
declaration("format", 'format: ".3f", title: Twice the size, description: Of two, unit: L')
declaration("covers", "covers: both, title: Twice the size, description: Of two, unit: L")
declaration("comparable", "comparable: name, title: Twice the size, description: Of two, unit: L")
declaration("whole", "whole: all, title: Twice the size, description: Of two, unit: L")
declaration("extreme", "extreme: lowest of drinks.size, title: Twice the size, description: Of two, unit: L")
declaration("type", "type: string, title: Twice the size, description: Of two, unit: L")
