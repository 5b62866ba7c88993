// Takes a screenshot of a page, for work on the theme.
// usage: node tests/browser/screenshot.mjs FILE-OR-URL OUT.png [--width 1280] [--height 900] [--full] [--dark] [--print]
//        [--no-script] [--scale 1] [--select CSS]     (--select: of one element only)
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { launch } from "./support.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: "string", default: "1280" },
    height: { type: "string", default: "900" },
    scale: { type: "string", default: "1" },
    full: { type: "boolean" },
    dark: { type: "boolean" },
    print: { type: "boolean" },
    "no-script": { type: "boolean" },
    select: { type: "string" },
  },
});
if (positionals.length !== 2) {
  console.error("usage: screenshot.mjs FILE-OR-URL OUT.png [--width 360] [--full] [--dark] [--print] [--no-script]");
  process.exit(2);
}
const [what, out] = positionals;
const browser = await launch();
try {
  const context = await browser.newContext({
    viewport: { width: Number(values.width), height: Number(values.height) },
    deviceScaleFactor: Number(values.scale),
    colorScheme: values.dark ? "dark" : "light",
    javaScriptEnabled: !values["no-script"],
  });
  const page = await context.newPage();
  page.on("console", (message) => console.error(`console ${message.type()}: ${message.text()}`));
  if (values.print) await page.emulateMedia({ media: "print" });
  const [name, anchor] = what.split(/#(.*)/s, 2);
  const url = /^[a-z]+:/.test(what) ? what : pathToFileURL(path.resolve(name)).href + (anchor ? `#${anchor}` : "");
  await page.goto(url, { waitUntil: "networkidle" });
  if (values.select) await page.locator(values.select).first().screenshot({ path: out });
  else await page.screenshot({ path: out, fullPage: values.full ?? false });
} finally {
  await browser.close();
}
