// A box above a list hides the entries that lack one of its words, and shows the hint below it if none is left.
(() => {
  const filter = document.querySelector("[data-filter]");
  const entries = [...document.querySelectorAll(filter.dataset.filter)];
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    for (const entry of entries) entry.hidden = !wanted.every((word) => entry.textContent.toLowerCase().includes(word));
    filter.parentElement.nextElementSibling.firstChild.hidden = entries.some((entry) => !entry.hidden);
  });
})();
