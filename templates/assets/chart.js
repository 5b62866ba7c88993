// Charts that answer: a tooltip with the record and its source, and legends that single out a series.
// The page says the same without it; its words come with its tag.
(() => {
  const words = document.currentScript.dataset;
  const all = (parent, selector) => [...parent.querySelectorAll(selector)];
  const make = (parent, name, ...content) => {
    const made = document.createElement("div");
    made.className = name;
    made.append(...content);
    parent.append(made);
    return made;
  };
  const move = (box, left, top, width, height) => {
    const sides = { left, top, width, height };
    for (const side in sides) box.style[side] = sides[side] + "px";
  };
  // The browser's bubbles would double ours; their texts stay as names.
  const name = (element, role) => {
    const title = element.querySelector("title");
    if (title) element.ariaLabel = title.textContent;
    title?.remove();
    element.role = role;
  };
  const note = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

  function start(svg, rows, heads) {
    const drawing = svg.parentNode, texts = {}, entries = all(svg, ".legend-entry");
    const [tip, ring, cross] = ["tip", "ring", "cross"].map((name) => make(drawing, "chart-" + name));
    let frame, places, stops, pinned, kept, current = "";

    // Where in the window the marks are; again when the drawing has moved.
    const look = () => {
      const now = drawing.getBoundingClientRect();
      if (now.y === frame?.y && now.width === frame.width) return;
      frame = now;
      places = [];
      all(svg, ".marks").forEach((group, facet) => {
        const plot = (group.parentNode.querySelector(".grid:not(:empty)") ?? group).getBoundingClientRect();
        const lines = group.querySelector("[data-points]");
        for (const mark of all(group, "[data-row], [data-points]")) {
          const { row, points } = mark.dataset;
          const add = (row, box) => places.push({ mark, row, facet, plot, lines, box, key: facet + " " + row });
          name(mark, "img");
          if (points)
            for (const [, row, x, y] of points.matchAll(/(\S+) (\S+) (\S+)/g))
              add(row, DOMRect.fromRect(new DOMPoint(x, y).matrixTransform(group.getScreenCTM())));
          else {
            texts[row] ??= mark.ariaLabel;
            add(row, mark.getBoundingClientRect());
          }
        }
      });
      // Of each row the first mark, along x; lines one after the other, as they are drawn.
      stops = [...new Map([...places].reverse().map((place) => [place.key, place])).values()].reverse().sort((a, b) =>
        a.facet - b.facet || (a.lines ? 0 : Math.round(a.box.x - b.box.x) || a.box.bottom - b.box.bottom));
    };

    const hide = () => (tip.textContent = current = pinned = "");

    const show = (place, pin) => {
      if (!place) return hide();
      pinned = pin;
      if (place === current) return;
      current = place;
      tip.textContent = "";
      const { row, mark, box, plot, lines } = place, middle = box.x + box.width / 2, sources = new Map();
      for (const cell of rows[row]?.cells ?? []) {
        const head = heads[cell.cellIndex], link = cell.querySelector("a.cell"), unit = link && head.querySelector(".unit");
        const value = (link ?? cell).textContent + (unit ? " " + unit.textContent : "");
        const line = make(tip, "line", cell.cellIndex ? head.firstChild.textContent + " " : "");
        make(line, "value", value);
        if (link) for (const a of all(note(link), ":scope > a:not(.row)")) sources.set(a.href, a);
      }
      if (!rows[row]) make(tip, "", texts[row] ?? mark.ariaLabel);
      if (sources.size) make(tip, "source", words.source);
      for (const a of sources.values()) tip.lastChild.append(" ", a.cloneNode(true));
      const { offsetWidth, offsetHeight } = tip, x = middle - frame.x, y = box.y - frame.y;
      move(ring, x - box.width / 2 - 4, y - 4, box.width + 8, box.height + 8);
      move(cross, x, plot.y - frame.y, 0, lines ? plot.height : 0);
      move(tip, Math.max(0, Math.min(x - offsetWidth / 2, frame.width - offsetWidth)),
        box.y > offsetHeight + 10 ? y - offsetHeight - 10 : y + box.height + 10);
    };

    const point = ({ target, clientX: x, clientY: y }, pin) => {
      if (target.closest(".chart-tip")) return;
      look();
      const off = (box) => Math.hypot(Math.max(box.x - x, 0, x - box.right), Math.max(box.y - y, 0, y - box.bottom));
      let least = Infinity, found;
      for (const place of places)
        if (off(place.box) <= least && off(place.plot) < 24) [least, found] = [off(place.box), place];
      show(pin && pinned && found === current ? 0 : found, pin);
    };

    const single = ({ target, type }) => {
      const entry = target.closest(".legend-entry"), { series } = entry?.dataset ?? {};
      if (entry && /click|key/.test(type)) kept = kept === series ? "" : series;
      svg.dataset.only = (!/out/.test(type) && series) || kept || "";
      for (const each of entries) each.ariaPressed = each.dataset.series === kept;
      return entry;
    };

    svg.onkeydown = (event) => {
      const { key, target, altKey, metaKey } = event;
      if (altKey || metaKey) return;
      look();
      const stop = stops.findIndex((stop) => stop.key === current.key), from = stops[stop] ?? stops[0];
      let to = { ArrowRight: stops[stop + 1] ?? from, ArrowLeft: stops[stop - 1] ?? from, ArrowUp: from, ArrowDown: from,
        Home: stops[0], End: stops.at(-1) }[key];
      const link = rows[current.row]?.querySelector("a.cell");
      if (target !== svg) to = (key === "Enter" || key === " ") && single(event);
      else if (key === "Enter" && link) {
        note(link).closest("details").open = true;
        note(link).tabIndex = -1;
        link.click();
      }
      if (!to) return;
      event.preventDefault();
      // Up and down: the nearest in the same column, else, but not among lines, the nearest.
      let least = Infinity;
      if (current && /Up|Down/.test(key))
        for (const stop of stops) {
          const away = (stop.box.bottom - from.box.bottom) * (key === "ArrowUp" ? -1 : 1), aside = Math.abs(stop.box.x - from.box.x);
          const far = away + (aside < 5 ? 0 : stop.lines ? Infinity : 1e4 + aside);
          if (away > 0.5 && far < least) [least, to] = [far, stop];
        }
      if (target === svg) show(to, true);
    };
    drawing.onpointermove = (event) => pinned || event.pointerType === "touch" || point(event);
    drawing.onpointerleave = () => pinned || hide();
    drawing.onclick = (event) => single(event) || point(event, true);
    for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) svg.addEventListener(type, single);
    drawing.addEventListener("focusout", (event) => drawing.contains(event.relatedTarget) || hide());
    document.addEventListener("pointerdown", (event) => drawing.contains(event.target) || hide());
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
    addEventListener("resize", hide);

    tip.role = "status";
    drawing.dataset.keys = words.keys;
    svg.ariaDescription = svg.querySelector("desc").textContent + " " + words.keys;
    svg.removeAttribute("aria-labelledby");
    name(svg, "application");
    for (const each of [svg, ...entries]) each.tabIndex = 0;
    for (const entry of entries) Object.assign(entry, { role: "button", ariaPressed: false });
  }

  for (const figure of all(document, "figure.chart"))
    for (const svg of all(figure, ".drawing > svg"))
      // Rows are taken now: the table may be sorted later.
      start(svg, all(figure, ".data tbody tr"), all(figure, ".data thead th"));
})();
