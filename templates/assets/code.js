// Adds a copy button to each block of code, and makes formulas that scroll focusable. The texts are attributes of the
// script's tag.
(() => {
  const words = document.currentScript.dataset;
  for (const box of document.querySelectorAll(".formula, p:has(> math)")) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  if (!navigator.clipboard) return;
  for (const pre of document.querySelectorAll("pre.code")) {
    const box = document.createElement("div");
    const button = document.createElement("button");
    const say = (word) => (button.textContent = word);
    box.className = "copyable";
    button.type = "button";
    button.setAttribute("aria-live", "polite");
    button.onclick = () => navigator.clipboard.writeText(pre.textContent).then(() => {
      say(words.copied);
      setTimeout(say, 2000, words.copy);
    });
    say(words.copy);
    pre.replaceWith(box);
    box.append(pre, button);
  }
})();
