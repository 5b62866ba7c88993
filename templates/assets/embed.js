// Sets up an embedded table or chart. Uses the colours of ?theme=light or ?theme=dark, by default the reader's, and
// posts its height to the page that embeds it, as {sourcebook: "height", name, height}, whenever it changes.
(() => {
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
  if (parent === window) return;
  // Waits until the stylesheet is loaded.
  addEventListener("load", () => {
    const main = document.querySelector("main"), figure = document.querySelector("figure"), scroll = document.querySelector("figure > .scroll");
    let posted;
    const post = () => {
      // Includes the part of a table that is hidden because the frame is too low.
      const height = Math.ceil(main.getBoundingClientRect().height + (scroll ? scroll.scrollHeight - scroll.clientHeight : 0));
      if (height !== posted) parent.postMessage({ sourcebook: "height", name: figure.id, height: (posted = height) }, "*");
    };
    post();
    new ResizeObserver(post).observe(main);
  });
})();
