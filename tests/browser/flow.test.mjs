// Tests the decision flow, one question at a time: by keyboard, by its address, back, changed, copied, printed, and
// without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axe, eventually, fileUrl, kindOf, launch, none, pagesToOpen, read, watch } from "./support.mjs";

const file = pagesToOpen().find((each) => kindOf(read(each)) === "flow");
const options = { skip: !file && "the site has no flow" };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Calls work(page). The page must not report errors, except those that a test expects.
async function withPage(address, work, settings = {}, quiet = true) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
  try {
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith("file://"));
    await page.goto(fileUrl(file) + address);
    await work(page, context);
    if (quiet) none(seen);
  } finally {
    await context.close();
  }
}

// Returns the steps in the page's list, and the shortest way to each: pairs of step and answer.
const flowOf = (page) =>
  page.evaluate(() => {
    const steps = {};
    for (const element of document.querySelectorAll("[data-step]"))
      steps[element.dataset.step] = {
        id: element.dataset.step, title: element.querySelector("h3").textContent.trim(),
        answers: [...element.querySelectorAll("[data-answer]")].map((item) => ({
          id: item.dataset.answer, to: item.dataset.to, label: item.querySelector(".said").textContent,
          reasons: item.querySelectorAll(".because li").length })),
      };
    const [start] = Object.keys(steps);
    const ways = { [start]: [] };
    for (const queue = [start]; queue.length > 0; ) {
      const id = queue.shift();
      for (const answer of steps[id].answers)
        if (!ways[answer.to]) {
          ways[answer.to] = [...ways[id], [id, answer.id]];
          queue.push(answer.to);
        }
    }
    return { start, steps, ways };
  });
const address = (way) => "#" + way.map((pair) => encodeURIComponent(pair.join("."))).join("/");
const heading = (page) => page.locator(".flow-now h2");
const asked = (page) => heading(page).innerText();
const hash = (page) => page.evaluate(() => location.hash);

// A page handles a new address later, so these wait until it shows this number of answers, or this question.
const answered = (page, count) => eventually(() => page.locator(".flow-path > li").count(), count);
const asks = (page, title) => eventually(() => asked(page), title);

// Returns the longest of the shortest ways to an outcome.
function longest({ steps, ways }) {
  const ends = Object.values(steps).filter((step) => step.answers.length === 0);
  return ends.map((step) => ways[step.id]).sort((a, b) => b.length - a.length)[0];
}

test("every answer works by keyboard, and focuses the next heading", options, () =>
  withPage("", async (page) => {
    const flow = await flowOf(page);
    assert.equal(await asked(page), flow.steps[flow.start].title);
    for (const step of Object.values(flow.steps))
      for (const [i, answer] of step.answers.entries()) {
        await page.evaluate((to) => (location.hash = to), address(flow.ways[step.id]));
        await asks(page, step.title);
        await heading(page).focus();
        // If an outcome leads to another question, the question is below the outcome's text.
        const reached = () => page.evaluate((at) => document.activeElement === document.querySelectorAll(".flow-now .answer")[at], i);
        for (let tabs = 0; tabs < 60 && !(await reached()); ++tabs) await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.querySelector("span").textContent), answer.label);
        await page.keyboard.press("Enter");
        await asks(page, flow.steps[answer.to].title);
        assert.ok(await heading(page).evaluate((element) => element === document.activeElement));
        assert.equal(await hash(page), address([...flow.ways[step.id], [step.id, answer.id]]));
        const said = page.locator(".flow-path > li").last();
        assert.equal(await said.locator("a strong").first().innerText(), answer.label);
        assert.equal(await said.locator("details[open] li").count(), answer.reasons);
      }
  }));

test("an address restores the path; going back takes one answer back", options, () =>
  withPage("", async (page) => {
    const flow = await flowOf(page);
    const way = longest(flow);
    for (const [at, [, id]] of way.entries()) {
      await page.locator(`.flow-now .answer`).nth(flow.steps[(await flowAt(page)).id].answers.findIndex((each) => each.id === id)).click();
      await answered(page, at + 1);
    }
    const end = await asked(page);
    const count = await page.locator(".flow-path > li").count();
    assert.equal(count, way.length);
    // The picture marks the path: its steps, the current one, and the lines between them with their labels.
    const marked = await page.$$eval(".flow-chart g.passed", (all) => all.map((each) => each.dataset.way));
    assert.deepEqual(marked.sort(), way.map((pair) => pair.join(".")).sort());
    const titles = await page.$$eval(".flow-chart a.passed:not(.flow-elsewhere)", (all) => all.map((each) => each.textContent.trim()));
    assert.deepEqual(titles.sort(), [end, ...way.map(([step]) => flow.steps[step].title)].sort());
    await page.reload();
    assert.equal(await asked(page), end);
    await answered(page, way.length);
    await page.goBack();
    await answered(page, way.length - 1);
    await page.goForward();
    await answered(page, way.length);
    assert.equal(await asked(page), end);
    await page.locator(".flow-back").click();
    await answered(page, way.length - 1);
    await page.locator(".flow-again").click();
    await answered(page, 0);
    assert.equal(await asked(page), flow.steps[flow.start].title);
    async function flowAt() {
      const title = await asked(page);
      return Object.values(flow.steps).find((step) => step.title === title);
    }
  }));

