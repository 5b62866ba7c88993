// Tests that readers see numbers as they were checked: their characters stand from left to right in the order of the text,
// also beside letters that are read from right to left, combining marks, and letters that look like others.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";

import { fileUrl, launch, pagesToOpen, read } from "./support.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// In the page: returns the text of an element, and its characters as they are drawn, line by line from left to right.
const seen = (element) => {
  const drawn = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const { segment, index } of new Intl.Segmenter().segment(node.data)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const box = range.getBoundingClientRect();
      if (segment.trim() && box.width > 0) drawn.push({ segment, line: Math.round(box.bottom / 8), x: box.left });
    }
  }
  const text = drawn.map(({ segment }) => segment).join("");
  drawn.sort((a, b) => a.line - b.line || a.x - b.x);
  return { text, shown: drawn.map(({ segment }) => segment).join("") };
};

const right = /[\u0590-\u08ff]/;
const pages = pagesToOpen().filter((file) => right.test(read(file)));

test("numbers beside any letters are seen in their order", { skip: pages.length ? false : "no such letters here" }, async () => {
  const page = await browser.newPage();
  let numbers = 0;
  for (const file of pages) {
    await page.goto(fileUrl(file));
    const found = await page.locator("a.fig, .number, .chart svg text").evaluateAll((elements, source) => {
      const look = new Function("element", `return (${source})(element)`);
      return elements.map(look);
    }, seen.toString());
    for (const { text, shown } of found.filter(({ text }) => /\d/.test(text) && !right.test(text))) {
      assert.equal(shown, text, file);
      ++numbers;
    }
  }
  assert.ok(numbers > 5, `only ${numbers} numbers were looked at`);
});
