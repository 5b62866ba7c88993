// Tests parts of the theme on every page: keyboard navigation, the list of headings, problem reports, and reading
// aloud.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { fileUrl, kindOf, launch, none, pagesOfEachKind, read, serve, siteFiles, watch } from "./support.mjs";

const kinds = pagesOfEachKind().filter((file) => !["404", "redirect", "embed"].includes(kindOf(read(file))));
const lesson = siteFiles().find((file) => file.endsWith(".html") && kindOf(read(file)) === "lesson");
const long = siteFiles().find((file) => file.endsWith(".html") && /^[5-9]$|^1.$/.test((read(file).match(/<h2 /g) ?? []).length) && read(file).includes('class="toc"'));
const withReport = siteFiles().find((file) => file.endsWith(".html") && !file.endsWith("index.html") && /<a class="report"/.test(read(file)) && /<details class="notes"><summary>Where the numbers in the text/.test(read(file)));

// The width of A4 without margins of 18 mm, at 96 px per inch.
const kPaper = 658;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

async function withPage(file, work, settings = {}, prepare = () => {}) {
  const context = await browser.newContext(settings);
  try {
    const page = await context.newPage();
    await page.addInitScript(prepare);
    const seen = watch(page, (url) => url.startsWith("file://"));
    await page.goto(fileUrl(file));
    await work(page);
    none(seen);
  } finally {
    await context.close();
  }
}

test("the theme is small: styles below 14.75 KiB, the scripts of each page below 12 KiB", () => {
  const packed = (files) => gzipSync(files.map(read).join(""), { level: 9 }).length;
  const styles = packed(siteFiles().filter((file) => /^assets\/[^/]*\.css$/.test(file)));
  const content = kinds.filter((file) => kindOf(read(file)) !== "search" && !read(file).includes("data-moved"));
  const loaded = content.map((file) => [...new Set([...read(file).matchAll(/<script src="(?:[^"]*\/)?(assets\/[^"/]*\.js)"/g)].map(([, script]) => script))]);
  assert.ok(loaded.flat().length > 0 && styles < 14.75 * 1024, `styles ${styles} B`);
  none(loaded.map((files, i) => [packed(files), `${content[i]}: ${files.join(", ")}`]).filter(([bytes]) => bytes >= 12 * 1024).map(([bytes, what]) => `${bytes} B of scripts in ${what}`));
});

test("the choice of light or dark colours is kept, and works before the page is drawn", async () => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(fileUrl(kinds[0]));
  const light = await paper();
  await page.locator(".theme select").selectOption("dark");
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.goto(fileUrl(kinds[1]));
  assert.equal(await paper(), dark);
  assert.equal(await page.inputValue(".theme select"), "dark");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
  await page.emulateMedia({ media: "screen" });
  await page.selectOption(".theme select", "");
  assert.equal(await paper(), light);
  await context.close();
});

test("without script there is no choice of colours", () =>
  withPage(kinds[0], async (page) => assert.equal(await page.isVisible(".theme"), false), { javaScriptEnabled: false }));

test("on wide screens, small charts are beside the text and cover nothing", async (t) => {
  const files = siteFiles().filter((file) => file.endsWith(".html") && ["lesson", "comparison"].includes(kindOf(read(file))) && /<figure class="chart"[^>]* data-small/.test(read(file))).slice(0, 3);
  if (files.length === 0) return t.skip("no page has any");
  const found = [];
  for (const file of files)
    await withPage(file, async (page) => {
      for (const [width, charts] of [[1280, false], [1440, false], [1600, true]]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await page.evaluate((charts) => {
          const box = (element) => element.getBoundingClientRect();
          const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
          const small = all("[data-small]"), list = all("article > .toc");
          const textEnd = box(document.querySelector(".content > p")).right, end = list.length > 0 ? box(list[0]).left : innerWidth;
          const isBeside = (each) => box(each).left >= textEnd && box(each).right <= end;
          const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          const beside = small.filter(isBeside), others = [...beside, ...all(".content > :is(figure, .scroll):not([data-small])")];
          return [small.some((each) => isBeside(each) !== charts) && "a chart is in the wrong place",
                  beside.some((each) => others.some((other) => other !== each && meet(box(each), box(other)))) && "something is covered"].filter(Boolean);
        }, charts)).map((what) => `${file}, ${width} px: ${what}`));
      }
    });
  none(found);
});

