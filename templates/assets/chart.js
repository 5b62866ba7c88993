// Adds tooltips and legends to charts.
(() => {
  const { source, keys } = document.currentScript.dataset;
  const all = (parent, selector) => [...parent.querySelectorAll(selector)];
  const make = (parent, name, ...content) => {
    const made = document.createElement("div");
    made.className = name;
    made.append(...content);
    parent.append(made);
    return made;
  };
  // Prevents a native tooltip.
  const name = (element, role, text) => {
    const title = element.querySelector("title");
    element.role = role;
    element.ariaLabel ||= (title ?? element).textContent || text;
    title?.remove();
  };
  const note = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

  for (const svg of all(document, "figure.chart .drawing > svg")) {
    const drawing = svg.parentNode, figure = drawing.parentNode, entries = all(svg, "[data-series]"), texts = {};
    // Reads the rows before the table is sorted.
    const rows = all(figure, ".data tbody tr"), heads = all(figure, ".data thead th");
    const tip = make(drawing, "chart-tip");
    make(drawing, "chart-ring");
    let frame = {}, places, stops, pinned, kept = "", current = "";
    // The narrow drawing has no titles. An empty part of a tip means the same part of the previous tip.
    for (const mark of all(figure, ".wide :is([data-row], [data-tips])")) {
      const { row, points, tips } = mark.dataset;
      let last;
      texts[row] ||= (mark.querySelector("title") ?? mark).textContent;
      tips?.split("\n").forEach((tip, i) => {
        last = tip.split("\t").map((line, n) => line || last[n]);
        texts[points.split(" ")[3 * i]] = last.join("\n");
      });
    }

    const look = () => {
      const now = drawing.getBoundingClientRect(), seen = {};
      if (now.y === frame.y && now.width === frame.width) return;
      frame = now;
      places = [];
      stops = [];
      for (const group of all(svg, ".marks")) {
        const plot = (group.parentNode.querySelector(".grid:not(:empty)") ?? group).getBoundingClientRect();
        const lines = group.querySelector("[data-points]"), own = [];
        const marks = all(group, "[data-row], [data-points]");
        // All first, so that the page is laid out once.
        for (const mark of marks) name(mark, "img", texts[mark.dataset.row]);
        for (const mark of marks) {
          const add = (row, box) => {
            const place = { row, box, plot, lines };
            places.push(place);
            seen[row] ??= own.push(place);
            texts[row] ??= mark.ariaLabel;
          };
          const { row, points } = mark.dataset;
          if (points)
            for (const [, row, x, y] of points.matchAll(/(\S+) (\S+) (\S+)/g))
              add(row, DOMRect.fromRect(new DOMPoint(x, y).matrixTransform(group.getScreenCTM())));
          else add(row, mark.getBoundingClientRect());
        }
        const [u, v] = "rows" in group.dataset ? "yx" : "xy";
        if (!lines) own.sort(({ box: a }, { box: b }) => Math.round(a[u] - b[u]) || a[v] - b[v]);
        stops.push(...own);
      }
    };

    const hide = () => (tip.textContent = current = pinned = "");

    const show = (place, pin) => {
      if (!place) return hide();
      pinned = pin;
      if (place === current) return;
      current = place;
      tip.textContent = "";
      const { row, box, plot, lines } = place, { width, height } = box, sources = {};
      for (const cell of rows[row]?.cells ?? []) {
        if (cell.querySelector(".none")) continue;
        const head = heads[cell.cellIndex], link = cell.querySelector("a.cell"), text = (link ?? cell).textContent;
        const unit = (link && head.querySelector(".unit")?.textContent) || "";
        const line = make(tip, "line", cell.cellIndex ? head.firstChild.textContent + " " : "");
        make(line, "value", /\p{Sc}/u.test(unit) ? unit.replace(/(?<=\p{Sc})/u, text) : text + " " + unit);
        if (link) for (const a of all(note(link), ".origin > a")) sources[a.href] = a;
      }
      if (!rows[row]) {
        for (const text of texts[row].split("\n")) make(tip, "line", text);
        for (const a of all(figure, ".origins a")) sources[a.href] = a;
      }
      const found = Object.values(sources), line = make(tip, "source", source);
      found.slice(0, 3).forEach((a, i) => line.append(i ? "; " : " ", a.cloneNode(true)));
      if (found[3]) line.append(" +" + (found.length - 3));
      const sizes = { x: box.x - frame.x, y: box.y - frame.y, width, height, top: plot.y - box.y, cross: lines ? plot.height : 0 };
      // Marks would inherit them from the drawing.
      for (const size in sizes) for (const each of [tip, tip.nextSibling]) each.style.setProperty("--" + size, sizes[size] + "px");
      drawing.classList.toggle("below", tip.offsetHeight + 10 > box.y);
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

    const single = ({ target }, press) => {
      const entry = entries.find((each) => each.contains(target)), series = entry?.dataset.series;
      if (press && entry) kept = kept === series ? "" : series;
      svg.dataset.only = series && !press ? series : kept;
      for (const each of entries) each.ariaPressed = each.dataset.series === kept;
      return entry;
    };

    svg.onkeydown = (event) => {
      const { key, target } = event;
      if (event.altKey) return;
      look();
      const at = stops.findIndex((stop) => stop.row === current.row), from = stops[at] ?? stops[0], end = stops.at(-1);
      const link = rows[current.row]?.querySelector("a.cell");
      let to = { ArrowRight: stops[at + 1] ?? end, ArrowLeft: stops[at - 1] ?? stops[0], ArrowUp: from, ArrowDown: from, Home: stops[0], End: end }[key];
      if (target !== svg) to = /^(Enter| )$/.test(key) && single(event, true);
      else if (key === "Enter" && link) {
        note(link).closest("details").open = true;
        note(link).tabIndex = -1;
        location.hash = link.hash;
      }
      if (!to) return;
      event.preventDefault();
      // Finds the next mark in the same column or, except on lines, in any column.
      let least = Infinity;
      if (current && /Up|Down/.test(key))
        for (const stop of stops) {
          const away = (stop.box.bottom - from.box.bottom) * (key === "ArrowUp" ? -1 : 1), aside = Math.abs(stop.box.x - from.box.x);
          const far = away + (aside < 5 ? 0 : stop.lines ? Infinity : 1e4 + aside);
          if (away > 0.5 && far < least) [least, to] = [far, stop];
        }
      if (target === svg) show(to, true);
    };
    drawing.onpointermove = (event) => pinned || point(event);
    drawing.onclick = (event) => single(event, true) || point(event, true);
    for (const type of ["pointerover", "pointerdown", "focusin", "keydown"])
      document.addEventListener(type, (event) => {
        const { target, key } = event;
        if (!key) single(event);
        if (key ? key === "Escape" : !drawing.contains(target) && !(pinned && /r$/.test(type))) hide();
      });
    addEventListener("resize", hide);

    tip.role = "status";
    drawing.dataset.keys = keys;
    svg.ariaDescription = keys + " " + figure.querySelector("[id*=-description]").textContent;
    svg.removeAttribute("aria-labelledby");
    svg.removeAttribute("aria-describedby");
    name(svg, "application");
    for (const entry of [svg, ...entries]) entry.tabIndex = 0;
    for (const entry of entries) entry.role = "button";
    single({});
  }
})();
