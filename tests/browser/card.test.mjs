// Tests the cards of numbers, and what a phone needs: a low header, no sideways scroll, few stops of Tab in tables.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { axe, eachOf, fileUrl, go, kindOf, launch, none, pagesToOpen, read, width } from "./support.mjs";

const kMaxPages = 20;
const kMaxStops = 60;
const browser = await launch();
after(() => browser.close());

const kNumber = 'main a:is(.fig, .cell)[href^="#"]';
const pages = pagesToOpen().filter((file) => !["404", "redirect", "embed", "search"].includes(kindOf(read(file))));
const withNumbers = pages.filter((file) => /<a class="(fig|cell)"[^>]* href="#/.test(read(file)));
const step = Math.max(1, Math.floor(withNumbers.length / kMaxPages));
const some = withNumbers.filter((_, i) => i % step === 0).slice(0, kMaxPages);
const skip = withNumbers.length === 0 && "the site has no numbers";

async function withWindow(settings, work) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const firstNumber = async (page) => {
  for (const link of await page.locator(kNumber).all()) if (await link.isVisible()) return link;
  return undefined;
};
// Opens the first page with a number that is not folded, and returns the number.
const openNumber = async (page) => {
  for (const file of some) {
    await go(page, fileUrl(file));
    const number = await firstNumber(page);
    if (number) return number;
  }
  return undefined;
};
// Runs in a page: the boxes of the card, of the number that it is about, and of the paragraph or table around that.
const boxes = () => {
  const sheet = document.querySelector(".sheet:popover-open"), number = document.querySelector("a[aria-expanded=true]");
  const box = (element) => element && (({ top, bottom, left, right, height }) => ({ top, bottom, left, right, height }))(element.getBoundingClientRect());
  return { sheet: box(sheet), number: box(number), block: box(number?.closest("figure, p, li, dd, h1, .scroll")), scroll: scrollY, screen: innerHeight, wide: document.documentElement.clientWidth };
};

test("on a phone a tap on a number opens a sheet that leaves the number in view, and a tap beside it closes it; axe finds nothing", { skip }, () =>
  withWindow({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
    const wrong = [];
    for (const file of some) {
      await go(page, fileUrl(file));
      const number = await firstNumber(page);
      if (!number) continue;
      await number.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      await number.tap();
      await page.waitForSelector(".sheet:popover-open");
      const { sheet, number: at, scroll, screen, wide } = await page.evaluate(boxes);
      // As far as the sheet would cover the number.
      if (scroll !== before && Math.abs(sheet.top - at.bottom - 8) > 1) wrong.push(`${file}: the page moves by ${scroll - before} px`);
      if (Math.abs(sheet.bottom - screen) > 1 || sheet.left > 0 || sheet.right < wide) wrong.push(`${file}: the sheet is not at the bottom`);
      if (sheet.height > 0.6 * screen + 1) wrong.push(`${file}: the sheet is ${sheet.height} px high`);
      if (file === some[0]) wrong.push(...(await axe(page)).map((what) => `${file}: ${what}`));
      if (at.bottom > sheet.top || at.top < 0) wrong.push(`${file}: the sheet covers the number`);
      await page.touchscreen.tap(180, 20);
      if (await page.locator(".sheet:popover-open").count()) wrong.push(`${file}: a tap beside the sheet does not close it`);
      if (!(await number.evaluate((link) => link === document.activeElement))) wrong.push(`${file}: a tap beside the sheet does not return the focus`);
    }
    none(wrong);
  }));

test("a card opens with Enter, has the publisher first, and Escape returns the focus", { skip }, () =>
  withWindow({ viewport: { width: 1440, height: 900 } }, async (page) => {
    const wrong = [];
    for (const file of some) {
      await go(page, fileUrl(file));
      const number = await firstNumber(page);
      if (!number) continue;
      await number.focus();
      const before = await page.evaluate(() => scrollY);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".sheet:popover-open");
      const { sheet, number: at, block, scroll, wide } = await page.evaluate(boxes);
      if (block && sheet.left < block.right && wide - block.right > 260) wrong.push(`${file}: the card covers the text, although there is space beside it`);
      if (scroll !== before) wrong.push(`${file}: the page moves by ${scroll - before} px`);
      const covers = sheet.left < at.right && at.left < sheet.right && sheet.top < at.bottom && at.top < sheet.bottom;
      if (covers || sheet.left < 0 || sheet.right > wide) wrong.push(`${file}: the card covers the number or is outside the window`);
      const { first, hashes, focus } = await page.evaluate(() => {
        const card = document.querySelector(".sheet"), origin = card.querySelector(".origin");
        const shown = [...card.childNodes].filter((node) => node.localName !== "details").map((node) => node.textContent).join(" ");
        return { first: origin ? origin.querySelector(":scope > :not(.stated)").localName : "b", hashes: /[0-9a-f]{40}/.test(shown), focus: card.contains(document.activeElement) };
      });
      if (first !== "b") wrong.push(`${file}: a source does not begin with its publisher`);
      if (hashes) wrong.push(`${file}: a hash is not folded`);
      if (!focus) wrong.push(`${file}: the card does not have the focus`);
      await page.keyboard.press("Escape");
      if (await page.locator(".sheet:popover-open").count()) wrong.push(`${file}: Escape does not close the card`);
      else if (!(await number.evaluate((link) => link === document.activeElement && !link.hasAttribute("aria-expanded")))) wrong.push(`${file}: the focus does not return`);
    }
    none(wrong);
  }));

