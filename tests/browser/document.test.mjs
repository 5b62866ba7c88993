// Makes a PDF of a print page with the command of the handbook.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

import { executablePath } from "./chromium.mjs";
import { fileUrl, read, siteFiles } from "./support.mjs";

const page = siteFiles().find((file) => file.endsWith("/print.html"));
const handbook = new URL("../../content/handbook/publishing.md", import.meta.url);

test("the handbook's command makes a PDF with a page and a bookmark for each chapter", { skip: !page && "no print page" }, () => {
  const [, command] = /```sh\nchromium ((?:.*\\\n)*.*)\n/.exec(readFileSync(handbook, "utf8"));
  const folder = mkdtempSync(path.join(tmpdir(), "sourcebook-pdf-"));
  try {
    const pdf = path.join(folder, "out.pdf");
    const written = command.replace(/\\\n/g, " ").split(/\s+/).map((word) =>
      word.startsWith("--print-to-pdf=") ? `--print-to-pdf=${pdf}` : word.endsWith("print.html") ? fileUrl(page) : word);
    execFileSync(executablePath, ["--no-sandbox", "--disable-gpu", `--user-data-dir=${folder}/profile`, ...written], { stdio: "ignore" });
    const text = readFileSync(pdf, "latin1");
    const chapters = read(page).match(/<section class="chapter"/g).length;
    assert.ok(text.startsWith("%PDF-"));
    assert.ok(text.match(/\/Type \/Page\b(?!s)/g).length > chapters, "each chapter begins on a new page");
    assert.match(text, /\/Type \/Outlines/);
    assert.ok(text.match(/\/Title /g).length > chapters, "each chapter has a bookmark");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
