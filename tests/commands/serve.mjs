// Tests `sourcebook serve` as authors use it: a copy of a site is served, edited, broken and fixed, while readers and a
// browser watch. usage: [SOURCEBOOK=PROGRAM] node tests/commands/serve.mjs
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync, closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, renameSync,
  rmSync, writeFileSync, writeSync,
} from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { executablePath } from "../browser/chromium.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.resolve(process.env.SOURCEBOOK ?? path.join(root, "build/release/sourcebook"));
const nodeModules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? path.join(root, "build/node/node_modules"));
const work = mkdtempSync(path.join(tmpdir(), "sourcebook-serve-"));
const site = path.join(work, "site-folder");
const kLimit = 60000; // ms until something that should happen counts as not happening

let passed = 0;
const failures = [];
const processes = [];

function check(name, actual, expected = true) {
  if (actual === expected) ++passed;
  else failures.push(`${name}\n  expected: ${JSON.stringify(expected)}\n  actual:   ${JSON.stringify(actual)}`);
}

// Waits until `condition` returns something true, and returns it; null after the limit.
async function until(condition, limit = kLimit) {
  for (const end = Date.now() + limit; Date.now() < end;) {
    const value = await condition();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 15));
  }
  return null;
}

const file = (name) => path.join(site, name);
const write = (name, text) => {
  mkdirSync(path.dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
};
const edit = (name, from, to) => {
  const text = readFileSync(file(name), "utf8");
  if (!text.includes(from)) throw new Error(`${name} has no "${from}"`);
  writeFileSync(file(name), text.replace(from, to));
};

// Starts the program; `out` and `err` grow.
function start(...options) {
  const [command, ...before] = options[0] instanceof Array ? options.shift() : [program];
  const child = spawn(command, [...before, ...(before.length ? [program] : []), "serve", ...(options.includes("--root") ? [] : ["--root", site]), ...options], {
    env: { PATH: process.env.PATH, HOME: "/", NO_COLOR: "1" },
  });
  const running = { child, out: "", err: "", status: undefined };
  child.stdout.on("data", (text) => (running.out += text));
  child.stderr.on("data", (text) => (running.err += text));
  child.on("exit", (status, signal) => (running.status = status ?? signal));
  processes.push(child);
  return running;
}

async function ended(running, limit = kLimit) {
  await until(() => running.status !== undefined, limit);
  return running.status;
}

async function started(running) {
  const address = await until(() => /^http:\/\/127\.0\.0\.1:(\d+)\S*/m.exec(running.out) ?? running.status !== undefined,
    3 * kLimit); // the server draws the site's pictures first
  if (!address?.[0]) throw new Error(`it did not start: ${running.out}${running.err}`);
  running.address = address[0];
  running.port = Number(address[1]);
}

// Requests a path exactly as written, valid or not.
function get(port, target, headers = {}, method = "GET") {
  return new Promise((done, failed) => {
    const asked = request({ host: "127.0.0.1", port, path: target, method, headers, agent: false }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() }));
    });
    asked.on("error", failed);
    asked.end();
  });
}

// Sends raw bytes, which no library would send.
function raw(port, bytes) {
  return new Promise((done) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (part) => (got += part));
    socket.on("close", () => done(got));
    socket.on("error", () => done(got));
  });
}

// Listens to events, like an open page.
function listen(port, page = "") {
  const stream = { text: "", closed: false };
  const target = `/.sourcebook/events?page=${encodeURIComponent(page)}`;
  const asked = request({ host: "127.0.0.1", port, path: target, agent: false }, (answer) => {
    answer.on("data", (part) => (stream.text += part));
    answer.on("close", () => (stream.closed = true));
  });
  asked.on("error", () => (stream.closed = true));
  asked.end();
  stream.close = () => asked.destroy();
  return stream;
}

const shows = (running, target, text) => until(async () => (await get(running.port, target)).text.includes(text));

