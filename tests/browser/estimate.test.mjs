// Tests estimates: the form calculates the same as the build and as this test, the address stores the inputs, and
// without script the cases are a table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import path from "node:path";

import { fileUrl, launch, nodeModules, none, read, siteFiles, watch } from "./support.mjs";

const withEstimates = siteFiles().filter((file) => file.endsWith(".html") && !file.endsWith("/print.html") && read(file).includes('<figure class="estimate"'));
const known = "compare/estimate.html";
const any = { skip: withEstimates.length === 0 && "the site has no estimate" };
const engines = { skip: !siteFiles().includes(known) && "the site has no such page" };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Calls work(page). The page must not report errors.
async function withPage(file, address, work, settings = {}) {
  const context = await browser.newContext(settings);
  try {
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith("file://"));
    await page.goto(fileUrl(file) + address);
    await work(page);
    none(seen);
  } finally {
    await context.close();
  }
}

// The texts of the cells of each row and what they are rounded from, without dates: those of a case include the dates of
// its options.
const table = (page, id) =>
  page.$$eval(`#${id} > .scroll tbody tr`, (rows) => rows.map((row) => [...row.querySelectorAll(":scope > :not(.dates)")].map((cell) => cell.textContent + (cell.querySelector("a")?.title ?? ""))));
const said = (page, id) => page.locator(`#${id} .said`).innerText();
const set = (page, id, name, value) => page.locator(`#${id}-${name}`).fill(value);
const search = (page) => page.evaluate(() => decodeURIComponent(location.search) + location.hash);

test("for the default inputs and each case, the script computes the rows of the build", any, async () => {
  for (const file of withEstimates) {
    let links = [];
    await withPage(file, "", async (page) => {
      for (const id of await page.$$eval("figure.estimate", (figures) => figures.map((figure) => figure.id))) {
        // The build's rows for the default inputs, before the script sorts them.
        const written = await page.evaluate(async ([id, html]) => {
          const figure = new DOMParser().parseFromString(html, "text/html").getElementById(id);
          return [...figure.querySelector("template").content.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll(":scope > :not(.dates)")].map((cell) => cell.textContent + (cell.querySelector("a")?.title ?? "")).join("|"));
        }, [id, read(file)]);
        const shown = (await table(page, id)).map((cells) => cells.join("|"));
        assert.ok(shown.length > 0 || (await page.locator(`#${id} > .out li`).count()) > 0, `${file} #${id}`);
        for (const row of shown) assert.ok(written.includes(row), `${file} #${id}: ${row}`);
        const cases = await page.$$eval(`#${id} .examples a`, (found) => found.map((link) => link.getAttribute("href")));
        links.push(...cases.map((href, i) => ({ id, i, address: href.slice(href.indexOf("?")) })));
      }
    });
    for (const { id, i, address } of links)
      await withPage(file, address, async (page) => {
        // A case that excludes all rows has no group.
        const name = await page.locator(`#${id} .examples a`).nth(i).textContent();
        const built = await page.$eval(`#${id} .cases`, (cases, start) => ({
          rows: [...cases.querySelectorAll("tbody")].filter((body) => body.rows[0]?.textContent.startsWith(start))
            .flatMap((body) => [...body.rows].slice(1).map((row) => [...row.querySelectorAll(":scope > :not(.dates)")].map((cell) => cell.textContent + (cell.querySelector("a")?.title ?? "")))),
          out: [...cases.querySelectorAll(".out")].filter((out) => out.firstChild.textContent.endsWith(`: ${start}`))
            .flatMap((out) => [out.firstChild.textContent.split(":")[0], ...[...out.querySelectorAll("li")].map((line) => line.textContent)]),
        }), name);
        assert.deepEqual(await table(page, id), built.rows, `${file}${address}`);
        assert.deepEqual(await page.$$eval(`#${id} > .out :is(p, li)`, (lines) => lines.map((line) => line.textContent)), built.out, `${file}${address}`);
      });
  }
});

test("notes list their places by number, in a list of the page", any, async () => {
  for (const file of withEstimates)
    await withPage(file, "", async (page) => {
      const wrong = await page.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        // As the script does, which adds the notes and places of a template to those of the page.
        for (const { content, parentNode } of parsed.querySelectorAll("figure.estimate > template"))
          [...content.children].slice(-2).forEach((list, i) => parentNode.querySelectorAll(".notes > ol")[i]?.append(...list.children));
        const all = [...parsed.querySelectorAll("a.places")];
        const isRight = (link) => link.textContent.split(", ").every((number) => parsed.getElementById(decodeURIComponent(link.hash.slice(1)))?.children[number - 1]?.matches("li"));
        return all.filter((link) => !isRight(link)).map((link) => link.outerHTML);
      }, read(file));
      assert.deepEqual(wrong, [], file);
    });
});

