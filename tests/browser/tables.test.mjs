// Tests the tools of tables: sort, filter, choose columns, copy, and the address that stores them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axe, fileUrl, launch, none, read, siteFiles, watch } from "./support.mjs";

const file = "compare/tables.html";
const options = { skip: !siteFiles().includes(file) && "the site has no such page" };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// Calls work(page). The page must not report errors, except those that a test expects.
async function withPage(address, work, settings = {}, quiet = true) {
  const context = await browser.newContext(settings);
  try {
    const page = await context.newPage();
    const seen = watch(page, (url) => url.startsWith("file://"));
    await page.goto(fileUrl(file) + address);
    await work(page);
    if (quiet) none(seen);
  } finally {
    await context.close();
  }
}

const names = (page, table) =>
  page.$$eval(`#${table} tbody tr:not(.row-group):not([hidden]) > th`, (heads) => heads.map((head) => head.innerText));
const values = (page, table, column) =>
  page.$$eval(`#${table} tbody tr:not(.row-group):not([hidden]) > :nth-child(${column})`, (cells) =>
    cells.map((cell) => cell.querySelector("a")?.textContent ?? cell.textContent));
const search = (page) => page.evaluate(() => decodeURIComponent(location.search) + location.hash);

test("a header sorts its column by value, then in reverse, then not", options, () =>
  withPage("", async (page) => {
    const before = await values(page, "all-results", 4);
    const head = page.locator("#all-results th[data-column=throughput]");
    await head.getByRole("button", { name: "Throughput" }).click();
    const numbers = (await values(page, "all-results", 4)).map((text) => Number(text.replaceAll(",", "")));
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.equal(await search(page), "?all-results.sort=-throughput#all-results");
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), null);
    assert.deepEqual(await values(page, "all-results", 4), before);
    assert.equal(await search(page), "#all-results");
  }));

test("a table of many rows shows the first ones, also sorted, and all on demand", options, async () => {
  const page = await browser.newPage();
  await page.route("**/tables.html", (route) => {
    const body = read(file).replace(/(id="all-results"[^]*?<tbody>)([^]*?)(?=<\/tbody>)/, (_, start, rows) => start + rows.repeat(200));
    return route.fulfill({ body, contentType: "text/html" });
  });
  await page.goto(fileUrl(file));
  assert.equal((await names(page, "all-results")).length, 100);
  const [, all] = /^100 of (\d+) rows/.exec(await page.locator("#all-results .table-tools [role=status]").innerText());
  assert.ok(all > 1000);
  const sort = page.locator("#all-results th[data-column=throughput]").getByRole("button");
  await sort.click();
  const numbers = (await values(page, "all-results", 4)).map((text) => Number(text.replaceAll(",", "")));
  assert.equal(numbers.length, 100);
  assert.ok(numbers.every((number) => number === numbers[0]), "the highest value of all rows comes first");
  await page.locator("#all-results").getByRole("button", { name: `All ${all} rows` }).click();
  assert.equal((await names(page, "all-results")).length, Number(all));
  // Sorted again, it shows the first ones again.
  await sort.click();
  assert.equal((await names(page, "all-results")).length, 100);
  await page.close();
});

test("empty cells are last in both orders, and rows stay in their group", options, () =>
  withPage("", async (page) => {
    const head = page.locator("#grouped-engines th[data-column=write_amplification]").getByRole("button");
    const lines = () => page.$$eval("#grouped-engines tbody tr", (rows) => rows.map((row) => row.cells[0].innerText.trim()));
    const groups = async () => (await lines()).filter((name) => ["B-tree", "Hash table", "LSM tree"].includes(name));
    const before = await groups();
    assert.equal(before.length, 3);
    for (let i = 0; i < 2; i++) {
      await head.click();
      assert.deepEqual(await groups(), before);
      assert.deepEqual((await lines()).slice(0, 1), ["B-tree"]);
    }
  }));

test("means stay below the rows of their group when it is sorted, are copied, and are hidden with a part of it", options, () =>
  withPage("", async (page) => {
    const table = page.locator("#workloads");
    const lines = () => page.$$eval("#workloads :is(tbody, tfoot) tr:not([hidden])", (rows) => rows.map((row) => row.cells[0].innerText.trim()));
    const before = await lines();
    assert.deepEqual(before.filter((name) => name.startsWith("Mean")).length, 4);
    assert.deepEqual(before.slice(5, 7), ["Mean", "Median"]);
    await table.locator("th[data-column=throughput]").getByRole("button").click();
    await table.locator("th[data-column=throughput]").getByRole("button").click();
    const after = await lines();
    assert.notDeepEqual(after, before);
    assert.deepEqual(after.slice(5, 7), ["Mean", "Median"]);
    await table.getByRole("searchbox").fill("käfer");
    assert.ok(!(await lines()).some((name) => name.startsWith("Mean")));
  }));

