// Tests the menu of a link and what each entry copies, the plain links without script, and embeds of tables and charts
// in a page that plays the role of a wiki.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";

import { axe, fileUrl, launch, none, read, siteFiles, watch } from "./support.mjs";

const file = "compare/space.html";
const known = siteFiles().includes(file) && read(file).includes('id="space-by-part"');
const options = { skip: !known && "the site is another" };
const kBase = "https://example.org/storage/";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Simulates a clipboard that may refuse access.
function fakeClipboard(refuses) {
  globalThis.copied = [];
  const writeText = async (text) => {
    if (refuses) throw new DOMException("no", "NotAllowedError");
    globalThis.copied.push(text);
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  if (refuses) document.execCommand = () => false;
}

async function withPage(address, work, { refuses = false, ...settings } = {}) {
  const context = await browser.newContext(settings);
  try {
    const page = await context.newPage();
    if (settings.javaScriptEnabled !== false) {
      await page.clock.setFixedTime(new Date("2026-11-22T12:00:00"));
      await page.addInitScript(fakeClipboard, refuses);
    }
    const seen = watch(page, (url) => url.startsWith("file://"));
    await page.goto(fileUrl(address));
    if (address === file) await page.$$eval("figure > .about", (all) => all.forEach((details) => (details.open = true)));
    await work(page);
    none(seen);
  } finally {
    await context.close();
  }
}

// Returns the texts that the menu of a link copies, by entry.
async function copies(page, link) {
  await link.click();
  const menu = page.getByRole("dialog");
  await menu.waitFor();
  const found = {};
  for (const button of await menu.getByRole("button").all()) {
    await button.click();
    found[(await button.textContent()).replace(/^Copy (as )?/, "")] = await page.evaluate(() => globalThis.copied.pop());
    assert.equal(await menu.getByRole("status").textContent(), "Copied");
  }
  await page.keyboard.press("Escape");
  assert.equal(await menu.isVisible(), false);
  return found;
}

const citation = (rest, address) => `${rest} ${kBase}${address} Accessed 2026-11-22.`;

test("the menu of a chart copies its address, Markdown, picture, embed and citations", options, () =>
  withPage(file, async (page) => {
    const height = await page.locator("#space-by-part .anchor").getAttribute("data-embed");
    const url = `${kBase}compare/space.html#space-by-part`;
    assert.deepEqual(await copies(page, page.locator("#space-by-part .anchor")), {
      "link": url,
      "Markdown link": `[The index makes the difference](${url})`,
      "Markdown image": `[![The index makes the difference](${kBase}charts/space-by-part.png)](${url})`,
      "embed code (HTML)": `<iframe src="${kBase}embed/space-by-part.html" title="The index makes the difference" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`,
      "citation": citation("the invented laboratory. The index makes the difference. Space on disk. Which storage engine? A made-up guide. As of 2026-03.", "compare/space.html#space-by-part"),
      "BibTeX": `@misc{example-org-storage-compare-space-space-by-part,
  author = {{the invented laboratory}},
  title = {{The index makes the difference}},
  booktitle = {Space on disk},
  publisher = {Which storage engine? A made-up guide},
  note = {As of 2026-03.},
  url = {${url}},
  urldate = {2026-11-22}
}
`,
    });
  }));

test("a table is copied in the reader's order", options, () =>
  withPage(`${file}`, async (page) => {
    await page.evaluate(() => history.replaceState(null, "", "?all-figures.hide=space&other.sort=x"));
    const found = await copies(page, page.locator("#all-figures .anchor"));
    assert.equal(found["link"], `${kBase}compare/space.html?all-figures.hide=space#all-figures`);
    assert.match(found["embed code (HTML)"], /embed\/all-figures\.html" title="All figures of all engines"/);
    assert.equal(found["Markdown image"], undefined);
  }));

test("a page, a heading, a question and a step have their own address, and a page its author and date", options, async () => {
  await withPage("lessons/trees-and-logs.html", async (page) => {
    const title = "Trees and logs: two ways to keep order";
    const own = await copies(page, page.locator(".page-header .anchor"));
    assert.equal(own["link"], `${kBase}lessons/trees-and-logs.html`);
    assert.equal(own["citation"], citation(`Ána Müller. ${title}. Which storage engine? A made-up guide (2026-04-20). Data up to 2026-03-14.`, "lessons/trees-and-logs.html"));
    const heading = await copies(page, page.locator(".content .heading .anchor").first());
    assert.equal(heading["Markdown link"], `[What it costs to write](${kBase}lessons/trees-and-logs.html#what-it-costs-to-write)`);
    assert.match(heading.BibTeX, /^@misc\{example-org-storage-lessons-trees-and-logs-what-it-costs-to-write,\n  author = \{\{Ána Müller\}\},\n  title = \{\{What it costs to write\}\},\n  booktitle = \{Trees/);
  });
  await withPage("faq/index.html", async (page) => {
    assert.equal((await copies(page, page.locator("dt .anchor").first()))["Markdown link"], `[Are these engines, of up to 151 GB, real?](${kBase}faq/are-these-real.html)`);
  });
  await withPage("choose/index.html", async (page) => {
    assert.equal((await copies(page, page.locator(".flow-page .anchor")))["Markdown link"], `[Does your program write more than it reads, up to 380,000 op/s?](${kBase}choose/#writes)`);
  });
});

test("a figure in the text is copied with the heading above it and its words", options, () =>
  withPage("lessons/trees-and-logs.html", async (page) => {
    await page.locator(".content a.fig").first().focus();
    await page.keyboard.press("Enter");
    const anchor = page.locator(".sheet .anchor");
    const link = await anchor.getAttribute("href");
    assert.match(link, /^#what-it-costs-to-write:~:text=.+-,.+/);
    await anchor.focus();
    await page.keyboard.press("Enter");
    await page.locator(".share button").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".share").getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => globalThis.copied.pop()), `${kBase}lessons/trees-and-logs.html${link}`);
    await page.keyboard.press("Escape");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".sheet .anchor")), "the menu does not return the focus");
    await page.keyboard.press("Escape");
    assert.ok(await page.evaluate(() => document.activeElement.matches("a.fig")), "the focus is lost");
  }, { viewport: { width: 1000, height: 800 } }));

