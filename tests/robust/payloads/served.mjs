// How `sourcebook serve` shows payloads: in the errors over a page, and on the page for an unknown address.
// usage: [SOURCEBOOK=PROGRAM] node tests/robust/payloads/served.mjs GOOD BAD PATHS   (GOOD: a site's folder, which is written to;
// BAD: one with payloads that are refused; PATHS: a file with a list of payloads, requested as addresses, in JSON)
// Prints {"mistakes", "asked", "found"}.
import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";

const { launch } = await import("../../browser/support.mjs");
const [good, bad, list] = process.argv.slice(2);
const program = path.resolve(process.env.SOURCEBOOK ?? "build/release/sourcebook");
const found = [];
const report = (what) => found.push(`serve: ${what}`);

const child = spawn(program, ["serve", "0", "--root", good], { env: { PATH: process.env.PATH, HOME: "/", NO_COLOR: "1" } });
let out = "";
child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
child.stderr.setEncoding("utf8").on("data", (text) => (out += text));
const ended = new Promise((done) => child.on("exit", done));
const address = async () => {
  for (let end = Date.now() + 60_000; Date.now() < end && child.exitCode === null;) {
    const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)/m.exec(out) ?? [];
    if (port) return Number(port);
    await new Promise((soon) => setTimeout(soon, 20));
  }
  throw new Error(`serve did not start: ${out.slice(0, 500)}`);
};
const port = await address();
const get = (target) => new Promise((done, failed) => {
  request({ host: "127.0.0.1", port, path: target, agent: false }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (part) => (text += part));
    answer.on("end", () => done({ status: answer.statusCode, type: answer.headers["content-type"] ?? "", text }));
  }).on("error", failed).end();
});

// Runs in the browser: returns the content of a page that serve does not write.
function faultsOf([pages, elements]) {
  const faults = [];
  for (const text of pages) {
    for (const element of new DOMParser().parseFromString(text, "text/html").querySelectorAll("*")) {
      const own = element.matches("head > script[src^='/.sourcebook/live']:empty");
      if (!own && !elements.includes(element.localName)) faults.push(`an element <${element.localName}>`);
      for (const { name, value } of element.attributes)
        if (/^on|^style$/i.test(name) || (name === "href" && /^\W*\w+script/i.test(value))) faults.push(`${name}="${value}"`);
    }
  }
  return faults;
}
const kElements = "html head meta title link body main h1 p code b ul ol li a pre span mark".split(" ");

const browser = await launch();
const page = await (await browser.newContext({ bypassCSP: true })).newPage();
await page.addInitScript(() => (globalThis.mark = () => console.error(`a payload ran in ${location.href}`)));
page.on("console", (message) => report(`console: ${message.text()}`));
page.on("pageerror", (error) => report(`error: ${error.message}`));
page.on("dialog", (dialog) => (report(`dialog: ${dialog.message()}`), dialog.dismiss()));
page.on("request", (each) => each.url().startsWith(`http://127.0.0.1:${port}/`) || report(`request: ${each.url()}`));

// Unknown addresses.
const pages = [];
for (const payload of JSON.parse(readFileSync(list, "utf8"))) {
  for (const target of [`/${encodeURIComponent(payload)}`, `/nowhere/${encodeURI(payload)}`, `/x.html?${encodeURI(payload)}`]) {
    const { status, type, text } = await get(target);
    if (status === 404 && type.startsWith("text/html")) pages.push(text);
    else if (type.startsWith("text/html") ? status !== 200 && status !== 400 : /[<>]/.test(text) && !type.startsWith("text/plain")) report(`${target}: ${status} ${type}`);
  }
}
await page.goto(`http://127.0.0.1:${port}/`);
for (const fault of await page.evaluate(faultsOf, [pages, kElements])) report(fault);

// Errors appear over a page that is open, and over pages that are opened later.
cpSync(path.join(bad, "data"), path.join(good, "data"), { recursive: true });
const overlay = page.locator("sourcebook-mistakes section");
await overlay.waitFor({ timeout: 60_000 });
const mistakes = await overlay.locator("li").count();
if (mistakes < 10) report(`${mistakes} errors are shown`);
if ((await overlay.locator("script, img, svg, iframe, style, a[href^='java']").count()) > 0) report("a payload became an element of the mistakes");
await browser.close();
child.kill("SIGTERM");
await ended;
if (/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(out)) report("prints a control character");
console.log(JSON.stringify({ mistakes, asked: pages.length, found }));
