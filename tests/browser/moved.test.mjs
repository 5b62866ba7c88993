// Tests old addresses, from disk, with and without script: moved pages and parts redirect, and retired ones show a
// notice.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { tags } from "./html.mjs";
import { fileUrl, kindOf, launch, none, pagesToOpen, read, siteFiles, watch } from "./support.mjs";

const pages = siteFiles().filter((file) => file.endsWith(".html")).map((file) => ({ file, html: read(file) }));
const left = pages.filter(({ html }) => kindOf(html) === "redirect").map(({ file, html }) => {
  const all = tags(html);
  const here = all.find(({ name, attributes }) => name === "a" && "data-here" in attributes);
  return { file, to: here?.attributes.href, parts: parts(all) };
});
const moved = left.filter(({ to }) => to);
const stay = left.filter(({ to }) => !to);
const living = pages.filter(({ html }) => kindOf(html) !== "redirect" && html.includes("data-moved"))
    .map(({ file, html }) => ({ file, parts: parts(tags(html)) }));
const options = (list) => ({ skip: list.length === 0 && "the site does not have any" });

// Returns the parts that redirect: their ids and targets; "" for parts that were retired or are on another site.
function parts(all) {
  return all.flatMap(({ attributes }, i) => {
    if (!("data-moved" in attributes)) return [];
    const next = all[i + 1];
    return [{ id: attributes.id, to: next?.name === "a" && !("rel" in next.attributes) ? next.attributes.href : "" }];
  });
}

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

async function withPage(work, settings = {}) {
  const context = await browser.newContext(settings);
  try {
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith("file://"));
    await work(page);
    // Pending requests fail when the browser leaves a page.
    none(seen.filter((what) => !what.startsWith("failed: ")));
  } finally {
    await context.close();
  }
}

const target = (file, href) => new URL(href, fileUrl(file)).href;
// A refresh happens after the page has loaded, so navigation may end before it or be interrupted by it.
const visit = (page, url) => page.goto(url, { waitUntil: "commit" }).catch((error) => assert.match(error.message, /interrupted|ERR_ABORTED/));
const arrives = (page, url) => page.waitForURL(url, { waitUntil: "commit", timeout: 10000 });

test("a page that moved redirects, with the part and the query of the address", options(moved), () =>
  withPage(async (page) => {
    for (const { file, to, parts } of moved) {
      const end = target(file, to);
      await visit(page, fileUrl(file));
      await arrives(page, end);
      await visit(page, `${fileUrl(file)}?a=b#some-part`);
      await arrives(page, end.includes("#") ? end.replace("#", "?a=b#") : `${end}?a=b#some-part`);
      for (const part of parts.filter((each) => each.to)) {
        await visit(page, `${fileUrl(file)}#${encodeURIComponent(part.id)}`);
        await arrives(page, target(file, part.to));
      }
    }
  }));

test("a page that moved redirects without script", options(moved), () =>
  withPage(async (page) => {
    for (const { file, to } of moved) {
      await visit(page, fileUrl(file));
      await arrives(page, target(file, to));
    }
  }, { javaScriptEnabled: false }));

test("one step back is enough after a redirect", options(moved), () =>
  withPage(async (page) => {
    await page.goto(fileUrl("index.html"));
    await visit(page, `${fileUrl(moved[0].file)}#some-part`);
    await arrives(page, (url) => url.href !== `${fileUrl(moved[0].file)}#some-part` && url.href !== fileUrl("index.html"));
    await page.goBack({ waitUntil: "commit" });
    assert.equal(page.url(), fileUrl("index.html"));
  }));

test("retired pages and redirects to other sites wait for a click", options(stay), () =>
  withPage(async (page) => {
    for (const { file } of stay) {
      await page.goto(`${fileUrl(file)}#some-part`);
      await page.waitForTimeout(200);
      assert.equal(page.url(), `${fileUrl(file)}#some-part`);
      assert.ok(await page.locator("h1").isVisible());
      assert.ok((await page.locator("main a").count()) > 0, `${file} leads nowhere`);
    }
  }));

test("parts that moved off an existing page redirect, also when the address changes later", options(living), () =>
  withPage(async (page) => {
    for (const { file, parts } of living)
      for (const { id, to } of parts) {
        await page.goto(fileUrl(file));
        assert.equal(await page.locator(`[id="${id}"]`).isVisible(), false, "out of sight until it is asked for");
        await page.evaluate((hash) => void (location.hash = hash), id);
        if (to) await arrives(page, target(file, to));
        else assert.ok(await page.locator(`[id="${id}"]`).isVisible());
      }
  }));

test("without script, parts that moved link to their new address", options(living), () =>
  withPage(async (page) => {
    for (const { file, parts } of living)
      for (const { id, to } of parts) {
        await page.goto(`${fileUrl(file)}#${encodeURIComponent(id)}`);
        const note = page.locator(`[id="${id}"]`);
        assert.ok(await note.isVisible());
        const box = await note.boundingBox();
        assert.ok(box.y >= 0 && box.y < page.viewportSize().height, `${file}#${id} is not in sight`);
        if (to) assert.equal(await note.locator("a").getAttribute("href"), to);
      }
  }, { javaScriptEnabled: false }));

// The first page of a large table has the anchors of all rows, so that links to rows keep working.
const paged = pages.flatMap(({ file, html }) => {
  const groups = [...html.matchAll(/<p class="elsewhere">((?:<b id="[^"]*"><\/b>)+)<a href="([^"]*)">/g)];
  return groups.slice(0, 1).concat(groups.slice(-1)).map(([, ids, to]) => ({ file, second: groups[0][2], to, id: /.*id="([^"]*)"/.exec(ids)[1] }));
});
test("a link to a row leads to the page that has it, also from a later page", options(paged), () =>
  withPage(async (page) => {
    for (const { file, second, to, id } of paged)
      for (const from of [file, path.posix.join(path.posix.dirname(file), second)]) {
        await page.goto("about:blank");
        await page.goto(`${fileUrl(from)}#${encodeURIComponent(id)}`);
        await arrives(page, target(file, `${to}#${encodeURIComponent(id)}`));
        assert.ok(await page.locator(`[id="${id}"]`).isVisible(), `${from}#${id}`);
      }
  }));

test("without script there is a link to the page that has the row", options(paged), () =>
  withPage(async (page) => {
    for (const { file, to, id } of paged) {
      await page.goto("about:blank");
      await page.goto(`${fileUrl(file)}#${encodeURIComponent(id)}`);
      const shown = page.locator(".elsewhere:visible a");
      assert.deepEqual(await shown.evaluateAll((links) => links.map((link) => link.getAttribute("href"))), [to]);
    }
  }, { javaScriptEnabled: false }));

test("a reworded heading is found by its old anchor", options(pages.filter(({ html }) => /<h\d id="[^"]*"><span id=/.test(html))), () =>
  withPage(async (page) => {
    for (const { file, html } of pages)
      for (const [, now, old] of html.matchAll(/<h\d id="([^"]*)"><span id="([^"]*)">/g)) {
        const top = async (id) => {
          await page.goto("about:blank");
          await page.goto(`${fileUrl(file)}#${encodeURIComponent(id)}`);
          return page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, now);
        };
        assert.ok(Math.abs((await top(old)) - (await top(now))) < 40, `${file}#${old}`);
      }
  }, { javaScriptEnabled: false }));

test("redirect pages are not indexed", () => {
  const open = new Set(pagesToOpen());
  none(moved.filter(({ file }) => open.has(file)).map(({ file }) => file));
});