test("Enter opens the menu, Tab moves through it, Escape returns the focus, and axe finds nothing", options, () =>
  withPage("lessons/trees-and-logs.html", async (page) => {
    const link = page.locator(".content .heading .anchor").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    assert.equal(await focused(), "Copy link");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Copy as Markdown link");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("status").getByText("Copied").waitFor();
    assert.match(await page.evaluate(() => globalThis.copied.pop()), /^\[.+\]\(https:/);
    none(await axe(page, ["aria-allowed-attr", "aria-allowed-role", "aria-dialog-name", "button-name", "link-name", "nested-interactive", "target-size"]));
    await page.keyboard.press("Escape");
    assert.ok(await link.evaluate((element) => element === document.activeElement), "the focus is lost");
    // The names of headings are their texts.
    assert.equal(await page.getByRole("heading", { name: /Link/ }).count(), 0);
  }));

test("without access to the clipboard the text is shown for copying", options, () =>
  withPage(file, async (page) => {
    await page.locator("#space-by-part .anchor").click();
    await page.getByRole("button", { name: "Copy as Markdown link" }).click();
    const box = page.getByRole("dialog").locator("textarea");
    await box.waitFor();
    const url = `${kBase}compare/space.html#space-by-part`;
    assert.equal(await box.inputValue(), `[The index makes the difference](${url})`);
    assert.equal(await box.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), await box.inputValue());
    assert.match(await page.getByRole("dialog").getByRole("status").textContent(), /Copy the text here/);
  }, { refuses: true }));

test("on a phone the menu is within the screen", options, () =>
  withPage(file, async (page) => {
    for (const which of [".page-header .anchor", "#all-figures .anchor"]) {
      await page.locator(which).click();
      const box = await page.getByRole("dialog").boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360, `${which}: from ${box.x}, ${box.width} wide`);
      await page.keyboard.press("Escape");
    }
  }, { viewport: { width: 360, height: 740 } }));