async function paths(running) {
  const { port } = running;
  const home = await get(port, "/");
  check("the first page", [home.status, home.headers["content-type"]].join(" "), "200 text/html; charset=utf-8");
  check("has the script", home.text.includes('<script src="/.sourcebook/live.js" defer'));
  check("a Unicode name", (await get(port, `/lessons/${encodeURIComponent("größe.html")}`)).status, 200);
  check("its folder", (await get(port, "/lessons")).headers.location, "/lessons/");
  check("a picture", (await get(port, `/images/${encodeURIComponent("bäume.svg")}`)).headers["content-type"], "image/svg+xml");
  const css = await get(port, "/assets/style.css");
  check("asked again", (await get(port, "/assets/style.css", { "If-None-Match": css.headers.etag })).status, 304);
  const head = await get(port, "/assets/style.css", {}, "HEAD");
  check("HEAD", [head.status, head.headers["content-length"], head.text].join(" "), `200 ${css.headers["content-length"]} `);
  check("an unknown address", (await get(port, "/lessons/trees-and-log.html")).status, 404);
  check("POST is refused", (await get(port, "/", { "Content-Length": 0 }, "POST")).status, 405);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example"])
    check(`the name ${host}`, (await get(port, "/", { Host: host })).status, 403);
  check("localhost", (await get(port, "/", { Host: `localhost:${port}` })).status, 200);
  for (const target of ["/../data/site.json", "/%2e%2e/data/site.json", "/..%2fdata%2fsite.json", "/a/../../data/site.json",
    "/..\\data\\site.json", "/%5c..%5cdata", "//etc/passwd", "/%2fetc/passwd", "/index.html%00.css", "/%ff"]) {
    const answer = await raw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    check(`hostile: ${target}`, /^HTTP\/1\.1 40[04] /.test(answer));
  }
  for (const target of ["/.sourcebook-manifest", "/.nojekyll", "/content/index.md", "/data/site.json", "/.git/config"])
    check(`not of the site: ${target}`, (await get(port, target)).status, 404);
  check("an invalid request", (await raw(port, "\0\r\n\r\n")).startsWith("HTTP/1.1 400 "));
  check("headers that are too long", (await raw(port, `GET /${"a".repeat(70000)}`)).startsWith("HTTP/1.1 431 "));
}

// Readers that are slow, many or hostile do not keep others waiting, and memory stays small.
async function unfriendly() {
  const running = start("0");
  await started(running);
  const { port } = running;
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, "utf8"))[1]);
  const before = memory();
  // 300 that never finish their request, and 40 that ask a hundred times for a file and read nothing.
  const slow = Array.from({ length: 300 }, () => connect(port, "127.0.0.1", function () { this.write("GET / HTTP/1.1\r\nHost: loc"); }));
  const deaf = Array.from({ length: 40 }, () => connect(port, "127.0.0.1", function () {
    this.pause();
    this.write("GET /assets/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100));
  }));
  for (const socket of [...slow, ...deaf]) socket.on("error", () => {});
  const streams = Array.from({ length: 500 }, () => listen(port));
  check("most of 500 streams are served", Boolean(await until(() => streams.filter((each) => each.text.includes("event: mistakes")).length > 300)));
  const begin = Date.now();
  check("a page meanwhile", (await get(port, "/")).status, 200);
  check("soon", Date.now() - begin < 2000);
  appendFileSync(file("content/glossary.md"), "\nShown to hundreds.\n");
  check("and an edit", await shows(running, "/glossary.html", "Shown to hundreds."));
  check("in little memory", memory() - before < 60_000);
  for (const socket of [...slow, ...deaf]) socket.destroy();
  check("a page afterwards", (await get(port, "/")).status, 200);
  // Another site's name that resolves to this machine (DNS rebinding), for all that is served.
  for (const target of ["/", "/.sourcebook/events", "/.sourcebook/live.js", "/lessons", "/none"])
    for (const headers of [{ Host: "evil.example" }, { Host: "localhost.evil.example" }, { Host: "127.0.0.1@evil.example" }])
      check(`${target} for ${headers.Host}`, (await get(port, target, headers)).status >= 400);
  // A redirect stays on this host.
  for (const target of ["//evil.example", "//evil.example/..", "/\\evil.example", "/%2f%2fevil.example", "http://evil.example/lessons", "/lessons?//evil.example"]) {
    const answer = await raw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    check(`no redirect away: ${target}`, !/^location:\s*(\w+:|\/\/|\/\\)/im.test(answer));
  }
  running.child.kill("SIGTERM");
  check("it ends well", await ended(running), 0);
}