test("an invalid address shows the first question, and one of a later step begins there", options, () =>
  withPage("#no.such/step", async (page) => {
    const flow = await flowOf(page);
    assert.equal(await asked(page), flow.steps[flow.start].title);
    const later = Object.values(flow.steps).find((step) => step.id !== flow.start && step.answers.length > 0);
    await page.evaluate((id) => (location.hash = id), encodeURIComponent(later.id));
    await asks(page, later.title);
    assert.equal(await page.locator(".flow-so-far").isVisible(), false);
    // Anchors elsewhere on the page do not change the question.
    await page.evaluate(() => (location.hash = "main"));
    await page.waitForTimeout(50);
    assert.equal(await asked(page), later.title);
  }));

test("an earlier answer can be changed; the previous one is marked", options, () =>
  withPage("", async (page) => {
    const flow = await flowOf(page);
    const way = longest(flow);
    await page.evaluate((to) => (location.hash = to), address(way));
    await answered(page, way.length);
    await page.locator(".flow-path > li > a").first().click();
    await asks(page, flow.steps[flow.start].title);
    const chosen = flow.steps[flow.start].answers.findIndex((answer) => answer.id === way[0][1]);
    const answers = page.locator(".flow-now .answer");
    assert.equal(await answers.locator("small").count(), 1);
    assert.equal(await answers.nth(chosen).locator("small").count(), 1);
    await answers.nth(chosen).click();
    assert.equal(await hash(page), address(way), "the rest of the way is kept");
  }));

test("the answers are copied as Markdown with reasons and sources", options, () =>
  withPage("", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const flow = await flowOf(page);
    const way = longest(flow);
    await page.evaluate((to) => (location.hash = to), address(way));
    await page.locator(".arrived").waitFor();
    await page.locator(".flow-copy").click();
    await page.waitForFunction(() => document.querySelector(".flow-said").textContent !== "");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(text.startsWith(`# ${await asked(page)}\n`));
    for (const [i, [step, answer]] of way.entries()) {
      const label = flow.steps[step].answers.find((each) => each.id === answer).label;
      const [asked, rest] = text.split("\n").find((line) => line.startsWith(`${i + 1}. `)).slice(`${i + 1}. `.length).split(/ (?=\*\*)/);
      assert.equal(rest, `**${label}**`);
      // The question links to itself, with the answers before it, where the site is published.
      const [, title, href] = /^\[(.+)\]\((.+)\)$/.exec(asked) ?? [null, asked];
      assert.equal(title, flow.steps[step].title);
      if (href) assert.equal(new URL(href).hash, i ? address(way.slice(0, i)) : "#" + encodeURIComponent(step));
    }
    const sources = text.slice(text.lastIndexOf("\n## "));
    const numbers = [...text.matchAll(/ \[(\d+)\]/g)].map((match) => Number(match[1]));
    assert.ok(numbers.length > 0);
    for (const number of numbers) assert.match(sources, new RegExp(`^${number}\\. \\S`, "m"));
    assert.ok(!text.includes("file:"), "nothing of the disk is in what others read");
  }));

test("without access to the clipboard the text is shown for copying", options, () =>
  withPage("", async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      document.execCommand = () => false;
    });
    const flow = await flowOf(page);
    await page.evaluate((to) => (location.hash = to), address(longest(flow)));
    await page.locator(".arrived").waitFor();
    await page.locator(".flow-copy").click();
    assert.match(await page.locator(".flow-said textarea").inputValue(), /^# .+\n/);
  }));

for (const scheme of ["light", "dark"])
  test(`axe finds nothing while answering and at the end, ${scheme}`, options, () =>
    withPage("", async (page) => {
      const flow = await flowOf(page);
      const way = longest(flow);
      for (const part of [way.slice(0, -1), way]) {
        await page.evaluate((to) => (location.hash = to), address(part));
        await answered(page, part.length);
        none(await axe(page));
      }
    }, { colorScheme: scheme }, false));

