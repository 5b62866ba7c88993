// Every page, and every picture in SVG, is valid by the Nu checker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

import { none, require, site, siteFiles } from "./support.mjs";

function messages(...options) {
  const jar = require("vnu-jar");
  const run = spawnSync("java", ["-Xss4m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", ...options, site],
                        { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout).messages.map((m) => ({
    error: m.type !== "info",
    text: `${path.relative(site, new URL(m.url).pathname)}:${m.lastLine ?? 0}: ${m.message} ${m.extract?.trim() ?? ""}`,
  }));
}

test("every page is valid HTML", { skip: siteFiles().length === 0 && "the site is empty" }, (t) => {
  const found = messages("--skip-non-html");
  for (const text of new Set(found.filter((m) => !m.error).map((m) => m.text))) t.diagnostic(text);
  none(found.filter((m) => m.error).map((m) => m.text));
});

const pictures = siteFiles().some((file) => file.endsWith(".svg"));
test("every picture is valid SVG", { skip: !pictures && "the site has none" }, () => {
  const found = messages("--skip-non-svg");
  none(found.filter((m) => m.error).map((m) => m.text));
});