async function edits(running) {
  const page = "/lessons/trees-and-logs.html", source = "content/lessons/trees-and-logs.md";
  const text = readFileSync(file(source), "utf8");
  writeFileSync(file(source), text);
  check("saved without changes", Boolean(await until(() => running.out.includes("0 files changed"))));
  appendFileSync(file(source), "\nWritten in place.\n");
  check("in place", await shows(running, page, "Written in place."));
  write(`${source}.new`, `${text}\nWritten beside.\n`);
  renameSync(file(`${source}.new`), file(source));
  check("written to a new file and renamed", await shows(running, page, "Written beside."));
  renameSync(file(source), file(`${source}~`));
  write(source, `${text}\nWritten anew.\n`);
  check("the old one kept as a backup", await shows(running, page, "Written anew."));
  rmSync(file(`${source}~`));
  rmSync(file(source));
  write(source, `${text}\nMade again.\n`);
  check("removed and created", await shows(running, page, "Made again."));
  edit("data/site.json", "\"title\": \"", "\"title\": \"Served ");
  check("a setting", await shows(running, "/", "Served "));
  write("templates/parts/signature.html", "<p>A new template</p>\n");
  check("a template that is new, in folders that are new", await shows(running, page, "A new template"));
  rmSync(file("templates"), { recursive: true });
  check("and that goes", await until(async () => !(await get(running.port, page)).text.includes("A new template")));
  // Half of a file, for a long time: its error is shown until the other half is written.
  const half = openSync(file("content/half.md"), "w");
  writeSync(half, "---\ntitle: Half\ndescription");
  check("half a file", await until(() => running.err.includes("content/half.md")));
  check("the last good page is still served", (await get(running.port, page)).status, 200);
  writeSync(half, ": A page.\n---\nThe other half.\n");
  closeSync(half);
  check("the other half", await shows(running, "/half.html", "The other half."));
  rmSync(file("content/half.md"));
  check("a page that is removed", await until(async () => (await get(running.port, "/half.html")).status === 404));
  write(source, text);
}

async function folders(running) {
  write("content/notes/index.md", "---\ntitle: Notes\n---\nWords.\n");
  write("content/notes/deep/down/one.md", "---\ntitle: One\n---\nWords.\n");
  check("a new folder", await shows(running, "/notes/deep/down/one.html", "Words."));
  renameSync(file("content/notes"), file("content/remarks"));
  check("renamed", await shows(running, "/remarks/deep/down/one.html", "Words."));
  check("is no longer at its old address", (await get(running.port, "/notes/deep/down/one.html")).status, 404);
  write("content/remarks/deep/down/one.md", "---\ntitle: One\n---\nSeen under the new name.\n");
  check("and is watched", await shows(running, "/remarks/deep/down/one.html", "Seen under the new name."));
  renameSync(file("content/remarks"), path.join(work, "away"));
  check("moved out", await until(async () => (await get(running.port, "/remarks/")).status === 404));
  renameSync(path.join(work, "away"), file("content/remarks"));
  check("moved in", await shows(running, "/remarks/deep/down/one.html", "Seen under the new name."));
  rmSync(file("content/remarks"), { recursive: true });
  check("removed", await until(async () => (await get(running.port, "/remarks/")).status === 404));
}

async function many(running) {
  const kFiles = 10000;
  mkdirSync(file("content/many"));
  for (let i = 0; i < kFiles; ++i) writeFileSync(file(`content/many/${i}.txt`), `file ${i}\n`);
  check("the last of 10,000 files", await shows(running, `/many/${kFiles - 1}.txt`, `file ${kFiles - 1}`));
  check("and the first", (await get(running.port, "/many/0.txt")).text, "file 0\n");
  rmSync(file("content/many"), { recursive: true });
  check("all removed", await until(async () => (await get(running.port, `/many/${kFiles - 1}.txt`)).status === 404));
  appendFileSync(file("content/glossary.md"), "\nStill watching.\n");
  check("it still watches", await shows(running, "/glossary.html", "Still watching."));
}