test("without script there are links and the picture, but no menu", options, () =>
  withPage(file, async (page) => {
    const link = page.locator("#space-by-part .anchor");
    await link.click();
    assert.match(page.url(), /#space-by-part$/);
    assert.equal(await page.locator(".share").count(), 0);
    assert.equal(await page.locator('#space-by-part .downloads a[href$="space-by-part.png"]').count(), 1);
  }, { javaScriptEnabled: false }));

// Returns a wiki page with embeds of these heights.
function wiki(frames, width) {
  const folder = mkdtempSync(path.join(tmpdir(), "sourcebook-wiki-"));
  const list = frames.map(({ name, height, query = "" }) => `<iframe src="${fileUrl(`embed/${name}.html`)}${query}" title="${name}" width="${width}" height="${height}" style="border: 0"></iframe>`);
  writeFileSync(path.join(folder, "wiki.html"), `<!doctype html><title>Wiki</title><script>reported = {}; onmessage = ({ data }) => { if (data.sourcebook === "height") reported[data.name] = data.height; };</script>${list.join("\n")}`);
  return { url: pathToFileURL(path.join(folder, "wiki.html")).href, remove: () => rmSync(folder, { recursive: true }) };
}

// Returns the embed links of all tables and charts.
function embeds() {
  const found = [];
  for (const address of siteFiles().filter((each) => each.endsWith(".html") && !each.endsWith("print.html")))
    for (const [, name, height] of read(address).matchAll(/href="#([^"]+)" data-embed="(\d+)"/g)) found.push({ name, height: Number(height) });
  return found;
}

test("embeds show the chart or the rows at every width, report their height, and scroll if needed", options, async () => {
  const list = embeds();
  assert.ok(list.length > 10, `${list.length} frames`);
  assert.deepEqual(list.map(({ name }) => `embed/${name}.html`).sort(), siteFiles().filter((each) => /^embed\/.*\.html$/.test(each)));
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  const found = [];
  for (const width of [360, 500, 720, 1000]) {
    const { url, remove } = wiki(list, width);
    await page.goto(url);
    await page.waitForFunction((count) => Object.keys(globalThis.reported).length === count, list.length);
    const reported = await page.evaluate(() => globalThis.reported);
    for (const { name, height } of list) {
      const frame = page.frames().find((each) => each.url().endsWith(`/embed/${encodeURIComponent(name)}.html`));
      const { high, wide, hidden, bottom } = await frame.evaluate(() => {
        const root = document.documentElement, scroll = document.querySelector("figure > .scroll");
        const body = scroll ?? [...document.querySelectorAll(".drawing")].find((each) => each.clientHeight > 0);
        return { high: document.body.scrollHeight, wide: root.scrollWidth, hidden: scroll ? scroll.scrollHeight - scroll.clientHeight : 0, bottom: body.getBoundingClientRect().bottom };
      });
      if (bottom > height) found.push(`${name} at ${width}: a frame of ${height} px cuts the ${Math.round(bottom)} px of its body`);
      if (wide > width) found.push(`${name} at ${width}: ${wide} px wide`);
      if (reported[name] > high + hidden + 1 || reported[name] < 100) found.push(`${name} at ${width}: says it is ${reported[name]} px high, and is ${high}`);
    }
    remove();
  }
  none(found);
  await page.close();
});

test("an embed has the requested colour scheme, by default the reader's; its links open outside; it needs no script", options, async () => {
  const ground = (frame) => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ colorScheme });
    const { url, remove } = wiki([{ name: "space-by-part", height: 500 }, { name: "space-by-part", height: 500, query: "?theme=dark" }, { name: "space-by-part", height: 500, query: "?theme=light" }], 700);
    await page.goto(url);
    const [own, dark, light] = await Promise.all(page.frames().slice(1).map(ground));
    assert.equal(own, colorScheme === "dark" ? dark : light);
    assert.notEqual(dark, light);
    if (colorScheme === "light") none(await axe(page.frames()[1]));
    for (const link of await page.frames()[1].locator("a:not([href^='#'])").all()) assert.equal(await link.getAttribute("target"), "_blank");
    remove();
    await page.close();
  }
  await withPage("embed/space-by-part.html", async (page) => {
    const text = await page.locator("main").innerText();
    for (const part of ["The index makes the difference", "Source", "As of 2026-03", "Space on disk"]) assert.ok(text.includes(part), text);
    assert.equal(await page.locator("nav, .site-header").count(), 0);
  }, { javaScriptEnabled: false });
});
