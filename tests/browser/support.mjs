// What the browser tests share: the built site that SITE names, its pages, a browser, and a small static server.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const site = path.resolve(process.env.SITE ?? "site");
export const nodeModules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? "build/node/node_modules");
export const require = createRequire(path.join(nodeModules, "anchor.js"));

// All files of the site, as paths relative to it with "/", sorted.
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
export const fileUrl = (file) => pathToFileURL(path.join(site, file)).href;

// The kind of a page is the data-kind, else the class, of its <body>.
export function kindOf(html) {
  const body = /<body\b([^>]*)>/i.exec(html)?.[1] ?? "";
  return (/\bdata-kind="([^"]*)"/.exec(body) ?? /\bclass="([^"]*)"/.exec(body))?.[1] ?? "";
}

// Where the site says that it is published, or "".
export function baseUrl() {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(siteFiles().includes("index.html") ? read("index.html") : "");
  return canonical?.[1] ?? "";
}

// The pages that work from anywhere: all but a 404.html which hosts serve at any depth, so that its links are absolute.
export function pagesToOpen() {
  const published = baseUrl() !== "";
  return siteFiles().filter((file) => file.endsWith(".html") && !(published && file === "404.html"));
}

// Of each kind of page the first and the largest.
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

export async function launch() {
  const { chromium } = require("playwright-core");
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"],
  });
}

const kTypes = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript", json: "application/json",
                 svg: "image/svg+xml", png: "image/png", csv: "text/csv", xml: "application/xml", txt: "text/plain",
                 md: "text/markdown", woff2: "font/woff2", ico: "image/x-icon", jpg: "image/jpeg", webp: "image/webp" };

// Serves the site below `prefix` ("/any/path/"), as a plain static host does: a folder gives its index.html. Keeps the requests that found nothing.
export async function serve(prefix) {
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
  const server = createServer((request, response) => {
    // Browsers ask for it at the host's root by themselves.
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const file = resolve(request.url);
    if (!file) {
      missing.push(request.url);
      return response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
    const type = kTypes[path.extname(file).slice(1)] ?? "application/octet-stream";
    return response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, missing, resolve, close: () => new Promise((done) => server.close(done)) };
}

// Collects what a page must not do: write to the console, fail, ask for what is not `allowed`.
export function watch(page, allowed) {
  const seen = [];
  page.on("console", (message) => seen.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => seen.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (!allowed(request.url()) && !request.url().startsWith("data:")) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

// Fails with the list of what was found, if anything was.
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