for (const javaScriptEnabled of [true, false])
  test(`from 1200 px the list of headings is open beside the text, below it can be opened, ${javaScriptEnabled ? "with" : "without"} script`, { skip: !long && "no page has enough headings" }, () =>
    withPage(long, async (page) => {
      const layout = () => page.evaluate(() => {
        const toc = document.querySelector("article > .toc"), list = toc.querySelector(":scope > ul"), text = document.querySelector("article > .content");
        const isBeside = toc.getBoundingClientRect().left >= text.getBoundingClientRect().right;
        return { isOpen: list.checkVisibility(), isBeside, hasSwitch: toc.querySelector("summary").checkVisibility() };
      });
      for (const width of [1200, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await layout(), { isOpen: true, isBeside: true, hasSwitch: false }, `${width} px`);
      }
      for (const width of [1199, 1000, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await layout(), { isOpen: false, isBeside: false, hasSwitch: true }, `${width} px`);
      }
      await page.locator(".toc summary").focus();
      await page.keyboard.press("Enter");
      assert.deepEqual(await layout(), { isOpen: true, isBeside: false, hasSwitch: true });
    }, { javaScriptEnabled }));

const cites = siteFiles().find((file) => file.endsWith(".html") && kindOf(read(file)) !== "flow" && read(file).includes('class="references"'));
for (const javaScriptEnabled of [true, false])
  test(`a phone folds the list of sources, and a link to a source shows it, ${javaScriptEnabled ? "with" : "without"} scripts`, { skip: !cites && "no page with sources" }, () =>
    withPage(cites, async (page) => {
      const list = page.locator(".references > ol"), fold = page.locator(".references summary");
      const shown = async () => [await list.isVisible(), await fold.isVisible()];
      assert.deepEqual(await shown(), [false, true]);
      await fold.click();
      assert.ok(await list.isVisible());
      await fold.click();
      assert.ok(!(await list.isVisible()));
      await page.goto(`${fileUrl(cites)}#${await list.locator("li").first().getAttribute("id")}`);
      assert.ok(await list.isVisible());

      await page.goto(fileUrl(cites));
      await page.setViewportSize({ width: 1280, height: 900 });
      assert.deepEqual(await shown(), [true, false]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ media: "print" });
      assert.deepEqual(await shown(), [true, false]);
    }, { javaScriptEnabled, viewport: { width: 360, height: 740 } }));

test("nothing is cut off in print", async () => {
  const found = [];
  for (const file of kinds)
    await withPage(file, async (page) => {
      await page.emulateMedia({ media: "print" });
      // Finds elements of the text that extend beyond the sheet.
      found.push(...(await page.evaluate(() => [...document.querySelectorAll("main :is(figure :is(table, td, th, svg), .rows, img)")]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 2).map((each) => `${each.localName} in ${each.closest("figure")?.id ?? each.parentElement.className}: ${Math.round(each.getBoundingClientRect().right)} px`)))
          .map((what) => `${file}: ${what}`));
    }, { viewport: { width: kPaper, height: 1000 } });
  none(found);
});

test("in print there are no arrows and markers of controls", async () => {
  const found = [];
  for (const file of kinds)
    await withPage(file, async (page) => {
      // Arrows of sorted columns, and those that touch screens show.
      await page.addStyleTag({ content: '@media screen { .sort .title::after { content: "↕"; } }' });
      await page.emulateMedia({ media: "print" });
      found.push(...(await page.evaluate(() => {
        const content = (element, part) => {
          const style = getComputedStyle(element, part);
          return !["none", "normal"].includes(style.content) && style.display !== "none";
        };
        return [...document.querySelectorAll("main :is(summary, .sort .title, .next-steps a)")]
          .filter((each) => each.checkVisibility() && (each.matches("summary") ? getComputedStyle(each).listStyleType !== "none" : content(each, each.matches("a") ? "::before" : "::after")))
          .slice(0, 2).map((each) => `${each.localName} ${each.textContent.trim().slice(0, 30)}`);
      })).map((what) => `${file}: ${what}`));
    }, { viewport: { width: kPaper, height: 1000 }, bypassCSP: true });
  none(found);
});