test("texts on coloured cells have a contrast of 4.5 or more, also in print", options, async () => {
  for (const settings of [{ colorScheme: "light" }, { colorScheme: "dark" }, { media: "print" }])
    await withPage("", async (page) => {
      await page.emulateMedia(settings);
      const ratios = await page.$$eval("#workloads td[class*=heat-] a", (links) => {
        const light = (colour) => {
          const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return links.map((link) => {
          const [a, b] = [light(getComputedStyle(link).color), light(getComputedStyle(link.parentElement).backgroundColor)];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        });
      });
      assert.equal(ratios.length, 12);
      assert.ok(Math.min(...ratios) >= 4.5, `${settings.media ?? settings.colorScheme}: ${Math.min(...ratios)}`);
    });
});

test("words and menus filter rows, show the count, and hide the total", options, () =>
  withPage("", async (page) => {
    const tools = page.locator("#all-results .table-tools");
    await tools.getByRole("searchbox", { name: "Filter" }).fill("käfer MIXED");
    assert.deepEqual([...new Set(await names(page, "all-results"))], ["Käfer"]);
    assert.match(await tools.getByRole("status").innerText(), /^\d+ of \d+ rows$/);
    await tools.getByRole("searchbox").fill("");
    await tools.getByRole("combobox", { name: "Workload" }).selectOption("mixed");
    assert.deepEqual([...new Set(await values(page, "all-results", 2))], ["mixed"]);
    assert.equal(await search(page), "?all-results.is.workload=mixed#all-results");
    // Tables with few rows, or with only some of the rows, have no filter.
    assert.equal(await page.locator("#logs").getByRole("searchbox").count(), 0);
    assert.equal(await page.locator("#index-and-log").getByRole("searchbox").count(), 0);
    assert.equal(await page.locator("#index-and-log .sort").count(), 0);
  }));

test("a filter without matches shows a message, and can be cleared", options, () =>
  withPage("", async (page) => {
    const table = page.locator("#all-results"), all = (await names(page, "all-results")).length;
    await table.getByRole("searchbox").fill("nothing");
    await table.getByRole("combobox", { name: "Workload" }).selectOption("mixed");
    assert.equal(await table.locator(".scroll").getByRole("status").innerText(), "No rows match “nothing, mixed”. Clear");
    assert.equal((await names(page, "all-results")).length, 0);
    await table.getByRole("button", { name: "Clear" }).click();
    assert.equal((await names(page, "all-results")).length, all);
    assert.equal(await search(page), "#all-results");
    assert.equal(await table.getByRole("combobox", { name: "Workload" }).inputValue(), "");
    assert.equal(await table.locator(".scroll").getByRole("status").innerText(), "");
    assert.equal(await page.evaluate(() => document.activeElement.type), "search");
  }));

test("columns can be hidden, with the header of a group without columns", options, () =>
  withPage("", async (page) => {
    const table = page.locator("#grouped-engines");
    await table.getByText("Columns", { exact: true }).click();
    await table.getByRole("checkbox", { name: "Reads" }).uncheck();
    const speed = table.locator("thead .group", { hasText: "Speed" });
    assert.equal(await speed.getAttribute("colspan"), "1");
    await table.getByRole("checkbox", { name: "Writes" }).uncheck();
    assert.equal(await speed.isVisible(), false);
    assert.equal(await search(page), "?grouped-engines.hide=read_rate,write_rate#grouped-engines");
    await page.keyboard.press("Escape");
    assert.equal(await table.locator("details").first().getAttribute("open"), null);
  }));

test("an address restores one table and does not change the others", options, () =>
  withPage("?all-results.sort=-throughput&all-results.find=k%C3%A4fer&all-results.hide=p99&other=1#all-results", async (page) => {
    assert.deepEqual([...new Set(await names(page, "all-results"))], ["Käfer"]);
    const numbers = (await values(page, "all-results", 4)).map((text) => Number(text.replaceAll(",", "")));
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
    assert.equal(await page.locator("#all-results th[data-column=p99]").isVisible(), false);
    assert.equal(await page.locator("#all-results").getByRole("searchbox").inputValue(), "käfer");
    assert.equal((await names(page, "grouped-engines")).length, 4);
    const top = await page.locator("#all-results").evaluate((figure) => figure.getBoundingClientRect().top);
    assert.ok(top < 200, `the table is at ${top} px`);
    // Other parts of the address do not change.
    await page.locator("#logs th[data-column=name]").getByRole("button").click();
    assert.match(await search(page), /other=1.*logs\.sort=name#logs$/);
  }));

test("the visible rows are copied, as Markdown and as TSV", options, () =>
  withPage("?logs.sort=name", async (page) => {
    await page.evaluate(() => {
      globalThis.copied = [];
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void globalThis.copied.push(text) } });
    });
    const copied = () => page.evaluate(() => globalThis.copied.at(-1));
    await page.$$eval("figure > .about", (all) => all.forEach((details) => (details.open = true)));
    const logs = page.locator("#logs .downloads");
    await logs.getByRole("button", { name: "Copy as Markdown" }).click();
    assert.equal(await copied(), "| Name | Size (GB) | Language |\n| --- | ---: | --- |\n| Alder | 12 | n/a |\n| Birch | 8 | C++ |\n| Käfer | 12 | Rust |\n| Rowan | none kept | n/a |\n| Total | 32 |  |\n");
    assert.equal(await logs.getByRole("status").innerText(), "Copied");
    await page.locator("#all-results").getByRole("searchbox").fill("alder read 16");
    await page.locator("#all-results .downloads").getByRole("button", { name: "Copy as TSV" }).click();
    assert.match(await copied(), /\nAlder\tread-mostly\t16\t410000\t0.62\t/);
    await page.locator("#grouped-engines .downloads").getByRole("button", { name: "Copy as Markdown" }).click();
    assert.match(await copied(), /^\| Name \| Maker \| First release \| Speed, Reads \(ops\/s\) \|/);
    assert.match(await copied(), /\n\| B-tree \|  \|/);
  }));