async function mistakes(running) {
  const streams = Array.from({ length: 20 }, () => listen(running.port));
  check("20 listen", Boolean(await until(() => streams.every((stream) => stream.text.includes("event: mistakes")))));
  const before = await get(running.port, "/glossary.html");
  appendFileSync(file("content/glossary.md"), "\nA [broken link](nowhere-at-all.md).<script>alert(1)</script>\n");
  check("all receive an error",
    Boolean(await until(() => streams.every((stream) => /event: mistakes\nid: \S+\ndata: .*nowhere-at-all/.test(stream.text)))));
  check("which is escaped", streams[0].text.includes("<script"), false);
  check("the terminal too", running.err.includes("--> content/glossary.md:"));
  check("and the state", running.out.includes("build failed: still serving the last good build"));
  const text = (answer) => answer.text.replace(/data-state="[^"]*"/, "");
  check("the last good page is still served", text(await get(running.port, "/glossary.html")), text(before));
  writeFileSync(file("content/glossary.md"), readFileSync(file("content/glossary.md"), "utf8").replace(/\nA \[broken.*\n/, ""));
  check("all receive that it is fixed",
    Boolean(await until(() => streams.every((stream) => /mistakes\nid: \S+\ndata: \{"html":""\}\n\n$/.test(stream.text)))));
  return streams;
}

// An error that occurs only in a page for print, after the page itself was shown: the old page is shown again.
async function lateMistakes(running) {
  const page = `/lessons/${encodeURIComponent("größe.html")}`, source = "content/lessons/größe.md", late = "A late mistake.";
  const print = readFileSync(path.join(root, "templates/print.html"), "utf8");
  const trap = `{% if chapter.lead == "${late}" %}{{ chapter.nothing.at_all }}{% endif %}`;
  write("templates/print.html", `${print.replace('<section class="chapter"', `${trap}$&`)}{#- trapped #}`);
  write("content/trapped.md", "---\ntitle: Trapped\n---\nThe template is there.\n");
  check("a template with a trap", await shows(running, "/trapped.html", "The template is there."));
  const stream = listen(running.port);
  await until(() => stream.text.includes("event: mistakes"));
  const before = await get(running.port, page), offset = stream.text.length;
  const text = readFileSync(file(source), "utf8");
  writeFileSync(file(source), text.replace(/description: .*/, `description: ${late}`));
  check("the error is sent", Boolean(await until(() => /event: mistakes\nid: \S+\ndata: .*print\.html/.test(stream.text.slice(offset)))));
  check("after the page was shown", stream.text.slice(offset).includes('"early":true'));
  const same = (answer) => answer.text.replace(/data-state="[^"]*"/, "");
  check("which is shown unchanged again", same(await get(running.port, page)), same(before));
  writeFileSync(file(source), text);
  check("and is fixed", Boolean(await until(() => /mistakes\nid: \S+\ndata: \{"html":""\}\n\n$/.test(stream.text.slice(offset)))));
  rmSync(file("templates"), { recursive: true });
  rmSync(file("content/trapped.md"));
  check("and the trap is removed", await until(async () => (await get(running.port, "/trapped.html")).status === 404));
}

// Somebody types: a save every 150 ms for 10 s. The page that is open shows many of them, other pages some, and both the
// last one; an error on another page is reported meanwhile.
async function typing(running) {
  const source = "content/lessons/trees-and-logs.md", open = "lessons/trees-and-logs.html", kSaves = 66;
  const text = readFileSync(file(source), "utf8"), other = readFileSync(file("content/glossary.md"), "utf8");
  const stream = listen(running.port, open);
  await until(() => stream.text.includes("event: mistakes"));
  const seen = { [open]: new Set(), "lessons/print.html": new Set() };
  let is_over = false;
  const watching = Object.keys(seen).map(async (page) => {
    while (!is_over) {
      const word = /Save number (\d+)\./.exec((await get(running.port, `/${page}`)).text);
      if (word) seen[page].add(Number(word[1]));
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  const save = async (i) => {
    writeFileSync(file(source), `${text}\nSave number ${i}.\n`);
    await new Promise((done) => setTimeout(done, 150));
  };
  for (let i = 1; i <= kSaves; ++i) await save(i);
  check("the last save is shown", Boolean(await until(() => seen[open].has(kSaves))));
  check("and on the print page", Boolean(await until(() => seen["lessons/print.html"].has(kSaves))));
  check("many saves are shown", seen[open].size > kSaves / 3);
  check("some of them on the print page", seen["lessons/print.html"].size > 3);
  appendFileSync(file("content/glossary.md"), "\nA [broken link](nowhere-while-typing.md).\n");
  const offset = stream.text.length;
  const is_reported = () => stream.text.slice(offset).includes("nowhere-while-typing");
  for (let i = 1; i <= 4 * kSaves && !is_reported(); ++i) await save(kSaves + i);
  check("an error of another page is reported while somebody types", is_reported());
  is_over = true;
  await Promise.all(watching);
  stream.close();
  writeFileSync(file("content/glossary.md"), other);
  writeFileSync(file(source), text);
  check("all is as before", await until(async () => !(await get(running.port, `/${open}`)).text.includes("Save number")));
}

async function inBrowser(running) {
  const { chromium } = createRequire(path.join(nodeModules, "anchor.js"))("playwright-core");
  const browser = await chromium.launch({
    executablePath, args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  const source = "content/lessons/trees-and-logs.md";
  await page.goto(`${running.address}lessons/trees-and-logs.html`);
  // The new page, read to its end: its headings exist.
  const reloaded = () => until(() =>
    page.evaluate(() => window.notReloaded === undefined && document.readyState === "complete").catch(() => false));
  // Words are shown before the rest of the site is built and the page is reloaded, unless the build is as fast.
  for (let i = 1; i <= 5 && !(await page.evaluate(() => sessionStorage.put_in)); ++i) {
    const words = i === 1 ? "Shown after a reload." : `Shown once more, ${i}.`;
    await page.evaluate(() => scrollTo(0, 400));
    const place = await page.evaluate(() => (window.notReloaded = scrollY));
    check("it can be scrolled", place > 0);
    await until(() => page.evaluate(() => performance.getEntriesByName(location.href, "resource").some((each) => each.responseEnd > 0)));
    await page.evaluate((words) => new MutationObserver(() => {
      if (document.querySelector("main").innerText.includes(words)) sessionStorage.put_in = "yes";
    }).observe(document.body, { childList: true, subtree: true }), words);
    appendFileSync(file(source), `\n${words}\n`);
    check("a page that changed is loaded again", await reloaded());
    check("with the change", await page.getByText(words).count(), 1);
    check("at the place that was read", Boolean(await until(async () => (await page.evaluate(() => scrollY)) === place)));
  }
  check("after it has shown the change", await page.evaluate(() => sessionStorage.put_in), "yes");

  // Text inserted above the position moves it; the browser alone would keep the offset.
  const part = await page.evaluate(() => {
    const heading = Array.from(document.querySelectorAll("main h2[id]")).at(-2);
    scrollTo(0, scrollY + heading.getBoundingClientRect().top + 5);
    window.notReloaded = scrollY;
    return { id: heading.id, top: heading.getBoundingClientRect().top, y: scrollY };
  });
  edit(source, "\n---\n", `\n---\n${"Put in above.\n\n".repeat(9)}`);
  check("a page that grew above", await reloaded());
  const position = (at) => page.evaluate((id) => [document.getElementById(id)?.getBoundingClientRect().top, scrollY], at.id);
  check("is scrolled to the same words", Boolean(await until(async () => {
    const [top, y] = await position(part);
    return Math.abs(top - part.top) < 2 && y > part.y + 100;
  }, 5000)));

  // Nor does an element whose address is not a file cause a reload.
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("source"), { src: "/%ff" }));
    window.notReloaded = true;
  });
  appendFileSync(file("content/faq/why-order.md"), "\nAnother page.\n");
  await shows(running, "/faq/why-order.html", "Another page.");
  mkdirSync(file("templates/assets"), { recursive: true });
  cpSync(path.join(root, "templates/assets/style.css"), file("templates/assets/style.css"));
  appendFileSync(file("templates/assets/style.css"), "\nbody { outline: 7px solid red; }\n");
  check("a style is put in",
    Boolean(await until(() => page.evaluate(() => getComputedStyle(document.body).outlineWidth === "7px"))));
  check("neither loads this page again", await page.evaluate(() => window.notReloaded));

  const overlay = page.locator("sourcebook-mistakes section");
  writeFileSync(file(source), readFileSync(file(source), "utf8").replace("Shown after", "[Shown](none.md)<img src=x onerror=alert(1)> after"));
  await overlay.waitFor({ timeout: kLimit });
  const words = await overlay.innerText();
  check("mistakes with place", /content\/lessons\/trees-and-logs\.md:\d+:\d+/.test(words));
  check("and excerpt", words.includes("[Shown](none.md)"));
  check("as text", await overlay.locator("img").count(), 0);
  check("in their style", await overlay.evaluate((section) => getComputedStyle(section).position), "fixed");
  if (process.env.SOURCEBOOK_SCREENSHOT) await page.screenshot({ path: process.env.SOURCEBOOK_SCREENSHOT });
  writeFileSync(file(source), readFileSync(file(source), "utf8").replace("[Shown](none.md)<img src=x onerror=alert(1)> after", "Shown after"));
  await overlay.waitFor({ state: "detached", timeout: kLimit });
  check("which disappear when they are fixed", await page.getByText("Shown after a reload.").count(), 1);
  check("the browser reports no errors", said.join("\n"), "");
  return browser;
}

async function refusals(running) {
  const taken = start(String(running.port));
  check("a port in use", await ended(taken), 3);
  check("is reported", taken.err.startsWith(`error[not-served]: port ${running.port} is already in use\n` +
    `   = help: choose another: --port ${running.port + 1}, or --port 0 for any free one\n`));
  check("no port", await ended(start("--port", "65536")), 2);
  // The limit of a separate user namespace, if the machine allows one.
  const few = [["unshare", "--user", "--map-root-user", "sh", "-c",
    'echo 5 >/proc/sys/user/max_inotify_watches && exec "$@"', "sh"], "0"];
  if (spawnSync("unshare", ["--user", "--map-root-user", "sh", "-c", "echo 5 >/proc/sys/user/max_inotify_watches"]).status === 0) {
    const limited = start(...few);
    check("too many folders", await ended(limited), 3);
    check("is reported too", /can't be watched: this user may watch no more folders at once .*\n.*help: .*max_user_watches/.test(limited.err));
  }
}

const gone = (folder) => `error[not-served]: ${folder} was removed, or it or a folder above it was renamed
   = help: start the server again in the new location

1 error
`;

async function unbuiltAtFirst() {
  const text = readFileSync(file("content/index.md"), "utf8");
  write("content/index.md", text.replace("---\n", "---\ntitel: x\n"));
  const running = start("0");
  await started(running);
  write("content/index.md", text.replace("---\n", "---\n\ntitel: x\n"));
  check("a second attempt", Boolean(await until(() => running.err.includes("content/index.md:3:1"))));
  await until(() => running.out.split("build failed").length > 2);
  check("which does not serve a site either", running.out, `build failed: waiting for changes\n${running.address} (press Ctrl-C to stop)\n` +
    "build failed: waiting for changes\n");
  write("content/index.md", text.replace("---\n", "---\ntitel: x\n"));
  await until(() => running.out.split("build failed").length > 3);
  const page = await get(running.port, "/");
  check("a site that can't be built yet", [page.status, page.text.includes("titel"), page.text.includes("content/index.md:2:1")].join(" "), "500 true true");
  write("content/index.md", text);
  check("is served when it can be", Boolean(await until(async () => (await get(running.port, "/")).status === 200)));
  renameSync(site, `${site}-renamed`);
  check("a site that is renamed ends it", await ended(running), 3);
  check("with a message", running.err.endsWith(gone(site)));
  renameSync(`${site}-renamed`, site);
}

// Serves in containers and from network folders.
async function elsewhere() {
  const running = start("0", "--host", "0.0.0.0", "--allow-host", "Preview.example", "--poll", "0.2");
  const address = await until(() => /^http:\/\/localhost:(\d+)\/ /m.exec(running.out) ?? running.status !== undefined, 3 * kLimit);
  running.port = Number(address[1]);
  for (const [host, status] of [["localhost", 200], ["preview.example:8000", 200], ["0.0.0.0", 200], ["evil.example", 403], ["evil.preview.example", 403], ["preview.example.", 403]])
    check(`a request to ${host}`, (await get(running.port, "/", { Host: host })).status, status);
  appendFileSync(file("content/glossary.md"), "\nFound by looking.\n");
  check("a change is found by looking", await shows(running, "/glossary.html", "Found by looking."));
  running.child.kill("SIGTERM");
  check("it ends", await ended(running), 0);
  for (const [host, text] of [["192.0.2.1", "is not an IP address of this machine"], ["localhost", "is not an IP address of this machine"]]) {
    const refused = start("0", "--host", host);
    check(`--host ${host} is refused`, await ended(refused), 3);
    check("with the reason", refused.err.includes(text));
  }
}

async function drafts() {
  writeFileSync(file("content/unfinished.md"), "---\ntitle: Unfinished\ndraft: true\n---\nNot yet.\n");
  for (const [options, status] of [[[], 404], [["--drafts"], 200]]) {
    const running = start("0", ...options);
    await started(running);
    check(`a draft is shown with --drafts alone: ${options}`, (await get(running.port, "/unfinished.html")).status, status);
    running.child.kill("SIGTERM");
    await ended(running);
  }
  rmSync(file("content/unfinished.md"));
}

// As started by nohup and shell scripts: with signals ignored.
async function outlives() {
  const running = start(["sh", "-c", 'trap "" HUP INT; exec "$@"', "sh"], "0");
  await started(running);
  for (const signal of ["SIGHUP", "SIGINT"]) running.child.kill(signal);
  appendFileSync(file("content/glossary.md"), "\nIt goes on.\n");
  check("ignored signals stay ignored", await shows(running, "/glossary.html", "It goes on."));
  running.child.kill("SIGTERM");
  check("SIGTERM ends it", await ended(running), 0);
}

// No event reports that a folder above the site was renamed, until something changes in the site.
async function movedAbove() {
  const above = path.join(work, "above"), below = path.join(above, "site");
  mkdirSync(path.join(below, "content"), { recursive: true });
  writeFileSync(path.join(below, "content/index.md"), "---\ntitle: Home\n---\nWords.\n");
  const running = start("0", "--root", below);
  await started(running);
  renameSync(above, `${above}-renamed`);
  appendFileSync(path.join(`${above}-renamed`, "site/content/index.md"), "Written elsewhere.\n");
  check("a site that moves with a folder above it ends it", await ended(running), 3);
  check("and is named", running.err, gone(below));
}

async function run() {
  cpSync(path.join(root, "tests/sites/storage-engines"), site, {
    recursive: true, filter: (name) => path.basename(name) !== "expected",
  });
  const before = readdirSync(site).sort().join();
  const running = start("0");
  await started(running);
  for (const part of [paths, edits, folders, many, lateMistakes, typing]) await part(running);
  const browser = await inBrowser(running);
  const streams = await mistakes(running);
  await refusals(running);
  rmSync(file("templates"), { recursive: true });
  check("it writes nothing into the site's folder", readdirSync(site).sort().join(), before);
  appendFileSync(file("content/glossary.md"), "\nA build may run when it is stopped.\n");
  const begin = Date.now();
  running.child.kill("SIGINT");
  check("it ends", await ended(running), 0);
  check("at once, also with listeners", Date.now() - begin < 3000);
  check("and their connections are closed", Boolean(await until(() => streams.every((stream) => stream.closed))));
  await browser.close();
  await unbuiltAtFirst();
  await elsewhere();
  await drafts();
  await movedAbove();
  await outlives();
  await unfriendly();
}

try {
  await run();
} catch (error) {
  failures.push(String(error.stack ?? error));
} finally {
  for (const child of processes) child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`serve: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
