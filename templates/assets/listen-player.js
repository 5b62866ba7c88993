// Reads a lesson aloud, part by part, with a choice of chapter and speed, and remembers the position for the next visit.
// Loaded by listen.js.
(() => {
  const { place, play, words, speech, find, store, position } = window.sourcebookListen;

  // Reads only text: no notes, drawings, tables or code.
  const kParts = "h1, h2, h3, h4, p, li, dt, dd";
  const kMute = "sup, figure, details, pre, .card, .anchor, .visually-hidden";
  const textOf = (part) => {
    const copy = part.cloneNode(true);
    for (const mute of copy.querySelectorAll(kMute)) mute.remove();
    return copy.textContent.trim();
  };
  const parts = [...document.querySelectorAll("h1, .lead, .content :is(h2, h3, h4, p, li, dt, dd)")]
    .filter((part) => !part.closest(kMute) && !part.querySelector(kParts) && textOf(part));
  const chapters = [...parts.keys()].filter((i) => parts[i].matches("h1, h2"));

  let spoken, at = Math.min(store(position) ?? 0, parts.length - 1);
  const button = (word, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: word });
    made.addEventListener("click", act);
    return made;
  };
  const select = (label, options, act) => {
    const made = document.createElement("select");
    made.setAttribute("aria-label", label);
    made.append(...options.map(([value, text]) => new Option(text, value)));
    made.addEventListener("change", () => act(Number(made.value)));
    return made;
  };
  // Stops at a part and stores the position. Some voices cannot pause, so playback resumes at the start of the part.
  const hush = (next = at) => {
    spoken = undefined;
    speech.cancel();
    parts[at].classList.remove("reading");
    at = Math.max(0, next);
    play.textContent = at ? words.resume : words.listen;
    stop.hidden = !at;
    store(position, at);
    chapter.value = chapters.findLast((first) => first <= at) ?? 0;
  };
  const say = (next) => {
    if (next >= parts.length) return hush(0);
    hush(next);
    const part = parts[at];
    part.classList.add("reading");
    part.scrollIntoView({ block: "nearest" });
    play.textContent = words.pause;
    stop.hidden = false;
    const voice = find();
    const saying = Object.assign(new SpeechSynthesisUtterance(textOf(part)), { voice, lang: voice.lang, rate: Number(speed.value) });
    saying.onend = () => saying === spoken && say(at + 1);
    spoken = saying;
    speech.speak(saying);
  };
  const stop = button(words.stop, () => { hush(0); play.focus(); });
  const chapter = select(words.chapter, chapters.map((i) => [i, textOf(parts[i])]), say);
  const speed = select(words.speed, [0.75, 1, 1.25, 1.5, 2].map((rate) => [rate, `${rate}×`]), (rate) => {
    store("listen speed", rate);
    if (spoken) say(at);
  });
  speed.value = store("listen speed") ?? 1;
  if (!speed.value) speed.value = 1;
  place.append(stop, chapter, speed);
  play.addEventListener("click", () => (spoken ? hush() : say(at)));
  place.addEventListener("keydown", ({ key, target }) => {
    if (target.localName === "select") return;
    if (spoken && key === "ArrowRight") say(at + 1);
    if (spoken && key === "ArrowLeft") say(at - 1);
    if (key === "Escape") hush(0);
  });
  addEventListener("pagehide", () => speech.cancel());
  say(at);
})();
