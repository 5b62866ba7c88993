// Tests the essentials in Firefox, from disk: pages report no errors, fit a phone, and their scripts work.
// Puppeteer-core drives Firefox as Debian ships it, through WebDriver BiDi.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { existsSync } from "node:fs";

import { tags } from "./html.mjs";
import { fileUrl, kindOf, none, pagesOfEachKind, pagesToOpen, read, require, width } from "./support.mjs";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const debian = existsSync("/etc/debian_version");

// Firefox is required if ./dev can install it, so that these tests are not skipped unnoticed.
if (!existsSync(executablePath) && debian) test("Firefox is installed", () => assert.fail(`there is no ${executablePath}: apt-get install firefox-esr`));
const skip = !existsSync(executablePath) && `there is no ${executablePath}; FIREFOX names another`;
if (skip && !debian) console.error(`Firefox is not tested: ${skip}`);

const browser = skip ? undefined : await require("puppeteer-core").launch({ browser: "firefox", executablePath, headless: true });
after(() => browser?.close());
const page = await browser?.newPage();
const noise = [];
page?.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
page?.on("pageerror", (error) => noise.push(`error: ${error.message}`));
page?.on("requestfailed", (request) => noise.push(`failed: ${request.url()}`));
page?.on("request", (request) => !/^(file|data):/.test(request.url()) && noise.push(`asked for ${request.url()}`));

async function open(file, wide = 1280) {
  noise.length = 0;
  await page.setViewport({ width: wide, height: 800 });
  await page.goto(fileUrl(file));
}

const all = pagesToOpen();
const first = (wanted) => all.find((file) => wanted(read(file)));
const kinds = new Map();
for (const file of pagesOfEachKind()) kinds.set(kindOf(read(file)), kinds.get(kindOf(read(file))) ?? file);

test("Firefox: a page of each kind reports no errors and fits the screen", { skip }, async () => {
  const found = [];
  for (const [kind, file] of kinds)
    for (const wide of [360, 1440]) {
      if (wide === 360) await open(file, wide);
      else await page.setViewport({ width: wide, height: 800 });
      const { scroll, inner, who } = await page.evaluate(width);
      if (scroll > inner) found.push(`${file}: ${scroll} px wide on a screen of ${wide}: ${who}`);
      if (!["404", "redirect"].includes(kind) && !(await page.$eval("h1", (title) => title.checkVisibility()))) found.push(`${file} shows no title`);
      found.push(...noise.splice(0).map((what) => `${file}: ${what}`));
    }
  none(found);
});

const kLink = ":is(.content, main) a[href$='.html']:not(.anchor)";
const linking = tags(read("index.html").match(/<main[\s\S]*<\/main>/)[0])
    .some(({ name, attributes }) => name === "a" && /^(?![a-z]+:).*\.html$/.test(attributes.href ?? "") && attributes.class !== "anchor");
test("Firefox: links work from disk", { skip: skip || (!linking && "the home page links to none") }, async () => {
  await open("index.html");
  const link = await page.$eval(kLink, (a) => a.href);
  await Promise.all([page.waitForNavigation(), page.$eval(kLink, (a) => a.click())]);
  assert.equal(page.url().split("#")[0], link.split("#")[0]);
  assert.ok((await page.$eval("h1", (title) => title.textContent.trim())).length > 0);
  none(noise);
});

const flow = first((html) => kindOf(html) === "flow");
test("Firefox: the flow asks questions and goes back", { skip: skip || (!flow && "the site has no flow") }, async () => {
  await open(flow);
  const asked = () => page.$eval(".flow-now h2", (title) => title.textContent);
  const start = await asked();
  await page.focus(".flow-now .answer");
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelector(".flow-now h2").textContent !== before, {}, start);
  assert.match(await page.evaluate(() => location.hash), /^#.+\..+/);
  assert.ok(await page.$eval(".flow-now h2", (title) => title === document.activeElement));
  await page.evaluate(() => history.back());
  await page.waitForFunction((before) => document.querySelector(".flow-now h2").textContent === before, {}, start);
  none(noise);
});

const table = first((html) => /<table[\s\S]*<th[^>]*data-column/.test(html) && html.includes("assets/table.js"));
test("Firefox: a click on a header sorts the table", { skip: skip || (!table && "the site has no table") }, async () => {
  await open(table);
  const sorted = () => page.$$eval("th[aria-sort]", (heads) => heads.map((head) => head.getAttribute("aria-sort")));
  assert.deepEqual(await sorted(), []);
  await page.$eval("th[data-column] button", (button) => button.click());
  assert.equal((await sorted()).length, 1);
  assert.match(await page.evaluate(() => location.search), /\.sort=/);
  none(noise);
});

const chart = first((html) => html.includes('<figure class="chart"') && html.includes("assets/chart.js"));
test("Firefox: the keyboard moves through a chart", { skip: skip || (!chart && "the site has no chart") }, async () => {
  await open(chart);
  const drawing = ".drawing.wide";
  const tip = () => page.$eval(`${drawing} .chart-tip`, (element) => element.innerText);
  assert.equal(await page.$eval(drawing, (element) => element.checkVisibility()), true);
  await page.$eval(`${drawing} svg`, (element) => element.focus());
  await page.keyboard.press("Home");
  const said = await tip();
  assert.notEqual(said, "");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await tip(), said);
  await page.keyboard.press("Escape");
  assert.equal(await tip(), "");
  none(noise);
});

const long = first((html) => html.includes('class="toc"') && (html.match(/<h2 /g) ?? []).length > 4);
test("Firefox: the list of headings is open beside the text of a wide screen", { skip: skip || (!long && "no page has enough headings") }, async () => {
  for (const [wide, open_] of [[1280, true], [1100, false]]) {
    await open(long, wide);
    assert.equal(await page.$eval(".toc > ul", (list) => list.checkVisibility()), open_, `${wide} px`);
  }
  none(noise);
});

test("Firefox: the list of headings marks the current section", { skip: skip || (!long && "no page has enough headings") }, async () => {
  await open(long, 1440);
  const href = await page.$$eval(".toc > ul > li > a", (links) => links[1].getAttribute("href"));
  await page.evaluate((id) => document.getElementById(id).scrollIntoView(), decodeURIComponent(href.slice(1)));
  // The current heading is the last one in the upper third of the window or above it.
  await page.waitForFunction(() => {
    const upper = [...document.querySelectorAll(".toc a")].filter((link) =>
      document.getElementById(decodeURIComponent(link.hash.slice(1))).getBoundingClientRect().top < innerHeight * 0.33);
    return upper.length > 1 && document.querySelector('.toc a[aria-current="true"]') === upper.pop();
  }, { timeout: 5000 });
  none(noise);
});
