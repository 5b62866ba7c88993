// Tests charts with their script, by mouse, touch and keyboard. Without the script, no information is missing.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { axe, fileUrl, launch, none, pagesToOpen, read, siteFiles, watch } from "./support.mjs";

const kMaxBytes = 3010;  // maximum size of the compressed script
const pages = pagesToOpen().filter((file) => read(file).includes('<figure class="chart"'));
const options = { skip: pages.some((file) => read(file).includes("data-row")) ? false : "no charts here" };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Opens the first chart for which `wanted` (run in the page on its figure) is true, and calls work({page, figure, drawing}).
async function withChart(wanted, context, work) {
  const made = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", ...context });
  try {
    const page = await made.newPage();
    for (const file of pages.filter((file) => !file.endsWith("/print.html") && !file.startsWith("embed/"))) {
      await page.goto(fileUrl(file));
      const id = await page.evaluate((source) => {
        const accepts = new Function("figure", `return (${source})(figure)`);
        return [...document.querySelectorAll("figure.chart")].find((figure) => accepts(figure))?.id;
      }, wanted.toString());
      if (!id) continue;
      const figure = page.locator(`figure[id="${id}"]`);
      const drawing = figure.locator(".drawing:visible");
      await drawing.evaluate((element) => element.scrollIntoView({ block: "center" }));
      return await work({ page, figure, drawing, tip: drawing.locator(".chart-tip"), svg: drawing.locator("svg") });
    }
  } finally {
    await made.close();
  }
}

const plain = (figure) => figure.querySelector(".marks rect[data-row]") && figure.querySelector(".data tbody a.cell");
const lines = (figure) => figure.querySelector("[data-points]");
const coloured = (figure) => figure.querySelectorAll(".drawing.wide .legend-entry").length > 1;

// Returns the texts that the tooltip of a row must contain: its cells, and the titles of the sources of its numbers.
const said = (figure, row) => figure.evaluate((element, row) => {
  const cells = [...element.querySelectorAll(".data tbody tr")[row].cells];
  const notes = cells.flatMap((cell) => [...cell.querySelectorAll("a.cell")])
      .map((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))));
  return { texts: cells.map((cell) => (cell.querySelector("a.cell") ?? cell).textContent),
           sources: notes.flatMap((note) => [...note.querySelectorAll(".origin > a")].map((a) => a.textContent)) };
}, row);

async function assertSays(tip, figure, row) {
  const text = await tip.innerText(), { texts, sources } = await said(figure, row);
  for (const part of texts) assert.ok(text.includes(part), `"${part}" of row ${row} in: ${text}`);
  assert.ok(sources.length > 0);
  for (const part of sources.slice(0, 1)) assert.ok(text.includes(part), `"${part}" of row ${row} in: ${text}`);
}

test("the mouse shows a record and its source", options, () => withChart(plain, {}, async ({ page, figure, tip, svg, drawing }) => {
  const noise = watch(page, () => true);
  const mark = svg.locator(".marks rect[data-row]").nth(1);
  const box = await mark.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await assertSays(tip, figure, await mark.getAttribute("data-row"));
  // The tooltip stays while the mouse moves to it and into it.
  const shown = await tip.innerText(), over = await tip.boundingBox();
  const below = over.y > box.y;
  await page.mouse.move(box.x + box.width / 2, below ? over.y + 3 : over.y + over.height - 3, { steps: 6 });
  assert.equal(await tip.innerText(), shown);
  assert.ok(await tip.locator("a").count() > 0);
  await page.keyboard.press("Escape");
  assert.equal(await tip.innerText(), "");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert.notEqual(await tip.innerText(), "");
  await page.mouse.move(1, 1);
  assert.equal(await tip.innerText(), "");
  assert.equal(await svg.locator("title").count(), 0, "the browser's own bubbles would be second ones");
  assert.equal(await drawing.locator(".chart-ring").isVisible(), false);
  none(noise);
}));

test("the keyboard reaches every record, and its source", options, () => withChart(plain, {}, async ({ page, figure, svg, tip }) => {
  const noise = watch(page, () => true);
  const rows = await svg.evaluate((element) => new Set([...element.querySelectorAll(".marks [data-row]")].map((mark) => mark.dataset.row)).size);
  await svg.focus();
  await page.keyboard.press("Home");
  const seen = [];
  for (let i = 0; i < rows; ++i) {
    seen.push(await tip.innerText());
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(new Set(seen).size, rows);
  assert.equal(await tip.innerText(), seen.at(-1));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await tip.innerText(), seen.at(-2));
  await page.keyboard.press("End");
  assert.equal(await tip.innerText(), seen.at(-1));
  await page.keyboard.press("Home");
  assert.equal(await tip.innerText(), seen[0]);
  await page.keyboard.press("Enter");
  const note = await page.evaluate(() => ({ id: document.activeElement.id, hash: decodeURIComponent(location.hash.slice(1)) }));
  assert.ok(note.id && note.id === note.hash, JSON.stringify(note));
  const notes = figure.locator(".notes");  // a chart of a few rows has its notes at the end of the page
  if (await notes.count()) assert.ok(await notes.evaluate((element) => element.open));
  assert.equal(await tip.innerText(), "");
  none(noise);
}));

