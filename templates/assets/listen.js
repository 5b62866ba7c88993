// Offers to read a lesson aloud if this device has a voice for it, because other voices send the text to a server. The
// player is loaded when a reader starts it. The texts are attributes of the script's tag.
(() => {
  const { src, dataset: words } = document.currentScript;
  const place = document.querySelector(".listen");
  const speech = window.speechSynthesis;
  if (!place || !speech) return;

  const language = (tag) => tag.split(/[-_]/)[0].toLowerCase();
  const wanted = language(document.documentElement.lang);
  const find = () => {
    const own = speech.getVoices().filter((voice) => voice.localService && language(voice.lang) === wanted);
    return own.find((voice) => voice.default) ?? own[0];
  };
  // Stores a value until the next visit or, without `value`, returns it. The browser may refuse.
  const store = (name, ...value) => {
    try {
      if (value.length) localStorage.setItem(name, value[0]);
      return localStorage.getItem(name);
    } catch {}
  };
  const position = `listen ${location.pathname}`;
  const play = Object.assign(document.createElement("button"), { type: "button", textContent: store(position) > 0 ? words.resume : words.listen });
  play.addEventListener("click", () => {
    window.sourcebookListen = { place, play, words, speech, find, store, position };
    document.head.append(Object.assign(document.createElement("script"), { src: src.replace("listen.js", "listen-player.js") }));
  }, { once: true });

  const offer = () => find() && place.append(play);
  offer();
  speech.addEventListener?.("voiceschanged", () => { if (!play.isConnected) offer(); });
})();
