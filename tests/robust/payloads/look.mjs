// Opens sites that contain payloads in a real browser: nothing may run, send requests or write to the console, and
// pages may contain only elements that the generator writes.
// usage: node tests/robust/payloads/look.mjs FOLDER   (FOLDER/NAME: sites; FOLDER/look.json: {"expected": {PAGE: texts that it
// must show}, "queries": texts to search for})
// Prints {"pages", "visits", "uses", "texts", "found"}.
//
// All pages are parsed, and checked as the parser sees them. Then pages are opened as frames of one page without their
// policy, so that only escaping keeps scripts out, and all controls are clicked or filled in. Last, a page of each kind
// is opened from disk, as published.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
process.env.SITE = folder;
const { kindOf, launch, siteFiles } = await import("../../browser/support.mjs");

const kAtOnce = 16;
const found = [];
const report = (what) => found.length < 200 && found.push(what);

// Runs in the browser: returns the errors of pages as the parser sees them. Scripts don't run in documents that
// DOMParser makes.
async function faultsOf(pages) {
  const kElements = new Set(("html head body meta title link script a abbr article aside b blockquote br button caption cite code col colgroup dd del details " +
    "dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li main mark nav noscript ol option output p " +
    "pre progress q s samp search section select small span strong sub summary sup svg table tbody td template tfoot th thead time tr ul var wbr " +
    "circle clippath defs desc g line path pattern polygon polyline rect text tspan use ellipse marker lineargradient stop " +
    "math mfrac mi mn mo mover mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation").split(" "));
  const kLinks = ["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset", "ping", "background", "longdesc", "manifest", "code", "codebase"];
  // A text as it is published: characters that HTML forbids are replaced, and white space is collapsed.
  const plain = (text) => text.replace(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\u{1ffff}\u{10ffff}]/gu, "\ufffd").replace(/[\t\n\f\r ]+/g, " ");
  const faults = [];
  await Promise.all(pages.map(async ([url, expected]) => {
    const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
    const fault = (what) => faults.push(`${url}: ${what}`);
    const look = (root) => {
      for (const element of root.querySelectorAll("*")) {
        const name = element.localName.toLowerCase();
        if (!kElements.has(name)) fault(`an element <${name}>`);
        if (name === "script" && element.type !== "application/ld+json" && element.textContent.trim() !== "") fault(`a script: ${element.textContent.slice(0, 60)}`);
        if (name === "meta" && element.httpEquiv && !/^(content-security-policy|refresh)$/i.test(element.httpEquiv)) fault(`meta ${element.httpEquiv}`);
        if (name === "meta" && /refresh/i.test(element.httpEquiv) && !/^0; url=(\.\/)?(\.\.\/)*[\w-]+\.html$/.test(element.content)) fault(`leads to ${element.content}`);
        for (const { name: key, value } of element.attributes) {
          if (/^on/i.test(key) || /^(style|srcdoc|autofocus)$/i.test(key)) fault(`an attribute ${key}="${value.slice(0, 60)}"`);
          if (!kLinks.includes(key.toLowerCase())) continue;
          let goes;
          try {
            goes = new URL(value, url);
          } catch {
            continue;  // leads nowhere
          }
          const inside = goes.origin === location.origin;
          const may = inside || (key === "href" && (name === "a" || name === "link") && /^(https?|mailto|tel):$/.test(goes.protocol));
          if (!may || (name === "script" && !/\/assets\/[\w./-]+\.js$/.test(goes.pathname))) fault(`${name} ${key}="${value.slice(0, 80)}"`);
        }
        if (name === "template") look(element.content);
      }
    };
    look(page);
    for (const data of page.querySelectorAll('script[type="application/ld+json"]')) {
      try {
        JSON.parse(data.textContent);
      } catch (error) {
        fault(`JSON-LD: ${error.message}`);
      }
    }
    if (expected.length === 0) return;
    const shown = plain(page.documentElement.textContent + [...page.querySelectorAll("[title], [alt], [content], [label]")].map((e) => ` ${e.title ?? ""} ${e.alt ?? ""} ${e.content ?? ""}`).join(""));
    for (const text of expected) if (!shown.includes(plain(text).trim())) fault(`does not show ${JSON.stringify(text)}`);
  }));
  return faults;
}

// Runs in the browser: opens pages as frames, uses all controls in them, and waits for the results of the search.
async function openAll(urls) {
  document.body.replaceChildren();
  let uses = 0;
  await Promise.all(urls.map((url) => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.onload = frame.onerror = done;
    frame.src = url;
    document.body.append(frame);
  })));
  const settled = [];
  for (const frame of document.body.children) {
    const page = frame.contentDocument;
    if (!page?.body) continue;
    for (const form of page.forms) form.addEventListener("submit", (event) => event.preventDefault());
    const times = {};
    for (const element of page.querySelectorAll("button, summary, input, select, label, [tabindex], a[href^='#']")) {
      const kind = `${element.localName} ${element.className} ${element.parentNode.className}`;
      times[kind] = (times[kind] ?? 0) + 1;
      if (times[kind] > 2) continue;
      uses++;
      element.dispatchEvent(new frame.contentWindow.MouseEvent("mouseover", { bubbles: true }));
      element.focus?.();
      element.click?.();
      if (element.matches("input:not([type=checkbox]):not([type=radio]), select")) {
        if (element.type === "search" || element.type === "text") element.value = "<script> onerror mark javascript";
        for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
      }
    }
    if (page.location.href.includes("search.html?q=")) settled.push(answered(page));
  }
  await Promise.all(settled);
  return uses;

  async function answered(page) {
    for (let end = Date.now() + 20_000; Date.now() < end;) {
      const results = page.querySelector(".search-results");
      if (results && results.textContent.trim() !== "" && results.getAttribute("aria-busy") !== "true") return;
      await new Promise((soon) => setTimeout(soon, 20));
    }
    console.error(`no answer to ${page.location.search}`);
  }
}

