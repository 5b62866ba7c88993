// Looks at sites that hold payloads with a real browser: nothing may run, ask, or write to the console, and what a page is
// made of must be what the generator writes.
// usage: node tests/payloads/look.mjs FOLDER   (FOLDER/NAME: sites; FOLDER/expected.json: texts that pages must show)
// Prints {"pages", "visits", "texts", "found"}.
//
// Each page is opened from disk under its policy, and from a server with the policy switched off, so that what keeps
// scripts out is the escaping and not the policy alone. Many pages are opened at once, as frames of one page.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
process.env.SITE = folder;
const { launch, siteFiles } = await import("../browser/support.mjs");

const kAtOnce = 24;
const found = [];
const tell = (what) => found.length < 200 && found.push(what);

// In the browser: what is wrong with a page as the parser sees it. Scripts don't run in what DOMParser makes.
function faultsOf([url, expected]) {
  const kElements = new Set(("html head body meta title link script a abbr article aside b blockquote br button caption cite code col colgroup dd del details " +
    "dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li main mark nav noscript ol option output p " +
    "pre q s samp search section select small span strong sub summary sup svg table tbody td template tfoot th thead time tr ul var wbr " +
    "circle clippath defs desc g line path pattern polygon polyline rect text tspan use ellipse marker lineargradient stop " +
    "math mfrac mi mn mo mover mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation").split(" "));
  const kLinks = ["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset", "ping", "background", "longdesc", "manifest", "code", "codebase"];
  const plain = (text) => text.replace(/[\t\n\f\r ]+/g, " ");
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.send();
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const faults = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const name = element.localName.toLowerCase();
      if (!kElements.has(name)) faults.push(`an element <${name}>`);
      if (name === "script" && element.type !== "application/ld+json" && element.textContent.trim() !== "") faults.push(`a script: ${element.textContent.slice(0, 60)}`);
      if (name === "meta" && element.httpEquiv && !/^(content-security-policy|refresh)$/i.test(element.httpEquiv)) faults.push(`meta ${element.httpEquiv}`);
      if (name === "meta" && /refresh/i.test(element.httpEquiv) && !/^0; url=(\.\.\/|[\w-]+\.html|https:\/\/example\.org\/)/.test(element.content)) faults.push(`leads to ${element.content}`);
      for (const { name: key, value } of element.attributes) {
        if (/^on/i.test(key) || /^(style|srcdoc|autofocus)$/i.test(key)) faults.push(`an attribute ${key}="${value.slice(0, 60)}"`);
        if (!kLinks.includes(key.toLowerCase())) continue;
        let goes;
        try {
          goes = new URL(value, url);
        } catch {
          continue;  // leads nowhere
        }
        const inside = goes.origin === location.origin;
        const may = inside || (key === "href" && (name === "a" || name === "link") && /^(https?|mailto|tel):$/.test(goes.protocol));
        if (!may || (name === "script" && !/\/assets\/[\w./-]+\.js$/.test(goes.pathname))) faults.push(`${name} ${key}="${value.slice(0, 80)}"`);
      }
      if (name === "template") look(element.content);
    }
  };
  look(page);
  for (const data of page.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(data.textContent);
    } catch (error) {
      faults.push(`JSON-LD: ${error.message}`);
    }
  }
  const shown = plain(page.documentElement.textContent + [...page.querySelectorAll("[title], [alt], [content], [label]")].map((e) => ` ${e.title ?? ""} ${e.alt ?? ""} ${e.content ?? ""}`).join(""));
  for (const text of expected) if (!shown.includes(plain(text).trim())) faults.push(`does not show ${JSON.stringify(text)}`);
  return faults;
}

// In the browser: opens pages as frames, and waits until all of them have come up.
const openAll = (urls) => Promise.all(urls.map((url) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.addEventListener("load", done);
  frame.addEventListener("error", done);
  frame.src = url;
  document.body.append(frame);
})));

function watch(page, base, where) {
  page.on("console", (message) => tell(`${where}: console: ${message.text()} (${message.location().url})`));
  page.on("pageerror", (error) => tell(`${where}: error: ${error.message}`));
  page.on("dialog", (dialog) => {
    tell(`${where}: dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("popup", () => tell(`${where}: a window was opened`));
  page.on("download", (download) => tell(`${where}: download: ${download.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("data:")) tell(`${where}: request: ${request.url()}`);
  });
}

// What payloads call says so; nobody else has it.
const marker = () => {
  globalThis.mark = () => console.error(`a payload ran in ${location.href}`);
};

const browser = await launch();
const wall = path.join(folder, "wall.html");
writeFileSync(wall, '<!doctype html><html lang="en"><meta charset="utf-8"><title>Wall</title><link rel="icon" href="data:,"><body>\n');
// A host without style sheets and fonts: what makes pages pretty takes most of the time, and is looked at from disk.
const kTypes = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".css": "text/css" };
const missing = [];
const server = createServer((request, response) => {
  const file = path.join(folder, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const type = kTypes[path.extname(file)] ?? "application/octet-stream";
  try {
    response.writeHead(200, { "content-type": type }).end(type === "text/css" ? "" : readFileSync(file));
  } catch {
    missing.push(request.url);
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
server.unref();
// A page that leads on would take its frame along.
const leadsOn = (file) => readFileSync(path.join(folder, file), "latin1").slice(0, 2000).includes('http-equiv="refresh"');
const pages = siteFiles().filter((file) => /\.(html|svg)$/.test(file) && file !== "wall.html" && !file.endsWith("/404.html"));
const opened = pages.filter((file) => file.endsWith(".svg") || !leadsOn(file));
const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8"));
const address = (base, file) => base + file.split("/").map(encodeURIComponent).join("/");
let visits = 0;

async function visit(base, where, opened, settings) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 3000 }, ...settings });
  await context.addInitScript(marker);
  const page = await context.newPage();
  watch(page, base, where);
  for (let i = 0; i < opened.length; i += kAtOnce) {
    const some = opened.slice(i, i + kAtOnce);
    await page.goto(base + "wall.html");
    await page.evaluate(openAll, some.map((file) => address(base, file)));
    visits += some.length;
  }
  await context.close();
}

async function parse(base) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(base + "wall.html");
  let texts = 0;
  for (const file of pages.filter((each) => each.endsWith(".html"))) {
    const wanted = expected[file] ?? [];
    texts += wanted.length;
    for (const fault of await page.evaluate(faultsOf, [address(base, file), wanted])) tell(`${file}: ${fault}`);
  }
  await context.close();
  return texts;
}

const fromDisk = pathToFileURL(folder).href + "/";
const fromServer = `http://127.0.0.1:${server.address().port}/`;
const [texts] = await Promise.all([
  parse(fromServer),
  visit(fromDisk, "from disk", opened.filter((file) => file.endsWith(".html")), {}),
  visit(fromServer, "from a server, without a policy", opened, { bypassCSP: true }),
]);
if (missing.length > 0) tell(`asked for what is not there: ${missing.slice(0, 5).join(" ")}`);
await browser.close();
console.log(JSON.stringify({ pages: pages.length, visits, texts, found }));
