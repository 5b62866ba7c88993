// Redirects from moved content: from a moved page, with the requested anchor, or from a moved part of an existing page.
(() => {
  const go = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {}
    const part = [...document.querySelectorAll("[data-moved]")].find((each) => each.id === id);
    // The target is a row of the data on another page of its table.
    const target = document.getElementById(id);
    const page = id && (target ? target.closest(".elsewhere")?.querySelector("a") : document.querySelector(".pages [data-first]"));
    const link = page || (part ? part.querySelector("a:not([rel])") : document.querySelector("a[data-here]"));
    if (!link) return;
    const to = new URL(link.href);
    to.search ||= location.search;
    if (!part) to.hash ||= location.hash;
    location.replace(to);
  };
  go();
  addEventListener("hashchange", go);
})();
