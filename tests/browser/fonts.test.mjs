// Tests the theme's fonts on a first visit to a published site: large screens show them without a layout shift, phones do
// not request them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { kindOf, launch, none, pagesOfEachKind, read, serve } from "./support.mjs";

const pages = pagesOfEachKind().filter((file) => read(file).includes("assets/theme.js"));
const page = pages.find((file) => ["lesson", "page", "home"].includes(kindOf(read(file))));
const kPrefixes = ["/", "/any/path/"];
const kVisits = 3;      // a browser under load shows its own fonts, if these arrive later than the text
const kUnused = 4000;   // ms after which Chromium reports a preloaded font that no text needs

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Opens a page of the site with an empty cache. Returns the fonts of its texts and of the files requested, and the sum of
// layout shifts.
async function visit(prefix, file, width, pause = 0) {
  const server = await serve(prefix);
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const tab = await context.newPage();
    const requested = [], said = [];
    tab.on("request", (request) => request.url().endsWith(".woff2") && requested.push(request.url()));
    tab.on("console", (message) => said.push(`${file}: ${message.text()}`));
    await tab.goto(server.origin + prefix + file, { waitUntil: "networkidle" });
    await tab.waitForTimeout(pause);
    const shift = await tab.evaluate(() => new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => done(sum), 100);
    }));
    const protocol = await context.newCDPSession(tab);
    await protocol.send("DOM.enable");
    await protocol.send("CSS.enable");
    const { root } = await protocol.send("DOM.getDocument", { depth: 0 });
    const own = [];
    for (const selector of ["h1", ".site-title span", "article p:not(:empty)"]) {
      const { nodeId } = await protocol.send("DOM.querySelector", { nodeId: root.nodeId, selector });
      if (nodeId) own.push((await protocol.send("CSS.getPlatformFontsForNode", { nodeId })).fonts.some((font) => font.isCustomFont));
    }
    return { requested, said, shift, own, missing: server.missing };
  } finally {
    await context.close();
    server.close();
  }
}

for (const width of [1440, 800, 640])
  for (const prefix of kPrefixes)
    test(`a first visit to ${prefix} on a screen of ${width} px shows the theme's fonts, and nothing moves`, async () => {
      let seen;
      for (let visits = 0; visits < kVisits && !seen?.own.every(Boolean); ++visits) {
        seen = await visit(prefix, page, width);
        assert.equal(seen.shift, 0);
        assert.deepEqual([seen.missing, seen.said], [[], []]);
        assert.equal(new Set(seen.requested).size, seen.requested.length, "a font is requested twice");
      }
      assert.ok(seen.own.every(Boolean), `the fonts of ${page} are the system's`);
    });

test("a phone requests no font", async () => {
  for (const width of [360, 639]) {
    const { requested, own, shift } = await visit(kPrefixes[1], page, width);
    assert.deepEqual([requested, own.some(Boolean), shift], [[], false, 0]);
  }
});

test("no page requests a font that it does not show", async () => {
  const seen = await Promise.all(pages.map((file) => visit(kPrefixes[1], file, 1440, kUnused)));
  none(seen.flatMap(({ said }) => said));
});
