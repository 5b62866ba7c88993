// Enhancements of every page. The texts are attributes of the script's tag.
(() => {
  const { src, dataset: words } = document.currentScript;
  const searchScript = new URL("search.js", src).href;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  const toc = document.querySelector(".toc");
  const links = new Map();
  for (const link of all(".toc a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const above = new Set();
  let current;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) above[isIntersecting ? "add" : "delete"](target);
    const link = links.get([...links.keys()].filter((heading) => above.has(heading)).pop());
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
    if (link) toc.scrollTop = Math.max(0, link.offsetTop - toc.clientHeight / 2);
  }, { rootMargin: "9999999px 0px -67% 0px" });
  for (const heading of links.keys()) observer.observe(heading);

  const search = document.querySelector("[data-search]");
  const loadSearch = () => document.head.append(Object.assign(document.createElement("script"), { src: searchScript }));
  if (search?.closest(".search")) {
    if (document.activeElement === search) loadSearch();
    else search.addEventListener("focus", loadSearch, { once: true });
  }
  addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (!search || writes || event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
  });

  // Scripts that are loaded by the first click: menus of permalinks, and cards of numbers.
  const later = (name, selector) => {
    const load = (event) => {
      const link = event.target.closest?.(selector);
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      removeEventListener("click", load);
      const script = document.createElement("script");
      Object.assign(script.dataset, words);
      script.src = src.replace(/page(?=\.js)/, name);
      script.onload = () => event.target.dispatchEvent(new MouseEvent("click", event));
      script.onerror = () => link.href && (location = link.href);
      document.head.append(script);
    };
    addEventListener("click", load);
  };
  later("share", ".anchor");
  if ("popover" in HTMLElement.prototype) later("card", "a:is(.fig, .cell)");

  // Escape closes the meaning of a term, which covers text.
  const term = () => document.querySelector(".term:is(:hover, :focus-within)");
  addEventListener("keydown", ({ key }) => key === "Escape" && term()?.classList.add("closed"));
  for (const type of ["pointerout", "focusout"]) addEventListener(type, ({ target }) => target.closest?.(".term")?.classList.remove("closed"));

  // Tab stops once in a large table; arrow keys, Home and End move between its links.
  const kMaxStops = 40;
  for (const table of all("main table")) {
    const stops = () => all("tbody a[href]", table).filter((link) => link.checkVisibility());
    const first = all("tbody a[href]", table);
    if (first.length <= kMaxStops) continue;
    for (const link of first.slice(1)) link.tabIndex = -1;
    table.addEventListener("focusin", ({ target }) => {
      if (!target.closest("tbody a[href]")) return;
      for (const link of all("tbody [tabindex='0']", table)) link.tabIndex = -1;
      target.tabIndex = 0;
    });
    table.addEventListener("keydown", (event) => {
      const link = event.target.closest("tbody a[href]"), links = stops(), at = links.indexOf(link);
      const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: links.length - 1 - at };
      let to = links[at + steps[event.key]];
      if (/^Arrow(Up|Down)$/.test(event.key)) {
        const down = event.key === "ArrowDown", cell = link?.closest("td, th");
        to = (down ? links.slice(at + 1) : links.slice(0, at).reverse()).find((each) => each.closest("td, th").cellIndex === cell.cellIndex);
      }
      if (at < 0 || !to || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      to.focus();
    });
  }

  // A figure's note can report the figure too.
  const page = document.querySelector("a.report");
  const report = (note) => {
    if (note.querySelector(".report")) return;
    const cut = (text) => text.replace(/\s+/g, " ").trim().slice(0, 400);
    const values = new Set(all(`a[href="#${CSS.escape(note.id)}"]`).map((link) => cut(link.textContent)));
    const url = new URL(page.href);
    const lines = [url.searchParams.get("body"), `${words.figure} #${note.id}`,
                   `${words.value} ${cut([...values].join("; "))}`, `${words.source} ${cut(note.textContent)}`];
    url.searchParams.set("body", lines.join("\n"));
    const link = Object.assign(document.createElement("a"), { className: "report", href: url.href, textContent: words.report });
    note.append(" ", link);
  };
  if (page) {
    const equip = (notes) => notes.open && all("li[id]", notes).forEach(report);
    for (const notes of all(".notes")) {
      equip(notes);
      notes.addEventListener("toggle", () => equip(notes));
    }
  }

  // A link that the Tab key reaches may be behind the first column of a table, which stays in place. A pressed link must not move.
  document.addEventListener("focusin", ({ target }) => {
    const box = target.matches("td :focus-visible") && target.closest(".scroll");
    const first = box && target.closest("tr").querySelector("th")?.getBoundingClientRect();
    if (!first) return;
    const link = target.getBoundingClientRect(), isLeft = document.dir !== "rtl";
    const hidden = isLeft ? first.right - link.left : link.right - first.left;
    if (hidden > 0) box.scrollLeft += isLeft ? -hidden : hidden;
  });
})();
