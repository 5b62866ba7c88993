// The same bytes under any path of any host: pages work, and every link they hold leads to a file.
import { after, before, test } from "node:test";

import { launch, none, pagesOfEachKind, serve, watch } from "./support.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

for (const prefix of ["/", "/any/path/"])
  test(`served under ${prefix}, pages of each kind work and their links resolve`, async () => {
    const server = await serve(prefix);
    const problems = [];
    const context = await browser.newContext();
    try {
      for (const file of pagesOfEachKind()) {
        const page = await context.newPage();
        const base = server.origin + prefix;
        const seen = watch(page, (url) => url.startsWith(base) || url === `${server.origin}/favicon.ico`);
        await page.goto(base + file.split("/").map(encodeURIComponent).join("/"), { waitUntil: "networkidle" });
        problems.push(...seen.map((what) => `${file}: ${what}`));
        const links = await page.$$eval("a[href]", (all) => all.map((a) => new URL(a.getAttribute("href"), document.baseURI).href));
        for (const link of new Set(links))
          if (link.startsWith(server.origin) && !server.resolve(link)) problems.push(`${file}: ${link.slice(server.origin.length)} is not there`);
        await page.close();
      }
      none([...problems, ...server.missing.map((url) => `asked for ${url}`)]);
    } finally {
      await context.close();
      await server.close();
    }
  });
