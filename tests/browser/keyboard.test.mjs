// Tests the site by keyboard: Tab goes from the skip link through all controls in their order; the focus is visible;
// Enter opens menus; Escape closes what covers the text.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { fileUrl, go, kindOf, launch, none, pagesToOpen, read } from "./support.mjs";

const kMaxStops = 300;
const browser = await launch();
after(() => browser.close());
const desk = await browser.newPage({ viewport: { width: 1440, height: 800 }, reducedMotion: "reduce" });
const phone = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });

const stopsIn = (html) => html.match(/<(a [^>]*href|button|input|select|summary)/g)?.length ?? 0;
// Returns the page of each kind that has the most stops, up to kMaxStops.
const pages = new Map();
for (const file of pagesToOpen()) {
  const html = read(file), stops = stopsIn(html), known = pages.get(kindOf(html));
  if (stops <= kMaxStops && stops > (known?.stops ?? 0)) pages.set(kindOf(html), { file, stops });
}

// Runs in a page: lists the elements that can be focused, and records those that were.
function follow() {
  const closed = (element) => element.closest("details:not([open]) > :not(summary)");
  const shown = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !closed(element) && !element.disabled;
  // In a large table, arrow keys move between the links.
  globalThis.wanted = [...document.querySelectorAll("a[href], button, input, select, textarea, details > summary:first-child, [tabindex='0']")].filter((element) => shown(element) && element.tabIndex >= 0);
  globalThis.reached = [];
  addEventListener("focusin", ({ target }) => {
    const box = target.getBoundingClientRect();
    const line = target.getClientRects()[0] ?? box;  // a link in two lines does not fill its box
    const [x, y] = [Math.min(Math.max(line.left, 0) + 2, innerWidth - 1), Math.min(Math.max(line.top, 0) + line.height / 2, innerHeight - 1)];
    const top = document.elementFromPoint(x, y);
    const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    globalThis.reached.push({ element: target, seen, covered: seen && top && !top.contains(target) && !target.contains(top) ? top : undefined });
  });
}

const report = () => {
  const name = (element) => element.outerHTML.slice(0, 110);
  const { wanted, reached } = globalThis;
  const order = reached.map(({ element }) => wanted.indexOf(element)).filter((at) => at >= 0);
  const wrong = wanted.filter((element) => !reached.some((each) => each.element === element)).map((element) => `never reached: ${name(element)}`);
  for (const [i, at] of order.entries()) if (i > 0 && at < order[i - 1]) wrong.push(`out of order: ${name(wanted[at])} comes after ${name(wanted[order[i - 1]])}`);
  for (const { element, seen, covered } of reached) {
    if (!seen) wrong.push(`out of sight while it has the focus: ${name(element)}`);
    if (covered) wrong.push(`behind something else: ${name(element)} behind ${name(covered)}`);
  }
  return { wrong, first: reached[0]?.element.getAttribute("href"), places: [".site-nav", ".toc", "main", ".site-footer"].filter((place) => {
    const box = document.querySelector(place);
    return box && wanted.some((element) => box.contains(element)) && !reached.some(({ element }) => box.contains(element));
  }) };
};

for (const [kind, { file }] of pages)
  test(`Tab goes through all controls of ${file}`, async () => {
    await go(desk, fileUrl(file));
    await desk.evaluate(follow);
    const stops = await desk.evaluate(() => globalThis.wanted.length);
    // Boxes that scroll are stops too. The loop stops at the end of the page.
    for (let i = 0; i < 3 * stops + 60; ++i) {
      await desk.keyboard.press("Tab");
      if (i >= stops - 1 && (await desk.evaluate(() => globalThis.reached.at(-1)?.element === globalThis.wanted.at(-1)))) break;
    }
    const { wrong, first, places } = await desk.evaluate(report);
    if (!["404", "redirect", "embed"].includes(kind) && first !== "#main") wrong.push(`the first stop leads to ${first}`);
    none([...wrong, ...places.map((place) => `${place} is not reached`)]);
  });

const home = "index.html";
const folded = /<nav class="site-nav"/.test(read(home));
test("on a phone the menu opens with the keyboard, and closes", { skip: !folded && "the site has no navigation" }, async () => {
  await go(phone, fileUrl(home));
  const menu = phone.locator(".site-nav");
  const summary = menu.locator("summary");
  for (let i = 0; i < 12 && !(await summary.evaluate((element) => element === document.activeElement)); ++i) await phone.keyboard.press("Tab");
  assert.ok(await summary.evaluate((element) => element === document.activeElement), "Tab does not reach the menu");
  await phone.keyboard.press("Enter");
  await phone.keyboard.press("Tab");
  assert.ok(await menu.locator("a").first().evaluate((element) => element === document.activeElement));
  await phone.keyboard.press("Shift+Tab");
  await phone.keyboard.press("Enter");
  assert.equal(await menu.locator("a").first().isVisible(), false);
});

// Small tables have no tools.
const withTables = pagesToOpen().filter((file) => read(file).includes("assets/table.js"));
const tools = desk.locator(".table-tools details").first();
async function openTableWithTools() {
  for (const file of withTables) {
    await go(desk, fileUrl(file));
    if (await tools.count()) return true;
  }
  return false;
}
test("the columns of a table are chosen by keyboard", { skip: !withTables.length && "the site has no table" }, async () => {
  assert.ok(await openTableWithTools(), "no table has tools");
  await tools.locator("summary").focus();
  await desk.keyboard.press("Enter");
  await desk.keyboard.press("Tab");
  const box = tools.locator("input").first();
  assert.ok(await box.evaluate((element) => element === document.activeElement));
  const column = await desk.evaluate(() => document.activeElement.closest("figure").id);
  await desk.keyboard.press("Space");
  assert.equal(await box.isChecked(), false);
  assert.ok(await desk.evaluate((id) => [...document.getElementById(id).querySelectorAll("thead th")].some((head) => !head.checkVisibility()), column));
  await desk.keyboard.press("Space");
  // Panels over the text can be closed by keyboard, which returns the focus.
  await desk.keyboard.press("Escape");
  assert.equal(await tools.evaluate((element) => element.open), false);
  assert.ok(await tools.locator("summary").evaluate((element) => element === document.activeElement));
});
