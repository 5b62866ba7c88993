// Runs in a page before its scripts. Delays everything that a browser does asynchronously (queued events, timers,
// observers, answers of a server) by `delay` ms, as on a busy machine. Finds tests that pass only because they are
// slower than the page:
//   SOURCEBOOK_LATE=200 SITE=… node --test tests/browser/flow.test.mjs
export function late(delay) {
  const kQueued = ["hashchange", "popstate", "storage", "toggle", "scroll", "message", "resize"];
  const timer = globalThis.setTimeout.bind(globalThis);
  const put = (work) => function (...args) { timer(() => work.apply(this, args), delay); };
  const wrapped = new WeakMap();  // so that a listener can be removed, and is not added twice
  const off = (work) => {
    if (typeof work !== "function") return work;
    if (!wrapped.has(work)) wrapped.set(work, put(work));
    return wrapped.get(work);
  };
  for (const name of ["addEventListener", "removeEventListener"]) {
    const real = EventTarget.prototype[name];
    EventTarget.prototype[name] = function (type, work, ...rest) {
      return real.call(this, type, kQueued.includes(type) ? off(work) : work, ...rest);
    };
  }
  for (const owner of [globalThis, HTMLElement.prototype])
    for (const type of kQueued) {
      const real = Object.getOwnPropertyDescriptor(owner, `on${type}`);
      if (real?.set) Object.defineProperty(owner, `on${type}`, { ...real, set(work) { real.set.call(this, off(work)); } });
    }
  globalThis.setTimeout = (work, after = 0, ...args) => timer(work, after + delay, ...args);
  const ask = globalThis.fetch;
  globalThis.fetch = (...args) => new Promise((go) => timer(go, delay)).then(() => ask(...args));
  for (const name of ["ResizeObserver", "IntersectionObserver", "MutationObserver"])
    globalThis[name] = class extends globalThis[name] { constructor(work, settings) { super(put(work), settings); } };
}
