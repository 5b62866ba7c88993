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

  // A script loaded on first use replaces permalinks by menus, and adds one to the cards of figures.
  const share = (event) => {
    const { target, type } = event, link = target.closest?.(type === "click" ? ".anchor" : ".figure");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    for (const each of kUses) removeEventListener(each, share);
    const script = document.createElement("script");
    Object.assign(script.dataset, words);
    script.src = src.replace(/page(?=\.js)/, "share");
    script.onload = () => type === "click" && target.dispatchEvent(new MouseEvent(type, event));
    script.onerror = () => link.href && (location = link.href);
    document.head.append(script);
  };
  const kUses = ["click", "focusin", "pointerover"];
  for (const each of kUses) addEventListener(each, share);

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
})();
