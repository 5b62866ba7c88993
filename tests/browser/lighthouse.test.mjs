// Tests that Lighthouse gives each kind of page 100 for accessibility, best practices and search engines. How fast
// pages are depends on the machine; tests/bench/lighthouse.mjs measures that.
import { test } from "node:test";

import { none } from "./support.mjs";
import { indexable, withLighthouse } from "./lighthouse.mjs";

// Does not wait for a slow network, because nothing on these pages arrives late; but steps of a flow fade in. With any
// other throttling method Lighthouse waits for five seconds twice. For these categories it simulates nothing.
const kAtOnce = { throttlingMethod: "simulate", pauseAfterFcpMs: 0, pauseAfterLoadMs: 1000, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0 };

const pages = indexable();
test("Lighthouse finds nothing", { skip: (process.env.SOURCEBOOK_LIGHTHOUSE === "no" && "it judges the largest site alone") || (pages.length === 0 && "no page is to be found") }, async (t) => {
  await withLighthouse(async (score) => {
    for (const file of pages)
      await t.test(`Lighthouse gives ${file} 100`, async () => {
        const { scores, wrong } = await score(file, ["accessibility", "best-practices", "seo"], kAtOnce);
        const below = Object.entries(scores).filter(([, value]) => value !== 100).map((pair) => pair.join(" "));
        none(below.length > 0 ? [below.join(", "), ...wrong] : []);
      });
  });
});