test("the card of a calculated number has the places that its note lists by number", engines, () =>
  withPage(known, "", async (page) => {
    await page.$eval("#move-keys .cases", (cases) => (cases.open = true));
    const cells = page.locator("#move-keys .cases a.cell");
    const listed = await cells.evaluateAll((links) => links.map(({ hash }) => document.getElementById(hash.slice(1)).querySelector("a.places")?.textContent.split(", ").length));
    const most = Math.max(...listed.filter(Boolean));
    assert.ok(most > 1, "no cell has several places");
    await cells.nth(listed.indexOf(most)).click();
    await page.locator(".sheet .origin").first().waitFor();
    assert.equal(await page.locator(".sheet .origin").count(), most);
    assert.equal(await page.locator(".sheet .origin b").first().innerText(), "Example Lab");
    assert.equal(await page.locator(".sheet a.places").count(), 0);
  }));

test("an input changes the numbers, their order, the summary and the address", engines, () =>
  withPage(known, "", async (page) => {
    await set(page, "load-time", "requests", "750.5");
    await set(page, "load-time", "pause", "35");
    await page.locator("#load-time-workload").selectOption("");
    const rows = await table(page, "load-time");
    assert.equal(rows.length, 24);
    const expected = rows.map(([, , , throughput]) => {
      const minutes = (750.5e6 / Number(throughput.replaceAll(",", "")) + 35) / 60;
      return [minutes, (100 * minutes) / 1440];
    });
    rows.forEach((cells, i) => {
      assert.ok(Math.abs(Number(cells[4]) - expected[i][0]) <= 0.05001, cells.join(" "));
      assert.ok(Math.abs(Number(cells[5].replaceAll(",", "")) - expected[i][1]) <= 0.005001, cells.join(" "));
    });
    const minutes = expected.map(([value]) => value);
    assert.deepEqual(minutes, [...minutes].sort((a, b) => a - b));
    assert.equal(await said(page, "load-time"),
      `${rows[0][0]}: ${rows[0][4]} min, the lowest of 24 (Requests: 750.5 million ops; Pause: 35 s).`);
    assert.equal(await search(page),
      "?load-time.requests=750.5&load-time.pause=35&load-time.workload=&load-time.design=#load-time");
    // Each number still links to its note.
    const link = page.locator("#load-time > .scroll tbody tr >> nth=0").locator("td:nth-child(5) a");
    assert.match(await link.getAttribute("href"), /^#load-time-n\d+$/);
    // If more is better, the largest is first.
    const most = await page.$$eval("#most-requests > .scroll tbody td:nth-child(4) a", (links) => links.map((link) => [Number(link.textContent), Number(link.title)]));
    assert.deepEqual(most, [...most].sort(([, a], [, b]) => b - a));
    assert.match(await said(page, "most-requests"), /, the highest of \d+ \(Time: 8 hours\)\.$/);
    // Three significant digits are shown; hovering shows the others.
    for (const [shown, exact] of most) assert.equal(shown, Number(exact.toPrecision(3)));
    assert.ok(most.some(([shown, exact]) => shown !== exact));
  }));

test("the summary of ranges that overlap states no order", engines, () =>
  withPage(known, "", async (page) => {
    const rows = (await table(page, "busy-time")).map(([name, , , least, most]) => ({ name, least: Number(least), most: Number(most) }));
    // A row may be the best if it can be as low as every row before it: below the least of their high ends.
    const tied = rows.filter(({ least }, i) => rows.slice(0, i).every(({ most }) => least <= most));
    assert.ok(tied.length > 1 && tied.length < rows.length, "some of the rows overlap with the first");
    const names = tied.map(({ name }) => name).join(", ");
    const most = Math.max(...tied.map((row) => row.most)).toFixed(1);
    assert.equal(await said(page, "busy-time"),
      `${names}: ${rows[0].least.toFixed(1)} min to ${most} min. The ranges overlap, so none of them is certain to be the best of ${rows.length} (Requests: 100 million ops).`);
  }));

test("an address restores the inputs of one estimate of two, and ignores unknown ones", engines, () =>
  withPage(known, "?other=1&load-time.requests=2&load-time.design=b-tree&load-time.workload=nonsense#load-time", async (page) => {
    assert.equal(await page.locator("#load-time-requests").inputValue(), "2");
    assert.match(await said(page, "load-time"), / \(Requests: 2 million ops; Workload: any\)\.$/);
    assert.equal(await page.locator("#load-time-design").inputValue(), "b-tree");
    assert.equal(await page.locator("#most-requests-time").inputValue(), "8");
    await set(page, "most-requests", "time", "3");
    assert.match(await search(page), /^\?other=1&load-time\.requests=2.*&most-requests\.time=3#most-requests$/);
    await page.locator("#load-time").getByRole("button", { name: "Reset" }).click();
    await page.waitForFunction(() => document.getElementById("load-time-requests").value === "100");
    await page.waitForFunction(() => location.search.includes("load-time.requests=100"));
    assert.match(await search(page), /most-requests\.time=3/);
  }));

test("a link of another page sets the inputs", engines, () =>
  withPage("faq/can-i-move.html", "", async (page) => {
    await page.locator('main a[href*="estimate.html?"]').first().click();
    await page.waitForURL("**/compare/estimate.html?*");
    assert.equal(await page.locator("#move-keys-from").inputValue(), "Alder");
    assert.match(await said(page, "move-keys"), /^Birch: 0\.73 h/);
  }));

test("invalid inputs show a message instead of numbers", engines, () =>
  withPage(known, "", async (page) => {
    const rows = page.locator("#load-time > .scroll");
    for (const [name, value, words] of [
      ["requests", "", "Requests must be a number from 0.5 to 100,000."],
      ["requests", "0.4", "Requests must be a number from 0.5 to 100,000."],
      ["requests", "1e2", "Requests must be a number from 0.5 to 100,000."],
      ["pause", "7", "Pause must be a number from 0 to 3,600 in steps of 5."],
      ["pause", "-5", "Pause must be a number from 0 to 3,600 in steps of 5."],
    ]) {
      const control = page.locator(`#load-time-${name}`);
      const before = await control.inputValue();
      await control.fill(value);
      assert.equal(await said(page, "load-time"), words);
      assert.equal(await control.getAttribute("aria-invalid"), "true");
      assert.equal(await rows.isVisible(), false);
      await control.fill(before);
      assert.equal(await control.getAttribute("aria-invalid"), "false");
      assert.equal(await rows.isVisible(), true);
    }
  }));

test("the form works by keyboard, and Enter does not leave the page", engines, () =>
  withPage(known, "", async (page) => {
    await page.locator("#load-time-pause").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator("#load-time-pause").inputValue(), "5");
    assert.match(await said(page, "load-time"), /Pause: 5 s/);
    await page.keyboard.press("Enter");
    assert.match(await search(page), /load-time\.pause=5/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    assert.match(await said(page, "load-time"), /Workload: /);
    const focused = () => page.evaluate(() => document.activeElement.id);
    assert.equal(await focused(), "load-time-workload");
  }));

test("numbers are exact where binary fractions are not", engines, () =>
  withPage(known, "?load-time.requests=99999.999999", async (page) => {
    for (const [, , , throughput, time] of await table(page, "load-time")) {
      const hundredths = (99999999999n * 100n) / (BigInt(throughput.replaceAll(",", "")) * 60n);
      assert.equal(time.replace(".", ""), String((hundredths + 5n) / 10n), throughput);
    }
  }));

test("without script the cases are a table, and there is no form", any, async () => {
  for (const file of withEstimates)
    await withPage(file, "", async (page) => {
      assert.ok((await page.locator("figure.estimate .cases tbody tr:visible").count()) > 0);
      assert.equal(await page.locator("figure.estimate form:visible").count(), 0);
      assert.equal(await page.locator("figure.estimate > .scroll").count(), 0);
    }, { javaScriptEnabled: false });
});

test("on a narrow screen only tables are wider than it, and axe finds nothing, in light and dark", any, async () => {
  const axe = readFileSync(path.join(nodeModules, "axe-core/axe.min.js"), "utf8");
  for (const file of withEstimates)
    for (const [width, colorScheme] of [[360, "light"], [1440, "dark"]])
      await withPage(file, "", async (page) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${file} at ${width} px is ${wide} px too wide`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run("figure.estimate", { preload: false }));
        none(violations.map(({ id, nodes }) => `${file} at ${width} px: ${id} ${nodes[0].html}`));
      }, { viewport: { width, height: 800 }, colorScheme });
});

test("a printed estimate states the inputs", any, async () => {
  await withPage(withEstimates[0], "", async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("figure.estimate form input").first().isVisible());
    assert.equal(await page.locator("figure.estimate form :is(button, a):visible").count(), 0);
    assert.ok(await page.locator("figure.estimate .said").first().isVisible());
    assert.ok(await page.locator("figure.estimate > .scroll").first().isVisible());
  });
});
