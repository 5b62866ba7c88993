// Code that the browser tests share: the built site in SITE, its pages, a browser, and a small static server.
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";

import { executablePath } from "./chromium.mjs";
import { late } from "./late.mjs";

export const site = path.resolve(process.env.SITE ?? "site");
export const nodeModules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? "build/node/node_modules");
export const require = createRequire(path.join(nodeModules, "anchor.js"));

// Returns all files of the site, as paths relative to it with "/", sorted.
export function siteFiles() {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(site, folder), { withFileTypes: true })) {
      const name = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) walk(name);
      else found.push(name);
    }
  };
  walk("");
  return found.sort();
}

export const read = (file) => readFileSync(path.join(site, file), "utf8");
export const fileOf = (file) => path.join(site, file);
export const fileUrl = (file) => pathToFileURL(fileOf(file)).href;

// Returns the kind of a page: the data-kind, otherwise the class, of its <body>.
export function kindOf(html) {
  const body = /<body\b([^>]*)>/i.exec(html)?.[1] ?? "";
  return (/\bdata-kind="([^"]*)"/.exec(body) ?? /\bclass="([^"]*)"/.exec(body))?.[1] ?? "";
}

// Returns the base URL of the site, or "".
export function baseUrl() {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(siteFiles().includes("index.html") ? read("index.html") : "");
  return canonical?.[1] ?? "";
}

// Whether a page redirects immediately, through an element of its head.
function leadsOn(file) {
  const head = Buffer.alloc(1000);
  const opened = openSync(path.join(site, file));
  const size = readSync(opened, head);
  closeSync(opened);
  return head.toString("utf8", 0, size).includes('http-equiv="refresh"');
}

// Returns all pages except redirects and 404.html, whose links are absolute.
export function pagesToOpen() {
  const published = baseUrl() !== "";
  return siteFiles().filter((file) => file.endsWith(".html") && !(published && file === "404.html") && !leadsOn(file));
}

// Returns the first and the largest page of each kind.
export function pagesOfEachKind() {
  const kinds = new Map();
  for (const file of pagesToOpen()) {
    const kind = kindOf(read(file));
    const size = statSync(path.join(site, file)).size;
    const known = kinds.get(kind);
    if (!known) kinds.set(kind, { first: file, largest: file, size });
    else if (size > known.size) Object.assign(known, { largest: file, size });
  }
  return [...new Set([...kinds.values()].flatMap(({ first, largest }) => [first, largest]))].sort();
}

export const chromium = {
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

// SOURCEBOOK_LATE is a number of ms by which events in pages are delayed.
export async function launch(...args) {
  const browser = await require("playwright-core").chromium.launch({ ...chromium, args: [...chromium.args ?? [], ...args] });
  const delay = Number(process.env.SOURCEBOOK_LATE ?? 0);
  if (delay > 0) {
    const open = browser.newContext.bind(browser);
    browser.newContext = async (settings) => {
      const context = await open(settings);
      await context.addInitScript(late, delay);
      return context;
    };
  }
  return browser;
}

const kTypes = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript", json: "application/json",
                 svg: "image/svg+xml", png: "image/png", csv: "text/csv", xml: "application/xml", txt: "text/plain",
                 md: "text/markdown", woff2: "font/woff2", ico: "image/x-icon", jpg: "image/jpeg", webp: "image/webp" };

const kPause = 50;  // time in ms for the browser to render an incomplete page

const kPacked = new Set(["html", "css", "js", "json", "svg", "csv", "xml", "txt", "md"]);