test("Tab goes through a card and leaves it at the number", { skip }, (t) =>
  withWindow({ viewport: { width: 1440, height: 900 } }, async (page) => {
    const number = await openNumber(page);
    if (!number) return t.skip("no number is visible at first");
    await number.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".sheet:popover-open");
    const stops = await page.locator(".sheet :is(a[href], button, summary)").count();
    for (let i = 0; i <= stops; ++i) await page.keyboard.press("Tab");
    assert.equal(await page.locator(".sheet:popover-open").count(), 0, "Tab does not leave the card");
    assert.ok(await number.evaluate((link) => Boolean(link.compareDocumentPosition(document.activeElement) & 4)), "Tab does not go on behind the number");
  }));

test("without script a number leads to its note", { skip }, (t) =>
  withWindow({ javaScriptEnabled: false }, async (page) => {
    const number = await openNumber(page);
    if (!number) return t.skip("no number is visible at first");
    const to = await number.getAttribute("href");
    await number.click();
    assert.equal(new URL(page.url()).hash, to);
  }));

test("the header is 52 px high on phones, 56 px on others, and its buttons 44 px", () =>
  withWindow({}, async (page) => {
    for (const [wide, high] of [[320, 52], [360, 52], [1440, 56]]) {
      await page.setViewportSize({ width: wide, height: 740 });
      await go(page, fileUrl("index.html"));
      const found = await page.evaluate(() => ["header.site-header", ".site-nav summary", ".search input"].map((each) => document.querySelector(each)?.getBoundingClientRect()).map((box) => box && [box.width, box.height]));
      assert.equal(found[0][1], high);
      if (wide < 400) for (const box of found.slice(1).filter(Boolean)) assert.deepEqual(box, [44, 44]);
    }
  }));

test("no page is wider than a screen of 320 px", () =>
  withWindow({ viewport: { width: 320, height: 640 } }, async (page) => {
    const found = [], windows = [page, await page.context().newPage()];
    await eachOf(pages, windows.length, async (file) => {
      const window = windows.pop();
      await go(window, fileUrl(file));
      const { scroll, inner, who } = await window.evaluate(width);
      if (scroll > inner) found.push(`${file}: ${scroll} px, ${who}`);
      windows.push(window);
    });
    none(found);
  }));

test("a table has at most 60 stops of Tab, and arrow keys move between its links", () =>
  withWindow({ viewport: { width: 1440, height: 900 } }, async (page) => {
    const linksIn = (file) => read(file).match(/<a /g)?.length ?? 0;
    const large = pages.filter((file) => read(file).includes("<table")).sort((a, b) => linksIn(b) - linksIn(a)).slice(0, 5);
    for (const file of large) {
      await go(page, fileUrl(file));
      const stops = await page.evaluate(() => [...document.querySelectorAll("main table")].map((table) => table.querySelectorAll("a[href]:not([tabindex='-1']), button").length));
      assert.ok(Math.max(...stops) <= kMaxStops, `${file}: ${Math.max(...stops)} stops`);
      const count = await page.evaluate(() => {
        const table = [...document.querySelectorAll("main table")].find((each) => each.querySelector("tbody a[tabindex='-1']")?.checkVisibility());
        globalThis.links = [...(table?.querySelectorAll("tbody a[href]") ?? [])].filter((link) => link.checkVisibility());
        globalThis.links[0]?.focus();
        return globalThis.links.length;
      });
      if (count === 0) continue;
      for (const [key, at] of [["ArrowRight", 1], ["End", -1], ["Home", 0]]) {
        await page.keyboard.press(key);
        assert.ok(await page.evaluate((at) => document.activeElement === globalThis.links.at(at) && document.activeElement.tabIndex === 0, at), `${file}: ${key} does not move`);
      }
      await page.keyboard.press("ArrowDown");
      assert.ok(await page.evaluate(() => document.activeElement.getBoundingClientRect().top > globalThis.links[0].getBoundingClientRect().bottom - 1), `${file}: ArrowDown does not move down`);
    }
  }));