for (const width of [360, 768, 1440])
  test(`no step is wider than a screen of ${width} px`, options, () =>
    withPage("", async (page) => {
      const { ways } = await flowOf(page);
      for (const way of Object.values(ways)) {
        await page.evaluate((to) => (location.hash = to), address(way) === "#" ? "" : address(way));
        await answered(page, way.length);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), address(way));
      }
    }, { viewport: { width, height: 800 } }));

for (const width of [360, 768, 1280, 1440])
  test(`the drawing of the flow can be read on a screen of ${width} px`, options, () =>
    withPage("", async (page) => {
      const drawings = await page.$$eval(".flow-chart", (all) => all.map((svg) => {
        const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a);
        const box = svg.parentElement, part = box.getBoundingClientRect();
        return { isShown: svg.checkVisibility(), smallest: Math.min(...sizes), isWithin: part.left >= 0 && part.right <= innerWidth,
                 reaches: box.scrollWidth >= Math.floor(svg.getBoundingClientRect().width) };
      }));
      assert.ok(drawings.length > 0);
      none(drawings.filter(({ isShown, smallest, isWithin, reaches }) => !isShown || !(smallest >= 12) || !isWithin || !reaches).map((each) => JSON.stringify(each)));
      // A drawing that is wider than the screen is scrolled by keyboard; the page stays in place.
      const wide = page.locator(".flow-scroll").filter({ has: page.locator("svg") });
      for (const box of await wide.all()) {
        if (await box.evaluate((each) => each.scrollWidth <= each.clientWidth)) continue;
        await box.focus();
        await page.keyboard.press("ArrowRight");
        await eventually(() => box.evaluate((each) => each.scrollLeft > 0), true);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    }, { viewport: { width, height: 800 } }));

test("a step whose answers are in another drawing leads there", options, () =>
  withPage("", async (page) => {
    const wrong = await page.$$eval(".flow-elsewhere", (all) => all.filter((link) => {
      const drawing = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
      return !drawing?.querySelector(`.flow-node:not(.flow-elsewhere)[data-way="${CSS.escape(link.dataset.way)}"]`);
    }).map((link) => link.textContent));
    assert.deepEqual(wrong, []);
  }));

test("printed, the flow is its list, and the answers are a separate sheet", options, () =>
  withPage("", async (page) => {
    const flow = await flowOf(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(`#step-${flow.start} h3`).isVisible());
    assert.equal(await page.locator(".flow-app").isVisible(), false);
    await page.evaluate((to) => (location.hash = to), address(longest(flow)));
    await page.reload();
    await page.locator(".arrived").waitFor();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await page.locator(".flow-overview").isVisible(), false);
    assert.ok(await page.locator(".flow-path details li").first().isVisible());
    // Exactly the sources and notes of the visible steps are shown.
    const { missing, idle } = await page.evaluate(() => {
      const shown = [...document.querySelectorAll(".flow-app .cite a, .flow-app a.fig")].map((link) => document.querySelector(link.hash));
      const listed = [...document.querySelectorAll(".references li, .notes > ol > li")].filter((item) => item.checkVisibility());
      return { missing: shown.filter((item) => !item.checkVisibility()).map((item) => item.id), idle: listed.filter((item) => !shown.includes(item)).map((item) => item.id) };
    });
    assert.deepEqual([missing, idle], [[], []]);
  }));

test("sources and notes are below their heading, or it is hidden", options, () =>
  withPage("", async (page) => {
    const flow = await flowOf(page);
    const bare = () => page.evaluate(() => [...document.querySelectorAll(".references, .notes")]
      .filter((list) => list.checkVisibility() && !list.querySelector("li:not([hidden])")).length);
    assert.equal(await bare(), 0);
    for (const way of [[], ...Object.values(flow.ways)]) {
      await page.evaluate((to) => (location.hash = to), address(way));
      await answered(page, way.length);
      assert.equal(await bare(), 0, address(way));
    }
  }));

