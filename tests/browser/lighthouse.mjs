// Runs Lighthouse for the tests and the benchmark, on a page of each kind as a phone loads it from a local host.
import { pathToFileURL } from "node:url";
import { statSync } from "node:fs";
import path from "node:path";

import { chromium, kindOf, pagesToOpen, read, require, serve, site } from "./support.mjs";

// Lighthouse checks each link separately, so larger pages would take minutes.
const kMaxBytes = 40_000;

export function indexable() {
  const kinds = new Map();
  for (const file of pagesToOpen()) {
    const html = read(file);
    if (/<meta name="robots" content="noindex/.test(html) || /http-equiv="refresh"/.test(html)) continue;
    const size = statSync(path.join(site, file)).size;
    const known = kinds.get(kindOf(html));
    const better = known && (size <= kMaxBytes ? size > known.size || known.size > kMaxBytes : size < known.size);
    if (!known || better) kinds.set(kindOf(html), { file, size });
  }
  return [...kinds.values()].map(({ file }) => file).sort();
}

// Calls work(score), where score(file, categories, options) returns {scores: {category: 0 to 100}, wrong: the failed
// audits}.
export async function withLighthouse(work) {
  const { default: lighthouse } = await import(pathToFileURL(require.resolve("lighthouse")).href);
  const server = await serve("/", { packed: true });
  const browser = await require("puppeteer-core").launch(chromium);
  try {
    const page = await browser.newPage();
    return await work(async (file, categories, options) => {
      const url = `${server.origin}/${file.split("/").map(encodeURIComponent).join("/")}`;
      const flags = { logLevel: "error", onlyCategories: categories, disableFullPageScreenshot: true, skipAboutBlank: true, ...options };
      const { lhr } = await lighthouse(url, flags, undefined, page);
      if (lhr.runtimeError) throw new Error(`${file}: ${lhr.runtimeError.message}`);
      const wrong = [];
      for (const { title, auditRefs } of Object.values(lhr.categories))
        for (const { id, weight } of auditRefs) {
          const { score, title: what, explanation, displayValue, details } = lhr.audits[id];
          if (weight === 0 || score === null || score === 1) continue;
          const where = (details?.items ?? []).slice(0, 3).map((item) => item.node?.snippet ?? item.source ?? item.url ?? "").filter(Boolean);
          wrong.push([`${title}: ${what} (${id})`, explanation ?? displayValue, ...where].filter(Boolean).join("; "));
        }
      const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
      return { scores, wrong, metrics: lhr.audits.metrics?.details?.items[0] };
    });
  } finally {
    await browser.close();
    await server.close();
  }
}