test("all tools work by keyboard", options, () =>
  withPage("", async (page) => {
    await page.locator("#all-results").getByRole("searchbox").focus();
    await page.keyboard.type("alder");
    assert.deepEqual([...new Set(await names(page, "all-results"))], ["Alder"]);
    const reached = [];
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement.textContent.trim().slice(0, 30)));
      if (reached.at(-1) === "Threads") break;
    }
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#all-results th[data-column=threads]").getAttribute("aria-sort"), "descending", reached.join());
  }));

for (const scheme of ["light", "dark"])
  test(`axe finds nothing on tables that are sorted and filtered, ${scheme}`, options, () =>
    withPage("?all-results.sort=p99&all-results.find=alder&grouped-engines.hide=maker", async (page) => {
      await page.locator("#grouped-engines").getByText("Columns", { exact: true }).click();
      none(await axe(page));
    }, { colorScheme: scheme }, false));

test("without script tables are complete and have no tools", options, () =>
  withPage("?all-results.find=alder", async (page) => {
    assert.equal((await names(page, "grouped-engines")).length, 4);
    assert.ok((await names(page, "all-results")).length > 8);
    assert.equal(await page.locator("main button").count(), 0);
  }, { javaScriptEnabled: false }));

test("on a phone each table shows the first number of a row without scrolling", async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const found = [];
  for (const each of siteFiles().filter((name) => name.endsWith(".html") && !/(^embed\/|print\.html$)/.test(name) && read(name).includes('<figure class="table"'))) {
    await page.goto(fileUrl(each));
    found.push(...(await page.evaluate(() => [...document.querySelectorAll("main figure.table table")].filter((table) => table.checkVisibility()).flatMap((table) => {
      const right = table.querySelector("tbody td.number")?.getBoundingClientRect().right;
      return right > innerWidth || right === 0 ? `${table.closest("figure").id}: ${Math.round(right)} px` : [];
    }))).map((what) => `${each}: ${what}`));
  }
  await context.close();
  none(found);
});

test("on a phone the columns beyond the edge do not make rows tall", async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const found = [];
  for (const each of siteFiles().filter((name) => name.endsWith(".html") && !/(^embed\/|print\.html$)/.test(name) && read(name).includes('<figure class="table"'))) {
    await page.goto(fileUrl(each));
    found.push(...(await page.evaluate(() => [...document.querySelectorAll("main figure.table table:not(.cards) tbody tr:not(:has([data-below]))")].filter((row) => row.checkVisibility()).flatMap((row) => {
      const height = (cell) => {
        const texts = document.createRange();
        texts.selectNodeContents(cell);
        return texts.getBoundingClientRect().height;
      };
      const visible = Math.max(...[...row.cells].filter((cell) => cell.getBoundingClientRect().left < innerWidth - 40).map(height));
      const more = row.getBoundingClientRect().height - visible;
      // 60 px is the height of three lines.
      return more > 60 ? `${row.closest("figure").id}, ${row.cells[0].textContent}: ${Math.round(more)} px` : [];
    }))).map((what) => `${each}: ${what}`));
  }
  await context.close();
  none(found);
});

test("on a small screen cards show column titles, and nothing is wider than the screen", options, () =>
  withPage("", async (page) => {
    const cell = page.locator("#all-results tbody tr").first().locator("td").first();
    assert.equal(await cell.evaluate((td) => getComputedStyle(td, "::before").content), '"Workload"');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }, { viewport: { width: 360, height: 740 } }));
