// Tests the same files at a host's root, below a path and from disk: every link leads to its target, and so do search
// results, and 404.html works at any address.
// At a host's root, every link of a small site is clicked on every page. Elsewhere, and on large sites, every link is
// clicked once for each place in the layout. SOURCEBOOK_CRAWL=kinds crawls some pages of each kind of a large site,
// which takes minutes; SOURCEBOOK_CRAWL=all crawls all of them, which takes an hour.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Crawl } from "./crawl.mjs";
import { baseUrl, fileOf, fileUrl, launch, none, pagesOfEachKind, pagesToOpen, read, serve, siteFiles, watch } from "./support.mjs";

const kWays = [{ from: "/", width: 1440 }, { from: "/a/b/", width: 360 }, { from: "disk", width: 768 }];
const kHeight = 1600;  // a high window needs less scrolling
const kAtOnce = 3;
const kAllPagesUpTo = 120;
const kMaxLinks = 600;  // maximum number for a page of a large site
// Links that are not always visible: parts that moved (moved.test.mjs), steps of the flow, reasons and their sources (flow.test.mjs),
// examples of an estimate.
const kSeenLater = [/in <ul class="moved">$/, /in <section class="reasons">$/, /flow-/, /^<form class=""> in <figure class="estimate">$/];
const kSource = /^<li class=""> in <section class="references">$/;

const files = siteFiles(), pages = pagesToOpen().filter((file) => file !== "404.html");
const large = pages.length > kAllPagesUpTo;
const wanted = process.env.SOURCEBOOK_CRAWL;
const crawled = large && wanted !== "all"
    ? pagesOfEachKind().filter((file) => read(file).split("<a ").length <= kMaxLinks) : pages;
const browser = await launch();
after(() => browser.close());

for (const { from, width } of kWays) {
  const disk = from === "disk";
  const server = disk ? undefined : await serve(from);
  const base = disk ? `${fileUrl("")}/` : server.origin + from;
  const name = disk ? "from disk" : `at ${from}`;
  const settings = { viewport: { width, height: kHeight }, reducedMotion: "reduce" };

  test(`every link leads to its target, ${name}`, { skip: large && !wanted && "a large site is crawled when asked" }, async (t) => {
    const crawl = new Crawl({ base, files, pages: crawled, once: large || from !== "/" });
    await crawl.run(browser, settings, kAtOnce);
    const { count } = crawl;
    t.diagnostic(`${name}, ${width} px wide: ${count.pages} pages with ${count.links} links, ${count.clicks} clicked, ${count.parts} parts landed on`);
    assert.equal(count.pages, crawled.length);
    assert.ok(count.clicks > 0, "nothing was clicked");
    const isOfFlow = (link) => read(link.split(": ", 1)[0]).includes('class="flow-app"');
    const hidden = [...crawl.unseen].filter(([why, links]) => !kSeenLater.some((known) => known.test(why)) && !(kSource.test(why) && links.every(isOfFlow)));
    none([...crawl.problems, ...hidden.flatMap(([why, links]) => links.map((link) => `${link} is hidden by ${why}`))]);
    none(server?.missing ?? []);
  });

  const target = pages.find((file) => file.startsWith("faq/") && !/index|print/.test(file) && /<h1>[^<]*<\/h1>/.test(read(file))) ?? pages.find((file) => file.includes("/") && !file.endsWith("index.html") && pages.filter((other) => read(other).includes(`<h1>${/<h1>([^<]*)/.exec(read(file))?.[1]}`)).length === 1);
  test(`a search result leads to its page, ${name}`, { skip: (!files.includes("search.html") || !target) && "there is no search, or nothing to find" }, async () => {
    const title = /<h1>([^<]*)<\/h1>/.exec(read(target))[1].replace(/&#39;/g, "'").replace(/&amp;/g, "&");
    const context = await browser.newContext(settings);
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith(base));
    const lands = async (start, found) => {
      await page.goto(base + start);
      if (!start.startsWith("search.html")) await page.locator(".search input").pressSequentially(title);
      const first = page.locator(found).filter({ hasText: title }).first();
      await Promise.all([page.waitForURL((url) => url.href.split("#")[0] === base + encodeURI(target)), first.click()]);
      assert.equal(await page.locator("h1").textContent(), title);
    };
    // The first page is in a folder.
    await lands(encodeURI(target), ".found [role=option] .found-title");
    await lands("index.html", ".found [role=option] .found-title");
    await lands(`search.html?q=${encodeURIComponent(title)}`, ".search-results .found-title");
    none(seen);
    await context.close();
  });
}

// A host shows 404.html, with that status, at any unknown address.
const kNowhere = ["no-such-page.html", "no/such/page", "a/b/no/such/deep/page/"];
const isOwn = (message) => /the server responded with a status of 404/.test(message);

test("404.html has its styles and links at any depth", { skip: baseUrl() === "" && "the site has no base_url" }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const base = baseUrl();
  const seen = watch(page, (url) => url.startsWith(base));
  // Simulates the host in base_url in the browser.
  await context.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const file = decodeURIComponent(pathname).slice(new URL(base).pathname.length).replace(/(^|\/)$/, "$1index.html");
    const there = route.request().url().startsWith(base) && files.includes(file);
    return route.fulfill({ status: there ? 200 : 404, path: fileOf(there ? file : "404.html"), ...(there ? {} : { contentType: "text/html; charset=utf-8" }) });
  });
  for (const address of kNowhere) {
    assert.equal((await page.goto(base + address)).status(), 404);
    const looks = await page.evaluate(() => ({ sheets: [...document.styleSheets].map((sheet) => sheet.cssRules.length), font: getComputedStyle(document.body).fontFamily }));
    assert.ok(looks.sheets.length > 0 && looks.sheets.every((rules) => rules > 0), `${address}: style sheets of ${looks.sheets} rules`);
    await Promise.all([page.waitForURL((url) => url.href === `${base}index.html`), page.locator("main a").first().click()]);
    assert.equal(await page.title(), /<title>([^<]*)/.exec(read("index.html"))[1].replace(/&#39;/g, "'").replace(/&amp;/g, "&"));
  }
  none(seen.filter((what) => !isOwn(what)));
  await context.close();
});

for (const from of ["/", "/a/b/"])
  test(`without base_url, 404.html has styles and leads to the folder of the address, also below ${from}`, { skip: baseUrl() !== "" && "the site has a base_url" }, async () => {
    const server = await serve(from, { own404: true });
    const context = await browser.newContext();
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith("data:") || [...kNowhere, "lessons/none.html"].includes(url.slice((server.origin + from).length)));
    for (const address of kNowhere) {
      assert.equal((await page.goto(server.origin + from + address)).status(), 404);
      assert.equal(await page.locator("script, img, link:not([href^='data:'])").count(), 0, "it loads nothing that depends on its address");
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).maxWidth), "none");
      assert.ok((await page.locator("main").innerText()).startsWith((await page.title()).split(" · ")[1]));
    }
    await page.goto(server.origin + from + kNowhere[0]);
    assert.equal(await page.locator("main a").first().evaluate((link) => link.href), server.origin + from);
    none(seen.filter((what) => !isOwn(what)));
    await context.close();
    await server.close();
  });
