// Tests pages of each kind in all environments: from disk, at the root of a host and below a path; on phone, tablet and
// desktop; light and dark; with and without script; printed. Each page is loaded once per environment, and all checks
// run on it.
import { after, describe, test } from "node:test";
import assert from "node:assert/strict";

import { axe, eachOf, fileUrl, go, launch, none, pagesOfEachKind, pagesToOpen, serve, watch, width as widthOf } from "./support.mjs";
import { unseenFocus } from "./focus.mjs";

const kWays = [
  { from: "disk", width: 360, colorScheme: "light" },
  { from: "/any/path/", width: 768, colorScheme: "dark" },
  { from: "/", width: 1440, colorScheme: "light" },
  { from: "disk", width: 768, colorScheme: "dark", javaScriptEnabled: false },
];
// The page is sent slowly, so that a part of it is shown before the rest.
const kInParts = { from: "/in/parts/", width: 768, colorScheme: "light" };
const kParts = 6;
const kWidths = [360, 768, 1440];
const kAtOnce = 2;
const kAllPagesUpTo = 120;

const picked = pagesOfEachKind();
const all = pagesToOpen();
const others = all.length <= kAllPagesUpTo ? all.filter((file) => !picked.includes(file)) : [];

const browser = await launch();
const servers = {};
for (const { from } of kWays) if (from !== "disk") servers[from] = await serve(from);
servers[kInParts.from] = await serve(kInParts.from, { parts: kParts });
after(async () => {
  await browser.close();
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

// Returns the layout shift while the page loads. The browser counts the space at the end of an incomplete line as moved
// when the next word arrives. If only spaces moved, nothing visible did.
function measureShift() {
  const kMaxNamed = 5;
  const isSpace = ({ node }) => node?.nodeType === Node.TEXT_NODE && node.data.trim() === "";
  const isSeen = ({ sources }) => sources.length === 0 || sources.length >= kMaxNamed || !sources.every(isSpace);
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput && isSeen(entry)) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function reader({ from, width, ...settings }) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce", ...settings });
  if (settings.javaScriptEnabled !== false) await context.addInitScript(measureShift);
  const page = await context.newPage();
  const base = from === "disk" ? fileUrl("") : servers[from].origin + from;
  const seen = watch(page, (url) => url.startsWith(base));
  const url = (file) => (from === "disk" ? fileUrl(file) : base + file.split("/").map(encodeURIComponent).join("/"));
  const script = settings.javaScriptEnabled !== false;
  const name = `${from === "disk" ? "from disk" : `under ${from}`}, ${width} px, ${settings.colorScheme}${script ? "" : ", without script"}`;
  return { page, seen, url, name, script, server: servers[from], width };
}

async function tooWide(page, width) {
  const { scroll, inner, who } = await page.evaluate(widthOf);
  return scroll > inner ? [`${scroll} px wide on a screen of ${width}: ${who}`] : [];
}

// There must be no layout shift: scripts fill reserved space, and a table is shown when it is complete.
const kMayMove = 0.001;

async function moved(page) {
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100)));
  const shift = await page.evaluate(() => globalThis.shifted);
  return shift > kMayMove ? [`things moved by ${shift} while it came up`] : [];
}

// Tables are hidden only while they load.
async function hiddenTables(page) {
  const hidden = await page.$$eval(".scroll", (all) => all.filter((each) => getComputedStyle(each).display === "none").length);
  return hidden > 0 ? [`${hidden} tables are hidden`] : [];
}

async function linksGoneFrom({ page, server }) {
  const links = await page.$$eval("a[href]", (links) => links.map((a) => new URL(a.getAttribute("href"), document.baseURI).href));
  return [...new Set(links)].filter((link) => link.startsWith(server.origin) && !server.resolve(link)).map((link) => `links to ${link}, which is not there`);
}

