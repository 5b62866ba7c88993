// Reads a lesson aloud, part by part, and shows the position. Uses only voices on this device: others send the text to a
// server. The texts are attributes of the script's tag.
(() => {
  const words = document.currentScript.dataset;
  const place = document.querySelector(".listen");
  const speech = window.speechSynthesis;
  if (!place || !speech) return;

  const language = (tag) => tag.split(/[-_]/)[0].toLowerCase();
  const wanted = language(document.documentElement.lang);
  const find = () => {
    const own = speech.getVoices().filter((voice) => voice.localService && language(voice.lang) === wanted);
    return own.find((voice) => voice.default) ?? own[0];
  };

  // Only text: no notes, drawings, tables or code.
  const kParts = "h1, h2, h3, h4, p, li, dt, dd";
  const kMute = "sup, figure, details, pre, .card, .anchor, .visually-hidden";
  const textOf = (part) => {
    const copy = part.cloneNode(true);
    for (const mute of copy.querySelectorAll(kMute)) mute.remove();
    return copy.textContent.trim();
  };
  const parts = [...document.querySelectorAll("h1, .lead, .content :is(h2, h3, h4, p, li, dt, dd)")]
    .filter((part) => !part.closest(kMute) && !part.querySelector(kParts) && textOf(part));

  let at = 0, spoken;
  const button = (word, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = word;
    made.addEventListener("click", act);
    return made;
  };
  // Stops and stores the position. Some voices cannot pause, so playback resumes at the start of the part.
  const hush = () => {
    spoken = undefined;
    speech.cancel();
    parts[at]?.classList.remove("reading");
    play.textContent = at ? words.resume : words.listen;
    stop.hidden = !at;
  };
  const end = () => {
    hush();
    at = 0;
    hush();
  };
  const say = (next) => {
    hush();
    at = Math.max(0, next);
    if (at >= parts.length) return end();
    const part = parts[at];
    part.classList.add("reading");
    part.scrollIntoView({ block: "nearest" });
    play.textContent = words.pause;
    stop.hidden = false;
    const voice = find();
    const saying = Object.assign(new SpeechSynthesisUtterance(textOf(part)), { voice, lang: voice.lang });
    saying.onend = () => saying === spoken && say(at + 1);
    spoken = saying;
    speech.speak(saying);
  };
  const play = button(words.listen, () => (spoken ? hush() : say(at)));
  const stop = button(words.stop, () => { end(); play.focus(); });
  stop.hidden = true;
  place.addEventListener("keydown", ({ key }) => {
    if (spoken && key === "ArrowRight") say(at + 1);
    if (spoken && key === "ArrowLeft") say(at - 1);
    if (key === "Escape") end();
  });
  addEventListener("pagehide", () => speech.cancel());

  const offer = () => find() && parts.length && place.append(play, stop);
  offer();
  speech.addEventListener?.("voiceschanged", () => { if (!play.isConnected) offer(); });
})();
