// Tests that the Nu checker accepts every page and every SVG picture.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

import { none, require, site, siteFiles } from "./support.mjs";

// Pages and pictures are checked in one run, because starting the checker takes longer than checking.
const files = siteFiles();
let found;
function messages(ending) {
  found ??= (() => {
    const run = spawnSync("java", ["-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", require("vnu-jar"), "--format", "json", "--stdout",
                                   "--exit-zero-always", "--skip-non-html", "--also-check-svg", site], { encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(run.stdout).messages;
  })();
  return found.map((m) => ({ ...m, file: path.relative(site, decodeURIComponent(new URL(m.url).pathname)) })).filter((m) => m.file.endsWith(ending))
      .map((m) => ({ error: m.type !== "info", text: `${m.file}:${m.lastLine ?? 0}: ${m.message} ${m.extract?.trim() ?? ""}` }));
}

test("every page is valid HTML", { skip: files.length === 0 && "the site is empty" }, (t) => {
  for (const text of new Set(messages(".html").filter((m) => !m.error).map((m) => m.text))) t.diagnostic(text);
  none(messages(".html").filter((m) => m.error).map((m) => m.text));
});

const pictures = files.some((file) => file.endsWith(".svg"));
test("every picture is valid SVG", { skip: !pictures && "the site does not have any" }, () => none(messages(".svg").filter((m) => m.error).map((m) => m.text)));