// Serves the site below `prefix` ("/any/path/") like a static host: index.html for a folder. Records failed requests.
// `packed` compresses texts; `own404` serves 404.html for missing files; `parts` sends a page in roughly this many
// parts, each up to the end of a line, with pauses.
export async function serve(prefix, { packed = false, own404 = false, parts = 1 } = {}) {
  const missing = [];
  const resolve = (url) => {
    const name = decodeURIComponent(new URL(url, "http://localhost").pathname);
    if (!name.startsWith(prefix)) return undefined;
    let file = path.join(site, name.slice(prefix.length));
    if (file !== site && !file.startsWith(site + path.sep)) return undefined;
    let status = statSync(file, { throwIfNoEntry: false });
    if (status?.isDirectory() && name.endsWith("/")) {
      file = path.join(file, "index.html");
      status = statSync(file, { throwIfNoEntry: false });
    }
    return status?.isFile() ? file : undefined;
  };
  const sendInParts = async (response, content) => {
    const size = Math.ceil(content.length / parts);
    for (let begin = 0, end; begin < content.length; begin = end) {
      if (begin > 0) await pause(kPause);
      end = content.indexOf("\n", begin + size) + 1 || content.length;
      response.write(content.subarray(begin, end));
    }
    response.end();
  };
  const server = createServer((request, response) => {
    // Browsers request this file at the root of the host.
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const file = resolve(request.url);
    if (!file) {
      missing.push(request.url);
      if (own404) return response.writeHead(404, { "content-type": kTypes.html }).end(read("404.html"));
      return response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
    const ending = path.extname(file).slice(1);
    const headers = { "content-type": kTypes[ending] ?? "application/octet-stream" };
    if (parts > 1 && ending === "html") return sendInParts(response.writeHead(200, headers), readFileSync(file));
    if (!packed || !kPacked.has(ending)) return response.writeHead(200, headers).end(readFileSync(file));
    return response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(gzipSync(readFileSync(file)));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  // Otherwise a test that fails before it closes its server would never end.
  server.unref();
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, missing, resolve, close: () => new Promise((done) => server.close(done)) };
}

// Goes to an address in an existing page, because opening a page is slow. `seen` is the result of watch() for the page,
// if there is one.
export async function go(page, url, seen = []) {
  seen.length = 0;
  await page.goto(url);
}

let axeSource;
// Loads axe through the debugging protocol, because the page's policy blocks script tags.
const withAxe = async (page) => {
  axeSource ??= readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axeSource);
};

// Returns the violations that axe finds, one line for each element. `only` lists the rules to check instead of all.
// Contrast is checked once for each style of text, because it is slow: of texts with the same colours in boxes of the
// same kinds, only the first is checked.
export async function axe(page, only) {
  await withAxe(page);
  const violations = await page.evaluate(async (only) => {
    const looks = new Map();
    const lookOf = (element) => {
      if (!element) return "";
      if (!looks.has(element)) {
        const style = getComputedStyle(element);
        looks.set(element, [lookOf(element.parentElement), element.localName, element.getAttribute("class"), style.color, style.fill, style.fontSize,
                            style.fontWeight, style.opacity, style.backgroundColor, style.backgroundImage].join("|"));
      }
      return looks.get(element);
    };
    const first = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (texts.currentNode.data.trim() && element.checkVisibility() && !first.has(lookOf(element))) first.set(lookOf(element), element);
    }
    const run = async (context, options) => (await globalThis.axe.run(context, { resultTypes: ["violations"], ...options })).violations;
    const found = [];
    if (!only) found.push(...(await run(document, { rules: { "color-contrast": { enabled: false }, "target-size": { enabled: true } } })));
    else if (only.some((rule) => rule !== "color-contrast")) found.push(...(await run(document, { runOnly: only.filter((rule) => rule !== "color-contrast") })));
    if ((!only || only.includes("color-contrast")) && first.size > 0)
      found.push(...(await run({ include: [...first.values()] }, { runOnly: ["color-contrast"] })));
    return found;
  }, only);
  return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${v.help}: ${n.html.slice(0, 200)} (${n.failureSummary ?? ""})`));
}

// Runs in a page. Returns the widths of the page and its window, and the elements that are too wide.
export function width() {
  const inner = document.documentElement.clientWidth;
  const scroll = document.documentElement.scrollWidth;
  // Elements in a box that scrolls do not count, unless they are positioned relative to something outside it.
  const above = (e) => (getComputedStyle(e).position === "absolute" ? e.offsetParent : e.parentElement);
  const boxed = (e) => e && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || boxed(above(e)));
  const beyond = (e) => e.getBoundingClientRect().right + scrollX > inner + 1 && !boxed(above(e));
  const who = scroll <= inner ? "" : [...document.body.querySelectorAll("*")].filter(beyond).slice(0, 3)
      .map((e) => `${e.tagName.toLowerCase()}.${e.getAttribute("class") ?? ""}`).join(", ");
  return { scroll, inner, who };
}

// Collects errors of a page: console output, exceptions, requests that are not `allowed`.
export function watch(page, allowed) {
  const seen = [];
  page.on("console", (message) => seen.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  // Requests that were cancelled when the page was left are not errors.
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") seen.push(`failed: ${request.url()} (${why})`);
  });
  page.on("request", (request) => {
    if (!allowed(request.url()) && !request.url().startsWith("data:")) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

// Asserts that `read` returns `expected` after a while, because a page handles some events later.
export async function eventually(read, expected) {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((later) => setTimeout(later, 10)))
    if (isDeepStrictEqual(await read(), expected)) return;
  assert.deepStrictEqual(await read(), expected);
}

// Fails with the list of findings, if there are any.
export function none(found) {
  if (found.length > 0) throw new Error(`${found.length} found:\n${found.join("\n")}`);
}

// Runs work(item) for all items, a few at a time.
export async function eachOf(items, atOnce, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
