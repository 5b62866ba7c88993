// Tests the search in a browser: the box on every page, by keyboard and from disk, and the page of results. Also tests
// pages without script.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileUrl, launch, pagesToOpen, read, require, serve, siteFiles } from "./support.mjs";

const has = siteFiles().includes("search.html");
// A page, and a word in its title: a search for the word must lead to the page.
const target = pagesToOpen().find((file) => file.startsWith("faq/") && !file.endsWith("index.html") && !file.endsWith("print.html"));
const title = target && /<h1>([^<]*)<\/h1>/.exec(read(target))?.[1].replace(/&#39;/g, "'").replace(/&amp;/g, "&");

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// Opens a page and records its console.
async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(url);
  return { page, said, close: () => context.close() };
}

test("the search box works by keyboard, from disk", { skip: !has || !title }, async () => {
  const { page, said, close } = await open(fileUrl("index.html"));
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname.split("/assets/")[1]));
  assert.equal(await page.locator('script[src$="search.js"]').count(), 0, "the script waits for use");
  await page.keyboard.press("/");
  assert.ok(await page.locator(".search input").evaluate((input) => input === document.activeElement), "/ goes to the box");
  await page.keyboard.type(title.slice(0, -1), { delay: 5 });
  const option = page.locator(".found [role=option]");
  await option.first().waitFor();
  await page.waitForFunction((wanted) => document.querySelector(".found [role=option] .found-title")?.textContent === wanted, title);
  assert.ok(loaded.length < 40, `${loaded.length} files were asked for`);
  assert.ok(await page.locator(".found mark").count() > 0, "what was found is marked");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), await option.first().getAttribute("id"));
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), null);
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator(".found").isVisible()), "Escape closes");
  await page.keyboard.type(title.slice(-1));
  await page.locator(".found").waitFor({ state: "visible" });
  await page.keyboard.press("ArrowDown");
  await Promise.all([page.waitForURL((url) => url.pathname.endsWith(target)), page.keyboard.press("Enter")]);
  assert.deepEqual(said, []);
  await close();
});

test("the selection stays when more results arrive", { skip: !has || !title }, async () => {
  const { page, said, close } = await open(fileUrl("index.html"));
  const chosen = page.locator(".found [aria-selected]");
  const answers = (query) => page.waitForFunction((href) => document.getElementById("found~all")?.getAttribute("href").endsWith(href), `?q=${encodeURIComponent(query)}`);
  await page.locator(".search input").pressSequentially(title.slice(0, -1));
  await answers(title.slice(0, -1));
  await page.keyboard.press("ArrowDown");
  const link = await chosen.getAttribute("href");
  await page.keyboard.type(title.slice(-1));
  await answers(title);
  assert.equal(await chosen.getAttribute("href"), link);
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), await chosen.getAttribute("id"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("xyzzyplugh");
  await page.locator(".found .found-note").waitFor();
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), null);
  assert.deepEqual(said, []);
  await close();
});

test("Enter opens the page of all results, which has an address", { skip: !has || !title }, async () => {
  const { page, said, close } = await open(fileUrl(target));
  await page.locator(".search input").fill(title);
  await page.locator(".found [role=option]").first().waitFor();
  await Promise.all([page.waitForURL(/search\.html\?q=/), page.keyboard.press("Enter")]);
  await page.locator(".search-results .found-title").first().waitFor();
  assert.equal(await page.locator(".search-results .found-title").first().textContent(), title);
  assert.equal(await page.locator("input[name=q]").inputValue(), title);
  await page.locator("input[name=q]").focus();
  await page.keyboard.press("ArrowDown");
  assert.ok(await page.locator(".search-results .found-title").first().evaluate((link) => link === document.activeElement));
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("input[name=q]").evaluate((input) => input === document.activeElement));
  await page.locator("input[name=q]").fill("xyzzyplugh");
  await page.waitForFunction(() => document.querySelectorAll(".search-results .found-title").length === 0);
  assert.match(await page.locator(".search-results [role=status]").textContent(), /xyzzyplugh/);
  assert.deepEqual(said, []);
  await close();
});

// Returns the folder of a section with its own index, and a page in it.
const separate = has && JSON.parse(/"scopes":(\[.*\])\}\)/.exec(read("assets/search/index.js"))[1])[1]?.[0];
const within = separate && pagesToOpen().find((file) => file.startsWith(`${separate}/`) && !file.endsWith("index.html"));

test("a section with its own search is searched from its pages, and one link leads to the search of the rest", { skip: !within }, async () => {
  const { page, said, close } = await open(fileUrl(within));
  const query = await page.locator("h1").textContent();
  const hrefs = async (where) => (await page.locator(where).evaluateAll((links) => links.map((link) => link.getAttribute("href"))));
  const isInside = (href) => href.includes(`/${separate}/`);
  await page.locator(".search input").fill(query);
  await page.locator("#found\\~all").waitFor();
  const inside = await hrefs(".found a:not(.found-all)");
  assert.ok(inside.length > 0 && inside.every(isInside), inside.join(" "));
  const ways = await hrefs(".found a.found-all");
  assert.ok(ways[0].endsWith(`&in=${separate}`), ways.join(" "));
  assert.equal(ways.filter((way) => !way.includes("in=")).length, 1, ways.join(" "));
  await page.locator(".search input[name=q]").press("Enter");
  await page.waitForURL((url) => url.searchParams.get("in") === separate);
  await page.locator(".search-results .found-title").first().waitFor();
  assert.ok((await hrefs(".search-results .found-title")).every(isInside));
  await page.locator(".search-results .found-note a:not([href*='in='])").click();
  await page.waitForURL((url) => url.searchParams.get("q") === query && !url.searchParams.has("in"));
  await page.waitForFunction(() => document.querySelector(".search-results [role=status]").textContent);
  assert.ok(!(await hrefs(".search-results .found-title")).some(isInside));
  assert.deepEqual(said, []);
  await close();
});

test("queries are shown as text, never as HTML", { skip: !has }, async () => {
  const { page, said, close } = await open(`${fileUrl("search.html")}?q=${encodeURIComponent("<img src=x onerror=alert(1)>\u2028 \\ \" 東京 ÀÉ")}`);
  await page.locator(".search-results [role=status]:not(:empty)").waitFor();
  assert.equal(await page.locator(".search-results img").count(), 0);
  assert.deepEqual(said, []);
  await close();
});

test("axe finds nothing in the results, light and dark", { skip: !has || !title }, async () => {
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    for (const [start, query] of [["index.html", true], [`search.html?q=${encodeURIComponent(title)}`, false]]) {
      const [file, search] = start.split("?");
      const { page, close } = await open(fileUrl(file) + (search ? `?${search}` : ""), { colorScheme });
      if (query) {
        await page.locator(".search input").fill(title);
        await page.locator(".found [role=option]").first().waitFor();
        await page.keyboard.press("ArrowDown");
      } else {
        await page.locator(".search-results .found-title").first().waitFor();
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), [], `${start} ${colorScheme}`);
      await close();
    }
  }
});

test("without script the box leads to lists of all pages", { skip: !has }, async () => {
  const server = await serve("/any/path/");
  const { page, close } = await open(`${server.origin}/any/path/index.html`, { javaScriptEnabled: false });
  await page.locator(".search input").fill("anything");
  await Promise.all([page.waitForURL(/search\.html\?q=anything/), page.keyboard.press("Enter")]);
  assert.ok(await page.locator(".search-off").isVisible());
  assert.ok(await page.locator(".search-lists a").count() > 0);
  await close();
  server.close();
});