// Whether a chart has marks at values in named rows.
const named = (figure) => figure.querySelectorAll(".drawing.wide .marks[data-rows] :is(circle, path)[data-row]").length > 2;
test("marks in named rows are reached from top to bottom", { skip: options.skip || (!pages.some((file) => read(file).includes("data-rows")) && "no such chart here") },
  () => withChart(named, {}, async ({ page, svg, tip, drawing }) => {
    await svg.focus();
    await page.keyboard.press("Home");
    const tops = [], seen = new Set();
    for (; !seen.has(await tip.innerText()); await page.keyboard.press("ArrowRight")) {
      seen.add(await tip.innerText());
      tops.push(await drawing.locator(".chart-ring").evaluate((ring) => Math.round(ring.getBoundingClientRect().top + ring.offsetHeight / 2)));
    }
    assert.ok(tops.length > 2);
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  }));

test("on a phone the record is at the bottom of the window", options, () => withChart(plain, { viewport: { width: 360, height: 800 }, hasTouch: true }, async ({ svg, tip }) => {
  await svg.locator(".marks rect[data-row]").first().tap();
  const box = await tip.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 800 && box.y + box.height > 780, JSON.stringify(box));
}));

test("up and down move to the neighbouring line", options, () => withChart(lines, {}, async ({ page, drawing, svg, tip }) => {
  await svg.focus();
  await page.keyboard.press("Home");
  const first = await tip.innerText();
  assert.notEqual(first, "");
  assert.ok(await drawing.locator(".chart-ring").evaluate((ring) => parseFloat(getComputedStyle(ring, "::before").height)) > 50);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await tip.innerText(), first);
  await page.keyboard.press("Escape");
  assert.equal(await tip.innerText(), "");
  await page.keyboard.press("ArrowDown");
  assert.equal(await tip.innerText(), first);
}));

test("an entry of the legend highlights its series", options, () => withChart(coloured, {}, async ({ page, svg }) => {
  const entries = svg.locator(".legend-entry");
  const dimmed = () => svg.evaluate((element) =>
    [...element.querySelectorAll(".marks [class*=series-]")].filter((mark) => getComputedStyle(mark).opacity < 0.5).map((mark) => mark.getAttribute("class")));
  const own = "series-" + (await entries.nth(1).getAttribute("data-series"));
  await entries.nth(1).locator("text").hover();
  const others = await dimmed();
  assert.ok(others.length > 0 && !others.some((name) => name.split(" ").includes(own)));
  await page.mouse.move(1, 1);
  assert.deepEqual(await dimmed(), []);
  await entries.nth(1).focus();
  assert.deepEqual(await dimmed(), others);
  await page.keyboard.press("Enter");
  await svg.focus();
  assert.deepEqual(await dimmed(), others);
  assert.deepEqual(await entries.evaluateAll((all) => all.map((entry) => entry.getAttribute("aria-pressed"))).then((all) => all.slice(0, 2)), ["false", "true"]);
  await entries.nth(1).locator("text").click();
  await page.mouse.move(1, 1);
  await svg.focus();
  assert.deepEqual(await dimmed(), []);
}));

test("a tap shows a record, a tap elsewhere hides it", options, () => withChart(plain, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  async ({ page, figure, svg, tip }) => {
    const mark = svg.locator(".marks rect[data-row]").nth(2);
    await mark.scrollIntoViewIfNeeded();
    const box = await mark.boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await assertSays(tip, figure, await mark.getAttribute("data-row"));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await figure.locator("figcaption").evaluate((element) => element.scrollIntoView({ block: "center" }));
    await figure.locator("figcaption").tap();
    assert.equal(await tip.innerText(), "");
  }));

for (const colorScheme of ["light", "dark"])
  test(`axe finds nothing with a tooltip open and a series highlighted, ${colorScheme}`, options, () => withChart(plain, { colorScheme }, async ({ page, svg, tip }) => {
    if (await svg.locator(".legend-entry").count()) await svg.locator(".legend-entry text").first().click();
    await svg.focus();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await tip.innerText(), "");
    none(await axe(page));
  }));

test("tooltips are not printed", options, () => withChart(plain, {}, async ({ page, svg, tip, drawing }) => {
  await svg.focus();
  await page.keyboard.press("ArrowRight");
  await page.emulateMedia({ media: "print" });
  assert.deepEqual([await tip.isVisible(), await drawing.locator(".chart-ring").isVisible()], [false, false]);
}));

const quiet = (figure) => figure.querySelector(".drawing.wide .pattern.quiet");
test("hatches that screens do not need are shown in print and in forced colours", { skip: options.skip || (!pages.some((file) => read(file).includes("pattern quiet")) && "no such chart here") },
  () => withChart(quiet, {}, async ({ page, drawing }) => {
    const shown = () => drawing.locator(".pattern.quiet").first().evaluate((pattern) => getComputedStyle(pattern).display !== "none");
    assert.equal(await shown(), false);
    await page.emulateMedia({ forcedColors: "active" });
    assert.equal(await shown(), true);
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    assert.equal(await shown(), true);
  }));

test("without scripts a chart has all its information", options, () => withChart(() => true, {}, async ({ page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(page.url());
  assert.equal(await bare.locator(".chart-tip, [tabindex='0'] .marks, .legend-entry[role]").count(), 0);
  assert.ok(await bare.locator("figure.chart svg[role=img] > title").count() > 0);
  assert.ok(await bare.locator("figure.chart .marks title").count() > 0);
  await context.close();
}));

test("only pages with charts load their script, which is small", options, () => {
  for (const file of pagesToOpen()) assert.equal(/<script src="[^"]*assets\/chart\.js" defer/.test(read(file)), pages.includes(file) && !file.endsWith("/print.html"), file);
  assert.ok(siteFiles().includes("assets/chart.js"));
  const bytes = gzipSync(read("assets/chart.js"), { level: 9 }).length;
  assert.ok(bytes < kMaxBytes, `${bytes} bytes`);
});
