// Tests that every link of every page goes to an existing file and an id in it. Needs no browser.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { references, tags } from "./html.mjs";
import { baseUrl, none, read, siteFiles } from "./support.mjs";

const files = siteFiles();
const names = new Set(files);
const base = baseUrl();
const kSchemes = /^[a-z][a-z0-9+.-]*:/i;
const kLoading = new Set(["script", "img", "iframe", "source", "video", "audio", "object", "embed"]);
const kLoadingLinks = /stylesheet|icon|preload|manifest/;

// Returns the ids and local links of a page, and its violations of the policy to load nothing from other hosts.
function inspect(file) {
  const page = { ids: new Set(), twice: [], links: new Set(), wrong: [] };
  let policy;
  for (const { name, attributes } of tags(read(file))) {
    for (const id of [attributes.id, name === "a" ? attributes.name : undefined]) {
      if (id === undefined) continue;
      if (page.ids.has(id)) page.twice.push(id);
      page.ids.add(id);
    }
    if (attributes["http-equiv"]?.toLowerCase() === "content-security-policy") policy = attributes.content;
    const loads = kLoading.has(name) || (name === "link" && kLoadingLinks.test(attributes.rel ?? ""));
    for (const link of references(name, attributes)) {
      const elsewhere = kSchemes.test(link) || link.startsWith("//");
      if (!elsewhere) page.links.add(link);
      else if (loads && !link.startsWith("data:") && !(file === "404.html" && base && link.startsWith(base))) page.wrong.push(`loads ${link}`);
    }
    for (const key of Object.keys(attributes))
      if (key === "style" || /^on[a-z]+$/.test(key)) page.wrong.push(`<${name} ${key}>`);
  }
  if (file.endsWith(".html") && policy === undefined) page.wrong.push("has no Content-Security-Policy");
  if (/unsafe-|https?:|\*/.test(policy ?? "")) page.wrong.push(`has the policy ${policy}`);
  return page;
}

const pages = new Map(files.filter((file) => /\.(html|svg)$/.test(file)).map((file) => [file, inspect(file)]));

function problem(from, link) {
  if (link.startsWith("/")) return "is absolute";
  const [address, fragment] = link.split(/#(.*)/s, 2);
  const [pathPart] = address.split("?", 1);
  let target = from;
  if (pathPart !== "") {
    let decoded;
    try {
      decoded = decodeURIComponent(pathPart);
    } catch {
      return "is badly percent-encoded";
    }
    target = path.posix.normalize(path.posix.join(path.posix.dirname(from), decoded));
    if (target.startsWith("../")) return "leads out of the site";
    if (from === "404.html" && link === "./") return "";  // hosts show this page at any address
    if (!names.has(target)) return names.has(path.posix.join(target, "index.html")) ? "names a folder, not a file" : "leads nowhere";
  }
  if (!fragment || fragment.startsWith(":~:")) return "";
  const page = pages.get(target);
  if (!page) return target.endsWith(".pdf") ? "" : "has an anchor into a file without ids";
  return page.ids.has(fragment) || page.ids.has(decodeURIComponent(fragment)) ? "" : "has an anchor that is not there";
}

test("the site has pages", () => assert.ok([...pages.keys()].some((file) => file.endsWith(".html")), "no .html at all"));

test("every link leads to an existing file and id", () => {
  const broken = [];
  for (const [file, page] of pages)
    for (const link of page.links) {
      const why = problem(file, link);
      if (why) broken.push(`${file}: "${link}" ${why}`);
    }
  none(broken);
});

test("the ids of a page are unique", () => {
  none([...pages].filter(([, { twice }]) => twice.length > 0).map(([file, { twice }]) => `${file}: ${twice.join(" ")}`));
});

test("files that style sheets load exist", () => {
  const broken = [];
  for (const file of files.filter((name) => name.endsWith(".css")))
    for (const [, quoted, bare] of read(file).matchAll(/url\(\s*(?:["']([^"']*)["']|([^)"'\s]*))\s*\)/g)) {
      const link = quoted ?? bare;
      if (link.startsWith("data:") || link.startsWith("#")) continue;
      const why = kSchemes.test(link) ? "asks a third party" : problem(file, link);
      if (why) broken.push(`${file}: "${link}" ${why}`);
    }
  none(broken);
});

test("pages load nothing from third parties, and their policy forbids it", () => {
  none([...pages].flatMap(([file, { wrong }]) => wrong.map((what) => `${file}: ${what}`)));
});
