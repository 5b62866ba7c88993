// Runs in a page before its own scripts, for crawl.mjs: lists the links, where the mouse can click each link, and where
// clicks lead. While `crawl.hold` is set, clicks are recorded but do not navigate.
export function knowClicks() {
  const kSpots = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];  // parts of a box at which to click
  const kAhead = 60;      // links that are examined beyond the last that can be hit without scrolling
  const kFrames = 30;  // frames until the part in the address counts as not shown
  const links = [], numbers = new Map(), clicks = [];
  const crawl = { hold: false };

  addEventListener("click", (event) => {
    const link = event.target.closest?.("a, area");
    clicks.push({ link: numbers.get(link) ?? -1 });
    if (!crawl.hold) return;
    // The Navigation API reports only this window.
    if (link && opensWindow(link)) {
      clicks.at(-1).to = hrefOf(link);
      event.preventDefault();
    }
    // Focus and scripts could show things that cover other links, so held links have only their default behaviour.
    document.activeElement?.blur();
    event.stopImmediatePropagation();
  }, true);
  navigation.addEventListener("navigate", (event) => {
    const click = clicks.at(-1);
    if (!click || click.to) return;
    click.to = event.destination.url;
    if (crawl.hold) event.preventDefault();
  });

  const opensWindow = (link) => !["", "_self", "_top", "_parent"].includes(link.getAttribute("target") ?? "");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const hrefOf = (link) => new URL(link.getAttribute("href") ?? link.getAttribute("xlink:href"), document.baseURI).href;
  const boxesOf = (link) => [...link.getClientRects(), ...[...link.querySelectorAll("*")].flatMap((each) => [...each.getClientRects()])];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && boxesOf(element).some((box) => box.width > 0 && box.height > 0);

  // Returns the point at which the mouse hits the link, or the element that it hits instead.
  function spot(element) {
    let instead;
    for (const { left, top, width, height } of boxesOf(element))
      for (const [right, down] of kSpots) {
        const [x, y] = [left + right * width, top + down * height];
        const hit = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
        if (hit && element.contains(hit)) return { x, y };
        instead ??= hit || undefined;
      }
    return { instead };
  }
  const name = (element) => `<${element.localName} class="${element.getAttribute("class") ?? ""}">`;

  // On narrow screens the open menu lies over the page.
  const closeMenu = () => document.querySelector(".site-nav > details")?.removeAttribute("open");

  // Returns what a reader does first to see a hidden link: click a summary, or point at a term.
  function toUnfold(link) {
    const folds = [];
    for (let each = link.parentElement; each; each = each.parentElement) {
      if (each.localName === "details" && !each.open && !each.querySelector(":scope > summary")?.contains(link)) folds.push(each);
      // The lists of the menu and of headings follow their <details>.
      if (each.previousElementSibling?.matches("details:not([open])") && !shown(each)) folds.push(each.previousElementSibling);
    }
    const summary = folds.map((each) => each.querySelector(":scope > summary")).findLast((each) => each && shown(each));
    if (summary) return { click: summary };
    const owner = link.closest(".card") && !link.closest(".scroll") && link.closest(".term");
    return owner && shown(owner.firstElementChild) ? { point: owner.firstElementChild } : {};
  }

  // Returns all links with their targets and their place in the layout.
  crawl.list = () => {
    const chains = new Map(), hrefs = new Map(), known = new Map();
    const numberIn = (map, key) => map.get(key) ?? (map.set(key, map.size), map.size - 1);
    const chain = (element) => {
      if (element === null) return "";
      if (!known.has(element)) known.set(element, `${element.localName}.${element.getAttribute("class") ?? ""}<${chain(element.parentElement)}`);
      return known.get(element);
    };
    links.length = 0;
    numbers.clear();
    const found = [];
    for (const link of document.querySelectorAll("a, area")) {
      if (!link.hasAttribute("href") && !link.hasAttribute("xlink:href")) continue;
      numbers.set(link, links.length);
      links.push(link);
      const shared = link.closest(".site-header, .site-nav, .site-footer, .skip") !== null;
      const kind = link.closest(".flow-app") ? "flow" : opensWindow(link) ? "window" : link.matches(".anchor") ? "menu" : link.matches("a.fig, a.cell") && document.querySelector("script[src$=\"page.js\"]") ? "card" : shared ? "shared" : "";
      found.push({ to: numberIn(hrefs, hrefOf(link)), place: numberIn(chains, chain(link)), kind });
    }
    return { title: document.title, links: found, hrefs: [...hrefs.keys()], places: [...chains.keys()] };
  };

  // Scrolls to the first link. Returns where to click it and the visible links after it, or what to do first, or why it
  // can't be clicked. `calm` closes what the last click opened.
  crawl.aim = async (wanted, calm) => {
    if (calm) {
      document.activeElement?.blur();
      for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
    }
    const first = links[wanted[0]];
    if (!first.isConnected) return { gone: true };
    if (!first.closest(".site-nav")) closeMenu();
    if (!shown(first)) {
      const { click, point } = toUnfold(first);
      const target = click ?? point;
      if (!target) {
        let box = first;
        while (box.parentElement && !box.parentElement.checkVisibility({ visibilityProperty: true })) box = box.parentElement;
        return { unseen: `${name(box)} in ${name(box.parentElement?.closest("[class]") ?? box)}` };
      }
      target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      return { [click ? "unfold" : "point"]: spot(target) };
    }
    let at = spot(first);
    if (at.x === undefined || calm) {
      first.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // The table of contents scrolls with the text.
      for (let i = 0; calm && i < 3; ++i) await frame();
      at = spot(first);
      if (at.x === undefined) first.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      at = spot(first);
    }
    if (at.x === undefined) {
      // The skip link is visible only while it has the focus.
      first.focus({ preventScroll: true });
      at = spot(first);
    }
    if (at.x === undefined) return { covered: at.instead ? name(at.instead) : "nothing" };
    const points = [{ link: wanted[0], ...at }];
    for (let i = 1, missed = 0; i < wanted.length && missed < kAhead; ++i) {
      const next = links[wanted[i]].isConnected && shown(links[wanted[i]]) ? spot(links[wanted[i]]) : {};
      if (next.x !== undefined) points.push({ link: wanted[i], ...next });
      else ++missed;
    }
    return { points };
  };

  // Returns the clicks since the last call, in order.
  crawl.take = () => clicks.splice(0);

  // Returns "" if the part in the address exists and is visible, otherwise the problem.
  const missing = () => {
    const [part] = location.hash.slice(1).split(":~:");
    if (!part) return "";
    const element = document.getElementById(decodeURIComponent(part)) ?? document.getElementById(part);
    // The flow stores answers in its address.
    if (!element && document.querySelector(".flow-app:not([hidden])")) return "";
    if (!element) return "is not there";
    const box = [...element.getClientRects()].find(({ width, height }) => width || height) ?? element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true })) return `is hidden: ${name(element)}`;
    if (box.bottom < 0 || box.top >= innerHeight) return `is out of sight: from ${Math.round(box.top)} to ${Math.round(box.bottom)} in a window of ${innerHeight}`;
    const hit = document.elementFromPoint(Math.min(Math.max(box.left, 0) + 2, innerWidth - 1), Math.min(Math.max(box.top, 0) + Math.min(8, box.height / 2), innerHeight - 1));
    return !hit || hit.contains(element) || element.contains(hit) ? "" : `lies behind ${name(hit)}`;
  };
  crawl.landed = async () => {
    closeMenu();
    for (let i = 0; i < kFrames && missing(); ++i) await frame();
    return missing();
  };
  // Goes to each of these parts in turn. Returns those that are missing or hidden.
  crawl.landOn = async (hashes) => {
    const wrong = [];
    for (const hash of hashes) {
      if (location.hash === hash) location.hash = "";  // the same hash again would not scroll
      location.hash = hash;
      const why = await crawl.landed();
      if (why) wrong.push({ hash, why });
    }
    return wrong;
  };
  globalThis.crawl = crawl;
}