test("on a phone no part of the header covers another, with short and long titles", async () => {
  for (const width of [320, 360, 600])
    await withPage(lesson ?? kinds[0], async (page) => {
      const covered = await page.evaluate(() => {
        document.querySelector(".site-title span").textContent = "Wiki";
        const parts = [...document.querySelectorAll(".site-title, .site-header .search, .site-nav summary")].map((part) => {
          const texts = document.createRange();
          texts.selectNodeContents(part);
          return [part.className || part.localName, part.localName === "form" ? part.getBoundingClientRect() : texts.getBoundingClientRect()];
        });
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return parts.flatMap(([name, box], i) => parts.slice(i + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} and ${other}`));
      });
      assert.deepEqual(covered, [], `${width} px`);
    }, { viewport: { width, height: 800 } });
});

test("the first Tab focuses the skip link, and the focus is visible", async () => {
  await withPage(lesson ?? kinds[0], async (page) => {
    await page.keyboard.press("Tab");
    const skip = await page.evaluate(() => {
      const link = document.activeElement, box = link.getBoundingClientRect();
      return { hash: link.hash, seen: box.top >= 0 && box.height > 0, outline: getComputedStyle(link).outlineStyle };
    });
    assert.deepEqual(skip, { hash: "#main", seen: true, outline: "solid" });
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  });
});

test("the list of headings marks the current section", { skip: !long && "no page has enough headings" }, async () => {
  await withPage(long, async (page) => {
    const current = () => page.locator('.toc a[aria-current="true"]').getAttribute("href");
    for (const which of [2, 1]) {
      const href = await page.locator(".toc > ul > li > a").nth(which).getAttribute("href");
      await page.evaluate((id) => document.getElementById(id).scrollIntoView(), decodeURIComponent(href.slice(1)));
      await page.waitForFunction((wanted) => document.querySelector('.toc a[aria-current="true"]')?.getAttribute("href") === wanted, href);
      assert.equal(await current(), href);
    }
  }, { viewport: { width: 1440, height: 500 } });
});

test("a problem report contains page, place, value and source", { skip: !withReport && "the site has no repository" }, async () => {
  await withPage(withReport, async (page) => {
    await page.locator(".content > .notes > summary").first().click();
    const note = page.locator(".content > .notes li").first();
    const url = new URL(await note.locator("a.report").getAttribute("href"));
    const body = url.searchParams.get("body");
    const id = await note.getAttribute("id");
    const value = (await page.locator(`a[href="#${id}"]`).first().textContent()).trim();
    assert.match(url.pathname, /\/issues\/new$/);
    assert.ok(url.searchParams.get("title").includes(await page.locator("h1").textContent()));
    for (const part of [withReport, `#${id}`, value]) assert.ok(decodeURIComponent(body).includes(part), `${part} in ${body}`);
    assert.ok(body.trim().split("\n").at(-1).length > 20, body);
  });
  await withPage(withReport, async (page) => {
    assert.match(await page.locator("a.report").getAttribute("href"), /\/issues\/new\?title=/);
  }, { javaScriptEnabled: false });
});

test('"/" goes to the search, but not from where one writes', async () => {
  await withPage(kinds[0], async (page) => {
    const search = page.locator("[data-search]");
    await page.evaluate(() => document.querySelector("main").append(Object.assign(document.createElement("input"), { id: "other", ariaLabel: "other" })));
    await page.keyboard.press("/");
    if (await search.count()) {
      assert.ok(await search.evaluate((input) => input === document.activeElement));
      assert.equal(await search.inputValue(), "");
    }
    await page.locator("#other").focus();
    await page.keyboard.press("/");
    assert.equal(await page.locator("#other").inputValue(), "/");
  });
});

// Simulates a synthesiser that records texts, and ends when the test says so.
function fakeSpeech(voices) {
  const said = [];
  let speaking;
  const fake = {
    said, getVoices: () => voices, addEventListener() {}, cancel: () => (speaking = undefined),
    rates: [], speak(utterance) { said.push(utterance.text); this.rates.push(utterance.rate); speaking = utterance; },
    finish() { const done = speaking; speaking = undefined; done.onend({ target: done }); },
    get speaking() { return Boolean(speaking); },
  };
  Object.defineProperty(globalThis, "speechSynthesis", { value: fake });
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}
const kOwn = `(${fakeSpeech})([{ lang: "en-GB", localService: true, default: true, name: "here" }])`;
const kAway = `(${fakeSpeech})([{ lang: "en-GB", localService: false, default: true, name: "away" }, { lang: "xx", localService: true }])`;
const options = { skip: !lesson && "the site has no lesson" };

test("a lesson is read part by part, and marks the current part", options, async () => {
  await withPage(lesson, async (page) => {
    const reading = () => page.locator(".reading").textContent();
    const said = () => page.evaluate(() => speechSynthesis.said);
    const [play, stop] = [page.locator(".listen button").nth(0), page.locator(".listen button").nth(1)];
    assert.equal(await stop.isVisible(), false);
    await play.focus();
    await page.keyboard.press("Enter");
    await page.locator(".reading").waitFor();
    assert.deepEqual(await said(), [await page.locator("h1").textContent()]);
    assert.equal(await reading(), await page.locator("h1").textContent());
    await page.evaluate(() => speechSynthesis.finish());
    assert.equal((await said()).length, 2);
    const second = await reading();
    // After a pause, reading resumes at the beginning of the part.
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => speechSynthesis.speaking), false);
    assert.equal(await page.locator(".reading").count(), 0);
    await page.keyboard.press("Enter");
    assert.equal(await reading(), second);
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await reading(), second);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".reading").count(), 0);
    assert.equal(await stop.isVisible(), false);
    // Reading stops at the end. It omits tables, code and notes.
    await play.click();
    for (let i = 0; i < 400 && (await page.evaluate(() => speechSynthesis.speaking)); ++i) await page.evaluate(() => speechSynthesis.finish());
    assert.equal(await page.evaluate(() => speechSynthesis.speaking), false);
    assert.equal(await page.locator(".reading").count(), 0);
    for (const text of await said()) assert.ok(!/^\s*$|SELECT /.test(text), text);
  }, {}, kOwn);
});

