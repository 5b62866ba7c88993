// Describes the look of a page in a few numbers: the boxes of its landmarks, and how much is drawn in each.

// Takes a screenshot after the visible images have loaded, because "load" does not wait for lazy images.
export async function picture(page) {
  await page.evaluate(() => {
    const inWindow = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    return Promise.allSettled([...document.images].filter((image) => inWindow(image.getBoundingClientRect())).map((image) => image.decode()));
  });
  return page.screenshot();
}

// Runs in a page. Returns {name, box: [left, top, width, height], within: the name of the landmark that must contain
// it}, for the first three of each kind that begin above `height`.
export function landmarks(height) {
  const kLandmarks = {
    header: ".site-header", nav: ".site-nav", toc: ".toc", main: "main", title: "h1", lead: ".lead", text: ".content > p", chart: "figure.chart",
    drawing: "figure.chart .drawing > svg", picture: "main figure svg:not(.drawing *, .bar), main .content > svg", table: "figure.table .scroll", columns: "figure.table thead th",
    code: "pre", callout: ".callout, .note", answers: ".answers, .flow-now", key: ".key-points", notes: ".notes", references: ".references", footer: ".site-footer",
  };
  const shown = [];
  for (const [name, selector] of Object.entries(kLandmarks)) {
    let count = 0;
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (count === 3 || box.top >= height || !element.checkVisibility() || box.width === 0 || box.height === 0) continue;
      const boxed = [];
      for (let each = element.parentElement; each; each = each.parentElement) boxed.push(getComputedStyle(each).overflowX);
      shown.push({ name: count ? `${name}-${count + 1}` : name, box: [box.left, box.top, box.width, box.height].map(Math.round),
                   scrolled: boxed.slice(0, -2).some((overflow) => overflow !== "visible") });
      ++count;
    }
  }
  // Columns of the page must be side by side.
  const columns = ["header", "nav", "toc", "title", "text", "footer"].map((name) => shown.find((each) => each.name === name)).filter(Boolean);
  for (const [i, a] of columns.entries())
    for (const b of columns.slice(i + 1)) {
      const over = (at) => Math.min(a.box[at] + a.box[at + 2], b.box[at] + b.box[at + 2]) - Math.max(a.box[at], b.box[at]);
      if (over(0) > 4 && over(1) > 4) shown.push({ name: `${a.name}-on-${b.name}`, box: [0, 0, Math.round(over(0)), Math.round(over(1))], scrolled: true });
    }
  return shown;
}

// Runs in a blank page. Returns the average brightness of each box and its deviation, from 0 to 255.
export async function ink({ png, boxes }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return boxes.map(({ name, box, scrolled }) => {
    const [left, top] = [Math.max(0, box[0]), Math.max(0, box[1])];
    const width = Math.min(image.width, box[0] + box[2]) - left, height = Math.min(image.height, box[1] + box[3]) - top;
    if (width < 1 || height < 1) return { name, box, scrolled, light: 0, varies: 0 };
    const { data } = context.getImageData(left, top, width, height);
    let sum = 0, squares = 0;
    for (let i = 0; i < data.length; i += 4) {
      const light = 0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2];
      sum += light;
      squares += light * light;
    }
    const mean = sum / (data.length / 4);
    return { name, box, scrolled, light: Math.round(mean), varies: Math.round(Math.sqrt(Math.max(0, squares / (data.length / 4) - mean * mean))) };
  });
}

const kHead = "# What pages look like: landmark, left, top, width, height (px), how light it is, how far that varies (0 to 255).\n";

export const print = (looks) =>
  kHead + [...looks].map(([look, marks]) => `\n${look}\n` + marks.map(({ name, box, light, varies }) =>
    `  ${name.padEnd(13)}${[...box, light, varies].map((value) => String(value).padStart(6)).join("")}\n`).join("")).join("");

export function parse(text) {
  const looks = new Map();
  let marks;
  for (const line of text.split("\n")) {
    if (line.startsWith("  ")) {
      const [name, ...values] = line.trim().split(/\s+/);
      const numbers = values.map(Number);
      marks.push({ name, box: numbers.slice(0, 4), light: numbers[4], varies: numbers[5] });
    } else if (line && !line.startsWith("#")) looks.set(line, (marks = []));
  }
  return looks;
}

// Returns the differences that are errors. Left edges and widths depend on the style sheet, but positions and heights
// depend on line breaks, so only large differences in these count.
export function compare(before, now, width) {
  if (!before) return ["is not known"];
  const wrong = [];
  for (const was of before) {
    const is = now.find(({ name }) => name === was.name);
    if (!is) {
      // A box near the end of the picture may have moved beyond it.
      if (was.box[1] < 1200) wrong.push(`${was.name} is missing`);
      continue;
    }
    const [left, top, wide, high] = is.box.map((value, i) => Math.abs(value - was.box[i]));
    const loose = was.name.startsWith("columns") ? 40 : 8;  // the widths of a table's columns depend on their texts
    const change = `was at ${was.box.slice(0, 2)} and ${was.box.slice(2).join(" x ")}, is at ${is.box.slice(0, 2)} and ${is.box.slice(2).join(" x ")}`;
    if (left > loose || wide > Math.max(loose, was.name === "title" ? width / 8 : 0)) wrong.push(`${was.name} ${change}`);
    else if (top > 60 + 0.25 * was.box[1] || high > 60 + 0.3 * was.box[3]) wrong.push(`${was.name} ${change}`);
    else if (Math.abs(is.light - was.light) > 14 || Math.abs(is.varies - was.varies) > 8 + 0.3 * was.varies)
      wrong.push(`${was.name} is drawn otherwise: light ${was.light}, varying by ${was.varies}; now ${is.light}, ${is.varies}`);
  }
  for (const is of now) {
    if (!before.some(({ name }) => name === is.name) && is.box[1] < 1200) wrong.push(`${is.name} is new, at ${is.box.join(" ")}`);
    if (!is.scrolled && is.box[0] + is.box[2] > width + 1) wrong.push(`${is.name} is wider than the screen`);
  }
  return wrong;
}