test("without script the start leads from page to page to an outcome", options, () =>
  withPage("", async (page) => {
    assert.equal(await page.locator(".flow-app").isVisible(), false);
    assert.ok((await page.locator("[data-step]").count()) > 1);
    const follow = async (link) => {
      const before = page.url();
      await link.click();
      await page.waitForURL((now) => now.href !== before);
    };
    await follow(page.locator(".start a"));
    let pages = 1;
    for (; (await page.locator("a.answer").count()) > 0 && pages < 500; ++pages) await follow(page.locator("a.answer").last());
    assert.ok(pages > 1);
    assert.equal(await page.locator("body").getAttribute("data-kind"), "outcome");
    // The reason of the last answer is open, and the title above it is in view; the other reasons are folded.
    const reason = page.locator(":target");
    assert.ok(await reason.locator(".because li").first().isVisible());
    assert.ok(await page.locator("h1").evaluate((title) => title.getBoundingClientRect().top >= 0));
    const answers = page.locator(".reasons > ul > li"), shown = () => answers.evaluateAll((all) => all.filter((each) => each.checkVisibility()).length);
    assert.equal(await shown(), 1);
    const count = await answers.count();
    if (count === 1) return;
    await page.locator(".reasons > .more a").click();
    assert.equal(await shown(), count);
    assert.equal(await page.locator(".reasons .because").evaluateAll((all) => all.filter((each) => each.checkVisibility()).length), 0);
    await answers.first().locator("a").first().click();
    assert.equal(await shown(), 1);
    assert.ok(await answers.first().locator(".because li").first().isVisible());
    await page.emulateMedia({ media: "print" });
    assert.equal(await shown(), count);
  }, { javaScriptEnabled: false }));

// Returns ways through the flow to each step that shows passages, one for each set of answers that its conditions name.
const waysToPassages = (page) =>
  page.evaluate(() => {
    const steps = Object.fromEntries([...document.querySelectorAll("[data-step]")].map((step) => [step.dataset.step, step]));
    const namesIn = (step) => [...step.querySelectorAll(".when")].flatMap(({ dataset }) => (dataset.when ?? dataset.unless).split(/[ ,]/));
    const found = {};
    const walk = (id, way) => {
      const step = steps[id], given = way.map((pair) => pair.join("."));
      const names = [...new Set(namesIn(step))].filter((name) => given.includes(name)).sort();
      if (step.querySelector(".when")) found[`${id} after ${names}`] ??= { id, way, names };
      for (const answer of step.querySelectorAll("[data-answer]")) walk(answer.dataset.to, [...way, [id, answer.dataset.answer]]);
    };
    walk(document.querySelector("[data-step]").dataset.step, []);
    return Object.values(found);
  });
// Returns the last blocks of the passages that readers with these answers see, from the attributes of all passages of
// the step, without citations, whose numbers depend on the page.
const wanted = (page, id, names) =>
  page.locator(`[data-step="${id}"] .step-text .when`).evaluateAll((all, names) => {
    const holds = (any) => any.split(",").some((group) => group.split(" ").every((name) => names.includes(name)));
    const shown = all.filter(({ dataset }) => (dataset.when ? holds(dataset.when) : !holds(dataset.unless)));
    return shown.map((passage) => {
      const copy = passage.lastElementChild.cloneNode(true);
      for (const each of copy.querySelectorAll(".cite, .card")) each.remove();
      return copy.matches(".when-title") ? "" : copy.textContent.replace(/\s+/g, " ").trim();
    });
  }, names);
const textOf = (element) => {
  const copy = element.cloneNode(true);
  for (const each of copy.querySelectorAll(".cite, .card")) each.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
};

test("an outcome shows only the passages for the answers given, and links to its page, at the reason of the last answer", options, () =>
  withPage("", async (page, context) => {
    await page.locator(".flow-overview details").evaluateAll((all) => all.forEach((each) => (each.open = true)));
    for (const { id, way, names } of await waysToPassages(page)) {
      const texts = await wanted(page, id, names);
      await page.evaluate((to) => (location.hash = to), address(way));
      await answered(page, way.length);
      assert.equal(await page.locator(".flow-now .when").count(), texts.length, `${id} after ${names}`);
      assert.equal(await page.locator(".flow-now .when-title").count(), 0);
      const now = await page.locator(".flow-now").evaluate(textOf);
      for (const text of texts) assert.ok(now.includes(text), `${id} after ${names}: ${text}`);
      const href = await page.locator(".flow-page a").first().evaluate((link) => link.href);
      const other = await context.newPage();
      await other.goto(href);
      if (new URL(href).hash) assert.equal(await other.locator(":target .because").first().isVisible(), true, href);
      await other.close();
    }
    // Readers who begin in the middle see all passages, each below its answers.
    const [first] = await waysToPassages(page);
    if (!first) return;
    await page.evaluate((id) => (location.hash = id), encodeURIComponent(first.id));
    await eventually(() => page.locator(".flow-now .when-title").count().then((count) => count > 0), true);
  }));