test("a reader can choose a chapter and a speed, and finds both again on the next visit", options, async () => {
  const server = await serve("/any/path/");
  const context = await browser.newContext();
  const visit = async (work) => {
    const page = await context.newPage();
    await page.addInitScript(kOwn);
    await page.goto(`${server.origin}/any/path/${lesson}`);
    await work(page, page.locator(".listen button").first(), page.locator(".listen select").nth(0), page.locator(".listen select").nth(1));
    await page.close();
  };
  try {
    let chosen;
    await visit(async (page, play, chapter, speed) => {
      assert.equal(await play.textContent(), "Listen");
      await play.click();
      await page.locator(".reading").waitFor();
      assert.deepEqual(await chapter.locator("option").allTextContents(), await page.locator("h1, .content h2").evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.firstChild.textContent.trim())));
      await speed.selectOption("1.5");
      assert.equal(await page.evaluate(() => speechSynthesis.rates.at(-1)), 1.5);
      chosen = await chapter.locator("option").nth(1).getAttribute("value");
      await chapter.selectOption(chosen);
      assert.equal(await page.locator(".reading").evaluate((part) => part.localName), "h2");
    });
    await visit(async (page, play, chapter, speed) => {
      assert.equal(await play.textContent(), "Resume");
      await play.click();
      await page.locator(".reading").waitFor();
      assert.equal(await chapter.inputValue(), chosen);
      assert.equal(await speed.inputValue(), "1.5");
      assert.equal(await page.evaluate(() => speechSynthesis.rates.at(-1)), 1.5);
    });
  } finally {
    await context.close();
    server.close();
  }
});

test("without a voice there is no button", options, async () => {
  await withPage(lesson, async (page) => assert.equal(await page.locator(".listen button").count(), 0), {}, kAway);
});
