// How well the search of the built field guide (SITE) answers tests/search/queries.json: how often the first result, and
// one of the first three, is right. Fails when it falls below what that file states. With --list says which are not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { engine, isRight } from "./engine.mjs";

const site = path.resolve(process.env.SITE ?? "site");
const { before, after, stated } = JSON.parse(readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), "queries.json"), "utf8"));
const listed = process.argv.includes("--list");

const counts = { first: 0, three: 0 };
let most = 0, sum = 0;
const queries = [...before, ...after];
for (const { query, answers } of queries) {
  // A new reader each time, so that each query's bytes are those of a first one.
  const search = await engine(site);
  const found = await search.search(query);
  const results = await search.take(found, 8);
  const addresses = results.map((result) => result.address + (result.anchor ? `#${result.anchor}` : ""));
  const bytes = [...search.loaded.values()].reduce((a, b) => a + b, 0);
  most = Math.max(most, bytes);
  sum += bytes;
  const place = addresses.findIndex((address) => isRight(address, answers));
  counts.first += place === 0;
  counts.three += place >= 0 && place < 3;
  if (listed && place !== 0) console.log(`${place < 0 ? "none" : place + 1}  ${query}\n    ${results.slice(0, 4).map((result, i) => `${result.kind} ${addresses[i]} "${result.title}"`).join("\n    ")}`);
}
console.log(`${queries.length} queries: the first result is right for ${counts.first}, one of three for ${counts.three}`);
console.log(`a first query loads ${Math.round(sum / queries.length / 100) / 10} kB on average, ${Math.round(most / 100) / 10} kB at most`);
let failed = 0;
for (const [name, least] of Object.entries(stated ?? {})) {
  const holds = name === "bytes" ? most <= least : counts[name] >= least;
  if (!holds) console.log(`${name}: ${name === "bytes" ? most : counts[name]}, but ${least} is stated`);
  failed += !holds;
}
assert.ok(queries.length >= 60 || listed, "fewer than 60 queries");
console.log(`search: ${Object.keys(stated ?? {}).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
