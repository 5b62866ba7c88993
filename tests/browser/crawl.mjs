// Clicks every link of every page with the mouse, at the position where a reader would.
// Each page is opened by a real click if a link leads to it. Other links to it are clicked without navigating, and the
// target of the navigation is compared. Each part of a page (#part) is opened once. Links that many pages share
// (header, navigation, footer) are clicked once for each kind of page.
import path from "node:path";

import { knowClicks } from "./clicks.mjs";
import { kindOf, read, watch } from "./support.mjs";

const kLimit = 60_000;    // ms until an expected event counts as missing
const kTries = 3;  // tries until a link counts as not clickable
const kMaxHeld = 400;    // links that are sent to a page at once
const kAway = { x: 0, y: 0 };  // a point where the mouse shows nothing
const kMaxUnfolded = 4;  // maximum depth of nested folds

const titleOf = (file) => /<title>([^<]*)<\/title>/.exec(read(file))?.[1];
const decoded = (text) => text.replace(/&#39;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

export class Crawl {
  // `base` is the URL of the site, with "/" at the end; `files` are its files; `pages` are those files to crawl. With
  // `once`, a link is clicked once for each target and place in the layout, instead of on every page.
  constructor({ base, files, pages, once = false }) {
    Object.assign(this, { base, once, files: new Set(files), pages: new Set(pages) });
    this.known = new Set();      // pages that were opened, or are about to be
    this.waiting = new Map();  // maps a page that was not opened yet to a page that links to it
    this.done = new Set();       // links that need not be clicked again
    this.targets = new Map();  // maps the target of links to the first page with one
    this.landed = new Set();
    this.tried = new Set();      // kinds of links that were clicked with navigation
    this.problems = [];
    this.unseen = new Map();  // number of links by the reason why they were not visible
    this.count = { pages: 0, links: 0, clicks: 0, parts: 0, files: 0, checked: 0 };
  }

  // Returns the file of the site for an address, and the part of it; undefined for other sites.
  place(url) {
    if (!url.startsWith(this.base)) return undefined;
    const { pathname, hash } = new URL(url);
    const file = decodeURIComponent(pathname.slice(new URL(this.base).pathname.length));
    return { file, part: hash.slice(1) };
  }
  url(file) {
    return this.base + file.split("/").map(encodeURIComponent).join("/");
  }
  wrong(page, what) {
    this.problems.push(`${page}: ${what}`);
  }

  // Crawls all pages, in several windows at once: a tab in a covered window is slow.
  async run(browser, settings, atOnce) {
    const contexts = await Promise.all(Array.from({ length: atOnce }, () => browser.newContext(settings)));
    for (const context of contexts) {
      context.setDefaultNavigationTimeout(0);  // run.mjs has a time limit
      await context.addInitScript(knowClicks);
    }
    this.waiting.set("index.html", undefined);
    this.idle = 0;
    await Promise.all(contexts.map((context) => this.walk(context, atOnce)));
    this.idle = 0;
    this.alone = [...this.pages].filter((file) => !this.known.has(file));
    for (const file of this.alone) this.waiting.set(file, undefined);
    await Promise.all(contexts.map((context) => this.walk(context, atOnce)));
    this.checkAll();
    const parts = this.partsToLandOn();
    await Promise.all(contexts.map((context) => this.landOnParts(context, parts)));
    await Promise.all(contexts.map((context) => context.close()));
  }

  async open(context) {
    const page = await context.newPage();
    const tab = { page, devtools: await context.newCDPSession(page), file: "" };
    tab.seen = watch(page, (url) => url.startsWith(this.base));
    tab.ask = (work, argument) => page.evaluate(work, argument);
    return tab;
  }

  async go(tab, file, part = "") {
    tab.file = file;
    await tab.page.goto(this.url(file) + part);
  }

  // Goes from page to page until all were opened.
  async walk(context, atOnce) {
    const tab = await this.open(context);
    let at = "";  // the page of the tab, after its links were clicked
    for (;;) {
      let to = this.next(at);
      if (to === undefined) {
        // Other tabs may still find pages.
        this.idle++;
        while ((to = this.next("")) === undefined && this.idle < atOnce) await new Promise((done) => setTimeout(done, 20));
        if (to === undefined) break;
        this.idle--;
      }
      at = await this.arrive(tab, at, to);
      if (!at) continue;
      await this.clickAll(tab);
      for (const what of tab.seen.splice(0)) this.wrong(at, what);
    }
    await tab.page.close();
  }

  // Returns a page to open, preferably one to which the page `at` links.
  next(at) {
    let found;
    for (const [file, from] of this.waiting) {
      if (found === undefined || from === at) found = { file, from };
      if (at === "" || from === at) break;
    }
    if (found) {
      this.waiting.delete(found.file);
      this.known.add(found.file);
    }
    return found;
  }

  // Opens a page by a click on a page that links to it, or by its address.
  async arrive(tab, at, { file, from }) {
    const url = this.url(file);
    if (from === undefined) {
      await this.go(tab, file);
    } else {
      if (at !== from) {
        await this.go(tab, from);
        tab.list = await tab.ask(() => globalThis.crawl.list());
      }
      tab.file = from;
      await tab.ask(() => (globalThis.crawl.hold = false));
      const links = tab.list.links.flatMap(({ to }, i) => (tab.list.hrefs[to].split("#", 1)[0] === url ? [i] : []));
      const arrived = tab.page.waitForURL((address) => address.href.split("#", 1)[0] === url, { waitUntil: "load", timeout: kLimit });
      arrived.catch(() => {});
      let why = "is not there";
      for (const link of links) if (!(why = await this.press(tab, link))) break;
      if (why) {
        if (!why.unseen) this.wrong(from, `no link to ${file} can be clicked: ${JSON.stringify(why)}`);
        await this.go(tab, file);
      } else {
        try {
          await arrived;
        } catch {
          this.wrong(from, `a click on the link to ${file} leads to ${tab.page.url()}`);
          return "";
        }
        const why = await tab.ask(() => globalThis.crawl.landed());
        if (why) this.wrong(from, `a click leads to ${tab.page.url()}, which ${why}`);
        this.landed.add(tab.page.url());
      }
    }
    tab.file = file;
    ++this.count.pages;
    tab.list = await tab.ask(() => globalThis.crawl.list());
    if (tab.list.title !== decoded(titleOf(file) ?? "")) this.wrong(file, `is not the page that comes: "${tab.list.title}" does`);
    return file;
  }

  // Returns the links of the page to click; the others are only checked.
  choose(tab) {
    const { links, hrefs, places } = tab.list;
    this.count.links += links.length;
    const kind = kindOf(read(tab.file));
    for (const { to, kind } of links)
      if (kind === "card") this.landed.add(hrefs[to]);  // opens a card instead
    for (const href of hrefs) {
      if (!this.targets.has(href)) this.targets.set(href, tab.file);
      const place = this.place(href);
      if (place && this.pages.has(place.file) && !this.known.has(place.file) && !this.waiting.has(place.file)) this.waiting.set(place.file, tab.file);
    }
    return links.flatMap((link, i) => {
      if (!this.once && link.kind !== "shared") return [i];
      const key = `${kind} ${places[link.place]} ${hrefs[link.to]}`;
      if (this.done.has(key)) return [];
      this.done.add(key);
      return [i];
    });
  }

  async clickAll(tab) {
    const wanted = this.choose(tab);
    const { links, hrefs, places } = tab.list;
    const here = this.url(tab.file), kind = kindOf(read(tab.file));
    const alone = [], parts = new Set();
    for (const i of wanted) {
      const href = hrefs[links[i].to], place = this.place(href), ending = place && path.extname(place.file);
      const own = href.startsWith(here + "#") && !this.landed.has(href);
      let what = ["menu", "card", "window"].includes(links[i].kind) ? links[i].kind : own && links[i].kind !== "flow" ? "part" : this.files.has(place?.file) && ending !== ".html" ? "file" : "";
      const key = `${what} ${what === "file" ? ending : `${kind} ${places[links[i].place]}`}`;
      if (what === "part") parts.add(href.slice(here.length));
      if (what === "" || this.tried.has(key)) continue;
      this.tried.add(key);
      alone.push([i, what]);
    }
    await tab.ask(() => (globalThis.crawl.hold = true));
    await this.clickHeld(tab, wanted.filter((i) => !alone.some(([one]) => one === i)));
    await tab.ask(() => (globalThis.crawl.hold = false));
    for (const [i, what] of alone) {
      if (what === "part") await this.clickPart(tab, i);
      if (what === "menu") await this.clickMenu(tab, i);
      if (what === "card") await this.clickCard(tab, i);
      if (what === "file") await this.clickFile(tab, i);
      if (what === "window") await this.clickWindow(tab, i);
    }
    await this.landOn(tab, [...parts]);
  }

  // Clicks with the browser's own input, many at once.
  mouse(tab, points) {
    return Promise.all(points.flatMap(({ x, y }) => ["mousePressed", "mouseReleased"].map((type) =>
      tab.devtools.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 }))));
  }
  point(tab, { x, y }) {
    return tab.devtools.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  }
  describe(tab, i) {
    return `the link to ${tab.list.hrefs[tab.list.links[i].to].replace(this.base, "")} in ${tab.list.places[tab.list.links[i].place].split("<").slice(0, 4).join("<")}`;
  }

  // Clicks links without navigating: all links that are visible at a time, and links that something covers one by one.
  async clickHeld(tab, wanted) {
    const missed = [];
    while (wanted.length > 0) {
      const { points } = await tab.ask((some) => globalThis.crawl.aim(some, false), wanted.slice(0, kMaxHeld));
      if (!points) {
        // When the link's fold is open, the links next to it are visible too.
        await this.clickAlone(tab, wanted.shift());
        continue;
      }
      await this.mouse(tab, points);
      const hit = new Map((await tab.ask(() => globalThis.crawl.take())).map((click) => [click.link, click]));
      for (const { link } of points) {
        if (hit.has(link)) this.judge(tab, link, hit.get(link));
        else missed.push(link);
      }
      const tried = new Set(points.map(({ link }) => link));
      wanted = wanted.filter((link) => !tried.has(link));
    }
    for (const link of missed) await this.clickAlone(tab, link);
  }

  async clickAlone(tab, link) {
    for (let i = 0; i < kTries; ++i) {
      await tab.ask(() => globalThis.crawl.take());
      if (!(await this.pressed(tab, link))) return;
      const click = (await tab.ask(() => globalThis.crawl.take())).find((each) => each.link === link);
      if (click) return this.judge(tab, link, click);
    }
    this.wrong(tab.file, `${this.describe(tab, link)} is clicked, and something else gets it`);
  }

  judge(tab, link, click) {
    ++this.count.clicks;
    const href = tab.list.hrefs[tab.list.links[link].to];
    if (click?.to !== href && !(click && /^(mailto|tel):/.test(href))) this.wrong(tab.file, `${this.describe(tab, link)}: a click leads to ${click?.to ?? "nothing"}`);
  }

  // Clicks one link with navigation. First opens its folds and moves the mouse there. Returns why that failed, or
  // nothing.
  async press(tab, link) {
    let pointed = false, said;
    for (let i = 0; i < kTries + kMaxUnfolded; ++i) {
      if (!pointed) await this.point(tab, kAway);
      said = await tab.ask(([link, calm]) => globalThis.crawl.aim([link], calm), [link, !pointed]);
      const { points, unfold, point } = said;
      if (points) {
        if (!pointed) await this.point(tab, points[0]);
        // The page may react to the mouse with something that moves or covers the link.
        const there = await tab.ask((link) => globalThis.crawl.aim([link], false), link);
        if (!there.points) continue;
        await this.mouse(tab, [there.points[0]]);
        return undefined;
      }
      const at = unfold ?? point;
      if (at?.x === undefined) break;
      await this.point(tab, at);
      if (unfold) await this.mouse(tab, [unfold]);
      if (point) pointed = true;
    }
    return said;
  }

  // Clicks a link with navigation, and reports it if it can't be clicked.
  async pressed(tab, link) {
    const said = await this.press(tab, link);
    if (!said) return true;
    const why = said.unseen;
    if (why) this.unseen.set(why, [...(this.unseen.get(why) ?? []), `${tab.file}: ${this.describe(tab, link)}`]);
    else this.wrong(tab.file, `${this.describe(tab, link)} can't be clicked: ${JSON.stringify(said)}`);
    return false;
  }

  async clickPart(tab, link) {
    if (!(await this.pressed(tab, link))) return;
    await this.point(tab, kAway);
    const why = await tab.ask(() => globalThis.crawl.landed());
    this.judge(tab, link, (await tab.ask(() => globalThis.crawl.take())).at(-1));
    if (why) this.wrong(tab.file, `${this.describe(tab, link)}: what it leads to ${why}`);
  }

  // A link to a heading opens a menu with its address.
  async clickMenu(tab, link) {
    if (!(await this.pressed(tab, link))) return;
    ++this.count.clicks;
    const shown = tab.page.locator(".share .url");
    try {
      await shown.waitFor({ timeout: kLimit });
      const href = tab.list.hrefs[tab.list.links[link].to], address = await shown.textContent();
      const part = (url) => new URL(url).hash;
      if (part(address) !== part(href)) this.wrong(tab.file, `${this.describe(tab, link)} gives the address ${address}`);
    } catch {
      this.wrong(tab.file, `${this.describe(tab, link)} opens no menu`);
    }
    await tab.page.keyboard.press("Escape");
  }

  // A number opens a card with its note.
  async clickCard(tab, link) {
    if (!(await this.pressed(tab, link))) return;
    ++this.count.clicks;
    try {
      await tab.page.locator(".sheet .acts").waitFor({ timeout: kLimit });
    } catch {
      this.wrong(tab.file, `${this.describe(tab, link)} opens no card`);
    }
    await tab.page.keyboard.press("Escape");
  }

  // A link in an embed opens the page in a new window.
  async clickWindow(tab, link) {
    const opens = tab.page.waitForEvent("popup", { timeout: kLimit }).catch(() => undefined);
    if (!(await this.pressed(tab, link))) return;
    ++this.count.clicks;
    const opened = await opens, href = tab.list.hrefs[tab.list.links[link].to];
    if (!opened) return this.wrong(tab.file, `${this.describe(tab, link)} opens no window`);
    await opened.waitForLoadState();
    if (opened.url() !== href) this.wrong(tab.file, `${this.describe(tab, link)} opens ${opened.url()}`);
    await opened.close();
  }

  // A file is shown or saved.
  async clickFile(tab, link) {
    const url = tab.list.hrefs[tab.list.links[link].to];
    // A navigation that becomes a download fails.
    const comes = Promise.any([
      tab.page.waitForEvent("download", { timeout: kLimit }).then(async (download) => (await download.failure()) ?? (download.url() === url ? "" : download.url())),
      tab.page.waitForURL((address) => address.href === url, { timeout: kLimit }).then(() => ""),
    ]).catch(() => "nothing comes");
    if (!(await this.pressed(tab, link))) return;
    ++this.count.clicks;
    const why = await comes;
    if (why) this.wrong(tab.file, `${this.describe(tab, link)}: ${why}`);
    ++this.count.files;
    await this.go(tab, tab.file);
    tab.list = await tab.ask(() => globalThis.crawl.list());
  }

  // Checks that every link, clicked or not, leads to a file of the site or to another site.
  checkAll() {
    for (const [href, from] of this.targets) {
      ++this.count.checked;
      const place = this.place(href);
      if (!place) {
        if (!/^(https?|mailto|tel):/.test(href)) this.wrong(from, `leads to ${href}`);
        continue;
      }
      if (!this.files.has(place.file)) this.wrong(from, `leads to ${href}, which is not there`);
    }
  }

  // Returns the parts of each page that links lead to and that were not opened yet.
  partsToLandOn() {
    const parts = new Map();
    for (const href of this.targets.keys()) {
      const place = this.place(href);
      if (!place?.part || place.part.startsWith(":~:") || this.landed.has(href) || !this.pages.has(place.file)) continue;
      if (!parts.has(place.file)) parts.set(place.file, []);
      parts.get(place.file).push(`#${place.part}`);
    }
    return [...parts];
  }

  // Goes to these parts of the page in the tab.
  async landOn(tab, hashes) {
    const url = this.url(tab.file);
    for (const hash of hashes) this.landed.add(url + hash);
    this.count.parts += hashes.length;
    await this.point(tab, kAway);
    for (const { hash, why } of await tab.ask((hashes) => globalThis.crawl.landOn(hashes), hashes))
      this.wrong(this.targets.get(url + hash) ?? tab.file, `leads to ${tab.file}${hash}, which ${why}`);
  }

  async landOnParts(context, parts) {
    const tab = await this.open(context);
    for (let next; (next = parts.pop()); ) {
      const [file, hashes] = next;
      await this.go(tab, file, hashes[0]);
      const why = await tab.ask(() => globalThis.crawl.landed());
      if (why) this.wrong(this.targets.get(this.url(file) + hashes[0]), `leads to ${file}${hashes[0]}, which ${why}`);
      await this.landOn(tab, hashes.slice(why ? 1 : 0));
      for (const what of tab.seen.splice(0)) this.wrong(file, what);
    }
    await tab.page.close();
  }
}
