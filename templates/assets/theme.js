// Applies the reader's choice of theme before the page is drawn, and requests the fonts for it (parts/fonts.html).
(() => {
  const { dataset } = document.documentElement;
  let kept = {};
  try {
    kept = localStorage;
  } catch {}
  dataset.theme = kept.theme ?? "";
  // A stylesheet's fonts are requested after it has been read, too late for the first paint. Browsers refuse to preload
  // from disk. The width is that of tokens.css.
  const { src, dataset: { fonts } } = document.currentScript;
  if (fonts && location.protocol !== "file:")
    for (const font of fonts.split(" "))
      document.head.append(Object.assign(document.createElement("link"), {
        rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", media: "(min-width: 40rem)", href: new URL(`fonts/${font}.woff2`, src) }));
  addEventListener("DOMContentLoaded", () => {
    const menu = document.querySelector(".theme select");
    if (!menu) return; // the site has one scheme
    menu.value = dataset.theme;
    menu.onchange = () => (dataset.theme = kept.theme = menu.value);
  });
})();
