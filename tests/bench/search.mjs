// Compares the search with Pagefind (npm), on the queries of tests/search/queries.json and the same pages of the built
// field guide (SITE): how often the first result or one of the first three is right, what a first query loads, and the
// processor time to make the index. usage: search.mjs PROGRAM, the generator.
// Only the page of a result counts, not its anchor, because Pagefind ranks pages. Pagefind gets what its manual
// advises: only the pages that we search too, the article as root, and without navigation, notes and lists of sources.
// A first query loads what its own interface would: the script, the index, and five results.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { executablePath } from "../browser/chromium.mjs";
import { engine } from "../search/engine.mjs";

const site = path.resolve(process.env.SITE ?? "site");
const nodeModules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? "build/node/node_modules");
const require = createRequire(path.join(nodeModules, "anchor.js"));
const program = process.argv[2];
const { lists } = JSON.parse(readFileSync(new URL("../search/queries.json", import.meta.url), "utf8"));
const queries = Object.values(lists).flat().filter(({ folder }) => !folder);
const pageOf = (address) => address.split("#")[0];
const isRight = (address, answers) => answers.some((answer) => pageOf(answer) === pageOf(address));

// Returns the processor time of a command and its children in seconds: the minimum of some runs.
function processorTime(command, args, runs = 3) {
  const times = [];
  for (let run = 0; run < runs; ++run) {
    const done = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1', "time", command, ...args], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.status}`);
    times.push(done.stderr.trim().split(" ").reduce((sum, each) => sum + Number(each), 0));
  }
  return Math.min(...times);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "sourcebook-search-"));
try {
  await compare();
} finally {
  rmSync(folder, { recursive: true });
}

async function compare() {
  // The addresses of the pages in our index.
  const ours = await engine(site);
  const addresses = new Set();
  const state = { hits: Array.from({ length: ours.index.entries }, (_, entry) => ({ entry, score: 1 })) };
  for (let results; (results = await ours.take(state, 1000)).length;) for (const { address } of results) addresses.add(address);
  const pages = path.join(folder, "pages");
  for (const address of addresses) {
    if (address.startsWith("data/")) continue;
    mkdirSync(path.dirname(path.join(pages, address)), { recursive: true });
    cpSync(path.join(site, address), path.join(pages, address));
  }
  const index = path.join(folder, "index");
  const binary = require.resolve(`@pagefind/${process.platform}-${process.arch}/bin/pagefind_extended`);
  const args = ["--site", pages, "--output-path", index, "--root-selector", "article", "--exclude-selectors",
                "nav, .notes, .references, .card, .anchor, .cite, .downloads, .computed, details.data, .flow-overview, .questions, .chapters, .backlinks, .citation"];
  const theirTime = processorTime(binary, args, 2);

  const { requests, close, url } = await serve(index);
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const counts = { ours: [0, 0, 0], theirs: [0, 0, 0] };
  const count = (of, found, answers, bytes) => {
    const place = found.findIndex((address) => isRight(address, answers));
    of[0] += place === 0;
    of[1] += place >= 0 && place < 3;
    of[2] += bytes / queries.length;
  };
  for (const { query, answers } of queries) {
    requests.length = 0;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}blank`);
    const found = await page.evaluate(async ({ from, text }) => {
      const pagefind = await import(`${from}pagefind.js`);
      const { results } = await pagefind.search(text);
      return Promise.all(results.slice(0, 5).map(async (result) => (await result.data()).url.replace(/^\//, "")));
    }, { from: url, text: query });
    await context.close();
    // The address of a folder means its index page.
    count(counts.theirs, found.map((address) => (address === "" || address.endsWith("/") ? `${address}index.html` : address)), answers,
          requests.reduce((sum, each) => sum + each, 0));
    const search = await engine(site);
    const results = await search.take(await search.search(query), 5);
    count(counts.ours, results.map((result) => result.address), answers, [...search.loaded.values()].reduce((a, b) => a + b, 0));
  }
  await browser.close();
  close();

  const ourTime = program ? indexTime() : NaN;
  const row = (name, [first, three, bytes], seconds) =>
    console.log(`${name.padEnd(10)} first right ${first}/${queries.length}, one of three ${three}/${queries.length}, a first query ${(bytes / 1000).toFixed(1)} kB, index ${seconds.toFixed(2)} s of processor time`);
  row("Sourcebook", counts.ours, ourTime);
  row("Pagefind", counts.theirs, theirTime);
}

// Measures the time that the search adds to a build of the field guide. The builds have no pictures, because these take
// many times as long, and vary between builds by more than the whole index takes.
function indexTime() {
  const root = path.join(folder, "root");
  for (const name of ["content", "data", "templates"]) cpSync(name, path.join(root, name), { recursive: true });
  for (const name of readdirSync(path.join(root, "content"), { recursive: true }).filter((each) => each.endsWith(".md"))) {
    const file = path.join(root, "content", name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/\]\((\.\.\/)*(charts|embed)\/[^)]*\)/g, "](https://example.org/)"));
  }
  const config = JSON.parse(readFileSync(path.join(root, "data/site.json"), "utf8"));
  const build = (search) => {
    const features = { search, images: false, cards: false, markdown: false, embeds: false };
    writeFileSync(path.join(root, "data/site.json"), JSON.stringify({ ...config, features }));
    const out = path.join(folder, "built");
    rmSync(out, { recursive: true, force: true });
    return processorTime(program, ["build", "--root", root, "--out", out, "--quiet", "--jobs", "1"], 1);
  };
  // Alternates builds with and without the search, so that other load affects both.
  const times = { with: [], without: [] };
  for (let run = 0; run < 7; ++run) {
    times.with.push(build(true));
    times.without.push(build(false));
  }
  return Math.min(...times.with) - Math.min(...times.without);
}

// Records the size of each response, compressed unless it already is.
async function serve(root) {
  const requests = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1);
    if (name === "blank" || name === "favicon.ico") {
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><title>Pagefind</title>");
      return;
    }
    const bytes = readFileSync(path.join(root, name));
    requests.push(Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length));
    response.setHeader("Content-Type", name.endsWith(".js") ? "text/javascript" : name.endsWith(".json") ? "application/json" : "application/octet-stream");
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { requests, close: () => server.close(), url: `http://127.0.0.1:${server.address().port}/` };
}
