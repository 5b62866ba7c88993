// Runs all browser tests on the built site in SITE, two files at a time, and counts them.
// usage: SITE=FOLDER node tests/browser/run.mjs [--without NAME…]    skips NAME.test.mjs
//
// A file of tests has twenty minutes, because a browser may hang. A file that does not end fails, and prints the tests that
// were running.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const kAtOnce = 2;
const kLimit = 1000 * Number(process.env.SOURCEBOOK_BROWSER_LIMIT ?? 1200);
const kPatience = 10_000;  // ms between SIGTERM and SIGKILL
const kLines = 200;  // maximum number of lines of one file's log

const here = path.dirname(fileURLToPath(import.meta.url));
const seconds = (since) => Math.round((Date.now() - since) / 1000);

// Runs one file in a separate process group. Returns its TAP, its exit code and, if it did not end in time, the running
// tests.
function finished(file) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ["--test-reporter=tap", path.join(here, file)], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let tap = "";
    let running;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (tap += text));
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The process has just ended, so there is nothing to kill.
      }
    };
    const timers = [setTimeout(() => {
      running = spawnSync("ps", ["-e", "-o", "pid,ppid,stat,etimes,args"], { encoding: "utf8" }).stdout ?? "";
      stop("SIGTERM");
      timers.push(setTimeout(() => stop("SIGKILL"), kPatience));
    }, kLimit)];
    const end = () => {
      timers.forEach(clearTimeout);
      done({ tap, code: child.exitCode, running });
    };
    child.on("close", end);
    // A browser that is still running may keep the streams open.
    child.on("exit", () => timers.push(setTimeout(end, kPatience)));
  });
}

// Returns the names of passed tests. For failed tests, returns everything but the stack and repetitions of the message.
function shorten(tap) {
  const dropped = /^ *(duration_ms|type|location|failureType|code|name|operator|expected|actual):|^ *# Subtest|^ *(---|\.\.\.)$|^TAP version|^\d+\.\.\d+$/;
  let isFailure = false;
  return tap.split("\n").filter((line) => {
    if (/^ *not ok/.test(line)) isFailure = true;
    else if (/^ *(ok|stack:)/.test(line)) isFailure = false;
    return !dropped.test(line) && (isFailure || /^ *ok|^# [^a-z]/.test(line));
  });
}

const count = (tap, what) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);

let passed = 0;
let failed = 0;
let skipped = 0;

async function run(file) {
  const begin = Date.now();
  const { tap, code, running } = await finished(file);
  const bad = count(tap, "fail");
  passed += count(tap, "pass");
  skipped += count(tap, "skipped");
  // A file that ended before its tests were counted failed too.
  failed += bad > 0 || code === 0 ? bad : 1;
  const lines = bad > 0 || code === 0 ? shorten(tap) : tap.split("\n").slice(-kLines);
  console.log(lines.slice(0, kLines).join("\n"));
  if (running !== undefined) {
    const ran = running.split("\n").filter((line) => /node|chrom|firefox|java/.test(line)).map((line) => line.slice(0, 160));
    console.log(`not ok - ${file} did not end within ${kLimit / 1000} s. There ran:\n${ran.join("\n")}`);
  }
  console.log(`${file}: ${seconds(begin)} s`);
}

// The slowest files run first, so that none of them runs alone at the end.
const kLong = ["nu.test.mjs", "crawl.test.mjs", "lighthouse.test.mjs", "pages.test.mjs"];
const without = process.argv[2] === "--without" ? process.argv.slice(3).map((name) => `${name}.test.mjs`) : [];
const files = readdirSync(here).filter((file) => file.endsWith(".test.mjs") && !without.includes(file)).sort((a, b) => kLong.indexOf(b) - kLong.indexOf(a));
await Promise.all(Array.from({ length: kAtOnce }, async () => {
  while (files.length > 0) await run(files.shift());
}));
console.log(`browser: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
