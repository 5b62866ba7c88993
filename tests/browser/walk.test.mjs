// Walks every breadcrumb, section and pager as a reader would: each step leads to a page that leads on. Needs no browser.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { decode, tags } from "./html.mjs";
import { baseUrl, none, read, siteFiles } from "./support.mjs";

const kText = /<[^>]*>/g;
const textOf = (html) => decode(html.replace(kText, "")).replace(/\s+/g, " ").trim();
const part = (html, start, end) => html.match(new RegExp(`${start}([\\s\\S]*?)${end}`))?.[1] ?? "";

// Returns the addresses that a piece of a page links to, without anchors.
function targets(file, html) {
  const found = tags(html).filter(({ name, attributes }) => name === "a" && attributes.href !== undefined).map(({ attributes }) => attributes.href);
  return found.filter((href) => !/^[a-z]+:|^#/i.test(href)).map((href) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), decodeURIComponent(href.split(/[?#]/)[0]))));
}

// A page as a reader sees it: its heading, the way to it, the pages of the same list, and everything it links to.
function inspect(file) {
  const html = read(file);
  return {
    kind: part(html, 'data-kind="', '"'),
    listed: !/<meta name="robots" content="noindex">/.test(html),
    title: textOf(part(html, "<h1[^>]*>", "</h1>")),
    crumbs: targets(file, part(html, '<nav class="breadcrumbs"', "</nav>")),
    names: [...part(html, '<nav class="breadcrumbs"', "</nav>").matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].map(([, name]) => textOf(name)),
    pager: targets(file, part(html, '<nav class="pages"', "</nav>")),
    lists: [...html.matchAll(/<([ou])l[^>]*>([\s\S]*?)<\/\1l>/g)].map(([, , list]) => targets(file, list.replace(/href="[^"]*#[^"]*"/g, ""))),  // without places in pages
    links: new Set(targets(file, html.replace(/<nav class="breadcrumbs"[\s\S]*?<\/nav>/, ""))),
  };
}

const pages = new Map(siteFiles().filter((file) => file.endsWith(".html") && !/^(embed|v)\/|^404\.html$/.test(file)).map((file) => [file, inspect(file)]));

test("breadcrumbs lead to pages with the same name", () => {
  const wrong = [];
  for (const [file, page] of pages)
    page.crumbs.forEach((crumb, i) => {
      const target = pages.get(crumb);
      if (!target || target.kind === "redirect") wrong.push(`${file}: ${crumb} is not a page`);
      else if (target.kind !== "home" && target.title !== page.names[i]) wrong.push(`${file}: ${crumb} is called ${target.title}, not ${page.names[i]}`);
    });
  none(wrong);
});

// Returns the pages that a reader reaches from a page through pages below it.
function below(from) {
  const reached = new Set([from]);
  for (const file of reached)
    for (const link of pages.get(file)?.links ?? [])
      if (pages.get(link)?.crumbs.includes(from)) reached.add(link);
  return reached;
}

test("the page above leads to the page below, directly or through others below it", () => {
  const reached = new Map();
  const wrong = new Set();
  for (const [file, page] of pages) {
    if (page.kind === "search") continue;  // the box of every page leads there
    const way = [...page.crumbs, file];
    for (let i = 1; i < way.length; i++) {
      if (!reached.has(way[i - 1])) reached.set(way[i - 1], below(way[i - 1]));
      if (!reached.get(way[i - 1]).has(way[i])) wrong.add(`${way[i - 1]} does not lead to ${way[i]}`);
    }
  }
  none([...wrong]);
});

test("the pages of a pager have the same pager, which starts at the first one", () => {
  const wrong = [];
  for (const [file, page] of pages) {
    if (page.pager.length === 0) continue;
    if (!page.pager.includes(file)) wrong.push(`${file}: is not in its own pager`);
    for (const other of page.pager)
      if (String(pages.get(other)?.pager) !== String(page.pager)) wrong.push(`${file}: ${other} has another pager`);
    if (!pages.get(page.pager[0])?.listed) wrong.push(`${file}: search engines may not list ${page.pager[0]}`);
  }
  none(wrong);
});

test("no list has the second page of a list without its first", () => {
  const first = new Map([...pages].flatMap(([file, { pager }]) => (pager.length > 0 && pager[0] !== file ? [[file, pager[0]]] : [])));
  const wrong = [];
  for (const [file, page] of pages)
    for (const list of page.lists)
      for (const link of list)
        if (first.has(link) && !list.includes(first.get(link))) wrong.push(`${file}: lists ${link} without ${first.get(link)}`);
  none(wrong);
});

test("the sitemap lists pages only, and no redirects", () => {
  const base = baseUrl();
  const sitemap = siteFiles().includes("sitemap.xml") ? read("sitemap.xml") : "";
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => decodeURIComponent(decode(url)).slice(base.length)).map((address) => (/(^|\/)$/.test(address) ? `${address}index.html` : address));
  none(listed.filter((address) => !pages.has(address) || pages.get(address).kind === "redirect" || !pages.get(address).listed));
});

test("the site has breadcrumbs", () => assert.ok([...pages.values()].some(({ crumbs }) => crumbs.length > 0)));
