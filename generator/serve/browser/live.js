// The script that `sourcebook serve` adds to pages. It updates a page when a file is saved, restores its scroll
// position and shows errors over the page. Published pages do not contain it.
(function () {
  "use strict";
  if (window !== top) return; // the containing page updates its frames
  var script = document.currentScript;
  var page = script.dataset.page, state = script.dataset.state;
  var kKept = "sourcebook-place";
  var stream = null, overlay = null, is_reloading = false;

  // ---- the scroll position, across reloads

  // Returns the last element with an id above the top of the viewport. The page is scrolled relative to this element,
  // so that content inserted above it does not move what the reader sees.
  function landmark() {
    var found = null;
    document.querySelectorAll("main [id]").forEach(function (element) {
      if (element.getClientRects().length === 0) return;  // the element is not shown
      var top = element.getBoundingClientRect().top;
      if (top <= 1 && (!found || top >= found.top)) found = { id: element.id, top: top };
    });
    return found;
  }

  function keep_place() {
    var place = { page: location.pathname, x: scrollX, y: scrollY, at: scrollY > 0 ? landmark() : null };
    try {
      sessionStorage.setItem(kKept, JSON.stringify(place));
    } catch (full) {
      // The browser's own scroll restoration is enough.
    }
  }

  function kept_place() {
    try {
      var place = JSON.parse(sessionStorage.getItem(kKept));
      sessionStorage.removeItem(kKept);
      return place && place.page === location.pathname ? place : null;
    } catch (blocked) {
      return null;
    }
  }

  function go_back_to(place) {
    var element = place.at && document.getElementById(place.at.id);
    var y = element ? scrollY + element.getBoundingClientRect().top - place.at.top : place.y;
    scrollTo({ left: place.x, top: y, behavior: "instant" });
  }

  var place = kept_place();
  if (place) {
    go_back_to(place);
    // Scrolls again when everything that takes up space is loaded, unless the reader has scrolled in the meantime.
    addEventListener("load", function () {
      if (place) go_back_to(place);
    });
    ["wheel", "touchmove", "keydown", "pointerdown"].forEach(function (kind) {
      addEventListener(kind, function () { place = null; }, { passive: true, once: true });
    });
  }

  // ---- updating the page in place, while the rest of the site is still being built

  // `served` is the page as it was served, before scripts changed it; null until it is parsed, which happens while the
  // browser is idle. `put_in` is whether content was replaced in place; the page is then reloaded after the build.
  var served = null, put_in = false;

  function fetch_page() {
    return fetch(location.href, { cache: "no-store" }).then(function (answer) { return answer.text(); });
  }

  addEventListener("load", function () {
    var shown = state;
    if (page !== "") fetch_page().then(function (html) {
      if (html.includes('data-state="' + shown + '"')) served = parse(html);
    }, function () {});
  });

  function parse(html) {
    return new DOMParser().parseFromString(html, "text/html").body;
  }

  function is_alike(a, b) {
    return a.cloneNode(false).isEqualNode(b.cloneNode(false));
  }

  function has_words(element) {
    return Array.from(element.childNodes).some(function (node) { return node.nodeType === 3 && node.data.trim() !== ""; });
  }

  // Returns the smallest parts in which two elements differ: the old ones, the fresh ones, and the one before them.
  function differences(old, fresh) {
    if (old.isEqualNode(fresh)) return [];
    if (!is_alike(old, fresh) || has_words(old) || has_words(fresh)) return [{ old: [old], fresh: [fresh] }];
    var a = Array.from(old.children), b = Array.from(fresh.children), before = null;
    if (a.length === b.length) {
      return a.flatMap(function (element, i) { return differences(element, b[i]); });
    }
    while (a.length && b.length && a[0].isEqualNode(b[0])) {
      before = a.shift();
      b.shift();
    }
    while (a.length && b.length && a[a.length - 1].isEqualNode(b[b.length - 1])) {
      a.pop();
      b.pop();
    }
    return [{ old: a, fresh: b, before: before }];
  }

  // Returns the only element of the page that equals this one; null if there is none, or several.
  function find_unchanged(element) {
    var same = Array.from(document.body.getElementsByTagName(element.nodeName)).filter(function (other) {
      return other.isEqualNode(element);
    });
    return same.length === 1 ? same[0] : null;
  }

  // Replaces the parts. Returns false, and changes nothing, if they can't be replaced in place.
  function put_in_place(parts) {
    var ready = parts.map(function (part) {
      return {
        old: part.old.map(find_unchanged),
        fresh: part.fresh,
        before: part.before ? find_unchanged(part.before) : null
      };
    });
    if (!ready.every(function (part) { return part.old.length ? part.old.every(Boolean) : part.before; })) return false;
    ready.forEach(function (part) {
      var first = part.old[0];
      if (first) first.before.apply(first, part.fresh);
      else part.before.after.apply(part.before, part.fresh);
      part.old.forEach(function (element) { element.remove(); });
    });
    return true;
  }

  function show_early(expected) {
    if (served === null) return reload();
    var before = served;
    served = null;
    fetch_page().then(function (html) {
      if (state !== expected) return reload(); // there is already a newer state
      var read = landmark();
      put_in = put_in_place(differences(before, parse(html)));
      if (!put_in) reload();
      else if (scrollY > 0) go_back_to({ at: read, y: scrollY });
    }, reload);
  }

  // ---- which files the page uses, and whether they have changed

  // Returns a percent-decoded path; "" if it is malformed.
  function decoded(path) {
    try {
      return decodeURIComponent(path);
    } catch (malformed) {
      return "";
    }
  }

  // Returns the address of a URL within the site; null for other URLs.
  function address_of(url) {
    var parsed = new URL(url, location.href);
    if (parsed.origin !== location.origin) return null;
    var path = decoded(parsed.pathname).slice(1);
    return path === "" || path.endsWith("/") ? path + "index.html" : path;
  }

  function loaded() {
    var urls = performance.getEntriesByType("resource").map(function (entry) { return entry.name; });
    document.querySelectorAll("link[rel~=icon], link[rel~=stylesheet]").forEach(function (link) { urls.push(link.href); });
    document.querySelectorAll("script[src], img, source, video, audio, iframe").forEach(function (element) {
      if (element.src) urls.push(element.src);
    });
    return new Set(urls.map(address_of));
  }

  // Replaces changed style sheets without reloading the page.
  function swap_styles(changed) {
    document.querySelectorAll("link[rel~=stylesheet]").forEach(function (link) {
      if (!changed.has(address_of(link.href))) return;
      var fresh = link.cloneNode();
      fresh.href = link.href.split("?")[0] + "?" + state;
      fresh.addEventListener("load", function () { link.remove(); });
      fresh.addEventListener("error", function () { location.reload(); });
      link.after(fresh);
    });
  }

  function reload() {
    if (stream) stream.close();
    keep_place();
    is_reloading = true;
    history.scrollRestoration = "manual"; // otherwise the browser also restores the old position
    location.reload();
  }

  function on_site(event) {
    var is_put_in = event.lastEventId !== state && put_in;
    put_in = false;
    state = event.lastEventId;
    var data = JSON.parse(event.data), list = data.changed;
    if (list === null || page === "" || is_put_in) return reload();
    var changed = new Set(list);
    if (changed.has(page)) return data.early ? show_early(state) : reload();
    var shown = Array.from(loaded()).filter(function (address) { return changed.has(address); });
    if (shown.some(function (address) { return !address.endsWith(".css"); })) return reload();
    if (shown.length > 0) swap_styles(changed);
  }

  // ---- errors

  function on_mistakes(event) {
    var html = JSON.parse(event.data).html;
    var main = document.getElementById("sourcebook-mistakes");
    if (main) {
      if (html) main.innerHTML = html;
      return;
    }
    if (overlay) overlay.remove();
    overlay = null;
    if (!html) return;
    // The panel is in a shadow tree, so that its style and the site's style do not affect each other.
    overlay = document.createElement("sourcebook-mistakes");
    var root = overlay.attachShadow({ mode: "open" });
    var style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/.sourcebook/live.css";
    var panel = document.createElement("section");
    panel.className = "panel";
    panel.setAttribute("role", "alert");
    panel.innerHTML = html;  // the server has escaped the HTML
    var close = document.createElement("button");
    close.type = "button";
    close.textContent = "Hide";
    close.addEventListener("click", hide);
    panel.prepend(close);
    root.append(style, panel);
    document.documentElement.append(overlay);
  }

  function hide() {
    if (overlay) overlay.remove();
    overlay = null;
  }

  addEventListener("keydown", function (event) {
    if (event.key === "Escape") hide();
  });

  // ---- the connection

  // Connects only while the page is visible, because a browser allows six connections per server, and hidden pages
  // would use them all up. A page gets the changes that it missed when it becomes visible.
  function listen() {
    if (document.visibilityState === "hidden") {
      if (stream) stream.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource("/.sourcebook/events?since=" + state + "&page=" + encodeURIComponent(page));
      stream.addEventListener("site", on_site);
      stream.addEventListener("mistakes", on_mistakes);
    }
  }

  addEventListener("visibilitychange", listen);
  addEventListener("pagehide", function () {
    if (!is_reloading) history.scrollRestoration = "auto";
    if (stream) stream.close();
    stream = null;
  });
  addEventListener("pageshow", listen);
  listen();
})();