// Printed pages contain the text with its sources, and all folds are open.
async function wrongOnPaper(page) {
  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).length;
    const folded = [...document.querySelectorAll("details:not([open])")].filter((each) => each.checkVisibility() && (each.matches(".about") ? [...each.querySelectorAll(":scope > :is(.caveats, .summary, .chart-caption)")] : [each.lastElementChild]).some((part) => !part.checkVisibility()));
    return { titles: shown("h1"), folded: folded.length, menus: shown("nav"), tools: shown("button:not(.sort), input:not(.tasks *, .estimate *)") };
  });
  await page.emulateMedia({ media: "screen" });
  const notAPage = await page.evaluate(() => ["404", "redirect"].includes(document.body.dataset.kind));
  return notAPage || (seen.titles && !seen.folded && !seen.menus && !seen.tools) ? [] : [`on paper: ${JSON.stringify(seen)}`];
}

async function read(file, way) {
  const { page, seen, script, width } = way;
  const found = [];
  await go(page, way.url(file), seen);
  if (script) found.push(...(await moved(page)));
  found.push(...(await tooWide(page, width)), ...(await hiddenTables(page)));
  if (way.server) found.push(...(await linksGoneFrom(way)));
  if (script) {
    found.push(...(await unseenFocus(page)));
    // Errors of structure are the same at every width and in every colour scheme.
    found.push(...(await axe(page, { 360: ["target-size"], 768: ["color-contrast"] }[width])));
    if (width === 360) found.push(...(await wrongOnPaper(page)));
  } else {
    const text = await page.locator("main, body").first().innerText();
    if (text.trim().length < 20) found.push("shows nothing");
    for (const other of kWidths.filter((each) => each !== width)) {
      await page.setViewportSize({ width: other, height: 800 });
      found.push(...(await tooWide(page, other)));
    }
    await page.setViewportSize({ width, height: 800 });
  }
  return [...found, ...seen].map((what) => `${way.name}: ${what}`);
}

const idle = [];  // a page for each environment, for each concurrent test
for (let i = 0; i < kAtOnce; ++i) idle.push(await Promise.all(kWays.map(reader)));

describe("pages", { concurrency: kAtOnce }, () => {
  for (const file of picked)
    test(`${file}: no errors, no layout shift, fits the screen, accessible, visible focus, working links, prints`, async () => {
      const ways = idle.pop();
      try {
        const found = [];
        for (const way of ways) found.push(...(await read(file, way)));
        none(found);
      } finally {
        idle.push(ways);
      }
    });
});

test("no layout shift while a page loads", async () => {
  const found = [];
  const readers = await Promise.all(Array.from({ length: kAtOnce }, () => reader(kInParts)));
  await eachOf(picked, kAtOnce, async (file) => {
    const one = readers.pop();
    await go(one.page, one.url(file), one.seen);
    found.push(...[...(await moved(one.page)), ...(await hiddenTables(one.page)), ...one.seen].map((what) => `${file}: ${what}`));
    readers.push(one);
  });
  none(found.sort());
});

test("the measure of layout shift detects a late line", async () => {
  const { page, url } = await reader(kWays[1]);
  await page.goto(url(picked[0]));
  assert.deepEqual(await moved(page), []);
  await page.evaluate(() => document.body.prepend(Object.assign(document.createElement("p"), { textContent: "Late" })));
  assert.equal((await moved(page)).length, 1);
});

test("every other page reports no errors and fits the screen", { skip: others.length === 0 && "too many pages, or none" }, async () => {
  const found = [];
  await eachOf(others, kAtOnce, async (file) => {
    const ways = idle.pop();
    const [{ page, seen, url, width }] = ways;
    await go(page, url(file), seen);
    for (const each of [...kWidths].reverse()) {
      await page.setViewportSize({ width: each, height: 800 });
      found.push(...(await tooWide(page, each)).map((what) => `${file}: ${what}`));
    }
    assert.equal(width, 360);
    found.push(...seen.map((what) => `${file}: ${what}`));
    idle.push(ways);
  });
  none(found.sort());
});

test("no missing file was requested", () => none(Object.values(servers).flatMap((server) => server.missing)));
