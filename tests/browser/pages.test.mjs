// Pages of each kind, opened from disk: accessible in light and dark, as wide as the screen, quiet, asking nobody.
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";

import { eachOf, fileUrl, launch, none, pagesOfEachKind, pagesToOpen, require, watch } from "./support.mjs";

const kAllPagesUpTo = 120;
const kWidths = [360, 1440];
const picked = pagesOfEachKind();
const all = pagesToOpen();
const opened = all.length <= kAllPagesUpTo ? all : picked;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

async function withPage(options, work) {
  const context = await browser.newContext(options);
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

for (const scheme of ["light", "dark"])
  for (const file of picked)
    test(`axe finds nothing on ${file}, ${scheme}`, async () => {
      await withPage({ colorScheme: scheme, reducedMotion: "reduce" }, async (page) => {
        await page.goto(fileUrl(file));
        // By the debugger's protocol: a script tag would be refused by the page's policy, as it should.
        await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const said = violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${v.help}: ${n.html.slice(0, 200)} (${n.failureSummary ?? ""})`));
        none(said);
      });
    });

for (const width of kWidths)
  test(`no page is wider than a screen of ${width} px`, async () => {
    const wide = [];
    await withPage({ viewport: { width, height: 800 } }, async (first) => {
      const context = first.context();
      await eachOf(opened, 4, async (file) => {
        const page = await context.newPage();
        await page.goto(fileUrl(file));
        const { scroll, inner, who } = await page.evaluate(() => {
          const inner = document.documentElement.clientWidth;
          const scroll = document.documentElement.scrollWidth;
          // What scrolls within a box of its own is not to blame, unless it is placed against something outside of it.
          const above = (e) => (getComputedStyle(e).position === "absolute" ? e.offsetParent : e.parentElement);
          const boxed = (e) => e && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || boxed(above(e)));
          const beyond = (e) => e.getBoundingClientRect().right + scrollX > inner + 1 && !boxed(above(e));
          const who = scroll <= inner ? "" : [...document.body.querySelectorAll("*")].filter(beyond).slice(0, 3)
              .map((e) => `${e.tagName.toLowerCase()}.${e.getAttribute("class") ?? ""}`).join(", ");
          return { scroll, inner, who };
        });
        if (scroll > inner) wide.push(`${file}: ${scroll} px wide: ${who}`);
        await page.close();
      });
    });
    none(wide.sort());
  });

test("from disk, pages are quiet and ask nobody", async () => {
  const said = [];
  await withPage({}, async (first) => {
    const context = first.context();
    await eachOf(opened, 4, async (file) => {
      const page = await context.newPage();
      const seen = watch(page, (url) => url.startsWith("file://"));
      await page.goto(fileUrl(file), { waitUntil: "networkidle" });
      said.push(...seen.map((what) => `${file}: ${what}`));
      await page.close();
    });
  });
  none(said.sort());
});

test("without scripts, pages show what they say", async () => {
  const empty = [];
  await withPage({ javaScriptEnabled: false }, async (page) => {
    for (const file of picked) {
      await page.goto(fileUrl(file));
      const text = await page.locator("main, body").first().innerText();
      if (text.trim().length < 20) empty.push(file);
    }
  });
  none(empty);
});
