// Applies the reader's choice of theme before the page is drawn.
(() => {
  const { dataset } = document.documentElement;
  let kept = {};
  try {
    kept = localStorage;
  } catch {}
  dataset.theme = kept.theme ?? "";
  addEventListener("DOMContentLoaded", () => {
    const menu = document.querySelector(".theme select");
    menu.value = dataset.theme;
    menu.onchange = () => (dataset.theme = kept.theme = menu.value);
  });
})();
