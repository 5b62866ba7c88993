// Tests `sourcebook serve` for a long time: a copy of a site is edited at random, broken and fixed, while readers request
// its pages. Now and then edits pause: then each file served must equal that of a clean build, removed files must be gone,
// and memory, descriptors and threads are printed. usage:
//   [SOURCEBOOK=PROGRAM] node tests/robust/soak.mjs [--edits N] [--every N] [--readers N] [--seed N] [--site DIR] [--prices FILE]
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync,
  statSync, writeFileSync, writeSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.resolve(process.env.SOURCEBOOK ?? path.join(root, "build/release/sourcebook"));
const { values: options } = parseArgs({
  options: {
    edits: { type: "string", default: "5000" }, every: { type: "string", default: "100" }, readers: { type: "string", default: "20" },
    seed: { type: "string", default: "1" }, site: { type: "string", default: path.join(root, "tests/sites/storage-engines") },
    prices: { type: "string", default: "data/benchmarks.csv" },
  },
});
const kEdits = Number(options.edits), kEvery = Number(options.every), kReaders = Number(options.readers);
const kLimit = 60000; // ms until what should be shown counts as not shown
const kMaxGrowth = 1.2; // of memory, from a fifth of the edits to their end
const kMaxNewPages = 30; // at once, so that the site does not grow
const kPrices = 24; // of the numbers in the file of prices

