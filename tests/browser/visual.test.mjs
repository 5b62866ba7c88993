// Tests whether the structure of pages is unchanged, with a page of each kind of the sites that have a file in visual/.
// The file contains the box of each landmark and how much is drawn in it. A slightly different font moves lines, but
// does not remove a column or blacken a chart. SOURCEBOOK_REWRITE_GOLDENS=1 rewrites the file. Pictures of differences
// are in build/visual/.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { fileUrl, go, kindOf, launch, none, pagesToOpen, read, site } from "./support.mjs";
import { compare, landmarks, ink, parse, picture, print } from "./visual.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const stored = path.join(here, "visual", `${path.basename(site)}.txt`);
const pictures = path.resolve(here, "../../build/visual", path.basename(site));
const rewrite = process.env.SOURCEBOOK_REWRITE_GOLDENS === "1";
const kLooks = [{ width: 360, colorScheme: "light" }, { width: 1440, colorScheme: "light" }, { width: 1440, colorScheme: "dark", kinds: ["home", "comparison", "lesson", "flow"] }];
const kHeight = 1600;

// Returns the page of each kind with the most blocks.
function pages() {
  const best = new Map();
  for (const file of pagesToOpen()) {
    const html = read(file);
    const rich = ['<figure class="chart"', '<figure class="table"', "<pre", 'class="toc"', 'class="flow'].filter((each) => html.includes(each)).length;
    const known = best.get(kindOf(html));
    if (!known || rich > known.rich) best.set(kindOf(html), { file, rich });
  }
  return [...best].map(([kind, { file }]) => ({ kind, file })).sort((a, b) => (a.file < b.file ? -1 : 1));
}

const wanted = existsSync(stored) || (rewrite && existsSync(path.dirname(stored)) && path.basename(site) === "storage-engines");
test("pages look as before", { skip: !wanted && "nothing is kept of how this site looked" }, async () => {
  // Switches off the fonts, which are optional: a page may be drawn before they have loaded.
  const browser = await launch("--disable-remote-fonts");
  after(() => browser.close());
  const canvas = await browser.newPage();
  const now = new Map();
  const found = [];
  const before = existsSync(stored) ? parse(readFileSync(stored, "utf8")) : new Map();
  for (const { kinds, width, colorScheme } of kLooks) {
    const context = await browser.newContext({ viewport: { width, height: kHeight }, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const { kind, file } of pages()) {
      if (kinds && !kinds.includes(kind)) continue;
      const look = `${file} ${width} ${colorScheme}`;
      await go(page, fileUrl(file));
      const png = await picture(page);
      const boxes = await page.evaluate(landmarks, kHeight);
      now.set(look, await canvas.evaluate(ink, { png: png.toString("base64"), boxes }));
      const wrong = rewrite ? [] : compare(before.get(look), now.get(look), width);
      if (wrong.length > 0) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(path.join(pictures, `${look.replaceAll(/[ /]/g, "-")}.png`), png);
      }
      found.push(...wrong.map((what) => `${look}: ${what}`));
    }
    await context.close();
  }
  if (rewrite) writeFileSync(stored, print(now));
  else for (const look of before.keys()) if (!now.has(look)) found.push(`${look} is missing`);
  if (found.length > 0) found.push(`pictures are in ${path.relative(process.cwd(), pictures)}; SOURCEBOOK_REWRITE_GOLDENS=1 takes them as right`);
  none(found);
  assert.ok(now.size > 0);
});

// Ways to break a page that has every part. The check must detect each of them.
const kBreaks = {
  "the style sheet is missing": () => [...document.styleSheets].forEach((sheet) => sheet.href?.endsWith("/style.css") && (sheet.disabled = true)),
  "the charts' colours are missing": () => [...document.styleSheets].forEach((sheet) => sheet.href?.endsWith("/chart.css") && (sheet.disabled = true)),
  "columns overlap": "main { margin-left: -9rem !important; }",
  "columns are below each other": ".layout { display: block !important; }",
  "the navigation is missing": ".site-nav { display: none !important; }",
  "a chart is missing": "figure.chart .drawing { display: none !important; }",
  "a chart is empty": "figure.chart .drawing .marks { visibility: hidden !important; }",
  "a table is wider than its place": "figure.table .scroll { overflow: visible !important; width: 1600px !important; }",
  "the text is not to be seen": ".content > p { color: transparent !important; } .content > p * { color: transparent !important; }",
  "the page is dark instead of light": ":root { color-scheme: only dark !important; }",
};
// The policy of a page blocks style elements, but not styles set by a script.
function restyle(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}
const whole = pages().map(({ file }) => file).find((file) => !file.endsWith("/print.html") && read(file).includes('<figure class="chart"') && read(file).includes('<figure class="table"'));
test("the check detects broken pages", { skip: (!wanted && "nothing is kept of how this site looked") || (!whole && "no page has it all") }, async () => {
  // Switches off the fonts, which are optional: a page may be drawn before they have loaded.
  const browser = await launch("--disable-remote-fonts");
  after(() => browser.close());
  const canvas = await browser.newPage();
  const page = await browser.newPage({ viewport: { width: 1440, height: kHeight }, reducedMotion: "reduce" });
  const look = async () => canvas.evaluate(ink, { png: (await picture(page)).toString("base64"), boxes: await page.evaluate(landmarks, kHeight) });
  await go(page, fileUrl(whole));
  const before = await look();
  assert.deepEqual(compare(before, await look(), 1440), []);
  const missed = [];
  for (const [what, how] of Object.entries(kBreaks)) {
    await go(page, fileUrl(whole));
    if (typeof how === "string") await page.evaluate(restyle, how);
    else await page.evaluate(how);
    if (compare(before, await look(), 1440).length === 0) missed.push(what);
  }
  none(missed);
  // Another font of the same size is not an error.
  await go(page, fileUrl(whole));
  await page.evaluate(restyle, ':root { --serif: "Liberation Serif" !important; --sans: "Liberation Sans" !important; }');
  none(compare(before, await look(), 1440));
});
