// How well the search of a built site (SITE) answers the queries of a file in this folder: how often the first result,
// and one of the first three, is right. usage: SITE=FOLDER quality.mjs [FILE.json] [--list]. Fails if a list of the
// file has fewer right results than every list must have, or if a first query loads more than the file states. --list
// prints the queries with other results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { engine, isRight } from "./engine.mjs";

const kFirst = 0.9, kThree = 0.97;
const site = path.resolve(process.env.SITE ?? "site");
const listed = process.argv.includes("--list");
const file = process.argv.slice(2).find((argument) => argument.endsWith(".json")) ?? "queries.json";
const { lists, bytes: maxBytes, least } = JSON.parse(readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), file), "utf8"));

let most = 0, sum = 0, all = 0, failed = 0;
for (const [name, queries] of Object.entries(lists)) {
  const counts = { first: 0, three: 0 };
  for (const { query, answers, folder, title = "" } of queries) {
    // A new engine each time, so that the bytes are those of a first query.
    const search = await engine(site, folder);
    const results = await search.take(await search.search(query), 8);
    const addresses = results.map((result) => result.address + (result.anchor ? `#${result.anchor}` : ""));
    const bytes = [...search.loaded.values()].reduce((a, b) => a + b, 0);
    most = Math.max(most, bytes);
    sum += bytes;
    ++all;
    const place = addresses.findIndex((address, i) => isRight(address, answers) && results[i].title.includes(title));
    counts.first += place === 0;
    counts.three += place >= 0 && place < 3;
    if (listed && place !== 0)
      console.log(`${place < 0 ? "none" : place + 1}  ${query}\n    ${results.slice(0, 4).map((result, i) => `${result.kind} ${addresses[i]} "${result.context}: ${result.title}" ${result.kind === "figure" ? result.text : ""}`).join("\n    ")}`);
  }
  const holds = counts.first >= kFirst * queries.length && counts.three >= kThree * queries.length;
  failed += !holds;
  console.log(`${file}, ${name}: of ${queries.length} queries the first result is right for ${counts.first}, one of three for ${counts.three}${holds ? "" : ", which is too few"}`);
}
console.log(`a first query loads ${Math.round(sum / all / 100) / 10} kB on average, ${Math.round(most / 100) / 10} kB at most`);
if (most > maxBytes) ++failed, console.log(`the file states at most ${maxBytes} bytes`);
assert.ok(all >= least || listed, `fewer than ${least} queries`);
console.log(`search: ${Object.keys(lists).length + 1 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