function watch(page, base, where) {
  page.on("console", (message) => report(`${where}: console: ${message.text()} (${message.location().url})`));
  page.on("pageerror", (error) => report(`${where}: error: ${error.message}`));
  page.on("dialog", (dialog) => {
    report(`${where}: dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("popup", () => report(`${where}: a window was opened`));
  page.on("download", (download) => report(`${where}: download: ${download.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob|about):/.test(request.url())) report(`${where}: request: ${request.url()}`);
  });
}

// Payloads call this function, which reports them; nothing else calls it.
const marker = () => {
  // Frames may not use the clipboard.
  Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.resolve() } });
  globalThis.mark = () => console.error(`a payload ran in ${location.href}`);
};

const wall = path.join(folder, "wall.html");
writeFileSync(wall, '<!doctype html><html lang="en"><meta charset="utf-8"><title>Wall</title><link rel="icon" href="data:,"><body>\n');
// A host without style sheets and fonts, which would take most of the time.
const kTypes = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".css": "text/css" };
const missing = [];
const server = createServer((request, response) => {
  const file = path.join(folder, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const type = kTypes[path.extname(file)] ?? "application/octet-stream";
  try {
    const data = type === "text/css" ? "" : readFileSync(file);
    response.writeHead(200, { "content-type": type }).end(data);
  } catch {
    missing.push(request.url);
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
server.unref();

const { expected, queries } = JSON.parse(readFileSync(path.join(folder, "look.json"), "utf8"));
const all = siteFiles();
const pages = all.filter((file) => file.endsWith(".html") && file !== "wall.html" && !file.endsWith("/404.html"));
const heads = new Map(pages.map((file) => [file, readFileSync(path.join(folder, file), "utf8").slice(0, 4000)]));
// A page that redirects would navigate its frame; pages for print and embeds have the contents of other pages.
const leadsOn = (file) => heads.get(file).includes('http-equiv="refresh"');
const repeated = (file) => /\/print\.html$/.test(file);
const opened = pages.filter((file) => !leadsOn(file) && !repeated(file));
// Every tenth of the pages in sites with hundreds of small pages of a kind.
const sampled = opened.filter((file, i) => !/^[^/]+\/(sources\/|pages\/|embed\/|slugs\/|raw\/p|made\/|faq\/|named\/)|^once-\d+\/(?!index|table)/.test(file) || i % 10 === 0);
const address = (base, file) => base + file.split("/").map(encodeURIComponent).join("/");
let visits = 0, uses = 0, texts = 0;

const groups = (items, size) => Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

async function visit(base, where, urls, settings) {
  const context = await browser.newContext({ viewport: { width: 400, height: 300 }, reducedMotion: "reduce", ...settings });
  await context.addInitScript(marker);
  const page = await context.newPage();
  watch(page, base, where);
  await page.goto(base + "wall.html");
  for (const some of groups(urls, kAtOnce)) {
    uses += await page.evaluate(openAll, some);
    visits += some.length;
  }
  await context.close();
}

async function parse(base) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(base + "wall.html");
  for (const some of groups(pages, kAtOnce)) {
    const asked = some.map((file) => [address(base, file), expected[file] ?? []]);
    for (const [, wanted] of asked) texts += wanted.length;
    for (const fault of await page.evaluate(faultsOf, asked)) report(fault.replace(base, ""));
  }
  await context.close();
}

// Checks a page of each kind as it is published: under its policy, from disk, in its own window.
async function asPublished() {
  const kinds = new Map(sampled.map((file) => [`${file.split("/")[0].replace(/-\d+$/, "")} ${kindOf(readFileSync(path.join(folder, file), "utf8"))}`, file]));
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  await context.addInitScript(marker);
  const page = await context.newPage();
  watch(page, fromDisk, "from disk");
  for (const file of kinds.values()) {
    await page.goto(address(fromDisk, file));
    visits++;
  }
  await context.close();
}

const fromDisk = pathToFileURL(folder).href + "/";
const fromServer = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch();
const begin = Date.now();
const took = {};
const timed = async (name, work) => {
  await work;
  took[name] = Math.round((Date.now() - begin) / 100) / 10;
};
const drawings = all.filter((file) => file.endsWith(".svg")).map((file) => address(fromServer, file));
const searches = queries.map(([site, text]) => `${fromServer}${site}/search.html?q=${encodeURIComponent(text)}`);
await Promise.all([
  timed("parse", parse(fromServer)),
  timed("visit", visit(fromServer, "without a policy", [...searches, ...sampled.map((file) => address(fromServer, file)), ...drawings], { bypassCSP: true })),
]);
await timed("disk", asPublished());
if (missing.length > 0) report(`requested missing files: ${missing.slice(0, 5).join(" ")}`);
await browser.close();
console.log(JSON.stringify({ pages: pages.length, visits, uses, texts, took, found }));
