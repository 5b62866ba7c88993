// Measures the time from a save until the author sees it: the field guide (content/, data/, templates/) is served, one
// of its lessons is open in Chromium, and a word of it is edited repeatedly. Prints the ms from the save to the first
// frame with the new word: median, minimum and maximum. A frame takes 16 ms.
// Usage: save.mjs PROGRAM PAGE [SAVES]; an example of PAGE is lessons/cost.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

import { executablePath } from "../browser/chromium.mjs";

const [program, lesson, saves = 15] = process.argv.slice(2);
const nodeModules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? "build/node/node_modules");
const { chromium } = createRequire(path.join(nodeModules, "anchor.js"))("playwright-core");
const kLimit = 20000; // ms until a save counts as lost
const kPause = 700;   // ms between saves, like a person typing

// Reports each new word when it is in a rendered frame. Runs in the page, also after each reload.
function watch() {
  let last;
  const look = () => {
    const found = /savedword\d+/.exec(document.body?.textContent ?? "")?.[0];
    if (found && found !== last) globalThis.onSaved(last = found, performance.timeOrigin + performance.now());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function addressOf(server) {
  let out = "";
  return new Promise((done, failed) => {
    server.stdout.on("data", (text) => {
      const found = /^http:\/\/127\.0\.0\.1:\d+\S*/m.exec((out += text));
      if (found) done(found[0]);
    });
    server.on("exit", () => failed(new Error(`it did not start: ${out}`)));
  });
}

async function measure(folder, server, browser) {
  const page = await browser.newPage();
  const seen = new Map(), waiting = new Map();
  await page.exposeFunction("onSaved", (word, when) => (seen.set(word, when), waiting.get(word)?.()));
  await page.addInitScript(watch);
  await page.goto(new URL(`${lesson}.html`, await addressOf(server)).href);
  const file = path.join(folder, "content", `${lesson}.md`);
  const text = readFileSync(file, "utf8");
  const times = [];
  for (let save = 0; save <= saves; ++save) {
    const word = `savedword${save}`;
    await new Promise((done) => setTimeout(done, kPause));
    const shown = new Promise((done, failed) => {
      waiting.set(word, done);
      setTimeout(failed, kLimit, new Error(`${word} was never shown`)).unref();
    });
    const begin = performance.timeOrigin + performance.now();
    writeFileSync(file, `${text}\nA ${word}.\n`);
    await shown;
    times.push(seen.get(word) - begin);
  }
  return times.slice(1).sort((a, b) => a - b); // the first is slower, because the server had no time to prepare
}

if (!lesson || !existsSync(path.join("content", `${lesson}.md`))) throw new Error("usage: save.mjs PROGRAM PAGE [SAVES]");
const folder = mkdtempSync(path.join(os.tmpdir(), "sourcebook-save-"));
for (const part of ["content", "data", "templates"]) cpSync(part, path.join(folder, part), { recursive: true });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const server = spawn(program, ["serve", "--root", folder, "0"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const times = await measure(folder, server, browser);
  const ms = (time) => time.toFixed(0);
  console.log(`a save of ${lesson} on screen: ${ms(times[times.length >> 1])} ms (${ms(times[0])} to ${ms(times.at(-1))}, ${times.length} saves)`);
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
