// A table or chart in a frame: the colours that ?theme=light or ?theme=dark asks for, else the reader's; and tells the page
// around it how high it is, as {sourcebook: "height", name, height}, whenever that changes.
(() => {
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
  if (parent === window) return;
  // When the style is there.
  addEventListener("load", () => {
    const main = document.querySelector("main"), figure = document.querySelector("figure"), scroll = document.querySelector("figure > .scroll");
    let told;
    const tell = () => {
      // With what a table hides while the frame is too low for it.
      const height = Math.ceil(main.getBoundingClientRect().height + (scroll ? scroll.scrollHeight - scroll.clientHeight : 0));
      if (height !== told) parent.postMessage({ sourcebook: "height", name: figure.id, height: (told = height) }, "*");
    };
    tell();
    new ResizeObserver(tell).observe(main);
  });
})();