const work = mkdtempSync(path.join(tmpdir(), "sourcebook-soak-"));
const site = path.join(work, "site-folder"), clean = path.join(work, "clean");
let passed = 0;
const failures = [];
function check(name, fact) {
  if (fact) ++passed;
  else failures.push(name);
  return fact;
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// A generator that gives the same numbers for a seed (mulberry32).
let state = Number(options.seed) >>> 0;
function chance() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(chance() * n);
const one = (list) => list[below(list.length)];

// ---- the site

const at = (name) => path.join(site, name);
function filesBelow(folder, name = "") {
  return readdirSync(path.join(folder, name), { withFileTypes: true }).flatMap((entry) => {
    const whole = name ? `${name}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return filesBelow(folder, whole);
    return entry.isFile() ? [whole] : [];
  });
}
// As editors write: in place, to a new file that is renamed, or in two halves.
function write(name, text) {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  const way = below(4);
  if (way === 0) {
    writeFileSync(`${at(name)}.new`, text);
    renameSync(`${at(name)}.new`, at(name));
  } else if (way === 1) {
    const half = Math.floor(text.length / 2);
    const file = openSync(at(name), "w");
    writeSync(file, text.slice(0, half));
    writeSync(file, text.slice(half));
    closeSync(file);
  } else {
    writeFileSync(at(name), text);
  }
}
function remove(name) {
  rmSync(at(name), { force: true });
  for (let folder = path.dirname(name); folder !== "content" && folder !== "." && !readdirSync(at(folder)).length; folder = path.dirname(folder))
    rmSync(at(folder), { recursive: true });
}

let original = new Map(); // what each file of the site contained
let pages = [], safePrices = [];
const news = new Set(); // pages that were added
const overrides = new Set(); // templates and assets of the site
const broken = new Map(); // files with an error, and their correct text
let edits = 0;

const titled = (text, title) => text.replace(/^title: .*$/m, `title: ${title}`);
const page = (title) => `---\ntitle: ${title}\n---\n${"Some words more. ".repeat(1 + below(40))}\n`;
const nearPages = () => pages.filter((name) => !broken.has(name));

const kinds = {
  body() {
    const name = one(nearPages());
    write(name, `${original.get(name)}\nEdit ${edits} was made here${", and here".repeat(below(9))}.\n`);
  },
  title() {
    const name = one(nearPages().filter((each) => /^title: /m.test(original.get(each))));
    write(name, titled(original.get(name), `A title ${below(50)}`));
  },
  as_before() {
    const name = one(nearPages());
    write(name, original.get(name));
  },
  price() {
    if (!safePrices.length || broken.has(options.prices)) return kinds.body();
    write(options.prices, priced(one(safePrices), below(6)));
  },
  new_page() {
    if (news.size >= kMaxNewPages) return kinds.gone_page();
    const name = `content/${one(["faq", "lessons", "soaked", "soaked/deep/down"])}/new-${below(200)}.md`;
    if (existsSync(at(name))) return kinds.body();
    if (name.startsWith("content/soaked") && !existsSync(at("content/soaked/index.md"))) {
      write("content/soaked/index.md", page("Soaked"));
      news.add("content/soaked/index.md");
    }
    write(name, page(`New ${edits}?`));
    news.add(name);
  },
  gone_page() {
    const name = one([...news]);
    if (!name) return kinds.new_page();
    if (name === "content/soaked/index.md") { // the whole folder
      rmSync(at("content/soaked"), { recursive: true });
      for (const each of [...news]) if (each.startsWith("content/soaked/")) news.delete(each);
      return;
    }
    remove(name);
    news.delete(name);
  },
  renamed_page() {
    const name = one([...news].filter((each) => !each.endsWith("/index.md")));
    if (!name) return kinds.new_page();
    const other = `${path.dirname(name)}/named-${below(200)}.md`;
    if (existsSync(at(other))) return kinds.body();
    renameSync(at(name), at(other));
    news.delete(name);
    news.add(other);
  },
  template() {
    const name = one(["templates/parts/signature.html", "templates/parts/neighbours.html", "templates/assets/style.css"]);
    overrides.add(name);
    const theme = readFileSync(path.join(root, name), "utf8");
    write(name, theme + (name.endsWith(".css") ? `\nbody { outline: ${below(9)}px }\n` : `<p>Edit ${edits}</p>\n`));
  },
  no_template() {
    if (!overrides.size) return kinds.template();
    const name = one([...overrides]);
    rmSync(at(name));
    overrides.delete(name);
  },
  image() {
    write("content/images/soaked.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="${9 + below(9)}" height="9"><title>Edit ${edits}</title></svg>\n`);
  },
  broken() {
    if (broken.size >= 2) return kinds.fixed();
    const [name, text] = one([
      () => { const name = one(nearPages()); return [name, `${original.get(name)}\nA [broken link](nowhere-${edits}.md).\n`]; },
      () => { const name = one(nearPages()); return [name, original.get(name).slice(0, below(original.get(name).length))]; },
      () => ["data/site.json", original.get("data/site.json").replace("{", "{{")],
      () => ["data/datapackage.json", original.get("data/datapackage.json").slice(0, -9)],
      () => [options.prices, `${original.get(options.prices)}?${edits}\n`],
      () => ["content/lessons/half.md", "---\ntitle: Half\ndescription"],
    ])();
    if (broken.has(name)) return kinds.fixed();
    broken.set(name, original.get(name));
    write(name, text);
  },
  fixed() {
    if (!broken.size) return kinds.body();
    const [name, text] = one([...broken]);
    if (text === undefined) remove(name);
    else write(name, text);
    broken.delete(name);
  },
};
const kOften = { body: 10, title: 3, as_before: 4, price: 5, new_page: 3, gone_page: 3, renamed_page: 2, template: 2, no_template: 2, image: 1, broken: 3, fixed: 6 };
const kDraw = Object.entries(kOften).flatMap(([kind, times]) => Array(times).fill(kind));

// ---- prices: numbers that prose does not state may change without an error

const priceText = () => original.get(options.prices);
const isTable = () => options.prices.endsWith(".csv");
const kNumber = () => (isTable() ? /(?<=,)\d+\.\d+(?=,)/g : /(?<=": )\d+\.\d+(?=[,}])/g);
function priced(which, by) {
  let n = 0;
  return priceText().replace(kNumber(), (number) => (n++ === which ? (Number(number) * (1 + by / 100)).toFixed(5) : number));
}
function findSafePrices() {
  const count = priceText().match(kNumber()).length;
  for (let n = 0; n < kPrices && n < count; ++n) {
    const which = count <= kPrices ? n : below(count);
    writeFileSync(at(options.prices), priced(which, 5));
    if (spawnSync(program, ["build", "--root", site, "--out", path.join(work, "tried"), "--quiet"]).status === 0) safePrices.push(which);
  }
  writeFileSync(at(options.prices), priceText());
  rmSync(at(".sourcebook"), { recursive: true, force: true });
}

// ---- what is served

let port = 0, served, answers = 0, slowest = 0;
const kCode = { 200: 0, 302: 0, 304: 0, 404: 0 };

function get(address, agent, leaves = false) {
  const begin = Date.now();
  return new Promise((done, failed) => {
    const asked = request({ host: "127.0.0.1", port, path: `/${address.split("/").map(encodeURIComponent).join("/")}`, agent }, (answer) => {
      const parts = [];
      if (leaves) return asked.destroy(), done(null);
      answer.on("data", (part) => parts.push(part));
      answer.on("aborted", () => failed(new Error(`${address}: cut`)));
      answer.on("end", () => {
        slowest = Math.max(slowest, Date.now() - begin);
        done({ status: answer.statusCode, bytes: Buffer.concat(parts) });
      });
    });
    asked.on("error", (error) => (leaves ? done(null) : failed(error)));
    asked.end();
  });
}

let known = [], reading = false, active = 0;
const connected = [];
async function reader(number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  connected.push(agent);
  while (served.status === undefined) {
    if (!reading) { await pause(20); continue; }
    ++active;
    try {
      const found = await get(Math.random() < 0.05 ? `nowhere/${number}.html` : known[Math.floor(Math.random() * known.length)], agent, Math.random() < 0.02);
      if (found) {
        ++answers;
        ++kCode[found.status];
        if (!(found.status in kCode)) check(`a reader is answered ${found.status}`, false);
      }
    } catch (error) {
      // A persistent connection may be closed by either side between two requests.
      if (served.status === undefined && !["ECONNRESET", "EPIPE"].includes(error.code)) check(`a reader: ${error}`, false);
    }
    --active;
    await pause(50 + Math.random() * 300);
  }
}
const streams = [];
function listen() {
  const asked = request({ host: "127.0.0.1", port, path: "/.sourcebook/events", agent: false }, (answer) => answer.resume());
  asked.on("error", () => {});
  asked.end();
  streams.push(asked);
}

// A page without the script for live updates and the permission to connect.
function plain(address, bytes) {
  if (!address.endsWith(".html")) return bytes;
  const text = bytes.toString().replace(/<script src="\/\.sourcebook\/live\.js"[^>]*><\/script>/, "");
  return Buffer.from(text.replace("connect-src 'self'; ", ""));
}

// The addresses that differ from a clean build.
async function stale(expected, addresses) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const wrong = [];
  for (const address of addresses) {
    const found = await get(address, agent), bytes = expected.get(address);
    const isRight = bytes === undefined
      ? found.status === 404
      : found.status === 200 && plain(address, found.bytes).equals(bytes);
    if (!isRight) wrong.push(address);
  }
  agent.destroy();
  return wrong;
}

// The output of a clean build.
function published() {
  rmSync(clean, { recursive: true, force: true });
  cpSync(site, clean, { recursive: true });
  const done = spawnSync(program, ["build", "--root", clean, "--out", "out", "--quiet"], { encoding: "utf8" });
  if (!check(`after ${edits} edits a clean build ends with ${done.status}: ${done.stdout}${done.stderr}`, done.status === 0)) return null;
  return new Map(filesBelow(path.join(clean, "out")).filter((name) => !/(^|\/)\./.test(name))
    .map((name) => [name, plain(name, readFileSync(path.join(clean, "out", name)))]));
}

function usage() {
  const status = readFileSync(`/proc/${served.child.pid}/status`, "utf8");
  const number = (key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)[1]);
  const files = readdirSync(`/proc/${served.child.pid}/fd`);
  let watches = 0;
  for (const file of files) {
    try {
      if (readlinkSync(`/proc/${served.child.pid}/fd/${file}`) === "anon_inode:inotify")
        watches = (readFileSync(`/proc/${served.child.pid}/fdinfo/${file}`, "utf8").match(/^inotify /gm) ?? []).length;
    } catch { /* closed meanwhile */ }
  }
  return { edits, rss: number("VmRSS"), peak: number("VmHWM"), threads: number("Threads"), files: files.length, watches };
}

async function rest(samples) {
  while (broken.size) kinds.fixed();
  reading = false;
  while (active) await pause(5);
  const expected = published();
  if (!expected) return;
  known = [...new Set([...known, ...expected.keys()])];
  let wrong = known;
  for (const end = Date.now() + kLimit; wrong.length && Date.now() < end && served.status === undefined;) {
    wrong = await stale(expected, wrong);
    if (!wrong.length) wrong = await stale(expected, known);
    if (wrong.length) await pause(100);
  }
  check(`after ${edits} edits there are stale or not gone: ${wrong.slice(0, 8).join(", ")}`, !wrong.length);
  for (const agent of connected) agent.destroy();
  for (const stream of streams.splice(0)) stream.destroy();
  await pause(100);
  samples.push(usage());
  for (let i = 0; i < 5; ++i) listen();
  reading = true;
}

async function run() {
  for (const name of ["content", "data", "templates"])
    if (existsSync(path.join(options.site, name)) && !(name === "templates" && path.resolve(options.site) === root))
      cpSync(path.join(options.site, name), at(name), { recursive: true });
  original = new Map(filesBelow(site).filter((name) => statSync(at(name)).size < 4e6).map((name) => [name, readFileSync(at(name), "utf8")]));
  pages = [...original.keys()].filter((name) => name.endsWith(".md") && original.get(name).startsWith("---\n"));
  findSafePrices();
  // Options of sanitizers and the library path are in the environment.
  const kept = Object.fromEntries(Object.entries(process.env).filter(([key]) => /^(LD_LIBRARY_)?PATH$|SAN_OPTIONS$/.test(key)));
  const child = spawn(program, ["serve", "0", "--root", site], { env: { ...kept, HOME: "/", NO_COLOR: "1" } });
  served = { child, out: "", err: "", status: undefined, builds: 0, bad: 0, ends: 0 };
  child.stdout.on("data", (text) => {
    served.out = (served.out + text).slice(-20000);
    served.builds += (String(text).match(/ changed; /g) ?? []).length;
    served.bad += (String(text).match(/build failed/g) ?? []).length;
    ++served.ends;
  });
  child.stderr.on("data", (text) => (served.err = (served.err + text).slice(-20000)));
  child.on("exit", (status, signal) => (served.status = status ?? signal));
  while (!/127\.0\.0\.1:(\d+)/.test(served.out) && served.status === undefined) await pause(20);
  port = Number(/127\.0\.0\.1:(\d+)/.exec(served.out)[1]);
  console.log(`${pages.length} pages, ${safePrices.length} prices that may change; ${kReaders} readers`);

  const samples = [];
  for (let i = 0; i < kReaders; ++i) void reader(i);
  await rest(samples);
  const begin = Date.now();
  while (edits < kEdits && check(`it ended with ${served.status}: ${served.err.slice(-2000)}`, served.status === undefined)) {
    ++edits;
    const before = served.ends;
    kinds[one(kDraw)]();
    // Mostly waits for the result, or a part of it; otherwise the next edit happens in the middle.
    const isAwaited = chance() < 0.7, wait = below(60);
    for (const end = Date.now() + 2000; isAwaited && served.ends === before && Date.now() < end;) await pause(2);
    await pause(isAwaited ? wait / 4 : wait);
    if (edits % kEvery) continue;
    await rest(samples);
    const now = samples.at(-1);
    if (edits % (kEvery * Math.ceil(kEdits / kEvery / 20)) === 0)
      console.log(`${edits} edits, ${served.builds} builds and ${served.bad} with mistakes, ${answers} answers: ${(now.rss / 1024).toFixed(1)} MiB, ${now.files} files open, ${now.watches} folders watched, ${now.threads} threads; ${Math.round((Date.now() - begin) / 1000)} s`);
    if (failures.length > 20) break;
  }
  reading = false;
  const early = samples.find((each) => each.edits >= kEdits / 5), last = samples.at(-1);
  check(`memory grows: ${early.rss} KiB after ${early.edits} edits, ${last.rss} KiB after ${last.edits}`, last.rss <= early.rss * kMaxGrowth);
  // Each thread may have kept a process that draws, with one socket, since the second sample.
  check(`descriptors stay open: ${samples.map((each) => each.files)}`, last.files < samples[1].files + availableParallelism());
  check(`threads stay: ${samples.map((each) => each.threads)}`, last.threads <= samples[1].threads);
  console.log(`memory: ${(early.rss / 1024).toFixed(1)} MiB after ${early.edits} edits, ${(last.rss / 1024).toFixed(1)} after ${last.edits}, ${(last.peak / 1024).toFixed(1)} at most; the slowest of ${answers} answers took ${slowest} ms`);
  child.kill("SIGTERM");
  while (served.status === undefined) await pause(20);
  check(`it ends with ${served.status}`, served.status === 0);
}

function clear() {
  served?.child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => { clear(); process.exit(130); });

try {
  await run();
} catch (error) {
  failures.push(String(error.stack ?? error));
} finally {
  clear();
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`soak of ${edits} edits: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
