// Prints Lighthouse's performance score, as on a slow phone with a slow network, for a page of each kind of a built
// site.
// usage: SITE=FOLDER node tests/bench/lighthouse.mjs [FILE…]
// The numbers depend on the machine and its load: prints the pages below 100, and exits with status 0.
import { indexable, withLighthouse } from "../browser/lighthouse.mjs";

const kTries = 3;  // number of tries; the best counts, because other load only lowers the score
const files = process.argv.length > 2 ? process.argv.slice(2) : indexable();
const seconds = (ms) => `${((ms ?? 0) / 1000).toFixed(2)} s`.padStart(8);

console.log("performance  first paint  largest paint  blocked  shift  page");
const below = [];
await withLighthouse(async (score) => {
  for (const file of files) {
    let best;
    for (let i = 0; i < kTries && (best?.scores.performance ?? 0) < 100; ++i) {
      const result = await score(file, ["performance"], {});
      if (!best || result.scores.performance > best.scores.performance) best = result;
    }
    const { scores: { performance }, metrics, wrong } = best;
    console.log(`${String(performance).padStart(11)}  ${seconds(metrics.firstContentfulPaint).padStart(11)}  ${seconds(metrics.largestContentfulPaint).padStart(13)}  ` +
                `${`${Math.round(metrics.totalBlockingTime)} ms`.padStart(7)}  ${metrics.cumulativeLayoutShift.toFixed(2).padStart(5)}  ${file}`);
    if (performance < 100) below.push({ file, performance, wrong });
  }
});
console.log(`\n${files.length - below.length} of ${files.length} pages have 100`);
for (const { file, performance, wrong } of below) console.log(`BELOW: ${file} has ${performance}:\n  ${wrong.join("\n  ")}`);
